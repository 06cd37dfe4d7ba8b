#!/bin/bash
# SPDX-License-Identifier: MIT
# Answers of kiln-query about contact between two assets: depth, manifold and toi.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
out=$scratch/out.kiln
make_samples
crate=$scratch/art/crate.obj
yard=$scratch/art/yard.gltf
answers() { "$query" "$@" <"$scratch/pairs" >"$scratch/answers" 2>"$scratch/stderr"; }
line() { sed -n "$1p" "$scratch/answers"; }

claim "a crate as a hull" exits 0 "$cook" -q "$crate" -o "$out" --shape hull
cat >"$scratch/pairs" <<'EOF'
depth 1.75 0 0 0 0 0 1
depth 2 0.5 0 0 0 0 1
depth 3 0 0 0 0 0 1
manifold 0.25 1.875 0 0 0 0 1
manifold 0 3 0 0 0 0 1
toi 4 0 0 0 0 0 1 0 0 0 0 0 0 1
toi 4 3 0 0 0 0 1 0 3 0 0 0 0 1
toi 1 0 0 0 0 0 1 9 0 0 0 0 0 1
EOF
claim "questions about how two solids touch" exits 0 answers "$out" "$out"
claim "depth, normal and points" grep -q '^{"touching":true,"depth":0.25,"normal":\[-1,-*0,-*0\],"a":\[1,' "$scratch/answers"
claim "touching is depth 0" test "$(line 2 | cut -c1-27)" = '{"touching":true,"depth":0,'
claim "no depth apart" test "$(line 3)" = '{"touching":false}'
claim "one manifold" test "$(line 4 | cut -c1-26)" = '{"count":1,"manifolds":[{"'
claim "of four contacts" test "$(line 4 | grep -o '"depth":0.125' | wc -l)" = 4
claim "with features" sh -c "sed -n 4p '$scratch/answers' | grep -q '\"features\":\[\"'"
claim "no manifold apart" test "$(line 5)" = '{"count":0,"manifolds":[]}'
claim "half way" sh -c "sed -n 6p '$scratch/answers' | grep -q '^{\"hit\":true,\"t\":0\.\(5\|49999\)'"
claim "past" test "$(line 7)" = '{"hit":false}'
claim "inside at the start" sh -c "sed -n 8p '$scratch/answers' | grep -q '^{\"hit\":true,\"t\":0,\"inside\":true'"
claim "every answer parses" sh -c "while read -r line; do echo \"\$line\" | '$json_check' || exit 1; done <'$scratch/answers'"

# Surfaces, and whole assets.
claim "a crate as a surface" exits 0 "$cook" -q "$crate" -o "$scratch/surface.kiln"
claim "a yard of solids" exits 0 "$cook" -q "$yard" -o "$scratch/yard.kiln" --shape hull --shape 'fence*=mesh'
for pair in "$scratch/surface.kiln $out" "$out $scratch/surface.kiln" "$scratch/surface.kiln $scratch/surface.kiln" \
	"$scratch/yard.kiln $out"
do
	# shellcheck disable=SC2086
	claim "a pair with surfaces or nodes" exits 0 answers $pair
	claim "its answers parse" sh -c "while read -r line; do echo \"\$line\" | '$json_check' || exit 1; done <'$scratch/answers'"
	claim "and none is an error" sh -c "! grep -q error '$scratch/answers'"
done
claim "nodes are named" grep -q '"nodes":\[' "$scratch/answers"
claim "--work" exits 0 answers --work "$scratch/yard.kiln" "$out"
claim "tells of tests" grep -q '"work":{' "$scratch/answers"
for question in 'depth 0 0 0 0 0 0 1' 'manifold 0 0 0 0 0 0 1' 'toi 0 0 0 0 0 0 1 1 0 0 0 0 0 1'
do
	echo "$question" >"$scratch/pairs"
	claim "one asset is not two" exits 1 answers "$out"
	claim "and says so" grep -q '"error":"this is a question about two assets' "$scratch/answers"
	echo "$question 1e12" | sed 's/ 0 / 1e12 /' >"$scratch/pairs"
	claim "a pose out of range is refused" exits 1 answers "$out" "$out"
	claim "with a reason" grep -q '"error":"the pose carries' "$scratch/answers"
done

claims_end
