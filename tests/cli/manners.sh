#!/bin/bash
# SPDX-License-Identifier: MIT
# What scripts, build systems, terminals and editors expect of every command.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
pack=$build/kiln-pack
make_samples
cd "$scratch" || exit 3
esc=$(printf '\033')
unset NO_COLOR KILN_COLOR

# ends_well COMMAND...: the command ends with 0 and without a word when its reader closes the pipe.
ends_well()
{
	local status
	"$@" 2>stderr | head -n 1 >stdout
	status=${PIPESTATUS[0]}
	[ "$status" = 0 ] && [ ! -s stderr ] || { echo "exit code $status: $*"; head -n 3 stderr; return 1; }
}
"$pack" create -o all.kpack crate.kiln terrain.kiln yard.kiln 2>stderr
for ((i = 0; i < 20000; i++))
do
	echo 'ray -4 10 0.25 0 -1 0'
done >rays
for command in kiln-cook kiln-dump kiln-query kiln-view kiln-pack kiln-batch
do
	[ -x "$build/$command" ] || continue
	for options in --help --help=man --help=bash --help=zsh
	do
		claim "$command $options | head ends with 0" ends_well "$build/$command" $options
	done
	claim "$command --version --json" exits 0 "$build/$command" --version --json
	claim "$command: is JSON" "$json_check" <stdout
	claim "$command: an unknown option" exits 2 "$build/$command" --verison
	claim "$command: gets the nearest" says "the nearest is --version"
	claim "$command: a wrong format of the page" exits 2 "$build/$command" --help=mna
	claim "$command: gets all" says "the words are man bash zsh"

	# Colours.
	claim "$command: no colour into a file" exits 2 "$build/$command" --verison
	claim "$command: none" test "$(grep -c "$esc" stderr)" = 0
	claim "$command --color always" exits 2 "$build/$command" --color always --verison
	claim "$command --color always: red" says "$esc[1;31m error: $esc[0m"
	claim "$command --color=always beats NO_COLOR" exits 2 env NO_COLOR=1 "$build/$command" --color=always --verison
	claim "$command --color=always: red" says "$esc[1;31m error: "
	claim "$command --color never" exits 2 env KILN_COLOR=always "$build/$command" --color never --verison
	claim "$command --color never: none" test "$(grep -c "$esc" stderr)" = 0
	claim "$command --color with a wrong word" exits 2 "$build/$command" --color sometimes
	claim "$command --color: all words" says "--color does not know 'sometimes'; the words are auto always never"
	claim "$command --color without a word" exits 2 "$build/$command" --color
	claim "$command --color: takes one" says "--color takes a value"
	if script -qec true /dev/null >stdout 2>&1
	then
		TERM=xterm script -qec "$build/$command --verison" /dev/null >stdout 2>&1 </dev/null
		claim "$command: colour on a terminal" shows "$esc[1;31m error: "
		TERM=xterm NO_COLOR=1 script -qec "$build/$command --verison" /dev/null >stdout 2>&1 </dev/null
		claim "$command: none with NO_COLOR" test "$(grep -c "$esc" stdout)" = 0
		TERM=dumb script -qec "$build/$command --verison" /dev/null >stdout 2>&1 </dev/null
		claim "$command: none on a dumb terminal" test "$(grep -c "$esc" stdout)" = 0
	fi
done
claim "kiln-dump --json | head ends with 0" ends_well "$dump" terrain.kiln --json
claim "kiln-dump --obj - | head ends with 0" ends_well "$dump" terrain.kiln
claim "kiln-cook --survey | head ends with 0" ends_well "$cook" --survey art/terrain.obj
claim "kiln-cook --explain | head ends with 0" ends_well "$cook" --explain art/yard.gltf
claim "kiln-pack list | head ends with 0" ends_well "$pack" list all.kpack
ends_query() { ends_well "$query" crate.kiln <rays; }
claim "kiln-query | head ends with 0" ends_query
[ ! -c /dev/full ] || { to_full() { "$@" >/dev/full; }
	claim "a full device is an error" exits 3 to_full "$cook" --help; }

# Spellings.
claim "-oFILE and -j2" exits 0 "$cook" -q art/crate.obj -oother.kiln -j2
claim "make the same asset" cmp -s other.kiln crate.kiln
claim "-o - writes to standard output" exits 0 "$cook" -q art/crate.obj -o -
claim "the same bytes" cmp -s stdout crate.kiln
from_pipe() { cat crate.kiln | "$@"; }
claim "kiln-dump - reads a pipe" exits 0 from_pipe "$dump" -
claim "kiln-query from a pipe of queries" exits 0 "$query" crate.kiln <rays
claim "kiln-pack create -o -" exits 0 "$pack" create -o - crate.kiln terrain.kiln yard.kiln
claim "writes the same pack" cmp -s stdout all.kpack
to_pipe() { "$pack" create -o - crate.kiln terrain.kiln yard.kiln --zstd | cat; return "${PIPESTATUS[0]}"; }
claim "and a compressed one into a pipe" exits 0 to_pipe
cp stdout piped.kpack
claim "as into a file" exits 0 "$pack" create -o small.kpack crate.kiln terrain.kiln yard.kiln --zstd
claim "the same" cmp -s piped.kpack small.kpack
claim "kiln-pack patch -o -" exits 0 "$pack" patch all.kpack small.kpack -o -
cp stdout piped.kpatch
apply_pipe() { "$pack" apply all.kpack - -o - <piped.kpatch; }
claim "which apply reads from a pipe, and -o -" exits 0 apply_pipe
claim "makes the pack" cmp -s stdout small.kpack
claim "kiln-pack -oFILE" exits 0 "$pack" create -otwin.kpack crate.kiln terrain.kiln yard.kiln
claim "makes the same pack" cmp -s twin.kpack all.kpack

claim "art is no pipe" exits 2 "$cook" - -o out.kiln
claim "as is said" says "art is a file, not standard input"

# Response files.
echo '-q # quiet' >more.recipe
printf -- "-o 'a pack.kpack' # a comment\n\t\"crate.kiln\" terrain.kiln\n" >words
printf 'yard.kiln' >more
claim "kiln-pack with response files" exits 0 "$pack" create @words @more
claim "makes the same pack" cmp -s 'a pack.kpack' all.kpack
printf -- '--json\ncrate.kiln' >words
claim "kiln-dump with one" exits 0 "$dump" @words
cp stdout dumped
claim "prints what it prints without" exits 0 "$dump" --json crate.kiln
claim "the same" cmp -s stdout dumped
printf 'crate.kiln' >words
claim "kiln-query with one" exits 0 "$query" @words <rays
claim "kiln-cook with one, which it calls a recipe" exits 0 "$cook" art/crate.obj -o out.kiln @more.recipe
claim "a response file that is missing" exits 3 "$dump" @nowhere
claim "is named" says "nowhere: error: cannot read the response file"
printf 'crate.kiln\n"and' >words
claim "a quote without an end" exits 2 "$dump" @words
claim "has a line" says "words:2: error: the quote does not end"
printf 'crate.kiln\0' >words
claim "a response file of bytes" exits 2 "$dump" @words
cp crate.kiln @words
claim "behind -- the word is a name" exits 0 "$dump" -- @words
printf '@words' >words
claim "in a response file, too" exits 0 "$dump" @words
rm @words

# Valid words.
claim "a wrong instruction set" exits 2 "$query" crate.kiln --isa sse3
claim "gets the nearest and all" says "--isa does not know 'sse3': the nearest is 'sse2'; the words are auto, scalar, sse2, avx2 and neon"
claim "a wrong tree in a list" exits 2 "$query" crate.kiln --tree aabb,odb
claim "gets the nearest" says "--tree does not know 'odb': the nearest is 'obb'"
claim "a wrong descent" exits 2 "$query" crate.kiln --descent larg
claim "gets the nearest" says "the nearest is 'larger'; the words are larger, "
claim "a wrong command" exits 2 "$pack" creat
claim "gets the nearest and all" says "kiln-pack does not know 'creat': the nearest is 'create'; the words are create, "
claim "a wrong shape" exits 2 "$cook" art/crate.obj -o out.kiln --shape hul
claim "gets the nearest" says "the nearest is 'hull'; the words are mesh, hull, "

# An output with the same bytes stays as it is.
"$cook" -q art/crate.obj -o crate.kiln --depfile crate.d
"$dump" crate.kiln --obj crate.obj --svg crate.svg >stdout
"$pack" patch all.kpack small.kpack -o x.kpatch
"$pack" extract all.kpack -o loose crate.kiln
touch -d '2001-02-03 04:05:06' crate.kiln crate.d crate.obj crate.svg all.kpack x.kpatch small.kpack loose/crate.kiln
cp -p crate.obj old.obj
"$cook" -q art/crate.obj -o crate.kiln --depfile crate.d
"$dump" crate.kiln --obj crate.obj --svg crate.svg >stdout
"$pack" create -o all.kpack crate.kiln terrain.kiln yard.kiln 2>stderr
"$pack" patch all.kpack small.kpack -o x.kpatch
"$pack" apply all.kpack x.kpatch -o small.kpack
"$pack" extract all.kpack -o loose crate.kiln
for file in crate.kiln crate.d crate.obj crate.svg all.kpack x.kpatch small.kpack loose/crate.kiln
do
	claim "$file is not written again" test "$(stat -c %Y $file)" = "$(stat -c %Y old.obj)"
done
"$dump" terrain.kiln --obj crate.obj >stdout
"$cook" -q art/crate.obj -o crate.kiln --depfile crate.d --touch
claim "--touch writes both of a cook" test crate.kiln -nt old.obj -a crate.d -nt old.obj
claim "another surface is" test crate.obj -nt old.obj
head -c 100 crate.svg >part.svg && mv part.svg crate.svg && touch -d '2001-02-03 04:05:06' crate.svg
"$dump" crate.kiln --svg crate.svg >stdout
claim "a file that is cut off, too" test crate.svg -nt old.obj
claim "nothing is left" test -z "$(find . -name '.kiln-*')"

# Messages that editors jump to: `file:line: severity: `.
at() { claim "$1: its line" grep -q "^$2: " stderr; }
printf 'v 0 0 0\nv 1 0 0\nv 0 1 x\nv 0 1 0\nf 1 2 4\n' >bad.obj
claim "an OBJ with a bad line" exits 0 "$cook" -q bad.obj -o out.kiln
at OBJ 'bad.obj:3: warning'
printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 x 0\n3 0 1 2\n' >bad.off
claim "an OFF with one" exits 1 "$cook" -q bad.off -o out.kiln
at OFF 'bad.off:5: error'
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 b\n' >bad.stl
claim "an STL with one" exits 1 "$cook" -q bad.stl -o out.kiln
at STL 'bad.stl:5: error'
printf 'ply\nformat ascii 1.0\nelement vertex few\n' >bad.ply
claim "a PLY with one" exits 1 "$cook" -q bad.ply -o out.kiln
at PLY 'bad.ply:3: error'
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 0 0\n0 y 0\n' >bad.ply
claim "its body with one" exits 1 "$cook" -q bad.ply -o out.kiln
at "PLY's body" 'bad.ply:10: error'
printf '{"asset":{"version":"2.0"},\n"nodes":[,]}' >bad.gltf
claim "a glTF with one" exits 1 "$cook" -q bad.gltf -o out.kiln
at glTF 'bad.gltf:2: error'
if "$cook" --version --json | grep -q assimp
then
	printf 'xof 0303txt 0032\nMesh { 3; 0;0;0;, 1;0;0;, 0;1;0;;\n1; 3;0,1,2;;\n' >bad.x
	claim "a format of assimp's with one" exits 1 "$cook" -q bad.x -o out.kiln
	at "assimp's format" 'bad.x:[34]: error'
fi
cp art/crate.obj told.obj
printf 'shape = mesh\n\n[node a]\nwald = 3\n' >told.obj.kiln
claim "a recipe with one" exits 2 "$cook" -q told.obj -o out.kiln
at recipe 'told.obj.kiln:4: error'

# Names that are no text.
name=$(printf 'a\377\033"\n.obj')
cp art/crate.obj "$name"
claim "a name of bytes" exits 0 "$cook" "$name" -o out.kiln --report out.json
claim "is shown on one line" test "$(wc -l <stderr)" = 1
claim "without its control bytes" test "$(grep -c "$esc" stderr)" = 0
claim "its report is JSON" "$json_check" <out.json
claim "the dump" exits 0 "$dump" out.kiln --json
claim "is JSON" "$json_check" <stdout

# Progress on a terminal only.
if script -qec true /dev/null >stdout 2>&1 && [ -z "$KILN_WATCHED" ]
then
	"$build/kiln-samples" large --terrain 512 >stdout
	claim "a long cook in a pipe" exits 0 "$cook" large/terrain.obj -o large.kiln --shape parts --parts-quality best
	claim "shows no progress" test "$(grep -c "$esc" stderr)" = 0
	TERM=xterm script -qec "$cook large/terrain.obj -o large.kiln --bounds best -j1" /dev/null >stdout 2>&1 </dev/null
	claim "on a terminal, a cook shows its progress or is done within two seconds" grep -qE "$esc\\[Kterrain.obj: [a-z]+ [0-9]+ %|triangles, .* 1?[0-9]{1,3} ms" stdout
	claim "and removes it" test "$(tail -n 1 stdout | grep -c '%')" = 0 -o "$(tail -n 1 stdout | grep -c "$esc\\[K.*$esc\\[K")" = 1
	TERM=xterm script -qec "$cook -q large/terrain.obj -o large.kiln -j1" /dev/null >stdout 2>&1 </dev/null
	claim "quiet means quiet" test ! -s stdout
fi

claims_end
