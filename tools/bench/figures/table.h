// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_TABLE_H
#define KILN_BENCH_TABLE_H

#include "common/json.h"
#include "timing.h"

/// Tables of figures, printed for people and as JSON from the same cells.

typedef struct table_column
{
	const char *key;	 ///< the key in JSON
	const char *head[2]; ///< two lines above the column
	const char *unit;	 ///< the unit in JSON; "" for texts, "x" for ratios
	int decimals;		 ///< of figures
} table_column;

typedef enum cell_kind
{
	CELL_NONE = 0, ///< not available: `n/a`, null
	CELL_TEXT,
	CELL_COUNT,
	CELL_VALUE,
	CELL_SPREAD, ///< a median with its minimum and maximum
} cell_kind;

typedef struct table_cell
{
	cell_kind kind;
	char text[96];
	uint64_t count;
	double value; ///< the value or the median
	double least;
	double most;
	uint32_t samples;
} table_cell;

typedef struct bench_table
{
	const char *key;
	char title[640];
	const table_column *columns;
	uint32_t column_count;
	table_cell *cells; ///< row by row
	uint32_t row_count;
} bench_table;

/// Makes a table without rows. `columns` must outlive the table.
bench_table table_make(const char *key, const table_column *columns, uint32_t column_count);
void table_free(bench_table *table);

/// Appends a row of CELL_NONE; valid until the next row is appended.
table_cell *table_row(bench_table *table);

table_cell cell_text(const char *text);
table_cell cell_count(uint64_t count);
table_cell cell_value(double value);
/// `scale` times the seconds of every sample.
table_cell cell_time(const bench_samples *samples, double scale);
/// `work` divided by the seconds of every sample.
table_cell cell_rate(const bench_samples *samples, double work);
/// Divides median by median; CELL_NONE when either is missing or zero.
table_cell cell_ratio(const table_cell *left, const table_cell *right);

/// Room for the text of any cell.
#define TABLE_TEXT_SIZE 96

/// Writes a cell as text; `n/a` for a cell that is not available.
void table_format(const table_column *column, const table_cell *cell, char text[TABLE_TEXT_SIZE]);

/// Prints title, two lines of heads and the rows; texts aligned to the left, figures to the right.
void table_print(const bench_table *table, FILE *out);

/// Writes one object: key, title, columns and rows.
void table_json(const bench_table *table, json_writer *json);

#define BENCH_TABLES_MAX 12

/// The results of a family.
typedef struct bench_result
{
	bench_table tables[BENCH_TABLES_MAX];
	uint32_t table_count;
} bench_result;

/// Adds a table to the result.
bench_table *bench_table_add(bench_result *result, const char *key, const table_column *columns, uint32_t column_count);

/// Prints the current measurement on stderr, if stderr is a terminal.
void bench_progress(const char *family, const char *what);

#endif
