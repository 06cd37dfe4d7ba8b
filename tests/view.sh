#!/bin/bash
# SPDX-License-Identifier: MIT
# Pages of kiln-view in a real browser: what they show and answer, and how much a page weighs.
. "$(dirname "$0")/cli/claims.bash"
cook=$build/kiln-cook
view=$build/kiln-view
# The page and its tools are the same for all variants.
page=build/share/kiln/view/page.html
NODE_MODULES=$PWD/build/view/node_modules
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
export NODE_MODULES CHROMIUM
make_samples

size=$(stat -c %s "$page")
claim "the page without an asset has $size bytes, less than 1 200 000" test "$size" -lt 1200000
node tests/view/art.mjs "$scratch/made"
for name in near far evil many hills
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
for name in crate yard terrain parts trigger bridge mended near far evil many hills
do
	claim "$name has a page" exits 0 "$view" "$scratch/$name.kiln" -o "$scratch/$name.html"
done
claim "two assets have a page" exits 0 "$view" "$scratch/yard.kiln" "$scratch/crate.kiln" -o "$scratch/pair.html"
claim "a body cooks" exits 0 "$cook" -q "$scratch/art/crate.obj" -o "$scratch/body.kiln" --shape hull
claim "a playground has a page" exits 0 "$view" "$scratch/terrain.kiln" "$scratch/body.kiln" -o "$scratch/play.html"
for name in cut poked empty
do
	claim "$name: a broken file has a page" exits 1 "$view" "$scratch/$name.kiln" -o "$scratch/$name.html"
done
# kiln-dump names the file as kiln-view does.
for name in yard cut poked empty
do
	"$dump" "$scratch/$name.kiln" >"$scratch/$name.dump" 2>"$scratch/$name.error"
done
for name in crate yard parts
do
	"$dump" --json "$scratch/$name.kiln" >"$scratch/$name.json"
done
"$build/tests/log_queries" "$scratch/yard.log" 300 7 "$scratch/yard.kiln"
"$query" --replay "$scratch/yard.log" "$scratch/yard.kiln" >"$scratch/yard.replay" </dev/null

# Real models, for the answers.
MODELS=
for art in OBJ/WusonOBJ.obj PLY/Wuson.ply STL/Spider_ascii.stl STL/sphereWithHole.stl OBJ/spider.obj
do
	name=$(basename "${art%.*}")
	if [ -e "/usr/share/assimp/models/$art" ] && "$cook" -q "/usr/share/assimp/models/$art" -o "$scratch/$name.kiln" 2>/dev/null
	then
		"$view" "$scratch/$name.kiln" -o "$scratch/$name.html" && MODELS="$MODELS $name"
	fi
done
export MODELS
for suite in page look console pictures
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
