// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_H
#define KILN_COOKER_HULL_H

#include "kilncook.h"
#include "math/ieee.h"

/// Convex hulls whose topology is decided by exact signs.
///
/// A hull is a closed half-edge structure. `dimension` is the exact dimension of the points:
///   3  a polyhedron: F >= 4, V - E + F = 2, every face a strictly convex polygon of exactly coplanar vertices, every
///      edge strictly convex, every vertex an input point and extreme;
///   2  a polygon of V >= 3 strictly convex corners, stored as two faces back to back: F = 2, E = V;
///   1  a segment: V = 2, no faces, no half-edges;
///   0  a point: V = 1, no faces, no half-edges.
/// No two vertices are equal. Every input point lies in the hull, exactly.
typedef struct convex_hull
{
	uint32_t dimension;
	float (*vertices)[3];
	uint32_t *sources; ///< per vertex: the lowest number of an input point that is equal to it
	uint32_t vertex_count;
	/// face_count + 1 numbers of half-edges: face f's half-edges are face_first[f] .. face_first[f + 1] - 1,
	/// counter-clockwise seen from outside. At least three a face.
	uint32_t *face_first;
	uint32_t face_count;
	uint32_t *origins; ///< per half-edge: its start vertex; it ends where the next half-edge of its face starts
	uint32_t *twins;   ///< per half-edge: the other half of its edge
	uint32_t half_edge_count;
	void *block; ///< the allocation that all arrays share, or NULL
	size_t block_size;
} convex_hull;

/// Points for a hull: x, y, z as float, `stride` bytes apart (at least 12, multiple of 4).
typedef struct hull_points
{
	const float *positions;
	size_t stride; ///< 0 means 12
	uint32_t count;
} hull_points;

/// Builds the convex hull of `points` (Quickhull: Barber, Dobkin, Huhdanpaa 1996; signs by exact_orient3d, so that no
/// epsilon decides; polygons by Andrew 1979). Any finite points: coincident, collinear, coplanar, cospherical, huge,
/// denormal. Negative zero counts as zero and is stored as zero. Deterministic: the same set of points in any order
/// gives the same polyhedron (vertex and face numbers may differ). KILNCOOK_REFUSED with `hull-empty` for no points and
/// `hull-not-finite`, naming the first, for NaN or infinity; KILNCOOK_INTERNAL when out of memory. `out` is untouched
/// on failure. Expected O(n log n), worst case O(n^2).
kilncook_status hull_build(const kilncook_context *context, const hull_points *points, convex_hull *out);

void hull_free(const kilncook_context *context, convex_hull *h);

/// The result of hull_check.
typedef enum hull_fault
{
	HULL_SOUND,
	HULL_RANGE,		///< an index is out of range, or counts and dimension contradict each other
	HULL_OPEN,		///< twins do not pair up, or run in the same direction
	HULL_EULER,		///< V - E + F is not 2, or there is more than one piece
	HULL_FLAT,		///< a face's corners are not strictly convex, or not coplanar
	HULL_CONCAVE,	///< an edge is not strictly convex, or a vertex lies in front of a face
	HULL_OUTSIDE,	///< an input point lies outside
	HULL_REPEATED,	///< two vertices are equal
	HULL_UNCHECKED, ///< memory ran out: the hull was not checked
} hull_fault;

/// Checks by exact signs all properties that convex_hull states, and that every point of `points` (may be NULL) lies
/// inside. The points may differ from the points that the hull was built from, so the sources are not checked. `*where`
/// (may be NULL) gets the number of the faulty face, half-edge, vertex or point. Trusts no index. O(V log V) and a walk
/// of a few faces a point; points x faces only for a hull so flat that no double lies inside.
hull_fault hull_check(
	const kilncook_context *context, const convex_hull *h, const hull_points *points, uint32_t *where);

/// Returns the name of a fault, such as `concave`. Names do not change from version to version.
const char *hull_fault_name(hull_fault fault);

#endif
