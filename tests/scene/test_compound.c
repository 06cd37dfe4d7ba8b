// SPDX-License-Identifier: MIT
#include "support/asset_fixture.h"
#include "support/compound_case.h"
#include "support/shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Rays, closest points and the inside of compounds: solids and surfaces side by side.

static const compound_plan every_kind = {
	.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .copies = 2, .spread = 3};
static const compound_plan mixed = {
	.spheres = 2, .capsules = 1, .boxes = 2, .cylinders = 1, .hulls = 2, .grounds = 2, .copies = 3, .spread = 3};

static kiln_ray random_ray(uint64_t *random, double spread)
{
	kiln_ray ray = {.origin = oracle_vector(random, 2 * spread)};
	kiln_vec3 to = oracle_vector(random, spread);
	if (fixture_random(random) % 4 == 0)
		ray.origin = oracle_vector(random, 0.6 * spread);
	ray.direction = (kiln_vec3){to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z};
	return ray;
}

// --- Rays -------------------------------------------------------------------------------------------------------------

/// Checks the identity of a hit on a solid: all fields except its place.
static void check_identity(const kiln_asset *asset, const kiln_hit *hit)
{
	const kiln_format_node *node = &asset->nodes[hit->node];
	const kiln_format_shape *shape = &asset->shapes[node->shape];
	assert_true(hit->hit && hit->node < asset->node_count);
	assert_int_equal(hit->tag, node->tag);
	assert_int_equal(hit->shape, node->shape);
	assert_int_equal(hit->mesh, node->mesh);
	if (node->mesh != KILN_NONE)
	{
		assert_int_equal(hit->face, KILN_NONE);
		assert_true(hit->triangle != KILN_NONE);
		return;
	}
	assert_int_equal(hit->triangle, KILN_NONE);
	assert_int_equal(hit->source_face, KILN_NONE);
	assert_int_equal(hit->material, shape->material);
	assert_int_equal(hit->source_mesh, shape->part_count ? asset->parts[shape->part_first].source_mesh : KILN_NONE);
	assert_true(hit->u == 0 && hit->v == 0);
}

static void check_surface(const convex_case *body, const kiln_ray *ray, const kiln_hit *hit)
{
	kiln_d3 normal = kiln_d3_from(hit->normal), direction = kiln_d3_from(ray->direction);
	double speed = sqrt(kiln_d3_length2(direction));
	assert_true(fabs(kiln_d3_length2(normal) - 1) < 1e-6);
	assert_true(fabs(convex_case_depth(body, kiln_d3_from(hit->point))) < 2e-5);
	assert_true(kiln_d3_dot(normal, direction) * (hit->back ? -1 : 1) <= 1e-5 * speed);
	// Outward: a step along the normal leads out of the body.
	assert_true(convex_case_depth(body, kiln_d3_along(kiln_d3_from(hit->point), 1e-3, normal)) < 1e-5);
	bool is_hull = body->shape.kind == KILN_SHAPE_HULL;
	assert_true(is_hull ? hit->face < body->body.hull.face_count : hit->face == KILN_NONE);
}

/// Compares all hits of a ray with each solid's own span.
static uint32_t check_ray(const compound *c, const kiln_ray *ray)
{
	const kiln_asset *asset = &c->cooked.asset;
	kiln_hit hits[64], scalar[64];
	uint32_t count = kiln_scene_ray_all(asset, ray, hits, 64), met = 0;
	assert_in_range(count, 0, 64);
	assert_int_equal(kiln_scene_ray_all(&c->scalar, ray, scalar, 64), count);
	assert_memory_equal(hits, scalar, count * sizeof *hits);
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_true(i == 0 || hits[i - 1].t <= hits[i].t);
		check_identity(asset, &hits[i]);
		check_surface(&c->bodies[hits[i].node], ray, &hits[i]);
	}
	kiln_d3 origin = kiln_d3_from(ray->origin), direction = kiln_d3_from(ray->direction);
	double limit = ray->t_max > 0 ? (double)ray->t_max : 10, slack = 3e-6;
	for (uint32_t node = 0; node < asset->node_count; ++node)
	{
		double span[2];
		if (!compound_line(&c->bodies[node], origin, direction, -10, 10, span))
			continue;
		for (int back = 0; back < 2; ++back)
		{
			bool surely = span[back] > slack && span[back] < limit - slack;
			bool never = span[back] < -slack || span[back] > limit + slack || (back && ray->flags);
			uint32_t found = 0;
			for (uint32_t i = 0; i < count; ++i)
				if (hits[i].node == node && hits[i].back == (back == 1))
				{
					++found;
					assert_true(fabs((double)hits[i].t - span[back]) < 1e-4);
				}
			assert_in_range(found, surely && !never ? 1 : 0, never ? 0 : 1);
			met += found;
		}
	}
	kiln_hit closest = kiln_scene_ray_closest(asset, ray), batch;
	assert_int_equal(closest.hit, count > 0);
	if (count)
		assert_memory_equal(&closest, &hits[0], sizeof closest);
	assert_int_equal(kiln_scene_ray_any(asset, ray), count > 0);
	assert_int_equal(kiln_scene_ray_any(&c->scalar, ray), count > 0);
	kiln_scene_ray_closest_batch(asset, ray, 1, &batch);
	assert_memory_equal(&closest, &batch, sizeof closest);
	return met;
}

static void rays_meet_every_solid_where_they_enter_and_leave_it(void **state)
{
	(void)state;
	uint64_t random = 1;
	uint32_t met = 0;
	for (int n = 0; n < 6; ++n)
	{
		compound c;
		compound_make(&c, &random, &every_kind);
		assert_int_equal(c.body_count, 22);
		for (int i = 0; i < 60; ++i)
		{
			kiln_ray ray = random_ray(&random, 3);
			ray.t_max = i % 3 == 0 ? (float)fabs(oracle_signed(&random)) + 0.01f : 0;
			ray.flags = i % 5 == 0 ? KILN_RAY_CULL_BACK : 0;
			met += check_ray(&c, &ray);
		}
		compound_free(&c);
	}
	assert_true(met > 350);
}

static void a_ray_that_starts_inside_meets_the_way_out_from_behind(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {1, 2, 3, 2}};
	compound c;
	compound_of_primitive(&c, &ball, NULL);
	const kiln_asset *asset = &c.cooked.asset;
	kiln_ray ray = {.origin = {1, 2, 3}, .direction = {0, 0, 0.5f}};
	kiln_hit hit = kiln_scene_ray_closest(asset, &ray), hits[4];
	assert_true(hit.hit && hit.back && hit.t == 4 && hit.normal.z == 1 && hit.point.z == 5);
	assert_int_equal(hit.tag, 7);
	assert_int_equal(kiln_scene_ray_all(asset, &ray, hits, 4), 1);
	ray.flags = KILN_RAY_CULL_BACK;
	assert_false(kiln_scene_ray_closest(asset, &ray).hit);
	assert_false(kiln_scene_ray_any(asset, &ray));
	assert_int_equal(kiln_scene_ray_all(asset, &ray, hits, 4), 0);
	ray.origin.z = 0;
	hit = kiln_scene_ray_closest(asset, &ray);
	assert_true(hit.hit && !hit.back && hit.t == 2 && hit.normal.z == -1);
	ray.flags = 0;
	assert_int_equal(kiln_scene_ray_all(asset, &ray, hits, 4), 2);
	assert_true(hits[0].t == 2 && !hits[0].back && hits[1].t == 10 && hits[1].back);
	assert_int_equal(kiln_scene_ray_all(asset, &ray, hits, 1), 2);
	assert_true(hits[0].t == 2);
	// From the surface, in both directions, and touching.
	ray.origin.z = 5;
	hit = kiln_scene_ray_closest(asset, &ray);
	assert_true(hit.hit && hit.t == 0);
	ray.direction.z = -1;
	hit = kiln_scene_ray_closest(asset, &ray);
	assert_true(hit.hit && hit.t == 0 && !hit.back);
	ray = (kiln_ray){.origin = {3, 2, 0}, .direction = {0, 0, 1}};
	assert_int_equal(kiln_scene_ray_all(asset, &ray, hits, 4), 1);
	assert_true(hits[0].t == 3 && !hits[0].back && hits[0].normal.x == 1);
	ray.origin.x = nextafterf(3, 4);
	assert_false(kiln_scene_ray_any(asset, &ray));
	compound_free(&c);
}

static void rays_without_sense_meet_nothing(void **state)
{
	(void)state;
	const kilncook_primitive box = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	compound c;
	compound_of_primitive(&c, &box, NULL);
	const kiln_asset *asset = &c.cooked.asset;
	kiln_ray good = {.origin = {0, 0, -3}, .direction = {0, 0, 1}};
	assert_true(kiln_scene_ray_any(asset, &good));
	const float odd[] = {NAN, INFINITY, -INFINITY};
	for (int i = 0; i < 3; ++i)
	{
		kiln_ray ray = good;
		ray.origin.x = odd[i];
		assert_false(kiln_scene_ray_closest(asset, &ray).hit || kiln_scene_ray_any(asset, &ray));
		ray = good;
		ray.direction.y = odd[i];
		assert_false(kiln_scene_ray_closest(asset, &ray).hit || kiln_scene_ray_any(asset, &ray));
	}
	kiln_ray ray = good;
	ray.direction = (kiln_vec3){0, 0, 0};
	assert_false(kiln_scene_ray_closest(asset, &ray).hit);
	ray = good;
	ray.t_max = -1;
	assert_false(kiln_scene_ray_closest(asset, &ray).hit);
	ray.t_max = NAN;
	assert_false(kiln_scene_ray_closest(asset, &ray).hit);
	ray = good;
	ray.origin.x = 2e12f;
	assert_false(kiln_scene_ray_closest(asset, &ray).hit);
	compound_free(&c);
}

static void very_long_and_very_short_directions_and_far_origins_are_no_matter(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	compound c;
	compound_of_primitive(&c, &ball, NULL);
	for (int e = -120; e <= 120; e += 10)
	{
		float length = ldexpf(1, e);
		kiln_ray ray = {.origin = {0, 0.5f, -8}, .direction = {0, 0, length}};
		kiln_hit hit = kiln_scene_ray_closest(&c.cooked.asset, &ray);
		double expected = (8 - sqrt(0.75)) / (double)length;
		assert_true(hit.hit && fabs((double)hit.t - expected) <= 1e-7 * expected);
	}
	for (int e = 0; e < 40; ++e)
	{
		kiln_ray ray = {.origin = {-ldexpf(1, e) - 1, 0.999f, 0}, .direction = {1, 0, 0}};
		kiln_hit hits[2];
		// From far away, both t are equal.
		uint32_t count = kiln_scene_ray_all(&c.cooked.asset, &ray, hits, 2);
		assert_in_range(count, e < 18 ? 2 : 1, e < 26 ? 2 : 1);
		ray.origin.y = 1.001f;
		assert_int_equal(kiln_scene_ray_all(&c.cooked.asset, &ray, hits, 2), 0);
	}
	compound_free(&c);
}

// --- Surfaces beside solids -------------------------------------------------------------------------------------------

static int by_answer(const void *a, const void *b)
{
	const kiln_hit *x = a, *y = b;
	if (x->t != y->t)
		return x->t < y->t ? -1 : 1;
	return x->node != y->node ? (x->node < y->node ? -1 : 1)
							  : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static void meshes_answer_beside_solids_what_they_answer_alone(void **state)
{
	(void)state;
	uint64_t random = 3;
	uint32_t triangles = 0, solids = 0;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_asset *asset = &c.cooked.asset;
	assert_true(asset->mesh_count == 2 && c.body_count == 24);
	for (int n = 0; n < 1500; ++n)
	{
		kiln_ray ray = random_ray(&random, 3);
		kiln_hit hits[64], sorted[64], nearest[3];
		uint32_t count = kiln_scene_ray_all(asset, &ray, hits, 64);
		assert_in_range(count, 0, 64);
		memcpy(sorted, hits, sizeof hits);
		qsort(sorted, count, sizeof *sorted, by_answer);
		assert_memory_equal(hits, sorted, count * sizeof *hits);
		assert_int_equal(kiln_scene_ray_all(asset, &ray, nearest, 3), count);
		assert_memory_equal(hits, nearest, (count < 3 ? count : 3) * sizeof *hits);
		for (uint32_t i = 0; i < count; ++i)
		{
			check_identity(asset, &hits[i]);
			triangles += hits[i].mesh != KILN_NONE;
			solids += hits[i].mesh == KILN_NONE;
		}
		kiln_hit closest = kiln_scene_ray_closest(asset, &ray);
		assert_int_equal(closest.hit, count > 0);
		if (count)
			assert_memory_equal(&closest, &hits[0], sizeof closest);
	}
	assert_true(triangles > 300 && solids > 1000);
	// Queries of a mesh by its number ignore solids.
	kiln_ray ray = {.origin = {1.2f, 1.3f, 9}, .direction = {0, 0, -1}};
	assert_true(kiln_mesh_ray_closest(asset, 0, &ray).hit);
	assert_int_equal(kiln_mesh_ray_closest(asset, 0, &ray).shape, 0);
	assert_int_equal(kiln_mesh_ray_closest(asset, 0, &ray).face, KILN_NONE);
	assert_false(kiln_mesh_ray_closest(asset, 2, &ray).hit);
	compound_free(&c);
}

static void an_asset_without_meshes_answers(void **state)
{
	(void)state;
	uint64_t random = 4;
	compound c;
	compound_make(&c, &random, &(compound_plan){.boxes = 1});
	const kiln_asset *asset = &c.cooked.asset;
	kiln_vec3 corners[3];
	kiln_ray ray = {.direction = {0, 0, 1}};
	kiln_point_query query = {.max_distance = 0};
	assert_int_equal(asset->mesh_count, 0);
	assert_false(kiln_mesh_ray_closest(asset, 0, &ray).hit || kiln_mesh_ray_any(asset, 0, &ray));
	assert_false(kiln_mesh_closest_point(asset, 0, &query).found);
	assert_false(kiln_triangle_corners(asset, 0, 0, corners));
	assert_int_equal(kiln_triangle_mesh(asset, 0, NULL), KILN_NONE);
	assert_int_equal(kiln_mesh_point_inside(asset, 0, query.point), KILN_INSIDE_NO);
	compound_free(&c);
}

// --- Closest points ---------------------------------------------------------------------------------------------------

/// Checks the distance from one solid by its definition: the point lies on it, and all of it lies behind the plane
/// through the point.
static void check_closest(
	const compound *c, const kiln_point_query *query, const kiln_closest *answer, uint64_t *random)
{
	const kiln_asset *asset = &c->cooked.asset;
	const convex_case *body = &c->bodies[answer->node];
	kiln_d3 p = kiln_d3_from(query->point), at = kiln_d3_from(answer->point);
	kiln_d3 way = kiln_d3_sub(at, p);
	assert_true(fabs(sqrt(kiln_d3_length2(way)) - (double)answer->distance) <= 3e-6);
	assert_int_equal(answer->shape, asset->nodes[answer->node].shape);
	assert_int_equal(answer->material, asset->shapes[answer->shape].material);
	assert_int_equal(answer->tag, asset->nodes[answer->node].tag);
	assert_true(answer->mesh == KILN_NONE && answer->triangle == KILN_NONE && answer->source_face == KILN_NONE);
	if (answer->distance == 0)
	{
		assert_true(convex_case_depth(body, p) > -1e-6);
		assert_memory_equal(&answer->point, &query->point, sizeof answer->point);
		return;
	}
	assert_true(fabs(convex_case_depth(body, at)) < 3e-6);
	for (int i = 0; i < 30; ++i)
	{
		kiln_d3 q = kiln_d3_sub(convex_case_point(body, random), at);
		assert_true(kiln_d3_dot(q, way) >= -1e-5 * (double)answer->distance);
	}
	// And no other solid is nearer.
	for (uint32_t node = 0; node < asset->node_count; ++node)
		for (int i = 0; i < 10; ++i)
		{
			kiln_d3 q = kiln_d3_sub(convex_case_point(&c->bodies[node], random), p);
			assert_true(sqrt(kiln_d3_length2(q)) >= (double)answer->distance - 1e-5);
		}
}

static void closest_points_are_on_the_nearest_solid(void **state)
{
	(void)state;
	uint64_t random = 6;
	uint32_t inside = 0;
	for (int n = 0; n < 5; ++n)
	{
		compound c;
		compound_make(&c, &random, &every_kind);
		const kiln_asset *asset = &c.cooked.asset;
		for (int i = 0; i < 80; ++i)
		{
			kiln_point_query query = {.point = oracle_vector(&random, 5)};
			kiln_closest answer = kiln_scene_closest_point(asset, &query);
			kiln_closest scalar = kiln_scene_closest_point(&c.scalar, &query), batch;
			assert_true(answer.found);
			check_closest(&c, &query, &answer, &random);
			assert_memory_equal(&answer.distance, &scalar.distance, sizeof answer.distance);
			assert_memory_equal(&answer.point, &scalar.point, sizeof answer.point);
			assert_int_equal(answer.node, scalar.node);
			kiln_scene_closest_point_batch(asset, &query, 1, &batch);
			assert_int_equal(batch.node, answer.node);
			if (answer.distance == 0)
			{
				++inside;
				// Of several equally near solids, the one with the lowest node.
				for (uint32_t node = 0; node < answer.node; ++node)
					assert_true(convex_case_depth(&c.bodies[node], kiln_d3_from(query.point)) < 1e-6);
				continue;
			}
			query.max_distance = answer.distance;
			assert_true(kiln_scene_closest_point(asset, &query).found);
			query.max_distance = nextafterf(answer.distance, 0);
			assert_false(kiln_scene_closest_point(asset, &query).found);
		}
		kiln_point_query odd = {.point = {NAN, 0, 0}};
		assert_false(kiln_scene_closest_point(asset, &odd).found);
		odd.point.x = 2e12f;
		assert_false(kiln_scene_closest_point(asset, &odd).found);
		compound_free(&c);
	}
	assert_true(inside > 5);
}

static void closest_points_of_an_ellipsoid_are_where_its_normal_says(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	const double stretch[12] = {50, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.02, 0};
	uint64_t random = 9;
	compound c;
	compound_of_primitive(&c, &ball, stretch);
	for (int i = 0; i < 2000; ++i)
	{
		// From a point of the surface straight outwards: that point is the closest.
		kiln_d3 u = kiln_d3_from(oracle_vector(&random, 1));
		u = kiln_d3_scale(u, 1 / sqrt(kiln_d3_length2(u)));
		kiln_d3 foot = {u.x * 50, u.y, u.z * 0.02}, normal = {u.x / 50, u.y, u.z / 0.02};
		normal = kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
		double distance = 30 * fabs(oracle_signed(&random));
		kiln_vec3 from = kiln_d3_to(kiln_d3_along(foot, distance, normal));
		kiln_closest answer = kiln_scene_closest_point(&c.cooked.asset, &(kiln_point_query){.point = from});
		assert_true(answer.found && fabs((double)answer.distance - distance) < 1e-5);
	}
	compound_free(&c);
}

// --- Inside -----------------------------------------------------------------------------------------------------------

static void a_point_is_inside_when_any_solid_has_it(void **state)
{
	(void)state;
	uint64_t random = 7;
	uint32_t counts[3] = {0, 0, 0};
	compound c;
	compound_make(&c, &random, &every_kind);
	for (int i = 0; i < 4000; ++i)
	{
		kiln_vec3 point = oracle_vector(&random, 4);
		double depth = -HUGE_VAL;
		for (uint32_t node = 0; node < c.cooked.asset.node_count; ++node)
			depth = fmax(depth, convex_case_depth(&c.bodies[node], kiln_d3_from(point)));
		kiln_inside inside = kiln_scene_point_inside(&c.cooked.asset, point), batch;
		assert_int_equal(inside, kiln_scene_point_inside(&c.scalar, point));
		kiln_scene_point_inside_batch(&c.cooked.asset, &point, 1, &batch);
		assert_int_equal(batch, inside);
		if (fabs(depth) > 1e-5)
			assert_int_equal(inside, depth > 0 ? KILN_INSIDE_YES : KILN_INSIDE_NO);
		++counts[inside];
	}
	assert_true(counts[KILN_INSIDE_YES] > 100 && counts[KILN_INSIDE_NO] > 1000);
	assert_int_equal(counts[KILN_INSIDE_UNKNOWN], 0);
	assert_int_equal(kiln_scene_point_inside(&c.cooked.asset, (kiln_vec3){NAN, 0, 0}), KILN_INSIDE_NO);
	compound_free(&c);
	// Surfaces belong to solids.
	const kilncook_primitive box = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {1, 0, 0, 1, 2, 3, 0, 0, 0, 1}};
	compound_of_primitive(&c, &box, NULL);
	assert_int_equal(kiln_scene_point_inside(&c.cooked.asset, (kiln_vec3){2, 2, 3}), KILN_INSIDE_YES);
	assert_int_equal(kiln_scene_point_inside(&c.cooked.asset, (kiln_vec3){0, -2, 1}), KILN_INSIDE_YES);
	assert_int_equal(kiln_scene_point_inside(&c.cooked.asset, (kiln_vec3){2, 2, nextafterf(3, 4)}), KILN_INSIDE_NO);
	compound_free(&c);
}

static void an_open_mesh_beside_a_solid_leaves_doubt_outside_only(void **state)
{
	(void)state;
	uint64_t random = 12;
	uint32_t counts[3] = {0, 0, 0};
	compound c;
	compound_make(&c, &random, &(compound_plan){.boxes = 4, .grounds = 1, .copies = 2, .spread = 1});
	const kiln_asset *asset = &c.cooked.asset;
	for (int i = 0; i < 3000; ++i)
	{
		kiln_vec3 point = oracle_vector(&random, 3);
		bool in_solid = false, on_edge = false, near_ground = false;
		for (uint32_t node = 0; node < asset->node_count; ++node)
		{
			const kiln_format_node *at = &asset->nodes[node];
			if (at->mesh != KILN_NONE)
			{
				near_ground |= point.x >= at->bounds_min[0] && point.x <= at->bounds_max[0] &&
							   point.y >= at->bounds_min[1] && point.y <= at->bounds_max[1] &&
							   point.z >= at->bounds_min[2] && point.z <= at->bounds_max[2];
				continue;
			}
			double depth = convex_case_depth(&c.bodies[node], kiln_d3_from(point));
			in_solid |= depth > 0;
			on_edge |= fabs(depth) < 1e-5;
		}
		kiln_inside inside = kiln_scene_point_inside(asset, point);
		++counts[inside];
		if (!on_edge)
			assert_int_equal(inside, in_solid ? KILN_INSIDE_YES : near_ground ? KILN_INSIDE_UNKNOWN : KILN_INSIDE_NO);
	}
	assert_true(counts[KILN_INSIDE_NO] > 50 && counts[KILN_INSIDE_YES] > 20 && counts[KILN_INSIDE_UNKNOWN] > 50);
	compound_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_meet_every_solid_where_they_enter_and_leave_it),
		cmocka_unit_test(a_ray_that_starts_inside_meets_the_way_out_from_behind),
		cmocka_unit_test(rays_without_sense_meet_nothing),
		cmocka_unit_test(very_long_and_very_short_directions_and_far_origins_are_no_matter),
		cmocka_unit_test(meshes_answer_beside_solids_what_they_answer_alone),
		cmocka_unit_test(an_asset_without_meshes_answers),
		cmocka_unit_test(closest_points_are_on_the_nearest_solid),
		cmocka_unit_test(closest_points_of_an_ellipsoid_are_where_its_normal_says),
		cmocka_unit_test(a_point_is_inside_when_any_solid_has_it),
		cmocka_unit_test(an_open_mesh_beside_a_solid_leaves_doubt_outside_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
