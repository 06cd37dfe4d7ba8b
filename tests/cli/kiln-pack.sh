#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-pack: create, list, verify and extract; names and links that lead outside, damaged packs, exit codes.
. "$(dirname "$0")/claims.bash"
pack=$build/kiln-pack
make_samples
cd "$scratch" || exit 3
mkdir -p level/props out
cp crate.kiln level/props/crate.kiln
cp crate.kiln level/twin.kiln
cp yard.kiln level/yard.kiln

# Create and list.
claim "a pack is created" exits 0 "$pack" create -o level.kpack -d level yard.kiln props/crate.kiln twin.kiln
claim "silently" test ! -s stdout -a ! -s stderr
claim "it is listed" exits 0 "$pack" list level.kpack
claim "in the order given, equal blobs together" test "$(awk '{ printf "%s ", $3 }' stdout)" = 'yard.kiln props/crate.kiln twin.kiln '
claim "as JSON" exits 0 "$pack" list --json level.kpack
claim "which is JSON" "$json_check" <stdout
claim "equal blobs are stored once" shows '"blobs": 2,'
claim "and it is verified" exits 0 "$pack" verify level.kpack
claim "which is said" shows '3 names, 2 blobs,'
"$pack" create -o again.kpack -d level ./yard.kiln props/crate.kiln twin.kiln
claim "the same inputs give the same bytes" cmp level.kpack again.kpack
printf 'props/crate.kiln\n\ntwin.kiln\n' | "$pack" create -o again.kpack -d level --from - yard.kiln
claim "a list of paths, too" cmp level.kpack again.kpack
"$pack" create -o pages.kpack --align 4096 -d level yard.kiln props/crate.kiln
claim "blobs are aligned to pages" test -z "$("$pack" list --json pages.kpack | sed -n 's/.*"offset": \([0-9]*\),.*/\1/p' | awk '$1 % 4096')"
claim "such a pack is verified" exits 0 "$pack" verify pages.kpack
"$pack" create -o flat.kpack "$scratch/crate.kiln" ../"${scratch##*/}"/yard.kiln
claim "absolute and climbing paths give their last parts" test "$("$pack" list flat.kpack | awk '{ printf "%s ", $3 }')" = 'crate.kiln yard.kiln '

# Extract.
claim "all is extracted" exits 0 "$pack" extract level.kpack -o out
claim "to the same bytes" diff -r level out
claim "one alone" exits 0 "$pack" extract level.kpack twin.kiln
claim "here" cmp twin.kiln crate.kiln
claim "over what is there" exits 0 "$pack" extract level.kpack twin.kiln
claim "no other file is left" test "$(find out -type f | wc -l)" = 3
claim "a name that is missing is refused" exits 1 "$pack" extract level.kpack none.kiln
claim "and named" says "none.kiln"
claim "a folder that is missing is made" exits 0 "$pack" extract level.kpack -o new/deep
claim "for the same bytes" diff -r level new/deep
claim "a file in place of the folder is an I/O error" exits 3 "$pack" extract level.kpack -o twin.kiln
claim "and named" says "twin.kiln"
claim "a refused pack makes no folder" exits 1 "$pack" extract level.kpack none.kiln -o none
claim "as was claimed" test ! -e none

# Inputs.
echo junk >junk.kiln
claim "an input that is no asset is refused" exits 1 "$pack" create -o no.kpack crate.kiln junk.kiln
claim "and named" says "junk.kiln: error:"
claim "and no pack is written" test ! -e no.kpack
claim "a missing input is an I/O error" exits 3 "$pack" create -o no.kpack crate.kiln none.kiln
claim "two inputs of one name are refused" exits 1 "$pack" create -o no.kpack crate.kiln "$scratch/crate.kiln"
claim "with the name" says "'crate.kiln'"
cp crate.kiln Crate.KILN
claim "names that differ in case only are refused" exits 1 "$pack" create -o no.kpack crate.kiln Crate.KILN
claim "both are named" says "'Crate.KILN'"
cp crate.kiln $'new\nline.kiln'
claim "a newline in a name is refused" exits 1 "$pack" create -o no.kpack $'new\nline.kiln'
claim "with the reason" says 'holds a control character'
claim "an output that is an input is refused" exits 2 "$pack" create -o crate.kiln crate.kiln
claim "an output in no folder is an I/O error" exits 3 "$pack" create -o none/no.kpack crate.kiln
claim "so is a full device" exits 3 "$pack" create -o /dev/full crate.kiln
claim "no temporary file is left" test -z "$(find . -name '.kiln-*')"

# Usage.
for arguments in '' 'cook' 'create' 'create -o p.kpack' 'list' 'verify' 'extract' 'list a b' 'create -o p --align 63 crate.kiln' '--none'
do
	# shellcheck disable=SC2086
	claim "usage error: '$arguments'" exits 2 "$pack" $arguments
done
claim "a file that is no pack is refused" exits 1 "$pack" list crate.kiln
claim "with the place" says "crate.kiln: error: offset 0: the first bytes are not those of a Kiln pack [not-kiln]"
claim "a file that is missing is an I/O error" exits 3 "$pack" verify none.kpack

# rename_entry FROM TO: in evil.kpack, a name becomes another of the same length, with its hash; the only entry stays sorted.
"$pack" create -o one.kpack crate.kiln
names=$((128 + 16 + 48))
# An XXH3-64 of each evil name, least byte first.
evil()
{
	cp one.kpack evil.kpack
	printf '%b' "$1" | dd of=evil.kpack bs=1 seek=$names conv=notrunc status=none
	# shellcheck disable=SC2086
	poke evil.kpack 128 $("$build/tests/name_hash" "$1")
}
# Each has ten bytes, as crate.kiln has.
for name in '../../evil' '/tmp/evil.' 'a/../../ev' 'evil\nname.' 'a//b.kilns' 'evil\\name.' './evil.kil'
do
	evil "$name"
	claim "'$name' is listed" exits 0 "$pack" list evil.kpack
	claim "on one line" test "$(wc -l <stdout)" = 1
	claim "but not extracted" exits 1 "$pack" extract evil.kpack -o out
	claim "with a message" says "evil.kpack: error: the name '"
	claim "nor verified" exits 1 "$pack" verify evil.kpack
done
claim "nothing was written" test "$(find out -type f | wc -l)" = 3 -a ! -e evil -a ! -e ../evil -a ! -e /tmp/evil.

# Links in the output folder.
mkdir outside linked
ln -s ../outside linked/props
claim "a link in place of a folder is not followed" exits 3 "$pack" extract level.kpack -o linked
claim "which is said" says "a symbolic link or a file stands in place of a folder"
claim "nothing is written outside" test -z "$(ls outside)"
rm linked/props
echo kept >outside/kept
ln -s ../outside/kept linked/twin.kiln
claim "a link in place of a file is replaced" exits 0 "$pack" extract level.kpack -o linked
claim "by the file" cmp linked/twin.kiln crate.kiln
claim "and what the link led to is kept" test "$(cat outside/kept)" = kept

# Damage.
size=$(stat -c %s level.kpack)
for at in 24 50 130 $((128 + 3 * 16 + 20)) $((size - 100))
do
	cp level.kpack broken.kpack
	poke broken.kpack "$at" $(printf %02x $((0x$(peek broken.kpack "$at") ^ 0x40)))
	claim "a changed byte at $at is found" exits 1 "$pack" verify broken.kpack
done
claim "and a damaged blob is not extracted" exits 1 "$pack" extract broken.kpack yard.kiln twin.kiln props/crate.kiln
head -c $((size - 64)) level.kpack >short.kpack
claim "a short file is refused" exits 1 "$pack" list short.kpack

# Compressed packs.
mkdir -p many/a many/b
for i in 1 2 3 4 5 6 7 8 9 10
do
	printf 'v %s\n' "0 0 0" "$i 0 0" "0 1.$i 0" "0.5 0 2.$i" >part.obj
	printf 'f %s\n' '1 3 2' '1 2 4' '2 3 4' '1 4 3' >>part.obj
	"$build/kiln-cook" -q part.obj -o "many/a/$i.kiln"
	"$build/kiln-cook" -q art/terrain.obj --scale "$i" -o "many/b/$i.kiln"
done
(cd many && ls a/* b/*) >many.list
claim "assets are compressed" exits 0 "$pack" create -o many.kpack --zstd -d many --from many.list
"$pack" create -o plain.kpack -d many --from many.list
claim "to less than half" test $((2 * $(stat -c %s many.kpack))) -lt "$(stat -c %s plain.kpack)"
claim "which is verified" exits 0 "$pack" verify many.kpack
"$pack" list --json many.kpack >stdout
claim "the large group has a dictionary" shows '"dictionaries": 1,'
claim "the list of names needs no frame" shows '"name": "a/10.kiln"'
claim "it is extracted" exits 0 "$pack" extract many.kpack -o unpacked
claim "to the same bytes" diff -r many unpacked
"$pack" create -o again.kpack --zstd -d many --from many.list
claim "the same inputs give the same frames" cmp many.kpack again.kpack
size=$(stat -c %s many.kpack)
for at in $((size - 1000)) $((size / 2)) 200
do
	cp many.kpack broken.kpack
	poke broken.kpack "$at" $(printf %02x $((0x$(peek broken.kpack "$at") ^ 0x10)))
	claim "a changed byte at $at is found" exits 1 "$pack" verify broken.kpack
done
claim "a level that zstd has" exits 0 "$pack" create -o again.kpack --zstd=3 crate.kiln
claim "a level that zstd lacks" exits 2 "$pack" create -o again.kpack --zstd=99 crate.kiln

# Differences.
claim "a pack does not differ from itself" exits 0 "$pack" diff many.kpack plain.kpack
claim "and nothing is printed" test ! -s stdout
cp many/a/1.kiln many/a/2.kiln
rm many/a/3.kiln
cp crate.kiln many/new.kiln
(cd many && ls new.kiln a/* b/*) >next.list
claim "an older pack lends its dictionary and frames" exits 0 "$pack" create -o next.kpack --zstd --like many.kpack -d many --from next.list
claim "and the new pack is sound" exits 0 "$pack" verify next.kpack
claim "differences are an exit code" exits 1 "$pack" diff many.kpack next.kpack
claim "and lines" test "$(paste -sd' ' stdout)" = '- a/3.kiln + new.kiln ~ a/2.kiln'
claim "as JSON, too" exits 1 "$pack" diff --json many.kpack next.kpack
claim "which is JSON" "$json_check" <stdout
claim "one pack is not enough" exits 2 "$pack" diff many.kpack

# Patches.
"$pack" create -o plain-next.kpack -d many --from next.list
for kind in '' plain-
do
	old=many.kpack new=next.kpack
	[ -z "$kind" ] || { old=plain.kpack new=plain-next.kpack; }
	claim "a patch is made from $old" exits 0 "$pack" patch $old $new -o x.kpatch
	claim "which is small" test $((100 * $(stat -c %s x.kpatch))) -lt $((5 * $(stat -c %s $new)))
	claim "it is applied" exits 0 "$pack" apply $old x.kpatch -o made.kpack
	claim "to the new pack, byte for byte" cmp made.kpack $new
	rm made.kpack
	claim "not to another pack" exits 1 "$pack" apply $new x.kpatch -o made.kpack
	claim "which is said" says "the patch was made from another pack"
	size=$(stat -c %s x.kpatch)
	for at in 3 20 30 45 60 70 $((size - 1))
	do
		cp x.kpatch broken.kpatch
		poke broken.kpatch "$at" $(printf %02x $((0x$(peek broken.kpatch "$at") ^ 0x04)))
		claim "a patch with a changed byte at $at is refused" exits 1 "$pack" apply $old broken.kpatch -o made.kpack
	done
	for bytes in 0 50 96 $((size - 1))
	do
		head -c $bytes x.kpatch >broken.kpatch
		claim "and one of $bytes bytes" exits 1 "$pack" apply $old broken.kpatch -o made.kpack
	done
	claim "nothing is written" test ! -e made.kpack
done
"$pack" patch plain.kpack many.kpack -o x.kpatch
claim "from plain to compressed" exits 0 "$pack" apply plain.kpack x.kpatch -o made.kpack
claim "too" cmp made.kpack many.kpack
claim "an output is needed" exits 2 "$pack" patch plain.kpack many.kpack
claim "and must be no input" exits 2 "$pack" patch plain.kpack many.kpack -o many.kpack
claims_end
