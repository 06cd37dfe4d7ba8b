#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --depfile: for any file names in the art, Make and Ninja run no command from the art, and react to every listed
# file: unchanged, changed, deleted.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
here=$scratch/work
touch_old() { touch -d '2001-01-01' -- "$@"; }
touch_new() { touch -d '2010-01-01' -- "$@"; }
not() { ! "$@"; }

# Files for Make, with the second expansion and without, and for Ninja. COOKED replaces the cook, so that the test
# controls the times.
makefiles()
{
	printf 'all: out.kiln\nout.kiln: art.obj\n\t@echo COOKED\n-include out.d\n' >Makefile
	printf '.SECONDEXPANSION:\n' | cat - Makefile >Makefile.second
	printf 'rule cook\n command = echo COOKED && touch -d 2005-01-01 out.kiln\n depfile = out.d\nbuild out.kiln: cook art.obj\n' >build.ninja
}

# make_says COOKED|nothing FILE: what Make does with the current files.
make_says()
{
	local said
	said=$(make -f "$2" 2>&1) || { echo "make $2 fails: $said"; return 1; }
	case $1:$said in
	COOKED:*COOKED* | nothing:*"Nothing to be done"*) return 0 ;;
	esac
	echo "make $2 says, not $1: $said"
	return 1
}

ninja_says()
{
	local said
	cp listed.d out.d
	said=$(ninja 2>&1) || { echo "ninja fails: $said"; return 1; }
	case $1:$said in
	COOKED:*COOKED* | nothing:*"no work to do"*) return 0 ;;
	esac
	echo "ninja says, not $1: $said"
	return 1
}

# safe NAME: art with NAME as its material library cooks; see above. The name may be left out, with a warning.
safe()
{
	local name=$1 listed=yes ninja=yes file
	rm -rf "$here"
	mkdir "$here"
	cd "$here" || return 1
	printf 'newmtl oak\nKd 1 0 0\n' >"./$name"
	printf 'mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl oak\nf 1 2 3\n' "$name" >art.obj
	"$cook" -q art.obj -o out.kiln --depfile out.d 2>messages || { cat messages; return 1; }
	if grep -q 'leaves out' messages
	then
		listed=no
		left_out=$((left_out + 1))
	elif [ "$(grep -c '^  ' out.d)" != 2 ]
	then
		echo "the file was not read"
		return 1
	fi
	grep -q 'Ninja cannot' messages && ninja=no
	[ $listed$ninja = yesyes ] && both=$((both + 1))
	cp out.d listed.d
	makefiles
	for file in Makefile Makefile.second
	do
		printf 'newmtl oak\n' >"./$name"
		touch_old "./$name" art.obj
		touch -d '2005-01-01' out.kiln
		make_says nothing $file || return 1
		[ $listed = yes ] || continue
		touch_new "./$name"
		make_says COOKED $file || return 1
		rm "./$name"
		make_says COOKED $file || return 1
	done
	if command -v ninja >/dev/null
	then
		printf 'newmtl oak\n' >"./$name"
		touch_old "./$name" art.obj
		ninja_says COOKED || return 1
		[ $ninja = no ] || ninja_says nothing || return 1
		if [ $listed = yes ]
		then
			touch_new "./$name"
			ninja_says COOKED || return 1
			rm "./$name"
			ninja_says COOKED || return 1
		fi
	fi
	[ -z "$(find "$here" -name 'HERE*')" ] || { echo "a command ran"; return 1; }
}

# Names that a shell, Make or Ninja could misread, and names of each single character. Make has its own meaning for names
# without an extension, so each of these gets one.
names=(
	plain 'two words' 'a;touch HERE;' 'a;touch$IFS"HERE";exit;' ';touch HERE;' 'a ;touch HERE;' 'a\;touch HERE;'
	'a$(shell touch HERE)' 'a$$(shell touch HERE)' '$(shell touch HERE)' '${shell touch HERE}' 'a$(info x)' '$@' '$' '$$'
	'a$$$$(shell touch HERE)' '$(eval x:;touch HERE)' '`touch HERE`' 'a`touch HERE`' 'a|touch HERE;' 'a&touch HERE&' 'a&&touch HERE;'
	'a=b' 'a:=b' 'a!=touch HERE;' 'SHELL=touch HERE;' 'x=$(shell touch HERE)' '=a' 'a=' 'a+=b' 'MAKEFLAGS=-n'
	'100%' '%' '%.obj' 'a%b%c' 'a#b' '#a' 'a#' 'a\#b' 'a:b' ':a' 'a:' 'a::b' 'a: b' 'a :b' 'a b:c' '-a' '--a' '-include x' '-'
	include 'include x' 'sinclude x' '-include' 'define x' define endef export 'export x' 'override x' private 'undefine x' vpath
	else endif 'ifdef x' 'ifeq (a,b)' 'load x' 'unexport'
	'~root' '~' '~nobody' 'a~b' 'a*b' '*' 'a?b' '?' 'a[bc]d' '[a-z]' 'a]b' 'a\*b' '{a,b}' 'a{b}' '"a"' "'a'" "it's" 'a"b c"d'
	'lib(member)' 'a(b' '(a' 'a)' 'a\b' 'a\\b' 'a\ b' 'a\' 'a b\' 'a,b' 'a@b' '@a' '+a' 'a^b' 'a<b' 'a>b' 'a<b>c' '!a'
	$'tab\tname' $'bell\a' $'del\x7f' $'\x01' $'\xff\xfe' $'\xc3\xa9t\xc3\xa9' $'c1\xc2\x9b' $'bidi\xe2\x80\xae' 'a  b' FORCE '.hidden'
	'subninja x' 'rule x' 'build a: phony' 'depfile = x' pool 'a$:b' 'a$ b' "$(printf 'n%.0s' {1..200})"
)
for i in "${!names[@]}"
do
	names[i]+=.mtl
done
names+=(.SILENT .IGNORE .ONESHELL .DEFAULT .POSIX .PHONY .SECONDEXPANSION .EXPORT_ALL_VARIABLES .NOTPARALLEL .c.o .obj .hidden
	'a.mtl;touch HERE' 'a.mtl:' 'a.mtl&' 'a.mtl)' 'lib(member.o)' all clean art out.c x.o x.dvi touch ';touch HERE' '$(shell touch HERE)')
left_out=0
both=0
tried=0
for name in "${names[@]}"
do
	case $name in
	*/*) continue ;;
	esac
	tried=$((tried + 1))
	claim "a material library named $(printf %q "$name")" safe "$name"
done
cd "$scratch" || exit 3
claim "more than a hundred names" test $tried -gt 100
claim "most are listed" test $left_out -lt $((tried / 2))
claim "a good part is not" test $left_out -gt 30
claim "many work in both" test $both -gt 45

# Files that come with the art, from which Make's built-in rules would make other files.
mkdir "$scratch/made"
cd "$scratch/made" || exit 3
for name in tool tool.o tool.info
do
	printf 'newmtl oak\n' >$name
	printf 'mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' $name >art.obj
	printf 'touch HERE\n' >tool.sh
	printf 'no C\n' >tool.c
	printf 'no Texinfo\n' >tool.texi
	touch_old $name
	"$cook" -q art.obj -o out.kiln --depfile out.d 2>/dev/null
	printf 'clean:\n\ttouch HERE\nout.kiln: art.obj\n\t@echo COOKED\n-include out.d\n' >Makefile
	claim "$name is not made" make -s out.kiln
	claim "$name is as it was" grep -q newmtl $name
done
claim "no rule ran" test ! -e HERE
cd "$scratch" || exit 3

# Outputs: a name that Make can't read has no depfile, and nothing is cooked.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$scratch/art.obj"
for name in 'a=b' 'a;touch HERE' 'a%b' 'a|b' '~a' 'a:' $'a\nb' $'a\tb' 'a)' 'a&'
do
	rm -f "$scratch/out.d"
	claim "an output named $(printf %q "$name") has no depfile" exits 2 "$cook" -q art.obj -o "$name" --depfile out.d
	claim "it is said why" says "Make would read a name with"
	claim "nothing is written" test ! -e "$name" -a ! -e out.d
	claim "without a depfile it cooks" exits 0 "$cook" -q art.obj -o "$name"
done
# out_works NAME: Make finds the rule of an output; Ninja too.
out_works()
{
	rm -rf "$here"
	mkdir "$here"
	cd "$here" || return 1
	cp "$scratch/art.obj" .
	printf 'newmtl oak\n' >side.mtl
	{ echo 'mtllib side.mtl'; cat "$scratch/art.obj"; } >art.obj
	"$cook" -q art.obj -o "$1" --depfile out.d 2>messages || return 1
	# The target as written in the depfile.
	printf 'all:\ninclude out.d\nall: %s\n%s:\n\t@echo COOKED\n' "$2" "$2" >Makefile
	touch_old side.mtl art.obj
	touch -d '2005-01-01' "./$1"
	make_says nothing Makefile || return 1
	touch_new side.mtl
	make_says COOKED Makefile
}
claim "an output with a blank" out_works 'two words' 'two\ words'
claim "an output with a dollar" out_works 'a$b' 'a$$b'
claim "an output with a hash" out_works 'a#b' 'a\#b'
claim "an output with a colon" out_works 'a:b' 'a\:b'
claim "an output with a wildcard" out_works 'a*b' 'a\*b'
cd "$scratch" || exit 3

# Inputs and recipes follow the same rule.
cp art.obj 'in;touch HERE.obj'
claim "an input that Make can't read cooks" exits 0 "$cook" -q 'in;touch HERE.obj' -o out.kiln --depfile out.d
claim "it is left out" says "[depfile-name]"
claim "nothing of it is in the depfile" not grep -q HERE out.d
printf -- '--scale 2\n' >'r$(shell touch HERE)'
claim "a recipe with an odd name" exits 0 "$cook" -q art.obj -o out.kiln --depfile out.d '@r$(shell touch HERE)'
claim "is left out too" not grep -q HERE out.d

# An asset whose bytes stay the same keeps its time, and what depends on it is not built again.
kept="$scratch/kept"
mkdir "$kept"
cd "$kept" || exit 3
cp "$scratch/art.obj" .
is_of() { test "$(date -r "$2" +%Y)" = "$1"; }
claim "an asset for the first time" exits 0 "$cook" -q art.obj -o out.kiln --depfile out.d --report out.json
touch_old out.kiln out.d out.json
claim "the same asset once more" exits 0 "$cook" -q art.obj -o out.kiln --depfile out.d --report out.json
claim "it keeps its time" is_of 2001 out.kiln
claim "so does the depfile" is_of 2001 out.d
claim "the report, which has other times in it, is written" not is_of 2001 out.json
echo '--weld 0' >same.recipe
claim "the same asset by a recipe" exits 0 "$cook" -q art.obj -o out.kiln --depfile out.d @same.recipe
claim "has another depfile" grep -q same.recipe out.d
rm same.recipe
touch_old out.kiln
claim "in one process, too" exits 0 "$cook" -q art.obj -o out.kiln --no-isolation
claim "it keeps its time then" is_of 2001 out.kiln
claim "nothing else is left" test "$(ls | tr '\n' ' ')" = "art.obj out.d out.json out.kiln "
claim "--touch cooks" exits 0 "$cook" -q art.obj -o out.kiln --touch
claim "it gives the asset the present time" not is_of 2001 out.kiln
touch_old out.kiln
claim "other options cook" exits 0 "$cook" -q art.obj -o out.kiln --scale 2
claim "another asset has another time" not is_of 2001 out.kiln
printf x >>out.kiln
claim "a damaged asset cooks" exits 0 "$cook" -q art.obj -o out.kiln --scale 2
claim "a longer file was not taken for it" exits 0 "$build/kiln-dump" --verify out.kiln
size=$(stat -c %s out.kiln)
printf 'x' | dd of=out.kiln bs=1 seek=$((size - 1)) conv=notrunc status=none
claim "one that differs in its last byte cooks" exits 0 "$cook" -q art.obj -o out.kiln --scale 2
claim "it was not taken for the asset either" exits 0 "$build/kiln-dump" --verify out.kiln

touch_new art.obj
touch_old out.kiln
printf 'user: out.kiln\n\techo USED; touch user\nout.kiln: art.obj\n\t%s -q art.obj -o out.kiln --scale 2 --depfile out.d --touch && echo COOKED\n-include out.d\n' "$cook" >Makefile
claim "Make cooks changed art" make_says COOKED Makefile
claim "and once only, by --touch" not make_says COOKED Makefile
if command -v ninja >/dev/null
then
	printf 'rule cook\n command = %s -q art.obj -o out.kiln --scale 2 --depfile out.d && echo COOKED\n depfile = out.d\n restat = 1\nrule use\n command = echo USED; touch user\nbuild out.kiln: cook art.obj\nbuild user: use out.kiln\n' "$cook" >build.ninja
	claim "Ninja builds all" exits 0 ninja
	sleep 0.01
	touch art.obj
	claim "Ninja cooks art with a later time" exits 0 ninja
	claim "it did cook" shows COOKED
	claim "it did not build what depends on the same bytes" not shows USED
	claim "and has nothing to do then" exits 0 ninja
	claim "it says so" shows "no work to do"
fi

claims_end
