// SPDX-License-Identifier: MIT
#include "mutate_field.h"

#include "support/asset_fixture.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Mutations of shapes, volumes and hulls: values that the proof allows, and any indices.

// --- Shapes and volumes -----------------------------------------------------------------------------------------------

static uint32_t count_of(const mutant *m, kiln_section_kind kind)
{
	return (uint32_t)m->seed->section[kind].count;
}

/// Returns a shape of the mutant, by number. NULL when it was cut off.
static kiln_format_shape *shape_at(mutant *m, uint32_t i)
{
	size_t at = m->seed->section[KILN_SECTION_SHAPES].offset + i * sizeof(kiln_format_shape);
	return i < count_of(m, KILN_SECTION_SHAPES) && at + sizeof(kiln_format_shape) <= m->size
			   ? (kiln_format_shape *)(void *)(m->data + at)
			   : NULL;
}

/// Shapes of meshes and of hulls come first.
static uint32_t stored_shapes(const mutant *m)
{
	return count_of(m, KILN_SECTION_MESHES) + count_of(m, KILN_SECTION_HULLS);
}

/// Makes a unit vector of `count` <= 4 components, in float32.
static void random_unit(mutant *m, float *v, int count)
{
	double length2 = 0;
	for (int i = 0; i < count; ++i)
	{
		// Often along an axis, or in a plane of axes.
		v[i] = mutant_below(m, 3) ? 2 * fixture_random_unit(&m->random) - 1 : 0;
		length2 += (double)v[i] * (double)v[i];
	}
	if (length2 < 1e-6)
	{
		memset(v, 0, (size_t)count * sizeof *v);
		v[mutant_below(m, (uint32_t)count)] = mutant_below(m, 2) ? 1 : -1;
		return;
	}
	for (int i = 0; i < count; ++i)
		v[i] = (float)((double)v[i] / sqrt(length2));
}

/// Returns the number of a shape's parameters, and the places of its sizes.
static uint32_t describe_kind(uint32_t kind, uint32_t *size_first, uint32_t *size_count)
{
	*size_count = kind == KILN_SHAPE_BOX ? 3 : 1;
	*size_first = kind == KILN_SHAPE_SPHERE || kind == KILN_SHAPE_BOX ? 3 : 6;
	return kind == KILN_SHAPE_SPHERE ? 4 : kind == KILN_SHAPE_BOX ? 10 : 7;
}

/// Changes one to three numbers of a primitive.
static void change_parameters(mutant *m)
{
	uint32_t stored = stored_shapes(m), primitives = count_of(m, KILN_SECTION_SHAPES) - stored;
	kiln_format_shape *shape = primitives ? shape_at(m, stored + mutant_below(m, primitives)) : NULL;
	if (!shape)
		return;
	uint32_t first, sizes, count = describe_kind(shape->kind, &first, &sizes);
	float *p = shape->parameters;
	for (uint32_t n = 1 + mutant_below(m, 3); n > 0; --n)
	{
		uint32_t i = mutant_below(m, count);
		if (shape->kind == KILN_SHAPE_BOX && i >= 6)
			random_unit(m, p + 6, 4);
		else
			p[i] = mutant_float(m, p[i], KILN_COORDINATE_MAX);
		if (i >= first && i < first + sizes && p[i] < 0)
			p[i] = -p[i];
	}
	if (shape->kind == KILN_SHAPE_CYLINDER && p[0] == p[3] && p[1] == p[4] && p[2] == p[5])
		p[0] = p[3] == 0 ? FLT_TRUE_MIN : -p[3];
}

/// Changes a primitive to another kind.
static void change_kind(mutant *m)
{
	uint32_t stored = stored_shapes(m), primitives = count_of(m, KILN_SECTION_SHAPES) - stored;
	kiln_format_shape *shape = primitives ? shape_at(m, stored + mutant_below(m, primitives)) : NULL;
	if (!shape)
		return;
	shape->kind = KILN_SHAPE_SPHERE + mutant_below(m, KILN_SHAPE_KIND_END - KILN_SHAPE_SPHERE);
	uint32_t first, sizes, count = describe_kind(shape->kind, &first, &sizes);
	float *p = shape->parameters;
	memset(p, 0, sizeof shape->parameters);
	for (uint32_t i = 0; i < count; ++i)
		p[i] =
			i >= first && i < first + sizes ? fixture_random_unit(&m->random) : 4 * fixture_random_unit(&m->random) - 2;
	if (shape->kind == KILN_SHAPE_BOX)
		random_unit(m, p + 6, 4);
}

/// Changes data that queries copy (material and parts) or do not read (mass and volumes).
static void change_record(mutant *m)
{
	uint32_t i = mutant_below(m, count_of(m, KILN_SECTION_SHAPES));
	kiln_format_shape *shape = shape_at(m, i);
	if (!shape)
		return;
	if (i >= count_of(m, KILN_SECTION_MESHES))
	{
		uint32_t parts = count_of(m, KILN_SECTION_PARTS);
		shape->material = mutant_below(m, count_of(m, KILN_SECTION_MATERIALS));
		shape->part_first = mutant_below(m, parts);
		shape->part_count = mutant_below(m, parts - shape->part_first + 1);
		if (shape->part_count == 0)
			shape->part_first = 0;
	}
	if (i < stored_shapes(m))
		shape->volumes = mutant_below(m, count_of(m, KILN_SECTION_VOLUMES));
	shape->flags = mutant_below(m, KILN_SHAPE_FLAGS_KNOWN + 1);
	if (m->size == m->seed->size)
		mutant_settle_masks(m);
	shape->name = mutant_below(m, (uint32_t)m->seed->section[KILN_SECTION_NAMES].size);
	float *mass = &shape->volume + mutant_below(m, 18);
	*mass = mutant_float(m, *mass, FLT_MAX);
}

static void change_interval(mutant *m, float *min, float *max)
{
	float a = mutant_float(m, *min, 4 * KILN_COORDINATE_MAX), b = mutant_float(m, *max, 4 * KILN_COORDINATE_MAX);
	*min = a < b ? a : b;
	*max = a < b ? b : a;
}

static void change_volumes(mutant *m)
{
	kiln_format_volumes *v = mutant_element(m, KILN_SECTION_VOLUMES, sizeof *v);
	if (!v)
		return;
	uint32_t axis = mutant_below(m, 3), slot = mutant_below(m, KILN_KDOP_AXES);
	float *const sizes[4] = {&v->sphere_radius, &v->capsule_radius, &v->rss_radius, &v->obb_half_extents[axis]};
	float *const places[5] = {v->sphere_center, v->obb_center, v->capsule_a, v->rss_origin, v->rss_edges};
	float *size = sizes[mutant_below(m, 4)], *place = places[mutant_below(m, 5)] + axis;
	switch (mutant_below(m, 5))
	{
	case 0:
		change_interval(m, &v->aabb_min[axis], &v->aabb_max[axis]);
		break;
	case 1:
		change_interval(m, &v->kdop_min[slot], &v->kdop_max[slot]);
		break;
	case 2:
		random_unit(m, v->obb_axes + 3 * axis, 3);
		break;
	case 3:
		*size = mutant_float(m, *size, 4 * KILN_COORDINATE_MAX);
		*size = *size < 0 ? -*size : *size;
		break;
	default:
		*place = mutant_float(m, *place, 4 * KILN_COORDINATE_MAX);
		break;
	}
}

/// Makes a node place another shape: their boxes do not fit then.
static void change_node_shape(mutant *m)
{
	kiln_format_node *node = mutant_element(m, KILN_SECTION_NODES, sizeof *node);
	if (!node)
		return;
	node->shape = mutant_below(m, count_of(m, KILN_SECTION_SHAPES));
	node->mesh = node->shape < count_of(m, KILN_SECTION_MESHES) ? node->shape : KILN_NONE;
}

// --- Hulls ------------------------------------------------------------------------------------------------------------

/// A hull whose arrays all lie in the mutant. Counts, and indices that lead to other indices, are those of the seed:
/// the mutant's may be damaged.
typedef struct hull_pick
{
	kiln_format_hull head;
	kiln_format_hull_layout at;
	kiln_format_hull *mutant_head;
	uint8_t *data;
	const uint8_t *seed_data;
} hull_pick;

static bool pick_hull(mutant *m, hull_pick *pick)
{
	uint32_t number = mutant_below(m, count_of(m, KILN_SECTION_HULLS));
	size_t at = m->seed->section[KILN_SECTION_HULLS].offset + number * sizeof pick->head;
	if (number >= count_of(m, KILN_SECTION_HULLS) || at + sizeof pick->head > m->size)
		return false;
	memcpy(&pick->head, m->seed->data + at, sizeof pick->head);
	pick->mutant_head = (kiln_format_hull *)(void *)(m->data + at);
	pick->at = kiln_format_hull_place_arrays(&pick->head);
	size_t data = m->seed->section[KILN_SECTION_HULL_DATA].offset + (size_t)pick->head.data;
	pick->data = m->data + data;
	pick->seed_data = m->seed->data + data;
	return data + pick->head.size <= m->size;
}

static uint32_t index_in(const hull_pick *pick, const uint8_t *data, uint64_t array, uint64_t i)
{
	const uint8_t *from = data + array + i * pick->head.index_size;
	uint16_t narrow;
	uint32_t wide;
	if (pick->head.index_size == 2)
	{
		memcpy(&narrow, from, sizeof narrow);
		return narrow;
	}
	memcpy(&wide, from, sizeof wide);
	return wide;
}

static void put_index(const hull_pick *pick, uint64_t array, uint64_t i, uint32_t value)
{
	uint16_t narrow = (uint16_t)value;
	uint8_t *to = pick->data + array + i * pick->head.index_size;
	if (pick->head.index_size == 2)
		memcpy(to, &narrow, sizeof narrow);
	else
		memcpy(to, &value, sizeof value);
}

static float *floats_of(const hull_pick *pick, uint64_t array)
{
	return (float *)(void *)(pick->data + array);
}

/// Sets element `i` of `count`, and the elements after the last, which repeat the first.
static void put_float(float *values, uint32_t count, uint32_t i, float value)
{
	values[i] = value;
	if (i == 0)
		for (uint32_t k = count; k % KILN_HULL_BLOCK; ++k)
			values[k] = value;
}

/// Corrects the seeds along an axis, which must be extreme: numbers 4, 10, 12 and their opposites are for the
/// directions of x, y, z.
static void settle_seeds(const hull_pick *pick, int axis)
{
	static const uint32_t lows[3] = {4, 10, 12};
	const uint64_t arrays[3] = {pick->at.x, pick->at.y, pick->at.z};
	const float *values = floats_of(pick, arrays[axis]);
	uint32_t least = 0, most = 0;
	for (uint32_t i = 1; i < pick->head.vertex_count; ++i)
	{
		least = values[i] < values[least] ? i : least;
		most = values[i] > values[most] ? i : most;
	}
	put_index(pick, pick->at.seeds, lows[axis], least);
	put_index(pick, pick->at.seeds, KILN_HULL_SEEDS - 1 - lows[axis], most);
}

/// Moves vertices: the hull may become concave and its faces uneven.
static void change_hull_vertex(mutant *m, hull_pick *pick)
{
	const uint64_t arrays[3] = {pick->at.x, pick->at.y, pick->at.z};
	for (uint32_t n = 1 + mutant_below(m, 3); n > 0; --n)
	{
		int axis = (int)mutant_below(m, 3);
		float *values = floats_of(pick, arrays[axis]);
		uint32_t i = mutant_below(m, pick->head.vertex_count), other = mutant_below(m, pick->head.vertex_count);
		float value = mutant_below(m, 3) ? mutant_float(m, values[i], KILN_COORDINATE_MAX) : values[other];
		put_float(values, pick->head.vertex_count, i, value);
		settle_seeds(pick, axis);
	}
}

/// Turns or moves a plane, and the normals of its edges, which repeat it.
static void change_hull_plane(mutant *m, hull_pick *pick)
{
	const kiln_format_hull_layout *at = &pick->at;
	const uint64_t normals[3] = {at->nx, at->ny, at->nz};
	uint32_t faces = pick->head.face_count, face = mutant_below(m, faces);
	float *d = floats_of(pick, at->d), normal[3];
	if (faces == 0)
		return;
	if (mutant_below(m, 2))
	{
		put_float(d, faces, face, mutant_float(m, d[face], 2 * KILN_COORDINATE_MAX));
		return;
	}
	random_unit(m, normal, 3);
	for (int axis = 0; axis < 3; ++axis)
	{
		put_float(floats_of(pick, normals[axis]), faces, face, normal[axis]);
		float *a = floats_of(pick, at->a[axis]), *b = floats_of(pick, at->b[axis]);
		for (uint32_t i = 0; i < pick->head.edge_count; ++i)
		{
			uint32_t half = index_in(pick, pick->seed_data, at->edges, i);
			uint32_t twin = index_in(pick, pick->seed_data, at->twins, half);
			if (index_in(pick, pick->seed_data, at->faces, half) == face)
				put_float(a, pick->head.edge_count, i, normal[axis]);
			if (index_in(pick, pick->seed_data, at->faces, twin) == face)
				put_float(b, pick->head.edge_count, i, normal[axis]);
		}
	}
}

/// Changes a seed: climbs may begin anywhere.
static void change_hull_seed(mutant *m, hull_pick *pick)
{
	uint32_t i = mutant_below(m, KILN_HULL_SEEDS), mirrored = i < KILN_HULL_SEEDS / 2 ? i : KILN_HULL_SEEDS - 1 - i;
	if (mirrored != 4 && mirrored != 10 && mirrored != 12)
		put_index(pick, pick->at.seeds, i, mutant_below(m, pick->head.vertex_count));
}

/// Changes a link of the hierarchy to another vertex that the next level adds, between the neighbouring links.
static void change_hull_link(mutant *m, hull_pick *pick)
{
	uint32_t chosen = mutant_below(m, pick->head.link_count);
	uint64_t base = 0;
	for (uint32_t level = 0; level < pick->head.level_count; ++level)
	{
		uint32_t size = index_in(pick, pick->seed_data, pick->at.level_sizes, level);
		uint32_t next = level + 1 < pick->head.level_count
							? index_in(pick, pick->seed_data, pick->at.level_sizes, (uint64_t)level + 1)
							: pick->head.vertex_count;
		for (uint32_t i = 0; i < size; ++i)
		{
			uint32_t first = index_in(pick, pick->seed_data, pick->at.link_first, base + i);
			uint32_t end = index_in(pick, pick->seed_data, pick->at.link_first, base + i + 1), low = size, high = next;
			if (chosen < first || chosen >= end)
				continue;
			if (chosen > first)
				low = index_in(pick, pick->data, pick->at.links, (uint64_t)chosen - 1) + 1;
			if (chosen + 1 < end)
				high = index_in(pick, pick->data, pick->at.links, (uint64_t)chosen + 1);
			if (low < high)
				put_index(pick, pick->at.links, chosen, low + mutant_below(m, high - low));
			return;
		}
		base += (uint64_t)size + 1;
	}
}

static void change_hull_head(mutant *m, hull_pick *pick)
{
	float error = mutant_float(m, pick->mutant_head->error, FLT_MAX);
	pick->mutant_head->error = error < 0 ? -error : error;
	pick->mutant_head->flags = mutant_below(m, KILN_HULL_FLAGS_KNOWN + 1);
	pick->mutant_head->exact_vertex_count = (uint32_t)mutant_interesting(m);
}

static void change_hull(mutant *m)
{
	static void (*const ways[])(mutant *, hull_pick *) = {change_hull_vertex, change_hull_vertex, change_hull_vertex,
		change_hull_plane, change_hull_plane, change_hull_seed, change_hull_link, change_hull_head};
	hull_pick pick;
	if (pick_hull(m, &pick))
		ways[mutant_below(m, sizeof ways / sizeof ways[0])](m, &pick);
}

void mutate_solid_allowed(mutant *m)
{
	static void (*const ways[])(mutant *) = {change_parameters, change_parameters, change_kind, change_record,
		change_volumes, change_node_shape, change_hull, change_hull, change_hull};
	if (count_of(m, KILN_SECTION_SHAPES))
		ways[mutant_below(m, sizeof ways / sizeof ways[0])](m);
}

void mutate_solid_index(mutant *m)
{
	hull_pick pick;
	if (!pick_hull(m, &pick))
		return;
	const kiln_format_hull *head = &pick.head;
	const uint32_t halves = 2 * head->edge_count;
	const struct
	{
		uint64_t array;
		uint32_t count;
	} arrays[] = {{pick.at.face_first, head->face_count + 1}, {pick.at.origins, halves}, {pick.at.twins, halves},
		{pick.at.faces, halves}, {pick.at.edges, head->edge_count}, {pick.at.vertex_first, head->vertex_count + 1},
		{pick.at.neighbours, halves}, {pick.at.seeds, KILN_HULL_SEEDS}, {pick.at.level_sizes, head->level_count},
		{pick.at.link_first, head->link_first_count}, {pick.at.links, head->link_count}};
	uint32_t which = mutant_below(m, sizeof arrays / sizeof arrays[0]), count = arrays[which].count;
	if (count == 0)
		return;
	uint32_t i = mutant_below(m, count), other = mutant_below(m, count);
	uint32_t value = index_in(&pick, pick.data, arrays[which].array, i), way = mutant_below(m, 5);
	if (way == 3)
		value = mutant_below(m, 2 * head->vertex_count);
	else
		value = (uint32_t)mutant_neighbour(m, way, value, index_in(&pick, pick.data, arrays[which].array, other));
	put_index(&pick, arrays[which].array, i, value);
}
