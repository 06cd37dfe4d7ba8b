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
claim "moving borders" exits 0 "$cook" hills.obj -o free.kiln --simplify 9 --simplify-borders
claim "take fewer triangles" test "$(triangles free.kiln)" -lt 10 -a "$(triangles few.kiln)" -ge 118
claim "within an error" exits 0 "$cook" hills.obj -o free.kiln --simplify 0.01 --simplify-borders
claim "too" test "$(triangles free.kiln)" -lt "$(triangles hills.kiln)"
claim "in levels" exits 0 "$cook" hills.obj -o free.kiln --levels 0.01 --simplify-borders
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify free.kiln
claim "borders alone" exits 0 "$cook" ball.obj -o side.kiln --simplify-borders
claim "have no effect" grep -q 'option-unused' stderr
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
# Levels.
claim "levels in any order" exits 0 "$cook" hills.obj -o levels.kiln --levels 200,0.002,0.01 -v --report levels.json
claim "are said by distance" test "$(sed -n 's/^    level [123]: \([0-9]*\) triangles, Hausdorff distance [0-9.]* to [0-9.]*, certain$/\1/p' stderr | sort -rnu | wc -l)" = 3
claim "and reported" grep -qE '"levels": \[\{"mesh": 1, "triangles": [0-9]+, "distance": \[0[^]]*\]\}, \{"mesh": 2' levels.json
claim "their distances are verified" exits 0 "$build/kiln-dump" --verify levels.kiln
claim "the dump lists them" grep -qE '^  levels          1: mesh 1, [0-9]+ triangles, within 0\.[0-9]+$' stdout
claim "in JSON, too" exits 0 "$build/kiln-dump" --json levels.kiln
claim "with their distances" grep -qE '\{"mesh": 3, "triangles": [0-9]+, "distance": 0?[0-9.]+\}' stdout
claim "with three threads" exits 0 "$cook" hills.obj -o three.kiln --levels 200,0.002,0.01 -j 3
claim "the asset is the same" cmp levels.kiln three.kiln
offset=$("$build/kiln-dump" --json levels.kiln | sed -n 's/.*"name": "levels".*"offset": \([0-9]*\).*/\1/p')
cp levels.kiln near.kiln
printf '\0\0\0\0' | dd of=near.kiln bs=1 seek="$((offset + 8))" conv=notrunc 2>dd
claim "a distance that is too small" exits 1 "$build/kiln-dump" --verify near.kiln
printf '\377\377\377\377' | dd of=near.kiln bs=1 seek="$((offset + 4))" conv=notrunc 2>dd
claim "a level that is no mesh" exits 1 "$build/kiln-dump" near.kiln
claim "is refused with the reason" grep -q 'a level or its mesh is out of range' stderr stdout
claim "other levels" exits 0 "$cook" -q hills.obj -o other.kiln --levels 0.002,0.02
claim "differ" exits 1 "$build/kiln-dump" --diff levels.kiln other.kiln
claim "by number" grep -q 'levels 2 -> 3' stdout
claim "by distance" grep -q 'distance of level 2 ' stdout
claim "levels with a side" exits 0 "$cook" ball.obj -o side.kiln --no-sidecars --levels 0.02,0.05 --simplify-side outer --tree obb
claim "are proved" exits 0 "$build/kiln-dump" --verify side.kiln
claim "levels that are no coarser" exits 0 "$cook" hills.obj -o few.kiln --levels 0.01,5000
claim "are left out" grep -q '1 of 2 levels left out.*levels-dropped' stderr
claim "a deformable mesh" exits 0 "$cook" hills.obj -o few.kiln --levels 0.01 --deformable
claim "has no levels" grep -q 'no levels: .*simplify-deformable' stderr
claim "a hull" exits 0 "$cook" ball.obj -o hull.kiln --no-sidecars --shape hull --levels 0.05
claim "has no levels" grep -q 'option-unused' stderr
printf '[node *]\nlevels = 0.05,100\n' >ball.obj.kiln
claim "a recipe" exits 0 "$cook" --explain ball.obj
claim "makes levels" grep -qE 'levels +0.05,100 .*ball.obj.kiln:2' stdout
for value in 0 0.7 0.1, ,0.1 0.1,no 12.5 nan 1,2,3,4,5,6,7,8,9
do
	claim "no levels: $value" exits 2 "$cook" ball.obj -o no.kiln --no-sidecars --levels "$value"
done
claim "no levels on request" exits 0 "$cook" -q ball.obj -o no.kiln --no-sidecars --levels no
claim "are as without the option" bash -c "! '$build/kiln-dump' no.kiln | grep -q levels"
# A wrap is made first, then simplified, then its levels.
claim "a wrap is simplified" exits 0 "$cook" hills.obj -o wrap.kiln --wrap=0.05 --simplify 0.01 --levels 0.05 -v
claim "after it is made" awk '/wrapped: / { made = $0; sub(/ triangles.*/, "", made); sub(/.* /, "", made) } /simplified: / { from = $2 }
	END { exit !(made > 0 && made == from) }' stderr
claim "it stays closed" grep -q '    closed, manifold, orientable, consistently wound' stderr
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify wrap.kiln
claim "within a side" exits 0 "$cook" ball.obj -o wrap.kiln --no-sidecars --wrap=0.1 --simplify 0.02 --simplify-side outer -v
claim "the wrap is contained" grep -q 'proved to be outer' stderr
for value in 0 -1 0.7 12.5 nan all 1e-13 5000000000
do
	claim "no error or number: $value" exits 2 "$cook" ball.obj -o no.kiln --no-sidecars --simplify "$value"
done
claims_end
