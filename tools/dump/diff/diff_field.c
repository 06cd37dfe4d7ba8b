// SPDX-License-Identifier: MIT
#include "diff_field.h"

#include "../export/field_cells.h"
#include "../lines/diff_lines.h"
#include "math/ieee.h"

#include <math.h>
#include <string.h>

static const diff_thing file_thing = {"file", ""}, grid_thing = {"grid", ""}, heights_thing = {"heights", ""};

static const char *up_name(const kiln_heightfield *field)
{
	return field->header->up == KILN_HEIGHTFIELD_UP_Z ? "z" : "y";
}

static const char *room_name(const kiln_heightfield *field)
{
	return field->header->required_features & KILN_HEIGHTFIELD_ROOM ? "yes" : "no";
}

static void compare_grids(diff_lines *lines, const kiln_heightfield *a, const kiln_heightfield *b)
{
	static const char *const axes[] = {"origin x", "origin y", "origin z"};
	const kiln_format_heightfield_header *first = a->header, *second = b->header;
	diff_counts(lines, file_thing, "bytes", a->size, b->size);
	diff_counts(lines, file_thing, "minor version of the format", first->version_minor, second->version_minor);
	diff_texts(lines, file_thing, "room for edits", room_name(a), room_name(b));
	diff_texts(lines, grid_thing, "up", up_name(a), up_name(b));
	diff_counts(lines, grid_thing, "columns", a->columns, b->columns);
	diff_counts(lines, grid_thing, "rows", a->rows, b->rows);
	diff_numbers(lines, grid_thing, "spacing of columns", (double)first->spacing[0], (double)second->spacing[0]);
	diff_numbers(lines, grid_thing, "spacing of rows", (double)first->spacing[1], (double)second->spacing[1]);
	for (int i = 0; i < 3; ++i)
		diff_numbers(lines, grid_thing, axes[i], (double)first->origin[i], (double)second->origin[i]);
	diff_counts(lines, grid_thing, "materials", first->material_count, second->material_count);
}

static void compare_ranges(diff_lines *lines, const kiln_heightfield *a, const kiln_heightfield *b)
{
	const bool z_up[2] = {a->header->up == KILN_HEIGHTFIELD_UP_Z, b->header->up == KILN_HEIGHTFIELD_UP_Z};
	diff_numbers(lines, heights_thing, "lowest", (double)(z_up[0] ? a->min.z : a->min.y),
		(double)(z_up[1] ? b->min.z : b->min.y));
	diff_numbers(lines, heights_thing, "highest", (double)(z_up[0] ? a->max.z : a->max.y),
		(double)(z_up[1] ? b->max.z : b->max.y));
	diff_numbers(lines, heights_thing, "step", (double)a->header->step, (double)b->header->step);
	diff_numbers(lines, heights_thing, "error", (double)a->header->error, (double)b->header->error);
}

// How far a sample moves.
static double moved(const kiln_heightfield *a, const kiln_heightfield *b, uint32_t column, uint32_t row)
{
	kiln_vec3 p = {0}, q = {0};
	kiln_heightfield_sample(a, column, row, &p);
	kiln_heightfield_sample(b, column, row, &q);
	const double x = (double)q.x - (double)p.x, y = (double)q.y - (double)p.y, z = (double)q.z - (double)p.z;
	return sqrt(x * x + y * y + z * z);
}

static void compare_samples(diff_lines *lines, const kiln_heightfield *a, const kiln_heightfield *b)
{
	uint64_t others = 0;
	uint32_t at[2] = {0, 0};
	double most = 0;
	for (uint32_t row = 0; row < a->rows; ++row)
	{
		for (uint32_t column = 0; column < a->columns; ++column)
		{
			const double length = moved(a, b, column, row);
			others += length > 0;
			if (length > most)
			{
				most = length;
				at[0] = column;
				at[1] = row;
			}
		}
	}
	diff_counts(lines, heights_thing, "samples that move", 0, others);
	char place[64];
	(void)snprintf(place, sizeof place, "column %u, row %u", at[0], at[1]);
	diff_length(lines, (diff_thing){"sample", place}, "moves the farthest, by", most);
}

static void compare_cells(diff_lines *lines, const kiln_heightfield *a, const kiln_heightfield *b)
{
	uint64_t holes[2] = {0, 0}, materials = 0, diagonals = 0;
	const uint32_t count = (a->columns - 1) * (a->rows - 1);
	for (uint32_t cell = 0; cell < count; ++cell)
	{
		const uint32_t first = kiln_heightfield_material(a, cell), second = kiln_heightfield_material(b, cell);
		const bool both = first != KILN_NONE && second != KILN_NONE;
		holes[0] += first == KILN_NONE && second != KILN_NONE;
		holes[1] += first != KILN_NONE && second == KILN_NONE;
		materials += both && first != second;
		diagonals += both && field_turned(a, cell) != field_turned(b, cell);
	}
	const diff_thing cells = {"cells", ""};
	if (holes[0] + holes[1] > 0)
	{
		diff_counts(lines, cells, "holes that are closed", 0, holes[0]);
		diff_counts(lines, cells, "holes that are new", 0, holes[1]);
	}
	diff_counts(lines, cells, "with another material", 0, materials);
	diff_counts(lines, cells, "with another diagonal", 0, diagonals);
}

uint64_t diff_field_write(FILE *out, bool json, const diff_fields *files)
{
	const kiln_heightfield *a = files->field[0], *b = files->field[1];
	json_writer writer = json_begin(out, true);
	diff_lines lines = diff_begin(out, json ? &writer : NULL, files->path);
	if (a->size != b->size || memcmp(a->data, b->data, (size_t)a->size) != 0)
	{
		compare_grids(&lines, a, b);
		compare_ranges(&lines, a, b);
		if (a->columns == b->columns && a->rows == b->rows)
		{
			compare_samples(&lines, a, b);
			compare_cells(&lines, a, b);
		}
		if (lines.count == 0)
			diff_fact(&lines, file_thing, "other bytes");
	}
	diff_end(&lines);
	return lines.count;
}
