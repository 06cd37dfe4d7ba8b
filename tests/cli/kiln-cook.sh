#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: options, exit codes, messages, recipes, depfiles, reports, determinism.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
art=$scratch/cube.obj
out=$scratch/out.kiln
cat >"$art" <<'OBJ'
mtllib cube.mtl
o cube
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
usemtl oak
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
OBJ
printf 'newmtl oak\nKd 1 0 0\n' >"$scratch/cube.mtl"

quiet() { [ ! -s "$scratch/stdout" ] || { echo "stdout is not empty"; return 1; }; }
silent() { [ ! -s "$scratch/stderr" ] || { head -n 3 "$scratch/stderr"; return 1; }; }
one_line() { [ "$(wc -l <"$scratch/stderr")" = 1 ] || { cat "$scratch/stderr"; return 1; }; }
lacks() { [ ! -e "$1" ]; }
not() { ! "$@"; }

# Contents of the asset.
claim "a cube cooks" exits 0 "$cook" "$art" -o "$out"
claim "stdout stays empty" quiet
claim "the summary is one line" one_line
claim "the summary counts triangles, bytes, meshes" says "$art: 12 triangles, $(stat -c %s "$out") bytes ("
claim "the blob is sound" exits 0 "$dump" --verify "$out"
claim "-q says nothing" exits 0 "$cook" -q "$art" -o "$out"
claim "nothing at all" silent
claim "-v reports" exits 0 "$cook" -v "$art" -o "$out"
claim "-v tells the bounds" says "bounds in metres: -1 -1 -1 .. 1 1 1 (2 x 2 x 2)"
claim "-v keeps stdout empty" quiet

# Help and version.
claim "--help" exits 0 "$cook" --help
claim "--version" exits 0 "$cook" --version
claim "tool, format, importer" grep -qE '^kiln-cook [0-9.]+, format [0-9.]+, assimp [0-9.]+$' "$scratch/stdout"

# Usage.
rm -f "$out"
# misused TEXT WORD...: exit code 2, one line, no output.
misused()
{
	local text=$1
	shift
	claim "$text: exit code 2" exits 2 "$cook" "$@"
	claim "$text: one line" one_line
	claim "$text: [usage]" says "[usage]"
	claim "$text: no output" lacks "$out"
}
misused "no words"
misused "no output" "$art"
misused "no input" -o "$out"
misused "two inputs" "$art" "$art" -o "$out"
claim "the message names the command for several" says "kiln-batch cooks several"
misused "a value without its equals sign" "$art" -o "$out" --wrap 0.02
claim "the message shows the equals sign" says "for a value of --wrap, write --wrap=0.02"
misused "such a value before the input" --merge 0.1 "$art" -o "$out"
claim "the message shows that one, too" says "for a value of --merge, write --merge=0.1"
misused "two inputs after a value in its place" --wrap=0.02 "$art" "$art" -o "$out"
claim "the message speaks of inputs only" not says "for a value of"
misused "an unknown option" "$art" -o "$out" --fast
misused "a missing value" "$art" -o "$out" --weld
misused "a value too many" "$art" -o "$out" --flip=1
misused "no parts" "$art" -o "$out" --shape parts --parts-max 0
misused "an unknown tree" "$art" -o "$out" --tree oak
misused "no tree" "$art" -o "$out" --tree ""
misused "a list of trees that ends in a comma" "$art" -o "$out" --tree obb,
misused "an unknown way to build" "$art" -o "$out" --build sideways
misused "nodes of one child" "$art" -o "$out" --tree-width 1
misused "nodes of nine children" "$art" -o "$out" --tree-width 9
misused "an unknown axis" "$art" -o "$out" --up w
misused "a negative weld" "$art" -o "$out" --weld -1
misused "a weld too small to mean anything" "$art" -o "$out" --weld 1e-13
misused "a weld that is no number" "$art" -o "$out" --weld nan
misused "a flat edge that is steep" "$art" -o "$out" --flat-edge 0.6
misused "a flat edge below zero" "$art" -o "$out" --flat-edge -0.1
misused "a weld with a tail" "$art" -o "$out" --weld 0.1mm
misused "a unit of zero" "$art" -o "$out" --unit 0
misused "an infinite scale" "$art" -o "$out" --scale inf
misused "half a pass" "$art" -o "$out" --optimize 1.5
misused "more threads than there may be" "$art" -o "$out" -j 257
misused "the input as output" "$art" -o "$art"
misused "the input as depfile" "$art" -o "$out" --depfile "$art"
misused "one file as output and report" "$art" -o "$out" --report "$out"
misused "in two spellings" "$art" -o "$out" --report "$(dirname "$out")/./$(basename "$out")"
misused "one file as report and depfile" "$art" -o "$out" --report "$scratch/r" --depfile "$scratch/../$(basename "$scratch")/r"
claim "the art is still there" grep -q 'o cube' "$art"
printf 'newmtl red\n' >"$scratch/side.mtl"
{ echo 'mtllib side.mtl'; cat "$art"; } >"$scratch/side.obj"
misused "a file that the art names as depfile" "$scratch/side.obj" -o "$out" --depfile "$scratch/side.mtl"
claim "that file is still there" grep -q 'newmtl red' "$scratch/side.mtl"
misused "it as output" "$scratch/side.obj" -o "$scratch/side.mtl"

# Options that change the blob, and words that mean the same.
claim "the plain blob" exits 0 "$cook" -q "$art" -o "$scratch/plain.kiln"
same() { claim "$1" exits 0 "$cook" -q "$art" -o "$out" "${@:2}"; claim "$1: the same bytes" cmp -s "$out" "$scratch/plain.kiln"; }
differs() { claim "$1" exits 0 "$cook" -q "$art" -o "$out" "${@:2}"; claim "$1: other bytes" not cmp -s "$out" "$scratch/plain.kiln"; }
same "again"
same "--tree aabb" --tree=aabb
same "--shape mesh" --shape mesh
same "--scale 1" --scale=1
same "--weld 0" --weld 0
same "--no-isolation" --no-isolation
same "options in front" --scale 1
same "-j" -j 3
differs "--flip" --flip
differs "--scale" --scale 2
differs "--unit" --unit 0.01
differs "--weld" --weld 1e-4
differs "--up" --up z --art-up y
differs "--split" --split object-median --axis variance
differs "--optimize" --optimize 2
differs "--leaf" --leaf 1
differs "--flat-edge" --flat-edge 0.4
same "--flat-edge 0.025" --flat-edge 0.025
differs "--shape hull" --shape hull
differs "--shape PATTERN=hull" --shape 'cub?=hull'
mkdir "$scratch/elsewhere"
cp "$art" "$scratch/cube.mtl" "$scratch/elsewhere"
claim "another folder" exits 0 "$cook" -q "$scratch/elsewhere/cube.obj" -o "$out"
claim "another folder: the same bytes" cmp -s "$out" "$scratch/plain.kiln"
(cd "$scratch/elsewhere" && "$cook" -q cube.obj -o relative.kiln)
claim "a relative path: the same bytes" cmp -s "$scratch/elsewhere/relative.kiln" "$scratch/plain.kiln"
claim "no path is in the blob" not grep -qaF "$scratch" "$scratch/plain.kiln"

# Up axis, unit.
claim "--up z without knowing" exits 0 "$cook" "$art" -o "$out" --up z
claim "is warned about" says "[up-unknown]"
claim "a unit of a micrometre" exits 0 "$cook" "$art" -o "$out" --unit 1e-6
claim "is warned about, by name" says "$art: warning: "
claim "with its code" says "[bounds-size]"

# Depfile.
claim "--depfile" exits 0 "$cook" -q "$art" -o "$out" --depfile "$scratch/out.d"
printf '%s: \\\n  %s \\\n  %s\n%s:\n' "$out" "$art" "$scratch/cube.mtl" "$scratch/cube.mtl" >"$scratch/expected.d"
claim "it names output, art and material file" cmp "$scratch/out.d" "$scratch/expected.d"
odd="$scratch/odd: name #1"
mkdir "$odd"
cp "$art" "$odd/my cube.obj"
cp "$scratch/cube.mtl" "$odd"
claim "odd paths" exits 0 "$cook" -q "$odd/my cube.obj" -o "$odd/my cube.kiln" --depfile "$odd/d"
claim "blanks, colons and hashes are escaped" grep -qF 'odd\:\ name\ \#1/my\ cube.kiln: \' "$odd/d"
if command -v make >/dev/null
then
	# Make itself: the target is up to date, and out of date after a dependency is touched.
	printf 'include d\n%%.kiln:\n\t@echo recooked\n' >"$odd/Makefile"
	sed -i "s,^.*kiln: ,my\\\\ cube.kiln: ," "$odd/d"
	touch -d '2 hours ago' "$odd/my cube.obj" "$odd/cube.mtl"
	claim "make sees it up to date" test "$(cd "$odd" && make -s 'my cube.kiln' 2>&1 | grep -c recooked)" = 0
	touch -d '2 hours' "$odd/cube.mtl"
	claim "make sees the material change" test "$(cd "$odd" && make -s 'my cube.kiln' 2>&1 | grep -c recooked)" = 1
fi
cat >"$scratch/tri.gltf" <<'GLTF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "tri"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"uri": "tri%20data.bin", "byteLength": 36}]}
GLTF
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0' >"$scratch/tri data.bin"
claim "a glTF file" exits 0 "$cook" -q "$scratch/tri.gltf" -o "$out" --depfile "$scratch/out.d"
claim "its buffer is a dependency, by its name without percent signs" grep -qF 'tri\ data.bin' "$scratch/out.d"
mkfifo "$scratch/pipe.bin"
sed 's,tri%20data.bin,pipe.bin,' "$scratch/tri.gltf" >"$scratch/pipe.gltf"
claim "a buffer that is a pipe is not waited for" exits 1 timeout 20 "$cook" -q "$scratch/pipe.gltf" -o "$out"
scene=/usr/share/assimp/models/LWS/move_x.lws
if [ -e $scene ]
then
	claim "a LightWave scene" exits 0 "$cook" -q $scene -o "$out" --depfile "$scratch/out.d"
	claim "the object that it loads is a dependency" grep -qF simple_cube.lwo "$scratch/out.d"
fi

# Report.
claim "--report" exits 0 "$cook" -q "$art" -o "$out" --report "$scratch/out.json"
claim "it is JSON" "$json_check" <"$scratch/out.json"
claim "with a schema" grep -qF '"schema": "kiln-cook-report/1"' "$scratch/out.json"
claim "with counts" grep -qF '"triangles": 12' "$scratch/out.json"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 1 0\no "q\\\nf 1 2 3\nf 1 2 2\nf 1 2 3\nf 1 3 4\nl 1 2\np 1\n' >"$scratch/sick.obj"
claim "sick art" exits 0 "$cook" -q "$scratch/sick.obj" -o "$out" --report "$scratch/out.json"
claim "its report is JSON" "$json_check" <"$scratch/out.json"
claim "with reasons" grep -qF '"reason": "degenerate"' "$scratch/out.json"

# Recipes.
cat >"$scratch/recipe" <<'RECIPE'
# two times as large, turned inside out
--scale 2 --flip   # a comment behind words
"--split" 'object-median' --depfile "REPLACED/with \"quotes\".d"
RECIPE
sed -i "s,REPLACED,$scratch," "$scratch/recipe"
claim "a recipe" exits 0 "$cook" -q "$art" -o "$out" "@$scratch/recipe"
claim "its depfile" test -s "$scratch/with \"quotes\".d"
claim "names it" grep -qF "$scratch/recipe" "$scratch/with \"quotes\".d"
claim "the same by hand" exits 0 "$cook" -q "$art" -o "$scratch/hand.kiln" --scale 2 --flip --split object-median
claim "gives the same bytes" cmp -s "$out" "$scratch/hand.kiln"
claim "the command line wins" exits 0 "$cook" -q --scale 3 "$art" -o "$out" "@$scratch/recipe"
claim "by hand again" exits 0 "$cook" -q "$art" -o "$scratch/hand.kiln" --scale 3 --flip --split object-median
claim "wherever the recipe stands" cmp -s "$out" "$scratch/hand.kiln"
rm -f "$out"
printf -- '--flip\n@%s\n' "$scratch/recipe" >"$scratch/nested"
misused "a recipe in a recipe" "$art" -o "$out" "@$scratch/nested"
claim "with its line" says "$scratch/nested:2: error: "
printf -- '--flip "open\n' >"$scratch/nested"
misused "an open quote" "$art" -o "$out" "@$scratch/nested"
printf -- '--flip\n\n other.obj\n' >"$scratch/nested"
misused "an input in a recipe" "$art" -o "$out" "@$scratch/nested"
claim "with its line" says "$scratch/nested:3: error: "
printf 'flip = yes\n' >"$scratch/nested"
misused "a key of a recipe beside the art" "$art" -o "$out" "@$scratch/nested"
claim "says where keys stand" says "not 'flip': \`key = value\` is for recipes beside the art"
printf -- '--weld' >"$scratch/nested"
misused "a value that is missing" "$art" -o "$out" "@$scratch/nested"
head -c 100000 /dev/zero | tr '\0' '#' >"$scratch/nested"
misused "a huge recipe" "$art" -o "$out" "@$scratch/nested"
printf -- '--flip\0' >"$scratch/nested"
misused "a binary recipe" "$art" -o "$out" "@$scratch/nested"
claim "no recipe" exits 3 "$cook" "$art" -o "$out" "@$scratch/missing"
: >"$scratch/nested"
same "an empty recipe" "@$scratch/nested"
cp "$art" "$scratch/@at.obj"
claim "a name that begins with @ behind --" exits 0 sh -c 'cd "$1" && "$2" -q -o at.kiln -- @at.obj' sh "$scratch" "$cook"

# Merging.
awk 'BEGIN { for (y = 0; y <= 8; ++y) for (x = 0; x <= 8; ++x) print "v", x, 0, y
	for (y = 0; y < 8; ++y) for (x = 0; x < 8; ++x) if (x < 2 || x > 4 || y < 2 || y > 4)
	print "f", 9 * y + x + 1, 9 * y + x + 10, 9 * y + x + 11, 9 * y + x + 2 }' >"$scratch/floor.obj"
claim "a floor of squares around a hole" exits 0 "$cook" "$scratch/floor.obj" -o "$out"
claim "has two triangles a square" says ": 110 triangles, "
claim "--merge" exits 0 "$cook" "$scratch/floor.obj" -o "$out" --merge --report "$scratch/out.json"
claim "gives a polygon of 8 corners and a hole 8 triangles" says ": 8 triangles, "
claim "that are proved" exits 0 "$build/kiln-dump" "$out" --verify
claim "the report has the triangles before" grep -qF '"merge": {"triangles_before": 110, "triangles": 8, "regions": 1, "regions_kept": 0, "tolerance": 0, "moved": 0}' "$scratch/out.json"
sed 's/ 0 3$/ 0.001 3/' "$scratch/floor.obj" >"$scratch/rough.obj"
claim "a rough floor" exits 0 "$cook" "$scratch/rough.obj" -o "$out" --merge
claim "is not flat" says ": 18 triangles, "
claim "but within a tolerance" exits 0 "$cook" "$scratch/rough.obj" -o "$out" --merge=1e-3 -v
claim "is one polygon again" says ": 8 triangles, "
claim "and the report bounds the distance" says "the surface moved by at most 0.00"
rm "$out"
misused "a tolerance of merging out of range" "$art" -o "$out" --merge=0.5
misused "a word for merging" "$art" -o "$out" --merge=all
printf '[node *]\nmerge = exact\n' >"$scratch/floor.obj.kiln"
claim "a recipe" exits 0 "$cook" "$scratch/floor.obj" -o "$out"
claim "can merge" says ": 8 triangles, "
claim "and --explain says so" exits 0 "$cook" --explain "$scratch/floor.obj"
claim "by the recipe's line" grep -qE 'merge +exact .*floor.obj.kiln:2' "$scratch/stdout"
rm "$scratch/floor.obj.kiln" "$out"

# Slivers and bounding volumes.
printf 'v 0 0 0\nv 1 0 0\nv 0.5 0.001 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n' >"$scratch/thin.obj"
claim "a thin triangle" exits 0 "$cook" "$scratch/thin.obj" -o "$out"
claim "is kept" says ": 2 triangles, "
claim "--drop-slivers" exits 0 "$cook" "$scratch/thin.obj" -o "$out" --drop-slivers 0.01 --report "$scratch/out.json"
claim "drops it" says ": 1 triangle"
claim "with a warning" says "2 triangles dropped: 0 without area, 0 that stand twice, 0 that can't be used, 1 slivers"
claim "the report counts it" grep -qF '"slivers_dropped": 1' "$scratch/out.json"
claim "and lists it" grep -qF '"reason": "sliver-dropped"' "$scratch/out.json"
rm "$out"
misused "a share of slivers out of range" "$art" -o "$out" --drop-slivers 0.5
claim "--bounds fast" exits 0 "$cook" -q "$art" -o "$out" --bounds fast
claim "gives volumes that are proved" exits 0 "$build/kiln-dump" "$out" --verify
printf 'bounds = fast\ndrop-slivers = 0.01\n' >"$scratch/cube.obj.kiln"
claim "both are keys of recipes" exits 0 "$cook" --explain "$art"
claim "and explained" grep -q "bounds  *fast" "$scratch/stdout"
rm "$scratch/cube.obj.kiln"
rm -f "$out"
misused "an unknown way to fit" "$art" -o "$out" --bounds best-of-all

# Spellings, and standard output.
claim "-oFILE and -jN" exits 0 "$cook" -q "$art" -o"$out" -j2
cp "$out" "$scratch/named.kiln"
claim "-o -" exits 0 "$cook" -q "$art" -o -
claim "gives the same bytes" cmp "$scratch/named.kiln" "$scratch/stdout"
claim "and no file" test ! -e -
claim "no depfile for standard output" exits 2 "$cook" -q "$art" -o - --depfile "$scratch/out.d"
claim "no two outputs in one" exits 2 "$cook" -q "$art" -o - --report -
claim "--report - alone" exits 0 "$cook" -q "$art" -o "$out" --report -
claim "is JSON" "$json_check" <"$scratch/stdout"
claim "--version --json" exits 0 "$cook" --version --json
claim "is JSON" "$json_check" <"$scratch/stdout"

# Adjacency.
claim "--adjacency" exits 0 "$cook" -q "$art" -o "$out" --adjacency
claim "gives twins that are proved" exits 0 "$build/kiln-dump" "$out" --verify --json
claim "in a section of their own" grep -q '"name": "adjacency"' "$scratch/stdout"
offset=$(sed -n 's/.*"name": "adjacency".*"offset": \([0-9]*\).*/\1/p' "$scratch/stdout")
# The twins of triangle 0 in front of those of triangle 1: sides whose twins have another twin.
head -c "$((offset + 12))" "$out" | tail -c 12 >"$scratch/twins"
dd if="$scratch/twins" of="$out" bs=1 seek="$((offset + 12))" conv=notrunc 2>/dev/null
claim "twins that contradict each other are refused" exits 1 "$build/kiln-dump" "$out"
claim "with the reason" says "the twin of a side lies outside its mesh, or has another twin"
rm "$out"

claims_end
