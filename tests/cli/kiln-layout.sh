#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --layout: compact assets are smaller, verified, and answer as the moved mesh does; the stated error, grids, what is refused.
. "$(dirname "$0")/claims.bash"
make_samples
cook=$build/kiln-cook
cd "$scratch" || exit 3

# ball HIGH AROUND: a closed bumpy ball.
ball()
{
	awk -v high="$1" -v around="$2" 'BEGIN {
		pi = atan2(0, -1)
		print "v 0 0 1.1\nv 0 0 -1.1"
		for (i = 1; i < high; ++i) for (k = 0; k < around; ++k) {
			a = pi * i / high; b = 2 * pi * k / around; r = 1 + 0.1 * sin(5 * b) * sin(a) ^ 2
			printf "v %.6f %.6f %.6f\n", r * sin(a) * cos(b), r * sin(a) * sin(b), 1.1 * cos(a) }
		for (k = 0; k < around; ++k) {
			l = (k + 1) % around
			print "f", 1, 3 + k, 3 + l
			print "f", 2, 3 + (high - 2) * around + l, 3 + (high - 2) * around + k
			for (i = 0; i + 2 < high; ++i)
				print "f", 3 + i * around + k, 3 + (i + 1) * around + k, 3 + (i + 1) * around + l, 3 + i * around + l } }'
}
ball 22 36 >ball.obj
awk '/^v/ { printf "v %.9g %.9g %.9g\n", int($2 * 16384) / 16384, int($3 * 16384) / 16384, int($4 * 16384) / 16384; next } 1' \
	ball.obj >grid.obj

# value LABEL: a number behind the label in the last command's output.
value() { sed -n "s/.*$1 \([0-9.e+-]*\).*/\1/p" stdout | head -n 1; }
# holds EXPRESSION: in awk.
holds() { awk "BEGIN { exit !($1) }"; }
size() { wc -c <"$1"; }
# answers FILE QUERIES OPTION...: without what another file or triangulation of the same surface may change: numbers of triangles
# and faces, names of nodes, the sign of zero.
answers()
{
	local file=$1 asked=$2
	shift 2
	"$query" "$@" "$file" <"$asked" 2>/dev/null | sed 's/"\(triangle\|source\)":[0-9][0-9]*/"\1":N/g; s/"node_name":"[^"]*"/"node_name":N/g; s/"triangles":\[[^]]*\]/"triangles":N/g
		s/\([[,]\)-0\([],]\)/\10\2/g'
}
queries() { awk -v seed="$1" -v count=40 -v box="-1.2 -1.2 -1.2 1.2 1.2 1.2" -f "$golden/../queries.awk"; }

claim "a ball" exits 0 "$cook" ball.obj -o exact.kiln --report exact.json
claim "has no layout in its report" test "$(grep -c '"layout"' exact.json)" = 0
claim "a ball of the compact layout" exits 0 "$cook" ball.obj -o compact.kiln --layout compact --report compact.json -v
claim "says so" grep -qE 'compact layout: grid of [0-9.e-]+, vertices moved by at most [0-9.e-]+, 0 merged; 0 triangles without area' stderr
claim "the report has the figures" grep -qE '"layout": \{"step": [0-9.e-]+, "moved": [0-9.e-]+, "merged": 0, "flat": 0' compact.json
claim "which is smaller by a quarter, small as it is" holds "$(size compact.kiln) < 0.75 * $(size exact.kiln)"
claim "is verified" exits 0 "$dump" --verify compact.kiln
claim "names the feature" grep -q '^  features  *required 0x1, ' stdout
claim "and the layout" grep -qE '^  layout +compact, grid of [0-9.e-]+, ([0-9]+) of \1 leaves; moves no vertex by more than' stdout
step=$(value 'grid of') moved=$(value 'by more than')
claim "a grid of 16 bits moves little" holds "$step > 0 && $step <= 2.4 / 32767 && $moved <= 0.867 * $step"
claim "in JSON, too" exits 0 "$dump" --json compact.kiln
claim "with the grid" grep -qE '"compact_leaves": [1-9][0-9]*, *"grid_step": [0-9.e-]+|"grid_step"' stdout
claim "an exact asset" exits 0 "$dump" --verify exact.kiln
claim "has no such line" test "$(grep -cE '^  layout|required 0x1' stdout)" = 0
claim "with one thread" exits 0 "$cook" -q ball.obj -o one.kiln --layout compact -j 1
claim "the asset is the same" cmp compact.kiln one.kiln
claim "--diff tells the two layouts" exits 1 "$dump" --diff exact.kiln compact.kiln

# The moved mesh, cooked exactly, is the oracle of every answer.
claim "the moved mesh is written" exits 0 "$dump" --obj moved.obj compact.kiln
claim "and cooked" exits 0 "$cook" -q moved.obj -o moved.kiln
queries 7 >asked
answers moved.kiln asked >expected
claim "some queries hit" test "$(grep -c '"hit":true' expected)" -gt 20
for isa in auto scalar sse2 avx2 neon
do
	answers compact.kiln asked --isa $isa >got
	claim "--isa $isa answers as the moved mesh" cmp expected got
done
awk 'BEGIN { for (i = 0; i < 400; ++i) { s = sin(i * 12.9898) * 43758.5453; t = sin(i * 78.233) * 12543.123; u = sin(i * 37.719) * 9137.77
	print "closest", 2 * (s - int(s)), 2 * (t - int(t)), 2 * (u - int(u)) } }' >points
for file in exact compact
do
	"$query" $file.kiln <points 2>/dev/null | sed -n 's/.*"distance":\([0-9.e+-]*\).*/\1/p' >$file.distances
done
claim "400 distances" test "$(wc -l <exact.distances)" = 400
claim "differ by the stated error at most" holds "$(paste exact.distances compact.distances |
	awk -v most="$moved" '{ way = $1 - $2; way = way < 0 ? -way : way; worst = way > worst ? way : worst } END { print worst }') <= $moved * 1.0001 + 1e-6"

# Grids.
claim "19 bits" exits 0 "$cook" -q ball.obj -o fine.kiln --layout compact=19
claim "are verified" exits 0 "$dump" --verify fine.kiln
claim "with a finer grid" holds "$(value 'grid of') * 7.99 < $step"
claim "21 bits" exits 0 "$cook" ball.obj -o finest.kiln --layout compact=21 -v
claim "are too many for short leaves" grep -qE 'compact layout: grid of 1.90735e-06, .* [1-9][0-9]* leaves exact' stderr
claim "which is verified, too" exits 0 "$dump" --verify finest.kiln
claim "an error" exits 0 "$cook" -q ball.obj -o error.kiln --layout compact=1mm
claim "is verified" exits 0 "$dump" --verify error.kiln
claim "moves no vertex farther" holds "$(value 'by more than') <= 0.001 && $(value 'by more than') > 0.0005"
claim "a share of the diagonal" exits 0 "$cook" -q ball.obj -o share.kiln --layout compact=1e-4
claim "is an error, too" exits 0 "$dump" --verify share.kiln
claim "of that size" holds "$(value 'by more than') <= 4e-4 && $(value 'by more than') > 1e-4"
claim "art on a fine grid" exits 0 "$cook" grid.obj -o grid.kiln --layout compact=5mm --exact-if-possible -v
claim "keeps it where all bits are asked for" grep -qE 'grid of 6.10352e-05, vertices moved by at most 0,' stderr
claim "art on no grid" exits 0 "$cook" ball.obj -o off.kiln --layout compact --exact-if-possible -v
claim "moves" grep -qE 'moved by at most [1-9]' stderr
printf '[node *]\nlayout = compact=18\nexact-if-possible = no\n' >ball.obj.kiln
claim "a recipe" exits 0 "$cook" -q ball.obj -o recipe.kiln
claim "sets the layout" exits 0 "$dump" --verify recipe.kiln
claim "to 18 bits" holds "$(value 'grid of') * 4.01 > $step && $(value 'grid of') * 3.99 < $step"
rm ball.obj.kiln
claim "exact is the default" exits 0 "$cook" -q ball.obj -o default.kiln --layout exact
claim "to the byte" cmp exact.kiln default.kiln

# What keeps the exact layout, what is refused.
claim "a deformable mesh" exits 0 "$cook" ball.obj -o kept.kiln --layout compact --deformable
claim "keeps the exact layout, with a warning" says '[layout-exact]'
claim "so that nothing is compact" exits 0 "$dump" --verify kept.kiln
claim "says the dump" test "$(grep -cE '^  layout|required 0x1' stdout)" = 0
claim "a coarse grid" exits 0 "$cook" ball.obj -o coarse.kiln --layout compact=20cm
claim "drops triangles, with a warning" says '[layout-dropped]'
claim "what is left is verified" exits 0 "$dump" --verify coarse.kiln
claim "a grid that leaves nothing" exits 1 "$cook" ball.obj -o none.kiln --layout compact=10m
claim "is an error" says '[layout-error]'
claim "and makes no file" test ! -e none.kiln
for bad in small compact= compact=15 compact=22 compact=16.5 compact=-1 compact=0 compact=nan compact=inf compact=3parsec exact=3
do
	claim "--layout $bad" exits 2 "$cook" ball.obj -o bad.kiln --layout "$bad"
	claim "is refused, and makes no file" test ! -e bad.kiln
done

# Damage: a leaf of no form, a kind of edge beyond the last.
"$dump" --json compact.kiln >facts
place() { tr -d ' \n' <facts | sed "s/.*\"name\":\"$1\",[^}]*\"offset\":\([0-9]*\).*/\1/"; }
cp compact.kiln broken.kiln
poke broken.kiln $(($(place leaves) + 6)) 10
claim "a leaf of no form" exits 1 "$dump" broken.kiln
claim "is named" grep -q 'a leaf is neither exact nor compact' stdout stderr
cp compact.kiln broken.kiln
poke broken.kiln "$(place edges)" 7d
claim "a kind of edge beyond the last" exits 1 "$dump" broken.kiln

# Golden answers of a sample, whose corners are moved off every grid.
awk '$1 == "v" { printf "v %.9g %.9g %.9g\n", 1.05 * $2, 1.05 * $3, 1.05 * $4; next } 1' art/crate.obj >art/larger.obj
claim "the crate" exits 0 "$cook" -q art/larger.obj -o crate_compact.kiln --layout compact
answers crate_compact.kiln "$golden/crate.queries" >crate.answers
claim "moved" holds "$("$dump" crate_compact.kiln | sed -n 's/.*grid of \([0-9.e-]*\).*/\1/p') < 1e-4"
claim "answers as ever" diff "$golden/crate_compact.answers" crate.answers

# The picture of three grids, cooker/pictures/layout.svg. With --update this writes it.
picture=${golden%/tests/golden}/cooker/pictures/layout.svg
ball 10 16 >drawn.obj
echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 752 276" width="752" height="276">' >made.svg
x=8
for error in 1mm 5cm 20cm
do
	claim "$error cooks" exits 0 "$cook" -q drawn.obj -o drawn.kiln --layout compact=$error
	claim "and is drawn" exits 0 "$dump" --svg drawn.svg drawn.kiln
	[ $x != 8 ] || grep '^<style>' drawn.svg >>made.svg
	printf '<text x="%d" y="20">compact=%s: a grid of %.4g</text>\n' $x $error "$(value 'grid of')" >>made.svg
	pane 1 drawn.svg $x 28 >>made.svg
	x=$((x + 248))
done
echo '</svg>' >>made.svg
[ "${1:-}" != --update ] || cp made.svg "$picture"
claim "the picture is the one in the guide" cmp made.svg "$picture"
claims_end
