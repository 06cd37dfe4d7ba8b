// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_VCLIP_FEATURE_H
#define KILN_CONVEX_VCLIP_FEATURE_H

#include "convex/shape/polytope.h"

/// Vertices, edges and faces for the walk of Voronoi clipping: placed, with the planes that bound their Voronoi
/// regions.

/// A feature of one of the polytopes.
typedef struct kiln_vclip_side
{
	const kiln_polytope *p;
	kiln_feature_kind kind; ///< KILN_FEATURE_NONE: invalid, which only happens for arrays that are not a hull's
	uint32_t index;			///< vertex, half-edge, or face; half-edges 0 and 1 of a segment start at those vertices
	kiln_d3 at;				///< vertex; where the edge starts; a corner of the face
	kiln_d3 end;			///< of the edge
	kiln_d3 along;			///< edge: end - at; face: a normal, by its corners as they run, of any length
	double out;				///< face: along times out points out of the polytope; 1 or -1
	bool thin;				///< face: the normal has an error above 2^-41
} kiln_vclip_side;

void kilni_vclip_set_vertex(kiln_vclip_side *side, uint32_t vertex);
/// KILN_NONE: invalid.
void kilni_vclip_set_edge(kiln_vclip_side *side, uint32_t half_edge);
/// The normal is computed from the placed corners, because the stored one is rounded.
void kilni_vclip_set_face(kiln_vclip_side *side, uint32_t face);
/// The edge between a vertex and its neighbour.
void kilni_vclip_set_spoke(kiln_vclip_side *side, uint32_t vertex, uint32_t neighbour);

/// Sets a feature from any bits: returns false, and sets nothing, for one that the polytope does not have.
bool kilni_vclip_set_feature(kiln_vclip_side *side, kiln_feature feature);
/// The feature with its public number.
kiln_feature kilni_vclip_feature_of(const kiln_vclip_side *side);

/// The vertices at which a half-edge starts and ends.
uint32_t kilni_vclip_start(const kiln_polytope *p, uint32_t half_edge);
uint32_t kilni_vclip_end(const kiln_polytope *p, uint32_t half_edge);

/// The number of a vertex's neighbours, and each neighbour.
uint32_t kilni_vclip_degree(const kiln_polytope *p, uint32_t vertex);
uint32_t kilni_vclip_neighbour(const kiln_polytope *p, uint32_t vertex, uint32_t i);

/// The plane between the Voronoi regions of an edge and one of the faces beside it: through the edge, perpendicular to
/// the face.
typedef struct kiln_vclip_plane
{
	kiln_d3 through, normal; ///< towards the face, of any length
	double rounding;		 ///< error of a height over the plane, per unit of distance from `through`
	uint32_t face;
} kiln_vclip_plane;

/// Both planes of an edge; returns 0 for a segment, which has no faces.
uint32_t kilni_vclip_edge_planes(const kiln_vclip_side *edge, kiln_vclip_plane planes[2]);

/// For each of the faces beside an edge, a corner that is not on the edge's line; returns 0 for a segment.
uint32_t kilni_vclip_edge_corners(const kiln_vclip_side *edge, uint32_t corners[2]);

/// The plane of the edge from corner `i` of a face to the next corner; `half_edge` leads there.
kiln_vclip_plane kilni_vclip_face_plane(const kiln_vclip_side *face, uint32_t i, uint32_t *half_edge);
uint32_t kilni_vclip_corners(const kiln_vclip_side *face);

/// The part of an edge, at + t along for low <= t <= high, that is left after some planes, and the numbers of the
/// features behind the planes that cut it.
typedef struct kiln_vclip_range
{
	double low, high;
	uint32_t low_at, high_at; ///< KILN_NONE: not cut
} kiln_vclip_range;

/// Cuts the range by the heights of the edge's ends over a plane; the range above the plane stays. Returns false when
/// both ends are below.
bool kilni_vclip_cut(kiln_vclip_range *range, double start, double end, uint32_t feature);

/// Whether a point is in a polytope.
typedef enum kiln_vclip_where
{
	KILN_VCLIP_INSIDE, ///< behind all planes, or on one to 2^-46 of the coordinates
	KILN_VCLIP_OUTSIDE,
	KILN_VCLIP_UNKNOWN, ///< near a face whose plane is not accurate enough
} kiln_vclip_where;

/// If the point is outside, `face` gets a face that has the point in front of its plane: the farthest one, to float32's
/// rounding. The polytope has faces.
kiln_vclip_where kilni_vclip_locate(const kiln_polytope *p, kiln_d3 point, uint32_t *face);

/// Whether a point is in a face: some weighted mean of the corners is within `slack` of the point.
bool kilni_vclip_face_holds(const kiln_vclip_side *face, kiln_d3 point, double slack);

#endif
