#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: scenes that need too much, or use missing or ambiguous names. Each one cooks, or is refused with a code.
# Names with controls, quotes and newlines: codes.sh, untrusted.sh, kiln-cook-depfile.sh. Recipes: kiln-cook-recipe.sh.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# gltf NODES VIEWS: a scene of the first node; accessor 0 has three corners, accessor 1 their indices.
whole='{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 3}'
gltf()
{
	printf '{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0,\n'
	printf '"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],\n'
	printf '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},'
	printf '{"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"}],\n'
	printf '"bufferViews": [%s],\n' "${2:-$whole}"
	printf '"buffers": [{"byteLength": 39, "uri": "data:application/octet-stream;base64,%s"}],\n' \
		AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAEC
	printf '"nodes": [%s]}\n' "$1"
}

gltf '{"mesh": 0}' >one.gltf
claim "a triangle cooks" exits 0 "$cook" -q one.gltf -o one.kiln
claim "a triangle" grep -q '"triangles": 1' <("$dump" --json one.kiln)

# Deep, cyclic and shared nodes.
gltf "$(awk 'BEGIN { for (i = 1; i < 1000000; ++i) printf "{\"children\": [%d]},\n", i; print "{\"mesh\": 0}" }')" >deep.gltf
claim "a million nodes, each the child of another, cook" exits 0 "$cook" -q deep.gltf -o out.kiln
claim "to one triangle" grep -q '"triangles": 1' <("$dump" --json out.kiln)
gltf '{"children": [1]}, {"children": [0], "mesh": 0}' >cycle.gltf
claim "a cycle of glTF nodes is refused" exits 1 "$cook" -q cycle.gltf -o out.kiln
claim "with its place" says "/nodes/"

# dae NODES LIBRARY: a Collada scene.
dae()
{
	cat <<-XML
		<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
		<asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
		<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array>
		<technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
		<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION"
		source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
		</mesh></geometry></library_geometries><library_nodes>$2</library_nodes>
		<library_visual_scenes><visual_scene id="s">$1</visual_scene></library_visual_scenes>
		<scene><instance_visual_scene url="#s"/></scene></COLLADA>
	XML
}
mesh='<instance_geometry url="#g"/>'
library="<node id=\"n0\">$mesh</node>"
for i in {1..40}
do
	library+="<node id=\"n$i\"><instance_node url=\"#n$((i - 1))\"/><instance_node url=\"#n$((i - 1))\"/></node>"
done
if limits_memory
then
	dae '<node id="r"><instance_node url="#n40"/></node>' "$library" >many.dae
	claim "2^40 instances by nesting are refused" exits 1 "$cook" -q many.dae -o out.kiln --memory-limit 400 --time-limit 60
	claim "for their number, memory or time" grep -qE '\[(import-too-big|memory-limit|time-limit)\]' "$scratch/stderr"
	dae '<node id="r"><instance_node url="#c"/></node>' "<node id=\"c\">$mesh<instance_node url=\"#c\"/></node>" >cycle.dae
	claim "a cycle of Collada nodes is refused" exits 1 "$cook" -q cycle.dae -o out.kiln --memory-limit 400 --time-limit 60
	claim "with a code" grep -qE ' error: .*\[(import-crashed|import-failed|memory-limit|time-limit)\]' "$scratch/stderr"
fi

# Invalid numbers.
for scale in 'nan nan nan' '1e39 1 1' '-inf 1 1'
do
	dae "<node id=\"r\"><scale>$scale</scale>$mesh</node><node id=\"q\">$mesh</node>" '' >scale.dae
	claim "a scale of $scale drops its node" exits 0 "$cook" -q scale.dae -o out.kiln
	claim "which is said with its name" says "scale.dae:r: warning: "
	claim "and its code" says "[transform-not-finite]"
	claim "the other node stays" grep -qE '"source_node": 2' <("$dump" --json out.kiln)
done
gltf '{"mesh": 0, "scale": [1e999, 1, 1]}' >scale.gltf
claim "a scale that JSON can't hold is refused" exits 1 "$cook" -q scale.gltf -o out.kiln
claim "with a line" says "scale.gltf:6: error: JSON: "

# Buffer views may share bytes, but not leave their buffer.
gltf '{"mesh": 0}' '{"buffer": 0, "byteLength": 39}, {"buffer": 0, "byteOffset": 30, "byteLength": 9}' |
	sed 's/"bufferView": 1,/"bufferView": 1, "byteOffset": 6,/' >shared.gltf
claim "views that overlap cook" exits 0 "$cook" -q shared.gltf -o out.kiln
claim "to the same triangle" cmp <("$dump" --obj /dev/stdout one.kiln | grep '^[vf]') <("$dump" --obj /dev/stdout out.kiln | grep '^[vf]')
gltf '{"mesh": 0}' '{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 37, "byteLength": 3}' >outside.gltf
claim "a view that leaves its buffer is refused" exits 1 "$cook" -q outside.gltf -o out.kiln
claim "with its place" says "/bufferViews/1"

# Names that occur twice, or are missing.
gltf '{"name": "root", "children": [1, 2, 3]}, {"name": "a", "mesh": 0}, {"name": "a", "mesh": 0, "translation": [3, 0, 0]},
	{"name": "UCX_a_01", "mesh": 0}' >twice.gltf
claim "two nodes of one name cook" exits 0 "$cook" -q twice.gltf -o out.kiln --layer a=glass
claim "the name of neither decides for a partner" says "[name-partner]"
claim "a pattern means both" test "$("$dump" out.kiln | grep -c 'in "glass"')" = 2
gltf '{"name": "UCX_b_01", "mesh": 0}' >alone.gltf
claim "a convention without its partner cooks" exits 0 "$cook" -q alone.gltf -o out.kiln
claim "and is said" says "[name-partner]"

# Layers: 64 with the default one.
claim "63 layers beside the default one" exits 0 "$cook" -q one.gltf -o out.kiln --layer "$(seq -s, 63)"
claim "64 are too many" exits 2 "$cook" -q one.gltf -o none.kiln --layer "$(seq -s, 64)"
claim "that is said" says "more than 64 layers [usage]"
for i in {1..64}
do
	printf '[node x%d*]\nlayer = l%d\n' "$i" "$i"
done >one.gltf.kiln
claim "also in a recipe" exits 2 "$cook" -q one.gltf -o none.kiln
claim "which is said" says "more than 64 layers"
claim "nothing is written" test ! -e none.kiln
claims_end
