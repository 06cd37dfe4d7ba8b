#!/bin/bash
# SPDX-License-Identifier: MIT
# Trees of other volumes and two assets at once: kiln-cook --tree, --build and --deformable, what kiln-dump shows of them, and
# what kiln-query answers about two assets.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
out=$scratch/out.kiln
make_samples
crate=$scratch/art/crate.obj
terrain=$scratch/art/terrain.obj
yard=$scratch/art/yard.gltf
kinds="aabb obb kdop14 kdop18 kdop26 sphere rss"
not() { ! "$@"; }
# answers OPTION... : queries two assets.
answers() { "$query" "$@" <"$scratch/pairs" >"$scratch/answers" 2>"$scratch/stderr"; }

# Every kind, by every way to build, is sound, and the same when cooked again.
for kind in $kinds
do
	claim "$kind: cooks" exits 0 "$cook" -q "$terrain" -o "$out" --tree "$kind"
	claim "$kind: is sound" exits 0 "$dump" --verify "$out"
	[ "$kind" = aabb ] || claim "$kind: is shown" shows "  $kind tree"
	[ "$kind" = aabb ] || claim "$kind: is taken" shows "take the $kind tree"
	claim "$kind: again" exits 0 "$cook" -q "$terrain" -o "$scratch/again.kiln" --tree "$kind" -j 1
	claim "$kind: the same bytes" cmp -s "$out" "$scratch/again.kiln"
	claim "$kind: JSON" exits 0 "$dump" --json --verify "$out"
	claim "$kind: parses" "$json_check" <"$scratch/stdout"
	claim "$kind: is named" shows "\"pair_tree\": \"$kind\""
done
for rule in "--build agglomerative" "--build ploc" "--build insertion" "--split mean --axis covariance" "--split median" \
	"--split object-median" "--split midpoint" "--split spatial" "--rotate 3" "--optimize 2" "--tree-width 2" "--tree-width 3"
do
	# shellcheck disable=SC2086
	claim "$rule: cooks" exits 0 "$cook" -q "$terrain" -o "$out" --tree obb,kdop18,sphere,rss $rule
	claim "$rule: is sound" exits 0 "$dump" --verify "$out"
done
claim "a yard with trees over its nodes" exits 0 "$cook" -q "$yard" -o "$out" --tree obb,kdop26,sphere,rss
claim "it is sound" exits 0 "$dump" --verify --json "$out"
claim "its scene has four further trees" test "$(grep -c '"kind": "obb"' "$scratch/stdout")" -ge 2
claim "a compound" exits 0 "$cook" -q "$yard" -o "$out" --tree obb,rss --shape hull --shape 'fence*=mesh' --shape 'ramp=box'
claim "it is sound, too" exits 0 "$dump" --verify "$out"

# The choice, and why.
claim "auto" exits 0 "$cook" -v "$terrain" -o "$out" --tree auto --report "$scratch/report.json"
claim "auto tells what was compared" says "was chosen for pair queries: samples:12 aabb:1 obb:"
claim "so does the report" grep -q '"choice": "samples:12 aabb:1 obb:' "$scratch/report.json"
claim "the report parses" "$json_check" <"$scratch/report.json"
claim "auto is sound" exits 0 "$dump" --verify "$out"
claim "the dump tells it" shows "chosen from samples:12"
claim "auto again, by one thread" exits 0 "$cook" -q "$terrain" -o "$scratch/again.kiln" --tree auto -j 1
claim "auto: the same bytes" cmp -s "$out" "$scratch/again.kiln"
claim "auto among two" exits 0 "$cook" -v "$terrain" -o "$out" --tree auto,sphere,obb
claim "it looks at no other" not grep -q kdop "$scratch/stderr"

# Source vertices.
claim "--deformable" exits 0 "$cook" -q "$crate" -o "$out" --deformable --tree obb
claim "it is sound and says so" exits 0 "$dump" --json --verify "$out"
claim "the dump tells" shows '"deformable": true'
claim "without it there are none" exits 0 "$dump" --json "$scratch/crate.kiln"
claim "and the dump tells" shows '"deformable": false'

# A damaged tree is refused at open.
claim "an OBB tree to damage" exits 0 "$cook" -q "$terrain" -o "$out" --tree obb
offset=$("$dump" --json "$out" | tr -d ' \n' | sed 's/.*"name":"volumenodes","required":true,"offset":\([0-9]*\).*/\1/')
claim "the dump tells where its nodes begin" test "$offset" -gt 0
cp "$out" "$scratch/broken.kiln"
poke "$scratch/broken.kiln" $((offset + 16)) 00 00 00 00
claim "a root that is its own child is refused" exits 1 "$dump" "$scratch/broken.kiln"
claim "with the rule" says "[tree]"
cp "$out" "$scratch/broken.kiln"
poke "$scratch/broken.kiln" $((offset + 144)) 00 00 80 3e
claim "a box that is too small is found by --verify" exits 1 "$dump" --verify "$scratch/broken.kiln"

# Two assets.
"$cook" -q "$crate" -o "$out" --tree obb,kdop14,kdop18,kdop26,sphere,rss
cat >"$scratch/pairs" <<'EOF'
collide 0.5 0 0 0 0 0 1
collide 3 0 0 0 0 0 1
collide 2 0 0 0 0 0 1
contacts 0.9 0.1 0 0 0.3 0 0.95
contacts 1.9 1.9 0.1 0 0 0 1
distance 3 0 0 0 0 0 1
distance 3 0 0 0 0 0 1 0.5
distance 0 0 0 0 0 0 1
within 0.9 3 0 0 0 0 0 1
within 1 3 0 0 0 0 0 1
contacts 0 0 0 0 0 0 1
EOF
claim "questions about two assets" exits 0 answers "$out" "$out"
cp "$scratch/answers" "$scratch/expected"
line() { sed -n "$1p" "$scratch/expected"; }
claim "overlapping crates collide" test "$(line 1)" = '{"collide":true}'
claim "crates apart do not" test "$(line 2)" = '{"collide":false}'
claim "touching is colliding" test "$(line 3)" = '{"collide":true}'
claim "contacts are counted and listed" grep -q '"count":92,"pairs":\[\[6,0\],' "$scratch/expected"
claim "distance" grep -q '^{"distance":1,"a":\[1,' "$scratch/expected"
claim "distance of a crate half as large" grep -q '^{"distance":1.5,' "$scratch/expected"
claim "nothing between two that touch" grep -q '^{"distance":0,' "$scratch/expected"
claim "not within less" test "$(line 9)" = '{"within":false}'
claim "within just that" test "$(line 10)" = '{"within":true}'
for kind in $kinds
do
	claim "--tree $kind" exits 0 answers --tree "$kind" "$out" "$out"
	claim "--tree $kind answers the same" cmp -s "$scratch/answers" "$scratch/expected"
done
for descent in larger a-first alternate simultaneous informed leaf-direct
do
	claim "--descent $descent" exits 0 answers --tree obb --descent $descent "$out" "$out"
	claim "--descent $descent answers the same" cmp -s "$scratch/answers" "$scratch/expected"
done
claim "--work" exits 0 answers --work "$out" "$out"
claim "--work tells the tests" grep -q '"work":{"shape_pairs":1,"volume_tests":' "$scratch/answers"
claim "every answer parses" sh -c "while read -r line; do echo \"\$line\" | '$json_check' || exit 1; done <'$scratch/answers'"
claim "a budget of a million" exits 0 answers --budget 1000000 "$out" "$out"
claim "a budget that is enough answers the same" cmp -s "$scratch/answers" "$scratch/expected"
claim "a budget of nothing" exits 1 answers --budget=0 "$out" "$out"
claim "a budget of nothing answers nothing" test "$(grep -c '"error":"the work ran out: the budget is 0 units"' "$scratch/answers")" = "$(grep -c . "$scratch/answers")"
claim "a budget that is no number" exits 2 answers --budget -1 "$out" "$out"
claim "a yard and a crate" exits 0 answers "$scratch/yard.kiln" "$out"
claim "pairs of nodes are named" grep -q "\"nodes\":\[\[*[0-9]" "$scratch/answers"
echo 'ray 0 10 0 0 -1 0' >"$scratch/pairs"
claim "the first asset answers what is about one" exits 0 answers "$out" "$scratch/terrain.kiln"
claim "as it does alone" test "$(cat "$scratch/answers")" = "$("$query" "$out" <"$scratch/pairs")"
echo 'collide 0 0 0 0 0 0 1' >"$scratch/pairs"
claim "one asset is not two" exits 1 answers "$out"
claim "and says so" grep -q '"error":"this is a question about two assets' "$scratch/answers"
echo 'collide 1e12 0 0 0 0 0 1 1e12' >"$scratch/pairs"
claim "a pose out of range is refused" exits 1 answers "$out" "$out"
claim "with a reason" grep -q '"error":"the pose carries' "$scratch/answers"

claims_end
