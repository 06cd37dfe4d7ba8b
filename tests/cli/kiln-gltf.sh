#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-dump --gltf: kiln-cook makes the same shapes of the file, nodes, layers and triggers.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
make_samples
art=$scratch/art

# rays BLOB: rays from all sides through its box.
rays()
{
	awk -v seed=3 -v box="$("$dump" --json "$1" | tr -d ' \t\n' |
		sed 's/.*"bounds_min":\[\([^]]*\)\],"bounds_max":\[\([^]]*\)\].*/\1 \2/; s/,/ /g')" '
		function random() { state = (state * 16807) % 2147483647; return state / 2147483647 }
		BEGIN {
			state = seed
			split(box, b, " ")
			for (i = 0; i < 600; ++i)
			{
				line = "ray"
				for (k = 1; k <= 3; ++k)
					from[k] = b[k] + (b[k + 3] - b[k]) * (3 * random() - 1)
				for (k = 1; k <= 3; ++k)
					to[k] = b[k] + (b[k + 3] - b[k]) * random()
				line = line sprintf(" %.6g %.6g %.6g", from[1], from[2], from[3])
				print line sprintf(" %.6g %.6g %.6g", to[1] - from[1], to[2] - from[2], to[3] - from[3])
			}
		}'
}

# alike ANSWERS ANSWERS: hits of the same nodes at the same t, to rounding: at most one of 200 passes a rounded edge otherwise.
alike()
{
	paste -d'\n' "$1" "$2" | awk '
		{ hit = /"hit":true/; t = 0; name = "" }
		match($0, /"t":[^,]*/) { t = substr($0, RSTART + 4, RLENGTH - 4) + 0 }
		match($0, /"node_name":"[^"]*"/) { name = substr($0, RSTART, RLENGTH) }
		NR % 2 { was = hit; then_t = t; before = name; hits += hit; next }
		hit != was || name != before || t > then_t + 1e-4 || t < then_t - 1e-4 { ++others }
		END { exit !(hits > 100 && others <= NR / 2 / 200) }'
}

# round TEXT ART OPTION...: cook, write, cook again.
round()
{
	local text=$1 from=$2
	shift 2
	claim "$text: cooked" exits 0 "$cook" -q "$from" -o "$scratch/a.kiln" "$@"
	claim "$text: written" exits 0 "$dump" --gltf "$scratch/a.gltf" "$scratch/a.kiln"
	claim "$text: it is JSON" "$json_check" <"$scratch/a.gltf"
	claim "$text: cooked again" exits 0 "$cook" "$scratch/a.gltf" -o "$scratch/b.kiln" --report "$scratch/b.json"
	# A flat hull has each triangle from both sides; a node may scale a round solid unevenly.
	claim "$text: without a warning" test "$(grep -E 'warning|error' "$scratch/stderr" | grep -cvE 'clean-dropped|collider-scale')" = 0
	rays "$scratch/a.kiln" >"$scratch/rays"
	"$query" "$scratch/a.kiln" <"$scratch/rays" >"$scratch/a.answers"
	"$query" "$scratch/b.kiln" <"$scratch/rays" >"$scratch/b.answers"
	claim "$text: rays hit the same nodes at the same t" alike "$scratch/a.answers" "$scratch/b.answers"
	claim "$text: as many meshes, hulls and primitives" cmp <(kinds "$scratch/a.kiln") <(kinds "$scratch/b.kiln")
	claim "$text: the proof of both passes" exits 0 "$dump" --verify "$scratch/b.kiln"
}

# kinds BLOB: how many nodes place shapes of each kind.
kinds()
{
	"$dump" --json "$1" | tr -d ' \t\n' | grep -oE '"kind":"(mesh|hull|sphere|capsule|box|cylinder)"' | sort | uniq -c
}

round "surfaces" "$art/yard.gltf"
# Where nothing is rounded, corners keep their bits.
points() { "$dump" --obj - "$1" | grep '^v ' | cut -d ' ' -f 1-4 | sort -u; }
claim "corners keep their bits" cmp <(points "$scratch/a.kiln") <(points "$scratch/b.kiln")
round "hulls" "$art/yard.gltf" --shape hull --shape 'fence*=mesh'
claim "corners of hulls, too" cmp <(points "$scratch/a.kiln") <(points "$scratch/b.kiln")
round "primitives" "$art/yard.gltf" --shape '*a*=box' --shape '*e*=cylinder' --shape '*house_b*=capsule' --shape '*_c=sphere'
claim "they are implicit shapes" grep -q '"KHR_implicit_shapes":{"shapes":\[{"type":"' "$scratch/a.gltf"
round "another unit" "$art/crate.obj" --unit cm --shape hull
round "triggers and layers" "$art/yard.gltf" --trigger 'ramp*' --layer 'house*=buildings' --collides 'house*=default' --shape hull
claim "triggers are triggers" test "$(grep -o '"trigger":{' "$scratch/a.gltf" | wc -l)" = 2
claim "layers are collision systems" grep -q '"collisionSystems":\["buildings"\],"collideWithSystems":\["default"\]' "$scratch/a.gltf"
marks() { "$dump" "$1" | grep -E '^node [0-9]|^  layers +in' | sed -E 's/shape [0-9]+, //; s/, node [0-9]+ of the art.*//'; }
claim "marks are found" test "$(marks "$scratch/a.kiln" | grep -cE 'trigger|buildings')" = 5
claim "and come back" cmp <(marks "$scratch/a.kiln") <(marks "$scratch/b.kiln")

# Any name is text.
sed 's/house_c/a\\"<\\\\\\u00e9/' "$art/yard.gltf" >"$art/odd.gltf"
claim "a node of any name" exits 0 "$cook" -q "$art/odd.gltf" -o "$scratch/odd.kiln"
claim "is written" exits 0 "$dump" --gltf "$scratch/odd.gltf" "$scratch/odd.kiln"
claim "as JSON" "$json_check" <"$scratch/odd.gltf"

# Outputs.
claim "the file goes to standard output" sh -c "'$dump' --gltf - '$scratch/a.kiln' | cmp - '$scratch/a.gltf'"
claim "nothing is overwritten" exits 2 "$dump" --gltf "$scratch/a.kiln" "$scratch/a.kiln"
claim "and it says so" says "--gltf would overwrite"
claim "one output has standard output" exits 2 "$dump" --gltf - --obj - "$scratch/a.kiln"
claim "a folder that is not there" exits 3 "$dump" --gltf "$scratch/none/a.gltf" "$scratch/a.kiln"
head -c 500 "$scratch/a.kiln" >"$scratch/cut.kiln"
claim "a broken file writes nothing" exits 1 "$dump" --gltf "$scratch/cut.gltf" "$scratch/cut.kiln"
claim "nothing" test ! -e "$scratch/cut.gltf"
claims_end
