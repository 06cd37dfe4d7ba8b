# SPDX-License-Identifier: MIT
# Other machines and C libraries: compiler, name, and the emulator of its programs (`here`: this machine runs them). Scripts
# source this file.
# shellcheck shell=bash disable=SC2034
machines_known=(
	"aarch64-linux-gnu-gcc aarch64 qemu-aarch64"
	"arm-linux-gnueabihf-gcc armhf qemu-arm"
	"riscv64-linux-gnu-gcc riscv64 qemu-riscv64"
	"i686-linux-gnu-gcc i686 qemu-i386"
	"s390x-linux-gnu-gcc s390x qemu-s390x"
	"musl-gcc musl here"
	"x86_64-w64-mingw32-gcc windows wine64"
)

# machine_options COMPILER: the options of make for its variant. The cookers that are run on other machines read no art with
# assimp; their objects serve here, too. One machine gets the code of a release and one code without optimisation: for the others,
# compiling takes half the time.
machine_options()
{
	case $1 in
	aarch64-*) echo ASSIMP=no ;;
	i686-*) echo ASSIMP=no CFLAGS=-O1 ;;
	*-mingw32-*) echo CFLAGS=-O0 ;;
	*) echo CFLAGS=-O1 ;;
	esac
}

# machine_targets COMPILER: what is built for it, in the folder of its variant. Three machines get the cooker: that of a release, one
# of 32 bits, and the system that is no POSIX.
machine_targets()
{
	local suffix
	suffix=$(machine_suffix "$1")
	case $1 in
	aarch64-* | i686-* | *-mingw32-*) echo libkiln.a libkilncook.a "kiln-query$suffix" "kiln-dump$suffix" ;;
	*) echo libkiln.a "kiln-query$suffix" ;;
	esac
}

# machine_variant COMPILER: the folder of its variant.
machine_variant()
{
	local lone
	[[ $(machine_options "$1") != *ASSIMP=no* ]] || lone=-lone
	echo "release$lone-$1"
}

# machine_suffix COMPILER: the suffix of its programs.
machine_suffix()
{
	[ "${1#*mingw}" = "$1" ] || echo .exe
}

# machine_runner PROGRAM: the path of an emulator, or nothing when the emulator is not installed. Debian installs wine64
# outside of PATH.
machine_runner()
{
	if [ "$1" = here ]
	then
		echo env
	else
		PATH=$PATH:/usr/lib/wine command -v "$1"
	fi
}
