// SPDX-License-Identifier: MIT
#include "core.h"
#include "outward.h"
#include "posing.h"

bool kiln_overlaps_aabb_aabb(const kiln_aabb *a, const kiln_aabb *b)
{
	bool apart = a->min.x > b->max.x || b->min.x > a->max.x || a->min.y > b->max.y || b->min.y > a->max.y ||
				 a->min.z > b->max.z || b->min.z > a->max.z;
	return !apart || !kilni_sound_aabb(a) || !kilni_sound_aabb(b);
}

static bool sound_center(const kiln_aabb_center *box)
{
	kiln_vec3 half = box->half_extents;
	return kiln_total_finite(kiln_vec3_total(box->center) + kiln_vec3_total(half)) && half.x >= 0 && half.y >= 0 &&
		   half.z >= 0;
}

/// Whether centers are farther apart than `reach` = half + half: each side is one difference or sum of two floats in
/// double, rounded once.
static bool centers_apart(float a, float b, float half_a, float half_b)
{
	double between = kiln_double_abs((double)b - (double)a), reach = (double)half_a + (double)half_b;
	return between * (1 - 0x1p-51) > reach;
}

bool kiln_overlaps_aabb_center_aabb_center(const kiln_aabb_center *a, const kiln_aabb_center *b)
{
	bool apart = centers_apart(a->center.x, b->center.x, a->half_extents.x, b->half_extents.x) ||
				 centers_apart(a->center.y, b->center.y, a->half_extents.y, b->half_extents.y) ||
				 centers_apart(a->center.z, b->center.z, a->half_extents.z, b->half_extents.z);
	return !apart || !sound_center(a) || !sound_center(b);
}

bool kiln_overlaps_aabb_int_aabb_int(const kiln_aabb_int *a, const kiln_aabb_int *b)
{
	bool apart = false, sound = true;
	for (int i = 0; i < 3; ++i)
	{
		apart = apart || a->min[i] > b->max[i] || b->min[i] > a->max[i];
		sound = sound && a->min[i] <= a->max[i] && b->min[i] <= b->max[i];
	}
	return !apart || !sound;
}

/// center + half and center - half, rounded outwards from their exact values.
static float side_of(float center, float half, bool high)
{
	kiln_sum sum = kiln_sum_add((kiln_sum){(double)center, 0}, high ? (double)half : -(double)half);
	return high ? kiln_tight_up(kiln_sum_high(sum)) : kiln_tight_down(kiln_sum_low(sum));
}

kiln_aabb kiln_aabb_from_aabb_center(const kiln_aabb_center *box)
{
	kiln_vec3 c = box->center, h = box->half_extents;
	return (kiln_aabb){{side_of(c.x, h.x, false), side_of(c.y, h.y, false), side_of(c.z, h.z, false)},
		{side_of(c.x, h.x, true), side_of(c.y, h.y, true), side_of(c.z, h.z, true)}};
}

/// The half extent around a rounded center: the largest difference from the center, whose rounding the sum records.
static float half_around(float center, float min, float max)
{
	kiln_sum below = kiln_sum_add((kiln_sum){(double)center, 0}, -(double)min);
	kiln_sum above = kiln_sum_add((kiln_sum){(double)max, 0}, -(double)center);
	return kiln_tight_up(kiln_double_max(kiln_sum_high(below), kiln_sum_high(above)));
}

kiln_aabb_center kiln_aabb_center_from_aabb(const kiln_aabb *box)
{
	kiln_d3 min = kiln_d3_from(box->min), max = kiln_d3_from(box->max);
	kiln_vec3 c = kiln_vec3_stored(kiln_d3_scale(kiln_d3_add(min, max), 0.5));
	return (kiln_aabb_center){c, {half_around(c.x, box->min.x, box->max.x), half_around(c.y, box->min.y, box->max.y),
									 half_around(c.z, box->min.z, box->max.z)}};
}

/// origin + count cell, exactly or with its error: a product of 24 and 31 bits may round.
static kiln_sum place_of(int32_t count, double origin, double cell)
{
	int32_t high = count / 65536, low = count % 65536;
	kiln_sum sum = {origin, 0};
	sum = kiln_sum_add(sum, high * (65536 * cell));
	return kiln_sum_add(sum, low * cell);
}

/// The greatest whole number of cells that is not above the coordinate. NaN and an invalid grid give the least
/// number.
static int32_t cell_below(double coordinate, double origin, double cell)
{
	double at = (coordinate - origin) / cell;
	if (!(at > (double)INT32_MIN) || !(cell > 0) || !(cell <= (double)FLT_MAX))
		return INT32_MIN;
	int32_t whole = at >= (double)INT32_MAX ? INT32_MAX : (int32_t)at;
	// The conversion truncates towards zero, and the quotient is rounded. The number's place must not lie above the
	// coordinate.
	while (whole > INT32_MIN && kiln_sum_high(kiln_sum_add(place_of(whole, origin, cell), -coordinate)) > 0)
		--whole;
	return whole;
}

static int32_t cell_above(double coordinate, double origin, double cell)
{
	int32_t below = cell_below(-coordinate, -origin, cell);
	return below == INT32_MIN ? INT32_MAX : -below;
}

kiln_aabb_int kiln_aabb_int_from_aabb(const kiln_aabb *box, const kiln_grid *grid)
{
	const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
	const float origin[3] = {grid->origin.x, grid->origin.y, grid->origin.z};
	kiln_aabb_int cells;
	for (int i = 0; i < 3; ++i)
	{
		cells.min[i] = cell_below((double)min[i], (double)origin[i], (double)grid->cell);
		cells.max[i] = cell_above((double)max[i], (double)origin[i], (double)grid->cell);
	}
	return cells;
}

kiln_aabb kiln_aabb_from_aabb_int(const kiln_aabb_int *box, const kiln_grid *grid)
{
	const float origin[3] = {grid->origin.x, grid->origin.y, grid->origin.z};
	float min[3], max[3];
	for (int i = 0; i < 3; ++i)
	{
		kiln_sum low = place_of(box->min[i], (double)origin[i], (double)grid->cell);
		kiln_sum high = place_of(box->max[i], (double)origin[i], (double)grid->cell);
		min[i] = box->min[i] == INT32_MIN ? -FLT_MAX : kiln_tight_down(kiln_sum_low(low));
		max[i] = box->max[i] == INT32_MAX ? FLT_MAX : kiln_tight_up(kiln_sum_high(high));
	}
	return (kiln_aabb){{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

/// The lesser number; NaN if either is NaN.
static float least(float a, float b)
{
	return a < b || a != a ? a : b;
}

static float most(float a, float b)
{
	return a > b || a != a ? a : b;
}

kiln_aabb kiln_aabb_merge(const kiln_aabb *a, const kiln_aabb *b)
{
	return (kiln_aabb){{least(a->min.x, b->min.x), least(a->min.y, b->min.y), least(a->min.z, b->min.z)},
		{most(a->max.x, b->max.x), most(a->max.y, b->max.y), most(a->max.z, b->max.z)}};
}

kiln_aabb kiln_aabb_from_points(const kiln_vec3 *points, uint32_t count)
{
	kiln_aabb box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_aabb point = {points[i], points[i]};
		box = kiln_aabb_merge(&box, &point);
	}
	return box;
}

kiln_aabb kiln_aabb_from_sphere(const kiln_sphere *sphere)
{
	float r = sphere->radius;
	kiln_aabb_center box = {sphere->center, {r, r, r}};
	return kiln_aabb_from_aabb_center(&box);
}

kiln_aabb kiln_aabb_from_capsule(const kiln_capsule *capsule)
{
	kiln_sphere ends[2] = {{capsule->a, capsule->radius}, {capsule->b, capsule->radius}};
	kiln_aabb a = kiln_aabb_from_sphere(&ends[0]), b = kiln_aabb_from_sphere(&ends[1]);
	return kiln_aabb_merge(&a, &b);
}

kiln_aabb kiln_aabb_from_obb(const kiln_obb *obb)
{
	kiln_core core = kiln_core_of_obb(obb);
	kiln_d3 center = core.anchor, half = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
		half = kiln_d3_add(half, kiln_d3_abs(core.side[i]));
	// The sides are exact products of floats; two sums here and one below may round.
	half = kiln_d3_scale(half, 1 + 0x1p-51);
	kiln_sum x = kiln_sum_add((kiln_sum){center.x, 0}, half.x), low_x = kiln_sum_add((kiln_sum){center.x, 0}, -half.x);
	kiln_sum y = kiln_sum_add((kiln_sum){center.y, 0}, half.y), low_y = kiln_sum_add((kiln_sum){center.y, 0}, -half.y);
	kiln_sum z = kiln_sum_add((kiln_sum){center.z, 0}, half.z), low_z = kiln_sum_add((kiln_sum){center.z, 0}, -half.z);
	return (kiln_aabb){{kiln_tight_down(kiln_sum_low(low_x)), kiln_tight_down(kiln_sum_low(low_y)),
						   kiln_tight_down(kiln_sum_low(low_z))},
		{kiln_tight_up(kiln_sum_high(x)), kiln_tight_up(kiln_sum_high(y)), kiln_tight_up(kiln_sum_high(z))}};
}

/// Applies one row of the matrix to a box, for the lower or the upper side (Arvo 1990; Ericson 2005, 4.2.6). Products
/// of two floats are exact in double.
static kiln_sum row_over(const float row[4], const float min[3], const float max[3], bool high)
{
	kiln_sum sum = {(double)row[3], 0};
	for (int k = 0; k < 3; ++k)
		sum = kiln_sum_add(sum, (double)row[k] * (double)((row[k] > 0) == high ? max[k] : min[k]));
	return sum;
}

kiln_aabb kiln_aabb_transform(const kiln_aabb *box, const float matrix[12])
{
	const float min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
	float low[3], high[3];
	for (int i = 0; i < 3; ++i)
	{
		low[i] = kiln_tight_down(kiln_sum_low(row_over(matrix + 4 * i, min, max, false)));
		high[i] = kiln_tight_up(kiln_sum_high(row_over(matrix + 4 * i, min, max, true)));
	}
	return (kiln_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}
