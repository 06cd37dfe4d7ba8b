// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "platform.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>

/// Makes a folder where it is missing. False where something else, or a link, has the name.
static bool make_folder(const char *path)
{
	(void)CreateDirectoryA(path, NULL);
	const DWORD about = GetFileAttributesA(path);
	return about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
		   (about & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
}

bool platform_write_below(
	const char *folder, const char *name, const void *data, size_t size, char reason[PLATFORM_REASON])
{
	const size_t length = strlen(folder) + 1 + strlen(name);
	char *path = malloc(length + 1);
	bool good = path != NULL;
	if (good)
	{
		snprintf(path, length + 1, "%s/%s", folder, name);
		for (char *at = path + strlen(folder) + 1; good && (at = strchr(at, '/')) != NULL; ++at)
		{
			*at = '\0';
			good = make_folder(path);
			*at = '/';
		}
	}
	if (!good && reason)
		snprintf(reason, PLATFORM_REASON, "a link or a file stands in place of a folder, or there is no memory");
	platform_output output = {0};
	good = good && platform_output_open(&output, path, reason);
	output.changed_only = true;
	good = good && platform_output_write(&output, data, size, reason) && platform_output_commit(&output, reason);
	platform_output_discard(&output);
	free(path);
	return good;
}
#endif

/// ISO C forbids an empty translation unit.
typedef int platform_below_windows_is_compiled;
