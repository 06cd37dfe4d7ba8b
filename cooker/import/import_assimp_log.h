// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_ASSIMP_LOG_H
#define KILN_COOKER_IMPORT_ASSIMP_LOG_H

#include "kilncook.h"
#include "math/ieee.h"

/// What assimp says while it imports. Its log is one for the whole process, as is its last error; so whoever imports holds
/// the process's lock for libraries (platform_library_lock) from import_assimp_log_begin to import_assimp_log_end, and
/// imports through assimp wait for each other. Imports that run apart have a process and a log each.

/// Different lines that are kept, and bytes of one with its NUL.
#define ASSIMP_LOG_LINES 32
#define ASSIMP_LOG_BYTES 400

typedef struct assimp_line
{
	bool error;	   ///< assimp calls it an error, else a warning
	bool and_more; ///< assimp left out equal lines behind it, and does not say how many
	uint64_t count;
	char text[ASSIMP_LOG_BYTES]; ///< as utf8_show shows it
} assimp_line;

typedef struct assimp_log
{
	assimp_line lines[ASSIMP_LOG_LINES];
	uint32_t count;
	uint32_t last; ///< line that was said last, ASSIMP_LOG_LINES for one that is not kept
	uint64_t more; ///< lines for which there was no room
} assimp_log;

/// Takes the lock and listens.
void import_assimp_log_begin(assimp_log *log);

/// Stops listening and lets the lock go.
void import_assimp_log_end(assimp_log *log);

/// Takes one line as assimp writes it, such as `Warn,  T0: text`; what is neither warning nor error is dropped.
void import_assimp_log_take(assimp_log *log, const char *line);

/// Says every line as a warning, `assimp-error` or `assimp-warning`, equal ones once with their count. `reason`, unless NULL, is what is said
/// elsewhere as the reason of a failure: a line that says the same is left out.
void import_assimp_log_report(const kilncook_context *context, const assimp_log *log, const char *reason);

#endif
