// SPDX-License-Identifier: MIT
#include "batch.h"

#include <float.h>

#define KILN_BACKEND_BASE
#include "math/ieee.h"
#include "simd/simd4.h"

typedef struct spheres
{
	f4 x, y, z, radius;
} spheres;

typedef struct boxes
{
	f4 min_x, min_y, min_z, max_x, max_y, max_z;
} boxes;

static inline spheres load_spheres(const kiln_sphere4 *a)
{
	return (spheres){f4_load(a->x), f4_load(a->y), f4_load(a->z), f4_load(a->radius)};
}

static inline boxes load_boxes(const kiln_aabb4 *a)
{
	return (boxes){f4_load(a->min_x), f4_load(a->min_y), f4_load(a->min_z), f4_load(a->max_x), f4_load(a->max_y),
		f4_load(a->max_z)};
}

/// One shape in all lanes.
static inline spheres same_sphere(const kiln_sphere *a)
{
	return (spheres){f4_set1(a->center.x), f4_set1(a->center.y), f4_set1(a->center.z), f4_set1(a->radius)};
}

static inline boxes same_box(const kiln_aabb *a)
{
	return (boxes){f4_set1(a->min.x), f4_set1(a->min.y), f4_set1(a->min.z), f4_set1(a->max.x), f4_set1(a->max.y),
		f4_set1(a->max.z)};
}

/// Whether a distance is at most a reach, by the squares of both. With u = 2^-24, the square of the distance has an
/// error of 5 u of itself (a difference, a product of two differences, two sums). The square of the reach has one of at
/// most 3 u (a sum, a product of two sums). Both have 2^-148 more where they are denormal. Where the squares differ by
/// more than 16 u of their sum, they differ by 4 u in exact arithmetic; the single functions, which are certain from
/// 2^-48 on, give the same answer. Infinity and NaN, also from overflow, make the difference no greater than the error:
/// doubt. A radius below 0 is in doubt, too.
static inline kiln_batch compare_squares(f4 distance2, f4 reach2, f4 least_radius)
{
	f4 error = f4_add(f4_mul(f4_add(distance2, reach2), f4_set1(0x1p-20f)), f4_set1(0x1p-126f));
	f4 beyond = f4_sub(distance2, reach2), zero = f4_set1(0);
	m4 sure = m4_and(m4_gt(f4_abs(beyond), error), m4_ge(least_radius, zero));
	uint32_t bits = m4_bits(sure);
	return (kiln_batch){m4_bits(m4_lt(beyond, zero)) & bits, bits ^ 15u};
}

static inline f4 length2(f4 x, f4 y, f4 z)
{
	return f4_add(f4_add(f4_mul(x, x), f4_mul(y, y)), f4_mul(z, z));
}

// --- Spheres ---

static inline kiln_batch compare_sphere_sphere(const spheres *a, const spheres *b)
{
	f4 distance2 = length2(f4_sub(b->x, a->x), f4_sub(b->y, a->y), f4_sub(b->z, a->z));
	f4 reach = f4_add(a->radius, b->radius);
	// A NaN radius may be lost in the minimum, but then makes the reach NaN.
	return compare_squares(distance2, f4_mul(reach, reach), f4_min(a->radius, b->radius));
}

uint32_t kiln_overlaps4_sphere_sphere(const kiln_sphere4 *a, const kiln_sphere4 *b)
{
	spheres first = load_spheres(a);
	spheres second = load_spheres(b);
	kiln_batch lanes = compare_sphere_sphere(&first, &second);
	return lanes.doubt ? kilni_settle_sphere_sphere(a, b, lanes) : lanes.yes;
}

uint32_t kiln_overlaps_sphere_sphere4(const kiln_sphere *a, const kiln_sphere4 *b)
{
	spheres first = same_sphere(a);
	spheres second = load_spheres(b);
	kiln_batch lanes = compare_sphere_sphere(&first, &second);
	return lanes.doubt ? kilni_settle_sphere_sphere4(a, b, lanes) : lanes.yes;
}

void kiln_overlaps4_sphere_sphere_array(const kiln_sphere4 *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks)
{
	for (uint32_t i = 0; i < blocks; ++i)
	{
		spheres first = load_spheres(a + i);
		spheres second = load_spheres(b + i);
		kiln_batch lanes = compare_sphere_sphere(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_sphere_sphere(a + i, b + i, lanes) : lanes.yes);
	}
}

void kiln_overlaps_sphere_sphere4_array(const kiln_sphere *a, const kiln_sphere4 *b, uint32_t blocks, uint8_t *masks)
{
	spheres first = same_sphere(a);
	for (uint32_t i = 0; i < blocks; ++i)
	{
		spheres second = load_spheres(b + i);
		kiln_batch lanes = compare_sphere_sphere(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_sphere_sphere4(a, b + i, lanes) : lanes.yes);
	}
}

// --- Spheres and boxes ---

/// How far x lies outside low .. high, for low <= high. For a NaN x the result is NaN: the second operand wins.
static inline f4 outside(f4 x, f4 low, f4 high)
{
	return f4_max(f4_set1(0), f4_max(f4_sub(low, x), f4_sub(x, high)));
}

/// Whether boxes are finite and not empty: exactly then the widths are >= 0 and add up to a number.
static inline m4 sound_widths(f4 least, f4 total)
{
	return m4_and(m4_ge(least, f4_set1(0)), m4_le(total, f4_set1(FLT_MAX)));
}

static inline f4 least_of(f4 x, f4 y, f4 z)
{
	return f4_min(f4_min(x, y), z);
}

static inline f4 total_of(f4 x, f4 y, f4 z)
{
	return f4_add(f4_add(x, y), z);
}

static inline kiln_batch compare_sphere_aabb(const spheres *a, const boxes *b)
{
	f4 distance2 = length2(
		outside(a->x, b->min_x, b->max_x), outside(a->y, b->min_y, b->max_y), outside(a->z, b->min_z, b->max_z));
	f4 x = f4_sub(b->max_x, b->min_x), y = f4_sub(b->max_y, b->min_y), z = f4_sub(b->max_z, b->min_z);
	kiln_batch of = compare_squares(distance2, f4_mul(a->radius, a->radius), a->radius);
	uint32_t sound = m4_bits(sound_widths(least_of(x, y, z), total_of(x, y, z)));
	return (kiln_batch){of.yes & sound, of.doubt | (sound ^ 15u)};
}

uint32_t kiln_overlaps4_sphere_aabb(const kiln_sphere4 *a, const kiln_aabb4 *b)
{
	spheres first = load_spheres(a);
	boxes second = load_boxes(b);
	kiln_batch lanes = compare_sphere_aabb(&first, &second);
	return lanes.doubt ? kilni_settle_sphere_aabb(a, b, lanes) : lanes.yes;
}

uint32_t kiln_overlaps_sphere_aabb4(const kiln_sphere *a, const kiln_aabb4 *b)
{
	spheres first = same_sphere(a);
	boxes second = load_boxes(b);
	kiln_batch lanes = compare_sphere_aabb(&first, &second);
	return lanes.doubt ? kilni_settle_sphere_aabb4(a, b, lanes) : lanes.yes;
}

uint32_t kiln_overlaps_sphere4_aabb(const kiln_sphere4 *a, const kiln_aabb *b)
{
	spheres first = load_spheres(a);
	boxes second = same_box(b);
	kiln_batch lanes = compare_sphere_aabb(&first, &second);
	return lanes.doubt ? kilni_settle_sphere4_aabb(a, b, lanes) : lanes.yes;
}

void kiln_overlaps4_sphere_aabb_array(const kiln_sphere4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks)
{
	for (uint32_t i = 0; i < blocks; ++i)
	{
		spheres first = load_spheres(a + i);
		boxes second = load_boxes(b + i);
		kiln_batch lanes = compare_sphere_aabb(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_sphere_aabb(a + i, b + i, lanes) : lanes.yes);
	}
}

void kiln_overlaps_sphere_aabb4_array(const kiln_sphere *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks)
{
	spheres first = same_sphere(a);
	for (uint32_t i = 0; i < blocks; ++i)
	{
		boxes second = load_boxes(b + i);
		kiln_batch lanes = compare_sphere_aabb(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_sphere_aabb4(a, b + i, lanes) : lanes.yes);
	}
}

void kiln_overlaps_sphere4_aabb_array(const kiln_sphere4 *a, const kiln_aabb *b, uint32_t blocks, uint8_t *masks)
{
	boxes second = same_box(b);
	for (uint32_t i = 0; i < blocks; ++i)
	{
		spheres first = load_spheres(a + i);
		kiln_batch lanes = compare_sphere_aabb(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_sphere4_aabb(a + i, b, lanes) : lanes.yes);
	}
}

// --- Boxes ---

static inline m4 apart(f4 min, f4 max, f4 other_min, f4 other_max)
{
	return m4_or(m4_gt(min, other_max), m4_gt(other_min, max));
}

/// Comparisons are exact: only boxes that may not be finite or may be empty are in doubt.
static inline kiln_batch compare_aabb_aabb(const boxes *a, const boxes *b)
{
	m4 away = m4_or(apart(a->min_x, a->max_x, b->min_x, b->max_x),
		m4_or(apart(a->min_y, a->max_y, b->min_y, b->max_y), apart(a->min_z, a->max_z, b->min_z, b->max_z)));
	f4 ax = f4_sub(a->max_x, a->min_x), ay = f4_sub(a->max_y, a->min_y), az = f4_sub(a->max_z, a->min_z);
	f4 bx = f4_sub(b->max_x, b->min_x), by = f4_sub(b->max_y, b->min_y), bz = f4_sub(b->max_z, b->min_z);
	f4 least = f4_min(least_of(ax, ay, az), least_of(bx, by, bz));
	uint32_t sound = m4_bits(sound_widths(least, f4_add(total_of(ax, ay, az), total_of(bx, by, bz))));
	return (kiln_batch){~m4_bits(away) & sound, sound ^ 15u};
}

uint32_t kiln_overlaps4_aabb_aabb(const kiln_aabb4 *a, const kiln_aabb4 *b)
{
	boxes first = load_boxes(a);
	boxes second = load_boxes(b);
	kiln_batch lanes = compare_aabb_aabb(&first, &second);
	return lanes.doubt ? kilni_settle_aabb_aabb(a, b, lanes) : lanes.yes;
}

uint32_t kiln_overlaps_aabb_aabb4(const kiln_aabb *a, const kiln_aabb4 *b)
{
	boxes first = same_box(a);
	boxes second = load_boxes(b);
	kiln_batch lanes = compare_aabb_aabb(&first, &second);
	return lanes.doubt ? kilni_settle_aabb_aabb4(a, b, lanes) : lanes.yes;
}

void kiln_overlaps4_aabb_aabb_array(const kiln_aabb4 *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks)
{
	for (uint32_t i = 0; i < blocks; ++i)
	{
		boxes first = load_boxes(a + i);
		boxes second = load_boxes(b + i);
		kiln_batch lanes = compare_aabb_aabb(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_aabb_aabb(a + i, b + i, lanes) : lanes.yes);
	}
}

void kiln_overlaps_aabb_aabb4_array(const kiln_aabb *a, const kiln_aabb4 *b, uint32_t blocks, uint8_t *masks)
{
	boxes first = same_box(a);
	for (uint32_t i = 0; i < blocks; ++i)
	{
		boxes second = load_boxes(b + i);
		kiln_batch lanes = compare_aabb_aabb(&first, &second);
		masks[i] = (uint8_t)(lanes.doubt ? kilni_settle_aabb_aabb4(a, b + i, lanes) : lanes.yes);
	}
}
