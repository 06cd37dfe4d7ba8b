#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --shape parts: numbers, errors, qualities, in options and recipes; what is said and reported; exit codes.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
tests=$(cd "$(dirname "$0")/.." && pwd)
cd "$scratch" || exit 3

# A prism over an L, and a ring of 24 x 12.
{
	printf 'v %s\n' '0 0 0' '2 0 0' '2 0 1' '1 0 1' '1 0 3' '0 0 3' '0 1 0' '2 1 0' '2 1 1' '1 1 1' '1 1 3' '0 1 3'
	printf 'f %s\n' '1 2 3 4 5 6' '12 11 10 9 8 7' '1 7 8 2' '2 8 9 3' '3 9 10 4' '4 10 11 5' '5 11 12 6' '6 12 7 1'
} >ell.obj
awk 'BEGIN { n = 24; m = 12; t = 2 * 3.14159265
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { r = 1 + 0.3 * cos(t * k / m)
		printf "v %.6f %.6f %.6f\n", r * cos(t * i / n), r * sin(t * i / n), 0.3 * sin(t * k / m) }
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { j = (i + 1) % n; l = (k + 1) % m
		print "f", i * m + k + 1, j * m + k + 1, j * m + l + 1, i * m + l + 1 } }' >ring.obj

# hulls FILE: the hulls of an asset
hulls() { "$build/kiln-dump" "$1" | grep -c '^shape .*: hull'; }

# free FILE: how many casts of the ball meet nothing in an asset
free() { "$build/kiln-query" "$1" <casts | grep -c '"hit":false'; }

claim "a prism" exits 0 "$cook" ell.obj -o ell.kiln --shape parts -v --report ell.json
claim "is its boxes" test "$(hulls ell.kiln)" = 2
claim "of the same volume" grep -q "volume of the parts 4, 0 % more than the mesh's" stderr
claim "as the report says" grep -q '"parts": {"count": 2, .*"volume": 4, "art_volume": 4, ' ell.json
claim "with the mass of the mesh" grep -q '"mass_of": "art", "mass_volume": 4, "center": \[0.75, ' ell.json
claim "the asset has it" grep -q '"/kiln/parts/volume": 4$' <<<"$("$dump" ell.kiln)"
claim "once" test "$("$dump" ell.kiln | grep -c '/kiln/parts/of": "art"')" = 1
claim "and the JSON" grep -q '"path":"/kiln/parts/of","type":"string","value":"art"' <<<"$("$dump" --json ell.kiln | tr -d ' \n')"
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify ell.kiln
grep -v '6 12 7 1' ell.obj >open.obj
claim "without a wall" exits 0 "$cook" open.obj -o open.kiln --shape parts --parts-max 1 -v --report open.json
claim "the mass is that of the hull" grep -q '"mass_of": "union", "mass_volume": 5, ' open.json
claim "as is said" grep -q 'volume of their union 5$' stderr
claim "and stored" grep -q '"/kiln/parts/of": "union"' <<<"$("$dump" open.kiln)"
printf 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n' >flat.obj
claim "a plate" exits 0 "$cook" flat.obj -o flat.kiln --shape parts --report flat.json
claim "has no mass" grep -q '"mass_of": "none", "volume": 0, ' flat.json
claim "nor metadata" test "$("$dump" flat.kiln | grep -c '/kiln/')" = 0
claim "a node for each part" test "$("$build/kiln-dump" ell.kiln | grep -c '^node .*: shape [0-9]*, hull')" = 2
claim "the notch is free" grep -q '"hit":false' <<<"$(echo 'ray 1.5 2 2 0 -1 0' | "$build/kiln-query" ell.kiln)"
claim "the box is there" grep -q '"hit":true' <<<"$(echo 'ray 1.5 2 0.5 0 -1 0' | "$build/kiln-query" ell.kiln)"
claim "one part" exits 0 "$cook" ell.obj -o one.kiln --shape parts --parts-max 1
claim "is the hull" test "$(hulls one.kiln)" = 1
claim "with a warning" grep -q '1 convex parts stick out .*\[parts-error\]' stderr
for quality in fast good best
do
	claim "quality $quality" exits 0 "$cook" ring.obj -o $quality.kiln --shape parts --parts-error 0.02 --parts-quality $quality
	claim "without a warning" test ! -s stderr -o "$(grep -c parts-error stderr)" = 0
	claim "the hole is free" grep -q '"hit":false' <<<"$(echo 'ray 0 0 5 0 0 -1' | "$build/kiln-query" $quality.kiln)"
	claim "the asset is proved" exits 0 "$build/kiln-dump" --verify $quality.kiln
done
claim "with three threads" exits 0 "$cook" ring.obj -o three.kiln --shape parts --parts-error 0.02 -j 3
claim "the asset is the same" cmp good.kiln three.kiln
claim "a length" exits 0 "$cook" ring.obj -o length.kiln --shape parts --parts-error 10cm --report length.json
claim "is kept" awk -F'"error": ' '/"parts": / { e = $2 + 0 } END { exit !(e > 0 && e <= 0.1) }' length.json
claim "an error too small to prove" exits 0 "$cook" ell.obj -o tiny.kiln --shape parts --parts-error 1e-7 --report tiny.json
claim "is warned of" grep -q 'takes too much work to prove.*\[parts-undecided\]' stderr
claim "the boxes are left" test "$(hulls tiny.kiln)" = 2
claim "with a bound" awk -F'"error": ' '/"parts": / { e = $2 + 0 } END { exit !(e > 0 && e <= 0.01) }' tiny.json
claim "by itself" exits 0 "$cook" ell.obj -o tiny.kiln --shape auto --parts-error 1e-7
claim "it is said, too" grep -q '\[parts-undecided\]' stderr
claim "too few parts" exits 0 "$cook" ring.obj -o few.kiln --shape parts --parts-max 4
claim "say how many would do" grep -qE '4 convex parts stick out .*; about [0-9]+ would do \[parts-error\]' stderr
claim "a budget of hulls" exits 0 "$cook" ring.obj -o few.kiln --shape parts --parts-max 8 --hull-vertices 12
claim "is kept by each" test "$("$build/kiln-dump" few.kiln | awk '/polyhedron of/ && $4 > 12' | wc -l)" = 0
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify few.kiln
claim "numbers for a mesh" exits 0 "$cook" ring.obj -o no.kiln --parts-max 8
claim "have no effect" grep -q 'option-unused' stderr
# A ring of 24 000 triangles, whose cuts are chosen by some of them.
awk 'BEGIN { n = 150; m = 80; t = 2 * 3.14159265
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { r = 1 + 0.3 * cos(t * k / m)
		printf "v %.6f %.6f %.6f\n", r * cos(t * i / n), r * sin(t * i / n), 0.3 * sin(t * k / m) }
	for (i = 0; i < n; i++) for (k = 0; k < m; k++) { j = (i + 1) % n; l = (k + 1) % m
		print "f", i * m + k + 1, j * m + k + 1, j * m + l + 1, i * m + l + 1 } }' >fine.obj
claim "a fine ring" exits 0 "$cook" -q fine.obj -o fine.kiln --shape parts --parts-max 12 --parts-error 0.001 --no-warn parts-error
claim "as a mesh" exits 0 "$cook" -q fine.obj -o mesh.kiln
claim "is in its parts" exits 0 "$dump" --verify --art mesh.kiln fine.kiln
claim "every triangle" grep -q '24000 triangles of 1 node in the solids' stdout
claim "whose hole is free" grep -q '"hit":false' <<<"$(echo 'ray 0 0 5 0 0 -1' | "$build/kiln-query" fine.kiln)"
claim "with three threads" exits 0 "$cook" -q fine.obj -o three.kiln --shape parts --parts-max 12 --parts-error 0.001 --no-warn parts-error -j 3
claim "it is the same" cmp fine.kiln three.kiln
printf '[node *]\nshape = parts\nparts-max = 9\nparts-error = 5cm\nparts-quality = fast\n' >ring.obj.kiln
claim "a recipe" exits 0 "$cook" --explain ring.obj
claim "has the shape" grep -qE 'shape +parts .*ring.obj.kiln:2' stdout
claim "and the number" grep -qE 'parts-max +9 .*ring.obj.kiln:3' stdout
claim "and the error" grep -qE 'parts-error +0.05m .*ring.obj.kiln:4' stdout
claim "and the quality" grep -qE 'parts-quality +fast .*ring.obj.kiln:5' stdout
for value in 0 -1 4097 many
do
	claim "no number: $value" exits 2 "$cook" ell.obj -o no.kiln --shape parts --parts-max "$value"
done
for value in 0 -1 nan 1e-12 all
do
	claim "no error: $value" exits 2 "$cook" ell.obj -o no.kiln --shape parts --parts-error "$value"
done
claim "an unknown quality" exits 2 "$cook" ell.obj -o no.kiln --shape parts --parts-quality great

# A wall with a door, whose ball keeps the door open where the error alone closes it.
awk -f "$tests/parts_house.awk" -v single=1 >wall.obj
claim "a wall without a ball" exits 0 "$cook" wall.obj -o filled.kiln --shape parts --parts-error 1m
claim "is one hull" test "$(hulls filled.kiln)" = 1
claim "with a ball" exits 0 "$cook" wall.obj -o wall.kiln --shape parts --parts-error 1m --parts-clear 40cm -v --report wall.json
claim "the door stays" grep -q '"hit":false' <<<"$(echo 'castsphere 2 -1 1 0.3 0 1 0 2' | "$build/kiln-query" wall.kiln)"
claim "as it says" grep -q 'the space of a ball of radius 0.4 from outside is entered by 0\.0[0-9]* at most' stderr
claim "and reports" grep -qE '"clear": 0.40*[0-9]*, "clear_depth": 0\.0[0-9]*, "clear_cubes": [0-9]+, "closed": true' wall.json
claim "the report parses" "$json_check" <wall.json
claim "the art as a mesh" exits 0 "$cook" wall.obj -o mesh.kiln
claim "the space is proved" exits 0 "$dump" --verify --art mesh.kiln --clear 0.4 wall.kiln
claim "in words" grep -q 'a ball of radius 0.4 passes as in the art but for 0\.0' stdout
claim "in numbers" grep -q '"clear_depth": 0\.0' <<<"$("$dump" --json --verify --art mesh.kiln --clear 0.4 wall.kiln)"
claim "a hull in the door" exits 1 "$dump" --verify --art mesh.kiln --clear 0.4 filled.kiln
claim "is named" says "a solid enters the space of the ball"
claim "a tiny ball is refused" exits 1 "$dump" --verify --art mesh.kiln --clear 1e-8 wall.kiln
claim "no ball without art" exits 2 "$dump" --verify --clear 0.4 wall.kiln
claim "from a point outside, it is the same" exits 0 "$dump" --verify --art mesh.kiln --clear 0.4 --clear-from 2,-3,1 wall.kiln
claim "the hull is in the way from there" exits 1 "$dump" --verify --art mesh.kiln --clear 0.4 --clear-from '2,-3,1;2,5,1' filled.kiln
awk 'BEGIN { for (i = 0; i < 16; i++) { s = i < 8 ? 2 : 1; print "v", i % 2 ? s : -s, int(i / 2) % 2 ? s : -s, int(i / 4) % 2 ? s : -s }
	n = split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", q)
	for (i = 1; i <= n; i += 4) { print "f", q[i], q[i + 1], q[i + 2], q[i + 3]
		print "f", q[i + 3] + 8, q[i + 2] + 8, q[i + 1] + 8, q[i] + 8 } }' >hollow.obj
claim "a room without a door" exits 0 "$cook" -q hollow.obj -o hollow.kiln
claim "as its hull" exits 0 "$cook" -q hollow.obj -o full.kiln --shape parts --parts-max 1
claim "is closed to a ball from outside" exits 0 "$dump" --verify --art hollow.kiln --clear 0.5 full.kiln
claim "but not to one inside" exits 1 "$dump" --verify --art hollow.kiln --clear 0.5 --clear-from 0,0,0 full.kiln
claim "whose space" says "a solid enters the space of the ball"
claim "is kept by parts" exits 0 "$cook" -q hollow.obj -o walls.kiln --shape parts --parts-error 10m --parts-clear 50cm --parts-clear-from 0,0,0
claim "as is proved" exits 0 "$dump" --verify --art hollow.kiln --clear 0.5 --clear-from 0,0,0 walls.kiln
claim "no points without a ball" exits 2 "$dump" --verify --art mesh.kiln --clear-from 2,-3,1 wall.kiln
for value in 1 1,2 1,2,3, '1,2,3;' 1,2,x 1,2,nan 1,2,1e10 '0,0,0;1,0,0;2,0,0;3,0,0;4,0,0;5,0,0;6,0,0;7,0,0;8,0,0'
do
	claim "no points: $value" exits 2 "$dump" --verify --art mesh.kiln --clear 0.4 --clear-from "$value" wall.kiln
done
claim "no ball of size 0" exits 2 "$dump" --verify --art mesh.kiln --clear 0 wall.kiln
claim "with three threads" exits 0 "$cook" wall.obj -o three.kiln --shape parts --parts-error 1m --parts-clear 40cm -j 3
claim "the asset is the same" cmp wall.kiln three.kiln
claim "one part" exits 0 "$cook" wall.obj -o one.kiln --shape parts --parts-max 1 --parts-clear 40cm
claim "is in the way" grep -q 'enter the space of a ball of radius 0.4 by up to 0.4, more than 0.1 \[parts-clear\]' stderr
claim "from a point outside" exits 0 "$cook" wall.obj -o from.kiln --shape parts --parts-error 1m --parts-clear 40cm --parts-clear-from '2,-3,1;5,5,5'
claim "it is the same" cmp <(hulls wall.kiln) <(hulls from.kiln)
claim "by itself" exits 0 "$cook" wall.obj -o auto.kiln --shape auto --parts-error 1m --parts-clear 40cm
claim "it is boxes" test "$("$dump" auto.kiln | grep -c '^shape .*: box')" = 3
claim "the space is proved" exits 0 "$dump" --verify --art mesh.kiln --clear 0.4 auto.kiln
claim "by itself without a ball" exits 0 "$cook" wall.obj -o auto.kiln --shape auto --parts-error 1m
claim "it is one box" test "$("$dump" auto.kiln | grep -c '^shape .*: box')" = 1
printf 'shape = parts\nparts-clear = 40cm\nparts-clear-from = 2,-3,1\n' >wall.obj.kiln
claim "a recipe" exits 0 "$cook" --explain wall.obj
claim "has the ball" grep -qE 'parts-clear +0.4m .*wall.obj.kiln:2' stdout
claim "and where it starts" grep -qE 'parts-clear-from +2,-3,1 .*wall.obj.kiln:3' stdout
for value in 0 -1 nan 1e-12 all
do
	claim "no radius: $value" exits 2 "$cook" ell.obj -o no.kiln --shape parts --parts-clear "$value"
done
for value in 1 1,2 1,2,3, '1,2,3;' 1,2,x 1,2,nan 1,2,1e10 '0,0,0;1,0,0;2,0,0;3,0,0;4,0,0;5,0,0;6,0,0;7,0,0;8,0,0'
do
	claim "no points: $value" exits 2 "$cook" ell.obj -o no.kiln --shape parts --parts-clear 1 --parts-clear-from "$value"
done
claim "points without a ball" exits 0 "$cook" ell.obj -o no.kiln --shape parts --parts-clear-from 0,0,0
claim "have no effect" grep -q 'option-unused' stderr

# A furnished house: every door and window lets the ball pass, with fewer parts than any error alone needs for that.
for seed in 1 2 3
do
	awk -f "$tests/parts_house.awk" -v seed=$seed -v radius=0.3 -v casts=casts >house.obj
	claim "house $seed as a mesh" exits 0 "$cook" --no-sidecars house.obj -o mesh.kiln
	openings=$(grep -c . casts)
	claim "has doors and windows" test "$(free mesh.kiln)" = "$openings" -a "$openings" -gt 10
	claim "with a ball" exits 0 "$cook" --no-sidecars house.obj -o house.kiln --shape parts --parts-max 256 --parts-error 5m --parts-clear 40cm
	claim "all are free" test "$(free house.kiln)" = "$openings"
	[ $seed != 1 ] || claim "as is proved" exits 0 "$dump" --verify --art mesh.kiln --clear 0.4 house.kiln
	fewest=999
	for error in 20 25 30 35 40
	do
		"$cook" -q --no-sidecars house.obj -o error.kiln --shape parts --parts-max 256 --parts-error ${error}cm
		[ "$(free error.kiln)" != "$openings" ] || [ "$(hulls error.kiln)" -ge $fewest ] || fewest=$(hulls error.kiln)
	done
	claim "with fewer parts than errors alone" test "$(hulls house.kiln)" -lt $fewest -a $fewest != 999
done

# The parts are proved against the art, which another asset has.
claim "the art as a mesh" exits 0 "$cook" ell.obj -o mesh.kiln
claim "the parts" exits 0 "$cook" ell.obj -o ell.kiln --shape parts
claim "have the art" exits 0 "$dump" --verify --art mesh.kiln ell.kiln
claim "every triangle" grep -q '20 triangles of 1 node in the solids, by exact signs' stdout
claim "as the JSON says" exits 0 "$dump" --json --verify --art mesh.kiln ell.kiln
claim "in numbers" grep -q '"art_triangles": 20' stdout

# How far parts stick out is proved again by the runtime's queries.
claim "the boxes stick out nowhere" exits 0 "$dump" --verify --art mesh.kiln --error 0.001 ell.kiln
claim "in words" grep -q 'no hull or box sticks out of the art by more than 0.001, certainly; 0 round solids left out' stdout
claim "in numbers" grep -q '"error": *0.001' <<<"$("$dump" --json --verify --art mesh.kiln --error 0.001 ell.kiln)"
claim "the hull of an L" exits 0 "$cook" ell.obj -o one.kiln --shape parts --parts-max 1 --report one.json
claim "sticks out by two thirds" awk -F'"error": ' '/"parts": {/ { e = $2 + 0 } END { exit !(e > 0.6666 && e < 0.74) }' one.json
claim "as is proved" exits 0 "$dump" --verify --art mesh.kiln --error 0.667 one.kiln
claim "a smaller bound is false" exits 1 "$dump" --verify --art mesh.kiln --error 0.6666 one.kiln
claim "as is said" says "a solid sticks out of the art farther than the error"
claim "too much work" exits 1 "$dump" --verify --art mesh.kiln --error 1e-9 ell.kiln
claim "is said" says "cannot be proved"
grep -v '6 12 7 1' ell.obj >open.obj
claim "an open L" exits 0 "$cook" open.obj -o open_mesh.kiln --no-sidecars
claim "has no inside" exits 1 "$dump" --verify --art open_mesh.kiln --error 0.3 ell.kiln
claim "its walls are near" exits 0 "$dump" --verify --art open_mesh.kiln --error 0.51 ell.kiln
claim "open art with a ball" exits 0 "$cook" open.obj -o open.kiln --shape parts --parts-clear 40cm -v --report open.json
claim "says what is outside" grep -q 'the mesh is open: outside is what the ball reaches from beyond its box' stderr
claim "in the report, too" grep -q '"clear_cubes": [0-9]*, "closed": false' open.json
awk '$1 == "v" { x = 0.8 * $2 - 0.6 * $3; y = 0.6 * $2 + 0.8 * $3; print "v", x, 0.28 * y - 0.96 * $4, 0.96 * y + 0.28 * $4; next } { print }' ell.obj >turned.obj
claim "a turned L as a mesh" exits 0 "$cook" turned.obj -o turned_mesh.kiln
claim "and as parts" exits 0 "$cook" turned.obj -o turned.kiln --shape parts
claim "is two hulls" test "$(hulls turned.kiln)" = 2
claim "that have it, near it" exits 0 "$dump" --verify --art turned_mesh.kiln --error 0.001 turned.kiln
claim "with three threads" exits 0 "$cook" turned.obj -o three.kiln --shape parts -j 3
claim "it is the same" cmp turned.kiln three.kiln
claim "a box" exits 0 "$cook" ell.obj -o box.kiln --shape box
claim "sticks out, too" exits 1 "$dump" --verify --art mesh.kiln --error 0.9 box.kiln
claim "by 1" exits 0 "$dump" --verify --art mesh.kiln --error 1.001 box.kiln
claim "a sphere" exits 0 "$cook" ell.obj -o ball.kiln --shape sphere
claim "is left out" grep -q '1 round solid left out' <<<"$("$dump" --verify --art mesh.kiln --error 0.1 ball.kiln)"
claim "no error without art" exits 2 "$dump" --verify --error 0.4 ell.kiln
claim "no error of 0" exits 2 "$dump" --verify --art mesh.kiln --error 0 ell.kiln
claim "a ring" exits 0 "$cook" ring.obj -o mesh.kiln --no-sidecars
claim "its parts keep the error" exits 0 "$dump" --verify --art mesh.kiln --error 0.0746 good.kiln
claim "its parts" exits 0 "$dump" --verify --art mesh.kiln good.kiln
claim "have all of it" grep -q '576 triangles of 1 node' stdout
claim "and with fewer vertices" exits 0 "$dump" --verify --art mesh.kiln few.kiln
sed 's/^v 1\.300000 0\.000000 0\.000000/v 1.3001 0 0/' ring.obj >larger.obj
claim "one vertex farther out" exits 0 "$cook" --no-sidecars larger.obj -o larger.kiln
claim "is not in them" exits 1 "$dump" --verify --art larger.kiln good.kiln
claim "and why" says "a triangle of the art is not in the solids of its node"
claim "a box around the L" exits 0 "$cook" ell.obj -o one.kiln --shape box
claim "has no ring" exits 1 "$dump" --verify --art mesh.kiln one.kiln
claim "no proof without --verify" exits 2 "$dump" --art mesh.kiln good.kiln
claim "no such file" exits 3 "$dump" --verify --art none.kiln good.kiln

# Shapes that are chosen.
claim "an L by itself" exits 0 "$cook" ell.obj -o auto.kiln --shape auto -v --report auto.json
claim "is parts" grep -q 'parts chosen, of least counted cost: ' stderr
claim "that are two boxes" test "$("$dump" auto.kiln | grep -c '^shape .*: box')" = 2
claim "as the report lists" test "$(grep -c '"kind": "box", "vertices": 8, "faces": 6, "volume": ' auto.json)" = 2
claim "with what was weighed" grep -q '"candidates": {"mesh": {"cost": .*"hull": {"cost": .*"error": null}' auto.json
claim "with the mass of the art" grep -q '"added_volume": .*"mass_of": "art", .*"center": \[0.75, ' auto.json
claim "the report parses" "$json_check" <auto.json
claim "the asset is proved" exits 0 "$dump" --verify auto.kiln
claim "each part is a group of OBJ" exits 0 "$dump" --obj auto.obj auto.kiln
claim "of its own" test "$(grep -c '^g node_' auto.obj)" = 2
claim "in a colour of its own" test "$(grep '^v ' auto.obj | cut -d ' ' -f 5- | sort | uniq -c | tr -s ' ')" = ' 8 0.337 0.706 0.914
 8 0.902 0.624 0'
claim "that kiln-cook reads" exits 0 "$cook" -q auto.obj -o again.kiln
claim "and a mesh has none" test "$("$dump" --obj - again.kiln | grep -c '^v [^ ]* [^ ]* [^ ]* ')" = 0
claim "a ring by itself" exits 0 "$cook" ring.obj -o auto.kiln --shape auto --parts-error 0.02
claim "is proved" exits 0 "$dump" --verify auto.kiln
claim "with three threads" exits 0 "$cook" ring.obj -o three.kiln --shape auto --parts-error 0.02 -j 3
claim "it is the same" cmp auto.kiln three.kiln
printf 'shape = auto\nparts-error = 1cm\n' >ell.obj.kiln
claim "a recipe" exits 0 "$cook" --explain ell.obj
claim "has it" grep -qE 'shape +auto .*ell.obj.kiln:1' stdout
claim "and the error" grep -qE 'parts-error +0.01m .*ell.obj.kiln:2' stdout
claims_end
