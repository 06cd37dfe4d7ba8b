# SPDX-License-Identifier: MIT
# What the command-line tests share: source it, make claims, call `claims_end`. Runs from the root of the repository
# with BUILD set to the directory of the programs; $scratch is an empty folder that goes away.
# shellcheck shell=bash disable=SC2034
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 3
export LC_ALL=C
unset KILN_CACHE
build=$(cd "${BUILD:-build}" && pwd) || exit 3
dump=$build/kiln-dump
query=$build/kiln-query
json_check=$build/tests/json_check
golden=$PWD/tests/golden
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
claims_passed=0
claims_failed=0
claims_last=

# claim TEXT COMMAND...: holds when the command succeeds. TEXT may go on with the sentence of the claim before, which a failure
# prints, too.
claim()
{
	local text=$1 before=$claims_last
	claims_last=$text
	shift
	if "$@"
	then
		claims_passed=$((claims_passed + 1))
	else
		claims_failed=$((claims_failed + 1))
		echo "FAIL: ${BASH_SOURCE[1]##*/}:${BASH_LINENO[0]}: $text${before:+ (after: $before)}"
	fi
}

# exits CODE COMMAND...: the command ends with CODE; what it printed is in $scratch/stdout and $scratch/stderr.
exits()
{
	local expected=$1 actual
	shift
	"$@" >"$scratch/stdout" 2>"$scratch/stderr"
	actual=$?
	if [ "$actual" != "$expected" ]
	then
		echo "exit code $actual, not $expected: $*"
		head -n 5 "$scratch/stderr"
		return 1
	fi
}

# limits_memory: whether the programs run within --memory-limit. AddressSanitizer's and valgrind's own memory counts, too.
limits_memory()
{
	[ -z "$KILN_WATCHED" ] && ! nm "$build/kiln-cook" 2>/dev/null | grep -q __asan_init
}

# says TEXT: the last command's messages have it.
says()
{
	grep -qF -- "$1" "$scratch/stderr" || { echo "not said: $1"; head -n 5 "$scratch/stderr"; return 1; }
}

# shows TEXT: the last command's output has it.
shows()
{
	grep -qF -- "$1" "$scratch/stdout" || { echo "not shown: $1"; head -n 20 "$scratch/stdout"; return 1; }
}

# poke FILE OFFSET BYTE...: overwrites bytes, given in hexadecimal.
poke()
{
	local file=$1 offset=$2 byte text=
	shift 2
	for byte in "$@"
	do
		text=$text\\x$byte
	done
	printf '%b' "$text" | dd of="$file" bs=1 seek="$offset" conv=notrunc status=none
}

# peek FILE OFFSET: a byte in hexadecimal.
peek()
{
	od -A n -t x1 -j "$2" -N 1 "$1" | tr -d ' '
}

# make_samples: art in $scratch/art, cooked to $scratch/NAME.kiln.
make_samples()
{
	"$build/kiln-samples" "$scratch/art" || exit 3
	local art
	for art in crate.obj terrain.obj yard.gltf
	do
		"$build/kiln-cook" -q "$scratch/art/$art" -o "$scratch/${art%.*}.kiln" || exit 1
	done
}

# pane NUMBER DRAWING X Y: one of the four panes of a drawing by kiln-dump --svg, half as large, for a picture of several.
pane()
{
	awk -v wanted="$1" '/<svg x=/ { if (++pane == wanted) sub(/.*<rect/, "<rect") } pane == wanted { print } pane == wanted && /^<\/svg>/ { exit }' "$2" |
		sed "1s|^|<svg x=\"$3\" y=\"$4\" width=\"240\" height=\"240\" viewBox=\"0 0 480 480\">|"
}

# until_so SECONDS COMMAND...: waits for the command to succeed.
until_so()
{
	local end=$((SECONDS + $1))
	shift
	until "$@"
	do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.1
	done
}

claims_end()
{
	echo "$claims_passed passed, $claims_failed failed"
	[ $claims_failed = 0 ] && [ $claims_passed -gt 0 ]
	exit
}
