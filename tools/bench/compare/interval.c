// SPDX-License-Identifier: MIT
#include "compare.h"

#include <stdlib.h>

/// Half of the doubt that an interval of 99 % leaves.
#define TAIL 0.005

static int by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;
	return (*a > *b) - (*a < *b);
}

/// The most samples at each end that the interval may leave out: the chance that fewer than so many samples, plus one,
/// lie below the median is at most TAIL.
static uint32_t left_out(uint32_t count)
{
	double chance = 1, sum = 0;
	for (uint32_t i = 0; i < count; ++i)
		chance *= 0.5;
	uint32_t k = 0;
	for (; k < count / 2; ++k)
	{
		// The chance that exactly k samples lie below the median.
		sum += chance;
		if (sum > TAIL)
			break;
		chance *= (double)(count - k) / (double)(k + 1);
	}
	return k > 0 ? k - 1 : 0;
}

compare_interval compare_interval_of(double *samples, uint32_t count)
{
	qsort(samples, count, sizeof *samples, by_size);
	const uint32_t out = left_out(count), middle = count / 2;
	const double median = count % 2 ? samples[middle] : 0.5 * (samples[middle - 1] + samples[middle]);
	return (compare_interval){median, samples[out], samples[count - 1 - out]};
}
