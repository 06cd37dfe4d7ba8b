#!/bin/bash
# SPDX-License-Identifier: MIT
# fuzz.sh [RUNS [SEED]]: every fuzz target on its seeds and RUNS mutants of them (fuzz_cook: a fiftieth, fuzz_mesh: a twentieth), under
# AddressSanitizer and UndefinedBehaviorSanitizer. The same RUNS and SEED give the same inputs everywhere.

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
runs=${1:-20000}
seed=${2:-1}
passed=0
failed=0
targets=()
for source in tests/fuzz/fuzz_*.c
do
	name=$(basename "$source" .c)
	[ "$name" = fuzz_driver ] || targets+=("$name")
done

"$MAKE" --no-print-directory -s -j"$(nproc)" config=sanitize "${targets[@]/#/$BUILD/sanitize/}" || exit 1
logs=$BUILD/logs/fuzz
mkdir -p "$logs"
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} sh -c '
	# A cook takes as long as fifty queries, a mesh as long as twenty.
	runs=$1
	[ {} != fuzz_cook ] || runs=$(($1 / 50))
	[ {} != fuzz_mesh ] || runs=$(($1 / 20))
	echo "{}: $runs mutants of seed $2" >"$4/{}.log"
	"$3/{}" --runs "$runs" --seed "$2" >>"$4/{}.log" 2>&1
	echo $? >"$4/{}.status"' sh "$runs" "$seed" "$BUILD/sanitize" "$logs"
for target in "${targets[@]}"
do
	cat "$logs/$target.log"
	if [ "$(cat "$logs/$target.status")" = 0 ]
	then
		passed=$((passed + 1))
	else
		echo "FAILED: $target"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
