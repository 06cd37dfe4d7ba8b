#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds projects that use Kiln: a C++ game and a shared plugin by CMake, with Kiln's sources and with an installed package, by
# Ninja and by Make; C programs with the archive, the shared library and the single file. Each links, runs and answers the same
# bits. A project cooks again when a file changes that the art reads.
#   tests/packaging.sh
. "$(dirname "$0")/cli/claims.bash"
root=$PWD
folder=$scratch

"${MAKE:-make}" -s --no-print-directory install DESTDIR="$folder/root" PREFIX=/usr BUILD="${BUILD:-build}" || exit 1
"$build/kiln-samples" "$folder/art"
"$build/kiln-cook" -q "$folder/art/crate.obj" -o "$folder/crate.kiln"
PATH=$folder/root/usr/bin:$PATH

cat >"$folder/game.c" <<'EOF'
#include <kiln.h>
#include <stdio.h>
int main(int count, char **words)
{
	kiln_asset asset;
	if (count != 2 || kiln_map(&asset, words[1], NULL).status != KILN_OK)
		return 1;
	kiln_hit hit = kiln_scene_ray_closest(&asset, &(kiln_ray){.origin = {0, 10, 0}, .direction = {0, -1, 0}});
	printf("t %.9g, triangle %u, face %u of the art\n", (double)hit.t, hit.triangle, hit.source_face);
}
EOF
expected=$(gcc -std=c17 -Iformat -Iruntime "$folder/game.c" "$build/libkiln.a" -lm -o "$folder/game" && "$folder/game" "$folder/crate.kiln")
claim "the static library answers" test -n "$expected"

# same WHAT COMMAND...: the command prints the answer of the static library.
same()
{
	local what=$1
	shift
	claim "$what answers the same" test "$("$@" 2>&1)" = "$expected"
}

# The games, plugins, the shared library and the single file answer every kind of query with the bits of the archive.
"$build/kiln-cook" -q "$folder/art/yard.gltf" -o "$folder/yard.kiln"
"$build/kiln-cook" -q --shape hull "$folder/art/crate.obj" -o "$folder/solid.kiln"
answers=tests/packaging/answers.c
gcc -std=c17 -Iformat -Iruntime $answers "$build/libkiln.a" -lm -o "$folder/answers" &&
	"$folder/answers" "$folder/yard.kiln" "$folder/solid.kiln" >"$folder/expected"
claim "the archive answers everything" test "$(wc -l <"$folder/expected")" -gt 4000
for word in 'ray 1' 'cast 1' 'closest 1' 'pair 1' 'convex 1' 'world 1' contact
do
	claim "some answer is: $word" test "$(grep -c "^$word" "$folder/expected")" -gt 50
done

# answers_same NAME PROGRAM: the program has the answers of the archive.
answers_same()
{
	"$2" "$folder/yard.kiln" "$folder/solid.kiln" >"$folder/actual" 2>&1
	claim "$1 answers the same bits" cmp "$folder/expected" "$folder/actual"
}

# project NAME GENERATOR OPTION...: the sample project, built out of the tree, with a game and a plugin that answer everything.
project()
{
	local name=$1 generator=$2
	shift 2
	if ! cmake -S "$root/samples/cmake" -B "$folder/$name" -G "$generator" -DCMAKE_BUILD_TYPE=Release \
		-DART="$folder/art/crate.obj" -DCMAKE_PROJECT_game_INCLUDE="$root/tests/packaging/inject.cmake" "$@" >"$folder/$name.log" 2>&1 ||
		! cmake --build "$folder/$name" -j "$(nproc)" >>"$folder/$name.log" 2>&1
	then
		tail -n 30 "$folder/$name.log"
		claim "$name builds" false
		return
	fi
	same "a C++ game, $name," "$folder/$name/game" "$folder/$name/crate.kiln"
	same "a shared plugin, $name," "$folder/$name/host" "$folder/$name/crate.kiln"
	answers_same "a C++ game, $name," "$folder/$name/answers"
	answers_same "a plugin in C++, $name," "$folder/$name/answers_host"
	claim "$name exports nothing of Kiln from the plugin" test \
		"$(nm -D --defined-only "$folder/$name/libplugin.so" | grep -c 'kilni\?_')" = 0
}

project package-ninja Ninja -DCMAKE_PREFIX_PATH="$folder/root/usr"
project package-make "Unix Makefiles" -DCMAKE_PREFIX_PATH="$folder/root/usr"
project package-shared Ninja -DCMAKE_PREFIX_PATH="$folder/root/usr" -DBUILD_SHARED_LIBS=ON
project sources-ninja Ninja -DKILN_SOURCES="$root" -DKILN_COOK="$build/kiln-cook"
project sources-shared Ninja -DKILN_SOURCES="$root" -DKILN_COOK="$build/kiln-cook" -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Debug
claim "a game of shared libraries links Kiln's" sh -c "ldd '$folder/sources-shared/game' | grep -q 'libkiln\.so\.1'"

# levels: of each compiler's call on stdin, the source in runtime/, its instruction set, and the flags that optimise it.
levels()
{
	awk '{
		source = set = ""
		level = "-O0"
		count = 0
		for (i = 1; i <= NF; ++i)
			if ($i ~ /^-DKILN_BACKEND_/)
				set = $i
			else if ($i ~ /^-O/)
				level = $i
			else if ($i == "--param")
				flags[++count] = "--param=" $(++i)
			else if ($i ~ /^(--param=|-fpeel|-fno-)/ && $i !~ /unwind/)
				flags[++count] = $i
			else if ($i ~ /runtime\/.*\.c[",]*$/)
				source = $i
		if (source == "" || source ~ /runtime\/school\//)
			next
		gsub(/.*runtime\/|[",]/, "", source)
		line = source " " set " " level
		for (i = 1; i <= count; ++i)
			line = line " " flags[i]
		print line
	}' | sort -u
}

for cc in gcc clang
do
	command -v $cc >/dev/null || { echo "no $cc here: its levels are left out"; continue; }
	CC=$cc cmake -S runtime -B "$folder/levels-$cc" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$folder/levels.log" 2>&1
	grep '"command"' "$folder/levels-$cc/compile_commands.json" | levels >"$folder/by-cmake"
	archive=$folder/levels$([ $cc = gcc ] || echo /release-$cc)/libkiln.a
	"${MAKE:-make}" -Bn --no-print-directory config=release CC=$cc BUILD="$folder/levels" "$archive" | grep -e ' -c -o ' | levels >"$folder/by-make"
	claim "$cc gets several levels" test "$(cut -d' ' -f3- "$folder/by-make" | sort -u | wc -l)" -gt 1
	claim "CMake optimises each source as make does, by $cc" diff "$folder/by-make" "$folder/by-cmake"
done

# not_in TEXT FILE: the file does not have the text.
not_in() { ! grep -q "$1" "$2"; }

# The asset depends on every file that the art reads.
for name in package-ninja package-make
do
	sleep 1
	echo "# touched" >>"$folder/art/crate.mtl"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	claim "$name cooks again when the material library changes" grep -q Cooking "$folder/again.log"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	claim "$name then cooks nothing" not_in Cooking "$folder/again.log"
	sleep 1
	touch "$folder/art/crate.obj"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	claim "$name cooks again when the art has a new time" grep -q Cooking "$folder/again.log"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	claim "$name cooks art with a new time only once" not_in Cooking "$folder/again.log"
done

cc="gcc $(PKG_CONFIG_LIBDIR=$folder/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/root pkg-config --cflags --libs kiln)"
# shellcheck disable=SC2086
gcc -std=c17 "$folder/game.c" -o "$folder/by-pkg-config" ${cc#gcc}
same "pkg-config" "$folder/by-pkg-config" "$folder/crate.kiln"

shared=$folder/root/usr/lib/libkiln.so.1
cc="$(PKG_CONFIG_LIBDIR=$folder/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/root pkg-config --cflags --libs kiln-shared)"
# shellcheck disable=SC2086
gcc -std=c17 $answers -o "$folder/with-shared" $cc
export LD_LIBRARY_PATH=$folder/root/usr/lib
answers_same "the shared library" "$folder/with-shared"
unset LD_LIBRARY_PATH
claim "the shared library has its name" sh -c "objdump -p '$shared' | grep -q 'SONAME *libkiln\.so\.1$'"

# The functions that the public headers declare, without the school's and without inline functions.
find runtime/kiln.h runtime/kiln format -name '*.h' ! -name school.h -printf '#include "%p"\n' >"$folder/every.c"
gcc -std=c17 -I. -Iformat -Iruntime -fsyntax-only -aux-info "$folder/every.txt" "$folder/every.c"
{
	grep -E '/\* (\./)?(runtime|format)/.*:NC \*/ extern' "$folder/every.txt" | sed -E 's/^[^(]*\W(kiln_\w+) \(.*/\1/'
	gcc -std=c17 -I. -Iformat -Iruntime -E -P "$folder/every.c" | sed -nE 's/^ *extern const \w+ (kiln_\w+);$/\1/p'
} | sort >"$folder/declared"
nm -D --defined-only "$shared" | awk '{ print $3 }' | sort >"$folder/exported"
claim "the headers declare functions" test "$(wc -l <"$folder/declared")" -gt 400
claim "the shared library exports what the headers declare, and nothing else" diff "$folder/declared" "$folder/exported"

# The single file builds by one call of a compiler without flags.
"${MAKE:-make}" -s --no-print-directory single BUILD="$folder"
compilers=(gcc clang 'gcc -std=c11' 'clang -std=c17' 'gcc -O2 -march=native -Wall -Wextra -Werror'
	'clang -O2 -march=native -Wall -Wextra -Wno-unused-function -Werror')
for i in "${!compilers[@]}"
do
	# shellcheck disable=SC2086
	(cd "$folder/single" && ${compilers[i]} -c kiln.c -o $i.o) 2>"$folder/said.$i" &
done
wait
for i in "${!compilers[@]}"
do
	cc=${compilers[i]}
	command -v "${cc%% *}" >/dev/null || { echo "no ${cc%% *} here: $cc is left out"; continue; }
	claim "$cc says nothing about the single file" test ! -s "$folder/said.$i"
	head -n 5 "$folder/said.$i"
	gcc -std=c17 -I"$folder/single" $answers "$folder/single/$i.o" -lm -o "$folder/single/answers"
	answers_same "the single file by $cc" "$folder/single/answers"
done
printf '#include <kiln.h>\nint main() { return kiln_version()[0] == 0; }\n' >"$folder/use.cpp"
claim "the single header serves C++" g++ -std=c++11 -Wall -Wextra -pedantic -Werror -I"$folder/single" -fsyntax-only "$folder/use.cpp"
claims_end
