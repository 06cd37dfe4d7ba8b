// SPDX-License-Identifier: MIT
#include "proof_hulls.h"

#include <float.h>
#include <string.h>

/// A hull under proof.
typedef struct hull_proof
{
	const kiln_format_hull *head;
	const uint8_t *data;
	uint64_t data_at; ///< offset of `data` in refusals
	kiln_format_hull_layout at;
	uint32_t half_edges;
	bool wide; ///< indices of four bytes
} hull_proof;

static inline uint32_t index_at(const hull_proof *p, uint64_t array, uint64_t i)
{
	const uint8_t *from = p->data + array;
	return p->wide ? ((const uint32_t *)(const void *)from)[i] : ((const uint16_t *)(const void *)from)[i];
}

static inline const float *floats_at(const hull_proof *p, uint64_t array)
{
	return (const float *)(const void *)(p->data + array);
}

/// Refuses element `i` of an array of indices or of floats.
static kiln_result refuse_index(const hull_proof *p, kiln_rule rule, uint64_t array, uint64_t i)
{
	return kilni_refused(rule, p->data_at + array + i * p->head->index_size);
}

static kiln_result refuse_float(const hull_proof *p, kiln_rule rule, uint64_t array, uint64_t i)
{
	return kilni_refused(rule, p->data_at + array + i * sizeof(float));
}

/// Whether dimension and counts agree.
static bool counts_agree(const kiln_format_hull *head)
{
	uint32_t v = head->vertex_count, e = head->edge_count, f = head->face_count;
	switch (head->dimension)
	{
	case 0:
		return v == 1 && e == 0 && f == 0;
	case 1:
		return v == 2 && e == 0 && f == 0;
	case 2:
		return v >= 3 && e == v && f == 2;
	case 3:
		return v >= 4 && f >= 4 && (uint64_t)v + f == (uint64_t)e + 2;
	default:
		return false;
	}
}

static kiln_result prove_head(const kiln_format_hull *head, uint64_t at)
{
	if (head->dimension > 3)
		return kilni_refused(KILN_RULE_HULL_DIMENSION, at + offsetof(kiln_format_hull, dimension));
	if (head->edge_count > INT32_MAX || !counts_agree(head))
		return kilni_refused(KILN_RULE_HULL_COUNTS, at + offsetof(kiln_format_hull, vertex_count));
	bool narrow = head->edge_count < 32768 && head->link_count < 65536;
	if (head->index_size != (narrow ? 2u : 4u))
		return kilni_refused(KILN_RULE_HULL_INDEX_SIZE, at + offsetof(kiln_format_hull, index_size));
	if (head->level_count > KILN_HULL_LEVELS_MAX || (head->level_count && head->dimension < 3))
		return kilni_refused(KILN_RULE_HULL_LEVELS, at + offsetof(kiln_format_hull, level_count));
	if (!(head->error >= 0 && head->error <= FLT_MAX))
		return kilni_refused(KILN_RULE_HULL_ERROR, at + offsetof(kiln_format_hull, error));
	if (head->flags & ~(uint32_t)KILN_HULL_FLAGS_KNOWN)
		return kilni_refused(KILN_RULE_HULL_FLAGS, at + offsetof(kiln_format_hull, flags));
	if (head->reserved)
		return kilni_refused(KILN_RULE_HULL_RESERVED, at + offsetof(kiln_format_hull, reserved));
	return kiln_proved();
}

/// Proves that the bytes behind `count` elements are zero up to `end`.
static kiln_result prove_padding(const hull_proof *p, uint64_t array, uint64_t count, uint64_t element, uint64_t end)
{
	uint64_t at = array + count * element;
	if (!kilni_bytes_zero(p->data + at, (size_t)(end - at)))
		return kilni_refused(KILN_RULE_HULL_PADDING, p->data_at + at);
	return kiln_proved();
}

/// Proves the gaps behind all arrays. Arrays of floats fill their 32 bytes and leave no gap.
static kiln_result prove_all_padding(const hull_proof *p)
{
	const kiln_format_hull *head = p->head;
	const kiln_format_hull_layout *at = &p->at;
	const uint64_t e2 = p->half_edges, v = head->vertex_count;
	const struct
	{
		uint64_t array, count;
	} arrays[] = {{at->face_first, (uint64_t)head->face_count + 1}, {at->origins, e2}, {at->twins, e2}, {at->faces, e2},
		{at->edges, head->edge_count}, {at->vertex_first, v + 1}, {at->neighbours, e2}, {at->seeds, KILN_HULL_SEEDS},
		{at->level_sizes, head->level_count}, {at->link_first, head->link_first_count}, {at->links, head->link_count}};
	const size_t count = sizeof arrays / sizeof *arrays;
	for (size_t i = 0; i < count; ++i)
	{
		uint64_t end = i + 1 < count ? arrays[i + 1].array : at->size;
		kiln_result result = prove_padding(p, arrays[i].array, arrays[i].count, head->index_size, end);
		if (result.status != KILN_OK)
			return result;
	}
	return kiln_proved();
}

/// Proves `count` floats of at most `limit`, then copies of the first up to a whole block.
static kiln_result prove_floats(const hull_proof *p, uint64_t array, uint64_t count, float limit, kiln_rule rule)
{
	const float *values = floats_at(p, array);
	if (!kilni_floats_within(values, (size_t)count, limit))
		for (uint64_t i = 0; i < count; ++i)
			if (!kilni_floats_within(values + i, 1, limit))
				return refuse_float(p, rule, array, i);
	for (uint64_t i = count; i % KILN_HULL_BLOCK; ++i)
		if (memcmp(&values[i], values, sizeof *values) != 0)
			return refuse_float(p, KILN_RULE_HULL_REPEAT, array, i);
	return kiln_proved();
}

static kiln_result prove_vertices(const hull_proof *p)
{
	const uint64_t arrays[3] = {p->at.x, p->at.y, p->at.z};
	kiln_result result = kiln_proved();
	for (int axis = 0; axis < 3 && result.status == KILN_OK; ++axis)
		result = prove_floats(p, arrays[axis], p->head->vertex_count, KILN_COORDINATE_MAX, KILN_RULE_HULL_VERTEX);
	return result;
}

static kiln_result prove_planes(const hull_proof *p)
{
	const uint64_t arrays[4] = {p->at.nx, p->at.ny, p->at.nz, p->at.d};
	kiln_result result = kiln_proved();
	for (int i = 0; i < 4 && result.status == KILN_OK; ++i)
		result = prove_floats(
			p, arrays[i], p->head->face_count, i < 3 ? 2.0f : 2 * KILN_COORDINATE_MAX, KILN_RULE_HULL_PLANE);
	if (result.status != KILN_OK)
		return result;
	const float *x = floats_at(p, p->at.nx), *y = floats_at(p, p->at.ny), *z = floats_at(p, p->at.nz);
	for (uint32_t i = 0; i < p->head->face_count; ++i)
	{
		float length2 = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
		if (!(length2 >= 0.998f && length2 <= 1.002f))
			return refuse_float(p, KILN_RULE_HULL_NORMAL, p->at.nx, i);
	}
	return kiln_proved();
}

/// Proves that the faces' runs cover all half-edges, and that each half-edge names its face.
static kiln_result prove_faces(const hull_proof *p)
{
	uint32_t first = 0;
	if (index_at(p, p->at.face_first, 0) != 0)
		return refuse_index(p, KILN_RULE_HULL_FACE_START, p->at.face_first, 0);
	for (uint32_t face = 0; face < p->head->face_count; ++face)
	{
		uint32_t end = index_at(p, p->at.face_first, (uint64_t)face + 1);
		if (end > p->half_edges || end < first || end - first < 3)
			return refuse_index(p, KILN_RULE_HULL_FACE, p->at.face_first, (uint64_t)face + 1);
		for (uint32_t half = first; half < end; ++half)
			if (index_at(p, p->at.faces, half) != face)
				return refuse_index(p, KILN_RULE_HULL_HALF_FACE, p->at.faces, half);
		first = end;
	}
	if (first != p->half_edges)
		return refuse_index(p, KILN_RULE_HULL_FACES, p->at.face_first, p->head->face_count);
	return kiln_proved();
}

static uint32_t next_of(const hull_proof *p, uint32_t half)
{
	uint32_t face = index_at(p, p->at.faces, half);
	uint32_t end = index_at(p, p->at.face_first, (uint64_t)face + 1);
	return half + 1 < end ? half + 1 : index_at(p, p->at.face_first, face);
}

/// Proves that twins refer to each other and run opposite ways between two vertices, and that EDGES lists each pair
/// once. Needs the faces.
static kiln_result prove_edges(const hull_proof *p)
{
	uint32_t edges = 0;
	for (uint32_t half = 0; half < p->half_edges; ++half)
		if (index_at(p, p->at.origins, half) >= p->head->vertex_count)
			return refuse_index(p, KILN_RULE_HULL_ORIGIN, p->at.origins, half);
	for (uint32_t half = 0; half < p->half_edges; ++half)
	{
		uint32_t twin = index_at(p, p->at.twins, half);
		if (twin >= p->half_edges || twin == half || index_at(p, p->at.twins, twin) != half)
			return refuse_index(p, KILN_RULE_HULL_TWIN, p->at.twins, half);
		uint32_t end = index_at(p, p->at.origins, next_of(p, half));
		if (index_at(p, p->at.origins, twin) != end || index_at(p, p->at.origins, half) == end)
			return refuse_index(p, KILN_RULE_HULL_OPPOSITE, p->at.twins, half);
		if (half < twin && (edges == p->head->edge_count || index_at(p, p->at.edges, edges) != half))
			return refuse_index(p, KILN_RULE_HULL_EDGES, p->at.edges, edges < p->head->edge_count ? edges : 0);
		edges += half < twin;
	}
	return kiln_proved();
}

/// Proves that the normals of the edges are those of their faces, to the bit.
static kiln_result prove_edge_normals(const hull_proof *p)
{
	const uint64_t normals[3] = {p->at.nx, p->at.ny, p->at.nz};
	uint64_t count = ((uint64_t)p->head->edge_count + KILN_HULL_BLOCK - 1) / KILN_HULL_BLOCK * KILN_HULL_BLOCK;
	for (uint64_t i = 0; i < count; ++i)
	{
		uint32_t first = index_at(p, p->at.edges, i < p->head->edge_count ? i : 0);
		uint32_t a = index_at(p, p->at.faces, first), b = index_at(p, p->at.faces, index_at(p, p->at.twins, first));
		for (int axis = 0; axis < 3; ++axis)
		{
			const float *normal = floats_at(p, normals[axis]);
			if (memcmp(floats_at(p, p->at.a[axis]) + i, normal + a, sizeof *normal) != 0)
				return refuse_float(p, KILN_RULE_HULL_EDGE_NORMAL, p->at.a[axis], i);
			if (memcmp(floats_at(p, p->at.b[axis]) + i, normal + b, sizeof *normal) != 0)
				return refuse_float(p, KILN_RULE_HULL_EDGE_NORMAL, p->at.b[axis], i);
		}
	}
	return kiln_proved();
}

/// Whether `value` is among the increasing elements first .. end - 1.
static bool holds(const hull_proof *p, uint64_t array, uint32_t first, uint32_t end, uint32_t value)
{
	while (end - first > 1)
	{
		uint32_t middle = first + (end - first) / 2;
		if (index_at(p, array, middle) <= value)
			first = middle;
		else
			end = middle;
	}
	return end > first && index_at(p, array, first) == value;
}

/// Whether a run of increasing indices in low .. high - 1 is valid. The run goes from the end of the run before to
/// `firsts[i + 1]`. Moves `*first` on. If the run is invalid, returns false with the place of the fault in `*bad`
/// (KILN_NONE: the run itself).
static bool run_is_sound(const hull_proof *p, uint64_t firsts, uint64_t i, uint64_t array, uint32_t total, uint32_t low,
	uint32_t high, uint32_t *first, uint32_t *bad)
{
	uint32_t end = index_at(p, firsts, i + 1);
	*bad = KILN_NONE;
	if (index_at(p, firsts, i) != *first || end < *first || end > total)
		return false;
	for (uint32_t k = *first; k < end; ++k)
	{
		uint32_t value = index_at(p, array, k);
		if (value < low || value >= high || (k > *first && value <= index_at(p, array, (uint64_t)k - 1)))
		{
			*bad = k;
			return false;
		}
	}
	*first = end;
	return true;
}

/// Proves that every vertex lists, in increasing order, the vertices that an edge joins to it: as many as half-edges
/// start at the vertex, and the end of each half-edge.
static kiln_result prove_neighbours(const hull_proof *p)
{
	uint32_t first = 0, bad, least = p->half_edges ? p->head->dimension : 0;
	for (uint32_t i = 0; i < p->head->vertex_count; ++i)
	{
		uint32_t begin = first;
		if (!run_is_sound(
				p, p->at.vertex_first, i, p->at.neighbours, p->half_edges, 0, p->head->vertex_count, &first, &bad))
			return bad == KILN_NONE ? refuse_index(p, KILN_RULE_HULL_NEIGHBOUR_FIRST, p->at.vertex_first, i)
									: refuse_index(p, KILN_RULE_HULL_NEIGHBOUR, p->at.neighbours, bad);
		if (first - begin < least)
			return refuse_index(p, KILN_RULE_HULL_FEW_NEIGHBOURS, p->at.vertex_first, i);
	}
	if (first != p->half_edges)
		return refuse_index(p, KILN_RULE_HULL_NEIGHBOURS, p->at.vertex_first, p->head->vertex_count);
	for (uint32_t half = 0; half < p->half_edges; ++half)
	{
		uint32_t origin = index_at(p, p->at.origins, half);
		uint32_t end = index_at(p, p->at.origins, index_at(p, p->at.twins, half));
		uint32_t from = index_at(p, p->at.vertex_first, origin);
		if (!holds(p, p->at.neighbours, from, index_at(p, p->at.vertex_first, (uint64_t)origin + 1), end))
			return refuse_index(p, KILN_RULE_HULL_JOINED, p->at.neighbours, from);
	}
	return kiln_proved();
}

/// Proves that seeds are vertices, and that those along the axes are extreme: queries take from them the hull's box and
/// the bounds of their own rounding.
static kiln_result prove_seeds(const hull_proof *p)
{
	static const uint32_t lows[3] = {4, 10, 12};
	const uint64_t arrays[3] = {p->at.x, p->at.y, p->at.z};
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
		if (index_at(p, p->at.seeds, i) >= p->head->vertex_count)
			return refuse_index(p, KILN_RULE_HULL_SEED, p->at.seeds, i);
	for (int axis = 0; axis < 3; ++axis)
	{
		const float *values = floats_at(p, arrays[axis]);
		uint32_t opposite = KILN_HULL_SEEDS - 1 - lows[axis];
		float low = values[index_at(p, p->at.seeds, lows[axis])], high = values[index_at(p, p->at.seeds, opposite)];
		float least = values[0], most = values[0];
		for (uint32_t i = 1; i < p->head->vertex_count; ++i)
		{
			least = values[i] < least ? values[i] : least;
			most = values[i] > most ? values[i] : most;
		}
		if (least < low)
			return refuse_index(p, KILN_RULE_HULL_SEED_END, p->at.seeds, lows[axis]);
		if (most > high)
			return refuse_index(p, KILN_RULE_HULL_SEED_END, p->at.seeds, opposite);
	}
	return kiln_proved();
}

/// Proves that levels grow up to the whole, and that every vertex of every level, and the level's end, has a first
/// link.
static kiln_result prove_level_sizes(const hull_proof *p, uint64_t head_at)
{
	uint64_t firsts = 0;
	uint32_t before = 0;
	for (uint32_t level = 0; level < p->head->level_count; ++level)
	{
		uint32_t size = index_at(p, p->at.level_sizes, level);
		if (size <= before || size >= p->head->vertex_count)
			return refuse_index(p, KILN_RULE_HULL_LEVEL, p->at.level_sizes, level);
		firsts += (uint64_t)size + 1;
		before = size;
	}
	if (firsts != p->head->link_first_count)
		return kilni_refused(KILN_RULE_HULL_LINK_COUNT, head_at + offsetof(kiln_format_hull, link_first_count));
	return kiln_proved();
}

/// Proves that links lead from a level's vertices to those that the next level adds. Needs the sizes.
static kiln_result prove_links(const hull_proof *p)
{
	uint64_t base = 0;
	uint32_t first = 0, bad;
	for (uint32_t level = 0; level < p->head->level_count; ++level)
	{
		uint32_t size = index_at(p, p->at.level_sizes, level);
		uint32_t next = level + 1 < p->head->level_count ? index_at(p, p->at.level_sizes, (uint64_t)level + 1)
														 : p->head->vertex_count;
		for (uint32_t i = 0; i < size; ++i)
			if (!run_is_sound(
					p, p->at.link_first, base + i, p->at.links, p->head->link_count, size, next, &first, &bad))
				return bad == KILN_NONE ? refuse_index(p, KILN_RULE_HULL_LINK_FIRST, p->at.link_first, base + i)
										: refuse_index(p, KILN_RULE_HULL_LINK, p->at.links, bad);
		base += (uint64_t)size + 1;
	}
	if (first != p->head->link_count)
		return kilni_refused(KILN_RULE_HULL_LINKS, p->data_at + p->at.links);
	return kiln_proved();
}

/// Proves every array behind the head.
static kiln_result prove_arrays(const hull_proof *p, uint64_t head_at)
{
	kiln_result result = prove_vertices(p);
	if (result.status == KILN_OK)
		result = prove_planes(p);
	if (result.status == KILN_OK)
		result = prove_faces(p);
	if (result.status == KILN_OK)
		result = prove_edges(p);
	if (result.status == KILN_OK)
		result = prove_edge_normals(p);
	if (result.status == KILN_OK)
		result = prove_neighbours(p);
	if (result.status == KILN_OK)
		result = prove_seeds(p);
	if (result.status == KILN_OK)
		result = prove_level_sizes(p, head_at);
	if (result.status == KILN_OK)
		result = prove_links(p);
	if (result.status == KILN_OK)
		result = prove_all_padding(p);
	return result;
}

kiln_result kilni_prove_hull(
	const kiln_format_hull *head, uint64_t head_at, const uint8_t *data, uint64_t data_at, uint64_t room)
{
	kiln_result result = prove_head(head, head_at);
	if (result.status != KILN_OK)
		return result;
	// Every count is below 2^32 and every element at most 4 bytes: no sum overflows.
	hull_proof proof = {
		head, data, data_at, kiln_format_hull_place_arrays(head), 2 * head->edge_count, head->index_size == 4};
	if (head->size != proof.at.size)
		return kilni_refused(KILN_RULE_HULL_SIZE, head_at + offsetof(kiln_format_hull, size));
	if (head->size > room)
		return kilni_refused(KILN_RULE_HULL_RANGE, head_at + offsetof(kiln_format_hull, size));
	return prove_arrays(&proof, head_at);
}

kiln_result kilni_prove_hulls(const kiln_blob *blob)
{
	const kiln_format_hull *hulls = kiln_blob_section(blob, KILN_SECTION_HULLS);
	const kiln_format_section *section = blob->section[KILN_SECTION_HULL_DATA];
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_HULLS), at = 0;
	if (section->count != count)
		return kiln_refuse_field(blob, KILN_RULE_HULL_DATA_COUNT, &section->count);
	for (uint64_t i = 0; i < count; ++i)
	{
		const kiln_format_hull *head = &hulls[i];
		if (head->data != at)
			return kiln_refuse_field(blob, KILN_RULE_HULL_DATA_FIRST, &head->data);
		kiln_result result = kilni_prove_hull(head, kiln_blob_offset(blob, head), blob->data + section->offset + at,
			section->offset + at, section->size - at);
		if (result.status != KILN_OK)
			return result;
		at += head->size;
	}
	if (at != section->size)
		return kilni_refused(KILN_RULE_HULLS_COVER, section->offset + at);
	return kiln_proved();
}
