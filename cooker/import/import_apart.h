// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_APART_H
#define KILN_COOKER_IMPORT_APART_H

#include "import.h"

/// Limits on an import in a separate process.
typedef struct art_import_limits
{
	double seconds;			  ///< above 0; INFINITY for no limit
	double processor_seconds; ///< of the import only; above 0; INFINITY for no limit
	/// Bytes of address space in addition to those of the caller's process. 0: IMPORT_MEMORY_BASE plus
	/// IMPORT_MEMORY_FACTOR times the bytes of the files that are read, at most three quarters of the machine's memory.
	uint64_t memory;
} art_import_limits;

#define IMPORT_MEMORY_BASE ((uint64_t)2 << 30)
#define IMPORT_MEMORY_FACTOR 256

/// Descriptors of the importing process: art and its side files, which readers close one by one, and five that stay.
#define IMPORT_DESCRIPTORS 256

/// Runs art_import in a separate process. This process sends the scene as bytes, which are checked here
/// (import_wire.h), and ends. So art that damages the importer's memory cannot damage the caller's. The process can read
/// the art's folders and write to its pipes, and nothing else, as far as the system can confine a process
/// (platform_sandbox_enter). Codes in addition to those of
/// art_import: `import-crashed`, `import-forbidden` (a system call that no import needs), `time-limit`, `memory-limit` and
/// `import-damaged` (the bytes are not a scene), all KILNCOOK_REFUSED; `interrupted` with KILNCOOK_CANCELLED; `internal` with KILNCOOK_INTERNAL when no
/// process can be started. On systems without such processes (Windows), this is art_import without limits.
kilncook_status art_import_apart(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const art_import_limits *limits, art_scene *scene);

/// Receives what an import sends.
typedef void import_put(void *user, const void *bytes, size_t size);

/// What an importing process does: it reads a file and sends what it read.
typedef struct import_task
{
	/// Reads the file `path` under `rules`, whose `begun` it calls before it opens the file, and sends bytes by `put`.
	/// Returns KILNCOOK_OK, or another status after one error message.
	kilncook_status (*run)(const void *user, const kilncook_context *context, const char *path,
		const art_import_rules *rules, import_put *put, void *put_user);
	const void *user;
} import_task;

/// Bytes that an import sent. Whoever reads them trusts none of them.
typedef struct import_sent
{
	uint8_t *bytes;
	size_t size;
	size_t capacity;
} import_sent;

/// Runs any task as art_import_apart runs art_import, and gathers the bytes that it sends. Needs platform_can_isolate. The caller frees
/// `sent` by import_sent_free, also after a failure.
kilncook_status import_run_apart(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const art_import_limits *limits, const import_task *task, import_sent *sent);

void import_sent_free(const kilncook_context *context, import_sent *sent);

/// Refuses bytes that are not what a task sends: `import-damaged`.
kilncook_status import_sent_refuse(const kilncook_context *context);

#endif
