// SPDX-License-Identifier: MIT
#include "support/hull_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Compares lines through hulls with the triangles of their faces and with known results for boxes.

#define SIZES 4
static const uint32_t sizes[SIZES] = {5, 24, 150, 1500};
#define HIERARCHY_FROM 40

static void on_all(hull_claim *claim)
{
	hull_case_on_all(claim, sizes, SIZES, HIERARCHY_FROM);
}

/// Brute force: the span of a line through the triangles of the faces' fans (relative to the origin in double).
static bool span_of_triangles(const hull_case *c, const kiln_ray *ray, double *enter, double *leave)
{
	double o[3], d[3];
	hull_case_widen(ray->origin, o);
	hull_case_widen(ray->direction, d);
	*enter = INFINITY;
	*leave = -INFINITY;
	for (uint32_t face = 0; face < c->view.face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(&c->view, face, &count);
		(void)first;
		for (uint32_t i = 1; i + 1 < count; ++i)
		{
			double p[3][3], e[2][3], s[3];
			hull_case_widen(hull_case_corner(&c->view, face, 0), p[0]);
			hull_case_widen(hull_case_corner(&c->view, face, i), p[1]);
			hull_case_widen(hull_case_corner(&c->view, face, i + 1), p[2]);
			for (int k = 0; k < 3; ++k)
			{
				e[0][k] = p[1][k] - p[0][k];
				e[1][k] = p[2][k] - p[0][k];
				s[k] = o[k] - p[0][k];
			}
			double h[3] = {
				d[1] * e[1][2] - d[2] * e[1][1], d[2] * e[1][0] - d[0] * e[1][2], d[0] * e[1][1] - d[1] * e[1][0]};
			double det = e[0][0] * h[0] + e[0][1] * h[1] + e[0][2] * h[2];
			if (det == 0)
				continue;
			double u = (s[0] * h[0] + s[1] * h[1] + s[2] * h[2]) / det;
			double q[3] = {
				s[1] * e[0][2] - s[2] * e[0][1], s[2] * e[0][0] - s[0] * e[0][2], s[0] * e[0][1] - s[1] * e[0][0]};
			double v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
			if (u < 0 || v < 0 || u + v > 1)
				continue;
			double t = (e[1][0] * q[0] + e[1][1] * q[1] + e[1][2] * q[2]) / det;
			*enter = t < *enter ? t : *enter;
			*leave = t > *leave ? t : *leave;
		}
	}
	return *enter < *leave;
}

static kiln_vec3 minus(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static bool hull_beyond(kiln_vec3 p)
{
	return fmaxf(fabsf(p.x), fmaxf(fabsf(p.y), fabsf(p.z))) > KILN_COORDINATE_MAX;
}

/// Rays from a distance towards points of the hull: compared with triangles, within the uncertainty of thin triangles.
static void rays_meet_the_triangles(const hull_case *c)
{
	uint64_t random = 23;
	float reach = c->view.reach;
	if (c->view.dimension < 3)
		return;
	for (int i = 0; i < 150; ++i)
	{
		kiln_vec3 target = hull_case_mix(hull_case_mix(hull_case_some_vertex(c, &random),
											 hull_case_some_vertex(c, &random), hull_case_unit(&random)),
			hull_case_some_vertex(c, &random), hull_case_unit(&random));
		kiln_vec3 way = hull_case_direction(&random);
		float far = i % 2 ? 0.25f * reach : 0;
		kiln_ray ray = {.origin = {target.x + far * way.x, target.y + far * way.y, target.z + far * way.z}};
		ray.direction = i % 2 ? minus(target, ray.origin) : way;
		double enter, leave;
		kiln_hull_span span = kiln_hull_ray(&c->view, &ray);
		if (hull_beyond(ray.origin))
			continue;
		if (!span_of_triangles(c, &ray, &enter, &leave))
			continue;
		if (leave < -1e-6 || !span.hit)
		{
			// Lines that graze the rounded hull may miss it by a rounding of the origin.
			assert_true(leave < 0 || leave - enter < 1e-3 * (1 + fabs(enter)));
			continue;
		}
		kiln_vec3 into = kiln_hull_normal(&c->view, span.enter_face), out = kiln_hull_normal(&c->view, span.leave_face);
		double steep = fabs((double)(into.x * ray.direction.x + into.y * ray.direction.y + into.z * ray.direction.z));
		double steep_out = fabs((double)(out.x * ray.direction.x + out.y * ray.direction.y + out.z * ray.direction.z));
		assert_true(fabs((double)span.enter - enter) * steep <= 1e-5 * (double)reach);
		assert_true(fabs((double)span.leave - leave) * steep_out <= 1e-5 * (double)reach);
	}
}

static void rays_enter_and_leave_where_the_faces_triangles_say(void **state)
{
	(void)state;
	on_all(rays_meet_the_triangles);
}

static kiln_hull_span cast(const hull_case *c, kiln_vec3 origin, kiln_vec3 direction, float t_max)
{
	return kiln_hull_ray(&c->view, &(kiln_ray){.origin = origin, .direction = direction, .t_max = t_max});
}

static void rays_against_a_box_are_those_of_its_slabs(void **state)
{
	(void)state;
	// x -0.5 .. 1.5, y -1 .. 1, z 2 .. 3
	hull_case c;
	hull_case_make(&c, CASE_CUBE, 8, HIERARCHY_FROM);
	const kiln_vec3 x = {1, 0, 0}, z = {0, 0, 2}, diagonal = {1, 1, 0};
	kiln_hull_span span = cast(&c, (kiln_vec3){-2, 0, 2.5f}, x, 0);
	assert_true(span.hit && span.enter == 1.5f && span.leave == 3.5f);
	assert_true(kiln_hull_normal(&c.view, span.enter_face).x == -1);
	assert_true(kiln_hull_normal(&c.view, span.leave_face).x == 1);
	// From inside, from behind, too short, exactly long enough.
	span = cast(&c, (kiln_vec3){0, 0, 2.5f}, z, 0);
	assert_true(span.hit && span.enter == -0.25f && span.leave == 0.25f);
	assert_false(cast(&c, (kiln_vec3){0, 0, 3.5f}, z, 0).hit);
	assert_false(cast(&c, (kiln_vec3){0, 0, 0}, z, 0.75f).hit);
	assert_true(cast(&c, (kiln_vec3){0, 0, 0}, z, 1).hit);
	// Touching: along a face, along an edge, at an edge, at a corner; and past them.
	assert_true(cast(&c, (kiln_vec3){-2, 1, 2.5f}, x, 0).hit);
	assert_true(cast(&c, (kiln_vec3){-2, 1, 3}, x, 0).hit);
	assert_true(cast(&c, (kiln_vec3){-2.5f, -1, 2.5f}, diagonal, 0).hit);
	span = cast(&c, (kiln_vec3){-1.5f, 0, 2.5f}, diagonal, 0);
	assert_true(span.hit && span.enter == 1 && span.leave == 1);
	assert_true(cast(&c, (kiln_vec3){-1.5f, 0, 3}, diagonal, 0).hit);
	assert_false(cast(&c, (kiln_vec3){-1.5f, 0.001f, 2.5f}, diagonal, 0).hit);
	assert_false(cast(&c, (kiln_vec3){-2, nextafterf(1, 2), 2.5f}, x, 0).hit);
	assert_true(cast(&c, (kiln_vec3){1.5f, 0, 2.5f}, x, 0).hit);
	// No ray at all.
	assert_false(cast(&c, (kiln_vec3){0, 0, 2.5f}, (kiln_vec3){0, 0, 0}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){0, 0, 2.5f}, (kiln_vec3){NAN, 0, 0}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){0, 0, 2.5f}, (kiln_vec3){INFINITY, 0, 0}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){0, NAN, 2.5f}, x, 0).hit);
	assert_false(cast(&c, (kiln_vec3){-2e12f, 0, 2.5f}, x, 0).hit);
	assert_false(cast(&c, (kiln_vec3){0, 0, 2.5f}, x, -1).hit);
	assert_true(cast(&c, (kiln_vec3){0, 0, 2.5f}, x, INFINITY).hit);
	assert_false(cast(&c, (kiln_vec3){0, 0, 2.5f}, x, NAN).hit);
	hull_case_free(&c);
}

/// A ray straight at a vertex hits the hull, whatever the rounding of the planes.
static void meets_its_vertices(const hull_case *c)
{
	uint64_t random = 31;
	for (int i = 0; i < 100; ++i)
	{
		kiln_vec3 vertex = hull_case_some_vertex(c, &random), way = hull_case_direction(&random);
		// A ray from a vertex begins on the hull, in any direction.
		kiln_hull_span span = cast(c, vertex, way, 0);
		assert_true(span.hit);
		assert_true((double)span.enter <= 1e-4 * (double)c->view.reach);
		// Along the axes nothing is rounded.
		kiln_vec3 axis = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
		kiln_vec3 from = {
			i % 3 == 0 ? -0x1p+40f : vertex.x, i % 3 == 1 ? -0x1p+40f : vertex.y, i % 3 == 2 ? -0x1p+40f : vertex.z};
		assert_true(cast(c, from, axis, 0).hit);
	}
}

static void rays_from_and_to_vertices_touch(void **state)
{
	(void)state;
	on_all(meets_its_vertices);
}

static void rays_meet_flat_hulls_segments_and_points(void **state)
{
	(void)state;
	static const float square[4][3] = {{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
	hull_case c;
	hull_case_make_of(&c, square, 4, HIERARCHY_FROM);
	kiln_hull_span span = cast(&c, (kiln_vec3){1, 1, 4}, (kiln_vec3){0, 0, -1}, 0);
	assert_true(span.hit && span.enter == 3 && span.leave == 3);
	assert_true(kiln_hull_normal(&c.view, span.enter_face).z == 1);
	assert_true(cast(&c, (kiln_vec3){2, 2, 4}, (kiln_vec3){0, 0, -1}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){2.0001f, 2, 4}, (kiln_vec3){0, 0, -1}, 0).hit);
	span = cast(&c, (kiln_vec3){-1, 1, 1}, (kiln_vec3){1, 0, 0}, 0);
	assert_true(span.hit && span.enter == 1 && span.leave == 3);
	assert_false(cast(&c, (kiln_vec3){-1, 1, 1.0001f}, (kiln_vec3){1, 0, 0}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){-1, 3, 1}, (kiln_vec3){1, 0, 0}, 0).hit);
	hull_case_free(&c);
	hull_case_make_of(&c, square, 2, HIERARCHY_FROM);
	span = cast(&c, (kiln_vec3){1, -3, 1}, (kiln_vec3){0, 1.5f, 0}, 0);
	assert_true(span.hit && span.enter == 2 && span.leave == 2 && span.enter_face == KILN_NONE);
	assert_false(cast(&c, (kiln_vec3){1, -3, 1}, (kiln_vec3){0, 1.5f, 0.001f}, 0).hit);
	assert_false(cast(&c, (kiln_vec3){3, -3, 1}, (kiln_vec3){0, 1.5f, 0}, 0).hit);
	span = cast(&c, (kiln_vec3){-2, 0, 1}, (kiln_vec3){2, 0, 0}, 0);
	assert_true(span.hit && span.enter == 1 && span.leave == 2);
	span = cast(&c, (kiln_vec3){4, 0, 1}, (kiln_vec3){-1, 0, 0}, 0);
	assert_true(span.hit && span.enter == 2 && span.leave == 4);
	assert_false(cast(&c, (kiln_vec3){-2, 0, 1.001f}, (kiln_vec3){2, 0, 0}, 0).hit);
	hull_case_free(&c);
	hull_case_make(&c, CASE_POINT, 1, HIERARCHY_FROM);
	span = cast(&c, (kiln_vec3){0, 2, 3}, (kiln_vec3){0.5f, 0, 0}, 0);
	assert_true(span.hit && span.enter == 2 && span.leave == 2);
	assert_false(cast(&c, (kiln_vec3){0, 2.001f, 3}, (kiln_vec3){0.5f, 0, 0}, 0).hit);
	hull_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_enter_and_leave_where_the_faces_triangles_say),
		cmocka_unit_test(rays_against_a_box_are_those_of_its_slabs),
		cmocka_unit_test(rays_from_and_to_vertices_touch),
		cmocka_unit_test(rays_meet_flat_hulls_segments_and_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
