// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_PAIR_SIGNS_H
#define KILN_PRIMITIVE_TRIANGLE_PAIR_SIGNS_H

#include "math/orient_double.h"

/// The relative position of two triangles, by exact signs. Shared by the touch decision and the contact.

/// The sides of a triangle's plane on which three points lie, as bits. A point in the plane has neither bit.
typedef struct kiln_plane_signs
{
	uint32_t above, below;
} kiln_plane_signs;

/// If `t` has no plane, all points count as in its plane.
kiln_plane_signs kilni_signs_to_plane(const kiln_d3 t[3], const kiln_d3 points[3]);

static inline bool kiln_signs_apart(kiln_plane_signs s)
{
	return s.above == 7 || s.below == 7;
}

static inline bool kiln_signs_zero(kiln_plane_signs s)
{
	return !(s.above | s.below);
}

/// Two triangles, each of which has corners on both sides of the other's plane or on the plane, but not all corners on
/// it. p[0] is alone on the positive side of q's plane, from which q's corners run counterclockwise; or p[0] is alone
/// on the plane, with the others on the negative side. The same holds for q[0] and p's plane.
typedef struct kiln_crossing
{
	const kiln_d3 *p[3], *q[3];
} kiln_crossing;

kiln_crossing kilni_cross_planes(const kiln_d3 a[3], kiln_plane_signs of_a, const kiln_d3 b[3], kiln_plane_signs of_b);

/// The planes meet in a line. Compares the places at which the edges p[0] p[i] and q[0] q[j] pass this line, along one
/// of its directions: above 0 when p's edge comes first, 0 when both pass at one point. p's edges pass in the order i =
/// 2, 1, q's in the order j = 1, 2.
static inline double kiln_crossing_order(const kiln_crossing *crossing, int i, int j)
{
	return kilni_orient3_sign(crossing->p[i], crossing->q[j], crossing->q[0], crossing->p[0]);
}

static inline bool kiln_crossing_touches(const kiln_crossing *crossing)
{
	return kiln_crossing_order(crossing, 1, 1) <= 0 && kiln_crossing_order(crossing, 2, 2) >= 0;
}

/// The ends of a triangle that is a segment.
typedef struct kiln_ends
{
	int low, high; ///< numbers of the corners, first and last in lexical order, which on a line is the order along it
} kiln_ends;

bool kilni_lexically_less(const kiln_d3 *a, const kiln_d3 *b);
kiln_ends kilni_ends_of(const kiln_d3 t[3]);

/// Whether the segment pq touches the triangle. The segment does not lie wholly in the triangle's plane, and reaches
/// the plane from both sides.
bool kilni_segment_pierces(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 t[3]);

/// Triangles in one plane, or on one line.
typedef struct kiln_flat
{
	bool line;
	kiln_d2 a[3], b[3]; ///< the corners projected along an axis, unless all are on a line
	double turn_a;		///< above 0: a runs counterclockwise; 0: a is a segment or point
	double turn_b;
} kiln_flat;

/// Returns false when the triangles do not lie in one plane. At least one of them has no corner off the other's plane.
bool kilni_flatten(const kiln_d3 a[3], const kiln_d3 b[3], kiln_flat *flat);

/// Whether two flat triangles touch.
bool kilni_flat_touches(const kiln_flat *flat, const kiln_d3 a[3], const kiln_d3 b[3]);

#endif
