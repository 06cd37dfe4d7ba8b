#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --survey and --repair on art that is made to hurt: what the survey counts, that a repair makes nothing worse, and that
# the asset is proved. A wrap of 10^12 cells is refused before memory is taken.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# strip TWISTED CLOSED: a strip of 40 x 4 squares around the z axis, glued straight or twisted, open or closed across.
strip()
{
	awk -v twisted="$1" -v closed="$2" 'BEGIN {
		m = 40; n = 5; pi = 3.141592653589793
		for (i = 0; i < m; ++i) for (k = 0; k < n; ++k)
		{
			u = 2 * pi * i / m; turn = twisted * u / 2; v = closed ? 2 * pi * k / n : 0
			x = closed ? sin(v) : (k - 2) / 2; y = closed ? sin(2 * v) : 0
			r = 4 + x * cos(turn) - y * sin(turn)
			printf "v %.9f %.9f %.9f\n", r * cos(u), r * sin(u), x * sin(turn) + y * cos(turn)
		}
		for (i = 0; i < m; ++i) for (k = 0; k < n - !closed; ++k)
		{
			a = i * n + k; b = i * n + (k + 1) % n; over = (i + 1) % m; l = (k + 1) % n; q = k
			if (i + 1 == m && twisted) { q = closed ? (n - k) % n : n - 1 - k; l = closed ? (n - (k + 1)) % n : n - 2 - k }
			print "f", a + 1, over * n + q + 1, over * n + l + 1, b + 1
		} }'
}

# sphere SCALE X FLAGS: a sphere of 20 x 30 around (X, 0, 0). `double` doubles each face the other way round, `turn` turns faces at
# random, `drop` leaves two faces out that share a vertex.
sphere()
{
	awk -v s="$1" -v x="$2" -v flags="$3" 'BEGIN {
		srand(5); m = 20; n = 30; pi = 3.141592653589793
		printf "v %.9g 0 %.9g\nv %.9g 0 %.9g\n", x, -s, x, s
		for (i = 1; i < m; ++i) for (k = 0; k < n; ++k)
			printf "v %.9g %.9g %.9g\n", x + s * sin(pi * i / m) * cos(2 * pi * k / n), s * sin(pi * i / m) * sin(2 * pi * k / n),
				-s * cos(pi * i / m)
		for (i = 0; i < m; ++i) for (k = 0; k < n; ++k)
		{
			a = i ? 3 + (i - 1) * n + k : 1; b = i ? 3 + (i - 1) * n + (k + 1) % n : 1
			d = i + 1 < m ? 3 + i * n + k : 2; c = i + 1 < m ? 3 + i * n + (k + 1) % n : 2
			face(a, b, c); face(a, c, d)
		} }
	function face(a, b, c)
	{
		if (a == b || b == c || c == a || (flags ~ /drop/ && (++faces == 300 || faces == 361))) return
		if (flags ~ /turn/ && rand() < 0.5) print "f", a, c, b; else print "f", a, b, c
		if (flags ~ /double/) print "f", c, b, a
	}'
}

# hurts NAME EXPECTED: surveys, cooks what a repair leaves, and proves the asset.
hurts()
{
	claim "$1 is surveyed" exits 0 "$cook" -q --survey "$1.obj"
	claim "$1: the survey says '$2'" grep -qE "$2" stdout
	claim "$1 is repaired" exits 0 "$cook" -q "$1.obj" -o "$1.kiln" --repair all,self-intersections --survey-pairs --report "$1.json"
	claim "$1 is proved" exits 0 "$dump" --verify "$1.kiln"
}

# leaves COUNT KIND NAME: the repaired mesh has so many faults of the kind.
leaves()
{
	local count
	count=$(grep -o "\"$2\": [0-9]*" "$3.json" | head -n 1)
	[ "${count:-"\"$2\": 0"}" = "\"$2\": $1" ]
}
sound='closed, manifold, orientable, consistently wound'

strip 1 0 >moebius.obj
hurts moebius 'open, manifold, not orientable'
claim "no triangle of a strip of one side turns" grep -q '"step": "orient", "changed": 0' moebius.json
strip 1 1 >klein.obj
hurts klein 'closed, manifold, not orientable'
sphere 1 0 double >doubled.obj
hurts doubled 'opposite: 1140'
claim "one of two equal surfaces stays" grep -q '"triangles": 1140' <("$dump" --json doubled.kiln)
sphere 1 0 turn >turned.obj
hurts turned 'orientable, not consistently wound'
claim "all turn outwards" exits 0 "$cook" -q --survey turned.obj --repair all
claim "all do" grep -q "$sound.* volume 4\.[01]" stdout
sphere 1 0 drop >dropped.obj
hurts dropped 'hole: 2'
claim "holes that share a vertex are closed" leaves 0 hole dropped
sphere 1e11 9e11 >far.obj
hurts far "$sound"
claim "far art stays" grep -q '"triangles": 1140' <("$dump" --json far.kiln)
sphere 8.673617379884035e-19 0 >tiny.obj
hurts tiny "$sound"
printf 'v %s\n' '0 0 0' '549755813888 0 0' '0 8.673617379884035e-19 0' '0 0 8.673617379884035e-19' >needle.obj
printf 'f %s\n' '1 3 2' '1 2 4' '1 4 3' '2 3 4' >>needle.obj
hurts needle 'sliver: 3'
claim "a needle stays closed" grep -q '"closed": true' needle.json
for size in 1 2 3 4
do
	sphere $size 0 | awk -v first=$(((size - 1) * 572)) '/^f/ { print "f", $2 + first, $3 + first, $4 + first; next } { print }'
done >shells.obj
hurts shells 'inner: [1-9]'
claim "the outermost of four shells stays" grep -q '"triangles": 1140' <("$dump" --json shells.kiln)
# Rows of 1, 2, 4 ... 64 squares: each edge between two rows has a T-junction in the middle, and its halves are edges of such squares.
awk 'BEGIN { for (r = 0; r < 7; ++r) for (i = 0; i < 2 ^ r; ++i)
	{
		printf "v %.9g %d 0\nv %.9g %d 0\nv %.9g %d 0\nv %.9g %d 0\n", i / 2 ^ r, r, (i + 1) / 2 ^ r, r, (i + 1) / 2 ^ r, r + 1,
			i / 2 ^ r, r + 1
		print "f", v + 1, v + 2, v + 3, v + 4; v += 4
	} }' >stairs.obj
hurts stairs 't-junction: 63 '
claim "no T-junction is left" leaves 0 t-junction stairs
claim "and one border" leaves 1 hole stairs

# Boxes of 10^12 cells, in 3 GB of addresses where the programs run within a limit.
awk 'BEGIN { srand(3); for (i = 0; i < 3000; ++i) print "v", rand(), rand(), rand(); for (i = 1; i < 3000; i += 3) print "f", i, i + 1, i + 2 }' >soup.obj
limit=unlimited
limits_memory && limit=3000000
claim "a soup is not wrapped in 10^12 cells" exits 1 bash -c "ulimit -v $limit; '$cook' -q soup.obj -o soup.kiln --wrap=1e-4 --wrap-offset 1e-4"
claim "but refused" says wrap-limit
claim "without an asset" test ! -e soup.kiln
claims_end
