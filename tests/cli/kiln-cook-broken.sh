#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook on files that can't be cooked, read or written: one line, the right exit code, no files left behind, existing
# files unchanged.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
folder=$scratch/folder
mkdir "$folder"
out=$folder/out.kiln
art=$scratch/tri.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$art"

empty() { [ -z "$(ls -A "$folder")" ] || { ls -A "$folder"; return 1; }; }
quiet() { [ ! -s "$scratch/stdout" ] || { echo "stdout is not empty"; return 1; }; }
lines() { [ "$(wc -l <"$scratch/stderr")" = "$1" ] || { cat "$scratch/stderr"; return 1; }; }

# fails TEXT EXIT CODE WORD...: runs twice, with and without an older output, which must stay.
fails()
{
	local text=$1 status=$2 code=$3
	shift 3
	claim "$text: exit code $status" exits "$status" "$cook" "$@" -o "$out" --depfile "$folder/d" --report "$folder/r"
	claim "$text: [$code]" says "[$code]"
	claim "$text: the error is one line" test "$(grep -c ' error: ' "$scratch/stderr")" = 1
	claim "$text: stdout is empty" quiet
	claim "$text: nothing is left" empty
	echo older >"$out"
	claim "$text, over an older output" exits "$status" "$cook" "$@" -o "$out" --depfile "$folder/d"
	claim "$text: the older output is untouched" test "$(cat "$out")" = older
	rm "$out"
	claim "$text: nothing else is left" empty
}

# Input.
fails "a missing file" 3 import-unreadable "$scratch/missing.obj"
fails "a folder" 3 import-unreadable "$scratch"
fails "a device" 3 import-unreadable /dev/zero
fails "a path under a file" 3 import-unreadable "$art/below.obj"
fails "a path without a name" 3 import-unreadable ""
mkfifo "$scratch/pipe.obj"
fails "a pipe" 3 import-unreadable "$scratch/pipe.obj"
ln -s loop "$scratch/loop"
fails "a link to itself" 3 import-unreadable "$scratch/loop"
if [ -e /proc/self/mem ]
then
	fails "a file that can't be read" 3 import-unreadable /proc/self/mem
fi
: >"$scratch/empty.obj"
fails "no bytes" 1 import-empty "$scratch/empty.obj"
printf 'what is this' >"$scratch/text.nothing"
fails "an unknown format" 1 import-format "$scratch/text.nothing"
claim "an unknown format: named" exits 1 "$cook" "$scratch/text.nothing" -o "$out"
claim "an unknown format: why" says 'no reader has the suffix .nothing, and none knows the bytes [import-format]'
cp "$scratch/text.nothing" "$scratch/text"
claim "no suffix: named" exits 1 "$cook" "$scratch/text" -o "$out"
claim "no suffix: why" says 'the name has no suffix, and none knows the bytes'
printf 'glTF\1\0\0\0\24\0\0\0\0\0\0\0\0\0\0\0' >"$scratch/old.glb"
claim "an old version: named" exits 1 "$cook" "$scratch/old.glb" -o "$out"
claim "an old version: why" says 'no reader of .glb knows the bytes: they may be of another version of the format'
printf '\211KLN\r\n\032\n and more' >"$scratch/cooked.obj"
claim "a cooked asset: named" exits 1 "$cook" "$scratch/cooked.obj" -o "$out"
claim "a cooked asset: why" says 'the file is cooked already, it is no art [import-format]'
head -c 3000 /dev/urandom >"$scratch/noise.fbx"
fails "noise" 1 import-failed "$scratch/noise.fbx"
printf 'v 0 0 0\nv 1 0 0\nl 1 2\np 1\np 2\n' >"$scratch/lines.obj"
fails "points and lines" 1 cook-empty "$scratch/lines.obj"
claim "points and lines: named" exits 1 "$cook" "$scratch/lines.obj" -o "$out"
claim "points and lines: counted" says "nothing to cook: only 2 points, 1 line [cook-empty]"
claim "points and lines: of the mesh" says "no triangle is left: only 2 points, 1 line [mesh-empty]"
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\n' >"$scratch/flat.obj"
fails "no area" 1 cook-empty "$scratch/flat.obj"
printf 'v nan 0 0\nv 1 0 0\nv 2 1e39 0\nv 0 1 0\nf 1 2 4\nf 2 3 4\n' >"$scratch/nan.obj"
fails "no numbers" 1 cook-empty "$scratch/nan.obj"

# A memory bomb: the header declares a billion vertices.
printf 'OFF\n1000000000 1000000000 0\n0 0 0\n' >"$scratch/bomb.off"
model=/usr/share/assimp/models/invalid/OutOfMemory.off
fails "a memory bomb" 1 import-failed "$scratch/bomb.off"
[ ! -e $model ] || fails "assimp's own bomb" 1 import-failed $model

# Limits.
big=$scratch/big.obj
awk 'BEGIN { for (i = 0; i < 400000; ++i) print "v", i % 631, i % 641, i % 643; for (i = 3; i < 400000; ++i) print "f", i - 2, i - 1, i }' >"$big"
if limits_memory
then
	fails "no memory" 1 memory-limit "$big" --memory-limit 16
	claim "no memory is named in the full report too" exits 1 "$cook" -v "$big" --memory-limit 16 -o "$out"
	claim "by its code" says "[memory-limit]"
fi
fails "no time" 1 time-limit "$big" --time-limit 0.05
fails "no time, in process" 1 time-limit "$big" --time-limit 0.05 --no-isolation

# Output.
unwritable()
{
	claim "$1: exit code 3" exits 3 "$cook" "$art" "${@:2}"
	claim "$1: [output]" says "[output]"
	claim "$1: one line" lines 1
	claim "$1: nothing is left" empty
}
unwritable "a folder that is missing" -o "$folder/missing/out.kiln"
unwritable "a folder as output" -o "$folder"
unwritable "a path that ends in a slash" -o "$folder/out/"
unwritable "no name" -o ""
unwritable "a path under a file" -o "$art/out.kiln"
unwritable "a name that is too long" -o "$folder/$(printf '%0300d' 0)"
unwritable "a depfile in a folder that is missing" -o "$out" --depfile "$folder/missing/d"
unwritable "a report that is a folder" -o "$out" --report "$scratch"
if [ -e /proc/version ]
then
	unwritable "a folder that takes no files" -o /proc/out.kiln
fi
if [ -c /dev/full ]
then
	unwritable "a full device" -o /dev/full
	claim "a full device: why" says "No space left"
	unwritable "a full device for the report" -o "$out" --report /dev/full
	unwritable "a full device for the depfile" -o "$out" --depfile /dev/full
fi
claim "/dev/null is fine" exits 0 "$cook" -q "$art" -o /dev/null --report /dev/null
claim "and still a device" test -c /dev/null
cat >"$scratch/limited.sh" <<'SH'
ulimit -f 1
"$1" -q "$2" -o "$3" --depfile "$3.d" --no-warn=clean-dropped
SH
claim "a file size limit: exit code 3" exits 3 bash "$scratch/limited.sh" "$cook" "$big" "$out"
claim "a file size limit: why" says "File too large"
claim "a file size limit: one line" lines 1
claim "a file size limit: nothing is left" empty
ln -s "$scratch/target" "$folder/link"
claim "a dangling link as output" exits 0 "$cook" -q "$art" -o "$folder/link"
claim "becomes the file" test -f "$folder/link"
rm "$folder/link"

# Signals stop the cook in the middle, in either kind of process.
# (A shell without job control starts background jobs with SIGINT and SIGQUIT ignored, and kiln-cook keeps them ignored.)
# has_begun PID: the process has opened its output, which has no name yet, or a temporary one.
has_begun()
{
	compgen -G "$folder/.kiln-*.tmp" >"$scratch/stdout" || find "/proc/$1/fd" -lname "$folder/*" 2>/dev/null | grep -q .
}
for signal in TERM HUP
do
	for mode in "" --no-isolation
	do
		echo older >"$out"
		"$cook" "$big" -o "$out" --report "$folder/r" --depfile "$folder/d" $mode 2>"$scratch/stderr" &
		pid=$!
		for ((i = 0; i < 400; i++))
		do
			has_begun $pid && break
			sleep 0.005
		done
		kill -$signal $pid
		wait $pid 2>/dev/null
		status=$?
		if [ $status = 0 ]
		then
			echo "SIG$signal came too late"
			rm -f "$folder"/*
			continue
		fi
		claim "SIG$signal $mode ends it by the signal" test $status = $((128 + $(kill -l $signal)))
		claim "SIG$signal $mode is said" says "[interrupted]"
		claim "SIG$signal $mode: the older output is untouched" test "$(cat "$out")" = older
		rm "$out"
		claim "SIG$signal $mode: nothing is left" empty
	done
done

# The child dies with its parent.
"$cook" "$big" -o "$out" 2>/dev/null &
pid=$!
sleep 0.05
child=$(tr -d ' ' 2>/dev/null </proc/$pid/task/$pid/children)
kill -KILL $pid 2>/dev/null
wait $pid 2>/dev/null
if [ -n "$child" ]
then
	sleep 0.2
	gone() { ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
	claim "the child dies with its parent" gone "$child"
fi
case $(stat -f -c %T "$folder") in
ext2/ext3 | xfs | btrfs | tmpfs)
	[ ! -e /proc/self/fd ] || claim "nothing is left of it: files have no name yet" empty ;;
esac
rm -rf "$folder" && mkdir "$folder"

# Many messages of one kind are counted, not printed.
awk 'BEGIN { print "v 0 0 0\nv 1 0 0\nv 0 1 0\no good\nf 1 2 3"; for (i = 0; i < 30; ++i) printf "o bad%d\nf 1 1 2\n", i }' >"$scratch/many.obj"
claim "many broken objects cook" exits 0 "$cook" "$scratch/many.obj" -o "$out"
claim "their warnings end" says "20 more like this [mesh-empty]"
claim "after ten" lines 12

claims_end
