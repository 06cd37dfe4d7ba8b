#!/bin/bash
# SPDX-License-Identifier: MIT
# Behaviour of every tool with files of other kinds, and with text that a terminal would display misleadingly.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
not() { ! "$@"; }
make_samples
crate=$scratch/crate.kiln
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$scratch/tri.obj"

# Every input of every tool: a pipe without a writer, a device without an end, a folder. A tool that waits is stopped.
mkfifo "$scratch/pipe"
for input in "$scratch/pipe" /dev/zero /dev/null "$scratch"
do
	for use in "$dump INPUT" "$dump --verify --json INPUT" "$query INPUT" "$query $crate INPUT" "$query --replay INPUT $crate" \
		"$cook INPUT -o $scratch/o.kiln" "$cook $scratch/tri.obj -o $scratch/o.kiln @INPUT"
	do
		# shellcheck disable=SC2086
		timeout 20 ${use//INPUT/$input} </dev/null >"$scratch/stdout" 2>"$scratch/stderr"
		status=$?
		claim "${use#"$build"/} with $input ends by itself, refused" test $status -ge 1 -a $status -le 3
		claim "it says why" grep -q ' error: ' "$scratch/stderr"
	done
done
# Bytes from a pipe are still read, and the tool does not wait after the end of its data.
claim "a pipe with a writer is read" exits 0 "$dump" <(cat "$crate")
claim "an output that is a pipe without a reader is refused" exits 3 timeout 20 "$dump" --obj "$scratch/pipe" "$crate"
claim "a cook into it too" exits 3 timeout 20 "$cook" "$scratch/tri.obj" -o "$scratch/pipe"
claim "a copy on a device" exits 0 "$dump" --obj /dev/null "$crate"

# Text. Controls of two bytes (U+009B begins a terminal command), of one byte, and those that reverse text.
evil=$'e\xc2\x9b31m\xe2\x80\xaexe.lp\xe2\x81\xa6\xd8\x9c\xe2\x80\xa8\x7f'
plain='e\x9b31m\u202exe.lp\u2066\u061c\u2028\x7f'
# quiet_bytes FILE: the file holds no control characters except newline and tab, also beyond ASCII.
quiet_bytes()
{
	! LC_ALL=C grep -nP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$1" |
		cat -v | grep . || { echo "in $1"; return 1; }
}
tidy()
{
	claim "$1: messages hold no controls" quiet_bytes "$scratch/stderr"
	claim "$1: output holds no controls" quiet_bytes "$scratch/stdout"
}
printf 'mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\no %s\nusemtl %s\nf 1 2 3\nf 1 1 2\n' "$evil" "$evil" >"$scratch/$evil.obj"
claim "evil art cooks" exits 0 "$cook" -v "$scratch/$evil.obj" -o "$scratch/$evil.kiln" --report "$scratch/report"
tidy "kiln-cook -v"
claim "the path is reported" grep -qF "$plain.obj: " "$scratch/stderr"
claim "the report holds no controls" quiet_bytes "$scratch/report"
claim "the report is JSON" "$json_check" <"$scratch/report"
claim "a depfile with a name that is left out" exits 0 "$cook" -q "$scratch/$evil.obj" -o "$scratch/o.kiln" --depfile "$scratch/d"
tidy "kiln-cook --depfile"
claim "the depfile holds no controls" quiet_bytes "$scratch/d"
claim "a missing file" exits 3 "$cook" "$scratch/$evil" -o "$scratch/o.kiln"
tidy "kiln-cook without art"
claim "an unknown option" exits 2 "$cook" "--$evil"
tidy "kiln-cook with an unknown option"
claim "a dump" exits 0 "$dump" "$scratch/$evil.kiln"
tidy "kiln-dump"
claim "the name is shown" grep -qF '\u202exe.lp\u2066' "$scratch/stdout"
claim "JSON" exits 0 "$dump" --json "$scratch/$evil.kiln"
tidy "kiln-dump --json"
claim "it is JSON" "$json_check" <"$scratch/stdout"
claim "a copy as OBJ" exits 0 "$dump" --obj "$scratch/copy.obj" "$scratch/$evil.kiln"
claim "holds no controls" quiet_bytes "$scratch/copy.obj"
claim "a dump of nothing" exits 3 "$dump" "$scratch/$evil"
tidy "kiln-dump without a blob"
printf 'ray 0.2 0.2 9 0 0 -1\n%s\nray %s\n' "$evil" "$evil" >"$scratch/lines"
"$query" "$scratch/$evil.kiln" <"$scratch/lines" >"$scratch/stdout" 2>"$scratch/stderr"
tidy "kiln-query"
head -n 1 "$scratch/stdout" >"$scratch/line"
claim "its answers are JSON" "$json_check" <"$scratch/line"
claim "a query of nothing" exits 3 "$query" "$scratch/$evil" </dev/null
tidy "kiln-query without a blob"
# A blob is not trusted either: its names may hold characters that no cook writes.
cp "$scratch/crate.kiln" "$scratch/named.kiln"
at=$(LC_ALL=C grep -aboF 'crate.obj' "$scratch/named.kiln" | head -n 1 | cut -d: -f1)
claim "a blob with bytes of its own" test -n "$at"
poke "$scratch/named.kiln" "$at" c2 9b e2 80 ae 1b 5b
"$dump" "$scratch/named.kiln" >"$scratch/stdout" 2>"$scratch/stderr"
tidy "kiln-dump of such a blob"

claims_end
