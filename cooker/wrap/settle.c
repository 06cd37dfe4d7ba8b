// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Most cells that are filled at one vertex and may be taken back.
#define FILLED 128

/// Scratch of the steps below.
typedef struct settle_work
{
	wrap_work *work;
	uint32_t *queue;  ///< cells, or vertices
	uint32_t *around; ///< per vertex: a cell that has it
	uint32_t *star;	  ///< the cells of one vertex
	uint32_t star_count, star_capacity;
} settle_work;

/// Marks all cells of one side of the surface that are connected with the first `count` of the queue by sides, and puts
/// them into the queue. Returns their number.
static uint32_t spread(settle_work *s, uint32_t count)
{
	wrap_mesh *mesh = &s->work->mesh;
	for (uint32_t i = 0; i < count; ++i)
	{
		const wrap_cell *cell = &mesh->cells[s->queue[i]];
		for (int side = 0; side < 4; ++side)
		{
			uint32_t next = cell->neighbours[side];
			if (next == KILN_NONE || mesh->cells[next].stamp == mesh->stamp ||
				mesh->cells[next].outside != cell->outside)
				continue;
			mesh->cells[next].stamp = mesh->stamp;
			s->queue[count++] = next;
		}
	}
	return count;
}

/// Fills the cells outside that the outside of the box does not reach.
static void fill_pockets(settle_work *s)
{
	wrap_mesh *mesh = &s->work->mesh;
	uint32_t count = 0;
	++mesh->stamp;
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
	{
		wrap_cell *cell = &mesh->cells[i];
		bool border = false;
		for (int side = 0; side < 4; ++side)
			border |= cell->neighbours[side] == KILN_NONE;
		if (cell->free || !cell->outside || !border)
			continue;
		cell->stamp = mesh->stamp;
		s->queue[count++] = i;
	}
	(void)spread(s, count);
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
		if (!mesh->cells[i].free && mesh->cells[i].stamp != mesh->stamp)
			mesh->cells[i].outside = false;
}

/// Gives pieces of the inside that have no art to the outside.
static void drop_islands(settle_work *s)
{
	wrap_mesh *mesh = &s->work->mesh;
	++mesh->stamp;
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
	{
		wrap_cell *cell = &mesh->cells[i];
		if (cell->free || cell->outside || cell->stamp == mesh->stamp)
			continue;
		cell->stamp = mesh->stamp;
		s->queue[0] = i;
		uint32_t count = spread(s, 1);
		bool art = false;
		for (uint32_t k = 0; k < count && !art; ++k)
			art = wrap_cell_touches(s->work, s->queue[k]);
		for (uint32_t k = 0; k < count && !art; ++k)
			mesh->cells[s->queue[k]].outside = true;
	}
}

// --- Vertices ---------------------------------------------------------------------------------------------------------

static bool add_star(settle_work *s, uint32_t cell)
{
	if (s->star_count == s->star_capacity)
	{
		uint32_t capacity = s->star_capacity * 2 + 64;
		uint32_t *star = cook_resize(s->work->context, s->star, s->star_capacity, capacity, sizeof *star);
		if (!star)
			return false;
		s->star = star;
		s->star_capacity = capacity;
	}
	s->work->mesh.cells[cell].stamp = s->work->mesh.stamp;
	s->star[s->star_count++] = cell;
	return true;
}

/// Collects the cells at a vertex, from a cell on, those on the same side of the surface only unless `all`.
static bool grow_star(settle_work *s, uint32_t vertex, uint32_t from, bool all)
{
	wrap_mesh *mesh = &s->work->mesh;
	uint32_t i = s->star_count;
	if (!add_star(s, from))
		return false;
	for (; i < s->star_count; ++i)
	{
		const wrap_cell *cell = &mesh->cells[s->star[i]];
		for (int side = 0; side < 4; ++side)
		{
			uint32_t next = cell->neighbours[side];
			if (cell->vertices[side] == vertex || next == KILN_NONE || mesh->cells[next].stamp == mesh->stamp ||
				(!all && mesh->cells[next].outside != cell->outside))
				continue;
			if (!add_star(s, next))
				return false;
		}
	}
	return true;
}

/// Whether the cells at the vertex are one connected piece inside and one outside, at most. Then the surface is a disk
/// there: if it passed the vertex, or an edge at the vertex, twice, one of the two sides would be in two pieces. The
/// star has all cells of the vertex, once.
static bool is_manifold(settle_work *s, uint32_t vertex, bool *manifold)
{
	wrap_mesh *mesh = &s->work->mesh;
	uint32_t count = s->star_count, pieces[2] = {0, 0};
	++mesh->stamp;
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t cell = s->star[i];
		if (mesh->cells[cell].stamp == mesh->stamp)
			continue;
		++pieces[mesh->cells[cell].outside];
		// The pieces go behind the star.
		if (!grow_star(s, vertex, cell, false))
			return false;
	}
	s->star_count = count;
	*manifold = pieces[0] <= 1 && pieces[1] <= 1;
	return true;
}

/// Of the star's cells outside that have a neighbour inside at this vertex, the one with the smallest sphere; KILN_NONE without any.
static uint32_t choose_cell(const settle_work *s, uint32_t vertex)
{
	const wrap_mesh *mesh = &s->work->mesh;
	uint32_t best = KILN_NONE;
	for (uint32_t i = 0; i < s->star_count; ++i)
	{
		const wrap_cell *cell = &mesh->cells[s->star[i]];
		bool beside = false;
		for (int side = 0; side < 4; ++side)
		{
			uint32_t next = cell->neighbours[side];
			beside |= cell->vertices[side] != vertex && next != KILN_NONE && !mesh->cells[next].outside;
		}
		if (!cell->outside || !beside)
			continue;
		const wrap_cell *other = best == KILN_NONE ? NULL : &mesh->cells[best];
		if (!other || cell->radius2 < other->radius2 || (!(cell->radius2 > other->radius2) && cell->made < other->made))
			best = s->star[i];
	}
	return best;
}

/// Takes cells back that were filled at a vertex, the last first, where the surface stays manifold there without them.
static bool take_back(settle_work *s, uint32_t vertex, const uint32_t *filled, uint32_t count)
{
	wrap_mesh *mesh = &s->work->mesh;
	for (uint32_t i = count; i-- > 0;)
	{
		bool manifold;
		mesh->cells[filled[i]].outside = true;
		if (!is_manifold(s, vertex, &manifold))
			return false;
		mesh->cells[filled[i]].outside = manifold;
		s->work->filled -= manifold;
	}
	return true;
}

/// Fills cells at a vertex until the surface is manifold there.
static wrap_end mend_vertex(settle_work *s, uint32_t vertex, bool *changed)
{
	wrap_mesh *mesh = &s->work->mesh;
	uint32_t filled[FILLED], count = 0;
	s->star_count = 0;
	++mesh->stamp;
	if (!grow_star(s, vertex, s->around[vertex], true))
		return WRAP_MEMORY;
	for (;;)
	{
		bool manifold;
		if (!is_manifold(s, vertex, &manifold))
			return WRAP_MEMORY;
		uint32_t cell = manifold ? KILN_NONE : choose_cell(s, vertex);
		if (cell == KILN_NONE)
			return take_back(s, vertex, filled, count) ? WRAP_DONE : WRAP_MEMORY;
		mesh->cells[cell].outside = false;
		filled[count < FILLED ? count++ : FILLED - 1] = cell;
		++s->work->filled;
		*changed = true;
	}
}

static wrap_end mend(settle_work *s, bool *changed)
{
	wrap_mesh *mesh = &s->work->mesh;
	wrap_end end = WRAP_DONE;
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
		for (int k = 0; k < 4 && !mesh->cells[i].free; ++k)
			s->around[mesh->cells[i].vertices[k]] = i;
	for (uint32_t v = WRAP_BOX_CORNERS; v < mesh->point_count && end == WRAP_DONE; ++v)
		end = mend_vertex(s, v, changed);
	return end;
}

wrap_end wrap_settle(wrap_work *work)
{
	const kilncook_context *context = work->context;
	settle_work s = {.work = work};
	s.queue = cook_alloc(context, work->mesh.cell_count, sizeof *s.queue);
	s.around = cook_alloc(context, work->mesh.point_count, sizeof *s.around);
	wrap_end end = s.queue && s.around ? WRAP_DONE : WRAP_MEMORY;
	if (end == WRAP_DONE)
	{
		fill_pockets(&s);
		drop_islands(&s);
	}
	// Each turn fills a cell, or is the last.
	for (bool changed = true; end == WRAP_DONE && changed;)
	{
		changed = false;
		end = mend(&s, &changed);
		if (changed)
			fill_pockets(&s);
	}
	cook_free(context, s.queue, work->mesh.cell_count, sizeof *s.queue);
	cook_free(context, s.around, work->mesh.point_count, sizeof *s.around);
	cook_free(context, s.star, s.star_capacity, sizeof *s.star);
	return end;
}

// --- The surface ------------------------------------------------------------------------------------------------------

static uint32_t count_sides(const wrap_mesh *mesh)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
		for (int side = 0; side < 4 && !mesh->cells[i].free && !mesh->cells[i].outside; ++side)
		{
			uint32_t next = mesh->cells[i].neighbours[side];
			count += next == KILN_NONE || mesh->cells[next].outside;
		}
	return count;
}

static void fill_triangles(const wrap_mesh *mesh, uint32_t *numbers, kilncook_wrap_surface *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->cell_count; ++i)
	{
		const wrap_cell *cell = &mesh->cells[i];
		for (int side = 0; side < 4 && !cell->free && !cell->outside; ++side)
		{
			uint32_t next = cell->neighbours[side];
			if (next != KILN_NONE && !mesh->cells[next].outside)
				continue;
			for (int k = 0; k < 3; ++k)
			{
				uint32_t vertex = cell->vertices[wrap_sides[side][k]];
				if (numbers[vertex] == KILN_NONE)
				{
					numbers[vertex] = out->vertex_count++;
					memcpy(out->vertices[numbers[vertex]], mesh->points[vertex], sizeof *out->vertices);
				}
				out->triangles[count][k] = numbers[vertex];
			}
			++count;
		}
	}
}

/// Six times the volume under a triangle, seen from a point.
static double volume_of(const kilncook_wrap_surface *surface, uint32_t triangle)
{
	kiln_d3 p[3];
	const float *from = surface->vertices[0];
	for (int k = 0; k < 3; ++k)
	{
		const float *v = surface->vertices[surface->triangles[triangle][k]];
		p[k] =
			(kiln_d3){(double)v[0] - (double)from[0], (double)v[1] - (double)from[1], (double)v[2] - (double)from[2]};
	}
	return kiln_d3_dot(p[0], kiln_d3_cross(p[1], p[2]));
}

static void find_figures(const wrap_work *work, const uint32_t *order, kilncook_wrap_surface *out)
{
	double sum = 0;
	for (uint32_t i = 0; i < out->triangle_count; ++i)
	{
		kiln_d3 middle = {0, 0, 0};
		for (int k = 0; k < 3; ++k)
		{
			const float *v = out->vertices[out->triangles[i][k]];
			middle = kiln_d3_add(middle, (kiln_d3){(double)v[0], (double)v[1], (double)v[2]});
		}
		wrap_near near = wrap_soup_nearest(work->soup, kiln_d3_scale(middle, 1.0 / 3), (double)INFINITY);
		out->nearest[i] = order[near.triangle];
		sum += volume_of(out, i);
	}
	out->counts.volume = sum / 6;
}

wrap_end wrap_extract(const wrap_work *work, const uint32_t *order, kilncook_wrap_surface *out)
{
	const kilncook_context *context = work->context;
	const wrap_mesh *mesh = &work->mesh;
	uint32_t *numbers = cook_alloc(context, mesh->point_count, sizeof *numbers);
	if (!numbers)
		return WRAP_MEMORY;
	memset(numbers, 0xff, mesh->point_count * sizeof *numbers);
	*out = (kilncook_wrap_surface){.triangle_count = count_sides(mesh)};
	out->triangles = cook_alloc(context, out->triangle_count, sizeof *out->triangles);
	out->nearest = cook_alloc(context, out->triangle_count, sizeof *out->nearest);
	// A closed surface has at most half as many vertices as triangles, and two for each of its parts.
	out->vertices = cook_alloc(context, out->triangle_count, sizeof *out->vertices);
	bool done = out->triangles && out->nearest && out->vertices;
	if (done)
	{
		fill_triangles(mesh, numbers, out);
		void *exact =
			cook_resize(context, out->vertices, out->triangle_count, out->vertex_count, sizeof *out->vertices);
		done = exact != NULL;
		out->vertices = exact ? exact : out->vertices;
	}
	if (done && out->triangle_count)
		find_figures(work, order, out);
	cook_free(context, numbers, mesh->point_count, sizeof *numbers);
	if (done)
		return WRAP_DONE;
	cook_free(context, out->triangles, out->triangle_count, sizeof *out->triangles);
	cook_free(context, out->nearest, out->triangle_count, sizeof *out->nearest);
	cook_free(context, out->vertices, out->triangle_count, sizeof *out->vertices);
	*out = (kilncook_wrap_surface){0};
	return WRAP_MEMORY;
}
