// SPDX-License-Identifier: MIT
#include "contact_ring.h"

#include "surface.h"

#include <math.h>

/// A normal this near to a face normal counts as the face normal, whatever the asset states.
#define SAME 0x1p-12

/// A walk of the triangles around an edge or a vertex, for their parts beyond the plane perpendicular to the normal.
typedef struct ring_walk
{
	const kiln_contact_ring *ring;
	kiln_d3 normal;
	kiln_vec3 at[2]; ///< the vertex, or both ends of the edge, in the mesh's coordinates
	uint32_t count;	 ///< 1 or 2
	kiln_d3 foot;	 ///< at[0] relative to the center
	kiln_d3 along;	 ///< unit, along the edge; zero for a vertex
	bool beyond;
} ring_walk;

static bool is_at(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static kiln_d3 see(const kiln_contact_ring *ring, kiln_vec3 corner)
{
	const kiln_placed *placed = ring->placed;
	kiln_vec3 there = placed->moved ? kiln_transform_point(placed->moved->to_asset, corner) : corner;
	return kiln_d3_sub(kiln_d3_from(there), ring->center);
}

static bool rises(const ring_walk *walk, kiln_d3 corner)
{
	kiln_d3 way = kiln_d3_sub(corner, walk->foot);
	way = kiln_d3_along(way, -kiln_d3_dot(way, walk->along), walk->along);
	return kiln_d3_dot(way, walk->normal) > KILN_CONTACT_RISE * sqrt(kiln_d3_length2(way));
}

static bool visit_triangles(void *user, const kiln_leaf *leaf)
{
	ring_walk *walk = user;
	for (uint32_t i = 0; i < leaf->triangle_count && !walk->beyond; ++i)
	{
		kiln_vec3 corners[3];
		uint32_t shared = 0;
		bool own[3];
		kiln_leaf_triangle(leaf, i, corners);
		for (int k = 0; k < 3; ++k)
		{
			own[k] = is_at(corners[k], walk->at[0]) || (walk->count > 1 && is_at(corners[k], walk->at[1]));
			shared += own[k];
		}
		if (shared != walk->count || !kiln_placed_has(walk->ring->placed, leaf->triangle + i))
			continue;
		const kiln_d3 seen[3] = {see(walk->ring, corners[0]), see(walk->ring, corners[1]), see(walk->ring, corners[2])};
		if (walk->ring->one_sided && kiln_contact_is_behind(seen, walk->ring->placed->mirrored))
			continue;
		for (int k = 0; k < 3; ++k)
			walk->beyond |= !own[k] && rises(walk, seen[k]);
	}
	return !walk->beyond;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	const ring_walk *walk = user;
	(void)limit;
	kiln_leaf_room room;
	const kiln_leaf leaf = kiln_leaf_at(walk->ring->placed->tree.leaves, unit, &room);
	return visit_triangles(user, &leaf);
}

/// Whether no triangle around the corners (one, or both of an edge) reaches beyond the plane perpendicular to the
/// normal.
static bool supports(
	const kiln_contact_ring *ring, const kiln_contact_triangle *t, kiln_d3 normal, uint32_t first, uint32_t second)
{
	ring_walk walk = {.ring = ring, .normal = normal, .at = {t->stored[first], t->stored[second]}, .count = 1};
	walk.foot = t->seen[first];
	if (first != second)
	{
		kiln_d3 edge = kiln_d3_sub(t->seen[second], t->seen[first]);
		double length = sqrt(kiln_d3_length2(edge));
		walk.count = 2;
		walk.along = length > 0 ? kiln_d3_scale(edge, 1 / length) : edge;
	}
	// Each end of an edge meets every triangle of the edge.
	const float at[3] = {walk.at[0].x, walk.at[0].y, walk.at[0].z};
	const kiln_placed *placed = ring->placed;
	const kiln_surface *surface = placed->surface;
	if (surface)
		surface->operations->walk_box(surface->data, placed->asset->budget, at, at, visit_triangles, &walk);
	else
		kilni_walk_box_for(placed->asset->isa)(&placed->tree, at, at, visit_leaf, &walk);
	return !walk.beyond;
}

static bool edge_stands(
	const kiln_contact_ring *ring, const kiln_contact_triangle *t, kiln_d3 normal, uint32_t first, uint32_t second)
{
	uint32_t side = (first + 1) % 3 == second ? first : second;
	uint32_t kind = kiln_format_edge_kind(t->edges, side);
	if (kind == KILN_EDGE_BOUNDARY)
		return true;
	// A rising neighbour has the contact, unless the object is behind it.
	bool rises = kind == (t->turned ? KILN_EDGE_CONVEX : KILN_EDGE_CONCAVE);
	if ((rises && !ring->one_sided) || (kind == KILN_EDGE_FLAT && ring->similar))
		return false;
	return supports(ring, t, normal, first, second);
}

/// Removes the lowest of three corners along the normal; returns how many remain.
static uint32_t keep_upper_edge(const kiln_contact_triangle *t, kiln_d3 normal, uint32_t corners[3])
{
	uint32_t low = 0;
	for (uint32_t k = 1; k < 3; ++k)
		if (kiln_d3_dot(normal, t->seen[k]) <= kiln_d3_dot(normal, t->seen[low]))
			low = k;
	for (uint32_t k = 0, kept = 0; k < 3; ++k)
		if (k != low)
			corners[kept++] = k;
	return 2;
}

kiln_contact_verdict kilni_contact_judge(
	const kiln_contact_ring *ring, const kiln_contact_triangle *t, kiln_d3 normal, kiln_contact_feature *feature)
{
	double up = kiln_d3_dot(normal, t->normal);
	double sine2 = kiln_d3_length2(kiln_d3_cross(normal, t->normal));
	double flat = kiln_double_max(ring->flat, SAME);
	feature->count = 0;
	if (kiln_d3_length2(t->normal) == 0)
		return KILN_CONTACT_STANDS;
	if (up > 0 && sine2 <= flat * flat)
		return KILN_CONTACT_OF_FACE;
	uint32_t top = 0, *met = feature->corners, count = 0;
	for (uint32_t k = 1; k < 3; ++k)
		if (kiln_d3_dot(normal, t->seen[k]) > kiln_d3_dot(normal, t->seen[top]))
			top = k;
	for (uint32_t k = 0; k < 3; ++k)
	{
		kiln_d3 way = kiln_d3_sub(t->seen[top], t->seen[k]);
		if (kiln_d3_dot(normal, way) <= ring->tangent * sqrt(kiln_d3_length2(way)))
			met[count++] = k;
	}
	// A long thin triangle is within the tolerance along its length, even where its plane is not: its upper edge is met.
	if (count == 3 && sine2 > ring->tangent * ring->tangent)
		count = keep_upper_edge(t, normal, met);
	feature->count = count;
	bool stands = false;
	if (count == 1)
		stands = supports(ring, t, normal, top, top);
	else if (count == 2)
		stands = edge_stands(ring, t, normal, met[0], met[1]);
	return stands ? KILN_CONTACT_STANDS : KILN_CONTACT_FALLS;
}

bool kilni_contact_keeps_angles(const kiln_placed *placed)
{
	if (!placed->moved)
		return true;
	const float *m = placed->moved->to_asset;
	kiln_d3 column[3];
	double length2[3];
	for (int k = 0; k < 3; ++k)
	{
		column[k] = (kiln_d3){(double)m[k], (double)m[4 + k], (double)m[8 + k]};
		length2[k] = kiln_d3_length2(column[k]);
	}
	bool keeps = true;
	for (int k = 0; k < 3; ++k)
	{
		int next = (k + 1) % 3;
		double slack = 0x1p-10 * length2[k];
		keeps = keeps && kiln_double_abs(length2[k] - length2[next]) <= slack &&
				kiln_double_abs(kiln_d3_dot(column[k], column[next])) <= slack;
	}
	return keeps;
}
