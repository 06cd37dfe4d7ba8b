#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares the calls between rooms, found in the objects of the release build, with the tables of tests/README.md. A
# room is a folder of
# sources. Each rule is one test.
#   tests/cli/rooms.sh [--list]   --list prints the arrows with a symbol that makes each
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
objects=$build/release/obj
page=tests/README.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LC_ALL=C
passed=0
failed=0

# rule TEXT OFFENDERS: passes when OFFENDERS is empty.
rule()
{
	if [ -z "$2" ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL: %s:\n%s\n' "$1" "$2" | head -n 30
	fi
}

# Objects of deleted sources may still exist.
find runtime cooker tools -name '*.c' -o -name '*.cpp' | sort >"$folder/sources"
sed 's|/[^/]*$||' "$folder/sources" | sort -u >"$folder/rooms"
while read -r source
do
	object=$objects/${source%.*}
	[ -e "$object.o" ] && echo "$object.o" || echo "$source" >>"$folder/missing"
	[ "${source##*/}" != kernels.c ] || ls "$object"_*.o
done <"$folder/sources" >"$folder/objects"
touch "$folder/missing"
rule "every source is compiled, the benchmark's perhaps later" "$(grep -v '^tools/bench/' "$folder/missing")"

# Arrows: room, room, a symbol that the first one uses and the second one defines. Tools may call every room of the runtime
# and the cooker, which makes no arrow here.
# shellcheck disable=SC2046
nm -A $(cat "$folder/objects") | awk -v skip="$objects/" '
	{ path = $0; sub(/:.*/, "", path); room = substr(path, length(skip) + 1); sub(/\/[^\/]*$/, "", room) }
	$(NF - 1) == "U" { uses[room, $NF]; next }
	$(NF - 1) ~ /^[TRDBVW]$/ { home[$NF] = room }
	END {
		for (use in uses)
		{
			split(use, part, SUBSEP)
			to = home[part[2]]
			if (to != "" && to != part[1] && (part[1] !~ /^tools/ || to ~ /^tools/))
				print part[1], to, part[2]
		}
	}' | sort | awk '!seen[$1, $2]++' >"$folder/arrows"
if [ "$1" = --list ]
then
	cat "$folder/arrows"
	exit
fi

# The tables: | `room` | what it has | `room`, `room` |, where a room of the same floor goes without the floor's name.
awk -F'|' '$2 ~ /^ `(runtime|cooker|tools)[a-z\/]*` $/ && NF == 5 {
	room = $2
	gsub(/[ `]/, "", room)
	print room >rooms
	floor = room
	sub(/\/.*/, "", floor)
	gsub(/[ `]/, "", $4)
	count = split($4, to, ",")
	for (i = 1; i <= count; ++i)
		print room, to[i] ~ /^(runtime|cooker|tools)(\/|$)/ ? to[i] : floor "/" to[i]
	}' rooms="$folder/listed_rooms" "$page" | sort >"$folder/listed"
sort -o "$folder/listed_rooms" "$folder/listed_rooms"
cut -d' ' -f1,2 "$folder/arrows" >"$folder/found"

rule "every room is in a table of $page" "$(comm -23 "$folder/rooms" "$folder/listed_rooms")"
rule "every room of the tables has sources" "$(comm -13 "$folder/rooms" "$folder/listed_rooms")"
rule "every arrow is in the tables" "$(comm -23 "$folder/found" "$folder/listed" | while read -r from to
do
	awk -v from="$from" -v to="$to" '$1 == from && $2 == to { print from " calls " to ": " $3 }' "$folder/arrows"
done)"
# The benchmark's calls are only known after all of it is compiled, with every rival.
built='^$'
[ ! -s "$folder/missing" ] || built='^tools/bench'
rule "every arrow of the tables exists" "$(comm -13 "$folder/found" "$folder/listed" | grep -v "$built" | sed 's/ / does not call /')"
rule "no arrow leads from the runtime to the cooker, nor up to the tools" "$(
	grep -E '^runtime[^ ]* (cooker|tools)|^cooker[^ ]* tools' "$folder/found")"

# circle: the rooms of a circle among arrows on stdin.
circle()
{
	awk '$1 != $2' | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z]\)/\1/p' | grep -v 'contains a loop' | paste -sd' '
}
rule "no circle of rooms" "$(circle <"$folder/found")"
# Closest, overlaps, moving and similar rooms count as one room here, primitive.
rule "no circle of rooms with all that stands in them" "$(sed -E 's|([a-z]+/[a-z]+)[^ ]* ([a-z]+/?[a-z]*)[^ ]*|\1 \2|' "$folder/found" |
	sort -u | circle)"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
