// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "primitive_overlaps.h"
#include "support/trials.h"

#include <math.h>

/// A polygon in 256 bits: its corners, mean and Newell normal, and the axis along which the normal is longest.
typedef struct flat
{
	real3 corners[8], mean, normal;
	int count, axis;
	bool planar; ///< exactly planar
} flat;

static real coordinate(real3 p, int axis)
{
	return axis % 3 == 0 ? p.x : axis % 3 == 1 ? p.y : p.z;
}

static real height_of(const flat *f, real3 p)
{
	return real3_dot(f->normal, real3_sub(p, f->mean));
}

static flat flat_of(const kiln_polygon *polygon)
{
	flat f = {.count = (int)polygon->count, .mean = real3_from((kiln_vec3){0, 0, 0}), .planar = true};
	f.normal = f.mean;
	for (int i = 0; i < f.count; ++i)
	{
		f.corners[i] = real3_from(polygon->corners[i]);
		f.mean = real3_add(f.mean, f.corners[i]);
	}
	for (int i = 0; i < f.count; ++i)
		f.normal = real3_add(f.normal,
			real3_cross(real3_sub(f.corners[i], f.corners[0]), real3_sub(f.corners[(i + 1) % f.count], f.corners[0])));
	f.mean = real3_scale(f.mean, real_div(real_from_int(1), real_from_int(f.count)));
	for (int k = 1; k < 3; ++k)
		if (real_compare(real_abs(coordinate(f.normal, k)), real_abs(coordinate(f.normal, f.axis))) > 0)
			f.axis = k;
	for (int i = 0; i < f.count; ++i)
		f.planar = f.planar && real_sign(real3_dot(f.normal, real3_sub(f.corners[i], f.corners[0]))) == 0;
	return f;
}

/// By the sum of the angles' signs: crossings of a ray to the right, up and down, as seen along the axis.
static bool within(const flat *f, real3 p)
{
	int winding = 0, next = f->axis + 1, last = f->axis + 2;
	for (int i = 0; i < f->count; ++i)
	{
		real3 a = real3_sub(f->corners[i], p), b = real3_sub(f->corners[(i + 1) % f->count], p);
		real ay = coordinate(a, last), by = coordinate(b, last);
		int side = real_sign(real_sub(real_mul(coordinate(a, next), by), real_mul(ay, coordinate(b, next))));
		if (real_sign(ay) <= 0 && real_sign(by) > 0 && side > 0)
			++winding;
		if (real_sign(ay) > 0 && real_sign(by) <= 0 && side < 0)
			--winding;
	}
	return winding != 0;
}

/// Four times the usual tolerance of touching: the plane is also known only to rounding.
static double size_of(const scene *s)
{
	return 4 * (4 + s->offset * 0x1p-6) * s->scale;
}

static real polygon_distance(const flat *f, real3 p)
{
	real length2 = real3_length2(f->normal), height = height_of(f, p);
	real3 foot = real3_along(p, real_neg(real_div(height, length2)), f->normal);
	real best = real_div(real_abs(height), real_sqrt(length2));
	bool inside = within(f, foot);
	for (int i = 0; i < f->count; ++i)
	{
		real edge = real_distance_to_segment(p, f->corners[i], f->corners[(i + 1) % f->count]);
		best = i == 0 && !inside ? edge : real_min(best, edge);
	}
	return best;
}

/// Whether the foot of a point is so close to an edge that lies off the plane that both inside and edge are correct.
static bool is_ambiguous(const flat *f, real3 p)
{
	real length2 = real3_length2(f->normal), off = real_from_int(0);
	real3 foot = real3_along(p, real_neg(real_div(height_of(f, p), length2)), f->normal);
	for (int i = 0; i < f->count; ++i)
		off = real_max(off, real_div(real_abs(height_of(f, f->corners[i])), real_sqrt(length2)));
	off = real_mul(off, real_from_int(2));
	bool found = false;
	for (int i = 0; i < f->count && !f->planar; ++i)
		found = found ||
				real_compare(real_distance_to_segment(foot, f->corners[i], f->corners[(i + 1) % f->count]), off) <= 0;
	return found;
}

static void try_spheres(bool near, uint64_t trials)
{
	scene s = scene_of(0xa0761d6478bd642full + near);
	uint64_t apart = 0, met = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		kiln_vec3 corners[8];
		kiln_polygon polygon = {corners, scene_polygon(&s, corners)};
		flat f = flat_of(&polygon);
		if (real_sign(real3_length2(f.normal)) == 0)
			continue;
		kiln_sphere sphere = {scene_point(&s), scene_size(&s)};
		if (is_ambiguous(&f, real3_from(sphere.center)))
			continue;
		real distance = polygon_distance(&f, real3_from(sphere.center));
		bool answer = kiln_overlaps_sphere_polygon(&sphere, &polygon);
		assert_true(real_judges(answer, distance, real_from((double)sphere.radius), size_of(&s)));
		met += answer;
		apart += !answer;
		float edge = (float)real_to(distance);
		sphere.radius = scene_below(&s, 2) ? edge : nextafterf(edge, 0);
		answer = kiln_overlaps_sphere_polygon(&sphere, &polygon);
		assert_true(real_judges(answer, distance, real_from((double)sphere.radius), size_of(&s)));
	}
	assert_true(met > trials / 20);
	assert_true(apart > trials / 8);
}

/// A box holds something of an edge: what is left of it between each two sides.
static bool holds_edge(const real low[3], const real high[3], real3 a, real3 b)
{
	real from = real_from_int(0), to = real_from_int(1);
	for (int k = 0; k < 3; ++k)
	{
		real at = coordinate(a, k), way = real_sub(coordinate(b, k), at);
		if (real_sign(way) == 0)
		{
			if (real_compare(at, low[k]) < 0 || real_compare(at, high[k]) > 0)
				return false;
			continue;
		}
		real first = real_div(real_sub(low[k], at), way), last = real_div(real_sub(high[k], at), way);
		from = real_max(from, real_min(first, last));
		to = real_min(to, real_max(first, last));
	}
	return real_compare(from, to) <= 0;
}

/// Whether the box extended by `more` contains a part of an edge of the polygon, or one of the box's edges intersects
/// the polygon.
static bool box_holds(const kiln_aabb *box, const flat *f, double more)
{
	real grow = real_from(more), low[3], high[3];
	real3 min = real3_from(box->min), max = real3_from(box->max);
	for (int k = 0; k < 3; ++k)
	{
		low[k] = real_sub(coordinate(min, k), grow);
		high[k] = real_add(coordinate(max, k), grow);
		if (real_compare(low[k], high[k]) > 0)
			return false;
	}
	for (int i = 0; i < f->count; ++i)
		if (holds_edge(low, high, f->corners[i], f->corners[(i + 1) % f->count]))
			return true;
	for (int i = 0; i < 12; ++i)
	{
		int along = i / 4, next = (along + 1) % 3, last = (along + 2) % 3;
		real a[3], b[3];
		a[along] = low[along];
		b[along] = high[along];
		a[next] = b[next] = i & 1 ? high[next] : low[next];
		a[last] = b[last] = i & 2 ? high[last] : low[last];
		real3 p = {a[0], a[1], a[2]}, q = {b[0], b[1], b[2]};
		real from = height_of(f, p), to = height_of(f, q);
		if (real_sign(from) * real_sign(to) > 0)
			continue;
		real sum = real_add(real_abs(from), real_abs(to));
		real share = real_sign(sum) == 0 ? sum : real_div(real_abs(from), sum);
		if (within(f, real3_along(p, share, real3_sub(q, p))))
			return true;
	}
	return false;
}

/// For polygons whose corners are off their plane by float32's rounding, edges and inside differ by that amount.
static void try_boxes(bool near, uint64_t trials)
{
	scene s = scene_of(0x60bee2bee120fc15ull + near);
	uint64_t apart = 0, met = 0, planar = 0;
	for (uint64_t n = 0; n < trials; ++n)
	{
		scene_next(&s, near);
		kiln_vec3 corners[8];
		kiln_polygon polygon = {corners, scene_polygon(&s, corners)};
		flat f = flat_of(&polygon);
		if (real_sign(real3_length2(f.normal)) == 0)
			continue;
		kiln_aabb box = scene_aabb(&s);
		bool answer = kiln_overlaps_aabb_polygon(&box, &polygon);
		double share = f.planar ? 0x1p-45 : 0x1p-20 * (1 + s.offset), size = size_of(&s);
		if (answer)
			assert_true(box_holds(&box, &f, share * size));
		else
			assert_false(box_holds(&box, &f, f.planar ? 0 : -share * size));
		met += answer;
		apart += !answer;
		planar += f.planar;
	}
	assert_true(met > trials / 20);
	assert_true(apart > trials / 8);
	assert_true(planar > trials / 20);
}

static void random_spheres_overlap_polygons_that_they_reach(void **state)
{
	(void)state;
	try_spheres(false, trials_random(20000));
}

static void nearly_degenerate_spheres_overlap_polygons_that_they_reach(void **state)
{
	(void)state;
	try_spheres(true, trials_near(10000));
}

static void random_boxes_overlap_polygons_that_pass_through(void **state)
{
	(void)state;
	try_boxes(false, trials_random(20000));
}

static void nearly_degenerate_boxes_overlap_polygons_that_pass_through(void **state)
{
	(void)state;
	try_boxes(true, trials_near(10000));
}

/// An L of six corners, whose notch is empty.
static const kiln_vec3 corner_shape[6] = {{0, 0, 0}, {8, 0, 0}, {8, 2, 0}, {2, 2, 0}, {2, 8, 0}, {0, 8, 0}};

static void the_notch_of_a_concave_polygon_is_free(void **state)
{
	(void)state;
	kiln_polygon polygon = {corner_shape, 6};
	kiln_sphere notch = {{5, 5, 0}, 2.75f}, wide = {{5, 5, 0}, 3}, above = {{1, 6, 4}, 4}, high = {{1, 6, 4}, 3.75f};
	assert_false(kiln_overlaps_sphere_polygon(&notch, &polygon));
	assert_true(kiln_overlaps_sphere_polygon(&wide, &polygon));
	assert_true(kiln_overlaps_sphere_polygon(&above, &polygon));
	assert_false(kiln_overlaps_sphere_polygon(&high, &polygon));
	kiln_aabb in_notch = {{3, 3, -1}, {7, 7, 1}}, touching = {{2, 3, -1}, {7, 7, 1}},
			  inside = {{0.5f, 4, 0}, {1, 5, 0}};
	kiln_aabb over = {{0.5f, 4, 1}, {1, 5, 2}}, through = {{0.5f, 4, -2}, {1, 5, 2}};
	assert_false(kiln_overlaps_aabb_polygon(&in_notch, &polygon));
	assert_true(kiln_overlaps_aabb_polygon(&touching, &polygon));
	assert_true(kiln_overlaps_aabb_polygon(&inside, &polygon));
	assert_false(kiln_overlaps_aabb_polygon(&over, &polygon));
	assert_true(kiln_overlaps_aabb_polygon(&through, &polygon));
}

static void the_same_corners_begun_elsewhere_give_the_same_answer(void **state)
{
	(void)state;
	scene s = scene_of(0x4be98134a5976fd3ull);
	for (int n = 0; n < 4000; ++n)
	{
		kiln_vec3 turned[6];
		for (int i = 0; i < 6; ++i)
			turned[i] = corner_shape[n & 1 ? (i + n) % 6 : (n - i + 6000) % 6];
		kiln_polygon polygon = {corner_shape, 6}, other = {turned, 6};
		s.near = n % 3 > 0;
		kiln_sphere sphere = {scene_point(&s), scene_size(&s)};
		sphere.center = (kiln_vec3){8 * sphere.center.x, 8 * sphere.center.y, sphere.center.z};
		kiln_aabb box = scene_aabb(&s);
		box.max = (kiln_vec3){8 * box.max.x, 8 * box.max.y, box.max.z};
		box.min = (kiln_vec3){fminf(box.min.x, box.max.x), fminf(box.min.y, box.max.y), box.min.z};
		assert_int_equal(
			kiln_overlaps_sphere_polygon(&sphere, &polygon), kiln_overlaps_sphere_polygon(&sphere, &other));
		assert_int_equal(kiln_overlaps_aabb_polygon(&box, &polygon), kiln_overlaps_aabb_polygon(&box, &other));
	}
}

/// At a + 2 u + 2 v, the middle of a hexagon, only rounding separates the mean of the corners from it.
static void the_middle_of_a_polygon_touches_in_every_plane(void **state)
{
	(void)state;
	static const int places[6][2] = {{0, 0}, {2, 0}, {4, 2}, {4, 4}, {2, 4}, {0, 2}};
	for (int n = 0; n < 15625; ++n)
	{
		float u[3], v[3], size = n % 2 ? 0x1p-20f : 0x1p20f;
		for (int k = 0, digits = n; k < 3; ++k, digits /= 25)
		{
			u[k] = (float)(digits % 5 - 2) * size;
			v[k] = (float)(digits / 5 % 5 - 2) * size;
		}
		kiln_vec3 corners[6];
		for (int i = 0; i < 6; ++i)
		{
			float a = (float)places[i][0], b = (float)places[i][1];
			corners[i] = (kiln_vec3){a * u[0] + b * v[0] - size, a * u[1] + b * v[1] + size, a * u[2] + b * v[2]};
		}
		kiln_polygon polygon = {corners, 6};
		kiln_sphere sphere = {{2 * u[0] + 2 * v[0] - size, 2 * u[1] + 2 * v[1] + size, 2 * u[2] + 2 * v[2]}, 0};
		kiln_aabb box = {sphere.center, sphere.center};
		assert_true(kiln_overlaps_sphere_polygon(&sphere, &polygon));
		assert_true(kiln_overlaps_aabb_polygon(&box, &polygon));
	}
}

static void polygons_without_area_are_their_edges(void **state)
{
	(void)state;
	const kiln_vec3 line[4] = {{0, 0, 0}, {2, 2, 2}, {4, 4, 4}, {1, 1, 1}};
	const kiln_vec3 point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
	kiln_polygon segment = {line, 4}, dot = {point, 3};
	kiln_sphere on = {{3, 3, 3}, 0}, off = {{3, 3, 4}, 0.5f}, at = {{1, 2, 3}, 0};
	kiln_aabb around = {{2.5f, 2.5f, 2.5f}, {3, 3, 3}}, beside = {{3, 0, 0}, {4, 2, 2}}, there = {{1, 2, 3}, {1, 2, 3}};
	assert_true(kiln_overlaps_sphere_polygon(&on, &segment));
	assert_false(kiln_overlaps_sphere_polygon(&off, &segment));
	assert_true(kiln_overlaps_sphere_polygon(&at, &dot));
	assert_false(kiln_overlaps_sphere_polygon(&on, &dot));
	assert_true(kiln_overlaps_aabb_polygon(&around, &segment));
	assert_false(kiln_overlaps_aabb_polygon(&beside, &segment));
	assert_true(kiln_overlaps_aabb_polygon(&there, &dot));
	assert_false(kiln_overlaps_aabb_polygon(&around, &dot));
}

static void what_is_not_usable_overlaps(void **state)
{
	(void)state;
	kiln_polygon polygon = {corner_shape, 6}, two = {corner_shape, 2}, none = {NULL, 6};
	kiln_sphere sphere = {{50, 50, 50}, 1};
	kiln_aabb box = {{50, 50, 50}, {51, 51, 51}};
	assert_false(kiln_overlaps_sphere_polygon(&sphere, &polygon));
	assert_false(kiln_overlaps_aabb_polygon(&box, &polygon));
	assert_true(kiln_overlaps_sphere_polygon(&sphere, &two));
	assert_true(kiln_overlaps_aabb_polygon(&box, &two));
	assert_true(kiln_overlaps_sphere_polygon(&sphere, &none));
	assert_true(kiln_overlaps_aabb_polygon(&box, NULL));
	for (uint32_t which = 0; which < 3; ++which)
	{
		kiln_vec3 broken[3] = {{0, 0, 0}, {1, 0, 0}, {0, bad_number(which), 0}};
		kiln_polygon ill = {broken, 3};
		assert_true(kiln_overlaps_sphere_polygon(&sphere, &ill));
		assert_true(kiln_overlaps_aabb_polygon(&box, &ill));
		kiln_sphere ill_sphere = {{50, 50, 50}, bad_number(which)};
		kiln_aabb ill_box = {{50, bad_number(which), 50}, {51, 51, 49}};
		assert_true(kiln_overlaps_sphere_polygon(&ill_sphere, &polygon));
		assert_true(kiln_overlaps_aabb_polygon(&ill_box, &polygon));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_spheres_overlap_polygons_that_they_reach),
		cmocka_unit_test(nearly_degenerate_spheres_overlap_polygons_that_they_reach),
		cmocka_unit_test(random_boxes_overlap_polygons_that_pass_through),
		cmocka_unit_test(nearly_degenerate_boxes_overlap_polygons_that_pass_through),
		cmocka_unit_test(the_notch_of_a_concave_polygon_is_free),
		cmocka_unit_test(the_same_corners_begun_elsewhere_give_the_same_answer),
		cmocka_unit_test(the_middle_of_a_polygon_touches_in_every_plane),
		cmocka_unit_test(polygons_without_area_are_their_edges),
		cmocka_unit_test(what_is_not_usable_overlaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
