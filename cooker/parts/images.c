// SPDX-License-Identifier: MIT
#include "internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Cuts that keep the art's symmetry: the search decides about one cell, and the same is done to its mirror images. So each cell always has
/// a cell as its image across each plane, itself where it lies on both sides.

/// Cells of one cut at most: three of each image.
#define CELLS_MOST (3 * PARTS_IMAGES_MOST)

/// A plane and its image are at least this share of the cell apart; nearer ones are the middle.
#define APART_LEAST (1.0 / 32)

/// The cut of a cell and of its images.
typedef struct fan
{
	uint32_t targets[PARTS_IMAGES_MOST];
	uint32_t target_count;
	uint32_t images[PARTS_IMAGES_MOST][3]; ///< per target and axis: the number of its image in `targets`
	parts_cut cuts[PARTS_IMAGES_MOST][2];  ///< per target: one or two planes, the lower one first
	uint32_t cut_count;					   ///< planes of each target
	parts_cell cells[CELLS_MOST];		   ///< three per target, from below; those without a hull are empty
	uint32_t numbers[CELLS_MOST];		   ///< of the cells in the job, or KILN_NONE
} fan;

/// The image of a cut across its own axis.
static parts_cut mirror(const parts_symmetry *s, const parts_cut *cut)
{
	parts_cut out = *cut;
	out.at = (float)(s->sums[cut->axis] - (double)cut->at) + 0.0f;
	out.flat = -cut->flat;
	return out;
}

/// Cuts a cell at one or two planes.
static kilncook_status split(
	parts_job *job, const parts_cell *cell, const parts_cut *cuts, uint32_t count, parts_cell out[3])
{
	parts_cell rest[2];
	memset(out, 0, 3 * sizeof *out);
	kilncook_status status = parts_cut_cell(job, cell, &cuts[0], true, rest);
	if (status != KILNCOOK_OK)
		return status;
	out[0] = rest[0];
	out[1] = rest[1];
	if (count == 1 || !rest[1].hull.vertex_count)
		return KILNCOOK_OK;
	memset(&out[1], 0, sizeof out[1]);
	status = parts_cut_cell(job, &rest[1], &cuts[1], true, &out[1]);
	parts_cell_free(job->context, &rest[1]);
	if (status != KILNCOOK_OK)
		parts_cell_free(job->context, &out[0]);
	return status;
}

/// Measures what a cut of a cell at one or two planes saves for each plane.
static kilncook_status measure(
	parts_job *job, const parts_cell *cell, const parts_cut *cuts, uint32_t count, double *saves)
{
	parts_cell out[3];
	kilncook_status status = split(job, cell, cuts, count, out);
	*saves = cell->size;
	for (uint32_t i = 0; i < 3 && status == KILNCOOK_OK; ++i)
	{
		*saves -= out[i].size;
		parts_cell_free(job->context, &out[i]);
	}
	*saves /= count;
	return status;
}

/// Chooses the planes of a cell that is its own image across the axis of the cut: the middle, or the plane and its image, which saves more for each
/// plane.
static kilncook_status choose_planes(parts_job *job, const parts_cell *cell, const parts_cut *cut, fan *f)
{
	const parts_symmetry *s = job->symmetry;
	const parts_cut other = mirror(s, cut);
	const bool is_lower = cut->at < other.at;
	const parts_cut two[2] = {is_lower ? *cut : other, is_lower ? other : *cut};
	parts_cut middle = *cut;
	double saves[2] = {0, -(double)INFINITY};
	middle.at = (float)(s->sums[cut->axis] / 2) + 0.0f;
	middle.flat = 0;
	kilncook_status status = measure(job, cell, &middle, 1, &saves[0]);
	const double apart = (double)two[1].at - (double)two[0].at;
	if (status == KILNCOOK_OK && apart > APART_LEAST * ((double)cell->high[cut->axis] - (double)cell->low[cut->axis]))
		status = measure(job, cell, two, 2, &saves[1]);
	f->cut_count = saves[1] > saves[0] ? 2 : 1;
	f->cuts[0][0] = f->cut_count == 2 ? two[0] : middle;
	f->cuts[0][1] = two[1];
	return status;
}

/// Lists the images of a cell, and their cuts, from those of the first.
static void list_targets(const parts_job *job, uint32_t number, fan *f)
{
	const parts_symmetry *s = job->symmetry;
	const uint32_t axis = f->cuts[0][0].axis;
	bool known[PARTS_IMAGES_MOST] = {true};
	f->target_count = parts_symmetry_images(s->axes, (const uint32_t(*)[3])s->cells, number, f->targets);
	for (uint32_t i = 0; i < f->target_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			f->images[i][k] = i;
			for (uint32_t n = 0; n < f->target_count && (s->axes >> k & 1); ++n)
				if (f->targets[n] == s->cells[f->targets[i]][k])
					f->images[i][k] = n;
			// Two planes are those of their images, too: only a cell on both sides has two.
			const uint32_t image = f->images[i][k];
			if (known[image])
				continue;
			known[image] = true;
			for (uint32_t c = 0; c < f->cut_count; ++c)
				f->cuts[image][c] = k == axis ? mirror(s, &f->cuts[i][c]) : f->cuts[i][c];
		}
}

/// Moves the cells of one target to the job. A target without any stays, and fits.
static void place(parts_job *job, uint32_t target, fan *f)
{
	bool replaced = false;
	for (uint32_t j = 0; j < 3; ++j)
	{
		parts_cell *cell = &f->cells[3 * target + j];
		f->numbers[3 * target + j] = KILN_NONE;
		if (!cell->hull.vertex_count)
		{
			parts_cell_free(job->context, cell);
			continue;
		}
		const uint32_t number = replaced ? job->cell_count++ : f->targets[target];
		if (!replaced)
			parts_cell_free(job->context, &job->cells[number]);
		replaced = true;
		job->cells[number] = *cell;
		f->numbers[3 * target + j] = number;
	}
	job->cells[f->targets[target]].fits |= !replaced;
}

/// Maps the cells that were made to each other. Where rounding has left a cell empty and not its image, the search goes on without symmetry.
static void map_cells(parts_symmetry *s, const fan *f)
{
	const uint32_t last = f->cut_count, axis = f->cuts[0][0].axis;
	for (uint32_t i = 0; i < f->target_count; ++i)
		for (uint32_t j = 0; j <= last; ++j)
			for (uint32_t k = 0; k < 3; ++k)
			{
				const uint32_t number = f->numbers[3 * i + j];
				const uint32_t image =
					f->numbers[3 * f->images[i][k] + (k == axis && (s->axes >> k & 1) ? last - j : j)];
				if ((number == KILN_NONE) != (image == KILN_NONE))
					s->axes = 0;
				if (number != KILN_NONE)
					s->cells[number][k] = image;
			}
}

static bool reserve(parts_job *job, uint32_t count)
{
	parts_symmetry *s = job->symmetry;
	if (!parts_cells_reserve(job, count))
		return false;
	if (job->cell_capacity <= s->cell_capacity)
		return true;
	void *grown = cook_resize(job->context, s->cells, s->cell_capacity, job->cell_capacity, sizeof *s->cells);
	if (!grown)
		return false;
	s->cells = grown;
	s->cell_capacity = job->cell_capacity;
	return true;
}

bool parts_images_begin(parts_job *job)
{
	if (!reserve(job, job->cell_count))
		return false;
	memcpy(job->symmetry->cells, job->symmetry->bodies, job->cell_count * sizeof *job->symmetry->cells);
	return true;
}

kilncook_status parts_cut_images(parts_job *job, uint32_t number, const parts_cut *cut, uint32_t *cuts)
{
	parts_symmetry *s = job->symmetry;
	fan f = {.cut_count = 1, .cuts = {{*cut}}};
	kilncook_status status = reserve(job, job->cell_count + CELLS_MOST) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	if (status == KILNCOOK_OK && (s->axes >> cut->axis & 1) && s->cells[number][cut->axis] == number)
		status = choose_planes(job, &job->cells[number], cut, &f);
	if (status == KILNCOOK_OK)
		list_targets(job, number, &f);
	for (uint32_t i = 0; i < f.target_count && status == KILNCOOK_OK; ++i)
		status = split(job, &job->cells[f.targets[i]], f.cuts[i], f.cut_count, &f.cells[3 * i]);
	if (status != KILNCOOK_OK)
	{
		for (uint32_t i = 0; i < CELLS_MOST; ++i)
			parts_cell_free(job->context, &f.cells[i]);
		return status;
	}
	for (uint32_t i = 0; i < f.target_count; ++i)
		place(job, i, &f);
	map_cells(s, &f);
	*cuts += f.cut_count * f.target_count;
	return KILNCOOK_OK;
}
