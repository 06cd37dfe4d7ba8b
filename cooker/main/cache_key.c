// SPDX-License-Identifier: MIT
#include "import/import.h"
#include "kiln/base.h"
#include "kiln_format.h"
#include "option.h"
#include "platform/platform.h"
#include "result.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

/// Whether an option changes neither the asset nor its reports. Any other option is a part of the key.
static bool is_neutral(const option *row)
{
	static const char *const names[] = {"output", "depfile", "touch", "report", "quiet", "verbose", "threads",
		"time-limit", "cpu-limit", "memory-limit", "no-isolation", "cache", "cache-size", "cache-only", "cache-stats",
		"each"};
	char name[OPTION_NAME_SIZE];
	option_long_name(row, name);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/// Adds a text with its NUL, so that two texts never look like one.
static void add_text(XXH3_state_t *state, const char *text)
{
	XXH3_128bits_update(state, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void add_words(XXH3_state_t *state, const cli_settings *settings)
{
	command_words left = {.words = settings->words, .count = settings->word_count};
	command_word word;
	while (command_next(&cli_command, &left, &word) != COMMAND_END)
	{
		if (word.kind == COMMAND_OPTION)
		{
			const option *row = (const option *)(const void *)word.row;
			char name[OPTION_NAME_SIZE];
			option_long_name(row, name);
			if (is_neutral(row))
				continue;
			add_text(state, name);
		}
		add_text(state, word.value ? word.value : "\n");
	}
}

/// Adds a file's path and its contents.
static void add_file(XXH3_state_t *state, const char *path, const cache_key *hash)
{
	add_text(state, path);
	XXH3_128bits_update(state, hash->bytes, sizeof hash->bytes);
}

/// Adds the art, and the recipes as they were read: a recipe may have changed since.
static bool add_files(XXH3_state_t *state, const kilncook_context *context, const cli_settings *settings)
{
	cache_key art;
	if (!cache_hash_file(context, settings->input, &art))
		return false;
	add_file(state, settings->input, &art);
	for (size_t i = 0; i < settings->sidecar_count; ++i)
		add_file(state, settings->sidecars[i].path, &settings->sidecars[i].hash);
	for (size_t i = 0; i < settings->recipe_count; ++i)
		add_file(state, settings->recipes[i].path, &settings->recipes[i].hash);
	return true;
}

/// Adds the running program: its build id and its size, so that a program that was changed after it was linked differs, too;
/// where it has no build id its contents, which takes a fifth of a hit's time.
static bool add_build(XXH3_state_t *state, const kilncook_context *context)
{
	uint8_t build[PLATFORM_BUILD];
	uint64_t size = 0;
	cache_key hash;
	const size_t build_size = platform_program_build(build);
	char *program = platform_program();
	bool good = program;
	if (good && build_size)
	{
		good = platform_file_kind(program, &size, NULL) == PLATFORM_REGULAR;
		XXH3_128bits_update(state, build, build_size);
		XXH3_128bits_update(state, &size, sizeof size);
	}
	else if (good)
	{
		good = cache_hash_file(context, program, &hash);
		XXH3_128bits_update(state, hash.bytes, sizeof hash.bytes);
	}
	free(program);
	return good;
}

/// Adds everything that decides how this program cooks.
static bool add_program(XXH3_state_t *state, const kilncook_context *context)
{
	char importer[64];
	art_importer_name(importer, sizeof importer);
	add_text(state, kiln_version());
	add_text(state, importer);
	return add_build(state, context);
}

bool cli_cache_key(const cli_settings *settings, const kilncook_context *context, cache_key *key)
{
	XXH3_state_t *state = XXH3_createState();
	if (!state)
		return false;
	XXH3_128bits_reset(state);
	add_words(state, settings);
	// The words are those of all tiles.
	if (settings->field.tile_count)
		XXH3_128bits_update(state, settings->field.tile, sizeof settings->field.tile);
	const bool good = add_program(state, context) && add_files(state, context, settings);
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
	memcpy(key->bytes, canonical.digest, sizeof key->bytes);
	XXH3_freeState(state);
	return good;
}

void cli_cache_print(const cli_settings *settings)
{
	const kilncook_context context = {.log = {0}};
	const cook_cache cache = {&context, settings->cache, settings->cache_limit, settings->peeks};
	const cache_counts counts = cache_count(&cache);
	printf("cache    %s\nentries  %llu\nbytes    %llu", settings->cache, (unsigned long long)counts.entries,
		(unsigned long long)counts.bytes);
	if (settings->cache_limit)
		printf(" of at most %llu", (unsigned long long)settings->cache_limit);
	printf("\nhits     %llu\nmisses   %llu\n", (unsigned long long)counts.hits, (unsigned long long)counts.misses);
}
