#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make demo` shows: a model cooked, looked at, and asked. Prints every command before its output.
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
# This model's rims have many triangles without area, which a warning a mesh would report.
run "$build/kiln-cook $model --no-warn=clean-dropped -o $demo/model.kiln --report $demo/report.json"
# Without empty sections, two of the hashes, and what comes behind the sections: the demo stays on a page.
run "$build/kiln-dump --verify $demo/model.kiln | sed '/^provenance/,\$d; / 0\$/d; /^  source hash/d; /^  options hash/d; /^  features/d; /^\$/d'"
run "echo 'ray 0 0 2000 0 0 -1' | $build/kiln-query $demo/model.kiln"
run "echo 'closest 0 0 0' | $build/kiln-query $demo/model.kiln"
run "echo 'sphere 0 0 115 5' | $build/kiln-query $demo/model.kiln"
