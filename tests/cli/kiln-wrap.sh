#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --wrap: the asset is closed and proved, inside tests and mass work, lengths and shares agree, refusals.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# A box without a roof and a sheet through it, of two materials.
printf 'v %s\n' '0 0 0' '4 0 0' '4 3 0' '0 3 0' '0 0 2' '4 0 2' '4 3 2' '0 3 2' '1 -1 1' '3 -1 1' '2 5 1' >open.obj
printf '%s\n' 'usemtl wall' 'f 4 3 2 1' 'f 1 2 6 5' 'f 2 3 7 6' 'f 4 1 5 8' 'usemtl sheet' 'f 9 10 11' >>open.obj

claim "an open box" exits 0 "$cook" open.obj -o plain.kiln --report plain.json
claim "has no wrap in its report" test "$(grep -c '"wrap"' plain.json)" = 0
claim "is wrapped" exits 0 "$cook" open.obj -o wrap.kiln --wrap=50cm --wrap-offset 5cm --report wrap.json -v
claim "says so" grep -q 'wrapped: .* detail 0.5, offset 0.05; at most 0.[0-9]* from the mesh, 0.3 allowed; volume ' stderr
claim "the report has the figures" grep -qE '"wrap": \{"triangles": [0-9]+, "cells": [0-9]+, "cells_filled": 0, "rounds": 1, "detail": 0.5' wrap.json
claim "the surface is closed" grep -q '"closed": true' wrap.json
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify wrap.kiln
claim "and has mass" grep -q 'volume [1-9]' stdout
claim "of both materials" grep -q '"sheet"' stdout
printf 'inside 2 1.5 -0.02\ninside 2 1.5 1\ninside 2 1.5 1.6\ninside 9 9 9\n' >points
claim "inside tests" exits 0 bash -c "'$build/kiln-query' wrap.kiln <points"
claim "answer" test "$(tr -d '\n' <stdout)" = '{"inside":true}{"inside":true}{"inside":false}{"inside":false}'
claim "with one thread" exits 0 "$cook" open.obj -o one.kiln --wrap=50cm --wrap-offset 5cm -j 1
claim "the asset is the same" cmp wrap.kiln one.kiln
claim "centimetres of art in centimetres" exits 0 "$cook" open.obj -o cm.kiln --unit cm --wrap=5mm --wrap-offset 0.5mm -v
claim "are lengths of the asset" grep -q 'detail 0.5, offset 0.05' stderr
claim "without a value" exits 0 "$cook" open.obj -o share.kiln --wrap -v
claim "the detail is a twentieth of the diagonal" grep -qE 'detail 0.37[0-9]*, offset 0.037' stderr
printf '[node *]\nwrap = 0.1\nwrap-offset = 0.02\n' >open.obj.kiln
claim "a recipe" exits 0 "$cook" --explain open.obj
claim "sets both" test "$(grep -cE 'wrap(-offset)? +0.[01]' stdout)" = 2
claim "and wraps" exits 0 "$cook" open.obj -o recipe.kiln -v
claim "with its detail" grep -q 'wrapped' stderr
rm open.obj.kiln
claim "an offset without a wrap" exits 0 "$cook" open.obj -o no.kiln --wrap-offset 0.1
claim "warns" grep -q 'option-unused' stderr
claim "no is no wrap" exits 0 "$cook" open.obj -o no.kiln --wrap=no
claim "which is the plain asset" cmp no.kiln plain.kiln
rm no.kiln
claim "convex parts of open art" exits 0 "$cook" open.obj -o parts.kiln --wrap=50cm --wrap-offset 5cm --shape parts --report parts.json -v
claim "are cut from the wrap" grep -q 'wrapped: .* detail 0.5, offset 0.05' stderr
claim "which is closed" grep -q '"closed": true' parts.json
claim "they contain the art" exits 0 "$build/kiln-dump" --verify --art plain.kiln parts.kiln
claim "by exact signs" grep -q 'art  .* in the solids, by exact signs' stdout
claim "and have the mass of the wrap" grep -q '/kiln/parts/of": "art"' <("$build/kiln-dump" parts.kiln)
claim "a shape for open art" exits 0 "$cook" open.obj -o auto.kiln --wrap=50cm --wrap-offset 5cm --shape auto -v
claim "is chosen for the wrap" grep -q 'wrapped: ' stderr
claim "and verified" exits 0 "$build/kiln-dump" --verify --art plain.kiln auto.kiln
claim "a hull has no wrap" exits 0 "$cook" open.obj -o hull.kiln --wrap=50cm --shape hull -v
claim "and a warning" grep -q 'option-unused' stderr
for value in 0 -1 nan 3km 1e10 cm
do
	claim "--wrap=$value is refused" exits 2 "$cook" open.obj -o no.kiln --wrap=$value
done
claim "too fine a detail" exits 1 "$cook" open.obj -o no.kiln --wrap=1e-4 --wrap-offset 1e-4
claim "is refused with the smallest that fits" grep -q 'the smallest detail that fits is about 0.0[0-9]* \[wrap-limit\]' stderr
claim "and leaves nothing" test ! -e no.kiln
claim "a detail below float32" exits 1 "$cook" open.obj -o no.kiln --wrap=1e-8
claim "is refused" grep -q 'wrap-range' stderr
claims_end
