#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: which files art may name. Tests the rule with every format in which assimp opens named files.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
art=$scratch/art
out=$scratch/out.kiln
mkdir -p "$art/below" "$scratch/secret" "$scratch/art-too"
not() { ! "$@"; }

# One triangle of three floats a corner, and a material.
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0' >"$art/tri.bin"
for folder in "$art/below" "$scratch/secret" "$scratch/art-too"
do
	cp "$art/tri.bin" "$folder/tri.bin"
	printf 'newmtl secret-oak\nKd 1 0 0\n' >"$folder/oak.mtl"
done
cp "$scratch/secret/oak.mtl" "$art/oak.mtl"
# gltf URI: a triangle whose corners come from another file.
gltf()
{
	cat <<GLTF
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "tri"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "$1", "byteLength": 36}]}
GLTF
}
obj() { printf 'mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl secret-oak\nf 1 2 3\n' "$1"; }

# cooks TEXT NAME [OPTION...], refuses TEXT NAME PATH [OPTION...]
cooks() { claim "$1 cooks" exits 0 "$cook" -q "$art/$2" -o "$out" "${@:3}"; }
refuses()
{
	rm -f "$out"
	claim "$1 is refused" exits 1 "$cook" -q "$art/$2" -o "$out" "${@:4}"
	claim "$1: the code" says "[import-outside]"
	claim "$1: the path" says "$3"
	claim "$1: the way out" says "--allow-outside DIR"
	claim "$1: once" test "$(grep -c import-outside "$scratch/stderr")" = 1
	claim "$1: no output" test ! -e "$out"
}

gltf tri.bin >"$art/here.gltf"
cooks "a buffer in the art's folder" here.gltf
gltf below/tri.bin >"$art/below.gltf"
cooks "a buffer below it" below.gltf
gltf below/../tri.bin >"$art/back.gltf"
cooks "a buffer that a detour leads to" back.gltf
gltf ../secret/tri.bin >"$art/up.gltf"
refuses "a buffer above it" up.gltf "$scratch/secret/tri.bin"
cp "$art/tri.bin" "$scratch/secret/far.bin"
gltf "$scratch/secret/far.bin" >"$art/absolute.gltf"
claim "an absolute buffer is refused" exits 1 "$cook" -q "$art/absolute.gltf" -o "$out"
gltf ../art-too/tri.bin >"$art/prefix.gltf"
refuses "a folder whose name begins like the art's" prefix.gltf "$scratch/art-too/tri.bin"
ln -s ../secret/tri.bin "$art/link.bin"
gltf link.bin >"$art/link.gltf"
refuses "a link that leads out" link.gltf "$scratch/secret/tri.bin"
ln -s ../secret "$art/linked"
gltf linked/tri.bin >"$art/linked.gltf"
refuses "a linked folder" linked.gltf "$scratch/secret/tri.bin"
ln -s tri.bin "$art/inner.bin"
gltf inner.bin >"$art/inner.gltf"
cooks "a link that stays in" inner.gltf

# A relative art file, and art that is a link itself: its own folder and that of the link are allowed.
claim "art in the working folder" exits 0 sh -c 'cd "$1" && "$2" -q here.gltf -o relative.kiln' sh "$art" "$cook"
claim "it may not name what is above either" exits 1 sh -c 'cd "$1" && "$2" -q up.gltf -o relative.kiln' sh "$art" "$cook"
mkdir "$scratch/farm"
ln -s "$art/here.gltf" "$art/up.gltf" "$art/tri.bin" "$scratch/farm"
claim "a farm of links" exits 0 "$cook" -q "$scratch/farm/here.gltf" -o "$out"
claim "it leads to no other folder" exits 1 "$cook" -q "$scratch/farm/up.gltf" -o "$out"

# --allow-outside.
cooks "an allowed folder" up.gltf --allow-outside "$scratch/secret"
cooks "a folder above it" up.gltf --allow-outside "$scratch"
cooks "an allowed folder for a link" link.gltf --allow-outside="$scratch/secret/"
cooks "the second of two" up.gltf --allow-outside "$scratch/art-too" --allow-outside "$scratch/secret"
refuses "a folder beside it" up.gltf "$scratch/secret/tri.bin" --allow-outside "$scratch/art-too"
claim "a folder that is not there" exits 2 "$cook" -q "$art/here.gltf" -o "$out" --allow-outside "$scratch/none"
claim "by name" says "$scratch/none"
claim "no folder at all" exits 2 "$cook" -q "$art/here.gltf" -o "$out" --allow-outside=
"$cook" -q "$art/here.gltf" -o "$scratch/plain.kiln"
cooks "what is allowed and not used" here.gltf --allow-outside "$scratch/secret"
claim "leaves the bytes as they are" cmp -s "$out" "$scratch/plain.kiln"

# The effect of a missing file depends on the format.
gltf ../secret/none.bin >"$art/none.gltf"
claim "a buffer that is not there" exits 1 "$cook" -q "$art/none.gltf" -o "$out"
claim "is no file outside" not grep -qF import-outside "$scratch/stderr"
obj ../secret/none.mtl >"$art/none.obj"
cooks "a material library that is not there" none.obj

# The other formats that name files.
obj oak.mtl >"$art/here.obj"
cooks "a material library beside" here.obj
obj ../secret/oak.mtl >"$art/up.obj"
refuses "a material library above" up.obj secret/oak.mtl
claim "nothing of the library is said" not grep -q "secret-oak" "$scratch/stderr"

models=/usr/share/assimp/models
if [ -e $models/LWS/move_x.lws ]
then
	cp $models/LWS/simple_cube.lwo "$art/here.lwo"
	cp $models/LWS/simple_cube.lwo "$scratch/secret/there.lwo"
	sed 's,simple_cube.lwo,here.lwo,' $models/LWS/move_x.lws >"$art/here.lws"
	cooks "a LightWave scene" here.lws
	sed 's,simple_cube.lwo,../secret/there.lwo,' $models/LWS/move_x.lws >"$art/up.lws"
	refuses "a LightWave object above" up.lws "$scratch/secret/there.lwo"
	sed "s,simple_cube.lwo,$scratch/secret/there.lwo," $models/LWS/move_x.lws >"$art/absolute.lws"
	refuses "an absolute LightWave object" absolute.lws "$scratch/secret/there.lwo"
fi

claims_end
