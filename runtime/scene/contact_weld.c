// SPDX-License-Identifier: MIT
#include "contact_weld.h"

#include "math/double3.h"

/// Contacts this near to each other, as a part of the object's size, are one; and as a part of their coordinates, what
/// float32 tells apart.
#define NEAR 0x1p-10
#define NEAR_ROUNDING 0x1p-21

/// Normals whose sine is below this are the same whatever the asset says.
#define SAME 0x1p-10

typedef struct contact_welder
{
	double near;
	double flat2; ///< squared sine of normals that are the same
} contact_welder;

/// Whether a neighbour may have the contact, too.
static bool is_on_rim(const kiln_contact *contact)
{
	return contact->feature_b.kind == KILN_FEATURE_EDGE || contact->feature_b.kind == KILN_FEATURE_VERTEX;
}

static bool same_normals(const contact_welder *welder, const kiln_mesh_manifold *a, const kiln_mesh_manifold *b)
{
	kiln_d3 n = kiln_d3_from(a->manifold.normal), m = kiln_d3_from(b->manifold.normal);
	return kiln_d3_dot(n, m) > 0 && kiln_d3_length2(kiln_d3_cross(n, m)) <= welder->flat2;
}

static bool same_place(const contact_welder *welder, const kiln_contact *a, const kiln_contact *b)
{
	kiln_d3 p = kiln_d3_from(a->on_b), q = kiln_d3_from(b->on_b), way = kiln_d3_sub(p, q);
	double near = welder->near + NEAR_ROUNDING * kiln_double_max(kiln_d3_largest(p), kiln_d3_largest(q));
	return kiln_d3_length2(way) <= near * near;
}

/// Takes a contact out; the others keep their order.
static void drop(kiln_manifold *manifold, uint32_t i)
{
	--manifold->count;
	for (; i < manifold->count; ++i)
		manifold->contacts[i] = manifold->contacts[i + 1];
	manifold->contacts[i] = (kiln_contact){.depth = 0};
}

/// Drops the contacts that two manifolds have in common from the one where they are less deep, or from the second.
static void weld_pair(const contact_welder *welder, kiln_mesh_manifold *a, kiln_mesh_manifold *b)
{
	if (!same_normals(welder, a, b))
		return;
	for (uint32_t i = 0; i < a->manifold.count;)
	{
		const kiln_contact *first = &a->manifold.contacts[i];
		bool lost = false;
		for (uint32_t k = 0; is_on_rim(first) && !lost && k < b->manifold.count;)
		{
			const kiln_contact *second = &b->manifold.contacts[k];
			if (!is_on_rim(second) || !same_place(welder, first, second))
				++k;
			else if (second->depth > first->depth)
				lost = true;
			else
				drop(&b->manifold, k);
		}
		if (lost)
			drop(&a->manifold, i);
		else
			++i;
	}
}

static void corners_of(const kiln_asset *asset, const kiln_mesh_manifold *manifold, kiln_vec3 corners[3])
{
	uint32_t number = manifold->triangle - asset->meshes[manifold->mesh].triangle_first;
	(void)kiln_triangle_corners(asset, manifold->mesh, number, corners);
}

static bool share_vertex(const kiln_vec3 a[3], const kiln_vec3 b[3])
{
	bool share = false;
	for (int i = 0; i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			share = share || (a[i].x == b[k].x && a[i].y == b[k].y && a[i].z == b[k].z);
	return share;
}

/// Whether manifold `i` comes before `own`: it is deeper, or as deep and does not lie beside, or has the lower number.
static bool goes_before(const kiln_mesh_manifold *first, uint32_t i, uint32_t own)
{
	float depth = first[i].manifold.contacts[0].depth, own_depth = first[own].manifold.contacts[0].depth;
	return depth > own_depth || (depth >= own_depth && (!first[i].beside || i < own));
}

static bool is_covered(const kiln_asset *asset, const kiln_mesh_manifold *first, uint32_t count, uint32_t own)
{
	kiln_vec3 corners[3], other[3];
	corners_of(asset, &first[own], corners);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (i == own || !goes_before(first, i, own))
			continue;
		corners_of(asset, &first[i], other);
		if (share_vertex(corners, other))
			return true;
	}
	return false;
}

/// Empties manifolds of one node that lie beside their triangles and that a neighbour covers. That one may be covered, too,
/// but along such a chain they get deeper, and its end is left.
static void drop_covered(const kiln_asset *asset, kiln_mesh_manifold *first, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (first[i].beside && is_covered(asset, first, count, i))
			first[i].manifold.count = 0;
}

/// Takes out manifolds without contacts.
static uint32_t compact(kiln_mesh_manifold *manifolds, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (manifolds[i].manifold.count > 0)
			manifolds[kept++] = manifolds[i];
	return kept;
}

uint32_t kiln_contacts_weld(const kiln_asset *asset, kiln_mesh_manifold *manifolds, uint32_t count, double size)
{
	for (uint32_t first = 0, end = 0; first < count; first = end)
	{
		while (end < count && manifolds[end].node == manifolds[first].node)
			++end;
		drop_covered(asset, manifolds + first, end - first);
	}
	count = compact(manifolds, count);
	double sine = kiln_double_max(asset->provenance->flat_edge, SAME);
	const contact_welder welder = {NEAR * size, sine * sine};
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = i + 1; k < count && manifolds[k].node == manifolds[i].node; ++k)
			weld_pair(&welder, &manifolds[i], &manifolds[k]);
	return compact(manifolds, count);
}
