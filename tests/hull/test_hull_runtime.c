// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "support/hull_case.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Compares queries of hulls in the blob with brute force and exact signs.

#define SIZES 4
static const uint32_t sizes[SIZES] = {5, 24, 150, 1500};
#define HIERARCHY_FROM 40

static void on_all(hull_claim *claim)
{
	hull_case_on_all(claim, sizes, SIZES, HIERARCHY_FROM);
}

/// Returns a special direction of a hull (its normals, edges, axes) or a random one.
static kiln_vec3 some_direction(const hull_case *c, uint32_t i, uint64_t *random)
{
	const kiln_hull *v = &c->view;
	uint32_t pick = (uint32_t)(hull_case_unit(random) * v->vertex_count);
	if (i < 26)
	{
		float d[3];
		hull_seed_direction(i, d);
		return (kiln_vec3){d[0], d[1], d[2]};
	}
	if (i % 3 == 0 && v->face_count)
		return kiln_hull_normal(v, pick % v->face_count);
	if (i % 3 == 1)
	{
		kiln_vec3 a = kiln_hull_vertex(v, pick), b = kiln_hull_vertex(v, 0);
		return (kiln_vec3){b.y - a.y, a.x - b.x, (a.z - b.z) * 0x1p-20f};
	}
	return hull_case_direction(random);
}

/// Returns the lowest number among the highest vertices.
static uint32_t top_of(const hull_case *c, kiln_vec3 direction)
{
	float n[3] = {direction.x, direction.y, direction.z}, best[3], p[3];
	uint32_t top = 0;
	hull_case_vertex(c, 0, best);
	for (uint32_t i = 1; i < c->view.vertex_count; ++i)
	{
		hull_case_vertex(c, i, p);
		if (hull_case_compare(n, p, best) <= 0)
			continue;
		top = i;
		memcpy(best, p, sizeof best);
	}
	return top;
}

static void assert_as_high(const hull_case *c, kiln_vec3 direction, uint32_t vertex, uint32_t top)
{
	float n[3] = {direction.x, direction.y, direction.z}, a[3], b[3];
	assert_true(vertex < c->view.vertex_count);
	hull_case_vertex(c, vertex, a);
	hull_case_vertex(c, top, b);
	assert_int_equal(hull_case_compare(n, a, b), 0);
}

static void supports_are_exact(const hull_case *c)
{
	uint64_t random = 11;
	uint32_t warm = KILN_NONE, mixed = KILN_NONE, count = c->view.vertex_count > 500 ? 60 : 120;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 d = some_direction(c, i, &random);
		if (d.x == 0 && d.y == 0 && d.z == 0)
			continue;
		uint32_t top = top_of(c, d), anywhere = (uint32_t)(hull_case_unit(&random) * c->view.vertex_count);
		assert_int_equal(kiln_hull_support_scan(&c->view, d), top);
		assert_as_high(c, d, kiln_hull_support_climb(&c->view, d, NULL), top);
		assert_as_high(c, d, kiln_hull_support_climb(&c->view, d, &warm), top);
		assert_as_high(c, d, warm, top);
		assert_as_high(c, d, kiln_hull_support_climb(&c->view, d, &anywhere), top);
		assert_as_high(c, d, kiln_hull_support_hierarchy(&c->view, d), top);
		assert_as_high(c, d, kiln_hull_support(&c->view, d, NULL), top);
		assert_as_high(c, d, kiln_hull_support(&c->view, d, &mixed), top);
	}
}

static void all_support_mappings_find_the_greatest_height_exactly(void **state)
{
	(void)state;
	on_all(supports_are_exact);
}

static void supports_scale_with_the_direction(void **state)
{
	(void)state;
	static const float scales[] = {1e-38f, 1e-30f, 1e-10f, 1, 1e10f, 1e30f, 1e38f};
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 300, HIERARCHY_FROM);
	uint64_t random = 2;
	for (int i = 0; i < 300; ++i)
	{
		kiln_vec3 d = hull_case_direction(&random);
		float scale = scales[i % 7];
		d = (kiln_vec3){d.x * scale, d.y * scale, d.z * scale};
		uint32_t top = top_of(&c, d);
		assert_int_equal(kiln_hull_support_scan(&c.view, d), top);
		assert_as_high(&c, d, kiln_hull_support_climb(&c.view, d, NULL), top);
		assert_as_high(&c, d, kiln_hull_support_hierarchy(&c.view, d), top);
	}
	hull_case_free(&c);
}

static void directions_of_no_use_give_some_vertex(const hull_case *c)
{
	const float numbers[] = {0, -0.0f, NAN, INFINITY, -INFINITY, FLT_MAX, FLT_MIN / 4, 1};
	for (uint32_t i = 0; i < 512; ++i)
	{
		kiln_vec3 d = {numbers[i % 8], numbers[i / 8 % 8], numbers[i / 64]};
		uint32_t seed = i % 3 ? KILN_NONE : c->view.vertex_count - 1, count = c->view.vertex_count;
		assert_true(kiln_hull_support_scan(&c->view, d) < count);
		assert_true(kiln_hull_support_climb(&c->view, d, &seed) < count);
		assert_true(seed < count);
		assert_true(kiln_hull_support_hierarchy(&c->view, d) < count);
		assert_true(kiln_hull_support(&c->view, d, NULL) < count);
	}
}

static void supports_of_zero_nan_and_infinity_are_vertices(void **state)
{
	(void)state;
	on_all(directions_of_no_use_give_some_vertex);
}

/// Whether a point of a polygon's plane is on the inner side of every edge: each edge makes a plane with a corner moved
/// along an axis that is not in the polygon's plane.
static bool in_polygon_exactly(const kiln_hull *v, const double p[3])
{
	uint32_t count, off = 0;
	double a[3], b[3], third[3], lifted[3];
	(void)kiln_hull_face(v, 0, &count);
	hull_case_widen(hull_case_corner(v, 0, 0), a);
	hull_case_widen(hull_case_corner(v, 0, 1), b);
	hull_case_widen(hull_case_corner(v, 0, 2), third);
	for (; off < 3; ++off)
	{
		memcpy(lifted, a, sizeof lifted);
		lifted[off] += 1e6;
		if (exact_orient3d(a, b, third, lifted) != 0)
			break;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		hull_case_widen(hull_case_corner(v, 0, i), a);
		hull_case_widen(hull_case_corner(v, 0, i + 1), b);
		hull_case_widen(hull_case_corner(v, 0, i + 2), third);
		memcpy(lifted, a, sizeof lifted);
		lifted[off] += 1e6;
		if (exact_orient3d(a, b, lifted, third) * exact_orient3d(a, b, lifted, p) < 0)
			return false;
	}
	return true;
}

/// Whether a point lies in a polyhedron, by the exact side of every face; in a polygon, coplanar and by its edges in a
/// projection where the polygon has an area; in a segment, collinear and between the ends.
static bool contains_exactly(const hull_case *c, kiln_vec3 point)
{
	const kiln_hull *v = &c->view;
	double p[3], corner[3][3];
	hull_case_widen(point, p);
	for (uint32_t face = 0; face < v->face_count; ++face)
	{
		for (uint32_t i = 0; i < 3; ++i)
			hull_case_widen(hull_case_corner(v, face, i), corner[i]);
		if (exact_orient3d(corner[0], corner[1], corner[2], p) > 0)
			return false;
	}
	if (v->dimension == 2 && !in_polygon_exactly(v, p))
		return false;
	if (v->dimension < 2)
	{
		kiln_vec3 a = kiln_hull_vertex(v, 0), b = kiln_hull_vertex(v, v->vertex_count - 1);
		const float fa[3] = {a.x, a.y, a.z}, fb[3] = {b.x, b.y, b.z}, fp[3] = {point.x, point.y, point.z};
		for (int axis = 0; axis < 3; ++axis)
			if (fp[axis] < fminf(fa[axis], fb[axis]) || fp[axis] > fmaxf(fa[axis], fb[axis]))
				return false;
		return exact_collinear(fa, fb, fp);
	}
	return true;
}

static void contains_what_it_should(const hull_case *c)
{
	uint64_t random = 17;
	for (uint32_t i = 0; i < c->view.vertex_count; i += 1 + c->view.vertex_count / 40)
		assert_true(kiln_hull_contains(&c->view, kiln_hull_vertex(&c->view, i)));
	uint32_t inside = 0;
	for (int i = 0; i < 200; ++i)
	{
		kiln_vec3 a = hull_case_some_vertex(c, &random), b = hull_case_some_vertex(c, &random),
				  e = hull_case_some_vertex(c, &random);
		kiln_vec3 p = hull_case_mix(
			hull_case_mix(a, b, hull_case_unit(&random)), e, i % 4 == 0 ? 0 : 1.2 * hull_case_unit(&random));
		if (i % 5 == 0)
			p.x = nextafterf(p.x, i % 2 ? INFINITY : -INFINITY);
		bool expected = contains_exactly(c, p);
		inside += expected;
		assert_int_equal(kiln_hull_contains(&c->view, p), expected);
		assert_false(kiln_hull_contains(&c->view, (kiln_vec3){p.x, NAN, p.z}));
		assert_false(kiln_hull_contains(&c->view, (kiln_vec3){p.x, p.y, INFINITY}));
	}
	assert_true(inside > 0);
}

static void points_are_in_a_hull_exactly_when_behind_every_face(void **state)
{
	(void)state;
	on_all(contains_what_it_should);
}

/// The box contains every image, exactly, and is wider only by rounding: with a slowly turning matrix, with seeds and
/// without.
static void has_tight_boxes(const hull_case *c)
{
	uint64_t random = 41;
	uint32_t seeds[6] = {KILN_NONE, KILN_NONE, KILN_NONE, KILN_NONE, KILN_NONE, KILN_NONE};
	float matrix[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	for (int i = 0; i < 12; ++i)
	{
		kiln_aabb boxes[2] = {kiln_hull_aabb(&c->view, matrix, NULL), kiln_hull_aabb(&c->view, matrix, seeds)};
		assert_memory_equal(&boxes[0], &boxes[1], sizeof boxes[0]);
		const float low[3] = {boxes[0].min.x, boxes[0].min.y, boxes[0].min.z};
		const float high[3] = {boxes[0].max.x, boxes[0].max.y, boxes[0].max.z};
		for (int row = 0; row < 3; ++row)
		{
			double least = INFINITY, most = -INFINITY, size = 0;
			for (uint32_t k = 0; k < c->view.vertex_count; ++k)
			{
				float v[3];
				hull_case_vertex(c, k, v);
				assert_true(hull_case_side(matrix + 4 * row, v, low[row]) >= 0);
				assert_true(hull_case_side(matrix + 4 * row, v, high[row]) <= 0);
				double height = 0;
				for (int axis = 0; axis < 3; ++axis)
				{
					height += (double)matrix[4 * row + axis] * (double)v[axis];
					size = fmax(size, fabs((double)matrix[4 * row + axis] * (double)v[axis]));
				}
				least = fmin(least, height);
				most = fmax(most, height);
			}
			assert_true((double)high[row] - most <= 4e-7 * fabs(most) + 1e-13 * size + 1e-43);
			assert_true(least - (double)low[row] <= 4e-7 * fabs(least) + 1e-13 * size + 1e-43);
		}
		for (int k = 0; k < 11; k += k % 4 == 2 ? 2 : 1)
			matrix[k] += (float)(0.1 * (hull_case_unit(&random) - 0.5));
	}
}

static void boxes_of_turned_hulls_hold_every_vertex_tightly(void **state)
{
	(void)state;
	on_all(has_tight_boxes);
}

static void boxes_of_broken_matrices_are_infinite(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_BALL, 60, HIERARCHY_FROM);
	const float matrix[12] = {NAN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, INFINITY};
	kiln_aabb box = kiln_hull_aabb(&c.view, matrix, NULL);
	assert_true(box.min.x == -INFINITY && box.max.x == INFINITY);
	assert_true(box.min.y <= 0 && box.min.y > -1e-40f && box.max.y >= 0 && box.max.y < 1e-40f);
	assert_true(box.min.z == -INFINITY && box.max.z == INFINITY);
	hull_case_free(&c);
}

/// A pose as a matrix in double.
static void pose_point(const kiln_pose *pose, const double p[3], double to[3])
{
	double x = (double)pose->rotation.x, y = (double)pose->rotation.y, z = (double)pose->rotation.z;
	double w = (double)pose->rotation.w, n = sqrt(x * x + y * y + z * z + w * w);
	x /= n, y /= n, z /= n, w /= n;
	double s = pose->scale == 0 ? 1 : (double)pose->scale;
	to[0] = (1 - 2 * (y * y + z * z)) * p[0] + 2 * (x * y - w * z) * p[1] + 2 * (x * z + w * y) * p[2];
	to[1] = 2 * (x * y + w * z) * p[0] + (1 - 2 * (x * x + z * z)) * p[1] + 2 * (y * z - w * x) * p[2];
	to[2] = 2 * (x * z - w * y) * p[0] + 2 * (y * z + w * x) * p[1] + (1 - 2 * (x * x + y * y)) * p[2];
	to[0] = s * to[0] + (double)pose->translation.x;
	to[1] = s * to[1] + (double)pose->translation.y;
	to[2] = s * to[2] + (double)pose->translation.z;
}

/// Returns the largest gap between a face plane of `planes` and the vertices of `other`, by testing all pairs. `b` is
/// the posed hull.
static double largest_gap(const hull_case *a, const hull_case *b, const kiln_pose *pose)
{
	double largest = -INFINITY;
	for (int turn = 0; turn < 2; ++turn)
	{
		const hull_case *of = turn ? b : a, *other = turn ? a : b;
		for (uint32_t face = 0; face < of->view.face_count; ++face)
		{
			kiln_vec3 normal = kiln_hull_normal(&of->view, face);
			double n[3] = {(double)normal.x, (double)normal.y, (double)normal.z}, gap = INFINITY;
			double turned[3] = {n[0], n[1], n[2]}, d = (double)of->view.d[face];
			if (turn)
			{
				kiln_pose rotation = {.rotation = pose->rotation};
				double zero[3], origin[3] = {0, 0, 0};
				pose_point(&rotation, n, turned);
				pose_point(pose, origin, zero);
				d = d * (pose->scale == 0 ? 1 : (double)pose->scale) + turned[0] * zero[0] + turned[1] * zero[1] +
					turned[2] * zero[2];
			}
			for (uint32_t i = 0; i < other->view.vertex_count; ++i)
			{
				double v[3], at[3];
				hull_case_widen(kiln_hull_vertex(&other->view, i), v);
				memcpy(at, v, sizeof at);
				if (!turn)
					pose_point(pose, v, at);
				gap = fmin(gap, turned[0] * at[0] + turned[1] * at[1] + turned[2] * at[2] - d);
			}
			largest = fmax(largest, gap);
		}
	}
	return largest;
}

static kiln_pose some_pose(uint64_t *random, double spread)
{
	kiln_vec3 way = hull_case_direction(random), turn = hull_case_direction(random);
	double far = spread * hull_case_unit(random);
	return (kiln_pose){.rotation = {turn.x, turn.y, turn.z, (float)(2 * hull_case_unit(random) - 1)},
		.translation = {(float)(far * (double)way.x), (float)(far * (double)way.y), (float)(far * (double)way.z)},
		.scale = (float)(0.5 + hull_case_unit(random))};
}

static void planes_separate_where_brute_force_finds_a_plane(void **state)
{
	(void)state;
	static const hull_case_kind kinds[][2] = {{CASE_TETRAHEDRON, CASE_CUBE}, {CASE_BALL, CASE_BALL},
		{CASE_ELLIPSOID, CASE_LATTICE}, {CASE_POLYGON, CASE_CUBE}, {CASE_SEGMENT, CASE_BALL}, {CASE_POINT, CASE_CONE},
		{CASE_PRISM, CASE_TRIANGLE}};
	uint64_t random = 51;
	uint32_t parted = 0, not_parted = 0;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		hull_case a, b;
		hull_case_make(&a, kinds[k][0], 40, HIERARCHY_FROM);
		hull_case_make(&b, kinds[k][1], 60, HIERARCHY_FROM);
		double size = (double)(a.view.reach + b.view.reach);
		for (int i = 0; i < 60; ++i)
		{
			kiln_pose pose = some_pose(&random, 1.2 * size);
			double gap = largest_gap(&a, &b, &pose);
			bool separate = kiln_hull_planes_separate(&a.view, &b.view, &pose);
			if (gap > 1e-9 * size)
				assert_true(separate);
			parted += separate;
			not_parted += !separate;
		}
		hull_case_free(&a);
		hull_case_free(&b);
	}
	assert_true(parted > 50 && not_parted > 50);
}

/// Moved so that a point of one coincides with a point of the other, they touch and must never be separated.
static void planes_never_separate_what_touches(void **state)
{
	(void)state;
	static const hull_case_kind kinds[] = {CASE_TETRAHEDRON, CASE_CUBE, CASE_ELLIPSOID, CASE_FAR, CASE_TINY,
		CASE_LATTICE, CASE_POLYGON, CASE_SEGMENT, CASE_POINT, CASE_NEEDLE};
	const size_t count = sizeof kinds / sizeof *kinds;
	uint64_t random = 61;
	for (size_t k = 0; k < count * count; ++k)
	{
		hull_case a, b;
		hull_case_make(&a, kinds[k / count], 30, HIERARCHY_FROM);
		hull_case_make(&b, kinds[k % count], 30, HIERARCHY_FROM);
		for (int i = 0; i < 20; ++i)
		{
			kiln_vec3 at_a = hull_case_some_vertex(&a, &random), at_b = hull_case_some_vertex(&b, &random);
			kiln_pose pose = some_pose(&random, 0);
			double from[3], turned[3], to[3];
			hull_case_widen(at_a, to);
			hull_case_widen(at_b, from);
			pose_point(&pose, from, turned);
			pose.translation =
				(kiln_vec3){(float)(to[0] - turned[0]), (float)(to[1] - turned[1]), (float)(to[2] - turned[2])};
			// The translation is rounded: move into the other hull by this error, along the line between the middles.
			if (kiln_hull_planes_separate(&a.view, &b.view, &pose))
			{
				double rounding = 1e-6 * ((double)a.view.reach + (double)b.view.reach * (double)pose.scale);
				assert_true(largest_gap(&a, &b, &pose) <= rounding);
			}
			pose.scale = NAN;
			assert_false(kiln_hull_planes_separate(&a.view, &b.view, &pose));
			pose.scale = -1;
			assert_false(kiln_hull_planes_separate(&a.view, &b.view, &pose));
		}
		hull_case_free(&a);
		hull_case_free(&b);
	}
}

static void boxes_that_share_a_face_are_not_separate(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_CUBE, 8, HIERARCHY_FROM);
	kiln_pose pose = {.translation = {2, 0, 0}};
	assert_false(kiln_hull_planes_separate(&c.view, &c.view, &pose));
	pose.translation.x = nextafterf(2, 3);
	assert_true(kiln_hull_planes_separate(&c.view, &c.view, &pose));
	pose.translation = (kiln_vec3){2, 2, 1};
	assert_false(kiln_hull_planes_separate(&c.view, &c.view, &pose));
	pose.translation.z = nextafterf(1, 2);
	assert_true(kiln_hull_planes_separate(&c.view, &c.view, &pose));
	hull_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_support_mappings_find_the_greatest_height_exactly),
		cmocka_unit_test(supports_scale_with_the_direction),
		cmocka_unit_test(supports_of_zero_nan_and_infinity_are_vertices),
		cmocka_unit_test(points_are_in_a_hull_exactly_when_behind_every_face),
		cmocka_unit_test(boxes_of_turned_hulls_hold_every_vertex_tightly),
		cmocka_unit_test(boxes_of_broken_matrices_are_infinite),
		cmocka_unit_test(planes_separate_where_brute_force_finds_a_plane),
		cmocka_unit_test(planes_never_separate_what_touches),
		cmocka_unit_test(boxes_that_share_a_face_are_not_separate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
