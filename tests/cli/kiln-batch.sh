#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-batch: a tree of art becomes a tree of assets; only what changed is cooked, what is gone is removed, and a failure
# stops nothing else.
. "$(dirname "$0")/batch.bash"

# kept FILE: the asset of this name has its old time.
kept()
{
	[ ! "$1" -nt mark ] || { echo "$1 is new"; return 1; }
}

mkdir -p 'art/props/sub dir' "art/its" art/.hidden
cp samples/crate.obj samples/crate.mtl art/props
cp samples/terrain.obj 'art/props/sub dir/hill $1.obj'
cp samples/yard.gltf samples/yard.bin art 2>/dev/null || cp samples/yard.gltf art
cp samples/crate.obj "art/its/A:B.OBJ"
cp samples/crate.obj art/.hidden/secret.obj
echo text >art/notes.txt

claim "a dry run" exits 0 "$batch" art -o out --dry-run
claim "names the art and the assets" shows "cook art/props/crate.obj -> out/props/crate.kiln"
claim "and cooks nothing" test "$(find out -name '*.kiln' | wc -l)" = 0
claim "the first batch" cooked 4 --report report.json
claim "says so line by line" grep -qE '^\[4/4\] art/' stderr
claim "makes a tree of assets" test "$(find out -name '*.kiln' | sort | tr '\n' ,)" = "out/its/A:B.kiln,out/props/crate.kiln,out/props/sub dir/hill \$1.kiln,out/yard.kiln,"
claim "which are those of kiln-cook" cmp out/props/crate.kiln <("$build/kiln-cook" -q art/props/crate.obj -o -)
claim "the report is JSON" "$json_check" <report.json
claim "with each asset" grep -qE '"art": ?"art/props/crate.obj", ?"asset": ?"out/props/crate.kiln", ?"status": ?"cooked"' report.json
claim "the slowest and the largest are named" grep -qE '^(slowest|largest) ' stdout
sleep 0.02
touch mark
claim "a second batch" cooked 0
claim "has nothing to do" shows "4 unchanged"
claim "and no reason" exits 0 "$batch" art -o out --why art/yard.gltf
claim "for an asset" shows "nothing has changed"
claim "nothing is new" kept out/yard.kiln

# What changes is cooked, and nothing else.
sleep 0.02
touch art/props/crate.mtl
claim "a side file that changed only its time" cooked 0
printf '# \n' >>art/props/crate.mtl
claim "the reason" exits 0 "$batch" art -o out --why art/props/crate.obj
claim "is a side file" shows "crate.mtl"
claim "a side file" cooked 1
claim "that changes nothing keeps the asset" kept out/props/crate.kiln
printf 'v 9 9 9\nf 1 2 9\n' >>art/props/crate.obj
claim "art that changed" cooked 1
claim "becomes another asset" test out/props/crate.kiln -nt mark
echo 'weld = 0.001' >art/kiln.recipe
touch -d 2001-01-01 art/kiln.recipe
claim "an old recipe that appears" cooked 1
claim "is read" exits 0 "$build/kiln-dump" out/yard.kiln
claim "by the cook" grep -q 'weld=0.001' stdout
rm art/kiln.recipe
claim "and goes" cooked 1
claim "other options" cooked 4 -- --weld 0.002
claim "reach each cook" grep -q 'weld=0.002' <("$build/kiln-dump" out/props/crate.kiln)
claim "once" cooked 0 -- --weld 0.002
rm -r "art/its"
claim "art that is gone" cooked 0 -- --weld 0.002
claim "takes its asset with it" test ! -e "out/its/A:B.kiln"
claim "and no other" test "$(find out -name '*.kiln' | wc -l)" = 3

# Failures.
printf 'v 0 0 0\n' >art/broken.obj
claim "broken art" exits 1 "$batch" art -o out --report report.json
claim "stops nothing else" shows "3 cooked, 0 unchanged, 1 failed"
claim "is named" shows "failed   art/broken.obj (exit code 1)"
claim "its message is there" says "art/broken.obj: error: "
claim "and its code" grep -qE '^codes .* import-empty|^ .* import-empty' stdout
claim "the report has its status" grep -qE '"art": ?"art/broken.obj".*"status": ?"failed", ?"exit_code": ?1' report.json
claim "again" exits 1 "$batch" art -o out
claim "only the broken art is tried" shows "0 cooked, 3 unchanged, 1 failed"
rm art/broken.obj
cp art/props/crate.obj art/props/CRATE.ply
claim "two names that differ by case" exits 2 "$batch" art -o out
claim "are refused" says "would both become"
rm art/props/CRATE.ply
claim "no art" exits 3 "$batch" art/.hidden/none -o out
claim "no output" exits 2 "$batch" art
claim "an unknown option" exits 2 "$batch" art -o out --fast
claim "jobs must be a number" exits 2 "$batch" art -o out -j many
claim "a folder that cannot be made" exits 3 "$batch" art -o art/notes.txt/out
claim "an unknown asset" exits 2 "$batch" art -o out --why nothing.obj
cp samples/crate.obj "$(printf 'art/a\nb.obj')"
claim "a name with a newline" exits 1 "$batch" art -o out
claim "is refused by name" says 'art/a\x0ab.obj'
claim "and the others are cooked" shows "0 failed"
rm "$(printf 'art/a\nb.obj')"

# A file, a manifest, an output folder among the art, a cache, a lock.
claim "a file" exits 0 "$batch" art/props/crate.obj -o one -q
claim "becomes an asset of its name" test -s one/crate.kiln
claim "quietly" test ! -s stdout
printf '# props\nart/props/crate.obj\n\nart/yard.gltf\n' >list
claim "a manifest" exits 0 "$batch" @list -o two
claim "keeps paths" test -s two/art/props/crate.kiln
echo "../${PWD##*/}/art/yard.gltf" >climbs
claim "a line that climbs out" exits 2 "$batch" @climbs -o two
claim "the output among the art" exits 0 "$batch" . -o ./art/cooked --dry-run
claim "is no art" test "$(grep -c '^cook .*art/cooked/.* ->' stdout)" = 0
claim "a cache" exits 0 "$batch" art -o three --cache cache -q
rm -r three
claim "an empty tree" exits 0 "$batch" art -o three --cache cache
claim "comes from the cache" test "$("$build/kiln-cook" --cache cache --cache-stats | awk '$1 == "hits" { print $2 }')" = 3
claim "with the same assets" cmp three/yard.kiln <("$build/kiln-cook" -q art/yard.gltf -o -)
# Several assets come from the cache without a process for each.
mkdir -p several/deep
for i in 1 2 3 4 5 6
do
	{ cat samples/crate.obj; echo "# $i"; } >"several/deep/box$i.obj"
done
cp samples/terrain.obj several
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 2\n' >several/bent.obj
claim "several assets" exits 0 "$batch" several -o first --cache shelf
claim "fill a cache" shows "cache    0 of 8"
claim "with a warning" says '[clean-'
cp stderr cooked.err
claim "an empty tree" exits 0 "$batch" several -o second --cache shelf
claim "is filled from the cache" shows "cache    8 of 8"
claim "without Ninja" test ! -e second/.kiln-batch/.ninja_log
claim "with the same assets" diff -r -x .kiln-batch first second
claim "the same reports" diff -r -x build.ninja -x memo -x .ninja_log first/.kiln-batch second/.kiln-batch
claim "the same messages" diff <(grep -v '^\[' cooked.err | sort) <(grep -v '^\[' stderr | sort)
claim "all of them counted" grep -qF '[8/8] several/' stderr
claim "nothing is left of the lists" test "$(find second -name 'hits-*' | wc -l)" = 0
claim "another batch" exits 0 "$batch" several -o second --cache shelf
claim "has nothing to do" shows "assets   8: 0 cooked, 8 unchanged"
echo '# new' >>several/deep/box3.obj
rm second/deep/box*.kiln
claim "art that changed" exits 0 "$batch" several -o second --cache shelf
claim "is cooked among those of the cache" shows "cache    5 of 6"
claim "and counted with them" grep -qF '[6/6] several/deep/box3.obj' stderr
claim "as its asset shows" cmp second/deep/box3.kiln <("$build/kiln-cook" -q several/deep/box3.obj -o -)
for entry in $(find shelf -name '*.entry')
do
	printf x | dd of="$entry" bs=1 seek=100 conv=notrunc status=none
done
rm -r second
claim "damaged entries" exits 0 "$batch" several -o second --cache shelf
claim "are warned of" test "$(grep -c '\[cache-damaged\]' stderr)" = 8
claim "and not served" diff -r -x .kiln-batch -x box3.kiln first second
rm -r second several/bent.obj
echo 'no art' >several/broken.obj
claim "broken art" exits 1 "$batch" several -o second --cache shelf
claim "fails beside those of the cache" shows "assets   8: 7 cooked, 0 unchanged, 1 failed"
claim "once" test "$(grep -c 'broken.obj: error' stderr)" = 1
rm several/broken.obj
"$batch" art -o four -q 2>/dev/null &
first=$!
"$batch" art -o four -q 2>/dev/null
second=$?
wait $first
first=$?
claim "of two batches in one folder one works" test $first = 0 -o $second = 0
claim "and the other works later or is refused" test $((first + second)) = 0 -o $((first + second)) = 3
claim "and the assets are whole" cmp four/yard.kiln three/yard.kiln
ln -s .. art/props/loop
claim "a loop of links" exits 0 "$batch" art -o out
claim "ends" shows "assets   3:"
claims_end
