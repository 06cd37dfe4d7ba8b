// SPDX-License-Identifier: MIT
#include "command/split.h"
#include "file.h"
#include "message.h"
#include "page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/// A command line in the making. Words point into main()'s words and into the files.
typedef struct expansion
{
	const char *program;
	char **words; ///< ended by a NULL
	size_t count;
	size_t capacity;
	char **texts; ///< of the response files
	size_t text_count;
} expansion;

static int no_memory(const expansion *e)
{
	tool_message(e->program, "error", "memory", "no memory for the command line");
	return TOOL_INTERNAL;
}

static int add_word(expansion *e, char *word)
{
	if (e->count + 1 >= e->capacity)
	{
		const size_t capacity = e->capacity * 2 + 16;
		char **larger = capacity < INT_MAX ? realloc(e->words, capacity * sizeof *larger) : NULL;
		if (larger == NULL)
			return no_memory(e);
		e->words = larger;
		e->capacity = capacity;
	}
	e->words[e->count++] = word;
	e->words[e->count] = NULL;
	return TOOL_DONE;
}

/// Adds the words of a text.
static int split(expansion *e, const char *path, char *text)
{
	uint32_t line = 1;
	char *out = text;
	int code = TOOL_DONE;
	for (char *in = split_blanks(text, &line); *in && code == TOOL_DONE; in = split_blanks(in, &line))
	{
		char *word = out;
		const uint32_t begun = line;
		if (!split_word(&in, &out, &line))
		{
			char place[512];
			snprintf(place, sizeof place, "%.480s:%u", path, begun);
			tool_message(place, "error", "usage", "the quote does not end");
			return TOOL_USAGE;
		}
		code = add_word(e, word);
	}
	return code;
}

static int add_file(expansion *e, const char *path)
{
	file_bytes bytes = {0};
	const int error = file_read(path, &bytes);
	if (error != 0)
	{
		tool_message(path, "error", "read", "cannot read the response file: %s", strerror(error));
		return TOOL_IO;
	}
	if (memchr(bytes.data, 0, bytes.size) != NULL)
	{
		tool_message(path, "error", "usage", "a response file is text, this has NUL bytes");
		file_free(&bytes);
		return TOOL_USAGE;
	}
	// The last word needs a NUL behind it, and one more ends the text.
	char *text = calloc(bytes.size + 2, 1);
	char **texts = realloc(e->texts, (e->text_count + 1) * sizeof *texts);
	if (texts != NULL)
		e->texts = texts;
	if (text != NULL)
		memcpy(text, bytes.data, bytes.size);
	file_free(&bytes);
	if (text == NULL || texts == NULL)
	{
		free(text);
		return no_memory(e);
	}
	e->texts[e->text_count++] = text;
	return split(e, path, text);
}

int tool_run(const char *program, int argc, char **argv, int (*run)(int argc, char **argv))
{
	expansion e = {.program = program};
	bool ended = false;
	int code = TOOL_DONE;
	for (int i = 0; i < argc && code == TOOL_DONE; ++i)
	{
		ended = ended || strcmp(argv[i], "--") == 0;
		const bool file = i > 0 && !ended && argv[i][0] == '@' && argv[i][1] != '\0';
		code = file ? add_file(&e, argv[i] + 1) : add_word(&e, argv[i]);
	}
	if (code == TOOL_DONE)
		code = run((int)e.count, e.words);
	for (size_t i = 0; i < e.text_count; ++i)
		free(e.texts[i]);
	free(e.texts);
	free(e.words);
	return code;
}
