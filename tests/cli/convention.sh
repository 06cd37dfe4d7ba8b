#!/bin/bash
# SPDX-License-Identifier: MIT
# The calling convention of runtime/kiln/README.md, as far as the headers show it, and NULL passed in every argument.
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# rule TEXT OFFENDERS: passes when OFFENDERS is empty.
rule()
{
	if [ -z "$2" ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL: %s:\n%s\n' "$1" "$2" | head -n 30
	fi
}

mapfile -t headers < <(find runtime/kiln -name '*.h' | LC_ALL=C sort)
mapfile -t cooker_headers < <(find cooker/kilncook.h cooker/kilncook -name '*.h' | LC_ALL=C sort)

# One line per function: header, return type, name, arguments, separated by bars.
for header in "${headers[@]}"
do
	awk -v header="$header" '
		{ sub(/\/\/.*/, "") }
		/^KILN_API/ && !/extern/ { text = ""; open = 1 }
		open { text = text " " $0 }
		open && /;/ {
			open = 0
			gsub(/[ \t]+/, " ", text)
			sub(/^ KILN_API /, "", text)
			match(text, /kiln_[a-z0-9_]+\(/)
			rest = substr(text, RSTART + RLENGTH)
			sub(/\);.*/, "", rest)
			sub(/^ /, "", rest)
			print header "|" substr(text, 1, RSTART - 1) "|" substr(text, RSTART, RLENGTH - 1) "|" rest
		}' "$header"
done >"$folder/functions"
count=$(wc -l <"$folder/functions")
rule "the headers were read" "$([ "$count" -gt 400 ] && [ "$count" = "$(grep -hE '^KILN_API' "${headers[@]}" | grep -vc extern)" ] ||
	echo "$count functions")"

# each PROGRAM: awk over the functions, with n arguments in a[1] .. a[n].
each()
{
	awk -F'|' '{ n = $4 == "void" ? 0 : split($4, a, /, /); name = $3 } '"$1" "$folder/functions"
}

rule "every function is documented, alone or with those around it" "$(awk '
	FNR == 1 { open = 0; last = "" }
	/^KILN_API/ && !/extern/ {
		if (last !~ /^\/\// && (last != "function" || blank))
			print FILENAME ":" FNR ": " $0
		open = 1
	}
	{ blank = /^$/ }
	open && /;/ { open = 0; last = "function"; next }
	!open && !/^$/ { last = $0 }' "${headers[@]}")"

rule "numbers of entries are uint32_t and follow their array" "$(each '{
	for (i = 1; i <= n; i++) {
		if (a[i] ~ / (count|blocks|capacity)$/ && a[i] !~ /^uint32_t /)
			print name ": " a[i]
		if (a[i] ~ / capacity$/ && (name !~ /_size$/) && a[i - 1] !~ /\*/)
			print name ": no array before " a[i]
		if (a[i] ~ /\*counts?$/ && a[i] !~ /^uint32_t \*/)
			print name ": " a[i]
	} }')"

rule "options stand behind the inputs, before what is carried and the results" "$(each '{
	seen = 0
	for (i = 1; i <= n; i++) {
		if (a[i] ~ /^const kiln_[a-z_]*_options \*/) { seen = 1; continue }
		if (seen && (a[i] ~ /^const / || (a[i] !~ /\*|\[/ && a[i] !~ / capacity$/)))
			print name ": " a[i] " stands behind the options"
		if (!seen && a[i] ~ /(\*\*|_cache \*)/ && i > 1)
			later = 1
	} }')"

rule "a visitor has its user, and its function says so" "$(each '{
	for (i = 1; i <= n; i++)
		if (a[i] ~ /^kiln_visit_/ && (a[i + 1] != "void *user" || (name !~ /_visit(_group)?$/ && name !~ /^kiln_walk_/)))
			print name
	if (name ~ /_visit(_group)?$/ && $4 !~ /kiln_visit_/)
		print name " takes no visitor" }')"

rule "a function is named after its first argument" "$(each '
	name ~ /^kiln_(scene|mesh)_/ && a[1] != "const kiln_asset *asset" { print name }
	name ~ /^kiln_mesh_/ && a[2] != "uint32_t mesh" { print name }
	name ~ /^kiln_(world|broadphase|draw|log)_/ && name !~ /_(size|name|create_with)$/ {
		noun = name; sub(/^kiln_/, "", noun); sub(/_.*/, "", noun)
		if (a[1] !~ "kiln_" noun " \\*" && name !~ /^kiln_log_kind/) print name ": " a[1] }
	name ~ /^kiln_hull_/ && name !~ /_from_|_size$/ && a[1] !~ /^(const )?kiln_hull \*/ { print name }
	name ~ /^kiln_pair_/ && a[1] != "const kiln_object *a" { print name }')"

rule "tests of two shapes take A, then B" "$(each '
	name ~ /^kiln_(overlaps4?|closest|intersect|moving|deforming|distance|side|sample|where|spans|point_in|point2_in)_/ && n > 1 &&
		a[1] !~ /(\*| )a0?$/ && name !~ /_ray4_|^kiln_moving_halving$/ { print name ": " a[1] }')"

rule "memory is made by _create, _init or _build, which can fail, and measured by _size" "$(each '
	name ~ /_(create|create_with|init|build)$/ && $2 !~ /^kiln_status / { print name ": " $2 }
	name ~ /_size$/ && $2 !~ /^size_t / { print name ": " $2 }
	$4 ~ /void \*memory/ && name !~ /_(create|init|build)$/ { print name }')"

rule "a status is returned, never an argument but for those of a group" "$(each '
	$4 ~ /kiln_status \*/ && name !~ /_group$/ { print name }')"

rule "enums end in _END and limits in _MAX" "$(grep -nE '_COUNT( = |,)|_MOST\b|#define KILN(COOK)?_[A-Z_]*MAX_' \
	"${headers[@]}" "${cooker_headers[@]}" format/kiln_format.h format/kiln_format/*.h)"

rule "two bodies are a and b, and points on them on_a and on_b" "$(grep -nE '\b(point_[ab]|on_[12]|a_point|b_point)\b' "${headers[@]}")"

rule "every function with a capacity is in tests/world/test_fit.c" "$(each '
	name !~ /_(size|batch)$/ { for (i = 1; i <= n; i++) if (a[i] ~ / capacity$/) print substr(name, 6) }' |
	while read -r name
	do
		case $name in
		*_overlap_sphere | *_overlap_box | *_overlap_capsule) [[ $name = broadphase* ]] || name=overlap ;;
		esac
		grep -q "LIST($name," tests/world/test_fit.c || [ "$name" = overlap ] || echo "$name"
	done)"

rule "every query is in tests/world/test_filter_every.c, which filters it" "$(each '
	name ~ /^kiln_(scene|mesh|pair|world)_/ &&
		name !~ /^kiln_world_(size|create|broadphase|add|move|move_large|move_swept|set_masks|remove|member|update)$/ { print substr(name, 6) }' |
	while read -r name
	do
		grep -q "QUERY($name)" tests/world/test_filter_every.c || echo "$name"
	done)"

rule "the cooker's functions take the context first" "$(cat "${cooker_headers[@]}" | tr '\n' ' ' | grep -oE 'KILNCOOK_API (const char \*|void |kilncook_status )[^;]*;' |
	grep -vE '_(name|code)\(|\([[:space:]]*const kilncook_context \*context')"

# --- NULL ---
#
# Every pointer of every function in turn, with valid values for all others. Functions for inner loops do not check
# (bounds.h, hull.h,
# primitive/batch.h), and an asset must have been opened.
{
	cat <<'HEAD'
#include <kiln.h>
#include <kiln/lazy.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static union { max_align_t align; char byte[1 << 16]; } z[12];
static kiln_asset asset;
static kiln_broadphase *broadphase;
static kiln_world *world;
static kiln_log *record;
static void ask(const char *name, void (*call)(void))
{
	fflush(stdout);
	pid_t child = fork();
	int status = 1;
	if (child == 0)
	{
		call();
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
		printf("%s\n", name);
}
HEAD
	awk -F'|' '
		$1 ~ /\/(bounds|hull)\.h$|primitive\/batch\.h$/ { next }
		{
			n = $4 == "void" ? 0 : split($4, a, /, /)
			for (j = 1; j <= n; j++) {
				if (a[j] !~ /\*|\[/ || a[j] ~ /^void \*user/) continue
				call = ""
				for (i = 1; i <= n; i++) {
					type = a[i]; sub(/[a-z0-9_]+(\[.*)?$/, "", type)
					value = "0"
					if (i == j || a[i] ~ /^kiln_visit_/) value = "NULL"
					else if (type ~ /^const kiln_asset \*/) value = "&asset"
					else if (a[i] ~ /\*\*/ || a[i] ~ /\[/) value = "(void *)z[" i "].byte"
					else if (type ~ /kiln_broadphase \*/) value = "broadphase"
					else if (type ~ /kiln_world \*/) value = "world"
					else if (type ~ /kiln_log \*/) value = "record"
					else if (type ~ /\*/) value = "(void *)z[" i "].byte"
					else if (type ~ /^kiln_(vec2|vec3|proxy|proxy_pair) /) value = "(" type "){0}"
					call = call (i > 1 ? ", " : "") value
				}
				calls++
				printf "static void call%d(void) { (void)%s(%s); }\n", calls, $3, call
				body = body sprintf("\task(\"%s: %s\", call%d);\n", $3, a[j], calls)
			}
		}
		END { printf "static void ask_all(void)\n{\n%s\tprintf(\"%d calls\\n\");\n}\n", body, calls }' "$folder/functions"
	cat <<'TAIL'
int main(int count, char **arguments)
{
	kiln_broadphase_options boxes = {.capacity = 16, .pair_capacity = 16};
	kiln_world_options all = {.broadphase = boxes};
	void *memory[3] = {aligned_alloc(64, 1 << 22), aligned_alloc(64, 1 << 22), aligned_alloc(64, 1 << 16)};
	if (count < 2 || kiln_map(&asset, arguments[1], NULL).status || !memory[0] || !memory[1] || !memory[2] ||
		kiln_broadphase_create(&broadphase, memory[0], 1 << 22, &boxes) || kiln_world_create(&world, memory[1], 1 << 22, &all) ||
		kiln_log_create(&record, memory[2], 1 << 16))
		return 1;
	ask_all();
	return 0;
}
TAIL
} >"$folder/null.c"
printf 'v %s\n' '0 0 0' '1 0 0' '0 1 0' '0 0 1' >"$folder/corner.obj"
printf 'f %s\n' '1 3 2' '1 2 4' '2 3 4' '1 4 3' >>"$folder/corner.obj"
# A program linked with a sanitized library must be sanitized too.
compiler=${CC:-gcc}
nm "$build/kiln-cook" | grep -q __asan_init && sanitizers=-fsanitize=address,undefined
# Clang links the sanitizers' functions into the program, GCC their shared library.
nm "$build/kiln-cook" | grep -q ' T __asan_init' && compiler=clang
null=$("$build/kiln-cook" -q "$folder/corner.obj" -o "$folder/corner.kiln" 2>&1 &&
	"$compiler" $sanitizers -std=gnu17 -w -Iruntime -Iformat "$folder/null.c" "$build/libkilnschool.a" "$build/libkiln.a" -lm -o "$folder/null" 2>&1 &&
	"$folder/null" "$folder/corner.kiln")
rule "NULL in every argument was tried" "$(grep -qE '^[0-9]{3,} calls$' <<<"$null" || echo "$null")"
rule "NULL is refused" "$(grep -vE '^[0-9]+ calls$' <<<"$null")"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
