// SPDX-License-Identifier: MIT
#include "pack.h"

#include "hull/plane.h"
#include "internal.h"
#include "memory.h"

#include <string.h>

/// A hull during packing. Arrays named new_ are in the blob's numbering.
typedef struct packer
{
	const kilncook_context *context;
	const convex_hull *h;
	hull_ranks ranks;
	hull_hierarchy hierarchy; ///< rounds 0: no hierarchy
	uint32_t *new_vertex;	  ///< per rank
	uint32_t *old_vertex;	  ///< per new vertex: its rank
	uint32_t *new_half;		  ///< per half-edge of the hull
	hull_keyed *keyed;		  ///< room for twice the number of vertices, or faces
	size_t keyed_count;
	hull_arrays arrays;
} packer;

/// Numbers the vertices: the coarsest level first; within the vertices that a level adds, neighbours in space get close
/// numbers (Morton order), because walks and levels go from neighbour to neighbour.
static void order_vertices(packer *p)
{
	const convex_hull *h = p->h;
	float low[3], high[3];
	memcpy(low, h->vertices[0], sizeof low);
	memcpy(high, h->vertices[0], sizeof high);
	for (uint32_t i = 1; i < h->vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float value = h->vertices[i][axis];
			low[axis] = value < low[axis] ? value : low[axis];
			high[axis] = value > high[axis] ? value : high[axis];
		}
	for (uint32_t rank = 0; rank < h->vertex_count; ++rank)
	{
		const float *v = h->vertices[p->ranks.vertex_of[rank]];
		uint64_t level = p->hierarchy.rounds ? p->hierarchy.rounds - p->hierarchy.round_of[rank] : 0;
		uint64_t key = level << 3 * KILN_HULL_MORTON_BITS | kilni_hull_morton(v, low, high);
		p->keyed[rank] = (hull_keyed){key, rank};
	}
	hull_sort(p->keyed, h->vertex_count, p->keyed + h->vertex_count);
	for (uint32_t i = 0; i < h->vertex_count; ++i)
	{
		p->old_vertex[i] = p->keyed[i].item;
		p->new_vertex[p->keyed[i].item] = i;
	}
}

static uint32_t new_origin(const packer *p, uint32_t half)
{
	return p->new_vertex[p->ranks.rank_of[p->h->origins[half]]];
}

/// Numbers faces and half-edges: each face begins at its lowest vertex; faces are ordered by this vertex, then by the
/// next.
static void order_faces(packer *p)
{
	const convex_hull *h = p->h;
	for (uint32_t face = 0; face < h->face_count; ++face)
	{
		uint32_t first = h->face_first[face], end = h->face_first[face + 1], start = first;
		for (uint32_t half = first + 1; half < end; ++half)
			if (new_origin(p, half) < new_origin(p, start))
				start = half;
		uint32_t second = start + 1 < end ? start + 1 : first;
		p->keyed[face] = (hull_keyed){(uint64_t)new_origin(p, start) << 32 | new_origin(p, second), start};
	}
	hull_sort(p->keyed, h->face_count, p->keyed + h->face_count);
}

/// Writes faces, half-edges and edges in the new order.
static void write_faces(packer *p)
{
	const convex_hull *h = p->h;
	hull_arrays *a = &p->arrays;
	uint32_t *face_of = a->neighbours; // faces of the old half-edges, until the neighbours are written
	for (uint32_t face = 0; face < h->face_count; ++face)
		for (uint32_t half = h->face_first[face]; half < h->face_first[face + 1]; ++half)
			face_of[half] = face;
	uint32_t made = 0;
	for (uint32_t face = 0; face < h->face_count; ++face)
	{
		uint32_t start = p->keyed[face].item, old = face_of[start], half = start;
		a->face_first[face] = made;
		do
		{
			p->new_half[half] = made;
			a->origins[made] = new_origin(p, half);
			a->faces[made++] = face;
			half = half + 1 < h->face_first[old + 1] ? half + 1 : h->face_first[old];
		} while (half != start);
	}
	a->face_first[h->face_count] = made;
	for (uint32_t half = 0; half < h->half_edge_count; ++half)
		a->twins[p->new_half[half]] = p->new_half[h->twins[half]];
	uint32_t edges = 0;
	for (uint32_t half = 0; half < h->half_edge_count; ++half)
		if (half < a->twins[half])
			a->edges[edges++] = half;
}

/// Lists the neighbours of each vertex, increasing: visiting the vertices in order and appending each to its
/// neighbours' lists keeps the lists sorted.
static void write_neighbours(packer *p)
{
	hull_arrays *a = &p->arrays;
	uint32_t *unsorted = p->new_half, *next = p->new_vertex; // both arrays are no longer needed
	memset(a->vertex_first, 0, ((size_t)a->vertex_count + 1) * sizeof *a->vertex_first);
	for (uint32_t half = 0; half < a->half_edge_count; ++half)
		++a->vertex_first[a->origins[half] + 1];
	for (uint32_t i = 0; i < a->vertex_count; ++i)
		a->vertex_first[i + 1] += a->vertex_first[i];
	memcpy(next, a->vertex_first, a->vertex_count * sizeof *next);
	for (uint32_t half = 0; half < a->half_edge_count; ++half)
		unsorted[next[a->origins[half]]++] = a->origins[a->twins[half]];
	memcpy(next, a->vertex_first, a->vertex_count * sizeof *next);
	for (uint32_t i = 0; i < a->vertex_count; ++i)
		for (uint32_t k = a->vertex_first[i]; k < a->vertex_first[i + 1]; ++k)
			a->neighbours[next[unsorted[k]]++] = i;
}

static bool allocate(packer *p)
{
	const convex_hull *h = p->h;
	size_t v = h->vertex_count, f = h->face_count, e2 = h->half_edge_count;
	p->keyed_count = 2 * (v > f ? v : f);
	p->keyed = cook_alloc(p->context, p->keyed_count, sizeof *p->keyed);
	p->new_vertex = cook_alloc(p->context, v, sizeof *p->new_vertex);
	p->old_vertex = cook_alloc(p->context, v, sizeof *p->old_vertex);
	p->new_half = cook_alloc(p->context, e2, sizeof *p->new_half);
	hull_arrays *a = &p->arrays;
	a->vertex_count = h->vertex_count;
	a->face_count = h->face_count;
	a->half_edge_count = h->half_edge_count;
	a->block_size = (3 * v + 4 * f + (f + 1) + 3 * e2 + e2 / 2 + (v + 1) + e2) * sizeof(uint32_t);
	a->block = cook_alloc(p->context, a->block_size, 1);
	if (!p->keyed || !p->new_vertex || !p->old_vertex || !p->new_half || !a->block)
		return false;
	a->vertices = a->block;
	a->planes = (float(*)[4])(void *)(a->vertices + v);
	a->face_first = (uint32_t *)(void *)(a->planes + f);
	a->origins = a->face_first + f + 1;
	a->twins = a->origins + e2;
	a->faces = a->twins + e2;
	a->edges = a->faces + e2;
	a->vertex_first = a->edges + e2 / 2;
	a->neighbours = a->vertex_first + v + 1;
	return true;
}

static void release(packer *p)
{
	hull_ranks_free(p->context, &p->ranks);
	hull_hierarchy_free(p->context, &p->hierarchy);
	cook_free(p->context, p->keyed, p->keyed_count, sizeof *p->keyed);
	cook_free(p->context, p->new_vertex, p->h->vertex_count, sizeof *p->new_vertex);
	cook_free(p->context, p->old_vertex, p->h->vertex_count, sizeof *p->old_vertex);
	cook_free(p->context, p->new_half, p->h->half_edge_count, sizeof *p->new_half);
	cook_free(p->context, p->arrays.block, p->arrays.block_size, 1);
}

/// Builds the hull in the blob's numbering. False when out of memory.
static bool arrange(packer *p)
{
	hull_arrays *a = &p->arrays;
	hull_blocks blocks;
	order_vertices(p);
	order_faces(p);
	for (uint32_t i = 0; i < a->vertex_count; ++i)
		memcpy(a->vertices[i], p->h->vertices[p->ranks.vertex_of[p->old_vertex[i]]], sizeof *a->vertices);
	write_faces(p);
	// Links name vertices in the blob's numbering but are found by rank: new_vertex is needed until the links are
	// written.
	for (uint32_t i = 0; i < p->hierarchy.ring_total; ++i)
		p->hierarchy.rings[i] = p->new_vertex[p->hierarchy.rings[i]];
	write_neighbours(p);
	if (hull_blocks_make(p->context, (const float(*)[3])a->vertices, a->vertex_count, &blocks) != KILNCOOK_OK)
		return false;
	hull_arrays_measure(a, &blocks, p->h->dimension);
	hull_blocks_free(p->context, &blocks);
	return true;
}

/// Computes the counts, sizes and the hierarchy's sizes.
static kiln_format_hull describe(const packer *p, uint32_t sizes[KILN_HULL_LEVELS_MAX])
{
	const convex_hull *h = p->h;
	kiln_format_hull head = {.dimension = h->dimension,
		.vertex_count = h->vertex_count,
		.edge_count = h->half_edge_count / 2,
		.face_count = h->face_count,
		.level_count = p->hierarchy.rounds,
		.link_count = p->hierarchy.ring_total};
	for (uint32_t level = 0; level < head.level_count; ++level)
		sizes[level] = 0;
	for (uint32_t rank = 0; head.level_count && rank < h->vertex_count; ++rank)
	{
		uint32_t first_level = head.level_count - p->hierarchy.round_of[rank];
		if (first_level < head.level_count)
			++sizes[first_level];
	}
	for (uint32_t level = 0; level < head.level_count; ++level)
	{
		sizes[level] += level ? sizes[level - 1] : 0;
		head.link_first_count += sizes[level] + 1;
	}
	head.index_size = h->half_edge_count < 65536 && head.link_count < 65536 ? 2 : 4;
	head.size = kiln_format_hull_place_arrays(&head).size;
	return head;
}

static void put_index(uint8_t *array, uint32_t index_size, size_t i, uint32_t value)
{
	if (index_size == 2)
		((uint16_t *)(void *)array)[i] = (uint16_t)value;
	else
		((uint32_t *)(void *)array)[i] = value;
}

static void put_indices(const packed_hull *out, uint64_t at, const uint32_t *values, size_t count)
{
	for (size_t i = 0; i < count; ++i)
		put_index(out->data + at, out->head.index_size, i, values[i]);
}

/// Writes component `component` of `count` tuples of `width` floats, padded to whole blocks with the first.
static void put_floats(
	const packed_hull *out, uint64_t at, const float *tuples, uint32_t width, uint32_t component, uint32_t count)
{
	float *to = (float *)(void *)(out->data + at);
	for (size_t i = 0; i < ((size_t)count + KILN_HULL_BLOCK - 1) / KILN_HULL_BLOCK * KILN_HULL_BLOCK; ++i)
		to[i] = tuples[(i < count ? i : 0) * width + component];
}

static void put_edge_normals(const packed_hull *out, uint64_t at, const hull_arrays *a, uint32_t axis, bool second)
{
	float *to = (float *)(void *)(out->data + at);
	size_t count = a->half_edge_count / 2;
	for (size_t i = 0; i < (count + KILN_HULL_BLOCK - 1) / KILN_HULL_BLOCK * KILN_HULL_BLOCK; ++i)
	{
		uint32_t half = a->edges[i < count ? i : 0];
		to[i] = a->planes[a->faces[second ? a->twins[half] : half]][axis];
	}
}

/// Writes, per level and vertex of the level, the neighbours that the next level adds. Added vertices are visited by
/// number, so that every list increases.
static void put_links(const packer *p, const packed_hull *out, const kiln_format_hull_layout *at, const uint32_t *sizes)
{
	const hull_hierarchy *y = &p->hierarchy;
	uint8_t *firsts = out->data + at->link_first, *links = out->data + at->links;
	uint32_t index_size = out->head.index_size, base = 0, placed = 0;
	uint32_t *next = p->new_half; // no longer needed; there are more half-edges than vertices
	for (uint32_t level = 0; level < out->head.level_count; ++level)
	{
		uint32_t end = level + 1 < out->head.level_count ? sizes[level + 1] : out->head.vertex_count;
		memset(next, 0, sizes[level] * sizeof *next);
		for (uint32_t added = sizes[level]; added < end; ++added)
			for (uint32_t k = 0; k < y->ring_count[p->old_vertex[added]]; ++k)
				++next[y->rings[y->ring_first[p->old_vertex[added]] + k]];
		for (uint32_t i = 0; i < sizes[level]; ++i)
		{
			put_index(firsts, index_size, base + i, placed);
			uint32_t count = next[i];
			next[i] = placed;
			placed += count;
		}
		put_index(firsts, index_size, base + sizes[level], placed);
		for (uint32_t added = sizes[level]; added < end; ++added)
			for (uint32_t k = 0; k < y->ring_count[p->old_vertex[added]]; ++k)
				put_index(links, index_size, next[y->rings[y->ring_first[p->old_vertex[added]] + k]]++, added);
		base += sizes[level] + 1;
	}
}

static kilncook_status encode(const packer *p, packed_hull *out)
{
	uint32_t sizes[KILN_HULL_LEVELS_MAX];
	packed_hull made = {.head = describe(p, sizes)};
	made.data = cook_alloc_zero(p->context, (size_t)made.head.size, 1);
	if (!made.data)
		return KILNCOOK_INTERNAL;
	kiln_format_hull_layout at = kiln_format_hull_place_arrays(&made.head);
	const hull_arrays *a = &p->arrays;
	const uint64_t coordinates[3] = {at.x, at.y, at.z}, planes[4] = {at.nx, at.ny, at.nz, at.d};
	for (uint32_t i = 0; i < 3; ++i)
		put_floats(&made, coordinates[i], &a->vertices[0][0], 3, i, a->vertex_count);
	for (uint32_t i = 0; i < 4; ++i)
		put_floats(&made, planes[i], &a->planes[0][0], 4, i, a->face_count);
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		put_edge_normals(&made, at.a[axis], a, axis, false);
		put_edge_normals(&made, at.b[axis], a, axis, true);
	}
	put_indices(&made, at.face_first, a->face_first, (size_t)a->face_count + 1);
	put_indices(&made, at.origins, a->origins, a->half_edge_count);
	put_indices(&made, at.twins, a->twins, a->half_edge_count);
	put_indices(&made, at.faces, a->faces, a->half_edge_count);
	put_indices(&made, at.edges, a->edges, a->half_edge_count / 2);
	put_indices(&made, at.vertex_first, a->vertex_first, (size_t)a->vertex_count + 1);
	put_indices(&made, at.neighbours, a->neighbours, a->half_edge_count);
	put_indices(&made, at.seeds, a->seeds, KILN_HULL_SEEDS);
	put_indices(&made, at.level_sizes, sizes, made.head.level_count);
	put_links(p, &made, &at, sizes);
	*out = made;
	return KILNCOOK_OK;
}

/// Whether the blob can represent the hull.
static bool fits(const kilncook_context *context, const convex_hull *h)
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			if (!(hull_magnitude((double)h->vertices[i][axis]) <= (double)KILN_COORDINATE_MAX))
			{
				cook_message(context, KILNCOOK_ERROR, "", "hull-range", "vertex %u of a hull is beyond 2^40", i);
				return false;
			}
	return true;
}

kilncook_status hull_pack(const kilncook_context *context, const convex_hull *h, bool hierarchy, packed_hull *out)
{
	return hull_pack_from(context, h, hierarchy ? HULL_HIERARCHY_FROM : UINT32_MAX, out);
}

kilncook_status hull_pack_from(const kilncook_context *context, const convex_hull *h, uint32_t from, packed_hull *out)
{
	if (!fits(context, h))
		return KILNCOOK_REFUSED;
	packer p = {.context = context, .h = h};
	kilncook_status status = hull_ranks_make(context, h, &p.ranks);
	if (status == KILNCOOK_OK && h->dimension == 3 && h->vertex_count >= from)
		status = hull_hierarchy_build(context, h, &p.ranks, &p.hierarchy);
	if (status == KILNCOOK_OK)
	{
		status = KILNCOOK_INTERNAL;
		if (allocate(&p) && arrange(&p))
			status = encode(&p, out);
		if (status != KILNCOOK_OK)
			cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to pack a convex hull");
	}
	release(&p);
	return status;
}

void packed_hull_free(const kilncook_context *context, packed_hull *packed)
{
	cook_free(context, packed->data, (size_t)packed->head.size, 1);
	*packed = (packed_hull){0};
}
