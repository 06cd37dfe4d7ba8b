#!/bin/bash
# SPDX-License-Identifier: MIT
# Command-line tests with every program of theirs under valgrind: no invalid read or write, and no branch on memory that
# was never written. The last line is "N passed, N failed".
#   tests/valgrind.sh           a test that takes half a minute
#   tests/valgrind.sh all       all tests that run programs of Kiln, which takes an hour
#   tests/valgrind.sh NAME...   these, such as kiln-query
cd "$(dirname "$0")/.." || exit 3
build=$(cd "${BUILD:-build}" && pwd) || exit 3
if ! command -v valgrind >/dev/null
then
	echo "no valgrind here: left out"
	echo "0 passed, 0 failed"
	exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0
# Valgrind replaces a closed standard output, so claims about a closed one are left out.
export KILN_WATCHED=1
[ $# != 0 ] || set -- kiln-contacts
if [ "$1" = all ]
then
	set -- kiln-contacts samples
	# kiln-cook-apart is left out: its importer damages the heap on purpose. kiln-cook-killed loads a library into each program.
	for test in tests/cli/*.sh
	do
		name=$(basename "$test" .sh)
		case $name in
		kiln-contacts | samples | kiln-cook-apart | kiln-cook-killed | house | rooms | headers | convention | codes | pages | install | setup | \
			sizes | kiln-bench) ;;
		*) set -- "$@" "$name" ;;
		esac
	done
fi
programs="kiln-cook kiln-dump kiln-query kiln-view kiln-pack kiln-samples"
for sample in samples/*.c
do
	[ $sample = samples/generate.c ] || programs="$programs $(basename $sample .c)"
done
export programs
# Each test has its own folder of programs, so that a finding belongs to the test.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c 'mkdir -p "$1/{}/found" && ln -s "$2/tests" "$1/{}/tests" || exit 1
	# Each process writes its findings to its own file; no program exits with this error code.
	for program in $programs
	do
		printf "#!/bin/sh\nexec valgrind -q --error-exitcode=99 --log-file=\"%s/found/%%p\" \"%s\" \"\$@\"\n" \
			"$1/{}" "$2/$program" >"$1/{}/$program"
		chmod +x "$1/{}/$program"
	done
	BUILD=$1/{} bash "tests/cli/{}.sh" >"$1/{}/log" 2>&1
	echo $? >"$1/{}/status"' sh "$folder" "$build"
for test
do
	found=$(find "$folder/$test/found" -type f -size +0)
	if [ "$(cat "$folder/$test/status")" = 0 ] && [ -z "$found" ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: tests/cli/$test.sh under valgrind:"
		tail -n 20 "$folder/$test/log"
		# shellcheck disable=SC2086
		[ -z "$found" ] || head -n 30 $found
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
