#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --repair: what is repaired and said, in options and recipes; sound art stays; exit codes.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# A hut with a crack, a T-junction, a face turned, and no roof; a box; two boxes that share an edge.
printf 'v %s\n' '0 0 0' '4 0 0' '4 3 0' '0 3 0' '0 0 2' '4 0 2' '4 3 2' '0 3 2' '2 0 0' '4 3 2.0002' >hut.obj
printf 'f %s\n' '4 3 2 1' '1 9 6 5' '9 2 6' '2 3 7 6' '3 4 8 10' '8 5 1 4' >>hut.obj
box() # FIRST X Y
{
	printf 'v %d %d %d\n' "$2" "$3" 0 $(($2 + 1)) "$3" 0 $(($2 + 1)) $(($3 + 1)) 0 "$2" $(($3 + 1)) 0 \
		"$2" "$3" 1 $(($2 + 1)) "$3" 1 $(($2 + 1)) $(($3 + 1)) 1 "$2" $(($3 + 1)) 1
	awk -v f="$1" 'BEGIN { n = split("4 3 2 1 5 6 7 8 1 2 6 5 2 3 7 6 3 4 8 7 4 1 5 8", c, " ")
		for (i = 1; i <= n; i += 4) print "f", c[i] + f, c[i + 1] + f, c[i + 2] + f, c[i + 3] + f }'
}
box 0 0 0 >box.obj
{ box 0 0 0; box 8 1 1; } >pair.obj

claim "a hut is repaired" exits 0 "$cook" hut.obj -o hut.kiln --repair all --report hut.json -v
claim "its crack is welded" grep -q 'repaired cracks: 1 vertex welded, up to 0.000200033 moved$' stderr
claim "its T-junction is cut" grep -q 'repaired t-junctions: 1 side cut, 1 triangle made' stderr
claim "its face is turned" grep -q 'repaired orient: 2 triangles turned$' stderr
claim "the report counts" grep -q '"step": "cracks", "changed": 1, "made": 0, "dropped": 0, "left": 0, "distance": 0.0002' hut.json
claim "the hole is left" grep -q '"hole": 1' hut.json
claim "the asset is proved" exits 0 "$build/kiln-dump" --verify hut.kiln
claim "with one thread" exits 0 "$cook" hut.obj -o one.kiln --repair all -j 1
claim "the asset is the same" cmp hut.kiln one.kiln
claim "safe steps" exits 0 "$cook" hut.obj -o safe.kiln --repair safe -v
claim "weld nothing" test "$(grep -c 'repaired cracks' stderr)" = 0
claim "without a repair" exits 0 "$cook" hut.obj -o plain.kiln --report plain.json
claim "the report has no step" grep -q '"repairs": \[\]' plain.json
claim "sound art" exits 0 "$cook" box.obj -o box.kiln --repair all -v
claim "is not repaired" test "$(grep -c 'repaired' stdout)" = 0
claim "boxes with a common edge" exits 0 "$cook" --survey pair.obj --repair non-manifold
claim "come apart" grep -q '2 connected parts' stdout
claim "each is closed" test "$(grep -c 'closed, manifold, orientable, consistently wound.*volume 1$' stdout)" = 2
claim "the asset of both is proved" exits 0 "$cook" pair.obj -o pair.kiln --repair non-manifold
claim "and verified" exits 0 "$build/kiln-dump" --verify pair.kiln
printf '[node *]\nrepair = cracks,t-junctions\n' >hut.obj.kiln
claim "a recipe repairs" exits 0 "$cook" hut.obj -o recipe.kiln -v
claim "with its steps" grep -q 'repaired cracks' stderr
claim "and no others" test "$(grep -c 'repaired orient' stderr)" = 0
claim "none in the options loses to the recipe" exits 0 "$cook" hut.obj -o recipe.kiln -v --repair none
claim "a large hole" exits 0 "$cook" --survey hut.obj --no-sidecars --repair all --hole-size 1
claim "is closed on request" grep -q 'closed, manifold, orientable, consistently wound.*volume 24$' stdout
claim "and counted" grep -q 'repaired holes: 1 hole closed, 2 triangles made' stdout
claim "a size above the mesh's is refused" exits 2 "$cook" --survey hut.obj --hole-size 1.5
printf 'v %s\n' '0 0 0' '4 0 0' '4 4 0' '0 4 0' '2 1e-5 0' >cap.obj
printf 'f %s\n' '1 2 5' '2 3 5' '3 4 5' '4 1 5' >cap.obj.faces
{ cat cap.obj cap.obj.faces; printf 'v 2 0 -3\nf 2 1 6\n'; } >capped.obj
claim "a sliver" exits 0 "$cook" --survey capped.obj --repair slivers
claim "is flipped" grep -q 'repaired slivers: 1 sliver collapsed or flipped, up to 1e-05 moved$' stdout
claim "and gone" test "$(grep -c 'sliver:' stdout)" = 0
{ box 0 0 0; box 8 0 0 | awk '$1 == "v" { $2 += 0.5; $3 += 0.5; $4 += 0.5 } { print }'; } >crossing.obj
claim "boxes that cross" exits 0 "$cook" --survey crossing.obj --repair self-intersections
claim "are cut" grep -q 'repaired self-intersections: 12 triangles cut, [0-9]* triangles made' stdout
claim "nothing crosses" test "$(grep -c 'crossing:\|coplanar:\|faults* left' stdout)" = 0
claim "they meet in edges of four triangles" grep -q 'closed, not manifold, orientable, consistently wound' stdout
claim "cut and parted" exits 0 "$cook" crossing.obj -o crossing.kiln --repair self-intersections,non-manifold --report crossing.json
claim "the report counts the cuts" grep -q '"step": "self-intersections", "changed": 12' crossing.json
claim "all parts are whole" test "$(grep -c '"nonmanifold-edge": [1-9]' crossing.json)" = 0
claim "the cut asset is proved" exits 0 "$build/kiln-dump" --verify crossing.kiln
claim "safe steps on them" exits 0 "$cook" --survey crossing.obj --repair safe
claim "cut nothing" test "$(grep -c 'repaired self-intersections' stdout)" = 0
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e-5\nv 1 0 1e-5\nv 0 -1 0\nf 1 2 3\nf 4 5 6\n' >turned.obj
claim "a crack of two windings" exits 0 "$cook" -v turned.obj -o turned.kiln --repair cracks --report turned.json
claim "stays, with the reason" grep -q "the repair 'cracks' would make the surface worse (.*winding.*): it is undone" stderr
claim "in the text, too" grep -q 'repaired cracks: 0 vertices welded, 1 fault left, undone (worse: .*winding' stderr
claim "and in the report" grep -q '"step": "cracks", .*"undone": true, "worse": \["winding", "not consistently wound"\]' turned.json
claim "an unknown step" exits 2 "$cook" box.obj -o no.kiln --repair holes,crakcs
claim "is answered with the nearest and the others" grep -q "does not know 'crakcs': the nearest is 'cracks'; the words are opposite, cracks, .*, safe and none" stderr
claims_end
