// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_QUERY_H
#define KILN_SCENE_CONTACT_QUERY_H

#include "contact_ring.h"
#include "convex/manifold/search.h"
#include "kiln/convex/mesh.h"
#include "swept_core.h"

/// A query of contacts, and its contacts with one triangle.

/// The state of a query.
typedef struct kiln_contact_query
{
	const kiln_asset *asset;
	const kiln_convex_object *object;
	kiln_mesh_contact_options options;
	kiln_manifold_options own;	 ///< of a triangle's manifold
	kiln_contact_search *search; ///< of the object
	kiln_d3 center, reach;		 ///< of the object's box, including the skin
	kiln_swept_core core;		 ///< of a sphere or capsule, including the skin, relative to the center
	kiln_mesh_manifold *manifolds;
	uint32_t capacity, count;
	float min[3], max[3]; ///< around the object
	kiln_placed placed;	  ///< the current mesh
	kiln_contact_ring ring;
	const kiln_borders *borders;	///< or NULL
	float mesh_min[3], mesh_max[3]; ///< around the object in its coordinates
} kiln_contact_query;

/// Contacts with a triangle.
typedef struct kiln_triangle_contacts
{
	uint32_t triangle; ///< number in the mesh
	kiln_contact_triangle seen;
	kiln_contact_feature feature; ///< that touched
	kiln_d3 first;				  ///< the normal before a correction
	kiln_vec3 foot;				  ///< the deepest contact on the triangle before a correction
	kiln_d3 normal;
	bool corrected, beside; ///< see kiln_mesh_manifold
	uint32_t count;
	kiln_contact contacts[KILN_CONTACTS_MAX]; ///< deepest first
} kiln_triangle_contacts;

/// Begins a query. `search` is room that must stay in place. Returns false for an object and options that are not usable.
bool kilni_contact_begin(kiln_contact_query *query, kiln_contact_search *search, const kiln_asset *asset,
	const kiln_convex_object *object, const kiln_mesh_contact_options *options);

/// Prepares the current mesh, which is placed.
void kilni_contact_enter(kiln_contact_query *query);

/// Finds the contacts with triangle `i` of a leaf of the current mesh, along the normal that holds. Returns false
/// without contacts, and where the budget ended.
bool kilni_contact_touch(
	const kiln_contact_query *query, const kiln_leaf *leaf, uint32_t i, kiln_triangle_contacts *found);

/// What contacts need of borders. The functions are in contact_border.c; only kiln_borders.method names them, so that
/// only programs with borders link them.
struct kiln_border_method
{
	/// Whether the normal at the feature, which holds in the mesh, holds with the borders, too.
	bool (*holds)(const kiln_contact_query *query, const kiln_triangle_contacts *found);
	/// Whether a triangle of the borders has the contacts in place of the triangle that the object lies beside.
	bool (*covers)(const kiln_contact_query *query, const kiln_triangle_contacts *found);
};

#endif
