// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_H
#define KILNCOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libkilncook: from an art file, or a scene in memory, to a Kiln blob.
///
/// Everything hangs on a kilncook_context that the caller fills in; there is no global state. Functions return a
/// kilncook_status and leave their out-parameters untouched on failure; the reason goes to the context's log.

/// Pinned; the value is the command line's exit code.
typedef enum kilncook_status
{
	KILNCOOK_OK = 0,
	KILNCOOK_REFUSED = 1,  ///< the input can't be cooked; the log says why and where
	KILNCOOK_USAGE = 2,    ///< options that contradict each other or are out of range
	KILNCOOK_IO = 3,       ///< a file could not be read or written
	KILNCOOK_INTERNAL = 4, ///< out of memory, or a proof of our own failed
} kilncook_status;

typedef enum kilncook_severity
{
	KILNCOOK_NOTE,
	KILNCOOK_WARNING,
	KILNCOOK_ERROR,
} kilncook_severity;

/// Memory for the cooker. `resize(user, NULL, 0, n)` allocates, `resize(user, p, n, 0)` frees, both as realloc does;
/// returns NULL when there is none (never called with 0, 0). Blocks are aligned for any type.
typedef struct kilncook_allocator
{
	void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
	void *user;
} kilncook_allocator;

/// Receives every message. `where` names the node or mesh ("" for the file), `code` is a stable short word such as
/// `weld-degenerate`. `text` is one line without a newline.
typedef struct kilncook_log
{
	void (*message)(
		void *user, kilncook_severity severity, const char *where, const char *code, const char *text);
	void *user;
} kilncook_log;

/// What a cook needs besides its input. `{0}` uses malloc and drops messages.
typedef struct kilncook_context
{
	kilncook_allocator allocator;
	kilncook_log log;
} kilncook_context;

#endif
