// SPDX-License-Identifier: MIT
#include "patches.h"
#include "box_in.h"
#include "link_of.h"
#include "object.h"

#include <string.h>

/// Surfaces in pair queries: their patches near the other part become meshes.

bool kilni_pair_surface_side(kiln_pair_side *side)
{
	const kiln_surface *surface = &side->object->surface;
	kiln_surface_stand_in *room = &side->stand_in;
	memset(room, 0, sizeof *room);
	if (!surface->operations->bounds(surface->data, room->mesh.bounds_min, room->mesh.bounds_max))
		return false;
	room->asset.meshes = &room->mesh;
	room->asset.shapes = &room->shape;
	room->asset.materials = &room->material;
	room->asset.mesh_count = room->asset.shape_count = room->asset.material_count = 1;
	room->shape.kind = KILN_SHAPE_MESH;
	side->single = true;
	kiln_pair_part *part = &side->part;
	*part = (kiln_pair_part){
		.asset = &room->asset, .node = KILN_NONE, .surface = surface, .place = side->pose, .box = side->pose};
	// The nodes are never read: only the whole tree is one of its volumes.
	part->tree = (kiln_pair_tree){.kind = KILN_TREE_AABB};
	kilni_pair_tree_box(&part->tree, room->mesh.bounds_min, room->mesh.bounds_max);
	return true;
}

typedef struct patch_walk
{
	kiln_pair_part part; ///< of the current patch
	kiln_surface_stand_in stand_in;
	kiln_surface_reach reach;
	double per_length; ///< lengths of the surface per length of the query, at most
	const double *limit;
	kiln_visit_part *visit;
	void *user;
} patch_walk;

/// A limit in the surface's lengths.
static double reach_limit(const patch_walk *walk)
{
	return *walk->limit > 0 ? *walk->limit * walk->per_length : 0;
}

static bool visit_patch(void *user, const kiln_surface_patch *patch)
{
	patch_walk *walk = user;
	kiln_pair_part *part = &walk->part;
	part->tree = patch->tree;
	part->numbers = patch->numbers;
	walk->stand_in.mesh.triangle_count = patch->triangle_count;
	const bool more = walk->visit(walk->user, part);
	walk->reach.limit = reach_limit(walk);
	return more;
}

bool kilni_pair_patches(const kiln_pair_part *surface, const kiln_pair_part *other, const double *limit, bool nearest,
	kiln_budget *budget, kiln_visit_part *visit, void *user)
{
	patch_walk walk = {.part = *surface, .limit = limit, .visit = visit, .user = user};
	walk.stand_in.asset = *surface->asset;
	walk.stand_in.mesh = surface->asset->meshes[0];
	walk.stand_in.asset.meshes = &walk.stand_in.mesh;
	walk.stand_in.asset.isa = other->asset->isa;
	walk.part.asset = &walk.stand_in.asset;
	walk.part.surface = NULL;
	walk.per_length = (1 + 0x1p-20) / kiln_place_least(&surface->box);
	walk.reach.limit = reach_limit(&walk);
	walk.reach.nearest = nearest;
	const kiln_pair_frame frame = kiln_pair_frame_of(&surface->tree, &surface->box);
	kiln_pair_box_in(&frame, &other->tree, &other->box, &walk.reach.low, &walk.reach.high);
	return surface->surface->operations->walk_patches(surface->surface->data, budget, &walk.reach, visit_patch, &walk);
}
