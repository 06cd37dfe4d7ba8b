// SPDX-License-Identifier: MIT

/// Worlds at the limits of their range: small and distant members, large members, and members out of range.

#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Applies the inverse of a rotation to a vector.
static kiln_d3 turned_back(kiln_quat rotation, kiln_d3 v)
{
	const kiln_pose turn = {.rotation = rotation};
	const kiln_d3 x = world_carried(&turn, (kiln_vec3){1, 0, 0}), y = world_carried(&turn, (kiln_vec3){0, 1, 0}),
				  z = world_carried(&turn, (kiln_vec3){0, 0, 1});
	return (kiln_d3){kiln_d3_dot(x, v), kiln_d3_dot(y, v), kiln_d3_dot(z, v)};
}

/// Computes when the line u * way enters and leaves the cube |x|, |y|, |z| <= `size` under the pose, except for the
/// pose's scale.
static bool cuts_cube(const kiln_pose *pose, kiln_d3 way, double size, double span[2])
{
	const kiln_d3 from = turned_back(pose->rotation, kiln_d3_scale(kiln_d3_from(pose->translation), -1));
	const kiln_d3 heading = turned_back(pose->rotation, way);
	const double *p = &from.x, *d = &heading.x;
	span[0] = -HUGE_VAL;
	span[1] = HUGE_VAL;
	for (unsigned i = 0; i < 3; i++)
	{
		double a = (-size - p[i]) / d[i], b = (size - p[i]) / d[i];
		span[0] = fmax(span[0], fmin(a, b));
		span[1] = fmin(span[1], fmax(a, b));
	}
	return span[0] < span[1];
}

/// Returns the distance of a point from that cube's surface.
static double off_surface(const kiln_pose *pose, double size, kiln_vec3 point)
{
	const kiln_d3 own = turned_back(pose->rotation, kiln_d3_sub(kiln_d3_from(point), kiln_d3_from(pose->translation)));
	const kiln_d3 beyond = kiln_d3_sub(kiln_d3_abs(own), (kiln_d3){size, size, size});
	return fabs(fmax(beyond.x, fmax(beyond.y, beyond.z)));
}

typedef struct far_case
{
	kiln_pose pose;
	double size;	///< half the cube's edge
	kiln_vec3 way;	///< in small whole numbers
	kiln_vec3 from; ///< way * -far, exactly
	float far;
} far_case;

/// A line through the world's origin, and a cube there whose size is similar to its distance from the line's start.
static far_case any_far_case(uint64_t *random, uint32_t trial)
{
	static const float scales[] = {0x1p-13f, 0x1p-20f, 0x1p-4f, 0x1p-16f};
	static const float far[] = {0x1p27f, 0x1p20f, 0x1p36f, 0x1p16f};
	far_case made = {.pose = world_any_pose(random, 1.5f), .size = (double)scales[trial % 4], .far = far[trial % 4]};
	made.pose.scale = scales[trial % 4];
	made.pose.translation.x *= made.pose.scale;
	made.pose.translation.y *= made.pose.scale;
	made.pose.translation.z *= made.pose.scale;
	made.way = (kiln_vec3){(float)(1 + fixture_random(random) % 7), -(float)(1 + fixture_random(random) % 7),
		(float)(1 + fixture_random(random) % 7)};
	made.from = (kiln_vec3){-made.far * made.way.x, -made.far * made.way.y, -made.far * made.way.z};
	return made;
}

static bool is_there(const kiln_hit *hit, const far_case *of, double expected)
{
	const kiln_d3 point = kiln_d3_scale(kiln_d3_from(of->way), expected);
	return hit->hit && fabs((double)hit->t - (double)of->far) <= 0x1p-23 * (double)of->far + 8 * of->size &&
		   kiln_d3_largest(kiln_d3_sub(kiln_d3_from(hit->point), point)) < 0.02 * of->size;
}

static void small_members_are_met_from_far_away(void **state)
{
	(void)state;
	uint64_t random = 21;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	uint32_t met = 0, missed = 0;
	for (uint32_t trial = 0; trial < 400; trial++)
	{
		const far_case of = any_far_case(&random, trial);
		const kiln_member member = {.asset = &cube.asset, .shape = trial & 4 ? 0 : KILN_NONE, .pose = of.pose};
		world_case made = world_of_one(&member);
		kiln_ray ray = {.origin = of.from, .direction = of.way};
		double span[2];
		kiln_hit hits[4];
		uint32_t owners[4];
		if (cuts_cube(&of.pose, kiln_d3_from(of.way), 0.98 * of.size, span))
		{
			cuts_cube(&of.pose, kiln_d3_from(of.way), of.size, span);
			const kiln_hit hit = kiln_world_ray_closest(made.world, &ray, NULL).hit;
			assert_true(is_there(&hit, &of, span[0]) && !hit.back);
			assert_true(kiln_world_ray_any(made.world, &ray, NULL));
			// At a diagonal, both triangles are hit.
			const uint32_t count = kiln_world_ray_all(made.world, &ray, NULL, hits, owners, 4);
			assert_true(count >= 2 && count <= 4);
			uint32_t in = 0, out = 0;
			for (uint32_t i = 0; i < count; i++)
			{
				in += is_there(&hits[i], &of, span[0]);
				out += is_there(&hits[i], &of, span[1]);
			}
			// Hits with the same t in float32 are compared by triangle.
			assert_true(in > 0 && out > 0 && in + out >= count);
			// A limit before it, and a limit beyond it.
			ray.t_max = of.far * 0.999f;
			assert_false(kiln_world_ray_any(made.world, &ray, NULL));
			ray.t_max = of.far * 1.001f;
			assert_true(kiln_world_ray_closest(made.world, &ray, NULL).hit.t <= ray.t_max);
			assert_true(kiln_world_ray_any(made.world, &ray, NULL));
			met++;
		}
		else if (!cuts_cube(&of.pose, kiln_d3_from(of.way), 1.02 * of.size, span))
		{
			assert_false(kiln_world_ray_closest(made.world, &ray, NULL).hit.hit);
			assert_false(kiln_world_ray_any(made.world, &ray, NULL));
			assert_int_equal(kiln_world_ray_all(made.world, &ray, NULL, hits, owners, 4), 0);
			missed++;
		}
		free(made.memory);
	}
	assert_true(met > 150 && missed > 50);
	shape_asset_free(&cube);
}

static void objects_from_far_away_meet_small_members(void **state)
{
	(void)state;
	uint64_t random = 22;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	uint32_t met = 0;
	for (uint32_t trial = 0; trial < 300; trial++)
	{
		const far_case of = any_far_case(&random, trial);
		const kiln_member member = {.asset = &cube.asset, .shape = trial & 4 ? 0 : KILN_NONE, .pose = of.pose};
		world_case made = world_of_one(&member);
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f * of.pose.scale}};
		const kiln_convex_object object = {.shape = &ball, .pose = {.translation = of.from}};
		const kiln_motion motion = {.direction = of.way, .t_max = trial & 8 ? of.far * 1.5f : 0};
		const kiln_hit hit = kiln_world_cast_convex(made.world, &object, &motion, NULL).hit;
		double span[2];
		if (cuts_cube(&of.pose, kiln_d3_from(of.way), of.size, span))
		{
			// The place of its centre then, as far as the point and the normal determine it: on the line, and outside
			// the cube.
			assert_true(hit.hit && !hit.back && off_surface(&of.pose, of.size, hit.point) < 0.01 * of.size);
			const kiln_d3 center = kiln_d3_along(kiln_d3_from(hit.point), 0.5 * of.size, kiln_d3_from(hit.normal)),
						  way = kiln_d3_from(of.way);
			const double u = kiln_d3_dot(center, way) / kiln_d3_length2(way);
			assert_true(kiln_d3_largest(kiln_d3_along(center, -u, way)) < 0.02 * of.size && u <= span[0]);
			assert_true(fabs((double)hit.t - (double)of.far) <= 0x1p-23 * (double)of.far + 8 * of.size);
			met++;
		}
		else if (!cuts_cube(&of.pose, kiln_d3_from(of.way), 1.52 * of.size, span))
			assert_false(hit.hit);
		free(made.memory);
	}
	assert_true(met > 100);
	shape_asset_free(&cube);
}

/// Returns the distance of a point from the cube, exact to double precision.
static double distance_to_cube(const kiln_pose *pose, double size, kiln_vec3 point)
{
	const kiln_d3 own = turned_back(pose->rotation, kiln_d3_sub(kiln_d3_from(point), kiln_d3_from(pose->translation)));
	const kiln_d3 beyond = kiln_d3_sub(kiln_d3_abs(own), (kiln_d3){size, size, size});
	return sqrt(kiln_d3_length2(kiln_d3_max(beyond, (kiln_d3){0, 0, 0})));
}

static void check_closest(const kiln_asset *asset, const far_case *of, uint32_t trial, double slack)
{
	const kiln_member member = {.asset = asset, .shape = trial & 4 ? 0 : KILN_NONE, .pose = of->pose};
	world_case made = world_of_one(&member);
	const double expected = distance_to_cube(&of->pose, of->size, of->from);
	kiln_point_query query = {.point = of->from, .max_distance = trial & 8 ? (float)(1.01 * expected) : 0};
	const kiln_closest found = kiln_world_closest_point(made.world, &query, NULL).closest;
	const kiln_d3 way = kiln_d3_sub(kiln_d3_from(found.point), kiln_d3_from(of->from));
	slack += 0x1p-21 * expected;
	assert_true(found.found && fabs((double)found.distance - expected) <= slack);
	assert_true(fabs(sqrt(kiln_d3_length2(way)) - expected) <= slack);
	assert_true(off_surface(&of->pose, of->size, found.point) <= 0.01 * of->size);
	query.max_distance = (float)(0.9 * expected);
	assert_false(kiln_world_closest_point(made.world, &query, NULL).closest.found);
	free(made.memory);
}

static void the_closest_point_is_found_from_far_away(void **state)
{
	(void)state;
	uint64_t random = 23;
	fixture_mesh small = fixture_box(1, 1, 1), large = fixture_box(0x1p36f, 0x1p36f, 0x1p36f);
	shape_asset cube = shape_asset_of(&small, KILN_ISA_AUTO), huge = shape_asset_of(&large, KILN_ISA_AUTO);
	for (uint32_t trial = 0; trial < 200; trial++)
	{
		const far_case of = any_far_case(&random, trial);
		check_closest(&cube.asset, &of, trial, 0);
	}
	for (uint32_t trial = 0; trial < 200; trial++)
	{
		// From a distance of 2^44 in its coordinates, where its size matters.
		far_case of = any_far_case(&random, 2);
		of.pose.scale = 0x1p-5f;
		of.pose.translation = world_point_in(&random, 0x1p30f);
		of.size = 0x1p31;
		check_closest(&huge.asset, &of, trial, 3 * 0x1p72 / (double)KILN_COORDINATE_MAX * 0x1p-5);
	}
	shape_asset_free(&cube);
	shape_asset_free(&huge);
}

static void a_ray_of_any_length_meets_a_member_of_any_scale(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	static const float scales[] = {0x1p-130f, 0x1p-60f, 1, 0x1p30f}, lengths[] = {0x1p-140f, 0x1p-60f, 1, 0x1p120f};
	for (uint32_t i = 0; i < 16; i++)
	{
		const float scale = scales[i / 4], length = lengths[i % 4];
		const kiln_member member = {
			.asset = &cube.asset, .shape = KILN_NONE, .pose = {.rotation = {0, 0, 1, 0}, .scale = scale}};
		world_case made = world_of_one(&member);
		// 3 scales before the middle, which is 2 scales to the face.
		const kiln_ray ray = {.origin = {0, -3 * scale, 0.25f * scale}, .direction = {0, length, 0}};
		const double t = 2 * (double)scale / (double)length;
		const kiln_hit hit = kiln_world_ray_closest(made.world, &ray, NULL).hit;
		assert_int_equal(hit.hit, t <= (double)FLT_MAX);
		assert_true(!hit.hit || fabs((double)hit.t - t) <= 1e-5 * t + 0x1p-140);
		assert_true(!hit.hit || fabsf(hit.point.y + scale) <= 1e-5f * scale);
		free(made.memory);
	}
	shape_asset_free(&cube);
}

static void what_fills_its_range_is_met_from_beyond(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++)
	{
		// The face is at 2^38, which is 2^40, or 2^39, to the slab; all start at four times that.
		const float half = i ? KILN_COORDINATE_MAX / 2 : KILN_COORDINATE_MAX;
		fixture_mesh mesh = fixture_box(half, half, 1);
		shape_asset slab = shape_asset_of(&mesh, KILN_ISA_AUTO);
		const kiln_member member = {
			.asset = &slab.asset, .shape = KILN_NONE, .pose = {.rotation = {0, 0, 1, 0}, .scale = 0x1p38f / half}};
		world_case made = world_of_one(&member);
		const kiln_vec3 from = {KILN_COORDINATE_MAX, 0x1p36f, 0.125f};
		const double t = 0x1p40 - 0x1p38;
		const kiln_ray ray = {.origin = from, .direction = {-1, 0, 0}};
		const kiln_hit hit = kiln_world_ray_closest(made.world, &ray, NULL).hit;
		assert_true(hit.hit && !hit.back && (double)hit.t == t && hit.point.x == 0x1p38f && hit.normal.x == 1);
		const kiln_point_query query = {.point = from};
		const kiln_closest closest = kiln_world_closest_point(made.world, &query, NULL).closest;
		assert_true(closest.found && fabs((double)closest.distance - t) < 0x1p-21 * t);
		// At the end of the range, a ball has no place from which it could touch.
		const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0x1p20f}};
		kiln_convex_object object = {.shape = &ball, .pose = {.translation = from}};
		object.pose.translation.x = 0x1.8p39f;
		const kiln_motion motion = {.direction = {-1, 0, 0}};
		const kiln_hit touch = kiln_world_cast_convex(made.world, &object, &motion, NULL).hit;
		assert_int_equal(touch.hit, i);
		assert_true(!touch.hit || fabs((double)touch.t - (0x1.8p39 - 0x1p38 - 0x1p20)) < 0x1p-21 * t);
		free(made.memory);
		shape_asset_free(&slab);
	}
}

static void a_scale_below_all_floats_is_not_none(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_member member = {.asset = &cube.asset, .shape = KILN_NONE, .pose = {.scale = 1e10f}};
	world_case made = world_of_one(&member);
	for (float scale = 1e-30f; scale > 0; scale *= 1e-3f)
	{
		kiln_convex_object object = {.shape = &ball, .pose = {.translation = {0, 0, 6e9f}, .scale = scale}};
		assert_int_equal(kiln_world_overlap_convex(made.world, &object, NULL, NULL, 0), 0);
		object.pose.translation.z = 1e10f;
		assert_true(kiln_world_overlap_convex(made.world, &object, NULL, NULL, 0) > 0);
	}
	free(made.memory);
	shape_asset_free(&cube);
}

static void members_beyond_range_are_those_that_pairs_refuse(void **state)
{
	(void)state;
	static const float parts[] = {0.5f, 1 - 0x1p-23f, 1 + 0x1p-18f, 1.5f, 1.9f};
	uint64_t random = 24;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	compound solid;
	compound_make(&solid, &random, &(compound_plan){.spheres = 1, .hulls = 1});
	const kiln_asset *assets[] = {&cube.asset, &solid.cooked.asset};
	kiln_world_options options = world_room(100);
	world_case made = world_make(&options);
	uint32_t taken = 0, refused = 0;
	for (uint32_t i = 0; i < 60; i++)
	{
		const kiln_asset *asset = assets[i & 1];
		const float reach = KILN_COORDINATE_MAX * parts[i % 5];
		kiln_member member = {.asset = asset, .shape = i % 3 ? i % 3 - 1 : KILN_NONE, .pose.scale = 1};
		if (member.shape != KILN_NONE && member.shape >= asset->shape_count)
			member.shape = 0;
		// Out of range by the translation, or by the scale, too.
		(&member.pose.translation.x)[i % 3] = i & 8 ? -reach : reach;
		const kiln_object object = kiln_object_from_shape(asset, member.shape, &member.pose);
		const kiln_object other = kiln_object_from_shape(asset, member.shape, NULL);
		kiln_pair_separation separation;
		const kiln_status expected = kiln_pair_distance(&object, &other, NULL, &separation);
		kiln_proxy handle;
		assert_int_equal(kiln_world_add(made.world, &member, &handle), expected);
		assert_int_equal(expected, i % 5 < 2 ? KILN_OK : KILN_E_ARGUMENT);
		taken += expected == KILN_OK;
		refused += expected != KILN_OK;
	}
	const kiln_member large = {
		.asset = &cube.asset, .shape = KILN_NONE, .pose = {{0, 0, 0, 1}, {KILN_COORDINATE_MAX / 2, 0, 0}, 0x1.1p39f}};
	assert_int_equal(kiln_world_add(made.world, &large, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_broadphase_count(kiln_world_broadphase(made.world)), taken);
	assert_true(refused > 20);
	free(made.memory);
	compound_free(&solid);
	shape_asset_free(&cube);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_members_are_met_from_far_away),
		cmocka_unit_test(objects_from_far_away_meet_small_members),
		cmocka_unit_test(the_closest_point_is_found_from_far_away),
		cmocka_unit_test(a_ray_of_any_length_meets_a_member_of_any_scale),
		cmocka_unit_test(what_fills_its_range_is_met_from_beyond),
		cmocka_unit_test(a_scale_below_all_floats_is_not_none),
		cmocka_unit_test(members_beyond_range_are_those_that_pairs_refuse),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
