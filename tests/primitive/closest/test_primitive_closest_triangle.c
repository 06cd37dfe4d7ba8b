// SPDX-License-Identifier: MIT
#include "kiln/primitive/point.h"
#include "primitive_closest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// A point against triangles and shapes made of triangles.

/// Another order of the corners gives the same verdict, and the same distance to rounding.
static void assert_same_distance(kiln_closest_points a, kiln_closest_points b, double size)
{
	assert_int_equal(a.distance == 0, b.distance == 0);
	assert_true(fabs((double)a.distance - (double)b.distance) <= 0x1p-23 * (size + (double)a.distance) + 0x1p-149);
}

static expected to_corners(kiln_vec3 p, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c)
{
	const real3 corners[3] = {real3_from(a), real3_from(b), real3_from(c)};
	return nearest_of_triangle(real3_from(p), corners);
}

static void triangle_trial(cloud *c)
{
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	kiln_vec3 p = cloud_point(c);
	kiln_triangle t = {{cloud_point(c), cloud_point(c), cloud_point(c)}};
	const kiln_vec3 all[4] = {p, t.corners[0], t.corners[1], t.corners[2]};
	double size = spread_of(all, 4), reach = reach_of(all, 4);
	kiln_closest_points got = kiln_closest_point_triangle(&p, &t);
	expected want = to_corners(p, t.corners[0], t.corners[1], t.corners[2]);
	assert_closest(&got, &want, size, reach, 2, true);
	const real3 base = real3_from(t.corners[0]);
	const real3 sides[2] = {real3_sub(real3_from(t.corners[1]), base), real3_sub(real3_from(t.corners[2]), base)};
	assert_at(got.on_b, got.at_b, base, sides, 2, size, reach);
	assert_true(got.at_b[0] >= 0 && got.at_b[1] >= 0 && (double)got.at_b[0] + (double)got.at_b[1] <= 1 + 0x1p-23);
	for (int i = 1; i < 6; ++i)
	{
		const int *o = orders[i];
		kiln_triangle other = {{t.corners[o[0]], t.corners[o[1]], t.corners[o[2]]}};
		assert_same_distance(got, kiln_closest_point_triangle(&p, &other), size);
	}
}

static void triangles_are_as_near_as_their_features_in_every_order(void **state)
{
	(void)state;
	cloud_run(triangle_trial, 12000, 6000);
}

static void quad_trial(cloud *c)
{
	kiln_vec3 p = cloud_point(c);
	kiln_quad q = {{cloud_point(c), cloud_point(c), cloud_point(c), cloud_point(c)}};
	const kiln_vec3 *k = q.corners, all[5] = {p, k[0], k[1], k[2], k[3]};
	kiln_closest_points got = kiln_closest_point_quad(&p, &q);
	expected want = nearer_of(to_corners(p, k[0], k[1], k[2]), to_corners(p, k[0], k[2], k[3]));
	assert_closest(&got, &want, spread_of(all, 5), reach_of(all, 5), 2, false);
	kiln_quad turned = {{k[2], k[3], k[0], k[1]}};
	assert_same_distance(got, kiln_closest_point_quad(&p, &turned), spread_of(all, 5));
}

static void quads_are_as_near_as_their_two_triangles(void **state)
{
	(void)state;
	cloud_run(quad_trial, 6000, 3000);
}

/// Whether a point is in a tetrahedron with volume, by determinants that are exact in 256 bits.
static bool holds(kiln_vec3 p, const kiln_vec3 corners[4])
{
	int inside = 1;
	for (int i = 0; i < 4; ++i)
	{
		real3 o = real3_from(corners[i]), a = real3_sub(real3_from(corners[(i + 1) & 3]), o);
		real3 b = real3_sub(real3_from(corners[(i + 2) & 3]), o), c = real3_sub(real3_from(corners[(i + 3) & 3]), o);
		real3 normal = real3_cross(a, b);
		int opposite = real_sign(real3_dot(normal, c));
		int side = real_sign(real3_dot(normal, real3_sub(real3_from(p), o)));
		inside &= opposite != 0 && side * opposite >= 0;
	}
	return inside;
}

static void tetrahedron_trial(cloud *c)
{
	kiln_tetrahedron t = {{cloud_point(c), cloud_point(c), cloud_point(c), cloud_point(c)}};
	kiln_vec3 p = cloud_point(c);
	const kiln_vec3 *k = t.corners, all[5] = {p, k[0], k[1], k[2], k[3]};
	expected want = expected_at(real3_from(p), real3_from(p));
	if (!holds(p, k))
	{
		want = nearer_of(to_corners(p, k[0], k[1], k[2]), to_corners(p, k[0], k[1], k[3]));
		want = nearer_of(want, nearer_of(to_corners(p, k[0], k[2], k[3]), to_corners(p, k[1], k[2], k[3])));
	}
	kiln_closest_points got = kiln_closest_point_tetrahedron(&p, &t);
	assert_closest(&got, &want, spread_of(all, 5), reach_of(all, 5), 2, true);
	assert_int_equal(got.distance == 0, touches_to_256_bits(&want, spread_of(all, 5)));
	assert_int_equal(got.distance == 0, kiln_point_in_tetrahedron(&p, &t));
	kiln_tetrahedron turned = {{k[3], k[1], k[0], k[2]}};
	assert_same_distance(got, kiln_closest_point_tetrahedron(&p, &turned), spread_of(all, 5));
}

static void tetrahedra_are_as_near_as_their_faces_or_zero_inside(void **state)
{
	(void)state;
	cloud_run(tetrahedron_trial, 4000, 2000);
}

/// A prism over a convex outline of whole numbers, and its faces.
typedef struct prism
{
	kiln_vec3 vertices[16];
	uint32_t first[11], corners[48];
	kiln_polyhedron polyhedron;
	uint32_t sides;
} prism;

static void make_prism(cloud *c, prism *p)
{
	static const int outline[8][2] = {{3, 1}, {1, 3}, {-1, 3}, {-3, 1}, {-3, -1}, {-1, -3}, {1, -3}, {3, -1}};
	uint32_t from = (uint32_t)(cloud_next(c->state) % 4), n = 3 + (uint32_t)(cloud_next(c->state) % 6), used = 0;
	kiln_vec3 shift = {(float)(cloud_next(c->state) % 5), 1, (float)(cloud_next(c->state) % 3)};
	*p = (prism){.sides = n};
	for (uint32_t i = 0; i < n; ++i)
	{
		const int *at = outline[(i * 8 / n + from) % 8];
		float s = (float)c->scale;
		p->vertices[i] = (kiln_vec3){s * (float)at[0], s * (float)at[1], 0};
		p->vertices[i + n] = (kiln_vec3){s * ((float)at[0] + shift.x), s * (float)at[1], s * (shift.y + shift.z)};
	}
	for (uint32_t i = 0; i < n; ++i)
		p->corners[used++] = n - 1 - i;
	p->first[1] = used;
	for (uint32_t i = 0; i < n; ++i)
		p->corners[used++] = n + i;
	p->first[2] = used;
	for (uint32_t i = 0; i < n; ++i)
	{
		const uint32_t j = (i + 1) % n, side[4] = {i, j, n + j, n + i};
		for (uint32_t k = 0; k < 4; ++k)
			p->corners[used++] = side[k];
		p->first[3 + i] = used;
	}
	p->polyhedron = (kiln_polyhedron){p->vertices, 2 * n, p->first, p->corners, n + 2};
}

static void polyhedron_trial(cloud *c)
{
	prism s;
	c->scale = c->scale > 0x1p30 ? 0x1p30 : c->scale;
	c->offset = (kiln_vec3){0, 0, 0};
	make_prism(c, &s);
	for (uint32_t i = 0; i < 2 * s.sides; ++i)
		c->points[i & 7] = s.vertices[i];
	c->count = 7;
	kiln_vec3 p = cloud_point(c), all[17] = {p};
	memcpy(all + 1, s.vertices, 2 * s.sides * sizeof *all);
	expected want = {.distance2 = real_from(1e300)};
	bool inside = true;
	for (uint32_t i = 0; i < s.sides + 2; ++i)
	{
		const uint32_t *face = &s.corners[s.first[i]], count = s.first[i + 1] - s.first[i];
		for (uint32_t j = 2; j < count; ++j)
			want = nearer_of(want, to_corners(p, s.vertices[face[0]], s.vertices[face[j - 1]], s.vertices[face[j]]));
		real3 o = real3_from(s.vertices[face[0]]);
		real3 normal =
			real3_cross(real3_sub(real3_from(s.vertices[face[1]]), o), real3_sub(real3_from(s.vertices[face[2]]), o));
		inside = inside && real_sign(real3_dot(normal, real3_sub(real3_from(p), o))) <= 0;
	}
	if (inside)
		want = expected_at(real3_from(p), real3_from(p));
	kiln_closest_points got = kiln_closest_point_polyhedron(&p, &s.polyhedron);
	uint32_t count = 1 + 2 * s.sides;
	assert_closest(&got, &want, spread_of(all, count), reach_of(all, count), 2, true);
	assert_int_equal(got.distance == 0, inside);
	assert_int_equal(got.distance == 0, kiln_point_in_polyhedron(&p, &s.polyhedron));
}

static void convex_polyhedra_are_as_near_as_their_faces_or_zero_inside(void **state)
{
	(void)state;
	cloud_run(polyhedron_trial, 2000, 1000);
}

/// Makes a concave polygon in a plane of whole numbers, an arrow, as its triangles.
static void polygon_trial(cloud *c)
{
	static const int arrow[7][2] = {{0, 0}, {4, 0}, {4, -2}, {8, 2}, {4, 6}, {4, 4}, {0, 4}};
	static const int parts[5][3] = {{0, 1, 6}, {1, 5, 6}, {2, 3, 4}, {1, 3, 5}, {1, 3, 5}};
	kiln_vec3 corners[7], p;
	double u[3], v[3];
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)(int)(cloud_unit(c->state) * 5);
		v[i] = (double)(int)(cloud_unit(c->state) * 5);
	}
	c->scale = c->scale > 0x1p26 ? 0x1p26 : c->scale;
	double far = c->kind == 2 ? 1000 : 0;
	for (int i = 0; i < 7; ++i)
	{
		corners[i].x = (float)(c->scale * (arrow[i][0] * u[0] + arrow[i][1] * v[0] + far));
		corners[i].y = (float)(c->scale * (arrow[i][0] * u[1] + arrow[i][1] * v[1] - far));
		corners[i].z = (float)(c->scale * (arrow[i][0] * u[2] + arrow[i][1] * v[2]));
		c->points[i] = corners[i];
	}
	c->count = 7;
	p = cloud_point(c);
	if (cloud_next(c->state) % 2)
		for (int i = 0; i < 3; ++i)
			(&p.x)[i] = (float)(c->scale * (cloud_unit(c->state) * 30 + (i == 0 ? far : i == 1 ? -far : 0)));
	kiln_polygon polygon = {corners, 7};
	expected want = {.distance2 = real_from(1e300)};
	for (int i = 0; i < 5; ++i)
		want = nearer_of(want, to_corners(p, corners[parts[i][0]], corners[parts[i][1]], corners[parts[i][2]]));
	kiln_vec3 all[8] = {p};
	memcpy(all + 1, corners, sizeof corners);
	kiln_closest_points got = kiln_closest_point_polygon(&p, &polygon);
	assert_closest(&got, &want, spread_of(all, 8), reach_of(all, 8), 2, false);
	const kiln_vec3 turned[7] = {corners[4], corners[3], corners[2], corners[1], corners[0], corners[6], corners[5]};
	polygon.corners = turned;
	got = kiln_closest_point_polygon(&p, &polygon);
	assert_closest(&got, &want, spread_of(all, 8), reach_of(all, 8), 2, false);
}

static void concave_polygons_are_as_near_as_their_triangles(void **state)
{
	(void)state;
	cloud_run(polygon_trial, 5000, 2500);
}

static void degenerate_triangles_are_segments_and_points(void **state)
{
	(void)state;
	const kiln_vec3 p = {1, 2, 0};
	const kiln_triangle line = {{{0, 0, 0}, {3, 0, 0}, {1, 0, 0}}}, point = {{{1, 2, 2}, {1, 2, 2}, {1, 2, 2}}};
	const kiln_triangle doubled = {{{0, 0, 0}, {0, 0, 0}, {3, 0, 0}}}, on = {{{1, 2, 0}, {1, 2, 0}, {1, 2, 0}}};
	assert_true(kiln_closest_point_triangle(&p, &line).distance == 2);
	assert_true(kiln_closest_point_triangle(&p, &point).distance == 2);
	// A repeated corner, where the six products of Ericson 2005, 5.1.5 divide 0 by 0.
	assert_true(kiln_closest_point_triangle(&p, &doubled).distance == 2);
	assert_true(kiln_closest_point_triangle(&p, &on).distance == 0);
	// A flat tetrahedron is its surface, and has no inside.
	const kiln_tetrahedron flat = {{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}};
	const kiln_vec3 above = {1, 2, 7}, beside = {7, 2, 0};
	assert_true(kiln_closest_point_tetrahedron(&above, &flat).distance == 7);
	assert_true(kiln_closest_point_tetrahedron(&beside, &flat).distance == 3);
	assert_true(kiln_closest_point_tetrahedron(&p, &flat).distance == 0);
	const kiln_vec3 needle[3] = {{0, 0, 0}, {0x1p40f, 0, 0}, {0x1p39f, 0x1p-149f, 0}};
	const kiln_polygon thin = {needle, 3};
	assert_true(kiln_closest_point_polygon(&p, &thin).distance == 2);
}

static kiln_closest_points with(int shape, const void *a, const void *b)
{
	switch (shape)
	{
	case 0:
		return kiln_closest_point_triangle(a, b);
	case 1:
		return kiln_closest_point_quad(a, b);
	case 2:
		return kiln_closest_point_tetrahedron(a, b);
	case 3:
		return kiln_closest_point_polygon(a, b);
	default:
		return kiln_closest_point_polyhedron(a, b);
	}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_quad quad = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
	kiln_quad bad = quad;
	const kiln_vec3 good = {3, 4, 5};
	kiln_vec3 point;
	const uint32_t first[5] = {0, 3, 6, 9, 12}, corners[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
	const kiln_polygon polygon = {bad.corners, 4}, two = {bad.corners, 2};
	const kiln_polyhedron solid = {bad.corners, 4, first, corners, 4}, open = {bad.corners, 4, first, corners, 3};
	const void *shapes[5] = {&quad, &quad, &quad, &polygon, &solid};
	for (int i = 0; i < 5; ++i)
	{
		bad = quad;
		assert_true(with(i, &good, shapes[i]).found);
		assert_refused(with(i, NULL, shapes[i]));
		assert_refused(with(i, &good, NULL));
		for (uint32_t step = 0; spoil(&point, &good, sizeof good, step); ++step)
			assert_refused(with(i, &point, shapes[i]));
		for (uint32_t step = 0; spoil(&bad, &quad, i ? sizeof quad : 3 * sizeof good, step); ++step)
			assert_refused(with(i, &good, i > 2 ? shapes[i] : &bad));
	}
	bad = quad;
	assert_refused(kiln_closest_point_polygon(&good, &two));
	assert_refused(kiln_closest_point_polyhedron(&good, &open));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangles_are_as_near_as_their_features_in_every_order),
		cmocka_unit_test(quads_are_as_near_as_their_two_triangles),
		cmocka_unit_test(tetrahedra_are_as_near_as_their_faces_or_zero_inside),
		cmocka_unit_test(convex_polyhedra_are_as_near_as_their_faces_or_zero_inside),
		cmocka_unit_test(concave_polygons_are_as_near_as_their_triangles),
		cmocka_unit_test(degenerate_triangles_are_segments_and_points),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
