// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_TIMING_H
#define KILN_BENCH_TIMING_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>

/// Fair timing: contestants take turns, so that a temporary slowdown of the machine affects all of them, and medians
/// are compared.

#define BENCH_SAMPLES_MAX 201

/// Times of repetitions of the same work, in seconds.
typedef struct bench_samples
{
	double seconds[BENCH_SAMPLES_MAX];
	uint32_t count;
} bench_samples;

/// Seconds of CLOCK_MONOTONIC.
double bench_now(void);
/// Returns the processor time of this process in seconds, system calls included.
double bench_now_cpu(void);

/// Adds a sample; does nothing when BENCH_SAMPLES_MAX samples exist.
void samples_add(bench_samples *samples, double seconds);

/// Returns the median; for an even count the lower of the two middle samples. 0 without samples.
double samples_median(const bench_samples *samples);
double samples_least(const bench_samples *samples);
double samples_most(const bench_samples *samples);

/// A contestant. Only `run` is timed.
typedef struct bench_contestant
{
	void (*before)(void *user); ///< runs before every repetition; may be NULL
	void (*run)(void *user);
	void (*after)(void *user); ///< runs after every repetition; may be NULL
	void *user;
	bench_samples samples;
} bench_contestant;

/// Returns the time in seconds: bench_now or bench_now_cpu.
typedef double bench_clock(void);

/// Runs one round that is not counted, then `repetitions` rounds in which each contestant has its turn.
void bench_contest(bench_contestant *contestants, uint32_t count, uint32_t repetitions, bench_clock *clock);

/// Allocates `count` elements with malloc; ends the program with code 4 and a message when memory runs out.
void *bench_memory(size_t count, size_t size);

#endif
