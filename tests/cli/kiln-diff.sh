#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-dump --diff: what is said of two assets that differ in one known thing each, and exit codes.
. "$(dirname "$0")/claims.bash"
make_samples
cook=$build/kiln-cook
cd "$scratch" || exit 3

printf 'o wall\nv 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nusemtl brick\nf 1 2 3 4\no roof\nv 0 3 0\nv 4 3 0\nv 4 4 2\nv 0 4 2\nusemtl tile\nf 5 6 7 8\n' >house.obj
"$cook" -q house.obj -o a.kiln --shape '*oof=hull'

# against ART-COMMAND [OPTION...]: cooks the house again, changed by sed, and compares.
against()
{
	local change=$1
	shift
	sed "$change" house.obj >other/house.obj
	"$cook" -q other/house.obj -o b.kiln "$@" 2>/dev/null
	claim "${change:-$*} is a difference" exits 1 "$dump" a.kiln --diff b.kiln
}

# said PATTERN; unsaid PATTERN: a line of the output.
said() { claim "it says: $1" grep -qE "^$1$" stdout; }
unsaid() { claim "it does not say: $1" test "$(grep -cE "^$1" stdout)" = 0; }

mkdir other
cp house.obj other
"$cook" -q other/house.obj -o b.kiln --shape '*oof=hull'
claim "the same art has no difference" exits 0 "$dump" a.kiln --diff b.kiln
said 'the same bytes'

against 's/^v 4 3 0$/v 4 3.25 0/;' --shape '*oof=hull'
said 'shape "wall": area 12 -> 12\.5'
said 'shape "wall": as many triangles are replaced'
said 'shape "wall": surface moves by up to 0\.25'
unsaid 'shape "wall": triangles [0-9]'
unsaid 'node .*: moves'

against 's/^f 1 2 3 4/f 1 2 3/' --shape '*oof=hull'
said 'shape "wall": triangles 2 -> 1'
said 'shape "wall": triangles that only one has 1 -> 0'
said 'section "sources": bytes 8 -> 4'

against 's/wall/fence/' --shape '*oof=hull'
said 'node "wall": removed'
said 'node "fence": added'
said 'shape "wall": removed'

against '' --shape '*oof=hull' --layer '*all=stone'
said 'node "wall": layers 0x1 -> 0x[0-9a-f]+'
said 'option "layer": value none -> .*stone'

against ''
said 'shape "roof": kind hull -> mesh'
against '' --shape '*oof=hull' --hull-vertices 12 --flat-edge 0.5
said 'option "hull-vertices": value 0 -> 12'
said 'option "flat-edge": value 0.025000000000000001 -> 0.5'
unsaid 'option "hull-faces"'

against 's/usemtl tile/usemtl slate/' --shape '*oof=hull'
said 'material "slate": added'
said 'material "tile": removed'

# Hulls: vertices, and how far the farthest lies from the other hull.
printf 'o tip\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >house.obj
"$cook" -q house.obj -o a.kiln --shape hull
against 's/^v 0 0 1$/v 0 0 1.5/' --shape hull
said 'shape "tip": as many vertices are replaced'
said 'shape "tip": hull moves by up to 0\.5'
unsaid 'shape "tip": vertices'
against 's/^v 0 0 1$/v 0 0 0.5/' --shape hull
said 'shape "tip": hull moves by up to 0\.5'
against 's/^f 2 3 4$/f 2 3 4\nv 2 2 2\nf 1 2 5/' --shape hull
said 'shape "tip": vertices 4 -> 5'
said 'shape "tip": vertices that only one has 0 -> 1'
said 'shape "tip": hull moves by up to 2\.8867[0-9]*'

# Primitives as glTF states them: how far their surface moves.
# primitive SHAPE OTHER: cooks a node with each.
primitive()
{
	local shape name=a
	for shape
	do
		printf '{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],\n' >ball.gltf
		printf '"extensions": {"KHR_implicit_shapes": {"shapes": [%s]}}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "ball",\n' "$shape" >>ball.gltf
		printf '"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}}}]}\n' >>ball.gltf
		claim "a primitive: $shape" exits 0 "$cook" -q ball.gltf -o $name.kiln
		name=b
	done
	claim "differs from $1" exits 1 "$dump" a.kiln --diff b.kiln
}
primitive '{"type": "sphere", "sphere": {"radius": 1}}' '{"type": "sphere", "sphere": {"radius": 1.5}}'
said 'shape "ball": radius 1 -> 1\.5'
said 'shape "ball": moves by up to 0\.5'
# A corner moves by (0.5, 0, 1).
primitive '{"type": "box", "box": {"size": [2, 2, 4]}}' '{"type": "box", "box": {"size": [3, 2, 2]}}'
said 'shape "ball": moves by up to 1'
unsaid 'shape "ball": radius'
primitive '{"type": "box", "box": {"size": [2, 2, 2]}}' '{"type": "box", "box": {"size": [5, 2, 10]}}'
said 'shape "ball": moves by up to 4\.27200[0-9]*'
# An end is a half higher, and as much narrower.
primitive '{"type": "capsule", "capsule": {"height": 2, "radiusTop": 1, "radiusBottom": 1}}' \
	'{"type": "capsule", "capsule": {"height": 3, "radiusTop": 0.75, "radiusBottom": 0.75}}'
said 'shape "ball": radius 1 -> 0\.75'
said 'shape "ball": moves by up to 0\.25'
primitive '{"type": "cylinder", "cylinder": {"height": 2, "radiusTop": 1, "radiusBottom": 1}}' \
	'{"type": "cylinder", "cylinder": {"height": 4, "radiusTop": 1.25, "radiusBottom": 1.25}}'
said 'shape "ball": moves by at most 1\.25'

# A node that moves without its mesh.
for at in '1, 2, 2' '1, 2, 4'
do
	printf '{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "door", "mesh": 0, "translation": [%s]}],\n' "$at"
	printf '"meshes": [{"name": "leaf", "primitives": [{"attributes": {"POSITION": 0}}]}],\n'
	printf '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],\n'
	printf '"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36,\n'
	printf '"uri": "data:application/octet-stream;base64,%s"}]}\n' AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA
done | split -l 5 - door.
mv door.aa door.gltf
"$cook" -q door.gltf -o a.kiln
mv door.ab door.gltf
"$cook" -q door.gltf -o b.kiln
claim "a door that moves" exits 1 "$dump" a.kiln --diff b.kiln
said 'node "door": moves by up to 2'
unsaid 'shape'
claim "as JSON" exits 1 "$dump" a.kiln --diff b.kiln --json
claim "which is JSON" "$json_check" <stdout
claim "with the length" grep -qF '"name": "door", "difference": "moves by up to", "length": 2' stdout

# Real scenes with themselves and each other.
claim "a scene and itself" exits 0 "$dump" yard.kiln --diff yard.kiln
claim "two scenes" exits 1 "$dump" yard.kiln --diff crate.kiln --json
claim "are JSON" "$json_check" <stdout
head -c 1000 yard.kiln >half.kiln
claim "a broken file is refused" exits 1 "$dump" yard.kiln --diff half.kiln
claim "by its name" says "half.kiln: error: offset"
claim "a missing file is an I/O error" exits 3 "$dump" yard.kiln --diff none.kiln
claim "an output that does not fit is one" exits 3 sh -c "'$dump' yard.kiln --diff crate.kiln >/dev/full"
claims_end
