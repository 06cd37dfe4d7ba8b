// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_FILES_H
#define KILN_BENCH_FILES_H

#include "math/ieee.h"

#include <stdint.h>

#define BENCH_FILES_MAX 4096

/// Files by their paths, in the order of strcmp.
typedef struct bench_files
{
	char *paths[BENCH_FILES_MAX]; ///< of malloc
	uint32_t count;
} bench_files;

/// Lists the regular files of a folder and of the folders in it, down to a depth of 16, but for hidden ones.
void bench_files_list(const char *folder, bench_files *files);
void bench_files_free(bench_files *files);

#endif
