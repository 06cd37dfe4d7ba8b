#!/bin/bash
# SPDX-License-Identifier: MIT
# The same queries of the same blobs get the same answers, to the last bit, from every instruction set, from scalar and
# sanitized builds, from gcc and clang, optimised well, hardly and not at all, and from other machines, emulated, C libraries and
# systems: those of tests/machines.bash whose compiler and emulator are installed; the others are listed as left out. A
# machine of the other byte order refuses the blob and says why.
# ONLY=wasm compares the npm package of `make wasm` alone, with and without SIMD128, in Node.
# Each file is cooked as meshes and as a compound: hulls, with boxes, spheres, capsules and cylinders among them by name;
# and both are queried against themselves as a second asset, through trees of every kind. So do random calls to every
# broadphase method, and characters in random levels.
#   tests/answers.sh [ART...]
cd "$(dirname "$0")/.." || exit 3
build=${BUILD:-build}
models=/usr/share/assimp/models
. tests/machines.bash
passed=0
failed=0
folder=$(mktemp -d)
# Processes that wine leaves behind keep its folder in use.
trap '[ ! -d "$folder/wine" ] || PATH=$PATH:/usr/lib/wine wineserver -k; rm -rf "$folder"' EXIT

# judge NAME ANSWERS STDERR: compares answers with those of the release build.
judge()
{
	if [ -s "$folder/expected" ] && cmp -s "$2" "$folder/expected"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: $art: $1 answers otherwise:"
		tail -n 3 "$3"
		diff "$folder/expected" "$2" | head -n 4
	fi
}

# ask NAME BLOB COMMAND...
ask()
{
	local name=$1 blob=$2
	shift 2
	"$@" "$blob" <"$folder/queries" >"$folder/answers" 2>"$folder/stderr"
	judge "$name" "$folder/answers" "$folder/stderr"
}

# The available machines: arrays of names and of commands. The machine of the other byte order is separate.
names=()
commands=()
refusing=
find_machines()
{
	local row compiler name emulator runner program
	for row in "${machines_known[@]}"
	do
		read -r compiler name emulator <<<"$row"
		program=$build/$(machine_variant "$compiler")/kiln-query$(machine_suffix "$compiler")
		runner=$(machine_runner "$emulator")
		if ! command -v "$compiler" >/dev/null
		then
			echo "$name: no $compiler here: left out"
		elif [ -z "$runner" ]
		then
			echo "$name: no $emulator here: left out"
		elif [ ! -e "$program" ]
		then
			missing="$missing $name"
		elif [ "$name" = s390x ]
		then
			refusing="$runner $program"
		else
			names+=("$name")
			commands+=("$runner $program")
		fi
	done
	# The first start of wine makes a folder, which must not be in the user's home.
	export WINEPREFIX=$folder/wine WINEDEBUG=-all
}

# ask_machines BLOB...: all in parallel; a Windows stream has different line ends.
ask_machines()
{
	local i
	for i in "${!names[@]}"
	do
		# shellcheck disable=SC2086
		${commands[i]} "$@" <"$folder/queries" 2>"$folder/stderr.$i" | tr -d '\r' >"$folder/answers.$i" &
	done
	wait
	for i in "${!names[@]}"
	do
		judge "${names[i]}" "$folder/answers.$i" "$folder/stderr.$i"
	done
}

if [ $# = 0 ]
then
	"$build/kiln-samples" "$folder/samples" || exit 1
	mapfile -t art_files < <(find "$folder/samples" -type f ! -name '*.png' | LC_ALL=C sort)
	for art in OBJ/spider.obj glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb BLEND/blender_269_regress1.blend PLY/Wuson.ply
	do
		[ ! -f "$models/$art" ] || art_files+=("$models/$art")
	done
else
	art_files=("$@")
fi

# check ART OPTION...: cooks it with these options and queries all builds and machines.
check()
{
	local art=$1 blob=$folder/blob.kiln box tree rounds=200
	shift
	rm -f "$blob"
	"$build/kiln-cook" -q "$art" -o "$blob" "$@" 2>/dev/null || return
	# The scene's box is the last one of the dump.
	box=$("$build/kiln-dump" --json "$blob" | tr -d ' \t\n' |
		sed 's/.*"bounds_min":\[\([^]]*\)\],"bounds_max":\[\([^]]*\)\].*/\1 \2/; s/,/ /g')
	# An emulated machine takes minutes for thousands of answers that list thousands of triangles each.
	[ "$(stat -c %s "$blob")" -lt 1000000 ] || rounds=20
	awk -v seed=1 -v count=$rounds -v box="$box" -f tests/queries.awk >"$folder/queries"
	"$build/kiln-query" "$blob" <"$folder/queries" >"$folder/expected" 2>"$folder/stderr"
	# Queries that hit nothing would prove nothing.
	if [ "$(grep -c '"hit":true' "$folder/expected")" -lt $((rounds / 2)) ] ||
		[ "$(wc -l <"$folder/expected")" != "$(wc -l <"$folder/queries")" ]
	then
		failed=$((failed + 1))
		echo "FAIL: $art: $(grep -c '"hit":true' "$folder/expected") hits, $(wc -l <"$folder/expected") answers, box $box"
		tail -n 3 "$folder/stderr"
		return
	fi
	asked=$((asked + 1))
	cp "$blob" "$folder/any.kiln"
	ask_everyone "$blob"
	# Lists of contacts without a contact would prove nothing either.
	[ $rounds = 200 ] || return
	awk -v seed=1 -v count=6 -v box="$box" -f tests/pairs.awk >"$folder/queries"
	"$build/kiln-query" "$blob" "$blob" <"$folder/queries" >"$folder/expected" 2>"$folder/stderr"
	if [ "$(grep -c '"collide":true' "$folder/expected")" -lt 2 ] ||
		[ "$(wc -l <"$folder/expected")" != "$(wc -l <"$folder/queries")" ]
	then
		failed=$((failed + 1))
		echo "FAIL: $art: $(grep -c '"collide":true' "$folder/expected") collide, $(wc -l <"$folder/expected") answers"
		tail -n 3 "$folder/stderr"
		return
	fi
	ask_everyone "$blob" "$blob"
	[ "$ONLY" != wasm ] || return
	# If several pairs touch, the tree decides which pair is reported with a distance of 0.
	cp "$folder/expected" "$folder/whole"
	unnamed <"$folder/whole" >"$folder/expected"
	for tree in aabb obb kdop14 kdop18 kdop26 sphere rss
	do
		ask "--tree $tree" "$blob" ask_unnamed $tree "$blob"
	done
}

# apart ART OPTION...: check in a process and a folder of its own, beside others.
checks=0
apart()
{
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]
	do
		wait -n
	done
	checks=$((checks + 1))
	mkdir "$folder/$checks"
	(
		trap - EXIT
		folder=$folder/$checks
		check "$@"
		echo "$passed $failed $asked" >"$folder/counts"
	) >"$folder/$checks.log" 2>&1 &
}

unnamed()
{
	sed 's/^{"distance":0,.*/{"distance":0}/'
}

# ask_unnamed TREE A B
ask_unnamed()
{
	"$build/kiln-query" --tree "$1" "$2" "$3" | unnamed
}

# ask_everyone BLOB [FIRST]: every instruction set, build and machine; about two assets with FIRST.
ask_everyone()
{
	local blob=$1 isa variant
	shift
	if [ "$ONLY" = wasm ]
	then
		for variant in simd128 scalar
		do
			ask "WebAssembly $variant" "$blob" node tests/wasm/query.mjs "$build/wasm/kiln" $variant "$@"
		done
		return
	fi
	for isa in scalar sse2 avx2 neon
	do
		# A warning means that the machine does not support it.
		[ -n "$("$build/kiln-query" --isa $isa "$blob" 2>&1 </dev/null)" ] ||
			ask "--isa $isa" "$blob" "$build/kiln-query" --isa $isa "$@"
	done
	for variant in scalar sanitize release-clang
	do
		ask "$variant" "$blob" "$build/$variant/kiln-query" "$@"
	done
	ask_machines "$@" "$blob"
}

asked=0
missing=
[ "$ONLY" = wasm ] || find_machines
for art in "${art_files[@]}"
do
	apart "$art" --tree obb,kdop14,kdop18,kdop26,sphere,rss
	apart "$art" --tree kdop18,rss --shape hull --hull-vertices 40 --shape '*a*=box' --shape '*e*=cylinder' --shape '*o*=capsule' \
		--shape '*r*=hull' --shape '*fence*=mesh' --shape '*_c=sphere'
done
wait
for ((i = 1; i <= checks; ++i))
do
	cat "$folder/$i.log"
	read -r more_passed more_failed more_asked <"$folder/$i/counts"
	passed=$((passed + more_passed))
	failed=$((failed + ${more_failed:-1}))
	asked=$((asked + more_asked))
	[ ! -e "$folder/$i/any.kiln" ] || mv "$folder/$i/any.kiln" "$folder"
done
# Broadphases: pairs, hits and events in their order. Movers: the paths of characters.
for digest in broadphase_digest mover_digest
do
	[ "$ONLY" != wasm ] || break
	art=$digest
	"$build/tests/$digest" >"$folder/expected"
	for variant in release-clang sanitize scalar
	do
		"$build/$variant/tests/$digest" >"$folder/answers" 2>"$folder/stderr"
		judge "$variant" "$folder/answers" "$folder/stderr"
	done
done
# A machine of the other byte order.
if [ -n "$refusing" ]
then
	art=big-endian
	# shellcheck disable=SC2086
	$refusing "$folder/any.kiln" </dev/null >"$folder/answers" 2>"$folder/stderr"
	status=$?
	if [ $status = 1 ] && [ ! -s "$folder/answers" ] && grep -q 'byte order' "$folder/stderr"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: a big-endian machine ends with $status and says: $(cat "$folder/stderr")"
	fi
fi
if [ -n "$missing" ]
then
	failed=$((failed + 1))
	echo "FAIL: there are compilers for, but no programs of:$missing"
fi
echo "$asked blobs, ${#names[@]} machines: ${names[*]}"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $asked -gt 2 ]
