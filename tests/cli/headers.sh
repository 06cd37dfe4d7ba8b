#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, without a warning, for every compiler and standard of C and C++. Structures have the
# same layout for all of them, also with the shortest possible enums, because bindings to other languages depend on it.
. "$(dirname "$0")/claims.bash"

headers=$(find runtime/kiln.h runtime/kiln format cooker/kilncook.h cooker/kilnpack.h cooker/kilncook -name '*.h' | sort)
includes="-Iformat -Iruntime -Icooker"
export includes
compilers=$(for cc in gcc clang; do ! command -v $cc >/dev/null || echo $cc; done)

# Arguments of the shell below: compiler, standard, language, header.
jobs()
{
	local cc standard header
	for cc in $compilers
	do
		for standard in c11 c17 c2x c++11 c++14 c++17 c++20
		do
			for header in $headers
			do
				echo "$cc $standard $([[ $standard = c++* ]] && echo c++ || echo c) $header"
			done
		done
	done
}

# shellcheck disable=SC2016
jobs | xargs -P "$(nproc)" -L 1 sh -c 'printf "#include \"%s\"\n" "$3" |
	$0 -std=$1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I. $includes -x $2 -fsyntax-only - 2>&1 |
	sed "s|^|$0 -std=$1 $3: |"' >"$scratch/warnings"
claim "every public header compiles alone, $(jobs | wc -l) times, without a warning" test ! -s "$scratch/warnings"
head -n 20 "$scratch/warnings"

# The view of a binding: size and alignment of every type.
types=$(sed -nE 's/^(\} |typedef u?int[0-9]+_t )(kiln\w*);$/\2/p' $headers | sort -u)
{
	for header in $headers
	do
		echo "#include \"$header\""
	done
	echo '#include <stdio.h>'
	echo '#ifdef __cplusplus'
	echo '#define ALIGNED(type) alignof(type)'
	echo '#else'
	echo '#define ALIGNED(type) _Alignof(type)'
	echo '#endif'
	echo '#define SHOW(type) printf("%s %zu %zu\n", #type, sizeof(type), ALIGNED(type));'
	echo 'int main(void) {'
	for type in $types
	do
		echo "SHOW($type)"
	done
	echo '}'
} >"$scratch/layout.c"

# layout LANGUAGE COMPILER FLAG...
layout()
{
	local language=$1
	shift
	# shellcheck disable=SC2086
	"$@" -I. $includes -x "$language" "$scratch/layout.c" -o "$scratch/layout" && "$scratch/layout"
}

layout c gcc -std=c17 >"$scratch/expected"
claim "the headers have types" test "$(wc -l <"$scratch/expected")" -gt 100
same_layout()
{
	local name=$1
	shift
	layout "$@" >"$scratch/actual"
	claim "types have the same size by $name" diff "$scratch/expected" "$scratch/actual"
}
for cc in $compilers
do
	same_layout "$cc with short enums" c "$cc" -std=c11 -fshort-enums
	same_layout "$cc as C++" c++ "$cc" -std=c++20
	same_layout "$cc as C++ with short enums" c++ "$cc" -std=c++11 -fshort-enums
done

# A field or an argument of an enum's own type has a size chosen by the compiler. So these types must be named integers.
claim "no public type is an enum" test -z "$(grep -nE 'typedef enum|^\s*enum \w+ \w+;|[(,] ?enum kiln' $headers)"
claims_end
