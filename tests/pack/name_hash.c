// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/// Prints the bytes of the XXH3-64 of a name as a pack stores it, in hexadecimal. In the name \n stands for a newline and
/// \\ for a backslash.
int main(int count, char **words)
{
	char name[256];
	size_t size = 0;
	for (const char *at = count == 2 ? words[1] : ""; *at && size < sizeof name; ++at)
	{
		const int escaped = *at == '\\' && at[1] != 0;
		at += escaped;
		name[size++] = escaped && *at == 'n' ? '\n' : *at;
	}
	const unsigned long long hash = XXH3_64bits(name, size);
	for (int i = 0; i < 8; ++i)
		printf("%02x%c", (unsigned)(hash >> 8 * i & 0xff), i < 7 ? ' ' : '\n');
	return 0;
}
