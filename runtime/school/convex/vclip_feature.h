// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_VCLIP_FEATURE_H
#define KILN_CONVEX_VCLIP_FEATURE_H

#include "convex/shape/polytope.h"

/// Vertices, edges and faces as Voronoi clipping walks over them: placed, with the planes that bound their Voronoi regions.

/// A feature of one of the polytopes.
typedef struct kiln_vclip_side
{
	const kiln_polytope *p;
	kiln_feature_kind kind; ///< KILN_FEATURE_NONE: lost, which only happens where the arrays are no hull's
	uint32_t index;			///< vertex, half-edge, or face; half-edges 0 and 1 of a segment start at those vertices
	kiln_d3 at;				///< vertex; where the edge starts; a corner of the face
	kiln_d3 end;			///< of the edge
	kiln_d3 along;			///< edge: end - at; face: a normal, by its corners as they run, of any length
	double out;				///< face: along times out leads out of the polytope; 1 or -1
	bool thin;				///< face: the normal is good to less than 2^-41
} kiln_vclip_side;

void kilni_vclip_set_vertex(kiln_vclip_side *side, uint32_t vertex);
/// KILN_NONE: lost.
void kilni_vclip_set_edge(kiln_vclip_side *side, uint32_t half_edge);
/// The normal is that of the placed corners and not the stored one, which is rounded.
void kilni_vclip_set_face(kiln_vclip_side *side, uint32_t face);
/// The edge between a vertex and its neighbour.
void kilni_vclip_set_spoke(kiln_vclip_side *side, uint32_t vertex, uint32_t neighbour);

/// A feature that may be any bits: false, with nothing set, for one that the polytope does not have.
bool kilni_vclip_set_feature(kiln_vclip_side *side, kiln_feature feature);
/// The feature with the number that others know it by.
kiln_feature kilni_vclip_feature_of(const kiln_vclip_side *side);

/// Vertices that a half-edge leads from and to.
uint32_t kilni_vclip_start(const kiln_polytope *p, uint32_t half_edge);
uint32_t kilni_vclip_end(const kiln_polytope *p, uint32_t half_edge);

/// Neighbours of a vertex: how many, and each.
uint32_t kilni_vclip_degree(const kiln_polytope *p, uint32_t vertex);
uint32_t kilni_vclip_neighbour(const kiln_polytope *p, uint32_t vertex, uint32_t i);

/// The plane between the Voronoi regions of an edge and one of the faces beside it: through the edge, at right angles to
/// the face.
typedef struct kiln_vclip_plane
{
	kiln_d3 through, normal; ///< towards the face, of any length
	double rounding;		 ///< what a height over it may be wrong by, for each unit of distance from `through`
	uint32_t face;
} kiln_vclip_plane;

/// Both of an edge's; 0 of a segment, which has no faces.
uint32_t kilni_vclip_edge_planes(const kiln_vclip_side *edge, kiln_vclip_plane planes[2]);

/// A corner of each of the faces beside an edge that is not on its line; 0 of a segment.
uint32_t kilni_vclip_edge_corners(const kiln_vclip_side *edge, uint32_t corners[2]);

/// That of corner `i` of a face to the next one; `half_edge` is what leads there.
kiln_vclip_plane kilni_vclip_face_plane(const kiln_vclip_side *face, uint32_t i, uint32_t *half_edge);
uint32_t kilni_vclip_corners(const kiln_vclip_side *face);

/// What of an edge, at + t along for low <= t <= high, is left of the planes so far, and the numbers of the features behind
/// the planes that cut it.
typedef struct kiln_vclip_range
{
	double low, high;
	uint32_t low_at, high_at; ///< KILN_NONE: not cut
} kiln_vclip_range;

/// Cuts it by the heights of its ends over a plane that it is to be above. False when both are below.
bool kilni_vclip_cut(kiln_vclip_range *range, double start, double end, uint32_t feature);

/// Whether a point is in a polytope.
typedef enum kiln_vclip_where
{
	KILN_VCLIP_INSIDE, ///< behind all planes, or on one to 2^-46 of the coordinates
	KILN_VCLIP_OUTSIDE,
	KILN_VCLIP_UNKNOWN, ///< near a face whose plane isn't known that well
} kiln_vclip_where;

/// `face` gets one whose plane it is in front of, the farthest to float32's rounding, where it is outside. The polytope has
/// faces.
kiln_vclip_where kilni_vclip_locate(const kiln_polytope *p, kiln_d3 point, uint32_t *face);

/// Whether a point is in a face, by the mean of corners that comes to lie within `slack` of it.
bool kilni_vclip_face_holds(const kiln_vclip_side *face, kiln_d3 point, double slack);

#endif
