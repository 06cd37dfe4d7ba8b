#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --sdf: fields are made, reported, dumped, verified and queried; refusals, limits, recipes, damaged fields; the picture of the guide.
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
claim "where the shape is chosen" exits 1 "$cook" open.obj -o no.kiln --sdf 10cm --shape auto
claim "says what was chosen, and the way out" grep -q 'it is open, and --shape auto kept the mesh\..*--wrap.*sdf = no.*\[sdf-open\]' stderr
printf 'shape = auto\nsdf = 10cm\n[node *]\nsdf = no\n' >open.obj.kiln
claim "which a recipe takes" exits 0 "$cook" open.obj -o left.kiln
rm open.obj.kiln
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
for shape in sphere capsule box cylinder
do
	claim "a field of a $shape" exits 0 "$cook" box.obj -o no.kiln --sdf 0.1 --shape $shape
	claim "warns" grep -q 'option-unused' stderr
done
claim "a hull gets a field" exits 0 "$cook" open.obj -o hull.kiln --sdf 10cm --shape hull -v --report hull.json
claim "says so, too" grep -qE 'signed distance field: [0-9]+ blocks in [1-9][0-9]* levels, [0-9]+ bytes, error 0\.0[0-9]+ of 0\.1, certain' stderr
claim "it is in the report" grep -qE '"sdf": \{"blocks": [0-9]+,.*"error_wanted": 0\.1' hull.json
claim "the field of the hull is verified" exits 0 "$build/kiln-dump" --verify hull.kiln
claim "and dumped" grep -qE '^  field  +signed distance, [0-9]+ blocks in 4 x [34] x [23] cells' stdout
claim "also in JSON" exits 0 "$build/kiln-dump" --json hull.kiln
claim "with the hull" grep -qE '"sdf": \{"blocks": [0-9]+' stdout
claim "a finer field of the hull" exits 0 "$cook" -q open.obj -o finer.kiln --sdf 5cm --shape hull
claim "is another" exits 1 "$build/kiln-dump" --diff hull.kiln finer.kiln
claim "by its blocks" grep -qE 'blocks of the signed distance field [0-9]+ -> [0-9]+' stdout
claim "the hull answers queries" exits 0 sh -c "printf 'sdf 2 1.5 1\nsdf 4.05 1.5 1 0.001\nsdf 2 1.5 1 0\n' | '$query' hull.kiln"
claim "by the field" grep -qE '"distance":-(0\.9|1\.0)[0-9]*,"error":0\.[01]' stdout
claim "and exactly outside" grep -qE '"distance":0\.05[0-9]*,"error":[0-9.]+e-0[67]' stdout
claim "and inside" grep -qE '"distance":-1,"error":[0-9.]+e-0[67]' stdout
(printf 'o ell\n' && printf 'v %s\n' '0 0 0' '4 0 0' '4 1 0' '1 1 0' '1 3 0' '0 3 0' '0 0 2' '4 0 2' '4 1 2' '1 1 2' '1 3 2' '0 3 2' &&
	printf 'f %s\n' '6 5 4 3 2 1' '7 8 9 10 11 12' '1 2 8 7' '2 3 9 8' '3 4 10 9' '4 5 11 10' '5 6 12 11' '6 1 7 12') >ell.obj
claim "parts get fields" exits 0 "$cook" ell.obj -o parts.kiln --sdf 10cm --shape parts -v --report parts.json
claim "as many as hulls" grep -qE 'signed distance fields of 2 parts: [0-9]+ blocks' stderr
claim "with figures of each" test "$(grep -cE '"kind": "hull".*"sdf": \{"blocks"' parts.json)" = 2
claim "the fields of parts are verified" exits 0 "$build/kiln-dump" --verify parts.kiln
claim "each is in the dump" test "$(grep -c '^  field  *signed distance' stdout)" = 2
# Two objects of two boxes each, of which one box is the same.
awk 'function box(x,    i) {
	for (i = 0; i < 8; ++i) print "v", x + i % 2, int(i / 2) % 2, int(i / 4)
	n = split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", f)
	for (i = 1; i <= n; i += 4) print "f", f[i] + at, f[i + 1] + at, f[i + 2] + at, f[i + 3] + at
	at += 8
}
BEGIN { print "o first"; box(0); box(3); print "o second"; box(3); box(7) }' >four.obj
claim "objects with an equal part" exits 0 "$cook" four.obj -o four.kiln --sdf 10cm --shape parts -v --report four.json
claim "have its field once" grep -qE 'signed distance fields of 2 parts, 1 shared: [0-9]+ blocks' stderr
claim "and say so" test "$(grep -o '"shared": [a-z]*, "sdf"' four.json | sort | uniq -c | awk '{ printf "%s %s ", $1, $3 }')" = '3 false, 1 true, '
sum() { awk '{ sum += $1 } END { print sum }'; }
claim "its bytes are counted once" test "$(sed -nE 's/.*distance fields of .* ([0-9]+) bytes, .*/\1/p' stderr | sum)" -eq \
	"$(grep -oE '"sdf(s|_cells|_blocks)": [0-9]+' four.json | sed 's/.* //' | sum)"
printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 1 1 0' 'v 0 1 0' 'f 1 2 3 4' >flat.obj
claim "a flat hull" exits 1 "$cook" flat.obj -o no.kiln --sdf 0.1 --shape hull
claim "has no inside" grep -q 'its hull is flat.*\[sdf-open\]' stderr
for value in 0 -1 nan 3km 1e10 cm
do
	claim "--sdf=$value is refused" exits 2 "$cook" box.obj -o no.kiln --sdf=$value
done
for value in 0 63 20000000 x
do
	claim "--sdf-blocks $value is refused" exits 2 "$cook" box.obj -o no.kiln --sdf 0.1 --sdf-blocks $value
done
# Queries of the field.
printf '%s\n' 'sdf 2 1.5 1' 'sdf 6 1.5 1' 'sdf 4.05 1.5 1 0.001' 'sdfsphere 9 1.5 1 0.5 -1 0 0' 'sdfcapsule 9 1 1 9 2 1 0.5 -1 0 0 3' 'sdfcapsule 9 1 5 9 2 5 0.5 -1 0 0' >queries
claim "points and casts" exits 0 sh -c "'$query' field.kiln <queries"
mapfile -t answers <stdout
has() { grep -qE "$2" <<<"${answers[$1]}" || { echo "${answers[$1]}"; return 1; }; }
claim "a point in the middle is inside" has 0 '"distance":-(0\.9|1\.0)[0-9]*,"error":0\.[01]'
claim "a point outside has the gradient of its side" has 1 '"distance":(1\.9|2\.0)[0-9]*,.*"gradient":\[(1|0\.99[0-9]*),'
claim "the exact answer on request" has 2 '"distance":0\.05[0-9]*,"error":[0-9.]+e-0[67]'
claim "a sphere moves until contact cannot be excluded" has 3 '"hit":true,"t":(4\.[234]|4\.5)'
claim "a capsule that ends before is free" has 4 '^\{"hit":false\}$'
claim "as is one that passes" has 5 '^\{"hit":false\}$'
claim "an asset without a field" exits 1 sh -c "echo sdf 1 1 1 | '$query' plain.kiln"
claim "says so" grep -q 'no mesh or hull has a signed distance field' stdout
claim "a broken field" exits 1 sh -c "echo sdf 1 1 1 | '$query' broken.kiln"
claim "is an error, too" grep -q '"error":".*field' stdout
claim "words like those" exits 1 sh -c "echo sdfbox 1 1 1 | '$query' field.kiln"
claim "are no queries" grep -q "unknown query 'sdfbox'" stdout

# The picture of a field, cooker/pictures/sdf.svg: lines of equal distance in a section through an angle with a hole. With --update this writes
# it.
picture=${golden%/tests/golden}/cooker/pictures/sdf.svg
awk 'BEGIN {
	# The outline, counterclockwise, and a triangular prism that is cut out of it.
	n = split("0 0 6 0 6 1.2 1.6 1.6 1.2 4 0 4", p); m = split("0.4 0.4 0.5 1.5 1.2 0.9", q)
	for (z = 0; z <= 2; z += 2) {
		for (i = 1; i <= n; i += 2) print "v", p[i], p[i + 1], z
		for (i = 1; i <= m; i += 2) print "v", q[i], q[i + 1], z
	}
	split("1 2 9 2 3 9 3 4 9 9 4 8 4 5 8 5 6 8 8 6 7 6 1 7 7 1 9", t)
	for (i = 1; i <= 27; i += 3) { print "f", t[i + 2], t[i + 1], t[i]; print "f", t[i] + 9, t[i + 1] + 9, t[i + 2] + 9 }
	for (i = 1; i <= 6; ++i) { k = i % 6 + 1; print "f", i, k, k + 9, i + 9 }
	for (i = 7; i <= 9; ++i) { k = (i - 6) % 3 + 7; print "f", i, k, k + 9, i + 9 }
}' >angle.obj
claim "an angle" exits 0 "$cook" angle.obj -o angle.kiln --sdf 2cm
claim "has a field" exits 0 "$dump" --verify angle.kiln
awk 'BEGIN { for (j = 0; j <= 60; ++j) for (i = 0; i <= 80; ++i) print "sdf", i / 10 - 1, j / 10 - 1, 1 }' >section
claim "a section is asked for" exits 0 sh -c "'$query' angle.kiln <section"
awk -F'[:,]' '
function place(a, b, level) { return (level - a) / (b - a) }
function point(x, y) { return sprintf("%.1f %.1f", 8 * x, 8 * (60 - y)) }
# Where the line of a level crosses the sides of a triangle of samples.
function cross(x1, y1, d1, x2, y2, d2, x3, y3, d3, level,    s, count) {
	count = 0
	if ((d1 < level) != (d2 < level)) { s = place(d1, d2, level); ends[++count] = point(x1 + s * (x2 - x1), y1 + s * (y2 - y1)) }
	if ((d2 < level) != (d3 < level)) { s = place(d2, d3, level); ends[++count] = point(x2 + s * (x3 - x2), y2 + s * (y3 - y2)) }
	if ((d3 < level) != (d1 < level)) { s = place(d3, d1, level); ends[++count] = point(x3 + s * (x1 - x3), y3 + s * (y1 - y3)) }
	return count == 2 && ends[1] != ends[2] ? "M" ends[1] "L" ends[2] : ""
}
{ d[NR - 1] = $2 }
END {
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 480\" width=\"640\" height=\"480\">"
	print "<style>path{fill:none;stroke-linecap:round}.in{stroke:#d60}.at{stroke:#111;stroke-width:2.5}.out{stroke:#38c}</style>"
	print "<rect width=\"640\" height=\"480\" fill=\"#fff\"/>"
	for (n = -4; n <= 8; ++n) {
		path = ""
		for (j = 0; j < 60; ++j) for (i = 0; i < 80; ++i) {
			a = d[81 * j + i]; b = d[81 * j + i + 1]; c = d[81 * j + i + 82]; e = d[81 * j + i + 81]
			path = path cross(i, j, a, i + 1, j, b, i + 1, j + 1, c, n / 5) cross(i, j, a, i + 1, j + 1, c, i, j + 1, e, n / 5)
		}
		if (path != "") printf "<path class=\"%s\" d=\"%s\"/>\n", (n < 0 ? "in" : n > 0 ? "out" : "at"), path
	}
	print "</svg>"
}' stdout >made.svg
[ "${1:-}" != --update ] || cp made.svg "$picture"
claim "the picture is the one in the guide" cmp made.svg "$picture"
claims_end
