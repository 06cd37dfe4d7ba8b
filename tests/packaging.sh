#!/bin/bash
# SPDX-License-Identifier: MIT
# Projects of others use Kiln: a game in C++ by CMake, from Kiln's sources and from an installed package, by Ninja and by Make,
# and a shared plugin. Each links, runs, and answers the same bits; each cooks again when a file that the art reads changes.
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

# same WHAT COMMAND...: the command prints what the static library answered.
same()
{
	local what=$1
	shift
	claim "$what answers the same" test "$("$@" 2>&1)" = "$expected"
}

# project NAME GENERATOR OPTION...: the sample project, built out of the tree.
project()
{
	local name=$1 generator=$2
	shift 2
	if ! cmake -S "$root/samples/cmake" -B "$folder/$name" -G "$generator" -DCMAKE_BUILD_TYPE=Release \
		-DART="$folder/art/crate.obj" "$@" >"$folder/$name.log" 2>&1 ||
		! cmake --build "$folder/$name" -j "$(nproc)" >>"$folder/$name.log" 2>&1
	then
		tail -n 30 "$folder/$name.log"
		claim "$name builds" false
		return
	fi
	same "a C++ game, $name," "$folder/$name/game" "$folder/$name/crate.kiln"
	same "a shared plugin, $name," "$folder/$name/host" "$folder/$name/crate.kiln"
	claim "$name exports nothing of Kiln from the plugin" test \
		"$(nm -D --defined-only "$folder/$name/libplugin.so" | grep -c 'kilni\?_')" = 0
}

project package-ninja Ninja -DCMAKE_PREFIX_PATH="$folder/root/usr"
project package-make "Unix Makefiles" -DCMAKE_PREFIX_PATH="$folder/root/usr"
project sources-ninja Ninja -DKILN_SOURCES="$root" -DKILN_COOK="$build/kiln-cook"

# What the art reads is what the asset depends on.
for name in package-ninja package-make
do
	sleep 1
	echo "# touched" >>"$folder/art/crate.mtl"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	claim "$name cooks again when the material library changes" grep -q Cooking "$folder/again.log"
	cmake --build "$folder/$name" >"$folder/again.log" 2>&1
	[ "$name" != package-ninja ] || claim "$name then has nothing to do" grep -q "no work to do" "$folder/again.log"
done

cc="gcc $(PKG_CONFIG_LIBDIR=$folder/root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$folder/root pkg-config --cflags --libs kiln)"
# shellcheck disable=SC2086
gcc -std=c17 "$folder/game.c" -o "$folder/by-pkg-config" ${cc#gcc}
same "pkg-config" "$folder/by-pkg-config" "$folder/crate.kiln"
claims_end
