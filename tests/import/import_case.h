// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_IMPORT_CASE_H
#define KILN_TESTS_IMPORT_CASE_H

#include "import/import.h"
#include "import/import_reader.h"
#include "support/clean_memory.h"

/// Art files that a test makes, in a folder of their own, and what the readers make of them.
typedef struct import_case
{
	char folder[64];
	counted_memory memory;
	art_scene scene;
	char last_text[256]; ///< of the last message
	size_t errors;		 ///< messages that are errors
	bool imported;
} import_case;

/// Makes the folder; false when that fails.
bool import_case_begin(import_case *test);
/// Frees the scene, removes the folder and fails the test when a block is left or was given back with a wrong size.
void import_case_end(import_case *test);

/// Writes a file of the folder.
void import_case_write(const import_case *test, const char *name, const void *bytes, size_t size);

/// Imports a file of the folder; the scene of the import before is freed.
kilncook_status import_case_read(import_case *test, const char *name);

/// Both, for a text.
kilncook_status import_case_text(import_case *test, const char *name, const char *text);

/// The same for any path, by one reader, or by whichever art_import chooses for NULL.
kilncook_status import_case_path(import_case *test, const char *path, const import_reader *reader);

/// Position of a face's corner, as its mesh has it; not a number where it is out of range.
void import_case_corner(const art_mesh *mesh, uint32_t face, uint32_t corner, float position[3]);

#endif
