// SPDX-License-Identifier: MIT
#include "bound/bound.h"
#include "bound/proof/floats.h"
#include "bound/proof/proof.h"
#include "bound/proof/slabs.h"
#include "bound_clouds.h"
#include "support/clean_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define PI 3.14159265358979323846
#define COUNT 40

typedef float points_of[COUNT][3];

static convex_hull hull_of(const kilncook_context *context, const float (*points)[3], uint32_t count)
{
	convex_hull h;
	hull_points given = {.positions = &points[0][0], .count = count};
	assert_int_equal(hull_build(context, &given, &h), KILNCOOK_OK);
	return h;
}

static bound_volume fit(const char *name, const float (*points)[3], uint32_t count)
{
	kilncook_context context = {0};
	bound_input input = {.points = points, .count = count};
	bound_volume volume;
	const bound_method *method = bound_method_named(name);
	assert_non_null(method);
	assert_int_equal(bound_fit(&context, method, &input, &volume), KILNCOOK_OK);
	assert_true(bound_prove(&volume, points, count, NULL));
	return volume;
}

static double volume_of(const char *name, const float (*points)[3], uint32_t count)
{
	bound_volume volume = fit(name, points, count);
	return bound_volume_of(&volume);
}

/// Whether every volume with one of its sizes an ulp smaller leaves a point out.
static bool is_least(const bound_volume *volume, const float (*points)[3], uint32_t count)
{
	bound_frame frame = bound_frame_of(volume);
	bool least = true;
	for (int i = 0; i < frame.size_count; ++i)
	{
		bound_volume shrunk = *volume;
		float sizes[3] = {frame.sizes[0], frame.sizes[1], frame.sizes[2]};
		if (sizes[i] == 0)
			continue;
		sizes[i] = bound_next_down(sizes[i]);
		bound_set_sizes(&shrunk, sizes);
		least = least && !bound_prove(&shrunk, points, count, NULL);
	}
	for (int side = 0; side < 6 && volume->kind == BOUND_AABB; ++side)
	{
		bound_volume shrunk = *volume;
		float *x = side < 3 ? &shrunk.aabb.min.x + side : &shrunk.aabb.max.x + (side - 3);
		*x = side < 3 ? bound_next_up(*x) : bound_next_down(*x);
		least = least && !bound_prove(&shrunk, points, count, NULL);
	}
	for (int side = 0; side < 2 * KILN_KDOP_AXES && volume->kind == BOUND_KDOP; ++side)
	{
		if (!(bound_kdop_mask(volume->k) >> side / 2 & 1))
			continue;
		bound_volume shrunk = *volume;
		float *x = side % 2 ? &shrunk.kdop.max[side / 2] : &shrunk.kdop.min[side / 2];
		*x = side % 2 ? bound_next_down(*x) : bound_next_up(*x);
		least = least && !bound_prove(&shrunk, points, count, NULL);
	}
	return least;
}

/// Checks one method on one cloud.
static void check(const bound_method *method, bound_cloud_kind kind, const bound_input *input)
{
	kilncook_context context = {0};
	bound_volume volume;
	uint32_t where = UINT32_MAX;
	kilncook_status status = bound_fit(&context, method, input, &volume);
	bool right = status == KILNCOOK_OK && volume.kind == method->kind && volume.k == method->k;
	bool proved = right && bound_prove(&volume, input->points, input->count, &where);
	if (!proved || !is_least(&volume, input->points, input->count))
		fail_msg("%s on %s, %s a hull: status %d, %s, point %u", method->name, cloud_name(kind),
			input->hull ? "with" : "without", (int)status, proved ? "too large" : "not proved", where);
}

static void every_method_holds_every_cloud_and_no_size_is_an_ulp_too_large(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (bound_cloud_kind kind = CLOUD_CUBE; kind < CLOUD_KIND_COUNT; ++kind)
	{
		points_of points;
		make_cloud(kind, 1, COUNT, points);
		convex_hull h = hull_of(&context, (const float(*)[3])points, COUNT);
		const bound_input inputs[2] = {
			{(const float(*)[3])points, COUNT, NULL}, {(const float(*)[3])points, COUNT, &h}};
		for (bound_kind volume = BOUND_AABB; volume < BOUND_KIND_COUNT; ++volume)
		{
			uint32_t count;
			const bound_method *const *methods = bound_methods(volume, &count);
			for (uint32_t i = 0; i < count; ++i)
				check(methods[i], kind, &inputs[(i + kind) % 2]);
		}
		hull_free(&context, &h);
	}
}

static void one_to_four_points_are_held_by_every_method(void **state)
{
	(void)state;
	for (uint32_t points_count = 1; points_count <= 4; ++points_count)
	{
		points_of points;
		make_cloud(CLOUD_CUBE, points_count, points_count, points);
		bound_input input = {(const float(*)[3])points, points_count, NULL};
		for (bound_kind volume = BOUND_AABB; volume < BOUND_KIND_COUNT; ++volume)
		{
			uint32_t count;
			const bound_method *const *methods = bound_methods(volume, &count);
			for (uint32_t i = 0; i < count; ++i)
				check(methods[i], CLOUD_CUBE, &input);
		}
	}
}

static void a_single_point_has_volumes_of_no_size(void **state)
{
	(void)state;
	points_of points;
	make_cloud(CLOUD_POINT, 1, COUNT, points);
	for (bound_kind volume = BOUND_AABB; volume < BOUND_KIND_COUNT; ++volume)
	{
		uint32_t count;
		const bound_method *const *methods = bound_methods(volume, &count);
		for (uint32_t i = 0; i < count; ++i)
			if (methods[i]->k == 0 || (bound_kdop_mask(methods[i]->k) & 7) == 7)
				assert_true(volume_of(methods[i]->name, (const float(*)[3])points, COUNT) == 0);
	}
}

static void names_are_unique_and_found(void **state)
{
	(void)state;
	uint32_t total = 0;
	for (bound_kind kind = BOUND_AABB; kind < BOUND_KIND_COUNT; ++kind)
	{
		uint32_t count;
		const bound_method *const *methods = bound_methods(kind, &count);
		assert_true(count > 0);
		for (uint32_t i = 0; i < count; ++i)
		{
			assert_ptr_equal(bound_method_named(methods[i]->name), methods[i]);
			assert_int_equal(methods[i]->kind, kind);
			assert_true(methods[i]->source[0] != 0);
		}
		total += count;
	}
	assert_true(total >= 24);
	assert_null(bound_method_named("sphere"));
	assert_string_equal(bound_kind_name(BOUND_RSS), "rss");
	assert_string_equal(bound_kind_name(BOUND_KIND_COUNT), "unknown");
}

/// Points that are flat except for rounding, at an angle: volumes that can be flat have nearly no volume, and do not
/// become thicker.
static void flat_points_have_flat_volumes(void **state)
{
	(void)state;
	static const bound_cloud_kind flat[3] = {CLOUD_FLAT, CLOUD_TILTED, CLOUD_LINE};
	static const bound_kind kinds[5] = {BOUND_OBB, BOUND_RSS, BOUND_CYLINDER, BOUND_CONE, BOUND_ELLIPSOID};
	for (int cloud = 0; cloud < 3; ++cloud)
		for (int kind = 0; kind < 5; ++kind)
		{
			points_of points;
			make_cloud(flat[cloud], 24, COUNT, points);
			bound_volume sphere = fit("sphere-minimum", (const float(*)[3])points, COUNT);
			uint32_t count;
			const bound_method *const *methods = bound_methods(kinds[kind], &count);
			for (uint32_t i = 0; i < count; ++i)
			{
				bound_volume volume = fit(methods[i]->name, (const float(*)[3])points, COUNT);
				assert_true(bound_volume_of(&volume) < 1e-3 * bound_volume_of(&sphere));
				assert_true(bound_area_of(&volume) < 4 * bound_area_of(&sphere));
			}
		}
}

static const bound_cloud_kind solid_clouds[] = {
	CLOUD_CUBE, CLOUD_BALL, CLOUD_SHELL, CLOUD_CLUSTERS, CLOUD_NEEDLE, CLOUD_FAR, CLOUD_HUGE, CLOUD_LATTICE};
#define SOLID_CLOUDS (sizeof solid_clouds / sizeof *solid_clouds)

static void more_slabs_leave_less_volume(void **state)
{
	(void)state;
	static const char *const nested[][2] = {{"kdop6", "aabb"}, {"kdop14", "kdop6"}, {"kdop18", "kdop6"},
		{"kdop14", "kdop8"}, {"kdop20", "kdop8"}, {"kdop20", "kdop12"}, {"kdop18", "kdop12"}, {"kdop24", "kdop18"},
		{"kdop26", "kdop24"}, {"kdop26", "kdop20"}, {"kdop26", "kdop14"}};
	for (size_t cloud = 0; cloud < SOLID_CLOUDS; ++cloud)
	{
		points_of points;
		make_cloud(solid_clouds[cloud], 2, COUNT, points);
		for (size_t i = 0; i < sizeof nested / sizeof *nested; ++i)
		{
			double inner = volume_of(nested[i][0], (const float(*)[3])points, COUNT);
			assert_true(inner <= volume_of(nested[i][1], (const float(*)[3])points, COUNT) * (1 + 1e-12));
		}
	}
}

static void the_better_fits_are_better(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {{"capsule-best", "capsule-principal"}, {"rss-best", "rss-principal"},
		{"rss-best", "capsule-best"}, {"cylinder-best", "cylinder-principal"}, {"cone-best", "cone-principal"},
		{"ellipsoid-minimum", "ellipsoid-principal"}};
	for (size_t cloud = 0; cloud < SOLID_CLOUDS; ++cloud)
		for (uint64_t seed = 3; seed < 5; ++seed)
		{
			points_of points;
			make_cloud(solid_clouds[cloud], seed, COUNT, points);
			for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
			{
				double better = volume_of(pairs[i][0], (const float(*)[3])points, COUNT);
				double plain = volume_of(pairs[i][1], (const float(*)[3])points, COUNT);
				// Far from the origin, the rounding of the ends dominates.
				if (better > plain * (solid_clouds[cloud] == CLOUD_FAR ? 1.01 : 1 + 1e-5))
					fail_msg("%s %.9g, %s %.9g on %s", pairs[i][0], better, pairs[i][1], plain,
						cloud_name(solid_clouds[cloud]));
			}
		}
}

static void what_can_be_a_sphere_is_never_larger_than_the_least(void **state)
{
	(void)state;
	for (bound_cloud_kind kind = CLOUD_CUBE; kind < CLOUD_KIND_COUNT; ++kind)
		for (uint64_t seed = 5; seed < 7; ++seed)
		{
			points_of points;
			make_cloud(kind, seed, COUNT, points);
			double sphere = volume_of("sphere-minimum", (const float(*)[3])points, COUNT);
			assert_true(volume_of("capsule-best", (const float(*)[3])points, COUNT) <= sphere);
			assert_true(volume_of("rss-best", (const float(*)[3])points, COUNT) <= sphere);
		}
}

#define SAMPLES 3000

/// Points on the surface of a known best shape: the fit must find this shape again.
static void shapes_are_found_again_from_points_on_them(void **state)
{
	(void)state;
	static float points[SAMPLES][3];
	// A frame that is not parallel to the axes.
	const double u[3] = {2.0 / 3, 1.0 / 3, 2.0 / 3}, v[3] = {-2.0 / 3, 2.0 / 3, 1.0 / 3},
				 w[3] = {-1.0 / 3, -2.0 / 3, 2.0 / 3};
	static const struct
	{
		const char *name;
		double volume, within;
	} shapes[5] = {{"capsule-best", PI * 0.25 * (3 + 4.0 / 3 * 0.5), 0.01},
		{"rss-best", 2 * 3 * 2 * 0.5 + PI * 5 * 0.25 + 4 * PI / 3 * 0.125, 0.01},
		{"cylinder-best", PI * 0.25 * 3, 0.01}, {"cone-best", PI / 3 * 0.25 * 3, 0.01},
		{"ellipsoid-minimum", 4 * PI / 3 * 3 * 2 * 0.5, 0.01}};
	for (int shape = 0; shape < 5; ++shape)
	{
		static float on_sphere[SAMPLES][3];
		make_cloud(CLOUD_SHELL, 7, SAMPLES, on_sphere);
		uint64_t random = 9;
		for (int i = 0; i < SAMPLES; ++i)
		{
			double x = (double)on_sphere[i][0], y = (double)on_sphere[i][1], z = (double)on_sphere[i][2];
			double side = sqrt(y * y + z * z) + 1e-30, s = cloud_random(&random), t = cloud_random(&random);
			double round_y = y / side * 0.5, round_z = z / side * 0.5;
			double local[5][3] = {{x * 0.5 + 1.5 * s, y * 0.5, z * 0.5}, {x * 0.5 + 1.5 * s, y * 0.5 + t, z * 0.5},
				{i % 2 ? 1.5 : -1.5, round_y, round_z}, {1.5, round_y, round_z}, {3 * x, 2 * y, 0.5 * z}};
			// The ends of swept shapes, and the tip of the cone.
			if (shape < 2 && i % 2)
				local[shape][0] = x * 0.5 + (x > 0 ? 1.5 : -1.5);
			if (shape == 1 && i % 2)
				local[shape][1] = y * 0.5 + (y > 0 ? 1 : -1);
			if (shape == 3 && i % 16 == 0)
				local[3][0] = -1.5, local[3][1] = local[3][2] = 0;
			for (int k = 0; k < 3; ++k)
				points[i][k] = (float)(local[shape][0] * u[k] + local[shape][1] * v[k] + local[shape][2] * w[k]);
		}
		double found = volume_of(shapes[shape].name, (const float(*)[3])points, SAMPLES);
		if (!(fabs(found / shapes[shape].volume - 1) < shapes[shape].within))
			fail_msg("%s: %.9g for %.9g", shapes[shape].name, found, shapes[shape].volume);
	}
}

static void boxes_and_simplices_have_the_ellipsoid_that_is_known(void **state)
{
	(void)state;
	float box[8][3], tetrahedron[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			box[i][k] = (i >> k & 1) ? (float)(k + 1) : -(float)(k + 1);
	double around_box = 4 * PI / 3 * 6 * 3 * sqrt(3), around_ball = 4 * PI / 3 * 3 * sqrt(3);
	assert_true(fabs(volume_of("ellipsoid-minimum", (const float(*)[3])box, 8) / around_box - 1) < 1e-5);
	assert_true(fabs(volume_of("ellipsoid-minimum", (const float(*)[3])tetrahedron, 4) / around_ball - 1) < 1e-5);
}

static void the_least_ellipsoid_goes_along_with_affine_maps(void **state)
{
	(void)state;
	for (uint64_t seed = 13; seed < 23; ++seed)
	{
		points_of points, mapped;
		make_cloud(CLOUD_CUBE, seed, COUNT, points);
		for (int i = 0; i < COUNT; ++i)
		{
			// Determinant 0.5 * 3.
			mapped[i][0] = points[i][0] + 2 * points[i][1] - points[i][2];
			mapped[i][1] = 0.5f * points[i][1] + points[i][2];
			mapped[i][2] = 3 * points[i][2] + 7;
		}
		double before = volume_of("ellipsoid-minimum", (const float(*)[3])points, COUNT);
		double after = volume_of("ellipsoid-minimum", (const float(*)[3])mapped, COUNT);
		assert_true(fabs(after / before / 1.5 - 1) < 2e-5);
	}
}

/// Points that extend beyond the rounded corners of the lozenge of least thickness move its corners outwards: the
/// radius stays. The sides move that cost least: the short ones, until the corners' balls touch the points.
static void corners_of_lozenges_move_where_that_costs_least(void **state)
{
	(void)state;
	static const float points[10][3] = {{0, 0, 0.5f}, {0, 0, -0.5f}, {2.5f, 0, 0}, {-2.5f, 0, 0}, {0, 1.5f, 0},
		{0, -1.5f, 0}, {2.4f, 1.4f, 0}, {-2.4f, 1.4f, 0}, {2.4f, -1.4f, 0}, {-2.4f, -1.4f, 0}};
	bound_volume lozenge = fit("rss-principal", points, 10);
	assert_true(lozenge.rss.radius >= 0.5f && lozenge.rss.radius < 0.50001f);
	double x = 4 + 2 * (0.4 - 0.3), y = 2, volume = 2 * x * y * 0.5 + PI * (x + y) * 0.25 + 4 * PI / 3 * 0.125;
	assert_true(fabs(bound_volume_of(&lozenge) / volume - 1) < 1e-5);
	// Where the sides cost nearly the same, both move.
	static const float square[10][3] = {{0, 0, 0.5f}, {0, 0, -0.5f}, {2.5f, 0, 0}, {-2.5f, 0, 0}, {0, 2.501f, 0},
		{0, -2.501f, 0}, {2.4f, 2.4f, 0}, {-2.4f, 2.4f, 0}, {2.4f, -2.4f, 0}, {-2.4f, -2.4f, 0}};
	lozenge = fit("rss-principal", square, 10);
	x = 4 + 2 * (0.4 - 0.5 / sqrt(2));
	volume = 2 * x * x * 0.5 + PI * 2 * x * 0.25 + 4 * PI / 3 * 0.125;
	assert_true(fabs(bound_volume_of(&lozenge) / volume - 1) < 1e-3);
}

static void volumes_and_surfaces_have_their_closed_forms(void **state)
{
	(void)state;
	bound_volume octahedron = {.kind = BOUND_KDOP, .k = 8}, dodecahedron = {.kind = BOUND_KDOP, .k = 12};
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
	{
		octahedron.kdop.min[i] = dodecahedron.kdop.min[i] = -1;
		octahedron.kdop.max[i] = dodecahedron.kdop.max[i] = 1;
	}
	bound_volume ellipsoid = {
		.kind = BOUND_ELLIPSOID, .ellipsoid = {{7, 7, 7}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {3, 2, 1}}};
	bound_volume disc = ellipsoid, spindle = ellipsoid;
	disc.ellipsoid.radii[2] = 0;
	spindle.ellipsoid.radii[1] = spindle.ellipsoid.radii[2] = 0x1p-60f;
	bound_volume cone = {.kind = BOUND_CONE, .cone = {{0, 0, 0}, {0, 4, 0}, 3}};
	bound_volume cylinder = {.kind = BOUND_CYLINDER, .cylinder = {{0, 0, 0}, {0, 4, 0}, 3}};
	bound_volume capsule = {.kind = BOUND_CAPSULE, .capsule = {{0, 0, 0}, {0, 4, 0}, 3}};
	bound_volume lozenge = {.kind = BOUND_RSS, .rss = {{0, 0, 0}, {{2, 0, 0}, {0, 5, 0}}, 1}};
	bound_volume box = {.kind = BOUND_OBB, .obb = {{9, 0, 0}, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {1, 2, 3}}};
	const struct
	{
		const bound_volume *body;
		double volume, area;
	} known[] = {{&octahedron, 4.0 / 3, 4 * sqrt(3)}, {&dodecahedron, 2, 6 * sqrt(2)},
		{&ellipsoid, 8 * PI, 48.88214630258205}, {&disc, 0, 12 * PI}, {&spindle, 0, PI * PI * 3 * 0x1p-60},
		{&cone, 12 * PI, 24 * PI}, {&cylinder, 36 * PI, 42 * PI}, {&capsule, 72 * PI, 60 * PI},
		{&lozenge, 20 + 7 * PI + 4 * PI / 3, 20 + 14 * PI + 4 * PI}, {&box, 48, 88}};
	for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
	{
		assert_true(fabs(bound_volume_of(known[i].body) - known[i].volume) <= 1e-12 * known[i].volume + 1e-30);
		assert_true(fabs(bound_area_of(known[i].body) - known[i].area) <= 1e-12 * known[i].area);
	}
}

/// Compares the proof's definition of a body with the formula of its volume, by counting samples in a box twice as
/// large as the cloud's.
static void volumes_agree_with_samples(void **state)
{
	(void)state;
	points_of points;
	make_cloud(CLOUD_BALL, 8, COUNT, points);
	for (bound_kind kind = BOUND_AABB; kind < BOUND_KIND_COUNT; ++kind)
	{
		uint32_t count;
		const bound_method *const *methods = bound_methods(kind, &count);
		bound_volume volume = fit(methods[count - 1]->name, (const float(*)[3])points, COUNT);
		uint64_t random = 10;
		const int samples = 20000;
		int inside = 0;
		for (int i = 0; i < samples; ++i)
		{
			float p[1][3];
			for (int k = 0; k < 3; ++k)
				p[0][k] = (float)(3 * cloud_random(&random));
			inside += bound_prove(&volume, (const float(*)[3])p, 1, NULL);
		}
		double counted = 216.0 * inside / samples, sigma = 216 * sqrt((double)inside) / samples;
		assert_true(fabs(counted - bound_volume_of(&volume)) < 4 * sigma);
	}
}

static void a_set_is_proved_and_the_same_each_time(void **state)
{
	(void)state;
	points_of points;
	make_cloud(CLOUD_NEEDLE, 11, COUNT, points);
	kilncook_context context = {0};
	convex_hull h = hull_of(&context, (const float(*)[3])points, COUNT);
	bound_input input = {(const float(*)[3])points, COUNT, &h};
	kiln_volumes set, again;
	memset(&set, 0, sizeof set);
	memset(&again, 0, sizeof again);
	assert_int_equal(bound_fit_set(&context, &input, &(bound_wish){.effort = 100000}, &set), KILNCOOK_OK);
	assert_int_equal(bound_fit_set(&context, &input, &(bound_wish){.effort = 100000}, &again), KILNCOOK_OK);
	assert_memory_equal(&set, &again, sizeof set);
	const bound_volume volumes[] = {{.kind = BOUND_AABB, .aabb = set.aabb},
		{.kind = BOUND_SPHERE, .sphere = set.sphere}, {.kind = BOUND_OBB, .obb = set.obb},
		{.kind = BOUND_CAPSULE, .capsule = set.capsule}, {.kind = BOUND_RSS, .rss = set.rss},
		{.kind = BOUND_KDOP, .k = 26, .kdop = set.kdop}};
	for (size_t i = 0; i < sizeof volumes / sizeof *volumes; ++i)
		assert_true(bound_prove(&volumes[i], input.points, input.count, NULL));
	hull_free(&context, &h);
}

static void failing_memory_leaks_nothing(void **state)
{
	(void)state;
	float points[8][3];
	make_cloud(CLOUD_CUBE, 12, 8, points);
	bound_input input = {(const float(*)[3])points, 8, NULL};
	for (bound_kind kind = BOUND_AABB; kind < BOUND_KIND_COUNT; ++kind)
	{
		uint32_t count;
		const bound_method *const *methods = bound_methods(kind, &count);
		for (uint32_t i = 0; i < count; ++i)
		{
			counted_memory memory;
			kilncook_context context = counted_context(&memory);
			bound_volume volume;
			assert_int_equal(bound_fit(&context, methods[i], &input, &volume), KILNCOOK_OK);
			size_t calls = memory.calls;
			assert_true(memory.live == 0 && memory.wrong_size == 0);
			for (size_t fail_at = 1; fail_at <= calls; ++fail_at)
			{
				context = counted_context(&memory);
				memory.fail_at = fail_at;
				assert_int_equal(bound_fit(&context, methods[i], &input, &volume), KILNCOOK_INTERNAL);
				assert_true(memory.live == 0 && memory.wrong_size == 0);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_holds_every_cloud_and_no_size_is_an_ulp_too_large),
		cmocka_unit_test(one_to_four_points_are_held_by_every_method),
		cmocka_unit_test(a_single_point_has_volumes_of_no_size),
		cmocka_unit_test(names_are_unique_and_found),
		cmocka_unit_test(flat_points_have_flat_volumes),
		cmocka_unit_test(more_slabs_leave_less_volume),
		cmocka_unit_test(the_better_fits_are_better),
		cmocka_unit_test(what_can_be_a_sphere_is_never_larger_than_the_least),
		cmocka_unit_test(shapes_are_found_again_from_points_on_them),
		cmocka_unit_test(boxes_and_simplices_have_the_ellipsoid_that_is_known),
		cmocka_unit_test(the_least_ellipsoid_goes_along_with_affine_maps),
		cmocka_unit_test(corners_of_lozenges_move_where_that_costs_least),
		cmocka_unit_test(volumes_and_surfaces_have_their_closed_forms),
		cmocka_unit_test(volumes_agree_with_samples),
		cmocka_unit_test(a_set_is_proved_and_the_same_each_time),
		cmocka_unit_test(failing_memory_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
