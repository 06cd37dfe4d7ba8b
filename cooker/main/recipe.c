// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "command/split.h"
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
	recipe->hash = cache_hash_bytes(recipe->bytes, recipe->size);
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
	for (char *in = split_blanks(recipe->bytes, &line); *in; in = split_blanks(in, &line))
	{
		recipe->words[recipe->word_count] = out;
		recipe->lines[recipe->word_count++] = line;
		uint32_t begun = line;
		if (!split_word(&in, &out, &line))
		{
			const option_source from = {path, begun, false};
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
