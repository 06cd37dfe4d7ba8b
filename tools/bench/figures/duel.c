// SPDX-License-Identifier: MIT
#include "duel.h"

static const table_column columns[] = {
	{"work", {"", "work"}, "", 0},
	{"items", {"", "items"}, "1", 0},
	{"kiln", {"Kiln,", "ns an item"}, "ns", 1},
	{"beside", {"", "beside"}, "", 0},
	{"other", {"the other,", "ns an item"}, "ns", 1},
	{"ratio", {"Kiln /", "other"}, "x", 3},
	{"differ", {"answers", "differ"}, "1", 0},
};

bench_table *bench_duel_table(bench_result *result, const char *key)
{
	return bench_table_add(result, key, columns, sizeof columns / sizeof *columns);
}

void bench_duel_run(const bench_duel *duel, uint32_t repetitions, bench_clock *clock, bench_table *table)
{
	bench_contestant contestants[2] = {
		{.run = duel->kiln, .user = duel->user}, {.run = duel->other, .user = duel->user}};
	const double scale = 1e9 / (double)duel->items;
	bench_contest(contestants, duel->other ? 2 : 1, repetitions, clock);
	table_cell *row = table_row(table);
	row[0] = cell_text(duel->work);
	row[1] = cell_count(duel->items);
	row[2] = cell_time(&contestants[0].samples, scale);
	row[3] = cell_text(duel->beside ? duel->beside : "");
	if (duel->other)
	{
		row[4] = cell_time(&contestants[1].samples, scale);
		row[5] = cell_ratio(&row[2], &row[4]);
	}
	row[6] = cell_count(duel->differ(duel->user));
}
