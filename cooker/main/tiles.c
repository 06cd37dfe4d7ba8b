// SPDX-License-Identifier: MIT
#include "tiles.h"

#include "job.h"
#include "messages.h"
#include "option.h"
#include "platform/platform.h"
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes that the numbers of a tile add to a path.
#define NUMBERS 24

/// Returns the path of a tile's output, NULL for no output: the numbers come before the extension of the name. `room` has room for
/// the path, NUMBERS and the end.
static const char *tile_path(const char *path, uint32_t column, uint32_t row, char *room)
{
	if (!path)
		return NULL;
	const char *name = platform_base_name(path), *dot = strrchr(name, '.');
	const size_t length = strlen(path), stem = dot && dot > name ? (size_t)(dot - path) : length;
	snprintf(room, length + NUMBERS + 1, "%.*s_%u_%u%s", (int)stem, path, (unsigned)column, (unsigned)row, path + stem);
	return room;
}

static kilncook_status misuse(const cli_settings *settings, const char *text)
{
	cli_say(settings->input, KILNCOOK_ERROR, "usage", "%s", text);
	return KILNCOOK_USAGE;
}

kilncook_status cli_tiles(const cli_settings *settings)
{
	const char *const paths[3] = {settings->output, settings->report, settings->depfile};
	char *rooms[3] = {NULL, NULL, NULL};
	const uint32_t count = settings->field.tile_count;
	// The cook of the first tile says why a file cannot be read.
	const bool readable = platform_file_kind(settings->input, NULL, NULL) == PLATFORM_REGULAR;
	if (!cli_cooks(settings) || (readable && !settings->field.mesh && !cli_is_image(settings)))
		return misuse(settings, "--tiles is for height fields: of an image, or of a mesh with --heightfield");
	if (settings->field.tile_side)
		return misuse(settings, "--tile cooks one tile, and --tiles all of them");
	for (int i = 0; i < 3; ++i)
		if (paths[i] && strcmp(paths[i], PLATFORM_STANDARD) == 0)
			return misuse(settings, "--tiles writes files, not to standard output");
	kilncook_status status = KILNCOOK_OK;
	for (int i = 0; i < 3 && status == KILNCOOK_OK; ++i)
		if (paths[i] && !(rooms[i] = malloc(strlen(paths[i]) + NUMBERS + 1)))
			status = KILNCOOK_INTERNAL;
	for (uint32_t k = 0; k < count * count && status == KILNCOOK_OK; ++k)
	{
		cli_settings tile = *settings;
		tile.field.tile[0] = k % count;
		tile.field.tile[1] = k / count;
		tile.output = tile_path(paths[0], k % count, k / count, rooms[0]);
		tile.report = tile_path(paths[1], k % count, k / count, rooms[1]);
		tile.depfile = tile_path(paths[2], k % count, k / count, rooms[2]);
		status = cli_cook(&tile);
	}
	for (int i = 0; i < 3; ++i)
		free(rooms[i]);
	return status;
}
