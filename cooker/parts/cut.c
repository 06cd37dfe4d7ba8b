// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Cutting from above: the cell with the most volume outside of the art is cut next.

/// A cut that saves less than this share of a cell's volume outside of the art is compared with others by what the next cuts save.
#define SAVES_LITTLE 0.15
/// Planes of an axis when looking ahead.
#define STEPS_AHEAD 8
/// Share of a volume that counts as rounding.
#define ROUNDING 1e-9
/// Of the triangles of a larger cell, every second, third or so chooses the cut, about as many as this.
#define TRIANGLES_CHOOSE 4096
/// Triangles that are longer than this share of the cell always count.
#define LONG_SHARE (1.0 / 64)
/// Cuts for each cell that is wanted, so that cuts that leave one side empty end.
#define CUTS_EACH 8

/// Builds the hull of a cell. A piece of less than two dimensions is left out: its triangles go on in the neighbours, which are
/// closed.
static kilncook_status fill_cell(parts_job *job, parts_cell *cell)
{
	parts_body *body = &job->bodies[cell->body];
	job->points.count = 0;
	if (!parts_gather(job->context, body, cell, &job->points))
		return KILNCOOK_INTERNAL;
	kilncook_status status = parts_hull(job->context, &job->points, &cell->hull);
	if (status != KILNCOOK_OK)
		return status;
	if (cell->hull.dimension < 2)
		hull_free(job->context, &cell->hull);
	cell->size = parts_size(&cell->hull, job->flatness);
	cell->extra = cell->size - cell->solid;
	return KILNCOOK_OK;
}

kilncook_status parts_cut_cell(
	parts_job *job, const parts_cell *cell, const parts_cut *cut, bool weighed, parts_cell sides[2])
{
	if (!parts_divide(job, cell, cut, sides))
		return KILNCOOK_INTERNAL;
	if (weighed)
	{
		sides[0].solid = parts_inside_volume(&job->bodies[cell->body], sides[0].low, sides[0].high);
		sides[1].solid = cell->solid - sides[0].solid;
	}
	kilncook_status status = fill_cell(job, &sides[0]);
	if (status == KILNCOOK_OK)
		status = fill_cell(job, &sides[1]);
	if (status != KILNCOOK_OK)
	{
		parts_cell_free(job->context, &sides[0]);
		parts_cell_free(job->context, &sides[1]);
	}
	return status;
}

/// The plane through the middle of a cell's hull.
static bool halve(const parts_cell *cell, uint32_t axis, parts_cut *cut)
{
	float low = cell->hull.vertices[0][axis], high = low;
	for (uint32_t i = 1; i < cell->hull.vertex_count; ++i)
	{
		float x = cell->hull.vertices[i][axis];
		low = x < low ? x : low;
		high = x > high ? x : high;
	}
	float at = (float)(((double)low + (double)high) / 2) + 0.0f;
	*cut = (parts_cut){.axis = axis, .at = at, .size = (double)INFINITY};
	return at > low && at < high;
}

/// Sum of the sizes after a cut and the best cut of each side; infinity where the sum is certainly no less than `least`.
static kilncook_status look_ahead(
	parts_job *job, const parts_cell *cell, const parts_cut *cut, double least, double *size)
{
	parts_cell sides[2];
	kilncook_status status = parts_cut_cell(job, cell, cut, false, sides);
	*size = 0;
	if (status != KILNCOOK_OK)
		return status;
	// A side that stays empty would be no cut.
	if (!sides[0].hull.vertex_count || !sides[1].hull.vertex_count)
		*size = (double)INFINITY;
	for (int k = 0; k < 2 && status == KILNCOOK_OK && *size < least; ++k)
	{
		parts_cut next = {.size = sides[k].size};
		status = parts_sweep(job, &sides[k], STEPS_AHEAD, 7, &next);
		*size += next.size;
	}
	parts_cell_free(job->context, &sides[0]);
	parts_cell_free(job->context, &sides[1]);
	return status;
}

/// Compares the best cuts of each axis, and the halves, two cuts ahead.
static kilncook_status choose_ahead(parts_job *job, const parts_cell *cell, const parts_cut axes[3], parts_cut *best)
{
	double least = (double)INFINITY;
	parts_cut chosen = *best;
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < 6 && status == KILNCOOK_OK; ++i)
	{
		double size;
		parts_cut cut = axes[i % 3];
		if (i < 3 && cut.size >= (double)INFINITY)
			continue;
		// Halves that are the best cut of their axis were compared.
		if (i >= 3 &&
			(!halve(cell, i - 3, &cut) || (axes[i - 3].size < (double)INFINITY && axes[i - 3].flat == cut.flat &&
											  axes[i - 3].at <= cut.at && axes[i - 3].at >= cut.at)))
			continue;
		status = look_ahead(job, cell, &cut, least, &size);
		if (status == KILNCOOK_OK && size < least)
		{
			least = size;
			chosen = cut;
			chosen.size = size;
		}
	}
	*best = chosen;
	return status;
}

/// Halves a cell along its longest side.
static void choose_half(const parts_cell *cell, parts_cut *best)
{
	double longest = -1;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		parts_cut cut;
		float low = cell->hull.vertices[0][axis], high = low;
		for (uint32_t i = 1; i < cell->hull.vertex_count; ++i)
		{
			float x = cell->hull.vertices[i][axis];
			low = x < low ? x : low;
			high = x > high ? x : high;
		}
		if ((double)high - (double)low > longest && halve(cell, axis, &cut))
		{
			longest = (double)high - (double)low;
			*best = cut;
			best->size = 0;
		}
	}
}

/// Chooses by the triangles of the cell.
static kilncook_status choose_among(parts_job *job, const parts_cell *cell, parts_cut *best)
{
	parts_cut axes[3];
	kilncook_status status = KILNCOOK_OK;
	*best = (parts_cut){.size = (double)INFINITY};
	for (uint32_t i = 0; i < 3 && status == KILNCOOK_OK; ++i)
	{
		axes[i] = (parts_cut){.size = (double)INFINITY};
		status = parts_sweep(job, cell, job->steps, 1u << i, &axes[i]);
		if (axes[i].size < best->size)
			*best = axes[i];
	}
	bool little = cell->size - best->size < SAVES_LITTLE * cell->extra;
	if (status != KILNCOOK_OK || !little)
		return status;
	if (job->options->quality != KILNCOOK_PARTS_FAST)
		return choose_ahead(job, cell, axes, best);
	choose_half(cell, best);
	return status;
}

/// Whether a triangle is longer than `length` along some axis.
static bool is_long(const parts_art *art, uint32_t triangle, double length)
{
	const uint32_t *t = art->triangles[triangle];
	for (int k = 0; k < 3; ++k)
	{
		double a = (double)art->vertices[t[0]][k], b = (double)art->vertices[t[1]][k],
			   c = (double)art->vertices[t[2]][k];
		if (fabs(a - b) > length || fabs(b - c) > length || fabs(c - a) > length)
			return true;
	}
	return false;
}

/// Chooses a cut. Where triangles are small, the hulls of a large cell hardly change without some of them, and what is made of the cell has all of them.
static kilncook_status choose_cut(parts_job *job, const parts_cell *cell, parts_cut *best)
{
	const parts_art *art = &job->bodies[cell->body].art;
	uint32_t every = cell->count / TRIANGLES_CHOOSE, kept = 0;
	double longest = 0;
	if (every < 2)
		return choose_among(job, cell, best);
	for (int k = 0; k < 3; ++k)
		longest = fmax(longest, ((double)cell->high[k] - (double)cell->low[k]) * LONG_SHARE);
	parts_cell fewer = *cell;
	fewer.count = 0;
	for (uint32_t i = 0; i < cell->count; ++i)
		fewer.count += i % every == 0 || is_long(art, cell->triangles[i], longest);
	fewer.triangles = cook_alloc(job->context, fewer.count, sizeof *fewer.triangles);
	if (!fewer.triangles)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < cell->count; ++i)
		if (i % every == 0 || is_long(art, cell->triangles[i], longest))
			fewer.triangles[kept++] = cell->triangles[i];
	kilncook_status status = choose_among(job, &fewer, best);
	cook_free(job->context, fewer.triangles, fewer.count, sizeof *fewer.triangles);
	return status;
}

bool parts_cells_reserve(parts_job *job, uint32_t count)
{
	if (count <= job->cell_capacity)
		return true;
	const uint32_t larger = job->cell_capacity * 2 > count ? job->cell_capacity * 2 : count;
	void *grown = cook_resize(job->context, job->cells, job->cell_capacity, larger, sizeof *job->cells);
	if (!grown)
		return false;
	job->cells = grown;
	job->cell_capacity = larger;
	return true;
}

/// Puts the sides in the place of a cell.
static kilncook_status replace_cell(parts_job *job, uint32_t number, parts_cell sides[2])
{
	const kilncook_context *context = job->context;
	bool both = sides[0].hull.vertex_count && sides[1].hull.vertex_count;
	if (both && !parts_cells_reserve(job, job->cell_count + 1))
	{
		parts_cell_free(context, &sides[0]);
		parts_cell_free(context, &sides[1]);
		return KILNCOOK_INTERNAL;
	}
	uint32_t kept = sides[0].hull.vertex_count ? 0 : 1;
	parts_cell_free(context, &job->cells[number]);
	job->cells[number] = sides[kept];
	if (both)
		job->cells[job->cell_count++] = sides[1];
	else
		parts_cell_free(context, &sides[1 - kept]);
	return KILNCOOK_OK;
}

/// Whether a cell keeps the error. One that is as large as the solid in it, but for rounding, is not cut where the work does not suffice to decide.
static bool keeps_error(const parts_job *job, const parts_cell *cell)
{
	parts_body *body = &job->bodies[cell->body];
	uint32_t undecided = body->undecided;
	if (parts_error(body, &cell->hull, job->options->error, true) <= job->options->error)
		return true;
	return body->undecided > undecided && body->closed &&
		   parts_volume(&cell->hull) - cell->solid <= ROUNDING * cell->solid;
}

/// Whether a cell or one of its mirror images enters the space of the ball. The images are listed.
static bool images_enter(const parts_job *job, const uint32_t *images, uint32_t count)
{
	bool enters = false;
	for (uint32_t i = 0; i < count; ++i)
		enters = enters || parts_enters(job, &job->cells[images[i]].hull);
	return enters;
}

/// Decides whether a cell needs no cut, for its mirror images, too.
static bool decide_fit(parts_job *job, uint32_t number, const parts_cut *cut)
{
	uint32_t images[PARTS_IMAGES_MOST] = {number}, count = 1;
	if (job->symmetry)
		count = parts_symmetry_images(job->symmetry->axes, (const uint32_t(*)[3])job->symmetry->cells, number, images);
	const bool fits = cut ? cut->size >= (double)INFINITY
						  : keeps_error(job, &job->cells[number]) && !images_enter(job, images, count);
	for (uint32_t i = 0; i < count; ++i)
		job->cells[images[i]].fits = fits;
	return fits;
}

/// Cuts one cell, or finds that it fits.
static kilncook_status cut_one(parts_job *job, uint32_t number, uint32_t *cuts)
{
	parts_cell sides[2], *cell = &job->cells[number];
	parts_cut cut;
	if (decide_fit(job, number, NULL))
		return KILNCOOK_OK;
	kilncook_status status = choose_cut(job, cell, &cut);
	if (status != KILNCOOK_OK || decide_fit(job, number, &cut))
		return status;
	if (job->symmetry && job->symmetry->axes)
		return parts_cut_images(job, number, &cut, cuts);
	status = parts_cut_cell(job, cell, &cut, true, sides);
	if (status != KILNCOOK_OK)
		return status;
	++*cuts;
	if (sides[0].hull.vertex_count || sides[1].hull.vertex_count)
		return replace_cell(job, number, sides);
	cell->fits = true;
	parts_cell_free(job->context, &sides[0]);
	parts_cell_free(job->context, &sides[1]);
	return KILNCOOK_OK;
}

kilncook_status parts_cut_down(parts_job *job, uint32_t most, uint32_t *cuts)
{
	kilncook_status status = KILNCOOK_OK;
	uint64_t left = (uint64_t)most * CUTS_EACH;
	while (status == KILNCOOK_OK && job->cell_count < most && left-- > 0)
	{
		uint32_t next = job->cell_count;
		for (uint32_t i = 0; i < job->cell_count; ++i)
			if (!job->cells[i].fits && (next == job->cell_count || job->cells[i].extra > job->cells[next].extra))
				next = i;
		if (next == job->cell_count)
			break;
		if (job->step)
			status = job->step(job->user, job->cell_count, most);
		if (status == KILNCOOK_OK)
			status = cut_one(job, next, cuts);
	}
	return status;
}

kilncook_status parts_cells_begin(parts_job *job)
{
	job->cell_capacity = job->body_count;
	job->cells = cook_alloc_zero(job->context, job->cell_capacity, sizeof *job->cells);
	kilncook_status status = job->cells ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < job->body_count && status == KILNCOOK_OK; ++i)
	{
		const parts_body *body = &job->bodies[i];
		parts_cell *cell = &job->cells[job->cell_count];
		*cell = (parts_cell){.body = i, .count = body->art.triangle_count};
		memcpy(cell->low, body->low, sizeof cell->low);
		memcpy(cell->high, body->high, sizeof cell->high);
		cell->triangles = cook_alloc(job->context, cell->count, sizeof *cell->triangles);
		++job->cell_count;
		if (!cell->triangles)
			return KILNCOOK_INTERNAL;
		for (uint32_t t = 0; t < cell->count; ++t)
			cell->triangles[t] = t;
		cell->solid = parts_inside_volume(body, cell->low, cell->high);
		status = fill_cell(job, cell);
	}
	return status == KILNCOOK_OK && job->symmetry && !parts_images_begin(job) ? KILNCOOK_INTERNAL : status;
}

void parts_cells_free(parts_job *job)
{
	for (uint32_t i = 0; i < job->cell_count; ++i)
		parts_cell_free(job->context, &job->cells[i]);
	cook_free(job->context, job->cells, job->cell_capacity, sizeof *job->cells);
	job->cells = NULL;
	job->cell_count = job->cell_capacity = 0;
}
