// SPDX-License-Identifier: MIT
#include "triangle_pair.h"

#include "triangle_pair_signs.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Added to squared lengths: divisions by those of points, which are 0, are of 0 then, and nothing else changes.
#define LEAST2 0x1p-900

/// Corners and edges of a triangle side by side, for loops that compilers turn into vectors; the first once more at the
/// end, so that there are four.
typedef struct sides
{
	double x[4], y[4], z[4];	///< corners
	double dx[4], dy[4], dz[4]; ///< edges from corner i to i + 1
	double length2[4];			///< of the edges
	double inverse[4];			///< of these, finite
} sides;

static void measure(const kiln_d3 corner[3], sides *s)
{
	for (int i = 0; i < 4; ++i)
	{
		const kiln_d3 *from = &corner[i % 3], *to = &corner[(i + 1) % 3];
		s->x[i] = from->x;
		s->y[i] = from->y;
		s->z[i] = from->z;
		s->dx[i] = to->x - from->x;
		s->dy[i] = to->y - from->y;
		s->dz[i] = to->z - from->z;
	}
	for (int i = 0; i < 4; ++i)
	{
		double length2 = s->dx[i] * s->dx[i] + s->dy[i] * s->dy[i] + s->dz[i] * s->dz[i];
		s->length2[i] = length2;
		s->inverse[i] = 1 / (length2 + LEAST2);
	}
}

/// Twice max(x, 0) and twice max(-x, 0). Comparisons instead would stand in the way of vectors, or be mispredicted.
static inline double twice_above(double x)
{
	return fabs(x) + x;
}

static inline double twice_below(double x)
{
	return fabs(x) - x;
}

/// To 2^-53.
static inline double clamp01(double t)
{
	return 1 - 0.5 * twice_above(1 - 0.5 * twice_above(t));
}

/// Where on two features their closest points lie: shares of edges, or of base and height.
typedef struct feature_pairs
{
	double distance2[4], s[4], t[4];
} feature_pairs;

/// Added to the squared sine of two edges. Where it is that small, every point of one edge is as good a start as
/// another: to 2^-42 of their lengths. Where it is larger, the starting point moves so little that the distance changes
/// by less than 2^-43 of them; so little too do rounding errors change it.
#define PARALLEL2 0x1p-84

/// Closest points of edge i of a and all edges of b (Ericson 2005, 5.1.9, with the determinant from the cross product):
/// on the lines' common normal, clamped, then each on the other in turn.
static void edge_edges(const sides *a, int i, const sides *b, feature_pairs *pairs)
{
	double x = a->x[i], y = a->y[i], z = a->z[i], dx = a->dx[i], dy = a->dy[i], dz = a->dz[i];
	double least = PARALLEL2 * a->length2[i], inverse = a->inverse[i];
	for (int j = 0; j < 4; ++j)
	{
		double ex = b->dx[j], ey = b->dy[j], ez = b->dz[j];
		double rx = b->x[j] - x, ry = b->y[j] - y, rz = b->z[j] - z;
		double nx = dy * ez - dz * ey, ny = dz * ex - dx * ez, nz = dx * ey - dy * ex;
		double determinant = nx * nx + ny * ny + nz * nz;
		double along = (ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz;
		double s = clamp01(along / (determinant + (least * b->length2[j] + LEAST2)));
		double t = clamp01(((s * dx - rx) * ex + (s * dy - ry) * ey + (s * dz - rz) * ez) * b->inverse[j]);
		rx += t * ex;
		ry += t * ey;
		rz += t * ez;
		s = clamp01((rx * dx + ry * dy + rz * dz) * inverse);
		rx -= s * dx;
		ry -= s * dy;
		rz -= s * dz;
		pairs->distance2[j] = rx * rx + ry * ry + rz * rz;
		pairs->s[j] = s;
		pairs->t[j] = t;
	}
}

/// A triangle's inside in coordinates along its longest side and the height upon it, which stay perpendicular for
/// needles.
typedef struct inside
{
	kiln_d3 origin, base, height;
	double base_inverse, height_inverse; ///< of the squared lengths
	double top;							 ///< where along the base the height stands
} inside;

static kiln_d3 edge_of(const sides *s, int i)
{
	return (kiln_d3){s->dx[i], s->dy[i], s->dz[i]};
}

/// False for a triangle without area, to rounding.
static bool inside_of(const sides *s, inside *in)
{
	int i = s->length2[1] > s->length2[0] ? 1 : 0;
	i = s->length2[2] > s->length2[i] ? 2 : i;
	int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
	in->origin = (kiln_d3){s->x[i], s->y[i], s->z[i]};
	in->base = edge_of(s, i);
	in->base_inverse = s->inverse[i];
	// From the nearer end: the shorter side loses less.
	bool far = s->length2[next] < s->length2[last];
	kiln_d3 side = kiln_d3_scale(edge_of(s, far ? next : last), far ? 1 : -1);
	double foot = kiln_d3_dot(side, in->base) * in->base_inverse;
	in->height = kiln_d3_along(side, -foot, in->base);
	in->top = foot + (far ? 1 : 0);
	double height2 = kiln_d3_length2(in->height);
	in->height_inverse = 1 / (height2 + LEAST2);
	return height2 > 0x1p-100 * s->length2[i];
}

/// Makes a corner beside the inside farther than any edge.
#define OUTSIDE 0x1p900

/// The corners of `over` that lie over the inside of a triangle; the others are taken as very far.
static void corners_face(const sides *over, const inside *in, feature_pairs *pairs)
{
	kiln_d3 o = in->origin, b = in->base, h = in->height;
	for (int i = 0; i < 4; ++i)
	{
		double x = over->x[i] - o.x, y = over->y[i] - o.y, z = over->z[i] - o.z;
		double s = (x * b.x + y * b.y + z * b.z) * in->base_inverse;
		x -= s * b.x;
		y -= s * b.y;
		z -= s * b.z;
		double t = (x * h.x + y * h.y + z * h.z) * in->height_inverse;
		x -= t * h.x;
		y -= t * h.y;
		z -= t * h.z;
		// Out of the height, or of the sides at that height.
		double out = twice_below(s - t * in->top) + twice_below(1 - t * (1 - in->top) - s);
		out += twice_below(t) + twice_below(1 - t);
		pairs->distance2[i] = (x * x + y * y + z * z) + OUTSIDE * out;
		pairs->s[i] = s;
		pairs->t[i] = t;
	}
}

/// Features are numbered: edges 4 i + j, then corners of a, then of b. The lesser of `best` and theirs, as the bits of
/// their squared distances, which have the order of the numbers, with the feature's number in place of the lowest.
static uint64_t nearer_of(uint64_t best, const feature_pairs *pairs, uint64_t first)
{
	for (uint64_t i = 0; i < 3; ++i)
	{
		uint64_t bits;
		memcpy(&bits, &pairs->distance2[i], sizeof bits);
		bits = (bits & ~(uint64_t)31) | (first + i);
		best = bits < best ? bits : best;
	}
	return best;
}

static kiln_d3 on_edge(const kiln_d3 corner[3], const sides *of, int i, double share)
{
	return kiln_d3_along(corner[i], share, edge_of(of, i));
}

static kiln_d3 on_face(const inside *in, double s, double t)
{
	return kiln_d3_along(kiln_d3_along(in->origin, s, in->base), t, in->height);
}

/// Of triangles that do not touch.
static double nearest_features(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b)
{
	feature_pairs pairs[5];
	sides of_a, of_b;
	inside in_a, in_b;
	uint64_t best = UINT64_MAX;
	measure(a, &of_a);
	measure(b, &of_b);
	for (int i = 0; i < 3; ++i)
	{
		edge_edges(&of_a, i, &of_b, &pairs[i]);
		best = nearer_of(best, &pairs[i], 4 * (uint64_t)i);
	}
	if (inside_of(&of_b, &in_b))
	{
		corners_face(&of_a, &in_b, &pairs[3]);
		best = nearer_of(best, &pairs[3], 12);
	}
	if (inside_of(&of_a, &in_a))
	{
		corners_face(&of_b, &in_a, &pairs[4]);
		best = nearer_of(best, &pairs[4], 16);
	}
	int row = (int)(best >> 2 & 7), lane = (int)(best & 3);
	double s = pairs[row].s[lane], t = pairs[row].t[lane];
	*on_a = row == 4 ? on_face(&in_a, s, t) : row == 3 ? a[lane] : on_edge(a, &of_a, row, s);
	*on_b = row == 4 ? b[lane] : row == 3 ? on_face(&in_b, s, t) : on_edge(b, &of_b, lane, t);
	return pairs[row].distance2[lane];
}

double kiln_triangles_distance2(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b)
{
	kiln_d3 points[2];
	bool coplanar;
	double distance2 = 0;
	if (kiln_triangles_contact(a, b, points, &coplanar))
		points[1] = points[0];
	else
		distance2 = kiln_double_max(nearest_features(a, b, &points[0], &points[1]), DBL_MIN);
	if (on_a)
		*on_a = points[0];
	if (on_b)
		*on_b = points[1];
	return distance2;
}
