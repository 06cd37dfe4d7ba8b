// SPDX-License-Identifier: MIT
#include "sift.h"

#include "kernels.h"
#include "math/bits.h"
#include "math/budget.h"

#include <string.h>

/// Converts a mask of b to the numbers of a's layers.
KILN_APART static uint64_t mask_of_b(uint64_t mask, const uint8_t *layers_of_b)
{
	uint64_t mapped = 0;
	if (!layers_of_b || mask == ~(uint64_t)0)
		return mask;
	for (; mask; mask &= mask - 1)
		mapped |= (uint64_t)1 << layers_of_b[kiln_lowest_bit64(mask)] % KILN_LAYERS_MAX;
	return mapped;
}

KILN_APART static bool collide(const kiln_pair_filter *rule, const kiln_masks *a, const kiln_masks *b)
{
	const kiln_masks seen = {mask_of_b(b->layers, rule->layers_of_b), mask_of_b(b->collides, rule->layers_of_b)};
	return kiln_masks_collide(a, &seen);
}

KILN_APART static kiln_masks masks_of(const kiln_pair_part *part, uint32_t material)
{
	const kiln_asset *asset = part->asset;
	const kiln_format_node *node = part->node == KILN_NONE ? NULL : &asset->nodes[part->node];
	return kiln_masks_of(asset->filter, node, &asset->materials[material]);
}

/// The number of materials: one for each part of a mesh; one for a solid.
KILN_APART static uint32_t material_count(const kiln_pair_part *part)
{
	const kiln_format_shape *shape = &part->asset->shapes[part->shape];
	return shape->flags & KILN_SHAPE_MASKED && !kiln_pair_part_is_plain(part) ? shape->part_count : 1;
}

KILN_APART static uint32_t material_at(const kiln_pair_part *part, uint32_t i)
{
	const kiln_format_shape *shape = &part->asset->shapes[part->shape];
	return kiln_pair_part_is_plain(part) ? shape->material : part->asset->parts[shape->part_first + i].material;
}

/// How many of all pairs of materials the masks keep.
KILN_RARE static kiln_filter_rest masks_leave(const kiln_pair_sift *sift)
{
	const kiln_pair_part *a = sift->part[0], *b = sift->part[1];
	const uint32_t count_a = material_count(a), count_b = material_count(b);
	uint32_t pass = 0;
	if (count_a > KILN_FILTER_PARTS || count_b > KILN_FILTER_PARTS)
		return KILN_FILTER_SOME;
	for (uint32_t i = 0; i < count_a; ++i)
	{
		const kiln_masks masks_a = masks_of(a, material_at(a, i));
		for (uint32_t j = 0; j < count_b; ++j)
		{
			const kiln_masks masks_b = masks_of(b, material_at(b, j));
			pass += collide(sift->rule, &masks_a, &masks_b);
		}
	}
	return pass == 0 ? KILN_FILTER_NONE : pass == count_a * count_b ? KILN_FILTER_ALL : KILN_FILTER_SOME;
}

KILN_APART static uint32_t name_of(const kiln_pair_part *part, uint32_t triangle)
{
	return part->mesh == KILN_NONE ? KILN_NONE : kiln_pair_part_number(part, triangle);
}

KILN_APART static bool keep(const kiln_pair_sift *sift, uint32_t triangle_a, uint32_t triangle_b)
{
	const kiln_pair_filter *rule = sift->rule;
	const kiln_pair_part *a = sift->part[0], *b = sift->part[1];
	return !rule->keep || rule->keep(rule->user, a->node, name_of(a, triangle_a), b->node, name_of(b, triangle_b));
}

kiln_filter_rest kilni_pair_sift_parts(const kiln_pair_sift *sift)
{
	const kiln_pair_part *a = sift->part[0], *b = sift->part[1];
	kiln_filter_rest rest = KILN_FILTER_ALL;
	if (a->rest == KILN_FILTER_NONE || b->rest == KILN_FILTER_NONE)
		return KILN_FILTER_NONE;
	if (sift->rule && sift->rule->masks)
		rest = masks_leave(sift);
	if (rest == KILN_FILTER_NONE)
		return rest;
	if (sift->rule && sift->rule->keep)
	{
		if (a->mesh != KILN_NONE || b->mesh != KILN_NONE)
			rest = KILN_FILTER_SOME;
		else if (!keep(sift, 0, 0))
			return KILN_FILTER_NONE;
	}
	return a->rest == KILN_FILTER_SOME || b->rest == KILN_FILTER_SOME ? KILN_FILTER_SOME : rest;
}

/// The material of a triangle, or of a solid.
KILN_APART static uint32_t material_of(const kiln_pair_part *part, uint32_t triangle)
{
	const kiln_asset *asset = part->asset;
	if (kiln_pair_part_is_plain(part))
		return asset->shapes[part->shape].material;
	return kiln_triangle_source(asset, part->mesh, triangle).material;
}

KILN_APART static bool is_left(const kiln_pair_part *part, uint32_t triangle)
{
	const kiln_filter *filter = part->asset->filter;
	if (part->rest == KILN_FILTER_ALL)
		return true;
	const uint32_t material = material_of(part, triangle);
	const kiln_masks masks = masks_of(part, material);
	return kiln_filter_lets(filter, &masks) &&
		   (!filter->keep || filter->keep(filter->user, part->asset, part->node, name_of(part, triangle), material));
}

KILN_APART bool kilni_pair_sift_keeps(const kiln_pair_sift *sift, uint32_t triangle_a, uint32_t triangle_b)
{
	const uint32_t triangle[2] = {triangle_a, triangle_b};
	if (!is_left(sift->part[0], triangle_a) || !is_left(sift->part[1], triangle_b))
		return false;
	if (!sift->rule)
		return true;
	if (sift->rule->masks)
	{
		kiln_masks masks[2];
		for (int i = 0; i < 2; ++i)
			masks[i] = masks_of(sift->part[i], material_of(sift->part[i], triangle[i]));
		if (!collide(sift->rule, &masks[0], &masks[1]))
			return false;
	}
	return keep(sift, triangle_a, triangle_b);
}

bool kilni_pair_run_sift(kiln_pair_run *run, uint32_t triangle_a, uint32_t triangle_b)
{
	if (kilni_pair_sift_keeps(run->pair->sift, triangle_a, triangle_b))
		return true;
	if (run->patience && ++run->skipped > run->leaves)
		run->tried = run->patience + 1;
	return false;
}

/// The union of the masks of all materials of a part.
KILN_RARE static kiln_masks masks_of_all(const kiln_pair_part *part)
{
	kiln_masks all = {0, 0};
	for (uint32_t i = 0; i < material_count(part); ++i)
	{
		const kiln_masks masks = masks_of(part, material_at(part, i));
		all.layers |= masks.layers;
		all.collides |= masks.collides;
	}
	return all;
}

KILN_RARE bool kilni_pair_sift_left(
	const kiln_pair_sift *sift, uint32_t side, kiln_budget *budget, kiln_pair_left *left)
{
	const kiln_pair_part *part = sift->part[side];
	const kiln_masks other = masks_of_all(sift->part[1 - side]);
	const bool judged = sift->rule && sift->rule->masks;
	const uint32_t count = part->asset->meshes[part->mesh].triangle_count, blocks = 64 * 16;
	memset(left, 0, sizeof *left);
	left->size = count / blocks + 1;
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t block = i / left->size;
		if (i % left->size == 0 && !kiln_budget_take(budget, 1))
			return false;
		if (left->bits[block / 64] >> block % 64 & 1 || !is_left(part, i))
			continue;
		const kiln_masks own = masks_of(part, material_of(part, i));
		if (!judged || (side ? collide(sift->rule, &other, &own) : collide(sift->rule, &own, &other)))
			left->bits[block / 64] |= (uint64_t)1 << block % 64;
	}
	return true;
}

bool kilni_pair_left_any(const kiln_pair_left *left, uint32_t first, uint32_t last)
{
	for (uint32_t block = first / left->size; block <= last / left->size; ++block)
		if (left->bits[block / 64] >> block % 64 & 1)
			return true;
	return false;
}

KILN_RARE bool kilni_pair_sift_first(const kiln_pair_sift *sift, uint32_t side, const uint8_t *leaves,
	kiln_budget *budget, kiln_leaf *leaf, kiln_leaf_room *room, uint32_t *place)
{
	const kiln_pair_part *part = sift->part[side];
	const uint32_t count = part->asset->meshes[part->mesh].triangle_count;
	for (uint32_t unit = 0, triangle = 0; triangle < count; triangle += leaf->triangle_count)
	{
		if (!kiln_budget_take(budget, 1))
			return false;
		*leaf = kiln_leaf_at(leaves, unit, room);
		for (*place = 0; *place < leaf->triangle_count; ++*place)
			if (is_left(part, leaf->triangle + *place))
				return true;
		unit += kiln_format_leaf_units(kiln_leaf_head(leaves, unit));
	}
	return false;
}
