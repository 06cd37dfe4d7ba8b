// SPDX-License-Identifier: MIT
#include "kiln/front.h"
#include "kiln/school.h"
#include "mesh_pair_case.h"
#include "pair/kernel/settle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Distances of surfaces in which many pairs of triangles have the least distance, or nearly: the answers, and their
/// work.

#define TURN 0.7

/// A flat square of `side` x `side` cells, two units wide, turned about y, with its middle at the origin.
static fixture_mesh flat(uint32_t side, double turn)
{
	fixture_mesh mesh = fixture_ground(side, 1);
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
	{
		double x = 2 * (double)mesh.vertices[i][0] / side, y = 2 * (double)mesh.vertices[i][1] / side;
		x -= 1;
		mesh.vertices[i][0] = (float)(x * cos(turn));
		mesh.vertices[i][1] = (float)(y - 1);
		mesh.vertices[i][2] = (float)(x * sin(turn));
	}
	return mesh;
}

// --- Answers ----------------------------------------------------------------------------------------------------------

static void assert_nearest(const kiln_mesh_nearest *found, const case_answer *right)
{
	assert_true(kiln_near_key(found->distance) == kiln_near_key(right->nearest.distance));
	if (right->nearest.distance > 0)
		assert_memory_equal(found->triangle, right->nearest.triangle, sizeof found->triangle);
}

/// Runs the search that settles ties by itself, from nothing, with all limits.
static void check_settled(const kiln_mesh_pair *pair, const case_answer *right)
{
	float key = kiln_near_key(right->nearest.distance);
	kiln_pair_run run = {.pair = pair, .limit = HUGE_VALF};
	kilni_pair_settle(&run);
	assert_true(run.found);
	assert_nearest(&run.best, right);
	run = (kiln_pair_run){.pair = pair, .limit = key};
	kilni_pair_settle(&run);
	assert_true(run.found);
	assert_nearest(&run.best, right);
	if (!(key > 0))
		return;
	run = (kiln_pair_run){.pair = pair, .limit = nextafterf(key, 0)};
	kilni_pair_settle(&run);
	assert_false(run.found);
	run = (kiln_pair_run){.pair = pair, .limit = HUGE_VALF, .good = 2 * key};
	kilni_pair_settle(&run);
	assert_true(run.found && run.limit >= key && run.limit <= 2 * key);
}

/// Checks every tree and descent, and the search for ties alone.
static void check_all(const case_mesh *a, const case_mesh *b, const kiln_affine *pose, bool similar)
{
	for (int kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		// The scale is the least factor of a length.
		const kiln_tree_kind other = (kiln_tree_kind)((kind + kind % 2) % KILN_TREE_KIND_END);
		kiln_mesh_pair pair = case_pair(a, (kiln_tree_kind)kind, b, other, pose, similar ? 1 : 0.5, KILN_ISA_AUTO);
		if (!similar)
		{
			pair.metric.similar = false;
			pair.metric.to_query = kiln_affine_identity();
			pair.metric.to_query.column[0].x = 3;
			pair.metric.to_query.column[1].z = 0.5;
		}
		case_answer right;
		case_brute(&right, a, b, &pair);
		check_settled(&pair, &right);
		for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
		{
			kiln_mesh_nearest nearest;
			pair.descent = kiln_school_descent(descent);
			assert_true(kilni_mesh_pair_distance(&pair, 0, HUGE_VALF, &nearest));
			assert_nearest(&nearest, &right);
		}
		case_list_free(&right.touching);
	}
}

/// Makes the pose of two parallel surfaces, `gap` apart along the normal and shifted by `shift`; both are turned, so
/// that numbers are rounded.
static kiln_affine facing(double turn, double gap, double shift)
{
	kiln_affine pose = kiln_affine_identity();
	pose.origin = (kiln_d3){-gap * sin(turn), shift, gap * cos(turn)};
	return pose;
}

static void nearest_pairs_are_the_first_of_all_that_tie(void **state)
{
	(void)state;
	uint64_t random = 7;
	fixture_mesh meshes[5] = {
		flat(8, 0), flat(8, TURN), fixture_sphere(9, 12, 1), fixture_sphere(9, 12, 100), fixture_box(1, 1, 1)};
	case_mesh made[5];
	for (int i = 0; i < 5; ++i)
		case_cook(&made[i], &meshes[i], i == 1 ? 2 : 0);
	static const double gaps[] = {1e-3, 1, 100, 1000.3, 1e6};
	for (int i = 0; i < 2; ++i)
		for (int gap = 0; gap < 5; ++gap)
		{
			const kiln_affine pose = facing(i ? TURN : 0, gaps[gap], gap % 2 ? 1.1 : 0);
			check_all(&made[i], &made[i], &pose, gap != 3);
		}
	const kiln_affine rest = kiln_affine_identity();
	check_all(&made[2], &made[3], &rest, true);
	check_all(&made[4], &made[3], &rest, false);
	for (int trial = 0; trial < 6; ++trial)
	{
		kiln_affine pose = case_pose(&random, 1, trial % 2 ? 5 : 1e5);
		check_all(&made[trial % 5], &made[(trial * 3 + 1) % 5], &pose, trial % 3 > 0);
	}
	for (int i = 0; i < 5; ++i)
		case_mesh_free(&made[i]);
}

static void halfway_between_two_float32_is_a_tie_as_well(void **state)
{
	(void)state;
	fixture_mesh meshes[2] = {flat(6, 0), flat(6, 0)};
	case_mesh made[2];
	case_cook(&made[0], &meshes[0], 0);
	case_cook(&made[1], &meshes[1], 0);
	for (int i = 0; i < 4; ++i)
	{
		const kiln_affine pose = facing(0, 1 + i * 0x1p-24, 0);
		check_all(&made[0], &made[1], &pose, true);
	}
	case_mesh_free(&made[0]);
	case_mesh_free(&made[1]);
}

// --- Work -------------------------------------------------------------------------------------------------------------

/// Returns the total counted work of queries of two objects.
static uint64_t work_of(const kiln_pair_counters *c)
{
	return c->volume_tests + c->triangle_tests + c->exact_tests + c->updates;
}

static double limit_of(uint64_t triangles)
{
	return 20 * (double)triangles * log2((double)triangles);
}

/// Checks the distance, whether it is less than a float32 below it, and the time of a motion towards each other.
static void check_work(const kiln_asset *a, const kiln_asset *b, const kiln_pose *pose, uint32_t trees, double most)
{
	kiln_object one = kiln_object_from_asset(a, NULL), other = kiln_object_from_asset(b, pose);
	kiln_pair_counters work = {0};
	const kiln_pair_options options = {.counters = &work};
	kiln_pair_separation apart, swapped;
	bool within;
	one.trees = other.trees = trees;
	assert_int_equal(kiln_pair_distance(&one, &other, &options, &apart), KILN_OK);
	assert_true((double)work_of(&work) <= most);
	if (!(apart.distance > 0))
		return;
	work = (kiln_pair_counters){0};
	assert_int_equal(kiln_pair_within(&one, &other, nextafterf(apart.distance, 0), &options, &within), KILN_OK);
	assert_false(within);
	assert_true((double)work_of(&work) <= most);
	work = (kiln_pair_counters){0};
	assert_int_equal(kiln_pair_distance(&other, &one, &options, &swapped), KILN_OK);
	assert_true((double)work_of(&work) <= most);
	assert_true(fabs((double)swapped.distance - (double)apart.distance) <= 1e-6 * (double)apart.distance);
}

static kiln_pose pose_at(double x, double y, double z)
{
	return (kiln_pose){.translation = {(float)x, (float)y, (float)z}};
}

typedef struct surfaces
{
	cooked flat, askew, round, rounder;
	uint64_t triangles; ///< triangles of both
} surfaces;

static void cook(cooked *made, fixture_mesh mesh, uint32_t trees)
{
	const kilncook_mesh cook_mesh = {.positions = mesh.vertices[0],
		.vertex_count = mesh.vertex_count,
		.indices = mesh.triangles[0],
		.index_count = (uint64_t)mesh.triangle_count * 3};
	const kilncook_scene scene = {.meshes = &cook_mesh, .mesh_count = 1};
	const kilncook_options options = {.trees = trees};
	bench_cook(made, &scene, &options);
	assert_int_equal(made->status, KILNCOOK_OK);
	fixture_mesh_free(&mesh);
}

static void surfaces_make(surfaces *s, uint32_t side, uint32_t trees)
{
	memset(s, 0, sizeof *s);
	cook(&s->flat, flat(side, 0), trees);
	cook(&s->askew, flat(side, TURN), trees);
	cook(&s->round, fixture_sphere(side, side, 1), trees);
	cook(&s->rounder, fixture_sphere(side, side, 2), trees);
	s->triangles = 2 * s->flat.asset.triangle_count;
}

static void surfaces_free(surfaces *s)
{
	bench_release(&s->flat);
	bench_release(&s->askew);
	bench_release(&s->round);
	bench_release(&s->rounder);
}

/// `axes`: the surfaces are parallel to axes, so that nearly nothing must be tested.
static void check_flat(const surfaces *s, uint32_t trees, bool axes)
{
	static const double gaps[] = {0.01, 1, 100, 1000};
	// Only two of the large surfaces, to save time.
	for (int i = axes ? 1 : 0; i < 4; i += axes ? 2 : 1)
		for (int shift = 0; shift < 2; ++shift)
		{
			const kiln_pose straight = pose_at(shift, 0, gaps[i]);
			check_work(&s->flat.asset, &s->flat.asset, &straight, trees, axes ? 5000 : limit_of(s->triangles));
			const kiln_pose askew = pose_at(-gaps[i] * sin(TURN), shift, gaps[i] * cos(TURN));
			check_work(&s->askew.asset, &s->askew.asset, &askew, trees, limit_of(s->triangles));
		}
}

static void check_round(const surfaces *s, uint32_t trees, const double *ways, int count)
{
	for (int i = 0; i < count; ++i)
	{
		const kiln_pose pose = pose_at(0.6 * ways[i], 0.64 * ways[i], 0.48 * ways[i]);
		check_work(&s->round.asset, &s->round.asset, &pose, trees, limit_of(s->triangles));
		check_work(&s->round.asset, &s->rounder.asset, &pose, trees, limit_of(s->triangles));
	}
}

static void flat_surfaces_of_25k_triangles_take_hardly_any_work(void **state)
{
	const surfaces *s = *state;
	check_flat(s, 0, true);
}

static void far_concentric_and_identical_surfaces_of_25k_triangles_take_n_log_n(void **state)
{
	const surfaces *s = *state;
	static const double ways[] = {0, 98, 1e6};
	check_round(s, 0, ways, 3);
}

static void trees_of_every_kind_take_n_log_n(void **state)
{
	(void)state;
	surfaces s;
	static const double ways[] = {0, 10, 98, 1e4, 1e5, 1e6, 1e8};
	surfaces_make(&s, 32, (1u << KILN_TREE_KIND_END) - 1u);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		check_flat(&s, 1u << kind, false);
		check_round(&s, 1u << kind, ways, 7);
	}
	surfaces_free(&s);
}

static void times_of_impact_of_flat_surfaces_take_n_log_n_a_step(void **state)
{
	const surfaces *s = *state;
	const kiln_sweep sweep = {.from = pose_at(0.3, 0.1, 1000), .to = pose_at(0.3, 0.1, -1000)};
	const kiln_object a = kiln_object_from_asset(&s->flat.asset, NULL), b = a;
	kiln_pair_counters work = {0};
	const kiln_pair_options options = {.counters = &work};
	kiln_pair_impact impact;
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &b, &sweep, 0, &options, &impact), KILN_OK);
	assert_true(impact.hit);
	assert_true((double)work_of(&work) <= limit_of(s->triangles) * (impact.steps + 2));
}

/// For surfaces that keep their relative pose, frame after frame.
static void fronts_change_neither_answers_nor_what_they_may_cost(void **state)
{
	(void)state;
	surfaces s;
	surfaces_make(&s, 32, (1u << KILN_TREE_KIND_END) - 1u);
	_Alignas(16) static uint8_t memory[65536];
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		kiln_front front;
		kiln_front_init(&front, memory, sizeof memory);
		for (int frame = 0; frame < 12; ++frame)
		{
			const double gap = 1 + 1e-4 * (frame / 3);
			const kiln_pose pose = pose_at(-gap * sin(TURN), 0.5, gap * cos(TURN));
			kiln_object a = kiln_object_from_asset(&s.askew.asset, NULL);
			kiln_object b = kiln_object_from_asset(&s.askew.asset, &pose);
			kiln_pair_counters work = {0};
			kiln_pair_separation alone, kept;
			assert_int_equal(kiln_pair_distance(&a, &b, NULL, &alone), KILN_OK);
			a.trees = b.trees = 1u << kind;
			const kiln_pair_options options = {.counters = &work, .front = &front};
			assert_int_equal(kiln_pair_distance(&a, &b, &options, &kept), KILN_OK);
			assert_true(alone.distance == kept.distance);
			assert_int_equal(alone.triangle_a, kept.triangle_a);
			assert_int_equal(alone.triangle_b, kept.triangle_b);
			assert_true((double)work_of(&work) <= limit_of(s.triangles));
		}
	}
	surfaces_free(&s);
}

static int make_large(void **state)
{
	surfaces *s = malloc(sizeof *s);
	assert_non_null(s);
	surfaces_make(s, trials_size(112, 48), 0);
	*state = s;
	return 0;
}

static int free_large(void **state)
{
	surfaces_free(*state);
	free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nearest_pairs_are_the_first_of_all_that_tie),
		cmocka_unit_test(halfway_between_two_float32_is_a_tie_as_well),
		cmocka_unit_test(flat_surfaces_of_25k_triangles_take_hardly_any_work),
		cmocka_unit_test(far_concentric_and_identical_surfaces_of_25k_triangles_take_n_log_n),
		cmocka_unit_test(trees_of_every_kind_take_n_log_n),
		cmocka_unit_test(fronts_change_neither_answers_nor_what_they_may_cost),
		cmocka_unit_test(times_of_impact_of_flat_surfaces_take_n_log_n_a_step),
	};
	return cmocka_run_group_tests(tests, make_large, free_large);
}
