#!/bin/bash
# SPDX-License-Identifier: MIT
# Surveys and repairs a polygon of a million corners, and soups of a million triangles, small ones and ones that all span the soup,
# each in bounded time and memory.
#   tests/repair_large.sh
. "$(dirname "$0")/cli/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# bounded COMMAND...: in 6 GB of addresses.
bounded() { (ulimit -v 6000000 && "$@"); }

awk 'BEGIN { n = 1000000; for (i = 0; i < n; ++i) { a = 6.283185307179586 * i / n; printf "v %.5f %.5f 0\n", 1000 * cos(a), 1000 * sin(a) }
	printf "f"; for (i = 1; i <= n; ++i) printf " %d", i; print "" }' >polygon.obj
claim "a polygon of a million corners is surveyed" exits 0 bounded "$cook" -q --survey polygon.obj
claim "as one part" grep -q '999998 triangles, 1000000 vertices, 1 connected part' stdout
claim "with one border" grep -q ' 1000000 edges' stdout
claim "repairs leave the border open" exits 0 bounded "$cook" -q polygon.obj -o polygon.kiln --repair orient,holes,non-manifold --hole-size 1
claim "in an asset" test -s polygon.kiln

awk 'BEGIN { srand(7); for (i = 0; i < 1000000; ++i) { x = 400 * rand(); y = 400 * rand(); z = 400 * rand()
	for (k = 0; k < 3; ++k) printf "v %.3f %.3f %.3f\n", x + 4 * rand(), y + 4 * rand(), z + 4 * rand() }
	for (i = 0; i < 3000000; i += 3) print "f", i + 1, i + 2, i + 3 }' >soup.obj
claim "a soup of a million triangles is surveyed" exits 0 bounded "$cook" -q --survey soup.obj
claim "as a million parts" grep -q '1000000 triangles, 3000000 vertices, 1000000 connected parts' stdout
claim "whose crossings are counted" grep -qE 'crossing: [1-9][0-9]{4}' stdout
claim "no hole is closed by a copy" exits 0 bounded "$cook" -q --survey soup.obj --repair opposite,orient,holes,inner
claim "nearly all holes are left" grep -qE 'repaired holes: 0 holes closed, 99[0-9]{4} faults left' stdout
# Borders that cracks explain are no holes.
claim "as many as the survey has" awk '/repaired holes/ { left = $6 } /^    (gap|hole):/ { sum += $2 } END { exit sum != left }' stdout
claim "each on its own" test "$(grep -c 'stays: a triangle on its own' stdout)" = 32

awk 'BEGIN { srand(11); for (i = 0; i < 3000000; ++i) printf "v %.6f %.6f %.6f\n", 400 * rand(), 400 * rand(), 400 * rand()
	for (i = 0; i < 3000000; i += 3) print "f", i + 1, i + 2, i + 3 }' >spans.obj
# With limits of the whole work only, the survey took 138 seconds of processor time.
claim "a soup of a million triangles that all span it is surveyed" exits 0 bounded bash -c "ulimit -t 60; '$cook' -q --survey --listed 1 spans.obj"
claim "up to the limit of its T-junctions" grep -q 't-junction: at least [1-9][0-9]* within .*; the search ended at its limit of work' stdout
claim "and of its crossings" grep -q 'crossing: at least 4262144; the search ended at its limit of work' stdout
claims_end
