// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_ZIP_H
#define KILN_COOKER_IMPORT_ZIP_H

#include "kilncook.h"

#include <stdio.h>
#include <zlib.h>

/// Reads a file, or the model in a ZIP archive (PKWARE's APPNOTE 6.3), byte by byte in constant memory.

#define IMPORT_ZIP_BLOCK 16384

typedef struct import_zip
{
	FILE *file;
	uint64_t left; ///< bytes not yet read of the packed entry or of the whole file
	bool packed;
	bool ended;
	z_stream stream;
	size_t at; ///< position in `bytes`
	size_t size;
	uint8_t source[IMPORT_ZIP_BLOCK];
	uint8_t bytes[IMPORT_ZIP_BLOCK];
} import_zip;

/// Opens a file. Of an archive, opens the first entry whose name ends with `.model`, as in a 3MF package, or `.amf`.
/// Returns false when there is no such entry, or when it is neither stored nor deflated. Call import_zip_end in both
/// cases.
bool import_zip_begin(const kilncook_context *context, const char *path, import_zip *zip);

/// Returns the next byte; -1 at the end or at damaged data.
int import_zip_next(import_zip *zip);

void import_zip_end(import_zip *zip);

#endif
