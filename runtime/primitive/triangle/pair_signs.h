// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_TRIANGLE_PAIR_SIGNS_H
#define KILN_PRIMITIVE_TRIANGLE_PAIR_SIGNS_H

#include "math/orient_double.h"

/// How two triangles lie to each other, by exact signs: what the decision whether they touch and the contact share.

/// On which side of a triangle's plane three points lie, as their bits; those in the plane are in neither.
typedef struct kiln_plane_signs
{
	uint32_t above, below;
} kiln_plane_signs;

/// All points lie in the plane of `t` where `t` has no plane.
kiln_plane_signs kilni_signs_to_plane(const kiln_d3 t[3], const kiln_d3 points[3]);

static inline bool kiln_signs_apart(kiln_plane_signs s)
{
	return s.above == 7 || s.below == 7;
}

static inline bool kiln_signs_zero(kiln_plane_signs s)
{
	return !(s.above | s.below);
}

/// Two triangles, each of which has corners on both sides of the other's plane or on it, but not all: p[0] is alone on
/// the positive side of q's plane, seen from where q's corners run counterclockwise, and q[0] of p's; or alone on it where
/// the others lie on the negative side.
typedef struct kiln_crossing
{
	const kiln_d3 *p[3], *q[3];
} kiln_crossing;

kiln_crossing kilni_cross_planes(const kiln_d3 a[3], kiln_plane_signs of_a, const kiln_d3 b[3], kiln_plane_signs of_b);

/// The planes meet in a line. Along one of its directions, edges p[0] p[i] and q[0] q[j] pass it: above 0 when p's comes
/// first, 0 when both pass at one point. p's edges pass in the order i = 2, 1, q's in the order j = 1, 2.
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
	int low, high; ///< corners, by their coordinates in lexical order, which along a line is that of its points
} kiln_ends;

bool kilni_lexically_less(const kiln_d3 *a, const kiln_d3 *b);
kiln_ends kilni_ends_of(const kiln_d3 t[3]);

/// Whether the segment pq, not all of which lies in the triangle's plane but which reaches it from both sides, touches the
/// triangle.
bool kilni_segment_pierces(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 t[3]);

/// Triangles in one plane, or on one line.
typedef struct kiln_flat
{
	bool line;
	kiln_d2 a[3], b[3]; ///< unless on a line: their corners, seen along an axis
	double turn_a;		///< above 0: a runs counterclockwise; 0: it is a segment or point
	double turn_b;
} kiln_flat;

/// False when the triangles, one of which at least has no corner off the other's plane, do not lie in one plane.
bool kilni_flatten(const kiln_d3 a[3], const kiln_d3 b[3], kiln_flat *flat);

/// Whether two flat triangles touch.
bool kilni_flat_touches(const kiln_flat *flat, const kiln_d3 a[3], const kiln_d3 b[3]);

#endif
