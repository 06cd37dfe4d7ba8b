#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-dump on sound blobs: text, JSON, OBJ, exit codes, and output that can't be written.
. "$(dirname "$0")/claims.bash"
make_samples

for name in crate terrain yard
do
	claim "$name: the text is written" exits 0 "$dump" "$scratch/$name.kiln"
	claim "$name: it is called proved" shows "proved"
	claim "$name: --verify finds nothing" exits 0 "$dump" --verify "$scratch/$name.kiln"
	claim "$name: and says so" shows "verified"
	claim "$name: nothing is said on stderr" test ! -s "$scratch/stderr"
	claim "$name: --json is written" exits 0 "$dump" --json --verify "$scratch/$name.kiln"
	claim "$name: --json is JSON" "$json_check" <"$scratch/stdout"
	cp "$scratch/stdout" "$scratch/first"
	claim "$name: --json again" exits 0 "$dump" --json --verify "$scratch/$name.kiln"
	claim "$name: the output is the same" cmp -s "$scratch/first" "$scratch/stdout"
done

# histogram KEY FILE: sum of counts times their place, of the last such array.
histogram()
{
	sed -n "s/.*\"$1\": \[\(.*\)\].*/\1/p" "$2" | tail -n 1 | awk -F', ' '{ for (i = 1; i <= NF; i++) sum += i * $i; print sum }'
}
for name in crate terrain yard
do
	"$dump" --json "$scratch/$name.kiln" >"$scratch/stdout"
	triangles=$(sed -n 's/.*"triangles": \([0-9]*\),.*/\1/p' "$scratch/stdout" | tail -n 1)
	claim "$name: the leaves hold all triangles" test "$(histogram leaves_with_triangles "$scratch/stdout")" = "$triangles"
done

# The crate's numbers are known by heart.
"$dump" --json --verify "$scratch/crate.kiln" >"$scratch/stdout"
for fact in '"ok": true' '"triangles": 44,' '"vertices": 24,' '"edges": 66,' '"euler": 2,' '"components": 1,' \
	'"closed": true' '"manifold": true' '"wound": true' '"boundary_edges": 0' '"bounds_min": [-1, 0, -1]' \
	'"bounds_max": [1, 2, 1]' '"name": "wood"' '"name": "iron"' '"name": "felt"' '"source_name": "crate.obj"' \
	'"sides": {"convex": 52, "concave": 20, "flat": 60, "boundary": 0, "nonmanifold": 0}' '"flat_edge": 0.025'
do
	claim "crate: $fact" shows "$fact"
done

# JSON and sections add up to the file.
size=$(stat -c %s "$scratch/yard.kiln")
sum=$("$dump" --json "$scratch/yard.kiln" | awk '
	/"section_count"/ { gsub(/[^0-9]/, ""); total += 128 + 32 * $0 }
	/"kind".*"offset"/ { sub(/.*"bytes": /, ""); sub(/,.*/, ""); total += $0 }
	/"padding"/ { gsub(/[^0-9]/, ""); total += $0 }
	END { print total }')
claim "header, sections and padding make $size bytes, not $sum" test "$size" = "$sum"

# OBJ.
claim "--obj is written" exits 0 "$dump" --obj "$scratch/out.obj" "$scratch/crate.kiln"
claim "one face a triangle" test "$(grep -c '^f ' "$scratch/out.obj")" = 44
claim "no vertex twice" test "$(grep -c '^v ' "$scratch/out.obj")" = 24
claim "every material is used" test "$(grep -c '^usemtl ' "$scratch/out.obj")" = 3
claim "no temporary file is left" test -z "$(find "$scratch" -name 'out.obj.*')"
claim "the OBJ cooks" "$build/kiln-cook" -q "$scratch/out.obj" -o "$scratch/again.kiln"
"$dump" --json "$scratch/again.kiln" >"$scratch/stdout"
claim "to the same triangles" shows '"triangles": 44,'
claim "closed still" shows '"closed": true'
claim "a mirrored scene is written" exits 0 "$dump" --obj="$scratch/yard.obj" "$scratch/yard.kiln"
claim "a group a node" test "$(grep -c '^g ' "$scratch/yard.obj")" = 7
claim "all instances' triangles" test "$(grep -c '^f ' "$scratch/yard.obj")" = $((3 * 14 + 2 * 2 + 2 * 8))
"$build/kiln-cook" -q "$scratch/yard.obj" -o "$scratch/again.kiln"
"$dump" --json "$scratch/again.kiln" >"$scratch/stdout"
claim "mirrored ones keep their outside" shows '"wound": true'
echo old >"$scratch/kept.obj"
claim "an OBJ that can't be put in place is an I/O error" exits 3 "$dump" --obj "$scratch" "$scratch/crate.kiln"
claim "and so is one in no directory" exits 3 "$dump" --obj "$scratch/none/out.obj" "$scratch/crate.kiln"
claim "of a broken file, none is written" exits 1 "$dump" --obj "$scratch/kept.obj" "$scratch/art/crate.obj"
claim "what stood there is kept" test "$(cat "$scratch/kept.obj")" = old
cp "$scratch/crate.kiln" "$scratch/own.kiln"
ln -s own.kiln "$scratch/own.link"
claim "an OBJ in place of the file itself is refused" exits 2 "$dump" --obj "$scratch/./own.kiln" "$scratch/own.kiln"
claim "through a link too" exits 2 "$dump" "$scratch/own.kiln" --obj="$scratch/own.link"
claim "and the file is untouched" cmp "$scratch/own.kiln" "$scratch/crate.kiln"
claim "an OBJ that does not fit is an I/O error" exits 3 "$dump" --obj /dev/full "$scratch/crate.kiln"

# Usage.
claim "--help" exits 0 "$dump" --help
claim "--help names every option" shows "--verify"
claim "--version" exits 0 "$dump" --version
claim "the version is a number" grep -qxE 'kiln-dump [0-9]+\.[0-9]+\.[0-9]+ \(format [0-9]+\.[0-9]+\)' "$scratch/stdout"
claim "no file is a usage error" exits 2 "$dump"
claim "two files are" exits 2 "$dump" a b
claim "an unknown option is" exits 2 "$dump" --nonsense "$scratch/crate.kiln"
claim "and named" says "--nonsense"
claim "--obj without a file is" exits 2 "$dump" "$scratch/crate.kiln" --obj
claim "a missing file is an I/O error" exits 3 "$dump" "$scratch/missing.kiln"
claim "and named" says "missing.kiln: error: "
claim "a directory is an I/O error" exits 3 "$dump" "$scratch"

# Output that goes nowhere.
nowhere() { "$dump" "$scratch/crate.kiln" >&-; }
full() { "$dump" "$scratch/crate.kiln" >/dev/full; }
gone() { (sleep 1; "$dump" --json "$scratch/yard.kiln"; echo $? >"$scratch/code") | true; [ "$(cat "$scratch/code")" = 0 ] && [ ! -s "$scratch/stderr" ]; }
[ -n "$KILN_WATCHED" ] || claim "a closed standard output is an I/O error" exits 3 nowhere
claim "a full disk is" exits 3 full
claim "a reader that left is none" gone 2>"$scratch/stderr"
pipe() { "$dump" --json <(cat "$scratch/crate.kiln") | "$json_check"; }
claim "a pipe can be read" pipe

# Pipes: what head has seen enough of is no error, and - is standard input and output.

(set -o pipefail; "$dump" --json "$scratch/yard.kiln" | head -n 1 >/dev/null)
claim "nor is head" test $? = 0
yes '# nothing' | head -n 10000 >"$scratch/many"
(set -o pipefail; { cat "$scratch/many"; yes 'ray 0 9 0 0 -1 0' | head -n 20000; } >"$scratch/queries"; "$build/kiln-query" "$scratch/yard.kiln" <"$scratch/queries" | head -n 1 >/dev/null)
claim "nor head behind kiln-query" test $? = 0
claim "standard input is read" sh -c "'$dump' - <'$scratch/yard.kiln' | grep -q proved"
claim "an OBJ goes to standard output" exits 0 "$dump" --obj - "$scratch/crate.kiln"
"$dump" --obj "$scratch/named.obj" "$scratch/crate.kiln" >/dev/null
claim "alone" cmp "$scratch/named.obj" "$scratch/stdout"
claim "not two of them" exits 2 "$dump" --obj - --svg - "$scratch/crate.kiln"
claim "--version --json" exits 0 "$dump" --version --json
claim "is JSON" "$json_check" <"$scratch/stdout"

claims_end
