// SPDX-License-Identifier: MIT
#include "nearest.h"

#include <string.h>

/// More changes than words of a command line have.
#define OTHER ((size_t)1 << 24)

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/// Computes the table of the words' prefixes row by row; a swap uses the row before the previous one.
size_t nearest_changes(const char *a, const char *b)
{
	size_t rows[3][NEAREST_BYTES + 1];
	size_t long_a = strlen(a), long_b = strlen(b);
	size_t size_a = least(long_a, NEAREST_BYTES), size_b = least(long_b, NEAREST_BYTES);
	for (size_t k = 0; k <= size_b; ++k)
		rows[0][k] = k;
	for (size_t i = 1; i <= size_a; ++i)
	{
		size_t *row = rows[i % 3];
		const size_t *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
		row[0] = i;
		for (size_t k = 1; k <= size_b; ++k)
		{
			row[k] = least(before[k - 1] + (a[i - 1] != b[k - 1]), least(before[k], row[k - 1]) + 1);
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				row[k] = least(row[k], earlier[k - 2] + 1);
		}
	}
	size_t rest_a = long_a - size_a, rest_b = long_b - size_b;
	return rows[size_a % 3][size_b] + (rest_a > rest_b ? rest_a : rest_b);
}

size_t nearest_cost(const char *word, const char *name)
{
	return nearest_changes(word, name) + (strncmp(name, word, strlen(word)) == 0 ? 0 : OTHER);
}

const char *nearest_name(const char *word, const char *const *names, size_t count)
{
	const char *nearest = NULL;
	size_t fewest = 0;
	for (size_t i = 0; i < count; ++i)
	{
		size_t needed = nearest_cost(word, names[i]);
		if (nearest && needed >= fewest)
			continue;
		nearest = names[i];
		fewest = needed;
	}
	return nearest;
}
