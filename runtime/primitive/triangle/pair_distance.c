// SPDX-License-Identifier: MIT
#include "pair.h"

#include "pair_signs.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Added to squared lengths. It turns the division 0 / 0 for a point into 0, and changes nothing else.
#define LEAST2 0x1p-900

/// The corners and edges of a triangle side by side, for loops that compilers vectorise. The first corner is repeated
/// at the end, so that there are four.
typedef struct sides
{
	double x[4], y[4], z[4];	///< corners
	double dx[4], dy[4], dz[4]; ///< edges from corner i to i + 1
	double length2[4];			///< of the edges
	double inverse[4];			///< 1 / length2, finite
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

/// Twice max(x, 0) and twice max(-x, 0). Comparisons would prevent vectorisation or be mispredicted.
static inline double twice_above(double x)
{
	return fabs(x) + x;
}

static inline double twice_below(double x)
{
	return fabs(x) - x;
}

/// Clamps to [0, 1] with an error of 2^-53.
static inline double clamp01(double t)
{
	return 1 - 0.5 * twice_above(1 - 0.5 * twice_above(t));
}

/// The places of the closest points of two features: shares of edges, or of base and height.
typedef struct feature_pairs
{
	double distance2[4], s[4], t[4];
} feature_pairs;

/// Added to the squared sine of two edges. If the sine is that small, every point of one edge is as good a start as any
/// other, to 2^-42 of their lengths. If it is larger, the starting point moves so little that the distance changes by
/// less than 2^-43 of the lengths; rounding errors change the distance as little.
#define PARALLEL2 0x1p-84

/// Closest points of edge i of a and all edges of b (Ericson 2005, 5.1.9, with the determinant from the cross product).
/// Starts on the lines' common normal, clamps, then projects each on the other in turn.
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

/// A triangle's inside in coordinates along its longest side and along the height on this side, which stay
/// perpendicular for needles.
typedef struct inside
{
	kiln_d3 origin, base, height;
	double base_inverse, height_inverse; ///< 1 / the squared lengths
	double top;							 ///< place of the height's foot along the base
	int first;							 ///< corner at which the base starts
} inside;

static kiln_d3 edge_of(const sides *s, int i)
{
	return (kiln_d3){s->dx[i], s->dy[i], s->dz[i]};
}

/// Returns false for a triangle without area, within rounding.
static bool inside_of(const sides *s, inside *in)
{
	int i = s->length2[1] > s->length2[0] ? 1 : 0;
	i = s->length2[2] > s->length2[i] ? 2 : i;
	int next = i == 2 ? 0 : i + 1, last = i == 0 ? 2 : i - 1;
	in->first = i;
	in->origin = (kiln_d3){s->x[i], s->y[i], s->z[i]};
	in->base = edge_of(s, i);
	in->base_inverse = s->inverse[i];
	// Measured from the nearer end: the shorter side loses less.
	bool far = s->length2[next] < s->length2[last];
	kiln_d3 side = kiln_d3_scale(edge_of(s, far ? next : last), far ? 1 : -1);
	double foot = kiln_d3_dot(side, in->base) * in->base_inverse;
	in->height = kiln_d3_along(side, -foot, in->base);
	in->top = foot + (far ? 1 : 0);
	double height2 = kiln_d3_length2(in->height);
	in->height_inverse = 1 / (height2 + LEAST2);
	return height2 > 0x1p-100 * s->length2[i];
}

/// Makes a corner that is not over the inside farther than any edge.
#define OUTSIDE 0x1p900

/// Measures the corners of `over` that lie over the inside of a triangle; the others count as very far.
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
		// How far the place is beyond the height, or beyond the sides at that height.
		double out = twice_below(s - t * in->top) + twice_below(1 - t * (1 - in->top) - s);
		out += twice_below(t) + twice_below(1 - t);
		pairs->distance2[i] = (x * x + y * y + z * z) + OUTSIDE * out;
		pairs->s[i] = s;
		pairs->t[i] = t;
	}
}

/// Features are numbered: edges 4 i + j, then corners of a, then of b. Returns the least of `best` and these features.
/// A feature is represented by the bits of its squared distance, which order as the numbers do, with the feature's
/// number in the lowest bits.
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

/// A point of a triangle.
typedef struct place
{
	kiln_d3 on;
	double weights[3]; ///< of the corners
} place;

static place at_corner(const kiln_d3 corner[3], int i)
{
	place at = {.on = corner[i]};
	at.weights[i] = 1;
	return at;
}

static place on_edge(const kiln_d3 corner[3], const sides *of, int i, double share)
{
	place at = {.on = kiln_d3_along(corner[i], share, edge_of(of, i))};
	at.weights[i] = 1 - share;
	at.weights[i == 2 ? 0 : i + 1] = share;
	return at;
}

static place on_face(const inside *in, double s, double t)
{
	place at = {.on = kiln_d3_along(kiln_d3_along(in->origin, s, in->base), t, in->height)};
	int next = in->first == 2 ? 0 : in->first + 1, last = in->first == 0 ? 2 : in->first - 1;
	at.weights[last] = t;
	at.weights[next] = s - t * in->top;
	at.weights[in->first] = 1 - s - t * (1 - in->top);
	return at;
}

/// The state of the search for the nearest features.
typedef struct search
{
	const kiln_d3 *a, *b;
	sides of_a, of_b;
	inside in_a, in_b;
	feature_pairs pairs[5];
	double size2; ///< squared lengths of the sides, and from one triangle to the other
	uint64_t best;
} search;

static place best_on_a(const search *s)
{
	int row = (int)(s->best >> 2 & 7), lane = (int)(s->best & 3);
	const feature_pairs *pairs = &s->pairs[row];
	return row == 4	  ? on_face(&s->in_a, pairs->s[lane], pairs->t[lane])
		   : row == 3 ? at_corner(s->a, lane)
					  : on_edge(s->a, &s->of_a, row, pairs->s[lane]);
}

static place best_on_b(const search *s)
{
	int row = (int)(s->best >> 2 & 7), lane = (int)(s->best & 3);
	const feature_pairs *pairs = &s->pairs[row];
	return row == 4	  ? at_corner(s->b, lane)
		   : row == 3 ? on_face(&s->in_b, pairs->s[lane], pairs->t[lane])
					  : on_edge(s->b, &s->of_b, lane, pairs->t[lane]);
}

static double best_distance2(const search *s)
{
	return s->pairs[s->best >> 2 & 7].distance2[s->best & 3];
}

/// Whether no points of the triangles are nearer than the best pair, to 2^-43 of its distance. Along the vector between
/// the best pair's points, however it is rounded, the triangles are that far apart. Proven only where the distance is
/// larger than the rounding errors.
static bool is_proven(const search *s)
{
	kiln_d3 first = s->a[0], way = kiln_d3_sub(best_on_b(s).on, best_on_a(s).on);
	double high = 0, low = kiln_d3_dot(kiln_d3_sub(s->b[0], first), way), best2 = best_distance2(s);
	for (int i = 1; i < 3; ++i)
	{
		high = kiln_double_max(high, kiln_d3_dot(kiln_d3_sub(s->a[i], first), way));
		low = kiln_double_min(low, kiln_d3_dot(kiln_d3_sub(s->b[i], first), way));
	}
	double apart = kiln_double_max(low - high, 0);
	return (apart * apart >= (1 - 0x1p-42) * kiln_d3_length2(way) * best2) & (best2 > 0x1p-40 * s->size2);
}

/// Adds a row of pairs; returns true if the best pair is then proven.
static bool consider(search *s, uint64_t row)
{
	uint64_t before = s->best;
	s->best = nearer_of(before, &s->pairs[row], 4 * row);
	return s->best != before && is_proven(s);
}

/// The nearest features of triangles that do not touch. Returns true where it is proved that they do not touch.
static bool nearest_features(search *s)
{
	measure(s->a, &s->of_a);
	measure(s->b, &s->of_b);
	s->size2 = kiln_d3_length2(kiln_d3_sub(s->b[0], s->a[0])) + LEAST2;
	for (int i = 0; i < 3; ++i)
		s->size2 += s->of_a.length2[i] + s->of_b.length2[i];
	s->best = UINT64_MAX;
	for (int i = 0; i < 3; ++i)
	{
		edge_edges(&s->of_a, i, &s->of_b, &s->pairs[i]);
		if (consider(s, (uint64_t)i))
			return true;
	}
	bool proven = false;
	if (inside_of(&s->of_b, &s->in_b))
	{
		corners_face(&s->of_a, &s->in_b, &s->pairs[3]);
		proven = consider(s, 3);
	}
	if (!proven && inside_of(&s->of_a, &s->in_a))
	{
		corners_face(&s->of_b, &s->in_a, &s->pairs[4]);
		proven = consider(s, 4);
	}
	return proven;
}

kiln_triangles_near kilni_triangles_nearest(const kiln_d3 a[3], const kiln_d3 b[3])
{
	kiln_triangles_near near = {0};
	kiln_d3 common[2];
	bool coplanar;
	search s;
	s.a = a;
	s.b = b;
	// The exact test runs only for triangles that are not plainly apart.
	if (!nearest_features(&s) && kilni_triangles_contact(a, b, common, &coplanar))
	{
		near.on_a = near.on_b = common[0];
		return near;
	}
	place at_a = best_on_a(&s), at_b = best_on_b(&s);
	near.distance2 = kiln_double_max(best_distance2(&s), DBL_MIN);
	near.on_a = at_a.on;
	near.on_b = at_b.on;
	for (int i = 0; i < 2; ++i)
	{
		near.at_a[i] = at_a.weights[i + 1];
		near.at_b[i] = at_b.weights[i + 1];
	}
	return near;
}

double kilni_triangles_distance2(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 *on_a, kiln_d3 *on_b)
{
	kiln_triangles_near near = kilni_triangles_nearest(a, b);
	if (on_a)
		*on_a = near.on_a;
	if (on_b)
		*on_b = near.on_b;
	return near.distance2;
}
