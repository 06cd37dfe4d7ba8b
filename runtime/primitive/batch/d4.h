// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_BATCH_D4_H
#define KILN_PRIMITIVE_BATCH_D4_H

#include "math/double3.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

/// Four vectors in double. Every function has the operations of its namesake for one kiln_d3 (math/double3.h), in the
/// same order: the results are the same to the bit.
typedef struct lanes3
{
	d4 v[3]; ///< x, y, z
} lanes3;

static inline lanes3 lanes3_same(kiln_d3 p)
{
	return (lanes3){{d4_set1(p.x), d4_set1(p.y), d4_set1(p.z)}};
}

static inline lanes3 lanes3_from(const float x[4], const float y[4], const float z[4])
{
	return (lanes3){{d4_from_f4(f4_load(x)), d4_from_f4(f4_load(y)), d4_from_f4(f4_load(z))}};
}

static inline lanes3 lanes3_load(const double v[3][4])
{
	return (lanes3){{d4_load(v[0]), d4_load(v[1]), d4_load(v[2])}};
}

static inline lanes3 lanes3_sub(const lanes3 *a, const lanes3 *b)
{
	return (lanes3){{d4_sub(a->v[0], b->v[0]), d4_sub(a->v[1], b->v[1]), d4_sub(a->v[2], b->v[2])}};
}

/// x + y + z
static inline d4 lanes3_total(const lanes3 *a)
{
	return d4_add(d4_add(a->v[0], a->v[1]), a->v[2]);
}

static inline d4 lanes3_dot(const lanes3 *a, const lanes3 *b)
{
	d4 xy = d4_add(d4_mul(a->v[0], b->v[0]), d4_mul(a->v[1], b->v[1]));
	return d4_add(xy, d4_mul(a->v[2], b->v[2]));
}

/// |x| + |y| + |z|
static inline d4 lanes3_size(const lanes3 *a)
{
	return d4_add(d4_add(d4_abs(a->v[0]), d4_abs(a->v[1])), d4_abs(a->v[2]));
}

static inline lanes3 lanes3_cross(const lanes3 *a, const lanes3 *b)
{
	return (lanes3){{d4_sub(d4_mul(a->v[1], b->v[2]), d4_mul(a->v[2], b->v[1])),
		d4_sub(d4_mul(a->v[2], b->v[0]), d4_mul(a->v[0], b->v[2])),
		d4_sub(d4_mul(a->v[0], b->v[1]), d4_mul(a->v[1], b->v[0]))}};
}

#endif
