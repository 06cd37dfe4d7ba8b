#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-query: golden answers, the same from every instruction set; bad lines, odd bytes, streams, exit codes.
. "$(dirname "$0")/claims.bash"
make_samples
crate=$scratch/crate.kiln

# settled: answers without what another tree or triangulation may change: triangle numbers and the sign of zero.
settled()
{
	sed 's/"triangle":[0-9][0-9]*/"triangle":N/g; s/\([[,]\)-0\([],]\)/\10\2/g' "$1"
}

# The yard again as a compound: hulls, a mesh, boxes and a sphere.
"$build/kiln-cook" -q "$scratch/art/yard.gltf" -o "$scratch/compound.kiln" --shape hull --shape 'fence*=mesh' \
	--shape 'house_b=box' --shape 'house_c=sphere' --shape 'ramp_*=cylinder' || exit 1
cp "$scratch/compound.kiln" "$scratch/yard_shapes.kiln"

for name in crate yard yard_shapes
do
	"$query" "$scratch/$name.kiln" <"$golden/$name.queries" >"$scratch/answers" 2>"$scratch/stderr"
	claim "$name answers as ever" diff "$golden/$name.answers" <(settled "$scratch/answers")
	claim "$name: nothing to complain about" test ! -s "$scratch/stderr"
	claim "$name: an answer a query" test "$(grep -vc -e '^#' -e '^$' "$golden/$name.queries")" = \
		"$(wc -l <"$scratch/answers")"
	claim "$name: every answer is JSON" "$json_check" --lines <"$scratch/answers"
done

for name in crate terrain yard compound
do
	box=$("$dump" --json "$scratch/$name.kiln" | tr -d ' \n\t' |
		sed 's/.*"bounds_min":\[\([^]]*\)\],"bounds_max":\[\([^]]*\)\].*/\1 \2/; s/,/ /g')
	awk -v seed=7 -v count=40 -v box="$box" -f tests/queries.awk >"$scratch/queries"
	"$query" "$scratch/$name.kiln" <"$scratch/queries" >"$scratch/expected" 2>/dev/null
	claim "$name: some random queries hit" test "$(grep -c '"hit":true' "$scratch/expected")" -gt 20
	claim "$name: random answers are JSON" "$json_check" --lines <"$scratch/expected"
	for isa in auto scalar sse2 avx2 neon
	do
		"$query" --isa $isa "$scratch/$name.kiln" <"$scratch/queries" >"$scratch/answers" 2>/dev/null
		claim "$name: --isa $isa answers the same" cmp -s "$scratch/expected" "$scratch/answers"
	done
	"$query" --trust "$scratch/$name.kiln" <"$scratch/queries" >"$scratch/answers" 2>/dev/null
	claim "$name: --trust answers the same" cmp -s "$scratch/expected" "$scratch/answers"
done

# sorted_unique: JSON arrays of triangles on standard input are increasing.
sorted_unique()
{
	sed -n 's/.*"triangles":\[\([^]]*\)\].*/\1/p' | awk -F, '{ for (i = 2; i <= NF; i++) if ($i <= $(i - 1)) bad = 1 } END { exit bad }'
}
claim "overlaps are sorted and unique" sorted_unique < <(
	printf 'sphere 0 1 0 5\nbox 0 0 0 20 20 20\ncapsule 0 0 0 1 1 1 9\n' | "$query" "$scratch/yard.kiln")
printf 'sphere 0 1 0 5\n' | "$query" "$crate" >"$scratch/stdout"
claim "a sphere around the crate touches all of it" shows "42,43]}"
printf 'sphere 0 0 0 90\n' | "$query" "$scratch/yard.kiln" >"$scratch/stdout"
placed() { [ "$(grep -o '\[[0-9]*,[0-9]*\]' "$scratch/stdout" | wc -l)" = $((3 * 14 + 2 * 2 + 2 * 8)) ]; }
claim "several nodes: every instance's triangles as pairs" placed

# Where faces touch, the point of contact is one of many; the time is not.
printf 'castbox 0.1 10 0.3 0.25 0.5 0.25 0 -1 0\ncastbox 0.1 10 0.3 0.25 0.5 0.25 0 0.6 0 0.8 0 -2 0\n' |
	"$query" "$crate" >"$scratch/stdout"
claim "a box falls onto the floor" shows '{"hit":true,"t":9,'
claim "a turned one in half the time" shows '{"hit":true,"t":4.5,'

# Filters: the queries behind the line.
"$build/kiln-cook" -q "$scratch/art/window.obj" -o "$scratch/window.kiln" --material-layer glass=glass
"$build/kiln-cook" -q "$scratch/art/window.obj" -o "$scratch/ghost.kiln" --material-layer glass=glass \
	--material-collides glass=ghosts
# filtered ASSET LINE...: answers without their places.
filtered()
{
	local asset=$1
	shift
	printf '%s\n' "$@" | "$query" "$scratch/$asset.kiln" "$crate" 2>/dev/null |
		sed 's/"point".*"material":"\([^"]*\)".*/"material":"\1"}/'
}
look='ray 0 1.5 3 0 0 -1'
claim "a ray stops at glass, and sees through glass that is ignored" test "$(filtered window "$look" 'filter ignore glass' \
	"$look" filter "$look")" = '{"hit":true,"t":3,"material":"glass"}
{"hit":true,"t":7,"material":"brick"}
{"hit":true,"t":3,"material":"glass"}'
claim "nodes are left out by name" test "$(filtered window 'filter node house' "$look")" = '{"hit":false}'
claim "a later filter replaces the earlier one" test "$(filtered window 'filter node house' 'filter triggers no' "$look")" = \
	'{"hit":true,"t":3,"material":"glass"}'
claim "no node is a trigger there" test "$(filtered window 'filter triggers only' "$look")" = '{"hit":false}'
pose='0 1.4 0 0 0 0 1 0.1'
claim "pairs take filters" test "$(filtered window "collide $pose" 'filter ignore glass' "collide $pose" 'filter node crate' \
	"collide $pose")" = '{"collide":true}
{"collide":false}
{"collide":false}'
claim "and masks" test "$(filtered ghost "collide $pose" 'filter masks' "collide $pose" 'collide 0 0 -4 0 0 0 1')" = \
	'{"collide":true}
{"collide":false}
{"collide":true}'
for words in 'ignore stone' 'ignore' 'node' 'node nobody' 'triggers maybe' 'triggers' 'walls' 'masks 3' 'belongs stone glass'
do
	claim "filter $words is refused, and the old filter stays" test "$(filtered window 'filter node house' "filter $words" \
		"$look" | sed 's/"error":".*","line"/"error":"","line"/')" = '{"error":"","line":2}
{"hit":false}'
done

# Lines that cannot be answered.
answers()
{
	printf '%b' "$1" | "$query" "$crate" >"$scratch/stdout" 2>"$scratch/stderr"
	[ "${PIPESTATUS[1]}" = "$2" ] || { echo "exit code ${PIPESTATUS[1]}"; return 1; }
	[ "$(wc -l <"$scratch/stdout")" = "$3" ] || { cat "$scratch/stdout"; return 1; }
	"$json_check" --lines <"$scratch/stdout"
}
claim "nothing asked, nothing answered" answers '' 0 0
claim "empty lines and comments are skipped" answers '\n\n  \n# ray\n\t\n' 0 0
claim "a last line without a newline counts" answers 'inside 0 1 0' 0 1
claim "CR LF is a newline" answers 'inside 0 1 0\r\n\r\ninside 0 1 0\r\n' 0 2
claim "a bad line does not end the run" answers 'inside 0 1 0\nnonsense\ninside 0 1 0\n' 1 3
claim "it is counted" says "1 of 3 queries were not answered [query]"
claim "its number is reported" shows '"line":2}'
for line in 'ray' 'ray 1 2 3 4 5' 'ray 1 2 3 4 5 x' 'ray 0 0 0 0 0 0' 'ray nan 0 0 1 0 0' 'ray 0 0 0 inf 0 0' \
	'ray 1e39 0 0 1 0 0' 'ray 0 0 0 1 0 0 -1' 'sphere 0 0 0 -1' 'box 0 0 0 1 1 -1' 'box 0 0 0 1 1 1 0 0 0' \
	'capsule 0 0 0 1 1 1 -1' 'castbox 0 0 0 1 1 1 1 0 0 1 1' 'inside' 'closest 0 0 0 -1' 'collide 0 0 0 0 0 0 1' \
	'contacts 0 0 0 0 0 0 1' 'distance 0 0 0 0 0 0 1' 'within 1 0 0 0 0 0 0 1' 'RAY 0 0 0 1 0 0' '\0' 'ray\0' \
	'inside 0 0 0\0' '\xff\xfe' '"}' 'inside 1,0 0 0'
do
	claim "an error object for '$line'" answers "$line\n" 1 1
	claim "it begins with its error" grep -q '^{"error":"..*","line":1}$' "$scratch/stdout"
done
long=$(head -c 70000 /dev/zero | tr '\0' 'x')
claim "a line of 70000 bytes is an error" answers "$long\ninside 0 1 0\n" 1 2
claim "it is called too long" shows "too long"
huge() { { head -c 50000000 /dev/zero; printf '\ninside 0 1 0\n'; } | "$query" "$crate" >"$scratch/stdout" 2>&1; }
claim "a line of 50 MB is an error" exits 1 huge
claim "a line of 65536 bytes is read" answers "inside 0 1 0$(head -c 65524 /dev/zero | tr '\0' ' ')\n" 0 1
claim "an open mesh has no inside" exits 1 "$query" "$scratch/terrain.kiln" < <(echo 'inside 32 0 32')
claim "which is an error object" shows '{"error":'

# Streams. Each answer is written before the next line is read.
coproc talk { exec "$query" "$crate"; }
talk_in=${talk[1]}
talk_out=${talk[0]}
for i in 1 2 3
do
	echo 'inside 0 0.4 0' >&"$talk_in"
	read -r -t 10 -u "$talk_out" reply
	claim "question $i is answered at once" test "$reply" = '{"inside":true}'
done
kill "$talk_PID"
wait "$talk_PID" 2>/dev/null
nowhere() { echo 'inside 0 1 0' | "$query" "$crate" >&-; }
full() { echo 'inside 0 1 0' | "$query" "$crate" >/dev/full; }
unread() { "$query" "$crate" <&-; }
[ -n "$KILN_WATCHED" ] || claim "a closed standard output is an I/O error" exits 3 nowhere
claim "a full disk is" exits 3 full
claim "a closed standard input is" exits 3 unread
claim "a directory as input is" exits 3 "$query" "$crate" <"$scratch"

# Usage.
claim "--help" exits 0 "$query" --help
claim "--help names every query" shows "castcapsule"
claim "--version" exits 0 "$query" --version
claim "no asset is a usage error" exits 2 "$query"
claim "three assets are, too" exits 2 "$query" "$crate" "$crate" "$crate"
claim "an unknown tree is" exits 2 "$query" --tree oak "$crate" "$crate"
claim "an unknown descent is" exits 2 "$query" "$crate" "$crate" --descent sideways
claim "an unknown option is" exits 2 "$query" --nonsense "$crate"
claim "an unknown instruction set is" exits 2 "$query" --isa mmx "$crate"
claim "--isa without one is" exits 2 "$query" "$crate" --isa
claim "a missing asset is an I/O error" exits 3 "$query" "$scratch/missing.kiln" </dev/null
claim "says what is missing" says 'missing.kiln: error: the file could not be opened: No such file or directory [io]'
claim "a folder is no asset" exits 3 "$query" "$scratch" </dev/null
claim "says what it is" says 'it is a directory [io]'
claim "a broken one is refused" exits 1 "$query" "$scratch/art/crate.obj" </dev/null
claim "with the rule" says "[not-kiln]"

claims_end
