// SPDX-License-Identifier: MIT
#include "triangle_pair.h"

#include "triangle_pair_signs.h"

#include <float.h>
#include <math.h>

/// A triangle with what its features need.
typedef struct sides
{
	const kiln_d3 *corner;
	kiln_d3 edge[3];   ///< from corner i to i + 1
	double length2[3]; ///< of the edges
	double inverse[3]; ///< of these; 0 for an edge without length
} sides;

/// Two points, as close as any found so far.
typedef struct nearest
{
	double distance2;
	kiln_d3 on_a, on_b;
} nearest;

static void measure(const kiln_d3 corner[3], sides *s)
{
	s->corner = corner;
	for (int i = 0; i < 3; ++i)
	{
		s->edge[i] = kiln_d3_sub(corner[i == 2 ? 0 : i + 1], corner[i]);
		s->length2[i] = kiln_d3_length2(s->edge[i]);
		s->inverse[i] = s->length2[i] > 0 ? 1 / s->length2[i] : 0;
	}
}

static inline double clamp01(double t)
{
	return kiln_double_min(kiln_double_max(t, 0), 1);
}

/// Below this squared sine edges are taken as parallel: then every point of one is as good a start as another, to 2^-42
/// of their lengths. Above it, errors of the starting point change the distance by less than 2^-43 of it.
#define PARALLEL2 0x1p-84

/// Closest points of two edges (Ericson 2005, 5.1.9, with the determinant from the cross product): on the lines' common
/// normal, clamped, then each on the other in turn.
static inline void edge_edge(const sides *a, int i, const sides *b, int j, nearest *best)
{
	kiln_d3 d = a->edge[i], e = b->edge[j], between = kiln_d3_sub(b->corner[j], a->corner[i]);
	kiln_d3 normal = kiln_d3_cross(d, e);
	double determinant = kiln_d3_length2(normal);
	double along = kiln_d3_dot(kiln_d3_cross(between, e), normal);
	bool skew = determinant > PARALLEL2 * a->length2[i] * b->length2[j];
	double s = skew ? clamp01(along / determinant) : 0;
	double t = clamp01(kiln_d3_dot(kiln_d3_along(kiln_d3_scale(d, s), -1, between), e) * b->inverse[j]);
	s = clamp01(kiln_d3_dot(kiln_d3_along(between, t, e), d) * a->inverse[i]);
	kiln_d3 apart = kiln_d3_along(kiln_d3_along(between, t, e), -s, d);
	double distance2 = kiln_d3_length2(apart);
	if (distance2 < best->distance2)
		*best = (nearest){distance2, kiln_d3_along(a->corner[i], s, d), kiln_d3_along(b->corner[j], t, e)};
}

/// A triangle's inside in coordinates along its longest side and the height upon it, which stay perpendicular for
/// needles.
typedef struct inside
{
	kiln_d3 origin, base, height;
	double base_inverse, height_inverse; ///< of the squared lengths
	double top;							 ///< where along the base the height stands
} inside;

/// False for a triangle without area, to rounding.
static bool inside_of(const sides *s, inside *in)
{
	int i = s->length2[1] > s->length2[0] ? 1 : 0;
	i = s->length2[2] > s->length2[i] ? 2 : i;
	int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
	in->origin = s->corner[i];
	in->base = s->edge[i];
	in->base_inverse = s->inverse[i];
	// From the nearer end: the shorter side loses less.
	bool far = s->length2[next] < s->length2[last];
	kiln_d3 side = far ? s->edge[next] : kiln_d3_scale(s->edge[last], -1);
	double foot = kiln_d3_dot(side, in->base) * in->base_inverse;
	in->height = kiln_d3_along(side, -foot, in->base);
	in->top = far ? 1 + foot : foot;
	double height2 = kiln_d3_length2(in->height);
	in->height_inverse = height2 > 0 ? 1 / height2 : 0;
	return height2 > 0x1p-100 * s->length2[i];
}

/// A corner over the inside of a triangle.
static inline void corner_face(kiln_d3 corner, const inside *in, bool of_a, nearest *best)
{
	kiln_d3 w = kiln_d3_sub(corner, in->origin);
	double s = kiln_d3_dot(w, in->base) * in->base_inverse;
	kiln_d3 off = kiln_d3_along(w, -s, in->base);
	double t = kiln_d3_dot(off, in->height) * in->height_inverse;
	if (!(t >= 0 && t <= 1 && s >= t * in->top && s <= 1 - t * (1 - in->top)))
		return;
	kiln_d3 apart = kiln_d3_along(off, -t, in->height);
	double distance2 = kiln_d3_length2(apart);
	if (!(distance2 < best->distance2))
		return;
	kiln_d3 foot = kiln_d3_along(kiln_d3_along(in->origin, s, in->base), t, in->height);
	*best = of_a ? (nearest){distance2, corner, foot} : (nearest){distance2, foot, corner};
}

static nearest nearest_features(const kiln_d3 a[3], const kiln_d3 b[3])
{
	nearest best = {HUGE_VAL, a[0], b[0]};
	sides of_a, of_b;
	inside in;
	measure(a, &of_a);
	measure(b, &of_b);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			edge_edge(&of_a, i, &of_b, j, &best);
	if (inside_of(&of_b, &in))
		for (int i = 0; i < 3; ++i)
			corner_face(a[i], &in, true, &best);
	if (inside_of(&of_a, &in))
		for (int i = 0; i < 3; ++i)
			corner_face(b[i], &in, false, &best);
	return best;
}

double kiln_triangles_distance2(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b)
{
	kiln_d3 ends[2];
	bool coplanar;
	nearest best;
	if (kiln_triangles_contact(a, b, ends, &coplanar))
		best = (nearest){0, ends[0], ends[0]};
	else
	{
		best = nearest_features(a, b);
		best.distance2 = kiln_double_max(best.distance2, DBL_MIN);
	}
	if (on_a)
		*on_a = best.on_a;
	if (on_b)
		*on_b = best.on_b;
	return best.distance2;
}
