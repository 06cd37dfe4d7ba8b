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

/// Shapes that touch compounds, at rest and in motion.

static uint32_t overlap_of(const kiln_asset *asset, const oracle_any *shape, kiln_overlap *found, uint32_t capacity)
{
	if (shape->kind == KILN_SOLID_SPHERE)
		return kiln_scene_overlap_sphere(asset, &shape->sphere, found, capacity);
	if (shape->kind == KILN_SOLID_BOX)
		return kiln_scene_overlap_box(asset, &shape->box, found, capacity);
	return kiln_scene_overlap_capsule(asset, &shape->capsule, found, capacity);
}

static kiln_hit cast_of(const kiln_asset *asset, const oracle_any *shape, const kiln_motion *motion)
{
	if (shape->kind == KILN_SOLID_SPHERE)
		return kiln_scene_cast_sphere(asset, &shape->sphere, motion);
	if (shape->kind == KILN_SOLID_BOX)
		return kiln_scene_cast_box(asset, &shape->box, motion);
	return kiln_scene_cast_capsule(asset, &shape->capsule, motion);
}

static kiln_vec3 moved(kiln_vec3 p, kiln_d3 by)
{
	return kiln_d3_to(kiln_d3_add(kiln_d3_from(p), by));
}

static oracle_any moved_shape(const oracle_any *shape, kiln_d3 by)
{
	oracle_any out = *shape;
	out.sphere.center = moved(out.sphere.center, by);
	out.box.center = moved(out.box.center, by);
	out.capsule.a = moved(out.capsule.a, by);
	out.capsule.b = moved(out.capsule.b, by);
	return out;
}

/// Returns the point of a shape that is closest to another point.
static kiln_d3 project(const kiln_solid *solid, kiln_d3 p)
{
	kiln_d3 v = kiln_d3_sub(p, solid->center), at = solid->center;
	if (solid->kind == KILN_SOLID_BOX)
	{
		const double half[3] = {solid->half.x, solid->half.y, solid->half.z};
		for (int i = 0; i < 3; ++i)
			at = kiln_d3_along(at, fmax(-half[i], fmin(half[i], kiln_d3_dot(v, solid->side[i]))), solid->side[i]);
		return at;
	}
	double length2 = kiln_d3_length2(solid->axis);
	if (length2 > 0)
		at = kiln_d3_along(at, fmax(-1, fmin(1, kiln_d3_dot(v, solid->axis) / length2)), solid->axis);
	v = kiln_d3_sub(p, at);
	double distance = sqrt(kiln_d3_length2(v));
	return distance <= solid->radius ? p : kiln_d3_along(at, solid->radius / distance, v);
}

/// Computes the distance of a shape from an asset of one solid by alternating projections (Cheney and Goldstein 1959),
/// with the asset's closest point, which other tests verify.
static double to_and_fro(const kiln_asset *asset, const kiln_solid *solid)
{
	kiln_d3 p = solid->center;
	double distance = HUGE_VAL;
	for (int i = 0; i < 500; ++i)
	{
		kiln_closest answer = kiln_scene_closest_point(asset, &(kiln_point_query){.point = kiln_d3_to(p)});
		assert_true(answer.found);
		double before = distance;
		distance = (double)answer.distance;
		if (distance == 0 || (i > 20 && before - distance < 1e-7))
			break;
		p = project(solid, kiln_d3_from(answer.point));
		kiln_d3 way = kiln_d3_sub(p, kiln_d3_from(answer.point));
		distance = sqrt(kiln_d3_length2(way));
		if (distance == 0)
			break;
	}
	return distance;
}

static void one_solid(compound *c, uint64_t *random, int kind, int map)
{
	double m[12];
	convex_case_matrix(random, (convex_map)map, m);
	if (kind == KILN_SHAPE_HULL)
	{
		compound_of_points(c, fixture_random(random), 4, KILNCOOK_SHAPE_HULL, m, 1);
		return;
	}
	static const kilncook_shape shapes[KILN_SHAPE_KIND_END] = {[KILN_SHAPE_SPHERE] = KILNCOOK_SHAPE_SPHERE,
		[KILN_SHAPE_CAPSULE] = KILNCOOK_SHAPE_CAPSULE,
		[KILN_SHAPE_BOX] = KILNCOOK_SHAPE_BOX,
		[KILN_SHAPE_CYLINDER] = KILNCOOK_SHAPE_CYLINDER};
	kilncook_primitive primitive = {.shape = shapes[kind]};
	convex_case_parameters(random, (kiln_shape_kind)kind, 1, primitive.parameters);
	compound_of_primitive(c, &primitive, m);
}

static void a_shape_overlaps_what_it_shares_a_point_with(void **state)
{
	(void)state;
	uint64_t random = 1;
	uint32_t counts[2] = {0, 0};
	for (int n = 0; n < 5 * CONVEX_MAPS; ++n)
	{
		compound c;
		one_solid(&c, &random, 1 + n % 5, n / 5);
		const kiln_asset *asset = &c.cooked.asset;
		for (int i = 0; i < 30; ++i)
		{
			oracle_any shape = oracle_shape(&random, oracle_vector(&random, 2), 0.8, 8);
			kiln_solid solid;
			assert_true(oracle_solid(&shape, &solid));
			kiln_overlap found[4];
			uint32_t count = overlap_of(asset, &shape, found, 4);
			assert_int_equal(count, overlap_of(&c.scalar, &shape, NULL, 0));
			assert_in_range(count, 0, 1);
			double distance = to_and_fro(asset, &solid);
			if (count)
				assert_true(distance < 2e-2 && found[0].triangle == KILN_NONE);
			else
				assert_true(distance > 0);
			// A sample of one inside the other proves overlap.
			for (uint32_t node = 0; node < asset->node_count && !count; ++node)
				for (int k = 0; k < 40; ++k)
				{
					kiln_d3 p = convex_case_point(&c.bodies[node], &random);
					assert_true(kiln_d3_length2(kiln_d3_sub(project(&solid, p), p)) > 0 ||
								convex_case_depth(&c.bodies[node], p) < 1e-6);
				}
			++counts[count];
		}
		compound_free(&c);
	}
	assert_true(counts[0] > 200 && counts[1] > 40);
}

static void touching_is_overlap_and_a_hair_apart_is_not(void **state)
{
	(void)state;
	const kilncook_primitive box = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	compound c;
	compound_of_primitive(&c, &box, NULL);
	const kiln_asset *asset = &c.cooked.asset;
	kiln_sphere ball = {{3, 0.25f, 0.5f}, 2};
	kiln_box cube = {{2, 2, 2}, {1, 1, 1}, {0, 0, 0, 0}};
	kiln_capsule pill = {{1.5f, -3, 0}, {1.5f, 3, 0}, 0.5f};
	assert_int_equal(kiln_scene_overlap_sphere(asset, &ball, NULL, 0), 1);
	assert_int_equal(kiln_scene_overlap_box(asset, &cube, NULL, 0), 1);
	assert_int_equal(kiln_scene_overlap_capsule(asset, &pill, NULL, 0), 1);
	ball.center.x = nextafterf(3, 4);
	cube.center.z = nextafterf(2, 3);
	pill.radius = nextafterf(0.5f, 0);
	assert_int_equal(kiln_scene_overlap_sphere(asset, &ball, NULL, 0), 0);
	assert_int_equal(kiln_scene_overlap_box(asset, &cube, NULL, 0), 0);
	assert_int_equal(kiln_scene_overlap_capsule(asset, &pill, NULL, 0), 0);
	// Either inside the other.
	ball = (kiln_sphere){{0.1f, 0, 0}, 0.01f};
	cube.half_extents = (kiln_vec3){50, 50, 50};
	assert_int_equal(kiln_scene_overlap_sphere(asset, &ball, NULL, 0), 1);
	assert_int_equal(kiln_scene_overlap_box(asset, &cube, NULL, 0), 1);
	ball.radius = -1;
	assert_int_equal(kiln_scene_overlap_sphere(asset, &ball, NULL, 0), 0);
	ball = (kiln_sphere){{NAN, 0, 0}, 1};
	assert_int_equal(kiln_scene_overlap_sphere(asset, &ball, NULL, 0), 0);
	compound_free(&c);
}

static void overlaps_of_a_mixed_compound_are_sorted_and_complete(void **state)
{
	(void)state;
	uint64_t random = 2;
	uint32_t triangles = 0, solids = 0;
	compound c;
	compound_make(&c, &random,
		&(compound_plan){.spheres = 2,
			.capsules = 2,
			.boxes = 2,
			.cylinders = 1,
			.hulls = 2,
			.grounds = 1,
			.copies = 3,
			.spread = 3});
	const kiln_asset *asset = &c.cooked.asset;
	for (int n = 0; n < 600; ++n)
	{
		oracle_any shape = oracle_shape(&random, oracle_vector(&random, 4), 1, 8);
		kiln_solid solid;
		assert_true(oracle_solid(&shape, &solid));
		kiln_overlap found[200], few[2];
		uint32_t count = overlap_of(asset, &shape, found, 200), at = 0;
		assert_in_range(count, 0, 200);
		assert_int_equal(overlap_of(asset, &shape, few, 2), count);
		for (uint32_t i = 0; i < count; ++i)
		{
			bool solid_node = asset->nodes[found[i].node].mesh == KILN_NONE;
			assert_int_equal(solid_node, found[i].triangle == KILN_NONE);
			triangles += !solid_node;
			solids += solid_node;
			if (i > 0)
				assert_true(found[i - 1].node < found[i].node ||
							(found[i - 1].node == found[i].node && found[i - 1].triangle < found[i].triangle));
		}
		// Each solid that contains a point of the shape must be listed.
		for (uint32_t node = 0; node < asset->node_count; ++node)
		{
			while (at < count && found[at].node < node)
				++at;
			bool listed = at < count && found[at].node == node;
			if (asset->nodes[node].mesh != KILN_NONE || listed)
				continue;
			for (int k = 0; k < 20; ++k)
			{
				kiln_d3 p = convex_case_point(&c.bodies[node], &random);
				assert_true(kiln_d3_length2(kiln_d3_sub(project(&solid, p), p)) > 0 ||
							convex_case_depth(&c.bodies[node], p) < 1e-6);
			}
			assert_true(convex_case_depth(&c.bodies[node], solid.center) < 1e-6);
		}
	}
	assert_true(triangles > 50 && solids > 200);
	compound_free(&c);
}

// --- Casts ------------------------------------------------------------------------------------------------------------

static bool touches_at(const kiln_asset *asset, const oracle_any *shape, kiln_d3 direction, double t)
{
	oracle_any there = moved_shape(shape, kiln_d3_scale(direction, t));
	return overlap_of(asset, &there, NULL, 0) > 0;
}

/// Finds the first time of overlap by testing many times and halving; negative when none was found.
static double bisect(const kiln_asset *asset, const oracle_any *shape, kiln_d3 direction)
{
	const int steps = 150;
	if (touches_at(asset, shape, direction, 0))
		return 0;
	for (int i = 1; i <= steps; ++i)
	{
		double low = (double)(i - 1) / steps, high = (double)i / steps;
		if (!touches_at(asset, shape, direction, high))
			continue;
		for (int k = 0; k < 26; ++k)
		{
			double middle = (low + high) / 2;
			if (touches_at(asset, shape, direction, middle))
				high = middle;
			else
				low = middle;
		}
		return high;
	}
	return -1;
}

static void check_hit(
	const compound *c, const oracle_any *shape, const kiln_motion *motion, const kiln_hit *hit, uint64_t *random)
{
	const kiln_asset *asset = &c->cooked.asset;
	const convex_case *body = &c->bodies[hit->node];
	const kiln_format_node *node = &asset->nodes[hit->node];
	kiln_d3 normal = kiln_d3_from(hit->normal), at = kiln_d3_from(hit->point);
	kiln_d3 direction = kiln_d3_from(motion->direction);
	kiln_solid solid;
	assert_true(oracle_solid(shape, &solid));
	assert_true(fabs(kiln_d3_length2(normal) - 1) < 1e-6);
	if (node->mesh != KILN_NONE)
		return;
	assert_true(hit->triangle == KILN_NONE && hit->mesh == KILN_NONE && hit->face == KILN_NONE);
	assert_true(hit->shape == node->shape && hit->tag == node->tag);
	assert_int_equal(hit->material, asset->shapes[node->shape].material);
	double middle = convex_case_depth(body, solid.center);
	if (fabs(middle) > 1e-5)
		assert_int_equal(hit->back, middle > 0);
	if (hit->t == 0)
		return;
	// The point is on the solid and on the shape, and the plane of contact separates them.
	assert_true(fabs(convex_case_depth(body, at)) < 2e-5);
	kiln_d3 back = kiln_d3_along(at, -(double)hit->t, direction);
	assert_true(sqrt(kiln_d3_length2(kiln_d3_sub(project(&solid, back), back))) < 3e-5);
	assert_true(kiln_d3_dot(normal, direction) <= 1e-4 * sqrt(kiln_d3_length2(direction)));
	for (int i = 0; i < 30; ++i)
	{
		kiln_d3 p = kiln_d3_sub(convex_case_point(body, random), at);
		assert_true(kiln_d3_dot(p, normal) < 5e-5);
		kiln_d3 q = kiln_d3_along(kiln_d3_from(oracle_vector(random, 3)), 1, solid.center);
		q = kiln_d3_sub(project(&solid, q), back);
		assert_true(kiln_d3_dot(q, normal) > -5e-5);
	}
}

static void casts_end_where_overlap_begins(void **state)
{
	(void)state;
	uint64_t random = 3;
	uint32_t met = 0, missed = 0, started = 0;
	for (int n = 0; n < 5 * CONVEX_MAPS; ++n)
	{
		compound c;
		one_solid(&c, &random, 1 + n % 5, n / 5);
		const kiln_asset *asset = &c.cooked.asset;
		for (int i = 0; i < 24; ++i)
		{
			oracle_any shape = oracle_shape(&random, oracle_vector(&random, i % 6 ? 5 : 1.5), 0.6, 6);
			kiln_solid solid;
			assert_true(oracle_solid(&shape, &solid));
			kiln_vec3 target = oracle_vector(&random, 1.2);
			kiln_d3 direction = kiln_d3_sub(kiln_d3_from(target), solid.center);
			kiln_motion motion = {.direction = kiln_d3_to(direction), .t_max = 1};
			kiln_hit hit = cast_of(asset, &shape, &motion), scalar = cast_of(&c.scalar, &shape, &motion);
			assert_memory_equal(&hit.t, &scalar.t, sizeof hit.t);
			assert_memory_equal(&hit.normal, &scalar.normal, sizeof hit.normal);
			double expected = bisect(asset, &shape, direction), slack = 5e-6;
			if (expected >= 0)
				assert_true(hit.hit && (double)hit.t <= expected + slack);
			if (hit.hit)
			{
				// Contact exists at that time: slightly later, or slightly enlarged, they overlap.
				oracle_any grown = moved_shape(&shape, kiln_d3_scale(direction, (double)hit.t));
				grown.sphere.radius += 2e-5f;
				grown.capsule.radius += 2e-5f;
				grown.box.half_extents = moved(grown.box.half_extents, (kiln_d3){2e-5, 2e-5, 2e-5});
				assert_int_equal(overlap_of(asset, &grown, NULL, 0), 1);
				check_hit(&c, &shape, &motion, &hit, &random);
			}
			missed += !hit.hit;
			met += hit.hit && hit.t > 0;
			started += hit.hit && hit.t == 0;
		}
		compound_free(&c);
	}
	assert_true(met > 150 && missed > 50 && started > 10);
}

static void casts_of_a_mixed_compound_give_the_first_of_all(void **state)
{
	(void)state;
	uint64_t random = 4;
	uint32_t on_mesh = 0, on_solid = 0;
	compound c;
	compound_make(&c, &random,
		&(compound_plan){.spheres = 2,
			.capsules = 1,
			.boxes = 2,
			.cylinders = 2,
			.hulls = 2,
			.grounds = 1,
			.copies = 2,
			.spread = 4});
	const kiln_asset *asset = &c.cooked.asset;
	for (int n = 0; n < 300; ++n)
	{
		oracle_any shape = oracle_shape(&random, oracle_vector(&random, 8), 0.5, 8);
		kiln_solid solid;
		assert_true(oracle_solid(&shape, &solid));
		kiln_vec3 target = oracle_vector(&random, 4);
		kiln_d3 direction = kiln_d3_sub(kiln_d3_from(target), solid.center);
		kiln_motion motion = {.direction = kiln_d3_to(direction), .t_max = 1};
		kiln_hit hit = cast_of(asset, &shape, &motion), batch;
		double expected = bisect(asset, &shape, direction);
		if (expected >= 0)
			assert_true(hit.hit && (double)hit.t <= expected + 1e-5);
		if (hit.hit)
		{
			check_hit(&c, &shape, &motion, &hit, &random);
			on_mesh += hit.mesh != KILN_NONE;
			on_solid += hit.mesh == KILN_NONE;
		}
		if (shape.kind == KILN_SOLID_BOX)
		{
			kiln_scene_cast_box_batch(asset, &shape.box, &motion, 1, &batch);
			assert_true(batch.hit == hit.hit && batch.t == hit.t && batch.node == hit.node);
		}
	}
	assert_true(on_mesh > 15 && on_solid > 100);
	compound_free(&c);
}

static void a_cast_that_starts_in_a_solid_answers_the_nearest_way_out(void **state)
{
	(void)state;
	const kiln_motion along = {.direction = {1, 0, 0}}, still = {.direction = {0, 0, 0}};
	const kilncook_primitive primitives[] = {
		{.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 2, 3, 0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}},
		{.shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {0, 0, -2, 0, 0, 2, 1}},
		{.shape = KILNCOOK_SHAPE_CYLINDER, .parameters = {0, 0, -2, 0, 0, 2, 1}},
	};
	for (int i = 0; i < 4; ++i)
	{
		compound c;
		compound_of_primitive(&c, &primitives[i], NULL);
		const kiln_asset *asset = &c.cooked.asset;
		kiln_sphere ball = {{0, -0.75f, 0}, 0.125f};
		if (i == 0)
			ball.center.y = -1.75f;
		kiln_hit hit = kiln_scene_cast_sphere(asset, &ball, &along);
		assert_true(hit.hit && hit.t == 0 && hit.back && hit.normal.y == -1 && hit.normal.x == 0);
		assert_true(hit.point.y == (i == 0 ? -2 : -1) && hit.point.x == 0);
		kiln_hit again = kiln_scene_cast_sphere(asset, &ball, &still);
		assert_true(again.hit && again.t == 0 && again.normal.y == -1);
		// At the center, any direction is valid.
		ball.center = (kiln_vec3){0, 0, 0};
		hit = kiln_scene_cast_sphere(asset, &ball, &along);
		assert_true(
			hit.hit && hit.t == 0 && fabsf(kiln_d3_length2(kiln_d3_from(hit.normal)) > 0.999999 ? 0 : 1.0f) == 0);
		// Overlapping from outside: from the closest point to the center.
		ball = (kiln_sphere){{0, -4, 0}, 3.5f};
		hit = kiln_scene_cast_sphere(asset, &ball, &along);
		assert_true(hit.hit && hit.t == 0 && !hit.back && fabsf(hit.normal.y + 1) < 1e-6f);
		ball = (kiln_sphere){{0, -40, 0}, 3.5f};
		assert_false(kiln_scene_cast_sphere(asset, &ball, &still).hit);
		if (i == 3)
		{
			ball = (kiln_sphere){{0.25f, 0, 1.875f}, 0.125f};
			hit = kiln_scene_cast_sphere(asset, &ball, &along);
			assert_true(hit.hit && hit.t == 0 && hit.normal.z == 1 && hit.point.z == 2);
		}
		compound_free(&c);
	}
}

static void nothing_passes_through_thin_solids(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int n = 0; n < 8; ++n)
	{
		const kilncook_primitive sheet = {.shape = n % 2 ? KILNCOOK_SHAPE_CYLINDER : KILNCOOK_SHAPE_BOX,
			.parameters = {
				0, 0, n % 2 ? -1e-6f : 0, n % 2 ? 0 : 5, n % 2 ? 0 : 5, 1e-6f, n % 2 ? 5 : 0, 0, 0, n % 2 ? 0 : 1}};
		double m[12];
		compound c;
		convex_case_matrix(&random, (convex_map)(n / 2), m);
		compound_of_primitive(&c, &sheet, m);
		for (int i = 0; i < 200; ++i)
		{
			// From one side to the other, through the middle.
			kiln_vec3 from = oracle_vector(&random, 1), to = oracle_vector(&random, 1);
			from.z = (float)(0.5 + fabs((double)from.z)) * (i % 2 ? 1000 : 1);
			to.z = -(float)(0.5 + fabs((double)to.z));
			kiln_d3 a = kiln_d3_from(from), b = kiln_d3_from(to);
			kiln_place place = kilni_place_of(&c.cooked.asset.nodes[0]);
			a = kiln_place_point(&place, a);
			b = kiln_place_point(&place, b);
			oracle_any shape = oracle_shape(&random, kiln_d3_to(a), 1e-3, 2);
			kiln_motion motion = {.direction = kiln_d3_to(kiln_d3_sub(b, a))};
			assert_true(cast_of(&c.cooked.asset, &shape, &motion).hit);
		}
		compound_free(&c);
	}
}

static void motions_without_sense_meet_nothing(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	compound c;
	compound_of_primitive(&c, &ball, NULL);
	const kiln_asset *asset = &c.cooked.asset;
	const kiln_sphere good = {{-5, 0, 0}, 1};
	kiln_motion motion = {.direction = {1, 0, 0}};
	kiln_hit hit = kiln_scene_cast_sphere(asset, &good, &motion);
	assert_true(hit.hit && fabsf(hit.t - 3) < 1e-6f && hit.normal.x == -1 && fabsf(hit.point.x + 1) < 1e-6f);
	motion.t_max = 3;
	assert_true(kiln_scene_cast_sphere(asset, &good, &motion).hit);
	motion.t_max = 2.9999f;
	assert_false(kiln_scene_cast_sphere(asset, &good, &motion).hit);
	motion.t_max = NAN;
	assert_false(kiln_scene_cast_sphere(asset, &good, &motion).hit);
	motion = (kiln_motion){.direction = {NAN, 0, 0}};
	assert_false(kiln_scene_cast_sphere(asset, &good, &motion).hit);
	motion = (kiln_motion){.direction = {-1, 0, 0}};
	assert_false(kiln_scene_cast_sphere(asset, &good, &motion).hit);
	motion = (kiln_motion){.direction = {1, 0, 0}};
	assert_false(kiln_scene_cast_sphere(asset, &(kiln_sphere){{-5, 0, 0}, -1}, &motion).hit);
	for (int e = -120; e <= 120; e += 20)
	{
		motion.direction.x = ldexpf(1, e);
		hit = kiln_scene_cast_sphere(asset, &good, &motion);
		assert_true(hit.hit && fabs(ldexp((double)hit.t, e) - 3) < 1e-6);
	}
	motion.direction.x = 1;
	for (int e = 3; e < 39; ++e)
	{
		hit = kiln_scene_cast_sphere(asset, &(kiln_sphere){{-ldexpf(1, e), 0.5f, 0}, 1}, &motion);
		double expected = ldexp(1, e) - sqrt(4 - 0.25);
		assert_true(hit.hit && fabs((double)hit.t - expected) <= 1e-7 * expected);
	}
	compound_free(&c);
}

static void a_hull_and_its_triangles_stop_a_shape_alike(void **state)
{
	(void)state;
	uint64_t random = 6;
	uint32_t met = 0;
	for (int n = 0; n < 10; ++n)
	{
		double m[12];
		compound hull, mesh;
		convex_case_matrix(&random, (convex_map)(n % CONVEX_MAPS), m);
		compound_of_points(&hull, 177 + (uint64_t)n, 4, KILNCOOK_SHAPE_HULL, m, 1);
		compound_of_points(&mesh, 177 + (uint64_t)n, 4, KILNCOOK_SHAPE_MESH, m, 1);
		kiln_d3 middle = {m[3], m[7], m[11]};
		for (int i = 0; i < 100; ++i)
		{
			kiln_d3 from = kiln_d3_along(middle, 6, kiln_d3_from(oracle_vector(&random, 1)));
			kiln_d3 to = kiln_d3_along(middle, 1, kiln_d3_from(oracle_vector(&random, 1)));
			oracle_any shape = oracle_shape(&random, kiln_d3_to(from), 0.5, 6);
			kiln_motion motion = {.direction = kiln_d3_to(kiln_d3_sub(to, from)), .t_max = 1};
			kiln_hit a = cast_of(&hull.cooked.asset, &shape, &motion);
			kiln_hit b = cast_of(&mesh.cooked.asset, &shape, &motion);
			if (a.hit && b.hit && b.t > 0)
			{
				++met;
				assert_true(fabsf(a.t - b.t) <= 2e-5f);
			}
			else if (a.hit != b.hit)
			{
				// Only where they graze, or where the mesh's inside is empty.
				kiln_d3 d = kiln_d3_from(motion.direction);
				oracle_any at = moved_shape(&shape, kiln_d3_scale(d, (double)(a.hit ? a.t : b.t)));
				at.sphere.radius += 1e-4f;
				at.capsule.radius += 1e-4f;
				at.box.half_extents = moved(at.box.half_extents, (kiln_d3){1e-4, 1e-4, 1e-4});
				assert_true(overlap_of(&hull.cooked.asset, &at, NULL, 0) > 0);
			}
		}
		compound_free(&hull);
		compound_free(&mesh);
	}
	assert_true(met > 300);
}

static void a_sphere_answers_like_its_triangles_to_their_error(void **state)
{
	(void)state;
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	const double egg[12] = {2, 0.3, 0, 1, 0, 1, 0.2, 2, 0.1, 0, 0.5, 3};
	uint64_t random = 7;
	fixture_mesh sphere = fixture_sphere(64, 128, 1);
	fixture_blob blob;
	const fixture_node node = {.mesh = 0, .placed = true, .to_asset = {2, 0.3, 0, 1, 0, 1, 0.2, 2, 0.1, 0, 0.5, 3}};
	kiln_asset mesh;
	compound c;
	assert_true(fixture_blob_make(&blob, &sphere, 1, &node, 1));
	assert_int_equal(kiln_open(&mesh, blob.data, blob.size, NULL).status, KILN_OK);
	compound_of_primitive(&c, &ball, egg);
	// Facets lie below the sphere by 1 - cos(half their angle), at most 0.0015 here, scaled by 2.1 at most.
	const float error = 4e-3f;
	for (int i = 0; i < 300; ++i)
	{
		kiln_d3 from = kiln_d3_along((kiln_d3){1, 2, 3}, 5, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_point_query query = {.point = kiln_d3_to(from)};
		kiln_closest p = kiln_scene_closest_point(&c.cooked.asset, &query), q = kiln_scene_closest_point(&mesh, &query);
		if (p.distance > 0)
			assert_true(p.distance <= q.distance + 1e-5f && q.distance <= p.distance + error);
		oracle_any shape = oracle_shape(&random, query.point, 0.3, 6);
		kiln_d3 to = kiln_d3_along((kiln_d3){1, 2, 3}, 0.3, kiln_d3_from(oracle_vector(&random, 1)));
		kiln_motion motion = {.direction = kiln_d3_to(kiln_d3_sub(to, from))};
		kiln_hit a = cast_of(&c.cooked.asset, &shape, &motion), b = cast_of(&mesh, &shape, &motion);
		assert_true(a.hit && b.hit);
		if (p.distance > 1)
			assert_true(a.t <= b.t + 1e-5f && b.t <= a.t + 6 * error);
	}
	compound_free(&c);
	fixture_blob_free(&blob);
	fixture_mesh_free(&sphere);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_shape_overlaps_what_it_shares_a_point_with),
		cmocka_unit_test(touching_is_overlap_and_a_hair_apart_is_not),
		cmocka_unit_test(overlaps_of_a_mixed_compound_are_sorted_and_complete),
		cmocka_unit_test(casts_end_where_overlap_begins),
		cmocka_unit_test(casts_of_a_mixed_compound_give_the_first_of_all),
		cmocka_unit_test(a_cast_that_starts_in_a_solid_answers_the_nearest_way_out),
		cmocka_unit_test(nothing_passes_through_thin_solids),
		cmocka_unit_test(motions_without_sense_meet_nothing),
		cmocka_unit_test(a_hull_and_its_triangles_stop_a_shape_alike),
		cmocka_unit_test(a_sphere_answers_like_its_triangles_to_their_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
