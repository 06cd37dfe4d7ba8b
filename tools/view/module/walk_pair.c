// SPDX-License-Identifier: MIT
#include "walk.h"

#if defined(KILN_WALK_RECORDING)

#include "pair/kernel/record.h"
#include "pair/link_of.h"
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

static view_pair_step *append(const kiln_budget *budget, view_steps *steps, kiln_pair_record_step kind)
{
	view_pair_step *list = view_list_grow(steps->pairs, steps->pair_count, &steps->pair_capacity, VIEW_PAIR_STEPS_MAX,
		sizeof *steps->pairs, &steps->lost);
	if (list == NULL)
		return NULL;
	steps->pairs = list;
	view_pair_step *step = &steps->pairs[steps->pair_count++];
	memset(step, 0, sizeof *step);
	step->kind = kind;
	step->place = steps->place_count > 0 ? steps->place_count - 1 : 0;
	step->units = (uint32_t)budget->used;
	for (int i = 0; i < 2; ++i)
		step->side[i] = (view_step_side){KILN_NONE, KILN_NONE, KILN_NONE, KILN_ROOT_REF, 0};
	return step;
}

void kilni_walk_record_time(const kiln_budget *budget, double t)
{
	((view_recorder *)budget->user)->t = (float)t;
}

static void append_place(view_recorder *to, const kiln_place *between)
{
	view_steps *steps = to->steps;
	view_pair_place *list = view_list_grow(steps->places, steps->place_count, &steps->place_capacity,
		VIEW_PAIR_STEPS_MAX, sizeof *steps->places, &steps->lost);
	if (list == NULL)
		return;
	steps->places = list;
	view_pair_place *place = &steps->places[steps->place_count++];
	const kiln_affine map = kiln_affine_of_place(between);
	place->t = to->t;
	for (int k = 0; k < 3; ++k)
	{
		const kiln_vec3 column = kiln_d3_to(map.column[k]), origin = kiln_d3_to(map.origin);
		const float rows[3] = {column.x, column.y, column.z}, at[3] = {origin.x, origin.y, origin.z};
		for (int i = 0; i < 3; ++i)
			place->to_first[4 * i + k] = rows[i];
		place->to_first[4 * k + 3] = at[k];
	}
}

void kilni_walk_record_sides(const kiln_budget *budget, const kiln_pair_side *a, const kiln_pair_side *b)
{
	view_recorder *to = budget->user;
	const kiln_place between = kiln_place_between(&a->pose, &b->pose);
	to->part[0] = to->part[1] = NULL;
	append_place(to, &between);
	(void)append(budget, to->steps, KILN_PAIR_RECORD_SIDES);
}

static void set_part(view_step_side *side, const kiln_pair_part *part)
{
	side->node = part->node;
	side->mesh = part->mesh;
	side->kind = part->mesh == KILN_NONE ? KILN_NONE : (uint32_t)part->tree.kind;
}

void kilni_walk_record_parts(const kiln_budget *budget, const kiln_pair_part *a, const kiln_pair_part *b)
{
	view_recorder *to = budget->user;
	view_pair_step *step = append(budget, to->steps, KILN_PAIR_RECORD_PARTS);
	to->part[0] = a;
	to->part[1] = b;
	if (step == NULL)
		return;
	set_part(&step->side[0], a);
	set_part(&step->side[1], b);
}

void kilni_walk_record_pair(const kiln_budget *budget, const kiln_pair_record *record)
{
	view_recorder *to = budget->user;
	view_pair_step *step = append(budget, to->steps, record->step);
	if (step == NULL)
		return;
	// A mesh comes first in its walk with a solid, whichever side it is on.
	const uint32_t turned = record->tree[1] == NULL && to->part[0]->mesh == KILN_NONE;
	for (uint32_t i = 0; i < 2; ++i)
	{
		view_step_side *side = &step->side[i ^ turned];
		if (!record->scene)
			set_part(side, to->part[i ^ turned]);
		side->kind = record->tree[i] != NULL ? (uint32_t)record->tree[i]->kind : KILN_NONE;
		side->ref = record->ref[i];
		side->under = record->under[i];
	}
	const bool opens = record->step == KILN_PAIR_RECORD_NODE;
	step->opened = opens ? record->side ^ turned : 0;
	step->limit = record->limit;
	step->met = record->met;
	step->children = opens ? kiln_volume_count(record->tree[record->side], record->under[record->side]) : 0;
	step->is_measured = record->keys != NULL;
	for (uint32_t i = 0; record->keys != NULL && i < (opens ? step->children : 1); ++i)
		step->keys[i] = record->keys[i];
}

static bool same_float(float a, float b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

bool view_pair_is_same(query_kind kind, const answer_given *a, const answer_given *b)
{
	if (a->status != b->status || memcmp(&a->counters, &b->counters, sizeof a->counters) != 0)
		return false;
	if (a->status != ANSWER_GIVEN)
		return true;
	switch (kind)
	{
	case QUERY_COLLIDE:
	case QUERY_WITHIN:
		return a->yes == b->yes;
	case QUERY_DISTANCE:
		return a->separation.found == b->separation.found &&
			   same_float(a->separation.distance, b->separation.distance) &&
			   a->separation.node_a == b->separation.node_a && a->separation.node_b == b->separation.node_b &&
			   a->separation.triangle_a == b->separation.triangle_a &&
			   a->separation.triangle_b == b->separation.triangle_b;
	case QUERY_DEPTH:
		return a->depth.touching == b->depth.touching && same_float(a->depth.depth, b->depth.depth) &&
			   a->depth.triangle_a == b->depth.triangle_a && a->depth.triangle_b == b->depth.triangle_b;
	case QUERY_CONTACTS:
	case QUERY_MANIFOLD:
		return a->count == b->count;
	default:
		return a->impact.hit == b->impact.hit && a->impact.steps == b->impact.steps &&
			   same_float(a->impact.t, b->impact.t);
	}
}

bool view_pair_is_counted(const view_steps *steps, const kiln_pair_counters *counters)
{
	kiln_pair_counters sum = {0};
	for (uint32_t i = 0; i < steps->pair_count; ++i)
	{
		const view_pair_step *step = &steps->pairs[i];
		sum.shape_pairs += step->kind == KILN_PAIR_RECORD_PARTS;
		sum.leaf_pairs += step->kind == KILN_PAIR_RECORD_LEAVES;
		sum.volume_tests += step->kind == KILN_PAIR_RECORD_VOLUMES;
		sum.children += step->children;
		sum.volume_overlaps += kiln_bit_count(step->met);
	}
	sum.volume_tests += sum.children;
	return sum.shape_pairs == counters->shape_pairs && sum.leaf_pairs == counters->leaf_pairs &&
		   sum.volume_tests == counters->volume_tests && sum.children == counters->children &&
		   sum.volume_overlaps == counters->volume_overlaps;
}

#endif
