// SPDX-License-Identifier: MIT
#include "pair/kernel/record.h"
#include "pair/pair_oracle.h"
#include "support/asset_fixture.h"
#include "support/compound_case.h"
#include "support/trials.h"
#include "view/module/recorder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The recorded steps of walks of two assets: they have every test that the counters count, they change no answer, and
/// what they leave out is apart by brute force. The Makefile links what records before the libraries.

#define KINDS                                                                                                          \
	(1u << KILN_TREE_OBB | 1u << KILN_TREE_KDOP14 | 1u << KILN_TREE_KDOP18 | 1u << KILN_TREE_KDOP26 |                  \
		1u << KILN_TREE_SPHERE | 1u << KILN_TREE_RSS)

/// Two objects, their pieces, and the distances of all pairs of pieces.
typedef struct duel
{
	kiln_object object[2];
	oracle_pieces pieces[2];
	double *gaps; ///< one row for each piece of the first object
} duel;

static void duel_make(duel *d, const kiln_asset *a, const kiln_asset *b, const kiln_pose *pose, uint32_t trees)
{
	d->object[0] = kiln_object_from_asset(a, NULL);
	d->object[1] = kiln_object_from_asset(b, pose);
	for (int i = 0; i < 2; ++i)
	{
		d->object[i].trees = trees;
		d->pieces[i] = pair_oracle_of(&d->object[i]);
	}
	d->gaps = calloc((size_t)d->pieces[0].count * d->pieces[1].count, sizeof *d->gaps);
	assert_non_null(d->gaps);
	for (uint32_t i = 0; i < d->pieces[0].count; ++i)
		for (uint32_t k = 0; k < d->pieces[1].count; ++k)
			d->gaps[i * d->pieces[1].count + k] = pair_oracle_gap(&d->pieces[0].piece[i], &d->pieces[1].piece[k]);
}

static void duel_free(duel *d)
{
	pair_oracle_free(&d->pieces[0]);
	pair_oracle_free(&d->pieces[1]);
	free(d->gaps);
}

// --- What is below a volume -------------------------------------------------------------------------------------------

/// Marks the pieces of a node of an asset, or of a leaf of its mesh (KILN_NONE: all leaves).
static void mark_pieces(
	const oracle_pieces *pieces, const kiln_asset *asset, uint32_t node, uint32_t unit, bool *marked)
{
	uint32_t first = 0, count = KILN_NONE;
	const uint32_t mesh = asset->nodes[node].mesh;
	if (unit != KILN_NONE)
	{
		const kiln_pair_tree tree = kilni_pair_tree_of_mesh(asset, mesh, 1u << KILN_TREE_AABB);
		kiln_leaf_room room;
		const kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		first = asset->meshes[mesh].triangle_first + leaf.triangle;
		count = leaf.triangle_count;
	}
	for (uint32_t i = 0; i < pieces->count; ++i)
	{
		const oracle_piece *piece = &pieces->piece[i];
		marked[i] = marked[i] || (piece->node == node && (count == KILN_NONE || piece->triangle - first < count));
	}
}

/// Marks the pieces below what a volume of a step is aflat.
static void mark(const duel *d, int i, const view_step_side *side, uint32_t under, bool *marked)
{
	const oracle_pieces *pieces = &d->pieces[i];
	const kiln_asset *asset = d->object[i].asset;
	const bool scene = side->node == KILN_NONE;
	if (side->ref == KILN_ROOT_REF && under == side->under)
	{
		for (uint32_t k = 0; k < pieces->count; ++k)
			marked[k] = marked[k] || scene || pieces->piece[k].node == side->node;
		return;
	}
	if (under & KILN_LEAF_BIT)
	{
		const uint32_t number = under & ~KILN_LEAF_BIT;
		mark_pieces(pieces, asset, scene ? number : side->node, scene ? KILN_NONE : number, marked);
		return;
	}
	const uint32_t kinds = 1u << side->kind;
	const kiln_pair_tree tree =
		scene ? kilni_pair_tree_of_scene(asset, kinds) : kilni_pair_tree_of_mesh(asset, side->mesh, kinds);
	view_step_side child = *side;
	child.ref = 0;
	for (uint32_t slot = 0; slot < kiln_volume_count(&tree, under); ++slot)
		mark(d, i, &child, kiln_volume_under(&tree, kiln_volume_ref_of(under, slot)), marked);
}

/// The least distance of the pieces below two volumes.
static double least_gap(const duel *d, const view_step_side side[2], const uint32_t under[2])
{
	bool *marked[2];
	double least = HUGE_VAL;
	for (int i = 0; i < 2; ++i)
	{
		marked[i] = calloc(d->pieces[i].count, sizeof *marked[i]);
		assert_non_null(marked[i]);
		mark(d, i, &side[i], under[i], marked[i]);
	}
	for (uint32_t i = 0; i < d->pieces[0].count; ++i)
		for (uint32_t k = 0; marked[0][i] && k < d->pieces[1].count; ++k)
			if (marked[1][k])
				least = fmin(least, d->gaps[i * d->pieces[1].count + k]);
	free(marked[0]);
	free(marked[1]);
	return least;
}

/// Fails when a pair that a walk left out, or a child that it did not keep, has pieces nearer than `distance`; `touch`:
/// pieces that touch. Returns how many were left out.
static uint32_t check_left_out(const duel *d, const view_steps *steps, double distance, bool touch)
{
	uint32_t left = 0;
	for (uint32_t i = 0; i < steps->pair_count; ++i)
	{
		const view_pair_step *step = &steps->pairs[i];
		const bool culled =
			step->kind == KILN_PAIR_RECORD_CULLED || (step->kind == KILN_PAIR_RECORD_VOLUMES && touch && !step->met);
		for (uint32_t slot = 0; slot < (culled ? 1 : step->children); ++slot)
		{
			view_step_side side[2] = {step->side[0], step->side[1]};
			uint32_t under[2] = {side[0].under, side[1].under};
			if (!culled && (step->met >> slot & 1u))
				continue;
			if (!culled)
			{
				view_step_side *opened = &side[step->opened];
				const uint32_t kinds = 1u << opened->kind;
				const kiln_asset *asset = d->object[step->opened].asset;
				const kiln_pair_tree tree = opened->node == KILN_NONE
												? kilni_pair_tree_of_scene(asset, kinds)
												: kilni_pair_tree_of_mesh(asset, opened->mesh, kinds);
				opened->ref = kiln_volume_ref_of(opened->under, slot);
				under[step->opened] = opened->under = kiln_volume_under(&tree, opened->ref);
			}
			++left;
			const double gap = least_gap(d, side, under);
			assert_true(touch ? gap > 0 : gap >= distance * (1 - 0x1p-20));
		}
	}
	return left;
}

// --- Queries ----------------------------------------------------------------------------------------------------------

/// An answer, whichever the query.
typedef struct given
{
	bool yes;
	float number;
	kiln_pair_counters counters;
} given;

static given ask(const duel *d, query_kind kind, kiln_budget *budget)
{
	given g = {0};
	uint32_t count = 0;
	kiln_pair_separation separation;
	kiln_pair_depth depth;
	kiln_pair_impact impact;
	const kiln_pair_options options = {.counters = &g.counters, .budget = budget};
	const kiln_object *a = &d->object[0], *b = &d->object[1];
	kiln_sweep sweep = {.from = b->pose, .to = b->pose};
	sweep.to.translation = (kiln_vec3){-b->pose.translation.x, -b->pose.translation.y, 0};
	kiln_status status;
	switch (kind)
	{
	case QUERY_COLLIDE:
		status = kiln_pair_collide(a, b, &options, &g.yes, NULL);
		break;
	case QUERY_CONTACTS:
		status = kiln_pair_contacts(a, b, &options, NULL, 0, &count);
		g.number = (float)count;
		break;
	case QUERY_DISTANCE:
		status = kiln_pair_distance(a, b, &options, &separation);
		g.number = separation.distance;
		break;
	case QUERY_DEPTH:
		status = kiln_pair_penetration(a, b, &options, &depth);
		g.yes = depth.touching;
		g.number = depth.depth;
		break;
	case QUERY_WITHIN:
		status = kiln_pair_within(a, b, 1, &options, &g.yes);
		break;
	default:
		status = kiln_pair_time_of_impact(a, NULL, b, &sweep, 0, &options, &impact);
		g.yes = impact.hit;
		g.number = impact.t;
		break;
	}
	assert_true(status == KILN_OK || (budget && status == KILN_E_BUDGET));
	return g;
}

static void record(const duel *d, query_kind kind, uint64_t work, view_steps *steps, given *g)
{
	view_recorder to = {.asset = {d->object[0].asset, d->object[1].asset}, .steps = steps};
	kiln_budget budget = {.work = work, .cancel = kilni_walk_recording, .user = &to};
	steps->pair_count = steps->place_count = 0;
	*g = ask(d, kind, &budget);
	assert_true(!steps->lost && steps->pair_count > 0 && steps->place_count > 0);
	assert_true(view_pair_is_counted(steps, &g->counters));
}

/// Asks, records, and compares. Returns how many pairs the steps left out.
static uint32_t check(const duel *d, query_kind kind, view_steps *steps)
{
	given recorded;
	const given plain = ask(d, kind, NULL);
	record(d, kind, UINT64_MAX, steps, &recorded);
	assert_int_equal(plain.yes, recorded.yes);
	assert_memory_equal(&plain.number, &recorded.number, sizeof plain.number);
	assert_memory_equal(&plain.counters, &recorded.counters, sizeof plain.counters);
	const bool touch = kind == QUERY_COLLIDE || kind == QUERY_CONTACTS || kind == QUERY_DEPTH;
	if (touch || kind == QUERY_DISTANCE)
		return check_left_out(d, steps, (double)recorded.number, touch);
	return 0;
}

/// A query that runs out of work did the same steps until then.
static void check_ended(const duel *d, query_kind kind)
{
	view_steps whole = {0}, part = {0};
	given g;
	record(d, kind, UINT64_MAX, &whole, &g);
	for (uint64_t work = 1; work < 40; work += 3)
	{
		record(d, kind, work, &part, &g);
		// A time of impact places both once more, and then sees that its work is over. Others do one more step.
		part.pair_count -= kind == QUERY_TOI && part.pairs[part.pair_count - 1].kind == KILN_PAIR_RECORD_SIDES;
		--part.pair_count;
		assert_true(part.pair_count <= whole.pair_count);
		// A step that there was no work for takes none.
		for (uint32_t i = 0; i < part.pair_count; ++i)
		{
			assert_true(part.pairs[i].units <= work && part.pairs[i].units <= whole.pairs[i].units);
			part.pairs[i].units = whole.pairs[i].units;
		}
		assert_memory_equal(part.pairs, whole.pairs, part.pair_count * sizeof *part.pairs);
	}
	view_steps_free(&whole);
	view_steps_free(&part);
}

static const query_kind every_query[] = {
	QUERY_COLLIDE, QUERY_CONTACTS, QUERY_DISTANCE, QUERY_DEPTH, QUERY_WITHIN, QUERY_TOI};
#define QUERIES (sizeof every_query / sizeof *every_query)

static void steps_are_what_counters_count_and_what_they_leave_out_is_apart(void **state)
{
	(void)state;
	uint64_t random = 11;
	uint32_t left[QUERIES] = {0};
	for (uint32_t trial = 0; trial < trials_size(28, 7); ++trial)
	{
		compound made[2];
		for (int i = 0; i < 2; ++i)
			compound_make(&made[i], &random,
				&(compound_plan){
					.spheres = trial % 2, .hulls = 1, .grounds = 2, .copies = 2, .spread = 4, .trees = KINDS});
		kiln_pose pose = {.rotation = {0.1f, 0.2f, 0.3f, 1}, .scale = 1};
		pose.translation.x = (float)(trial % 4) * 4;
		pose.translation.y = (float)(trial % 3);
		duel d;
		duel_make(&d, &made[0].scalar, &made[1].scalar, &pose, 1u << trial % KILN_TREE_KIND_END);
		for (size_t k = 0; k < QUERIES; ++k)
		{
			view_steps steps = {0};
			left[k] += check(&d, every_query[k], &steps);
			view_steps_free(&steps);
			check_ended(&d, every_query[k]);
		}
		duel_free(&d);
		compound_free(&made[0]);
		compound_free(&made[1]);
	}
	for (int k = 0; k < 4; ++k)
		assert_true(left[k] > 50);
}

/// Boxes in rows above themselves, and a flat floor above itself: all are equally near, so that the search which settles ties
/// takes over.
static void ties_between_nodes_and_triangles_are_recorded(void **state)
{
	(void)state;
	kilncook_mesh cube = bench_cube();
	const uint32_t number = 0;
	static double matrices[64][12];
	static kilncook_node nodes[64];
	for (uint32_t i = 0; i < 64; ++i)
	{
		const double matrix[12] = {1, 0, 0, 3.0 * (i % 8), 0, 1, 0, 0, 0, 0, 1, 3.0 * (i / 8)};
		memcpy(matrices[i], matrix, sizeof matrix);
		nodes[i] = (kilncook_node){.to_asset = matrices[i], .meshes = &number, .mesh_count = 1};
	}
	cooked rows = {0}, plane = {0};
	const kilncook_scene scene = {.meshes = &cube, .mesh_count = 1, .nodes = nodes, .node_count = 64};
	bench_cook(&rows, &scene, &(kilncook_options){0});
	fixture_mesh flat = fixture_ground(12, 0);
	for (uint32_t i = 0; i < flat.vertex_count; ++i)
		flat.vertices[i][2] = 0;
	kilncook_mesh mesh = {.positions = flat.vertices[0],
		.vertex_count = flat.vertex_count,
		.indices = flat.triangles[0],
		.index_count = (uint64_t)flat.triangle_count * 3};
	bench_cook(&plane, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &(kilncook_options){0});
	const kiln_asset *assets[2] = {&rows.asset, &plane.asset};
	for (int i = 0; i < 2; ++i)
	{
		kiln_asset asset = *assets[i];
		asset.isa = KILN_ISA_SCALAR;
		duel d;
		view_steps steps = {0};
		duel_make(&d, &asset, &asset, &(kiln_pose){.translation = {0, i == 0 ? 9 : 0, i == 0 ? 0 : 9}}, 0);
		assert_true(check(&d, QUERY_DISTANCE, &steps) > (i == 0 ? 10 : 0));
		uint32_t roots = 0;
		for (uint32_t k = 0; k < steps.pair_count; ++k)
			roots += steps.pairs[k].kind == KILN_PAIR_RECORD_VOLUMES && steps.pairs[k].side[0].ref == KILN_ROOT_REF &&
					 steps.pairs[k].side[0].node == (i == 0 ? KILN_NONE : 0u);
		// The first walk, and both of the search.
		assert_true(roots >= (i == 0 ? 2 : 3));
		view_steps_free(&steps);
		duel_free(&d);
	}
	fixture_mesh_free(&flat);
	bench_release(&rows);
	bench_release(&plane);
}

static void sides_stand_where_their_poses_put_them(void **state)
{
	(void)state;
	uint64_t random = 5;
	compound made;
	compound_make(&made, &random, &(compound_plan){.grounds = 1, .spread = 2});
	duel d;
	duel_make(&d, &made.scalar, &made.scalar, &(kiln_pose){.translation = {8, 2, 0}, .scale = 2}, 0);
	view_steps steps = {0};
	given g;
	record(&d, QUERY_TOI, UINT64_MAX, &steps, &g);
	float before = -1;
	uint32_t sides = 0;
	for (uint32_t i = 0; i < steps.pair_count; ++i)
		sides += steps.pairs[i].kind == KILN_PAIR_RECORD_SIDES;
	assert_int_equal(sides, steps.place_count);
	for (uint32_t i = 0; i < steps.place_count; ++i)
	{
		const view_pair_place *place = &steps.places[i];
		// The second asset moves from (8, 2, 0) to (-8, -2, 0).
		assert_true(place->t >= 0 && place->t <= 1 && place->t != before);
		assert_true(fabs((double)place->to_first[3] - (8 - 16 * (double)place->t)) < 1e-4);
		assert_true(fabs((double)place->to_first[7] - (2 - 4 * (double)place->t)) < 1e-4);
		before = place->t;
	}
	view_steps_free(&steps);
	duel_free(&d);
	compound_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_are_what_counters_count_and_what_they_leave_out_is_apart),
		cmocka_unit_test(ties_between_nodes_and_triangles_are_recorded),
		cmocka_unit_test(sides_stand_where_their_poses_put_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
