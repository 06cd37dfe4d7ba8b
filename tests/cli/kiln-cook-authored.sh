#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: the same collision defined by names, by an extension of glTF, or by a recipe gives the same asset, except for
# its provenance.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
not() { ! "$@"; }
mkdir "$scratch/names" "$scratch/extension" "$scratch/recipe"

# A pyramid: five vertices and one inside; six triangles, not closed.
pyramid=AACAvwAAAAAAAIC/AACAPwAAAAAAAIC/AACAPwAAAAAAAIA/AACAvwAAAAAAAIA/AAAAAAAA
pyramid+=AEAAAAAAAACAPgAAAD8AAAAAAAABAAIAAAACAAMAAQAAAAQAAgABAAQAAwACAAQAAAADAAUA

# level CRATE WALL ROOT: "Crate" is shown, "UCX_Crate" is its hull, "Wall-col" collides with its triangles, "Lamp-noimp"
# with
# nothing; further members of the middle two and of the root.
level()
{
	local name more at=0 place='"rotation": [0, 0.6, 0, 0.8], "scale": [1, 2, 1]'
	echo '{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],'
	echo '"nodes": [{"name": "level", "children": [1, 2, 3, 4]}'
	for name in Crate UCX_Crate Wall-col Lamp-noimp
	do
		case $name in UCX_Crate) more=$1 ;; Wall-col) more=$2 ;; *) more= ;; esac
		echo ", {\"name\": \"$name\", \"mesh\": 0, \"translation\": [$at, 1, 0.5], $place$more}"
		at=$((at + 4))
	done
	echo '], "materials": [{"name": "wood"}],'
	echo '"meshes": [{"name": "pyramid", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],'
	echo '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3"},'
	echo '{"bufferView": 1, "componentType": 5123, "count": 18, "type": "SCALAR"}],'
	echo '"bufferViews": [{"buffer": 0, "byteLength": 72}, {"buffer": 0, "byteOffset": 72, "byteLength": 36}],'
	echo "\"buffers\": [{\"byteLength\": 108, \"uri\": \"data:application/octet-stream;base64,$pyramid\"}]$3}"
}
body() { echo ", \"extensions\": {\"KHR_physics_rigid_bodies\": {\"collider\": {\"geometry\": {\"node\": $1, \"convexHull\": $2}}}}"; }
level '' '' '' >"$scratch/names/level.gltf"
cp "$scratch/names/level.gltf" "$scratch/recipe/level.gltf"
level "$(body 2 true)" "$(body 3 false)" ', "extensionsUsed": ["KHR_physics_rigid_bodies"]' >"$scratch/extension/level.gltf"
cat >"$scratch/recipe/level.gltf.kiln" <<-'RECIPE'
	names = none
	shape = none
	[node UCX_*]
	shape = hull
	[node Wall*]
	shape = mesh
RECIPE

# Everything but provenance: offsets of other names depend on the texts of source and options before them.
content()
{
	"$dump" --json "$1" | grep -vE '"(content_hash|source_hash|options_hash|options|size|bytes|file|padding|bytes_per_triangle)"|"sections"|"kind": [0-9]+, "name"' |
		sed -E 's/"(provenance)".*//'
}
for way in names extension recipe
do
	claim "the level cooks by $way" exits 0 "$cook" -q "$scratch/$way/level.gltf" -o "$scratch/$way.kiln" --names "$([ $way = names ] && echo auto || echo none)"
	claim "$way: with nothing to say" test ! -s "$scratch/stderr"
	content "$scratch/$way.kiln" >"$scratch/$way.content"
	claim "$way: there is content" test "$(wc -l <"$scratch/$way.content")" -gt 60
done
claim "there is a hull and a mesh" test "$(grep -cE '"source_node": (2|3)' "$scratch/names.content")" = 2
claim "names and the extension give the same asset" diff "$scratch/names.content" "$scratch/extension.content"
claim "names and a recipe give the same asset" diff "$scratch/names.content" "$scratch/recipe.content"
claim "another level differs" exits 0 "$cook" -q "$scratch/names/level.gltf" -o "$scratch/none.kiln" --names none
claim "by its content" not cmp -s <(content "$scratch/none.kiln") "$scratch/names.content"
for query_line in 'rayall -2 1.3 0.4 1 0 0' 'closest 2 0 0' 'box 8 1 0 5 1 1'
do
	echo "$query_line" | "$query" "$scratch/names.kiln" >"$scratch/expected"
	for way in extension recipe
	do
		claim "$way: the same answer: $query_line" cmp "$scratch/expected" <(echo "$query_line" | "$query" "$scratch/$way.kiln")
	done
done
claims_end
