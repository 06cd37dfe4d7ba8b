#!/bin/bash
# SPDX-License-Identifier: MIT
# The tests, stage by stage. The last line is "N passed, N failed"; the exit code is 0 when none failed.
#   tests/run.sh quick   unit tests and command line of the release build
#   tests/run.sh all     everything else: sanitized builds, other compilers and machines, watched commands, coverage,
#                        determinism, the corpus, fuzzing
#   tests/run.sh STAGE...   these stages only, by the names of the functions below, such as `sanitized_commands`; one with a +
#                           behind its name runs beside those that follow
#
# A unit test counts once per test of its cmocka group. A script counts once, by its exit code, unless its last line
# reads "N passed, N failed". Logs are kept in build/logs. Scripts in tests/cli run from the root of the repository with
# BUILD set to the directory of the programs. tests/within.sh stops a test that hangs.

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
export LC_ALL=C BUILD
unset MAKEFLAGS MFLAGS
jobs=$(nproc)
logs=$BUILD/logs
passed=0
failed=0
# Whether the build of a stage succeeded, and whether that of the release did, whose programs other stages run. A stage that
# runs alone takes the programs of an earlier build.
built=yes
release_built=yes
. tests/machines.bash
# Much of the scalar build is compiled as the release is: both builds share these objects, where ccache is installed.
sharing=$PATH
[ ! -d /usr/lib/ccache ] || sharing=/usr/lib/ccache:$PATH
export CCACHE_DIR="${CCACHE_DIR:-$PWD/$BUILD/ccache}"

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

# not_run NAME COUNT WHAT: counts tests that could not run after a failed build as failures, and prints one line.
not_run()
{
	[ "$2" = 0 ] && return
	failed=$((failed + $2))
	echo "NOT RUN: $1: $2 $3, because the build failed"
}

# log_of NAME: the path of a script's log without its suffix.
log_of()
{
	echo "$logs/${1//[^a-zA-Z0-9.]/_}"
}

# run NAME COMMAND...: runs a command, and writes its output and its exit code to files.
run()
{
	local log name=$1 start=$SECONDS
	log=$(log_of "$1")
	shift
	tests/within.sh "$@" >"$log.log" 2>&1 </dev/null
	echo $? >"$log.status"
	echo "$((SECONDS - start)) $(basename "$name")" >"$log.seconds"
}

# longest_of: prints the names of the five longest of the tests whose times are given, one a line.
longest_of()
{
	sort -rn | head -n 5 | awk '{ line = line sep $2 " " $1 " s"; sep = ", " } END { print "    longest: " line }'
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

# finish: waits for the started commands, and counts their tests in the order of the starts.
finish()
{
	local name
	wait
	for name in "${started[@]}"
	do
		count "$name"
	done
	for name in "${started[@]}"
	do
		cat "$(log_of "$name").seconds"
	done | longest_of
	started=()
}

# script NAME COMMAND...: runs and counts a command. Fails when the command or a test of it failed.
script()
{
	run "$@"
	count "$1"
}

# count NAME: counts the tests of a command from the log that `run` wrote.
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
			return $status
		fi
	elif [ $status = 0 ]
	then
		passed=$((passed + 1))
		return 0
	fi
	fail "$name" "$log"
	return 1
}

# build VARIANT MAKE-ARGUMENTS...: one test, that everything compiles and links without a warning. Fails when it does not.
build()
{
	local variant=$1
	shift
	script "build $variant" "$MAKE" --no-print-directory -k -j"$jobs" QUIET=1 "$@"
}

# after_build NAME COMMAND...: starts a script, unless $built says that its programs could not be built; then counts it in $unbuilt.
after_build()
{
	if [ "$built" = yes ]
	then
		start "$@"
	else
		unbuilt=$((unbuilt + 1))
	fi
}

# builds MAKE-ARGUMENTS...: whether targets can be built. One that cannot may be there from an earlier build.
builds()
{
	"$MAKE" --no-print-directory QUIET=1 "$@" >"$logs/builds.log" 2>&1
}

# Tests that take the longest. They start first, so that none of them runs alone at the end of a stage.
longest='fit parts parts_symmetry parts_clear parts_csg pair_ties repair_hostile stack'

# Rooms that test the cooker alone. The cooker's code is the same without vectors, the sanitized build tests it as clang compiles it, and
# the stage of the same bytes compares what each build cooks.
cooking='batch cache clean command exact hausdorff import merge parts plan polygon recipe repair simplify survey terrain wrap'

# unit DIRECTORY TRIALS MAKE-ARGUMENTS...: builds a variant, and runs each of its test_*.c in a process of its own, but for those
# of the rooms in $without; those of the primitives on TRIALS random configurations, unless TRIALS is "". After a failed build,
# the programs run that could be built.
without=
unit()
{
	local directory=$1 trials=$2 name=release room test source log bad missing=0
	shift 2
	[ "$directory" = "$BUILD" ] || name=$(basename "$directory")
	built=yes
	build "$name" "$@" WITHOUT="$without" quick || built=no
	rm -rf "${logs:?}/$directory"
	mkdir -p "$logs/$directory/tests"
	# shellcheck disable=SC2016
	for room in tests/*/
	do
		[[ " $without " != *" $(basename "$room") "* ]] || continue
		room=$directory/tests/room_$(basename "$room")
		[ ! -x "$room" ] || { [ $built = no ] && ! builds "$@" "$room"; } || "$room" --list | sed "s|^|$room |"
	done | sort -k 2 | awk -v longest="$longest" '
		BEGIN { count = split(longest, name); for (i = 1; i <= count; ++i) first["test_" name[i]] }
		$2 in first { print; next }
		{ rest[++others] = $0 }
		END { for (i = 1; i <= others; ++i) print rest[i] }' | xargs -r -P "$jobs" -L 1 sh -c 'log=$1/${3%/*}/$4
		case $4 in test_primitive*) [ -z "$2" ] || export KILN_TRIALS="$2" ;; esac
		start=$(date +%s)
		CMOCKA_MESSAGE_OUTPUT=TAP tests/within.sh "$3" "$4" >"$log.log" 2>&1 </dev/null
		echo $? >"$log.status"
		echo "$(($(date +%s) - start)) $4" >"$log.seconds"' sh "$logs" "$trials"
	for source in $(find tests -name 'test_*.c' | sort)
	do
		test=$(basename "$source" .c)
		room=${source#tests/}
		[[ " $without " != *" ${room%%/*} "* ]] || continue
		log=$logs/$directory/tests/$test.log
		if [ ! -e "$log" ] && [ $built = no ]
		then
			missing=$((missing + 1))
			continue
		elif [ ! -e "$log" ]
		then
			echo "$source is in no program" >"$log"
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
	not_run "$name: unit tests" $missing "test programs"
	find "$logs/$directory/tests" -name '*.seconds' -exec cat {} + | longest_of
}

# --- Stages: a title for what they print, and what they do ------------------------------------------------------------

release="release: build, unit tests"
release()
{
	local -x PATH=$sharing
	unit "$BUILD" ""
	release_built=$built
}

sanitize="sanitize: build, unit tests"
sanitize()
{
	unit "$BUILD/sanitize" 1000 config=sanitize
}

# The benchmark has a stage of its own, because its rivals take long to build.
commands="command line"
commands()
{
	local test unbuilt=0
	built=$release_built
	for test in tests/cli/*.sh
	do
		case $test in
		*/kiln-bench*.sh) ;;
		*) after_build "$test" env MAKE="$PWD/$logs/make-alone" bash "$test" ;;
		esac
	done
	finish
	not_run "command line" $unbuilt scripts
}

bench="benchmark: build, command line"
bench()
{
	local test
	if build bench all
	then
		for test in tests/cli/kiln-bench*.sh
		do
			script "$test" bash "$test"
		done
	else
		not_run benchmark 2 scripts
	fi
}

# Leaves out scripts that run no program of the variant or look at files of the release build: installed files, and programs that link
# with them, are those of the release. Scripts that compute for long are left out, too: sanitized unit tests compute the same.
sanitized_commands="sanitized: command line"
sanitized_commands()
{
	local test unbuilt=0
	built=yes
	build "sanitize, for commands" config=sanitize quick || built=no
	for test in tests/cli/*.sh
	do
		case $test in
		*/house.sh | */rooms.sh | */install.sh | */setup.sh | */sizes.sh | */kiln-bench*.sh | */headers.sh | */convention.sh) ;;
		*/codes.sh | */pages.sh | */manners.sh | */*-pictures.sh) ;;
		*/kiln-replay.sh | */kiln-wrap.sh | */kiln-simplify.sh | */kiln-parts.sh) ;;
		*) after_build "sanitize: $test" env BUILD="$BUILD/sanitize" MAKE="$PWD/$logs/make-alone" bash "$test" ;;
		esac
	done
	finish
	not_run "sanitized: command line" $unbuilt scripts
}

watched_commands="valgrind: command line"
watched_commands()
{
	if build "release, for valgrind" quick
	then
		script "tests/valgrind.sh" tests/valgrind.sh
	else
		not_run valgrind 1 script
	fi
}

scalar="scalar: build, unit tests"
scalar()
{
	# Rooms without kernels have the code of the release.
	local without="$cooking cook deform fuzz heightfield hull lazy log math mover open pack primitive record sdf tools view"
	local -x PATH=$sharing
	unit "$BUILD/scalar" 4000 config=scalar
}

clang="clang: build, unit tests"
clang()
{
	# The stage of the same answers asks the others of this build, and the sanitized build is clang's.
	local without="$cooking bound bounds broadphase cook deform fuzz heightfield hull lazy log mover open pack pair record scene sdf tools"
	without="$without tree view volume walk world"
	unit "$BUILD/release-clang" 1000 CC=clang
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
			build "$name" CC="$compiler" $(machine_options "$compiler") $(machine_targets "$compiler" | xargs -n 1 printf "$variant/%s\n")
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

# Where clang, lld or node is missing, the stage says so and tests nothing.
wasm="WebAssembly: package, same answers"
wasm()
{
	if ! command -v clang >/dev/null || ! command -v wasm-ld >/dev/null || ! command -v node >/dev/null
	then
		echo "no clang, lld or node here: WebAssembly is left out"
	elif build WebAssembly wasm view_wasm
	then
		script "tests/wasm.sh" tests/wasm.sh
		script "tests/view_module.sh" tests/view_module.sh
		script "tests/answers.sh in WebAssembly" env ONLY=wasm tests/answers.sh
	else
		not_run WebAssembly 3 scripts
	fi
}

# Where Node, npm or a browser is missing, or npm cannot fetch its packages, the stage says so and tests nothing.
view="pages of kiln-view in a browser"
view()
{
	if ! command -v clang >/dev/null || ! command -v wasm-ld >/dev/null || ! command -v npm >/dev/null || ! command -v chromium >/dev/null
	then
		echo "no clang, lld, npm or chromium here: pages are left out"
	elif ! "$MAKE" --no-print-directory BUILD=build QUIET=1 view_modules >"$logs/view_modules.log" 2>&1
	then
		echo "npm fetches no packages here: pages are left out"
	elif build "kiln-view with its page" build/kiln-view build/kiln-cook build/kiln-query build/kiln-dump view view_scalar
	then
		script "tests/view.sh" tests/view.sh
		grep 'first picture' "$logs/tests_view.sh.log"
	else
		not_run "pages in a browser" 1 script
	fi
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

parts="corpus: convex parts contain the art"
parts()
{
	script "tests/parts_corpus.sh" tests/parts_corpus.sh
	grep ', proved to contain ' "$logs/tests_parts_corpus.sh.log"
}

repaired="corpus and dragons: surveyed, damaged and repaired"
repaired()
{
	script "tests/repair_corpus.sh" tests/repair_corpus.sh
	grep ' planted, ' "$logs/tests_repair_corpus.sh.log"
	script "tests/repair_large.sh" tests/repair_large.sh
}

packed="glTF by gltfpack and gltf-transform: the same surface"
packed()
{
	script "tests/packed.sh" tests/packed.sh
	grep -E ' in [0-9]+ ways: |left out' "$logs/tests_packed.sh.log"
}

farm="farm: batches by a real Slurm"
farm()
{
	local KILN_TEST_LIMIT=600
	export KILN_TEST_LIMIT
	script "tests/farm.sh" tests/farm.sh
	grep ' on four nodes: ' "$logs/tests_farm.sh.log"
}

kills="kills: 1000 at random times, and full disks"
kills()
{
	script "tests/kills.sh" tests/kills.sh 1000
	grep ' kills in ' "$logs/tests_kills.sh.log"
}

fuzz="fuzz: seeds and damaged blobs"
fuzz()
{
	script "tests/fuzz.sh" tests/fuzz.sh 6000
}

case $1 in
quick) set -- release commands ;;
all)
	# The stages of `make test` do not run again; later stages compare with their programs. Browsers wait most of the time: their
	# stage, which builds nothing that the stages behind it need, runs beside them.
	set -- release_programs sanitize sanitized_commands watched_commands scalar clang coverage bench packaging wasm view+ machines answers \
		determinism corpus parts repaired packed farm kills fuzz
	;;
esac
release_programs="release: build"
release_programs()
{
	build release tests
}

# read_processors: $processors becomes the seconds that processors have spent on this script and on what it has run.
read_processors()
{
	# Not in a pipe, whose shell has times of its own.
	times >"$logs/processors.$$"
	processors=$(awk -F '[ms ]+' '{ sum += 60 * $1 + $2 + 60 * $3 + $4 } END { printf "%d", sum }' "$logs/processors.$$")
	rm "$logs/processors.$$"
}

# run_beside STAGE: starts a stage in a process of its own. finish_beside prints and counts what it printed.
beside=()
run_beside()
{
	tests/run.sh "$1" >"$logs/beside_$1.log" 2>&1 &
	beside+=("$1")
}

finish_beside()
{
	local name log
	wait
	for name in "${beside[@]}"
	do
		log=$logs/beside_$name.log
		head -n -2 "$log"
		if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]
		then
			passed=$((passed + BASH_REMATCH[1]))
			failed=$((failed + BASH_REMATCH[2]))
		else
			fail "stage $name" "$log"
		fi
	done
}

[ $# != 0 ] || set -- none
for name
do
	if [ "${name%+}" != "$name" ]
	then
		run_beside "${name%+}"
		continue
	fi
	if ! declare -F "$name" >/dev/null || [ -z "${!name}" ]
	then
		echo "usage: tests/run.sh quick | all | STAGE..." >&2
		exit 2
	fi
	start=$SECONDS
	read_processors
	before_processors=$processors
	before_passed=$passed
	before_failed=$failed
	"$name"
	read_processors
	printf '%-44s %5d passed, %d failed, %4d s, %4d s of processors\n' "${!name}" $((passed - before_passed)) $((failed - before_failed)) \
		$((SECONDS - start)) $((processors - before_processors))
done

finish_beside
echo "$SECONDS s in all; logs are in $logs"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
