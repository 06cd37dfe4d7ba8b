// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_EPA_POLYTOPE_H
#define KILN_CONVEX_EPA_POLYTOPE_H

#include "convex/convex.h"
#include "math/orient_double.h"

/// The polytope that epa.c expands: the convex hull of points of the set of differences b - a of two cores, built point by
/// point by the beneath-beyond method (Kallay 1981; as in Quickhull: Barber, Dobkin, Huhdanpaa 1996). Which faces a new
/// point sees is decided by exact signs, so that the polytope is exactly the hull of its points, however flat, and its
/// surface always closed; only lengths are rounded.

/// Room: a polytope of triangles has two faces less than twice its vertices.
#define KILN_EPA_VERTICES 128
#define KILN_EPA_FACES (2 * KILN_EPA_VERTICES - 4)

/// A difference and where it comes from.
typedef struct kiln_epa_vertex
{
	kiln_d3 w;					 ///< b - a, times the polytope's scale
	kiln_d3 a, b;				 ///< points of the cores
	uint32_t number_a, number_b; ///< as kilni_convex_support reported: where to begin to look for others near them
} kiln_epa_vertex;

/// A triangle, counter-clockwise seen from outside.
typedef struct kiln_epa_face
{
	kiln_d3 normal; ///< outward, as long as twice the area
	double offset;	///< normal . corner
	double length2; ///< of the normal
	double slack;	///< normal . p - offset is wrong by less than this part of the largest coordinate
	/// Beyond the edge that starts at corner i: number of the face, times 4, plus that of the edge there.
	uint16_t across[3];
	uint16_t seen; ///< by which point: its number, times 2, plus 1 if it is above the face
	uint8_t corner[3];
} kiln_epa_face;

typedef struct kiln_epa_polytope
{
	double scale; ///< a power of two that makes coordinates about 1, so that their sixth powers are numbers
	double size;  ///< largest coordinate
	uint32_t vertex_count, face_count;
	/// Per face its signed distance from the origin times its size, with room for those that are looked at four at a time.
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

/// Makes the tetrahedron of the polytope's first four vertices, which have a volume; false where, exactly, they have none.
bool kilni_epa_begin(kiln_epa_polytope *polytope);

/// The face whose plane is the nearest to the origin, or farthest beyond it; of equally near ones the lowest number.
uint32_t kilni_epa_nearest(const kiln_epa_polytope *polytope);

/// Whether a point is above a face's plane, exactly.
bool kilni_epa_is_above(const kiln_epa_polytope *polytope, uint32_t face, const kiln_d3 *point);

/// Makes the hull of the polytope and its vertex number vertex_count, which is already there, and which is above `face`.
/// The number of new faces; 0, and nothing is changed, where there is no room or the faces that the point sees have no
/// simple rim, which no finite numbers lead to.
uint32_t kilni_epa_insert(kiln_epa_polytope *polytope, uint32_t face);

/// Normal of a triangle as long as twice its area, to 2^-38 of its length, for triangles as thin as there may be.
kiln_d3 kilni_epa_normal(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *r, double *length2);

#endif
