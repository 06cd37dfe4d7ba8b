// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_RESULT_H
#define KILN_COOKER_RESULT_H

#include "arguments.h"
#include "cache/cache.h"

/// A finished cook, of now or of the cache.
typedef struct cli_result
{
	cache_bytes parts[CACHE_PARTS]; ///< the reports are empty where nobody wants them
	cache_files files;				///< that the cook depends on, besides the art and its recipes
	uint64_t file_stamp;			///< the sum of the stamps of the files that were read
	bool cached;
	double ms; ///< the time of the cook

	// Owners of the bytes above: a cook's, or the cache's.
	kilncook_report report;
	kilncook_heightfield_report field_report; ///< of a height field, instead
	kilncook_blob asset, json, text, messages;
	char summary[256];
	cache_entry entry;
} cli_result;

/// Takes the result from the cache, whose messages are logged again, or cooks and stores it. The caller frees the result
/// after KILNCOOK_OK. KILNCOOK_IO when only the cache may answer and cannot. A cache that cannot be used is a warning.
kilncook_status cli_result_make(
	const cli_settings *settings, const kilncook_context *context, const kilncook_options *options, cli_result *result);

/// Whether the art is an image, which becomes a height field.
bool cli_is_image(const cli_settings *settings);

void cli_result_free(const kilncook_context *context, cli_result *result);

/// The key of a cook: the program, the words that change what is cooked, the contents of all recipes, the art's path as
/// given and its contents. False when a file of these cannot be read.
bool cli_cache_key(const cli_settings *settings, const kilncook_context *context, cache_key *key);

/// Prints what the cache holds.
void cli_cache_print(const cli_settings *settings);

#endif
