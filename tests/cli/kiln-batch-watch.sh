#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-batch --watch: every save is cooked once, however it is written; the end is clean.
. "$(dirname "$0")/batch.bash"
mkdir -p art/deep
cp samples/crate.obj samples/crate.mtl art
cp samples/terrain.obj art/deep

# How long to wait for a batch, in seconds: far longer than it takes.
patience=35

# cooks COUNT: the watch has cooked so many assets since it began.
cooks()
{
	[ "$(grep -cE '^\[[0-9]+/[0-9]+\] ' log)" = "$1" ]
}

# settles COUNT: so many, and no more follow.
settles()
{
	until_so $patience cooks "$1" || { cat log; return 1; }
	sleep 1
	cooks "$1" || { cat log; return 1; }
}

# begin WORD...: watches art.
begin()
{
	# A shell starts what runs beside it with SIGINT ignored.
	env --default-signal=INT "$batch" art -o out "$@" >shown 2>log &
	watch=$!
}

# ends SIGNAL: the watch ends with 0, and leaves no lock.
ends()
{
	kill "-$1" $watch
	wait $watch && [ ! -e out/.kiln-batch/lock ]
}

begin --watch
claim "a watch cooks what is there" settles 2
printf '# a\n' >>art/crate.obj
claim "a save" settles 3
{ printf '# b\n'; cat samples/crate.obj; } >art/.crate.tmp && mv art/.crate.tmp art/crate.obj
claim "by a temporary name is seen once" settles 4
{
	: >art/crate.obj
	head -n 5 samples/crate.obj
	sleep 0.4
	tail -n +6 samples/crate.obj
	printf 'v 9 9 9\n'
} >art/crate.obj
claim "that truncates and writes in steps is seen once" settles 5
claim "and the asset is that of the end" cmp out/crate.kiln <("$build/kiln-cook" -q art/crate.obj -o -)
mv art/crate.obj art/crate.bak && cp art/crate.bak art/crate.new && printf '# c\n' >>art/crate.new && mv art/crate.new art/crate.obj && touch art/crate.obj
claim "with a backup is seen once" settles 6
printf '\n' >>art/crate.mtl
claim "a side file" settles 7
touch art/crate.obj art/deep/terrain.obj
claim "times alone" settles 7
mkdir -p art/new/folder && cp samples/crate.obj art/new/folder/box.obj
claim "a new folder" settles 8
printf '# d\n' >>art/new/folder/box.obj
claim "is watched" settles 9
mkdir away && cp samples/crate.obj away/moved.obj && mv away art/moved
claim "a folder that is moved in" settles 10
printf '# e\n' >>art/moved/moved.obj
claim "is watched" settles 11
rm -r art/new
claim "art that is removed" until_so $patience test ! -e out/new/folder/box.kiln
printf 'f 1 2 99\n' >art/broken.obj
claim "broken art" until_so $patience grep -q 'art/broken.obj: error' log
claim "does not end the watch" settles 12
cp samples/crate.obj art/broken.obj
claim "and may be repaired" settles 13
echo 'weld = 0.01' >art/deep/kiln.recipe
claim "a recipe" settles 14
for i in 1 2 3 4 5 6 7 8
do
	cp samples/crate.obj art/many$i.obj
done
claim "many files" settles 22
claim "a second batch" exits 3 "$batch" art -o out
claim "is refused" says "works there"
claim "SIGINT ends it" ends INT
claim "and nothing is left to do" exits 0 "$batch" art -o out
claim "for a batch" shows " 0 cooked,"
begin --watch-every 0.2
sleep 0.5
printf '# f\n' >>art/crate.obj
claim "a watch that looks by itself" settles 1
claim "SIGTERM ends it" ends TERM
claims_end
