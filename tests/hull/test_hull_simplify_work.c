// SPDX-License-Identifier: MIT
#include "hull/hull_internal.h"
#include "hull/simplify/internal.h"
#include "hull/simplify/outer.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Counts the looks of the search for a hull within a budget, on hulls with tips that are neighbours of all other
/// vertices, and rims along which each vertex has two neighbours.

static const kilncook_context context;

#define TAU 6.283185307179586

static double random_share(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-53;
}

typedef void put(uint32_t i, uint32_t n, float p[3]);

static void put3(float p[3], double x, double y, double z)
{
	p[0] = (float)x;
	p[1] = (float)y;
	p[2] = (float)z;
}

static void cone(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * i / (n - 1);
	put3(p, i == n - 1 ? 0 : cos(a), i == n - 1 ? 0 : sin(a), i == n - 1);
}

static void spindle(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * i / (n - 2);
	put3(p, i >= n - 2 ? 0 : cos(a), i >= n - 2 ? 0 : sin(a), i == n - 2 ? 1 : i == n - 1 ? -1 : 0);
}

static void drum(uint32_t i, uint32_t n, float p[3])
{
	double a = TAU * (i / 2) / (n / 2);
	put3(p, cos(a), sin(a), i % 2);
}

/// On the moment curve every vertex is a neighbour of the two ends.
static void moment(uint32_t i, uint32_t n, float p[3])
{
	double t = 2.0 * i / n - 1;
	put3(p, t, t * t, t * t * t);
}

static void ball(uint32_t i, uint32_t n, float p[3])
{
	double z = 1 - (2.0 * i + 1) / n, r = sqrt(1 - z * z), a = 2.399963229728653 * i;
	put3(p, r * cos(a), r * sin(a), z);
}

/// Corners of a lattice near a ball, with many flat faces among them.
static void lattice(uint32_t i, uint32_t n, float p[3])
{
	ball(i, n, p);
	for (int k = 0; k < 3; ++k)
		p[k] = rintf(4 * sqrtf((float)n) * p[k]);
}

static put *const shapes[] = {cone, spindle, drum, moment, ball, lattice};

#define SHAPES (sizeof shapes / sizeof *shapes)

static void build(put *at, uint32_t n, convex_hull *hull)
{
	float(*points)[3] = calloc(n, sizeof *points);
	assert_non_null(points);
	for (uint32_t i = 0; i < n; ++i)
		at(i, n, points[i]);
	assert_int_equal(hull_build(&context, &(hull_points){.positions = points[0], .count = n}, hull), KILNCOOK_OK);
	assert_int_equal(hull->dimension, 3);
	free(points);
}

/// Returns any direction, or one along which rims and bases are nearly level.
static void random_direction(uint64_t *state, double d[3])
{
	double tilt = random_share(state) < 0.5 ? 1 : ldexp(1, -(int)(40 * random_share(state)));
	d[0] = tilt * (2 * random_share(state) - 1);
	d[1] = tilt * (2 * random_share(state) - 1);
	d[2] = 2 * random_share(state) - 1;
}

static void supports_are_farthest_and_look_at_few_vertices(void **state)
{
	(void)state;
	uint64_t random = 0x9e3779b97f4a7c15u;
	for (size_t s = 0; s < SHAPES; ++s)
		for (uint32_t n = 300; n <= 4800; n *= 4)
		{
			convex_hull hull;
			simplify_body body;
			uint64_t looks = 0, steps = 0;
			build(shapes[s], n, &hull);
			assert_true(body_create(&context, &hull, &looks, &steps, &body));
			looks = 0;
			for (uint32_t round = 0; round < 400; ++round)
			{
				double d[3], most = -1e300;
				random_direction(&random, d);
				uint32_t start = (uint32_t)(random_share(&random) * body.count);
				uint32_t found = body_support(&body, d, start);
				for (uint32_t i = 0; i < body.count; ++i)
				{
					double value = simplify_dot(body.points[i], d);
					most = value > most ? value : most;
				}
				// A climb may end at a vertex level with the farthest, to rounding.
				assert_true(simplify_dot(body.points[found], d) >= most - 1e-14);
			}
			assert_true((double)looks < 400 * (SIMPLIFY_LOOKS + 12 * sqrt(n)));
			body_free(&context, &body);
			hull_free(&context, &hull);
		}
}

static void a_corner_proved_nearest_is_what_all_faces_around_it_leave(void **state)
{
	(void)state;
	uint64_t random = 0x1234567u, with = 0, without = 0;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		convex_hull hull;
		simplify_body body;
		uint64_t looks = 0, steps = 0;
		build(shapes[s], 1500, &hull);
		assert_true(body_create(&context, &hull, &looks, &steps, &body));
		const simplify_tree *tree = body.surface.tree;
		assert_non_null(tree);
		for (uint32_t round = 0; round < 400; ++round)
		{
			double p[3], q[2][3], distance[2];
			random_direction(&random, p);
			uint32_t start = (uint32_t)(random_share(&random) * body.surface.face_end), face[2] = {start, start};
			looks = 0;
			body.surface.tree = NULL;
			distance[0] = shell_closest(&body.surface, p, &face[0], q[0]);
			without += looks;
			looks = 0;
			body.surface.tree = tree;
			distance[1] = shell_closest(&body.surface, p, &face[1], q[1]);
			with += looks;
			assert_true(distance[0] == distance[1]);
			assert_memory_equal(q[0], q[1], sizeof q[0]);
		}
		body_free(&context, &body);
		hull_free(&context, &hull);
	}
	assert_true(with < without);
}

/// The looks of a search for an outer hull of 16 vertices.
static uint64_t search(put *shape, uint32_t n, uint32_t effort)
{
	convex_hull hull;
	simplify_body body;
	uint64_t looks = 0, steps = 0;
	uint32_t chosen[16], count = 16;
	double points[16][3], error;
	build(shape, n, &hull);
	assert_true(body_create(&context, &hull, &looks, &steps, &body));
	body.effort = effort;
	assert_true(simplify_inner(&context, &body, NULL, 0, 16, false, chosen, &error));
	looks = 0;
	assert_true(simplify_outer(&context, &body, chosen, &count, points, &error));
	assert_in_range(count, 4, 16);
	body_free(&context, &body);
	hull_free(&context, &hull);
	return looks;
}

/// The effort bounds the looks, except for those of starts and of the last sweep.
static void a_search_stays_within_its_effort_whatever_the_hull(void **state)
{
	(void)state;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		uint64_t less = search(shapes[s], 1000, 1000), more = search(shapes[s], trials_size(8000, 2000), 1000);
		assert_true(more < (uint64_t)LOOKS_A_MOVE * 1000 * 2);
		assert_true(more < 5 * less);
	}
}

/// The budgets of the counted searches: `share` of the hull's vertices, or this number of vertices if it is more than
/// 1.
typedef struct work_budget
{
	double vertices;
	double error;
} work_budget;

static const work_budget budgets[] = {{8, 0}, {64, 0}, {0.5, 0}, {0.8, 0}, {1, 0}, {0, 0.01}, {0, 0.001}, {0, 0.0001}};

#define BUDGETS (sizeof budgets / sizeof *budgets)

static hull_budget budget_of(const convex_hull *hull, work_budget wanted)
{
	double most = hull->vertex_count - 1;
	double vertices = wanted.vertices > 1 ? wanted.vertices : wanted.vertices * most;
	return (hull_budget){.vertices = (uint32_t)vertices, .error = wanted.error, .effort = 1000};
}

/// Checks that an outer hull is valid and contains the exact one, and that the stated distance is not too small.
static void check_result(const convex_hull *exact, const hull_budget *budget, const convex_hull *h, double distance)
{
	hull_points vertices = {.positions = exact->vertices[0], .count = exact->vertex_count};
	assert_int_equal(hull_check(&context, h, &vertices, NULL), HULL_SOUND);
	assert_true(budget->vertices == 0 || h->vertex_count <= budget->vertices);
	assert_true(distance >= hull_distance(h, exact) * (1 - 1e-9));
}

/// Counts all looks of a search within a budget.
static uint64_t simplify(put *shape, uint32_t n, work_budget wanted)
{
	convex_hull exact, h;
	double distance;
	uint64_t looked;
	build(shape, n, &exact);
	hull_budget budget = budget_of(&exact, wanted);
	assert_int_equal(simplify_within(&context, &exact, &budget, 0, &h, &distance, &looked), KILNCOOK_OK);
	assert_true(looked < hull_looks_most(exact.vertex_count, budget.effort));
	check_result(&exact, &budget, &h, distance);
	hull_free(&context, &h);
	hull_free(&context, &exact);
	return looked;
}

/// Looks of a search for an error at the effort of budget_of.
static double most_for_an_error(uint32_t n)
{
	return 0x1p26 + 8192 * n * log2(n);
}

/// The work grows with the number of vertices to the power 1.3, except for a start. On the moment curve, large budgets
/// need more attempts with fewer vertices the more vertices there are, and these end at the limit. The number of
/// attempts for an error is not a matter of growth: a constant and n log n bound their work.
static void work_grows_little_faster_than_the_hull_at_every_budget_and_error(void **state)
{
	(void)state;
	const uint32_t n = trials_size(200, 100);
	for (size_t s = 0; s < SHAPES; ++s)
		for (size_t b = 0; b < BUDGETS; ++b)
		{
			uint64_t less = simplify(shapes[s], n, budgets[b]), more = simplify(shapes[s], 2 * n, budgets[b]);
			if (budgets[b].error > 0)
				assert_true((double)less < most_for_an_error(n) && (double)more < most_for_an_error(2 * n));
			else if (shapes[s] != moment || budgets[b].vertices > 1)
				assert_true((double)more < 2.46 * (double)less + 8e6);
		}
}

static void note_effort(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	(void)where;
	(void)text;
	*(bool *)user = *(bool *)user || (severity == KILNCOOK_NOTE && strcmp(code, "hull-effort") == 0);
}

/// Simplifies `exact` with at most `limit` looks, and checks the result; returns the number of looks.
static uint64_t end_early(const convex_hull *exact, work_budget wanted, uint64_t limit)
{
	bool noted = false;
	kilncook_context listener = {.log = {.message = note_effort, .user = &noted}};
	convex_hull h;
	double distance;
	uint64_t looked;
	hull_budget budget = budget_of(exact, wanted);
	assert_int_equal(simplify_within(&listener, exact, &budget, limit, &h, &distance, &looked), KILNCOOK_OK);
	check_result(exact, &budget, &h, distance);
	assert_true(noted || looked < limit);
	assert_true(noted || limit > 1);
	hull_free(&context, &h);
	return looked;
}

static void a_hull_of_which_the_looks_end_early_is_sound_and_says_so(void **state)
{
	(void)state;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		convex_hull exact;
		build(shapes[s], 300, &exact);
		// Beyond the limit, only the first start of an attempt, what it has begun, and the checks of a result may follow.
		uint64_t beyond = 4 * end_early(&exact, (work_budget){1, 0}, 1);
		for (size_t b = 0; b < BUDGETS; ++b)
			for (uint64_t limit = 1; limit < 10000000; limit *= 1000)
				assert_true(end_early(&exact, budgets[b], limit) <= limit + beyond);
		hull_free(&context, &exact);
	}
}

/// An estimate is the error of a hull that can be had, for counted work; without looks the search makes no estimate.
static void an_estimate_is_near_what_a_budget_costs_and_takes_less(void **state)
{
	(void)state;
	for (size_t s = 0; s < SHAPES; ++s)
	{
		convex_hull exact, simple;
		double error, estimated;
		build(shapes[s], 300, &exact);
		for (int inner = 0; inner < 2; ++inner)
		{
			uint64_t looks = (uint64_t)1 << 28, left = looks;
			const hull_budget budget = {.vertices = 64, .inner = inner != 0};
			assert_int_equal(hull_simplify(&context, &exact, &budget, &simple, &error), KILNCOOK_OK);
			assert_true(hull_estimate(&context, &exact, 64, inner != 0, &left, &estimated));
			assert_true(left < looks && looks - left < hull_looks_most(300, 0));
			assert_true(estimated >= error * 0.5 && estimated <= error * 2);
			hull_free(&context, &simple);
			left = 0;
			assert_false(hull_estimate(&context, &exact, 64, inner != 0, &left, &estimated));
			left = 1;
			(void)hull_estimate(&context, &exact, 64, inner != 0, &left, &estimated);
			assert_int_equal(left, 0);
		}
		hull_free(&context, &exact);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(supports_are_farthest_and_look_at_few_vertices),
		cmocka_unit_test(a_corner_proved_nearest_is_what_all_faces_around_it_leave),
		cmocka_unit_test(a_search_stays_within_its_effort_whatever_the_hull),
		cmocka_unit_test(work_grows_little_faster_than_the_hull_at_every_budget_and_error),
		cmocka_unit_test(a_hull_of_which_the_looks_end_early_is_sound_and_says_so),
		cmocka_unit_test(an_estimate_is_near_what_a_budget_costs_and_takes_less),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
