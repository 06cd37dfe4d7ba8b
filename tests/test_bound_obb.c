// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bound/obb.h"
#include "bound/obb_flush.h"
#include "bound/obb_methods.h"
#include "clean_memory.h"
#include "clean_shapes.h"

#define MOST 400

static const kilncook_context context;
static float points[MOST][3];
static uint32_t count;

static void add(double x, double y, double z)
{
	points[count][0] = (float)x;
	points[count][1] = (float)y;
	points[count][2] = (float)z;
	++count;
}

static double signed_share(shape_random *random)
{
	return 2.0 * shape_share(random) - 1.0;
}

/// Uniform in the unit ball; its direction, with `on_sphere`.
static void ball_point(shape_random *random, bool on_sphere, double p[3])
{
	double square;
	do
	{
		for (uint32_t k = 0; k < 3; ++k)
			p[k] = signed_share(random);
		square = obb_dot(p, p);
	} while (square > 1.0 || square < 1e-4);
	for (uint32_t k = 0; k < 3 && on_sphere; ++k)
		p[k] /= sqrt(square);
}

enum
{
	IN_BALL,
	ON_SPHERE,
	ON_ELLIPSOID,
	IN_CUBE,
	CLUSTERS,
	NEEDLE,
	LATTICE,
	SLAB,
	PRISM,
	SOLIDS,
	FLAT = SOLIDS,
	TILTED_FLAT,
	COLLINEAR,
	SINGLE,
	REPEATED,
	FAR_AWAY,
	TINY,
	HUGE_SIZE,
	DENORMAL,
	THIN,
	KINDS
};

/// Points of a solid kind, about n of them.
static void scatter_solid(shape_random *random, int kind, uint32_t n)
{
	double slant[3] = {signed_share(random), signed_share(random), signed_share(random)};
	for (uint32_t i = 0; i < n; ++i)
	{
		double p[3], q = signed_share(random);
		ball_point(random, kind == ON_SPHERE || kind == ON_ELLIPSOID, p);
		switch (kind)
		{
		case ON_ELLIPSOID:
			add(3 * p[0] + p[1], 2 * p[1] + p[2], p[2]);
			break;
		case IN_CUBE:
			add(signed_share(random), signed_share(random), signed_share(random));
			break;
		case CLUSTERS:
			add(0.1 * p[0] + i % 5, 0.1 * p[1] + i % 3, 0.1 * p[2] + (i % 5 == 0));
			break;
		case NEEDLE:
			add(0.01 * p[0] + 5 * q * slant[0], 0.01 * p[1] + 5 * q * slant[1], 0.01 * p[2] + 5 * q * slant[2]);
			break;
		case LATTICE:
			add(shape_below(random, 4), shape_below(random, 5), shape_below(random, 3));
			break;
		case SLAB:
			add(p[0], p[1], slant[0] * p[0] + slant[1] * p[1] + 1e-3 * p[2]);
			break;
		case PRISM:
			add(cos(i / 2) + slant[0] * (i & 1), sin(i / 2) + slant[1] * (i & 1), 2.0 * (i & 1));
			break;
		default:
			add(p[0], p[1], p[2]);
		}
	}
}

static void scatter(shape_random *random, int kind, uint32_t n)
{
	count = 0;
	if (kind < SOLIDS)
	{
		scatter_solid(random, kind, n);
		return;
	}
	for (uint32_t i = 0; i < (kind == SINGLE ? 1 : n); ++i)
	{
		double p[3];
		ball_point(random, false, p);
		switch (kind)
		{
		case FLAT:
			add(p[0], 7, p[2]);
			break;
		case TILTED_FLAT:
			add(p[0], p[1], round(64 * p[0]) / 64 - p[1]);
			break;
		case COLLINEAR:
			add(i, 2.0 * i, -3.0 * i);
			break;
		case REPEATED:
			add(i % 3, i % 2, 5);
			break;
		case FAR_AWAY:
			add(1e7 + 100 * p[0], -1e7 + 1e-3 * p[1], 1e7 + 30 * p[2]);
			break;
		case TINY:
			add(1e-30 * p[0], 1e-30 * p[1], 2e-30 * p[2]);
			break;
		case HUGE_SIZE:
			add(0x1p39 * p[0], 0x1p39 * p[1], 0x1p38 * p[2]);
			break;
		case DENORMAL:
			add(0x1p-140 * p[0], 0x1p-141 * p[1], 0x1p-142 * p[2]);
			break;
		case THIN:
			add(p[0], p[1], 1e-30 * p[2]);
			break;
		default:
			add(p[0], p[1], p[2]);
		}
	}
}

static bound_input input(void)
{
	return (bound_input){.points = (const float(*)[3])points, .count = count};
}

static hull hull_of_points(void)
{
	hull_points given = {.positions = points[0], .count = count};
	hull h;
	assert_int_equal(hull_build(&context, &given, &h), KILNCOOK_OK);
	return h;
}

static const bound_method *method(const char *name)
{
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		if (strcmp(bound_obb_methods[i]->name, name) == 0)
			return bound_obb_methods[i];
	fail_msg("no method %s", name);
	return NULL;
}

static double product(const bound_volume *v)
{
	const float *h = v->obb.half_extents;
	return 8.0 * (double)h[0] * (double)h[1] * (double)h[2];
}

static double fit(const char *name)
{
	bound_input given = input();
	bound_volume v;
	assert_int_equal(method(name)->fit(&context, &given, &v), KILNCOOK_OK);
	assert_true(bound_prove(&v, given.points, count, NULL));
	return product(&v);
}

static void every_method_contains_every_point(void **state)
{
	(void)state;
	shape_random random = {0x51u};
	for (int kind = 0; kind < KINDS; ++kind)
		for (uint32_t round = 0; round < 4; ++round)
		{
			scatter(&random, kind, 5 + 20 * round);
			hull h = hull_of_points();
			for (uint32_t i = 0; i < bound_obb_method_count; ++i)
				for (uint32_t with_hull = 0; with_hull < 2; ++with_hull)
				{
					bound_input given = input();
					given.hull = with_hull ? &h : NULL;
					bound_volume v;
					uint32_t where = 0;
					assert_int_equal(bound_obb_methods[i]->fit(&context, &given, &v), KILNCOOK_OK);
					assert_int_equal(v.kind, BOUND_OBB);
					if (!bound_prove(&v, given.points, count, &where))
						fail_msg("%s leaves out point %u of kind %d", bound_obb_methods[i]->name, where, kind);
				}
			hull_free(&context, &h);
		}
}

static void methods_are_named_once(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		assert_int_equal(bound_obb_methods[i]->kind, BOUND_OBB);
		assert_true(strncmp(bound_obb_methods[i]->name, "obb-", 4) == 0);
		for (uint32_t j = 0; j < i; ++j)
			assert_string_not_equal(bound_obb_methods[i]->name, bound_obb_methods[j]->name);
	}
}

/// A unit quaternion's rotation, as a frame.
static obb_frame turned(const double q[4])
{
	double x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0 / (x * x + y * y + z * z + w * w);
	return (obb_frame){{{1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)},
		{s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)},
		{s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)}}};
}

/// The least volume of boxes turned at random, the best of them followed downhill by ever smaller steps.
static double least_by_brute_force(const obb_cloud *cloud, shape_random *random)
{
	double best[4] = {0, 0, 0, 1}, least = (double)INFINITY;
	const double(*p)[3] = (const double(*)[3])cloud->points;
	for (uint32_t start = 0; start < 12; ++start)
	{
		double q[4] = {0, 0, 0, 1}, cost = (double)INFINITY;
		for (uint32_t i = 0; i < 500; ++i)
		{
			double r[4] = {signed_share(random), signed_share(random), signed_share(random), signed_share(random)};
			obb_frame frame = turned(r);
			double c = obb_cost(p, cloud->count, &frame);
			if (c < cost)
			{
				cost = c;
				memcpy(q, r, sizeof q);
			}
		}
		double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
		for (double step = 0.2 * size; step > 1e-10 * size;)
		{
			bool moved = false;
			for (uint32_t i = 0; i < 30; ++i)
			{
				double r[4];
				for (uint32_t k = 0; k < 4; ++k)
					r[k] = q[k] + step * signed_share(random);
				obb_frame frame = turned(r);
				double c = obb_cost(p, cloud->count, &frame);
				if (c < cost)
				{
					cost = c;
					memcpy(q, r, sizeof q);
					moved = true;
				}
			}
			step *= moved ? 1.0 : 0.6;
		}
		if (cost < least)
		{
			least = cost;
			memcpy(best, q, sizeof best);
		}
	}
	return least;
}

static double cost_of(const obb_cloud *cloud, const obb_frame *frame)
{
	return obb_cost((const double(*)[3])cloud->points, cloud->count, frame);
}

static void the_exact_minimum_is_never_beaten(void **state)
{
	(void)state;
	shape_random random = {0x1357u};
	uint32_t met = 0, rounds = 90;
	for (uint32_t round = 0; round < rounds; ++round)
	{
		scatter(&random, (int)(round % SOLIDS), 4 + shape_below(&random, 22));
		bound_input given = input();
		obb_cloud cloud;
		obb_frame frame;
		assert_int_equal(obb_cloud_make(&context, &given, true, &cloud), KILNCOOK_OK);
		if (cloud.hull->dimension == 3)
		{
			assert_int_equal(obb_least(&context, &cloud, UINT64_MAX, 1e-9, &frame), KILNCOOK_OK);
			double exact = cost_of(&cloud, &frame), brute = least_by_brute_force(&cloud, &random);
			if (exact > brute * (1.0 + 1e-8))
				fail_msg("round %u: %.17g, by brute force %.17g", round, exact, brute);
			met += brute < exact * 1.001;
		}
		obb_cloud_free(&context, &cloud);
	}
	// The brute force is no straw man.
	assert_true(met > rounds / 2);
}

static void few_vertices_lead_to_the_minimum_around_all(void **state)
{
	(void)state;
	shape_random random = {0x2468u};
	for (uint32_t round = 0; round < 36; ++round)
	{
		scatter(&random, (int)(round % SOLIDS), 10 + shape_below(&random, 190));
		bound_input given = input();
		obb_cloud cloud;
		obb_frame frame;
		assert_int_equal(obb_cloud_make(&context, &given, true, &cloud), KILNCOOK_OK);
		if (cloud.hull->dimension == 3)
		{
			assert_int_equal(obb_least(&context, &cloud, UINT64_MAX, 1e-9, &frame), KILNCOOK_OK);
			obb_flush flush = {.volume = 8.0, .tolerance = 1e-9, .budget = UINT64_MAX};
			assert_true(obb_flush_search(&context, &cloud, &flush));
			assert_true(flush.complete && flush.trail_count > 0);
			double all = cost_of(&cloud, &flush.trail[flush.trail_count - 1]), exact = cost_of(&cloud, &frame);
			assert_true(fabs(all - flush.volume) <= 1e-11 * all + 1e-13);
			assert_true(fabs(all - exact) <= 3e-9 * all);
		}
		obb_cloud_free(&context, &cloud);
	}
}

static void assert_volume(const char *name, double expected, double tolerance)
{
	double volume = fit(name);
	if (fabs(volume - expected) > tolerance * expected)
		fail_msg("%s: %.9g is not %.9g", name, volume, expected);
}

static void known_solids_have_their_least_boxes(void **state)
{
	(void)state;
	// No box around a tetrahedron has less than three times its volume.
	count = 0;
	add(1, 1, 1);
	add(1, -1, -1);
	add(-1, 1, -1);
	add(-1, -1, 1);
	assert_volume("obb-exact", 8, 1e-6);
	assert_volume("obb-best", 8, 1e-6);
	// The regular tetrahedron in no special place: edge 1, volume sqrt(1 / 72).
	count = 0;
	double turn[3][3] = {{2 / 3.0, -1 / 3.0, 2 / 3.0}, {2 / 3.0, 2 / 3.0, -1 / 3.0}, {-1 / 3.0, 2 / 3.0, 2 / 3.0}};
	double corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.5, sqrt(0.75), 0}, {0.5, sqrt(1 / 12.0), sqrt(2 / 3.0)}};
	for (uint32_t i = 0; i < 4; ++i)
		add(obb_dot(turn[0], corner[i]), obb_dot(turn[1], corner[i]), obb_dot(turn[2], corner[i]));
	assert_volume("obb-exact", 3 / sqrt(72), 1e-6);
	assert_volume("obb-best", 3 / sqrt(72), 1e-6);
	// The octahedron: 64 / 27, less than flush with two of its faces (8 / 3). Brute force says so too.
	count = 0;
	for (uint32_t k = 0; k < 3; ++k)
	{
		add(k == 0, k == 1, k == 2);
		add(-(k == 0), -(k == 1), -(k == 2));
	}
	assert_volume("obb-exact", 64 / 27.0, 1e-6);
	assert_volume("obb-best", 64 / 27.0, 1e-6);
	shape_random random = {0x8u};
	obb_cloud cloud;
	bound_input given = input();
	assert_int_equal(obb_cloud_make(&context, &given, true, &cloud), KILNCOOK_OK);
	double brute = least_by_brute_force(&cloud, &random) / (cloud.scale * cloud.scale * cloud.scale);
	assert_true(fabs(brute - 64 / 27.0) < 1e-6);
	obb_cloud_free(&context, &cloud);
}

static void a_box_is_recovered_in_any_place(void **state)
{
	(void)state;
	shape_random random = {0x8642u};
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined"};
	for (uint32_t round = 0; round < 60; ++round)
	{
		double q[4] = {signed_share(&random), signed_share(&random), signed_share(&random), signed_share(&random)};
		obb_frame frame = turned(q);
		double h[3] = {1, 1, 1};
		for (uint32_t k = 0; k < 3 && round % 3; ++k)
			h[k] = round % 3 == 1 ? 0.1 + shape_share(&random) : k == 0 ? 100.0 : 0.1;
		count = 0;
		for (uint32_t i = 0; i < 8; ++i)
		{
			double p[3] = {0};
			for (uint32_t k = 0; k < 3; ++k)
				for (uint32_t j = 0; j < 3; ++j)
					p[j] += (i >> k & 1 ? h[k] : -h[k]) * frame.axes[k][j];
			add(p[0] + 3, p[1] - 1, p[2]);
		}
		// Corners are rounded where the long side ends, which tells at the short ones.
		double tolerance = round % 3 == 2 ? 5e-4 : 1e-5;
		for (uint32_t i = 0; i < 3; ++i)
			assert_volume(names[i], 8 * h[0] * h[1] * h[2], tolerance);
	}
}

static void a_straight_box_is_recovered_exactly(void **state)
{
	(void)state;
	count = 0;
	for (uint32_t i = 0; i < 8; ++i)
		add(i & 1 ? 3 : 1, i & 2 ? 7 : 2, i & 4 ? -1 : -9);
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined", "obb-surface-covariance"};
	for (uint32_t i = 0; i < 4; ++i)
		assert_true(fit(names[i]) == 2.0 * 5.0 * 8.0);
}

static void the_best_is_within_a_millionth_of_the_minimum(void **state)
{
	(void)state;
	shape_random random = {0xbe57u};
	for (uint32_t round = 0; round < 45; ++round)
	{
		scatter(&random, (int)(round % SOLIDS), 20 + 8 * shape_below(&random, 23));
		double best = fit("obb-best"), exact = fit("obb-exact");
		// Of a slab float32 can round the thickness by more.
		double tolerance = round % SOLIDS == SLAB || round % SOLIDS == NEEDLE ? 1e-3 : 3e-6;
		if (best > exact * (1.0 + tolerance))
			fail_msg("round %u: %.9g, the least is %.9g", round, best, exact);
	}
}

static void the_best_is_no_larger_than_any_other(void **state)
{
	(void)state;
	shape_random random = {0xfeedu};
	for (uint32_t round = 0; round < 18; ++round)
	{
		int kind = (int)(round % SOLIDS);
		scatter(&random, kind, 20 + 8 * shape_below(&random, 40));
		double best = fit("obb-best"), tolerance = kind == SLAB || kind == NEEDLE ? 1e-3 : 3e-6;
		for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		{
			double other = fit(bound_obb_methods[i]->name);
			if (best > other * (1.0 + tolerance))
				fail_msg("round %u: %.9g, but %s has %.9g", round, best, bound_obb_methods[i]->name, other);
		}
		if (kind == IN_BALL || kind == ON_SPHERE || kind == IN_CUBE)
			assert_true(best < fit("obb-hull-covariance"));
	}
}

static void a_small_effort_gives_a_box_and_a_large_one_no_worse(void **state)
{
	(void)state;
	shape_random random = {0xaffe01u};
	for (uint32_t round = 0; round < 18; ++round)
	{
		scatter(&random, (int)(round % SOLIDS), 200);
		bound_input given = input();
		double last = (double)INFINITY;
		for (uint64_t effort = 1; effort < 10000000; effort *= 30)
		{
			bound_volume v, again;
			assert_int_equal(bound_obb_best(&context, &given, effort, &v), KILNCOOK_OK);
			assert_int_equal(bound_obb_best(&context, &given, effort, &again), KILNCOOK_OK);
			assert_memory_equal(&v.obb, &again.obb, sizeof v.obb);
			assert_true(bound_prove(&v, given.points, count, NULL));
			assert_true(product(&v) <= last * (1.0 + 1e-4));
			last = product(&v);
		}
	}
}

static void flat_points_get_their_least_rectangle(void **state)
{
	(void)state;
	shape_random random = {0xf1a7u};
	static const char *const names[] = {"obb-exact", "obb-best", "obb-refined", "obb-surface-min"};
	for (uint32_t round = 0; round < 30; ++round)
	{
		scatter(&random, FLAT, 3 + shape_below(&random, 30));
		double least = (double)INFINITY;
		for (uint32_t i = 0; i < count; ++i)
			for (uint32_t j = 0; j < i; ++j)
			{
				double e[3] = {
					(double)points[j][0] - (double)points[i][0], 0, (double)points[j][2] - (double)points[i][2]};
				obb_frame frame;
				double positions[MOST][3];
				for (uint32_t k = 0; k < 3 * count; ++k)
					positions[k / 3][k % 3] = (double)points[k / 3][k % 3];
				assert_true(obb_frame_from(e, (double[3]){0, 1, 0}, &frame));
				obb_extents s = obb_measure((const double(*)[3])positions, count, &frame);
				double area = (s.high[0] - s.low[0]) * (s.high[2] - s.low[2]);
				least = area < least ? area : least;
			}
		for (uint32_t n = 0; n < 4; ++n)
		{
			bound_input given = input();
			bound_volume v;
			assert_int_equal(method(names[n])->fit(&context, &given, &v), KILNCOOK_OK);
			const float *h = v.obb.half_extents;
			assert_true(h[0] == 0 || h[1] == 0 || h[2] == 0);
			double area = 4 * ((double)h[0] * (double)h[1] + (double)h[1] * (double)h[2] + (double)h[2] * (double)h[0]);
			if (fabs(area - least) > 1e-5 * least)
				fail_msg("%s: %.9g is not %.9g", names[n], area, least);
		}
	}
}

static void points_in_a_line_get_its_length(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		scatter(&(shape_random){1}, COLLINEAR, 9);
		bound_input given = input();
		bound_volume v;
		assert_int_equal(bound_obb_methods[i]->fit(&context, &given, &v), KILNCOOK_OK);
		const float *h = v.obb.half_extents;
		double longest = fmax(fmax((double)h[0], (double)h[1]), (double)h[2]);
		double sum = (double)h[0] + (double)h[1] + (double)h[2];
		if (fabs(longest - 4 * sqrt(14)) > 1e-4 || sum - longest > 1e-4)
			fail_msg("%s: %g %g %g", bound_obb_methods[i]->name, (double)h[0], (double)h[1], (double)h[2]);
	}
}

static void a_single_point_gets_no_size(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < bound_obb_method_count; ++i)
	{
		count = 0;
		add(1e7 + 1, -3.25, 1e-30);
		bound_input given = input();
		bound_volume v;
		assert_int_equal(bound_obb_methods[i]->fit(&context, &given, &v), KILNCOOK_OK);
		assert_true(v.obb.half_extents[0] == 0 && v.obb.half_extents[1] == 0 && v.obb.half_extents[2] == 0);
	}
}

static void far_from_the_origin_the_box_grows_by_rounding_only(void **state)
{
	(void)state;
	shape_random random = {0xfa4u};
	for (uint32_t trial = 0; trial < 20; ++trial)
	{
		count = 0;
		for (uint32_t i = 0; i < 100; ++i)
		{
			double p[3];
			ball_point(&random, false, p);
			add(round(2000 * p[0]), round(1000 * p[1]), round(1500 * p[2] + 300 * p[0]));
		}
		double near = fit("obb-best");
		for (uint32_t i = 0; i < count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				points[i][k] += k == 1 ? -1e7f : 1e7f;
		// The centre is rounded by half a unit an axis, sides are from about 2000 units on.
		double far = fit("obb-best");
		assert_true(far >= near * (1.0 - 1e-6) && far <= near * 1.003);
	}
}

static void scale_does_not_change_the_box(void **state)
{
	(void)state;
	shape_random random = {0x5ca1eu};
	scatter(&random, IN_BALL, 60);
	bound_input given = input();
	bound_volume v, scaled;
	assert_int_equal(bound_obb_best(&context, &given, 0, &v), KILNCOOK_OK);
	for (int e = -100; e <= 39; e += 139)
	{
		float saved[MOST][3];
		memcpy(saved, points, sizeof saved);
		for (uint32_t i = 0; i < 3 * count; ++i)
			points[i / 3][i % 3] = ldexpf(points[i / 3][i % 3], e);
		assert_int_equal(bound_obb_best(&context, &given, 0, &scaled), KILNCOOK_OK);
		assert_memory_equal(v.obb.axes, scaled.obb.axes, sizeof v.obb.axes);
		for (uint32_t k = 0; k < 3; ++k)
			assert_true(fabsf(ldexpf(scaled.obb.half_extents[k], -e) / v.obb.half_extents[k] - 1) < 1e-6f);
		memcpy(points, saved, sizeof saved);
	}
}

static void turning_about_an_axis_finds_the_least_rectangle(void **state)
{
	(void)state;
	shape_random random = {0x7e57u};
	for (uint32_t round = 0; round < 300; ++round)
	{
		scatter(&random, (int)(round % SOLIDS), 3 + shape_below(&random, 200));
		obb_cloud cloud;
		bound_input given = input();
		obb_work work;
		assert_int_equal(obb_cloud_make(&context, &given, false, &cloud), KILNCOOK_OK);
		assert_true(obb_work_make(&context, count, &work));
		double q[4] = {signed_share(&random), signed_share(&random), signed_share(&random), signed_share(&random)};
		obb_frame start = turned(q), frame = start;
		uint32_t axis = round % 3;
		double cost = obb_turn((const double(*)[3])cloud.points, count, axis, &work, &frame, cost_of(&cloud, &start));
		assert_true(fabs(cost - cost_of(&cloud, &frame)) <= 1e-12 * cost);
		assert_true(obb_dot(frame.axes[axis], start.axes[axis]) > 1.0 - 1e-12);
		for (uint32_t i = 0; i < 2000; ++i)
		{
			obb_frame other = start;
			double s = sin(i * 0.000785398163), c = cos(i * 0.000785398163);
			for (uint32_t k = 0; k < 3; ++k)
			{
				double a = start.axes[(axis + 1) % 3][k], b = start.axes[(axis + 2) % 3][k];
				other.axes[(axis + 1) % 3][k] = c * a + s * b;
				other.axes[(axis + 2) % 3][k] = c * b - s * a;
			}
			assert_true(cost <= cost_of(&cloud, &other) * (1.0 + 1e-11));
		}
		obb_work_free(&context, &work);
		obb_cloud_free(&context, &cloud);
	}
}

static void the_surface_covariance_is_that_of_samples(void **state)
{
	(void)state;
	shape_random random = {0xc0u};
	for (uint32_t round = 0; round < 5; ++round)
	{
		scatter(&random, ON_ELLIPSOID, 12);
		obb_cloud cloud;
		bound_input given = input();
		assert_int_equal(obb_cloud_make(&context, &given, true, &cloud), KILNCOOK_OK);
		const hull *h = cloud.hull;
		double area = 0, mean[3] = {0}, second[3][3] = {{0}};
		// The midpoint rule on 10000 parts of each triangle.
		for (uint32_t f = 0; f < h->face_count; ++f)
			for (uint32_t c = h->face_first[f] + 2; c < h->face_first[f + 1]; ++c)
			{
				const double *p = cloud.points[h->origins[h->face_first[f]]], *q = cloud.points[h->origins[c - 1]],
							 *r = cloud.points[h->origins[c]];
				double u[3], v[3], n[3];
				for (uint32_t k = 0; k < 3; ++k)
				{
					u[k] = q[k] - p[k];
					v[k] = r[k] - p[k];
				}
				obb_cross(u, v, n);
				double part = sqrt(obb_dot(n, n)) / 2 / 10000;
				for (uint32_t i = 0; i < 100; ++i)
					for (uint32_t j = 0; j < 2 * (100 - i) - 1; ++j)
					{
						double s = (i + (j & 1 ? 2 / 3.0 : 1 / 3.0)) / 100;
						double t = (j / 2 + (j & 1 ? 2 / 3.0 : 1 / 3.0)) / 100, x[3];
						for (uint32_t k = 0; k < 3; ++k)
							x[k] = p[k] + s * u[k] + t * v[k];
						area += part;
						for (uint32_t k = 0; k < 3; ++k)
						{
							mean[k] += part * x[k];
							for (uint32_t l = 0; l < 3; ++l)
								second[k][l] += part * x[k] * x[l];
						}
					}
			}
		// The axes make it diagonal.
		obb_frame frame = obb_surface_covariance(&cloud);
		for (uint32_t i = 0; i < 3; ++i)
			for (uint32_t j = 0; j < i; ++j)
			{
				double sum = 0;
				for (uint32_t k = 0; k < 3; ++k)
					for (uint32_t l = 0; l < 3; ++l)
						sum += frame.axes[i][k] * frame.axes[j][l] *
							   (second[k][l] / area - mean[k] * mean[l] / area / area);
				assert_true(fabs(sum) < 2e-5);
			}
		obb_cloud_free(&context, &cloud);
	}
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	shape_random random = {0x0u + 3};
	for (uint32_t with_hull = 0; with_hull < 2; ++with_hull)
		for (uint32_t i = 0; i < bound_obb_method_count; ++i)
		{
			scatter(&random, IN_BALL, 30);
			hull h = hull_of_points();
			bool finished = false;
			for (size_t fail = 1; !finished && fail < 400; ++fail)
			{
				counted_memory memory;
				kilncook_context counted = counted_context(&memory);
				memory.fail_at = fail;
				bound_input given = input();
				given.hull = with_hull ? &h : NULL;
				bound_volume v;
				kilncook_status status = bound_obb_methods[i]->fit(&counted, &given, &v);
				finished = memory.calls < fail;
				assert_int_equal(status, finished ? KILNCOOK_OK : KILNCOOK_INTERNAL);
				assert_int_equal(memory.live, 0);
				assert_int_equal(memory.wrong_size, 0);
			}
			assert_true(finished);
			hull_free(&context, &h);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_contains_every_point),
		cmocka_unit_test(methods_are_named_once),
		cmocka_unit_test(the_exact_minimum_is_never_beaten),
		cmocka_unit_test(few_vertices_lead_to_the_minimum_around_all),
		cmocka_unit_test(known_solids_have_their_least_boxes),
		cmocka_unit_test(a_box_is_recovered_in_any_place),
		cmocka_unit_test(a_straight_box_is_recovered_exactly),
		cmocka_unit_test(the_best_is_within_a_millionth_of_the_minimum),
		cmocka_unit_test(the_best_is_no_larger_than_any_other),
		cmocka_unit_test(a_small_effort_gives_a_box_and_a_large_one_no_worse),
		cmocka_unit_test(flat_points_get_their_least_rectangle),
		cmocka_unit_test(points_in_a_line_get_its_length),
		cmocka_unit_test(a_single_point_gets_no_size),
		cmocka_unit_test(far_from_the_origin_the_box_grows_by_rounding_only),
		cmocka_unit_test(scale_does_not_change_the_box),
		cmocka_unit_test(turning_about_an_axis_finds_the_least_rectangle),
		cmocka_unit_test(the_surface_covariance_is_that_of_samples),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
