#!/bin/bash
# SPDX-License-Identifier: MIT
# `make install` installs a package; programs build with it through pkg-config alone, without this checkout.
set -eu
cd "$(dirname "$0")/../.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

"${MAKE:-make}" -s --no-print-directory install DESTDIR="$root" PREFIX=/opt/kiln
for file in bin/kiln-cook bin/kiln-dump bin/kiln-query bin/kiln-view bin/kiln-pack bin/kiln-batch lib/libkiln.a lib/libkilnschool.a lib/libkilncook.a lib/libkilnpack.a lib/pkgconfig/kilnpack.pc include/kilnpack.h lib/libkiln.so.1 \
	lib/pkgconfig/kiln.pc lib/pkgconfig/kiln-shared.pc include/kiln.h include/kiln/asset.h include/kiln/pack.h include/kiln_format.h include/kiln_format/blob.h include/kiln_pack_format.h include/kiln_heightfield_format.h \
	include/kilncook.h include/kilncook/survey.h share/man/man1/kiln-cook.1
do
	[ -f "$root/opt/kiln/$file" ] || { echo "not installed: $file"; exit 1; }
done

export PKG_CONFIG_LIBDIR=$root/opt/kiln/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
version=$(pkg-config --modversion kiln)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "version: $version"; exit 1; }

# The sample, compiled as C, and its headers as C++.
cp samples/cast_ray.c "$root"
read -ra flags <<<"$(pkg-config --cflags kiln)"
read -ra libs <<<"$(pkg-config --libs kiln)"
(cd "$root" && ${CC:-gcc} -std=c17 -Wall -Wextra -pedantic -Werror "${flags[@]}" cast_ray.c -o cast_ray "${libs[@]}")
printf '#include <kiln.h>\n#include <kilncook.h>\nint main() { return kiln_version()[0] == 0; }\n' >"$root/use.cpp"
(cd "$root" && ${CXX:-g++} -Wall -Wextra -Werror "${flags[@]}" use.cpp -o use "${libs[@]}" && ./use)

# The cooker's library needs other libraries from the system.
printf '#include <kilncook.h>\nint main(void) { return kilncook_stage_name(KILNCOOK_STAGE_READ)[0] == 0; }\n' >"$root/cook.c"
unset PKG_CONFIG_LIBDIR
export PKG_CONFIG_PATH=$root/opt/kiln/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags kilncook)"
read -ra libs <<<"$(pkg-config --libs kilncook)"
(cd "$root" && ${CC:-gcc} -std=c17 -Wall -Wextra -Werror "${flags[@]}" cook.c -o cook "${libs[@]}" && ./cook)

# So does the one for compressed packs.
printf '#include <kilnpack.h>\nint main(void) { return kilnpack_reader_create(NULL, NULL) == KILN_OK; }\n' >"$root/pack.c"
read -ra flags <<<"$(pkg-config --cflags kilnpack)"
read -ra libs <<<"$(pkg-config --libs kilnpack)"
(cd "$root" && ${CC:-gcc} -std=c17 -Wall -Wextra -Werror "${flags[@]}" pack.c -o pack "${libs[@]}" && ./pack)

# The program runs.
"$root/opt/kiln/bin/kiln-cook" --version
"${BUILD:-build}/kiln-samples" "$root/samples"
art=$(find "$root/samples" -name '*.obj' | LC_ALL=C sort | head -n 1)
"$root/opt/kiln/bin/kiln-cook" -q "$art" -o "$root/a.kiln"
"$root/cast_ray" "$root/a.kiln"
