// SPDX-License-Identifier: MIT
#include "field.h"

#include "../common/json.h"
#include "export/field_cells.h"

#include <math.h>
#include <string.h>

/// The greatest number of squares on a side of a drawing, and the pixels of its longer side.
#define SQUARES 128
#define PIXELS 768
#define CONTOURS 10

bool field_is(const uint8_t *data, size_t size)
{
	return size >= KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE &&
		   memcmp(data, KILN_HEIGHTFIELD_FORMAT_MAGIC, KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE) == 0;
}

/// Height of a sample; the field is open and the sample in range.
static float height_of(const kiln_heightfield *field, uint32_t column, uint32_t row)
{
	kiln_vec3 p = {0};
	kiln_heightfield_sample(field, column, row, &p);
	return field->header->up == KILN_HEIGHTFIELD_UP_Z ? p.z : p.y;
}

static field_figures count(const kiln_heightfield *field)
{
	const uint64_t cells = (uint64_t)(field->columns - 1) * (field->rows - 1);
	field_figures figures = {.cells = cells, .blocks = (uint64_t)field->block_columns * field->block_rows};
	for (uint64_t i = 0; i < figures.blocks; ++i)
	{
		++figures.bits[field->blocks[i].bits];
		figures.plain_blocks += (field->blocks[i].flags & (KILN_HEIGHTFIELD_HOLES | KILN_HEIGHTFIELD_DIAGONALS |
															  KILN_HEIGHTFIELD_MATERIALS)) == 0;
	}
	for (uint64_t i = 0; i < cells; ++i)
	{
		if (kiln_heightfield_material(field, (uint32_t)i) == KILN_NONE)
			++figures.holes;
		else
			figures.turned += field_turned(field, (uint32_t)i);
	}
	return figures;
}

static char up_of(const kiln_heightfield *field)
{
	return field->header->up == KILN_HEIGHTFIELD_UP_Z ? 'z' : 'y';
}

void field_text(FILE *out, const kiln_heightfield *field, const char *path, uint64_t size, bool proved)
{
	const kiln_format_heightfield_header *header = field->header;
	const field_figures figures = count(field);
	fprintf(out, "%s: height field, format %u.%u, %llu bytes\n\n", path, header->version_major, header->version_minor,
		(unsigned long long)size);
	fprintf(out, "samples         %u x %u, %.9g x %.9g apart, up %c, cooked by kiln %u.%u.%u\n", field->columns,
		field->rows, (double)header->spacing[0], (double)header->spacing[1], up_of(field), header->tool_version[0],
		header->tool_version[1], header->tool_version[2]);
	fprintf(out, "origin          %.9g %.9g %.9g\n", (double)header->origin[0], (double)header->origin[1],
		(double)header->origin[2]);
	fprintf(out, "bounds          %.9g %.9g %.9g .. %.9g %.9g %.9g\n", (double)field->min.x, (double)field->min.y,
		(double)field->min.z, (double)field->max.x, (double)field->max.y, (double)field->max.z);
	fprintf(out, "heights         in steps of %.9g, error at most %.9g\n", (double)header->step, (double)header->error);
	if (header->required_features & KILN_HEIGHTFIELD_ROOM)
		fprintf(out, "edits           of any height from %.9g to %.9g\n", (double)header->origin[header->up],
			(double)header->origin[header->up] + (double)header->step * KILN_HEIGHTFIELD_RANGE_MAX);
	fprintf(out, "cells           %llu, %llu holes, %llu turned, %u materials\n", (unsigned long long)figures.cells,
		(unsigned long long)figures.holes, (unsigned long long)figures.turned, header->material_count);
	fprintf(out,
		"blocks          %u x %u, %u levels of ranges above them, %llu with one material and diagonal and no hole\n",
		field->block_columns, field->block_rows, field->level_count, (unsigned long long)figures.plain_blocks);
	fprintf(out, "bits a sample  ");
	for (int i = 0; i < 17; ++i)
		if (figures.bits[i])
			fprintf(out, " %d: %llu", i, (unsigned long long)figures.bits[i]);
	fprintf(out, "\nbytes a sample  %.4g\n", (double)size / ((double)field->columns * (double)field->rows));
	if (proved)
		fprintf(out, "\nverified: blocks agree on the samples that they share, ranges hold those below, and every byte "
					 "has its place\n");
}

void field_json(FILE *out, const kiln_heightfield *field, const char *path, uint64_t size, bool proved)
{
	const kiln_format_heightfield_header *header = field->header;
	const field_figures figures = count(field);
	const float low[3] = {field->min.x, field->min.y, field->min.z},
				high[3] = {field->max.x, field->max.y, field->max.z};
	const uint64_t numbers[] = {size, field->columns, field->rows, figures.cells, figures.holes, figures.turned,
		header->material_count, figures.blocks, figures.plain_blocks, field->level_count};
	static const char *const names[] = {
		"bytes", "columns", "rows", "cells", "holes", "turned", "materials", "blocks", "plain_blocks", "levels"};
	json_writer json = json_begin(out, true);
	json_object(&json);
	json_key(&json, "path");
	json_text(&json, path);
	json_key(&json, "kind");
	json_text(&json, "heightfield");
	json_key(&json, "format");
	json_counts(&json, (const uint32_t[]){header->version_major, header->version_minor}, 2);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
	{
		json_key(&json, names[i]);
		json_uint(&json, numbers[i]);
	}
	json_key(&json, "up");
	json_text(&json, up_of(field) == 'z' ? "z" : "y");
	json_key(&json, "origin");
	json_floats(&json, header->origin, 3);
	json_key(&json, "spacing");
	json_floats(&json, header->spacing, 2);
	json_key(&json, "step");
	json_float(&json, header->step);
	json_key(&json, "error");
	json_float(&json, header->error);
	json_key(&json, "editable");
	json_bool(&json, header->required_features & KILN_HEIGHTFIELD_ROOM);
	json_key(&json, "min");
	json_floats(&json, low, 3);
	json_key(&json, "max");
	json_floats(&json, high, 3);
	json_key(&json, "verified");
	json_bool(&json, proved);
	json_object_end(&json);
	json_end(&json);
}

bool field_obj(FILE *out, const kiln_heightfield *field)
{
	uint32_t material = KILN_NONE;
	fprintf(out, "o heightfield\n");
	for (uint32_t row = 0; row < field->rows; ++row)
		for (uint32_t column = 0; column < field->columns; ++column)
		{
			kiln_vec3 p = {0};
			kiln_heightfield_sample(field, column, row, &p);
			fprintf(out, "v %.9g %.9g %.9g\n", (double)p.x, (double)p.y, (double)p.z);
		}
	for (uint32_t cell = 0; cell < (field->columns - 1) * (field->rows - 1); ++cell)
	{
		const uint32_t own = kiln_heightfield_material(field, cell);
		if (own == KILN_NONE)
			continue;
		if (own != material)
			fprintf(out, "usemtl material_%u\n", own);
		material = own;
		uint32_t corners[2][3];
		field_corners(field, cell, corners);
		// OBJ counts vertices from 1.
		for (int i = 0; i < 2; ++i)
			fprintf(out, "f %llu %llu %llu\n", corners[i][0] + 1ull, corners[i][1] + 1ull, corners[i][2] + 1ull);
	}
	return true;
}

/// A square of the drawing, and the samples at its corners.
typedef struct drawn_square
{
	double x, y, width, height; ///< pixels
	uint32_t column[2], row[2]; ///< samples
} drawn_square;

/// How light a square is, from 0 to 1: the cosine of its slope to a light from the upper left.
static double light_of(const kiln_heightfield *field, const drawn_square *square, double low, double high)
{
	double h[2][2];
	for (int r = 0; r < 2; ++r)
		for (int c = 0; c < 2; ++c)
			h[r][c] = (double)height_of(field, square->column[c], square->row[r]);
	const double across = (double)field->header->spacing[0] * (double)(square->column[1] - square->column[0]);
	const double along = (double)field->header->spacing[1] * (double)(square->row[1] - square->row[0]);
	// Flat landscapes are drawn steeper, so that their shapes show.
	const double wide = (double)field->header->spacing[0] * (double)field->columns;
	const double steep = high > low ? fmax(1, 0.15 * wide / (high - low)) : 1;
	const double dx = steep * (h[0][1] + h[1][1] - h[0][0] - h[1][0]) / (2 * across);
	const double dy = steep * (h[1][0] + h[1][1] - h[0][0] - h[0][1]) / (2 * along);
	const double cosine = (0.5 * dx + 0.5 * dy + 0.7071) / sqrt(1 + dx * dx + dy * dy);
	return fmin(1, fmax(0, cosine));
}

static bool has_hole(const kiln_heightfield *field, const drawn_square *square)
{
	for (uint32_t row = square->row[0]; row < square->row[1]; ++row)
		for (uint32_t column = square->column[0]; column < square->column[1]; ++column)
			if (kiln_heightfield_material(field, row * (field->columns - 1) + column) == KILN_NONE)
				return true;
	return false;
}

/// Draws a piece of the line of one height through a triangle of a square's corners, in pixels.
static void draw_contour(FILE *out, const double p[3][3], double level)
{
	double at[2][2];
	int found = 0;
	for (int i = 0; i < 3 && found < 2; ++i)
	{
		const double *a = p[i], *b = p[(i + 1) % 3];
		if ((a[2] < level) == (b[2] < level))
			continue;
		const double s = (level - a[2]) / (b[2] - a[2]);
		at[found][0] = a[0] + s * (b[0] - a[0]);
		at[found++][1] = a[1] + s * (b[1] - a[1]);
	}
	if (found == 2)
		fprintf(out, "M%.1f %.1fL%.1f %.1f", at[0][0], at[0][1], at[1][0], at[1][1]);
}

static void draw_contours(FILE *out, const kiln_heightfield *field, const drawn_square *square, double low, double high)
{
	double p[4][3];
	for (int i = 0; i < 4; ++i)
	{
		p[i][0] = square->x + (i & 1 ? square->width : 0);
		p[i][1] = square->y + (i & 2 ? square->height : 0);
		p[i][2] = (double)height_of(field, square->column[i & 1], square->row[i >> 1]);
	}
	for (int k = 1; k < CONTOURS; ++k)
	{
		const double level = low + (high - low) * k / CONTOURS;
		const double triangles[2][3][3] = {
			{{p[0][0], p[0][1], p[0][2]}, {p[1][0], p[1][1], p[1][2]}, {p[3][0], p[3][1], p[3][2]}},
			{{p[0][0], p[0][1], p[0][2]}, {p[3][0], p[3][1], p[3][2]}, {p[2][0], p[2][1], p[2][2]}}};
		draw_contour(out, triangles[0], level);
		draw_contour(out, triangles[1], level);
	}
}

/// The square of column `i` and row `k` of `across` x `along`.
static drawn_square square_of(
	const kiln_heightfield *field, const uint32_t squares[2], const double size[2], uint32_t i, uint32_t k)
{
	const uint32_t cells[2] = {field->columns - 1, field->rows - 1};
	drawn_square square = {.width = size[0] / squares[0], .height = size[1] / squares[1]};
	square.x = square.width * i;
	square.y = square.height * k;
	for (uint32_t end = 0; end < 2; ++end)
	{
		square.column[end] = (uint32_t)((uint64_t)cells[0] * (i + end) / squares[0]);
		square.row[end] = (uint32_t)((uint64_t)cells[1] * (k + end) / squares[1]);
	}
	return square;
}

bool field_svg(FILE *out, const kiln_heightfield *field)
{
	const uint32_t cells[2] = {field->columns - 1, field->rows - 1};
	const uint32_t squares[2] = {cells[0] < SQUARES ? cells[0] : SQUARES, cells[1] < SQUARES ? cells[1] : SQUARES};
	const double wide = (double)field->header->spacing[0] * cells[0],
				 high_side = (double)field->header->spacing[1] * cells[1];
	const double scale = PIXELS / fmax(wide, high_side), size[2] = {fmax(1, wide * scale), fmax(1, high_side * scale)};
	const bool z_up = up_of(field) == 'z';
	const double low = (double)(z_up ? field->min.z : field->min.y),
				 high = (double)(z_up ? field->max.z : field->max.y);
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.1f %.1f\">\n"
		"<style>text{font:14px sans-serif;fill:#222}.c{fill:none;stroke:#245;stroke-width:.7}</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<g shape-rendering=\"crispEdges\">\n",
		size[0], size[1] + 24, size[0], size[1] + 24);
	for (uint32_t k = 0; k < squares[1]; ++k)
		for (uint32_t i = 0; i < squares[0]; ++i)
		{
			const drawn_square square = square_of(field, squares, size, i, k);
			const double light = light_of(field, &square, low, high);
			const bool hole = has_hole(field, &square);
			const unsigned red = hole ? 210 : (unsigned)(70 + 175 * light),
						   green = hole ? 40 : (unsigned)(80 + 165 * light);
			fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%02x%02x%02x\"/>\n",
				square.x, square.y, square.width + 0.01, square.height + 0.01, red, green,
				hole ? 40 : (unsigned)(60 + 150 * light));
		}
	fprintf(out, "</g>\n<path class=\"c\" d=\"");
	for (uint32_t k = 0; k < squares[1]; ++k)
		for (uint32_t i = 0; i < squares[0]; ++i)
		{
			const drawn_square square = square_of(field, squares, size, i, k);
			if (!has_hole(field, &square))
				draw_contours(out, field, &square, low, high);
		}
	fprintf(out,
		"\"/>\n<text x=\"4\" y=\"%.1f\">%u x %u samples, heights %.4g to %.4g, a line each %.3g</text>\n</svg>\n",
		size[1] + 18, field->columns, field->rows, low, high, (high - low) / CONTOURS);
	return true;
}
