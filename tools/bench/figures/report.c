// SPDX-License-Identifier: MIT
#include "report.h"

#include <string.h>

static const char style[] =
	"body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:80em;padding:0 1em;color:#222;background:#fff}"
	"table{border-collapse:collapse;margin:1em 0 2em}"
	"caption{text-align:left;padding:.4em 0;max-width:60em}"
	"th{font-weight:600;vertical-align:bottom}"
	"th,td{padding:.15em .6em;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}"
	"th.text,td.text{text-align:left}"
	"td{background:linear-gradient(90deg,#cfe0f4 var(--bar,0%),transparent var(--bar,0%))}"
	".wide{overflow-x:auto}"
	"@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#3a3a3a}"
	"td{background:linear-gradient(90deg,#2c4766 var(--bar,0%),transparent var(--bar,0%))}}";

static void put_text(FILE *out, const char *text)
{
	for (; *text; ++text)
	{
		if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '&')
			fputs("&amp;", out);
		else
			fputc(*text, out);
	}
}

void report_begin(FILE *out, const bench_machine *machine, const char *conditions)
{
	fprintf(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>kiln-bench</title>\n<style>%s</style>\n"
		"<h1>kiln-bench</h1>\n<p>",
		style);
	put_text(out, conditions);
	fputs("</p>\n<p>", out);
	put_text(out, machine->cpu);
	fprintf(out, ", %ld processors, load %.1f, ", machine->processors, machine->load);
	put_text(out, machine->system);
	fputs(", ", out);
	put_text(out, machine->compiler);
	fputs(", Kiln on ", out);
	put_text(out, machine->isa);
	fputs("</p>\n", out);
}

void report_family(FILE *out, const char *name, const char *description)
{
	fputs("<h2>", out);
	put_text(out, name);
	fputs("</h2>\n<p>", out);
	put_text(out, description);
	fputs("</p>\n", out);
}

/// Whether a cell has a bar: ratios have no unit that a row shares.
static bool has_bar(const table_column *column, const table_cell *cell)
{
	return (cell->kind == CELL_VALUE || cell->kind == CELL_SPREAD) && column->unit[0] &&
		   strcmp(column->unit, "x") != 0 && cell->value > 0;
}

/// The length of a cell's bar, as a share of the longest one with the same unit in the row.
static double bar_of(const bench_table *table, const table_cell *row, uint32_t column)
{
	const table_column *columns = table->columns;
	double most = 0;
	for (uint32_t i = 0; i < table->column_count; ++i)
		if (has_bar(&columns[i], &row[i]) && strcmp(columns[i].unit, columns[column].unit) == 0 && row[i].value > most)
			most = row[i].value;
	return row[column].value / most;
}

static void put_row(FILE *out, const bench_table *table, const table_cell *row)
{
	fputs("<tr>", out);
	for (uint32_t i = 0; i < table->column_count; ++i)
	{
		char text[TABLE_TEXT_SIZE];
		table_format(&table->columns[i], &row[i], text);
		if (row[i].kind == CELL_TEXT)
			fputs("<td class=\"text\"", out);
		else if (has_bar(&table->columns[i], &row[i]))
			fprintf(out, "<td style=\"--bar:%.1f%%\"", 100 * bar_of(table, row, i));
		else
			fputs("<td", out);
		if (row[i].kind == CELL_SPREAD)
			fprintf(out, " title=\"%.4g to %.4g, %u samples\"", row[i].least, row[i].most, row[i].samples);
		fputc('>', out);
		put_text(out, text);
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

void report_table(FILE *out, const bench_table *table)
{
	fputs("<div class=\"wide\"><table>\n<caption>", out);
	put_text(out, table->title);
	fputs("</caption>\n<thead><tr>", out);
	for (uint32_t i = 0; i < table->column_count; ++i)
	{
		const table_column *column = &table->columns[i];
		fputs(table->row_count > 0 && table->cells[i].kind == CELL_TEXT ? "<th class=\"text\">" : "<th>", out);
		put_text(out, column->head[0]);
		fputs(column->head[0][0] ? "<br>" : "", out);
		put_text(out, column->head[1]);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (uint32_t row = 0; row < table->row_count; ++row)
		put_row(out, table, table->cells + (size_t)row * table->column_count);
	fputs("</tbody></table></div>\n", out);
}

void report_end(FILE *out)
{
	fputs("</html>\n", out);
}
