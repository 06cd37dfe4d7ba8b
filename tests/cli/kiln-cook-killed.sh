#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook and kiln-pack, killed with SIGKILL while a file has its temporary name: the next run that writes this file removes
# what is left. A library that is loaded first kills the process at a call, and refuses files without names.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
pack=$build/kiln-pack
cd "$scratch" || exit 3
cat >killer.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void reach(const char *call)
{
	const char *chosen = getenv("KILL_AT");
	if (!chosen || strcmp(chosen, call) != 0)
		return;
	// The process that cooks writes; the one that waits for it gives the file its name.
	if (strcmp(call, "fsync") == 0)
		kill(getppid(), SIGKILL);
	kill(getpid(), SIGKILL);
}

int open(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	const int mode = va_arg(more, int);
	va_end(more);
	if ((flags & O_TMPFILE) == O_TMPFILE && getenv("NAMED"))
	{
		errno = EOPNOTSUPP;
		return -1;
	}
	return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	const int mode = va_arg(more, int);
	va_end(more);
	return open(path, flags, mode);
}

int rename(const char *from, const char *to)
{
	reach("rename");
	return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	int (*real)(int, const char *, int, const char *) = (int (*)(int, const char *, int, const char *))dlsym(RTLD_NEXT, "renameat");
	reach("renameat");
	return real(from_folder, from, to_folder, to);
}

int fsync(int file)
{
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
	reach("fsync");
	return real(file);
}
C
gcc -shared -fPIC -w killer.c -o killer.so -ldl || exit 3
mkdir out
"$build/kiln-samples" art >stdout || exit 3
left() { find . -name '.kiln-*' | wc -l; }
# killed CALL COMMAND...: the command, killed at the call.
killed()
{
	local call=$1
	shift
	# A shell reports the signal, so this one has a shell of its own.
	(env LD_PRELOAD="$PWD/killer.so" KILL_AT="$call" "$@" >stdout 2>stderr; exit $?) 2>killed
	[ $? = 137 ]
}

"$cook" -q art/crate.obj -o crate.kiln
export NAMED=1
for call in fsync rename
do
	claim "a cook that is killed at $call" killed $call "$cook" -q art/crate.obj -o out/crate.kiln --touch
	claim "at $call: leaves a file" test "$(left)" = 1
	claim "at $call: and no asset" test ! -e out/crate.kiln
	claim "at $call: the cook of another output" exits 0 "$cook" -q art/crate.obj -o out/other.kiln
	claim "at $call: leaves it" test "$(left)" = 1
	claim "at $call: the next cook of the output" exits 0 "$cook" -q art/crate.obj -o out/crate.kiln
	claim "at $call: removes it" test "$(left)" = 0
	claim "at $call: and makes the asset" cmp -s out/crate.kiln crate.kiln
	rm -f out/*
done
claim "twice" killed rename "$cook" -q art/crate.obj -o out/crate.kiln
# A file in use, as by a cook of the same output in another process, stays.
name=$(basename out/.kiln-*-0.tmp)
exec 9<>"out/$name"
flock 9
claim "beside a cook that is still alive" exits 0 env LD_PRELOAD="$PWD/killer.so" "$cook" -q art/crate.obj -o out/crate.kiln
claim "its file stays" test -e "out/$name"
exec 9>&-
claim "until it ends" exits 0 "$cook" -q art/crate.obj -o out/crate.kiln
claim "and is removed then, though the asset in place has the same bytes" test "$(left)" = 0
for attempt in 1 3 7
do
	echo old >"out/${name/-0.tmp/-$attempt.tmp}"
done
claim "files with gaps between their numbers" exits 0 "$cook" -q art/crate.obj -o out/crate.kiln
claim "are removed" test "$(left)" = 0

# Files without names: one has a temporary name for an instant when it replaces another.
unset NAMED
if killed rename "$cook" -q art/terrain.obj -o out/crate.kiln
then
	claim "an instant is enough" test "$(left)" = 1
	claim "the older asset is whole" cmp -s out/crate.kiln crate.kiln
	claim "the next cook" exits 0 "$cook" -q art/terrain.obj -o out/crate.kiln
	claim "removes what is left" test "$(left)" = 0
fi

# Files that are written below a folder.
claim "a pack" exits 0 "$pack" create -o p.kpack crate.kiln
mkdir below
claim "an extraction that is killed" killed renameat "$pack" extract p.kpack -o below
claim "leaves a file" test "$(left)" = 1
claim "the next one" exits 0 "$pack" extract p.kpack -o below
claim "removes it" test "$(left)" = 0

claims_end
