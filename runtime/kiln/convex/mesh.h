// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MESH_H
#define KILN_CONVEX_MESH_H

#include "../overlap.h"
#include "border.h"
#include "manifold.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contacts of a convex object with cooked meshes and scenes: one manifold for each triangle that the object touches,
/// without false contacts at the edges inside a surface.
///
/// Internal edges. A single triangle pushes an object that slides over it away from its edges, even where the surface
/// continues (ghost collisions). So the query tests the normal n of each triangle's manifold, which leads to the
/// object, against the triangles around:
///
///   1. Where n is within the angle of flat edges (flat_edge of PROVENANCE) of the face normal, n becomes the face
///      normal.
///   2. Elsewhere the triangle touches at an edge or a vertex: the one that is farthest along n. There n holds where no
///      part of the mesh is beyond the plane perpendicular to n. At an edge the query tests the other triangles of the
///      edge, at a vertex all triangles of the vertex. At a convex edge the normals that hold are those between both
///      face normals (Voronoi region); at a flat or concave edge, which EDGES stores, no normal holds; at a boundary
///      every normal holds.
///   3. Where n does not hold, a neighbour is nearer or deeper and has the contact. The query keeps those contacts of
///      this triangle that the object has over it along the face normal, and the face normal becomes the normal of the
///      manifold. Where the object lies beside the triangle, the query drops the contacts if a triangle with a common
///      vertex touches as deep or deeper; otherwise the query keeps the contacts, with their depth, along the face
///      normal.
///
/// So no contact is lost. A contact as deep as that of any single triangle remains. From each dropped contact a chain
/// of neighbours, each as deep as the last or deeper, leads to a contact that remains. Welded vertices define
/// neighbours: meshes and solids of different nodes, and triangles at T-junctions, are no neighbours, unless borders
/// make them neighbours (kiln/convex/border.h). Triangles that are one-sided and face away from the object have no contacts.
///
/// Welding. Contacts of one node merge into one where they lie on an edge or vertex of a triangle, within 2^-10 of the
/// object's size (the largest half extent of its box) of each other, and where their normals differ by no more than
/// flat edges do. The deepest contact remains; of equals, that of the lower triangle. Welding costs about as much as
/// finding the contacts, unless very many contacts with different normals lie at one place: welding compares those in
/// pairs.

/// Options of contacts with meshes and scenes.
typedef struct kiln_mesh_contact_options
{
	float skin;		 ///< >= 0: includes contacts with a gap up to this length
	float tolerance; ///< as in kiln_manifold_options
	/// True: triangles push objects away on both sides; a triangle faces the middle of the object's box. False:
	/// triangles that face away from the object have no contacts.
	bool both_sides;
	bool every_edge;			 ///< true: each triangle's own manifold, with no test of normals and no welding
	const kiln_borders *borders; ///< surfaces that continue the queried one, or NULL; see kiln/convex/border.h
} kiln_mesh_contact_options;

/// Contacts of an object with a triangle or solid.
typedef struct kiln_mesh_manifold
{
	/// The object is a, the triangle or solid is b. Features of a triangle: corners 0, 1, 2 in the order of the blob,
	/// edges 0 (0-1), 1 and 2.
	kiln_manifold manifold;
	bool corrected;	   ///< its normal did not hold: the normal is the face normal
	bool beside;	   ///< `corrected`, and the object has nothing over the triangle, but no neighbour has the contact
	bool back;		   ///< the object is behind the triangle
	uint32_t triangle; ///< number in the asset; KILN_NONE for solids
	uint32_t mesh;	   ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; solids: of the first part, KILN_NONE for authored solids
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag; 0 for queries against one mesh
	uint32_t shape;		  ///< index in the asset's shapes; for a mesh the same number as `mesh`
} kiln_mesh_manifold;

/// Finds the manifolds with all triangles and solids of an asset, under nodes of any affine map, sorted by node, then
/// triangle. `count` gets the number of manifolds; `manifolds` holds the first `capacity` of them. Welding needs all
/// manifolds: where they do not fit, nothing is welded, manifolds with `beside` remain, and `count` is the length of
/// this longer list. NULL options: no skin, 2 degrees, one-sided. KILN_E_ARGUMENT, with `count` 0, for an object or
/// options that are not usable. KILN_E_BUDGET where kiln_asset.budget ended the query: the results are the manifolds
/// found so far, not welded.
KILN_API kiln_status kiln_scene_manifolds(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

/// Queries one mesh by the same rules, in mesh coordinates. KILN_E_ARGUMENT where no mesh has the number.
KILN_API kiln_status kiln_mesh_manifolds(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

// --- Overlap ----------------------------------------------------------------------------------------------------------

/// Finds the triangles and solids that a convex object touches, by the rules and in the order of kiln/overlap.h. The
/// test is kiln_convex_collide: pieces within 2^-33 of the coordinates (2^-28 for bodies 60000 times as long as thin)
/// may count as touching, and touching pieces never count as apart. Returns 0 for an object that is not usable.
KILN_API uint32_t kiln_scene_overlap_convex(
	const kiln_asset *asset, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity);

/// Queries one mesh by the same rules, in mesh coordinates.
KILN_API uint32_t kiln_mesh_overlap_convex(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	kiln_overlap *overlaps, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
