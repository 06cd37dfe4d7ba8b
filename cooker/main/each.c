// SPDX-License-Identifier: MIT
#include "each.h"

#include "job.h"
#include "messages.h"
#include "option.h"
#include "platform/platform.h"
#include "tiles.h"

#include <stdlib.h>
#include <string.h>

/// The texts of an asset in the list, each ended by a NUL.
typedef enum each_text
{
	EACH_NAME,
	EACH_ART,
	EACH_ASSET,
	EACH_REPORT, ///< may be empty: no report
	EACH_TEXTS,
} each_text;

/// Words besides those of the command line: -o ASSET --report REPORT -- ART.
#define WORDS_ADDED 6

/// Copies the words of the command line without --each.
static int copy_words(int count, char **words, char **to)
{
	command_words left = {.words = words + 1, .count = (size_t)count - 1};
	command_word word;
	int copied = 0;
	to[copied++] = words[0];
	for (size_t from = 0; command_next(&cli_command, &left, &word) != COMMAND_END; from = left.at)
	{
		char name[OPTION_NAME_SIZE] = "";
		if (word.kind == COMMAND_OPTION)
			option_long_name((const option *)(const void *)word.row, name);
		for (size_t i = from; i < left.at && strcmp(name, "each") != 0; ++i)
			to[copied++] = left.words[i];
	}
	return copied;
}

static kilncook_status cook_one(char **words, int count, char *const texts[EACH_TEXTS])
{
	static char output[] = "-o", report[] = "--report", end[] = "--";
	cli_settings settings;
	words[count++] = output;
	words[count++] = texts[EACH_ASSET];
	if (*texts[EACH_REPORT])
	{
		words[count++] = report;
		words[count++] = texts[EACH_REPORT];
	}
	words[count++] = end;
	words[count++] = texts[EACH_ART];
	kilncook_status status = cli_arguments(count, words, &settings);
	settings.peeks = settings.cache_only;
	if (status == KILNCOOK_OK)
		status = settings.field.tile_count ? cli_tiles(&settings) : cli_cook(&settings);
	cli_settings_free(&settings);
	fflush(stdout);
	fprintf(stderr, "\x01%s %d\n", texts[EACH_NAME], (int)status);
	fflush(stderr);
	printf("\x01%s %d\n", texts[EACH_NAME], (int)status);
	fflush(stdout);
	return status;
}

/// Splits the next asset's texts off. False at the end, or when a text has no end.
static bool take_texts(char **from, char *stop, char *texts[EACH_TEXTS])
{
	char *at = *from;
	for (int i = 0; i < EACH_TEXTS; ++i)
	{
		char *nul = at < stop ? memchr(at, 0, (size_t)(stop - at)) : NULL;
		if (!nul)
			return false;
		texts[i] = at;
		at = nul + 1;
	}
	*from = at;
	return true;
}

/// Reads the list into new memory.
static kilncook_status read_list(const char *path, char **bytes, size_t *size)
{
	char reason[PLATFORM_REASON] = "cannot be read";
	uint64_t length = 0;
	FILE *file = platform_input_open(path, &length, reason);
	*bytes = file && length < SIZE_MAX ? malloc((size_t)length + 1) : NULL;
	*size = *bytes ? fread(*bytes, 1, (size_t)length, file) : 0;
	const bool good = *bytes && *size == length;
	if (file)
		fclose(file);
	if (!good)
		cli_say(path, KILNCOOK_ERROR, "recipe", "cannot read the list: %s", reason);
	return good ? KILNCOOK_OK : KILNCOOK_IO;
}

kilncook_status cli_each(int count, char **words, const cli_settings *settings)
{
	char *bytes = NULL, *texts[EACH_TEXTS];
	size_t size = 0;
	kilncook_status status = read_list(settings->each, &bytes, &size);
	char **one = malloc(((size_t)count + WORDS_ADDED) * sizeof *one), *at = bytes;
	if (status == KILNCOOK_OK && one)
	{
		const int own = copy_words(count, words, one);
		while (take_texts(&at, bytes + size, texts))
		{
			const kilncook_status ended = cook_one(one, own, texts);
			status = ended > status ? ended : status;
		}
		const option_source here = {0};
		if (at != bytes + size)
			status = option_complain(&here,
				"--each: byte %zu of %s is not the begin of four texts with NUL bytes behind them",
				(size_t)(at - bytes), settings->each);
	}
	free(bytes);
	free(one);
	return one ? status : KILNCOOK_INTERNAL;
}
