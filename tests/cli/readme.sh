#!/bin/bash
# SPDX-License-Identifier: MIT
# README.md tells the truth: its program, built against an installed package as game.c, and its console blocks, run one
# after the other in an empty folder with the tools in PATH, print what they show. `...` stands for any text.
#   tests/cli/readme.sh [--update]   writes what is printed now into README.md
cd "$(dirname "$0")/../.." || exit 3
readme=$PWD/README.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${MAKE:-make}" -s --no-print-directory install DESTDIR="$folder/root" PREFIX=/usr || exit 1
export PKG_CONFIG_LIBDIR=$folder/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/root
# The programs of BUILD are first: they may be sanitized where what is installed is not.
PATH=$(cd "${BUILD:-build}" && pwd):$folder/root/usr/bin:$PATH
passed=0
failed=0
mkdir "$folder/work"
cd "$folder/work" || exit 3
# Its programs, in their order.
awk '/^```c$/ { file = substr("game.c  touch.c shapes.csolids.cboxes.c ", 8 * count++ + 1, 8); sub(/ +$/, "", file); next } /^```$/ { file = "" } file { print >file }' "$readme"

# check COMMAND EXPECTED: prints what README.md should say.
check()
{
	local actual pattern
	actual=$(eval "$1" 2>&1)
	pattern=$(sed 's/[][\\*?]/\\&/g; s/\.\.\./*/g' <<<"$2")
	echo "\$ $1"
	# shellcheck disable=SC2053
	if [[ $actual == $pattern ]]
	then
		passed=$((passed + 1))
		[ -z "$2" ] || echo "$2"
	else
		failed=$((failed + 1))
		[ -z "$actual" ] || sed -E 's/[0-9]+ ms$/... ms/' <<<"$actual"
		printf 'README.md says of: %s\n%s\nbut it prints\n%s\n\n' "$1" "$2" "$actual" >&2
	fi
}

command=
expected=
console=
while IFS= read -r line
do
	if [ -z "$console" ]
	then
		echo "$line"
		[ "$line" != '```console' ] || console=1
		continue
	fi
	case $line in
	'$ '* | '```')
		[ -z "$command" ] || check "$command" "$expected"
		command=
		expected=
		if [ "$line" = '```' ]
		then
			console=
			echo "$line"
		else
			command=${line#'$ '}
		fi
		;;
	*)
		expected=${expected:+$expected$'\n'}$line
		;;
	esac
done <"$readme" >"$folder/README.md"

[ "$1" != --update ] || cp "$folder/README.md" "$readme"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 5 ]
