// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_FILES_H
#define KILN_COOKER_IMPORT_FILES_H

#include "import/import.h"

#include <stdio.h>

/// The files that an import reads. Art is not trusted: a file that it names is opened only if it lies, with symbolic
/// links resolved, in the art's folder or in a folder that the caller allows. The art's folder is the one that holds
/// the art file, or the link to it that the caller gave; its subfolders are included.

/// Most missing files that are listed: a list this long may lack others.
#define IMPORT_MISSING_MAX 4096

/// Paths without duplicates, in the order in which they were added.
typedef struct import_paths
{
	char **items; ///< `count` strings; the block has exactly this length
	uint32_t count;
} import_paths;

typedef struct import_files
{
	const kilncook_context *context;
	const char *art;
	art_import_rules rules;
	char **folders; ///< `folder_count` strings of platform_resolve, the art's own folders first
	size_t folder_count;
	size_t folder_capacity;
	import_paths read;	  ///< files that were read, without the art file itself
	import_paths missing; ///< files that do not exist, at most IMPORT_MISSING_MAX
	uint64_t stamp;		  ///< the sum of the stamps of `read`
	import_paths refused; ///< files refused because they lie outside; the log has the reasons
	bool failed;		  ///< out of memory: the lists are incomplete, or a file could not be opened
} import_files;

/// Bytes of a file.
typedef struct import_bytes
{
	uint8_t *data; ///< `size` bytes and a NUL; freed by import_bytes_free
	size_t size;
} import_bytes;

/// Begins the files of an import. KILNCOOK_IO with a message when the art can't be found, KILNCOOK_USAGE with one when
/// an allowed folder can't; KILNCOOK_INTERNAL when out of memory. Call import_files_end in every case.
kilncook_status import_files_begin(
	import_files *files, const kilncook_context *context, const char *art, const art_import_rules *rules);

/// Frees everything except the lists that import_files_take has moved.
void import_files_end(import_files *files);

/// Moves the lists of read and of missing files into the scene.
void import_files_take(import_files *files, art_scene *scene);

/// Reads a whole file that the art names. `reference` is a path of the operating system (with percent signs decoded, if
/// the format uses them). It is absolute or relative to the folder of `from`, the file that names it: the art or a file
/// that the art names. With `from` NULL the path is used unchanged; the art itself is read this way. KILNCOOK_IO when
/// the file does not exist or can't be read: `reason` (PLATFORM_REASON bytes) gets the reason and nothing is logged,
/// because some formats can be read without the file. KILNCOOK_REFUSED when it lies outside; the error `import-outside`
/// is logged, and the import must end as refused. KILNCOOK_INTERNAL when out of memory. The file is added to the list
/// of files read.
kilncook_status import_files_read(
	import_files *files, const char *from, const char *reference, import_bytes *bytes, char *reason);

void import_bytes_free(const kilncook_context *context, import_bytes *bytes);

/// Opens a file under the same rule, positioned at its start; `size` gets its bytes. Returns NULL when it does not
/// exist, can't be read, lies outside or memory is out: `status` and `reason` give the cause, as in import_files_read.
FILE *import_files_open(import_files *files, const char *path, uint64_t *size, kilncook_status *status, char *reason);

#endif
