// SPDX-License-Identifier: MIT
#include "inputs.h"

#include "../common/message.h"
#include "pack/index.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/// Returns where the name of an input begins in its path: behind each leading `./`, or at the last part where the path is
/// absolute or climbs.
static const char *name_in(const char *path)
{
	while (path[0] == '.' && path[1] == '/')
		for (path += 2; *path == '/'; ++path)
			;
	bool climbs = platform_is_absolute(path);
	for (const char *at = path; !climbs && *at != '\0'; at += strspn(at, "/"))
	{
		const size_t length = strcspn(at, "/");
		climbs = length == 2 && memcmp(at, "..", 2) == 0;
		at += length;
	}
	return climbs ? platform_base_name(path) : path;
}

static bool grow(pack_inputs *inputs)
{
	if (inputs->count < inputs->capacity)
		return true;
	const uint32_t capacity = inputs->capacity > 0 ? inputs->capacity * 2 : 64;
	pack_input *list = capacity < KILN_NONE / 2 ? realloc(inputs->list, capacity * sizeof *list) : NULL;
	if (list == NULL)
		return false;
	inputs->list = list;
	inputs->capacity = capacity;
	return true;
}

static int add(const pack_options *options, pack_inputs *inputs, const char *word, size_t size)
{
	const char *folder = options->directory != NULL ? options->directory : "";
	const size_t length = strlen(folder);
	char *path = malloc(length + size + 2);
	if (path == NULL || !grow(inputs))
	{
		free(path);
		return pack_no_memory("kiln-pack");
	}
	memcpy(path, folder, length);
	memcpy(path + length, "/", 1);
	char *given = path + length + (length > 0);
	memcpy(given, word, size);
	given[size] = '\0';
	const char *name = name_in(given);
	inputs->list[inputs->count++] = (pack_input){path, name};
	const char *fault = pack_name_fault(name);
	if (fault == NULL)
		return TOOL_DONE;
	tool_message(given, "error", "name", "the name '%s' %s", name, fault);
	return TOOL_REFUSED;
}

static int add_list(const pack_options *options, pack_inputs *inputs)
{
	file_bytes bytes = {0};
	int code = tool_read(options->from, &bytes);
	for (size_t at = 0; at < bytes.size && code == TOOL_DONE;)
	{
		const char *line = (const char *)bytes.data + at;
		const char *newline = memchr(line, '\n', bytes.size - at);
		const size_t size = newline != NULL ? (size_t)(newline - line) : bytes.size - at;
		at += size + 1;
		if (memchr(line, '\0', size) != NULL)
		{
			tool_message(options->from, "error", "name", "a line holds a NUL");
			code = TOOL_REFUSED;
		}
		else if (size > 0)
			code = add(options, inputs, line, size);
	}
	file_free(&bytes);
	return code;
}

int pack_inputs_read(const pack_options *options, pack_inputs *inputs)
{
	int code = TOOL_DONE;
	for (size_t i = 0; i < options->word_count && code == TOOL_DONE; ++i)
		code = add(options, inputs, options->words[i], strlen(options->words[i]));
	if (code == TOOL_DONE && options->from != NULL)
		code = add_list(options, inputs);
	return code;
}

void pack_inputs_free(pack_inputs *inputs)
{
	for (uint32_t i = 0; i < inputs->count; ++i)
		free(inputs->list[i].path);
	free(inputs->list);
	*inputs = (pack_inputs){0};
}
