#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-dump --svg: what is drawn where, judged by lengths and areas that are known; and output that can't be written.
. "$(dirname "$0")/claims.bash"
make_samples
cook=$build/kiln-cook
cd "$scratch" || exit 3

# draw NAME [OPTION...]: cooks NAME.obj and draws it to NAME.svg.
draw()
{
	local name=$1
	shift
	"$cook" -q "$name.obj" -o "$name.kiln" "$@" 2>/dev/null
	claim "$name is drawn" exits 0 "$dump" --svg "$name.svg" "$name.kiln"
}

# pane NUMBER FILE: the lines of a pane, from 1.
pane()
{
	awk -v wanted="$1" '/<svg x=/ { ++pane } pane == wanted; /^<\/svg>/ && pane == 4 { exit }' "$2"
}

# pixels CLASSES FILE NUMBER: the pixels of a pane in these shades, as a pattern.
pixels()
{
	pane "$3" "$2" | awk -v class="^<path class=\"s($1)\"" '$0 ~ class { for (n = split($0, run, "h"); n > 1; --n) sum += run[n] + 0 } END { print sum + 0 }'
}

# length CLASS FILE NUMBER: the length of a pane's lines of this class, in whole pixels.
length()
{
	pane "$3" "$2" | awk -v class="class=\"$1\"" 'index($0, class) {
			sub(/.* d="/, ""); sub(/".*/, "")
			for (n = split($0, line, "M"); n > 1; --n) {
				split(line[n], end, "L"); split(end[1], a, " "); split(end[2], b, " ")
				sum += sqrt((b[1] - a[1]) ^ 2 + (b[2] - a[2]) ^ 2)
			}
		}
		END { printf "%d\n", sum + 0.5 }'
}

# near A B SLACK
near() { [ "$(($1 - $2))" -le "$3" ] && [ "$(($2 - $1))" -le "$3" ]; }

# box FACTOR SHIFT: a box of 4 x 2 x 1, its faces as quads, outside counter-clockwise.
box()
{
	awk -v f="$1" -v s="$2" 'BEGIN {
		for (i = 0; i < 8; ++i) printf "v %.17g %.17g %.17g\n", s + f * 4 * (i % 2), s + f * 2 * (int(i / 2) % 2), s + f * int(i / 4)
		print "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6" }'
}

# 432 of 480 pixels are the largest extent: 108 a unit.
box 1 0 >box.obj
draw box
claim "there are four panes" test "$(grep -c '<svg x=' box.svg)" = 4
claim "every tag is closed" test "$(grep -o '<[a-z]' box.svg | wc -l)" = "$(grep -oE '</[a-z]+>|/>' box.svg | wc -l)"
claim "the front is 4 x 2" test "$(pixels '[0-7]' box.svg 1)" = $((432 * 216))
claim "the right side is 1 x 2" test "$(pixels '[0-7]' box.svg 2)" = $((108 * 216))
claim "the top is 4 x 1" test "$(pixels '[0-7]' box.svg 3)" = $((432 * 108))
claim "no back is seen" test "$(pixels '(8|9|1[0-9]|2[0-9])' box.svg 1)" = 0
claim "no edge is open" test "$(length 'e e1' box.svg 1)$(length 'e e1' box.svg 2)$(length 'e e1' box.svg 3)" = 000
claim "the section is its rim" near "$(length cut box.svg 4)" $((2 * 432 + 2 * 216)) 2
claim "the bar is a metre" grep -q '<text[^>]*>1 m</text>' box.svg
claim "again" exits 0 "$dump" --svg again.svg box.kiln
claim "the same bytes" cmp -s box.svg again.svg

# Sizes and places do not change the picture.
for way in '1e-30 0' '1.2676506002282294e30 0' '1 1048576'
do
	# shellcheck disable=SC2086
	box $way >moved.obj
	"$cook" -q moved.obj -o moved.kiln 2>/dev/null || continue
	claim "a box of $way is drawn" exits 0 "$dump" --svg moved.svg moved.kiln
	for i in 1 2 3
	do
		claim "as large, view $i" test "$(pixels '[0-7]' moved.svg $i)" = "$(pixels '[0-7]' box.svg $i)"
	done
done

# Without its lid the box shows its inside, and an open rim; a fin on an edge is not manifold.
box 1 0 | sed '/^f 3 7/d' >open.obj
draw open
claim "the inside is seen from above" test "$(pixels '(8|9|1[0-5])' open.svg 3)" = $((432 * 108))
claim "the rim is open" near "$(length 'e e1' open.svg 3)" $((2 * 432 + 2 * 108)) 4
{ box 1 0; echo 'v 2 3 1'; echo 'f 7 8 9'; } >fin.obj
draw fin
claim "the edge below the fin has three triangles, and a line for each" near "$(length 'e e2' fin.svg 1)" $((3 * 432)) 6
# Reversed, all is seen from behind.
draw box --flip
claim "a reversed box shows backs only" test "$(pixels '(8|9|1[0-5])' box.svg 1)" = $((432 * 216))

# A square in front hides the smaller one behind, and its edges.
printf 'v -2 -2 1\nv 2 -2 1\nv 2 2 1\nv -2 2 1\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nf 1 2 3 4\nf 5 6 7 8\n' >hidden.obj
draw hidden
claim "the rim in front is drawn once" near "$(length 'e e1' hidden.svg 1)" $((4 * 432)) 4
draw hidden --shape hull
claim "solids have a colour of their own" test "$(pixels '(1[6-9]|2[0-3])' hidden.svg 1)" = $((432 * 432))

# Mirrored nodes stay outside out.
claim "a mirrored scene is drawn" exits 0 "$dump" --svg yard.svg yard.kiln
claim "and shows fronts" test "$(pixels '[0-7]' yard.svg 1)" -gt 1000

cp box.obj 'a<b&"c>.obj'
draw 'a<b&"c>'
claim "names are escaped" grep -qF 'a&#60;b&#38;"c&#62;.obj' 'a<b&"c>.svg'

claim "in place of the file itself is refused" exits 2 "$dump" --svg ./box.kiln box.kiln
claim "what does not fit is an I/O error" exits 3 "$dump" --svg /dev/full box.kiln
echo old >kept.svg
claim "of a broken file" exits 1 "$dump" --svg kept.svg box.obj
claim "nothing is drawn" test "$(cat kept.svg)" = old

claims_end
