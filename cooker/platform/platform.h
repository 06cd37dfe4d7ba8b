// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLATFORM_H
#define KILN_COOKER_PLATFORM_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Everything that the cooker needs from the operating system. No other room depends on the system.

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLATFORM_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define PLATFORM_SANITIZED 1
#endif
/// Whether AddressSanitizer is compiled in: it needs a large address space, and prints its reports to standard error, which may
/// be a file.
#if !defined(PLATFORM_SANITIZED)
#define PLATFORM_SANITIZED 0
#endif

/// Bytes for a one-line reason.
#define PLATFORM_REASON 128

typedef enum platform_kind
{
	PLATFORM_MISSING,
	PLATFORM_REGULAR,
	PLATFORM_DIRECTORY,
	PLATFORM_DEVICE, ///< character device, pipe or socket: another target of bytes
	PLATFORM_UNREACHABLE,
} platform_kind;

/// Returns the kind of `path`, with links followed. `size` (may be NULL) gets the bytes of a regular file; `reason`
/// (may be NULL) gets a sentence about anything else.
platform_kind platform_file_kind(const char *path, uint64_t *size, char reason[PLATFORM_REASON]);

/// Whether both paths name one existing file.
bool platform_same_file(const char *left, const char *right);

/// The part of a path after its folders.
const char *platform_base_name(const char *path);

/// Whether a character stands between the folders of a path.
bool platform_is_separator(char c);

/// Whether a path begins at the root of a file system, or of a drive.
bool platform_is_absolute(const char *path);

/// The absolute path of an existing file or folder, with every symbolic link resolved. The caller frees it with free().
/// NULL with a reason (may be NULL) when nothing is there.
char *platform_resolve(const char *path, char reason[PLATFORM_REASON]);

/// Whether `path` lies in `folder` or is the folder itself. Both come from platform_resolve.
bool platform_is_within(const char *folder, const char *path);

/// Opens a regular file for reading; `size` (may be NULL) gets its bytes. Does not open other files: a pipe may never
/// end, and a device may act. NULL with a reason (may be NULL).
FILE *platform_input_open(const char *path, uint64_t *size, char reason[PLATFORM_REASON]);

/// A number that changes when a file is replaced or written: made of its identity, size and times. 0 where the system does
/// not report them.
uint64_t platform_stream_stamp(FILE *file);

/// The same number for a regular file, by its path; 0 when there is no such file. `changed` (may be NULL) gets when the system
/// noted the last change of the file, in nanoseconds since 1970: programs cannot set this time.
uint64_t platform_file_stamp(const char *path, int64_t *changed);

/// Whether `path` is a regular file that holds exactly these bytes. False where the file cannot be read.
bool platform_file_holds(const char *path, const void *data, size_t size);

/// Makes a folder, and its parents, unless they are there. False with a reason.
bool platform_folder_make(const char *path, char reason[PLATFORM_REASON]);

/// Calls `visit` with every regular file of a folder, in any order, until a call returns false: its name, its bytes, and the
/// time of its last change in nanoseconds since 1970. Links are no files here.
void platform_folder_each(
	const char *folder, bool (*visit)(void *user, const char *name, uint64_t bytes, int64_t changed), void *user);

/// Calls `visit` with the path of every regular file below a folder, in any order, until a call returns false. Links to files
/// count as files; links to folders are not followed, so that the walk ends. Folders whose name begins with a dot are left
/// out. False with a reason when a folder cannot be read or memory is out.
bool platform_folder_walk(
	const char *folder, bool (*visit)(void *user, const char *path), void *user, char reason[PLATFORM_REASON]);

/// Gives a file the time of now as that of its last change, where the system allows it.
void platform_file_touch(const char *path);

/// Adds a byte to a file, which is made if it does not exist. So the file's size counts the calls of all processes.
void platform_file_count(const char *path);

/// Removes a file; whether that succeeded.
bool platform_file_remove(const char *path);

/// The path of the running program, which the caller frees; NULL where the system does not report it.
char *platform_program(void);

/// The most bytes of a build id.
#define PLATFORM_BUILD 64

/// Copies the build id of the running program, which the linker computes from everything that it links. Returns its size; 0 where
/// the program or the system has no build id.
size_t platform_program_build(uint8_t build[PLATFORM_BUILD]);

/// Seconds of a clock that never runs backwards.
double platform_seconds(void);

/// Peak memory in bytes of this process, or of an ended child that had more; 0 when the system does not report it.
uint64_t platform_peak_memory(void);

/// Bytes of the machine's memory; 0 when the system does not report them.
uint64_t platform_physical_memory(void);

/// Hints to the system that a whole large block will soon be written, so that the block gets large pages: a fault for
/// each small page takes longer than most passes over the memory. Changes only the time.
void platform_large_pages(void *block, size_t size);

/// Processors that this process may run on, at least 1.
uint32_t platform_processors(void);

/// Calls `task` once with every number below `count`, on up to `threads` threads including the caller's; returns after
/// the last call. Any thread may make any call, in any order. When no further thread can be started, the caller's makes
/// all calls.
void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user);

/// The caller's thread of platform_together, where tasks bring calls that only this thread may make.
typedef struct platform_desk platform_desk;

/// Calls `task` once with every number below `count`, in their order, on up to `threads` threads besides the caller's. The
/// caller's thread meanwhile makes the calls that tasks ask for, and returns after the last task. When no thread can be started,
/// the caller's makes all calls of `task`, with a `desk` of NULL.
void platform_together(
	uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i, platform_desk *desk), void *user);

/// Has the caller's thread of platform_together call `call`, and returns after the call. A `desk` of NULL calls it at once.
void platform_ask(platform_desk *desk, void (*call)(void *argument), void *argument);

/// Takes or releases the one lock of this process, for libraries that keep state in global variables. In a process that
/// platform_isolate makes, the lock is free at the start: the fork waits until nobody holds it.
void platform_library_lock(void);
void platform_library_unlock(void);

/// A file that replaces `path` once it is complete. Until then the file has no name, where the system supports this, so
/// that even a killed process leaves nothing behind; elsewhere it has a temporary name in the same folder. Bytes for a
/// device are written to it directly.
typedef struct platform_output
{
	char *path;
	char *temporary; ///< NULL without one
	bool unnamed;
	/// May be set after the file is open: nothing is flushed to the disk, so that a crash of the system may leave an empty or
	/// cut file.
	bool unflushed;
	/// May be set after the file is open: a file in place with the same bytes stays, with its time.
	bool changed_only;
	FILE *file;
} platform_output;

/// The path that stands for standard output.
#define PLATFORM_STANDARD "-"

/// Opens an output. False with a reason; then nothing is left behind.
bool platform_output_open(platform_output *output, const char *path, char reason[PLATFORM_REASON]);

/// Whether the bytes go into a file, not to a device or a pipe.
static inline bool platform_output_is_file(const platform_output *output)
{
	return output->unnamed || output->temporary;
}

/// Writes all bytes and flushes them to the disk. False with a reason. May be called in the child of
/// platform_isolate while the parent keeps the output.
bool platform_output_write(platform_output *output, const void *data, size_t size, char reason[PLATFORM_REASON]);

/// Puts the file in its place, flushes the folder to the disk, and frees the output. False with a reason; then the
/// temporary file is removed.
bool platform_output_commit(platform_output *output, char reason[PLATFORM_REASON]);

/// Removes the unfinished file and frees the output. Does nothing to a cleared output.
void platform_output_discard(platform_output *output);

/// Writes a file below an existing folder, under a temporary name that is then renamed. `name` is a relative path with
/// slashes, without `.` and `..`; the folders of the name are made where they are missing. Follows no symbolic link below
/// the folder, so that nothing outside is written; replaces a link that has the file's name. A file in place with the same
/// bytes stays, with its time. False with a reason.
bool platform_write_below(
	const char *folder, const char *name, const void *data, size_t size, char reason[PLATFORM_REASON]);

/// Limits of an isolated piece of work; 0 means no limit.
typedef struct platform_limits
{
	uint64_t memory;	  ///< bytes of address space; ignored under address sanitizers
	uint64_t memory_most; ///< the largest limit that platform_memory_grant may set; 0: it may not raise the limit
	double seconds;
	double processor_seconds; ///< of all threads together, up to the next whole number
	/// Descriptors that the work may have, including standard streams and channels. With this limit, the work can neither
	/// start processes nor write to files.
	uint32_t descriptors;
} platform_limits;

typedef enum platform_end
{
	PLATFORM_END_DONE,		  ///< the work returned; `code` is its value
	PLATFORM_END_CRASHED,	  ///< `code` is the signal, or 0 when the process exited by itself
	PLATFORM_END_MEMORY,	  ///< the work reached its memory limit
	PLATFORM_END_TIME,		  ///< the work was stopped at its time limit
	PLATFORM_END_PROCESSOR,	  ///< the work was stopped at its limit of processor time
	PLATFORM_END_FORBIDDEN,	  ///< the work made a system call that its sandbox forbids; `code` is its number, or -1
	PLATFORM_END_INTERRUPTED, ///< a signal asked this process to stop; `code` is the signal
	PLATFORM_END_FAILED,	  ///< the work could not be started
	PLATFORM_END_REJECTED,	  ///< the work was stopped because its data were not accepted
} platform_end;

typedef struct platform_outcome
{
	platform_end end;
	int code;
} platform_outcome;

typedef struct platform_channel platform_channel;

/// Isolated work. Returns 0 .. 255.
typedef int platform_work(void *user, platform_channel *channel);

/// Receives one line of the work, without its newline.
typedef void platform_line(void *user, const char *line);

/// Receives bytes of the work, in pieces of any size. Returns false to stop the work when the bytes are too many.
typedef bool platform_data(void *user, const void *bytes, size_t size);

/// Sends a line to the other side. It holds no newline.
void platform_channel_send(platform_channel *channel, const char *line);

/// Sends bytes to the other side, if it accepts bytes. Lines keep their order and bytes keep theirs, but a line may
/// overtake bytes. All have arrived when platform_isolate returns.
void platform_channel_data(platform_channel *channel, const void *bytes, size_t size);

/// Whether a signal asked this process to stop, or the time is over.
bool platform_channel_stop(const platform_channel *channel);

typedef struct platform_job
{
	platform_work *work;
	platform_line *line;
	platform_data *data; ///< or NULL
	/// With `apart`: called once in this process while the other works; its result false ends that process as rejected. Elsewhere
	/// it is not called. May be NULL.
	bool (*meanwhile)(void *user);
	void *user;
	platform_limits limits;
	bool apart; ///< in a process of its own; on Windows in this process: a crash ends it, and only the limits hold
	bool alone; ///< without this process's descriptors, so that the work cannot touch its files and pipes
	bool noise; ///< lets the output of libraries through
} platform_job;

/// Whether this system supports `apart`.
bool platform_can_isolate(void);

/// What holds of a sandbox.
typedef struct platform_sandbox
{
	bool calls;		///< system calls are filtered, by seccomp
	uint32_t files; ///< only allowed files can be opened: the version of landlock; 0: any file
} platform_sandbox;

/// What this system offers. Nothing under valgrind, whose own calls would be filtered, too.
platform_sandbox platform_sandbox_offered(void);

/// Confines this process for the rest of its life, as far as the system can: it can open nothing but `file` and the files in
/// the folders and their subfolders, and only for reading, and it can make only the system calls that reading and computing need. The
/// calls that start processes and programs, open sockets or reach into other processes end it; other calls fail. Descriptors
/// that are open stay usable. Only within work that runs apart and alone. Returns what holds.
platform_sandbox platform_sandbox_enter(const char *file, char *const *folders, size_t count);

/// The name of a system call of PLATFORM_END_FORBIDDEN; NULL when it is not known.
const char *platform_call_name(int number);

/// What a process prints before a forbidden call ends it, followed by the call's number.
#define PLATFORM_FORBIDDEN "forbidden system call "

/// Raises the memory limit of the isolated work that calls this, up to `memory_most`; returns the limit in bytes then,
/// 0 without a limit. Only within work that runs apart.
uint64_t platform_memory_grant(uint64_t bytes);

/// Bytes of address space that this process uses; 0 when the system does not report them.
uint64_t platform_address_space(void);

/// Runs the work.
platform_outcome platform_isolate(const platform_job *job);

/// Runs a command of the system's shell to its end. `line` receives what the command prints on its standard output, line by
/// line; NULL drops the lines. A signal that comes meanwhile is passed on to the command once; the end of this
/// process ends the command where the system supports this. Returns the exit code; -1 when the command could not be started or
/// ended by a signal.
int platform_shell(const char *command, platform_line *line, void *user);

/// Writes a path as one word of the shell: into new memory, which the caller frees. NULL when out of memory.
char *platform_shell_word(const char *word);

/// A lock that one process holds.
typedef struct platform_lock
{
	char *path; ///< NULL without a lock
	intptr_t handle;
} platform_lock;

/// Takes the lock of a file, which is made if it does not exist, until it is released or this process and the commands that it
/// started have ended. The file holds a line about this process. False when others hold the lock, or when the file
/// cannot be made: `reason` says who, or why.
bool platform_lock_take(platform_lock *lock, const char *path, char reason[PLATFORM_REASON]);

/// Releases the lock and removes its file. Does nothing without a lock.
void platform_lock_release(platform_lock *lock);

/// Folders whose changes a process waits for.
typedef struct platform_watch platform_watch;

/// Begins a watch of no folder. `seconds` above 0: each wait lasts so long, and reports a change, whether there is one or not. That
/// is also what a watch does where the system does not report changes, with a second. NULL when out of memory.
platform_watch *platform_watch_begin(double seconds);

void platform_watch_end(platform_watch *watch);

/// Adds a folder, and with `deep` the folders below it, but for those whose names begin with a dot, and for `except` (a path of
/// platform_resolve, or NULL). A folder that is watched already stays watched once. Links to folders are not followed.
void platform_watch_add(platform_watch *watch, const char *folder, bool deep, const char *except);

/// Waits until a file in a watched folder was written, made, renamed or removed and no more happens for a moment: programs save in
/// several steps. False when a signal waits for platform_interrupted.
bool platform_watch_wait(platform_watch *watch);

/// Sleeps for some milliseconds, or until a signal waits for platform_interrupted.
void platform_sleep(uint32_t milliseconds);

/// Whether standard error is a terminal.
bool platform_terminal(void);

/// The variable of the environment that --color sets: `always`, `never`, or `auto`, which is the default.
#define PLATFORM_COLOR "KILN_COLOR"

/// Chooses whether this process colours messages: `auto`, `always` or `never`. Commands of platform_shell never do.
void platform_color_choose(const char *word);

/// Writes ` severity: ` to standard error, coloured or not.
void platform_severity_print(const char *severity);

/// Whether standard output is a pipe that nobody reads any more, as behind `head`: its reader has seen enough.
bool platform_reader_is_gone(void);

/// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT wait for platform_interrupted instead of ending the process, unless
/// the process was started with the signal ignored. Full disks and closed pipes become errors of the write.
void platform_interrupts_hold(void);

/// The signal that waits, or 0.
int platform_interrupted(void);

/// Lets a signal wait for platform_interrupted as if its sender had sent it to this process, too.
void platform_interrupts_take(int signal_number);

/// Ends this process by the signal that waits, as its sender expects; returns when no signal waits.
void platform_interrupts_release(void);

#endif
