// SPDX-License-Identifier: MIT
#include "pack.h"

#include "hull/plane.h"
#include "hull/view.h"
#include "internal.h"
#include "memory.h"
#include "open/proof_hulls.h"

/// A packed hull and the original hull.
typedef struct prover
{
	const kilncook_context *context;
	const convex_hull *h;
	const packed_hull *packed;
	kiln_hull view;
	convex_hull decoded;
	hull_ranks ranks[2];   ///< ranks of the hull, and of the decoded hull
	hull_keyed *halves[2]; ///< half-edges by the ranks of their ends, for both hulls
	uint32_t *partner;	   ///< per decoded half-edge: the same half-edge of the hull
	hull_blocks blocks;	   ///< blocks of the decoded vertices
	uint32_t *next;		   ///< per half-edge of the hull: the next one of its face
} prover;

static kilncook_status fault(const prover *p, uint32_t where, const char *rule)
{
	cook_message(p->context, KILNCOOK_ERROR, "", "hull-proof", "packed hull, element %u: %s", where, rule);
	return KILNCOOK_INTERNAL;
}

static kilncook_status no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to decode a convex hull");
	return KILNCOOK_INTERNAL;
}

kilncook_status hull_unpack(const kilncook_context *context, const packed_hull *packed, convex_hull *out)
{
	kiln_result result = kilni_prove_hull(&packed->head, 0, packed->data, 0, packed->head.size);
	if (result.status != KILN_OK)
	{
		cook_message(context, KILNCOOK_ERROR, "", "hull-proof", "packed hull, byte %llu: %s",
			(unsigned long long)result.offset, result.reason);
		return KILNCOOK_INTERNAL;
	}
	kiln_hull view;
	kilni_hull_view_arrays(&packed->head, packed->data, KILN_ISA_AUTO, &view);
	convex_hull made;
	kilncook_status status =
		hull_allocate(context, view.dimension, view.vertex_count, view.face_count, 2 * view.edge_count, &made);
	if (status != KILNCOOK_OK)
		return no_memory(context);
	for (uint32_t i = 0; i < view.vertex_count; ++i)
	{
		made.vertices[i][0] = view.x[i];
		made.vertices[i][1] = view.y[i];
		made.vertices[i][2] = view.z[i];
		made.sources[i] = i;
	}
	for (uint32_t i = 0; i <= view.face_count; ++i)
		made.face_first[i] = kiln_hull_index(&view, view.face_first, i);
	for (uint32_t i = 0; i < made.half_edge_count; ++i)
	{
		made.origins[i] = kiln_hull_origin(&view, i);
		made.twins[i] = kiln_hull_twin(&view, i);
	}
	*out = made;
	return KILNCOOK_OK;
}

/// Proves that the vertices are the same, to the bit.
static kilncook_status prove_vertices(const prover *p)
{
	const convex_hull *h = p->h, *d = &p->decoded;
	if (h->dimension != d->dimension || h->vertex_count != d->vertex_count || h->face_count != d->face_count ||
		h->half_edge_count != d->half_edge_count)
		return fault(p, 0, "dimension or counts are not the hull's");
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (!hull_equal(h->vertices[p->ranks[0].vertex_of[i]], d->vertices[p->ranks[1].vertex_of[i]]))
			return fault(p, p->ranks[1].vertex_of[i], "a vertex is not one of the hull's");
	return KILNCOOK_OK;
}

/// Sorts the half-edges of a hull by the ranks of their ends. The half-edges of a face are consecutive; the last one
/// ends where the first one starts.
static void sort_halves(const convex_hull *h, const hull_ranks *ranks, hull_keyed *halves)
{
	for (uint32_t half = 0; half < h->half_edge_count; ++half)
	{
		uint64_t origin = ranks->rank_of[h->origins[half]], end = ranks->rank_of[h->origins[h->twins[half]]];
		halves[half] = (hull_keyed){origin << 32 | end, half};
	}
	hull_sort(halves, h->half_edge_count, halves + h->half_edge_count);
}

/// Proves that the faces are the same. A hull has one half-edge from one vertex to another, so that each half-edge has
/// one partner; the twins and the successors of partners must be partners.
static kilncook_status prove_faces(const prover *p)
{
	const convex_hull *h = p->h, *d = &p->decoded;
	for (uint32_t side = 0; side < 2; ++side)
		sort_halves(side ? d : h, &p->ranks[side], p->halves[side]);
	for (uint32_t i = 0; i < h->half_edge_count; ++i)
	{
		if (p->halves[0][i].key != p->halves[1][i].key)
			return fault(p, p->halves[1][i].item, "a half-edge is not one of the hull's");
		p->partner[p->halves[1][i].item] = p->halves[0][i].item;
	}
	for (uint32_t face = 0; face < h->face_count; ++face)
		for (uint32_t half = h->face_first[face]; half < h->face_first[face + 1]; ++half)
			p->next[half] = half + 1 < h->face_first[face + 1] ? half + 1 : h->face_first[face];
	for (uint32_t half = 0; half < d->half_edge_count; ++half)
	{
		if (p->partner[d->twins[half]] != h->twins[p->partner[half]])
			return fault(p, half, "a half-edge's twin is not the hull's");
		if (p->partner[kiln_hull_next(&p->view, half)] != p->next[p->partner[half]])
			return fault(p, half, "a face is not one of the hull's");
	}
	return KILNCOOK_OK;
}

/// Finds the vertex that lies farthest along n, exactly; in a convex body, walking uphill finds it.
static uint32_t highest(const prover *p, const float n[3], uint32_t vertex)
{
	const float(*at)[3] = (const float(*)[3])p->decoded.vertices;
	uint32_t i = kiln_hull_index(&p->view, p->view.vertex_first, vertex), first = i;
	uint32_t end = kiln_hull_index(&p->view, p->view.vertex_first, vertex + 1);
	hull_height height = hull_height_of(n, at[vertex]);
	while (i < end)
	{
		if (end - first > HULL_HUB)
			return hull_blocks_highest(&p->blocks, n, vertex);
		uint32_t neighbour = kiln_hull_index(&p->view, p->view.neighbours, i++);
		if (hull_compare_to(n, at[neighbour], at[vertex], &height) <= 0)
			continue;
		vertex = neighbour;
		height = hull_height_of(n, at[vertex]);
		i = first = kiln_hull_index(&p->view, p->view.vertex_first, vertex);
		end = kiln_hull_index(&p->view, p->view.vertex_first, vertex + 1);
	}
	return vertex;
}

/// Returns the corner, of three, with the fewest neighbours.
static uint32_t quietest(const prover *p, const uint32_t corner[3])
{
	uint32_t best = corner[0], fewest = UINT32_MAX;
	for (int i = 0; i < 3; ++i)
	{
		uint32_t degree = kiln_hull_index(&p->view, p->view.vertex_first, corner[i] + 1) -
						  kiln_hull_index(&p->view, p->view.vertex_first, corner[i]);
		best = degree < fewest ? corner[i] : best;
		fewest = degree < fewest ? degree : fewest;
	}
	return best;
}

/// Largest difference between components of a plane's normal and of the normal from other corners: both are rounded to
/// float32 once.
#define NORMAL_SLACK 0x1p-23

static kilncook_status prove_planes(const prover *p)
{
	const convex_hull *d = &p->decoded;
	for (uint32_t face = 0; face < d->face_count; ++face)
	{
		const uint32_t *corner = d->origins + d->face_first[face + 1] - 3;
		kiln_vec3 normal = kiln_hull_normal(&p->view, face);
		float n[3] = {normal.x, normal.y, normal.z}, other[3];
		kilni_hull_plane_normal(d->vertices[corner[0]], d->vertices[corner[1]], d->vertices[corner[2]], other);
		for (int axis = 0; axis < 3; ++axis)
			if (hull_magnitude((double)n[axis] - (double)other[axis]) > NORMAL_SLACK)
				return fault(p, face, "a plane's normal is not its face's");
		const float *top = d->vertices[highest(p, n, quietest(p, corner))];
		if (p->view.d[face] != kilni_hull_plane_height(n, top))
			return fault(p, face, "a plane does not stand at its highest vertex");
	}
	return KILNCOOK_OK;
}

/// Proves that a vertex lies no farther along the directions of the seeds than they; it lies beyond `low` and `high`.
static kilncook_status prove_behind_seeds(const prover *p, uint32_t vertex, const double at[AXES_ROOM],
	const double low[AXES_ROOM], const double high[AXES_ROOM])
{
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		bool up;
		int axis = hull_seed_axis(i, &up);
		float direction[3];
		hull_seed_direction(i, direction);
		const float *seed = p->decoded.vertices[kiln_hull_index(&p->view, p->view.seeds, i)];
		if (up ? at[axis] <= high[axis] : at[axis] >= low[axis])
			continue;
		hull_height height = hull_height_of(direction, seed);
		if (hull_compare_to(direction, p->decoded.vertices[vertex], seed, &height) > 0)
			return fault(p, i, "a seed is not extreme in its direction");
	}
	return KILNCOOK_OK;
}

static kilncook_status prove_seeds(const prover *p)
{
	double slack = hull_seed_slack((const float(*)[3])p->decoded.vertices, p->decoded.vertex_count);
	double at[AXES_ROOM], low[AXES_ROOM], high[AXES_ROOM];
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
	{
		bool up;
		int axis = hull_seed_axis(i, &up);
		axes_project(p->decoded.vertices[kiln_hull_index(&p->view, p->view.seeds, i)], at);
		(up ? high : low)[axis] = at[axis] + (up ? -2 : 2) * slack;
	}
	low[AXES_ROOM - 1] = high[AXES_ROOM - 1] = 0;
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t vertex = 0; vertex < p->decoded.vertex_count && status == KILNCOOK_OK; ++vertex)
	{
		axes_project(p->decoded.vertices[vertex], at);
		if (!axes_within(at, 0, low, high))
			status = prove_behind_seeds(p, vertex, at, low, high);
	}
	return status;
}

/// Whether the vertex has a link to `to`; its links begin at element `place` of link_first.
static bool linked(const kiln_hull *view, uint32_t place, uint32_t to)
{
	uint32_t end = kiln_hull_index(view, view->link_first, place + 1);
	for (uint32_t i = kiln_hull_index(view, view->link_first, place); i < end; ++i)
		if (kiln_hull_index(view, view->links, i) == to)
			return true;
	return false;
}

/// Proves the property that queries rely on, for one level: the level's vertices and the vertices that the next level
/// adds form a hull, no two added vertices are neighbours, and each added vertex is linked from all of its neighbours.
static kilncook_status prove_level(const prover *p, uint32_t size, uint32_t next, uint32_t place)
{
	convex_hull whole;
	hull_points points = {&p->decoded.vertices[0][0], 0, next};
	kilncook_status status = hull_build(p->context, &points, &whole);
	if (status != KILNCOOK_OK)
		return status;
	if (whole.dimension != 3 || whole.vertex_count != next)
		status = fault(p, size, "a level of the hierarchy is no polyhedron of all of its vertices");
	for (uint32_t half = 0; half < whole.half_edge_count && status == KILNCOOK_OK; ++half)
	{
		uint32_t from = whole.sources[whole.origins[half]], to = whole.sources[whole.origins[whole.twins[half]]];
		if (from >= size && to >= size)
			status = fault(p, to, "two vertices that a level adds are neighbours");
		else if (from < size && to >= size && !linked(&p->view, place + from, to))
			status = fault(p, from, "a vertex has no link to a neighbour that the next level adds");
	}
	hull_free(p->context, &whole);
	return status;
}

static kilncook_status prove_hierarchy(const prover *p)
{
	kilncook_status status = KILNCOOK_OK;
	uint32_t place = 0;
	for (uint32_t level = 0; level < p->view.level_count && status == KILNCOOK_OK; ++level)
	{
		uint32_t size = kiln_hull_index(&p->view, p->view.level_sizes, level);
		uint32_t next = level + 1 < p->view.level_count ? kiln_hull_index(&p->view, p->view.level_sizes, level + 1)
														: p->view.vertex_count;
		status = prove_level(p, size, next, place);
		place += size + 1;
	}
	return status;
}

static kilncook_status prove_all(prover *p)
{
	size_t halves = p->h->half_edge_count;
	kilncook_status status = hull_ranks_make(p->context, p->h, &p->ranks[0]);
	if (status == KILNCOOK_OK)
		status = hull_ranks_make(p->context, &p->decoded, &p->ranks[1]);
	for (int side = 0; side < 2 && status == KILNCOOK_OK; ++side)
		if (!(p->halves[side] = cook_alloc(p->context, 2 * halves, sizeof *p->halves[side])))
			status = no_memory(p->context);
	if (status == KILNCOOK_OK && !(p->partner = cook_alloc(p->context, 2 * halves, sizeof *p->partner)))
		status = no_memory(p->context);
	if (status == KILNCOOK_OK && hull_blocks_make(p->context, (const float(*)[3])p->decoded.vertices,
									 p->decoded.vertex_count, &p->blocks) != KILNCOOK_OK)
		status = no_memory(p->context);
	if (status == KILNCOOK_OK)
		status = prove_vertices(p);
	if (status == KILNCOOK_OK)
	{
		p->next = p->partner + halves;
		status = prove_faces(p);
	}
	if (status == KILNCOOK_OK)
		status = prove_planes(p);
	if (status == KILNCOOK_OK)
		status = prove_seeds(p);
	if (status == KILNCOOK_OK)
		status = prove_hierarchy(p);
	return status;
}

kilncook_status hull_pack_prove(const kilncook_context *context, const convex_hull *h, const packed_hull *packed)
{
	prover p = {.context = context, .h = h, .packed = packed};
	kilncook_status status = hull_unpack(context, packed, &p.decoded);
	if (status != KILNCOOK_OK)
		return status;
	kilni_hull_view_arrays(&packed->head, packed->data, KILN_ISA_AUTO, &p.view);
	status = prove_all(&p);
	for (int side = 0; side < 2; ++side)
	{
		hull_ranks_free(context, &p.ranks[side]);
		cook_free(context, p.halves[side], 2 * (size_t)h->half_edge_count, sizeof *p.halves[side]);
	}
	cook_free(context, p.partner, 2 * (size_t)h->half_edge_count, sizeof *p.partner);
	hull_blocks_free(context, &p.blocks);
	hull_free(context, &p.decoded);
	return status;
}
