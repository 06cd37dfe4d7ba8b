#!/bin/bash
# SPDX-License-Identifier: MIT
# Pages of kiln-view in a real browser: what they show and answer, and how much a page weighs.
. "$(dirname "$0")/cli/claims.bash"
cook=$build/kiln-cook
view=$build/kiln-view
# The page and its tools are the same for all variants.
page=build/share/kiln/view/page.html
scalar=build/share/kiln/view/page-scalar.html
NODE_MODULES=$PWD/build/view/node_modules
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
export NODE_MODULES CHROMIUM
make_samples

size=$(stat -c %s "$page")
claim "the page without an asset has $size bytes, less than 1 200 000" test "$size" -lt 1200000
size=$(stat -c %s "$scalar")
claim "without SIMD $size bytes, less than 1 200 000" test "$size" -lt 1200000
node tests/view/art.mjs "$scratch/made"
for name in near far evil many hills tiles turned huge
do
	art=$(echo "$scratch/made/$name".*)
	claim "$name cooks" exits 0 "$cook" -q "$art" -o "$scratch/$name.kiln"
done
head -c 2000 "$scratch/yard.kiln" >"$scratch/cut.kiln"
cp "$scratch/yard.kiln" "$scratch/poked.kiln"
# The first float of a node's matrix.
offset=$("$dump" "$scratch/yard.kiln" | awk '$1 == "nodes" { print $2; exit }')
poke "$scratch/poked.kiln" "$offset" ff ff ff ff
: >"$scratch/empty.kiln"
claim "a bridge cooks" exits 0 "$cook" -q "$scratch/made/bridge.obj" -o "$scratch/bridge.kiln"
claim "and is mended" exits 0 "$cook" -q "$scratch/made/bridge.obj" -o "$scratch/mended.kiln" --repair all --hole-size 0.3
claim "hulls cook" exits 0 "$cook" -q "$scratch/art/crate.obj" -o "$scratch/parts.kiln" --shape parts
claim "a trigger cooks" exits 0 "$cook" -q "$scratch/art/yard.gltf" -o "$scratch/trigger.kiln" --trigger ramp
claim "trees of all kinds cook" exits 0 "$cook" -q "$scratch/art/crate.obj" -o "$scratch/trees.kiln" --tree obb,kdop14,kdop18,kdop26,sphere,rss
claim "layers cook" exits 0 "$cook" -q "$scratch/art/yard.gltf" -o "$scratch/layers.kiln" --layer 'house*=buildings' \
	--material-layer wire=wire --trigger 'ramp*'
claim "a hut cooks, with a report" exits 0 "$cook" -q "$scratch/made/hut.obj" -o "$scratch/hut.kiln" --report "$scratch/hut.json"
for name in crate yard terrain parts trigger bridge mended near far evil many hills tiles turned huge layers trees
do
	claim "$name has a page" exits 0 "$view" "$scratch/$name.kiln" -o "$scratch/$name.html"
done
"$view" --page "$scalar" "$scratch/crate.kiln" -o "$scratch/scalar.html"
claim "two assets have a page" exits 0 "$view" "$scratch/yard.kiln" "$scratch/crate.kiln" -o "$scratch/pair.html"
claim "an asset twice" exits 0 "$view" "$scratch/crate.kiln" "$scratch/parts.kiln" -o "$scratch/twice.html"
claim "a body cooks" exits 0 "$cook" -q "$scratch/art/crate.obj" -o "$scratch/body.kiln" --shape hull
claim "a playground has a page" exits 0 "$view" "$scratch/terrain.kiln" "$scratch/body.kiln" -o "$scratch/play.html"
claim "a height field cooks" exits 0 "$cook" -q "$scratch/art/terrain.png" -o "$scratch/field.kiln" --heights 0,8 \
	--material-map "$scratch/made/stripes.png" --hole-map "$scratch/made/disc.png"
claim "and one with many samples" exits 0 "$cook" -q "$scratch/made/wide.raw" -o "$scratch/wide.kiln" --raw 800x660,u16le --heights 0,100
head -c 3000 "$scratch/field.kiln" >"$scratch/cutfield.kiln"
for name in field wide
do
	claim "$name has a page" exits 0 "$view" "$scratch/$name.kiln" -o "$scratch/$name.html"
done
claim "a field and an asset have a page" exits 0 "$view" "$scratch/field.kiln" "$scratch/crate.kiln" -o "$scratch/fieldpair.html"
claim "a broken field has a page" exits 1 "$view" "$scratch/cutfield.kiln" -o "$scratch/cutfield.html"
claim "a character walks" exits 0 "$build/walk_level" "$scratch/terrain.kiln" "$scratch/walk.queries"
claim "and its path has a page" exits 0 "$view" "$scratch/terrain.kiln" --play "$scratch/walk.queries" -o "$scratch/walk.html"
: >"$scratch/empty.json"
claim "a report is in a page" exits 0 "$view" "$scratch/hut.kiln" --survey "$scratch/hut.json" -o "$scratch/hut.html"
claim "that of another asset, too" exits 0 "$view" "$scratch/crate.kiln" --survey "$scratch/hut.json" -o "$scratch/strange.html"
claim "and an empty one" exits 0 "$view" "$scratch/hut.kiln" --survey "$scratch/empty.json" -o "$scratch/unread.html"
# Other versions of the format: the first is refused, the second only adds to this one.
cp "$scratch/yard.kiln" "$scratch/newer.kiln"
poke "$scratch/newer.kiln" 12 ff
cp "$scratch/yard.kiln" "$scratch/later.kiln"
poke "$scratch/later.kiln" 14 ff
claim "two versions have a page" exits 1 "$view" "$scratch/newer.kiln" "$scratch/crate.kiln" -o "$scratch/versions.html"
claim "in the other order, too" exits 1 "$view" "$scratch/crate.kiln" "$scratch/newer.kiln" -o "$scratch/versions2.html"
claim "two that this version reads" exits 0 "$view" "$scratch/later.kiln" "$scratch/crate.kiln" -o "$scratch/both.html"
for name in cut poked empty
do
	claim "$name: a broken file has a page" exits 1 "$view" "$scratch/$name.kiln" -o "$scratch/$name.html"
done
# kiln-dump names the file as kiln-view does.
for name in yard cut poked empty newer field cutfield
do
	"$dump" "$scratch/$name.kiln" >"$scratch/$name.dump" 2>"$scratch/$name.error"
done
for name in crate yard parts trees field
do
	"$dump" --json "$scratch/$name.kiln" >"$scratch/$name.json"
done
"$build/tests/log_queries" "$scratch/yard.log" 300 7 "$scratch/yard.kiln"
"$query" --replay "$scratch/yard.log" "$scratch/yard.kiln" >"$scratch/yard.replay" </dev/null

# Real models, for the answers.
MODELS=
suites=
for art in OBJ/WusonOBJ.obj PLY/Wuson.ply STL/Spider_ascii.stl STL/sphereWithHole.stl OBJ/spider.obj
do
	name=$(basename "${art%.*}")
	if [ -e "/usr/share/assimp/models/$art" ] && "$cook" -q "/usr/share/assimp/models/$art" -o "$scratch/$name.kiln" 2>/dev/null
	then
		"$view" "$scratch/$name.kiln" -o "$scratch/$name.html" && MODELS="$MODELS $name"
	fi
done
export MODELS
# A blob of 190 MB takes minutes: LARGE=yes tests/view.sh
if [ -n "$LARGE" ]
then
	node tests/view/art.mjs "$scratch/made" large
	claim "7 million triangles cook" exits 0 "$cook" -q "$scratch/made/large.obj" -o "$scratch/large.kiln"
	claim "and have a page" exits 0 "$view" "$scratch/large.kiln" -o "$scratch/large.html"
	suites=large
fi
for suite in $suites page look places console play field touched pictures
do
	node "tests/view/$suite.mjs" "$scratch" $([ $suite = pictures ] || echo "$query") | tee "$scratch/browser"
	last=$(tail -n 1 "$scratch/browser")
	if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]
	then
		claims_passed=$((claims_passed + BASH_REMATCH[1]))
		claims_failed=$((claims_failed + BASH_REMATCH[2]))
	else
		claim "$suite: the browser's tests end with their counts" false
	fi
done
claims_end
