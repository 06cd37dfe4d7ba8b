// SPDX-License-Identifier: MIT
#include "internal.h"

#include "memory.h"
#include "platform/platform.h"

#include <math.h>

/// Root cells along the longest side of the mesh's box.
#define ROOTS 4

/// The space around the mesh, as a share of its longest side.
#define PADDING 0.0625

/// A cell of the level that is being made.
typedef struct candidate
{
	sdf_place place;
	uint32_t cell;
	bool accepted;
} candidate;

/// A level in the making, for the threads that share it.
typedef struct level
{
	const sdf_work *work;
	const kiln_format_sdf *grid;
	double error;
	bool may_refuse;
	candidate *cells;
	kiln_format_sdf_block *blocks; ///< of the cells
	uint32_t count;
} level;

static void make_one(void *user, uint32_t i)
{
	level *l = user;
	sdf_work work = *l->work;
	if (!l->cells[i].accepted)
		l->cells[i].accepted =
			sdf_block_make(&work, l->grid, &l->cells[i].place, l->error, l->may_refuse, &l->blocks[i]);
}

static bool grid_holds(const kiln_format_sdf *grid, const build_box *box)
{
	for (int k = 0; k < 3; ++k)
	{
		const double low = (double)grid->origin[k], high = low + (double)grid->edge * grid->roots[k];
		if (!(low <= (double)box->min[k] && high >= (double)box->max[k]))
			return false;
	}
	return true;
}

/// Places the grid around the box of the mesh. A box of a few units in the last place needs more space than others.
static void place_grid(const build_box *box, kiln_format_sdf *grid)
{
	double longest = 0x1p-100;
	for (int k = 0; k < 3; ++k)
	{
		const double side = (double)box->max[k] - (double)box->min[k];
		longest = side > longest ? side : longest;
	}
	for (double padding = PADDING * longest;; padding *= 2)
	{
		grid->edge = (float)((longest + 2 * padding) / ROOTS);
		for (int k = 0; k < 3; ++k)
		{
			const double side = (double)box->max[k] - (double)box->min[k];
			const double middle = ((double)box->max[k] + (double)box->min[k]) / 2;
			const uint32_t roots = (uint32_t)ceil((side + 2 * padding) / (double)grid->edge * (1 - 0x1p-20));
			grid->roots[k] = roots > 0 ? roots : 1;
			grid->origin[k] = (float)(middle - (double)grid->edge * grid->roots[k] / 2);
		}
		if (grid_holds(grid, box))
			return;
	}
}

/// Exceeds the rounding of distances, planes and interpolations, all of which are computed in double.
static double slack_of(const build_box *box, const kiln_format_sdf *grid)
{
	double most = 0;
	for (int k = 0; k < 3; ++k)
	{
		const double low = fabs((double)box->min[k]), high = fabs((double)box->max[k]);
		most = low > most ? low : most;
		most = high > most ? high : most;
	}
	return 0x1p-42 * (most + ROOTS * (double)grid->edge);
}

/// The cells of the first level.
static void first_level(level *l)
{
	const uint32_t *roots = l->grid->roots;
	for (uint32_t i = 0; i < l->count; ++i)
		l->cells[i] = (candidate){{0, {i % roots[0], i / roots[0] % roots[1], i / roots[0] / roots[1]}}, i, false};
}

/// The children of the cells that were refused, which are numbered from `first` on.
static void next_level(const level *from, uint32_t first, level *to)
{
	for (uint32_t i = 0, count = 0; i < from->count; ++i)
	{
		const sdf_place *place = &from->cells[i].place;
		for (uint32_t k = 0; k < 8 && !from->cells[i].accepted; ++k, ++count)
			to->cells[count] = (candidate){
				{place->level + 1,
					{2 * place->at[0] + (k & 1), 2 * place->at[1] + (k >> 1 & 1), 2 * place->at[2] + (k >> 2)}},
				first + count, false};
	}
}

static bool level_alloc(const kilncook_context *context, uint32_t count, level *l)
{
	l->count = count;
	l->cells = cook_alloc(context, count, sizeof *l->cells);
	l->blocks = cook_alloc(context, count, sizeof *l->blocks);
	return l->cells && l->blocks;
}

static void level_free(const kilncook_context *context, level *l)
{
	cook_free(context, l->cells, l->count, sizeof *l->cells);
	cook_free(context, l->blocks, l->count, sizeof *l->blocks);
	l->cells = NULL;
	l->blocks = NULL;
}

/// Makes the blocks of a level. Returns how many cells get children: none where the blocks or the levels do not suffice, and then
/// every block is kept with the error that it has.
static uint32_t make_level(level *l, const sdf_options *options, sdf_field *out)
{
	const uint32_t threads = options->threads ? options->threads : 1;
	uint32_t refused = 0;
	platform_parallel(threads, l->count, make_one, l);
	for (uint32_t i = 0; i < l->count; ++i)
		refused += !l->cells[i].accepted;
	const uint64_t blocks = (uint64_t)out->head.block_count + (l->count - refused) + 8 * (uint64_t)refused;
	if (refused == 0 || (out->head.depth < KILN_SDF_DEPTH_MAX && blocks <= options->blocks))
		return refused;
	l->may_refuse = false;
	platform_parallel(threads, l->count, make_one, l);
	out->short_of_blocks = true;
	return 0;
}

/// Appends the level's cells and blocks to the field.
static bool store_level(const kilncook_context *context, const level *l, uint32_t refused, sdf_field *out)
{
	kiln_format_sdf *head = &out->head;
	const uint32_t accepted = l->count - refused;
	uint32_t child = head->cell_count + l->count;
	uint32_t *cells =
		cook_resize(context, out->cells, head->cell_count, (size_t)head->cell_count + l->count, sizeof *out->cells);
	if (!cells)
		return false;
	out->cells = cells;
	cells += head->cell_count;
	head->cell_count += l->count;
	kiln_format_sdf_block *blocks =
		cook_resize(context, out->blocks, head->block_count, (size_t)head->block_count + accepted, sizeof *out->blocks);
	if (!blocks)
		return false;
	out->blocks = blocks;
	uint32_t block = head->block_count;
	head->block_count += accepted;
	for (uint32_t i = 0; i < l->count; ++i)
	{
		cells[i] = l->cells[i].accepted ? block : KILN_SDF_INNER | child;
		if (l->cells[i].accepted)
			blocks[block++] = l->blocks[i];
		else
			child += 8;
	}
	return true;
}

/// The largest error of a block that is not within its share of the distance.
static float near_error(const sdf_field *field)
{
	float most = 0;
	for (uint32_t i = 0; i < field->head.block_count; ++i)
	{
		const kiln_format_sdf_block *block = &field->blocks[i];
		if (block->error > most && (double)block->error > (double)KILN_SDF_FAR * sdf_least(block))
			most = block->error;
	}
	return most;
}

static bool make_levels(
	const kilncook_context *context, const sdf_work *work, const sdf_options *options, sdf_field *out)
{
	const uint32_t *roots = out->head.roots;
	level now = {.work = work, .grid = &out->head, .error = options->error, .may_refuse = true};
	bool good = level_alloc(context, roots[0] * roots[1] * roots[2], &now);
	if (good)
		first_level(&now);
	while (good)
	{
		const uint32_t refused = make_level(&now, options, out);
		good = store_level(context, &now, refused, out);
		if (!good || refused == 0)
			break;
		level next = now;
		good = level_alloc(context, 8 * refused, &next);
		if (good)
			next_level(&now, out->head.cell_count, &next);
		level_free(context, &now);
		now = next;
		++out->head.depth;
	}
	level_free(context, &now);
	return good;
}

kilncook_status sdf_build(
	const kilncook_context *context, const hausdorff_surface *surface, const sdf_options *options, sdf_field *out)
{
	sdf_work work;
	*out = (sdf_field){.wanted = options->error};
	if (!nearest_build(context, surface, options->threads, &work.near))
		return KILNCOOK_INTERNAL;
	const build_box *box = &work.near.tree.nodes[0].box;
	place_grid(box, &out->head);
	work.slack = slack_of(box, &out->head);
	work.excess = nearest_excess(&work.near, 2 * ROOTS * (double)out->head.edge);
	const bool good = make_levels(context, &work, options, out);
	nearest_free(context, &work.near);
	if (!good)
	{
		sdf_free(context, out);
		return KILNCOOK_INTERNAL;
	}
	out->head.error = near_error(out);
	return KILNCOOK_OK;
}

void sdf_free(const kilncook_context *context, sdf_field *field)
{
	cook_free(context, field->cells, field->head.cell_count, sizeof *field->cells);
	cook_free(context, field->blocks, field->head.block_count, sizeof *field->blocks);
	*field = (sdf_field){.short_of_blocks = false};
}
