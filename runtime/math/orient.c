// SPDX-License-Identifier: MIT
#include "orient.h"

#include "double3.h"
#include "two.h"

/// A number stored as the exact sum of doubles that do not overlap, by growing magnitude, without zeros (Shewchuk
/// 1997).
typedef struct expansion
{
	double *terms;
	int count;
} expansion;

/// a b = product + error, exactly, where nothing underflows (Dekker 1971; no fused operation, so that every machine
/// does the same).
static double two_product(double a, double b, double *error)
{
	double product = a * b;
	double a_split = 134217729.0 * a, b_split = 134217729.0 * b; // 2^27 + 1
	double a_high = a_split - (a_split - a), b_high = b_split - (b_split - b);
	double a_low = a - a_high, b_low = b - b_high;
	*error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
	return product;
}

/// Adds a term to `e`, which has room for one more (grow-expansion).
static void grow(expansion *e, double term)
{
	int kept = 0;
	for (int i = 0; i < e->count; ++i)
	{
		double error;
		term = kiln_two_sum(term, e->terms[i], &error);
		if (error != 0)
			e->terms[kept++] = error;
	}
	if (term != 0)
		e->terms[kept++] = term;
	e->count = kept;
}

/// sum + e f, with room in `sum` for two terms per pair.
static void add_product(expansion *sum, expansion e, expansion f)
{
	for (int i = 0; i < e.count; ++i)
		for (int j = 0; j < f.count; ++j)
		{
			double error;
			double product = two_product(e.terms[i], f.terms[j], &error);
			grow(sum, error);
			grow(sum, product);
		}
}

static int sign_of(double value)
{
	return (value > 0) - (value < 0);
}

/// The sign is that of the largest term.
static int expansion_sign(expansion e)
{
	return e.count ? sign_of(e.terms[e.count - 1]) : 0;
}

/// a - b, exactly, in two terms.
static expansion difference(float a, float b, double terms[2])
{
	expansion e = {terms, 0};
	grow(&e, -(double)b);
	grow(&e, (double)a);
	return e;
}

static expansion negated(expansion e, double *terms)
{
	for (int i = 0; i < e.count; ++i)
		terms[i] = -e.terms[i];
	return (expansion){terms, e.count};
}

/// The terms of a difference in every coordinate, and of its negative.
typedef struct exact_vector
{
	double terms[3][2];
	double negative_terms[3][2];
	expansion at[3];
	expansion negative[3];
} exact_vector;

static void exact_difference(exact_vector *v, kiln_vec3 a, kiln_vec3 b)
{
	const float from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z};
	for (int i = 0; i < 3; ++i)
	{
		v->at[i] = difference(from[i], to[i], v->terms[i]);
		v->negative[i] = negated(v->at[i], v->negative_terms[i]);
	}
}

static int orient2_exactly(float ax, float ay, float bx, float by, float cx, float cy)
{
	exact_vector a, b;
	double terms[16];
	expansion sum = {terms, 0};
	exact_difference(&a, (kiln_vec3){ax, ay, 0}, (kiln_vec3){cx, cy, 0});
	exact_difference(&b, (kiln_vec3){bx, by, 0}, (kiln_vec3){cx, cy, 0});
	add_product(&sum, a.at[0], b.at[1]);
	add_product(&sum, a.negative[1], b.at[0]);
	return expansion_sign(sum);
}

int kilni_orient2(float ax, float ay, float bx, float by, float cx, float cy)
{
	double left = ((double)ax - (double)cx) * ((double)by - (double)cy);
	double right = ((double)ay - (double)cy) * ((double)bx - (double)cx);
	double determinant = left - right;
	// Two differences, a product and the last difference round by 2^-53 each: Shewchuk's bound is (3 + 16 * 2^-53)
	// 2^-53.
	double bound = 0x1p-51 * (kiln_double_abs(left) + kiln_double_abs(right));
	if (determinant > bound || determinant < -bound)
		return sign_of(determinant);
	return orient2_exactly(ax, ay, bx, by, cx, cy);
}

static int orient3_exactly(const kiln_vec3 corner[3], kiln_vec3 p)
{
	exact_vector v[3];
	double terms[192], minor_terms[16];
	expansion sum = {terms, 0};
	for (int i = 0; i < 3; ++i)
		exact_difference(&v[i], corner[i], p);
	for (int i = 0; i < 3; ++i)
	{
		const exact_vector *b = &v[(i + 1) % 3], *c = &v[(i + 2) % 3];
		expansion minor = {minor_terms, 0};
		add_product(&minor, b->at[1], c->at[0]);
		add_product(&minor, b->negative[0], c->at[1]);
		add_product(&sum, minor, v[i].at[2]);
	}
	return expansion_sign(sum);
}

int kilni_orient3(const kiln_vec3 corner[3], kiln_vec3 p)
{
	kiln_d3 at = kiln_d3_from(p), v[3];
	double determinant = 0, size = 0;
	for (int i = 0; i < 3; ++i)
		v[i] = kiln_d3_sub(kiln_d3_from(corner[i]), at);
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 b = v[(i + 1) % 3], c = v[(i + 2) % 3];
		determinant += v[i].z * (b.y * c.x - b.x * c.y);
		size += kiln_double_abs(v[i].z) * (kiln_double_abs(b.y * c.x) + kiln_double_abs(b.x * c.y));
	}
	// Shewchuk's bound is (7 + 56 * 2^-53) 2^-53; two more roundings in the sums of this order.
	double bound = 0x1p-49 * size;
	if (determinant > bound || determinant < -bound)
		return sign_of(determinant);
	return orient3_exactly(corner, p);
}
