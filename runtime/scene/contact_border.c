// SPDX-License-Identifier: MIT
#include "contact_query.h"

#include "bounds/posing.h"
#include "leaf_cull.h"
#include "math/budget.h"
#include "math/quaternion.h"
#include "shape/triangle_point.h"
#include "surface.h"

#include <math.h>

/// Tolerance, as a share of coordinates, where the borders give none: four steps of float32.
#define USUAL_TOLERANCE 0x1p-21

/// Tolerances from the end of an edge to a foot on the edge: there, triangles that meet only the end do not meet the
/// foot.
#define INSET 8

typedef struct border_walk border_walk;

/// Receives triangle `i` of a leaf, near the foot or near the whole triangle of the contacts, with its corners. False
/// ends the walk.
typedef bool visit_border(border_walk *walk, const kiln_leaf *leaf, uint32_t i, const kiln_d3 seen[3]);

/// A walk of the triangles of borders.
struct border_walk
{
	const kiln_contact_query *query;
	const kiln_triangle_contacts *contacts;
	visit_border *visit;
	bool whole; ///< near the triangle of the contacts, not only near the foot
	bool found; ///< the answer: the visitor ended the walk

	const kiln_asset *asset;	 ///< of the border; stands for its surface
	const kiln_surface *surface; ///< or NULL
	kiln_surface_asset stand_in; ///< of the surface
	kiln_pose pose;
	kiln_posing from, to; ///< of the queried asset, and of the border
	bool rests;			  ///< both are in the same place
	bool self;			  ///< the border is the queried asset
	double tolerance;	  ///< in the coordinates of the query, as all below
	kiln_d3 foot;		  ///< relative to the center
	kiln_d3 along;		  ///< unit, along the edge; zero for a vertex
	kiln_d3 outward;	  ///< unit, in the triangle's plane, across the edge; zero for a vertex

	kiln_d3 local, reach;		///< a box in the border's coordinates
	float min[3], max[3];		///< the same, rounded
	kiln_placed placed;			///< the current mesh
	bool own;					///< it is the mesh of the contacts, in the same place
	kiln_contact_query there;	///< the query of the border, where the walk goes around a whole triangle
	kiln_contact_search search; ///< of that query
};

// --- Coordinates ------------------------------------------------------------------------------------------------------

/// Whether two poses are the same to the bit. {0} is the identity.
static bool same_place(const kiln_pose *a, const kiln_pose *b)
{
	const kiln_quat p = a->rotation, q = b->rotation;
	const kiln_vec3 s = a->translation, t = b->translation;
	const bool plain = p.x == 0 && p.y == 0 && p.z == 0;
	return p.x == q.x && p.y == q.y && p.z == q.z && (plain || p.w == q.w) && s.x == t.x && s.y == t.y && s.z == t.z &&
		   (a->scale > 0 ? a->scale : 1) == (b->scale > 0 ? b->scale : 1);
}

/// The turn by b, then by a.
static void multiply(const double a[4], const double b[4], double product[4])
{
	product[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
	product[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
	product[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
	product[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

static kiln_d3 unpose(const kiln_posing *posing, kiln_d3 point)
{
	const kiln_d3 way = kiln_d3_sub(point, posing->translation);
	return kiln_d3_scale(kiln_posing_rotate_back(posing, way), 1 / posing->scale);
}

/// A point of the border relative to the center, in the coordinates of the query.
static kiln_d3 see(const border_walk *walk, kiln_vec3 corner)
{
	kiln_d3 at = kiln_d3_from(corner);
	if (!walk->rests)
		at = unpose(&walk->from, kiln_posing_point(&walk->to, at));
	return kiln_d3_sub(at, walk->query->center);
}

/// Sets the foot of the contacts, and the directions at an edge.
static void set_foot(border_walk *walk)
{
	const kiln_triangle_contacts *contacts = walk->contacts;
	const kiln_contact_triangle *t = &contacts->seen;
	const kiln_d3 none = {0, 0, 0}, deepest = kiln_d3_sub(kiln_d3_from(contacts->foot), walk->query->center);
	const uint32_t *corners = contacts->feature.corners;
	walk->along = walk->outward = none;
	walk->foot = t->seen[corners[0]];
	if (contacts->feature.count == 3)
	{
		const kiln_d3 way[3] = {
			kiln_d3_sub(t->seen[0], deepest), kiln_d3_sub(t->seen[1], deepest), kiln_d3_sub(t->seen[2], deepest)};
		walk->foot = kiln_d3_add(deepest, kilni_triangle_closest(way));
	}
	if (contacts->feature.count != 2)
		return;
	const kiln_d3 edge = kiln_d3_sub(t->seen[corners[1]], walk->foot);
	const double length = sqrt(kiln_d3_length2(edge));
	if (!(length > 0))
		return;
	walk->along = kiln_d3_scale(edge, 1 / length);
	const double end = kiln_double_min(INSET * walk->tolerance, length / 2);
	const double place = kiln_d3_dot(kiln_d3_sub(deepest, walk->foot), walk->along);
	kiln_d3 inward = kiln_d3_sub(t->seen[3 - corners[0] - corners[1]], walk->foot);
	inward = kiln_d3_along(inward, -kiln_d3_dot(inward, walk->along), walk->along);
	const double width = sqrt(kiln_d3_length2(inward));
	walk->outward = width > 0 ? kiln_d3_scale(inward, -1 / width) : none;
	walk->foot = kiln_d3_along(walk->foot, kiln_double_min(kiln_double_max(place, end), length - end), walk->along);
}

static double usual_tolerance(const border_walk *walk, kiln_d3 point)
{
	const kiln_d3 there = kiln_posing_point(&walk->from, point), local = unpose(&walk->to, there);
	double size = kiln_double_max(kiln_d3_largest(walk->from.translation), kiln_d3_largest(walk->to.translation));
	size = kiln_double_max(size, kiln_d3_largest(there));
	size = kiln_double_max(size, kiln_d3_largest(point) * walk->from.scale);
	return USUAL_TOLERANCE * kiln_double_max(size, kiln_d3_largest(local) * walk->to.scale);
}

/// Sets the box around the foot, or around the triangle.
static void set_box(border_walk *walk)
{
	const kiln_contact_triangle *t = &walk->contacts->seen;
	kiln_d3 middle = walk->foot;
	double radius2 = 0;
	if (walk->whole)
	{
		const kiln_d3 low = kiln_d3_min(t->seen[0], kiln_d3_min(t->seen[1], t->seen[2]));
		middle = kiln_d3_scale(kiln_d3_add(low, kiln_d3_max(t->seen[0], kiln_d3_max(t->seen[1], t->seen[2]))), 0.5);
		radius2 = kiln_d3_length2(kiln_d3_sub(low, middle));
	}
	const double reach = (sqrt(radius2) + walk->tolerance) * walk->from.scale / walk->to.scale * (1 + 0x1p-40);
	walk->reach = (kiln_d3){reach, reach, reach};
	walk->local = kiln_d3_add(walk->query->center, middle);
	if (!walk->rests)
		walk->local = unpose(&walk->to, kiln_posing_point(&walk->from, walk->local));
}

/// Whether nothing of the border is in the box.
static bool is_far(const border_walk *walk)
{
	const float *min = walk->asset->scene->bounds_min, *max = walk->asset->scene->bounds_max;
	const double at[3] = {walk->local.x, walk->local.y, walk->local.z}, reach = walk->reach.x;
	// A mesh alone is not in the coordinates of the scene.
	if (walk->self && walk->query->placed.node == KILN_NONE)
		return false;
	for (int axis = 0; axis < 3; ++axis)
		if (at[axis] - reach > (double)max[axis] || at[axis] + reach < (double)min[axis])
			return true;
	return false;
}

/// Prepares the walk of one border. Returns false where the border is too far away.
static bool enter(border_walk *walk, const kiln_border *border)
{
	const kiln_borders *borders = walk->query->borders;
	walk->asset = border->asset;
	walk->surface = NULL;
	if (!border->asset)
	{
		if (!kilni_surface_asset(&border->surface, walk->query->asset->budget, &walk->stand_in))
			return false;
		walk->asset = &walk->stand_in.asset;
		walk->surface = &border->surface;
	}
	walk->pose = border->pose;
	walk->from = kiln_posing_of(&borders->pose);
	walk->to = kiln_posing_of(&border->pose);
	walk->rests = same_place(&borders->pose, &border->pose);
	walk->self = walk->rests && walk->asset->data == walk->query->asset->data;
	const double given =
		borders->tolerance > 0 ? (double)borders->tolerance : usual_tolerance(walk, kiln_d3_from(walk->contacts->foot));
	walk->tolerance = given / walk->from.scale;
	set_foot(walk);
	set_box(walk);
	return !is_far(walk);
}

// --- The triangles of a border ----------------------------------------------------------------------------------------

static bool is_at(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Whether a triangle of the contacts' own mesh is theirs, or a neighbour that its mesh defines: one of their edge or
/// vertex, or, for the whole triangle, one with a common vertex.
static bool is_in_mesh(const border_walk *walk, const kiln_leaf *leaf, uint32_t i)
{
	const kiln_contact_feature *feature = &walk->contacts->feature;
	const uint32_t all[3] = {0, 1, 2}, *own = walk->whole ? all : feature->corners;
	const uint32_t count = walk->whole ? 3 : feature->count;
	kiln_vec3 corners[3];
	uint32_t shared = 0;
	if (leaf->triangle + i == walk->contacts->triangle)
		return true;
	kiln_leaf_triangle(leaf, i, corners);
	for (uint32_t k = 0; k < count; ++k)
	{
		const kiln_vec3 corner = walk->contacts->seen.stored[own[k]];
		shared += is_at(corners[0], corner) || is_at(corners[1], corner) || is_at(corners[2], corner);
	}
	return walk->whole ? shared > 0 : shared == count;
}

/// The vector from a point to the closest point of a triangle.
static kiln_d3 way_to(kiln_d3 point, const kiln_d3 corners[3])
{
	const kiln_d3 seen[3] = {
		kiln_d3_sub(corners[0], point), kiln_d3_sub(corners[1], point), kiln_d3_sub(corners[2], point)};
	return kilni_triangle_closest(seen);
}

/// Whether a triangle meets the foot, or a corner of the contact's triangle or the triangle meets the other one.
static bool meets(const border_walk *walk, const kiln_d3 seen[3])
{
	const kiln_d3 *own = walk->contacts->seen.seen;
	const double limit = walk->tolerance * walk->tolerance;
	bool near = kiln_d3_length2(way_to(walk->foot, seen)) <= limit;
	for (int k = 0; walk->whole && !near && k < 3; ++k)
		near = kiln_d3_length2(way_to(own[k], seen)) <= limit || kiln_d3_length2(way_to(seen[k], own)) <= limit;
	return near;
}

static bool visit_triangles(void *user, const kiln_leaf *leaf)
{
	border_walk *walk = user;
	for (uint32_t i = 0; i < leaf->triangle_count && !walk->found; ++i)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_placed_triangle(&walk->placed, leaf, i, corners);
		for (int k = 0; k < 3; ++k)
			seen[k] = see(walk, corners[k]);
		if (meets(walk, seen) && kiln_placed_has(&walk->placed, leaf->triangle + i) &&
			!(walk->own && is_in_mesh(walk, leaf, i)))
			walk->found = !walk->visit(walk, leaf, i, seen);
	}
	return !walk->found;
}

static bool visit_leaf(void *user, uint32_t unit, float *limit)
{
	const border_walk *walk = user;
	(void)limit;
	kiln_leaf_room room;
	const kiln_leaf leaf = kiln_leaf_at(walk->placed.tree.leaves, unit, &room);
	return visit_triangles(user, &leaf);
}

/// Visits the triangles of the mesh or surface that is placed.
static void walk_mesh(border_walk *walk)
{
	float min[3], max[3];
	if (walk->placed.rest == KILN_FILTER_NONE)
		return;
	if (walk->whole)
	{
		walk->there.placed = walk->placed;
		kilni_contact_enter(&walk->there);
	}
	kilni_placed_box(&walk->placed, walk->local, walk->reach, min, max);
	const kiln_surface *surface = walk->placed.surface;
	if (surface)
		surface->operations->walk_box(surface->data, walk->asset->budget, min, max, visit_triangles, walk);
	else
		kilni_walk_box_for(walk->asset->isa)(&walk->placed.tree, min, max, visit_leaf, walk);
}

static bool visit_node(void *user, uint32_t node, float *limit)
{
	border_walk *walk = user;
	const kiln_format_node *at = &walk->asset->nodes[node];
	(void)limit;
	for (int axis = 0; axis < 3; ++axis)
		if (at->bounds_min[axis] > walk->max[axis] || at->bounds_max[axis] < walk->min[axis])
			return true;
	if (at->mesh == KILN_NONE)
		return true;
	walk->placed = kilni_place_node(walk->asset, node);
	walk->own = walk->self && node == walk->query->placed.node;
	walk_mesh(walk);
	return !walk->found;
}

/// Visits the triangles of the current border.
static void walk_border(border_walk *walk)
{
	const kiln_placed *placed = &walk->query->placed;
	if (walk->surface)
	{
		// A surface continues itself without help: it has no T-junctions.
		walk->placed = kilni_place_surface(walk->asset, walk->surface);
		walk->own = walk->self;
		if (!walk->self)
			walk_mesh(walk);
		return;
	}
	if (walk->self && placed->node == KILN_NONE)
	{
		walk->placed = kilni_place_mesh(walk->asset, placed->mesh);
		walk->own = true;
		walk_mesh(walk);
		return;
	}
	const kiln_tree tree = kiln_scene_tree(walk->asset);
	const kiln_placed whole = {.asset = walk->asset};
	kilni_placed_box(&whole, walk->local, walk->reach, walk->min, walk->max);
	kilni_walk_box_for(walk->asset->isa)(&tree, walk->min, walk->max, visit_node, walk);
}

/// The object in the coordinates of the current border.
static kiln_convex_object object_there(const border_walk *walk)
{
	const kiln_convex_object *object = walk->query->object;
	if (walk->rests)
		return *object;
	double here[4], from[4], to[4], world[4], there[4];
	kiln_quat_unit(object->pose.rotation, here);
	kiln_quat_unit(walk->query->borders->pose.rotation, from);
	kiln_quat_unit(walk->pose.rotation, to);
	multiply(from, here, world);
	to[0] = -to[0];
	to[1] = -to[1];
	to[2] = -to[2];
	multiply(to, world, there);
	const kiln_d3 at = kiln_posing_point(&walk->from, kiln_d3_from(object->pose.translation));
	const double scale = object->pose.scale > 0 ? (double)object->pose.scale : 1;
	return (kiln_convex_object){.shape = object->shape,
		.pose = {.rotation = {(float)there[0], (float)there[1], (float)there[2], (float)there[3]},
			.translation = kiln_d3_to(unpose(&walk->to, at)),
			.scale = (float)(scale * walk->from.scale / walk->to.scale)}};
}

/// Visits the triangles of all borders near a whole triangle, prepared to find their contacts with the object. Returns
/// whether the visitor ended the walk.
static bool walk_contacts(border_walk *walk)
{
	const kiln_contact_query *query = walk->query;
	for (uint32_t i = 0; i < query->borders->count && !walk->found; ++i)
	{
		if (!enter(walk, &query->borders->list[i]))
			continue;
		kiln_asset asset = *walk->asset;
		kiln_borders borders = *query->borders;
		kiln_mesh_contact_options options = query->options;
		const kiln_convex_object object = object_there(walk);
		asset.budget = query->asset->budget;
		borders.pose = walk->pose;
		options.borders = &borders;
		options.skin = (float)((double)options.skin * walk->from.scale / walk->to.scale);
		walk->asset = &asset;
		if (kilni_contact_begin(&walk->there, &walk->search, &asset, &object, &options))
			walk_border(walk);
	}
	return walk->found;
}

/// Visits the triangles of all borders that meet the foot. Returns whether the visitor ended the walk.
static bool walk_foot(border_walk *walk)
{
	const kiln_contact_query *query = walk->query;
	for (uint32_t i = 0; i < query->borders->count && !walk->found; ++i)
	{
		if (!enter(walk, &query->borders->list[i]))
			continue;
		kiln_asset asset = *walk->asset;
		asset.budget = query->asset->budget;
		walk->asset = &asset;
		walk_border(walk);
	}
	return walk->found;
}

// --- Whether a normal holds -------------------------------------------------------------------------------------------

/// Whether a triangle, with a normal of any length, continues the surface across the edge within the angle of flat edges.
static bool is_flat(const border_walk *walk, const kiln_d3 seen[3], kiln_d3 up, kiln_d3 nearest)
{
	const double flat = walk->query->ring.flat, square = flat * flat * kiln_d3_length2(up);
	const kiln_d3 normal = walk->contacts->seen.normal;
	if (!(square > 0) || kiln_d3_dot(normal, up) <= 0 || kiln_d3_length2(kiln_d3_cross(normal, up)) > square)
		return false;
	for (int k = 0; k < 3; ++k)
		if (kiln_d3_dot(kiln_d3_sub(seen[k], nearest), walk->outward) > walk->tolerance)
			return true;
	return false;
}

/// Ends the walk where the normal does not hold.
static bool visit_neighbour(border_walk *walk, const kiln_leaf *leaf, uint32_t i, const kiln_d3 seen[3])
{
	(void)leaf;
	(void)i;
	const bool behind = kiln_contact_is_behind(seen, walk->placed.mirrored);
	if (behind && walk->query->ring.one_sided)
		return true;
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	if (behind != walk->placed.mirrored)
		up = kiln_d3_scale(up, -1);
	// The triangle is moved so that this point is at the foot.
	const kiln_d3 nearest = kiln_d3_add(walk->foot, way_to(walk->foot, seen));
	if (is_flat(walk, seen, up, nearest))
		return false;
	for (int k = 0; k < 3; ++k)
	{
		kiln_d3 way = kiln_d3_sub(seen[k], nearest);
		way = kiln_d3_along(way, -kiln_d3_dot(way, walk->along), walk->along);
		const double length = sqrt(kiln_d3_length2(way));
		if (length > walk->tolerance && kiln_d3_dot(way, walk->contacts->first) > KILN_CONTACT_RISE * length)
			return false;
	}
	return true;
}

static bool holds(const kiln_contact_query *query, const kiln_triangle_contacts *found)
{
	border_walk walk = {.query = query, .contacts = found, .visit = visit_neighbour};
	return found->feature.count == 0 || !walk_foot(&walk);
}

// --- Whether a neighbour has the contacts -----------------------------------------------------------------------------

/// Ends the walk where the triangle has the contacts. The query of its asset keeps its contacts, unless the object lies
/// beside it, too. Then it must be deeper: a chain of such triangles ends, and its end remains.
static bool visit_cover(border_walk *walk, const kiln_leaf *leaf, uint32_t i, const kiln_d3 seen[3])
{
	kiln_triangle_contacts there;
	(void)seen;
	if (!kiln_budget_take(walk->asset->budget, KILN_BUDGET_CONVEX))
		return false;
	if (!kilni_contact_touch(&walk->there, leaf, i, &there))
		return true;
	const double depth = (double)there.contacts[0].depth * walk->to.scale / walk->from.scale;
	const double more = depth - (double)walk->contacts->contacts[0].depth;
	return there.beside ? more <= walk->tolerance : more < -walk->tolerance;
}

static bool covers(const kiln_contact_query *query, const kiln_triangle_contacts *found)
{
	border_walk walk = {.query = query, .contacts = found, .visit = visit_cover, .whole = true};
	return found->feature.count > 0 && walk_contacts(&walk);
}

static const struct kiln_border_method method = {.holds = holds, .covers = covers};

kiln_status kiln_borders_init(kiln_borders *borders, const kiln_border *list, uint32_t count, float tolerance)
{
	if (!borders)
		return KILN_E_ARGUMENT;
	*borders = (kiln_borders){.count = 0};
	if ((!list && count > 0) || !(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX))
		return KILN_E_ARGUMENT;
	for (uint32_t i = 0; i < count; ++i)
		if (!list[i].asset == !list[i].surface.operations || !kiln_pose_valid(&list[i].pose))
			return KILN_E_ARGUMENT;
	*borders = (kiln_borders){.list = list, .count = count, .tolerance = tolerance, .method = &method};
	return KILN_OK;
}
