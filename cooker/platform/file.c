// SPDX-License-Identifier: MIT
#include "platform.h"

#include <string.h>

bool platform_file_holds(const char *path, const void *data, size_t size)
{
	const uint8_t *expected = data;
	uint8_t block[65536];
	uint64_t bytes = 0;
	FILE *file = platform_input_open(path, &bytes, NULL);
	bool equal = file && bytes == size;
	for (size_t at = 0; equal && at < size;)
	{
		size_t read = fread(block, 1, sizeof block < size - at ? sizeof block : size - at, file);
		equal = read > 0 && memcmp(block, expected + at, read) == 0;
		at += read;
	}
	// A file that grew meanwhile holds more.
	equal = equal && fread(block, 1, 1, file) == 0;
	if (file)
		fclose(file);
	return equal;
}
