// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_DUEL_H
#define KILN_BENCH_DUEL_H

#include "table.h"

/// The same work done in two ways, in turns: a row of a table that all such rows share.

/// A piece of work. Both ways leave their answers with `user`, where `differ` compares them.
typedef struct bench_duel
{
	const char *work;	///< what is done
	const char *beside; ///< the other way, or the rival; NULL: none
	uint64_t items;		///< times are divided by it
	void (*kiln)(void *user);
	void (*other)(void *user); ///< NULL: none
	uint64_t (*differ)(
		void *user); ///< how many answers are not those of the other way, or break what holds for every answer
	void *user;
} bench_duel;

/// Adds a table for duels to a result.
bench_table *bench_duel_table(bench_result *result, const char *key);

/// Runs both ways in turns and adds the row.
void bench_duel_run(const bench_duel *duel, uint32_t repetitions, bench_clock *clock, bench_table *table);

#endif
