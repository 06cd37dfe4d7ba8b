// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_POLYTOPE_H
#define KILN_CONVEX_POLYTOPE_H

#include "body.h"
#include "hull/extreme.h"
#include "kiln/convex/shape.h"

#include <math.h>

/// Convex polytopes with their faces and edges: a hull's half-edges, cooked or built in, and the affine map that places
/// them. Methods that need more than supports use them: separating axes, Voronoi clipping, linear programmes,
/// manifolds.
///
/// Features are numbered as in the view of the hull:
///   box          vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second, bit 2 of the third;
///                faces: 2 i at the lower end of axis i, 2 i + 1 at the greater;
///                edges by their vertices: 0-4, 4-6, 6-2, 2-0, 1-3, 3-7, 7-5, 5-1, 0-1, 5-4, 6-7, 3-2
///   tetrahedron  vertex: the corner; face: the opposite corner; edges: 1-2, 2-3, 3-1, 0-3, 2-0, 0-1
///   triangle     vertex: the corner; edges: 0-1, 1-2, 2-0; face 0 is seen counter-clockwise, face 1 is the other side
///   rectangle    vertex: bit 0 is set at the greater end of the first axis, bit 1 of the second; edges: 0-1, 1-3, 3-2,
///                2-0; face 0 is on the side of the first axis x the second, face 1 is the other
///   segment      vertices a, b; edge 0 is the segment
///   point        vertex 0
/// A shape without extent is numbered as the shape that remains: a box of two or fewer extents as the rectangle,
/// segment or point of its other axes in their order; a triangle without area as the segment between the two corners
/// that are farthest apart; a flat tetrahedron as a triangle, or as a rectangle if it has four corners.
/// kiln_polytope.corner gives the shape's own corner of each vertex.

/// Room for the hull of a small shape that is not an affine image of a fixed one. A kiln_polytope may point into it.
typedef struct kiln_polytope_room
{
	kiln_hull hull;
	float x[KILN_HULL_BLOCK], y[KILN_HULL_BLOCK];
	uint16_t seeds[32];
} kiln_polytope_room;

/// A placed polytope: vertex v of the hull is at origin + column . (v - from), relative to an eye.
typedef struct kiln_polytope
{
	const kiln_hull *hull;
	kiln_d3 from; ///< a point near its vertices, in the hull's own coordinates
	kiln_d3 column[3];
	kiln_d3 origin;
	/// Maps normals to vectors of any length; a similarity (`scale` not 0) scales the lengths of all normals by one
	/// factor. Outward stays outward.
	kiln_d3 normal[3];
	double scale;	   ///< the map is a similarity by so much; 0: not a similarity, or not known to be one
	bool mirrored;	   ///< faces are clockwise from outside, if it has faces
	double margin;	   ///< radius of a ball that is added to the polytope
	uint8_t corner[8]; ///< of shapes other than hulls: the shape's own number of the vertex
} kiln_polytope;

/// Sets a usable object as a polytope, relative to `eye`. Spheres, capsules and lozenges become a point, segment and
/// rectangle with a margin. Returns false, and sets nothing, for curved shapes, sums, points, lines and rays.
/// Coordinates are as in kilni_convex_of_object. A shape whose extent perpendicular to some plane or line is below
/// 2^-46 of its size, or below 2^-150, may be flattened onto it. Object and room must stay in place as long as the
/// polytope is used.
bool kilni_polytope_of_object(
	const kiln_convex_object *object, kiln_d3 eye, kiln_polytope_room *room, kiln_polytope *polytope);

/// Sets a hull under a node's map, relative to `eye`. Returns false, and sets nothing, for a map without an inverse.
bool kilni_polytope_of_hull(const kiln_hull *hull, const kiln_place *place, kiln_d3 eye, kiln_polytope *polytope);

/// Sets a triangle of corners relative to an eye; the triangle may be a segment or a point.
void kilni_polytope_of_triangle(const kiln_d3 corner[3], kiln_polytope *polytope);

/// Sets a segment, which may be a point.
void kilni_polytope_of_segment(kiln_d3 a, kiln_d3 b, kiln_polytope *polytope);

/// Sets a box of a center and three half axes, perpendicular or nearly so; any may be zero.
void kilni_polytope_of_box(kiln_d3 center, const kiln_d3 half[3], kiln_polytope *polytope);

/// Places a vector of the hull's coordinates.
static inline kiln_d3 kiln_polytope_vector(const kiln_polytope *p, kiln_d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(p->column[0], v.x), v.y, p->column[1]), v.z, p->column[2]);
}

/// The placed vector from vertex `from` to vertex `to`, with the digits that the polytope's own position would lose.
static inline kiln_d3 kiln_polytope_between(const kiln_polytope *p, uint32_t from, uint32_t to)
{
	kiln_d3 way = kiln_d3_sub(kiln_hull_point(p->hull, to), kiln_hull_point(p->hull, from));
	return kiln_polytope_vector(p, way);
}

/// Transforms a direction of the placed polytope to the hull's coordinates: heights along both are in the same order.
static inline kiln_d3 kiln_polytope_direction_back(const kiln_polytope *p, kiln_d3 direction)
{
	return (kiln_d3){kiln_d3_dot(p->column[0], direction), kiln_d3_dot(p->column[1], direction),
		kiln_d3_dot(p->column[2], direction)};
}

/// Vertex `i` in the hull's coordinates, relative to `from`.
static inline kiln_d3 kiln_polytope_local(const kiln_polytope *p, uint32_t i)
{
	return kiln_d3_sub(kiln_hull_point(p->hull, i), p->from);
}

/// Vertex `i`, placed.
static inline kiln_d3 kiln_polytope_vertex(const kiln_polytope *p, uint32_t i)
{
	return kiln_d3_add(p->origin, kiln_polytope_vector(p, kiln_polytope_local(p, i)));
}

/// Places an outward normal of the hull; the result has any length.
static inline kiln_d3 kiln_polytope_normal_of(const kiln_polytope *p, kiln_d3 n)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(p->normal[0], n.x), n.y, p->normal[1]), n.z, p->normal[2]);
}

/// Outward unit normal of face `i`: the stored one, good to 2^-23.
static inline kiln_d3 kiln_polytope_normal(const kiln_polytope *p, uint32_t i)
{
	kiln_d3 n = kiln_polytope_normal_of(p, kiln_d3_from(kiln_hull_normal(p->hull, i)));
	return kiln_d3_scale(n, 1 / sqrt(kiln_d3_length2(n)));
}

/// Points x with normal . x = offset.
typedef struct kiln_polytope_plane
{
	kiln_d3 normal; ///< unit, outward
	double offset;
} kiln_polytope_plane;

/// The plane of face `i`: its normal, through the face's highest vertex. Reads every vertex of the face.
kiln_polytope_plane kilni_polytope_plane_of(const kiln_polytope *p, uint32_t i);

/// Edge `i`, along its first half-edge from `start` to `end`. `left` and `right` are the faces beside it: left of the
/// first half-edge from outside; right for mirrored polytopes. The hull has edges.
typedef struct kiln_polytope_edge
{
	uint32_t start, end;
	uint32_t left, right;
} kiln_polytope_edge;

static inline kiln_polytope_edge kiln_polytope_edge_of(const kiln_polytope *p, uint32_t i)
{
	uint32_t h = kiln_hull_edge(p->hull, i), twin = kiln_hull_twin(p->hull, h);
	return (kiln_polytope_edge){kiln_hull_origin(p->hull, h), kiln_hull_origin(p->hull, twin),
		kiln_hull_face_of(p->hull, h), kiln_hull_face_of(p->hull, twin)};
}

/// The number of a half-edge's edge.
uint32_t kilni_polytope_edge_number(const kiln_hull *hull, uint32_t half);

/// The next half-edge from `half` on that starts at `vertex`; 2 edge_count if none starts there.
uint32_t kilni_polytope_half_from(const kiln_hull *hull, uint32_t half, uint32_t vertex);

/// The number of a vertex that is farthest along a direction of any length, by heights in double; of equally high ones
/// any. Walks from `seed`, or from a stored vertex if `seed` is out of range. Some vertex for zero and NaN.
uint32_t kilni_polytope_support(const kiln_polytope *p, kiln_d3 direction, uint32_t seed);

/// kilni_polytope_support for a direction in the hull's own coordinates.
uint32_t kilni_polytope_support_local(const kiln_polytope *p, kiln_d3 direction, uint32_t seed);

/// The smallest feature with all these vertices (they may repeat): a vertex, the edge between two, or else the face of
/// the lowest number. KILN_FEATURE_NONE if no feature has them, as for vertices that are joined only through the
/// inside; also without vertices, and for numbers out of range. The two vertices of a segment are its edge 0. Searches
/// the half-edges until the feature is found. At most four different vertices.
kiln_feature kilni_polytope_feature(const kiln_polytope *p, const uint32_t *vertices, uint32_t count);

/// The same for one to four vertices that differ and are in range.
kiln_feature kilni_polytope_feature_of(const kiln_hull *hull, const uint32_t *vertices, uint32_t count);

/// Lists the vertices of a feature, in order around a face, at most `most`. Returns how many the feature has; 0 for
/// KILN_FEATURE_NONE and numbers out of range.
uint32_t kilni_polytope_feature_vertices(
	const kiln_polytope *p, kiln_feature feature, uint32_t *vertices, uint32_t most);

#endif
