#!/bin/bash
# SPDX-License-Identifier: MIT
# The house rules that a script can check. Each rule is one test.
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
passed=0
failed=0

# rule TEXT OFFENDERS: passes when OFFENDERS is empty.
rule()
{
	if [ -z "$2" ]
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL: %s:\n%s\n' "$1" "$2" | head -n 20
	fi
}

mapfile -t sources < <(find format runtime cooker tools samples tests -name '*.[ch]' -o -name '*.cpp' | LC_ALL=C sort)

rule "every source begins with its licence" "$(for file in "${sources[@]}"
do
	head -n 1 "$file" | grep -qx '// SPDX-License-Identifier: MIT' || echo "$file"
done)"

rule "nothing new at the top" "$(git ls-files 2>/dev/null | sed -n 's|/.*||; /^\./!p' | sort -u |
	grep -vxE 'Makefile|README\.md|LICENSE|cooker|format|runtime|samples|tests|tools')"

rule "the runtime includes the runtime, the format and the C library only" "$(
	grep -nE '^#include "' runtime -r --include='*.[ch]' | while IFS=: read -r file line text
	do
		name=${text#*\"}
		name=${name%\"*}
		[ -e "${file%/*}/$name" ] || [ -e "runtime/$name" ] || [ -e "format/$name" ] || echo "$file:$line: $text"
	done)"

rule "the format includes the format and the C library only" "$(
	grep -nE '^#include "' format -r --include='*.[ch]' | while IFS=: read -r file line text
	do
		name=${text#*\"}
		[ -e "${file%/*}/${name%\"*}" ] || echo "$file:$line: $text"
	done)"

libraries=("$build/libkiln.a" "$build/libkilnschool.a")
rule "the runtime needs nothing of the school" "$(comm -12 <(nm -u "$build/libkiln.a" | awk 'NF == 2 { print $2 }' | sort -u) \
	<(comm -23 <(nm "$build/libkilnschool.a" | awk '$2 ~ /^[TRD]$/ { print $3 }' | sort -u) \
		<(nm "$build/libkiln.a" | awk '$2 ~ /^[TRD]$/ { print $3 }' | sort -u)))"

undefined=$(nm -u "${libraries[@]}" | awk 'NF == 2 { print $2 }' | sort -u | grep -vE \
	'^(kilni?_.*|mem(cpy|set|move|cmp)|sqrtf?|open(64)?|close|fstat(64)?|mmap(64)?|munmap|madvise|posix_madvise|write|rename|unlink|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__errno_location)$')
rule "the runtime calls memcpy and its like, sqrt, and a file's mapping and saving only" "$undefined"

rule "the runtime has no variables" "$(objdump -h "${libraries[@]}" | awk '
	/file format/ { object = $1 }
	$2 ~ /^\.t?(data|bss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print object, $2, $3 }')"

declared=$(cat runtime/kiln.h $(find runtime/kiln -name '*.h') | grep -E '^[a-zA-Z].*[;(]' | grep -vE '^(static|typedef|struct|union|enum) ' |
	sed -E 's/ *[[(;].*//; s/.*[ *]//' | grep '^kiln_' | sort -u)
defined=$(nm -g --defined-only "${libraries[@]}" | awk 'NF == 3 { print $3 }' | sort -u)
rule "the runtime defines what the public headers declare" "$(comm -23 <(echo "$declared") <(echo "$defined"))"
rule "the runtime's other names begin with kilni_" "$(comm -13 <(echo "$declared") <(echo "$defined") | grep -v '^kilni_')"

# The list of files that the compiler read lies beside each object; those of the benchmark may be missing or old. A source
# for Windows is empty here.
rule "every source refuses arithmetic that is not IEEE's" "$(for file in "${sources[@]}"
do
	list=$build/release/obj/${file%.c}.d
	case $file in
	*_windows.c) continue ;;
	tools/bench/*) [ "$list" -nt Makefile ] || continue ;;
	runtime/*.c | cooker/*.c | tools/*.c) ;;
	*) continue ;;
	esac
	grep -q 'runtime/math/ieee\.h' "$list" 2>&1 || echo "$file does not include math/ieee.h"
done)"

# COMPILER FLAGS: prints a line when the flags are accepted.
accepts()
{
	$1 -std=c17 -w $2 -fsyntax-only -x c runtime/math/ieee.h >/dev/null 2>&1 && echo "$1 $2 is let through"
}

rule "the compilers' default arithmetic is accepted" "$(accepts gcc -O3 >/dev/null || echo gcc -O3)"
# Only x86 has wider registers to refuse.
wider=$(gcc -mfpmath=387 -fsyntax-only -x c - </dev/null 2>/dev/null && echo '-mfpmath=387')
rule "flags that change arithmetic are refused" "$(for flags in -ffast-math -Ofast -ffinite-math-only -funsafe-math-optimizations \
	'-fassociative-math -fno-signed-zeros -fno-trapping-math' -freciprocal-math -fno-signed-zeros $wider
do
	accepts gcc "$flags"
done
! command -v clang >/dev/null || for flags in -ffast-math -Ofast -ffinite-math-only
do
	accepts clang "$flags"
done)"

rule "the cooker's public names begin with kilncook_" "$(nm -g --defined-only "$build/libkilncook.a" 2>/dev/null |
	awk 'NF == 3 && $3 !~ /^kilncook_/')"

rule "the public names of the library for packs begin with kilnpack_" "$(nm -g --defined-only "$build/libkilnpack.a" 2>/dev/null |
	awk 'NF == 3 && $3 !~ /^kilnpack_/')"

rule "no fused multiply-add anywhere" "$(objdump -d --no-show-raw-insn "${libraries[@]}" "$build/libkilncook.a" |
	grep -E '\svfn?m(add|sub)')"

rule "every header compiles alone" "$(for file in "${sources[@]}"
do
	case $file in
	runtime/simd/simd[48]_*) ;; # parts of simd4.h and simd8.h
	*.h)
		gcc -std=c17 -Wall -Wextra -Iformat -Iruntime -Icooker -Itools -Itests -x c -fsyntax-only - 2>&1 <<<"#include \"$file\"" ;;
	esac
done)"

rule "every public header compiles alone in C++" "$(for file in format/*.h format/kiln_format/*.h runtime/kiln.h runtime/kiln/*.h runtime/kiln/primitive/*.h cooker/kilncook.h cooker/kilnpack.h cooker/kilncook/*.h
do
	g++ -Wall -Wextra -pedantic -Iformat -Iruntime -Icooker -x c++ -fsyntax-only - 2>&1 <<<"#include \"$file\""
done)"

plain='as of|anew|told|whence|asked about|such that are|which is what'
rule "comments and guides say it in plain words" "$({
	printf '%s\n' "${sources[@]}" | xargs grep -nwE "//.*\b($plain)"
	find . -name '*.md' -not -path './build/*' -print0 | xargs -0 grep -nwE "$plain"
	printf '%s\n' "${sources[@]}" | xargs grep -niE '//.*\b(is|are) none\b' | grep -viE 'there (is|are) none'
})"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
