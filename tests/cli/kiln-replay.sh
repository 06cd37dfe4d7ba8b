#!/bin/bash
# SPDX-License-Identifier: MIT
# What kiln-query --replay says about the queries of a log, and about logs that are none.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
ask=$build/tests/log_queries
make_samples
crate=$scratch/art/crate.obj
yard=$scratch/art/yard.gltf
log=$scratch/queries.log
replay() { "$query" --replay "$@" >"$scratch/answers" 2>"$scratch/stderr" </dev/null; }

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

claim "queries of two assets are logged" exits 0 "$ask" "$log" 80 3 "$scratch/crate.kiln" "$scratch/solids.kiln"
claim "and answered again as by brute force" exits 0 replay "$log" "$scratch/crate.kiln" "$scratch/solids.kiln"
claim "all are compared" test "$(grep -c '"brute":"same"' "$scratch/answers")" = 80
claim "without the second asset they are not asked" exits 0 replay "$log" "$scratch/crate.kiln"
claim "and the lines say why" test "$(grep -c '"error":"about another second asset"' "$scratch/answers")" = 80
claim "the other way round neither" exits 0 replay "$log" "$scratch/solids.kiln" "$scratch/crate.kiln"
claim "for the same reason" test "$(grep -c '"error":"about another asset"' "$scratch/answers")" = 80

# A tree whose boxes were emptied finds nothing; its triangles are still there. Bytes of lo and hi in a node of 80 bytes.
"$ask" "$log" 300 5 "$scratch/crate.kiln"
tree=$("$build/kiln-dump" "$scratch/crate.kiln" | awk '$1 == "tree" && $2 ~ /^[0-9]+$/ { print $2; exit }')
cp "$scratch/crate.kiln" "$scratch/broken.kiln"
printf '\377%.0s' {1..24} | dd of="$scratch/broken.kiln" bs=1 seek=$((tree + 32)) conv=notrunc 2>/dev/null
printf '\0%.0s' {1..24} | dd of="$scratch/broken.kiln" bs=1 seek=$((tree + 56)) conv=notrunc 2>/dev/null
claim "a broken tree is found out" exits 1 replay "$log" --trust "$scratch/broken.kiln"
claim "by many answers" test "$(grep -c '"brute":"different"' "$scratch/answers")" -gt 50
claim "which the message counts" grep -q 'answers differ from brute force \[brute\]' "$scratch/stderr"

claim "a log that is not there" exits 3 replay "$scratch/none.log" "$scratch/crate.kiln"
claim "an empty log" exits 1 replay /dev/null "$scratch/crate.kiln"
claim "a blob is no log" exits 1 replay "$scratch/crate.kiln" "$scratch/crate.kiln"
claim "and the message says so" grep -q 'not a query log \[not-kiln\]' "$scratch/stderr"
head -c 1000 "$log" >"$scratch/short.log"
claim "a log that was cut off" exits 1 replay "$scratch/short.log" "$scratch/crate.kiln"
claim "is told from one that is none" grep -q '\[truncated\]' "$scratch/stderr"
claim "no log given" exits 2 replay
for seed in 1 2 3 4 5 6 7 8
do
	cp "$log" "$scratch/odd.log"
	for at in 1 2 3 4 5 6
	do
		# Any bits: arguments that make no sense are refused by the queries, not by the tool.
		printf '\377\177' | dd of="$scratch/odd.log" bs=1 seek=$((64 + (seed * 7919 + at * 104729) % 76800)) conv=notrunc 2>/dev/null
	done
	claim "odd arguments end nothing" exits 0 replay "$scratch/odd.log" "$scratch/crate.kiln"
done
claims_end
