// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_IMPORT_CASE_H
#define KILN_TESTS_IMPORT_CASE_H

#include "import/import.h"
#include "import/import_reader.h"
#include "support/clean_memory.h"

/// Art files that a test writes, in a folder of their own, and the results of the readers.
typedef struct import_case
{
	char folder[64];
	counted_memory memory;
	art_scene scene;
	char last_text[256]; ///< text of the last message
	size_t errors;		 ///< number of error messages
	bool imported;
	bool metadata; ///< art_import keeps metadata
} import_case;

/// Makes the folder; false when that fails.
bool import_case_begin(import_case *test);
/// Frees the scene and removes the folder; fails the test when a block leaks or is freed with a wrong size.
void import_case_end(import_case *test);

/// Writes a file of the folder.
void import_case_write(const import_case *test, const char *name, const void *bytes, size_t size);

/// Imports a file of the folder; frees the previous scene.
kilncook_status import_case_read(import_case *test, const char *name);

/// Does both for a text.
kilncook_status import_case_text(import_case *test, const char *name, const char *text);

/// Does the same for any path, with one reader, or with the reader that art_import chooses for NULL.
kilncook_status import_case_path(import_case *test, const char *path, const import_reader *reader);

/// Returns the position of a face's corner in its mesh; not a number where it is out of range.
void import_case_corner(const art_mesh *mesh, uint32_t face, uint32_t corner, float position[3]);

#endif
