// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>

/// Most steps along one segment, each by the distance to the offset surface.
#define STEPS 4096
/// A point this much farther from the art than the offset, as a share of it, is on the offset surface.
#define SURFACE 0x1p-6

// --- Gates ------------------------------------------------------------------------------------------------------------

/// The least of the spheres that pass through a side's corners and have no vertex inside. Their centres form the segment
/// between the centres of the two cells' spheres; at the box, a ray.
typedef struct gate_ball
{
	kiln_d3 centre;
	double radius2;
	kiln_d3 from; ///< where the segment begins, outside
} gate_ball;

/// Centre of the circle through three points.
static kiln_d3 circle_centre(kiln_d3 a, kiln_d3 b, kiln_d3 c)
{
	kiln_d3 u = kiln_d3_sub(b, a), v = kiln_d3_sub(c, a), n = kiln_d3_cross(u, v);
	kiln_d3 sum = kiln_d3_scale(kiln_d3_cross(v, n), kiln_d3_length2(u));
	sum = kiln_d3_along(sum, kiln_d3_length2(v), kiln_d3_cross(n, u));
	return kiln_d3_along(a, 1 / (2 * kiln_d3_length2(n)), sum);
}

static gate_ball ball_of(const wrap_mesh *mesh, uint32_t cell, uint32_t side)
{
	const wrap_cell *in = &mesh->cells[cell];
	const wrap_cell *out = in->neighbours[side] == KILN_NONE ? NULL : &mesh->cells[in->neighbours[side]];
	kiln_d3 corners[3];
	for (int k = 0; k < 3; ++k)
		corners[k] = wrap_mesh_point(mesh, in->vertices[wrap_sides[side][k]]);
	kiln_d3 normal = kiln_d3_cross(kiln_d3_sub(corners[1], corners[0]), kiln_d3_sub(corners[2], corners[0]));
	kiln_d3 centre = circle_centre(corners[0], corners[1], corners[2]);
	gate_ball ball = {centre, kiln_d3_length2(kiln_d3_sub(centre, corners[0])), out ? out->centre : centre};
	if (out && kiln_d3_dot(kiln_d3_sub(out->centre, centre), normal) < 0)
		ball = (gate_ball){out->centre, out->radius2, out->centre};
	else if (kiln_d3_dot(kiln_d3_sub(centre, in->centre), normal) < 0)
		ball = (gate_ball){in->centre, in->radius2, ball.from};
	if (!(ball.radius2 < 0x1p+120))
		ball.radius2 = (double)INFINITY;
	return ball;
}

static bool is_before(const wrap_gate *a, const wrap_gate *b)
{
	if (a->radius2 < b->radius2 || a->radius2 > b->radius2)
		return a->radius2 > b->radius2;
	return a->made != b->made ? a->made < b->made : a->side < b->side;
}

static bool push_gate(wrap_work *work, wrap_gate gate)
{
	if (work->gate_count == work->gate_capacity)
	{
		uint32_t capacity = work->gate_capacity + work->gate_capacity / 2 + 256;
		wrap_gate *gates = cook_resize(work->context, work->gates, work->gate_capacity, capacity, sizeof *gates);
		if (!gates)
			return false;
		work->gates = gates;
		work->gate_capacity = capacity;
	}
	uint32_t at = work->gate_count++;
	for (; at > 0 && is_before(&gate, &work->gates[(at - 1) / 2]); at = (at - 1) / 2)
		work->gates[at] = work->gates[(at - 1) / 2];
	work->gates[at] = gate;
	return true;
}

static wrap_gate pop_gate(wrap_work *work)
{
	wrap_gate top = work->gates[0], last = work->gates[--work->gate_count];
	uint32_t at = 0;
	for (uint32_t child; (child = 2 * at + 1) < work->gate_count; at = child)
	{
		if (child + 1 < work->gate_count && is_before(&work->gates[child + 1], &work->gates[child]))
			++child;
		if (!is_before(&work->gates[child], &last))
			break;
		work->gates[at] = work->gates[child];
	}
	work->gates[at] = last;
	return top;
}

static bool is_gate(const wrap_mesh *mesh, uint32_t cell, uint32_t side)
{
	uint32_t next = mesh->cells[cell].neighbours[side];
	return !mesh->cells[cell].outside && (next == KILN_NONE || mesh->cells[next].outside);
}

/// Adds a cell's side to the gates where it is one.
static bool consider(wrap_work *work, uint32_t cell, uint32_t side)
{
	if (!is_gate(&work->mesh, cell, side))
		return true;
	gate_ball ball = ball_of(&work->mesh, cell, side);
	if (!(ball.radius2 >= work->alpha * work->alpha))
		return true;
	return push_gate(work, (wrap_gate){ball.radius2, work->mesh.cells[cell].made, cell, side});
}

// --- New vertices -----------------------------------------------------------------------------------------------------

/// Follows a segment to the first point on the offset surface. False when there is none.
static bool trace(const wrap_work *work, kiln_d3 from, kiln_d3 to, kiln_d3 *out)
{
	kiln_d3 way = kiln_d3_sub(to, from);
	double length = sqrt(kiln_d3_length2(way)), along = 0, most = (double)INFINITY;
	for (int i = 0; i < STEPS; ++i)
	{
		kiln_d3 at = length > 0 ? kiln_d3_along(from, along / length, way) : from;
		wrap_near near = wrap_soup_nearest(work->soup, at, most);
		if (near.distance <= work->offset * (1 + SURFACE))
		{
			*out = at;
			return true;
		}
		double step = near.distance - work->offset;
		along += step;
		// From here no point is nearer by more than the step; the rest covers rounding, also of along / length.
		most = (near.distance + step + along * 0x1p-40) * (1 + 0x1p-20);
		if (!(along < length))
			break;
	}
	return false;
}

/// Moves a point towards, or away from, the art's nearest point, to the offset surface.
static kiln_d3 project(const wrap_work *work, kiln_d3 at, const wrap_near *near)
{
	return kiln_d3_along(near->point, work->offset / near->distance, kiln_d3_sub(at, near->point));
}

/// Inserts a vertex, and adds the gates of its cells.
static wrap_inserted insert(wrap_work *work, kiln_d3 at, uint32_t cell)
{
	// Adding 0 turns -0 into 0.
	const float point[3] = {(float)at.x + 0.0f, (float)at.y + 0.0f, (float)at.z + 0.0f};
	for (int k = 0; k < 3; ++k)
		if (!isfinite(point[k]))
			return WRAP_TOO_NEAR;
	wrap_inserted result = wrap_mesh_insert(&work->mesh, point, cell, work->apart);
	if (result != WRAP_INSERTED)
		return result;
	for (uint32_t i = 0; i < work->mesh.fresh_count; ++i)
		for (uint32_t side = 0; side < 4; ++side)
			if (!consider(work, work->mesh.fresh[i], side))
				return WRAP_NO_MEMORY;
	return result;
}

bool wrap_cell_touches(const wrap_work *work, uint32_t cell)
{
	wrap_probe probe = {.count = 4};
	for (int k = 0; k < 4; ++k)
		probe.corners[k] = wrap_mesh_point(&work->mesh, work->mesh.cells[cell].vertices[k]);
	return wrap_soup_touches(work->soup, &probe);
}

/// Takes a cell to the outside, and adds its gates.
static bool carve(wrap_work *work, uint32_t cell)
{
	wrap_mesh *mesh = &work->mesh;
	mesh->cells[cell].outside = true;
	for (uint32_t side = 0; side < 4; ++side)
	{
		uint32_t next = mesh->cells[cell].neighbours[side];
		if (next != KILN_NONE && !consider(work, next, wrap_mesh_back(mesh, next, cell)))
			return false;
	}
	return true;
}

/// The three places where a gate can need a vertex, in turn; false where it does not need one.
static bool find_vertex(const wrap_work *work, const wrap_gate *gate, const gate_ball *ball, int rule, kiln_d3 *out)
{
	const wrap_cell *cell = &work->mesh.cells[gate->cell];
	if (!isfinite(ball->radius2) || !isfinite(cell->radius2))
	{
		// The spheres are too large for double: the cell's middle must do.
		if (rule < 2 || !wrap_cell_touches(work, gate->cell))
			return false;
		kiln_d3 middle = {0, 0, 0};
		for (int k = 0; k < 4; ++k)
			middle = kiln_d3_along(middle, 0.25, wrap_mesh_point(&work->mesh, cell->vertices[k]));
		wrap_near near = wrap_soup_nearest(work->soup, middle, (double)INFINITY);
		*out = project(work, middle, &near);
		return near.distance > 0;
	}
	if (rule == 0)
		return trace(work, ball->from, cell->centre, out);
	kiln_d3 centre = rule == 1 ? ball->centre : cell->centre;
	// A cell that the art touches is inside a sphere that the art reaches.
	double reach = rule == 1 ? work->alpha : sqrt(cell->radius2) * (1 + 0x1p-20);
	wrap_near near = wrap_soup_nearest(work->soup, centre, reach);
	if (near.triangle == KILN_NONE || !(near.distance > (rule == 1 ? work->offset : 0)))
		return false;
	*out = project(work, centre, &near);
	return rule == 1 || wrap_cell_touches(work, gate->cell);
}

/// Inserts a vertex at the gate, or carves the cell behind it.
static wrap_inserted pass(wrap_work *work, const wrap_gate *gate)
{
	const uint32_t made = work->mesh.cells[gate->cell].made, next = work->mesh.cells[gate->cell].neighbours[gate->side];
	const uint32_t next_made = next == KILN_NONE ? 0 : work->mesh.cells[next].made;
	gate_ball ball = ball_of(&work->mesh, gate->cell, gate->side);
	for (int rule = 0; rule < 3; ++rule)
	{
		kiln_d3 at = {0, 0, 0};
		if (!find_vertex(work, gate, &ball, rule, &at))
			continue;
		wrap_inserted result = insert(work, at, gate->cell);
		if (result == WRAP_NO_CELLS || result == WRAP_NO_MEMORY)
			return result;
		const wrap_cell *cell = &work->mesh.cells[gate->cell];
		if (result == WRAP_INSERTED && (cell->made != made || cell->free || cell->neighbours[gate->side] != next ||
										   (next != KILN_NONE && work->mesh.cells[next].made != next_made)))
			return result;
	}
	if (wrap_cell_touches(work, gate->cell))
		return WRAP_TOO_NEAR;
	return carve(work, gate->cell) ? WRAP_INSERTED : WRAP_NO_MEMORY;
}

wrap_end wrap_carve(wrap_work *work)
{
	for (uint32_t cell = 0; cell < work->mesh.cell_count; ++cell)
		for (uint32_t side = 0; side < 4; ++side)
			if (!consider(work, cell, side))
				return WRAP_MEMORY;
	while (work->gate_count > 0)
	{
		wrap_gate gate = pop_gate(work);
		const wrap_cell *cell = &work->mesh.cells[gate.cell];
		// The cell may be gone, and its neighbour replaced by another.
		if (cell->made != gate.made || cell->free || !is_gate(&work->mesh, gate.cell, gate.side))
			continue;
		if (!(ball_of(&work->mesh, gate.cell, gate.side).radius2 >= work->alpha * work->alpha))
			continue;
		wrap_inserted result = pass(work, &gate);
		if (result == WRAP_NO_CELLS || result == WRAP_NO_MEMORY)
			return result == WRAP_NO_CELLS ? WRAP_CELLS : WRAP_MEMORY;
	}
	return WRAP_DONE;
}
