// SPDX-License-Identifier: MIT
#include "place.h"

#include "bound/proof/floats.h"
#include "math/quaternion.h"
#include "open/proof_nodes.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Largest condition number of an instance's transform. The float32 inverse then has a relative error of a few percent
/// at most.
#define CONDITION_MAX 1e6
/// Half a unit in the last place of 1.
#define ROUNDING 5.9604644775390625e-8

void cook_place_root(double factor, uint32_t from, uint32_t to, double root[12])
{
	memset(root, 0, 12 * sizeof *root);
	for (uint32_t axis = 0; axis < 3; ++axis)
		if (from == to || (axis != from && axis != to))
			root[axis * 4 + axis] = factor;
	if (from == to)
		return;
	// The column of `from` is +to; the column of `to` is -from, so that the determinant stays positive.
	root[to * 4 + from] = factor;
	root[from * 4 + to] = -factor;
}

void cook_place_multiply(const double a[12], const double b[12], double out[12])
{
	for (uint32_t row = 0; row < 3; ++row)
		for (uint32_t column = 0; column < 4; ++column)
		{
			double sum = a[row * 4] * b[column] + a[row * 4 + 1] * b[4 + column] + a[row * 4 + 2] * b[8 + column];
			out[row * 4 + column] = column == 3 ? sum + a[row * 4 + 3] : sum;
		}
}

static bool is_identity(const float m[12])
{
	for (uint32_t i = 0; i < 12; ++i)
		if (m[i] != (i % 5 == 0 ? 1.0f : 0.0f))
			return false;
	return true;
}

static void set_identity(float m[12])
{
	for (uint32_t i = 0; i < 12; ++i)
		m[i] = i % 5 == 0 ? 1.0f : 0.0f;
}

/// Rounds to float32 without a negative zero. False when a number overflows.
static bool round_matrix(const double exact[12], float rounded[12])
{
	for (uint32_t i = 0; i < 12; ++i)
	{
		if (!(fabs(exact[i]) <= (double)FLT_MAX))
			return false;
		rounded[i] = (float)exact[i] + 0.0f;
	}
	return true;
}

/// Computes the cofactors of the linear part of `m` into `c`; returns its determinant. Products of two floats are exact
/// in double, so that every cofactor has one rounding error, and the determinant an error of 2^-51 of the absolute
/// terms of its sum.
static double cofactors(const float m[12], double c[9])
{
	for (uint32_t row = 0; row < 3; ++row)
		for (uint32_t column = 0; column < 3; ++column)
		{
			const float *r1 = m + 4 * ((row + 1) % 3), *r2 = m + 4 * ((row + 2) % 3);
			uint32_t c1 = (column + 1) % 3, c2 = (column + 2) % 3;
			c[row * 3 + column] = (double)r1[c1] * (double)r2[c2] - (double)r1[c2] * (double)r2[c1];
		}
	return (double)m[0] * c[0] + (double)m[1] * c[1] + (double)m[2] * c[2];
}

static double frobenius(const float m[12])
{
	double sum = 0;
	for (uint32_t i = 0; i < 12; ++i)
		sum += i % 4 == 3 ? 0 : (double)m[i] * (double)m[i];
	return sqrt(sum);
}

/// Sets to_mesh to the inverse of to_asset; false when float32 can't represent a usable inverse, or when the proof of
/// kiln_open would reject it. For condition numbers up to 1e6, the entries' error is the rounding to float32 and one
/// part in 1e9. The proof allows twice the rounding error, so it accepts every inverse that passes the first two tests
/// and is in its range.
static bool invert(kiln_format_node *node)
{
	double c[9], exact[12];
	const float *m = node->to_asset;
	double determinant = cofactors(m, c);
	for (uint32_t row = 0; row < 3; ++row)
	{
		double translation = 0;
		for (uint32_t column = 0; column < 3; ++column)
		{
			exact[row * 4 + column] = c[column * 3 + row] / determinant;
			translation -= exact[row * 4 + column] * (double)m[column * 4 + 3];
		}
		exact[row * 4 + 3] = translation;
	}
	return round_matrix(exact, node->to_mesh) && frobenius(m) * frobenius(node->to_mesh) <= CONDITION_MAX &&
		   kilni_node_matrices(node) == KILN_RULE_COUNT;
}

cook_place cook_place_node(const double exact[12], kiln_format_node *node)
{
	for (uint32_t i = 0; i < 12; ++i)
		if (!isfinite(exact[i]))
			return COOK_PLACE_NOT_FINITE;
	if (!round_matrix(exact, node->to_asset))
		return COOK_PLACE_OVERFLOW;
	node->flags &= (uint32_t)KILN_NODE_TRIGGER;
	if (is_identity(node->to_asset))
	{
		set_identity(node->to_mesh);
		node->flags |= KILN_NODE_IDENTITY;
		return COOK_PLACE_INSTANCE;
	}
	if (invert(node))
	{
		node->flags |= kilni_node_mirrors(node) ? KILN_NODE_MIRRORED : 0;
		return COOK_PLACE_INSTANCE;
	}
	set_identity(node->to_asset);
	set_identity(node->to_mesh);
	node->flags = (node->flags & (uint32_t)KILN_NODE_TRIGGER) | KILN_NODE_IDENTITY;
	return COOK_PLACE_BAKE;
}

float cook_round_up(double value)
{
	float rounded = (float)value;
	return ((double)rounded < value ? bound_next_up(rounded) : rounded) + 0.0f;
}

static float round_down(double value)
{
	return -cook_round_up(-value) + 0.0f;
}

/// Bounds the difference between float32 arithmetic and the exact product of row `row` of `m` with points within
/// `reach`.
static double row_error(const float m[12], uint32_t row, const double reach[3])
{
	const float *r = m + row * 4;
	double sum = fabs((double)r[0]) * reach[0] + fabs((double)r[1]) * reach[1] + fabs((double)r[2]) * reach[2];
	// Three products and three sums have one rounding error each; the seventh error covers the rounding of the entries,
	// the eighth products of rounding errors. The last term covers losses by gradual underflow.
	return 8 * ROUNDING * (sum + fabs((double)r[3])) + 8 * (double)FLT_TRUE_MIN;
}

/// Widens a box of asset coordinates by the errors of kiln_transform_point in both directions.
static void widen(const kiln_format_node *node, const double reach[3], double min[3], double max[3])
{
	double there[3], back[3], pad[3];
	for (uint32_t i = 0; i < 3; ++i)
	{
		pad[i] = row_error(node->to_asset, i, reach);
		there[i] = (fabs(min[i]) > fabs(max[i]) ? fabs(min[i]) : fabs(max[i])) + pad[i];
	}
	for (uint32_t i = 0; i < 3; ++i)
		back[i] = row_error(node->to_mesh, i, there);
	for (uint32_t i = 0; i < 3; ++i)
	{
		const float *r = node->to_asset + i * 4;
		for (uint32_t k = 0; k < 3; ++k)
			pad[i] += fabs((double)r[k]) * back[k];
		min[i] -= pad[i];
		max[i] += pad[i];
	}
}

/// Computes the box of the vertices after to_asset, in double, and their largest absolute coordinates.
static void exact_box(const kiln_format_node *node, const float (*vertices)[3], uint32_t count, double reach[3],
	double min[3], double max[3])
{
	for (uint32_t i = 0; i < 3; ++i)
	{
		reach[i] = 0;
		min[i] = DBL_MAX;
		max[i] = -DBL_MAX;
	}
	for (uint32_t v = 0; v < count; ++v)
		for (uint32_t i = 0; i < 3; ++i)
		{
			const float *r = node->to_asset + i * 4;
			double p = (double)r[0] * (double)vertices[v][0] + (double)r[1] * (double)vertices[v][1] +
					   (double)r[2] * (double)vertices[v][2] + (double)r[3];
			min[i] = p < min[i] ? p : min[i];
			max[i] = p > max[i] ? p : max[i];
			double size = fabs((double)vertices[v][i]);
			reach[i] = size > reach[i] ? size : reach[i];
		}
}

/// Stores the box in the node, rounded outwards.
static bool set_bounds(kiln_format_node *node, const double reach[3], double min[3], double max[3])
{
	if (!(node->flags & KILN_NODE_IDENTITY))
		widen(node, reach, min, max);
	for (uint32_t i = 0; i < 3; ++i)
	{
		if (!(min[i] >= -2.0 * (double)KILN_COORDINATE_MAX && max[i] <= 2.0 * (double)KILN_COORDINATE_MAX))
			return false;
		node->bounds_min[i] = round_down(min[i]);
		node->bounds_max[i] = cook_round_up(max[i]);
	}
	return true;
}

bool cook_place_bounds(kiln_format_node *node, const float (*vertices)[3], uint32_t count)
{
	double reach[3], min[3], max[3];
	exact_box(node, vertices, count, reach, min, max);
	return set_bounds(node, reach, min, max);
}

/// Returns how far a primitive extends from its middle along a direction of any length (its support function about the
/// middle), or slightly more because of rounding.
static double primitive_reach(const kiln_format_shape *shape, kiln_d3 direction)
{
	const float *p = shape->parameters;
	double length = sqrt(kiln_d3_length2(direction)), reach = 0, extent = 0;
	if (shape->kind == KILN_SHAPE_BOX)
	{
		kiln_d3 axes[3];
		kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, axes);
		for (uint32_t i = 0; i < 3; ++i)
		{
			reach += (double)p[3 + i] * fabs(kiln_d3_dot(axes[i], direction));
			extent += (double)p[3 + i] * length;
		}
	}
	else if (shape->kind == KILN_SHAPE_SPHERE)
		reach = extent = (double)p[3] * length;
	else
	{
		const kiln_vec3 ends[2] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
		kiln_d3 axis = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(ends[1]), kiln_d3_from(ends[0])), 0.5);
		double half = sqrt(kiln_d3_length2(axis));
		// The part of the direction that is perpendicular to a cylinder's axis.
		double across =
			shape->kind == KILN_SHAPE_CAPSULE ? length : sqrt(kiln_d3_length2(kiln_d3_cross(axis, direction))) / half;
		reach = fabs(kiln_d3_dot(axis, direction)) + (double)p[6] * across;
		extent = (half + (double)p[6]) * length;
	}
	// The axes have an error of 2^-50; the sums below, which may cancel, add less than that.
	return reach + 16 * DBL_EPSILON * extent;
}

bool cook_place_primitive(kiln_format_node *node, const kiln_format_shape *shape)
{
	bool ends = shape->kind == KILN_SHAPE_CAPSULE || shape->kind == KILN_SHAPE_CYLINDER;
	double middle[3], reach[3], min[3], max[3];
	for (uint32_t i = 0; i < 3; ++i)
		middle[i] = ((double)shape->parameters[i] + (double)shape->parameters[(ends ? 3 : 0) + i]) / 2;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const float *row = node->to_asset + i * 4;
		const double terms[4] = {
			(double)row[0] * middle[0], (double)row[1] * middle[1], (double)row[2] * middle[2], (double)row[3]};
		double at = terms[0] + terms[1] + terms[2] + terms[3];
		double size = fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]) + fabs(terms[3]);
		// A dozen operations in double, each with a relative error of 2^-53.
		double half = primitive_reach(shape, kiln_d3_from((kiln_vec3){row[0], row[1], row[2]}));
		half += 32 * DBL_EPSILON * (half + size);
		min[i] = at - half;
		max[i] = at + half;
		reach[i] = fabs(middle[i]) + primitive_reach(shape, (kiln_d3){i == 0, i == 1, i == 2}) * (1 + 1e-12);
	}
	return set_bounds(node, reach, min, max);
}
