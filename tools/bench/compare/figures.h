// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_COMPARE_FIGURES_H
#define KILN_BENCH_COMPARE_FIGURES_H

#include "compare.h"

#include <stddef.h>

/// A time or rate that both builds measure in each round.
typedef struct compare_figure
{
	char table[96]; ///< family and table
	char row[96];	///< the texts of the row
	char column[64];
	char unit[16];
	bool rate; ///< more is better
	uint32_t count[2];
	double value[2][COMPARE_ROUNDS_MOST];
} compare_figure;

typedef struct compare_figures
{
	compare_figure *all;
	size_t count, capacity;
	size_t next; ///< where the next figure is probably found
	bool out_of_memory;
} compare_figures;

/// Adds the figures of one run of a build, which printed them as JSON. False for what is no such JSON.
bool compare_figures_read(compare_figures *figures, int build, const char *json, size_t size);

void compare_figures_free(compare_figures *figures);

#endif
