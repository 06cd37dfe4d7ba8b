// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_COMPARE_H
#define KILN_BENCH_COMPARE_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stdint.h>

/// Compares two builds of kiln-bench on one machine: both run in turns, and each figure of the second build is divided
/// by that of the first one in the same round, so that what slows the machine slows both.

/// The fewest rounds from which an interval of 99 % can be computed.
#define COMPARE_ROUNDS_LEAST 8
#define COMPARE_ROUNDS_MOST 200

typedef struct compare_plan
{
	const char *build[2]; ///< programs: the old one, and the new one
	const char *words;	  ///< options and families for both, as words of the shell
	uint32_t rounds;	  ///< COMPARE_ROUNDS_LEAST .. COMPARE_ROUNDS_MOST
	double allowed;		  ///< the share by which a figure may be worse
	bool json;
} compare_plan;

/// Runs the builds and prints the figures that are certainly better or worse; with `json` all of them. Returns a
/// tool_exit: TOOL_REFUSED when a figure became worse, or when a build fails.
int bench_compare(const compare_plan *plan);

/// A number of which an interval certainly holds the median, whatever the distribution.
typedef struct compare_interval
{
	double median;
	double low, high;
} compare_interval;

/// Sorts independent samples and returns their median with its interval at 99 % or more: the k-th smallest to the k-th
/// largest sample, for the greatest k at which a binomial distribution allows this (Thompson 1936). For fewer than
/// COMPARE_ROUNDS_LEAST samples the interval is that of all samples, and holds the median with less certainty.
compare_interval compare_interval_of(double *samples, uint32_t count);

#endif
