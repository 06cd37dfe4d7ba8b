// SPDX-License-Identifier: MIT
#include "kiln/sdf.h"

#include "math/ieee.h"
#include "open/section.h"
#include "rules.h"

// clang-format off
#define REFUSAL(name, status, where, reason) {KILN_E_##status, 0, reason},
// clang-format on

static kiln_result refused(const kiln_asset *asset, kiln_sdf_rule rule, const void *at)
{
	static const kiln_result refusals[KILN_SDF_RULE_COUNT] = {KILN_SDF_RULES(REFUSAL)};
	return kiln_section_refused(asset, refusals[rule], at);
}

/// The sections of fields.
typedef struct fields
{
	const kiln_asset *asset;
	kiln_section heads, cells, blocks;
} fields;

/// Whether a distance from the shape's surface has a sign.
static bool has_inside(const kiln_asset *asset, const kiln_format_shape *shape)
{
	const uint32_t need = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	if (shape->kind == KILN_SHAPE_MESH)
		return (asset->meshes[shape->index].flags & need) == need;
	return shape->kind == KILN_SHAPE_HULL && asset->hulls[shape->index].dimension == 3;
}

/// Proves the head of one field. `cells` and `blocks` are the ends of those of the field before.
static kiln_result prove_head(const fields *all, const kiln_format_sdf *head, uint32_t cells, uint32_t blocks)
{
	const kiln_asset *asset = all->asset;
	if (head->shape >= asset->shape_count || !has_inside(asset, &asset->shapes[head->shape]))
		return refused(asset, KILN_RULE_OF_SDF_SHAPE, &head->shape);
	if (head != all->heads.data && head->shape <= head[-1].shape)
		return refused(asset, KILN_RULE_OF_SDF_ORDER, &head->shape);
	if (!kiln_section_within(head->origin[0], 0x1p41f) || !kiln_section_within(head->origin[1], 0x1p41f) ||
		!kiln_section_within(head->origin[2], 0x1p41f) || !(head->edge >= 0x1p-110f && head->edge <= 0x1p41f))
		return refused(asset, KILN_RULE_OF_SDF_GRID, head->origin);
	for (int k = 0; k < 3; ++k)
		if (head->roots[k] < 1 || head->roots[k] > KILN_SDF_ROOTS_MAX)
			return refused(asset, KILN_RULE_OF_SDF_ROOTS, head->roots);
	if (head->depth > KILN_SDF_DEPTH_MAX)
		return refused(asset, KILN_RULE_OF_SDF_DEPTH, &head->depth);
	if (head->cell_first != cells || head->cell_count > all->cells.count - cells ||
		head->cell_count < head->roots[0] * head->roots[1] * head->roots[2])
		return refused(asset, KILN_RULE_OF_SDF_CELLS, &head->cell_first);
	if (head->block_first != blocks || head->block_count > all->blocks.count - blocks)
		return refused(asset, KILN_RULE_OF_SDF_BLOCKS, &head->block_first);
	if (!(head->error >= 0 && kiln_section_within(head->error, 0x1p44f)))
		return refused(asset, KILN_RULE_OF_SDF_ERROR, &head->error);
	if (head->reserved[0] || head->reserved[1])
		return refused(asset, KILN_RULE_OF_SDF_RESERVED, head->reserved);
	return kiln_section_proved();
}

static kiln_result prove_heads(const fields *all)
{
	const kiln_format_sdf *heads = all->heads.data;
	uint32_t cells = 0, blocks = 0;
	for (uint32_t i = 0; i < all->heads.count; ++i)
	{
		const kiln_result result = prove_head(all, &heads[i], cells, blocks);
		if (result.status != KILN_OK)
			return result;
		cells += heads[i].cell_count;
		blocks += heads[i].block_count;
	}
	if (cells != all->cells.count || blocks != all->blocks.count)
		return refused(all->asset, KILN_RULE_OF_SDFS_COVER, heads);
	return kiln_section_proved();
}

/// Proves that the cells are trees, level by level, and reach each cell and each block once.
static kiln_result prove_cells(const kiln_asset *asset, const kiln_sdf *sdf)
{
	const kiln_format_sdf *head = sdf->head;
	uint32_t level_end = head->roots[0] * head->roots[1] * head->roots[2];
	uint32_t next_cell = level_end, next_block = 0, depth = 0;
	for (uint32_t i = 0; i < next_cell; ++i)
	{
		const uint32_t *cell = &sdf->cells[i];
		if (i == level_end)
		{
			level_end = next_cell;
			++depth;
		}
		if (*cell & KILN_SDF_INNER)
		{
			if ((*cell & ~KILN_SDF_INNER) != next_cell || head->cell_count - next_cell < 8)
				return refused(asset, KILN_RULE_OF_SDF_CHILD, cell);
			next_cell += 8;
		}
		else if (*cell != next_block || next_block++ == head->block_count)
			return refused(asset, KILN_RULE_OF_SDF_BLOCK, cell);
	}
	if (depth != head->depth)
		return refused(asset, KILN_RULE_OF_SDF_DEPTH, &head->depth);
	if (next_cell != head->cell_count || next_block != head->block_count)
		return refused(asset, KILN_RULE_OF_SDF_COUNT, &head->cell_count);
	return kiln_section_proved();
}

static kiln_result prove_blocks(const kiln_asset *asset, const kiln_sdf *sdf)
{
	for (uint32_t i = 0; i < sdf->head->block_count; ++i)
	{
		const kiln_format_sdf_block *block = &sdf->blocks[i];
		if (!kiln_section_within(block->base, 0x1p44f) || !(block->step >= 0 && block->step <= 0x1p44f) ||
			!(block->error >= 0 && block->error <= 0x1p44f))
			return refused(asset, KILN_RULE_OF_SDF_BLOCK_NUMBER, block);
		if (block->reserved)
			return refused(asset, KILN_RULE_OF_SDF_BLOCK_RESERVED, &block->reserved);
	}
	return kiln_section_proved();
}

static kiln_sdf describe(const fields *all, const kiln_format_sdf *head)
{
	kiln_sdf sdf = {.head = head,
		.cells = (const uint32_t *)all->cells.data + head->cell_first,
		.blocks = (const kiln_format_sdf_block *)all->blocks.data + head->block_first,
		.origin = {head->origin[0], head->origin[1], head->origin[2]},
		.inverse_edge = 1 / head->edge};
	sdf.end.x = sdf.origin.x + head->edge * (float)head->roots[0];
	sdf.end.y = sdf.origin.y + head->edge * (float)head->roots[1];
	sdf.end.z = sdf.origin.z + head->edge * (float)head->roots[2];
	return sdf;
}

kiln_result kiln_sdf_open(kiln_sdf *sdf, const kiln_asset *asset, uint32_t shape)
{
	if (!sdf || !asset || shape >= asset->shape_count)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the field or the asset is NULL, or the shape is out of range"};
	const fields all = {asset, kiln_section_of(asset, KILN_SECTION_SDFS),
		kiln_section_of(asset, KILN_SECTION_SDF_CELLS), kiln_section_of(asset, KILN_SECTION_SDF_BLOCKS)};
	const kiln_format_sdf *heads = all.heads.data;
	uint32_t number = 0;
	kiln_result result = all.heads.count ? prove_heads(&all) : kiln_section_proved();
	if (result.status != KILN_OK)
		return result;
	while (number < all.heads.count && heads[number].shape != shape)
		++number;
	if (number == all.heads.count)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the shape has no signed distance field: cook it with --sdf"};
	const kiln_sdf made = describe(&all, &heads[number]);
	result = prove_cells(asset, &made);
	if (result.status == KILN_OK)
		result = prove_blocks(asset, &made);
	if (result.status == KILN_OK)
		*sdf = made;
	return result;
}
