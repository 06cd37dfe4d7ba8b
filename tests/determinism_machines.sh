#!/bin/bash
# SPDX-License-Identifier: MIT
# Art that Kiln reads without assimp gives the same bytes on every machine: each OBJ, PLY, STL and glTF file is cooked here, by
# a cooker for aarch64 and by one for i386, both without assimp and emulated. Their libraries are Debian's, unpacked
# below BUILD and not installed. A machine without compiler, emulator or libraries is left out.
#   tests/determinism_machines.sh [FOLDER]

cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}"
. tests/machines.bash
build=$(cd "${BUILD:-build}" && pwd) || exit 3
folder=${1:-/usr/share/assimp/models}
passed=0
failed=0

if [ "$1" = --one ]
then
	# Cooks one file on this machine and on the other one.
	file=$2
	shift 2
	out=$(mktemp -d)
	"$build/kiln-cook" -q "$file" -o "$out/here" >/dev/null 2>&1
	here=$?
	"$@" -q "$file" -o "$out/there" >/dev/null 2>&1
	there=$?
	if [ $here = $there ] && { [ $here != 0 ] || cmp -s "$out/here" "$out/there"; }
	then
		echo "same $file"
	else
		echo "FAIL: $1: $file: other bytes, or exit code $there instead of $here"
	fi
	rm -rf "$out"
	exit 0
fi

# fetch ARCHITECTURE: unpacks the libraries of another machine; apt's lists for it are kept apart from the system's.
fetch()
{
	local root=$build/foreign/$1 package
	[ ! -e "$root/done" ] || return 0
	mkdir -p "$root/apt/lists/partial" "$root/apt/archives/partial"
	local options=(-o APT::Architecture="$(dpkg --print-architecture)" -o "APT::Architectures::=$(dpkg --print-architecture)"
		-o "APT::Architectures::=$1" -o "Dir::State::lists=$root/apt/lists" -o "Dir::Cache=$root/apt")
	apt-get "${options[@]}" update -qq 2>/dev/null
	for package in libzstd-dev libzstd1 libjansson-dev libjansson4 libmeshoptimizer-dev libmeshoptimizer2d
	do
		(cd "$root/apt" && apt-get "${options[@]}" download -qq "$package:$1" 2>/dev/null &&
			dpkg -x "$package"_*.deb "$root") || return 1
	done
	touch "$root/done"
}

# machine ARCHITECTURE TRIPLET TOOLS QEMU: builds the cooker and compares.
machine()
{
	local libraries=$build/foreign/$1/usr/lib/$2 cook=$build/release-lone-$3-gcc/kiln-cook file
	if ! command -v "$3-gcc" "$4" >/dev/null || ! command -v apt-get dpkg >/dev/null || ! fetch "$1"
	then
		echo "$1: no compiler, emulator or libraries: left out"
		return
	fi
	# Links shared libraries, unlike other programs for this machine, because meshoptimizer has no static library.
	mkdir -p "$build/include"
	for file in xxhash.h jansson.h jansson_config.h meshoptimizer.h zstd.h
	do
		ln -sf "/usr/include/$file" "$build/include/"
	done
	# shellcheck disable=SC2046
	if ! "$MAKE" --no-print-directory -s -j"$(nproc)" QUIET=1 BUILD="$build" CC="$3-gcc" $(machine_options "$3-gcc") static= \
		CPPFLAGS="-isystem $build/include -DXXH_INLINE_ALL" LDFLAGS=-Wl,--allow-shlib-undefined \
		cache_libs="-L$libraries -lzstd" cook_libs="-L$libraries -ljansson -lmeshoptimizer -lpthread -lm" "$cook"
	then
		echo "FAIL: $1: no cooker"
		failed=$((failed + 1))
		return
	fi
	find "$folder" \( -iname '*.obj' -o -iname '*.ply' -o -iname '*.stl' -o -iname '*.gltf' -o -iname '*.glb' \) \
		! -path '*/glTF/*' -type f -print0 | LC_ALL=C sort -z | xargs -0 -P "$(nproc)" -I{} tests/determinism_machines.sh --one {} \
		"$4" -L "/usr/$3" -E "LD_LIBRARY_PATH=$libraries:/usr/$3/lib" "$cook" >"$build/foreign/verdicts"
	grep '^FAIL' "$build/foreign/verdicts" | LC_ALL=C sort
	passed=$((passed + $(grep -c '^same' "$build/foreign/verdicts")))
	failed=$((failed + $(grep -c '^FAIL' "$build/foreign/verdicts")))
}

machine arm64 aarch64-linux-gnu aarch64-linux-gnu qemu-aarch64
machine i386 i386-linux-gnu i686-linux-gnu qemu-i386
echo "$passed passed, $failed failed"
[ $failed = 0 ]
