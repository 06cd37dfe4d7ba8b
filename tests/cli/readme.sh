#!/bin/bash
# SPDX-License-Identifier: MIT
# The guides are correct. Their programs (blocks that begin with ```c NAME.c) build with an installed package. Their console
# blocks run one after the other in one folder with the tools in PATH and the sources in KILN, and print the shown text. `...` matches any text.
#   tests/cli/readme.sh [--update]   writes the current output into the guides
cd "$(dirname "$0")/../.." || exit 3
root=$PWD
guides="README.md cooker/README.md cooker/plan/README.md cooker/messages/README.md runtime/README.md tools/README.md samples/README.md"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${MAKE:-make}" -s --no-print-directory install DESTDIR="$folder/root" PREFIX=/usr || exit 1
PKG_CONFIG_LIBDIR=$folder/root/usr/lib/pkgconfig:$(pkg-config --variable pc_path pkg-config)
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR=$folder/root
PATH=$folder/root/usr/bin:$(cd "${BUILD:-build}" && pwd):$PATH
passed=0
failed=0
mkdir "$folder/work"
cd "$folder/work" || exit 3
export KILN=$root
for guide in $guides
do
	awk '/^```c / { file = $2; next } /^```$/ { file = "" } file { print >file }' "$root/$guide"
done

# check COMMAND EXPECTED: prints what the guide should say.
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
		printf '%s says of: %s\n%s\nbut it prints\n%s\n\n' "$guide" "$1" "$2" "$actual" >&2
	fi
}

# run: reads a guide from stdin and prints what it should say.
run()
{
	local command='' expected='' console='' line
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
	done
}

for guide in $guides
do
	run <"$root/$guide" >"$folder/guide"
	[ "$1" != --update ] || cp "$folder/guide" "$root/$guide"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 5 ]
