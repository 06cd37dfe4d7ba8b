#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --sdf: fields are made, reported, dumped and verified; refusals, limits, recipes, damaged fields.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# A box and a box without a roof.
printf 'v %s\n' '0 0 0' '4 0 0' '4 3 0' '0 3 0' '0 0 2' '4 0 2' '4 3 2' '0 3 2' >corners
(printf 'o box\n' && cat corners && printf 'f %s\n' '4 3 2 1' '1 2 6 5' '2 3 7 6' '3 4 8 7' '4 1 5 8' '5 6 7 8') >box.obj
(cat corners && printf 'f %s\n' '4 3 2 1' '1 2 6 5' '2 3 7 6' '4 1 5 8') >open.obj

claim "a box" exits 0 "$cook" box.obj -o plain.kiln --report plain.json
claim "has no field in its report" test "$(grep -c '"sdf"' plain.json)" = 0
claim "a box gets a field" exits 0 "$cook" box.obj -o field.kiln --sdf 10cm --report field.json -v
claim "says so" grep -qE 'signed distance field: [0-9]+ blocks in [1-9][0-9]* levels, [0-9]+ bytes, error 0\.0[0-9]+ of 0\.1, certain' stderr
claim "the report has the figures" grep -qE '"sdf": \{"blocks": [0-9]+, "levels": [0-9]+, "bytes": [0-9]+, "error": 0\.0[0-9]+, "error_wanted": 0\.1' field.json
claim "the field is verified" exits 0 "$build/kiln-dump" --verify field.kiln
claim "the dump has it" grep -qE '^  field  +signed distance, [0-9]+ blocks in 4 x [34] x [23] cells of 1\.125, [0-9]+ levels?, error 0\.0' stdout
claim "in JSON, too" exits 0 "$build/kiln-dump" --json field.kiln
claim "with its error" grep -qE '"sdf": \{"blocks": [0-9]+, "cells": [0-9]+, "levels": [0-9]+, "roots": \[4, [34], [23]\], "edge": 1\.125, "error": 0\.0' stdout
claim "with one thread" exits 0 "$cook" box.obj -o one.kiln --sdf 0.1m -j 1
claim "the asset is the same" cmp field.kiln one.kiln
claim "a finer field" exits 0 "$cook" -q box.obj -o fine.kiln --sdf 5cm
claim "differs" exits 1 "$build/kiln-dump" --diff field.kiln fine.kiln
claim "by blocks" grep -qE 'blocks of the signed distance field [0-9]+ -> [0-9]+' stdout
claim "by error" grep -q 'error of the signed distance field' stdout

# Damage: a block's error, its base, a cell.
"$build/kiln-dump" --json field.kiln >field.txt
place() { sed -n "s/.*\"name\": \"$1\".*\"offset\": \([0-9]*\).*/\1/p" field.txt; }
blocks=$(place 'sdf blocks')
cells=$(place 'sdf cells')
cp field.kiln wrong.kiln
printf '\0\0\0\077' | dd of=wrong.kiln bs=1 seek="$blocks" conv=notrunc 2>dd
claim "a block that is elsewhere" exits 1 "$build/kiln-dump" --verify wrong.kiln
cp field.kiln broken.kiln
printf '\001\0\0\0' | dd of=broken.kiln bs=1 seek="$((cells + 4 * 40))" conv=notrunc 2>dd
claim "a cell that leads nowhere" exits 0 "$build/kiln-dump" broken.kiln
claim "is dumped as broken" grep -q 'broken at byte .*of a cell ' stdout
claim "and refused" exits 1 "$build/kiln-dump" --verify broken.kiln

claim "an open box" exits 1 "$cook" open.obj -o no.kiln --sdf 10cm
claim "is refused with a way out" grep -q 'it is open.*--wrap.*\[sdf-open\]' stderr
claim "and leaves nothing" test ! -e no.kiln
claim "its wrap has a field" exits 0 "$cook" -q open.obj -o wrap.kiln --sdf 0.1 --wrap
claim "which is verified" exits 0 "$build/kiln-dump" --verify wrap.kiln
claim "few blocks" exits 0 "$cook" box.obj -o few.kiln --sdf 1mm --sdf-blocks 64
claim "are a limit that warns" grep -qE 'error of the signed distance field is 0\.[0-9]+ instead of 0\.001: .*64 blocks.*\[sdf-limit\]' stderr
claim "what is left is verified" exits 0 "$build/kiln-dump" --verify few.kiln
printf '[node box]\nsdf = 0.02\nsdf-blocks = 20000\n' >box.obj.kiln
claim "a recipe" exits 0 "$cook" --explain box.obj
claim "sets both" test "$(grep -cE 'sdf(-blocks)? +(0.02|20000)' stdout)" = 2
claim "and makes a field" exits 0 "$cook" box.obj -o recipe.kiln -v
claim "with its error" grep -q 'signed distance field' stderr
rm box.obj.kiln
claim "no is no field" exits 0 "$cook" -q box.obj -o no.kiln --sdf=no
claim "which is the plain asset" cmp no.kiln plain.kiln
claim "blocks without a field" exits 0 "$cook" box.obj -o no.kiln --sdf-blocks 100
claim "warn" grep -q 'option-unused' stderr
claim "a field of a hull" exits 0 "$cook" box.obj -o no.kiln --sdf 0.1 --shape hull
claim "warns" grep -q 'option-unused' stderr
for value in 0 -1 nan 3km 1e10 cm
do
	claim "--sdf=$value is refused" exits 2 "$cook" box.obj -o no.kiln --sdf=$value
done
for value in 0 63 20000000 x
do
	claim "--sdf-blocks $value is refused" exits 2 "$cook" box.obj -o no.kiln --sdf 0.1 --sdf-blocks $value
done
claims_end
