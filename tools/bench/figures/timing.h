// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_TIMING_H
#define KILN_BENCH_TIMING_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

/// Honest clocks: contestants take turns, so that whatever slows the machine down for a while slows all of them, and
/// medians are compared.

#define BENCH_SAMPLES_MAX 201

/// Times of repetitions of the same work, in seconds.
typedef struct bench_samples
{
	double seconds[BENCH_SAMPLES_MAX];
	uint32_t count;
} bench_samples;

/// Seconds of CLOCK_MONOTONIC.
double bench_now(void);
/// Seconds of processor time that this process has used, system calls included.
double bench_now_cpu(void);

/// Adds one; does nothing when there are BENCH_SAMPLES_MAX of them.
void samples_add(bench_samples *samples, double seconds);

/// Of an even count the lower of the middle two. 0 without samples.
double samples_median(const bench_samples *samples);
double samples_least(const bench_samples *samples);
double samples_most(const bench_samples *samples);

/// Someone who does the work. Only `run` is timed.
typedef struct bench_contestant
{
	void (*before)(void *user); ///< ahead of every repetition; may be NULL
	void (*run)(void *user);
	void (*after)(void *user); ///< behind every repetition; may be NULL
	void *user;
	bench_samples samples;
} bench_contestant;

/// Tells the time in seconds: bench_now or bench_now_cpu.
typedef double bench_clock(void);

/// One round that is not counted, then `repetitions` rounds in which each contestant has its turn.
void bench_contest(bench_contestant *contestants, uint32_t count, uint32_t repetitions, bench_clock *clock);

/// malloc of `count` elements that ends the program with code 4 and a message when there is no memory.
void *bench_memory(size_t count, size_t size);

#endif
