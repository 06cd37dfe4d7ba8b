#!/bin/bash
# SPDX-License-Identifier: MIT
# Output of kiln-query --replay for the queries of a log, and for files that are not logs.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
ask=$build/tests/log_queries
make_samples
crate=$scratch/art/crate.obj
yard=$scratch/art/yard.gltf
log=$scratch/queries.log
replay() { "$query" --replay "$@" >"$scratch/answers" 2>"$scratch/stderr" </dev/null; }
count() { grep -c "$1" "$scratch/answers"; }
# entries LOG FIRST LAST: where the arguments of queries of these kinds (kiln_log_kind) are in a log.
entries() { od -A d -v -t u4 -w504 -j 200 "$1" | awk -v first="$2" -v last="$3" '$2 >= first && $2 <= last { print $1 + 16 }'; }

claim "a yard of surfaces" exits 0 "$cook" -q "$yard" -o "$scratch/yard.kiln"
claim "a yard of solids" exits 0 "$cook" -q "$yard" -o "$scratch/solids.kiln" --shape hull --shape 'fence*=mesh'
claim "a crate" exits 0 "$cook" -q "$crate" -o "$scratch/crate.kiln"
for asset in yard solids crate
do
	claim "queries of a $asset are logged" exits 0 "$ask" "$log" 600 7 "$scratch/$asset.kiln"
	claim "and answered again as by brute force" exits 0 replay "$log" "$scratch/$asset.kiln"
	claim "each of them" test "$(wc -l <"$scratch/answers")" = 600
	claim "none differs" sh -c "! grep -q '\"brute\":\"different\"' '$scratch/answers'"
	claim "nearly all are compared" test "$(grep -c '"brute":"same"' "$scratch/answers")" -gt 500
	claim "every line parses" sh -c "while read -r line; do echo \"\$line\" | '$json_check' || exit 1; done <'$scratch/answers'"
done
claim "answers are those of the query itself" grep -q '"query":"ray-all","answer":{"hits":\[' "$scratch/answers"
claim "numbers begin at 0" grep -q '^{"number":0,"frame":0,' "$scratch/answers"

# Triangles of a mirrored node face the other way. Rays that ignore back faces only give the right answer if the mirroring
# is considered.
for seed in 2 3 4 5
do
	"$ask" "$log" 600 $seed "$scratch/yard.kiln"
	claim "seed $seed: any queries of mirrored surfaces are answered as by brute force" exits 0 replay "$log" "$scratch/yard.kiln"
	cp "$log" "$scratch/culling.log"
	rays=0
	for at in $(entries "$log" 1 3)
	do
		poke "$scratch/culling.log" $((at + 28)) 01
		rays=$((rays + 1))
	done
	claim "seed $seed: there are rays" test $rays -gt 80
	claim "seed $seed: and where all of them cull what they see from behind" exits 0 replay "$scratch/culling.log" "$scratch/yard.kiln"
done
for query_kind in ray-closest ray-any ray-all overlap-convex cast-convex
do
	claim "$query_kind is compared" grep -q "\"query\":\"$query_kind\".*\"brute\":\"same\"" "$scratch/answers"
done
claim "a ray that asks for any hit is answered by whether there is one" grep -q '"query":"ray-any","answer":{"any":true},' "$scratch/answers"

claim "queries of two assets are logged" exits 0 "$ask" "$log" 80 3 "$scratch/crate.kiln" "$scratch/solids.kiln"
claim "and answered again as by brute force" exits 0 replay "$log" "$scratch/crate.kiln" "$scratch/solids.kiln"
claim "all are compared" test "$(count '"brute":"same"')" = 80
claim "without the second asset they are not asked" exits 0 replay "$log" "$scratch/crate.kiln"
claim "and the lines say why" test "$(count '"error":"about another second asset"')" = 80
claim "the other way round neither" exits 0 replay "$log" "$scratch/solids.kiln" "$scratch/crate.kiln"
claim "for the same reason" test "$(count '"error":"about another asset"')" = 80

# Two crates with a tree of spheres, which is then cleared after the 48-byte head of its only node. Traversals of it give
# wrong answers, and the written answer must be the one that is compared.
trees=("$scratch/trees.kiln" "$scratch/trees.kiln")
hollow=("$scratch/hollow.kiln" "$scratch/hollow.kiln")
claim "a crate with spheres" exits 0 "$cook" -q "$crate" -o "$scratch/trees.kiln" --tree aabb,sphere
read -r nodes size < <("$dump" "$scratch/trees.kiln" | awk '$1 == "volume" && $2 == "nodes" { print $3, $4 }')
cp "$scratch/trees.kiln" "$scratch/hollow.kiln"
head -c $((size - 48)) /dev/zero | dd of="$scratch/hollow.kiln" bs=1 seek=$((nodes + 48)) conv=notrunc status=none
"$ask" "$log" 200 9 "${trees[@]}"
for descent in larger a-first alternate simultaneous informed leaf-direct
do
	claim "by $descent the spheres answer as brute force" exits 0 replay "$log" --tree sphere --descent $descent "${trees[@]}"
	claim "all of them" test "$(count '"brute":"same"')" = 200
done
claim "each logged tree answers as brute force" exits 0 replay "$log" "${trees[@]}"
claim "all of them" test "$(count '"brute":"same"')" = 200
claim "a hollow tree is found out by queries that were logged with it" exits 1 replay "$log" --trust "${hollow[@]}"
claim "by those alone" test "$(count '"brute":"different"')" -gt 5 -a "$(count '"brute":"same"')" -gt 100
claim "by all queries where it is asked for" exits 1 replay "$log" --trust --tree sphere "${hollow[@]}"
claim "which are many" test "$(count '"brute":"different"')" -gt 100
for query_kind in collide contacts distance within penetration manifolds
do
	claim "a wrong answer to pair-$query_kind is found out" grep -q "\"query\":\"pair-$query_kind\".*\"brute\":\"different\"" "$scratch/answers"
done
claim "and by none where another is" exits 0 replay "$log" --trust --tree aabb "${hollow[@]}"
claim "all are as by brute force" test "$(count '"brute":"same"')" = 200

# A tree whose boxes were shrunk to one corner finds almost nothing, but its triangles still exist. Changes lo and hi in
# nodes of 80 bytes: first the scene's nodes, which rays do not need, then the mesh's nodes.
"$ask" "$log" 300 5 "$scratch/crate.kiln"
tree=$("$build/kiln-dump" "$scratch/crate.kiln" | awk '$1 == "tree" && $2 ~ /^[0-9]+$/ { print $2; exit }')
cp "$scratch/crate.kiln" "$scratch/broken.kiln"
for node in 0 80
do
	head -c 48 /dev/zero | dd of="$scratch/broken.kiln" bs=1 seek=$((tree + node + 32)) conv=notrunc status=none
done
claim "a broken tree is found out" exits 1 replay "$log" --trust "$scratch/broken.kiln"
claim "by many answers" test "$(grep -c '"brute":"different"' "$scratch/answers")" -gt 50
claim "which the message counts" grep -q 'answers differ from brute force \[brute\]' "$scratch/stderr"
for query_kind in ray-closest ray-any ray-all closest-point overlap-convex cast-convex
do
	claim "a wrong answer to $query_kind is found out" grep -q "\"query\":\"$query_kind\".*\"brute\":\"different\"" "$scratch/answers"
done

# Queries that brute force cannot repeat, or that are refused, are no difference: a ball of radius 1e15, an infinite limit.
cp "$log" "$scratch/far.log"
for at in $(entries "$log" 9 9)
do
	poke "$scratch/far.log" $((at + 12)) a9 5f 63 58
done
for at in $(entries "$log" 4 4)
do
	poke "$scratch/far.log" $((at + 12)) 00 00 80 7f
done
claim "balls that brute force can't ask and limits that queries refuse" exits 0 replay "$scratch/far.log" "$scratch/crate.kiln"
claim "balls are not asked" test "$(count '"query":"cast-sphere".*"brute":"not asked"')" = "$(count '"query":"cast-sphere"')"
claim "limits are refused by both" test "$(count '"query":"closest-point","answer":{"found":false},"brute":"not asked"')" = "$(count '"query":"closest-point"')"

# Nodes and materials in layers, some of them triggers: filters of masks and flags are recorded.
for kind in mesh hull
do
	claim "a yard of ${kind}es in layers" exits 0 "$cook" -q "$yard" -o "$scratch/layers-$kind.kiln" --shape $kind --layer 'house*=houses' \
		--layer 'fence*=fences,houses' --layer 'ramp=ramps' --collides 'fence*=ramps' --material-layer wire=wire --trigger 'house_b'
done
for seed in 1 2 3
do
	for kind in mesh hull
	do
		"$ask" "$log" 600 $seed "$scratch/layers-$kind.kiln"
		claim "filtered queries of ${kind}es are answered as by brute force" exits 0 replay "$log" "$scratch/layers-$kind.kiln"
		claim "nearly all" test "$(count '"brute":"same"')" -gt 400
	done
	"$ask" "$log" 60 $seed "$scratch/layers-hull.kiln" "$scratch/layers-mesh.kiln"
	claim "filtered queries of two assets too" exits 0 replay "$log" "$scratch/layers-hull.kiln" "$scratch/layers-mesh.kiln"
	claim "nearly all of them" test "$(count '"brute":"same"')" -gt 55
done
cp "$log" "$scratch/open.log"
entry=504
for i in $(seq 0 59)
do
	head -c 160 /dev/zero | dd of="$scratch/open.log" bs=1 seek=$((152 + i * entry + 256)) conv=notrunc status=none
done
"$query" --replay "$scratch/open.log" "$scratch/layers-hull.kiln" "$scratch/layers-mesh.kiln" >"$scratch/open" 2>"$scratch/stderr"
claim "without the filters the answers are others" test "$(diff "$scratch/answers" "$scratch/open" | grep -c '^>')" -gt 15
# Where the first entry says that the filters of the assets, and that of pairs, had callbacks.
for at in 444 484 492
do
	cp "$log" "$scratch/keep.log"
	poke "$scratch/keep.log" $at 01
	replay "$scratch/keep.log" "$scratch/layers-hull.kiln" "$scratch/layers-mesh.kiln"
	claim "a filter that had a callback is not repeated" grep -q '"number":0,.*"error":"with a filter that cannot be repeated"' "$scratch/answers"
done

# Large worlds: the asset has a place in double with each query.
"$cook" -q "$crate" -o "$scratch/crate.kiln"
"$cook" -q "$yard" -o "$scratch/yard.kiln"
"$cook" -q "$yard" -o "$scratch/solids.kiln" --shape hull --shape 'fence*=mesh'
for seed in 1 2 3
do
	for asset in crate yard solids
	do
		"$ask" "$log" 600 "${seed}far" "$scratch/$asset.kiln"
		claim "queries far out in a $asset are answered as by brute force" exits 0 replay "$log" "$scratch/$asset.kiln"
		claim "most are compared" test "$(count '"brute":"same"')" -gt 280
	done
done
claim "each of them" test "$(wc -l <"$scratch/answers")" = 600
claim "those of pairs" exits 0 "$ask" "$log" 60 2far "$scratch/crate.kiln" "$scratch/solids.kiln"
claim "are about their origin already" exits 0 replay "$log" "$scratch/crate.kiln" "$scratch/solids.kiln"
# The same log as a file of version 3, without places.
"$ask" "$log" 200 5 "$scratch/crate.kiln"
replay "$log" "$scratch/crate.kiln"
cp "$scratch/answers" "$scratch/new"
{
	head -c 64 "$log"
	for i in $(seq 0 199)
	do
		tail -c +$((153 + i * 504)) "$log" | head -c 416
	done
} >"$scratch/old.log"
poke "$scratch/old.log" 12 03
poke "$scratch/old.log" 16 a0
claim "a log of version 3 is repeated" exits 0 replay "$scratch/old.log" "$scratch/crate.kiln"
claim "with the same answers" cmp "$scratch/answers" "$scratch/new"

claim "a log that is not there" exits 3 replay "$scratch/none.log" "$scratch/crate.kiln"
: >"$scratch/empty.log"
claim "an empty log" exits 1 replay "$scratch/empty.log" "$scratch/crate.kiln"
claim "a device is no log" exits 3 replay /dev/null "$scratch/crate.kiln"
claim "a blob is no log" exits 1 replay "$scratch/crate.kiln" "$scratch/crate.kiln"
claim "and the message says so" grep -q 'not a query log \[not-kiln\]' "$scratch/stderr"
head -c 1000 "$log" >"$scratch/short.log"
claim "a log that was cut off" exits 1 replay "$scratch/short.log" "$scratch/crate.kiln"
claim "is distinguished from a file that is no log" grep -q '\[truncated\]' "$scratch/stderr"
claim "no log given" exits 2 replay
for seed in 1 2 3 4 5 6 7 8
do
	cp "$log" "$scratch/odd.log"
	for at in 1 2 3 4 5 6
	do
		# Any bits: invalid arguments are refused by the queries, not by the tool.
		printf '\377\177' | dd of="$scratch/odd.log" bs=1 seek=$((152 + (seed * 7919 + at * 104729) % 151200)) conv=notrunc 2>/dev/null
	done
	claim "odd arguments end nothing" exits 0 replay "$scratch/odd.log" "$scratch/crate.kiln"
done
claims_end
