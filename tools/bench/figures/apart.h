// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_APART_H
#define KILN_BENCH_APART_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stddef.h>

/// Work that a process of its own does.
typedef struct bench_apart
{
	/// Runs in the child, and fills the outcome. Memory need not be freed: the process ends.
	void (*run)(void *user, void *outcome);
	void *user;
	size_t size; ///< of the outcome in bytes, at most PIPE_BUF
} bench_apart;

/// Runs the work in a child, and waits for the outcome. False where the child ended without one, or could not begin.
bool bench_run_apart(const bench_apart *work, void *outcome);

#endif
