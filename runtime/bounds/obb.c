// SPDX-License-Identifier: MIT
#include "core.h"

#include <math.h>

// Separating axes of two boxes (Gottschalk, Lin, Manocha 1996; Ericson 2005, 4.4.1). The usual test works in the frame
// of one box, which is right for perpendicular unit axes only, and covers the rounding of nearly parallel edges by a
// constant. Here each axis is a vector of its own. The boxes are the parallelepipeds that their stored numbers
// describe, and both are projected on the axis. Any vector, however rounded, gives a valid answer with the slack of
// kiln_core_gap, which shrinks with the vector: nearly parallel edges neither separate boxes that overlap nor miss
// boxes that are apart. The products of two floats are exact in double, so that a cross product of axes keeps its
// direction to 2^-53 however short it is.

typedef struct boxes
{
	kiln_d3 axis[2][3];
	kiln_d3 side[6]; ///< of both boxes
	kiln_d3 between, size;
} boxes;

/// kiln_core_gap along a vector that is perpendicular to all sides but four. Rounding may have turned the vector away
/// from the other two by 2^-53; the slack has room for this error, too.
static inline bool apart_along(const boxes *b, kiln_d3 l, int p, int q, int r, int s)
{
	double reach = (fabs(kiln_d3_dot(b->side[p], l)) + fabs(kiln_d3_dot(b->side[q], l))) +
				   (fabs(kiln_d3_dot(b->side[r], l)) + fabs(kiln_d3_dot(b->side[s], l)));
	double slack = 0x1p-48 * (fabs(l.x) * b->size.x + fabs(l.y) * b->size.y + fabs(l.z) * b->size.z);
	return fabs(kiln_d3_dot(b->between, l)) > reach + slack;
}

static inline bool apart_by_faces(const boxes *b, int which)
{
	const kiln_d3 *axis = b->axis[which];
	int own = 3 * which, p = 3 - own, q = 4 - own, r = 5 - own;
	return apart_along(b, kiln_d3_cross(axis[1], axis[2]), own, p, q, r) ||
		   apart_along(b, kiln_d3_cross(axis[2], axis[0]), own + 1, p, q, r) ||
		   apart_along(b, kiln_d3_cross(axis[0], axis[1]), own + 2, p, q, r);
}

/// Tests the cross products of edge `i` of the first box with the edges of the second.
static inline bool apart_by_edge(const boxes *b, int i, int next, int last)
{
	kiln_d3 edge = b->axis[0][i];
	const kiln_d3 *other = b->axis[1];
	return apart_along(b, kiln_d3_cross(edge, other[0]), next, last, 4, 5) ||
		   apart_along(b, kiln_d3_cross(edge, other[1]), next, last, 3, 5) ||
		   apart_along(b, kiln_d3_cross(edge, other[2]), next, last, 3, 4);
}

static inline bool apart_by_edges(const boxes *b)
{
	return apart_by_edge(b, 0, 1, 2) || apart_by_edge(b, 1, 0, 2) || apart_by_edge(b, 2, 0, 1);
}

/// The axes and sides of one box.
static inline void set_obb(boxes *b, int which, const kiln_obb *obb)
{
	for (int i = 0; i < 3; ++i)
	{
		b->axis[which][i] = kiln_d3_from(obb->axes[i]);
		b->side[3 * which + i] = kiln_d3_scale(b->axis[which][i], (double)obb->half_extents[i]);
	}
}

static inline void set_aabb(boxes *b, int which, kiln_d3 half)
{
	b->axis[which][0] = (kiln_d3){1, 0, 0};
	b->axis[which][1] = (kiln_d3){0, 1, 0};
	b->axis[which][2] = (kiln_d3){0, 0, 1};
	b->side[3 * which] = (kiln_d3){half.x, 0, 0};
	b->side[3 * which + 1] = (kiln_d3){0, half.y, 0};
	b->side[3 * which + 2] = (kiln_d3){0, 0, half.z};
}

/// The sum of the sides' extents on one coordinate.
#define REACH(b, k)                                                                                                    \
	((fabs((b)->side[0].k) + fabs((b)->side[1].k)) + (fabs((b)->side[2].k) + fabs((b)->side[3].k)) +                   \
		(fabs((b)->side[4].k) + fabs((b)->side[5].k)))

/// Sets the size and tests x, y and z. These are not among the fifteen axes, but cheap.
static inline bool apart_by_boxes(boxes *b)
{
	kiln_d3 reach = {REACH(b, x), REACH(b, y), REACH(b, z)};
	kiln_d3 away = {fabs(b->between.x), fabs(b->between.y), fabs(b->between.z)};
	b->size = kiln_d3_add(away, reach);
	// The slack of kiln_core_gap, for the test away > reach.
	double more = 1 + 0x1p-47;
	return away.x > reach.x * more || away.y > reach.y * more || away.z > reach.z * more;
}

/// Whether the axes are so nearly unit and perpendicular that dot products with them measure a point of the box: the
/// point's coordinates along the axes are then within 2^-16 of the sum of the dot products' magnitudes.
static inline bool measures(const kiln_d3 axis[3])
{
	double off =
		fabs(kiln_d3_dot(axis[0], axis[1])) + fabs(kiln_d3_dot(axis[1], axis[2])) + fabs(kiln_d3_dot(axis[2], axis[0]));
	return off + fabs(kiln_d3_length2(axis[0]) - 1) + fabs(kiln_d3_length2(axis[1]) - 1) +
			   fabs(kiln_d3_length2(axis[2]) - 1) <=
		   0x1p-18;
}

/// The point of the box nearest to `p`, relative to the box's center. `inside`: `p` itself is certainly in the box, if
/// its axes measure points.
static inline kiln_d3 box_point(const kiln_d3 axis[3], const float half[3], kiln_d3 p, bool *inside)
{
	double x = kiln_d3_dot(axis[0], p), y = kiln_d3_dot(axis[1], p), z = kiln_d3_dot(axis[2], p);
	double a = (double)half[0], b = (double)half[1], c = (double)half[2];
	double margin = 0x1p-15 * (fabs(x) + fabs(y) + fabs(z));
	*inside = fabs(x) + margin <= a && fabs(y) + margin <= b && fabs(z) + margin <= c;
	kiln_d3 on = kiln_d3_scale(axis[0], kiln_double_clamp(x, a));
	return kiln_d3_along(kiln_d3_along(on, kiln_double_clamp(y, b), axis[1]), kiln_double_clamp(z, c), axis[2]);
}

typedef enum glance
{
	UNDECIDED,
	OVERLAP,
	APART,
} glance;

/// The first steps of alternating projections (von Neumann): from b's center to the nearest point of a, and from there
/// to the nearest point of b. These projections converge to a common point or to a nearest pair. After two steps most
/// boxes that overlap have shown a common point, and most boxes that are apart an axis between them.
static inline glance look(const boxes *both, const kiln_obb *a, const kiln_obb *b)
{
	bool inside;
	kiln_d3 on_a = box_point(both->axis[0], a->half_extents, both->between, &inside);
	if (inside)
		return measures(both->axis[0]) ? OVERLAP : UNDECIDED;
	kiln_d3 on_b = box_point(both->axis[1], b->half_extents, kiln_d3_sub(on_a, both->between), &inside);
	if (inside)
		return measures(both->axis[1]) ? OVERLAP : UNDECIDED;
	on_b = kiln_d3_add(on_b, both->between);
	kiln_d3 l = kiln_d3_sub(on_b, on_a);
	double others = fabs(kiln_d3_dot(both->side[4], l)) + fabs(kiln_d3_dot(both->side[5], l));
	double slack = 0x1p-48 * (fabs(l.x) * both->size.x + fabs(l.y) * both->size.y + fabs(l.z) * both->size.z);
	double reach = fabs(kiln_d3_dot(both->side[0], l)) + fabs(kiln_d3_dot(both->side[1], l)) +
				   fabs(kiln_d3_dot(both->side[2], l)) + fabs(kiln_d3_dot(both->side[3], l));
	return fabs(kiln_d3_dot(both->between, l)) > reach + others + slack ? APART : UNDECIDED;
}

bool kiln_overlaps_obb_obb(const kiln_obb *a, const kiln_obb *b)
{
	boxes both;
	both.between = kiln_d3_sub(kiln_d3_from(b->center), kiln_d3_from(a->center));
	set_obb(&both, 0, a);
	set_obb(&both, 1, b);
	bool apart = apart_by_boxes(&both);
	if (!apart)
	{
		glance seen = look(&both, a, b);
		if (seen == OVERLAP)
			return true;
		apart = seen == APART || apart_by_faces(&both, 0) || apart_by_faces(&both, 1) || apart_by_edges(&both);
	}
	return !apart || !kilni_sound_obb(a) || !kilni_sound_obb(b);
}

bool kiln_overlaps_obb_obb_lite(const kiln_obb *a, const kiln_obb *b)
{
	boxes both;
	both.between = kiln_d3_sub(kiln_d3_from(b->center), kiln_d3_from(a->center));
	set_obb(&both, 0, a);
	set_obb(&both, 1, b);
	bool apart = apart_by_boxes(&both) || apart_by_faces(&both, 0) || apart_by_faces(&both, 1);
	return !apart || !kilni_sound_obb(a) || !kilni_sound_obb(b);
}

bool kiln_overlaps_aabb_obb(const kiln_aabb *a, const kiln_obb *b)
{
	boxes both;
	kiln_d3 min = kiln_d3_from(a->min), half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(a->max), min), 0.5);
	both.between = kiln_d3_sub(kiln_d3_sub(kiln_d3_from(b->center), min), half);
	set_aabb(&both, 0, half);
	set_obb(&both, 1, b);
	bool apart = apart_by_boxes(&both) || apart_by_faces(&both, 1) || apart_by_edges(&both);
	return !apart || !kilni_sound_aabb(a) || !kilni_sound_obb(b);
}
