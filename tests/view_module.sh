#!/bin/bash
# SPDX-License-Identifier: MIT
# The module of kiln-view's page (tools/view/module) in Node: its size, its answers in kiln-query's language, byte for byte, logs,
# the steps of walks, and the JavaScript around it.
#   tests/view_module.sh [--update]   writes the current sizes into the guide
. "$(dirname "$0")/cli/claims.bash"
module=$build/view_wasm/kiln.view.wasm
scalar=$build/view_wasm/kiln.view.scalar.wasm
guide=tools/view/module/README.md
models=/usr/share/assimp/models
make_samples

# sized ROW SIZE: compares a size with the guide's limit.
sized()
{
	local limit
	limit=$(grep -F "| $1 |" $guide | awk -F'|' '{ gsub(/ /, "", $4); print $4 }')
	if [ "$update" = --update ]
	then
		sed -i "s/^| $1 | [0-9 ]* |/| $1 | $(sed -E ':a; s/([0-9])([0-9]{3})( |$)/\1 \2\3/; ta' <<<"$2") |/" $guide
	fi
	claim "$1 has $2 bytes, at most $limit" test "$2" -le "$limit"
}
update=$1
# shellcheck disable=SC2016
sized '`kiln.view.wasm`' "$(stat -c %s "$module")"
sized 'compressed by gzip, as a page embeds it' "$(gzip -9n <"$module" | wc -c)"
# shellcheck disable=SC2016
sized '`kiln.view.scalar.wasm`' "$(stat -c %s "$scalar")"
claim "the module imports two functions of the page" test "$(node -e '
	const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
	console.log(WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).join())' "$module")" = kiln.allocate,kiln.release
claim "it exports what the list says" cmp <(sort tools/view/module/exports.txt) <(node -e '
	const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
	console.log(WebAssembly.Module.exports(module).map(({ name }) => name)
		.filter((name) => name !== "memory" && name !== "__heap_base").sort().join("\n"))' "$module")

# same TEXT OPTION...: the module answers the queries as kiln-query does.
asked=0
same()
{
	local text=$1
	shift
	"$query" "$@" <"$scratch/queries" >"$scratch/native" 2>"$scratch/stderr"
	node tests/view/ask.mjs "$module" "$@" <"$scratch/queries" >"$scratch/answers"
	claim "$text: the module answers as kiln-query does" cmp "$scratch/native" "$scratch/answers"
	asked=$((asked + $(wc -l <"$scratch/native")))
}

# asks ART FORM BLOB: random queries about an asset, walks, and queries about the asset and itself.
asks()
{
	local box
	box=$("$dump" --json "$3" | tr -d ' \t\n' | sed 's/.*"bounds_min":\[\([^]]*\)\],"bounds_max":\[\([^]]*\)\].*/\1 \2/; s/,/ /g')
	awk -v seed=$cooked -v count=60 -v box="$box" -f tests/queries.awk >"$scratch/queries"
	same "$1 as $2" "$3"
	awk 'NR % 40 == 1' "$scratch/queries" >"$scratch/some"
	claim "$1 as $2: walks" node tests/view/walk.mjs "$module" "$3" <"$scratch/some"
	awk -v seed=$cooked -v count=2 -v box="$box" -f tests/pairs.awk >"$scratch/queries"
	same "$1 as $2 against itself" --work --budget 200000 "$3" "$3"
	claim "$1 as $2 against itself: walks" node tests/view/walk.mjs "$module" "$3" "$3" <"$scratch/queries"
}

# Each art as surfaces and as solids, with trees of every kind.
cooked=0
for art in "$scratch"/art/{crate.obj,yard.gltf,terrain.obj} "$models"/{OBJ/spider.obj,PLY/Wuson.ply,BLEND/blender_269_regress1.blend,3DS/fels.3ds,STL/Spider_ascii.stl}
do
	[ -f "$art" ] || continue
	for form in mesh hull
	do
		blob=$scratch/$form.kiln
		"$build/kiln-cook" -q "$art" -o "$blob" --shape $form --tree kdop18,rss 2>"$scratch/stderr" || continue
		cooked=$((cooked + 1))
		asks "${art##*/}" $form "$blob"
	done
done
claim "$asked queries were asked" test $asked -gt 5000

# The module without SIMD.
simd=$module
module=$scalar
asks "yard.gltf without SIMD" mesh "$scratch/yard.kiln"
module=$simd

# Lines that are no queries, filters, comments, and a line that never ends.
"$build/kiln-cook" -q "$scratch/art/yard.gltf" -o "$scratch/yard.kiln"
{
	printf 'foo\n\n# comment\nray 1 2\nray 1e99 0 0 1 0 0\nray 1e38 0 0 1 0 0\nsphere 0 0 0 -1\r\ninside 0 0 0\n  closest\t1 2 3 \n'
	printf 'filter node house_c\nray 0 100 0 0 -1 0\nfilter ignore nothing\nfilter\nray 0 100 0 0 -1 0\ncollide 0 0 0 0 0 0 1\n'
	printf 'closest 1e-45 0x1 nan\nclosest 16777217 1.00000005960464477539062500001 .5e-3\n\xff\x00\n'
} >"$scratch/queries"
same "odd lines" "$scratch/yard.kiln"
claim "they give errors" test "$(grep -c '"error"' "$scratch/answers")" -gt 5

# A height field.
"$build/kiln-cook" -q "$scratch/art/terrain.png" -o "$scratch/field.kiln" --heights 0,8
awk -v seed=3 -v count=60 -v box="0 0 0 64 8 64" -f tests/queries.awk >"$scratch/queries"
printf 'filter ignore x\ncollide 0 0 0 0 0 0 1\n' >>"$scratch/queries"
same "a height field" "$scratch/field.kiln"
claim "it is met" grep -q '"hit":true' "$scratch/answers"

# Logs: as --replay, but for the verdict of brute force.
"$build/tests/log_queries" "$scratch/queries.log" 600 7 "$scratch/yard.kiln"
"$query" --replay "$scratch/queries.log" "$scratch/yard.kiln" 2>"$scratch/stderr" | sed 's/,"brute":"[a-z ]*"}$/}/' >"$scratch/native"
node tests/view/ask.mjs "$module" --replay "$scratch/queries.log" "$scratch/yard.kiln" </dev/null >"$scratch/answers"
claim "logs are replayed as kiln-query does" cmp "$scratch/native" "$scratch/answers"
claim "all of them" test "$(wc -l <"$scratch/answers")" = 600

"$build/kiln-cook" -q "$scratch/art/yard.gltf" -o "$scratch/hulls.kiln" --shape hull --shape 'fence*=mesh'
claim "the JavaScript holds" node tests/view/module.mjs "$module" "$scratch/yard.kiln" "$scratch/hulls.kiln" "$scratch/queries.log"
claims_end
