#!/bin/bash
# SPDX-License-Identifier: MIT
# The picture of six faults and their repairs, cooker/pictures/repairs.svg, is what kiln-dump draws of them.
#   tests/cli/repair-pictures.sh [--update]   writes the picture
. "$(dirname "$0")/claims.bash"
picture=$PWD/cooker/pictures/repairs.svg
cd "$scratch" || exit 3

# A house: floor, four walls, two halves of a roof. Stands turned and tilted, by rational rotations.
vertices='0 0 0,4 0 0,4 0 3,0 0 3,0 2 0,4 2 0,4 2 3,0 2 3,2 3.2 0,2 3.2 3'
floor='1 2 3 4' left='1 4 8 5' right='2 6 7 3' front='4 3 7 10 8' back='1 5 9 6 2' roof='5 8 10 9' sunny='6 9 10 7'

# art NAME VERTICES FACES: both between commas, VERTICES behind those of the house.
art()
{
	printf '%s,%s' "$vertices" "$2" | awk -v RS=, 'NF == 3 {
		x = 0.8 * $1 + 0.6 * $3; z = 0.8 * $3 - 0.6 * $1
		printf "v %.9g %.9g %.9g\n", x, (12 * $2 - 5 * z) / 13, (5 * $2 + 12 * z) / 13 }' >"$1.obj"
	printf '%s' "$3" | awk -v RS=, '{ print "f", $0 }' >>"$1.obj"
}

art crack '4.0004 2 0,2 3.2004 0,2 3.2004 3,4.0004 2 3' "$floor,$left,$right,$front,$back,$roof,11 12 13 14"
art t-junction '4 2 1.5' "$floor,$left,$right,$front,$back,$roof,$sunny 11"
art hole '' "$floor,$left,$right,$front,$back,$roof"
art winding '' "$floor,$left,3 7 6 2,8 10 7 3 4,$back,$roof,$sunny"
art wall '7 0 0,7 2 0,7 2 3,7 0 3' "$floor,$left,2 6 7,2 7 3,$front,$back,$roof,$sunny,2 7 6,2 3 7,2 11 14 3,6 7 13 12,3 14 13 7,2 6 12 11,11 12 13 14"
art inner '1 0.5 1,3 0.5 1,3 0.5 2,1 0.5 2,1 1.5 1,3 1.5 1,3 1.5 2,1 1.5 2' "$floor,$left,$right,$front,$back,$roof,$sunny,11 12 13 14,11 14 18 15,12 16 17 13,14 13 17 18,11 15 16 12,15 18 17 16"

columns=('crack:crack:cracks:1' 't-junction:T-junction:t-junctions:1' 'hole:hole:holes --hole-size 1:1' 'winding:turned faces:orient:1'
	'wall:a wall inside:opposite:1' 'inner:inner part, cut in the middle:inner:4')

column=0
echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1496 528" width="1496" height="528">' >made.svg
for row in "${columns[@]}"
do
	IFS=: read -r name title steps number <<<"$row"
	claim "$name cooks" exits 0 "$build/kiln-cook" -q "$name.obj" -o before.kiln
	# shellcheck disable=SC2086
	claim "$name is repaired" exits 0 "$build/kiln-cook" "$name.obj" -o after.kiln --no-warn repair-left --repair $steps
	for state in before after
	do
		claim "$name $state is drawn" exits 0 "$dump" --verify --svg $state.svg $state.kiln
	done
	[ $column != 0 ] || grep '^<style>' before.svg >>made.svg
	printf '<text x="%d" y="20">%s</text>\n' $((8 + 248 * column)) "$title" >>made.svg
	pane "$number" before.svg $((8 + 248 * column)) 28 >>made.svg
	pane "$number" after.svg $((8 + 248 * column)) 276 >>made.svg
	column=$((column + 1))
done
echo '</svg>' >>made.svg
# Red and violet edges, blue backs: faults are seen before and not after.
[ "${1:-}" != --update ] || { mkdir -p "$(dirname "$picture")" && cp made.svg "$picture"; }
claim "the picture is the one in the guide" cmp made.svg "$picture"
claims_end
