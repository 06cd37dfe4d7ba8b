// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_EPA_POLYTOPE_H
#define KILN_CONVEX_EPA_POLYTOPE_H

#include "convex/convex.h"
#include "math/orient_double.h"

/// The polytope that epa.c expands: the convex hull of points of the set of differences b - a of two cores, built point
/// by point by the beneath-beyond method (Kallay 1981; as in Quickhull: Barber, Dobkin, Huhdanpaa 1996). Exact signs
/// decide which faces a new point sees. So the polytope is exactly the hull of its points, however flat, and its
/// surface is always closed; only lengths are rounded.

/// Room: a polytope of triangles with V vertices has 2 V - 4 faces.
#define KILN_EPA_VERTICES 128
#define KILN_EPA_FACES (2 * KILN_EPA_VERTICES - 4)

/// A difference and its two points.
typedef struct kiln_epa_vertex
{
	kiln_d3 w;					 ///< b - a, times the polytope's scale
	kiln_d3 a, b;				 ///< points of the cores
	uint32_t number_a, number_b; ///< as kilni_convex_support reported: seeds for others near them
} kiln_epa_vertex;

/// A triangle, counterclockwise from outside.
typedef struct kiln_epa_face
{
	kiln_d3 normal; ///< outward; its length is twice the area
	double offset;	///< normal . corner
	double length2; ///< of the normal
	double slack;	///< normal . p - offset has an error below this share of the largest coordinate
	/// The neighbour beyond the edge that starts at corner i: number of the face, times 4, plus the number of the edge
	/// in that face.
	uint16_t neighbours[3];
	uint16_t seen; ///< the point that last tested the face: its number, times 2, plus 1 if it is above the face
	uint8_t corner[3];
} kiln_epa_face;

typedef struct kiln_epa_polytope
{
	double scale; ///< a power of two that brings coordinates near 1, so that their sixth powers stay in range
	double size;  ///< largest coordinate
	uint32_t vertex_count, face_count;
	/// Per face its signed distance from the origin times its size, with room to read four at a time.
	double key[KILN_EPA_FACES + 4];
	kiln_epa_vertex vertices[KILN_EPA_VERTICES];
	kiln_epa_face faces[KILN_EPA_FACES];
} kiln_epa_polytope;

/// Largest component of |a|, without branches.
static inline double kiln_epa_largest(kiln_d3 a)
{
	kiln_d3 b = kiln_d3_magnitudes(a);
	return kiln_double_max(b.x, kiln_double_max(b.y, b.z));
}

/// Makes the tetrahedron of the polytope's first four vertices, which have a volume; returns false where, exactly, they
/// have none.
bool kilni_epa_begin(kiln_epa_polytope *polytope);

/// The face whose plane is nearest to the origin, or farthest beyond it; of equally near ones the lowest number.
uint32_t kilni_epa_nearest(const kiln_epa_polytope *polytope);

/// Whether a point is above a face's plane, exactly.
bool kilni_epa_is_above(const kiln_epa_polytope *polytope, uint32_t face, const kiln_d3 *point);

/// Extends the polytope to the hull of itself and vertex number vertex_count, which is already stored and is above
/// `face`. Returns the number of new faces. Returns 0, and changes nothing, if there is no room or the faces that the
/// point sees have no simple rim, which cannot happen for finite numbers.
uint32_t kilni_epa_insert(kiln_epa_polytope *polytope, uint32_t face);

/// The normal of a triangle, twice its area long, with a relative error of 2^-38, for triangles of any thinness.
kiln_d3 kilni_epa_normal(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r, double *length2);

#endif
