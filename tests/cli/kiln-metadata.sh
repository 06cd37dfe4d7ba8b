#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --metadata: what kiln-dump shows of it, the same bytes each time, and art whose metadata is not sound.
#   tests/cli/kiln-metadata.sh [--update]   writes the current output into the golden files
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
not() { ! "$@"; }
cd "$scratch" || exit 3

# gltf NODE MESH MATERIAL SCENE ASSET: a triangle in a glTF; each argument is further members of an object.
gltf()
{
	printf '{"asset": {"version": "2.0"%s}, "scenes": [{"nodes": [0]%s}],\n' "$5" "$4"
	printf '"nodes": [{"name": "door", "mesh": 0%s}], "materials": [{"name": "oak"%s}],\n' "$1" "$3"
	printf '"meshes": [{"name": "leaf", "primitives": [{"attributes": {"POSITION": 0}, "material": 0}]%s}],\n' "$2"
	printf '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],\n'
	printf '"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36,\n'
	printf '"uri": "data:application/octet-stream;base64,%s"}]}\n' AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA
}

gltf ', "extras": {"health": 100, "locked": true, "keys": ["red", null, {"a/b~c": 1e-3}], "big": 9223372036854775807}' \
	', "extras": {"lod": -2.5}' ', "extras": "burns\n\"slowly\"\u009b\u202e\\"' ', "extras": {"line\nbreak": 0.1}' \
	', "extras": {"tool": "caf\u00e9 \ud83c\udfb2"}' >door.gltf
claim "the door cooks" exits 0 "$cook" -q door.gltf -o door.kiln --metadata
claim "with nothing to say" test ! -s stderr
claim "again" exits 0 "$cook" -q door.gltf -o again.kiln --metadata --no-isolation -j 1
claim "to the same bytes" cmp -s door.kiln again.kiln
printf 'metadata = yes\n' >door.gltf.kiln
claim "by a recipe" exits 0 "$cook" -q door.gltf -o again.kiln
claim "to the same bytes" cmp -s door.kiln again.kiln
rm door.gltf.kiln
claim "it is verified" exits 0 "$dump" --verify door.kiln
sed -n '/^metadata/,$p' stdout >text
claim "as JSON too" exits 0 "$dump" --json --verify door.kiln
claim "which is JSON" "$json_check" <stdout
sed -n '/^\t"metadata"/,$p' stdout >json
if [ "${1:-}" = --update ]
then
	cp text "$golden/metadata.text"
	cp json "$golden/metadata.json"
fi
claim "the text is the golden one" diff "$golden/metadata.text" text
claim "the JSON is the golden one" diff "$golden/metadata.json" json
claim "the report counts the values" exits 0 "$cook" -q door.gltf -o again.kiln --metadata --report report.json
claim "of all owners" grep -q '"metadata": 10' report.json

# Without the option.
claim "the door cooks without metadata" exits 0 "$cook" -q door.gltf -o plain.kiln
"$dump" --json plain.kiln >stdout
claim "which has no section of it" not grep -q "metadata text" stdout
claim "and no value" shows '"metadata": []'
gltf >bare.gltf
claim "a door without metadata" exits 0 "$cook" -q bare.gltf -o bare.kiln --metadata
claim "has no section of it" not grep -q "metadata text" <("$dump" --json bare.kiln)

# A damaged byte of the text: the hash says so, and so does the proof where a rule is broken.
offset=$("$dump" --json door.kiln | sed -n 's/.*"name": "metadata text".*"offset": \([0-9]*\).*/\1/p')
cp door.kiln broken.kiln
poke broken.kiln "$offset" ff
claim "text that is not UTF-8 is refused" exits 1 "$dump" --verify broken.kiln
claim "at its byte" says "offset $offset: a character of METADATA_TEXT is not UTF-8"
claim "the rest is shown" shows "metadata text"
cp door.kiln broken.kiln
poke broken.kiln "$((offset + 9))" 21
claim "a changed key is proved" exits 0 "$dump" broken.kiln
claim "and found by the hash" exits 1 "$dump" --verify broken.kiln

# Bad input.
nest() { printf "%$2s" | tr ' ' "$1"; }
gltf ", \"extras\": $(nest '[' 1000000)1$(nest ']' 1000000)" >deep.gltf
claim "extras a million deep are refused" exits 1 "$cook" -q deep.gltf -o out.kiln --metadata
claim "by the parser" says 'parsing depth'
gltf ", \"extras\": {\"a\": $(nest '[' 100)1$(nest ']' 100), \"b\": 2}" >deep.gltf
claim "extras a hundred deep cook" exits 0 "$cook" -q deep.gltf -o out.kiln --metadata
claim "and are left out" says 'nested too deep; the first is at'
claim "the others stay" grep -q '"/extras/b": 2' <("$dump" out.kiln)
gltf ", \"extras\": {\"a\": \"$(nest x 5000000)\"}" >long.gltf
claim "a string of five million bytes cooks" exits 0 "$cook" -q long.gltf -o out.kiln --metadata
claim "and opens" exits 0 "$dump" --verify out.kiln
claim "whole" test "$(stat -c %s out.kiln)" -gt 5000000
gltf ', "extras": {"a": 1, "a": 2}' >twice.gltf
claim "two keys of one name are refused" exits 1 "$cook" -q twice.gltf -o out.kiln --metadata
claim "by the parser" says 'duplicate object key'
gltf ', "extras": {"a": NaN}' >nan.gltf
claim "NaN is refused" exits 1 "$cook" -q nan.gltf -o out.kiln --metadata
gltf ', "extras": {"a": 1e999}' >infinite.gltf
claim "a number beyond double is refused" exits 1 "$cook" -q infinite.gltf -o out.kiln --metadata
gltf ', "extras": {"a": "x\u0000y", "b": {}, "": []}' >odd.gltf
claim "a NUL and empty objects cook" exits 0 "$cook" -q odd.gltf -o out.kiln --metadata
claim "and are left out" says '3 values or groups of values are left out'
claim "which can refuse the art" exits 1 "$cook" -q odd.gltf -o out.kiln --metadata --werror=metadata-lost
claims_end
