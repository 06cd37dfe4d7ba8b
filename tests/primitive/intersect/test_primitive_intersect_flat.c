// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"
#include "kiln/primitive/point.h"
#include "primitive_intersect.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Lines, rays and segments against planes, half-spaces, k-DOPs and shapes with flat faces.

#define RANDOM 2500
#define NEAR 2500

static double far_off(const track_case *t, const kiln_vec3 *points, uint32_t count)
{
	double size = 0;
	for (uint32_t i = 0; i < count; ++i)
		size = fmax(size, kiln_d3_largest(kiln_d3_sub(kiln_d3_from(points[i]), kiln_d3_from(t->begin))));
	return size;
}

static bool in_time(const track_case *t, real time)
{
	return real_compare(time, t->low) >= 0 && real_compare(time, t->high) <= 0;
}

// --- planes and half-spaces ---

static void try_plane(cloud *c)
{
	kiln_plane b = {.normal = cloud_direction(c)};
	kiln_vec3 on = cloud_point(c);
	b.d = (float)kiln_d3_dot(kiln_d3_from(b.normal), kiln_d3_from(on));
	track_case t = track_of(c);
	real3 n = real3_from(b.normal);
	real height = real_sub(real3_dot(n, t.o), real_from((double)b.d)), rate = real3_dot(n, t.d);
	kiln_intersection got = INTERSECT(plane, &t, &b), half = INTERSECT(halfspace, &t, &b);
	if (t.kind == 2)
	{
		assert_int_equal(got.hit, kiln_overlaps_segment_plane(&t.segment, &b));
		assert_int_equal(half.hit, kiln_overlaps_segment_halfspace(&t.segment, &b));
	}
	assert_int_equal(half.inside, t.kind > 0 && kiln_point_in_halfspace(&t.begin, &b));
	if (real_sign(rate) == 0)
	{
		assert_int_equal(got.hit, real_sign(height) == 0);
		assert_int_equal(half.hit, real_sign(height) <= 0);
		return;
	}
	real time = real_div(real_neg(height), rate);
	double want = real_to(time), limit = 0x1p-23 * fabs(want) + 0x1p-148;
	bool held = fabs(want) <= 3e38, hit = in_time(&t, time);
	assert_int_equal(got.hit, hit && held);
	if (got.hit)
	{
		assert_true(fabs((double)got.t - want) <= limit && got.t == got.leave);
		assert_int_equal(got.back, real_sign(rate) > 0);
	}
	// Below at the low end, at the high end, or crossing.
	bool starts_in = real_sign(real_add(height, real_mul(rate, t.low))) <= 0;
	if (held)
		assert_int_equal(half.hit, starts_in || hit);
	if (half.hit && hit && held && !half.inside)
		assert_true(fabs((double)(real_sign(rate) > 0 ? half.leave : half.t) - want) <= limit);
	if (half.inside && held)
		assert_true(half.t == 0 && (real_sign(rate) < 0 || !hit || fabs((double)half.leave - want) <= limit));
}

// --- k-DOPs ---

typedef struct kdop_case
{
	kiln_kdop kdop;
	uint32_t k;
} kdop_case;

static const double axes13[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
	{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

static bool has_axis(uint32_t k, int i)
{
	bool faces = k == 6 || k == 14 || k == 18 || k == 24 || k == 26;
	bool corners = k == 8 || k == 14 || k == 20 || k == 26 || (k == 24 && i < 6);
	bool edges = k == 12 || k == 18 || k == 20 || k == 24 || k == 26;
	return i < 3 ? faces : i < 7 ? corners : edges;
}

static stretch of_kdop(const track_case *t, const void *shape, real grow)
{
	const kdop_case *b = shape;
	stretch s = stretch_whole();
	for (int i = 0; i < 13; ++i)
	{
		real3 n = {real_from(axes13[i][0]), real_from(axes13[i][1]), real_from(axes13[i][2])};
		if (has_axis(b->k, i))
			stretch_slab(&s, real3_dot(n, t->o), real3_dot(n, t->d), real_sub(real_from((double)b->kdop.min[i]), grow),
				real_add(real_from((double)b->kdop.max[i]), grow));
	}
	return s;
}

static void try_kdop(cloud *c)
{
	static const uint32_t kinds[8] = {6, 8, 12, 14, 18, 20, 24, 26};
	kiln_vec3 points[3] = {cloud_point(c), cloud_point(c), cloud_point(c)};
	kdop_case b = {.k = kinds[cloud_next(c->state) >> 20 & 7]};
	b.kdop = kiln_kdop_from_points(points, 3, 0, &(kiln_pose){0}, b.k);
	track_case t = track_of(c);
	double size = 3 * (far_off(&t, points, 3) + kiln_d3_largest(kiln_d3_from(t.begin)));
	kiln_intersection got = INTERSECT(kdop, &t, &b.kdop, b.k);
	assert_solid(&t, got, of_kdop, &b, size, kiln_point_in_kdop(&t.begin, &b.kdop, b.k));
	if (got.hit && !got.inside && !t.point)
		assert_true(got.face < 26 && has_axis(b.k, (int)got.face / 2));
}

// --- rectangles ---

static stretch of_rectangle(const track_case *t, const void *shape, real grow)
{
	const kiln_rectangle *b = shape;
	stretch s = stretch_whole();
	real3 x = real3_from(b->axes[0]), y = real3_from(b->axes[1]), n = real3_cross(x, y);
	real scale = real_div(real_from(1), real3_length2(n));
	real3 along[3] = {real3_scale(real3_cross(y, n), scale), real3_scale(real3_cross(n, x), scale), n};
	real3 m = real3_sub(t->o, real3_from(b->center));
	for (int i = 0; i < 3; ++i)
	{
		real half = real_add(real_from(i < 2 ? (double)b->half_extents[i] : 0), grow);
		stretch_slab(&s, real3_dot(m, along[i]), real3_dot(t->d, along[i]), real_neg(half), half);
	}
	return s;
}

static void try_rectangle(cloud *c)
{
	kiln_vec3 axes[3];
	cloud_axes(c, 0x1p-12, axes);
	kiln_rectangle b = {cloud_point(c), {axes[0], axes[1]}, {cloud_size(c), cloud_size(c)}};
	track_case t = track_of(c);
	double size = far_off(&t, &b.center, 1) + (double)b.half_extents[0] + (double)b.half_extents[1];
	kiln_intersection got = INTERSECT(rectangle, &t, &b);
	assert_false(got.inside);
	if (t.point)
	{
		assert_int_equal(got.hit, kiln_closest_point_rectangle(&t.begin, &b).distance == 0);
		return;
	}
	kiln_d3 p = kiln_d3_sub(kiln_d3_from(got.point), kiln_d3_from(b.center));
	kiln_d3 on =
		kiln_d3_along(kiln_d3_scale(kiln_d3_from(b.axes[0]), (double)got.u), (double)got.v, kiln_d3_from(b.axes[1]));
	if (got.hit)
		assert_true(
			kiln_d3_largest(kiln_d3_sub(p, on)) <= 1e-5 * (size + kiln_d3_largest(kiln_d3_from(b.center))) + 0x1p-146);
	got.back = false;
	assert_solid(&t, got, of_rectangle, &b, size, false);
}

// --- quads, tetrahedra, boxes as polyhedra ---

static kiln_triangle triangle_of(const kiln_vec3 *points, int a, int b, int c)
{
	return (kiln_triangle){{points[a], points[b], points[c]}};
}

static void try_quad(cloud *c)
{
	kiln_quad b = {{cloud_point(c), cloud_point(c), cloud_point(c), cloud_point(c)}};
	track_case t = track_of(c);
	kiln_triangle first = triangle_of(b.corners, 0, 1, 2), second = triangle_of(b.corners, 0, 2, 3);
	kiln_intersection got = INTERSECT(quad, &t, &b), one = INTERSECT(triangle, &t, &first),
					  two = INTERSECT(triangle, &t, &second);
	assert_int_equal(got.hit, one.hit || two.hit);
	if (!got.hit)
	{
		assert_nothing(got);
		return;
	}
	kiln_intersection *best = !two.hit || (one.hit && one.t <= two.t) ? &one : &two;
	assert_true(got.t == best->t && got.u == 0 && got.v == 0 && got.face == (best == &two));
	assert_true(got.normal.x == best->normal.x && got.back == best->back);
	assert_true(got.leave == fmaxf(one.hit ? one.leave : -INFINITY, two.hit ? two.leave : -INFINITY));
}

static const int sides4[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};

/// By clipping to the half-spaces of the faces (Cyrus and Beck 1978).
static stretch of_tetrahedron(const track_case *t, const void *shape, real grow)
{
	const kiln_tetrahedron *b = shape;
	stretch s = stretch_whole();
	for (int i = 0; i < 4; ++i)
	{
		const int *side = sides4[i];
		real3 a = real3_from(b->corners[side[0]]), ab = real3_sub(real3_from(b->corners[side[1]]), a);
		real3 n = real3_cross(ab, real3_sub(real3_from(b->corners[side[2]]), a));
		real inner = real3_dot(n, real3_sub(real3_from(b->corners[side[3]]), a));
		if (real_sign(inner) > 0)
			n = real3_scale(n, real_from(-1));
		real at = real3_dot(n, real3_sub(t->o, a)), room = real_mul(grow, real3_length(n));
		real below = real_neg(real_add(real_abs(inner), room));
		stretch_slab(&s, at, real3_dot(n, t->d), real_add(below, real_neg(room)), room);
	}
	return s;
}

static void try_tetrahedron(cloud *c)
{
	kiln_tetrahedron b = {{cloud_point(c), cloud_point(c), cloud_point(c), cloud_point(c)}};
	track_case t = track_of(c);
	real3 o = real3_from(b.corners[0]);
	real volume = real3_dot(real3_sub(real3_from(b.corners[1]), o),
		real3_cross(real3_sub(real3_from(b.corners[2]), o), real3_sub(real3_from(b.corners[3]), o)));
	kiln_intersection got = INTERSECT(tetrahedron, &t, &b);
	bool in = kiln_point_in_tetrahedron(&t.begin, &b);
	if (real_sign(volume) != 0)
	{
		assert_solid(&t, got, of_tetrahedron, &b, far_off(&t, b.corners, 4), in);
		// The order of the corners does not matter.
		kiln_tetrahedron other = {{b.corners[2], b.corners[0], b.corners[3], b.corners[1]}};
		assert_int_equal(INTERSECT(tetrahedron, &t, &other).hit, got.hit);
		return;
	}
	bool any = t.point ? in : t.kind > 0 && in;
	for (int i = 0; i < 4; ++i)
	{
		kiln_triangle face = triangle_of(b.corners, sides4[i][0], sides4[i][1], sides4[i][2]);
		any = any || INTERSECT(triangle, &t, &face).hit;
	}
	assert_int_equal(got.hit, any);
}

static const uint32_t box_first[7] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t box_faces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};

static void corners_of(const kiln_aabb *b, kiln_vec3 corners[8])
{
	for (int i = 0; i < 8; ++i)
		corners[i] = (kiln_vec3){i & 1 ? b->max.x : b->min.x, i & 2 ? b->max.y : b->min.y, i & 4 ? b->max.z : b->min.z};
}

static void try_polyhedron(cloud *c)
{
	kiln_vec3 p = cloud_point(c), q = cloud_point(c), corners[8];
	kiln_aabb box = {
		{fminf(p.x, q.x), fminf(p.y, q.y), fminf(p.z, q.z)}, {fmaxf(p.x, q.x), fmaxf(p.y, q.y), fmaxf(p.z, q.z)}};
	corners_of(&box, corners);
	kiln_polyhedron b = {corners, 8, box_first, box_faces, 6};
	track_case t = track_of(c);
	kiln_intersection got = INTERSECT(polyhedron, &t, &b), want = INTERSECT(aabb, &t, &box);
	// Exactly, and to rounding.
	assert_true(want.hit || !got.hit);
	if (!got.hit || !want.hit || t.point || box.min.x == box.max.x || box.min.y == box.max.y || box.min.z == box.max.z)
		return;
	double slack = 0x1p-30 * far_off(&t, corners, 8) / sqrt(kiln_d3_length2(real3_to(t.d))) + 0x1p-148;
	assert_true(fabs((double)got.t - (double)want.t) <= 0x1p-22 * fabs((double)want.t) + slack);
	assert_true(fabs((double)got.leave - (double)want.leave) <= 0x1p-22 * fabs((double)want.leave) + slack);
	assert_false(got.back);
	assert_int_equal(got.inside, t.kind > 0 && kiln_point_in_polyhedron(&t.begin, &b));
}

/// An L of two boxes: not convex.
static void concave_polyhedra_are_met_where_they_are(void **state)
{
	(void)state;
	static const kiln_vec3 points[12] = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}, {0, 0, 1},
		{3, 0, 1}, {3, 1, 1}, {1, 1, 1}, {1, 3, 1}, {0, 3, 1}};
	static const uint32_t first[] = {0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40};
	static const uint32_t faces[] = {0, 3, 2, 1, 0, 5, 4, 3, 6, 7, 8, 9, 6, 9, 10, 11, 0, 1, 7, 6, 1, 2, 8, 7, 2, 3, 9,
		8, 3, 4, 10, 9, 4, 5, 11, 10, 5, 0, 6, 11};
	kiln_polyhedron b = {points, 12, first, faces, 10};
	kiln_ray r = {.origin = {2.5f, 4, 0.5f}, .direction = {0, -1, 0}};
	kiln_intersection got = kiln_intersect_ray_polyhedron(&r, &b);
	assert_true(got.hit && got.t == 3 && got.leave == 4 && got.normal.y == 1 && got.face == 6);
	r = (kiln_ray){.origin = {0.5f, 2.5f, 0.5f}, .direction = {1, -1, 0}};
	got = kiln_intersect_ray_polyhedron(&r, &b);
	assert_true(got.hit && got.inside && got.t == 0 && got.leave == 2.5f);
	r.t_max = 1;
	assert_true(kiln_intersect_ray_polyhedron(&r, &b).leave == 0.5f);
	r.t_max = 1.75f;
	assert_true(kiln_intersect_ray_polyhedron(&r, &b).leave == 1.75f);
	kiln_segment s = {{2, 2, 0.5f}, {2.5f, 2.5f, 0.5f}};
	assert_nothing(kiln_intersect_segment_polyhedron(&s, &b));
}

// --- polygons ---

static void polygons_are_met_where_they_are_concave(void **state)
{
	(void)state;
	static const kiln_vec3 corners[] = {{0, 0, 1}, {4, 0, 1}, {4, 4, 1}, {2, 1, 1}, {0, 4, 1}};
	kiln_polygon b = {corners, 5};
	for (int i = -1; i <= 17; ++i)
		for (int j = -1; j <= 17; ++j)
		{
			float x = (float)i * 0.25f, y = (float)j * 0.25f;
			float top = x <= 2 ? 4 - 1.5f * x : 1.5f * x - 2;
			bool in = x >= 0 && x <= 4 && y >= 0 && y <= top;
			kiln_ray r = {.origin = {x, y, 3}, .direction = {0, 0, -1}};
			kiln_intersection got = kiln_intersect_ray_polygon(&r, &b);
			assert_int_equal(got.hit, in);
			if (in)
				assert_true(got.t == 2 && got.leave == 2 && got.normal.z == 1 && !got.back && got.point.z == 1);
			r.t_max = 1.5f;
			assert_nothing(kiln_intersect_ray_polygon(&r, &b));
			kiln_segment still = {{x, y, 1}, {x, y, 1}};
			assert_int_equal(kiln_intersect_segment_polygon(&still, &b).hit, in);
			still.a.z = still.b.z = 1 + 0x1p-23f;
			assert_nothing(kiln_intersect_segment_polygon(&still, &b));
		}
	kiln_line along = {{-1, 3, 1}, {1, 0, 0}};
	kiln_intersection got = kiln_intersect_line_polygon(&along, &b);
	assert_true(got.hit && got.t == 1 && got.leave == 5);
	kiln_ray r = {.origin = {2, 3, 1}, .direction = {1, 0, 0}, .t_max = 1};
	assert_nothing(kiln_intersect_ray_polygon(&r, &b));
	r.t_max = 2;
	got = kiln_intersect_ray_polygon(&r, &b);
	assert_true(got.hit && fabsf(got.t - 4.0f / 3) < 1e-6f && got.leave == 2);
	r = (kiln_ray){.origin = {1, 0.5f, 1}, .direction = {1, 0, 0}, .t_max = 2};
	got = kiln_intersect_ray_polygon(&r, &b);
	assert_true(got.hit && got.t == 0 && got.leave == 2 && !got.inside);
	r.origin.z = 1.5f;
	assert_nothing(kiln_intersect_ray_polygon(&r, &b));
	kiln_line below = {{1, 0.5f, -5}, {0, 0, 1}};
	assert_true(kiln_intersect_line_polygon(&below, &b).back);
	static const kiln_vec3 flat[] = {{0, 0, 0}, {2, 0, 0}, {4, 0, 0}};
	kiln_polygon edge = {flat, 3};
	kiln_line across = {{1, 1, 0}, {0, -1, 0}};
	assert_true(kiln_intersect_line_polygon(&across, &edge).t == 1);
	across.point.x = 5;
	assert_nothing(kiln_intersect_line_polygon(&across, &edge));
}

/// Far from the origin, rounding changes the time at which a path crosses a plane that it nearly lies in; the answer
/// must still be a point of the polygon.
static void paths_that_graze_a_polygon_meet_it_where_it_is(void **state)
{
	(void)state;
	static const kiln_vec3 corners[6] = {{-1, -0x1p19f, -1}, {-2, -0x1p19f, -1.5f}, {-1, -0x1p19f, -2},
		{1, -0x1p19f, -1}, {-1, -0x1p19f, 0}, {-2, -0x1p19f, -0.5f}};
	static const struct
	{
		kiln_vec3 origin, direction;
		bool hit;
		float t;
	} cases[] = {
		{{0, -0x1p19f, 0}, {-0x1p-3f, -0x1p-34f, 0}, true, 8},	   // a corner behind the origin
		{{-1, -0x1p19f, -1}, {0x1p-3f, -0x1p-34f, 0}, true, 0},	   // begins on a corner
		{{0, -0x1p19f, -1}, {0x1p-3f, -0x1p-34f, 0}, true, 0},	   // begins inside
		{{3, -0x1p19f, -1}, {-0x1p-3f, 0x1p-34f, 0}, true, 16},	   // comes in
		{{3, -0x1p19f, -1}, {0x1p-3f, 0x1p-34f, 0}, false, 0},	   // leads away
		{{0, -0x1p19f, 0.5f}, {-0x1p-3f, -0x1p-34f, 0}, false, 0}, // passes beside
		{{-1.25f, -0x1p19f, -1.25f}, {0x1p-9f, -0x1p-13f, 0}, true, 0},
		{{65533, -0x1p19f, -1}, {-1, 0x1p-12f, 0}, false, 0}, // under it
	};
	kiln_polygon b = {corners, 6};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		kiln_ray r = {.origin = cases[i].origin, .direction = cases[i].direction};
		kiln_intersection got = kiln_intersect_ray_polygon(&r, &b);
		assert_int_equal(got.hit, cases[i].hit);
		assert_true(fabsf(got.t - cases[i].t) <= 0x1p-20f * cases[i].t);
		assert_true(!got.hit || kiln_closest_point_polygon(&got.point, &b).distance < 1e-6f);
	}
	// Touches a needle's corner; the path differs from the needle's edge by little more than rounding.
	static const kiln_vec3 needle[3] = {{-0x1.343fep-15f, 0x1.429914p-14f, 0x1.e6754ap-24f},
		{0x1.9c6c24p-10f, 0x1.429914p-14f, 0x1.e6754ap-24f}, {-0x1.79c2bep-24f, 0x1.610896p-4f, 0x1.80bc18p-27f}};
	kiln_polygon thin = {needle, 3};
	kiln_line touching = {needle[2], {-0x1.3382fep-15f, -0x1.60b7fp-4f, 0x1.b65dc8p-24f}};
	assert_true(kiln_intersect_line_polygon(&touching, &thin).hit);
}

/// A triangle as a polygon gives the same answer except for rounding.
static void try_polygon(cloud *c)
{
	kiln_vec3 corners[3] = {cloud_point(c), cloud_point(c), cloud_point(c)};
	kiln_triangle triangle = {{corners[0], corners[1], corners[2]}};
	kiln_polygon b = {corners, 3};
	track_case t = track_of(c);
	kiln_intersection got = INTERSECT(polygon, &t, &b), want = INTERSECT(triangle, &t, &triangle);
	assert_true(got.hit || !want.hit);
	if (t.point)
	{
		double far = (double)kiln_closest_point_triangle(&t.begin, &triangle).distance;
		assert_true(!got.hit || far <= 0x1p-40 * far_off(&t, corners, 3));
	}
	kiln_d3 n = kiln_d3_from(want.normal), d = real3_to(t.d);
	double length = sqrt(kiln_d3_length2(d)), steep = fabs(kiln_d3_dot(n, d)) / length;
	if (want.hit && !t.point && steep > 1e-3 && want.t == want.leave)
	{
		double size = far_off(&t, corners, 3) + kiln_d3_largest(kiln_d3_from(corners[0]));
		assert_true(fabs((double)got.t - (double)want.t) <=
					0x1p-22 * fabs((double)want.t) + 0x1p-30 * size / length + 0x1p-148);
		assert_int_equal(got.back, want.back);
	}
}

#define AGAINST(name, shape)                                                                                           \
	static void name(void **state)                                                                                     \
	{                                                                                                                  \
		(void)state;                                                                                                   \
		cloud_run(try_##shape, RANDOM, NEAR);                                                                          \
	}

AGAINST(planes_are_crossed_where_heights_change_sign, plane)
AGAINST(kdops_are_met_between_their_slabs, kdop)
AGAINST(rectangles_are_met_in_their_plane, rectangle)
AGAINST(quads_are_met_where_one_of_their_triangles_is, quad)
AGAINST(tetrahedra_are_met_between_their_faces, tetrahedron)
AGAINST(boxes_are_polyhedra, polyhedron)
AGAINST(triangles_are_polygons, polygon)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planes_are_crossed_where_heights_change_sign),
		cmocka_unit_test(kdops_are_met_between_their_slabs),
		cmocka_unit_test(rectangles_are_met_in_their_plane),
		cmocka_unit_test(quads_are_met_where_one_of_their_triangles_is),
		cmocka_unit_test(tetrahedra_are_met_between_their_faces),
		cmocka_unit_test(boxes_are_polyhedra),
		cmocka_unit_test(triangles_are_polygons),
		cmocka_unit_test(polygons_are_met_where_they_are_concave),
		cmocka_unit_test(paths_that_graze_a_polygon_meet_it_where_it_is),
		cmocka_unit_test(concave_polyhedra_are_met_where_they_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
