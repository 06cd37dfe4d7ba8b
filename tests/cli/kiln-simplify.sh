#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --simplify: by error and by number, in options and recipes; what is said and reported; exit codes.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# Hills of 30 x 30 cells, and a ball.
seq 0 960 | awk '{ x = $1 % 31; y = int($1 / 31); printf "v %d %.6f %d\n", x, 2 * sin(x / 5) * cos(y / 7), y }' >hills.obj
seq 1 929 | awk '$1 % 31 { print "f", $1, $1 + 31, $1 + 32, $1 + 1 }' >>hills.obj
awk 'BEGIN { n = 24; m = 12; pi = 3.14159265
	for (i = 1; i < m; i++) for (k = 0; k < n; k++)
		printf "v %.6f %.6f %.6f\n", sin(pi * i / m) * cos(2 * pi * k / n), sin(pi * i / m) * sin(2 * pi * k / n), cos(pi * i / m)
	print "v 0 0 1\nv 0 0 -1"; top = (m - 1) * n + 1; low = top + 1
	for (k = 0; k < n; k++) {
		l = (k + 1) % n
		print "f", top, k + 1, l + 1; print "f", low, (m - 2) * n + l + 1, (m - 2) * n + k + 1
		for (i = 0; i < m - 2; i++) print "f", i * n + k + 1, (i + 1) * n + k + 1, (i + 1) * n + l + 1, i * n + l + 1
	} }' >ball.obj

# triangles FILE: the triangles of an asset
triangles() { "$build/kiln-dump" "$1" | awk '$1 == "holds" { for (i = 2; i < NF; i++) if ($(i + 1) == "triangles") print $i }'; }

claim "an error" exits 0 "$cook" hills.obj -o hills.kiln --simplify 0.01 -v --report hills.json
claim "is said with its distance" grep -qE 'simplified: 1800 -> [0-9]+ triangles, Hausdorff distance 0\.[0-9]+ to 0\.[0-9]+, certain$' stderr
claim "within the diagonal's share" awk '/"simplify": / { gsub(/[^0-9.eE+-]+/, " "); split($0, n, " "); upper = n[length(n)] }
	END { exit !(upper > 0 && upper <= 0.01 * 42.62) }' hills.json
claim "takes most triangles" test "$(triangles hills.kiln)" -lt 600
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify hills.kiln
claim "with three threads" exits 0 "$cook" hills.obj -o three.kiln --simplify 0.01 -j 3
claim "the asset is the same" cmp hills.kiln three.kiln
claim "a number" exits 0 "$cook" ball.obj -o ball.kiln --simplify 200 -v
claim "is kept" test "$(triangles ball.kiln)" -le 200
claim "a closed ball stays closed" grep -q '    closed, manifold, orientable, consistently wound' stderr
claim "more triangles than there are" exits 0 "$cook" ball.obj -o more.kiln --simplify 100000 -v
claim "change nothing" grep -q 'simplified: 528 -> 528 triangles, the surface did not move' stderr
claim "a border stays" exits 0 "$cook" hills.obj -o few.kiln --simplify 1
claim "with a warning" grep -q 'more than 1: .*\[simplify-short\]' stderr
claim "merging goes first" exits 0 "$cook" ball.obj -o both.kiln --merge --simplify 0.05 -v
claim "with figures of its own" grep -q 'merged: 528 -> 528 triangles' stderr
claim "a hull" exits 0 "$cook" ball.obj -o hull.kiln --shape hull --simplify 0.05
claim "is not simplified" grep -q 'option-unused' stderr
claim "an outer side" exits 0 "$cook" ball.obj -o outer.kiln --simplify 0.03 --simplify-side outer -v
claim "is proved" grep -qE 'simplified: 528 -> [0-9]+ triangles, .*, proved to be outer$' stderr
claim "an inner side" exits 0 "$cook" ball.obj -o inner.kiln --simplify 0.03 --simplify-side inner --report inner.json
claim "is reported" grep -q '"side": "inner"' inner.json
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify inner.kiln
claim "open hills" exits 0 "$cook" hills.obj -o open.kiln --simplify 0.03 --simplify-side outer
claim "have no side" grep -q 'no inside \[simplify-side\]' stderr
claim "a side alone" exits 0 "$cook" ball.obj -o side.kiln --simplify-side outer
claim "has no effect" grep -q 'option-unused' stderr
claim "an unknown side" exits 2 "$cook" ball.obj -o no.kiln --simplify 0.03 --simplify-side left
printf '[node *]\nsimplify = 0.05\n' >ball.obj.kiln
claim "a recipe" exits 0 "$cook" --explain ball.obj
claim "simplifies" grep -qE 'simplify +0.05 .*ball.obj.kiln:2' stdout
claim "no in the recipe" exits 0 "$cook" ball.obj -o no.kiln --simplify 0.05 --no-sidecars -v
claim "is not said" test "$(grep -c simplified stderr)" = 1
for value in 0 -1 0.7 12.5 nan all 1e-13 5000000000
do
	claim "no error or number: $value" exits 2 "$cook" ball.obj -o no.kiln --no-sidecars --simplify "$value"
done
claims_end
