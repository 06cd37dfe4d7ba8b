#!/bin/bash
# SPDX-License-Identifier: MIT
# Height fields from end to end: kiln-cook makes them of images and grids, kiln-dump shows them, kiln-query asks them. The picture in the
# guide, cooker/pictures/terrain.svg, is what kiln-dump draws of a quarter of the sample terrain with a lake.
#   tests/cli/kiln-heightfield.sh [--update]   writes the picture
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
"$build/kiln-samples" "$scratch/art" || exit 3
picture=$PWD/cooker/pictures/terrain.svg
cd "$scratch" || exit 3

# hits FILE QUERY: the hits of a ray, without what only one of field and mesh tells.
hits() { echo "$2" | "$query" "$1" | tr '{' '\n' | grep -o '"t":[^]]*]'; }

claim "an image becomes a field" exits 0 "$cook" art/terrain.png -o png.kiln --heights 0,8 --report png.json --depfile png.d
claim "says so" says 'height field of 65 x 65 samples'
claim "the report has its figures" grep -q '"bytes_a_sample": 2\.' png.json
claim "and the certain error" grep -qE '"error": [0-9.e-]+' png.json
claim "the depfile has the image" grep -q 'art/terrain.png' png.d
claim "twice the same bytes" exits 0 "$cook" -q art/terrain.png -o again.kiln --heights 0,8 --no-isolation
claim "also without isolation" cmp png.kiln again.kiln
claim "a mesh becomes a field" exits 0 "$cook" -q art/terrain.obj -o grid.kiln --heightfield
printf '[asset]\nheightfield = yes\n' >art/terrain.obj.kiln
claim "by a recipe, too" exits 0 "$cook" -q art/terrain.obj -o recipe.kiln
claim "the same one" cmp grid.kiln recipe.kiln
rm art/terrain.obj.kiln

claim "a map of 16 bits" exits 1 "$cook" art/terrain.png -o no.kiln --material-map art/terrain.png
claim "is none" says image-kind
"$cook" -q art/terrain.png -o cached.kiln --heights 0,8 --cache cache
claim "gives the field back" exits 0 "$cook" art/terrain.png -o cached.kiln --heights 0,8 --cache cache
claim "from the cache" says 'from the cache'
claim "the same bytes" cmp png.kiln cached.kiln

claim "a dump" exits 0 "$dump" --verify png.kiln --obj png.obj --svg png.svg
claim "has the samples" grep -qE '^samples +65 x 65, 1 x 1 apart, up y' stdout
claim "and the proof" grep -q '^verified: ' stdout
claim "in JSON" exits 0 "$dump" --json png.kiln
claim "with a kind" grep -q '"kind": "heightfield"' stdout
claim "the OBJ has two triangles a cell" test "$(grep -c '^f ' png.obj)" = 8192
claim "the picture is one" grep -q '^<svg .*>$' png.svg
claim "no field is proved to hold art" exits 2 "$dump" png.kiln --verify --art a.kiln

# The triangles as glTF become the same mesh as those in the OBJ, and the same field.
claim "a glTF" exits 0 "$dump" png.kiln --gltf png.gltf
claim "is JSON" "$json_check" <png.gltf
"$cook" -q png.gltf -o gltf.kiln && "$cook" -q png.obj -o obj.kiln && "$cook" -q art/crate.obj -o box.kiln
claim "has the same triangles" cmp <("$dump" gltf.kiln --obj - | grep '^v') <("$dump" obj.kiln --obj - | grep '^v')
claim "as many" test "$("$dump" --json gltf.kiln | grep -m 1 '"triangles"')" = "$("$dump" --json obj.kiln | grep -m 1 '"triangles"')"
claim "is met by rays as the field is" cmp <(hits png.kiln 'rayall 3 20 5 1 -0.3 1') <(hits gltf.kiln 'rayall 3 20 5 1 -0.3 1')
# pairs FILE: what a crate has to do with the triangles, without their numbers.
pairs()
{
	printf '%s\n' 'collide -30 -3 -30 0 0 0 1' 'contacts -30.2 -3.1 -30 0 0 0 1' 'distance -30 14 -30 0.1 0.2 0 0.9' 'within 3 0 20 0 0 0 0 1' |
		"$query" box.kiln "$1" | grep -oE '"(collide|count|distance|within)":[^,}]*'
}
claim "meets an asset as the field does" cmp <(pairs png.kiln) <(pairs gltf.kiln)
claim "which touches it" test "$(pairs png.kiln | head -n 1)" = '"collide":true'
claim "a field has no log" exits 2 "$query" --replay box.kiln box.kiln png.kiln
claim "is a grid" exits 0 "$cook" -q png.gltf -o back.kiln --heightfield
claim "of the same heights, to their error" test "$("$dump" png.kiln --diff back.kiln | awk '/^sample/ { print ($NF < 0.0001) }')" != 0

claim "an error in metres" exits 0 "$cook" -q art/terrain.png -o metres.kiln --heights 0,8 --height-error 0.01
claim "and one with a unit" exits 0 "$cook" -q art/terrain.png -o unit.kiln --heights 0,8 --height-error 1cm
claim "make the same field" cmp metres.kiln unit.kiln
claim "an unknown unit" exits 2 "$cook" -q art/terrain.png -o no.kiln --heights 0,8 --height-error 1ell
claim "is refused" says 'takes a length in metres'

# Fields that differ in one known thing.
grid() { printf '\0\1\2\3\4\5\6\7\10\11\12\13' >grid.raw; [ -z "$1" ] || printf "$1" | dd of=grid.raw bs=1 seek="$2" conv=notrunc 2>/dev/null; }
raw() { local out=$1; shift; "$cook" -q grid.raw -o "$out" --raw 4x3,u8 --heights 0,255 --hole-value 200 "$@"; }
differs() { claim "$1 is a difference" exits 1 "$dump" a.kiln --diff b.kiln; }
said() { claim "it says: $1" grep -qE "^$1$" stdout; }
grid && raw a.kiln && raw b.kiln
claim "the same field" exits 0 "$dump" a.kiln --diff b.kiln
said 'the same bytes'
grid '\11' 6 && raw b.kiln && differs "a height"
said 'heights: samples that move 0 -> 1'
said 'sample "column 2, row 1": moves the farthest, by 3'
claim "of which nothing else is said" test "$(grep -c '^cells\|^grid' stdout)" = 0
grid && raw b.kiln --diagonal turned && differs "a diagonal"
said 'cells: with another diagonal 0 -> 6'
grid '\310' 0 && raw b.kiln && differs "a hole"
said 'cells: holes that are new 0 -> 1'
claim "in JSON" exits 1 "$dump" b.kiln --diff a.kiln --json
claim "as JSON" "$json_check" <stdout
claim "the other way, the hole is closed" grep -q 'holes that are closed' stdout
claim "the glTF leaves the hole out" exits 0 "$dump" b.kiln --gltf hole.gltf
claim "and has ten triangles" grep -q '"componentType":5125,"count":30' hole.gltf
grid && raw b.kiln --spacing 2 && differs "the spacing"
said 'grid: spacing of columns 1 -> 2'
said 'sample "column 3, row 2": moves the farthest, by 3\.60[0-9]*'
"$cook" -q grid.raw -o b.kiln --raw 3x4,u8 --heights 0,255 && differs "the size"
said 'grid: columns 4 -> 3'
said 'grid: rows 3 -> 4'
claim "samples of other grids are not compared" test "$(grep -c '^sample\|samples' stdout)" = 0
claim "a field and an asset" exits 2 "$dump" a.kiln --diff box.kiln
claim "are not compared" says 'two assets or two height fields'
claim "nor an asset and a field" exits 2 "$dump" box.kiln --diff a.kiln

# A TIFF of the same samples: the header, a directory of entries with a tag, type, count and value each, one strip.
little() { printf "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255)))"; }
entry() { little $(($2 << 16 | $1)) && little "$3" && little "$4"; }
tiff()
{
	printf 'II*\0\10\0\0\0\12\0' && entry 256 4 1 4 && entry 257 4 1 3 && entry 258 3 1 8 && entry 259 3 1 1 && entry 262 3 1 "$1" && entry 273 4 1 134
	entry 278 4 1 3 && entry 279 4 1 12 && entry 339 3 1 1 && entry 42113 2 4 $((0x303032)) && little 0 && cat grid.raw
}
grid '\310' 0 && raw a.kiln && tiff 1 >grid.tif
claim "a TIFF" exits 0 "$cook" grid.tif -o b.kiln --heights 0,255 --report tif.json
claim "says what it is" says 'height field of 4 x 3 samples'
claim "is the same field with the same hole" exits 0 "$dump" a.kiln --diff b.kiln
said 'the same bytes'
claim "whose report counts the hole" grep -q '"holes": 1,' tif.json
claim "also without isolation" exits 0 "$cook" -q grid.tif -o c.kiln --heights 0,255 --no-isolation
claim "the same bytes" cmp b.kiln c.kiln
tiff 2 >colours.tif
claim "a TIFF with colours" exits 1 "$cook" colours.tif -o no.kiln
claim "is no terrain" says 'image-kind'

# An OpenEXR of the same samples as halves: attributes with a name, type and size each, the places of the rows, and the rows.
attribute() { printf "$1\\0$2\\0" && little "$3" && shift 3 && "$@"; }
window() { little 0 && little 0 && little 3 && little 2; }
channel() { printf "$1\\0" && little 1 && little 0 && little 1 && little 1 && printf '\0'; }
half() { printf '\0\0\0\74\0\100\0\102\0\104\0\105\0\106\0\107\0\110\200\110\0\111\200\111'; }
exr()
{
	printf '\166\057\061\001' && little 2
	attribute channels chlist $((18 + ${#1})) channel "$1" && attribute compression compression 1 printf "\\$2" && attribute dataWindow box2i 16 window
	attribute displayWindow box2i 16 window && attribute lineOrder lineOrder 1 printf '\0' && attribute pixelAspectRatio float 4 little $((0x3f800000))
	attribute screenWindowCenter v2f 8 printf '\0\0\0\0\0\0\0\0' && attribute screenWindowWidth float 4 little $((0x3f800000)) && printf '\0'
	for row in 0 1 2; do little $((300 + ${#1} + row * 16)) && little 0; done
	for row in 0 1 2; do little $row && little 8 && half | tail -c +$((row * 8 + 1)) | head -c 8; done
}
for bits in 0 3f800000 40000000 40400000 40800000 40a00000 40c00000 40e00000 41000000 41100000 41200000 41300000; do little $((0x$bits)); done >floats.raw
"$cook" -q floats.raw -o a.kiln --raw 4x3,f32le && exr Y 0 >grid.exr
claim "an OpenEXR" exits 0 "$cook" grid.exr -o b.kiln
claim "says what it is" says 'height field of 4 x 3 samples'
claim "is the field of the same floats" exits 0 "$dump" a.kiln --diff b.kiln
said 'the same bytes'
claim "also without isolation" exits 0 "$cook" -q grid.exr -o c.kiln --no-isolation
claim "the same bytes" cmp b.kiln c.kiln
claim "a channel that it has" exits 0 "$cook" -q grid.exr -o c.kiln --channel Y
claim "is the only one" cmp b.kiln c.kiln
claim "another channel" exits 1 "$cook" grid.exr -o no.kiln --channel mask
claim "is refused with those that it has" says 'the channels of the image are Y: none is mask'
claim "a channel without a name" exits 2 "$cook" grid.exr -o no.kiln --channel ''
exr Y 10 >colours.exr
claim "in a compression for colours" exits 1 "$cook" colours.exr -o no.kiln
claim "it is refused" says 'image-kind'

claim "room for edits" exits 0 "$cook" -q art/terrain.png -o room.kiln --heights 0,8 --edits 0,8
claim "is no other surface" cmp <("$dump" png.kiln --obj -) <("$dump" room.kiln --obj -)
claim "and is dumped" grep -qE '^edits +of any height from 0 to 8' <("$dump" --verify room.kiln)
claim "edits beyond black and white" exits 2 "$cook" art/terrain.png -o no.kiln --heights 0,8 --edits 0,9
claim "are refused" says 'not among those of 65536 levels'
claim "edits upside down" exits 2 "$cook" art/terrain.png -o no.kiln --edits 8,0
claim "are refused, too" says 'LOW below HIGH'

# Faces of the cells around one place are left out: holes.
awk '$1 == "f" { x = n % 64 - 40; z = int(n * 0.015625) - 18; n += 1; if (x * x + z * z < 40) next } { print }' art/terrain.obj >lake.obj
claim "a grid with a lake" exits 0 "$cook" -q --no-warn import-unused lake.obj -o lake.kiln --heightfield --tile 1,0,32
claim "is drawn" exits 0 "$dump" lake.kiln --svg lake.svg
[ "${1:-}" != --update ] || cp lake.svg "$picture"
claim "the picture is the one in the guide" cmp lake.svg "$picture"

# The same triangles as a mesh are the oracle.
claim "the OBJ becomes a mesh" exits 0 "$cook" -q png.obj -o mesh.kiln
for ray in '20 30 20 0.3 -1 0.2' '-1 3.1 20 1 0.001 0.02' '70 5 3 -1 -0.02 0.5' '32 0 32 0 1 0' '5 5 5 0 1 0'
do
	claim "ray $ray hits as the mesh" diff <(hits png.kiln "rayall $ray") <(hits mesh.kiln "rayall $ray")
	claim "and first, too" diff <(hits png.kiln "ray $ray") <(hits mesh.kiln "ray $ray")
done
printf '%s\n' 'closest 3 9 4' 'sphere 20 4 20 2' 'box 20 4 20 1 3 1' 'capsule 5 3 5 20 6 20 0.5' >lines
answers() { "$query" "$1" <lines | grep -oE '"(distance|triangles)":(\[[^]]*\]|[^,]*)' | sed 's/[^,]//g;s/$/./'; }
claim "the same number of triangles as of the mesh" diff <(answers png.kiln) <(answers mesh.kiln)
for cast in 'castsphere 20 9 20 1 0.1 -1 0.3' 'castbox 30 12 20 1 .5 2 -0.1 -1 0' 'castcapsule 9 20 20 12 21 20 0.5 0 -1 0'
do
	claim "$cast hits as the mesh" diff <(hits png.kiln "$cast") <(hits mesh.kiln "$cast")
done
claim "what is inside a surface" exits 1 sh -c "echo inside 0 9 0 | '$query' png.kiln"
claim "is an error object" grep -q '"error":"a height field has no inside' stdout

claim "tiles" exits 0 sh -c "for c in 0 1; do '$cook' -q art/terrain.png -o tile\$c.kiln --tile \$c,0,40 --heights 0,8 || exit 1; done"
claim "know their place" grep -qE '^origin +40 0 0$' <("$dump" tile1.kiln)
claim "the last one has the rest" grep -qE '^samples +25 x 41' <("$dump" tile1.kiln)
claim "no tile beyond the image" exits 2 "$cook" art/terrain.png -o no.kiln --tile 2,0,40
claim "says how many there are" says '2 x 2 tiles'

claim "all tiles at once" exits 0 "$cook" -q art/terrain.png -o all.kiln --tiles 2 --heights 0,8 --report all.json --depfile all.d --cache cache
for row in 0 1
do
	for column in 0 1
	do
		claim "tile $column,$row alone" exits 0 "$cook" -q art/terrain.png -o one.kiln --tile $column,$row,32 --heights 0,8
		claim "has the same bytes" sh -c "'$dump' --obj a.obj one.kiln >a && '$dump' --obj b.obj all_${column}_$row.kiln >b && cmp a.obj b.obj && cmp one.kiln all_${column}_$row.kiln"
		claim "its report names it" grep -q "\"column\": $column, \"row\": $row, \"columns\": 2, \"rows\": 2" all_${column}_$row.json
		claim "and its depfile" grep -q "^all_${column}_$row.kiln:" all_${column}_$row.d
	done
done
claim "from the cache each tile is its own" sh -c "mv all_1_0.kiln kept && '$cook' -q art/terrain.png -o all.kiln --tiles 2 --heights 0,8 --cache cache && cmp kept all_1_0.kiln"
claim "three tiles of 64 cells" exits 0 "$cook" -q art/terrain.png -o thirds --tiles 3 --heights 0,8
claim "are as equal as whole cells allow" test "$(for c in 0 1 2; do "$dump" thirds_${c}_0 | sed -n 's/^samples  *\([0-9]*\) x.*/\1/p'; done | tr '\n' ' ')" = '22 22 23 '
claim "the samples of a common border are the same" sh -c "for f in thirds_0_0 thirds_1_0; do '$dump' --obj \$f.obj \$f >a; grep '^v ' \$f.obj | LC_ALL=C sort -u >\$f.v; done; test \$(LC_ALL=C comm -12 thirds_0_0.v thirds_1_0.v | wc -l) = 22"
claim "more tiles than cells" exits 2 "$cook" art/terrain.png -o no.kiln --tiles 65
claim "say so" says '64 x 64 cells do not make 65 x 65 tiles'
claim "no tiles" exits 2 "$cook" art/terrain.png -o no.kiln --tiles 0
claim "tiles of meshes" exits 2 "$cook" art/crate.obj -o no.kiln --tiles 2
claim "tiles of an image that is missing" exits 3 "$cook" art/none.png -o no.kiln --tiles 2
claim "say so" says 'none.png: error: cannot read: No such file or directory'
claim "one tile and all" exits 2 "$cook" art/terrain.png -o no.kiln --tiles 2 --tile 0,0,32
claim "tiles to standard output" exits 2 "$cook" art/terrain.png -o - --tiles 2
claim "the place of the first sample" exits 0 "$cook" -q art/terrain.png -o placed.kiln --field-origin 40,-1.5,1e3
claim "is where the option says" grep -qE '^origin +40 -1.5 1000$' <("$dump" placed.kiln)
claim "no place" exits 2 "$cook" art/terrain.png -o no.kiln --field-origin auto
claim "says what the option takes" says '--field-origin takes X,Y,Z, each within 1e12, not'
claim "a mesh has its own place" exits 2 "$cook" art/terrain.obj -o no.kiln --heightfield --field-origin 1,0,0
for origin in auto 40,0,0
do
	claim "a field far out, by itself, with the origin $origin" exits 2 "$cook" art/terrain.png -o no.kiln --origin $origin
	claim "says what places it" says 'a height field takes no --origin and no --snap: --field-origin X,Y,Z places'
done
claim "wrote nothing" test ! -e no.kiln

# Batches, packs, and commands about meshes.
mkdir -p batch/tiles && cp art/terrain.png batch/hills.png && cp art/terrain.png batch/texture.png && cp art/crate.obj art/crate.mtl batch
printf 'heights = 0,8\n' >batch/hills.png.kiln
claim "a batch" exits 0 "$build/kiln-batch" batch -o assets --report batch.json
claim "cooks the image that has a recipe" shows '2 cooked, 0 unchanged, 0 failed'
claim "as kiln-cook does" cmp png.kiln assets/hills.kiln
claim "and no texture" test ! -e assets/texture.kiln
claim "its triangles are counted" grep -qE '"art": ?"batch/hills.png".*"triangles": ?8192' batch.json
claim "a summary of a cook is not repeated" test "$(grep -c 'height field of' stderr)" = 0
claim "again" exits 0 "$build/kiln-batch" batch -o assets
claim "nothing is left to do" shows '0 cooked, 2 unchanged'
printf 'heights = 0,9\n' >batch/hills.png.kiln
claim "a recipe" exits 0 "$build/kiln-batch" batch -o assets
claim "cooks again" shows '1 cooked, 1 unchanged'
cp png.kiln batch/texture.png.kiln
claim "an asset with a recipe's name" exits 0 "$build/kiln-batch" batch -o assets
claim "is no recipe" shows '0 cooked, 2 unchanged'
claim "for kiln-cook, either" exits 0 "$cook" batch/texture.png -o texture.kiln
claim "which says so" says recipe-asset
cp art/terrain.obj batch/hills.obj
claim "an image and a mesh of one name" exits 2 "$build/kiln-batch" batch -o assets
claim "are refused" says 'would both become assets/hills.kiln'
claim "a pattern" exits 0 "$build/kiln-batch" 'batch/*.png' -o pattern
claim "needs no recipe" test -s pattern/texture.kiln
"$cook" -q art/crate.obj -o crate.kiln
for zstd in '' --zstd
do
	claim "a pack $zstd" exits 0 "$build/kiln-pack" create -o field.kpack $zstd png.kiln crate.kiln
	claim "is verified" exits 0 "$build/kiln-pack" verify field.kpack
	claim "gives" exits 0 "$build/kiln-pack" extract field.kpack -o "out$zstd"
	claim "the field back" cmp png.kiln "out$zstd/png.kiln"
done
head -c 3008 png.kiln >short.kiln
claim "a cut field" exits 1 "$build/kiln-pack" create -o no.kiln short.kiln
claim "is refused" says 'short.kiln: error: offset 3008'
printf '<body>\n<!-- kiln-view: the assets -->\n' >page.html
claim "a page of a field" exits 0 "$build/kiln-view" --page page.html png.kiln -o field.html
claim "has what kiln-dump prints" cmp <("$dump" png.kiln) <(sed -n 's/.*data-kind="dump"[^>]*>\(.*\)<.script>/\1/p' field.html | base64 -d)
for option in --explain --survey
do
	claim "$option of an image" exits 2 "$cook" $option art/terrain.png
	claim "is refused" says 'the art becomes one height field'
done
claim "so is --explain of a grid" exits 2 "$cook" --explain --heightfield art/terrain.obj
claim "whose surface can be surveyed" exits 0 "$cook" --survey --heightfield art/terrain.obj

# Bad input.
head -c 5000 art/terrain.png >cut.png
claim "a cut image" exits 1 "$cook" cut.png -o no.kiln
claim "is damaged" says 'import-failed'
head -c 130 grid.tif >cut.tif
claim "a cut TIFF" exits 1 "$cook" cut.tif -o no.kiln
claim "is damaged, too" says 'import-failed'
claim "in this process, too" exits 1 "$cook" cut.tif -o no.kiln --no-isolation
claim "with a place" says 'cut.tif: error: the TIFF image is damaged at column 0, row 0: '
head -c 330 grid.exr >cut.exr
claim "a cut OpenEXR" exits 1 "$cook" cut.exr -o no.kiln
claim "is damaged at a place" says 'cut.exr: error: the OpenEXR image is damaged at column 0, row 1: '
claim "in this process, too" exits 1 "$cook" cut.exr -o no.kiln --no-isolation
claim "and says nothing else" test "$(wc -l <stderr)" = 1
head -c 16000000 /dev/zero >zero.raw
claim "16 million x 1" exits 1 "$cook" zero.raw -o no.kiln --raw 16000000x1,u8
claim "is too thin" says 'image-size'
claim "1000 levels less" exits 1 "$cook" zero.raw -o no.kiln --raw 4000x3999,u8
claim "are not the file" says 'make 15996000'
claim "too many samples" exits 1 "$cook" zero.raw -o no.kiln --raw 400000x400000,f32le
claim "are counted" says 'image-size'
claim "a map in another folder" exits 2 sh -c "printf 'material-map = ../map.png\n' >art/terrain.png.kiln && '$cook' art/terrain.png -o no.kiln"
claim "is not for a recipe beside the art" says 'has no folder'
rm art/terrain.png.kiln
claim "a crate is no grid" exits 1 "$cook" art/crate.obj -o no.kiln --heightfield
claim "with a place" says 'the mesh is no grid: at x '
head -c 3000 png.kiln >broken.kiln
claim "a cut field" exits 1 "$dump" broken.kiln
claim "is refused by offset" says 'offset 3000'
claim "and by kiln-query" exits 1 "$query" broken.kiln
claim "nothing is left" test ! -e no.kiln
claims_end
