// SPDX-License-Identifier: MIT
#include "depfile.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/// Longest name of a side file, and the most that is searched of a glTF file's text.
#define NAME_BYTES 4096
#define GLTF_BYTES_MAX ((size_t)1 << 26)

typedef struct search
{
	const char *path; ///< of the art file
	void (*found)(void *user, const char *side_file);
	void *user;
} search;

/// Reports a file that is named relative to the art file, if it is there.
static void report(const search *s, const char *name)
{
	char path[2 * NAME_BYTES];
	size_t directory = name[0] == '/' ? 0 : (size_t)(platform_base_name(s->path) - s->path);
	size_t length = strlen(name);
	if (length == 0 || directory + length >= sizeof path || strpbrk(name, "\n\r"))
		return;
	memcpy(path, s->path, directory);
	memcpy(path + directory, name, length + 1);
	if (platform_file_kind(path, NULL, NULL) == PLATFORM_REGULAR)
		s->found(s->user, path);
}

static bool ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), tail = strlen(end);
	if (size < tail)
		return false;
	for (size_t i = 0; i < tail; ++i)
	{
		char c = text[size - tail + i];
		if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != end[i])
			return false;
	}
	return true;
}

/// `mtllib NAME`: the rest of the line is one name, blanks and all, as assimp takes it.
static void search_obj(const search *s, FILE *file)
{
	char line[NAME_BYTES];
	bool begins = true;
	while (fgets(line, sizeof line, file))
	{
		bool whole = strchr(line, '\n') != NULL;
		size_t end = strlen(line);
		while (end > 0 && strchr(" \t\r\n", line[end - 1]))
			line[--end] = 0;
		const char *word = line + strspn(line, " \t");
		if (begins && strncmp(word, "mtllib", 6) == 0 && (word[6] == ' ' || word[6] == '\t'))
			report(s, word + 6 + strspn(word + 6, " \t"));
		begins = whole;
	}
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Takes a URI out of a JSON string: `\/`, `\"` and `%20`. Returns where the string ends.
static const char *take_uri(const char *at, char name[NAME_BYTES])
{
	size_t size = 0;
	for (; *at && *at != '"'; ++at)
	{
		char c = *at;
		if (c == '\\' && at[1])
			c = *++at;
		else if (c == '%' && hex_digit(at[1]) >= 0 && hex_digit(at[2]) >= 0)
		{
			c = (char)(hex_digit(at[1]) * 16 + hex_digit(at[2]));
			at += 2;
		}
		if (size + 1 < NAME_BYTES)
			name[size++] = c;
	}
	name[size] = 0;
	return at;
}

static bool is_texture(const char *name)
{
	static const char *const ends[] = {".png", ".jpg", ".jpeg", ".ktx", ".ktx2", ".webp", ".dds", ".basis"};
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i)
		if (ends_with(name, ends[i]))
			return true;
	return false;
}

/// Every `"uri": "NAME"` that is no data URI.
static void search_gltf(const search *s, FILE *file)
{
	char name[NAME_BYTES];
	char *text = malloc(GLTF_BYTES_MAX + 1);
	if (!text)
		return;
	text[fread(text, 1, GLTF_BYTES_MAX, file)] = 0;
	for (const char *at = strstr(text, "\"uri\""); at; at = strstr(at, "\"uri\""))
	{
		at += 5;
		at += strspn(at, " \t\r\n");
		if (*at != ':')
			continue;
		++at;
		at += strspn(at, " \t\r\n");
		if (*at != '"')
			continue;
		at = take_uri(at + 1, name);
		if (strncmp(name, "data:", 5) != 0 && !is_texture(name))
			report(s, name);
	}
	free(text);
}

void cli_side_files(const char *path, void (*found)(void *user, const char *side_file), void *user)
{
	search s = {path, found, user};
	bool obj = ends_with(path, ".obj"), gltf = ends_with(path, ".gltf");
	FILE *file = obj || gltf ? fopen(path, "rb") : NULL;
	if (!file)
		return;
	if (obj)
		search_obj(&s, file);
	else
		search_gltf(&s, file);
	fclose(file);
}
