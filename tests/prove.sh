#!/bin/bash
# SPDX-License-Identifier: MIT
# The primitive tests on a million random configurations each and half a million that are nearly degenerate:
#   prove.sh [NUMBER]
# `make test` runs the same tests on fewer configurations.

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
export LC_ALL=C BUILD KILN_TRIALS=${1:-1000000}
logs=$BUILD/prove
mkdir -p "$logs"

programs=
for source in $(find tests/primitive -name 'test_primitive_*.c' | sort)
do
	programs="$programs $BUILD/tests/$(basename "$source" .c)"
done
# shellcheck disable=SC2086
"$MAKE" --no-print-directory -j"$(nproc)" BUILD="$BUILD" $programs || exit 1
# shellcheck disable=SC2086,SC2016
printf '%s\n' $programs | xargs -P "$(nproc)" -I{} sh -c '
	name=${1##*/} start=$(date +%s)
	CMOCKA_MESSAGE_OUTPUT=TAP tests/within.sh "$1" >"$2/$name.log" 2>&1 </dev/null
	status=$?
	[ $status = 0 ] && [ -s "$2/$name.log" ] || echo "not ok - $name ended with $status" >>"$2/$name.log"
	printf "%-44s %4d s\n" "$name" $(($(date +%s) - start))' sh {} "$logs"
grep -h '^not ok' "$logs"/*.log
passed=$(cat "$logs"/*.log | grep -c '^ok ')
failed=$(cat "$logs"/*.log | grep -c '^not ok ')
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
