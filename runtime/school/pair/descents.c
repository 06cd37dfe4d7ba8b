// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "pair/kernel/walk.h"

static uint32_t choose_a(const kiln_pair_entry *entry)
{
	(void)entry;
	return 0;
}

static uint32_t choose_by_turns(const kiln_pair_entry *entry)
{
	return entry->turn == 1;
}

static uint32_t turn_to_other(const kiln_pair_entry *entry, uint32_t side)
{
	(void)entry;
	return 1 - side;
}

static uint32_t choose_both(const kiln_pair_entry *entry)
{
	return entry->turn != KILN_PAIR_FREE ? entry->turn : kiln_pair_larger(entry);
}

/// The second half of a step opens the other volume.
static uint32_t turn_to_second(const kiln_pair_entry *entry, uint32_t side)
{
	return entry->turn == KILN_PAIR_FREE ? 1 - side : KILN_PAIR_FREE;
}

/// The box around a's moved leaf in b's frame, as a mapped volume. The link's slack covers the error of each corner of
/// a triangle; the box grows by the rounding of its own numbers.
static void box_of_leaf(const kiln_pair_packs *packs, const kiln_mesh_pair *pair, kiln_pair_volume *volume)
{
	const kiln_pair_box *box = &packs->box[0];
	const kiln_pair_link *link = &pair->links[0];
	float sum = 0;
	memset(volume->edge, 0, sizeof volume->edge);
	memset(volume->axis, 0, sizeof volume->axis);
	volume->center[3] = volume->half[3] = volume->extent[3] = 0;
	for (int k = 0; k < 3; ++k)
	{
		float low = box->low[k], high = box->high[k];
		float center = (low + high) * 0.5f, above = high - center, below = center - low;
		float half = above > below ? above : below;
		volume->center[k] = center;
		volume->edge[k][k] = half;
		volume->axis[k][k] = 1;
		volume->half[k] = half;
		volume->extent[k] = half;
		sum += half;
	}
	volume->radius = 0;
	volume->slack = link->slack + KILN_VOLUME_EDGE_SLACK * sum;
	volume->size = sum * link->measure;
	volume->turned = false;
	volume->aimed = false;
	uint32_t slabs = kiln_format_kdop_slabs((uint32_t)pair->b.kind);
	if (slabs)
		kiln_transform_slabs(volume, link, NULL, slabs);
}

static void transform_moved(kiln_pair_packs *packs, kiln_pair_run *run, uint32_t unit, kiln_pair_volume *volume)
{
	kiln_pair_packs_move(packs, run, unit);
	box_of_leaf(packs, run->pair, volume);
}

const kiln_descent kiln_descent_larger = {.number = 1};
const kiln_descent kiln_descent_a_first = {.number = 2, .choose = choose_a};
const kiln_descent kiln_descent_alternate = {.number = 3, .choose = choose_by_turns, .turn = turn_to_other};
const kiln_descent kiln_descent_simultaneous = {.number = 4, .choose = choose_both, .turn = turn_to_second};
const kiln_descent kiln_descent_informed = {.number = 5, .best_first = true};
const kiln_descent kiln_descent_leaf_direct = {.number = 6, .choose = choose_a, .transform_leaf = transform_moved};

const kiln_descent *kiln_school_descent(uint32_t number)
{
	static const kiln_descent *const descents[KILN_SCHOOL_DESCENTS] = {NULL, &kiln_descent_larger,
		&kiln_descent_a_first, &kiln_descent_alternate, &kiln_descent_simultaneous, &kiln_descent_informed,
		&kiln_descent_leaf_direct};
	return number < KILN_SCHOOL_DESCENTS ? descents[number] : NULL;
}
