#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-batch and the cache under what goes wrong: files that change, vanish and appear, clocks that lie, names, manifests,
# two batches at once, disks that are full or read-only.
. "$(dirname "$0")/batch.bash"

# fresh ASSET ART: the asset is that of the art of now.
fresh()
{
	"$cook" -q "$2" -o - | cmp - "$1"
}

mkdir -p art/a art/b
cp samples/crate.obj samples/crate.mtl art/a
cp samples/terrain.obj art/b
cp samples/yard.gltf samples/yard.bin art 2>/dev/null || cp samples/yard.gltf art
claim "a tree" cooked 3

# Clocks. A file's time is what its writer says.
touch -d 2099-01-01 art/b/terrain.obj
claim "a file from the future" cooked 0
touch -d 1970-01-02 art/b/terrain.obj
claim "a file from the past" cooked 0
printf '# old\n' >>art/b/terrain.obj
touch -d 1970-01-02 art/b/terrain.obj
claim "an old file with other contents" cooked 1
sed -i 's/# old/# new/' art/b/terrain.obj
touch -d 1970-01-02 art/b/terrain.obj
claim "with the same size and time" cooked 1
touch -d 2099-01-01 out/b/terrain.kiln
claim "an asset from the future" cooked 1
claim "is made again, because someone wrote it" fresh out/b/terrain.kiln art/b/terrain.obj
printf x >>out/b/terrain.kiln
claim "an asset that was changed" cooked 1
claim "is made again" fresh out/b/terrain.kiln art/b/terrain.obj
rm out/b/terrain.kiln
claim "the reason for an asset" exits 0 "$batch" art -o out --why out/b/terrain.kiln
claim "that is gone" shows "out/b/terrain.kiln is gone"
claim "that is gone, too" cooked 1

# Files that the art names.
rm art/a/crate.mtl
claim "a side file that is gone" exits 0 "$batch" art -o out --why art/a/crate.obj
claim "is the reason" shows "crate.mtl is gone"
claim "of a cook" cooked 1
claim "of one" cooked 0
cp -p samples/crate.mtl art/a
touch -d 1999-01-01 art/a/crate.mtl
claim "a side file that appears" exits 0 "$batch" art -o out --why art/a/crate.obj
claim "is the reason" shows "crate.mtl has appeared"
claim "of a cook, however old it is" cooked 1
echo 'weld = 0.001' >art/a/crate.obj.kiln
touch -d 1999-01-01 art/a/crate.obj.kiln
claim "an old recipe that appears" cooked 1
echo 'weld = 0.002' >art/a/crate.obj.kiln
touch -d 1999-01-01 art/a/crate.obj.kiln
claim "and changes" cooked 1
rm art/a/crate.obj.kiln
claim "and goes" cooked 1
echo --weld 0.001 >all.recipe
claim "a recipe for all" cooked 3 -- @all.recipe
echo --weld 0.002 >all.recipe
claim "that changes" cooked 3 -- @all.recipe
claim "once" cooked 0 -- @all.recipe
claim "and goes" cooked 3

# Art that changes or vanishes while it is cooked: the cook of this folder does so itself.
mkdir bin
cp "$batch" bin
cat >bin/kiln-cook <<-'END'
	#!/bin/sh
	"$COOK" "$@"
	status=$?
	for word
	do
		[ ! -e "$word.grows" ] || printf '# more\n' >>"$word"
		[ ! -e "$word.grows-once" ] || { rm "$word.grows-once"; printf 'v 7 7 7\nf 1 2 -1\n' >>"$word"; }
		[ ! -e "$word.vanishes" ] || rm -f "$word.vanishes" "$word"
	done
	case " $* " in *crate.obj*) [ ! -e mtl ] || { rm mtl; printf 'newmtl new\n' >>live/crate.mtl; } ;; esac
	exit $status
END
chmod +x bin/kiln-cook
export COOK=$cook
mkdir live
cp samples/crate.obj samples/crate.mtl samples/terrain.obj live
touch live/terrain.obj.grows-once
claim "art that changes during its cook" exits 0 bin/kiln-batch live -o alive
claim "is cooked again" fresh alive/terrain.kiln live/terrain.obj
claim "and counts once" shows "assets   2: 2 cooked"
claim "then nothing has changed" exits 0 bin/kiln-batch live -o alive
claim "for another batch" shows "2 unchanged"
printf '# change\n' >>live/crate.obj
touch mtl
claim "a side file that changes during a cook" exits 0 bin/kiln-batch live -o alive
claim "is read again" test "$(grep -c 'live/crate.obj$' stderr)" = 2
printf '# change\n' >>live/terrain.obj
touch live/terrain.obj.grows
claim "art that never rests" exits 3 bin/kiln-batch live -o alive
claim "is refused" says "[art-changing]"
claim "beside what rests" shows "1 unchanged, 1 failed"
rm live/terrain.obj.grows
claim "and cooked when it does" exits 0 bin/kiln-batch live -o alive
claim "from its bytes of then" fresh alive/terrain.kiln live/terrain.obj
printf '# change\n' | tee -a live/crate.obj >>live/terrain.obj
touch live/terrain.obj.vanishes
claim "art that vanishes during its cook" exits 3 bin/kiln-batch live -o alive -j 1
claim "fails" shows "1 cooked, 0 unchanged, 1 failed"
claim "and its asset" exits 0 bin/kiln-batch live -o alive
claim "is removed then" test ! -e alive/terrain.kiln -a -e alive/crate.kiln

# Patterns and manifests.
claim "a pattern" exits 0 "$batch" 'art/*/*.obj' -o globbed
claim "gives what matches" test "$(cd globbed && find . -name '*.kiln' | sort | tr '\n' ,)" = "./a/crate.kiln,./b/terrain.kiln,"
claim "**" exits 0 "$batch" 'art/**/c*.obj' -o stars
claim "matches folders" test "$(cd stars && find . -name '*.kiln')" = "./a/crate.kiln"
claim "a set" exits 0 "$batch" 'art/[!a]/*' -o sets
claim "matches a character" test "$(cd sets && find . -name '*.kiln')" = "./b/terrain.kiln"
claim "a pattern that matches nothing" exits 3 "$batch" 'art/*.fbx' -o none
claim "is named" says "no file has such a name"
claim "once" test "$(wc -l <stderr)" = 1
printf 'art/**/*.obj\r\n' >list
claim "a pattern in a manifest" exits 0 "$batch" @list -o listed
claim "keeps whole paths" test -s listed/art/a/crate.kiln -a -s listed/art/b/terrain.kiln
cp samples/crate.obj 'art/[x].obj'
claim "a name that looks like a pattern" exits 0 "$batch" 'art/[x].obj' -o odd
claim "is a name" test -s 'odd/[x].kiln'
rm 'art/[x].obj'
yes 'art/a/crate.obj' | head -n 999999 >list
echo art/yard.gltf >>list
claim "a manifest of a million lines" exits 0 timeout 300 "$batch" @list -o million
claim "names each asset once" shows "assets   2: 2 cooked"
for bad in "$PWD/art/yard.gltf" ../art/yard.gltf art/../art/yard.gltf art//yard.gltf ./art/yard.gltf
do
	echo "$bad" >list
	claim "the line $bad" exits 2 "$batch" @list -o refused
	claim "is refused at its place" says "list:1: error: $bad: a line of a manifest is a path below the working directory"
done
claim "an absolute name on the command line" exits 0 "$batch" "$PWD/art/yard.gltf" -o absolute
claim "has its own name" test -s absolute/yard.kiln
claim "a folder above" exits 0 "$batch" "../${PWD##*/}/art" -o above
claim "has the names below it" test -s above/a/crate.kiln
head -c 5000 /dev/zero | tr '\0' a >list
claim "a line longer than a path" exits 2 "$batch" @list -o refused
claim "has its place" says "list:1: error: the line is longer than a path"
printf '# art\n\nart/none.obj\nart/yard.gltf\nart/**/none.*\n' >list
claim "lines that name nothing" exits 3 "$batch" @list -o places
claim "have theirs" says "list:3: error: art/none.obj: cannot read: "
claim "patterns, too" says "list:5: error: art/**/none.*: no file has such a name"
printf 'art/yard.gltf\0x\n' >list
claim "a NUL in a line" exits 2 "$batch" @list -o nul
mkdir -p case/A case/a
cp samples/crate.obj case/A/x.obj
cp samples/crate.obj case/a/X.obj
claim "folders that differ by case" exits 2 "$batch" case -o cased
claim "are one name elsewhere" says "would both become"
claim "and nothing is cooked" test -z "$(find cased -name '*.kiln')"
mkdir odd-names
for name in 'a b' 'a$b' "a'b" 'a"b' 'a&b' 'a<b' 'a:b' 'a#b' 'a%b' 'a|b' 'a;b' 'a^b' '-a' '~a' 'a\b' '$(touch pwned)' '`touch pwned`' $'\xc3\xa4' $'\xff'
do
	cp samples/crate.obj "odd-names/$name.obj"
done
claim "odd names" exits 0 "$batch" odd-names -o odd
claim "are names" shows "assets   19: 19 cooked"
claim "of nothing else" test ! -e pwned
claim "and once is enough" exits 0 "$batch" odd-names -o odd
claim "for each" shows " 19 unchanged"
ln -s loop1.obj loop2.obj
ln -s loop2.obj loop1.obj
claim "a loop of links to files" exits 3 "$batch" loop1.obj -o loop
claim "is no file" says "cannot read"
mkdir -p looped/deep
cp samples/crate.obj looped/deep
ln -s .. looped/deep/up
ln -s "$PWD/loop1.obj" looped/broken.obj
claim "loops below a folder" exits 0 "$batch" looped -o loop
claim "are left out" shows "assets   1: 1 cooked"

name=$'odd-names/new\nline.obj'
cp samples/crate.obj "$name"
claim "a newline in a name" exits 1 "$batch" odd-names -o newline
claim "is refused" says "Ninja cannot read a name with a control character"
claim "on one line" test "$(grep -c control stderr)" = 1
claim "beside what it can read" test -s 'newline/a b.kiln'
rm "$name"

# Records that name files outside: nothing there is removed.
echo kept >kept.kiln
claim "an asset without art" exits 0 "$batch" art/a -o removed
printf 'A ../kept.kiln\nX\n.\nA %s/kept.kiln\nX\n.\nA gone.kiln\nX\n.\n' "$PWD" >>removed/.kiln-batch/memo
cp kept.kiln removed/gone.kiln
claim "and a batch with strange records" exits 0 "$batch" art/a -o removed
claim "remove what lies below" test ! -e removed/gone.kiln
claim "and nothing else" test -s kept.kiln

# A folder that cannot be read for a moment keeps its assets.
claim "two folders" exits 0 "$batch" art/a art/b -o both
mv art/b away
claim "of which one is away" exits 3 "$batch" art/a art/b -o both
claim "keep their assets" test -s both/terrain.kiln
mv away art/b

# Two batches in one folder.
cat >bin/kiln-cook <<-'END'
	#!/bin/sh
	: >started
	while [ -e hold ]
	do
		sleep 0.05
	done
	exec "$COOK" "$@"
END
touch hold
rm -f started
bin/kiln-batch samples -o shared -q &
first=$!
while [ ! -e started ]
do
	sleep 0.02
done
claim "a second batch in a folder" exits 3 "$batch" samples -o shared
claim "is told by whom it is held" says "process $first on $(uname -n) works there"
claim "and so is one in a folder by another name" exits 3 "$batch" samples -o ./shared/../shared
kill -KILL $first
wait $first 2>/dev/null
rm hold
claim "after a kill the folder is free" exits 0 "$batch" samples -o shared
claim "and whole" fresh shared/crate.kiln samples/crate.obj
claim "no lock is left behind" test ! -e shared/.kiln-batch/lock
touch hold
printf '# change\n' >>samples/crate.obj
rm -f started
bin/kiln-batch samples -o shared -q &
first=$!
while [ ! -e started ]
do
	sleep 0.02
done
kill -TERM $first
rm hold
wait $first
claim "SIGTERM ends a batch" test $? = 143
claim "without a lock" test ! -e shared/.kiln-batch/lock
claim "and the next goes on" exits 0 "$batch" samples -o shared

# Caches: full, read-only, on another device, of another version.
claim "a cache" cooked 3 --cache cache -- --weld 0.003
"$cook" -q samples/terrain.obj -o terrain.kiln
# A pipe has no size, the files of the cache have: at most a block.
limited()
{
	(ulimit -f 1 && exec "$cook" samples/terrain.obj -o - --cache full) | cat >"$1"
}
claim "a cook whose cache takes no more" exits 0 limited piped
claim "says so" says "[cache-unusable]"
claim "and is whole" cmp piped terrain.kiln
claim "and leaves nothing cut behind" test -z "$(find full -name '*.entry' -o -name '*tmp*')"
claim "nor anything that hurts later" exits 0 "$cook" samples/terrain.obj -o out.kiln --cache full
claim "as the next cook shows" cmp out.kiln terrain.kiln
limited_batch()
{
	(ulimit -f 8 && "$batch" samples/terrain.obj -o small)
}
claim "a batch whose disk is full" exits 3 limited_batch
claim "says so" says "terrain.obj: error: cannot write"
claim "and leaves no half asset" test -z "$(find small -name '*.kiln')"
claim "and goes on later" exits 0 "$batch" samples/terrain.obj -o small
claim "with a whole asset" cmp small/terrain.kiln terrain.kiln
if mkdir disk && mount -t tmpfs -o size=64k kiln-test disk 2>/dev/null
then
	claim "a cache on a full disk" exits 0 "$cook" samples/terrain.obj -o out.kiln --cache disk/cache
	claim "is no obstacle" cmp out.kiln terrain.kiln
	claim "an output on a full disk" exits 3 "$batch" samples/terrain.obj -o disk/out
	claim "leaves no half asset" test -z "$(find disk/out -name '*.kiln')"
	umount disk
fi
# Everyone's folder that nobody may write, and a cook that is not root.
chmod -R a+rX . && chmod -R a-w cache && mkdir -m 777 theirs
as_nobody()
{
	if [ "$(id -u)" = 0 ]
	then
		setpriv --reuid 65534 --clear-groups "$@"
	else
		"$@"
	fi
}
cp "$cook" bin/copied-cook
claim "a read-only cache" exits 0 as_nobody bin/copied-cook -o theirs/hit.kiln --cache cache --weld 0.003 -- art/a/crate.obj
claim "gives what it has" says "from the cache"
claim "and a cook that it lacks" exits 0 as_nobody bin/copied-cook -o theirs/miss.kiln --cache cache -- art/a/crate.obj
claim "is not kept" says "[cache-unusable]"
chmod -R u+w cache
shm=/dev/shm/kiln-batch-$$
if mkdir "$shm" 2>/dev/null
then
	rm -rf out
	claim "a cache on another device" cooked 3 --cache "$shm"
	rm -rf out
	claim "serves" cooked 3 --cache "$shm"
	claim "every asset" shows "cache    3 of 3"
	rm -rf "$shm"
fi
# A program that differs by a byte at its end is another version, and works.
cp "$cook" bin/other-cook
printf x >>bin/other-cook
claim "another version" exits 0 bin/other-cook samples/crate.obj -o out.kiln --cache versions
claim "has entries of its own" exits 0 "$cook" samples/crate.obj -o out.kiln --cache versions
claim "as a miss shows" test "$(grep -c 'from the cache' stderr)" = 0
claim "which both" exits 0 bin/other-cook samples/crate.obj -o out.kiln --cache versions
claim "find again" says "from the cache"
claim "and the first" exits 0 "$cook" samples/crate.obj -o out.kiln --cache versions
claim "too" says "from the cache"
claims_end
