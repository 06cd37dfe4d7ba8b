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
run "$build/kiln-samples $demo"
[ -f "$model" ] || model=$(find "$demo" -name '*.obj' | LC_ALL=C sort | head -n 1)
run "$build/kiln-cook $model -o $demo/model.kiln -v"
run "$build/kiln-dump $demo/model.kiln"
run "$build/kiln-dump --verify $demo/model.kiln"
run "echo 'ray 0 0 10 0 0 -1' | $build/kiln-query $demo/model.kiln"
