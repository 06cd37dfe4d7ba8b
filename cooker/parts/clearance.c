// SPDX-License-Identifier: MIT
#include "clearance.h"

#include "clearance_cube.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// clearance_begin: the flood.

/// Cells for each radius.
#define CELLS 12.0
#define LEVELS_MOST 20
/// Cubes between two calls of the step.
#define STEP_CUBES 8192

/// A cube that was reached, whose neighbours wait.
typedef struct flood
{
	clearance *c;
	const kilncook_context *context;
	clearance_place *stack;
	uint32_t count, capacity;
} flood;

static bool push(flood *f, uint32_t cube, const clearance_place *place)
{
	if (f->count == f->capacity)
	{
		uint32_t larger = f->capacity * 2 + 256;
		void *grown = cook_resize(f->context, f->stack, f->capacity, larger, sizeof *f->stack);
		if (!grown)
			return false;
		f->stack = grown;
		f->capacity = larger;
	}
	f->c->cubes[cube].reached = true;
	++f->c->reached;
	f->stack[f->count++] = *place;
	return true;
}

/// Appends eight cubes. KILN_NONE when out of memory, or of cubes: `*full`.
static uint32_t add_cubes(flood *f, uint32_t nearest, bool *full)
{
	clearance *c = f->c;
	*full = c->cube_count + 8 > CLEARANCE_CUBES_MOST;
	if (*full)
		return KILN_NONE;
	if (c->cube_count + 8 > c->capacity)
	{
		uint32_t larger = c->capacity * 2;
		void *grown = cook_resize(f->context, c->cubes, c->capacity, larger, sizeof *c->cubes);
		if (!grown)
			return KILN_NONE;
		c->cubes = grown;
		c->capacity = larger;
	}
	uint32_t first = c->cube_count;
	for (uint32_t i = 0; i < 8; ++i)
		c->cubes[first + i] = (clearance_cube){.nearest = nearest};
	c->cube_count += 8;
	return first;
}

/// Decides about a cube that was not looked at, and cuts it where the distance of its centre does not decide.
static kilncook_status classify(flood *f, uint32_t cube, const clearance_place *place)
{
	clearance *c = f->c;
	double centre[3], half = clearance_centre(c, place, centre);
	uint32_t nearest = c->cubes[cube].nearest;
	bool full = false;
	double distance = sqrt(nearest_find(c->tree, centre, &nearest));
	c->cubes[cube].nearest = nearest;
	if (distance + half + c->slack < c->radius)
		c->cubes[cube].kind = CUBE_BLOCKED;
	else if (place->level == 0 || distance - half >= c->radius)
		c->cubes[cube].kind = CUBE_FREE;
	else
	{
		uint32_t first = add_cubes(f, nearest, &full);
		if (first == KILN_NONE)
			return full ? KILNCOOK_REFUSED : KILNCOOK_INTERNAL;
		c->cubes[cube].first = first;
		c->cubes[cube].kind = CUBE_CUT;
	}
	return KILNCOOK_OK;
}

/// Reaches the free cubes in a cube that share a face with `from`.
static kilncook_status reach(flood *f, uint32_t cube, const clearance_place *place, const clearance_place *from)
{
	uint32_t touching = 0, size = 1u << place->level, other = 1u << from->level;
	for (int k = 0; k < 3; ++k)
	{
		if (place->at[k] > from->at[k] + other || from->at[k] > place->at[k] + size)
			return KILNCOOK_OK;
		touching += place->at[k] == from->at[k] + other || from->at[k] == place->at[k] + size;
	}
	if (touching > 1)
		return KILNCOOK_OK;
	kilncook_status status = KILNCOOK_OK;
	if (f->c->cubes[cube].kind == CUBE_UNKNOWN)
		status = classify(f, cube, place);
	const clearance_cube found = f->c->cubes[cube];
	if (status == KILNCOOK_OK && found.kind == CUBE_FREE && !found.reached)
		return push(f, cube, place) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < 8 && status == KILNCOOK_OK && found.kind == CUBE_CUT; ++i)
	{
		clearance_place part = clearance_part(place, i);
		status = reach(f, found.first + i, &part, from);
	}
	return status;
}

/// Reaches the cube that has a cell, where it is free.
static kilncook_status start(flood *f, const uint32_t cell[3])
{
	uint32_t cube = 0;
	clearance_place place = {{0, 0, 0}, f->c->levels};
	while (true)
	{
		kilncook_status status = KILNCOOK_OK;
		if (f->c->cubes[cube].kind == CUBE_UNKNOWN)
			status = classify(f, cube, &place);
		if (status != KILNCOOK_OK)
			return status;
		const clearance_cube found = f->c->cubes[cube];
		if (found.kind != CUBE_CUT)
			return found.kind == CUBE_BLOCKED || found.reached || push(f, cube, &place) ? KILNCOOK_OK
																						: KILNCOOK_INTERNAL;
		uint32_t part = 0;
		for (int k = 0; k < 3; ++k)
			part |= (cell[k] >> (place.level - 1) & 1) << k;
		place = clearance_part(&place, part);
		cube = found.first + part;
	}
}

/// Starts at the points, or outside of the box: each corner of the cube around the art is free, and a path outside of the box leads to it.
static kilncook_status start_all(flood *f, const parts_options *options)
{
	const clearance *c = f->c;
	kilncook_status status = KILNCOOK_OK;
	if (options->clear_from_count == 0)
		return start(f, (const uint32_t[3]){0, 0, 0});
	for (uint32_t i = 0; i < options->clear_from_count && status == KILNCOOK_OK; ++i)
	{
		uint32_t cell[3] = {0};
		bool outside = false;
		for (int k = 0; k < 3; ++k)
		{
			double at = floor((options->clear_from[i][k] - c->low[k]) / c->edge);
			outside |= !(at >= 0 && at < ldexp(1, (int)c->levels));
			cell[k] = outside ? 0 : (uint32_t)at;
		}
		status = start(f, outside ? (const uint32_t[3]){0, 0, 0} : cell);
	}
	return status;
}

/// Sets the cube around the art, with room for the ball on all sides. False when there are too many levels.
static bool place_cubes(clearance *c, const float low[3], const float high[3])
{
	double extent = 0, reach = 0;
	for (int k = 0; k < 3; ++k)
	{
		double size = (double)high[k] - (double)low[k];
		extent = size > extent ? size : extent;
		reach = fabs((double)low[k]) > reach ? fabs((double)low[k]) : reach;
		reach = fabs((double)high[k]) > reach ? fabs((double)high[k]) : reach;
	}
	c->edge = c->radius / CELLS;
	double needed = extent + 2 * c->radius + 4 * c->edge;
	while (c->levels <= LEVELS_MOST && ldexp(c->edge, (int)c->levels) < needed)
		++c->levels;
	for (int k = 0; k < 3; ++k)
		c->low[k] = ((double)low[k] + (double)high[k]) / 2 - ldexp(c->edge, (int)c->levels) / 2;
	c->slack = 0x1p-42 * (reach + ldexp(c->edge, (int)c->levels));
	return c->levels <= LEVELS_MOST && c->slack < c->edge / 64;
}

static kilncook_status refuse(const kilncook_context *context, double radius)
{
	cook_message(context, KILNCOOK_ERROR, "", "parts-clear-work",
		"a ball of radius %.3g is too small for this mesh: the space that it reaches takes more than %u cubes", radius,
		CLEARANCE_CUBES_MOST);
	return KILNCOOK_REFUSED;
}

static kilncook_status run(flood *f, const parts_options *options,
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user)
{
	const clearance_place whole = {{0, 0, 0}, f->c->levels};
	kilncook_status status = start_all(f, options);
	for (uint64_t done = 0; f->count > 0 && status == KILNCOOK_OK; ++done)
	{
		clearance_place from = f->stack[--f->count];
		if (step && done % STEP_CUBES == 0)
			status = step(user, 0, options->most);
		if (status == KILNCOOK_OK)
			status = reach(f, 0, &whole, &from);
	}
	return status;
}

kilncook_status clearance_begin(const kilncook_context *context, nearest_tree *tree, const float low[3],
	const float high[3], const parts_options *options,
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user, clearance *out)
{
	*out = (clearance){.tree = tree, .radius = options->clear};
	tree->visits = UINT64_MAX;
	if (!place_cubes(out, low, high))
		return refuse(context, options->clear);
	out->capacity = 64;
	out->cubes = cook_alloc_zero(context, out->capacity, sizeof *out->cubes);
	if (!out->cubes)
		return KILNCOOK_INTERNAL;
	out->cube_count = 1;
	flood f = {.c = out, .context = context};
	kilncook_status status = run(&f, options, step, user);
	cook_free(context, f.stack, f.capacity, sizeof *f.stack);
	// The parts of a cube are behind it.
	for (uint32_t i = out->cube_count; i-- > 0 && status == KILNCOOK_OK;)
		for (uint32_t k = 0; k < 8 && out->cubes[i].kind == CUBE_CUT; ++k)
			out->cubes[i].reached |= out->cubes[out->cubes[i].first + k].reached;
	return status == KILNCOOK_REFUSED ? refuse(context, options->clear) : status;
}

void clearance_free(const kilncook_context *context, clearance *c)
{
	cook_free(context, c->cubes, c->capacity, sizeof *c->cubes);
	*c = (clearance){0};
}
