// SPDX-License-Identifier: MIT
#include "figures.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Whether a column holds times or rates. Other numbers are not compared.
static bool is_measured(const char *unit, bool *rate)
{
	static const char *const times[] = {"s", "ms", "us", "ns"};
	*rate = strstr(unit, "/s") != NULL;
	for (size_t i = 0; i < sizeof times / sizeof *times; ++i)
		if (strcmp(unit, times[i]) == 0)
			return true;
	return *rate;
}

static compare_figure *add(compare_figures *figures)
{
	if (figures->count == figures->capacity)
	{
		const size_t capacity = figures->capacity ? 2 * figures->capacity : 64;
		compare_figure *all = realloc(figures->all, capacity * sizeof *all);
		figures->out_of_memory |= !all;
		if (!all)
			return NULL;
		figures->all = all;
		figures->capacity = capacity;
	}
	return &figures->all[figures->count++];
}

/// Returns the figure of that name that has no value of this run yet, `round` values of earlier runs. Builds print figures
/// in the same order, so that a search most often ends where it begins.
static compare_figure *figure_of(compare_figures *figures, const compare_figure *like, int build, uint32_t round)
{
	for (size_t i = 0; i < figures->count; ++i)
	{
		const size_t at = (figures->next + i) % figures->count;
		compare_figure *figure = &figures->all[at];
		if (figure->count[build] > round || strcmp(figure->column, like->column) != 0 ||
			strcmp(figure->row, like->row) != 0 || strcmp(figure->table, like->table) != 0)
			continue;
		figures->next = at + 1;
		return figure;
	}
	compare_figure *figure = add(figures);
	if (figure)
		*figure = *like;
	figures->next = figures->count;
	return figure;
}

/// The value of a cell: a number, or the median of several.
static double value_of(const json_t *cell)
{
	const json_t *median = json_object_get(cell, "median");
	return json_number_value(median ? median : cell);
}

/// Joins the texts of a row, which say what it measures.
static void describe(json_t *row, compare_figure *like)
{
	const char *key;
	json_t *cell;
	size_t used = 0;
	like->row[0] = 0;
	json_object_foreach(row, key, cell)
	{
		const char *text = json_string_value(cell);
		if (text && *text && used < sizeof like->row)
			used += (size_t)snprintf(like->row + used, sizeof like->row - used, "%s%s", used ? ", " : "", text);
	}
}

typedef struct reading
{
	compare_figures *figures;
	int build;
	uint32_t round; ///< values of earlier runs
} reading;

/// Takes the figures of a row; `like` has its names.
static void take_row(const reading *r, json_t *row, const json_t *units, compare_figure *like)
{
	const char *key;
	json_t *cell;
	json_object_foreach(row, key, cell)
	{
		const char *unit = json_string_value(json_object_get(units, key));
		const double value = value_of(cell);
		if (!unit || !is_measured(unit, &like->rate) || !(value > 0))
			continue;
		snprintf(like->unit, sizeof like->unit, "%s", unit);
		snprintf(like->column, sizeof like->column, "%s", key);
		compare_figure *figure = figure_of(r->figures, like, r->build, r->round);
		if (figure && figure->count[r->build] < COMPARE_ROUNDS_MOST)
			figure->value[r->build][figure->count[r->build]++] = value;
	}
}

static void take_table(const reading *r, json_t *table, const char *family)
{
	const char *name = json_string_value(json_object_get(table, "name"));
	json_t *rows = json_object_get(table, "rows"), *units = json_object_get(table, "units");
	compare_figure like = {0};
	snprintf(like.table, sizeof like.table, "%s %s", family, name ? name : "");
	for (size_t i = 0; i < json_array_size(rows); ++i)
	{
		json_t *row = json_array_get(rows, i);
		describe(row, &like);
		take_row(r, row, units, &like);
	}
}

bool compare_figures_read(compare_figures *figures, int build, const char *json, size_t size)
{
	json_t *root = json_loadb(json, size, 0, NULL);
	const json_t *families = json_object_get(root, "families");
	const bool known = json_is_array(families);
	reading r = {.figures = figures, .build = build};
	for (size_t i = 0; i < figures->count; ++i)
		r.round = figures->all[i].count[build] > r.round ? figures->all[i].count[build] : r.round;
	figures->next = 0;
	for (size_t i = 0; i < json_array_size(families); ++i)
	{
		json_t *family = json_array_get(families, i), *tables = json_object_get(family, "tables");
		const char *name = json_string_value(json_object_get(family, "name"));
		for (size_t k = 0; k < json_array_size(tables); ++k)
			take_table(&r, json_array_get(tables, k), name ? name : "");
	}
	json_decref(root);
	return known;
}

void compare_figures_free(compare_figures *figures)
{
	free(figures->all);
	*figures = (compare_figures){0};
}
