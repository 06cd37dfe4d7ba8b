#!/bin/bash
# SPDX-License-Identifier: MIT
# The picture of convex parts in three qualities and with a ball, cooker/pictures/parts.svg, is what kiln-dump draws of them.
#   tests/cli/parts-pictures.sh [--update [VHACD [COACD]]]   writes the picture, and with the paths to TestVHACD of V-HACD 4.1 and to
#   main of CoACD also parts-rivals.svg, of the same models
. "$(dirname "$0")/claims.bash"
tests=$PWD/tests
pictures=$PWD/cooker/pictures
cd "$scratch" || exit 3

awk -f "$tests/parts_house.awk" -v seed=1 -v radius=0.3 -v casts=casts >house.obj
# A ring that lies in the plane of the pictures.
awk 'BEGIN { n = 48; m = 24; t = 2 * 3.14159265
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { r = 1 + 0.3 * cos(t * k / m)
		printf "v %.6f %.6f %.6f\n", r * cos(t * i / n), r * sin(t * i / n), 0.3 * sin(t * k / m) }
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { j = (i + 1) % n; l = (k + 1) % m
		print "f", i * m + k + 1, j * m + k + 1, j * m + l + 1, i * m + l + 1 } }' >ring.obj

# passes FILE: how many of the house's doors and windows a ball of 30 cm passes
passes() { "$query" "$1" <casts | grep -c '"hit":false'; }

# begin PICTURE COLUMNS: a picture of two rows
begin() { made=$1; echo "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 $((8 + 248 * $2)) 556\" width=\"$((8 + 248 * $2))\" height=\"556\">" >"$made"; }

# draw FILE COLUMN ROW TITLE: adds a section
draw()
{
	claim "$1 is drawn" exits 0 "$dump" --svg drawn.svg "$1"
	[ "$2$3" != 00 ] || grep '^<style>' drawn.svg >>"$made"
	printf '<text x="%d" y="%d">%s</text>\n' $((8 + 248 * $2)) $((20 + 276 * $3)) "$4" >>"$made"
	pane 4 drawn.svg $((8 + 248 * $2)) $((28 + 276 * $3)) >>"$made"
}

# parts NAME FILE OPTION...: cooks a model into parts
parts() { local art=$1 out=$2; shift 2; exits 0 "$build/kiln-cook" -q --no-sidecars "$art.obj" -o "$out" --shape parts --no-warn parts-error "$@"; }

for model in house ring
do
	claim "$model cooks" exits 0 "$build/kiln-cook" -q --no-sidecars $model.obj -o $model.kiln
done
doors=$(passes house.kiln)
begin made.svg 5
draw house.kiln 0 0 "a house, $doors doors and windows"
draw ring.kiln 0 1 "a ring"
column=1
for quality in fast good best
do
	claim "the house cooks, $quality" parts house house_$quality.kiln --parts-max 51 --parts-error 0.001 --parts-quality $quality
	draw house_$quality.kiln $column 0 "$quality, 51 parts, $(passes house_$quality.kiln) open"
	claim "the ring cooks, $quality" parts ring ring_$quality.kiln --parts-max 8 --parts-error 0.001 --parts-quality $quality
	draw ring_$quality.kiln $column 1 "$quality, 8 parts"
	column=$((column + 1))
done
claim "the house cooks with a ball" parts house house_ball.kiln --parts-max 256 --parts-error 5m --parts-clear 40cm
draw house_ball.kiln 4 0 "with a ball, $("$dump" house_ball.kiln | grep -c '^shape .*: hull') parts, $(passes house_ball.kiln) open"
claim "the ring cooks with an error" parts ring ring_error.kiln --parts-error 0.015
draw ring_error.kiln 4 1 "within 1.5 %, $("$dump" ring_error.kiln | grep -c '^shape .*: hull') parts"
echo '</svg>' >>made.svg
claim "all doors and windows are open with a ball" test "$(passes house_ball.kiln)" = "$doors"

# rival COLUMN NAME FILE MODEL ROW COMMAND...: draws the hulls that a program writes
rival()
{
	local column=$1 name=$2 file=$3 model=$4 row=$5 parts
	shift 5
	"$@" >/dev/null 2>&1
	if [ ! -s "$file" ]
	then
		printf '<text x="%d" y="%d">%s gives up</text>\n' $((8 + 248 * column)) $((20 + 276 * row)) "$name" >>"$made"
		return
	fi
	claim "$name has hulls" exits 0 "$build/kiln-cook" -q --no-sidecars "$file" -o rival.kiln --shape hull
	parts="$("$dump" rival.kiln | grep -c '^shape .*: hull') parts"
	[ "$model" != house ] || parts="$parts, $(passes rival.kiln) open"
	draw rival.kiln "$column" "$row" "$name, $parts"
	rm -f "$file"
}
if [ "${1:-}" = --update ]
then
	cp made.svg "$pictures/parts.svg"
fi
if [ "${1:-}" = --update ] && [ -n "${2:-}" ]
then
	for model in house ring
	do
		"$dump" --obj $model.obj $model.kiln >/dev/null
	done
	begin rivals.svg $((2 + (${#3} > 0)))
	draw house_ball.kiln 0 0 "Kiln, ball, $("$dump" house_ball.kiln | grep -c '^shape .*: hull') parts, $(passes house_ball.kiln) open"
	draw ring_good.kiln 0 1 "Kiln good, 8 parts"
	rival 1 V-HACD decomp.obj house 0 "$2" house.obj -h 51 -r 400000 -g false
	rival 1 V-HACD decomp.obj ring 1 "$2" ring.obj -h 8 -r 400000 -g false
	if [ -n "${3:-}" ]
	then
		rival 2 CoACD hulls.obj house 0 "$3" -i house.obj -o hulls.obj -ro remesh.obj -t 0.05 -s 1
		rival 2 CoACD hulls.obj ring 1 "$3" -i ring.obj -o hulls.obj -ro remesh.obj -t 0.05 -s 1
	fi
	echo '</svg>' >>rivals.svg
	cp rivals.svg "$pictures/parts-rivals.svg"
fi
claim "the picture is the one in the guide" cmp made.svg "$pictures/parts.svg"
claims_end
