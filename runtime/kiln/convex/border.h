// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_BORDER_H
#define KILN_CONVEX_BORDER_H

#include "../asset.h"
#include "../bounds.h"
#include "../surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Borders: the surfaces that continue the queried one. With borders, contacts with meshes (kiln/convex/mesh.h) cross
/// the seams between tiles that were cooked apart, between the nodes of one scene, and at T-junctions as they cross an
/// edge inside one mesh.
///
/// The rule stays: a normal n at an edge or vertex holds where no part of the surface is beyond the plane perpendicular
/// to n. Without borders the surface is one mesh, whose welded vertices define neighbours. With borders a triangle of a
/// border is a neighbour where the triangle meets the foot of the contact within the tolerance, wherever the corners of
/// the triangle are. The foot of a contact at a vertex is the vertex. The foot of a contact at an edge is the place of
/// the deepest contact on the edge, at least 8 tolerances from both ends, or the middle of a shorter edge.
///
///   1. Where n holds in the mesh, the query tests n against the neighbours at the foot. The test moves a neighbour onto
///      the foot, and ignores corners that are then within the tolerance of the foot, or of the line of the edge. At an
///      edge, n does not hold either where a neighbour continues the surface within the angle of flat edges.
///   2. Where n does not hold and the object lies beside the triangle, the query drops the contacts if a triangle of the
///      borders has them. Such a triangle and this one meet: a corner of one is within the tolerance of the other. It
///      touches the object as deep or deeper, to the tolerance, and the object is not beside it; or it is deeper by more
///      than the tolerance. The query of its asset keeps its contacts, or drops them for deeper ones. So every asset of
///      the list must be queried with the same options and the same list.
///
/// No flag of the cooker is needed: both rules find T-junctions by their place. Closed meshes beside each other count,
/// too: the top of a crate continues the top of the next crate.
///
/// Limits:
///   - Only triangles of meshes are neighbours. Hulls and primitives of nodes are not, and their own contacts stay.
///   - Contacts of two nodes or assets at one place are not welded: each of them has the contact, with the same normal.
///   - Gaps wider than the tolerance are not crossed, and details smaller than the tolerance do not count.
///   - Where the object lies beside all triangles around a place, all as deep, each node or asset may keep a contact.
///   - Where vertices of one place differ by rounding, float32 may decide otherwise whether a normal within 2 degrees
///     of a face belongs to an edge or to the face.
///
/// Cost: one descent to the foot in every border for each triangle whose normal holds at an edge or vertex, and one
/// around the triangle for each triangle with the object beside it, with a manifold for each triangle that it meets. The
/// budget of the queried asset counts all of it. Nothing is allocated. Programs that do not call kiln_borders_init link
/// none of it.

/// A surface that continues the queried one: the meshes of all nodes of an asset, or a height field.
typedef struct kiln_border
{
	const kiln_asset *asset; ///< its filter counts, its budget does not; must exist as long as the list is used
	kiln_pose pose;
	kiln_surface surface; ///< where `asset` is NULL
} kiln_border;

/// The borders of a query. One list serves for all its assets: only `pose` differs.
typedef struct kiln_borders
{
	/// An entry with the asset and the pose of the query makes all nodes of the scene neighbours, and the two sides of
	/// T-junctions in one mesh. In a query of one mesh such an entry stands for that mesh.
	const kiln_border *list;
	uint32_t count;
	/// Length within which surfaces meet, in the coordinates of the list. 0: 2^-21 of the largest coordinate of the
	/// foot there, in both assets (times their scale), and of both translations.
	float tolerance;
	/// Of the queried asset, in the coordinates of the list. {0}: the list has the poses in the coordinates of the queried
	/// asset. kiln_world_contacts_visit sets it to the member's; its list has poses in the world.
	kiln_pose pose;
	const struct kiln_border_method *method; ///< set by kiln_borders_init; NULL: no borders
} kiln_borders;

/// Makes borders of a list, which is not copied. The pose is {0}. An empty list changes nothing. KILN_E_ARGUMENT, with
/// no borders, for NULL, for an entry without asset and surface or with both, or with a pose that is not valid, and for a
/// tolerance that is negative or beyond KILN_COORDINATE_MAX.
KILN_API kiln_status kiln_borders_init(kiln_borders *borders, const kiln_border *list, uint32_t count, float tolerance);

#ifdef __cplusplus
}
#endif

#endif
