#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-bench parts judges convex hulls rightly: of stand-ins for programs of others, which write hulls whose volumes, gaps and
# openings are known.
. "$(dirname "$0")/claims.bash"
cd "$scratch" || exit 3
bench=$build/kiln-bench

# boxes FIRST LAST: a program that writes the house's own boxes of these numbers, and what the file `more` has.
boxes()
{
	cat >stand-in <<END
#!/bin/sh
cp art.obj '$scratch/art.obj'
awk '/^v/ && n++ % 8 == 0 { o = (n - 1) / 8 + 1; if (o >= $1 && o <= $2) print "o box" o }
	/^v/ && o >= $1 && o <= $2' art.obj >decomp.obj
cat '$scratch/more' >>decomp.obj
END
	chmod +x stand-in
}

# judged NAME: measures the house with the stand-in, and prints a figure of the stand-in's row.
measured() { "$bench" --quick --json --mesh house --vhacd stand-in parts >judged.json; }
judged() { awk -v by="${2:-V-HACD, 16}" -v name="\"$1\": " '/"by": / { here = index($0, "\"" by "\"") }
	here && index($0, name) { sub(/.*: /, ""); sub(/,$/, ""); print; exit }' judged.json; }

# near VALUE WANTED TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && a != "null" && d <= t && d >= -t) }' || { echo "$1, not $2"; return 1; }; }

: >more
boxes 1 999
claim "the house's own boxes" exits 0 measured
claim "are all of them" test "$(judged parts)" = "$(($(grep -c '^v' art.obj) / 8))"
claim "add nothing" near "$(judged added)" 0 1e-6
claim "miss nothing" near "$(judged missing)" 0 1e-6
claim "have each triangle" test "$(judged gaps) $(judged undecided)" = "0 0"
claim "do not stick out" near "$(judged sticks_out)" 0 0.11
claim "leave nothing out" test "$(judged left_out) $(judged lost_area)" = "0 0"
claim "let all balls pass" test "$(judged passed)" = "$(judged openings)" -a "$(judged openings)" = 11
claim "took time" awk -v s="$(judged seconds)" 'BEGIN { exit !(s > 0) }'
claim "Kiln leaves nothing out" test "$(judged gaps "Kiln fast, 16") $(judged left_out "Kiln fast, 16")" = "0 0"
claim "and lets all balls pass where it should" test "$(judged passed "Kiln fast, ball, 256")" = 11
claim "queries meet parts wherever they meet the mesh" test "$(grep -c '"wrong": 0' judged.json)" = 3

# The volume of the house, and of its roof, which is the second box.
read -r volume roof scale < <(awk '/^v/ { k = n++ % 8; for (i = 2; i < 5; i++) { if (k == 0 || $i < low[i]) low[i] = $i; if (k == 0 || $i > high[i]) high[i] = $i }
	if (k == 7) { v = (high[2] - low[2]) * (high[3] - low[3]) * (high[4] - low[4]); all += v; if (n == 16) { roof = v; scale = (high[2] - low[2]) / 9 } } }
	END { printf "%.9g %.9g %.9g\n", all, roof, scale }' art.obj)

# box NAME X0 Y0 Z0 X1 Y1 Z1: a box in the house's units.
box() { echo "o $1"; for z in "$4" "$7"; do for y in "$3" "$6"; do for x in "$2" "$5"; do
	awk -v s="$scale" -v x="$x" -v y="$y" -v z="$z" 'BEGIN { printf "v %.9g %.9g %.9g\n", s * x, s * y, s * z }'
done; done; done; }

box door 1.75 0 0 2.75 0.25 2 >more
claim "a box in a door" exits 0 measured
claim "adds its volume" near "$(judged added)" "$(awk -v v="$volume" -v s="$scale" 'BEGIN { print 100 * 0.5 * s ^ 3 / v }')" 0.02
claim "and to the sum" near "$(judged sum)" "$(judged added)" 0.1
claim "closes the door" test "$(judged passed)" = 10
claim "sticks out by half of its width, but for a tenth" near "$(judged sticks_out)" "$(awk 'BEGIN { print 1.05 * 50 / sqrt(81 + 64 + 9) }')" 0.21
claim "misses nothing" near "$(judged missing)" 0 1e-6

: >more
sed -i 's/o >= 1/o >= 1 \&\& o != 2/g' stand-in
claim "without the roof" exits 0 measured
claim "its volume is missing" near "$(judged missing)" "$(awk -v v="$volume" -v r="$roof" 'BEGIN { print 100 * r / v }')" 0.1
claim "and its triangles" test "$(judged gaps)" = 12
claim "the middle of a room is far from all walls" awk -v d="$(judged left_out)" 'BEGIN { exit !(d > 10 && d < 20) }'
claim "much of its area is lost" awk -v a="$(judged lost_area)" 'BEGIN { exit !(a > 20 && a < 50) }'
claim "nothing is added" near "$(judged added)" 0 1e-6

boxes 0 0
box all 0 0 -0.25 9 8 2.75 >more
claim "one box around everything" exits 0 measured
claim "is one part" test "$(judged parts)" = 1
claim "fills the rooms" near "$(judged added)" "$(awk -v v="$volume" -v s="$scale" 'BEGIN { print 100 * (216 * s ^ 3 / v - 1) }')" 0.3
claim "without a gap" test "$(judged gaps)" = 0
claim "lets no ball pass" test "$(judged passed)" = 0

# Boxes that are put down twice count once in the union and twice in the sum.
cat more more >twice && mv twice more
claim "two boxes around everything" exits 0 measured
claim "are no larger" near "$(judged added)" "$(awk -v v="$volume" -v s="$scale" 'BEGIN { print 100 * (216 * s ^ 3 / v - 1) }')" 0.3
claim "in sum they are" near "$(judged sum)" "$(awk -v v="$volume" -v s="$scale" 'BEGIN { print 100 * (432 * s ^ 3 / v - 1) }')" 0.6

# CoACD names its files and has a threshold.
cat >coacd <<'END'
#!/bin/sh
[ "$1 $3 $5 $7 $8 $9" = "-i -o -ro -t 0.05 -s" ] || exit 1
awk '/^v/ && n++ % 8 == 0 && n < 48 { print "o box" n } /^v/ && n <= 48' "$2" >"$4"
END
chmod +x coacd
claim "another program" exits 0 "$bench" --quick --json --mesh house --coacd coacd parts
mv stdout judged.json
claim "has its parts" test "$(judged parts 'CoACD, 0.05')" = 6
claim "and Kiln takes as many" test "$(judged parts 'Kiln fast, 6')" = 6

printf '#!/bin/sh\nexit 1\n' >coacd
claim "a program that gives up" exits 0 "$bench" --quick --json --mesh house --coacd coacd parts
mv stdout judged.json
claim "has no parts" test "$(judged parts 'CoACD, 0.05')" = null
printf '#!/bin/sh\necho "v 1 2 nan" >"$4"\n' >coacd
claim "a program that writes no numbers" exits 0 "$bench" --quick --json --mesh house --coacd coacd parts
mv stdout judged.json
claim "has no parts, either" test "$(judged parts 'CoACD, 0.05')" = null
claim "a program that is not there" exits 3 "$bench" --quick --mesh house --vhacd none parts
claim "is named" says "none: error: cannot be run: "
claim "nothing is left behind" test -z "$(find /tmp -maxdepth 1 -name 'kiln-bench-*' -newer coacd)"
claims_end
