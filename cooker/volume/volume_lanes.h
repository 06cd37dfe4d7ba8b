// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_LANES_H
#define KILN_COOKER_VOLUME_LANES_H

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

/// Points four at a time, with the same bits on every machine.

#define VOLUME_LANES 4

static inline d4 lanes_widen(const float *x)
{
	return d4_from_f4(f4_load(x));
}

/// Returns axis . (x, y, z), summed from left to right.
static inline d4 lanes_dot(d4 x, d4 y, d4 z, const double axis[3])
{
	return d4_add(d4_add(d4_mul(x, d4_set1(axis[0])), d4_mul(y, d4_set1(axis[1]))), d4_mul(z, d4_set1(axis[2])));
}

static inline double lanes_least(d4 a)
{
	double of[VOLUME_LANES];
	d4_store(of, a);
	for (int i = 1; i < VOLUME_LANES; ++i)
		of[0] = of[i] < of[0] ? of[i] : of[0];
	return of[0];
}

static inline double lanes_most(d4 a)
{
	double of[VOLUME_LANES];
	d4_store(of, a);
	for (int i = 1; i < VOLUME_LANES; ++i)
		of[0] = of[i] > of[0] ? of[i] : of[0];
	return of[0];
}

#endif
