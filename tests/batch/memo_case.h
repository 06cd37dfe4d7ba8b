// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BATCH_MEMO_CASE_H
#define KILN_TESTS_BATCH_MEMO_CASE_H

#include "batch/batch.h"

#define MEMO_CASE_JOBS 3

/// A batch of three assets, `a.kiln`, `b/c.kiln` and `d.kiln`, whose records come from a text.
typedef struct memo_case
{
	batch b;
	batch_job jobs[MEMO_CASE_JOBS];
} memo_case;

void memo_case_begin(memo_case *c);

/// Gives the jobs their records of a text, in place of those that they had.
void memo_case_take(memo_case *c, const char *text, size_t size);

/// Writes all records as a batch does. The caller frees the text.
char *memo_case_write(memo_case *c, size_t *size);

/// Returns the first rule that a record of a text breaks; NULL where all are as a batch writes them, and come back from what
/// memo_case_write writes.
const char *memo_case_fault(memo_case *c);

void memo_case_end(memo_case *c);

#endif
