// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_DOUBLE3_H
#define KILN_MATH_DOUBLE3_H

#include "ieee.h"
#include "kiln/base.h"

#include <math.h>

/// Vectors in double, for computations inside functions whose results are float32.

typedef struct kiln_d3
{
	double x, y, z;
} kiln_d3;

/// Whether no coordinate is larger than `most`; false for NaN.
static inline bool kiln_vec3_within(kiln_vec3 v, float most)
{
	return fabsf(v.x) <= most && fabsf(v.y) <= most && fabsf(v.z) <= most;
}

static inline kiln_d3 kiln_d3_from(kiln_vec3 v)
{
	return (kiln_d3){(double)v.x, (double)v.y, (double)v.z};
}

static inline kiln_d3 kiln_d3_from_floats(const float v[3])
{
	return (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
}

static inline kiln_vec3 kiln_d3_to(kiln_d3 v)
{
	return (kiln_vec3){(float)v.x, (float)v.y, (float)v.z};
}

static inline kiln_d3 kiln_d3_add(kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline kiln_d3 kiln_d3_sub(kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline kiln_d3 kiln_d3_scale(kiln_d3 a, double s)
{
	return (kiln_d3){a.x * s, a.y * s, a.z * s};
}

/// a + s b
static inline kiln_d3 kiln_d3_along(kiln_d3 a, double s, kiln_d3 b)
{
	return (kiln_d3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double kiln_d3_dot(kiln_d3 a, kiln_d3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline kiln_d3 kiln_d3_cross(kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double kiln_d3_length2(kiln_d3 a)
{
	return kiln_d3_dot(a, a);
}

static inline double kiln_double_abs(double a)
{
	return a < 0 ? -a : a;
}

static inline double kiln_double_min(double a, double b)
{
	return a < b ? a : b;
}

static inline double kiln_double_max(double a, double b)
{
	return a > b ? a : b;
}

static inline kiln_d3 kiln_d3_abs(kiln_d3 a)
{
	return (kiln_d3){kiln_double_abs(a.x), kiln_double_abs(a.y), kiln_double_abs(a.z)};
}

static inline kiln_d3 kiln_d3_min(kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){kiln_double_min(a.x, b.x), kiln_double_min(a.y, b.y), kiln_double_min(a.z, b.z)};
}

static inline kiln_d3 kiln_d3_max(kiln_d3 a, kiln_d3 b)
{
	return (kiln_d3){kiln_double_max(a.x, b.x), kiln_double_max(a.y, b.y), kiln_double_max(a.z, b.z)};
}

/// Largest component of |a|.
static inline double kiln_d3_largest(kiln_d3 a)
{
	kiln_d3 b = kiln_d3_abs(a);
	return kiln_double_max(b.x, kiln_double_max(b.y, b.z));
}

/// numerator / denominator clamped to [0, 1], for a denominator >= 0; 0 when both are 0 (Ericson 2005, 5.1.2: the
/// division is made only where it is safe).
static inline double kiln_ratio01(double numerator, double denominator)
{
	return numerator <= 0 ? 0 : numerator >= denominator ? 1 : numerator / denominator;
}

#endif
