// SPDX-License-Identifier: MIT
#include "link.h"
#include "bounds/kdop_axes.h"
#include "math/rounding.h"

/// Bounds of a link before they are rounded to float.
typedef struct link_reach
{
	double source, target; ///< lengths of the half diagonals in the target's coordinates
	double error;		   ///< of the map in double
} link_reach;

static double length_of(kiln_d3 v)
{
	return sqrt(kiln_d3_length2(v));
}

static double sum_of(kiln_d3 v)
{
	kiln_d3 a = kiln_d3_abs(v);
	return a.x + a.y + a.z;
}

/// An upper bound of the sum of a mapped vector's magnitudes.
static double mapped_sum(const kiln_affine *map, double sum)
{
	double most = kiln_double_max(sum_of(map->column[0]), sum_of(map->column[1]));
	return sum * kiln_double_max(most, sum_of(map->column[2]));
}

/// One rotation of Jacobi's method: makes g[p][q] of a symmetric matrix zero.
static void jacobi_turn(double g[3][3], int p, int q)
{
	if (g[p][q] == 0)
		return;
	int r = 3 - p - q;
	double theta = (g[q][q] - g[p][p]) / (2 * g[p][q]);
	double t = 1 / (kiln_double_abs(theta) + sqrt(theta * theta + 1));
	t = theta < 0 ? -t : t;
	double c = 1 / sqrt(t * t + 1), s = t * c;
	double pr = g[p][r], qr = g[q][r];
	g[p][p] -= t * g[p][q];
	g[q][q] += t * g[p][q];
	g[p][q] = g[q][p] = 0;
	g[p][r] = g[r][p] = c * pr - s * qr;
	g[q][r] = g[r][q] = s * pr + c * qr;
}

/// The least and greatest stretch of a map that is not a similarity: the square roots of the eigenvalues of its Gram
/// matrix g, by Jacobi's method (1846), minus and plus the remaining off-diagonal part (Gershgorin) and rounding.
static void stretch_of(double g[3][3], double *least, double *greatest)
{
	double trace = g[0][0] + g[1][1] + g[2][2];
	for (int sweep = 0; sweep < 6; ++sweep)
	{
		jacobi_turn(g, 0, 1);
		jacobi_turn(g, 0, 2);
		jacobi_turn(g, 1, 2);
	}
	double beside = kiln_double_abs(g[0][1]) + kiln_double_abs(g[0][2]) + kiln_double_abs(g[1][2]);
	beside += 0x1p-44 * trace;
	double low = kiln_double_min(g[0][0], kiln_double_min(g[1][1], g[2][2])) - beside;
	double high = kiln_double_max(g[0][0], kiln_double_max(g[1][1], g[2][2])) + beside;
	*least = low > 0 ? sqrt(low) : 0;
	*greatest = sqrt(high);
}

/// A length rounded down, but at least 0: bounds are multiplied and divided by it.
static float length_down(double length)
{
	float below = kiln_float_down(length);
	return below > 0 ? below : 0;
}

/// Stretches, similarity, columns, normals.
static void link_shape(kiln_pair_link *link, const kiln_affine *map, double *greatest)
{
	double g[3][3], beside = 0, uneven = 0, least;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			g[i][j] = kiln_d3_dot(map->column[i], map->column[j]);
	double mean = (g[0][0] + g[1][1] + g[2][2]) / 3;
	for (int i = 0; i < 3; ++i)
	{
		beside = kiln_double_max(beside, kiln_double_abs(g[i][(i + 1) % 3]));
		uneven = kiln_double_max(uneven, kiln_double_abs(g[i][i] - mean));
	}
	link->similar = beside <= 0x1p-22 * mean && uneven <= 0x1p-22 * mean;
	if (link->similar)
	{
		// An eigenvalue is within `uneven` and twice `beside` of the mean, the scale within half of that.
		double scale = sqrt(mean);
		least = scale * (1 - 0x1p-21);
		*greatest = scale * (1 + 0x1p-21);
		link->scale = (float)scale;
	}
	else
	{
		stretch_of(g, &least, greatest);
		link->scale = kiln_float_up(*greatest);
	}
	link->least = length_down(least);
	link->greatest = kiln_float_up(*greatest);
	kiln_d3 row[3];
	kiln_affine_inverse_rows(map, row);
	link->aligned = true;
	for (int k = 0; k < 3; ++k)
	{
		double along = 1 / length_of(row[k]);
		kiln_d3 unit = kiln_d3_scale(row[k], along);
		link->along[k] = (float)along;
		double numbers[3] = {unit.x, unit.y, unit.z};
		link->aligned = link->aligned && kiln_d3_largest(unit) >= 1 - 0x1p-46;
		for (int i = 0; i < 3; ++i)
			link->axis[k][i] = (float)numbers[i];
		link->axis[k][3] = 0;
		link->column[k][0] = (float)map->column[k].x;
		link->column[k][1] = (float)map->column[k].y;
		link->column[k][2] = (float)map->column[k].z;
		link->column[k][3] = 0;
	}
}

/// With u = 2^-24, S the source's half diagonal after the map, T the target's, O the distance of their middles; a
/// grid's origin lies within 1.07 half sizes of the middle: - a center of the source: 2.2 u S from its grid, 1.8 u S
/// from the rounded columns, 7 u S + 4 u O from products and
///    sums, u O from the origin;
/// - a center of the target: 2.2 u T; the difference of both, in two steps: 3 u T + 2 u (S + O); - that along a unit
/// axis: 3.1 u (S + T + O); the target's own extent along it: 7 u T; the comparison's sums:
///    3 u (S + T + O), since nothing is proved apart whose radii exceed the centers' distance.
/// Together less than 20 u (S + T + O). What underflows in squares goes below 2^-70.
static void link_slack(kiln_pair_link *link, const link_reach *reach, double between)
{
	double slack = 20 * 0x1p-24 * (reach->source + reach->target + between) + reach->error;
	link->slack = kiln_float_up(slack + 0x1p-70);
}

static void link_origin(kiln_pair_link *link, kiln_d3 origin)
{
	link->origin[0] = (float)origin.x;
	link->origin[1] = (float)origin.y;
	link->origin[2] = (float)origin.z;
	link->origin[3] = 0;
}

/// Sets the fields that a walk's tests need for slab `s` of a k-DOP target.
static void link_slab(kiln_pair_link *link, const kiln_pair_tree *to, uint32_t s)
{
	uint32_t axis = kiln_format_kdop_axis((uint32_t)to->kind, s);
	const signed char *n = kiln_kdop_axis[axis];
	for (int k = 0; k < 3; ++k)
		link->slab_axis[k][s] = (float)n[k];
	double length = kiln_kdop_length((int)axis);
	link->slab_length[s] = kiln_float_up(length);
	link->slab_inverse[s] = kiln_float_down(1 / length);
}

/// axis . middle of a tree's slabs as sums of two floats. The sum of three floats in double has an error of 2^-52 of
/// their size; a double has as many digits as two floats.
static void slab_middles(const kiln_pair_tree *tree, uint32_t slabs, float middle[2][KILN_LINK_SLABS])
{
	for (uint32_t s = 0; s < KILN_LINK_SLABS; ++s)
	{
		double along = 0;
		for (int k = 0; s < slabs && k < 3; ++k)
		{
			uint32_t axis = kiln_format_kdop_axis((uint32_t)tree->kind, s);
			along += kiln_kdop_axis[axis][k] * (double)tree->middle[k];
		}
		middle[0][s] = (float)along;
		middle[1][s] = (float)(along - (double)middle[0][s]);
	}
}

/// A direction with its components by decreasing size, as integer directions with weights.
typedef struct link_cone
{
	double weight[3];
	int direction[3][3]; ///< components -1, 0 or 1
} link_cone;

/// Writes a direction as a sum of three of a k-DOP's directions, or their opposites, with weights that are not
/// negative. The same sum of the slabs' bounds then bounds the k-DOP along the direction (weak duality). With the
/// components sorted by size, a >= b >= c >= 0 along the signed axes e, f, g, the direction lies in a cone between
/// neighbouring directions of each kind:
///     26: (a - b) e + (b - c) (e + f) + c (e + f + g)
///     14: (a - b) e + (b + c)/2 (e + f + g) + (b - c)/2 (e + f - g)
///     18: (a - b - c) e + b (e + f) + c (e + g), or where a < b + c
///         (a + b - c)/2 (e + f) + (a + c - b)/2 (e + g) + (b + c - a)/2 (f + g)
static link_cone cone_of(uint32_t kind, const double v[3])
{
	double size[3] = {kiln_double_abs(v[0]), kiln_double_abs(v[1]), kiln_double_abs(v[2])};
	// Sorts the places by decreasing size; equal components keep their order.
	int at[3] = {0, 1, 2};
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		at[(size[j] > size[i] || (size[j] == size[i] && j < i)) +
			(size[k] > size[i] || (size[k] == size[i] && k < i))] = i;
	}
	double a = size[at[0]], b = size[at[1]], c = size[at[2]];
	static const int sums[4][3][3] = {
		{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}},
		{{1, 0, 0}, {1, 1, 1}, {1, 1, -1}},
		{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}},
		{{1, 1, 0}, {1, 0, 1}, {0, 1, 1}},
	};
	int form = kind == KILN_TREE_KDOP26 ? 0 : kind == KILN_TREE_KDOP14 ? 1 : a >= b + c ? 2 : 3;
	const double weights[4][3] = {
		{a - b, b - c, c},
		{a - b, 0.5 * (b + c), 0.5 * (b - c)},
		{a - b - c, b, c},
		{0.5 * (a + b - c), 0.5 * (a + c - b), 0.5 * (b + c - a)},
	};
	link_cone cone = {0};
	for (int i = 0; i < 3; ++i)
	{
		cone.weight[i] = weights[form][i];
		for (int k = 0; k < 3; ++k)
			cone.direction[i][at[k]] = v[at[k]] < 0 ? -sums[form][i][k] : sums[form][i][k];
	}
	return cone;
}

/// The slab of a k-DOP along each direction or its opposite; the direction's components are the digits of a number in
/// base 3.
typedef struct link_rows
{
	uint8_t row[27];
	bool against[27];
} link_rows;

static uint32_t code_of(const int d[3])
{
	return (uint32_t)(9 * d[0] + 3 * d[1] + d[2] + 13);
}

static link_rows rows_of(uint32_t kind)
{
	link_rows rows = {0};
	for (uint32_t row = 0; row < kiln_format_kdop_slabs(kind); ++row)
	{
		const signed char *n = kiln_kdop_axis[kiln_format_kdop_axis(kind, row)];
		uint32_t along = code_of((const int[3]){n[0], n[1], n[2]});
		rows.row[along] = rows.row[26 - along] = (uint8_t)row;
		rows.against[26 - along] = true;
	}
	return rows;
}

static void link_slabs(
	kiln_pair_link *link, const kiln_pair_tree *from, const kiln_pair_tree *to, const kiln_affine *map)
{
	uint32_t slabs = kiln_format_kdop_slabs((uint32_t)to->kind);
	link->source_slabs = kiln_format_kdop_slabs((uint32_t)from->kind);
	if (link->source_slabs)
		slab_middles(from, link->source_slabs, link->source_middle);
	if (!slabs)
		return;
	memset(link->slab_axis, 0, sizeof link->slab_axis);
	memset(link->slab_length, 0, sizeof link->slab_length);
	memset(link->slab_inverse, 0, sizeof link->slab_inverse);
	memset(link->turn, 0, link->source_slabs * sizeof *link->turn);
	const link_rows rows = rows_of((uint32_t)from->kind);
	slab_middles(to, slabs, link->slab_middle);
	for (uint32_t s = 0; s < slabs; ++s)
	{
		link_slab(link, to, s);
		if (!link->source_slabs)
			continue;
		const signed char *n = kiln_kdop_axis[kiln_format_kdop_axis((uint32_t)to->kind, s)];
		kiln_d3 along = {n[0], n[1], n[2]};
		const double v[3] = {
			kiln_d3_dot(map->column[0], along), kiln_d3_dot(map->column[1], along), kiln_d3_dot(map->column[2], along)};
		link_cone cone = cone_of((uint32_t)from->kind, v);
		for (int i = 0; i < 3; ++i)
		{
			uint32_t code = code_of(cone.direction[i]);
			link->turn[rows.row[code]][s] = (float)(rows.against[code] ? -cone.weight[i] : cone.weight[i]);
		}
	}
}

/// The greatest distance between a point of b and its image under b_to_a and then a_to_b, for all of b's box, without
/// the roundings of both maps.
static double disagreement(const kiln_affine *a_to_b, const kiln_affine *b_to_a, const kiln_pair_tree *b)
{
	kiln_affine both = kiln_affine_compose(a_to_b, b_to_a);
	kiln_d3 middle = kiln_d3_from_floats(b->middle);
	const double half[3] = {(double)b->half[0], (double)b->half[1], (double)b->half[2]};
	double far = sum_of(kiln_d3_sub(kiln_affine_point(a_to_b, kiln_affine_point(b_to_a, middle)), middle));
	for (int k = 0; k < 3; ++k)
	{
		kiln_d3 unit = {k == 0, k == 1, k == 2};
		far += half[k] * sum_of(kiln_d3_sub(both.column[k], unit));
	}
	return far;
}

void kilni_pair_link_make(kiln_pair_link links[2], const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_affine *a_to_b, const kiln_affine *b_to_a, double metric)
{
	const kiln_affine *maps[2] = {a_to_b, b_to_a};
	const kiln_pair_tree *trees[2] = {a, b};
	link_reach reach[2];
	double greatest[2];
	// The largest numbers in the computation: of b's points, of their images under b_to_a, and of the images of those
	// under a_to_b. A map in double rounds a point by less than 2^-50 of these; it is applied once here and once where
	// a pair is decided.
	double from_b = sum_of(kiln_d3_from_floats(b->middle)) + sum_of(kiln_d3_from_floats(b->half));
	double in_a = mapped_sum(b_to_a, from_b) + sum_of(b_to_a->origin) + sum_of(kiln_d3_from_floats(a->middle));
	double in_b = mapped_sum(a_to_b, in_a) + sum_of(a_to_b->origin) + from_b;
	reach[1].error = 0x1p-48 * in_a;
	reach[0].error = 0x1p-47 * in_b + disagreement(a_to_b, b_to_a, b);
	for (int i = 0; i < 2; ++i)
	{
		const kiln_pair_tree *from = trees[i], *to = trees[1 - i];
		link_shape(&links[i], maps[i], &greatest[i]);
		kiln_d3 origin =
			kiln_d3_sub(kiln_affine_point(maps[i], kiln_d3_from_floats(from->middle)), kiln_d3_from_floats(to->middle));
		link_origin(&links[i], origin);
		reach[i].source = greatest[i] * length_of(kiln_d3_from_floats(from->half));
		reach[i].target = length_of(kiln_d3_from_floats(to->half));
		link_slack(&links[i], &reach[i], length_of(origin));
		link_slabs(&links[i], from, to, maps[i]);
	}
	// `metric` converts lengths of a to the query's; b_to_a additionally converts lengths of b.
	double measure = links[1].similar ? (double)links[1].scale : 0.5 * ((double)links[1].least + greatest[1]);
	links[1].length = length_down(metric);
	links[1].measure = links[0].source_measure = (float)metric;
	links[0].length = length_down(metric * (double)links[1].least);
	links[0].measure = links[1].source_measure = (float)(metric * measure);
}
