// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "files.h"

#include "bench/figures/timing.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDERS_DEEP 16

/// Adds the files of a folder and of the folders in it, down to a depth.
static void list_files(const char *folder, int depth, bench_files *list)
{
	DIR *open = opendir(folder);
	const struct dirent *entry;
	while (open && (entry = readdir(open)) && list->count < BENCH_FILES_MAX)
	{
		struct stat status;
		size_t size = strlen(folder) + strlen(entry->d_name) + 2;
		char *path = bench_memory(size, 1);
		snprintf(path, size, "%s/%s", folder, entry->d_name);
		bool known = entry->d_name[0] != '.' && lstat(path, &status) == 0;
		if (known && S_ISDIR(status.st_mode) && depth > 0)
			list_files(path, depth - 1, list);
		if (known && S_ISREG(status.st_mode))
			list->paths[list->count++] = path;
		else
			free(path);
	}
	if (open)
		closedir(open);
}

static int compare_paths(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

void bench_files_list(const char *folder, bench_files *files)
{
	files->count = 0;
	list_files(folder, FOLDERS_DEEP, files);
	qsort(files->paths, files->count, sizeof *files->paths, compare_paths);
}

void bench_files_free(bench_files *files)
{
	for (uint32_t i = 0; i < files->count; ++i)
		free(files->paths[i]);
	files->count = 0;
}
