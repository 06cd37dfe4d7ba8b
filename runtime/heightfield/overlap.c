// SPDX-License-Identifier: MIT
#include "box.h"
#include "primitive/touch.h"

typedef struct overlap_query
{
	const kiln_heightfield *field;
	const kiln_solid *solid;
	kiln_overlap *overlaps;
	uint32_t capacity, count;
} overlap_query;

static bool visit_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	overlap_query *query = user;
	float at[4][3];
	kiln_field_corners(query->field, cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_field_triangle_corners(query->field, cell, at, k, corners);
		kiln_solid_see(query->solid, corners, seen);
		if (!kilni_touch(query->solid, seen))
			continue;
		const uint32_t triangle = 2 * kiln_field_cell_number(query->field, column, row) + k;
		if (query->count < query->capacity)
			query->overlaps[query->count] = (kiln_overlap){KILN_NONE, triangle};
		++query->count;
	}
	return true;
}

static uint32_t find_overlaps(
	const kiln_heightfield *field, const kiln_solid *solid, kiln_overlap *overlaps, uint32_t capacity)
{
	overlap_query query = {.field = field, .solid = solid, .overlaps = overlaps, .capacity = overlaps ? capacity : 0};
	const kiln_d3 low = kiln_d3_sub(solid->center, solid->reach), high = kiln_d3_add(solid->center, solid->reach);
	const double from[3] = {low.x, low.y, low.z}, to[3] = {high.x, high.y, high.z};
	kilni_heightfield_walk_box(field, from, to, visit_cell, &query);
	return query.count;
}

uint32_t kiln_heightfield_overlap_sphere(
	const kiln_heightfield *field, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_sphere(&solid, sphere)
			   ? find_overlaps(field, &solid, overlaps, capacity)
			   : 0;
}

uint32_t kiln_heightfield_overlap_box(
	const kiln_heightfield *field, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_box(&solid, box)
			   ? find_overlaps(field, &solid, overlaps, capacity)
			   : 0;
}

uint32_t kiln_heightfield_overlap_capsule(
	const kiln_heightfield *field, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity)
{
	kiln_solid solid;
	return kiln_field_is_open(field) && kilni_solid_from_capsule(&solid, capsule)
			   ? find_overlaps(field, &solid, overlaps, capacity)
			   : 0;
}
