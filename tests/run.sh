#!/bin/bash
# SPDX-License-Identifier: MIT
# The tests, stage by stage. The last line is "N passed, N failed"; the exit code is 0 when none failed.
#   tests/run.sh quick   unit tests of the release and the sanitized build, and the command line
#   tests/run.sh all     everything else: other compilers and machines, sanitized and watched commands, coverage,
#                        determinism, the corpus, fuzzing
#   tests/run.sh STAGE...   these stages only, by the names of the functions below, such as `sanitized_commands`
#
# A unit test counts once per test of its cmocka group. A script counts once, by its exit code, unless its last line
# reads "N passed, N failed". Logs are kept in build/logs. Scripts in tests/cli run from the root of the repository with
# BUILD set to the directory of the programs. tests/within.sh stops what hangs.

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
export LC_ALL=C BUILD
unset MAKEFLAGS MFLAGS
jobs=$(nproc)
logs=$BUILD/logs
passed=0
failed=0
. tests/machines.bash

mkdir -p "$logs"
# The make of scripts that run beside each other: one at a time, and always of the release build.
printf '#!/bin/sh\nexec env -u MAKE flock -o "%s" "%s" BUILD="%s" "$@"\n' "$PWD/$logs/make-lock" "$MAKE" "$BUILD" >"$logs/make-alone"
chmod +x "$logs/make-alone"

# fail NAME LOG: counts a failure and shows the end of its log.
fail()
{
	failed=$((failed + 1))
	echo "FAILED: $1"
	tail -n 40 "$2" | sed 's/^/    /'
}

# log_of NAME: the file, but for its suffix, that holds what a script prints.
log_of()
{
	echo "$logs/${1//[^a-zA-Z0-9.]/_}"
}

# run NAME COMMAND...: keeps what the command prints, and its exit code.
run()
{
	local log
	log=$(log_of "$1")
	shift
	tests/within.sh "$@" >"$log.log" 2>&1 </dev/null
	echo $? >"$log.status"
}

# start NAME COMMAND...: runs the command beside others, as soon as fewer than $jobs run.
started=()
start()
{
	while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]
	do
		wait -n
	done
	run "$@" &
	started+=("$1")
}

# finish: waits for what was started, and counts it in that order.
finish()
{
	local name
	wait
	for name in "${started[@]}"
	do
		count "$name"
	done
	started=()
}

# script NAME COMMAND...: runs and counts a command.
script()
{
	run "$@"
	count "$1"
}

# count NAME: counts what run kept.
count()
{
	local name=$1 log status last
	log=$(log_of "$name")
	status=$(cat "$log.status")
	log=$log.log
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
	fail "$name" "$log"
}

# build VARIANT MAKE-ARGUMENTS...: one test, that everything compiles and links without a warning.
build()
{
	local variant=$1
	shift
	script "build $variant" "$MAKE" --no-print-directory -k -j"$jobs" QUIET=1 "$@"
}

# unit DIRECTORY [TRIALS]: runs every test_*.c of a variant, each in a process of its own; those of the primitives
# on TRIALS random configurations, where the release build runs them on as many as they say.
unit()
{
	local directory=$1 room test source log bad
	rm -rf "${logs:?}/$directory"
	mkdir -p "$logs/$directory/tests"
	# shellcheck disable=SC2016
	for room in tests/*/
	do
		room=$directory/tests/room_$(basename "$room")
		[ ! -x "$room" ] || "$room" --list | sed "s|^|$room |"
	done | sort -k 2 | xargs -r -P "$jobs" -L 1 sh -c 'log=$1/${3%/*}/$4
		case $4 in test_primitive*) [ -z "$2" ] || export KILN_TRIALS="$2" ;; esac
		CMOCKA_MESSAGE_OUTPUT=TAP tests/within.sh "$3" "$4" >"$log.log" 2>&1 </dev/null
		echo $? >"$log.status"' sh "$logs" "$2"
	# A source that is not in the program of its room failed to build.
	for source in $(find tests -name 'test_*.c' | sort)
	do
		test=$(basename "$source" .c)
		log=$logs/$directory/tests/$test.log
		if [ ! -e "$log" ]
		then
			echo "$source was not built" >"$log"
			fail "$directory: $test" "$log"
			continue
		fi
		passed=$((passed + $(grep -c '^ok ' "$log")))
		# cmocka says "not ok" of a skipped test, too: one that this build can't run.
		bad=$(grep '^not ok ' "$log" | grep -vc ' # SKIP ')
		if [ "$(cat "${log%.log}.status")" != 0 ] || [ "$bad" != 0 ]
		then
			fail "$directory: $test" "$log"
			failed=$((failed + (bad > 1 ? bad - 1 : 0)))
		fi
	done
}

# --- Stages: a title for what they print, and what they do ------------------------------------------------------------

release="release: build, unit tests"
release()
{
	build release quick
	unit "$BUILD"
}

sanitize="sanitize: build, unit tests"
sanitize()
{
	build sanitize config=sanitize quick
	unit "$BUILD/sanitize" 2000
}

# The benchmark and its rivals are built for its own test, and not in a hurry.
commands="command line"
commands()
{
	local test
	for test in tests/cli/*.sh
	do
		[ "$test" = tests/cli/kiln-bench.sh ] || start "$test" env MAKE="$PWD/$logs/make-alone" bash "$test"
	done
	finish
}

bench="benchmark: build, command line"
bench()
{
	build bench all
	script tests/cli/kiln-bench.sh bash tests/cli/kiln-bench.sh
}

# Those that run no program of the variant, or look at the release build's own files, are left out. What is installed, and
# what links with it, stays the release build.
sanitized_commands="sanitized: command line"
sanitized_commands()
{
	local test
	build "sanitize, for commands" config=sanitize quick
	for test in tests/cli/*.sh
	do
		case $test in
		*/house.sh | */rooms.sh | */install.sh | */setup.sh | */sizes.sh | */kiln-bench.sh) ;;
		*) start "sanitize: $test" env BUILD="$BUILD/sanitize" MAKE="$PWD/$logs/make-alone" bash "$test" ;;
		esac
	done
	finish
}

watched_commands="valgrind: command line"
watched_commands()
{
	build "release, for valgrind" quick
	script "tests/valgrind.sh" tests/valgrind.sh
}

scalar="scalar: build, unit tests"
scalar()
{
	build scalar config=scalar quick
	unit "$BUILD/scalar" 4000
}

clang="clang: build, unit tests"
clang()
{
	build release-clang CC=clang quick
	unit "$BUILD/release-clang" 4000
}

coverage="coverage of the primitive tests"
coverage()
{
	script "tests/coverage.sh" tests/coverage.sh
}

machines="other machines: build"
machines()
{
	local row compiler name variant
	for row in "${machines_known[@]}"
	do
		read -r compiler name _ <<<"$row"
		variant=$BUILD/$(machine_variant "$compiler")
		if command -v "$compiler" >/dev/null
		then
			# shellcheck disable=SC2046
			build "$name" CC="$compiler" $(machine_options "$compiler") "$variant/libkiln.a" "$variant/libkilncook.a" \
				"$variant/kiln-query$(machine_suffix "$compiler")" "$variant/kiln-dump$(machine_suffix "$compiler")"
		else
			echo "no $compiler here: $name is left out"
		fi
	done
}

packaging="packaging: CMake, Ninja, Make, pkg-config, plugin, shared library, single file"
packaging()
{
	script "tests/packaging.sh" tests/packaging.sh
}

debug="debug: build"
debug()
{
	build debug config=debug programs
}

answers="same answers: scalar, SIMD, compilers, machines"
answers()
{
	script "tests/answers.sh" tests/answers.sh
	grep 'left out' "$logs/tests_answers.sh.log"
}

determinism="same bytes: compilers, optimisation, places"
determinism()
{
	script "tests/determinism.sh" tests/determinism.sh
	script "tests/determinism_machines.sh" tests/determinism_machines.sh
}

corpus="corpus: cooked, proved and asked, or refused"
corpus()
{
	script "tests/corpus.sh" tests/corpus.sh
	grep ' against brute force, ' "$logs/tests_corpus.sh.log"
}

packed="glTF by gltfpack and gltf-transform: the same surface"
packed()
{
	script "tests/packed.sh" tests/packed.sh
	grep -E ' in [0-9]+ ways: |left out' "$logs/tests_packed.sh.log"
}

fuzz="fuzz: seeds and damaged blobs"
fuzz()
{
	script "tests/fuzz.sh" tests/fuzz.sh 20000
}

case $1 in
quick) set -- release sanitize commands ;;
all)
	# What `make test` builds and runs is not run again, but compared with.
	set -- release_programs sanitized_commands watched_commands scalar clang coverage bench packaging machines debug answers determinism \
		corpus packed fuzz
	;;
esac
release_programs="release: build"
release_programs()
{
	build release tests
}

[ $# != 0 ] || set -- none
for name
do
	if ! declare -F "$name" >/dev/null || [ -z "${!name}" ]
	then
		echo "usage: tests/run.sh quick | all | STAGE..." >&2
		exit 2
	fi
	start=$SECONDS
	before_passed=$passed
	before_failed=$failed
	"$name"
	printf '%-44s %5d passed, %d failed, %4d s\n' "${!name}" $((passed - before_passed)) $((failed - before_failed)) \
		$((SECONDS - start))
done

echo "$SECONDS s in all; logs are in $logs"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
