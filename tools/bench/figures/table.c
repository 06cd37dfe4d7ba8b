// SPDX-License-Identifier: MIT
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bench_table table_make(const char *key, const table_column *columns, uint32_t column_count)
{
	return (bench_table){.key = key, .columns = columns, .column_count = column_count};
}

void table_free(bench_table *table)
{
	free(table->cells);
	*table = (bench_table){0};
}

table_cell *table_row(bench_table *table)
{
	size_t width = table->column_count, filled = width * table->row_count;
	table_cell *cells = bench_memory(filled + width, sizeof *cells);
	if (filled > 0)
		memcpy(cells, table->cells, filled * sizeof *cells);
	memset(cells + filled, 0, width * sizeof *cells);
	free(table->cells);
	table->cells = cells;
	++table->row_count;
	return cells + filled;
}

table_cell cell_text(const char *text)
{
	table_cell cell = {.kind = CELL_TEXT};
	snprintf(cell.text, sizeof cell.text, "%s", text);
	return cell;
}

table_cell cell_count(uint64_t count)
{
	return (table_cell){.kind = CELL_COUNT, .count = count};
}

table_cell cell_value(double value)
{
	return (table_cell){.kind = CELL_VALUE, .value = value};
}

table_cell cell_time(const bench_samples *samples, double scale)
{
	if (samples->count == 0)
		return (table_cell){0};
	return (table_cell){.kind = CELL_SPREAD,
		.value = samples_median(samples) * scale,
		.least = samples_least(samples) * scale,
		.most = samples_most(samples) * scale,
		.samples = samples->count};
}

table_cell cell_rate(const bench_samples *samples, double work)
{
	if (samples->count == 0 || samples_least(samples) <= 0)
		return (table_cell){0};
	return (table_cell){.kind = CELL_SPREAD,
		.value = work / samples_median(samples),
		.least = work / samples_most(samples),
		.most = work / samples_least(samples),
		.samples = samples->count};
}

static bool is_figure(const table_cell *cell)
{
	return cell->kind == CELL_VALUE || cell->kind == CELL_SPREAD;
}

table_cell cell_ratio(const table_cell *left, const table_cell *right)
{
	if (!is_figure(left) || !is_figure(right) || right->value <= 0)
		return (table_cell){0};
	return cell_value(left->value / right->value);
}

void table_format(const table_column *column, const table_cell *cell, char text[TABLE_TEXT_SIZE])
{
	switch (cell->kind)
	{
	case CELL_NONE:
		snprintf(text, TABLE_TEXT_SIZE, "n/a");
		break;
	case CELL_TEXT:
		snprintf(text, TABLE_TEXT_SIZE, "%s", cell->text);
		break;
	case CELL_COUNT:
		snprintf(text, TABLE_TEXT_SIZE, "%" PRIu64, cell->count);
		break;
	case CELL_VALUE:
	case CELL_SPREAD:
		snprintf(text, TABLE_TEXT_SIZE, "%.*f", column->decimals, cell->value);
		break;
	}
}

static int column_width(const bench_table *table, uint32_t column)
{
	size_t width = strlen(table->columns[column].head[0]);
	size_t second = strlen(table->columns[column].head[1]);
	width = second > width ? second : width;
	for (uint32_t row = 0; row < table->row_count; ++row)
	{
		char text[TABLE_TEXT_SIZE];
		table_format(&table->columns[column], &table->cells[(size_t)row * table->column_count + column], text);
		width = strlen(text) > width ? strlen(text) : width;
	}
	return (int)width;
}

/// A column of texts, or an empty column, is aligned to the left.
static bool is_left(const bench_table *table, uint32_t column)
{
	return table->row_count > 0 && table->cells[column].kind == CELL_TEXT;
}

static void print_field(const bench_table *table, uint32_t column, const char *text, FILE *out)
{
	int width = column_width(table, column);
	bool last = column + 1 == table->column_count;
	if (is_left(table, column))
		fprintf(out, "%-*s%s", last ? 0 : width, text, last ? "\n" : "  ");
	else
		fprintf(out, "%*s%s", width, text, last ? "\n" : "  ");
}

void table_print(const bench_table *table, FILE *out)
{
	fprintf(out, "\n%s\n\n", table->title);
	for (uint32_t line = 0; line < 2; ++line)
		for (uint32_t column = 0; column < table->column_count; ++column)
			print_field(table, column, table->columns[column].head[line], out);
	for (uint32_t row = 0; row < table->row_count; ++row)
		for (uint32_t column = 0; column < table->column_count; ++column)
		{
			char text[TABLE_TEXT_SIZE];
			table_format(&table->columns[column], &table->cells[(size_t)row * table->column_count + column], text);
			print_field(table, column, text, out);
		}
}

static void cell_json(const table_cell *cell, json_writer *json)
{
	switch (cell->kind)
	{
	case CELL_NONE:
		json_null(json);
		break;
	case CELL_TEXT:
		json_text(json, cell->text);
		break;
	case CELL_COUNT:
		json_uint(json, cell->count);
		break;
	case CELL_VALUE:
		json_double(json, cell->value);
		break;
	case CELL_SPREAD:
		json_object_inline(json);
		json_key(json, "median");
		json_double(json, cell->value);
		json_key(json, "min");
		json_double(json, cell->least);
		json_key(json, "max");
		json_double(json, cell->most);
		json_key(json, "samples");
		json_uint(json, cell->samples);
		json_object_end(json);
		break;
	}
}

void table_json(const bench_table *table, json_writer *json)
{
	json_object(json);
	json_key(json, "name");
	json_text(json, table->key);
	json_key(json, "title");
	json_text(json, table->title);
	json_key(json, "units");
	json_object(json);
	for (uint32_t column = 0; column < table->column_count; ++column)
	{
		json_key(json, table->columns[column].key);
		json_text(json, table->columns[column].unit);
	}
	json_object_end(json);
	json_key(json, "rows");
	json_array(json);
	for (uint32_t row = 0; row < table->row_count; ++row)
	{
		json_object(json);
		for (uint32_t column = 0; column < table->column_count; ++column)
		{
			json_key(json, table->columns[column].key);
			cell_json(&table->cells[(size_t)row * table->column_count + column], json);
		}
		json_object_end(json);
	}
	json_array_end(json);
	json_object_end(json);
}

bench_table *bench_table_add(bench_result *result, const char *key, const table_column *columns, uint32_t column_count)
{
	bench_table *table = &result->tables[result->table_count++];
	*table = table_make(key, columns, column_count);
	return table;
}

void bench_progress(const char *family, const char *what)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "kiln-bench: %s: %s\n", family, what);
}
