#!/bin/bash
# SPDX-License-Identifier: MIT
# Prints how much of the runtime a program links: the text size in bytes of one small program per capability, without
# unused sections.
# Fails if a program is larger than its limit, or if README.md lacks the program or has another limit. `make sizes` prints the table.
# BUILD is the directory with libkiln.a.

cd "$(dirname "$0")/../.." || exit 3
: "${BUILD:=build}" "${CC:=gcc}"
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# program NAME LIMIT DESCRIPTION: limits are in KB of 1000 bytes.
program()
{
	local text
	text=$("$CC" -std=c17 -O2 -Iformat -Iruntime "tests/sizes/$1.c" "$BUILD/libkiln.a" -Wl,--gc-sections -lm \
		-o "$folder/$1" && size "$folder/$1" | awk 'NR == 2 { print $1 }')
	[ -n "$text" ] || { echo "$1 does not link"; failed=$((failed + 1)); return; }
	printf '| %s | %d KB | %d KB |\n' "$3" $(((text + 999) / 1000)) "$2"
	if ! grep -qE "^\| $3 \| [0-9]+ KB \| $2 KB \|\$" README.md
	then
		echo "README.md has no row of this program with this limit"
		failed=$((failed + 1))
	elif [ "$text" -le $(($2 * 1000)) ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
}

echo '| program | text | at most |'
echo '|---|---|---|'
program ray 96 'map, prove, closest ray'
program pack 104 'map and prove a pack, find, prove, closest ray'
program scene 301 'the same and every scene query'
program pair 373 'two assets: collide, contacts, distance'
program convex 124 'convex distance'
program hull 30 'hull of points in memory'
program broadphase 62 'broadphase, default method, all queries'
program mover 385 'map, prove, move a character through a scene'
program world 800 'world, everything'
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
