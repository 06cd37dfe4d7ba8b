// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_WALK_LEAF_H
#define KILN_PAIR_WALK_LEAF_H

#include "kernels.h"
#include "leaf_pack.h"
#include "math/rounding.h"
#include "settle.h"
#include "volume.h"

#include <string.h>

/// The number of ties after which a test of the whole boxes may save the rest.
#define KILN_PAIR_TIES 4

/// Pairs of leaves: compares eight triangles with one at a time in float32, in b's frame, and the remaining pairs in
/// double.

/// Converts a lower bound from the target's lengths to the query's.
static inline float kiln_pair_length(const kiln_pair_link *link, float lower)
{
	return lower * (link->length * (1 - 0x1p-22f));
}

/// The bound in the target's lengths above which the bound in the query's lengths exceeds `limit`.
static inline float kiln_pair_reach(const kiln_pair_link *link, float limit)
{
	return limit / link->length * (1 + 0x1p-21f);
}

/// The box around a leaf's triangles at their places in a pack.
typedef struct kiln_pair_box
{
	float low[3], high[3];
	float reach; ///< the sum of the pack's, so that one that is infinite or NaN makes the sum so
} kiln_pair_box;

/// The leaves of the two sides as lanes, reused while the walk stays with them.
typedef struct kiln_pair_packs
{
	uint32_t unit[2]; ///< KILN_NONE: not set yet
	kiln_leaf leaf[2];
	kiln_leaf_room room[2];
	kiln_leaf_pack pack[2]; ///< a's moved to b's frame, b's in its own
	kiln_pair_box box[2];
	uint32_t bearing[2]; ///< number of the bearing of `span`; 0: not set
	kiln_leaf_span span[2];
} kiln_pair_packs;

/// The vector from a's nearest point to b's, as far as it is known, as covectors of a's and of b's coordinates, see
/// kiln_volume_aim.
typedef struct kiln_pair_bearing
{
	float way[2][4];
	uint32_t number; ///< counts the changes; 0: not set
} kiln_pair_bearing;

static inline void kiln_pair_box_of(kiln_pair_box *box, const kiln_leaf_pack *pack)
{
	box->reach = 0;
	for (uint32_t i = 0; i < pack->count; ++i)
		box->reach += pack->reach[i];
	for (int k = 0; k < 3; ++k)
	{
		float low = pack->low[k][0], high = pack->high[k][0];
		for (uint32_t i = 1; i < pack->count; ++i)
		{
			low = pack->low[k][i] < low ? pack->low[k][i] : low;
			high = pack->high[k][i] > high ? pack->high[k][i] : high;
		}
		box->low[k] = low;
		box->high[k] = high;
	}
}

/// The triangles of one leaf whose distance from the box around another leaf may be at most `limit`, with lower bounds
/// of it: the first test of kiln_leaf_pack_near, for all rows together.
static inline uint32_t kiln_pair_rows_beside(
	const kiln_leaf_pack *rows, const kiln_pair_box *box, float limit, float slack, float lower[8])
{
	f8 blur = f8_add(f8_load(rows->reach), f8_set1(box->reach + slack + 0x1p-100f)), sum = f8_set1(0);
	for (int k = 0; k < 3; ++k)
	{
		f8 above = f8_sub(f8_load(rows->low[k]), f8_set1(box->high[k]));
		f8 below = f8_sub(f8_set1(box->low[k]), f8_load(rows->high[k]));
		f8 gap = f8_max(f8_sub(f8_max(above, below), blur), f8_set1(0));
		sum = f8_add(sum, f8_mul(gap, gap));
	}
	f8 bound = f8_mul(f8_sqrt(f8_min(sum, f8_set1(FLT_MAX))), f8_set1(1 - 0x1p-20f));
	f8_store(lower, bound);
	return ~m8_bits(m8_gt(bound, f8_set1(limit))) & kiln_leaf_pack_used(rows);
}

/// Packs a's leaf.
static inline void kiln_pair_packs_move(kiln_pair_packs *packs, kiln_pair_run *run, uint32_t unit)
{
	const kiln_mesh_pair *pair = run->pair;
	if (packs->unit[0] == unit)
		return;
	packs->unit[0] = unit;
	packs->bearing[0] = 0;
	packs->leaf[0] = kiln_leaf_at(pair->a.leaves, unit, &packs->room[0]);
	kiln_leaf_pack_move(&packs->pack[0], &packs->leaf[0], pair->a.middle, &pair->links[0]);
	kiln_pair_box_of(&packs->box[0], &packs->pack[0]);
	++run->count.updates;
}

/// Packs both leaves of a pair, to compare them.
static inline void kiln_pair_packs_load(kiln_pair_packs *packs, kiln_pair_run *run, const uint32_t unit[2])
{
	const kiln_mesh_pair *pair = run->pair;
	kiln_pair_packs_move(packs, run, unit[0]);
	if (packs->unit[1] != unit[1])
	{
		packs->unit[1] = unit[1];
		packs->bearing[1] = 0;
		packs->leaf[1] = kiln_leaf_at(pair->b.leaves, unit[1], &packs->room[1]);
		kiln_leaf_pack_make(&packs->pack[1], &packs->leaf[1], pair->b.middle);
		kiln_pair_box_of(&packs->box[1], &packs->pack[1]);
	}
}

/// kiln_pair_packs_load, counted as a step of the walk.
static inline void kiln_pair_packs_step(kiln_pair_packs *packs, kiln_pair_run *run, const uint32_t unit[2])
{
	kiln_pair_packs_load(packs, run, unit);
	++run->count.leaf_pairs;
	run->count.triangle_tests += (uint64_t)packs->leaf[0].triangle_count * packs->leaf[1].triangle_count;
}

/// The corners of triangles `one` of a's leaf and `other` of b's, in a's shape coordinates.
static inline void kiln_pair_corners(
	const kiln_pair_run *run, const kiln_pair_packs *packs, uint32_t one, uint32_t other, kiln_d3 corner[2][3])
{
	kiln_leaf_corners(&packs->leaf[0], one, corner[0]);
	kiln_leaf_corners_moved(&packs->leaf[1], other, &run->pair->b_to_a, corner[1]);
}

/// Decides two triangles, given by their places, and calls the visitor when they touch. Returns false when the visitor
/// ended the walk.
static inline bool kiln_pair_decide(kiln_pair_run *run, const kiln_pair_packs *packs, const kiln_volume_ref ref[2],
	const uint32_t place[2], uint32_t *hits)
{
	kiln_mesh_touch touch;
	touch.triangle[0] = packs->leaf[0].triangle + place[0];
	touch.triangle[1] = packs->leaf[1].triangle + place[1];
	if (!kiln_pair_run_keeps(run, touch.triangle[0], touch.triangle[1]))
		return true;
	kiln_pair_corners(run, packs, place[0], place[1], touch.corner);
	++run->count.exact_tests;
	if (!kilni_triangles_touch(touch.corner[0], touch.corner[1]))
		return true;
	++*hits;
	run->at = (kiln_pair_place){{ref[0], ref[1]}, {place[0], place[1]}};
	return run->visit(run->user, &touch);
}

/// Calls the visitor for the triangles that touch. Returns false when the visitor ended the walk.
static inline bool kiln_pair_leaves_touch(
	kiln_pair_run *run, kiln_pair_packs *packs, const kiln_volume_ref ref[2], const uint32_t unit[2])
{
	kiln_pair_packs_step(packs, run, unit);
	// Rows are the side with fewer triangles, lanes the other side.
	uint32_t rows = packs->leaf[1].triangle_count < packs->leaf[0].triangle_count;
	uint32_t hits = 0;
	bool more = true;
	float slack = run->pair->links[0].slack, lower[8];
	uint32_t beside = kiln_pair_rows_beside(&packs->pack[rows], &packs->box[1 - rows], 0, slack, lower);
	for (; more && beside; beside &= beside - 1)
	{
		uint32_t row = kiln_lowest_bit(beside);
		uint32_t lanes = kiln_leaf_pack_touch(&packs->pack[rows], row, &packs->pack[1 - rows], slack);
		for (; more && lanes; lanes &= lanes - 1)
		{
			uint32_t place[2];
			place[rows] = row;
			place[1 - rows] = kiln_lowest_bit(lanes);
			more = kiln_pair_decide(run, packs, ref, place, &hits);
		}
	}
	run->count.leaf_hits += hits != 0;
	return more;
}

/// Pairs of triangles of two leaves that may be within a limit.
typedef struct kiln_pair_rows
{
	float lower[KILN_LEAF_TRIANGLES_MAX][8]; ///< bounds of their distances, in b's lengths
	uint32_t lanes[KILN_LEAF_TRIANGLES_MAX]; ///< not examined yet
} kiln_pair_rows;

static inline void kiln_pair_rows_make(
	kiln_pair_rows *rows, const kiln_pair_packs *packs, const kiln_pair_link *link, float limit)
{
	float lower[8];
	uint32_t beside = kiln_pair_rows_beside(&packs->pack[0], &packs->box[1], limit, link->slack, lower);
	for (uint32_t i = 0; i < packs->leaf[0].triangle_count; ++i)
	{
		rows->lanes[i] = 0;
		if (beside >> i & 1u)
			rows->lanes[i] =
				kiln_leaf_pack_near(&packs->pack[0], i, &packs->pack[1], limit, link->slack, rows->lower[i]);
		else
			f8_store(rows->lower[i], f8_set1(lower[i]));
	}
}

/// kiln_pair_rows_make for only those pairs that may be within the limit along the vector between the nearest points:
/// they are few, and excluding the others costs next to nothing.
static inline void kiln_pair_rows_aim(kiln_pair_rows *rows, kiln_pair_packs *packs, const kiln_pair_link *link,
	float limit, const kiln_pair_bearing *bearing)
{
	const float *way = bearing->way[1];
	const float length1 = fabsf(way[0]) + fabsf(way[1]) + fabsf(way[2]);
	for (int side = 0; side < 2; ++side)
		if (packs->bearing[side] != bearing->number)
		{
			packs->bearing[side] = bearing->number;
			kiln_leaf_span_of(&packs->span[side], &packs->pack[side], way);
		}
	float lower[8];
	const kiln_leaf_pack *one = &packs->pack[0], *many = &packs->pack[1];
	uint32_t beside = kiln_pair_rows_beside(one, &packs->box[1], limit, link->slack, lower);
	for (uint32_t i = 0; i < one->count; ++i)
	{
		rows->lanes[i] = 0;
		if (!(beside >> i & 1u))
			continue;
		f8 blur = kiln_leaf_pack_blur(one, i, many, link->slack);
		f8 bound = kiln_leaf_span_bound(&packs->span[0], i, &packs->span[1], blur, length1);
		uint32_t left = ~m8_bits(m8_gt(bound, f8_set1(limit))) & kiln_leaf_pack_used(many);
		if (left)
			rows->lanes[i] = left & kiln_leaf_pack_near(one, i, many, limit, link->slack, rows->lower[i]);
	}
}

/// Takes the pair with the least bound. Returns false when no pair is left.
static inline bool kiln_pair_rows_next(kiln_pair_rows *rows, uint32_t count, uint32_t *one, uint32_t *other)
{
	float least = HUGE_VALF;
	uint32_t row = KILN_NONE, lane = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t lanes = rows->lanes[i]; lanes; lanes &= lanes - 1)
		{
			uint32_t at = kiln_lowest_bit(lanes);
			if (row != KILN_NONE && !(rows->lower[i][at] < least))
				continue;
			least = rows->lower[i][at];
			row = i;
			lane = at;
		}
	if (row == KILN_NONE)
		return false;
	rows->lanes[row] &= ~(1u << lane);
	*one = row;
	*other = lane;
	return true;
}

/// The least bound of all, in the query's lengths.
static inline float kiln_pair_rows_least(
	const kiln_pair_rows *rows, const kiln_pair_packs *packs, const kiln_pair_link *link)
{
	float least = HUGE_VALF;
	for (uint32_t i = 0; i < packs->leaf[0].triangle_count; ++i)
		for (uint32_t k = 0; k < packs->leaf[1].triangle_count; ++k)
			least = rows->lower[i][k] < least ? rows->lower[i][k] : least;
	return kiln_pair_length(link, least);
}

/// kiln_pair_leaves_touch, in the same order, which also returns a lower bound of the distance of the leaves.
static inline bool kiln_pair_leaves_touch_kept(
	kiln_pair_run *run, kiln_pair_packs *packs, const kiln_volume_ref ref[2], const uint32_t unit[2], float *lower)
{
	const kiln_pair_link *link = &run->pair->links[0];
	kiln_pair_packs_step(packs, run, unit);
	kiln_pair_rows rows;
	kiln_pair_rows_make(&rows, packs, link, HUGE_VALF);
	*lower = kiln_pair_rows_least(&rows, packs, link);
	uint32_t side = packs->leaf[1].triangle_count < packs->leaf[0].triangle_count, hits = 0;
	uint32_t count[2] = {packs->leaf[0].triangle_count, packs->leaf[1].triangle_count};
	bool more = true;
	for (uint32_t row = 0; more && !(*lower > 0) && row < count[side]; ++row)
		for (uint32_t lane = 0; more && lane < count[1 - side]; ++lane)
		{
			uint32_t place[2];
			place[side] = row;
			place[1 - side] = lane;
			if (!(rows.lower[place[0]][place[1]] > 0))
				more = kiln_pair_decide(run, packs, ref, place, &hits);
		}
	run->count.leaf_hits += hits != 0;
	return more;
}

/// Improves the best by the triangles of two leaves. `lower` (NULL: not needed) gets a lower bound of the leaves'
/// distance.
static inline void kiln_pair_leaves_near(kiln_pair_run *run, kiln_pair_packs *packs, const kiln_volume_ref ref[2],
	const uint32_t unit[2], const kiln_pair_bearing *bearing, float *lower)
{
	const kiln_pair_link *link = &run->pair->links[0];
	kiln_pair_packs_step(packs, run, unit);
	kiln_pair_rows rows;
	uint32_t count = packs->leaf[0].triangle_count;
	if (lower)
	{
		kiln_pair_rows_make(&rows, packs, link, HUGE_VALF);
		*lower = kiln_pair_rows_least(&rows, packs, link);
	}
	else
		kiln_pair_rows_aim(&rows, packs, link, kiln_pair_reach(link, run->limit), bearing);
	bool hit = false;
	uint32_t place[2];
	while (!kiln_pair_is_tired(run) && kiln_pair_rows_next(&rows, count, &place[0], &place[1]))
	{
		if (kiln_pair_length(link, rows.lower[place[0]][place[1]]) > run->limit)
			break;
		uint32_t triangle[2] = {packs->leaf[0].triangle + place[0], packs->leaf[1].triangle + place[1]};
		kiln_d3 corner[2][3], point[2];
		if (!kiln_pair_run_keeps(run, triangle[0], triangle[1]))
			continue;
		kiln_pair_corners(run, packs, place[0], place[1], corner);
		++run->count.exact_tests;
		double distance = kiln_metric_distance(&run->pair->metric, corner[0], corner[1], point);
		hit = hit || distance == 0;
		const kiln_mesh_nearest pair = {distance, {triangle[0], triangle[1]}, {point[0], point[1]}};
		if (!kiln_pair_run_take(run, &pair))
			continue;
		run->at = (kiln_pair_place){{ref[0], ref[1]}, {place[0], place[1]}};
		if (run->limit <= run->good)
			break;
	}
	run->count.leaf_hits += hit;
	if (run->patience && run->ties >= KILN_PAIR_TIES && !run->looked)
		kilni_pair_settle_look(run);
}

#endif
