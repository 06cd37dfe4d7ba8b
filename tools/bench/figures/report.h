// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_REPORT_H
#define KILN_BENCH_REPORT_H

#include "machine.h"
#include "table.h"

/// A page of all tables (HTML, without scripts or other files), in which a bar behind each time or rate shows its share
/// of the largest one of its row with the same unit.

/// Writes the head of the page; `conditions` says what was run.
void report_begin(FILE *out, const bench_machine *machine, const char *conditions);

/// Writes the name of a family and what it measures.
void report_family(FILE *out, const char *name, const char *description);

void report_table(FILE *out, const bench_table *table);

void report_end(FILE *out);

#endif
