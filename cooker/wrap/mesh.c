// SPDX-License-Identifier: MIT
#include "mesh.h"

#include "exact/exact.h"
#include "memory.h"

#include <math.h>
#include <string.h>

const uint8_t wrap_sides[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// Grows a list to at least `need` elements.
static bool reserve(const kilncook_context *context, void **block, uint32_t *capacity, uint64_t need, size_t size)
{
	if (need <= *capacity)
		return true;
	uint64_t larger = need + need / 2 + 64;
	if (larger > UINT32_MAX)
		return false;
	void *grown = cook_resize(context, *block, *capacity, (size_t)larger, size);
	if (!grown)
		return false;
	*block = grown;
	*capacity = (uint32_t)larger;
	return true;
}

static void place(const wrap_mesh *mesh, uint32_t point, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)mesh->points[point][k];
}

/// The sphere through the vertices, in double; relative to the last vertex, so that coordinates far from the origin
/// lose nothing.
static void fit_sphere(const wrap_mesh *mesh, wrap_cell *cell)
{
	kiln_d3 d = wrap_mesh_point(mesh, cell->vertices[3]);
	kiln_d3 a = kiln_d3_sub(wrap_mesh_point(mesh, cell->vertices[0]), d);
	kiln_d3 b = kiln_d3_sub(wrap_mesh_point(mesh, cell->vertices[1]), d);
	kiln_d3 c = kiln_d3_sub(wrap_mesh_point(mesh, cell->vertices[2]), d);
	kiln_d3 bc = kiln_d3_cross(b, c), ca = kiln_d3_cross(c, a), ab = kiln_d3_cross(a, b);
	kiln_d3 sum = kiln_d3_scale(bc, kiln_d3_length2(a));
	sum = kiln_d3_along(sum, kiln_d3_length2(b), ca);
	sum = kiln_d3_along(sum, kiln_d3_length2(c), ab);
	kiln_d3 centre = kiln_d3_scale(sum, 1 / (2 * kiln_d3_dot(a, bc)));
	cell->radius2 = kiln_d3_length2(centre);
	cell->centre = kiln_d3_add(d, centre);
	if (!(cell->radius2 < 0x1p+120))
	{
		cell->radius2 = (double)INFINITY;
		cell->centre = d;
	}
}

/// Takes a cell from the free ones, or from the end. There is room.
static uint32_t take_cell(wrap_mesh *mesh)
{
	uint32_t cell = mesh->free_first;
	if (mesh->free_count > 0)
	{
		mesh->free_first = mesh->cells[cell].neighbours[0];
		--mesh->free_count;
	}
	else
		cell = mesh->cell_count++;
	mesh->cells[cell] = (wrap_cell){.made = mesh->made++};
	return cell;
}

static void free_cell(wrap_mesh *mesh, uint32_t cell)
{
	mesh->cells[cell].free = true;
	mesh->cells[cell].neighbours[0] = mesh->free_first;
	mesh->free_first = cell;
	++mesh->free_count;
}

// --- The box ----------------------------------------------------------------------------------------------------------

/// Six cells around the diagonal from corner 0 to corner 7: each goes along the three axes in one order (H. W. Kuhn, Some
/// Combinatorial Lemmas in Topology, 1960). Bit k of a corner's number says that it is high along axis k.
static void fill_box(wrap_mesh *mesh)
{
	static const uint8_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
	for (uint32_t i = 0; i < 6; ++i)
	{
		uint32_t first = 1u << orders[i][0], second = first | 1u << orders[i][1];
		wrap_cell *cell = &mesh->cells[take_cell(mesh)];
		// The even orders turn counterclockwise.
		const uint32_t vertices[4] = {0, i < 3 ? first : second, i < 3 ? second : first, 7};
		memcpy(cell->vertices, vertices, sizeof vertices);
		for (int k = 0; k < 4; ++k)
			cell->neighbours[k] = KILN_NONE;
		fit_sphere(mesh, cell);
	}
	// Two of the six cells are neighbours where they share three vertices.
	for (uint32_t a = 0; a < 6; ++a)
		for (uint32_t b = 0; b < 6; ++b)
		{
			uint32_t shared = 0; // vertices of a, as bits
			for (uint32_t i = 0; i < 4 && a != b; ++i)
				for (uint32_t k = 0; k < 4; ++k)
					if (mesh->cells[a].vertices[i] == mesh->cells[b].vertices[k])
						shared |= 1u << i;
			for (uint32_t i = 0; i < 4; ++i)
				if (shared == (15u ^ 1u << i))
					mesh->cells[a].neighbours[i] = b;
		}
}

bool wrap_mesh_begin(
	const kilncook_context *context, const float low[3], const float high[3], uint32_t cells_max, wrap_mesh *mesh)
{
	*mesh = (wrap_mesh){.context = context, .cells_max = cells_max, .free_first = KILN_NONE};
	if (!reserve(context, (void **)&mesh->points, &mesh->point_capacity, 64, sizeof *mesh->points) ||
		!reserve(context, (void **)&mesh->cells, &mesh->cell_capacity, 256, sizeof *mesh->cells))
	{
		wrap_mesh_end(mesh);
		return false;
	}
	for (uint32_t i = 0; i < WRAP_BOX_CORNERS; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			mesh->points[i][k] = i >> k & 1 ? high[k] : low[k];
	mesh->point_count = WRAP_BOX_CORNERS;
	fill_box(mesh);
	return true;
}

void wrap_mesh_end(wrap_mesh *mesh)
{
	const kilncook_context *context = mesh->context;
	cook_free(context, mesh->points, mesh->point_capacity, sizeof *mesh->points);
	cook_free(context, mesh->cells, mesh->cell_capacity, sizeof *mesh->cells);
	cook_free(context, mesh->cavity, mesh->cavity_capacity, sizeof *mesh->cavity);
	cook_free(context, mesh->rims, mesh->rim_capacity, sizeof *mesh->rims);
	cook_free(context, mesh->fresh, mesh->fresh_capacity, sizeof *mesh->fresh);
	cook_free(context, mesh->edges, mesh->edge_capacity, sizeof *mesh->edges);
	*mesh = (wrap_mesh){0};
}

// --- The cavity of a point --------------------------------------------------------------------------------------------

// The walk ends, because in a Delaunay triangulation no cell comes before itself (H. Edelsbrunner, An Acyclicity Theorem for
// Cell Complexes in d Dimensions, 1990).
uint32_t wrap_mesh_locate(const wrap_mesh *mesh, const double point[3], uint32_t cell)
{
	for (;;)
	{
		const wrap_cell *c = &mesh->cells[cell];
		uint32_t next = cell;
		for (int i = 0; i < 4 && next == cell; ++i)
		{
			double corners[3][3];
			for (int k = 0; k < 3; ++k)
				place(mesh, c->vertices[wrap_sides[i][k]], corners[k]);
			int side = exact_orient3d(corners[0], corners[1], corners[2], point);
			if (side > 0 || (side == 0 && c->neighbours[i] == KILN_NONE))
				next = c->neighbours[i];
		}
		if (next == cell || next == KILN_NONE)
			return next;
		cell = next;
	}
}

static bool is_in_sphere(const wrap_mesh *mesh, uint32_t cell, const double point[3])
{
	double corners[4][3];
	for (int k = 0; k < 4; ++k)
		place(mesh, mesh->cells[cell].vertices[k], corners[k]);
	return exact_insphere(corners[0], corners[1], corners[2], corners[3], point) > 0;
}

/// Adds a cell to the cavity.
static bool enter(wrap_mesh *mesh, uint32_t cell)
{
	if (!reserve(mesh->context, (void **)&mesh->cavity, &mesh->cavity_capacity, mesh->cavity_count + 1ull,
			sizeof *mesh->cavity))
		return false;
	mesh->cells[cell].stamp = mesh->stamp;
	mesh->cavity[mesh->cavity_count++] = cell;
	return true;
}

/// Collects the cells whose spheres contain the point strictly, and the sides around them. The cell at the point is one
/// of them: all closed cells that contain a point other than their vertices have it inside their spheres. A side of the
/// cavity is never in one plane with the point, so that no new cell is flat.
static bool find_cavity(wrap_mesh *mesh, const double point[3], uint32_t cell)
{
	++mesh->stamp;
	mesh->cavity_count = mesh->rim_count = 0;
	if (!enter(mesh, cell))
		return false;
	for (uint32_t i = 0; i < mesh->cavity_count; ++i)
	{
		cell = mesh->cavity[i];
		for (uint32_t side = 0; side < 4; ++side)
		{
			uint32_t next = mesh->cells[cell].neighbours[side];
			if (next != KILN_NONE && mesh->cells[next].stamp == mesh->stamp)
				continue;
			if (next != KILN_NONE && is_in_sphere(mesh, next, point))
			{
				if (!enter(mesh, next))
					return false;
				continue;
			}
			if (!reserve(mesh->context, (void **)&mesh->rims, &mesh->rim_capacity, mesh->rim_count + 1ull,
					sizeof *mesh->rims))
				return false;
			mesh->rims[mesh->rim_count++] = (wrap_rim){cell, side};
		}
	}
	return true;
}

/// Whether a vertex of the cavity, among which the nearest one is, is nearer to the point than `apart`.
static bool is_near(const wrap_mesh *mesh, const double point[3], double apart)
{
	for (uint32_t i = 0; i < mesh->cavity_count; ++i)
		for (int k = 0; k < 4; ++k)
		{
			double at[3], sum = 0;
			place(mesh, mesh->cells[mesh->cavity[i]].vertices[k], at);
			for (int j = 0; j < 3; ++j)
				sum += (at[j] - point[j]) * (at[j] - point[j]);
			if (sum < apart * apart)
				return true;
		}
	return false;
}

// --- Insertion --------------------------------------------------------------------------------------------------------

/// Reserves everything that filling the cavity needs.
static wrap_inserted reserve_all(wrap_mesh *mesh)
{
	const kilncook_context *context = mesh->context;
	uint64_t used = mesh->cell_count - mesh->free_count, end = (uint64_t)mesh->cell_count + mesh->rim_count;
	if (used + mesh->rim_count > mesh->cells_max)
		return WRAP_NO_CELLS;
	bool done = reserve(context, (void **)&mesh->points, &mesh->point_capacity, mesh->point_count + 1ull,
					sizeof *mesh->points) &&
				reserve(context, (void **)&mesh->cells, &mesh->cell_capacity, end, sizeof *mesh->cells) &&
				reserve(context, (void **)&mesh->fresh, &mesh->fresh_capacity, mesh->rim_count, sizeof *mesh->fresh);
	// The rim has three edges for two sides: the table stays less than half full.
	uint32_t slots = mesh->edge_capacity ? mesh->edge_capacity : 256;
	while (slots < 4ull * mesh->rim_count)
		slots *= 2;
	if (done && slots > mesh->edge_capacity)
	{
		uint64_t(*edges)[2] = cook_alloc_zero(context, slots, sizeof *edges);
		done = edges != NULL;
		if (done)
		{
			cook_free(context, mesh->edges, mesh->edge_capacity, sizeof *mesh->edges);
			mesh->edges = edges;
			mesh->edge_capacity = slots;
		}
	}
	return done ? WRAP_INSERTED : WRAP_NO_MEMORY;
}

/// Links a side of a new cell, which has the new point and the rim's edge between a and b, with the new cell that was seen at
/// this edge before.
static void link_edge(wrap_mesh *mesh, uint32_t a, uint32_t b, uint32_t cell, uint32_t side)
{
	uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
	uint32_t mask = mesh->edge_capacity - 1;
	uint32_t slot = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
	while (mesh->edges[slot][1] >> 32 == mesh->stamp && mesh->edges[slot][0] != key)
		slot = (slot + 1) & mask;
	if (mesh->edges[slot][1] >> 32 != mesh->stamp)
	{
		mesh->edges[slot][0] = key;
		mesh->edges[slot][1] = (uint64_t)mesh->stamp << 32 | (4 * cell + side);
		return;
	}
	uint32_t other = (uint32_t)mesh->edges[slot][1];
	mesh->cells[cell].neighbours[side] = other / 4;
	mesh->cells[other / 4].neighbours[other % 4] = cell;
}

/// Makes a cell of the new point and a side of the rim.
static void make_cell(wrap_mesh *mesh, wrap_rim rim, uint32_t point)
{
	uint32_t cell = take_cell(mesh);
	wrap_cell *c = &mesh->cells[cell], *old = &mesh->cells[rim.cell];
	memcpy(c->vertices, old->vertices, sizeof c->vertices);
	c->vertices[rim.side] = point;
	uint32_t next = old->neighbours[rim.side];
	c->neighbours[rim.side] = next;
	if (next != KILN_NONE)
		mesh->cells[next].neighbours[wrap_mesh_back(mesh, next, rim.cell)] = cell;
	for (uint32_t side = 0; side < 4; ++side)
	{
		if (side == rim.side)
			continue;
		uint32_t ends[2], count = 0;
		for (uint32_t k = 0; k < 4; ++k)
			if (k != side && k != rim.side)
				ends[count++] = c->vertices[k];
		link_edge(mesh, ends[0], ends[1], cell, side);
	}
	fit_sphere(mesh, c);
	mesh->fresh[mesh->fresh_count++] = cell;
}

wrap_inserted wrap_mesh_insert(wrap_mesh *mesh, const float point[3], uint32_t near, double apart)
{
	const double at[3] = {(double)point[0], (double)point[1], (double)point[2]};
	uint32_t cell = wrap_mesh_locate(mesh, at, near);
	if (cell == KILN_NONE)
		return WRAP_TOO_NEAR;
	for (int k = 0; k < 4; ++k)
		if (memcmp(mesh->points[mesh->cells[cell].vertices[k]], point, sizeof *mesh->points) == 0)
			return WRAP_TOO_NEAR;
	if (!find_cavity(mesh, at, cell))
		return WRAP_NO_MEMORY;
	if (is_near(mesh, at, apart))
		return WRAP_TOO_NEAR;
	wrap_inserted result = reserve_all(mesh);
	if (result != WRAP_INSERTED)
		return result;
	uint32_t number = mesh->point_count++;
	memcpy(mesh->points[number], point, sizeof *mesh->points);
	mesh->fresh_count = 0;
	for (uint32_t i = 0; i < mesh->rim_count; ++i)
		make_cell(mesh, mesh->rims[i], number);
	for (uint32_t i = 0; i < mesh->cavity_count; ++i)
		free_cell(mesh, mesh->cavity[i]);
	return WRAP_INSERTED;
}
