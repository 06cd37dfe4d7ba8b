// SPDX-License-Identifier: MIT
#include "cut_points.h"

#include "exact/exact.h"
#include "exact/integer.h"
#include "exact/interval.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Units of work of a sign that the filter leaves open.
#define EXACT_WORK 32u

static bool reserve_point(cut_points *p)
{
	if (p->count < p->capacity)
		return true;
	uint32_t capacity = p->capacity + p->capacity / 2 + 256;
	cut_point *items = cook_resize(p->context, p->items, p->capacity, capacity, sizeof *items);
	p->failed |= !items;
	if (!items)
		return false;
	p->items = items;
	p->capacity = capacity;
	return true;
}

static bool reserve_limbs(cut_points *p, uint32_t count)
{
	if (count <= p->limb_capacity - p->limb_count)
		return true;
	uint32_t capacity = p->limb_capacity + p->limb_capacity / 2 + 4 * INTEGER_LIMBS;
	uint32_t *limbs =
		capacity < UINT32_MAX / 2 ? cook_resize(p->context, p->limbs, p->limb_capacity, capacity, sizeof *limbs) : NULL;
	p->failed |= !limbs;
	if (!limbs)
		return false;
	p->limbs = limbs;
	p->limb_capacity = capacity;
	return true;
}

void cut_points_free(cut_points *p)
{
	cook_free(p->context, p->items, p->capacity, sizeof *p->items);
	cook_free(p->context, p->limbs, p->limb_capacity, sizeof *p->limbs);
	p->items = NULL;
	p->limbs = NULL;
	p->count = p->capacity = p->limb_count = p->limb_capacity = 0;
}

uint32_t cut_points_vertex(cut_points *p, const float at[3], uint32_t vertex)
{
	if (!reserve_point(p))
		return KILN_NONE;
	cut_point *point = &p->items[p->count];
	*point = (cut_point){.vertex = vertex};
	for (int i = 0; i < 3; ++i)
	{
		point->at[i] = (double)at[i];
		point->snapped[i] = at[i];
	}
	return p->count++;
}

/// Reads a number of a point: a numerator, or with axis 3 the denominator.
static void read_number(const cut_points *p, uint32_t point, int axis, integer *out)
{
	const cut_point *c = &p->items[point];
	if (c->vertex != KILN_NONE)
	{
		integer_from_double(axis < 3 ? c->at[axis] : 1.0, axis < 3 ? p->unit : 0, out);
		return;
	}
	const uint32_t *limbs = p->limbs + c->first;
	for (int i = 0; i < axis; ++i)
		limbs += c->count[i];
	out->sign = c->sign[axis];
	out->count = c->count[axis];
	memcpy(out->limbs, limbs, c->count[axis] * sizeof *limbs);
}

/// The magnitude of a number within 2^-60, as value 2^exponent.
static double estimate(const integer *a, int *exponent)
{
	double value = 0;
	int low = a->count > 4 ? a->count - 4 : 0;
	for (int i = a->count; i-- > low;)
		value = value * 0x1p32 + (double)a->limbs[i];
	*exponent = 32 * low;
	return value;
}

/// The sign of a coordinate minus a double.
static int compare_with(const cut_points *p, uint32_t point, int axis, double value)
{
	integer number, denominator, factor, scaled, left, right;
	int unit = integer_unit(value) < p->unit ? integer_unit(value) : p->unit;
	read_number(p, point, axis, &number);
	read_number(p, point, 3, &denominator);
	integer_from_double(ldexp(1, p->unit - unit), 0, &factor);
	integer_multiply(&number, &factor, &left);
	integer_from_double(value, unit, &scaled);
	integer_multiply(&scaled, &denominator, &right);
	integer_subtract(&left, &right, &left);
	return left.sign;
}

/// Rounds a coordinate: a float stays, any other number goes to the nearest multiple of the grid, of two equally near ones to the
/// lower one. The grid has no finer steps near zero: points that are near each other in one coordinate and far in another would
/// make needles. The estimate decides, except beside a float and beside the middle of two multiples.
static float snap(const cut_points *p, uint32_t point, int axis)
{
	double at = p->items[point].at[axis], error = CUT_ERROR * fabs(at) + CUT_LEAST;
	double near = (double)(float)at;
	if (fabs(at - near) <= error && compare_with(p, point, axis, near) == 0)
		return (float)near;
	// Exact: the grid is at most one step of the largest float of the mesh.
	double low = floor(at / p->grid) * p->grid, middle = low + p->grid / 2;
	double side = fabs(at - middle) > error ? at - middle : compare_with(p, point, axis, middle);
	return (float)(side > 0 ? low + p->grid : low);
}

/// Adds the point with the numerators n[0 .. 2] and the denominator n[3], which is not 0.
static uint32_t add_point(cut_points *p, const integer n[4])
{
	uint32_t limbs = (uint32_t)(n[0].count + n[1].count + n[2].count + n[3].count), index = p->count;
	if (!reserve_point(p) || !reserve_limbs(p, limbs))
		return KILN_NONE;
	cut_point *point = &p->items[index];
	*point = (cut_point){.vertex = KILN_NONE, .first = p->limb_count};
	int below, exponent;
	double denominator = estimate(&n[3], &below);
	for (int i = 0; i < 4; ++i)
	{
		point->sign[i] = (int8_t)(n[i].sign * n[3].sign);
		point->count[i] = (uint16_t)n[i].count;
		memcpy(p->limbs + p->limb_count, n[i].limbs, (size_t)n[i].count * sizeof *p->limbs);
		p->limb_count += (uint32_t)n[i].count;
		if (i == 3)
			continue;
		double value = estimate(&n[i], &exponent) / denominator;
		point->at[i] = n[i].sign ? point->sign[i] * ldexp(value, exponent - below + p->unit) : 0.0;
	}
	++p->count;
	for (int i = 0; i < 3; ++i)
	{
		float snapped = snap(p, index, i);
		// One zero: equal positions have equal bits.
		p->items[index].snapped[i] = snapped + 0.0f;
	}
	return index;
}

/// a b - c d
static void determinant(const integer *a, const integer *b, const integer *c, const integer *d, integer *out)
{
	integer right;
	integer_multiply(a, b, out);
	integer_multiply(c, d, &right);
	integer_subtract(out, &right, out);
}

/// Adds the product of two numbers to a sum.
static void add_product(const integer *a, const integer *b, integer *sum)
{
	integer product;
	integer_multiply(a, b, &product);
	integer_add(sum, &product, sum);
}

/// The signed height of a point over a plane, with the normal's length as its unit.
static void height_over(
	const cut_points *p, const double at[3], const double base[3], const integer normal[3], integer *out)
{
	integer a, b;
	out->sign = out->count = 0;
	for (int i = 0; i < 3; ++i)
	{
		integer_from_double(at[i], p->unit, &a);
		integer_from_double(base[i], p->unit, &b);
		integer_subtract(&a, &b, &a);
		add_product(&a, &normal[i], out);
	}
}

uint32_t cut_points_pierce(cut_points *p, const double from[3], const double to[3], const double plane[3][3])
{
	integer sides[2][3], normal[3], heights[2], numbers[4], base, a, b;
	for (int i = 0; i < 3; ++i)
	{
		integer_from_double(plane[0][i], p->unit, &base);
		for (int k = 0; k < 2; ++k)
		{
			integer_from_double(plane[k + 1][i], p->unit, &sides[k][i]);
			integer_subtract(&sides[k][i], &base, &sides[k][i]);
		}
	}
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, n = (i + 2) % 3;
		determinant(&sides[0][m], &sides[1][n], &sides[0][n], &sides[1][m], &normal[i]);
	}
	height_over(p, from, plane[0], normal, &heights[0]);
	height_over(p, to, plane[0], normal, &heights[1]);
	for (int i = 0; i < 3; ++i)
	{
		integer_from_double(from[i], p->unit, &a);
		integer_from_double(to[i], p->unit, &b);
		determinant(&a, &heights[1], &b, &heights[0], &numbers[i]);
	}
	integer_subtract(&heights[1], &heights[0], &numbers[3]);
	return add_point(p, numbers);
}

uint32_t cut_points_cross(cut_points *p, const uint32_t ab[2], const uint32_t cd[2], int u, int v)
{
	const int axes[3] = {u, v, 3};
	integer first[3], second[3], line[3], sides[2], numbers[4], a, b;
	for (int i = 0; i < 3; ++i)
	{
		read_number(p, cd[0], axes[i], &first[i]);
		read_number(p, cd[1], axes[i], &second[i]);
	}
	for (int i = 0; i < 3; ++i)
	{
		int m = (i + 1) % 3, n = (i + 2) % 3;
		determinant(&first[m], &second[n], &first[n], &second[m], &line[i]);
	}
	for (int k = 0; k < 2; ++k)
	{
		sides[k].sign = sides[k].count = 0;
		for (int i = 0; i < 3; ++i)
		{
			read_number(p, ab[k], axes[i], &a);
			add_product(&a, &line[i], &sides[k]);
		}
	}
	for (int i = 0; i < 4; ++i)
	{
		read_number(p, ab[0], i, &a);
		read_number(p, ab[1], i, &b);
		determinant(&a, &sides[1], &b, &sides[0], &numbers[i]);
	}
	return add_point(p, numbers);
}

static interval bounds_of(const cut_point *c, int axis)
{
	double at = c->at[axis], error = c->vertex != KILN_NONE ? 0 : fabs(at) * CUT_ERROR + CUT_LEAST;
	return error > 0 ? (interval){interval_next_down(at - error), interval_next_up(at + error)} : interval_of(at);
}

static void spend(cut_points *p, uint64_t work)
{
	p->work -= work < p->work ? work : p->work;
}

int cut_points_orient(cut_points *p, uint32_t a, uint32_t b, uint32_t c, int u, int v)
{
	const cut_point *pa = &p->items[a], *pb = &p->items[b], *pc = &p->items[c];
	if (a == b || b == c || c == a)
		return 0;
	spend(p, 1);
	interval x = bounds_of(pa, u), y = bounds_of(pa, v);
	interval area = interval_subtract(
		interval_multiply(interval_subtract(bounds_of(pb, u), x), interval_subtract(bounds_of(pc, v), y)),
		interval_multiply(interval_subtract(bounds_of(pb, v), y), interval_subtract(bounds_of(pc, u), x)));
	int sign = interval_sign(area);
	if (sign != INTERVAL_UNSURE)
		return sign;
	spend(p, EXACT_WORK);
	const uint32_t rows[3] = {a, b, c};
	integer n[3][3], minor, sum = {0, 0, {0}};
	for (int i = 0; i < 3; ++i)
	{
		read_number(p, rows[i], u, &n[i][0]);
		read_number(p, rows[i], v, &n[i][1]);
		read_number(p, rows[i], 3, &n[i][2]);
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		determinant(&n[j][0], &n[k][1], &n[k][0], &n[j][1], &minor);
		add_product(&minor, &n[i][2], &sum);
	}
	return sum.sign;
}

int cut_points_compare(cut_points *p, uint32_t a, uint32_t b, int axis)
{
	if (a == b)
		return 0;
	spend(p, 1);
	int sign = interval_sign(interval_subtract(bounds_of(&p->items[a], axis), bounds_of(&p->items[b], axis)));
	if (sign != INTERVAL_UNSURE)
		return sign;
	spend(p, EXACT_WORK);
	integer x, y, v, w, difference;
	read_number(p, a, axis, &x);
	read_number(p, a, 3, &v);
	read_number(p, b, axis, &y);
	read_number(p, b, 3, &w);
	determinant(&x, &w, &y, &v, &difference);
	return difference.sign;
}

bool cut_points_equal(cut_points *p, uint32_t a, uint32_t b)
{
	return cut_points_compare(p, a, b, 0) == 0 && cut_points_compare(p, a, b, 1) == 0 &&
		   cut_points_compare(p, a, b, 2) == 0;
}

double cut_points_moved(const cut_points *p, uint32_t a)
{
	const cut_point *c = &p->items[a];
	double sum = 0;
	for (int i = 0; i < 3 && c->vertex == KILN_NONE; ++i)
	{
		double off = fabs(c->at[i] - (double)c->snapped[i]);
		off = off > 0 ? off + fabs(c->at[i]) * CUT_ERROR : 0;
		sum += off * off;
	}
	return sqrt(sum) * (1 + 0x1p-50);
}
