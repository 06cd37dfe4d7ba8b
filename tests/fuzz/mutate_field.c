// SPDX-License-Identifier: MIT
#include "mutate_field.h"

#include "cook/place.h"
#include "support/asset_fixture.h"

#include <float.h>
#include <string.h>

uint32_t mutant_below(mutant *m, uint32_t limit)
{
	return limit ? (uint32_t)(fixture_random(&m->random) % limit) : 0;
}

uint64_t mutant_interesting(mutant *m)
{
	static const uint64_t values[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 40, 41, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000,
		0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
		0x8000000000000000, 0xffffffffffffffc0, 0xffffffffffffffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
		0xff7fffff, 0x00800000, 0x00000001, 0x80000001, 0x53800000, 0x53800001, 0xd3800000, 0x3f800000, 0xbf800000,
		0x7ff0000000000000, 0x7ff8000000000000};
	uint32_t count = sizeof values / sizeof values[0], pick = mutant_below(m, count + 8);
	if (pick < count)
		return values[pick];
	return pick < count + 4 ? fixture_random(&m->random) : (uint64_t)1 << mutant_below(m, 64);
}

uint64_t mutant_neighbour(mutant *m, uint32_t way, uint64_t value, uint64_t other)
{
	switch (way)
	{
	case 0:
		return value + 1;
	case 1:
		return value - 1;
	case 2:
		return other;
	default:
		return mutant_interesting(m);
	}
}

float mutant_float(mutant *m, float near, float limit)
{
	const float awkward[] = {
		0, -0.0f, 1, -1, 0.5f, limit, -limit, FLT_MIN, -FLT_MIN, FLT_TRUE_MIN, FLT_EPSILON, 1e-20f, 1e20f, -1e9f};
	uint32_t count = sizeof awkward / sizeof awkward[0], pick = mutant_below(m, 2 * count);
	float value = pick < count ? awkward[pick] : near * (1 + (fixture_random_unit(&m->random) - 0.5f));
	if (pick == count)
		value = -near;
	return value >= -limit && value <= limit ? value : 0;
}

void *mutant_element(mutant *m, kiln_section_kind kind, size_t size)
{
	size_t count = m->seed->section[kind].size / size;
	size_t at = m->seed->section[kind].offset + mutant_below(m, (uint32_t)count) * size;
	return count && at + size <= m->size ? m->data + at : NULL;
}

/// Returns the bytes of an element of a section. For HULL_DATA: of one of its numbers, which may be half as wide.
static size_t element_size(const mutate_seed *seed, kiln_section_kind kind)
{
	static const size_t sizes[] = {sizeof(kiln_format_header), 1, sizeof(kiln_format_material),
		sizeof(kiln_format_part), sizeof(kiln_format_mesh), sizeof(kiln_format_node), sizeof(kiln_format_scene),
		sizeof(kiln_format_tree_node), KILN_LEAF_UNIT, sizeof(uint32_t), sizeof(uint32_t),
		sizeof(kiln_format_provenance), sizeof(kiln_format_shape), sizeof(kiln_format_volumes),
		sizeof(kiln_format_hull), sizeof(uint32_t), sizeof(kiln_format_volume_tree), sizeof(uint32_t), sizeof(uint32_t),
		sizeof(uint16_t), sizeof(uint32_t), sizeof(kiln_format_body), sizeof(uint32_t), sizeof(kiln_format_surface),
		sizeof(kiln_format_metadata), 1, sizeof(uint32_t[3]), sizeof(kiln_format_level), sizeof(kiln_format_sdf),
		sizeof(uint32_t), sizeof(kiln_format_sdf_block), sizeof(kiln_format_survey), sizeof(kiln_format_component),
		sizeof(kiln_format_fault), sizeof(kiln_format_junction), sizeof(kiln_format_origin)};
	static_assert(sizeof sizes / sizeof *sizes == KILN_SECTION_END, "all sections have an element");
	// A blob of the compact layout has smaller ones.
	const size_t count = seed->section[kind].count;
	if ((kind == KILN_SECTION_SOURCES || kind == KILN_SECTION_EDGES) && count)
		return seed->section[kind].size / count;
	return sizes[kind];
}

static uint8_t *pick_leaf(mutant *m, kiln_format_leaf *head)
{
	if (m->seed->leaf_count == 0)
		return NULL;
	size_t at = m->seed->leaves[mutant_below(m, m->seed->leaf_count)];
	memcpy(head, m->seed->data + at, sizeof *head);
	return at + (size_t)kiln_format_leaf_units(head) * KILN_LEAF_UNIT <= m->size ? m->data + at : NULL;
}

static void change_planes(mutant *m)
{
	kiln_format_tree_node *node = mutant_element(m, KILN_SECTION_TREE, sizeof *node);
	uint32_t axis = mutant_below(m, 3);
	if (!node)
		return;
	uint32_t i = mutant_below(m, node->counts & 7u);
	uint8_t a = (uint8_t)mutant_below(m, 256), b = mutant_below(m, 4) ? (uint8_t)mutant_below(m, 256) : a;
	node->lo[axis][i] = a < b ? a : b;
	node->hi[axis][i] = a < b ? b : a;
}

/// Moves a node's frame by whole steps, or scales it about 0 by a power of two.
static void change_frame(mutant *m)
{
	kiln_format_tree_node *node = mutant_element(m, KILN_SECTION_TREE, sizeof *node);
	uint32_t axis = mutant_below(m, 3);
	if (!node)
		return;
	uint32_t bits = (uint32_t)node->exponent[axis] << 23;
	float step;
	memcpy(&step, &bits, sizeof step);
	if (mutant_below(m, 2))
		node->origin[axis] += step * (float)((int)mutant_below(m, 1 << mutant_below(m, 20)) - 100);
	else
	{
		node->exponent[axis] = (uint8_t)(node->exponent[axis] + mutant_below(m, 9) - 4);
		node->origin[axis] = 0;
	}
}

static void change_vertex(mutant *m)
{
	kiln_format_leaf head;
	uint8_t *record = pick_leaf(m, &head);
	if (!record)
		return;
	if (head.planes)
	{
		// Numbers of steps, low and high bytes: any bytes are valid.
		const uint32_t first = (uint32_t)sizeof head + 2u * head.triangle_count;
		const uint32_t end = kiln_format_leaf_compact_end(head.triangle_count, head.vertex_count, head.planes);
		for (uint32_t n = 1 + mutant_below(m, 4); n > 0; --n)
			record[first + mutant_below(m, end - first)] = (uint8_t)mutant_below(m, 256);
		return;
	}
	float *values = (float *)(void *)(record + kiln_format_leaf_vertices_offset(head.triangle_count));
	uint32_t count = head.vertex_count * 3u;
	for (uint32_t n = 1 + mutant_below(m, 4); n > 0; --n)
	{
		uint32_t i = mutant_below(m, count);
		values[i] =
			mutant_below(m, 3) ? mutant_float(m, values[i], KILN_COORDINATE_MAX) : values[mutant_below(m, count)];
	}
}

static void change_corner(mutant *m)
{
	kiln_format_leaf head;
	uint8_t *record = pick_leaf(m, &head);
	if (!record)
		return;
	uint16_t *corners = (uint16_t *)(void *)(record + sizeof head);
	uint32_t i = mutant_below(m, head.triangle_count), shift = 4 * mutant_below(m, 3);
	uint32_t vertex = mutant_below(m, head.vertex_count);
	corners[i] = (uint16_t)((corners[i] & ~(15u << shift)) | vertex << shift);
}

/// Changes some of a transform's entries, scales a row or column until it is nearly singular, or scales all of it. Then
/// computes the inverse and the flags like the cooker, so that the worst matrices that the proof accepts occur. In one
/// of eight cases, keeps the old inverse.
static void change_matrix(mutant *m)
{
	kiln_format_node *node = mutant_element(m, KILN_SECTION_NODES, sizeof *node), changed;
	double exact[12];
	if (!node)
		return;
	changed = *node;
	for (uint32_t n = 1 + mutant_below(m, 3); n > 0; --n)
	{
		uint32_t way = mutant_below(m, 4), at = mutant_below(m, 3);
		float factor = mutant_below(m, 2) ? 2 * fixture_random_unit(&m->random) : 1e-5f;
		if (mutant_below(m, 3) == 0)
			factor = 1 / (factor + 1e-6f);
		float *entry = &changed.to_asset[mutant_below(m, 12)];
		if (way == 0)
			*entry = mutant_float(m, *entry, mutant_below(m, 4) ? KILN_COORDINATE_MAX : FLT_MAX);
		for (uint32_t i = 0; way > 0 && i < 12; ++i)
			if (i % 4 != 3 && (way == 1 || (way == 2 ? i / 4 == at : i % 4 == at)))
				changed.to_asset[i] *= factor;
	}
	for (uint32_t i = 0; i < 12; ++i)
		exact[i] = (double)changed.to_asset[i];
	if (mutant_below(m, 8) && cook_place_node(exact, &changed) != COOK_PLACE_INSTANCE)
		return;
	memcpy(node->to_asset, changed.to_asset, sizeof node->to_asset);
	memcpy(node->to_mesh, changed.to_mesh, sizeof node->to_mesh);
	node->flags = changed.flags;
}

/// Exchanges the boxes of two leaves of a tree node, or the places of two nodes of the scene: the trees remain trees.
static void change_order(mutant *m)
{
	kiln_format_tree_node *at = mutant_element(m, KILN_SECTION_TREE, sizeof *at);
	kiln_format_node *a = mutant_element(m, KILN_SECTION_NODES, sizeof *a);
	kiln_format_node *b = mutant_element(m, KILN_SECTION_NODES, sizeof *b);
	if (!at || !a || !b)
		return;
	if (mutant_below(m, 2))
	{
		kiln_format_node kept = *a;
		*a = *b;
		*b = kept;
		return;
	}
	uint32_t children = at->counts & 15u, inner = at->counts >> 4;
	if (children > KILN_TREE_WIDTH || inner >= children)
		return;
	uint32_t i = inner + mutant_below(m, children - inner), k = inner + mutant_below(m, children - inner);
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		uint8_t lo = at->lo[axis][i], hi = at->hi[axis][i];
		at->lo[axis][i] = at->lo[axis][k];
		at->hi[axis][i] = at->hi[axis][k];
		at->lo[axis][k] = lo;
		at->hi[axis][k] = hi;
	}
}

static void change_box(mutant *m)
{
	kiln_format_node *node = mutant_element(m, KILN_SECTION_NODES, sizeof *node);
	kiln_format_mesh *mesh = mutant_element(m, KILN_SECTION_MESHES, sizeof *mesh);
	kiln_format_scene *scene = mutant_element(m, KILN_SECTION_SCENE, sizeof *scene);
	if (!node || !mesh || !scene)
		return;
	uint32_t which = mutant_below(m, 3), axis = mutant_below(m, 3);
	float *min = which == 0 ? node->bounds_min : which == 1 ? mesh->bounds_min : scene->bounds_min;
	float *max = which == 0 ? node->bounds_max : which == 1 ? mesh->bounds_max : scene->bounds_max;
	float a = mutant_float(m, min[axis], KILN_COORDINATE_MAX), b = mutant_float(m, max[axis], KILN_COORDINATE_MAX);
	min[axis] = a < b ? a : b;
	max[axis] = a < b ? b : a;
}

static void change_flags(mutant *m)
{
	kiln_format_mesh *mesh = mutant_element(m, KILN_SECTION_MESHES, sizeof *mesh);
	if (mesh)
		mesh->flags = mutant_below(m, KILN_MESH_FLAGS_KNOWN + 1);
}

static void change_source(mutant *m)
{
	const size_t size = element_size(m->seed, KILN_SECTION_SOURCES);
	uint8_t *source = mutant_element(m, KILN_SECTION_SOURCES, size);
	const uint8_t *other = mutant_element(m, KILN_SECTION_SOURCES, size);
	const uint32_t small = mutant_below(m, 16);
	if (source && other)
		memcpy(source, mutant_below(m, 2) ? other : (const uint8_t *)&small, size);
}

/// Sets random kinds of edge for a triangle's sides.
static void change_edges(mutant *m)
{
	const size_t size = element_size(m->seed, KILN_SECTION_EDGES);
	uint8_t *edges = mutant_element(m, KILN_SECTION_EDGES, size);
	if (!edges)
		return;
	uint16_t kinds = 0;
	for (uint32_t k = 0; k < 3; ++k)
		kinds = (uint16_t)(kinds | mutant_below(m, KILN_EDGE_KIND_END) << 3 * k);
	if (size == 1)
		kinds = kiln_format_edges_compact(kinds);
	memcpy(edges, &kinds, size);
}

static void change_names(mutant *m)
{
	kiln_format_part *part = mutant_element(m, KILN_SECTION_PARTS, sizeof *part);
	kiln_format_material *material = mutant_element(m, KILN_SECTION_MATERIALS, sizeof *material);
	if (!part || !material)
		return;
	part->name = mutant_below(m, (uint32_t)m->seed->section[KILN_SECTION_NAMES].size);
	part->source_mesh = (uint32_t)mutant_interesting(m);
	material->tag = (uint32_t)mutant_interesting(m);
}

void mutant_settle_masks(mutant *m)
{
	const mutate_seed *seed = m->seed;
	kiln_format_shape *shapes = (void *)(m->data + seed->section[KILN_SECTION_SHAPES].offset);
	const kiln_format_part *parts = (void *)(m->data + seed->section[KILN_SECTION_PARTS].offset);
	const kiln_format_material *materials = (void *)(m->data + seed->section[KILN_SECTION_MATERIALS].offset);
	uint64_t part_count = seed->section[KILN_SECTION_PARTS].size / sizeof *parts;
	uint64_t material_count = seed->section[KILN_SECTION_MATERIALS].size / sizeof *materials;
	for (uint64_t i = 0; i < seed->section[KILN_SECTION_SHAPES].size / sizeof *shapes; ++i)
	{
		bool mesh = shapes[i].kind == KILN_SHAPE_MESH, masked = false;
		for (uint64_t k = 0; k < (mesh ? shapes[i].part_count : 1); ++k)
		{
			uint64_t part = shapes[i].part_first + k;
			uint64_t material = !mesh ? shapes[i].material : part < part_count ? parts[part].material : KILN_NONE;
			if (material < material_count)
				masked = masked || materials[material].layers || materials[material].collides;
		}
		shapes[i].flags = (shapes[i].flags & ~(uint32_t)KILN_SHAPE_MASKED) | (masked ? KILN_SHAPE_MASKED : 0);
	}
}

/// Changes masks, flags and numbers of a node and of a material.
static void change_masks(mutant *m)
{
	kiln_format_node *node = mutant_element(m, KILN_SECTION_NODES, sizeof *node);
	kiln_format_material *material = mutant_element(m, KILN_SECTION_MATERIALS, sizeof *material);
	if (!node || !material || m->size != m->seed->size)
		return;
	node->layers = (uint64_t)1 << mutant_below(m, 64) | (mutant_below(m, 2) ? mutant_interesting(m) : 0);
	node->collides = mutant_interesting(m);
	node->user = mutant_interesting(m);
	node->flags ^= mutant_below(m, 2) * KILN_NODE_TRIGGER;
	material->layers = mutant_below(m, 2) ? mutant_interesting(m) : 0;
	material->collides = mutant_below(m, 2) ? mutant_interesting(m) : 0;
	material->user = mutant_interesting(m);
	material->flags = mutant_below(m, KILN_MATERIAL_FLAGS_KNOWN + 1);
	material->friction = material->flags & KILN_MATERIAL_FRICTION ? 0.5f : 0;
	material->restitution = material->flags & KILN_MATERIAL_RESTITUTION ? 0.25f : 0;
	mutant_settle_masks(m);
}

void mutate_field_allowed(mutant *m)
{
	static void (*const ways[])(mutant *) = {change_planes, change_planes, change_frame, change_vertex, change_vertex,
		change_vertex, change_corner, change_corner, change_matrix, change_matrix, change_order, change_box,
		change_flags, change_source, change_edges, change_names, change_masks};
	if (mutant_below(m, 3) == 0 && mutate_volume_allowed(m))
		return;
	// Every seed has shapes; most seeds have few other structures.
	if (mutant_below(m, 5) < 2)
		mutate_solid_allowed(m);
	else
		ways[mutant_below(m, sizeof ways / sizeof ways[0])](m);
}

/// Returns the width of the field at a byte of an element.
static uint32_t field_width(mutant *m, kiln_section_kind kind, size_t at)
{
	if (element_size(m->seed, kind) % 2 == 1 || (kind == KILN_SECTION_TREE && (at >= 24 || (at >= 12 && at < 16))))
		return 1;
	if ((kind == KILN_SECTION_PROVENANCE && at >= 16) || (kind == KILN_SECTION_METADATA && at >= 16) ||
		(kind == KILN_SECTION_HULLS && at < 16) || (kind == KILN_SECTION_SURVEYS && at >= 32) ||
		(kind == KILN_SECTION_COMPONENTS && at >= 56 && at < 72) || kind == KILN_SECTION_ORIGIN ||
		(kind == KILN_SECTION_VOLUME_TREES && at / 8 == offsetof(kiln_format_volume_tree, nodes) / 8))
		return 8;
	// Quaternions, and the bytes of slabs.
	if (kind == KILN_SECTION_VOLUME_NODES && mutant_below(m, 2))
		return 1 + mutant_below(m, 2);
	if (kind == KILN_SECTION_EDGES || (kind == KILN_SECTION_SDF_BLOCKS && at >= 16) ||
		(kind == KILN_SECTION_HULL_DATA && mutant_below(m, 2)))
		return 2;
	return 4;
}

void mutate_field_any(mutant *m)
{
	kiln_section_kind kind = (kiln_section_kind)(1 + mutant_below(m, KILN_SECTION_END - 1));
	size_t size = element_size(m->seed, kind), within = mutant_below(m, (uint32_t)size);
	uint32_t width = field_width(m, kind, within);
	within = within / width * width;
	uint8_t *element = mutant_element(m, kind, size);
	const uint8_t *from = mutant_element(m, kind, size);
	if (!element || !from)
		return;
	uint64_t value = 0, other = 0;
	memcpy(&value, element + within, width);
	memcpy(&other, from + within, width);
	value = mutant_neighbour(m, mutant_below(m, 4), value, other);
	memcpy(element + within, &value, width);
}

void mutate_field_table(mutant *m)
{
	size_t table = sizeof(kiln_format_header), entry_size = sizeof(kiln_format_section);
	uint32_t entries = KILN_SECTION_KIND_END - 1;
	if (m->size < table + entries * entry_size)
		return;
	kiln_format_section *entry = (kiln_format_section *)(void *)(m->data + table) + mutant_below(m, entries);
	kiln_format_section *other = (kiln_format_section *)(void *)(m->data + table) + mutant_below(m, entries);
	kiln_format_section kept = *entry;
	switch (mutant_below(m, 7))
	{
	case 0:
		entry->offset += 64 * (mutant_below(m, 5) - 2ull);
		break;
	case 1:
		entry->size += 8 * (mutant_below(m, 5) - 2ull);
		break;
	case 2:
		entry->count = mutant_interesting(m);
		break;
	case 3:
		entry->offset = other->offset;
		other->offset = kept.offset;
		break;
	case 4:
		*entry = *other;
		*other = kept;
		break;
	case 5:
		// Adds or removes one element, consistently.
		entry->size += element_size(m->seed, (kiln_section_kind)(entry->kind % KILN_SECTION_END));
		entry->count += 1;
		break;
	default:
		entry->kind = (uint32_t)mutant_interesting(m);
		break;
	}
}

static void swap_bytes(uint8_t *a, uint8_t *b, size_t size, bool copy)
{
	for (size_t i = 0; i < size; ++i)
	{
		uint8_t kept = a[i];
		a[i] = b[i];
		if (!copy)
			b[i] = kept;
	}
}

void mutate_field_swap(mutant *m)
{
	bool copy = mutant_below(m, 2);
	if (mutant_below(m, 3) == 0)
	{
		kiln_format_leaf head, other_head;
		uint8_t *leaf = pick_leaf(m, &head), *other = pick_leaf(m, &other_head);
		uint32_t size = kiln_format_leaf_units(&head) * KILN_LEAF_UNIT;
		uint32_t other_size = kiln_format_leaf_units(&other_head) * KILN_LEAF_UNIT;
		if (leaf && other)
			swap_bytes(leaf, other, size < other_size ? size : other_size, copy);
		return;
	}
	static const kiln_section_kind kinds[] = {KILN_SECTION_PARTS, KILN_SECTION_MESHES, KILN_SECTION_NODES,
		KILN_SECTION_SCENE, KILN_SECTION_TREE, KILN_SECTION_SHAPES, KILN_SECTION_VOLUMES, KILN_SECTION_HULLS,
		KILN_SECTION_VOLUME_TREES, KILN_SECTION_VERTICES, KILN_SECTION_EDGES};
	kiln_section_kind kind = kinds[mutant_below(m, sizeof kinds / sizeof kinds[0])];
	size_t size = element_size(m->seed, kind);
	uint8_t *a = mutant_element(m, kind, size), *b = mutant_element(m, kind, size);
	if (a && b)
		swap_bytes(a, b, size, copy);
}
