#!/bin/bash
# SPDX-License-Identifier: MIT
# Lines and branches of the primitive tests' sources that the unit tests reach, by gcov, without optimisation. Each file
# counts as passed when all of its lines and branches are. The last line is "N passed, N failed".

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
export LC_ALL=C
out=$BUILD/coverage
shopt -s nullglob
passed=0
failed=0

programs=
for source in $(find tests/primitive -name 'test_*.c' | sort) tests/scene/test_cast.c tests/scene/test_overlap.c
do
	programs="$programs $out/$(basename "$source" .c)"
done
# shellcheck disable=SC2086
mkdir -p "$BUILD"
"$MAKE" --no-print-directory -j"$(nproc)" QUIET=1 BUILD="$BUILD" $programs >"$out.log" 2>&1 || {
	tail -n 40 "$out.log"
	exit 1
}
find "$out" -name '*.gcda' -delete
# shellcheck disable=SC2086
printf '%s\n' $programs | xargs -P "$(nproc)" -I{} sh -c 'tests/within.sh {} >{}.log 2>&1 </dev/null || { echo "FAILED: {}"; tail -n 20 {}.log; exit 1; }' ||
	failed=$((failed + 1))

printf '%-52s %8s %8s %8s %8s\n' file lines reached branches taken
for source in $(find runtime/primitive runtime/shape runtime/implicit -name '*.c' | sort)
do
	# Lines as "Lines executed:98.21% of 56"; a file without branches says "No branches".
	row=$(gcov -b -n -o "$out/obj/$(dirname "$source")" "$source" 2>/dev/null | awk -v file="$source" '
		/^File / { ours = index($0, file) > 0 }
		ours && /^Lines executed:/ { split($2, part, /[:%]/); reached = part[2]; lines = $NF }
		ours && /^Taken at least once:/ { split($0, part, /[:%]/); taken = part[2]; branches = $NF }
		END { print lines + 0, reached + 0, branches + 0, branches ? taken : 100 }')
	read -r lines reached branches taken <<<"$row"
	printf '%-52s %8s %8s %8s %8s\n' "$source" "$lines" "$reached" "$branches" "$taken"
	if [ "$lines" != 0 ] && [ "$reached" = 100 ] && [ "${taken%.00}" = 100 ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
