# SPDX-License-Identifier: MIT
# Runs a script once for each of many files, some at a time. Scripts source this file.
# shellcheck shell=bash

# each_file ARGS...: runs `$0 --one FILE ARGS...` for each file of the input, whose names end with a NUL, and prints all lines in order.
# Fails where a run is killed: xargs then runs no more files, and a count of the lines alone would not tell why they are few.
each_file()
{
	LC_ALL=C sort -z | xargs -0 -P "$(nproc)" -I{} "$0" --one {} "$@" | LC_ALL=C sort
	local ended=${PIPESTATUS[1]}
	[ "$ended" = 0 ] || { echo "$0: error: a run was killed, and files after it did not run (xargs: $ended)" >&2; return 1; }
}

# cooks LOG COMMAND...: runs a cook into a log. Returns 0 where the art cooks, 1 where it is refused, and 2 after any other end, such
# as that of a full disk or of a program that is not there: the log's last line says which.
cooks()
{
	local log=$1 status
	shift
	"$@" >"$log" 2>&1
	status=$?
	[ $status -gt 1 ] || return $status
	printf 'exit code %d: %s\n' $status "$(tail -n 1 "$log")" | tr '\t' ' ' >>"$log"
	return 2
}
