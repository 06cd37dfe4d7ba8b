// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_LEAF_PACK_H
#define KILN_PAIR_LEAF_PACK_H

#include "link.h"
#include "simd/simd8.h"
#include "tree/layout.h"

#include <float.h>

/// The triangles of a leaf as eight lanes, in one tree's coordinates relative to its middle: tests one triangle of one
/// leaf against all of another at once, in float32. Pairs that are not proved apart here go to the exact decision.
///
/// Rounding. With u = 2^-24, a corner in its own tree is rounded once when the tree's middle is subtracted: by u R,
/// where R bounds the coordinates of its triangle. A moved corner lies within the link's slack of its place in the
/// exact decision. Along any axis n whose components are at most 1, the difference of two corners, products and sums
/// have errors of less than 4.1 u |n|_1 (R + R'). So do the projections of the axis's own triangle from its own corner,
/// with R + R for R + R'. Comparisons add a rounding or two. So s = slack + 16 u (R + R') covers everything along a
/// coordinate axis, and s |n|_1 along n; 2^-100 more covers underflow. Infinite or NaN numbers make R infinite or NaN,
/// and then nothing is proved apart. Errors of the axes themselves do not matter: any axis with a gap is a proof.

/// Numbers of the lanes lie side by side. Lanes from `count` on have no meaning.
typedef struct kiln_leaf_pack
{
	float corner[3][3][8]; ///< corner, coordinate
	float low[3][8], high[3][8];
	float reach[8];		///< 16 u R
	float normal[3][8]; ///< an axis about perpendicular to the triangle; its largest component is 1 or -1. NaN: no axis
	float length1[8];	///< sum of the normal's magnitudes
	float least[8];		///< least of the corners along the normal, relative to corner 0
	float most[8];
	uint32_t count;
} kiln_leaf_pack;

/// |x| + |y| + |z|; infinite or NaN if one of them is.
static inline f8 kiln_leaf_sum3(f8 x, f8 y, f8 z)
{
	return f8_add(f8_add(f8_abs(x), f8_abs(y)), f8_abs(z));
}

static inline f8 kiln_leaf_dot(const f8 n[3], const f8 v[3])
{
	return f8_add(f8_add(f8_mul(n[0], v[0]), f8_mul(n[1], v[1])), f8_mul(n[2], v[2]));
}

/// Computes the other fields from the corners.
static inline void kiln_leaf_pack_finish(kiln_leaf_pack *pack, f8 corner[3][3])
{
	f8 reach[3], u[3], v[3], normal[3];
	for (int k = 0; k < 3; ++k)
	{
		f8 a = corner[0][k], b = corner[1][k], c = corner[2][k];
		f8_store(pack->low[k], f8_min(f8_min(a, b), c));
		f8_store(pack->high[k], f8_max(f8_max(a, b), c));
		u[k] = f8_sub(b, a);
		v[k] = f8_sub(c, a);
		reach[k] = kiln_leaf_sum3(corner[k][0], corner[k][1], corner[k][2]);
		for (int i = 0; i < 3; ++i)
			f8_store(pack->corner[i][k], corner[i][k]);
	}
	f8_store(pack->reach, f8_mul(kiln_leaf_sum3(reach[0], reach[1], reach[2]), f8_set1(0x1p-20f)));
	for (int k = 0; k < 3; ++k)
	{
		int y = (k + 1) % 3, z = (k + 2) % 3;
		normal[k] = f8_sub(f8_mul(u[y], v[z]), f8_mul(u[z], v[y]));
	}
	f8 most = f8_max(f8_max(f8_abs(normal[0]), f8_abs(normal[1])), f8_abs(normal[2]));
	for (int k = 0; k < 3; ++k)
	{
		normal[k] = f8_div(normal[k], most);
		f8_store(pack->normal[k], normal[k]);
	}
	f8_store(pack->length1, kiln_leaf_sum3(normal[0], normal[1], normal[2]));
	f8 first = kiln_leaf_dot(normal, u), second = kiln_leaf_dot(normal, v), zero = f8_set1(0);
	f8_store(pack->least, f8_min(f8_min(first, second), zero));
	f8_store(pack->most, f8_max(f8_max(first, second), zero));
}

/// The leaf's vertices from number `from` on, relative to a middle; up to eight.
static inline void kiln_leaf_seen(const kiln_leaf *leaf, uint32_t from, const float middle[3], f8 seen[3])
{
	const float *first = leaf->x + from;
	for (uint32_t k = 0; k < 3; ++k)
		seen[k] = f8_sub(f8_load(first + k * leaf->vertex_count), f8_set1(middle[k]));
}

static inline void kiln_leaf_moved(const kiln_pair_link *link, f8 seen[3])
{
	f8 moved[3];
	for (int k = 0; k < 3; ++k)
	{
		f8 sum = f8_mul(f8_set1(link->column[0][k]), seen[0]);
		sum = f8_add(sum, f8_mul(f8_set1(link->column[1][k]), seen[1]));
		sum = f8_add(sum, f8_mul(f8_set1(link->column[2][k]), seen[2]));
		moved[k] = f8_add(sum, f8_set1(link->origin[k]));
	}
	for (int k = 0; k < 3; ++k)
		seen[k] = moved[k];
}

/// Copies vertices to corners. `link` may be NULL.
static inline void kiln_leaf_pack_fill(
	kiln_leaf_pack *pack, const kiln_leaf *leaf, const float middle[3], const kiln_pair_link *link)
{
	f8 low[3], high[3], found[3], corner[3][3];
	i8 triples = i8_corners(leaf->corners);
	bool few = leaf->vertex_count <= 8;
	kiln_leaf_seen(leaf, 0, middle, low);
	if (link)
		kiln_leaf_moved(link, low);
	if (!few)
		kiln_leaf_seen(leaf, 8, middle, high);
	if (!few && link)
		kiln_leaf_moved(link, high);
	for (int k = 0; k < 3; ++k)
	{
		if (few)
			f8_corners8(low[k], triples, found);
		else
			f8_corners(low[k], high[k], triples, found);
		for (int i = 0; i < 3; ++i)
			corner[i][k] = found[i];
	}
	pack->count = leaf->triangle_count;
	kiln_leaf_pack_finish(pack, corner);
}

/// Packs a leaf of the tree whose middle this is, in that tree's coordinates.
static inline void kiln_leaf_pack_make(kiln_leaf_pack *pack, const kiln_leaf *leaf, const float middle[3])
{
	kiln_leaf_pack_fill(pack, leaf, middle, NULL);
}

/// kiln_leaf_pack_make in the coordinates of the other tree.
static inline void kiln_leaf_pack_move(
	kiln_leaf_pack *pack, const kiln_leaf *leaf, const float middle[3], const kiln_pair_link *link)
{
	kiln_leaf_pack_fill(pack, leaf, middle, link);
}

/// The corners of triangle `i`.
static inline void kiln_leaf_pack_corners(const kiln_leaf_pack *pack, uint32_t i, kiln_vec3 corner[3])
{
	for (int k = 0; k < 3; ++k)
		corner[k] = (kiln_vec3){pack->corner[k][0][i], pack->corner[k][1][i], pack->corner[k][2][i]};
}

static inline uint32_t kiln_leaf_pack_used(const kiln_leaf_pack *pack)
{
	return (1u << pack->count) - 1u;
}

/// The sum of the errors of each lane of `many` and of triangle `i` of `one` along an axis.
static inline f8 kiln_leaf_pack_blur(const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many, float slack)
{
	return f8_add(f8_load(many->reach), f8_set1(one->reach[i] + slack + 0x1p-100f));
}

/// The gap of each lane from the triangle's plane along its normal; negative where they overlap, without meaning with
/// NaN.
static inline f8 kiln_leaf_pack_plane_of_one(const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many)
{
	f8 n[3], w[3][3], along[3];
	for (int k = 0; k < 3; ++k)
	{
		f8 from = f8_set1(one->corner[0][k][i]);
		n[k] = f8_set1(one->normal[k][i]);
		for (int c = 0; c < 3; ++c)
			w[c][k] = f8_sub(f8_load(many->corner[c][k]), from);
	}
	for (int c = 0; c < 3; ++c)
		along[c] = kiln_leaf_dot(n, w[c]);
	f8 low = f8_min(f8_min(along[0], along[1]), along[2]), high = f8_max(f8_max(along[0], along[1]), along[2]);
	return f8_max(f8_sub(low, f8_set1(one->most[i])), f8_sub(f8_set1(one->least[i]), high));
}

/// The triangle's gap from each lane's plane along that plane's normal.
static inline f8 kiln_leaf_pack_planes_of_many(const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many)
{
	f8 n[3], w[3][3], along[3];
	for (int k = 0; k < 3; ++k)
	{
		f8 from = f8_load(many->corner[0][k]);
		n[k] = f8_load(many->normal[k]);
		for (int c = 0; c < 3; ++c)
			w[c][k] = f8_sub(f8_set1(one->corner[c][k][i]), from);
	}
	for (int c = 0; c < 3; ++c)
		along[c] = kiln_leaf_dot(n, w[c]);
	f8 low = f8_min(f8_min(along[0], along[1]), along[2]), high = f8_max(f8_max(along[0], along[1]), along[2]);
	return f8_max(f8_sub(low, f8_load(many->most)), f8_sub(f8_load(many->least), high));
}

/// The lanes of `many` that are not proved apart from triangle `i` of `one`, in the same coordinates. A link with this
/// slack moved one of the two there.
static inline uint32_t kiln_leaf_pack_touch(
	const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many, float slack)
{
	f8 blur = kiln_leaf_pack_blur(one, i, many, slack);
	m8 apart = m8_gt(f8_sub(f8_load(many->low[0]), f8_set1(one->high[0][i])), blur);
	apart = m8_or(apart, m8_gt(f8_sub(f8_set1(one->low[0][i]), f8_load(many->high[0])), blur));
	for (int k = 1; k < 3; ++k)
	{
		apart = m8_or(apart, m8_gt(f8_sub(f8_load(many->low[k]), f8_set1(one->high[k][i])), blur));
		apart = m8_or(apart, m8_gt(f8_sub(f8_set1(one->low[k][i]), f8_load(many->high[k])), blur));
	}
	uint32_t left = ~m8_bits(apart) & kiln_leaf_pack_used(many);
	if (!left)
		return 0;
	f8 gap = kiln_leaf_pack_plane_of_one(one, i, many);
	left &= ~m8_bits(m8_gt(gap, f8_mul(blur, f8_set1(one->length1[i]))));
	if (!left)
		return 0;
	gap = kiln_leaf_pack_planes_of_many(one, i, many);
	return left & ~m8_bits(m8_gt(gap, f8_mul(blur, f8_load(many->length1))));
}

/// The intervals of the triangles along a direction.
typedef struct kiln_leaf_span
{
	float low[8], high[8];
} kiln_leaf_span;

static inline void kiln_leaf_span_of(kiln_leaf_span *span, const kiln_leaf_pack *pack, const float direction[3])
{
	f8 along[3];
	for (int c = 0; c < 3; ++c)
	{
		f8 sum = f8_mul(f8_load(pack->corner[c][0]), f8_set1(direction[0]));
		sum = f8_add(sum, f8_mul(f8_load(pack->corner[c][1]), f8_set1(direction[1])));
		along[c] = f8_add(sum, f8_mul(f8_load(pack->corner[c][2]), f8_set1(direction[2])));
	}
	f8_store(span->low, f8_min(f8_min(along[0], along[1]), along[2]));
	f8_store(span->high, f8_max(f8_max(along[0], along[1]), along[2]));
}

/// Lower bounds of the distances of the lanes of `many` from triangle `i` of `one`, not negative, from their intervals
/// along one direction: a unit vector or a covector (kiln_volume_aim) whose components' magnitudes add up to `length1`.
/// Zero if the direction is zero. Each interval has an error of less than 5 u of the sum of the triangle's coordinates;
/// the blur has room for 16.
static inline f8 kiln_leaf_span_bound(
	const kiln_leaf_span *one, uint32_t i, const kiln_leaf_span *many, f8 blur, float length1)
{
	f8 above = f8_sub(f8_load(many->low), f8_set1(one->high[i]));
	f8 below = f8_sub(f8_set1(one->low[i]), f8_load(many->high));
	f8 proved = f8_sub(f8_max(above, below), f8_mul(blur, f8_set1(length1)));
	return f8_max(f8_mul(proved, f8_set1(1 - 0x1p-20f)), f8_set1(0));
}

/// The closest points found so far: the vector from the row's point to each lane's.
typedef struct kiln_leaf_gap
{
	f8 distance2, apart[3];
} kiln_leaf_gap;

static inline f8 kiln_leaf_clamp01(f8 t)
{
	return f8_min(f8_max(t, f8_set1(0)), f8_set1(1));
}

/// Closest points of two edges (Ericson 2005, 5.1.9) whose starts are `between` apart: `d` with the inverse of its
/// squared length, and `e` with its own. Numbers that overflow leave one of their points.
static inline void kiln_leaf_edges(
	const f8 between[3], const f8 d[3], f8 d_inverse, const f8 e[3], f8 e_inverse, kiln_leaf_gap *gap)
{
	f8 normal[3], scaled[3], turned[3], p[3], q[3];
	for (int k = 0; k < 3; ++k)
	{
		int y = (k + 1) % 3, z = (k + 2) % 3;
		normal[k] = f8_sub(f8_mul(d[y], e[z]), f8_mul(d[z], e[y]));
		turned[k] = f8_sub(f8_mul(between[y], e[z]), f8_mul(between[z], e[y]));
		scaled[k] = f8_mul(normal[k], e_inverse);
	}
	f8 s = kiln_leaf_clamp01(f8_div(kiln_leaf_dot(turned, scaled), kiln_leaf_dot(normal, scaled)));
	for (int k = 0; k < 3; ++k)
		p[k] = f8_sub(f8_mul(s, d[k]), between[k]);
	f8 t = kiln_leaf_clamp01(f8_mul(kiln_leaf_dot(p, e), e_inverse));
	for (int k = 0; k < 3; ++k)
		q[k] = f8_add(between[k], f8_mul(t, e[k]));
	s = kiln_leaf_clamp01(f8_mul(kiln_leaf_dot(q, d), d_inverse));
	for (int k = 0; k < 3; ++k)
		q[k] = f8_sub(q[k], f8_mul(s, d[k]));
	f8 distance2 = kiln_leaf_dot(q, q);
	m8 nearer = m8_lt(distance2, gap->distance2);
	gap->distance2 = f8_select(nearer, distance2, gap->distance2);
	for (int k = 0; k < 3; ++k)
		gap->apart[k] = f8_select(nearer, q[k], gap->apart[k]);
}

/// Copies triangle `i` to all lanes.
static inline void kiln_leaf_pack_splat(const kiln_leaf_pack *pack, uint32_t i, f8 corner[3][3])
{
	for (int c = 0; c < 3; ++c)
		for (int k = 0; k < 3; ++k)
			corner[c][k] = f8_set1(pack->corner[c][k][i]);
}

/// Loads all triangles.
static inline void kiln_leaf_pack_load(const kiln_leaf_pack *pack, f8 corner[3][3])
{
	for (int c = 0; c < 3; ++c)
		for (int k = 0; k < 3; ++k)
			corner[c][k] = f8_load(pack->corner[c][k]);
}

/// The edge of a triangle from corner `c`; returns the inverse of its squared length.
static inline f8 kiln_leaf_edge(f8 corner[3][3], int c, f8 edge[3])
{
	for (int k = 0; k < 3; ++k)
		edge[k] = f8_sub(corner[(c + 1) % 3][k], corner[c][k]);
	return f8_div(f8_set1(1), f8_max(kiln_leaf_dot(edge, edge), f8_set1(0x1p-120f)));
}

/// The closest points of all edges of the row and of the lanes.
static inline void kiln_leaf_closest_edges(f8 a[3][3], f8 b[3][3], kiln_leaf_gap *gap)
{
	f8 d[3], e[3][3], e_inverse[3], between[3];
	*gap = (kiln_leaf_gap){f8_set1(HUGE_VALF), {f8_set1(0), f8_set1(0), f8_set1(0)}};
	for (int c = 0; c < 3; ++c)
		e_inverse[c] = kiln_leaf_edge(b, c, e[c]);
	for (int c = 0; c < 3; ++c)
	{
		f8 d_inverse = kiln_leaf_edge(a, c, d);
		for (int other = 0; other < 3; ++other)
		{
			for (int k = 0; k < 3; ++k)
				between[k] = f8_sub(b[other][k], a[c][k]);
			kiln_leaf_edges(between, d, d_inverse, e[other], e_inverse[other], gap);
		}
	}
}

/// The bounds from the axis between the closest points of all edges: lower bounds of the distances where the axis
/// separates, else negative or NaN.
static inline f8 kiln_leaf_pack_edge_bound(const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many, f8 blur)
{
	f8 a[3][3], b[3][3], axis[3];
	kiln_leaf_gap gap;
	kiln_leaf_pack_splat(one, i, a);
	kiln_leaf_pack_load(many, b);
	kiln_leaf_closest_edges(a, b, &gap);
	f8 most = f8_max(f8_max(f8_abs(gap.apart[0]), f8_abs(gap.apart[1])), f8_abs(gap.apart[2]));
	for (int k = 0; k < 3; ++k)
		axis[k] = f8_div(gap.apart[k], most);
	// Relative to the row's first corner, which is then at 0.
	f8 high = f8_set1(0), low = f8_set1(HUGE_VALF);
	for (int c = 0; c < 3; ++c)
	{
		f8 of_a[3], of_b[3];
		for (int k = 0; k < 3; ++k)
		{
			of_a[k] = f8_sub(a[c][k], a[0][k]);
			of_b[k] = f8_sub(b[c][k], a[0][k]);
		}
		high = f8_max(kiln_leaf_dot(axis, of_a), high);
		low = f8_min(kiln_leaf_dot(axis, of_b), low);
	}
	f8 proved = f8_sub(f8_sub(low, high), f8_mul(blur, kiln_leaf_sum3(axis[0], axis[1], axis[2])));
	return f8_div(proved, f8_sqrt(kiln_leaf_dot(axis, axis)));
}

/// The bounds from the boxes' axes and the normals; not negative.
static inline f8 kiln_leaf_pack_face_bound(const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many, f8 blur)
{
	f8 sum = f8_set1(0), zero = f8_set1(0), n[3], m[3];
	for (int k = 0; k < 3; ++k)
	{
		f8 above = f8_sub(f8_load(many->low[k]), f8_set1(one->high[k][i]));
		f8 below = f8_sub(f8_set1(one->low[k][i]), f8_load(many->high[k]));
		f8 gap = f8_max(f8_sub(f8_max(above, below), blur), zero);
		sum = f8_add(sum, f8_mul(gap, gap));
		n[k] = f8_set1(one->normal[k][i]);
		m[k] = f8_load(many->normal[k]);
	}
	// Three squares may be too large by 2^-150 each where they underflow.
	f8 bound = f8_sqrt(f8_min(f8_max(f8_sub(sum, f8_set1(0x1p-147f)), zero), f8_set1(FLT_MAX)));
	f8 proved = f8_sub(kiln_leaf_pack_plane_of_one(one, i, many), f8_mul(blur, f8_set1(one->length1[i])));
	bound = f8_max(f8_div(proved, f8_sqrt(kiln_leaf_dot(n, n))), bound);
	proved = f8_sub(kiln_leaf_pack_planes_of_many(one, i, many), f8_mul(blur, f8_load(many->length1)));
	return f8_max(f8_div(proved, f8_sqrt(kiln_leaf_dot(m, m))), bound);
}

/// The lanes of `many` whose distance from triangle `i` of `one` may be at most `limit`, with lower bounds of the
/// distances, not negative; the bounds of the other lanes in use are above `limit`. Takes the best bound of these
/// separating axes: the gaps along the boxes' axes together; both normals; and, for lanes that are left, the axis
/// between the closest points of all edges. This axis gives the distance itself, unless a corner over a face is
/// closest; then the normal does. Rounding of closest points only makes the bound smaller.
static inline uint32_t kiln_leaf_pack_near(
	const kiln_leaf_pack *one, uint32_t i, const kiln_leaf_pack *many, float limit, float slack, float lower[8])
{
	// Squares, sums, square root and quotient round by less than 8 u.
	f8 blur = kiln_leaf_pack_blur(one, i, many, slack), down = f8_set1(1 - 0x1p-20f);
	f8 bound = f8_mul(kiln_leaf_pack_face_bound(one, i, many, blur), down);
	uint32_t used = kiln_leaf_pack_used(many), left = ~m8_bits(m8_gt(bound, f8_set1(limit))) & used;
	if (left)
	{
		bound = f8_max(f8_mul(kiln_leaf_pack_edge_bound(one, i, many, blur), down), bound);
		left = ~m8_bits(m8_gt(bound, f8_set1(limit))) & used;
	}
	f8_store(lower, bound);
	return left;
}

#endif
