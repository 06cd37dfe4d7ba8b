#!/bin/bash
# SPDX-License-Identifier: MIT
# Hulls and primitives: kiln-cook --shape and --hull-*, the output of kiln-dump and the answers of kiln-query.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
out=$scratch/out.kiln
make_samples
art=$scratch/art/yard.gltf
crate=$scratch/art/crate.obj
lacks() { [ ! -e "$1" ]; }
not() { ! "$@"; }
# member NAME: the JSON has a member that begins with NAME.
member() { grep -qE -- "$1" "$scratch/stdout" || { echo "no $1"; return 1; }; }

# Every kind cooks, is valid, and is the same when cooked again.
for shape in mesh hull sphere capsule box cylinder
do
	claim "$shape: cooks" exits 0 "$cook" -q "$art" -o "$out" --shape $shape
	claim "$shape: is sound" exits 0 "$dump" --verify "$out"
	claim "$shape: says so" shows "verified: proof, hash and containment hold"
	claim "$shape: is shown" grep -qE "^shape [0-9]+ .*: $shape, placed by" "$scratch/stdout"
	claim "$shape: again" exits 0 "$cook" -q "$art" -o "$scratch/again.kiln" --shape $shape -j 1
	claim "$shape: the same bytes" cmp -s "$out" "$scratch/again.kiln"
	claim "$shape: JSON" exits 0 "$dump" --json --verify "$out"
	claim "$shape: parses" "$json_check" <"$scratch/stdout"
	claim "$shape: its kind" member "\"kind\": \"$shape\""
	claim "$shape: OBJ" exits 0 "$dump" --obj "$scratch/out.obj" "$out"
	claim "$shape: OBJ cooks" exits 0 "$cook" -q "$scratch/out.obj" -o "$scratch/again.kiln"
done

# A hull of a crate is the crate.
claim "a crate as hull" exits 0 "$cook" "$crate" -o "$out" --shape hull
claim "the summary counts hulls" says "0 triangles, $(stat -c %s "$out") bytes, 1 hull, 1 node"
claim "-v shows it" exits 0 "$cook" -v "$crate" -o "$out" --shape hull
claim "-v tells its size" says "hull: 8 vertices, 12 edges, 6 faces"
claim "-v tells that it is exact" says "bytes; exact"
claim "its report" exits 0 "$cook" -q "$crate" -o "$out" --shape hull --report "$scratch/report.json"
claim "the report parses" "$json_check" <"$scratch/report.json"
claim "the report has the hull" grep -q '"hull": {"dimension": 3, "vertices": 8, "edges": 12, "faces": 6' "$scratch/report.json"
claim "the dump" exits 0 "$dump" "$out"
claim "the dump counts its faces" shows "polyhedron of 8 vertices, 12 edges, 6 faces"
claim "the dump tells its mass" grep -qE '^  area +[0-9.]+, volume [0-9.]+, centre of mass' "$scratch/stdout"

# Budgets.
"$build/kiln-cook" -q "$scratch/art/terrain.obj" -o "$scratch/exact.kiln" --shape hull
for count in 4 12 30
do
	claim "$count vertices" exits 0 "$cook" -q "$scratch/art/terrain.obj" -o "$out" --shape hull --hull-vertices $count
	claim "$count vertices: sound" exits 0 "$dump" --verify --json "$out"
	claim "$count vertices: not more" test "$(grep -o '"vertices": [0-9]*, "edges"' "$scratch/stdout" | grep -o '[0-9]*')" -le $count
	claim "$count vertices: not inner" member '"inner": false'
	claim "$count faces" exits 0 "$cook" -q "$scratch/art/terrain.obj" -o "$out" --shape hull --hull-faces $count
	claim "$count faces: sound" exits 0 "$dump" --verify --json "$out"
	claim "$count faces: not more" test "$(grep -o '"faces": [0-9]*, "exact' "$scratch/stdout" | grep -o '[0-9]*')" -le $count
done
claim "an error" exits 0 "$cook" -q "$scratch/art/terrain.obj" -o "$out" --shape hull --hull-error 0.02
claim "an error: sound" exits 0 "$dump" --verify "$out"
claim "an error: reported" grep -qE '^  hull error +[0-9.e-]+: lies around the exact hull of' "$scratch/stdout"
claim "inner" exits 0 "$cook" -q "$scratch/art/terrain.obj" -o "$out" --shape hull --hull-vertices 12 --hull-inner
claim "inner: sound" exits 0 "$dump" --verify "$out"
claim "inner: reported" grep -qE '^  hull error .*: lies inside the exact hull of' "$scratch/stdout"

# misused TEXT WORD...: exit code 2, no output.
misused()
{
	local text=$1
	shift
	rm -f "$out"
	claim "$text: exit code 2" exits 2 "$cook" "$crate" -o "$out" "$@"
	claim "$text: [usage]" says "[usage]"
	claim "$text: no output" lacks "$out"
}
misused "an unknown shape" --shape cone
misused "no shape" --shape ""
misused "no pattern" --shape =hull
misused "a pattern without a shape" --shape 'a*='
misused "three vertices" --hull-vertices 3
claim "three vertices: why" says "takes a number from 4"
misused "one face" --hull-faces 1
misused "too many vertices" --hull-vertices 4294967295
claim "too many vertices: why" says "takes a number from 0 to 1073741824"
misused "half a vertex" --hull-vertices 4.5
misused "a negative error" --hull-error -1
misused "an error beyond the diagonal" --hull-error 1.5
misused "an error that is no number" --hull-error nan

# Shapes by name; a compound under one tree.
claim "patterns" exits 0 "$cook" "$art" -o "$out" --shape hull --shape 'fence*=mesh' --shape 'ramp?=box' --shape 'ramp=sphere' --shape 'nobody=box'
claim "an unmatched one is warned about" says "no node with meshes has a name like 'nobody'"
claim "with its code" says "[rule-unmatched]"
claim "the compound is sound" exits 0 "$dump" --verify --json "$out"
claim "the compound has a mesh" member '"kind": "mesh"'
claim "the compound has a hull" member '"kind": "hull"'
claim "a recipe" bash -c "printf -- '--shape hull --shape \"fence*=mesh\"\n' >'$scratch/recipe' && '$cook' -q '$art' -o '$scratch/recipe.kiln' @'$scratch/recipe'"
claim "words" exits 0 "$cook" -q "$art" -o "$scratch/words.kiln" --shape hull --shape 'fence*=mesh'
claim "a recipe says the same" cmp -s "$scratch/recipe.kiln" "$scratch/words.kiln"

# Queries of a crate as hull and as mesh agree.
ask() { printf '%s\n' "$1" | "$query" "$2"; }
# The first member of this name, zeros without a sign.
field() { grep -oE "\"$1\":(\[[^]]*\]|[^,}]*)" | head -n 1 | sed 's/-0\([],]\)/0\1/g'; }
# near POINT POINT: both are empty, or equal to 2^-22. A mesh's point is computed from its float32 weights.
near()
{
	awk -v a="$1" -v b="$2" 'BEGIN {
		n = split(a, p, /[][,:]/)
		if (n != split(b, q, /[][,:]/))
			exit 1
		for (i = 1; i <= n; ++i)
			if ((p[i] - q[i]) ^ 2 > 2 ^ -44)
				exit 1
	}'
}
"$cook" -q "$crate" -o "$scratch/mesh.kiln"
"$cook" -q "$crate" -o "$scratch/hull.kiln" --shape hull
"$cook" -q "$crate" -o "$scratch/box.kiln" --shape box
for line in "ray -9 0.7 0.2 1 0 0" "ray 9 0.3 0.1 -2 0 0" "ray 9 9 9 -1 -1.1 -0.9" "ray 9 9 9 1 0 0" \
	"castsphere -9 0.7 0.2 0.25 1 0 0" "closest 5 0.3 0.2" "inside 0.1 0.3 0" "inside 9 9 9"
do
	for key in hit t normal found distance inside
	do
		claim "hull: $line: $key" test "$(ask "$line" "$scratch/hull.kiln" | field $key)" = "$(ask "$line" "$scratch/mesh.kiln" | field $key)"
		claim "box: $line: $key" test "$(ask "$line" "$scratch/box.kiln" | field $key)" = "$(ask "$line" "$scratch/mesh.kiln" | field $key)"
	done
	claim "hull: $line: point" near "$(ask "$line" "$scratch/hull.kiln" | field point)" "$(ask "$line" "$scratch/mesh.kiln" | field point)"
	claim "box: $line: point" near "$(ask "$line" "$scratch/box.kiln" | field point)" "$(ask "$line" "$scratch/mesh.kiln" | field point)"
done
claim "a hull's hit says what it met" bash -c "echo 'ray -9 0.7 0.2 1 0 0' | '$query' '$scratch/hull.kiln' | grep -q '\"triangle\":null,\"source\":null,\"node\":0,\"solid\":\"hull\",\"face\":[0-5]'"
claim "a sphere inside touches the solid" test "$(ask 'sphere 0 0.3 0 0.01' "$scratch/hull.kiln")" = '{"triangles":[],"solids":[0]}'
claim "a sphere outside does not" test "$(ask 'sphere 9 9 9 1' "$scratch/hull.kiln")" = '{"triangles":[],"solids":[]}'

# A changed plane or volume is found by --verify, even if kiln_open accepts it.
"$cook" -q "$crate" -o "$scratch/hull.kiln" --shape hull
json=$("$dump" --json "$scratch/hull.kiln")
section() { sed -n "s/.*\"name\": \"$1\".*\"offset\": \([0-9]*\).*/\1/p" <<<"$json"; }
data=$(section "hull data")
volumes=$(section volumes)
for place in $((data + 96)) $((data + 224)) $((volumes + 36)) $((volumes + 2))
do
	cp "$scratch/hull.kiln" "$scratch/changed.kiln"
	byte=$(peek "$scratch/changed.kiln" "$place")
	poke "$scratch/changed.kiln" "$place" "$(printf '%02x' $((0x$byte ^ 1)))"
	claim "byte $place changed is found" exits 1 "$dump" --verify "$scratch/changed.kiln"
done

# A tetrahedron of volume 1/6 and some 1e7 long, and a cloud of the smallest numbers, whose mass does not fit in a float32.
printf 'v %s\n' '0 0 0' '8388607 8388608 0' '8388606 8388607 0' '8388607 8388607 1' >"$scratch/needle.obj"
printf 'f %s\n' '1 3 2' '1 2 4' '1 4 3' '2 3 4' >>"$scratch/needle.obj"
sed '/^v/{s/838860\([678]\)/\1e-44/g;s/ 1$/ 2e-44/;}' "$scratch/needle.obj" >"$scratch/speck.obj"
for art in needle speck
do
	claim "$art: is cooked" exits 0 "$build/kiln-cook" -q "$scratch/$art.obj" -o "$scratch/$art.kiln" --shape hull
	claim "$art: is sound" exits 0 "$dump" --verify "$scratch/$art.kiln"
done
claim "a speck has no mass" shows "no solid"
claim "the needle is shown" exits 0 "$dump" "$scratch/needle.kiln"
claim "the needle has its volume" shows "volume 0.166666"

claims_end
