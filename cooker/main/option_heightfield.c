// SPDX-License-Identifier: MIT
#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Options of height fields.

/// Largest magnitude of a length or height.
#define LENGTH_MAX 1e12
/// Most tiles along an axis.
#define TILES_MAX 1024

static kilncook_status set_heightfield(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->field.mesh = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_raw(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const kinds[KILNCOOK_RAW_END] = {"u8", "u16le", "u16be", "f32le", "f32be"};
	unsigned columns = 0, rows = 0;
	unsigned long long skip = 0;
	char kind[8] = "";
	int used = 0;
	const int count = sscanf(value, "%9ux%9u,%7[a-z0-9]%n,%18llu%n", &columns, &rows, kind, &used, &skip, &used);
	uint32_t i = 0;
	while (i < KILNCOOK_RAW_END && strcmp(kind, kinds[i]) != 0)
		++i;
	if (count < 3 || value[used] || !columns || !rows || i == KILNCOOK_RAW_END)
		return option_complain(from, "%s takes COLUMNSxROWS,u8|u16le|u16be|f32le|f32be[,SKIP], not '%s'", name, value);
	s->field.raw_columns = columns;
	s->field.raw_rows = rows;
	s->field.raw_kind = i;
	s->field.raw_skip = skip;
	return KILNCOOK_OK;
}

/// Reads one length, for both axes, or two.
static kilncook_status set_lengths(const option_source *from, const char *name, const char *value, double lengths[2])
{
	double numbers[2];
	const int count = option_numbers(value, ',', 2, LENGTH_MAX, numbers);
	if (count == 1)
		numbers[1] = numbers[0];
	if (count == 0 || !(numbers[0] > 0) || !(numbers[1] > 0))
		return option_complain(from, "%s takes one length or two with a comma between them, not '%s'", name, value);
	memcpy(lengths, numbers, sizeof numbers);
	return KILNCOOK_OK;
}

static kilncook_status set_spacing(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->field.size[0] = s->field.size[1] = 0;
	return set_lengths(from, name, value, s->field.spacing);
}

static kilncook_status set_size(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->field.spacing[0] = s->field.spacing[1] = 0;
	return set_lengths(from, name, value, s->field.size);
}

static kilncook_status set_field_origin(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double numbers[3];
	if (option_numbers(value, ',', 3, LENGTH_MAX, numbers) != 3)
		return option_complain(from, "%s takes X,Y,Z, each within 1e12, not '%s'", name, value);
	memcpy(s->field.origin, numbers, sizeof numbers);
	return KILNCOOK_OK;
}

static kilncook_status set_heights(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double numbers[2];
	if (option_numbers(value, ',', 2, LENGTH_MAX, numbers) != 2 || !(numbers[1] > numbers[0]))
		return option_complain(from, "%s takes LOW,HIGH with LOW below HIGH, not '%s'", name, value);
	memcpy(s->field.height, numbers, sizeof numbers);
	return KILNCOOK_OK;
}

static kilncook_status set_edits(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double numbers[2];
	if (option_numbers(value, ',', 2, LENGTH_MAX, numbers) != 2 || !(numbers[1] > numbers[0]))
		return option_complain(from, "%s takes LOW,HIGH with LOW below HIGH, not '%s'", name, value);
	s->field.editable = true;
	s->field.lowest = numbers[0];
	s->field.highest = numbers[1];
	return KILNCOOK_OK;
}

static kilncook_status set_error(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_metres(from, name, value, 0, LENGTH_MAX, &s->field.error);
}

/// Takes the name of a file. In a recipe beside the art, the file lies beside the art, too.
static kilncook_status set_file(
	cli_settings *s, const option_source *from, const char *name, const char *value, const char **file)
{
	if (!*value || strcmp(value, "-") == 0)
		return option_complain(from, "%s takes a file", name);
	*file = value;
	if (!from->recipe || !from->beside)
		return KILNCOOK_OK;
	if (strpbrk(value, "/\\"))
		return option_complain(from, "%s: in a recipe beside the art, a file's name has no folder: '%s'", name, value);
	const char *slash = strrchr(from->recipe, '/');
	*file = cli_text(s, "%.*s%s", slash ? (int)(slash + 1 - from->recipe) : 0, from->recipe, value);
	return *file ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

static kilncook_status set_material_map(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return set_file(s, from, name, value, &s->field.material_map);
}

static kilncook_status set_hole_map(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return set_file(s, from, name, value, &s->field.hole_map);
}

static kilncook_status set_hole_value(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	char *end;
	s->field.hole_value = strtod(value, &end);
	s->field.holes_by_value = true;
	return end != value && !*end ? KILNCOOK_OK
								 : option_complain(from, "%s takes a number or nan, not '%s'", name, value);
}

static kilncook_status set_channel(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->field.channel = value;
	return *value ? KILNCOOK_OK : option_complain(from, "%s takes the name of a channel", name);
}

static kilncook_status set_diagonal(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[KILNCOOK_DIAGONAL_END] = {"source", "plain", "turned", "flat"};
	int chosen = 0;
	const kilncook_status status =
		option_word(from, name, value, words, KILNCOOK_DIAGONAL_END, (1u << KILNCOOK_DIAGONAL_END) - 1, &chosen);
	s->field.diagonal = (kilncook_diagonal)chosen;
	return status;
}

static kilncook_status set_tile(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	unsigned column = 0, row = 0, side = 0;
	int used = 0;
	if (sscanf(value, "%9u,%9u,%9u%n", &column, &row, &side, &used) != 3 || value[used] || !side)
		return option_complain(from, "%s takes COLUMN,ROW,CELLS, not '%s'", name, value);
	s->field.tile[0] = column;
	s->field.tile[1] = row;
	s->field.tile_side = side;
	return KILNCOOK_OK;
}

static kilncook_status set_tiles(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	uint32_t count = 0;
	const kilncook_status status = option_whole(from, name, value, TILES_MAX, &count);
	if (status == KILNCOOK_OK && count == 0)
		return option_complain(from, "%s takes a number from 1 to %d, not '%s'", name, TILES_MAX, value);
	s->field.tile_count = count;
	return status;
}

#define ASSET OPTION_OF_ASSET, KILNCOOK_KEY_END, false

static const option heightfield_options[] = {
	{{"--heightfield", "makes a height field of art with meshes, whose vertices lie on a grid. Images become height "
					   "fields without this option"},
		set_heightfield, ASSET},
	{{"--raw COLUMNSxROWS,KIND[,SKIP]",
		 "the art is an image without a header: SKIP bytes, then samples row by row, of the KIND u8, u16le, u16be, "
		 "f32le or f32be (bits, and which byte comes first)"},
		set_raw, ASSET},
	{{"--channel NAME", "the channel of an OpenEXR image that has the heights; without the option the only one besides "
						"A, or red, green and blue that are equal"},
		set_channel, ASSET},
	{{"--spacing LENGTH[,LENGTH]", "metres between columns, and between rows, of an image (1)"}, set_spacing, ASSET},
	{{"--size LENGTH[,LENGTH]", "metres from an image's first column to its last one, and from row to row, instead of "
								"the spacing"},
		set_size, ASSET},
	{{"--field-origin X,Y,Z", "the place of an image's first sample (0,0,0)"}, set_field_origin, ASSET},
	{{"--heights LOW,HIGH", "heights in metres of an image's black and white (0,255), and of 0 and 1 in an image of "
							"floats, which are metres without this option"},
		set_heights, ASSET},
	{{"--height-error LENGTH",
		 "lets heights move by LENGTH at most, in metres or such as 1cm; a field with a larger error takes fewer "
		 "bytes. 0, "
		 "the default, keeps levels of images exactly, and floats within 1/131070 of their range"},
		set_error, ASSET},
	{{"--edits LOW,HIGH",
		 "keeps room for kiln_heightfield_edit, which changes regions at run time: heights from LOW to HIGH, holes, "
		 "diagonals and materials; takes 3.5 bytes a sample"},
		set_edits, ASSET},
	{{"--material-map FILE",
		 "a PNG or TIFF image of 8 bits, or with a palette, whose values are the materials of cells"},
		set_material_map, ASSET},
	{{"--hole-map FILE",
		 "a PNG or TIFF image of 8 bits whose values above 0 are holes. Transparent pixels of the art are "
		 "holes, too"},
		set_hole_map, ASSET},
	{{"--hole-value N", "samples of this level, or float, are holes; nan stands for every NaN"}, set_hole_value, ASSET},
	{{"--diagonal source|plain|turned|flat",
		 "the diagonal of cells: that of the mesh (source, the default), from the first sample to the last one, the "
		 "other one, or the one at which a cell bends less"},
		set_diagonal, ASSET},
	{{"--tile COLUMN,ROW,CELLS", "cooks one tile of a grid that is cut into tiles of CELLS x CELLS cells"}, set_tile,
		OPTION_OF_CALL, KILNCOOK_KEY_END, false},
	{{"--tiles N",
		 "cooks N x N tiles of a grid, as equal as whole cells allow, each into a file of its own: of -o OUT.kiln, "
		 "the tile of column C and row R becomes OUT_C_R.kiln; likewise its report and depfile"},
		set_tiles, OPTION_OF_CALL, KILNCOOK_KEY_END, false},
};

const command_section option_heightfield_section = {.title = "Height fields", COMMAND_ROWS(heightfield_options)};
