// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_MAP_H
#define KILN_OPEN_MAP_H

#include "kiln/base.h"
#include "math/ieee.h"

/// Files: one implementation per platform, map_posix.c and map_windows.c.

/// A whole file, mapped read-only and shared.
typedef struct kiln_mapping
{
	void *address; ///< aligned to a page
	size_t size;   ///< > 0
} kiln_mapping;

/// Maps a regular file. `prefault` reads the whole file now. Returns KILN_E_IO when the file cannot be opened or mapped
/// or is not a regular file, KILN_E_TRUNCATED when it is empty. If another program shortens the file while it is
/// mapped, reading behind its new end kills the process (SIGBUS, or an in-page error); nothing here can prevent that.
kiln_result kilni_mapping_open(kiln_mapping *mapping, const char *path, bool prefault);

void kilni_mapping_close(const kiln_mapping *mapping);

/// Writes `size` bytes under a temporary name beside `path`, then renames the file to `path`. Returns KILN_E_IO when
/// either step fails; then no temporary file is left, and an existing file is unchanged.
kiln_status kilni_file_replace(const char *path, const void *data, size_t size);

#endif
