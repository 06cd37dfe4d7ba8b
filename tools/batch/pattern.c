// SPDX-License-Identifier: MIT
#include "batch.h"

#include <string.h>

bool batch_is_pattern(const char *path)
{
	return strpbrk(path, "*?[") != NULL;
}

size_t batch_pattern_folder(const char *pattern)
{
	size_t size = 0;
	for (size_t i = 0; pattern[i] && !strchr("*?[", pattern[i]); ++i)
		size = pattern[i] == '/' ? i : size;
	return size;
}

/// Whether a set such as `[a-z]` or `[!a-z]` has a character; `*end` gets its end. A set without an end in its name is a plain
/// bracket.
static bool in_set(const char *set, char c, const char **end)
{
	const bool inverted = set[1] == '!' || set[1] == '^';
	const char *at = set + 1 + inverted;
	bool found = false;
	do
	{
		if (!*at || *at == '/')
		{
			*end = set + 1;
			return c == '[';
		}
		const bool range = at[1] == '-' && at[2] && at[2] != ']' && at[2] != '/';
		const unsigned char low = (unsigned char)at[0], high = (unsigned char)at[range ? 2 : 0];
		found = found || ((unsigned char)c >= low && (unsigned char)c <= high);
		at += range ? 3 : 1;
	} while (*at != ']');
	*end = at + 1;
	return found != inverted;
}

/// A star that a mismatch may come back to.
typedef struct star
{
	const char *pattern; ///< behind the star; NULL without one
	const char *path;	 ///< where the star ends so far
} star;

/// Matches one character or set. False leaves both where they are.
static bool match_one(const char **pattern, const char **path)
{
	const char *end = *pattern + 1;
	const bool match = **pattern == '['	  ? **path != '/' && in_set(*pattern, **path, &end)
					   : **pattern == '?' ? **path != '/'
										  : **pattern && **pattern == **path;
	*pattern = match ? end : *pattern;
	*path += match;
	return match;
}

/// Whether a part of a pattern is `**`, which stands for any folders.
static bool is_folders(const char *pattern, const char *begin)
{
	return (pattern == begin || pattern[-1] == '/') && strncmp(pattern, "**", 2) == 0 &&
		   (!pattern[2] || pattern[2] == '/');
}

// A mismatch comes back to the last star of a name, then to the last star of folders: earlier stars need not match more than they
// have. So the work is at most the product of three lengths.
bool batch_matches(const char *pattern, const char *path)
{
	const char *const begin = pattern;
	star name = {.pattern = NULL}, folders = {.pattern = NULL};
	while (*path || *pattern)
	{
		if (is_folders(pattern, begin))
		{
			pattern += pattern[2] ? 3 : 2;
			folders = (star){pattern, path};
			name.pattern = NULL;
			continue;
		}
		if (*pattern == '*')
		{
			name = (star){++pattern, path};
			continue;
		}
		if (*path && match_one(&pattern, &path))
			continue;
		if (name.pattern && *name.path && *name.path != '/')
		{
			path = ++name.path;
			pattern = name.pattern;
			continue;
		}
		// `**/` ends behind a slash, `**` at the end of the pattern anywhere.
		const char *slash = folders.pattern && *folders.path ? strchr(folders.path, '/') : NULL;
		if (folders.pattern && !*folders.pattern && folders.pattern[-1] == '*')
			return true;
		if (!slash)
			return false;
		path = folders.path = slash + 1;
		pattern = folders.pattern;
		name.pattern = NULL;
	}
	return true;
}
