#!/bin/bash
# SPDX-License-Identifier: MIT
# Every test, stage by stage. The last line is "N passed, N failed"; the exit code is 0 when none failed.
#
# A unit test counts once per test of its cmocka group. A script counts once, by its exit code, unless its last line
# reads "N passed, N failed". Logs are kept in build/logs. Scripts in tests/cli run from the root of the repository with
# BUILD set to the directory of the programs.

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
export LC_ALL=C BUILD
unset MAKEFLAGS MFLAGS
jobs=$(nproc)
logs=$BUILD/logs
cross=aarch64-linux-gnu-gcc
passed=0
failed=0

rm -rf "$logs"
mkdir -p "$logs"

# stage NAME: begins a stage. stage_end prints what came of it.
stage()
{
	stage_name=$1
	stage_start=$SECONDS
	stage_passed=$passed
	stage_failed=$failed
}

stage_end()
{
	printf '%-44s %5d passed, %d failed, %4d s\n' "$stage_name" $((passed - stage_passed)) \
		$((failed - stage_failed)) $((SECONDS - stage_start))
}

# fail NAME LOG: counts a failure and shows the end of its log.
fail()
{
	failed=$((failed + 1))
	echo "FAILED: $1"
	tail -n 40 "$2" | sed 's/^/    /'
}

# script NAME COMMAND...
script()
{
	local name=$1 log=$logs/${1//[^a-zA-Z0-9.]/_}.log status last
	shift
	timeout 1200 "$@" >"$log" 2>&1 </dev/null
	status=$?
	last=$(tail -n 1 "$log")
	if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]
	then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		if [ "${BASH_REMATCH[2]}" != 0 ] || [ $status = 0 ]
		then
			[ $status = 0 ] || { echo "FAILED: $name"; tail -n 40 "$log" | sed 's/^/    /'; }
			return
		fi
	elif [ $status = 0 ]
	then
		passed=$((passed + 1))
		return
	fi
	[ $status != 124 ] || echo "stopped after 20 minutes" >>"$log"
	fail "$name" "$log"
}

# build VARIANT MAKE-ARGUMENTS...: one test, that everything compiles and links without a warning.
build()
{
	local variant=$1
	shift
	script "build $variant" "$MAKE" --no-print-directory -k -j"$jobs" "$@"
}

# unit DIRECTORY [TRIALS]: runs every test_* of a variant; those of the primitives on TRIALS random configurations, where the
# release build has run them on as many as they say.
unit()
{
	local directory=$1 test name log
	mkdir -p "$logs/$directory"
	# shellcheck disable=SC2016
	find "$directory/tests" -maxdepth 1 -name 'test_*' -type f | sort |
		xargs -r -P "$jobs" -I{} sh -c 'log=$1/{}; mkdir -p "${log%/*}"
			case {} in */test_primitive*) [ -z "$2" ] || export KILN_TRIALS="$2" ;; esac
			CMOCKA_MESSAGE_OUTPUT=TAP timeout 600 {} >"$log.log" 2>&1 </dev/null; echo $? >"$log.status"' sh "$logs" "$2"
	# A source without a program failed to build.
	for test in tests/test_*.c
	do
		[ -e "$test" ] || continue
		name=$directory/tests/$(basename "$test" .c)
		log=$logs/$name.log
		if [ ! -e "$log" ]
		then
			echo "$name was not built" >"$log"
			fail "$name" "$log"
			continue
		fi
		passed=$((passed + $(grep -c '^ok ' "$log")))
		local bad
		bad=$(grep -c '^not ok ' "$log")
		if [ "$(cat "$logs/$name.status")" != 0 ] || [ "$bad" != 0 ]
		then
			fail "$name" "$log"
			failed=$((failed + (bad > 1 ? bad - 1 : 0)))
		fi
	done
}

stage "release: build, unit tests"
build release tests
unit "$BUILD"
stage_end

stage "sanitize: build, unit tests"
build sanitize config=sanitize tests
unit "$BUILD/sanitize" 2000
stage_end

stage "scalar: build, unit tests"
build scalar config=scalar tests
unit "$BUILD/scalar" 4000
stage_end

stage "clang: build, unit tests"
build release-clang CC=clang tests
unit "$BUILD/release-clang" 4000
stage_end

stage "coverage of the primitive tests"
script "tests/coverage.sh" tests/coverage.sh
stage_end

stage "aarch64: build"
if command -v $cross >/dev/null
then
	build release-$cross CC=$cross LDFLAGS=-static \
		"$BUILD/release-$cross/libkiln.a" "$BUILD/release-$cross/kiln-query"
else
	echo "no $cross here: left out"
fi
stage_end

stage "command line"
for test in tests/cli/*.sh
do
	script "$test" bash "$test"
done
stage_end

stage "debug: build"
build debug config=debug all
stage_end

stage "same answers: scalar, SIMD, compilers, machines"
script "tests/answers.sh" tests/answers.sh
stage_end

stage "same bytes: compilers, optimisation, places"
script "tests/determinism.sh" tests/determinism.sh
stage_end

stage "corpus: cooked, proved and asked, or refused"
script "tests/corpus.sh" tests/corpus.sh
grep ' against brute force, ' "$logs/tests_corpus.sh.log"
stage_end

stage "fuzz: seeds and damaged blobs"
script "tests/fuzz.sh" tests/fuzz.sh 20000
stage_end

echo "$SECONDS s in all; logs are in $logs"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
