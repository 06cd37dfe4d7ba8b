// SPDX-License-Identifier: MIT
#include "cook/source.h"
#include "import/common/import_scene.h"
#include "job/job.h"
#include "math/rounding.h"
#include "memory.h"
#include "messages/codes.h"
#include "messages/fold.h"
#include "platform/platform.h"
#include "terrain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

kilncook_status terrain_no_memory(const terrain *it)
{
	cook_message(it->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the grid of a height field");
	return KILNCOOK_INTERNAL;
}

kilncook_status terrain_need_cells(const terrain *it, uint8_t **cells)
{
	if (!*cells)
		*cells = cook_alloc_zero(it->context, terrain_cells(it), 1);
	return *cells ? KILNCOOK_OK : terrain_no_memory(it);
}

void terrain_set_height(terrain *it, size_t sample, double height)
{
	it->heights[sample] = (float)height;
	const double away = fabs((double)it->heights[sample] - height);
	it->rounding = away > it->rounding ? away : it->rounding;
}

kilncook_status terrain_add_text(const terrain *it, char ***texts, uint32_t *count, const char *text)
{
	const size_t size = strlen(text) + 1;
	char *copy = cook_alloc(it->context, size, 1);
	char **longer = copy ? cook_resize(it->context, *texts, *count, *count + 1, sizeof *longer) : NULL;
	if (!longer)
	{
		cook_free(it->context, copy, size, 1);
		return terrain_no_memory(it);
	}
	memcpy(copy, text, size);
	longer[(*count)++] = copy;
	*texts = longer;
	return KILNCOOK_OK;
}

kilncook_status terrain_add_file(terrain *it, const char *path)
{
	FILE *file = platform_input_open(path, NULL, NULL);
	it->side_file_stamp += file ? platform_stream_stamp(file) : 0;
	if (file)
		fclose(file);
	return terrain_add_text(it, &it->side_files, &it->side_file_count, path);
}

void terrain_free(terrain *it)
{
	const kilncook_context *context = it->context;
	if (it->grid.columns < 2 || it->grid.rows < 2)
		return;
	const size_t samples = terrain_samples(it), cells = terrain_cells(it);
	cook_free(context, it->heights, samples, sizeof *it->heights);
	cook_free(context, it->levels, samples, sizeof *it->levels);
	cook_free(context, it->unknown, samples, 1);
	cook_free(context, it->holes, cells, 1);
	cook_free(context, it->turned, cells, 1);
	cook_free(context, it->materials, cells, 1);
}

static kilncook_status usage(const kilncook_context *context, const char *text)
{
	cook_message(context, KILNCOOK_ERROR, "", "usage", "height field: %s", text);
	return KILNCOOK_USAGE;
}

/// Whether a number is 0, or a length.
static bool is_length(double number)
{
	return number >= 0 && number <= (double)KILN_COORDINATE_MAX;
}

static kilncook_status check_how(
	const kilncook_context *context, const kilncook_options *options, const kilncook_heightfield_options *how)
{
	if (options->up == KILNCOOK_AXIS_X || options->up >= KILNCOOK_AXIS_END)
		return usage(context, "the axis of heights is y or z");
	if (how->raw_kind >= KILNCOOK_RAW_END || how->diagonal >= KILNCOOK_DIAGONAL_END)
		return usage(context, "a kind of samples or a diagonal is out of range");
	if (!how->raw_columns != !how->raw_rows)
		return usage(context, "a file without a header needs its columns and its rows");
	if (how->mesh && how->raw_columns)
		return usage(context, "a mesh has no samples without a header");
	for (int i = 0; i < 2; ++i)
		if (!is_length(how->spacing[i]) || !is_length(how->size[i]) || (how->spacing[i] > 0 && how->size[i] > 0))
			return usage(context, "a spacing or a size is a length from 0 to 2^40, and one of the two is 0");
	for (int i = 0; i < 3; ++i)
		if (!(fabs(how->origin[i]) <= (double)KILN_COORDINATE_MAX))
			return usage(context, "the origin is out of range");
	if ((how->height[0] != 0 || how->height[1] != 0) && !(how->height[1] > how->height[0]))
		return usage(context, "the height of white must be above that of black");
	if (!(fabs(how->height[0]) <= (double)KILN_COORDINATE_MAX && fabs(how->height[1]) <= (double)KILN_COORDINATE_MAX))
		return usage(context, "a height is out of range");
	if (!(fabs(how->lowest) <= (double)KILN_COORDINATE_MAX && fabs(how->highest) <= (double)KILN_COORDINATE_MAX))
		return usage(context, "a height of edits is out of range");
	if (!is_length(how->error))
		return usage(context, "the error is a length from 0 to 2^40");
	const bool places = how->spacing[0] > 0 || how->spacing[1] > 0 || how->size[0] > 0 || how->size[1] > 0 ||
						how->origin[0] != 0 || how->origin[1] != 0 || how->origin[2] != 0;
	if (how->mesh && (places || how->height[0] != 0 || how->height[1] != 0 || how->holes_by_value))
		return usage(context, "a mesh has its own spacing, origin, heights and holes: these options are for images");
	if (how->tile_side > KILN_HEIGHTFIELD_SIDE_MAX || how->tile_count > KILN_HEIGHTFIELD_SIDE_MAX)
		return usage(context, "more than 2097153 cells of a tile, or tiles");
	if (how->tile_side && how->tile_count)
		return usage(context, "tiles have a number of cells on a side, or there is a number of them, not both");
	if (!how->tile_side && !how->tile_count && (how->tile[0] || how->tile[1]))
		return usage(context, "a tile needs its number of cells on a side, up to 2097153");
	if (how->tile_count && (how->tile[0] >= how->tile_count || how->tile[1] >= how->tile_count))
		return usage(context, "the tile is not one of that number of tiles");
	return KILNCOOK_OK;
}

/// Makes the whole grid.
static kilncook_status make_grid(terrain *it)
{
	kilncook_status status = it->how->mesh ? terrain_from_mesh(it) : terrain_from_image(it);
	if (status == KILNCOOK_OK)
		status = terrain_read_maps(it);
	if (status == KILNCOOK_OK)
		status = terrain_fill(it);
	if (status == KILNCOOK_OK)
		status = terrain_choose_diagonals(it);
	return status;
}

/// Points the grid at its arrays.
static void connect(terrain *it, const float *heights, const uint16_t *levels)
{
	it->grid.heights = heights;
	it->grid.levels = levels;
	it->grid.holes = it->holes;
	it->grid.diagonals = it->turned;
	it->grid.materials = it->materials;
}

/// Lays out the field of a grid.
static kilncook_status write_field(
	terrain *it, const terrain *whole, const heightfield_steps *steps, kilncook_blob *blob)
{
	connect(it, whole->heights, whole->levels);
	// A tile's numbers: its origin may be too far away for its spacing.
	const kilncook_status status = heightfield_check(it->context, &it->grid);
	return status == KILNCOOK_OK ? heightfield_write(it->context, &it->grid, steps, blob) : status;
}

static void describe(
	const terrain *it, const terrain *whole, const kilncook_blob *blob, kilncook_heightfield_report *to)
{
	const kiln_format_heightfield_header *header = (const void *)blob->data;
	*to = (kilncook_heightfield_report){.columns = header->columns,
		.rows = header->rows,
		.whole_columns = whole->grid.columns,
		.whole_rows = whole->grid.rows,
		.tile_columns = terrain_tiles(it->how, whole->grid.columns - 1),
		.tile_rows = terrain_tiles(it->how, whole->grid.rows - 1),
		.tile = {it->how->tile[0], it->how->tile[1]},
		.up = header->up == KILN_HEIGHTFIELD_UP_Z ? KILNCOOK_AXIS_Z : KILNCOOK_AXIS_Y,
		.material_count = header->material_count,
		.bytes = blob->size,
		.error = (double)header->error,
		.origin = {header->origin[0], header->origin[1], header->origin[2]},
		.spacing = {header->spacing[0], header->spacing[1]},
		.step = header->step};
	for (size_t i = 0; i < terrain_cells(it); ++i)
	{
		const bool hole = it->holes && it->holes[i];
		to->holes += hole;
		to->turned += !hole && it->turned && it->turned[i];
	}
}

static void describe_heights(const terrain *it, const heightfield_steps *steps, kilncook_heightfield_report *to)
{
	uint32_t low = UINT32_MAX, high = 0;
	for (size_t i = 0; i < terrain_samples(it); ++i)
	{
		low = steps->steps[i] < low ? steps->steps[i] : low;
		high = steps->steps[i] > high ? steps->steps[i] : high;
	}
	to->low = steps->base + steps->step * (float)low;
	to->high = steps->base + steps->step * (float)high;
}

/// Counts the heights in steps, cuts the tile, and lays it out.
static kilncook_status finish(terrain *it, kilncook_blob *blob, kilncook_heightfield_report *report)
{
	heightfield_steps steps = {0}, tile_steps = {0};
	terrain tile = {.context = it->context};
	const bool cuts = it->how->tile_side > 0 || it->how->tile_count > 0;
	connect(it, it->heights, it->levels);
	kilncook_status status = heightfield_check(it->context, &it->grid);
	if (status == KILNCOOK_OK)
		status = heightfield_quantise(it->context, &it->grid, &steps);
	if (status == KILNCOOK_OK && it->rounding > 0)
		steps.error = kiln_float_up((double)steps.error + it->rounding);
	if (status == KILNCOOK_OK && cuts)
		status = terrain_cut(it, &steps, &tile, &tile_steps);
	if (status == KILNCOOK_OK)
		status = write_field(cuts ? &tile : it, it, cuts ? &tile_steps : &steps, blob);
	if (status == KILNCOOK_OK)
	{
		describe(cuts ? &tile : it, it, blob, report);
		describe_heights(cuts ? &tile : it, cuts ? &tile_steps : &steps, report);
	}
	cook_free(it->context, steps.steps, terrain_samples(it), sizeof *steps.steps);
	if (cuts)
	{
		cook_free(it->context, tile_steps.steps, terrain_samples(&tile), sizeof *steps.steps);
		terrain_free(&tile);
	}
	return status;
}

/// Collects the messages of a cook on their way to its caller.
typedef struct message_log
{
	const kilncook_context *outer;
	const kilncook_options *options;
	kilncook_report folded;
	uint64_t warnings, raised;
	bool unheard; ///< memory for a message ran out
} message_log;

static void take_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	message_log *log = user;
	const kilncook_severity given = severity;
	if (!code_judge(log->options, code, &severity))
		return;
	log->warnings += severity == KILNCOOK_WARNING;
	log->raised += severity != given;
	if (severity != KILNCOOK_ERROR && !message_fold(log->outer, &log->folded, severity, where, code, text))
		log->unheard = true;
	if (log->outer->log.message)
		log->outer->log.message(log->outer->log.user, severity, where, code, text);
}

/// Makes the field of a file.
static kilncook_status cook_file(terrain *it, kilncook_blob *blob, kilncook_heightfield_report *report)
{
	uint8_t hash[16];
	uint64_t bytes = 0;
	kilncook_status status = code_options_check(it->context, it->options);
	if (status == KILNCOOK_OK)
		status = check_how(it->context, it->options, it->how);
	if (status == KILNCOOK_OK)
		status = cook_source_hash(it->context, it->path, &bytes, hash);
	if (status == KILNCOOK_OK)
		status = make_grid(it);
	if (status == KILNCOOK_OK)
		status = finish(it, blob, report);
	if (status == KILNCOOK_OK)
	{
		report->source_bytes = bytes;
		cook_hex(hash, report->source_hash);
	}
	terrain_free(it);
	return status;
}

/// Frees what a report has of its messages.
static void free_messages(const kilncook_context *context, kilncook_heightfield_report *report)
{
	kilncook_report folded = {.messages = report->messages,
		.message_count = report->message_count,
		.message_capacity = report->message_capacity};
	message_fold_free(context, &folded);
}

/// Gives the report what its caller frees.
static kilncook_status complete(
	const terrain *it, const message_log *log, kilncook_blob *blob, kilncook_heightfield_report *report)
{
	kilncook_status status = log->raised > 0 ? KILNCOOK_REFUSED : KILNCOOK_OK;
	report->side_files = it->side_files;
	report->side_file_count = it->side_file_count;
	report->side_file_stamp = it->side_file_stamp;
	report->material_names = it->material_names;
	report->material_name_count = it->material_name_count;
	report->source_names = NULL;
	report->messages = log->folded.messages;
	report->message_count = log->folded.message_count;
	report->message_capacity = log->folded.message_capacity;
	report->warnings = log->warnings;
	uint32_t names = 0;
	if (status == KILNCOOK_OK && log->unheard)
		status = terrain_no_memory(it);
	if (status == KILNCOOK_OK)
		status = terrain_add_text(it, &report->source_names, &names, platform_base_name(it->path));
	if (status != KILNCOOK_OK)
		kilncook_blob_free(log->outer, blob);
	return status;
}

kilncook_status kilncook_heightfield_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, const kilncook_heightfield_options *how, kilncook_blob *blob,
	kilncook_heightfield_report *report)
{
	const kilncook_options no_options = {0};
	const kilncook_heightfield_options no_how = {0};
	options = options ? options : &no_options;
	how = how ? how : &no_how;
	const double start = platform_seconds();
	message_log log = {.outer = context, .options = options};
	kilncook_context logged = *context;
	logged.log = (kilncook_log){take_message, &log};
	terrain it = {.context = &logged, .options = options, .how = how, .path = path};
	it.grid.editable = how->editable;
	it.grid.lowest = (float)how->lowest;
	it.grid.highest = (float)how->highest;
	it.grid.up = options->up ? options->up : KILNCOOK_AXIS_Y;
	it.limits =
		(art_import_limits){.seconds = options->import_seconds > 0 ? options->import_seconds : KILNCOOK_IMPORT_SECONDS,
			.processor_seconds =
				options->import_processor_seconds > 0 ? options->import_processor_seconds : KILNCOOK_IMPORT_SECONDS,
			.memory = options->import_memory};
	kilncook_heightfield_report made = {0};
	kilncook_blob bytes = {0};
	kilncook_status status = cook_file(&it, &bytes, &made);
	const kilncook_status completed = complete(&it, &log, &bytes, &made);
	status = status == KILNCOOK_OK ? completed : status;
	made.ms = 1e3 * (platform_seconds() - start);
	if (status == KILNCOOK_OK)
		*blob = bytes;
	if (status == KILNCOOK_OK && report)
		*report = made;
	else
		kilncook_heightfield_report_free(context, &made);
	return status;
}

bool kilncook_heightfield_is_image(const char *path)
{
	uint8_t head[IMAGE_HEAD];
	FILE *file = platform_input_open(path, NULL, NULL);
	const size_t size = file ? fread(head, 1, sizeof head, file) : 0;
	if (file)
		fclose(file);
	return image_is_known(head, size);
}

void kilncook_heightfield_report_free(const kilncook_context *context, kilncook_heightfield_report *report)
{
	art_files_free(context, report->side_files, report->side_file_count);
	art_files_free(context, report->material_names, report->material_name_count);
	art_files_free(context, report->source_names, report->source_names ? 1 : 0);
	free_messages(context, report);
	*report = (kilncook_heightfield_report){0};
}
