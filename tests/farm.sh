#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-batch --engine slurm on a real Slurm: no asset is lost or cooked twice when nodes, tasks, the batch itself or the art fail.
# Without a Slurm that starts, the test fails.
. "$(dirname "$0")/cli/claims.bash"
. tests/farm.bash
cd "$scratch" || exit 3
trap 'farm_end; rm -rf "$scratch"' EXIT
claim "munge and Slurm start" farm_begin "$scratch/farm" || claims_end
[ $claims_failed = 0 ] || claims_end
"$build/kiln-samples" samples || exit 3
mkdir bin art
cp "$build/kiln-batch" bin
batch=$PWD/bin/kiln-batch
export COOK=$build/kiln-cook LOG=$PWD/log
# A cook that notes its begin and its end, and takes a while.
cat >bin/kiln-cook <<-'END'
	#!/bin/sh
	for art
	do
		:
	done
	echo "begin $art ${SLURMD_NODENAME#n} $SLURM_JOB_ID" >>"$LOG"
	[ ! -e "$art.slow" ] || [ -e "$art.was-slow" ] || { : >"$art.was-slow"; sleep 20; }
	sleep 0.2
	[ ! -e "$art.cut" ] || { rm "$art.cut"; kill -TERM $$; }
	[ ! -e "$art.poison" ] || { kill -KILL $PPID; sleep 30; }
	"$COOK" "$@"
	status=$?
	echo "end $art" >>"$LOG"
	exit $status
END
chmod +x bin/kiln-cook
for i in {10..49}
do
	{ cat samples/crate.obj; echo "# $i"; } >"art/box$i.obj"
done
cp samples/crate.mtl samples/terrain.obj art
mkdir -p art/yard/north
for i in {10..19}
do
	mv "art/box$i.obj" art/yard/north
done

# each_once: every art has ended one cook, of those of the log.
each_once()
{
	local twice
	twice=$(grep '^end ' log | sort | uniq -d)
	[ -z "$twice" ] || { echo "twice: $twice"; return 1; }
	[ "$(grep -c '^end ' log)" = "$1" ] || { echo "$(grep -c '^end ' log) of $1"; return 1; }
}

# change: all art is new.
change()
{
	local file
	for file in art/*.obj art/yard/north/*.obj
	do
		echo "# $RANDOM $1" >>"$file"
	done
	: >log
}

# same_assets: what Ninja makes of the art.
same_assets()
{
	"$build/kiln-batch" art -o ninja -q 2>/dev/null
	diff <(cd ninja && find . -name '*.kiln' -exec cksum {} + | sort) <(cd out && find . -name '*.kiln' -exec cksum {} + | sort)
}

# ended COUNT: so many cooks have ended.
ended()
{
	[ "$(grep -c '^end ' log)" -ge "$1" ]
}

# began ART: its first cook is in its middle.
began()
{
	grep -q "^begin $1 " log && [ -e "$1.was-slow" ] && ! grep -qx "end $1" log
}

# field_of ART N: a word of the line of its first begin: 3 is the node, 4 the job.
field_of()
{
	grep "^begin $1 " log | head -n 1 | cut -d ' ' -f "$2"
}

queue_is_empty()
{
	[ -z "$(squeue -h)" ]
}

: >log
SECONDS=0
claim "a batch" exits 0 "$batch" art -o out --engine slurm --cache cache --report report.json
echo "41 cooks of 0.2 s on four nodes: $SECONDS s"
claim "cooks each asset" shows "assets   41: 41 cooked, 0 unchanged, 0 failed" || :
[ $claims_failed = 0 ] || { tail -n 20 "$farm"/*.log; claims_end; }
claim "once" each_once 41
claim "as Ninja does" same_assets
claim "the report is JSON" "$json_check" <report.json
claim "progress is shown" grep -qE '^\[41/41\] art/' stderr
claim "nothing of the tasks is left" test ! -e out/.kiln-batch/farm
claim "nor in the queue" until_so 15 queue_is_empty
claim "a second batch" exits 0 "$batch" art -o out --engine slurm
claim "has nothing to do" shows " 41 unchanged"
claim "nor has Ninja" exits 0 "$batch" art -o out
claim "after Slurm" shows " 41 unchanged"
rm -r out
: >log
claim "an empty tree" exits 0 "$batch" art -o out --engine slurm --cache cache
claim "comes from the cache" shows "cache    41 of 41"

change lost
# The node is lost in the middle of this cook.
touch art/box30.obj.slow
"$batch" art -o out --engine slurm >stdout 2>stderr &
pid=$!
claim "a batch begins" until_so 30 began art/box30.obj
lost=$(field_of art/box30.obj 3)
farm_lose "$lost"
claim "a node is lost in the middle" until_so 20 nodes_are down 1
wait $pid
claim "the batch ends well" test $? = 0
claim "with each asset" shows "assets   41: 41 cooked, 0 unchanged, 0 failed"
claim "cooked once" each_once 41
claim "as Ninja does" same_assets
farm_node "$lost"
claim "the node comes back" until_so 20 nodes_are idle 4

change cancelled
# Two tasks are preempted in the middle of these cooks. Of a third, the signal has reached the cook and not yet the task's shell.
touch art/box31.obj.slow art/box32.obj.slow art/box33.obj.cut
printf 'f 1 2 3\n' >art/broken.obj
"$batch" art -o out --engine slurm >stdout 2>stderr &
pid=$!
claim "a batch begins again" until_so 30 began art/box31.obj
claim "on two nodes" until_so 30 began art/box32.obj
scancel "$(field_of art/box31.obj 4)" "$(field_of art/box32.obj 4)"
wait $pid
claim "of which art is broken" test $? = 1
claim "the others are cooked" shows "assets   42: 41 cooked, 0 unchanged, 1 failed"
claim "once, although tasks were preempted" each_once 42
claim "and one cook's signal came before its task's" test ! -e art/box33.obj.cut
claim "and the broken art is named" says "art/broken.obj: error"
rm art/broken.obj

change poison
touch art/box20.obj.poison
claim "a cook that ends each of its tasks" exits 1 "$batch" art -o out --engine slurm
claim "is given up" says "art/box20.obj: error: Slurm ended 3 tasks during this cook"
claim "and no other" shows "assets   41: 40 cooked, 0 unchanged, 1 failed"
claim "is lost" each_once 40
rm art/box20.obj.poison

change killed
"$batch" art -o out --engine slurm >stdout 2>stderr &
pid=$!
claim "a batch that begins" until_so 30 ended 6
kill -KILL $pid
wait $pid 2>/dev/null
claim "and is killed" exits 0 "$batch" art -o out --engine slurm
claim "is finished by the next one" shows " 0 failed"
claim "as Ninja does" same_assets
change ended
"$batch" art -o out --engine slurm >stdout 2>stderr &
pid=$!
claim "a batch that begins" until_so 30 ended 4
kill -TERM $pid
wait $pid
claim "and is ended by SIGTERM" test $? = 143
claim "takes its tasks from the queue" until_so 15 queue_is_empty
claim "a task list for sbatch" exits 3 "$batch" art -o out --engine slurm --sbatch '-p nowhere'
claim "that Slurm refuses" says "sbatch does not take the work"
claims_end
