// SPDX-License-Identifier: MIT

/// Filters in pair queries. Lists are compared with those of queries without a filter, filtered by a second
/// implementation. Distances are compared with brute force over the remaining pieces, and with assets that were cooked
/// without the others.

#include "kiln/school.h"
#include "pair_checks.h"
#include "support/asset_fixture.h"
#include "support/cook_bench.h"
#include "support/filter_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 40000

/// Both objects of a query, and their filters.
typedef struct asked
{
	filter_case c[2];
	kiln_asset part[2]; ///< with filters
	kiln_filter filter[2];
	uint32_t salt[2], pair_salt;
	kiln_pair_filter rule;
	uint8_t layers[KILN_LAYERS_MAX];
	kiln_pair_options options;
	kiln_object whole[2], object[2];
} asked;

static bool keep_pairs(void *user, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b)
{
	const uint32_t *salt = user;
	return (node_a * 7 + triangle_a * 5 + node_b * 3 + triangle_b + *salt) % 3 != 0;
}

static uint64_t mapped(uint64_t mask, const uint8_t *layers)
{
	uint64_t to = 0;
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		if (mask >> i & 1)
			to |= (uint64_t)1 << (layers ? layers[i] : i);
	return to;
}

/// The rules of kiln/filter.h, implemented a second time.
static bool left(const asked *q, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b)
{
	const kiln_pair_filter *rule = q->options.filter;
	uint64_t a[2], b[2];
	if ((q->part[0].filter && !filter_case_left(&q->part[0], q->part[0].filter, node_a, triangle_a)) ||
		(q->part[1].filter && !filter_case_left(&q->part[1], q->part[1].filter, node_b, triangle_b)))
		return false;
	filter_case_masks(&q->part[0], node_a, triangle_a, a);
	filter_case_masks(&q->part[1], node_b, triangle_b, b);
	if (rule && rule->masks && (!(a[0] & mapped(b[1], rule->layers_of_b)) || !(mapped(b[0], rule->layers_of_b) & a[1])))
		return false;
	return !rule || !rule->keep || rule->keep(rule->user, node_a, triangle_a, node_b, triangle_b);
}

static void choose_rule(asked *q, uint64_t *random)
{
	const uint64_t kind = fixture_random(random) % 4;
	q->rule = (kiln_pair_filter){.masks = kind & 1, .keep = kind & 2 ? keep_pairs : NULL, .user = &q->pair_salt};
	q->pair_salt = (uint32_t)fixture_random(random);
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		q->layers[i] = (uint8_t)i;
	for (uint32_t i = 8; i-- > 1;)
	{
		const uint32_t j = (uint32_t)(fixture_random(random) % (i + 1));
		const uint8_t layer = q->layers[i];
		q->layers[i] = q->layers[j];
		q->layers[j] = layer;
	}
	q->rule.layers_of_b = fixture_random(random) % 2 ? q->layers : NULL;
	q->options.filter = kind || fixture_random(random) % 2 ? &q->rule : NULL;
}

/// Chooses random filters and poses. In half of the cases an object is one mesh.
static void choose(asked *q, uint64_t *random, bool small, double spread)
{
	for (uint32_t i = 0; i < 2; ++i)
	{
		q->filter[i] = filter_case_filter(random, &q->salt[i]);
		// Meshes have no node, and most are in the first layer then.
		if (small || fixture_random(random) % 2)
			q->filter[i].ignores &= q->filter[i].ignores << 1;
		q->part[i] = q->c[i].asset;
		q->part[i].filter = fixture_random(random) % 4 ? &q->filter[i] : NULL;
		const kiln_pose pose = pair_random_pose(random, spread, i ? 0.75f : 1);
		const uint32_t shape = small || fixture_random(random) % 4 == 0
								   ? (uint32_t)(fixture_random(random) % q->c[i].asset.mesh_count)
								   : KILN_NONE;
		q->whole[i] = kiln_object_from_shape(&q->c[i].asset, shape, &pose);
		q->object[i] = kiln_object_from_shape(&q->part[i], shape, &pose);
	}
	q->options =
		(kiln_pair_options){.descent = kiln_school_descent((uint32_t)(fixture_random(random) % KILN_SCHOOL_DESCENTS))};
	choose_rule(q, random);
}

static void begin(asked *q, uint64_t seed)
{
	filter_case_begin(&q->c[0], seed);
	filter_case_begin(&q->c[1], seed + 100);
}

static void end(asked *q)
{
	filter_case_end(&q->c[0]);
	filter_case_end(&q->c[1]);
}

static kiln_pair before[MOST], after[MOST];

static uint32_t contacts(const kiln_object object[2], const kiln_pair_options *options, kiln_pair *pairs)
{
	uint32_t count;
	assert_int_equal(kiln_pair_contacts(&object[0], &object[1], options, pairs, MOST, &count), KILN_OK);
	assert_true(count <= MOST);
	return count;
}

typedef struct counts
{
	uint32_t some, none, gone;
} counts;

/// Fills `before` with the contacts without a filter that the second implementation keeps.
static uint32_t expected_contacts(const asked *q, counts *seen)
{
	kiln_pair_options plain = q->options;
	plain.filter = NULL;
	const uint32_t all = contacts(q->whole, &plain, before);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all; ++i)
		if (left(q, before[i].node_a, before[i].triangle_a, before[i].node_b, before[i].triangle_b))
			before[count++] = before[i];
	seen->some += count > 0;
	seen->none += count == 0 && all > 0;
	seen->gone += all - count;
	return count;
}

static bool stop_at_third(void *user, const kiln_pair *pair)
{
	uint32_t *count = user;
	(void)pair;
	return ++*count < 3;
}

/// Compares to the bit, without padding.
static void check_same(const kiln_pair *one, const kiln_pair *other)
{
	assert_int_equal(compare_pairs(one, other), 0);
	assert_memory_equal(one->ends, other->ends, sizeof one->ends);
	assert_int_equal(one->coplanar, other->coplanar);
}

static void judge_contacts(const asked *q, counts *seen)
{
	const kiln_object *a = &q->object[0], *b = &q->object[1];
	const uint32_t expected = expected_contacts(q, seen);
	uint32_t stopped = 0, calls, counted, of_group[2];
	bool touching, within, touch[2];
	kiln_pair first, firsts[2];
	assert_int_equal(contacts(q->object, &q->options, after), expected);
	for (uint32_t i = 0; i < expected; ++i)
		check_same(&after[i], &before[i]);
	assert_int_equal(kiln_pair_contacts_visit(a, b, &q->options, stop_at_third, &stopped, &calls), KILN_OK);
	assert_int_equal(calls, expected < 3 ? expected : 3);
	assert_int_equal(kiln_pair_collide(a, b, &q->options, &touching, &first), KILN_OK);
	assert_int_equal(touching, expected > 0);
	assert_int_equal(kiln_pair_within(a, b, 0, &q->options, &within), KILN_OK);
	assert_int_equal(within, expected > 0);
	if (touching)
		assert_true(left(q, first.node_a, first.triangle_a, first.node_b, first.triangle_b));
	const kiln_object twice[2] = {*b, *b};
	assert_int_equal(kiln_pair_collide_group(a, twice, 2, &q->options, touch, firsts, NULL), KILN_OK);
	check_same(&firsts[1], &first);
	assert_true(touch[0] == touching && touch[1] == touching);
	assert_int_equal(kiln_pair_contacts_visit_group(a, twice, 2, &q->options, NULL, NULL, of_group, NULL), KILN_OK);
	assert_int_equal(of_group[0] + of_group[1], 2 * expected);
	assert_int_equal(kiln_pair_contacts(a, b, &q->options, NULL, 0, &counted), KILN_OK);
	assert_int_equal(counted, expected);
}

static void contacts_are_those_of_pieces_that_filters_leave(void **state)
{
	(void)state;
	static asked q;
	counts seen = {0};
	for (uint64_t seed = 1; seed <= 4; ++seed)
	{
		uint64_t random = seed * 31;
		begin(&q, seed);
		for (uint32_t k = 0; k < 90; ++k)
		{
			choose(&q, &random, k % 3 == 0, k % 3 ? 2.5 : 0.5);
			judge_contacts(&q, &seen);
		}
		end(&q);
	}
	assert_true(seen.some > 60 && seen.none > 20 && seen.gone > 10000);
}

// --- Depth and manifolds ----------------------------------------------------------------------------------------------

static bool keep_one(void *user, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b)
{
	const kiln_pair *pair = user;
	return pair->node_a == node_a && pair->node_b == node_b && pair->triangle_a == triangle_a &&
		   pair->triangle_b == triangle_b;
}

/// Returns the deepest of all remaining pairs, each queried separately.
static kiln_pair_depth deepest_of_each(const asked *q, uint32_t count)
{
	kiln_pair_depth best = {.node_a = KILN_NONE, .node_b = KILN_NONE, .triangle_a = KILN_NONE, .triangle_b = KILN_NONE};
	qsort(before, count, sizeof *before, compare_pairs);
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_pair_filter one = {.keep = keep_one, .user = &before[i]};
		const kiln_pair_options options = {.descent = q->options.descent, .filter = &one};
		kiln_pair_depth depth;
		assert_int_equal(kiln_pair_penetration(&q->whole[0], &q->whole[1], &options, &depth), KILN_OK);
		assert_true(depth.touching);
		if (!best.touching || depth.depth > best.depth)
			best = depth;
	}
	return best;
}

static void depths_and_manifolds_are_those_of_pieces_that_filters_leave(void **state)
{
	(void)state;
	static asked q;
	static kiln_pair_manifold whole[MOST], part[MOST];
	counts seen = {0};
	begin(&q, 7);
	uint64_t random = 5;
	for (uint32_t k = 0; k < 50; ++k)
	{
		uint32_t all, some, kept = 0;
		kiln_pair_depth depth;
		choose(&q, &random, k % 2, 1);
		const kiln_pair_options plain = {.descent = q.options.descent};
		assert_int_equal(kiln_pair_manifolds(&q.whole[0], &q.whole[1], &plain, NULL, whole, MOST, &all), KILN_OK);
		assert_int_equal(kiln_pair_manifolds(&q.object[0], &q.object[1], &q.options, NULL, part, MOST, &some), KILN_OK);
		for (uint32_t i = 0; i < all; ++i)
			if (left(&q, whole[i].node_a, whole[i].triangle_a, whole[i].node_b, whole[i].triangle_b))
				whole[kept++] = whole[i];
		assert_int_equal(some, kept);
		assert_memory_equal(part, whole, kept * sizeof *whole);
		const uint32_t count = expected_contacts(&q, &seen);
		assert_int_equal(kiln_pair_penetration(&q.object[0], &q.object[1], &q.options, &depth), KILN_OK);
		assert_int_equal(depth.touching, count > 0);
		if (count > 300)
			continue;
		const kiln_pair_depth right = deepest_of_each(&q, count);
		assert_true(depth.depth == right.depth && depth.node_a == right.node_a && depth.node_b == right.node_b &&
					depth.triangle_a == right.triangle_a && depth.triangle_b == right.triangle_b);
	}
	end(&q);
	assert_true(seen.some > 15 && seen.none > 5);
}

// --- Distances --------------------------------------------------------------------------------------------------------

/// Returns the least distance of all remaining pieces; HUGE_VAL for none.
static double least_gap(const asked *q)
{
	oracle_pieces a = pair_oracle_of(&q->whole[0]), b = pair_oracle_of(&q->whole[1]);
	double least = HUGE_VAL;
	for (uint32_t i = 0; i < a.count; ++i)
		for (uint32_t j = 0; least > 0 && j < b.count; ++j)
			if (left(q, a.piece[i].node, a.piece[i].triangle, b.piece[j].node, b.piece[j].triangle))
			{
				const double gap = pair_oracle_gap(&a.piece[i], &b.piece[j]);
				least = gap < least ? gap : least;
			}
	pair_oracle_free(&a);
	pair_oracle_free(&b);
	return least;
}

static void judge_distance(const asked *q, counts *seen)
{
	const kiln_object *a = &q->object[0], *b = &q->object[1];
	const double least = least_gap(q);
	kiln_pair_separation apart, plain;
	bool within;
	assert_int_equal(kiln_pair_distance(a, b, &q->options, &apart), KILN_OK);
	assert_int_equal(apart.found, least < HUGE_VAL);
	if (!apart.found)
	{
		++seen->none;
		assert_int_equal(kiln_pair_within(a, b, 1e6f, &q->options, &within), KILN_OK);
		assert_false(within);
		return;
	}
	++seen->some;
	assert_true(fabs((double)apart.distance - least) <= 1e-5 * (1 + least));
	assert_true(left(q, apart.node_a, apart.triangle_a, apart.node_b, apart.triangle_b));
	assert_int_equal(kiln_pair_distance(&q->whole[0], &q->whole[1], NULL, &plain), KILN_OK);
	assert_true(plain.distance <= apart.distance);
	seen->gone += plain.distance < apart.distance;
	if (!(apart.distance > 0))
		return;
	assert_int_equal(kiln_pair_within(a, b, apart.distance, &q->options, &within), KILN_OK);
	assert_true(within);
	assert_int_equal(kiln_pair_within(a, b, nextafterf(apart.distance, 0), &q->options, &within), KILN_OK);
	assert_false(within);
	// The same pair with any trees and descents, and in a group.
	for (uint32_t kind = 0; kind < KILN_SCHOOL_DESCENTS; ++kind)
	{
		kiln_pair_options options = q->options;
		kiln_pair_separation again;
		options.descent = kiln_school_descent(kind);
		assert_int_equal(kiln_pair_distance(a, b, &options, &again), KILN_OK);
		check_same_separations(&again, &apart);
	}
	kiln_pair_separation grouped;
	uint32_t index;
	assert_int_equal(kiln_pair_distance_group(a, b, 1, &q->options, &grouped, &index, NULL), KILN_OK);
	check_same_separations(&grouped, &apart);
}

static void distances_are_those_of_pieces_that_filters_leave(void **state)
{
	(void)state;
	static asked q;
	counts seen = {0};
	for (uint64_t seed = 11; seed <= 12; ++seed)
	{
		uint64_t random = seed;
		begin(&q, seed);
		for (uint32_t k = 0; k < 147; ++k)
		{
			choose(&q, &random, k % 21 > 0, k % 2 ? 4 : 12);
			judge_distance(&q, &seen);
		}
		end(&q);
	}
	assert_true(seen.some > 40 && seen.none > 5 && seen.gone > 20);
}

// --- Cooked without the rest ------------------------------------------------------------------------------------------

#define ROWS 6

/// Cooks boxes, balls of triangles, hulls and primitives in a grid: those of layer 2, the others, or all.
static void cook_grid(cooked *made, uint64_t marked, int which)
{
	fixture_mesh owned[2] = {fixture_box(1, 1, 1), fixture_sphere(6, 8, 1)};
	static const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	static const uint32_t numbers[2] = {0, 1};
	kilncook_mesh meshes[2];
	kilncook_node nodes[ROWS * ROWS];
	double places[ROWS * ROWS][12];
	uint32_t count = 0;
	for (uint32_t i = 0; i < 2; ++i)
		meshes[i] = (kilncook_mesh){.positions = owned[i].vertices[0],
			.vertex_count = owned[i].vertex_count,
			.indices = owned[i].triangles[0],
			.index_count = (uint64_t)owned[i].triangle_count * 3};
	for (uint32_t i = 0; i < ROWS * ROWS; ++i)
	{
		const bool second = marked >> i & 1;
		const double place[12] = {1, 0, 0, 3.0 * (i % ROWS), 0, 1, 0, 0.125 * (i % 5), 0, 0, 1, 3.0 * (i / ROWS)};
		if ((which == 1 && second) || (which == 2 && !second))
			continue;
		memcpy(places[count], place, sizeof place);
		nodes[count] = (kilncook_node){.to_asset = places[count], .tag = i, .layers = second ? 2 : 1};
		if (i % 4 == 3)
			nodes[count].primitive = &ball;
		else
		{
			nodes[count].meshes = &numbers[i % 2];
			nodes[count].mesh_count = 1;
			nodes[count].shape = i % 4 == 2 ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
		}
		++count;
	}
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = count};
	memset(made, 0, sizeof *made);
	bench_cook(made, &scene, NULL);
	assert_int_equal(made->status, KILNCOOK_OK);
	for (uint32_t i = 0; i < 2; ++i)
		fixture_mesh_free(&owned[i]);
}

/// For a motion of b towards a: the times with filters equal the times without the filtered nodes.
static void compare_motion(const kiln_object filtered[2], const kiln_object reduced[2])
{
	const kiln_sweep sweep = {.from = filtered[1].pose,
		.to = {.rotation = filtered[1].pose.rotation, .translation = {8, 0, 8}, .scale = filtered[1].pose.scale}};
	kiln_pair_impact one, other;
	const float tolerance = 0x1p-12f;
	assert_int_equal(
		kiln_pair_time_of_impact(&filtered[0], NULL, &filtered[1], &sweep, tolerance, NULL, &one), KILN_OK);
	assert_int_equal(
		kiln_pair_time_of_impact(&reduced[0], NULL, &reduced[1], &sweep, tolerance, NULL, &other), KILN_OK);
	assert_int_equal(one.hit, other.hit);
	assert_int_equal(one.inside, other.inside);
	if (!one.hit || one.inside)
		return;
	for (int k = 0; k < 2; ++k)
	{
		kiln_object there = reduced[1];
		const float t = k ? one.t : 0.75f * one.t;
		kiln_pair_separation apart;
		const kiln_vec3 from = sweep.from.translation, to = sweep.to.translation;
		there.pose.translation =
			(kiln_vec3){from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), from.z + t * (to.z - from.z)};
		assert_int_equal(kiln_pair_distance(&reduced[0], &there, NULL, &apart), KILN_OK);
		assert_true(k ? apart.distance <= 1.25f * tolerance : apart.distance > 0);
	}
}

static void filtered_answers_are_those_of_assets_without_the_rest(void **state)
{
	(void)state;
	uint64_t random = 17;
	uint32_t apart_count = 0, motions = 0;
	for (uint32_t k = 0; k < 12; ++k)
	{
		const uint64_t marked = fixture_random(&random) & fixture_random(&random);
		cooked whole, rest[2];
		cook_grid(&whole, marked, 0);
		for (int i = 0; i < 2; ++i)
			cook_grid(&rest[i], marked, i + 1);
		for (uint32_t i = 0; i < 8; ++i)
		{
			// a without the marked nodes, b with these only.
			const kiln_filter filter[2] = {{.ignores = 2}, {.ignores = ~2ull}};
			kiln_asset part[2] = {whole.asset, whole.asset};
			part[0].filter = &filter[0];
			part[1].filter = &filter[1];
			const kiln_pose pose = pair_random_pose(&random, i % 2 ? 2 : 30, i % 3 ? 1 : 0.5f);
			const kiln_object filtered[2] = {
				kiln_object_from_asset(&part[0], NULL), kiln_object_from_asset(&part[1], &pose)};
			const kiln_object reduced[2] = {
				kiln_object_from_asset(&rest[0].asset, NULL), kiln_object_from_asset(&rest[1].asset, &pose)};
			kiln_pair_separation one, other;
			uint32_t count[2];
			assert_int_equal(kiln_pair_distance(&filtered[0], &filtered[1], NULL, &one), KILN_OK);
			assert_int_equal(kiln_pair_distance(&reduced[0], &reduced[1], NULL, &other), KILN_OK);
			assert_true(one.found == other.found && one.distance == other.distance);
			assert_int_equal(kiln_pair_contacts(&filtered[0], &filtered[1], NULL, NULL, 0, &count[0]), KILN_OK);
			assert_int_equal(kiln_pair_contacts(&reduced[0], &reduced[1], NULL, NULL, 0, &count[1]), KILN_OK);
			assert_int_equal(count[0], count[1]);
			apart_count += one.distance > 0;
			if (one.distance > 0 && motions++ < 24)
				compare_motion(filtered, reduced);
		}
		bench_release(&whole);
		bench_release(&rest[0]);
		bench_release(&rest[1]);
	}
	assert_true(apart_count > 30 && motions > 20);
}

// --- Fronts, work, names ----------------------------------------------------------------------------------------------

static void fronts_serve_filters_that_change(void **state)
{
	(void)state;
	static asked q;
	static union
	{
		max_align_t align;
		uint8_t bytes[1 << 17];
	} memory;
	uint32_t touched = 0;
	uint64_t random = 23;
	begin(&q, 23);
	for (uint32_t k = 0; k < 40; ++k)
	{
		kiln_front front;
		assert_int_equal(kiln_front_init(&front, &memory, sizeof memory), KILN_OK);
		choose(&q, &random, true, 1.5);
		for (uint32_t frame = 0; frame < 12; ++frame)
		{
			kiln_pair_separation one, other;
			bool touch[2];
			kiln_pair_options with = q.options;
			with.front = &front;
			q.object[1].pose.translation.x += 0x1p-7f;
			for (uint32_t i = 0; i < 2 && frame % 4 == 3; ++i)
				q.filter[i].ignores = filter_case_mask(&random) & ~1ull;
			assert_int_equal(kiln_pair_distance(&q.object[0], &q.object[1], &q.options, &one), KILN_OK);
			assert_int_equal(kiln_pair_distance(&q.object[0], &q.object[1], &with, &other), KILN_OK);
			assert_true(one.found == other.found && one.distance == other.distance);
			if (one.distance > 0)
				check_same_separations(&one, &other);
			assert_int_equal(kiln_pair_collide(&q.object[0], &q.object[1], &q.options, &touch[0], NULL), KILN_OK);
			assert_int_equal(kiln_pair_collide(&q.object[0], &q.object[1], &with, &touch[1], NULL), KILN_OK);
			assert_int_equal(touch[0], touch[1]);
			touched += touch[0];
		}
	}
	end(&q);
	assert_true(touched > 20 && touched < 440);
}

static bool keep_none(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	(void)user, (void)asset, (void)node, (void)triangle, (void)material;
	return false;
}

/// Keeps only items with a certain number.
static bool keep_last(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	(void)asset, (void)node, (void)material;
	return triangle == *(const uint32_t *)user;
}

static void meshes_of_which_little_is_left_take_work_in_proportion(void **state)
{
	(void)state;
	cooked made;
	fixture_mesh mesh = fixture_sphere(60, 80, 1);
	const kilncook_mesh source = {.positions = mesh.vertices[0],
		.vertex_count = mesh.vertex_count,
		.indices = mesh.triangles[0],
		.index_count = (uint64_t)mesh.triangle_count * 3};
	const kilncook_scene scene = {.meshes = &source, .mesh_count = 1};
	memset(&made, 0, sizeof made);
	bench_cook(&made, &scene, NULL);
	assert_int_equal(made.status, KILNCOOK_OK);
	uint32_t last = (uint32_t)made.asset.triangle_count - 1;
	const kiln_filter filter[2] = {{.keep = keep_none}, {.keep = keep_last, .user = &last}};
	for (int i = 0; i < 2; ++i)
	{
		kiln_asset part = made.asset;
		part.filter = &filter[i];
		const kiln_pose pose = {.translation = {2.5f, 0, 0}};
		const kiln_object a = kiln_object_from_asset(&part, NULL), b = kiln_object_from_asset(&made.asset, &pose);
		kiln_pair_counters work = {0};
		const kiln_pair_options options = {.counters = &work};
		kiln_pair_separation apart;
		assert_int_equal(kiln_pair_distance(&a, &b, &options, &apart), KILN_OK);
		assert_int_equal(apart.found, i == 1);
		assert_true(work.leaf_pairs <= made.asset.triangle_count && work.exact_tests <= made.asset.triangle_count);
		assert_int_equal(apart.triangle_a, i ? last : KILN_NONE);
	}
	bench_release(&made);
	fixture_mesh_free(&mesh);
}

// --- Layers -----------------------------------------------------------------------------------------------------------

/// Makes an asset with layers only, whose names are single letters; a dot is a layer without a name.
static kiln_asset named(const char *letters, char names[2 * KILN_LAYERS_MAX + 1], uint32_t layers[KILN_LAYERS_MAX])
{
	kiln_asset asset = {.names = names, .names_size = 2 * KILN_LAYERS_MAX + 1, .layers = layers};
	memset(names, 0, asset.names_size);
	for (; letters[asset.layer_count]; ++asset.layer_count)
	{
		const uint32_t i = asset.layer_count;
		names[2 * i] = letters[i];
		layers[i] = letters[i] == '.' ? KILN_NONE : 2 * i;
	}
	return asset;
}

static void layers_of_two_assets_match_by_name(void **state)
{
	(void)state;
	static const char all[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!?";
	static const struct
	{
		const char *a, *b;
		uint8_t map[6];
		bool fits;
	} rows[] = {{"dgw", "dgw", {0, 1, 2, 3, 4, 5}, true}, {"dgw", "dwg", {0, 2, 1, 3, 4, 5}, true},
		{"dg", "dxg", {0, 2, 1, 3, 4, 5}, true}, {"dgw", "d.xw", {0, 1, 3, 2, 4, 5}, true},
		{"", "dgw", {0, 1, 2, 3, 4, 5}, true}, {"dgw", "", {0, 1, 2, 3, 4, 5}, true},
		{".g", "g", {1, 0, 2, 3, 4, 5}, true}, {all, "ba", {11, 10, 0, 1, 2, 3}, true},
		{all, "b#", {0, 1, 2, 3, 4, 5}, false}};
	char names[2][2 * KILN_LAYERS_MAX + 1];
	uint32_t layers[2][KILN_LAYERS_MAX];
	uint8_t map[KILN_LAYERS_MAX];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		const kiln_asset a = named(rows[i].a, names[0], layers[0]), b = named(rows[i].b, names[1], layers[1]);
		uint64_t taken = 0;
		assert_int_equal(kiln_layer_map(&a, &b, map), rows[i].fits);
		assert_memory_equal(map, rows[i].map, sizeof rows[i].map);
		for (uint32_t k = 0; k < KILN_LAYERS_MAX; ++k)
			taken |= (uint64_t)1 << map[k];
		assert_true(taken == UINT64_MAX);
	}
	const kiln_asset a = named("dg", names[0], layers[0]);
	assert_false(kiln_layer_map(NULL, &a, map) || kiln_layer_map(&a, NULL, map) || kiln_layer_map(&a, &a, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contacts_are_those_of_pieces_that_filters_leave),
		cmocka_unit_test(depths_and_manifolds_are_those_of_pieces_that_filters_leave),
		cmocka_unit_test(distances_are_those_of_pieces_that_filters_leave),
		cmocka_unit_test(filtered_answers_are_those_of_assets_without_the_rest),
		cmocka_unit_test(layers_of_two_assets_match_by_name),
		cmocka_unit_test(fronts_serve_filters_that_change),
		cmocka_unit_test(meshes_of_which_little_is_left_take_work_in_proportion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
