// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "messages.h"
#include "option.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// A limit far above the size of any real recipe.
#define RECIPE_BYTES_MAX 65536

/// Reads all bytes, and appends two NULs.
static kilncook_status read_bytes(const char *path, cli_recipe *recipe)
{
	char reason[PLATFORM_REASON] = "";
	FILE *file = platform_input_open(path, NULL, reason);
	if (!file)
	{
		cli_say(path, KILNCOOK_ERROR, "recipe", "cannot read the recipe: %s", reason);
		return KILNCOOK_IO;
	}
	errno = 0;
	recipe->bytes = calloc(RECIPE_BYTES_MAX + 2, 1);
	if (recipe->bytes)
		recipe->size = fread(recipe->bytes, 1, RECIPE_BYTES_MAX + 1, file);
	bool failed = !recipe->bytes || ferror(file);
	if (failed)
		cli_say(path, KILNCOOK_ERROR, "recipe", "cannot read the recipe: %s", strerror(errno));
	fclose(file);
	if (failed)
		return KILNCOOK_IO;
	if (recipe->size > RECIPE_BYTES_MAX)
	{
		cli_say(path, KILNCOOK_ERROR, "usage", "a recipe of more than %d bytes", RECIPE_BYTES_MAX);
		return KILNCOOK_USAGE;
	}
	if (memchr(recipe->bytes, 0, recipe->size))
	{
		cli_say(path, KILNCOOK_ERROR, "usage", "a recipe is text, this has NUL bytes");
		return KILNCOOK_USAGE;
	}
	return KILNCOOK_OK;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Skips blanks and comments.
static char *skip_blanks(char *at, uint32_t *line)
{
	while (is_blank(*at) || *at == '#')
	{
		if (*at == '#')
			while (*at && *at != '\n')
				++at;
		else
			*line += *at++ == '\n';
	}
	return at;
}

/// Copies one word from `*from` to `*to`, which never overtakes `*from`. False when a quote does not end.
static bool take_word(char **from, char **to, uint32_t *line)
{
	char *in = *from, *out = *to, quote = 0;
	for (; *in && (quote || !is_blank(*in)); ++in)
	{
		*line += *in == '\n';
		if (!quote && (*in == '"' || *in == '\''))
			quote = *in;
		else if (*in == quote)
			quote = 0;
		else
		{
			if (quote == '"' && *in == '\\' && (in[1] == '"' || in[1] == '\\'))
				++in;
			*out++ = *in;
		}
	}
	// The NUL of the word replaces the blank after it, whose newline must still be counted.
	if (*in)
		*line += *in++ == '\n';
	*out++ = 0;
	*from = in;
	*to = out;
	return quote == 0;
}

kilncook_status cli_recipe_read(const char *path, cli_recipe *recipe)
{
	*recipe = (cli_recipe){.path = path};
	kilncook_status status = read_bytes(path, recipe);
	if (status != KILNCOOK_OK)
		return status;
	size_t most = recipe->size / 2 + 1;
	recipe->words = malloc(most * sizeof *recipe->words);
	recipe->lines = malloc(most * sizeof *recipe->lines);
	if (!recipe->words || !recipe->lines)
	{
		cli_say(path, KILNCOOK_ERROR, "out-of-memory", "no memory for the recipe");
		return KILNCOOK_INTERNAL;
	}
	uint32_t line = 1;
	char *out = recipe->bytes;
	for (char *in = skip_blanks(recipe->bytes, &line); *in; in = skip_blanks(in, &line))
	{
		recipe->words[recipe->word_count] = out;
		recipe->lines[recipe->word_count++] = line;
		uint32_t begun = line;
		if (!take_word(&in, &out, &line))
		{
			const option_source from = {path, begun};
			return option_complain(&from, "the quote does not end");
		}
	}
	return KILNCOOK_OK;
}

void cli_recipe_free(cli_recipe *recipe)
{
	free(recipe->bytes);
	free(recipe->words);
	free(recipe->lines);
	*recipe = (cli_recipe){0};
}
