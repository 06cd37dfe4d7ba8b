// SPDX-License-Identifier: MIT
#include "bounds/posing.h"
#include "contact_body.h"
#include "contact_query.h"
#include "contact_weld.h"
#include "hit.h"
#include "leaf_cull.h"

#include "cast_shape.h"
#include "math/budget.h"
#include "surface.h"

/// tan(2 degrees), as in kiln_manifold_options.
#define USUAL_TOLERANCE 0.034920769491747731

/// The place of the next manifold; a manifold that does not fit is only counted.
static kiln_mesh_manifold *next_manifold(kiln_contact_query *query)
{
	kiln_mesh_manifold *next = query->count < query->capacity ? &query->manifolds[query->count] : NULL;
	query->count += query->count < UINT32_MAX;
	if (next)
		memset(next, 0, sizeof *next);
	return next;
}

/// Sets the remaining numbers that identify a manifold's triangle or solid.
static void identify(const kiln_asset *asset, kiln_mesh_manifold *manifold)
{
	kiln_hit hit;
	if (manifold->mesh == KILN_NONE)
		kiln_hit_identify_body(asset, manifold->node, KILN_NONE, &hit);
	else
		kiln_hit_identify(asset, manifold->mesh, manifold->node,
			manifold->triangle - asset->meshes[manifold->mesh].triangle_first, &hit);
	manifold->source_mesh = hit.source_mesh;
	manifold->source_face = hit.source_face;
	manifold->material = hit.material;
	manifold->tag = hit.tag;
	manifold->shape = hit.shape;
}

// --- Triangles --------------------------------------------------------------------------------------------------------

static bool is_same(const kiln_contact *a, const kiln_contact *b)
{
	return a->feature_a.kind == b->feature_a.kind && a->feature_a.index == b->feature_a.index &&
		   a->feature_b.kind == b->feature_b.kind && a->feature_b.index == b->feature_b.index;
}

/// Adds a contact behind those that are as deep, unless it is already there or there is no room.
static void add_contact(kiln_manifold *manifold, const kiln_contact *contact)
{
	uint32_t at = manifold->count;
	for (uint32_t i = 0; i < manifold->count; ++i)
		if (is_same(&manifold->contacts[i], contact))
			return;
	if (at == KILN_MANIFOLD_POINTS_MAX)
		return;
	for (; at > 0 && manifold->contacts[at - 1].depth < contact->depth; --at)
		manifold->contacts[at] = manifold->contacts[at - 1];
	manifold->contacts[at] = *contact;
	++manifold->count;
}

/// If there are more contacts than fit, keeps first those inside the triangle, and the deepest. A neighbour may have
/// the contacts on the triangle's rim, too, and room is needed for the object's own corners.
static void put_triangle_contacts(kiln_manifold *manifold, const kiln_contact *contacts, uint32_t count, kiln_d3 normal)
{
	kiln_contact reduced[KILN_MANIFOLD_POINTS_MAX], inner[KILN_CONTACTS_MAX];
	uint32_t inside = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (i == 0 || contacts[i].feature_b.kind == KILN_FEATURE_FACE)
			inner[inside++] = contacts[i];
	manifold->normal = kiln_d3_to(normal);
	inside = kiln_contacts_reduce(inner, inside, manifold->normal, inner);
	for (uint32_t i = 0; i < inside; ++i)
		add_contact(manifold, &inner[i]);
	uint32_t most = kiln_contacts_reduce(contacts, count, manifold->normal, reduced);
	for (uint32_t i = 0; i < most; ++i)
		add_contact(manifold, &reduced[i]);
}

/// Returns false for a triangle without contacts: one-sided, with the object's center behind it, or surely too far away.
static bool see_triangle(
	const kiln_contact_query *query, const kiln_leaf *leaf, uint32_t i, kiln_vec3 corners[3], kiln_contact_triangle *t)
{
	kiln_leaf_triangle(leaf, i, t->stored);
	kiln_placed_triangle(&query->placed, leaf, i, corners);
	for (int k = 0; k < 3; ++k)
		t->seen[k] = kiln_d3_sub(kiln_d3_from(corners[k]), query->center);
	if (kilni_swept_core_apart(&query->core, t->seen))
		return false;
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(t->seen[1], t->seen[0]), kiln_d3_sub(t->seen[2], t->seen[0]));
	if (query->placed.mirrored)
		up = kiln_d3_scale(up, -1);
	t->turned = kiln_d3_dot(up, t->seen[0]) > 0;
	if (t->turned && !query->options.both_sides)
		return false;
	double length = sqrt(kiln_d3_length2(up));
	t->normal = length > 0 ? kiln_d3_scale(up, (t->turned ? -1 : 1) / length) : (kiln_d3){0, 0, 0};
	const kiln_surface *surface = query->placed.surface;
	t->edges = surface ? surface->operations->edges(surface->data, leaf->triangle + i)
					   : kiln_triangle_edges(query->asset, query->placed.mesh, leaf->triangle + i);
	return true;
}

/// Converts contacts along one normal to contacts along the face normal: the points on the object stay.
static void lean(kiln_contact *contacts, uint32_t count, kiln_d3 from, kiln_d3 to)
{
	double part = kiln_d3_dot(from, to);
	for (uint32_t i = 0; i < count; ++i)
	{
		double depth = (double)contacts[i].depth * part;
		contacts[i].depth = (float)depth;
		contacts[i].on_b = kiln_d3_to(kiln_d3_along(kiln_d3_from(contacts[i].on_a), depth, to));
	}
}

/// Keeps the contacts along the face normal that a triangle has whose own contacts are `deepest` deep: a triangle that
/// is apart from the object has only contacts that are apart.
static uint32_t keep_apart(kiln_contact *contacts, uint32_t count, float deepest)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (deepest >= 0 || contacts[i].depth <= 0)
			contacts[kept++] = contacts[i];
	return kept;
}

/// Replaces a normal that does not hold by the face normal.
static void correct(const kiln_contact_query *query, kiln_contact_verdict verdict, kiln_triangle_contacts *of)
{
	if (verdict == KILN_CONTACT_STANDS || query->options.every_edge)
		return;
	kiln_vec3 face = kiln_d3_to(of->seen.normal), now = kiln_d3_to(of->normal);
	if (face.x == now.x && face.y == now.y && face.z == now.z)
		return;
	kiln_contact along[KILN_CONTACTS_MAX];
	float deepest = of->contacts[0].depth;
	uint32_t found = kilni_contact_search_triangle_along(query->search, &query->own, face, along);
	found = keep_apart(along, found, deepest);
	bool falls = verdict == KILN_CONTACT_FALLS;
	if (found > 0)
	{
		memcpy(of->contacts, along, found * sizeof *along);
		of->count = found;
	}
	else
		lean(of->contacts, of->count, falls ? of->seen.normal : of->normal, of->seen.normal);
	of->normal = of->seen.normal;
	of->corrected = falls;
	of->beside = falls && found == 0;
}

bool kilni_contact_touch(
	const kiln_contact_query *query, const kiln_leaf *leaf, uint32_t i, kiln_triangle_contacts *found)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_TRIANGLE};
	const kiln_convex_object triangle = {.shape = &shape};
	kiln_vec3 first;
	found->count = 0;
	if (!see_triangle(query, leaf, i, shape.triangle.corners, &found->seen))
		return false;
	if (!kilni_convex_object_usable(&triangle))
		return false;
	found->count =
		kilni_contact_search_triangle(query->search, &query->own, shape.triangle.corners, found->contacts, &first);
	if (found->count == 0)
		return false;
	found->triangle = leaf->triangle + i;
	found->first = found->normal = kiln_d3_from(first);
	found->foot = found->contacts[0].on_b;
	found->corrected = found->beside = false;
	kiln_contact_verdict verdict = kilni_contact_judge(&query->ring, &found->seen, found->first, &found->feature);
	if (query->borders && verdict == KILN_CONTACT_STANDS && !query->borders->method->holds(query, found))
		verdict = KILN_CONTACT_FALLS;
	// The triangles around it were not all examined.
	if (kiln_budget_ended(query->asset->budget))
		return false;
	correct(query, verdict, found);
	return true;
}

static void visit_triangle(kiln_contact_query *query, const kiln_leaf *leaf, uint32_t i)
{
	kiln_triangle_contacts found;
	if (!kilni_contact_touch(query, leaf, i, &found))
		return;
	bool covered = query->borders && found.beside && query->borders->method->covers(query, &found);
	if (kiln_budget_ended(query->asset->budget))
		return;
	kiln_mesh_manifold *manifold = next_manifold(query);
	if (!manifold)
		return;
	manifold->triangle = found.triangle;
	if (!query->placed.surface)
		manifold->triangle += query->asset->meshes[query->placed.mesh].triangle_first;
	manifold->mesh = query->placed.mesh;
	manifold->node = query->placed.node;
	// Welding drops it, after other manifolds of the mesh were compared with it: see contact_weld.h.
	manifold->corrected = found.corrected && !covered;
	manifold->beside = found.beside;
	manifold->back = found.seen.turned;
	put_triangle_contacts(&manifold->manifold, found.contacts, found.count, found.normal);
}

static bool visit_triangles(void *user, const kiln_leaf *leaf)
{
	kiln_contact_query *query = user;
	for (uint32_t bits = kilni_leaf_in_box(leaf, query->mesh_min, query->mesh_max); bits; bits &= bits - 1)
	{
		if (!kiln_placed_has(&query->placed, leaf->triangle + kiln_lowest_bit(bits)))
			continue;
		if (!kiln_budget_take(query->asset->budget, KILN_BUDGET_CONVEX))
			return false;
		visit_triangle(query, leaf, kiln_lowest_bit(bits));
	}
	return true;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	const kiln_contact_query *query = user;
	(void)limit;
	kiln_leaf_room room;
	const kiln_leaf leaf = kiln_leaf_at(query->placed.tree.leaves, unit, &room);
	return visit_triangles(user, &leaf);
}

void kilni_contact_enter(kiln_contact_query *query)
{
	query->ring.placed = &query->placed;
	query->ring.similar = kilni_contact_keeps_angles(&query->placed);
}

/// Leaves are stored in preorder, and walk_box visits them in this order: manifolds are found in their final order.
static void walk_mesh(kiln_contact_query *query)
{
	float *min = query->mesh_min, *max = query->mesh_max;
	if (query->placed.rest == KILN_FILTER_NONE)
		return;
	kilni_contact_enter(query);
	kilni_placed_box(&query->placed, query->center, query->reach, min, max);
	kilni_walk_box_for(query->asset->isa)(&query->placed.tree, min, max, visit_leaf, query);
}

/// Triangles of surfaces are visited by increasing number, too.
static void walk_surface(kiln_contact_query *query)
{
	const kiln_surface *surface = query->placed.surface;
	float *min = query->mesh_min, *max = query->mesh_max;
	kilni_contact_enter(query);
	kilni_placed_box(&query->placed, query->center, query->reach, min, max);
	surface->operations->walk_box(surface->data, query->asset->budget, min, max, visit_triangles, query);
}

// --- Solids and scenes ------------------------------------------------------------------------------------------------

static void visit_body(kiln_contact_query *query, uint32_t node)
{
	const kiln_placed_body body = kilni_place_body(query->asset, node);
	kiln_manifold found;
	kilni_body_manifold(&body, query->object, &query->own, &found);
	kiln_mesh_manifold *manifold = found.count > 0 ? next_manifold(query) : NULL;
	if (!manifold)
		return;
	manifold->triangle = manifold->mesh = KILN_NONE;
	manifold->node = node;
	manifold->manifold = found;
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	kiln_contact_query *query = user;
	(void)limit;
	const kiln_format_node *at = &query->asset->nodes[node];
	if (kiln_node_apart(at, query->min, query->max))
		return true;
	if (at->mesh == KILN_NONE)
	{
		if (kiln_filter_node(query->asset, node) == KILN_FILTER_NONE)
			return true;
		if (!kiln_budget_take(query->asset->budget, KILN_BUDGET_CONVEX))
			return false;
		visit_body(query, node);
	}
	else
	{
		query->placed = kilni_place_node(query->asset, node);
		walk_mesh(query);
	}
	return true;
}

bool kilni_contact_begin(kiln_contact_query *query, kiln_contact_search *search, const kiln_asset *asset,
	const kiln_convex_object *object, const kiln_mesh_contact_options *options)
{
	static const kiln_mesh_contact_options none = {0};
	options = options ? options : &none;
	if (asset->lazy || !(options->skin >= 0 && options->skin <= KILN_COORDINATE_MAX) ||
		!(options->tolerance >= 0 && options->tolerance <= 0.5F) || !kilni_convex_object_usable(object) ||
		(options->borders && !kiln_pose_valid(&options->borders->pose)))
		return false;
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape box = kilni_cast_shape_of_object(object, terms);
	const double skin = (double)options->skin;
	query->asset = asset;
	query->object = object;
	query->options = *options;
	query->own = (kiln_manifold_options){options->skin, options->tolerance};
	query->search = search;
	kilni_contact_search_begin_triangles(object, &query->own, search);
	query->center = box.center;
	query->borders = options->borders && options->borders->method && !options->every_edge ? options->borders : NULL;
	query->reach = kiln_d3_add(box.reach, (kiln_d3){skin, skin, skin});
	query->core = (kiln_swept_core){.half = box.half, .reach = box.round + skin};
	query->ring = (kiln_contact_ring){.center = box.center,
		.one_sided = !options->both_sides,
		.flat = asset->provenance->flat_edge,
		.tangent = options->tolerance > 0 ? (double)options->tolerance : USUAL_TOLERANCE};
	return true;
}

/// `mesh` is KILN_NONE for the whole asset.
static kiln_status find_manifolds(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count)
{
	kiln_contact_query query;
	kiln_contact_search search;
	if (!kilni_contact_begin(&query, &search, asset, object, options))
		return KILN_E_ARGUMENT;
	query.manifolds = manifolds;
	query.capacity = capacity;
	query.count = 0;
	if (mesh != KILN_NONE)
	{
		query.placed = kilni_place_mesh(asset, mesh);
		walk_mesh(&query);
	}
	else
	{
		kiln_tree tree = kiln_scene_tree(asset);
		const kiln_placed whole = {.asset = asset};
		kilni_placed_box(&whole, query.center, query.reach, query.min, query.max);
		kilni_walk_box_for(asset->isa)(&tree, query.min, query.max, visit_node, &query);
	}
	*count = query.count;
	const kiln_contact_source source = {.asset = asset};
	if (query.count <= capacity && !query.options.every_edge && !kiln_budget_ended(asset->budget))
		*count = kilni_contacts_weld(&source, manifolds, query.count, kiln_d3_largest(query.reach));
	for (uint32_t i = 0; i < *count && i < capacity; ++i)
	{
		manifolds[i].corrected |= manifolds[i].beside;
		identify(asset, &manifolds[i]);
	}
	return kiln_budget_status(asset->budget);
}

bool kilni_surface_asset(const kiln_surface *surface, kiln_budget *budget, kiln_surface_asset *room)
{
	memset(room, 0, sizeof *room);
	room->asset.data = surface->data;
	room->asset.provenance = &room->provenance;
	room->asset.scene = &room->scene;
	room->asset.budget = budget;
	room->provenance.flat_edge = surface->operations->flat_edge;
	return surface->operations->bounds(surface->data, room->scene.bounds_min, room->scene.bounds_max);
}

kiln_status kilni_surface_manifolds(const kiln_surface *surface, kiln_budget *budget, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count)
{
	kiln_surface_asset room;
	kiln_contact_query query;
	kiln_contact_search search;
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	if ((!manifolds && capacity > 0) || !kilni_surface_asset(surface, budget, &room) ||
		!kilni_contact_begin(&query, &search, &room.asset, object, options))
		return KILN_E_ARGUMENT;
	query.manifolds = manifolds;
	query.capacity = capacity;
	query.count = 0;
	query.placed = kilni_place_surface(&room.asset, surface);
	walk_surface(&query);
	*count = query.count;
	const kiln_contact_source source = {&room.asset, surface};
	if (query.count <= capacity && !query.options.every_edge && !kiln_budget_ended(budget))
		*count = kilni_contacts_weld(&source, manifolds, query.count, kiln_d3_largest(query.reach));
	for (uint32_t i = 0; i < *count && i < capacity; ++i)
	{
		kiln_mesh_manifold *found = &manifolds[i];
		found->corrected |= found->beside;
		found->source_mesh = found->shape = KILN_NONE;
		found->tag = 0;
		surface->operations->identify(surface->data, found->triangle, &found->material, &found->source_face);
	}
	return kiln_budget_status(budget);
}

kiln_status kiln_scene_manifolds(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count)
{
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	if (!asset || (!manifolds && capacity > 0))
		return KILN_E_ARGUMENT;
	return find_manifolds(asset, KILN_NONE, object, options, manifolds, capacity, count);
}

kiln_status kiln_mesh_manifolds(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count)
{
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	if (!asset || mesh >= asset->mesh_count || (!manifolds && capacity > 0))
		return KILN_E_ARGUMENT;
	return find_manifolds(asset, mesh, object, options, manifolds, capacity, count);
}
