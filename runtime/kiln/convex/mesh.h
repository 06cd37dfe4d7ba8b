// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MESH_H
#define KILN_CONVEX_MESH_H

#include "../overlap.h"
#include "manifold.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contacts of a convex object with cooked meshes and scenes: a manifold for each triangle that it touches, without what
/// the edges inside a surface would add.
///
/// Internal edges. A triangle by itself pushes an object that slides over it off its edges, where the surface goes on (ghost
/// collisions). So the normal of each triangle's manifold, n, which leads to the object, is judged by what is around it:
///
///   1. Within the angle of flat edges (PROVENANCE's flat_edge) of the face's own normal it is the face's.
///   2. Else the triangle is met at an edge or a vertex, the one that is farthest along n. There n stands if nothing of the
///      mesh reaches beyond the plane across n: at an edge the other triangles that have it, at a vertex all that have it.
///      At a convex edge these are the normals between both faces' (Voronoi region); at a flat or concave edge, which
///      EDGES tells at once, none; at a boundary any.
///   3. If n does not stand, a neighbour is nearer or deeper there and has the contact. Of this triangle the contacts are
///      kept that the object has over it along the face's normal, which becomes the manifold's. Where it lies beside,
///      its contacts are dropped if a triangle with a vertex in common touches as deep, or deeper; else they are kept, as
///      deep as they are, along the face's normal.
///
/// So no contact is lost: something is left as deep as any triangle by itself is, and from what is dropped a chain of
/// neighbours, each as deep as the last or deeper, leads to what is left. What counts as a neighbour is told by
/// vertices as they were welded; meshes and solids of several nodes, and T-junctions, don't know of each other. Triangles
/// that are one-sided away from the object are none.
///
/// Welding. Contacts of one node that lie on a triangle's edge or vertex, within 2^-10 of the object's size (the largest
/// half extent of its box) of each other, and whose normals differ by no more than flat edges do, are one: the deepest,
/// of equals that of the lower triangle. It costs about as much as finding them does, unless very many with different
/// normals lie at one place: those are looked at in pairs.

typedef struct kiln_mesh_contact_options
{
	float skin;		 ///< >= 0: contacts with a gap up to this count, too
	float tolerance; ///< as of kiln_manifold_options
	/// Triangles hold objects off on both sides: a triangle faces the middle of the object's box. False: those that it is
	/// behind are not met.
	bool both_sides;
	bool every_edge; ///< neither judges normals nor welds: each triangle's own manifold
} kiln_mesh_contact_options;

/// Where an object touches a triangle or a solid.
typedef struct kiln_mesh_manifold
{
	/// The object is a, the triangle or solid is b. Of a triangle corners are 0, 1, 2 in the order of the blob, edges
	/// 0 (0-1), 1 and 2.
	kiln_manifold manifold;
	bool corrected;		  ///< its normal did not stand: it is the face's
	bool beside;		  ///< and the object has nothing over it, but no neighbour has the contact
	bool back;			  ///< the object is behind the triangle
	uint32_t triangle;	  ///< number in the asset; KILN_NONE for solids
	uint32_t mesh;		  ///< index in the asset's meshes; KILN_NONE for solids
	uint32_t source_mesh; ///< mesh in the art file; of solids that of the first part, KILN_NONE for those given as such
	uint32_t source_face; ///< face of that mesh; KILN_NONE for solids
	uint32_t material;	  ///< index in the asset's materials
	uint32_t node;		  ///< index in the asset's nodes; KILN_NONE for queries against one mesh
	uint32_t tag;		  ///< the node's tag; 0 for queries against one mesh
	uint32_t shape;		  ///< index in the asset's shapes; of a mesh the same as `mesh`
} kiln_mesh_manifold;

/// Manifolds with all triangles and solids of an asset, under nodes of any affine map, sorted by node, then triangle.
/// `count` gets how many there are; `manifolds` holds the first `capacity` of them. Welding needs all of them: where they do not
/// fit, nothing is welded, what lies beside is among them, and `count` is that of the longer list. NULL options: no skin, 2 degrees, one-sided. KILN_E_ARGUMENT, with `count` 0, for an object or
/// options that are not usable. KILN_E_BUDGET where kiln_asset.budget ended it: those found until then, not welded.
KILN_API kiln_status kiln_scene_manifolds(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

/// The same against one mesh, in its own coordinates. KILN_E_ARGUMENT where there is none of that number.
KILN_API kiln_status kiln_mesh_manifolds(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

// --- Overlap ----------------------------------------------------------------------------------------------------------

/// Triangles and solids that a convex object touches, by the rules and in the order of kiln/overlap.h. By
/// kiln_convex_collide, so that what is within 2^-33 of the coordinates may count as touching (2^-28 for bodies 60000
/// times as long as thin), never the other way. 0 for an object that is not usable.
KILN_API uint32_t kiln_scene_overlap_convex(
	const kiln_asset *asset, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity);

/// The same against one mesh, in its own coordinates.
KILN_API uint32_t kiln_mesh_overlap_convex(const kiln_asset *asset, uint32_t mesh, const kiln_convex_object *object,
	kiln_overlap *overlaps, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
