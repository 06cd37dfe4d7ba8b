#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian or Ubuntu packages that are missing, and says so; silent when nothing is missing.
#   tools/setup.sh build|demo|test|test-all|wasm|view|bench|fuzz
set -eu

need=

# want PACKAGE COMMAND...: PACKAGE is needed unless COMMAND succeeds.
want()
{
	package=$1
	shift
	"$@" >/dev/null 2>&1 || need="$need $package"
}

has()
{
	command -v "$1"
}

# Links an empty libFuzzer target: the libraries behind -fsanitize come in a package of their own.
clang_sanitizes()
{
	probe=$(mktemp)
	echo 'int LLVMFuzzerTestOneInput(const char *d, long n); int LLVMFuzzerTestOneInput(const char *d, long n) { return d == 0 && n; }' |
		clang -x c -fsanitize=fuzzer,address,undefined -o "$probe" -
	status=$?
	rm -f "$probe"
	return $status
}

for_build()
{
	want build-essential sh -c 'command -v gcc && command -v g++ && command -v make && command -v ar'
	want pkg-config has pkg-config
	want libassimp-dev pkg-config --exists assimp
	want zlib1g-dev pkg-config --exists zlib
	want libpng-dev pkg-config --exists libpng
	want libtiff-dev pkg-config --exists 'libtiff-4 >= 4.5'
	want libopenexr-dev sh -c 'pkg-config --libs OpenEXR | grep -q OpenEXRCore'
	want libxxhash-dev pkg-config --exists libxxhash
	want libzstd-dev pkg-config --exists libzstd
	want libjansson-dev pkg-config --exists jansson
	want libmeshoptimizer-dev sh -c 'echo "#include <meshoptimizer.h>" | gcc -x c -fsyntax-only -'
}

for_clang()
{
	want clang has clang
	want clang-runtime clang_sanitizes
}

# The package of clang's runtime carries clang's version in its name.
clang_runtime()
{
	version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
	echo "libclang-rt-$version-dev"
}

# The tests compare primitives with numbers of this library.
for_gmp()
{
	want libgmp-dev sh -c 'echo "#include <gmp.h>" | gcc -x c -fsyntax-only -'
}

for_models()
{
	want assimp-testmodels test -d /usr/share/assimp/models
}

for_test()
{
	want ccache has ccache
	want libcmocka-dev pkg-config --exists cmocka
	want ninja-build has ninja
	want groff-base has groff
	want mandoc has mandoc
	want zsh has zsh
	for_clang
	for_gmp
	for_models
}

# cross MACHINE ARCHITECTURE: a compiler and a C library for another machine.
cross()
{
	[ "$(uname -m)" != "${1%%-*}" ] || return 0
	want "gcc-$1" has "$1-gcc"
	want "libc6-dev-$2-cross" test -d "/usr/$1/include"
}

# The runtime in WebAssembly: compiler, linker, and an engine that runs it.
for_wasm()
{
	want clang has clang
	want lld has wasm-ld
	want nodejs has node
	want wasi-libc test -e /usr/lib/wasm32-wasi/libc.a
	want binaryen has wasm-opt
}

# The page of kiln-view.
for_view()
{
	for_wasm
	want npm has npm
}

# A browser that tests can drive.
for_browser()
{
	want chromium has chromium
}

# Other compilers, machines (emulated) and systems.
for_machines()
{
	cross aarch64-linux-gnu arm64
	cross arm-linux-gnueabihf armhf
	cross riscv64-linux-gnu riscv64
	cross i686-linux-gnu i386
	cross s390x-linux-gnu s390x
	want qemu-user has qemu-aarch64
	want musl-tools has musl-gcc
	want gcc-mingw-w64-x86-64 has x86_64-w64-mingw32-gcc
	want wine64 sh -c 'command -v wine64 || test -x /usr/lib/wine/wine64'
	want valgrind has valgrind
	want cmake has cmake
	want python3 has python3
}

# A cluster on the loopback.
for_farm()
{
	want slurm-wlm sh -c 'PATH=$PATH:/usr/sbin; command -v slurmctld && command -v slurmd && command -v sbatch'
	want munge sh -c 'PATH=$PATH:/usr/sbin; command -v munged'
}

for_bench()
{
	want libembree-dev sh -c 'echo "#include <embree3/rtcore.h>" | g++ -x c++ -fsyntax-only -'
	want libbullet-dev pkg-config --exists bullet
	want libqhull-dev sh -c 'echo "#include <libqhull_r/libqhull_r.h>" | g++ -x c++ -fsyntax-only -'
	want libfcl-dev sh -c 'echo "#include <fcl/config.h>" | g++ -x c++ -fsyntax-only -'
	want libccd-dev sh -c 'echo "#include <ccd/ccd.h>" | g++ -x c++ -fsyntax-only -'
	want libcgal-dev sh -c 'echo "#include <CGAL/version.h>" | g++ -x c++ -fsyntax-only -'
	want valgrind has valgrind
	want libode-dev sh -c 'echo "#include <ode/ode.h>" | g++ -x c++ -fsyntax-only -'
}

[ "${1:-build}" = wasm ] || [ "${1:-build}" = view ] || for_build
case ${1:-build} in
build) ;;
demo) for_models ;;
test) for_test ;;
test-all)
	for_test
	for_machines
	for_view
	for_browser
	for_farm
	;;
wasm) for_wasm ;;
view) for_view ;;
bench) for_bench ;;
fuzz)
	want ccache has ccache
	want libcmocka-dev pkg-config --exists cmocka
	for_gmp
	for_clang
	;;
*)
	echo "usage: tools/setup.sh build|demo|test|test-all|wasm|view|bench|fuzz" >&2
	exit 2
	;;
esac

[ -n "$need" ] || exit 0

if ! has apt-get >/dev/null
then
	echo "setup: not a Debian system; please install what these packages hold:$need" >&2
	exit 0
fi

root=
if [ "$(id -u)" != 0 ]
then
	root=sudo
	if ! has sudo >/dev/null
	then
		echo "setup: neither root nor sudo; please install:$need" >&2
		exit 0
	fi
fi

echo "setup: installing$need"
$root apt-get update -qq
# Leaves out packages that this release of the system does not have; the Makefile and the tests report what they skip.
found=
for package in $need
do
	[ "$package" != clang-runtime ] || package=$(clang_runtime)
	if apt-cache show "$package" >/dev/null 2>&1
	then
		found="$found $package"
	else
		echo "setup: no package $package here, going on without"
	fi
done
# shellcheck disable=SC2086
[ -z "$found" ] || $root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $found >/dev/null
