// SPDX-License-Identifier: MIT
#include "bounds/posing.h"
#include "convex/shape/polytope.h"
#include "convex/shape/polytope_views.h"
#include "convex_couple.h"
#include "kiln/convex/distance.h"
#include "kiln/school.h"
#include "support/asset_fixture.h"
#include "support/convex_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Polytopes: the views of small shapes follow the rules of a blob's hulls; placed vertices, planes, supports and
/// features agree with their definitions.

static const kiln_d3 origin = {0, 0, 0};

static double normal_length(kiln_vec3 n)
{
	return sqrt(kiln_d3_length2(kiln_d3_from(n)));
}

/// Checks that the next half-edge of a face starts where this one's twin does, that twins are mutual, and so on.
static void check_half_edges(const kiln_hull *v)
{
	uint32_t edge = 0;
	assert_int_equal(kiln_hull_index(v, v->face_first, v->face_count), 2 * v->edge_count);
	for (uint32_t h = 0; h < 2 * v->edge_count; ++h)
	{
		uint32_t twin = kiln_hull_twin(v, h), face = kiln_hull_face_of(v, h), count;
		uint32_t first = kiln_hull_face(v, face, &count);
		assert_true(count >= 3 && h >= first && h < first + count);
		assert_int_equal(kiln_hull_twin(v, twin), h);
		assert_int_equal(kiln_hull_origin(v, twin), kiln_hull_origin(v, kiln_hull_next(v, h)));
		if (h > twin)
			continue;
		assert_int_equal(kiln_hull_edge(v, edge), h);
		kiln_vec3 a = kiln_hull_normal(v, face), b = kiln_hull_normal(v, kiln_hull_face_of(v, twin));
		assert_true(v->a[0][edge] == a.x && v->a[1][edge] == a.y && v->a[2][edge] == a.z);
		assert_true(v->b[0][edge] == b.x && v->b[1][edge] == b.y && v->b[2][edge] == b.z);
		++edge;
	}
	assert_int_equal(edge, v->edge_count);
}

static void check_neighbours(const kiln_hull *v)
{
	assert_int_equal(kiln_hull_index(v, v->vertex_first, v->vertex_count), 2 * v->edge_count);
	for (uint32_t i = 0; i < v->vertex_count; ++i)
	{
		uint32_t first = kiln_hull_index(v, v->vertex_first, i), end = kiln_hull_index(v, v->vertex_first, i + 1);
		for (uint32_t k = first; k < end; ++k)
		{
			uint32_t neighbour = kiln_hull_index(v, v->neighbours, k);
			bool joined = false;
			assert_true(k == first || neighbour > kiln_hull_index(v, v->neighbours, k - 1));
			for (uint32_t h = 0; h < 2 * v->edge_count; ++h)
				joined =
					joined || (kiln_hull_origin(v, h) == i && kiln_hull_origin(v, kiln_hull_twin(v, h)) == neighbour);
			assert_true(joined);
		}
	}
}

static void check_padding(const float *values, uint32_t count)
{
	for (uint32_t i = count; i % KILN_HULL_BLOCK; ++i)
		assert_true(values[i] == values[0]);
}

static void check_planes(const kiln_hull *v)
{
	for (uint32_t f = 0; f < v->face_count; ++f)
	{
		kiln_vec3 n = kiln_hull_normal(v, f);
		assert_true(fabs(normal_length(n) - 1) < 1e-6);
		for (uint32_t i = 0; i < v->vertex_count; ++i)
			assert_true(kiln_d3_dot(kiln_d3_from(n), kiln_hull_point(v, i)) <= (double)v->d[f]);
		uint32_t count, first = kiln_hull_face(v, f, &count);
		for (uint32_t h = first; h < first + count; ++h)
		{
			// Counter-clockwise: all corners are on the left of a side.
			kiln_d3 a = kiln_hull_point(v, kiln_hull_origin(v, h));
			kiln_d3 b = kiln_hull_point(v, kiln_hull_origin(v, kiln_hull_next(v, h)));
			kiln_d3 left = kiln_d3_cross(kiln_d3_from(n), kiln_d3_sub(b, a));
			assert_true(fabs(kiln_d3_dot(kiln_d3_from(n), a) - (double)v->d[f]) < 1e-6);
			for (uint32_t k = first; k < first + count; ++k)
				assert_true(kiln_d3_dot(left, kiln_d3_sub(kiln_hull_point(v, kiln_hull_origin(v, k)), a)) >= -1e-6);
		}
	}
}

static void check_view(const kiln_hull *v)
{
	float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}, reach = 0;
	const float *axes[3] = {v->x, v->y, v->z};
	for (int k = 0; k < 3; ++k)
		for (uint32_t i = 0; i < v->vertex_count; ++i)
		{
			low[k] = fminf(low[k], axes[k][i]);
			high[k] = fmaxf(high[k], axes[k][i]);
			reach = fmaxf(reach, fabsf(axes[k][i]));
		}
	assert_true(low[0] == v->low.x && low[1] == v->low.y && low[2] == v->low.z);
	assert_true(high[0] == v->high.x && high[1] == v->high.y && high[2] == v->high.z && reach == v->reach);
	for (int k = 0; k < 3; ++k)
	{
		check_padding(axes[k], v->vertex_count);
		check_padding(v->a[k], v->edge_count);
		check_padding(v->b[k], v->edge_count);
	}
	check_padding(v->nx, v->face_count);
	check_padding(v->ny, v->face_count);
	check_padding(v->nz, v->face_count);
	check_padding(v->d, v->face_count);
	if (v->face_count > 0)
		check_half_edges(v);
	check_neighbours(v);
	check_planes(v);
	for (int i = 0; i < 27; ++i)
	{
		kiln_d3 d = {i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1};
		if (i == 13)
			continue;
		double top = kiln_d3_dot(d, kiln_hull_point(v, kiln_hull_seed(v, i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1)));
		for (uint32_t k = 0; k < v->vertex_count; ++k)
			assert_true(kiln_d3_dot(d, kiln_hull_point(v, k)) <= top);
	}
	assert_true(v->dimension != 3 || v->vertex_count + v->face_count == v->edge_count + 2);
}

static void built_in_views_keep_the_rules_of_cooked_hulls(void **state)
{
	(void)state;
	check_view(&kilni_view_cube);
	for (int i = 0; i < 4; ++i)
		check_view(&kilni_view_tetrahedron[i]);
	check_view(&kilni_view_triangle);
	check_view(&kilni_view_square);
	check_view(&kilni_view_segment);
	check_view(&kilni_view_point);
	assert_int_equal(kilni_view_cube.dimension, 3);
	assert_int_equal(kilni_view_tetrahedron[2].dimension, 3);
	assert_int_equal(kilni_view_square.dimension, 2);
	assert_int_equal(kilni_view_segment.dimension, 1);
	assert_int_equal(kilni_view_point.dimension, 0);
}

/// Checks that faces point outwards and contain the polytope, edges join their ends, supports are farthest, and
/// features can be looked up again.
static void check_polytope(const kiln_polytope *p, double slack, uint64_t *random)
{
	const kiln_hull *hull = p->hull;
	kiln_d3 vertex[512];
	uint32_t numbers[512];
	assert_true(hull->vertex_count <= 512);
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
		vertex[i] = kiln_polytope_vertex(p, i);
	for (uint32_t f = 0; f < hull->face_count; ++f)
	{
		kiln_polytope_plane plane = kilni_polytope_plane_of(p, f);
		assert_true(fabs(kiln_d3_length2(plane.normal) - 1) < 1e-12);
		for (uint32_t i = 0; i < hull->vertex_count; ++i)
			assert_true(kiln_d3_dot(plane.normal, vertex[i]) <= plane.offset + slack);
		const kiln_feature face = {KILN_FEATURE_FACE, f};
		uint32_t count = kilni_polytope_feature_vertices(p, face, numbers, 512);
		assert_true(count >= 3);
		for (uint32_t k = 0; k < count; ++k)
			assert_true(kiln_d3_dot(plane.normal, vertex[numbers[k]]) >= plane.offset - slack);
		// Counter-clockwise from outside, unless mirrored.
		kiln_d3 area = {0, 0, 0};
		for (uint32_t k = 2; k < count; ++k)
			area = kiln_d3_add(area, kiln_d3_cross(kiln_d3_sub(vertex[numbers[k - 1]], vertex[numbers[0]]),
										 kiln_d3_sub(vertex[numbers[k]], vertex[numbers[0]])));
		double turn = kiln_d3_dot(area, plane.normal) * (p->mirrored ? -1 : 1);
		assert_true(turn > -1e-6 * sqrt(kiln_d3_length2(area)) - slack * slack);
		kiln_feature found = kilni_polytope_feature(p, numbers, count < 4 ? count : 4);
		assert_int_equal(found.kind, KILN_FEATURE_FACE);
		assert_true(found.index == f || hull->dimension == 2);
	}
	for (uint32_t e = 0; e < hull->edge_count; ++e)
	{
		kiln_polytope_edge edge = kiln_polytope_edge_of(p, e);
		const uint32_t ends[3] = {edge.end, edge.start, edge.end};
		kiln_feature found = kilni_polytope_feature(p, ends, 3);
		assert_true(found.kind == KILN_FEATURE_EDGE && found.index == e);
		assert_true(edge.left != edge.right);
	}
	for (int i = 0; i < 8; ++i)
	{
		kiln_d3 d = kiln_d3_from(hull_case_direction(random));
		double top = -HUGE_VAL;
		for (uint32_t k = 0; k < hull->vertex_count; ++k)
			top = fmax(top, kiln_d3_dot(d, vertex[k]));
		uint32_t seed = (uint32_t)fixture_random(random) % (2 * hull->vertex_count);
		assert_true(kiln_d3_dot(d, vertex[kilni_polytope_support(p, d, seed)]) >= top - slack);
	}
}

static kiln_vec3 some(uint64_t *random, double size)
{
	double p[3];
	for (int k = 0; k < 3; ++k)
		p[k] = size * (2 * hull_case_unit(random) - 1);
	return (kiln_vec3){(float)p[0], (float)p[1], (float)p[2]};
}

static kiln_pose some_pose(uint64_t *random)
{
	kiln_vec3 axis = some(random, 1);
	return (kiln_pose){{axis.x, axis.y, axis.z, 0.4f}, some(random, 10), 1.5f};
}

/// Checks that every corner of the shape is a vertex or in the hull of the others, and that every vertex is the
/// reported corner.
static void check_corners(const kiln_convex_object *object, const kiln_vec3 *corners, uint32_t count, uint64_t *random)
{
	kiln_polytope_room room;
	kiln_polytope p;
	kiln_d3 placed[8], vertex[8];
	double size = 0;
	assert_true(kilni_polytope_of_object(object, origin, &room, &p));
	const kiln_posing posing = kiln_posing_of(&object->pose);
	for (uint32_t i = 0; i < count; ++i)
	{
		placed[i] = kiln_posing_point(&posing, kiln_d3_from(corners[i]));
		size = fmax(size, sqrt(kiln_d3_length2(kiln_d3_sub(placed[i], placed[0]))));
	}
	double slack = 0x1p-40 * size + 0x1p-48 * kiln_d3_largest(placed[0]);
	// A flat quadrilateral has a corner that is rounded to a float's part of its sides.
	if (p.hull == &room.hull)
	{
		check_view(p.hull);
		slack = 0x1p-23 * size;
	}
	for (uint32_t i = 0; i < p.hull->vertex_count; ++i)
	{
		vertex[i] = kiln_polytope_vertex(&p, i);
		assert_true(p.corner[i] < count);
		assert_true(kiln_d3_largest(kiln_d3_sub(vertex[i], placed[p.corner[i]])) <= slack);
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		exact_gap gap;
		convex_exact_gap(&placed[i], 1, vertex, p.hull->vertex_count, &gap);
		assert_true(gap.distance <= slack);
	}
	check_polytope(&p, fmax(slack, 0x1p-22 * size), random);
}

static void triangles_and_tetrahedra_of_any_shape_are_polytopes(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t i = 0; i < trials_random(4000); ++i)
	{
		kiln_convex_shape triangle = {.kind = KILN_CONVEX_TRIANGLE}, tetrahedron = {.kind = KILN_CONVEX_TETRAHEDRON};
		kiln_convex_object object = {.shape = i % 2 ? &triangle : &tetrahedron};
		kiln_vec3 *corners = i % 2 ? triangle.triangle.corners : tetrahedron.tetrahedron.corners;
		uint32_t count = i % 2 ? 3 : 4;
		for (uint32_t k = 0; k < count; ++k)
		{
			corners[k] = some(&random, 1);
			// Whole numbers of a small grid: flat, straight and equal corners.
			if (i / 2 % 4 == 1)
				corners[k] = (kiln_vec3){floorf(2 * corners[k].x), floorf(2 * corners[k].y), floorf(2 * corners[k].z)};
			if (i / 2 % 4 == 2)
				corners[k].z = floorf(corners[k].z);
			if (i / 2 % 4 == 3)
				corners[k].y *= 1e-6f;
		}
		if (i / 8 % 2)
			object.pose = some_pose(&random);
		check_corners(&object, corners, count, &random);
	}
}

static void boxes_and_rectangles_of_any_extents_are_polytopes(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (uint64_t i = 0; i < trials_random(1500); ++i)
	{
		kiln_vec3 corners[8], half = some(&random, 1), center = some(&random, 3), q = some(&random, 1);
		kiln_box box = {center, {fabsf(half.x), fabsf(half.y), fabsf(half.z)}, {q.x, q.y, q.z, 0.5f}};
		if (i % 3 == 1)
			box.half_extents.x = i % 2 ? 0 : 1e-20f;
		if (i % 5 == 1)
			box.half_extents.y = 0;
		if (i % 7 == 1)
			box.half_extents.z = 0;
		kiln_obb obb = kiln_obb_from_box(&box);
		const bool flat = i % 4 == 3;
		for (int k = 0; k < 8; ++k)
		{
			kiln_d3 c = kiln_d3_from(obb.center);
			for (int axis = 0; axis < (flat ? 2 : 3); ++axis)
				c = kiln_d3_along(
					c, (k >> axis & 1 ? 1 : -1) * (double)obb.half_extents[axis], kiln_d3_from(obb.axes[axis]));
			corners[k] = kiln_d3_to(c);
		}
		kiln_convex_shape shape = {.kind = KILN_CONVEX_OBB, .obb = obb};
		if (flat)
			shape = (kiln_convex_shape){.kind = KILN_CONVEX_RECTANGLE,
				.rectangle = {obb.center, {obb.axes[0], obb.axes[1]}, {obb.half_extents[0], obb.half_extents[1]}}};
		kiln_convex_object object = {.shape = &shape};
		kiln_polytope_room room;
		kiln_polytope p;
		if (i % 2)
			object.pose = some_pose(&random);
		assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
		const kiln_posing posing = kiln_posing_of(&object.pose);
		uint32_t extents = 0;
		for (int axis = 0; axis < (flat ? 2 : 3); ++axis)
			extents += obb.half_extents[axis] > 0;
		assert_int_equal(p.hull->dimension, extents);
		for (uint32_t k = 0; k < p.hull->vertex_count; ++k)
		{
			kiln_d3 there = kiln_posing_point(&posing, kiln_d3_from(corners[p.corner[k]]));
			assert_true(kiln_d3_largest(kiln_d3_sub(there, kiln_polytope_vertex(&p, k))) < 1e-5);
		}
		check_polytope(&p, 1e-12, &random);
	}
}

static void lozenges_of_parallel_edges_are_segments(void **state)
{
	(void)state;
	static const float along[4] = {1, 0.25f, -0.5f, -3};
	const kiln_vec3 edge = {11392, 11392, 11392};
	for (int i = 0; i < 4; ++i)
	{
		kiln_convex_shape shape = {.kind = KILN_CONVEX_RSS};
		shape.rss = (kiln_rss){{1, 2, 3}, {edge, {along[i] * edge.x, along[i] * edge.y, along[i] * edge.z}}, 2};
		kiln_convex_object object = {.shape = &shape};
		kiln_polytope_room room;
		kiln_polytope p;
		assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
		assert_int_equal(p.hull->dimension, 1);
		assert_true(p.margin == 2);
		for (uint32_t k = 0; k < 2; ++k)
		{
			double part = (p.corner[k] & 1) + (double)along[i] * (p.corner[k] >> 1);
			kiln_d3 corner = kiln_d3_along((kiln_d3){1, 2, 3}, part, kiln_d3_from(edge));
			assert_true(kiln_d3_largest(kiln_d3_sub(corner, kiln_polytope_vertex(&p, k))) < 1e-9);
		}
		double length = normal_length(edge) * (1 + fabs((double)along[i]));
		kiln_d3 way = kiln_d3_sub(kiln_polytope_vertex(&p, 1), kiln_polytope_vertex(&p, 0));
		assert_true(fabs(sqrt(kiln_d3_length2(way)) - length) < 1e-9 * length);
	}
}

static void shapes_far_below_the_least_float_are_points(void **state)
{
	(void)state;
	kiln_convex_shape rectangle = {
		.kind = KILN_CONVEX_RECTANGLE, .rectangle = {{0, 0, 0}, {{0, 1, 0}, {0, 0, 1}}, {0x1p-149f, 0x1p-149f}}};
	kiln_convex_shape tetrahedron = {.kind = KILN_CONVEX_TETRAHEDRON,
		.tetrahedron = {{{0, 0, 0}, {0x1p-149f, 0, 0}, {0, 0x1p-149f, 0}, {0, 0, 0x1p-149f}}}};
	kiln_convex_shape triangle = {
		.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{0, 0, 0}, {0x1p-149f, 0, 0}, {0, 0x1p-149f, 0}}}};
	kiln_convex_shape beside = {.kind = KILN_CONVEX_SEGMENT, .segment = {{-2, -3, -4}, {1, -3, -4}}};
	const kiln_convex_shape *const shapes[3] = {&rectangle, &tetrahedron, &triangle};
	for (int i = 0; i < 3; ++i)
	{
		kiln_convex_object small = {shapes[i], {.scale = 1e-6f}}, other = {&beside, {.scale = 1}};
		kiln_polytope_room room;
		kiln_polytope p;
		assert_true(kilni_polytope_of_object(&small, origin, &room, &p));
		assert_int_equal(p.hull->dimension, 0);
		bool overlapping = true;
		assert_int_equal(kiln_convex_collide(&other, &small, &kiln_collide_sat, NULL, &overlapping), KILN_OK);
		assert_false(overlapping);
	}
}

static void crumbs_of_denormal_size_are_told_from_what_is_apart(void **state)
{
	(void)state;
	kiln_convex_shape rectangle = {.kind = KILN_CONVEX_RECTANGLE,
		.rectangle = {{-2.875f, 3.5f, -3.625f}, {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}}, {2.75f, 3.25f}}};
	kiln_convex_shape tetrahedron = {
		.kind = KILN_CONVEX_TETRAHEDRON, .tetrahedron = {{{0, 0, 0}, {3, 1, 0}, {0, 2, 1}, {1, 0, 4}}}};
	kiln_convex_shape beside = {.kind = KILN_CONVEX_SEGMENT, .segment = {{4, -2, 2}, {1, 2, 3}}};
	for (int i = 0; i < 2; ++i)
		for (int method = 0; method < (int)KILN_SCHOOL_COLLIDES; ++method)
		{
			kiln_convex_object small = {i ? &tetrahedron : &rectangle, {.scale = 0x1p-149f}},
							   other = {&beside, {.scale = 1}};
			small.pose.translation = (kiln_vec3){0.75f, -3.875f, 0.5f};
			bool overlapping = true;
			assert_int_equal(
				kiln_convex_collide(&other, &small, kiln_school_collide((uint32_t)method), NULL, &overlapping),
				KILN_OK);
			assert_false(overlapping);
		}
}

static void ends_and_points_stay_where_they_are_far_away(void **state)
{
	(void)state;
	const kiln_segment segment = {{1e7f, -1e7f, 3}, {1e7f + 1, -1e7f, 3.25f}};
	const kiln_aabb aabb = {{1e7f, 0, 0.1f}, {1e7f + 1, 0.3f, 0.7f}};
	kiln_convex_shape shapes[2] = {
		{.kind = KILN_CONVEX_SEGMENT, .segment = segment, .margin = 0.5f}, {.kind = KILN_CONVEX_AABB, .aabb = aabb}};
	kiln_convex_object object = {.shape = &shapes[0]};
	kiln_polytope_room room;
	kiln_polytope p;
	assert_true(kilni_polytope_of_object(&object, kiln_d3_from(segment.a), &room, &p));
	assert_true(p.margin == 0.5);
	assert_true(kiln_d3_largest(kiln_polytope_vertex(&p, 0)) == 0);
	kiln_d3 way = kiln_polytope_vertex(&p, 1);
	assert_true(way.x == 1 && way.y == 0 && way.z == 0.25);
	const uint32_t both[2] = {0, 1};
	kiln_feature edge = kilni_polytope_feature(&p, both, 2);
	assert_true(edge.kind == KILN_FEATURE_EDGE && edge.index == 0);
	object.shape = &shapes[1];
	assert_true(kilni_polytope_of_object(&object, kiln_d3_from(aabb.min), &room, &p));
	kiln_d3 low = kiln_polytope_vertex(&p, 0), high = kiln_polytope_vertex(&p, 7);
	assert_true(kiln_d3_largest(low) < 1e-16 && fabs(high.x - 1) < 1e-16);
	assert_true(fabs(high.z - ((double)aabb.max.z - (double)aabb.min.z)) < 1e-16);
}

static void curved_shapes_and_sums_are_none_and_rounded_ones_keep_their_core(void **state)
{
	(void)state;
	static const kiln_convex_kind kinds[] = {KILN_CONVEX_CYLINDER, KILN_CONVEX_CONE, KILN_CONVEX_ELLIPSOID,
		KILN_CONVEX_POINTS, KILN_CONVEX_LINE, KILN_CONVEX_RAY};
	kiln_polytope_room room;
	kiln_polytope p;
	kiln_convex_shape shape, other = {.kind = KILN_CONVEX_POINT};
	kiln_convex_object object = {.shape = &shape, .pose = {.scale = 2}};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
	{
		shape = (kiln_convex_shape){.kind = kinds[i]};
		assert_false(kilni_polytope_of_object(&object, origin, &room, &p));
	}
	shape = (kiln_convex_shape){.kind = KILN_CONVEX_POINT, .plus = &other};
	assert_false(kilni_polytope_of_object(&object, origin, &room, &p));
	shape = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {{1, 2, 3}, 0.5f}, .margin = 0.25f};
	assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
	assert_true(p.hull->dimension == 0 && p.margin == 1.5);
	assert_true(kiln_polytope_vertex(&p, 0).y == 4);
	shape = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{1, 2, 3}, {1, 2, 3}, 0.5f}};
	assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
	assert_true(p.hull->dimension == 0 && p.margin == 1);
	shape = (kiln_convex_shape){.kind = KILN_CONVEX_RSS, .rss = {{0, 0, 0}, {{2, 0, 0}, {0, 4, 0}}, 0.5f}};
	assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
	assert_true(p.hull->dimension == 2 && p.margin == 1);
	kiln_d3 corner = kiln_polytope_vertex(&p, 3);
	assert_true(corner.x == 4 && corner.y == 8 && corner.z == 0);
}

static void placed_hulls_keep_their_faces_under_any_map(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (uint64_t i = 0; i < trials_random(300); ++i)
	{
		couple c;
		kiln_polytope p;
		couple_make(&c, &random, (couple_kind)(i % COUPLE_KINDS), 30);
		for (int s = 0; s < 2; ++s)
		{
			check_polytope(&c.polytopes[s], 0x1p-21 * c.size + 0x1p-48 * c.reach, &random);
			double to_asset[12];
			convex_case_matrix(&random, (convex_map)(i % CONVEX_MAPS), to_asset);
			kiln_format_node node;
			memset(&node, 0, sizeof node);
			for (int k = 0; k < 12; ++k)
				node.to_asset[k] = (float)to_asset[k];
			kiln_place place = kilni_place_of(&node);
			assert_true(kilni_polytope_of_hull(&c.hulls[s].view, &place, origin, &p));
			assert_true(p.mirrored == (i % CONVEX_MAPS == CONVEX_MIRRORED));
			for (uint32_t k = 0; k < p.hull->vertex_count; ++k)
			{
				kiln_d3 there = kiln_place_point(&place, kiln_hull_point(p.hull, k));
				kiln_d3 off = kiln_d3_sub(kiln_polytope_vertex(&p, k), there);
				assert_true(kiln_d3_largest(off) <= 0x1p-44 * (c.reach + kiln_d3_largest(there)));
			}
			check_polytope(&p, 0x1p-18 * c.size + 0x1p-44 * c.reach, &random);
		}
		couple_free(&c);
	}
}

static void features_that_do_not_exist_are_none(void **state)
{
	(void)state;
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_AABB, .aabb = {{0, 0, 0}, {1, 1, 1}}};
	const kiln_convex_object object = {.shape = &shape};
	kiln_polytope_room room;
	kiln_polytope p;
	uint32_t numbers[4];
	assert_true(kilni_polytope_of_object(&object, origin, &room, &p));
	static const uint32_t across[2] = {0, 7}, diagonal[2] = {0, 3}, beyond[1] = {8}, three[3] = {0, 1, 7};
	assert_int_equal(kilni_polytope_feature(&p, across, 2).kind, KILN_FEATURE_NONE);
	assert_int_equal(kilni_polytope_feature(&p, beyond, 1).kind, KILN_FEATURE_NONE);
	assert_int_equal(kilni_polytope_feature(&p, three, 3).kind, KILN_FEATURE_NONE);
	assert_int_equal(kilni_polytope_feature(&p, three, 0).kind, KILN_FEATURE_NONE);
	kiln_feature face = kilni_polytope_feature(&p, diagonal, 2);
	assert_true(face.kind == KILN_FEATURE_FACE && face.index == 4);
	for (uint32_t kind = 0; kind < 5; ++kind)
	{
		const kiln_feature none = {(kiln_feature_kind)kind, 12};
		assert_int_equal(kilni_polytope_feature_vertices(&p, none, numbers, 4), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(built_in_views_keep_the_rules_of_cooked_hulls),
		cmocka_unit_test(triangles_and_tetrahedra_of_any_shape_are_polytopes),
		cmocka_unit_test(boxes_and_rectangles_of_any_extents_are_polytopes),
		cmocka_unit_test(lozenges_of_parallel_edges_are_segments),
		cmocka_unit_test(shapes_far_below_the_least_float_are_points),
		cmocka_unit_test(crumbs_of_denormal_size_are_told_from_what_is_apart),
		cmocka_unit_test(ends_and_points_stay_where_they_are_far_away),
		cmocka_unit_test(curved_shapes_and_sums_are_none_and_rounded_ones_keep_their_core),
		cmocka_unit_test(placed_hulls_keep_their_faces_under_any_map),
		cmocka_unit_test(features_that_do_not_exist_are_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
