#!/bin/sh
# SPDX-License-Identifier: MIT
# Cooks a model, dumps it and queries it, and makes a page of it, for `make demo`. Prints every command before its output.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
demo=$build/demo
model=/usr/share/assimp/models/glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb

# run COMMAND-LINE
run()
{
	printf '\n$ %s\n' "$1"
	sh -c "$1"
}

mkdir -p "$demo"
if [ ! -f "$model" ]
then
	run "$build/kiln-samples $demo"
	model=$demo/terrain.obj
fi
# The rims of this model have many triangles without area; without the option, each mesh would warn.
run "$build/kiln-cook $model --no-warn=clean-dropped -o $demo/model.kiln --report $demo/report.json"
# Leaves out empty sections, two of the hashes, and the text behind the sections, so that the demo fits on a page.
run "$build/kiln-dump --verify $demo/model.kiln | sed '/^provenance/,\$d; / 0\$/d; /^  source hash/d; /^  options hash/d; /^  features/d; /^\$/d'"
run "echo 'ray 0 0 2000 0 0 -1' | $build/kiln-query $demo/model.kiln"
run "echo 'closest 0 0 0' | $build/kiln-query $demo/model.kiln"
run "echo 'sphere 0 0 115 5' | $build/kiln-query $demo/model.kiln"
if [ -f "$build/../share/kiln/view/page.html" ]
then
	run "$build/kiln-view $demo/model.kiln -o $demo/model.html"
	printf '\nOpen %s/%s/model.html in a browser: drag to turn, click to cast a ray, ? for the keys.\n' "$PWD" "$demo"
fi
