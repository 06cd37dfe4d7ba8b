#!/bin/bash
# SPDX-License-Identifier: MIT
# Kills batches and cooks at random times, and fills disks: outputs and caches are always whole afterwards, and the next batch
# finishes the work. The last line is "N passed, N failed".
#   tests/kills.sh [KILLS [SEED]]
kills=${1:-2000}
seed=${2:-1}
. "$(dirname "$0")/cli/claims.bash"
cook=$build/kiln-cook
batch=$build/kiln-batch
cd "$scratch" || exit 3
"$build/kiln-samples" samples || exit 3
RANDOM=$seed

# Art in two states, and the assets of both by the name of the art.
for state in 0 1
do
	mkdir -p "state$state" "right$state"
	for i in 1 2 3 4 5 6
	do
		{ cat samples/crate.obj; echo "v $i 0.5 $state.25"; echo "f 1 3 -1"; } >"state$state/box$i.obj"
	done
	cp samples/crate.mtl "state$state"
	cp samples/terrain.obj "state$state/hill.obj"
	[ $state = 0 ] || printf 'v 1 9 1\nf 1 2 -1\n' >>"state$state/hill.obj"
done
mkdir art
for state in 0 1
do
	cp state$state/* art
	for name in box1 box2 box3 box4 box5 box6 hill
	do
		"$cook" -q "art/$name.obj" -o "right$state/$name.kiln" 2>/dev/null || exit 3
	done
done

# pause MICROSECONDS: sleeps without a process.
exec {never}<> <(:)
pause()
{
	local text
	printf -v text '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000))
	read -rt "$text" -u $never
}

# whole FOLDER: each asset there is one of the two right ones, and no other file lies beside, but what the next cook
# removes.
whole()
{
	local file name
	for file in "$1"/* "$1"/.[!.]*
	do
		name=${file##*/}
		case $name in
		'*' | '.[!.]*' | .kiln-batch | .kiln-*.tmp) ;;
		*.kiln) cmp -s "$file" "right0/$name" || cmp -s "$file" "right1/$name" || { echo "$file is cut"; return 1; } ;;
		*) echo "$file was left"; return 1 ;;
		esac
	done
}

# Kills a process and those that it started, at a random time below MICROSECONDS.
strike()
{
	local process=$1 time=$((RANDOM * 32768 + RANDOM))
	pause $((time % $2))
	kill -KILL "$process" 2>/dev/null
	wait "$process" 2>/dev/null
}

# A cook alone, with and without the cache, to the same file.
bad=0
for ((i = 0; i < kills * 3 / 4; ++i))
do
	state=$((RANDOM % 2))
	name=box$((RANDOM % 6 + 1))
	[ $((i % 8)) != 0 ] || name=hill
	[ "$state" = "$last" ] || cp state$state/* art
	last=$state
	if [ $((i % 3)) = 0 ]
	then
		"$cook" -q "art/$name.obj" -o "cooked/$name.kiln" 2>/dev/null &
	else
		mkdir -p cooked
		"$cook" -q "art/$name.obj" -o "cooked/$name.kiln" --cache cache 2>/dev/null &
	fi
	strike $! 25000
	# The import's process ends with the cook, but not at once.
	[ $((i % 25)) != 0 ] || { pause 20000; whole cooked || bad=$((bad + 1)); }
done
pause 100000
claim "$((kills * 3 / 4)) kills of cooks leave whole files" test "$bad" = 0
claim "and nothing else" whole cooked
for state in 0 1
do
	cp state$state/* art
	for name in box1 box2 box3 box4 box5 box6 hill
	do
		"$cook" "art/$name.obj" -o again.kiln --cache cache 2>messages || bad=$((bad + 1))
		cmp again.kiln "right$state/$name.kiln" || bad=$((bad + 1))
		! grep -q cache-damaged messages || bad=$((bad + 1))
	done
done
claim "the cache gives right assets, and none that is damaged" test "$bad" = 0
strangers=$(find cache -type f ! -name '*.entry' ! -name '*.index' ! -name hits ! -name misses ! -name CACHEDIR.TAG ! -name '.kiln-*.tmp')
claim "and holds no file but its own" test -z "$strangers"
for name in box1 box2 box3 box4 box5 box6 hill
do
	"$cook" -q --touch "art/$name.obj" -o "cooked/$name.kiln" || bad=$((bad + 1))
done
claim "what kills left beside an asset, the next cook removes" test -z "$(find cooked -name '.*' -type f)"

# Batches, whose art changes between the kills.
for ((i = 0; i < kills - kills * 3 / 4; ++i))
do
	cp state$((RANDOM % 2))/box$((RANDOM % 6 + 1)).obj art
	[ $((RANDOM % 4)) != 0 ] || cp state$((RANDOM % 2))/hill.obj art
	if [ $((i % 2)) = 0 ]
	then
		"$batch" art -o out -q 2>/dev/null &
	else
		"$batch" art -o out -q --cache cache 2>/dev/null &
	fi
	strike $! 60000
	[ $((i % 10)) != 0 ] || { pause 50000; whole out || bad=$((bad + 1)); }
	# Now and then the work is finished: every asset is that of the art of now.
	if [ $((i % 25)) = 24 ]
	then
		"$batch" art -o out -q || bad=$((bad + 1))
		for name in box1 box2 box3 box4 box5 box6 hill
		do
			cmp -s "art/$name.obj" "state0/$name.obj"
			cmp "out/$name.kiln" "right$?/$name.kiln" || bad=$((bad + 1))
		done
		"$batch" art -o out | grep -q ' 7 unchanged' || { echo "the work was not finished"; bad=$((bad + 1)); }
	fi
done
claim "$((kills - kills * 3 / 4)) kills of batches leave whole files, and the next batch finishes" test "$bad" = 0
claim "no lock is left" test ! -e out/.kiln-batch/lock
echo "$kills kills in $SECONDS s"

# Disks that fill up at any byte: a limit for each file, in blocks of 512 or 1024 bytes.
for blocks in 0 1 2 3 4 5 6 8 16 64 128 256
do
	rm -rf full
	(ulimit -f $blocks && "$batch" art -o full -q --cache full-cache) >/dev/null 2>&1
	code=$?
	case $code in 0 | 3 | 4) ;; *) echo "exit code $code at $blocks blocks"; bad=$((bad + 1)) ;; esac
	[ ! -e full ] || whole full || bad=$((bad + 1))
	"$batch" art -o full -q --cache full-cache || bad=$((bad + 1))
	whole full && [ "$(find full -maxdepth 1 -name '*.kiln' | wc -l)" = 7 ] || bad=$((bad + 1))
done
claim "files that may not grow leave whole files, and room finishes the work" test "$bad" = 0
if mkdir disk && mount -t tmpfs -o size=1m kiln-test disk 2>/dev/null
then
	for kept in 0 4 8 16 40 80 120 200 300 500
	do
		rm -rf disk/out disk/cache
		head -c $(((1024 - kept) * 1024)) /dev/zero >disk/ballast 2>/dev/null
		"$batch" art -o disk/out -q --cache disk/cache >/dev/null 2>&1
		[ ! -e disk/out ] || whole disk/out || bad=$((bad + 1))
		rm disk/ballast
		"$batch" art -o disk/out -q --cache disk/cache || bad=$((bad + 1))
		whole disk/out && [ "$(find disk/out -maxdepth 1 -name '*.kiln' | wc -l)" = 7 ] || bad=$((bad + 1))
	done
	umount disk
	claim "full disks leave whole files, and room finishes the work" test "$bad" = 0
fi
claims_end
