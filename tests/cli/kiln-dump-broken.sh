#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-dump on broken blobs: exit code 1, the first bad offset and its rule, and as much as can be read safely.
. "$(dirname "$0")/claims.bash"
make_samples
sound=$scratch/crate.kiln
broken=$scratch/broken.kiln
size=$(stat -c %s "$sound")
declare -A section
# sections FILE: offsets of the sections.
sections()
{
	local name offset
	while read -r name offset
	do
		section[$name]=$offset
	done < <("$dump" --json "$1" | sed -n 's/.*"name": "\([a-z ]*\)", "required".*"offset": \([0-9]*\),.*/\1 \2/p' |
		sed 's/leaf index/leaf_index/')
}
sections "$sound"

# breaks TEXT OFFSET CODE [OPTION]: $broken is refused at this offset, also in the JSON.
breaks()
{
	claim "$1 is refused" exits 1 "$dump" ${4:+"$4"} "$broken"
	claim "$1: offset and code" says "$broken: error: offset $2: "
	claim "$1: code" says "[$3]"
	claim "$1: --json is refused" exits 1 "$dump" --json ${4:+"$4"} "$broken"
	claim "$1: --json is JSON" "$json_check" <"$scratch/stdout"
	claim "$1: --json says where" shows "\"code\": \"$3\", \"offset\": $2,"
}

# poked TEXT OFFSET CODE AT BYTE...: the valid blob with BYTEs at AT.
poked()
{
	local text=$1 offset=$2 code=$3
	shift 3
	cp "$sound" "$broken"
	poke "$broken" "$@"
	breaks "$text" "$offset" "$code"
}

for length in 0 1 7 64 127
do
	head -c $length "$sound" >"$broken"
	claim "$length bytes are refused" exits 1 "$dump" "$broken"
	claim "$length bytes: truncated" says "[truncated]"
	claim "$length bytes: shown as having no header" shows "no Kiln header"
done
format=$("$dump" "$sound" | grep -o -m1 'Kiln format [0-9.]*')
for length in 128 400 $((size / 2)) $((size - 1))
do
	head -c "$length" "$sound" >"$broken"
	claim "$length bytes are refused" exits 1 "$dump" "$broken"
	claim "$length bytes: truncated" says "[truncated]"
	claim "$length bytes: the header is shown" shows "$format, $length bytes"
	claim "$length bytes: the header's size is shown" shows "$size bytes by the header"
done
claim "half a file: the section table is shown" shows "provenance"
{ cat "$sound"; printf x; } >"$broken"
claim "a byte too many is refused" exits 1 "$dump" "$broken"
claim "a byte too many" says "[size]"
tr -d '\r' <"$sound" >"$broken"
claim "a text-mode transfer is noticed" exits 1 "$dump" "$broken"
claim "a text-mode transfer" says "[not-kiln]"

poked "another magic" 0 not-kiln 0 88
poked "the other endianness" 8 endian 8 01 02 03 04
poked "another version" 12 version 12 63 00
poked "an unknown feature" 40 feature 40 02
poked "a negative unit" 96 number 99 bf
poked "a reserved byte" 104 value 104 01
poked "a section out of line" 136 section 136 01
poked "a huge section count" 100 section 100 ff ff ff ff
claim "a huge section count: shown as such" exits 1 "$dump" "$broken"
claim "a huge section count: how many more" shows "more by the header"
poked "a vertex that is no number" "$(printf '%d' "${section[meshes]}")" number $((section[meshes] + 2)) c0 7f

# The tree of mesh 0 follows the scene's. Box 0 of its root ends, on axis 0, where it begins.
root=$((section[tree] + 80))
cp "$sound" "$broken"
poke "$broken" $((root + 56)) "$(peek "$sound" $((root + 32)))"
claim "a box that hides a triangle opens" exits 0 "$dump" "$broken"
claim "--verify notices it" exits 1 "$dump" --verify "$broken"
claim "and says so" says "a triangle leaves the box of one of its ancestors [tree]"
claim "and that the hash differs" says "$broken: error: offset 24: "
offset=$(sed -n 's/.*offset \([0-9]*\): a triangle leaves.*/\1/p' "$scratch/stderr")
within() { [ "$1" -ge "${section[leaves]}" ] && [ "$1" -lt "${section[sources]}" ]; }
claim "the offset is a leaf's" within "$offset"

# hidden TEXT RULE AT BYTE...: faults that queries tolerate and --verify reports.
hidden()
{
	local text=$1 rule=$2
	shift 2
	cp "$sound" "$broken"
	poke "$broken" "$@"
	claim "$text opens" exits 0 "$dump" "$broken"
	claim "$text: --verify notices it" exits 1 "$dump" --verify "$broken"
	claim "$text: and says so" says "$rule"
}
hidden "a node's box that is too small" "leaves the node's box [tree]" $((section[nodes] + 110)) 00
hidden "a mesh's box that is too large" "bounds are not those of its vertices [number]" $((section[meshes] + 18)) 40
hidden "a wrong count of edges" "the Euler characteristic is not" $((section[meshes] + 80)) 00
hidden "a wrong kind of edge" "not the kind of edge that its mesh has there [value]" $((section[edges] + 8)) 00
hidden "an asset's box that is too small" "leaves the asset's [tree]" $((section[scene] + 14)) 00
while read -r shape rule
do
	sound=$scratch/crate.$shape.kiln
	"$build/kiln-cook" -q "$scratch/art/crate.obj" -o "$sound" --shape "$shape"
	sections "$sound"
	hidden "$shape: a solid that is said to be none" "$rule [number]" $((section[shapes] + 28)) 00
	hidden "$shape: a wrong volume" "$rule [number]" $((section[shapes] + 83)) 20
	hidden "$shape: a wrong inertia" "$rule [number]" $((section[shapes] + 103)) 20
	hidden "$shape: a wrong moment" "$rule [number]" $((section[shapes] + 127)) 20
done <<'end'
mesh a mesh's mass is not that of its triangles
hull a hull's mass is not that of its solid
box a primitive's mass is not that of its solid
end
sound=$scratch/crate.kiln
sections "$sound"

cp "$sound" "$broken"
poke "$broken" 24 "$(printf '%02x' $((0x$(peek "$sound" 24) ^ 1)))"
claim "a changed hash opens" exits 0 "$dump" "$broken"
breaks "a changed hash" 24 hash --verify

# Any byte: --verify refuses, nothing crashes, the JSON stays JSON.
state=1
wrong=
for ((i = 0; i < 150; i++))
do
	state=$((state * 16807 % 2147483647))
	at=$((state % size))
	# A higher minor version is fine, and not part of the contents.
	[ $at != 14 ] && [ $at != 15 ] || continue
	cp "$sound" "$broken"
	poke "$broken" $at "$(printf '%02x' $((0x$(peek "$sound" $at) ^ (1 << (i % 8)))))"
	exits 1 "$dump" --verify --json "$broken" >/dev/null && "$json_check" <"$scratch/stdout" || wrong="$wrong $at"
	"$dump" "$broken" >/dev/null 2>&1
	[ $? -le 1 ] || wrong="$wrong $at"
done
claim "a flipped bit anywhere is refused by --verify; not so at:$wrong" test -z "$wrong"

# Names are shown whatever bytes they hold.
cp "$sound" "$broken"
at=$(grep -abo 'wood' "$sound" | head -n 1 | cut -d: -f1)
poke "$broken" "$at" ff 22 0a 5c
claim "names may hold any bytes" exits 0 "$dump" "$broken"
claim "text escapes them" shows '"\xff\"\x0a\\"'
claim "so does JSON" exits 0 "$dump" --json "$broken"
claim "which stays JSON" "$json_check" <"$scratch/stdout"
claim "with a replacement character" shows $'"\xef\xbf\xbd\\"\\n\\\\"'

: >"$broken"
claim "an empty file is refused by kiln-query" exits 1 "$query" "$broken" </dev/null
printf '\x89KLN\r\n\x1a\n' >"$broken"
claim "a magic alone is refused by kiln-query" exits 1 "$query" "$broken" </dev/null
claim "with the offset and the rule" says "[truncated]"

claims_end
