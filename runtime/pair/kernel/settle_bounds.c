// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE

#include "settle_bounds.h"

#include "math/rounding.h"

/// Bounds are shortened a little: directions are unit and perpendicular to much less than this.
#define SHORT (1 - 0x1p-46)

static double sum_of(kiln_d3 v)
{
	kiln_d3 a = kiln_d3_abs(v);
	return a.x + a.y + a.z;
}

/// The sum of the largest coordinates that occur when linear maps move a tree's points.
static double mapped_sum(const kiln_d3 column[3], double sum)
{
	double most = kiln_double_max(sum_of(column[0]), kiln_double_max(sum_of(column[1]), sum_of(column[2])));
	return most * sum;
}

static double reach_of(const kiln_pair_tree *tree)
{
	return sum_of(kiln_d3_from_floats(tree->middle)) + (double)tree->half[0] + (double)tree->half[1] +
		   (double)tree->half[2];
}

/// A unit vector, or zero.
static kiln_d3 unit_of(kiln_d3 v)
{
	double most = kiln_d3_largest(v);
	if (!(most > 0 && most < HUGE_VAL))
		return (kiln_d3){0, 0, 0};
	v = kiln_d3_scale(v, 1 / most);
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// A direction without its components along unit vectors.
static kiln_d3 beside(kiln_d3 v, const kiln_d3 *units, int count)
{
	for (int again = 0; again < 2; ++again)
		for (int i = 0; i < count; ++i)
			v = kiln_d3_along(v, -kiln_d3_dot(v, units[i]), units[i]);
	return unit_of(v);
}

void kilni_settle_ways_of(kiln_settle_ways *ways, const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_d3 to_query[3], const kiln_affine *b_to_a)
{
	kiln_d3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, frame[3];
	memset(ways, 0, sizeof *ways);
	ways->tree[0] = a;
	ways->tree[1] = b;
	const kiln_affine linear = {.column = {to_query[0], to_query[1], to_query[2]}};
	for (int k = 0; k < 3; ++k)
	{
		ways->column[0][k] = to_query[k];
		ways->column[1][k] = kiln_affine_vector(&linear, b_to_a->column[k]);
	}
	kiln_d3 at = kiln_affine_point(b_to_a, kiln_d3_from_floats(b->middle));
	ways->between = kiln_affine_vector(&linear, kiln_d3_sub(at, kiln_d3_from_floats(a->middle)));
	double inside = reach_of(a) + sum_of(b_to_a->origin) + mapped_sum(b_to_a->column, reach_of(b));
	ways->error = 0x1p-47 * mapped_sum(to_query, inside);
	for (int k = 0; k < 3; ++k)
	{
		frame[k] = beside(unit_of(ways->column[1][k]), frame, k);
		kilni_settle_ways_set(ways, k, axes[k]);
		kilni_settle_ways_set(ways, 3 + k, frame[k]);
	}
}

void kilni_settle_ways_make(kiln_settle_ways *ways, const kiln_mesh_pair *pair)
{
	const kiln_pair_metric *metric = &pair->metric;
	kiln_d3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, to_query[3];
	for (int k = 0; k < 3; ++k)
		to_query[k] = metric->similar ? kiln_d3_scale(axes[k], metric->scale) : metric->to_query.column[k];
	kilni_settle_ways_of(ways, &pair->boxes[0].tree, &pair->boxes[1].tree, to_query, &pair->b_to_a);
}

void kilni_settle_ways_set(kiln_settle_ways *ways, int way, kiln_d3 direction)
{
	kiln_d3 unit = unit_of(direction);
	for (int side = 0; side < 2; ++side)
		for (int k = 0; k < 3; ++k)
		{
			double along = kiln_d3_dot(unit, ways->column[side][k]);
			ways->number[side][k][way] = along;
			ways->magnitude[side][k][way] = kiln_double_abs(along);
		}
	ways->offset[0][way] = 0;
	ways->offset[1][way] = kiln_d3_dot(unit, ways->between);
}

void kilni_settle_span_box(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, const double low[3], const double high[3])
{
	double center[3], half[3];
	for (int k = 0; k < 3; ++k)
	{
		double middle = (double)ways->tree[side]->middle[k];
		center[k] = 0.5 * (low[k] + high[k]) - middle;
		half[k] = 0.5 * (high[k] - low[k]);
	}
	const double(*n)[KILN_SETTLE_WAYS] = ways->number[side];
	const double(*m)[KILN_SETTLE_WAYS] = ways->magnitude[side];
	for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
	{
		double at = ways->offset[side][i] + (n[0][i] * center[0] + n[1][i] * center[1] + n[2][i] * center[2]);
		double reach = m[0][i] * half[0] + m[1][i] * half[1] + m[2][i] * half[2];
		span->low[i] = at - reach;
		span->high[i] = at + reach;
	}
}

static void span_begin(kiln_settle_span *span)
{
	for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
	{
		span->low[i] = HUGE_VAL;
		span->high[i] = -HUGE_VAL;
	}
}

/// A leaf's vertex relative to the middle.
static kiln_d3 vertex_of(const kiln_settle_ways *ways, int side, const kiln_leaf *leaf, uint32_t vertex)
{
	const kiln_d3 at = {(double)leaf->x[vertex], (double)leaf->y[vertex], (double)leaf->z[vertex]};
	return kiln_d3_sub(at, kiln_d3_from_floats(ways->tree[side]->middle));
}

static uint32_t vertex_number(const kiln_leaf *leaf, uint32_t triangle, uint32_t corner)
{
	return (uint32_t)leaf->corners[triangle] >> (4 * corner) & 15u;
}

void kilni_settle_span_leaf(
	kiln_settle_span *whole, kiln_settle_span *each, const kiln_settle_ways *ways, int side, const kiln_leaf *leaf)
{
	double along[16][KILN_SETTLE_WAYS];
	const double(*n)[KILN_SETTLE_WAYS] = ways->number[side];
	for (uint32_t v = 0; v < leaf->vertex_count; ++v)
	{
		kiln_d3 p = vertex_of(ways, side, leaf, v);
		for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
			along[v][i] = ways->offset[side][i] + (n[0][i] * p.x + n[1][i] * p.y + n[2][i] * p.z);
	}
	span_begin(whole);
	for (uint32_t t = 0; t < leaf->triangle_count; ++t)
	{
		span_begin(&each[t]);
		for (uint32_t k = 0; k < 3; ++k)
		{
			const double *at = along[vertex_number(leaf, t, k)];
			for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
			{
				each[t].low[i] = kiln_double_min(at[i], each[t].low[i]);
				each[t].high[i] = kiln_double_max(at[i], each[t].high[i]);
			}
		}
		for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
		{
			whole->low[i] = kiln_double_min(each[t].low[i], whole->low[i]);
			whole->high[i] = kiln_double_max(each[t].high[i], whole->high[i]);
		}
	}
}

static double vertex_along(const kiln_settle_ways *ways, int side, const kiln_leaf *leaf, uint32_t vertex, int way)
{
	const double(*n)[KILN_SETTLE_WAYS] = ways->number[side];
	kiln_d3 p = vertex_of(ways, side, leaf, vertex);
	return ways->offset[side][way] + (n[0][way] * p.x + n[1][way] * p.y + n[2][way] * p.z);
}

void kilni_settle_span_leaf_along(kiln_settle_span *whole, kiln_settle_span *each, const kiln_settle_ways *ways,
	int side, const kiln_leaf *leaf, int way)
{
	double along[16];
	for (uint32_t v = 0; v < leaf->vertex_count; ++v)
		along[v] = vertex_along(ways, side, leaf, v, way);
	whole->low[way] = HUGE_VAL;
	whole->high[way] = -HUGE_VAL;
	for (uint32_t t = 0; t < leaf->triangle_count; ++t)
	{
		double a = along[vertex_number(leaf, t, 0)], b = along[vertex_number(leaf, t, 1)];
		double c = along[vertex_number(leaf, t, 2)];
		each[t].low[way] = kiln_double_min(a, kiln_double_min(b, c));
		each[t].high[way] = kiln_double_max(a, kiln_double_max(b, c));
		whole->low[way] = kiln_double_min(each[t].low[way], whole->low[way]);
		whole->high[way] = kiln_double_max(each[t].high[way], whole->high[way]);
	}
}

uint32_t kilni_settle_span_leaves(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, uint32_t first, uint32_t last)
{
	uint32_t count = 0;
	span_begin(span);
	for (uint32_t unit = first; unit <= last; ++count)
	{
		kiln_leaf_room room;
		const kiln_leaf leaf = kiln_leaf_at(ways->tree[side]->leaves, unit, &room);
		for (uint32_t v = 0; v < leaf.vertex_count; ++v)
			for (int i = KILN_SETTLE_BEST; i <= KILN_SETTLE_CHOSEN; ++i)
			{
				double along = vertex_along(ways, side, &leaf, v, i);
				span->low[i] = kiln_double_min(along, span->low[i]);
				span->high[i] = kiln_double_max(along, span->high[i]);
			}
		unit += kiln_format_leaf_units(kiln_leaf_head(ways->tree[side]->leaves, unit));
	}
	return count;
}

static double gap_of(const kiln_settle_span *a, const kiln_settle_span *b, int way)
{
	return kiln_double_max(kiln_double_max(b->low[way] - a->high[way], a->low[way] - b->high[way]), 0);
}

double kilni_settle_apart(const kiln_settle_ways *ways, const kiln_settle_span *a, const kiln_settle_span *b, int count)
{
	double gap[KILN_SETTLE_WAYS];
	for (int i = 0; i < KILN_SETTLE_WAYS; ++i)
		gap[i] = gap_of(a, b, i) * gap_of(a, b, i);
	double most = kiln_double_max(gap[0] + gap[1] + gap[2], gap[3] + gap[4] + gap[5]);
	for (int i = 6; i < count; ++i)
		most = kiln_double_max(gap[i], most);
	return sqrt(most) * SHORT - ways->error;
}

double kilni_settle_apart_along(
	const kiln_settle_ways *ways, const kiln_settle_span *a, const kiln_settle_span *b, int way)
{
	return gap_of(a, b, way) * SHORT - ways->error;
}

kiln_d3 kilni_settle_between(const kiln_settle_span *a, const kiln_settle_span *b)
{
	double way[3];
	for (int i = 0; i < 3; ++i)
		way[i] = 0.5 * ((b->low[i] + b->high[i]) - (a->low[i] + a->high[i]));
	return (kiln_d3){way[0], way[1], way[2]};
}
