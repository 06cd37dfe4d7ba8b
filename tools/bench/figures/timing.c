// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include "common/message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_now(void)
{
	return seconds_of(CLOCK_MONOTONIC);
}

double bench_now_cpu(void)
{
	return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void samples_add(bench_samples *samples, double seconds)
{
	if (samples->count < BENCH_SAMPLES_MAX)
		samples->seconds[samples->count++] = seconds;
}

static int compare_doubles(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

double samples_median(const bench_samples *samples)
{
	double sorted[BENCH_SAMPLES_MAX];
	if (samples->count == 0)
		return 0;
	memcpy(sorted, samples->seconds, samples->count * sizeof *sorted);
	qsort(sorted, samples->count, sizeof *sorted, compare_doubles);
	return sorted[(samples->count - 1) / 2];
}

double samples_least(const bench_samples *samples)
{
	double least = samples->count ? samples->seconds[0] : 0;
	for (uint32_t i = 1; i < samples->count; ++i)
		least = samples->seconds[i] < least ? samples->seconds[i] : least;
	return least;
}

double samples_most(const bench_samples *samples)
{
	double most = 0;
	for (uint32_t i = 0; i < samples->count; ++i)
		most = samples->seconds[i] > most ? samples->seconds[i] : most;
	return most;
}

static double time_turn(const bench_contestant *contestant, bench_clock *clock)
{
	if (contestant->before)
		contestant->before(contestant->user);
	double start = clock();
	contestant->run(contestant->user);
	double end = clock();
	if (contestant->after)
		contestant->after(contestant->user);
	return end - start;
}

void bench_contest(bench_contestant *contestants, uint32_t count, uint32_t repetitions, bench_clock *clock)
{
	for (uint32_t round = 0; round <= repetitions; ++round)
		for (uint32_t i = 0; i < count; ++i)
		{
			double seconds = time_turn(&contestants[i], clock);
			if (round > 0)
				samples_add(&contestants[i].samples, seconds);
		}
}

void *bench_memory(size_t count, size_t size)
{
	void *memory = count <= SIZE_MAX / size ? malloc(count * size + (count == 0)) : NULL;
	if (!memory)
	{
		tool_message("kiln-bench", "error", "memory", "no memory");
		exit(TOOL_INTERNAL);
	}
	return memory;
}
