// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_ASSIMP_LOG_H
#define KILN_COOKER_IMPORT_ASSIMP_LOG_H

#include "common/import_words.h"
#include "kilncook.h"
#include "math/ieee.h"

/// Collects assimp's log lines during an import. The log and the last error are global in a process. So every import
/// through assimp holds the process's library lock (platform_library_lock) from import_assimp_log_begin to
/// import_assimp_log_end, and such imports wait for each other. An import in a separate process has its own log.

/// Most different lines that are kept, and bytes of one with its NUL.
#define ASSIMP_LOG_LINES 32
#define ASSIMP_LOG_BYTES 400

typedef struct assimp_line
{
	bool error;	   ///< assimp logged it as an error, otherwise as a warning
	bool and_more; ///< assimp dropped repeats of this line, and does not report how many
	uint64_t count;
	char text[ASSIMP_LOG_BYTES]; ///< converted by utf8_show
} assimp_line;

typedef struct assimp_log
{
	assimp_line lines[ASSIMP_LOG_LINES];
	uint32_t count;
	uint32_t last; ///< index of the latest line; ASSIMP_LOG_LINES if that line is not kept
	uint64_t more; ///< lines that were dropped because the list was full
} assimp_log;

/// Takes the lock and starts to collect lines.
void import_assimp_log_begin(assimp_log *log);

/// Stops collecting and releases the lock.
void import_assimp_log_end(assimp_log *log);

/// Adds one line as assimp writes it, such as `Warn,  T0: text`. Drops a line that is neither a warning nor an error
/// and does not report something unsupported.
void import_assimp_log_take(assimp_log *log, const char *line);

/// Finds the line of the file that a text names, such as `(line 3, col 5)`, and writes its number as import_line does, so that
/// editors can jump there; an empty text where none is named. Returns `line`.
const char *import_assimp_line(const char *text, char line[IMPORT_LINE]);

/// Reports every line as a warning, `assimp-error` or `assimp-warning`; equal lines once with their count. `reason`,
/// unless NULL, is the reason of a failure that the caller reports itself: a line with the same text is left out.
void import_assimp_log_report(const kilncook_context *context, const assimp_log *log, const char *reason);

#endif
