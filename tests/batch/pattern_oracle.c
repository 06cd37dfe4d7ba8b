// SPDX-License-Identifier: MIT
// fnmatch is no part of C17.
#define _POSIX_C_SOURCE 200809L
#include "pattern_oracle.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/// Bytes up to the next slash.
static size_t part_of(const char *text)
{
	return strcspn(text, "/");
}

/// Bytes of a set of characters up to its bracket; 0 where none ends the set, so that its first bracket is a plain character.
static size_t set_length(const char *set, size_t size)
{
	size_t i = 1;
	i += i < size && (set[i] == '!' || set[i] == '^');
	for (++i; i < size; ++i)
		if (set[i] == ']')
			return i + 1;
	return 0;
}

/// Copies a part of a pattern. The C libraries differ about a bracket without an end: `[[]` has one.
static char *copy_pattern(const char *part, size_t size)
{
	char *copy = calloc(3 * size + 1, 1), *at = copy;
	for (size_t i = 0; copy && i < size;)
	{
		const size_t set = part[i] == '[' ? set_length(part + i, size - i) : 0, taken = set > 0 ? set : 1;
		const bool plain = part[i] == '[' && set == 0;
		memcpy(at, plain ? "[[]" : part + i, plain ? 3 : taken);
		at += plain ? 3 : taken;
		i += taken;
	}
	return copy;
}

static bool part_matches(const char *pattern, const char *path)
{
	char *parts[2] = {copy_pattern(pattern, part_of(pattern)), strndup(path, part_of(path))};
	if (!parts[0] || !parts[1])
		abort();
	const bool matches = fnmatch(parts[0], parts[1], FNM_NOESCAPE) == 0;
	free(parts[0]);
	free(parts[1]);
	return matches;
}

/// The next part; NULL behind the last.
static const char *next_part(const char *text)
{
	text += part_of(text);
	return *text ? text + 1 : NULL;
}

bool pattern_oracle(const char *pattern, const char *path)
{
	if (!pattern || !path)
		return pattern == path;
	if (part_of(pattern) != 2 || strncmp(pattern, "**", 2) != 0)
		return part_matches(pattern, path) && pattern_oracle(next_part(pattern), next_part(path));
	const char *rest = next_part(pattern);
	while (rest && path && !pattern_oracle(rest, path))
		path = next_part(path);
	return path != NULL;
}
