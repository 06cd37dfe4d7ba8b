// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLATFORM_H
#define KILN_COOKER_PLATFORM_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// What the cooker wants from the system. Nothing else in it knows which one that is.

/// Bytes for a one-line reason.
#define PLATFORM_REASON 128

typedef enum platform_kind
{
	PLATFORM_MISSING,
	PLATFORM_REGULAR,
	PLATFORM_DIRECTORY,
	PLATFORM_DEVICE, ///< character device, pipe, socket: whatever else bytes can be written to
	PLATFORM_UNREACHABLE,
} platform_kind;

/// What `path` names, links followed. `size` (may be NULL) gets the bytes of a regular file; `reason` (may be NULL)
/// says in words what it is instead.
platform_kind platform_file_kind(const char *path, uint64_t *size, char reason[PLATFORM_REASON]);

/// Whether both paths name one existing file.
bool platform_same_file(const char *left, const char *right);

/// The part of a path behind its directories.
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

/// Opens a regular file for reading; `size` (may be NULL) gets its bytes. Anything else is not even opened: a pipe may
/// never end, and a device may act. NULL with a reason (may be NULL).
FILE *platform_input_open(const char *path, uint64_t *size, char reason[PLATFORM_REASON]);

/// Seconds of a clock that only runs forward.
double platform_seconds(void);

/// Most memory that this process or one of its children that have ended has had so far, in bytes; 0 when the system does
/// not tell.
uint64_t platform_peak_memory(void);

/// Bytes of the machine's memory; 0 when the system does not tell.
uint64_t platform_physical_memory(void);

/// Tells the system that the whole of a large block will soon be written, so that it may hand out large pages: a fault
/// for each small one takes longer than most passes over the memory. Changes nothing but the time.
void platform_large_pages(void *block, size_t size);

/// Processors that this process may run on, at least 1.
uint32_t platform_processors(void);

/// Calls `task` once with every number below `count`, on up to `threads` threads, this one among them; returns when all
/// calls have. Which thread makes a call, and when, is open. Where no further thread can be had, this one makes them
/// all.
void platform_parallel(uint32_t threads, uint32_t count, void (*task)(void *user, uint32_t i), void *user);

/// The one lock of this process, for libraries that keep what they work on in variables of their own. A process that
/// platform_isolate makes begins without anyone holding it: the fork waits until nobody does.
void platform_library_lock(void);
void platform_library_unlock(void);

/// A file that is to replace `path` once it is complete. Until then it has no name where the system can do that, so that
/// nothing is left even of a process that is killed; else a temporary one in the same directory. A device has neither:
/// the bytes go straight to it.
typedef struct platform_output
{
	char *path;
	char *temporary; ///< NULL without one
	bool unnamed;
	FILE *file;
} platform_output;

/// Opens one. False with a reason; nothing is left then.
bool platform_output_open(platform_output *output, const char *path, char reason[PLATFORM_REASON]);

/// Writes all bytes, and makes sure that they are on the disk. False with a reason. May be called in the child of
/// platform_isolate while the parent keeps the output.
bool platform_output_write(platform_output *output, const void *data, size_t size, char reason[PLATFORM_REASON]);

/// Puts the file in its place, makes sure that the folder knows on the disk, and frees the output. False with a reason; the temporary file is gone then.
bool platform_output_commit(platform_output *output, char reason[PLATFORM_REASON]);

/// Removes what there is of it and frees the output. Does nothing to a cleared one.
void platform_output_discard(platform_output *output);

/// Bounds on an isolated piece of work; 0 means none.
typedef struct platform_limits
{
	uint64_t memory;	  ///< bytes of address space; ignored under address sanitizers
	uint64_t memory_most; ///< how far platform_memory_grant may raise them; 0: not at all
	double seconds;
} platform_limits;

typedef enum platform_end
{
	PLATFORM_END_DONE,		  ///< the work returned; `code` is its value
	PLATFORM_END_CRASHED,	  ///< `code` is the signal, or 0 when it left by itself
	PLATFORM_END_MEMORY,	  ///< it ran out of memory under its limit
	PLATFORM_END_TIME,		  ///< it was stopped after its time
	PLATFORM_END_INTERRUPTED, ///< the user wants us to stop; `code` is the signal
	PLATFORM_END_FAILED,	  ///< it could not be started
	PLATFORM_END_REJECTED,	  ///< it was stopped because its data were not taken
} platform_end;

typedef struct platform_outcome
{
	platform_end end;
	int code;
} platform_outcome;

typedef struct platform_channel platform_channel;

/// Work done apart from us. Returns 0 .. 255.
typedef int platform_work(void *user, platform_channel *channel);

/// Receives one line of the work, without its newline.
typedef void platform_line(void *user, const char *line);

/// Receives bytes of the work, in pieces of any size. False: they are too many, the work is stopped.
typedef bool platform_data(void *user, const void *bytes, size_t size);

/// Sends a line to the other side. It holds no newline.
void platform_channel_send(platform_channel *channel, const char *line);

/// Sends bytes to the other side, if it takes any. Lines and bytes keep their own order, not that between them; all of
/// both have arrived when platform_isolate returns.
void platform_channel_data(platform_channel *channel, const void *bytes, size_t size);

/// Whether the user wants us to stop, or the time is over.
bool platform_channel_stop(const platform_channel *channel);

typedef struct platform_job
{
	platform_work *work;
	platform_line *line;
	platform_data *data; ///< or NULL
	void *user;
	platform_limits limits;
	bool apart; ///< in a process of its own; Windows has none to give: there a crash is ours and only the limits hold
	bool alone; ///< it loses all descriptors of ours: what it may do to files and pipes is its own
	bool noise; ///< let through what libraries print
} platform_job;

/// Whether this system has processes that `apart` means.
bool platform_can_isolate(void);

/// Raises the memory limit of the isolated work that calls this, up to `memory_most`; returns the limit in bytes then, 0
/// when there is none. Only within work that runs apart.
uint64_t platform_memory_grant(uint64_t bytes);

/// Bytes of address space that this process has; 0 when the system does not tell.
uint64_t platform_address_space(void);

/// Runs the work.
platform_outcome platform_isolate(const platform_job *job);

/// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT wait for platform_interrupted instead of ending the process, unless
/// the process was started with the signal ignored. Full disks and closed pipes become errors of the write.
void platform_interrupts_hold(void);

/// The signal that waits, or 0.
int platform_interrupted(void);

/// Dies of the signal that waits, as its sender expects; returns when there is none.
void platform_interrupts_release(void);

#endif
