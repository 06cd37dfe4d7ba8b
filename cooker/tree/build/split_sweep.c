// SPDX-License-Identifier: MIT
#include "rules.h"

/// The exact surface area heuristic for few references: sorts them along each axis and computes the cost of every
/// split. With so few references, ranking by counting sorts all three axes at once and without a branch.

/// A small range, unpacked.
typedef struct sweep_state
{
	build_ref refs[SPLIT_SWEEP_MAX];
	box4 box[SPLIT_SWEEP_MAX];
	int32_t rank[SPLIT_SWEEP_MAX][4];  ///< a lane for each axis
	uint8_t order[3][SPLIT_SWEEP_MAX]; ///< by axis and rank
} sweep_state;

/// Ranks the references along every axis; ties are ordered by position.
static void rank_all(sweep_state *state, uint32_t count)
{
	vec4 centroid[SPLIT_SWEEP_MAX], rank[SPLIT_SWEEP_MAX];
	for (uint32_t i = 0; i < count; ++i)
	{
		centroid[i] = vec4_add(state->box[i].min, state->box[i].max);
		vec4 own = vec4_all((float)i);
		for (uint32_t k = 0; k < i; ++k)
		{
			vec4 before = vec4_less(centroid[i], centroid[k]);
			own = vec4_sub(own, before);
			rank[k] = vec4_add(rank[k], before);
		}
		rank[i] = own;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		vec4_truncate(rank[i], state->rank[i]);
		for (int axis = 0; axis < 3; ++axis)
			state->order[axis][state->rank[i][axis]] = (uint8_t)i;
	}
}

/// Adds the reference of rank `i` on each axis and returns the half areas, a lane for each axis.
static inline vec4 sweep_over(const sweep_state *state, box4 box[3], uint32_t i)
{
	for (int axis = 0; axis < 3; ++axis)
		box[axis] = box4_union(box[axis], state->box[state->order[axis][i]]);
	return vec4_half_areas(
		vec4_sub(box[0].max, box[0].min), vec4_sub(box[1].max, box[1].min), vec4_sub(box[2].max, box[2].min));
}

/// Finds the cheapest split; `*left` references go left along `*axis`.
static float cheapest(const split_work *work, const sweep_state *state, uint32_t count, int *axis, uint32_t *left)
{
	vec4 right_cost[SPLIT_SWEEP_MAX];
	vec4 best = vec4_all(3.0e38f), best_left = vec4_all(0.0f);
	box4 right[3] = {box4_empty(), box4_empty(), box4_empty()};
	box4 grown[3] = {box4_empty(), box4_empty(), box4_empty()};
	for (uint32_t i = count; i-- > 1;)
		right_cost[i] = vec4_mul(sweep_over(state, right, i), vec4_all((float)build_blocks(work, count - i)));
	for (uint32_t i = 1; i < count; ++i)
	{
		vec4 cost = vec4_mul(sweep_over(state, grown, i - 1), vec4_all((float)build_blocks(work, i)));
		cost = vec4_add(cost, right_cost[i]);
		best_left = vec4_select_less(cost, best, vec4_all((float)i), best_left);
		best = vec4_select_less(cost, best, cost, best);
	}
	float lanes[4], lefts[4];
	vec4_store(lanes, best);
	vec4_store(lefts, best_left);
	*axis = lanes[1] < lanes[0] ? 1 : 0;
	*axis = lanes[2] < lanes[*axis] ? 2 : *axis;
	*left = (uint32_t)lefts[*axis];
	return lanes[*axis];
}

/// Splits two references: only one split exists.
static split_verdict split_pair(const split_work *work, const split_range *range, split_result *result)
{
	result->left = 1;
	for (int side = 0; side < 2; ++side)
	{
		box4 box = build_ref_box(&range->refs[side]);
		result->box[side] = box;
		result->centroids[side].min = result->centroids[side].max = vec4_add(box.min, box.max);
	}
	float cost = box4_half_area(result->box[0]) + box4_half_area(result->box[1]);
	return build_prefers_leaf(work, range, cost) ? SPLIT_LEAF : SPLIT_DONE;
}

split_verdict split_sweep(const split_work *work, const split_range *range, split_result *result)
{
	if (range->count == 2)
		return split_pair(work, range, result);
	sweep_state state;
	uint32_t left, next[2] = {0, 0};
	int axis;
	for (uint32_t i = 0; i < range->count; ++i)
	{
		state.refs[i] = range->refs[i];
		state.box[i] = build_ref_box(&range->refs[i]);
	}
	rank_all(&state, range->count);
	float cost = cheapest(work, &state, range->count, &axis, &left);
	if (build_prefers_leaf(work, range, cost))
		return SPLIT_LEAF;
	if (cost >= box4_half_area(range->box) * (float)build_blocks(work, range->count))
		return SPLIT_NONE;
	next[1] = left;
	for (uint32_t i = 0; i < range->count; ++i)
	{
		int side = (uint32_t)state.rank[i][axis] >= left;
		range->refs[next[side]++] = state.refs[i];
	}
	result->left = left;
	build_refs_measure(range->refs, left, &result->box[0], &result->centroids[0]);
	build_refs_measure(range->refs + left, range->count - left, &result->box[1], &result->centroids[1]);
	return SPLIT_DONE;
}
