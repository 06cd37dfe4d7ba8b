// SPDX-License-Identifier: MIT
#include "mesh_solid.h"

#include "link_of.h"
#include "math/budget.h"
#include "math/rounding.h"
#include "pair/kernel/kernels.h"
#include "pair/kernel/record.h"
#include "tree/layout.h"

typedef struct solid_entry
{
	float lower;
	kiln_volume_ref ref;
} solid_entry;

typedef struct solid_walk
{
	const kiln_pair_tree *tree;
	const kiln_volume_kernels *kernels;
	kiln_pair_link links[2];
	kiln_pair_volume volume; ///< the solid's box in the mesh's frame
	kiln_place seen;		 ///< from the mesh's coordinates to the query's, relative to the middle of the box
	kiln_place box;			 ///< of the solid
	kiln_d3 half;			 ///< of its box
	double row[3];			 ///< lengths of the rows of the box's inverse
	kiln_convex convex;
	const kiln_pair_sift *sift;
	const double *limit;
	kiln_pair_counters *counters;
	kiln_budget *budget;
	kiln_visit_solid_gap *visit;
	void *user;
	solid_entry stack[KILN_TREE_STACK];
	uint32_t height;
} solid_walk;

/// Records a step of a volume of the mesh and the solid's box.
#define RECORD_ENTRY(walk, of, at, below, ...)                                                                         \
	KILN_RECORD_PAIR((walk)->budget, .step = (of), .tree = {(walk)->tree, NULL}, .ref = {at, KILN_ROOT_REF},           \
		.under = {below, KILN_LEAF_BIT}, .limit = kiln_float_up(*(walk)->limit), __VA_ARGS__)

static kiln_d3 see(const kiln_place *place, kiln_d3 eye)
{
	return kiln_d3_sub(place->moved ? place->origin : (kiln_d3){0, 0, 0}, eye);
}

/// Whether one of the box's sides separates a triangle by more than the limit. In coordinates along the box's axes,
/// each half side is 1. Rounding here, and the touching distance of GJK, are far less than 2^-20 of the coordinates.
static bool beside(const solid_walk *walk, const kiln_d3 corner[3])
{
	const double half[3] = {walk->half.x, walk->half.y, walk->half.z};
	double size = kiln_double_max(
		kiln_d3_largest(corner[0]), kiln_double_max(kiln_d3_largest(corner[1]), kiln_d3_largest(corner[2])));
	for (int k = 0; k < 3; ++k)
	{
		kiln_d3 row = walk->box.inverse[k];
		double a = kiln_d3_dot(row, corner[0]), b = kiln_d3_dot(row, corner[1]), c = kiln_d3_dot(row, corner[2]);
		double low = kiln_double_min(a, kiln_double_min(b, c)), high = kiln_double_max(a, kiln_double_max(b, c));
		double reach = half[k] + walk->row[k] * (*walk->limit + 0x1p-20 * size) + 0x1p-20 * half[k];
		if (low > reach || high < -reach)
			return true;
	}
	return false;
}

static bool visit_leaf(solid_walk *walk, uint32_t unit)
{
	kiln_leaf_room room;
	kiln_leaf leaf = kiln_leaf_at(walk->tree->leaves, unit, &room);
	bool hit = false, going = true;
	++walk->counters->leaf_pairs;
	walk->counters->triangle_tests += leaf.triangle_count;
	for (uint32_t i = 0; going && i < leaf.triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_leaf_triangle(&leaf, i, corners);
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_place_point(&walk->seen, kiln_d3_from(corners[k]));
		if (beside(walk, seen) ||
			(walk->sift && !kilni_pair_sift_keeps(walk->sift, leaf.triangle + i, leaf.triangle + i)))
			continue;
		++walk->counters->exact_tests;
		const kiln_convex triangle = kilni_convex_of_triangle(seen);
		kiln_solid_gap gap;
		bool near = kilni_solids_measure(&triangle, &walk->convex, *walk->limit, &gap);
		going = kiln_budget_take(walk->budget, 1 + (uint64_t)gap.steps);
		if (!going || !near)
			continue;
		hit |= gap.touching;
		gap.on_a = kiln_d3_add(gap.on_a, walk->box.origin);
		gap.on_b = kiln_d3_add(gap.on_b, walk->box.origin);
		going = walk->visit(walk->user, leaf.triangle + i, seen, &gap);
	}
	walk->counters->leaf_hits += hit;
	return going;
}

/// Pushes the children that may be within the limit, so that the nearest is popped first and, among equally near ones,
/// the first.
static void open_node(solid_walk *walk, kiln_volume_ref ref, uint32_t node)
{
	const kiln_pair_link *link = &walk->links[1];
	float lower[KILN_TREE_WIDTH] = {0}, size[KILN_TREE_WIDTH];
	uint32_t children = kiln_volume_count(walk->tree, node), base = walk->height, bits;
	if (*walk->limit > 0)
		bits = walk->kernels->near(walk->tree, node, &walk->volume, link, kiln_float_up(*walk->limit), lower, size);
	else
		bits = walk->kernels->overlaps(walk->tree, node, &walk->volume, link, size);
	walk->counters->volume_tests += children;
	walk->counters->children += children;
	walk->counters->volume_overlaps += kiln_bit_count(bits);
	(void)ref;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_NODE, ref, node, .met = bits, .keys = *walk->limit > 0 ? lower : NULL);
	for (; bits; bits &= bits - 1)
	{
		uint32_t child = kiln_lowest_bit(bits), at = walk->height++;
		for (; at > base && walk->stack[at - 1].lower <= lower[child]; --at)
			walk->stack[at] = walk->stack[at - 1];
		walk->stack[at] = (solid_entry){lower[child], node * 8 + child};
	}
}

static bool run(solid_walk *walk)
{
	walk->height = 0;
	if (!kiln_budget_take(walk->budget, 1))
		return false;
	open_node(walk, KILN_ROOT_REF, 0);
	while (walk->height)
	{
		const solid_entry entry = walk->stack[--walk->height];
		if (*walk->limit > 0 && (double)entry.lower > *walk->limit)
		{
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, entry.ref, kiln_volume_under(walk->tree, entry.ref),
				.keys = &entry.lower);
			continue;
		}
		uint32_t under = kiln_volume_under(walk->tree, entry.ref);
		if (!kiln_budget_take(walk->budget, 1))
			return false;
		if (!(under & KILN_LEAF_BIT))
			open_node(walk, entry.ref, under);
		else
		{
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_LEAVES, entry.ref, under, .keys = &entry.lower);
			if (!visit_leaf(walk, under & ~KILN_LEAF_BIT))
				return false;
		}
	}
	return true;
}

bool kilni_mesh_solid_walk(const kiln_pair_part *mesh, const kiln_pair_part *solid, const kiln_pair_sift *sift,
	const double *limit, kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_solid_gap *visit, void *user)
{
	solid_walk walk;
	walk.tree = &mesh->tree;
	walk.kernels = kilni_volume_kernels_choose(mesh->asset->isa);
	walk.sift = sift;
	walk.limit = limit;
	walk.counters = counters;
	walk.budget = budget;
	walk.visit = visit;
	walk.user = user;
	walk.box = solid->box;
	walk.half = kiln_d3_from_floats(solid->tree.half);
	for (int k = 0; k < 3; ++k)
		walk.row[k] = sqrt(kiln_d3_length2(walk.box.inverse[k]));
	walk.seen = mesh->place;
	walk.seen.origin = see(&mesh->place, walk.box.origin);
	if (!walk.seen.moved)
	{
		walk.seen.moved = true;
		walk.seen.column[0] = (kiln_d3){1, 0, 0};
		walk.seen.column[1] = (kiln_d3){0, 1, 0};
		walk.seen.column[2] = (kiln_d3){0, 0, 1};
	}
	walk.convex = kilni_convex_of(&solid->body, &solid->place, walk.box.origin);
	kiln_pair_link_of(walk.links, &mesh->tree, &mesh->place, &solid->tree, &solid->box);
	walk.kernels->transform(&solid->tree, KILN_ROOT_REF, &mesh->tree, &walk.links[1], &walk.volume);
	++counters->updates;
	return run(&walk);
}

bool kilni_solid_solid(const kiln_pair_part *a, const kiln_pair_part *b, double limit, kiln_solid_gap *gap)
{
	kiln_d3 eye = a->box.origin;
	const kiln_convex one = kilni_convex_of(&a->body, &a->place, eye);
	const kiln_convex other = kilni_convex_of(&b->body, &b->place, eye);
	if (!kilni_solids_measure(&one, &other, limit, gap))
		return false;
	gap->on_a = kiln_d3_add(gap->on_a, eye);
	gap->on_b = kiln_d3_add(gap->on_b, eye);
	return true;
}
