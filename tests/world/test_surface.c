// SPDX-License-Identifier: MIT
#include "support/compound_case.h"
#include "support/real256.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"
#include "world_case.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Returned points of surfaces must be on the surface, to the last place, and rays from far away must hit what they
/// should: judged in 256 bits.

/// Half a unit in the last place of a number that rounds to `x`.
static double half_unit(float x)
{
	return 0.5 * ((double)nextafterf(fabsf(x), INFINITY) - (double)fabsf(x));
}

// --- Triangles --------------------------------------------------------------------------------------------------------

/// Computes a triangle of the asset in its own coordinates, exactly: to_asset applied to its corners.
static void exact_corners(const kiln_asset *asset, uint32_t node, uint32_t triangle, real3 corner[3], double size[3])
{
	static const float here[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	uint32_t own;
	uint32_t mesh = kiln_triangle_mesh(asset, triangle, &own);
	const float *m = node == KILN_NONE ? here : asset->nodes[node].to_asset;
	kiln_vec3 corners[3];
	assert_true(kiln_triangle_corners(asset, mesh, own, corners));
	for (int i = 0; i < 3; ++i)
		size[i] = 0;
	for (int k = 0; k < 3; ++k)
	{
		const float p[4] = {corners[k].x, corners[k].y, corners[k].z, 1};
		real at[3];
		for (int i = 0; i < 3; ++i)
		{
			double terms = 0;
			at[i] = real_from(0);
			for (int j = 0; j < 4; ++j)
			{
				at[i] = real_add(at[i], real_mul(real_from((double)m[4 * i + j]), real_from((double)p[j])));
				terms += fabs((double)m[4 * i + j] * (double)p[j]);
			}
			size[i] = fmax(size[i], terms);
		}
		corner[k] = (real3){at[0], at[1], at[2]};
	}
}

/// Checks that a point is on a triangle: it may be off the plane, or beyond an edge, by at most half a unit in the last
/// place of each of its coordinates, plus 2^-48 of the terms of their sums.
static void check_on(const real3 c[3], kiln_vec3 point, double size)
{
	real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0])), p = real3_from(point);
	const double off = half_unit(point.x) + half_unit(point.y) + half_unit(point.z) + 0x1p-48 * size;
	if (real_sign(real3_length2(n)) == 0)
		return;
	assert_true(fabs(real_to(real_div(real3_dot(n, real3_sub(p, c[0])), real3_length(n)))) <= off);
	for (int k = 0; k < 3; ++k)
	{
		real3 edge = real3_sub(c[(k + 1) % 3], c[k]), out = real3_cross(edge, n);
		assert_true(real_to(real_div(real3_dot(out, real3_sub(p, c[k])), real3_length(out))) <= off);
	}
}

static void check_point(const kiln_asset *asset, const kiln_hit *hit)
{
	real3 c[3];
	double size[3];
	exact_corners(asset, hit->node, hit->triangle, c, size);
	check_on(c, hit->point, fmax(size[0], fmax(size[1], size[2])));
	// Checks also the point that u and v name.
	assert_true(hit->u >= 0 && hit->v >= 0 && hit->u <= 1 && hit->v <= 1);
	real u = real_from((double)hit->u), v = real_min(real_from((double)hit->v), real_sub(real_from(1), u));
	real3 p = real3_along(real3_along(c[0], u, real3_sub(c[1], c[0])), v, real3_sub(c[2], c[0]));
	const kiln_d3 off = real3_to(real3_sub(p, real3_from(hit->point)));
	assert_true(fabs(off.x) <= half_unit(hit->point.x) + 0x1p-50 * size[0]);
	assert_true(fabs(off.y) <= half_unit(hit->point.y) + 0x1p-50 * size[1]);
	assert_true(fabs(off.z) <= half_unit(hit->point.z) + 0x1p-50 * size[2]);
}

/// How a line passes through or beside a triangle.
typedef struct passage
{
	double inside; ///< distance by which it passes inside of the nearest edge; negative: outside
	double t;	   ///< of the plane
	double slope;  ///< sine of the angle with the plane
} passage;

static passage pass(const kiln_ray *ray, const real3 c[3])
{
	real3 o = real3_from(ray->origin), d = real3_from(ray->direction);
	real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0]));
	real turn = real3_dot(n, d);
	passage p = {.inside = -INFINITY};
	if (real_sign(turn) == 0)
		return p;
	p.inside = INFINITY;
	for (int i = 0; i < 3; ++i)
	{
		real3 a = real3_sub(c[i], o), b = real3_sub(c[(i + 1) % 3], o);
		real across = real3_length(real3_cross(d, real3_sub(b, a)));
		double away = real_sign(across) ? real_to(real_div(real3_dot(d, real3_cross(a, b)), across)) : 0;
		p.inside = fmin(p.inside, real_sign(turn) > 0 ? away : -away);
	}
	p.t = real_to(real_div(real3_dot(n, real3_sub(c[0], o)), turn));
	p.slope = fabs(real_to(turn)) / (real_to(real3_length(n)) * real_to(real3_length(d)));
	return p;
}

/// Counts of the results of rays from far away.
typedef struct far_counts
{
	int met, missed;
} far_counts;

/// Tests one ray against all triangles. `off` is the tolerance of its distance from the line.
static void check_far(const kiln_asset *asset, const kiln_ray *ray, double off, far_counts *counts)
{
	static kiln_hit all[512];
	kiln_hit hit = kiln_scene_ray_closest(asset, ray), batch;
	kiln_scene_ray_closest_batch(asset, ray, 1, &batch);
	assert_memory_equal(&batch, &hit, sizeof hit);
	assert_int_equal(kiln_scene_ray_any(asset, ray), hit.hit);
	uint32_t count = kiln_scene_ray_all(asset, ray, all, 512);
	assert_int_equal(count > 0, hit.hit);
	if (hit.hit)
		assert_memory_equal(&all[0], &hit, sizeof hit);
	for (uint32_t i = 0; i < count; ++i)
		check_point(asset, &all[i]);
	const double speed = sqrt(kiln_d3_length2(kiln_d3_from(ray->direction)));
	bool sure = false, possible = false;
	double nearest = INFINITY, own = 0;
	for (uint32_t i = 0; i < asset->triangle_count; ++i)
	{
		real3 c[3];
		double sizes[3];
		exact_corners(asset, asset->node_count ? 0 : KILN_NONE, i, c, sizes);
		passage p = pass(ray, c);
		if (hit.hit && hit.triangle == i)
		{
			assert_true(p.inside > -off);
			own = p.t;
			// The expected point on the line.
			real3 at = real3_along(real3_from(ray->origin), real_from(p.t), real3_from(ray->direction));
			double away = real_to(real3_length(real3_sub(at, real3_from(hit.point))));
			assert_true(away * p.slope <= 4 * off + 0x1p-50 * p.t * speed);
			assert_true(fabs((double)hit.t - p.t) <= half_unit(hit.t) * 1.01 + 4 * off / (p.slope * speed));
		}
		possible = possible || (p.inside > -off && p.t >= 0);
		if (p.inside > off && p.t > 0)
		{
			sure = true;
			nearest = fmin(nearest, p.t + 4 * off / (p.slope * speed));
		}
	}
	assert_true(hit.hit ? possible : !sure);
	assert_true(!hit.hit || own <= nearest);
	counts->met += hit.hit && sure;
	counts->missed += !hit.hit && !possible;
	// A limit equal to the answer's t does not change the answer.
	kiln_ray until = *ray;
	until.t_max = hit.hit ? hit.t : 1;
	hit = kiln_scene_ray_closest(asset, &until);
	assert_int_equal(hit.hit, kiln_scene_ray_any(asset, &until));
	assert_int_equal(hit.hit, kiln_scene_ray_all(asset, &until, NULL, 0) > 0);
	assert_true(!hit.hit || hit.t <= until.t_max);
	if (count && until.t_max > 0)
		assert_true(hit.hit);
}

/// Rays exactly through the world's origin, from any distance, at an asset around it.
static void far_rays(const kiln_asset *asset, uint64_t *random, double size, int count, far_counts *counts)
{
	for (int i = 0; i < count; ++i)
	{
		kiln_vec3 d = oracle_vector(random, 1);
		const int away = (int)(fixture_random(random) % 36) - 2;
		const float length = ldexpf(1, away) * (float)size;
		const float power = ldexpf(1, (int)floor(log2((double)length)));
		kiln_ray ray = {.origin = {-power * d.x, -power * d.y, -power * d.z}, .direction = d};
		const float most = fmaxf(fabsf(ray.origin.x), fmaxf(fabsf(ray.origin.y), fabsf(ray.origin.z)));
		// Beside the origin: by some units in the last place.
		if (i % 2)
			ray.origin.x += (float)(oracle_signed(random) * size);
		if (i % 3 == 0)
			ray.origin.y += (float)(oracle_signed(random) * size);
		if (!(most < 0.9f * KILN_COORDINATE_MAX))
			continue;
		check_far(asset, &ray, 0x1p-14 * size, counts);
	}
}

static void far_rays_at(fixture_mesh mesh, double size, const double *to_asset, uint64_t seed, far_counts *counts)
{
	uint64_t random = seed;
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			mesh.vertices[i][axis] = (float)((double)mesh.vertices[i][axis] * size + (0.3 - 0.1 * axis) * size);
	shape_asset made =
		to_asset ? shape_asset_placed(&mesh, to_asset, KILN_ISA_AUTO) : shape_asset_of(&mesh, KILN_ISA_AUTO);
	double largest = 0;
	for (int axis = 0; axis < 3; ++axis)
		largest = fmax(largest, (double)(made.asset.scene->bounds_max[axis] - made.asset.scene->bounds_min[axis]));
	far_rays(&made.asset, &random, largest, 250, counts);
	shape_asset_free(&made);
}

static void rays_from_any_distance_meet_what_they_should_where_it_is(void **state)
{
	(void)state;
	static const double sizes[] = {1, 1e-6, 1e4, 1e-20};
	static const double turned[12] = {0.6, -0.8, 0, 0.1, 0.8, 0.6, 0, -0.2, 0, 0, 1.5, 0.05};
	far_counts counts = {0, 0};
	for (uint32_t i = 0; i < 4; ++i)
	{
		far_rays_at(fixture_sphere(5, 7, 1), sizes[i], NULL, 1 + i, &counts);
		far_rays_at(fixture_soup(30, 0.7f, i), sizes[i], NULL, 11 + i, &counts);
		far_rays_at(fixture_box(1, 0.5f, 0.25f), sizes[i], NULL, 21 + i, &counts);
	}
	far_rays_at(fixture_sphere(5, 7, 1), 1, turned, 31, &counts);
	far_rays_at(fixture_soup(30, 0.7f, 3), 1, turned, 32, &counts);
	assert_true(counts.met > 500 && counts.missed > 300);
}

static void a_plane_is_answered_as_it_is_from_any_distance(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_loose(1);
	static const float corners[3][3] = {{-1, -1, 0.3f}, {1, -1, 0.3f}, {0, 1, 0.3f}};
	memcpy(mesh.vertices, corners, sizeof corners);
	shape_asset made = shape_asset_of(&mesh, KILN_ISA_AUTO);
	for (float z = 1; z < 1e12f; z *= 3)
	{
		kiln_ray ray = {.origin = {0.1f, 0.2f, z}, .direction = {0, 0, -1}};
		kiln_hit hit = kiln_scene_ray_closest(&made.asset, &ray);
		assert_true(hit.hit && hit.point.z == 0.3f);
		assert_true(fabsf(hit.point.x - 0.1f) <= 0x1p-20f && fabsf(hit.point.y - 0.2f) <= 0x1p-20f);
		const kiln_point_query query = {{0.1f, 0.2f, z}, 0};
		kiln_closest closest = kiln_scene_closest_point(&made.asset, &query);
		assert_true(closest.found && closest.point.z == 0.3f);
		kiln_sphere ball = {{0.1f, 0.2f, z}, 0.25f};
		hit = kiln_scene_cast_sphere(&made.asset, &ball, &(kiln_motion){.direction = {0, 0, -1}});
		assert_true(hit.hit && hit.point.z == 0.3f);
	}
	shape_asset_free(&made);
}

// --- Closest points and casts -----------------------------------------------------------------------------------------

/// Checks that the point is on the triangle of shape_asset, with corners in float32: measures the distance minus its
/// own rounding.
static void check_settled(const shape_asset *shapes, uint32_t node, uint32_t triangle, kiln_vec3 point)
{
	const shape_triangle *triangles;
	const uint32_t count = shape_triangles(shapes, KILN_NONE, &triangles);
	for (uint32_t i = 0; i < count; ++i)
	{
		const shape_triangle *t = &triangles[i];
		if (t->node != node || t->triangle != triangle)
			continue;
		real3 c[3] = {real3_from(t->corners[0]), real3_from(t->corners[1]), real3_from(t->corners[2])};
		double largest = 0;
		for (int k = 0; k < 3; ++k)
			largest = fmax(largest, kiln_d3_largest(kiln_d3_from(t->corners[k])));
		check_on(c, point, largest);
		return;
	}
	fail();
}

static void closest_points_and_contacts_of_casts_are_on_their_triangles(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 77;
	int casts = 0;
	for (int i = 0; i < 3000; ++i)
	{
		kiln_vec3 near = shape_point(&shapes, KILN_NONE, &random), way = oracle_vector(&random, 1);
		const float far = ldexpf(1, (int)(fixture_random(&random) % 34) - 4);
		const kiln_vec3 from = {near.x - far * way.x, near.y - far * way.y, near.z - far * way.z};
		const kiln_point_query query = {from, 0};
		const kiln_closest closest = kiln_scene_closest_point(&shapes.asset, &query);
		assert_true(closest.found);
		check_settled(&shapes, closest.node, closest.triangle, closest.point);
		const oracle_any shape = oracle_shape(&random, from, shape_size(&shapes, KILN_NONE) * 0.1, 3);
		const kiln_motion motion = {.direction = way};
		const kiln_hit hit = shape.kind == 0   ? kiln_scene_cast_sphere(&shapes.asset, &shape.sphere, &motion)
							 : shape.kind == 1 ? kiln_scene_cast_box(&shapes.asset, &shape.box, &motion)
											   : kiln_scene_cast_capsule(&shapes.asset, &shape.capsule, &motion);
		if (!hit.hit)
			continue;
		check_settled(&shapes, hit.node, hit.triangle, hit.point);
		casts++;
	}
	assert_true(casts > 300);
	shape_asset_free(&shapes);
}

// --- Solids -----------------------------------------------------------------------------------------------------------

/// How far a point of a solid's own coordinates is from its surface.
static double off_surface(const kiln_body *body, kiln_d3 p, uint32_t face)
{
	if (body->kind == KILN_SHAPE_HULL)
	{
		double least = INFINITY;
		for (uint32_t i = 0; i < body->hull.face_count; ++i)
			if (i == face || face == KILN_NONE)
				least = fmin(least, sqrt(kiln_d3_length2(kiln_d3_sub(kilni_body_face_point(&body->hull, i, p), p))));
		return least;
	}
	p = kiln_d3_sub(p, body->center);
	if (body->kind == KILN_SHAPE_BOX)
	{
		const double x = fabs(kiln_d3_dot(p, body->side[0])) - body->half.x,
					 y = fabs(kiln_d3_dot(p, body->side[1])) - body->half.y,
					 z = fabs(kiln_d3_dot(p, body->side[2])) - body->half.z;
		return fabs(fmax(x, fmax(y, z)));
	}
	const double s = kiln_d3_dot(p, body->along), within = fmax(-body->length, fmin(s, body->length));
	if (body->kind != KILN_SHAPE_CYLINDER)
		return fabs(sqrt(kiln_d3_length2(kiln_d3_along(p, -within, body->along))) - body->radius);
	const double round = sqrt(kiln_d3_length2(kiln_d3_along(p, -s, body->along))) - body->radius;
	return fabs(fmax(round, fabs(s) - body->length));
}

static void check_on_solid(const convex_case *body, kiln_vec3 point, uint32_t face)
{
	const kiln_place *place = &body->place;
	double lengthened = 1;
	if (place->moved)
	{
		lengthened = 0;
		for (int i = 0; i < 3; ++i)
			lengthened += kiln_d3_length2(place->inverse[i]);
		lengthened = sqrt(lengthened);
	}
	const double off = half_unit(point.x) + half_unit(point.y) + half_unit(point.z);
	const kiln_d3 own = kiln_place_point_back(place, kiln_d3_from(point));
	assert_true(off_surface(&body->body, own, face) <= off * lengthened + 0x1p-44 * body->size);
}

static void points_of_rays_are_on_solids(void **state)
{
	(void)state;
	static const compound_plan plans[2] = {
		{.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .copies = 2, .spread = 3},
		{.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 3, .spread = 50, .plain = true}};
	uint64_t random = 9;
	int rays = 0;
	for (int trial = 0; trial < 8; ++trial)
	{
		compound c;
		compound_make(&c, &random, &plans[trial % 2]);
		const double spread = plans[trial % 2].spread;
		for (int i = 0; i < 1500; ++i)
		{
			const convex_case *aim = &c.bodies[fixture_random(&random) % c.body_count];
			const kiln_d3 to = convex_case_point(aim, &random);
			kiln_vec3 way = oracle_vector(&random, 1), from;
			const double far = ldexp(spread, (int)(fixture_random(&random) % 12));
			from = kiln_d3_to(kiln_d3_along(to, -far, kiln_d3_from(way)));
			const kiln_ray ray = {.origin = from, .direction = way};
			kiln_hit hits[64];
			const uint32_t count = kiln_scene_ray_all(&c.cooked.asset, &ray, hits, 64);
			for (uint32_t k = 0; k < count && k < 64; ++k)
				check_on_solid(&c.bodies[hits[k].node], hits[k].point, hits[k].face);
			const kiln_hit closest = kiln_scene_ray_closest(&c.cooked.asset, &ray);
			assert_int_equal(closest.hit, count > 0);
			if (count > 0)
				assert_memory_equal(&closest, &hits[0], sizeof closest);
			rays += count > 0;
			const kiln_point_query query = {from, 0};
			const kiln_closest near = kiln_scene_closest_point(&c.cooked.asset, &query);
			if (near.distance > 0)
				check_on_solid(&c.bodies[near.node], near.point, KILN_NONE);
		}
		compound_free(&c);
	}
	assert_true(rays > 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_from_any_distance_meet_what_they_should_where_it_is),
		cmocka_unit_test(a_plane_is_answered_as_it_is_from_any_distance),
		cmocka_unit_test(closest_points_and_contacts_of_casts_are_on_their_triangles),
		cmocka_unit_test(points_of_rays_are_on_solids),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
