// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_FILES_H
#define KILN_COOKER_IMPORT_FILES_H

#include "kilncook.h"

#include <assimp/cfileio.h>

/// The files that an import reads besides the art file itself, in the order in which assimp opens them.
typedef struct import_files
{
	const kilncook_context *context;
	const char *art;
	char **paths; ///< `count` strings; the block is just as long
	uint32_t count;
	bool failed; ///< out of memory: the list is not whole, or a file could not be opened
} import_files;

/// assimp's way to files, which fills the list. `files` must outlive it.
struct aiFileIO import_files_calls(import_files *files);

#endif
