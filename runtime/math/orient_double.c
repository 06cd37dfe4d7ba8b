// SPDX-License-Identifier: MIT
#include "orient_double.h"

#include "two.h"

/// The largest numbers of terms of expansions, by what the expansions hold. Every function below appends at most this
/// many terms for any numbers, including NaN and infinity: a sum appends one term per term of its operands, a product
/// with one double two terms per term.
#define DIFFERENCE_TERMS 2
#define PRODUCT_TERMS (2 * DIFFERENCE_TERMS * DIFFERENCE_TERMS)
#define CROSS_TERMS (2 * PRODUCT_TERMS)
#define TRIPLE_TERMS (2 * DIFFERENCE_TERMS * CROSS_TERMS)

/// A number stored as the exact sum of doubles that do not overlap, by growing magnitude, without zeros (Shewchuk
/// 1997). The caller owns the terms' memory.
typedef struct expansion
{
	double *terms;
	int count;
} expansion;

/// kiln_two_sum for |a| >= |b| (Dekker 1971).
static inline double quick_two_sum(double a, double b, double *error)
{
	double sum = a + b;
	*error = b - (sum - a);
	return sum;
}

/// The upper half of a number's bits; the rest has no more bits.
static inline double upper_half(double a)
{
	double split = 134217729.0 * a; // 2^27 + 1
	return split - (split - a);
}

/// a b = product + error, exactly, where nothing underflows (Dekker 1971; no fused operation, so that every machine does
/// the same).
static inline double two_product(double a, double b, double *error)
{
	double product = a * b;
	double a_high = upper_half(a), b_high = upper_half(b);
	double a_low = a - a_high, b_low = b - b_high;
	*error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
	return product;
}

static inline void append(expansion *e, double term)
{
	if (term != 0)
		e->terms[e->count++] = term;
}

/// e + f, with room for the terms of both (fast expansion sum). The first term is kept aside, so that each further term
/// causes one append.
static expansion sum_of(expansion e, expansion f, double *terms)
{
	expansion sum = {terms, 0};
	double carry = 0, error;
	int i = 0, j = 0;
	while (i < e.count || j < f.count)
	{
		bool first = i + j == 0, from_e = j == f.count || (i < e.count && fabs(e.terms[i]) < fabs(f.terms[j]));
		double next = from_e ? e.terms[i++] : f.terms[j++];
		carry = kiln_two_sum(carry, next, &error);
		if (first)
			carry = next;
		else
			append(&sum, error);
	}
	append(&sum, carry);
	return sum;
}

/// b e, with room for two terms per term.
static expansion scaled(expansion e, double b, double *terms)
{
	expansion product = {terms, 0};
	if (e.count == 0)
		return product;
	double low, error, carry = two_product(e.terms[0], b, &low);
	append(&product, low);
	for (int i = 1; i < e.count; ++i)
	{
		double high = two_product(e.terms[i], b, &low);
		carry = kiln_two_sum(carry, low, &error);
		append(&product, error);
		carry = quick_two_sum(high, carry, &error);
		append(&product, error);
	}
	append(&product, carry);
	return product;
}

/// A difference in at most two terms.
typedef struct exact_difference
{
	double terms[DIFFERENCE_TERMS];
	int count;
} exact_difference;

static exact_difference difference(double a, double b)
{
	exact_difference d = {{0, 0}, 0};
	double tail, head = kiln_two_sum(a, -b, &tail);
	if (tail != 0)
		d.terms[d.count++] = tail;
	if (head != 0)
		d.terms[d.count++] = head;
	return d;
}

static exact_difference negated(exact_difference d)
{
	d.terms[0] = -d.terms[0];
	d.terms[1] = -d.terms[1];
	return d;
}

/// e f, for e of at most CROSS_TERMS terms; needs room for four terms per term of e.
static expansion product_of(expansion e, const exact_difference *f, double *terms)
{
	double part[DIFFERENCE_TERMS][2 * CROSS_TERMS];
	if (f->count == 0)
		return (expansion){terms, 0};
	if (f->count == 1)
		return scaled(e, f->terms[0], terms);
	return sum_of(scaled(e, f->terms[0], part[0]), scaled(e, f->terms[1], part[1]), terms);
}

/// a b - c d.
static expansion cross_of(const exact_difference *a, const exact_difference *b, const exact_difference *c,
	const exact_difference *d, double terms[CROSS_TERMS])
{
	double left[PRODUCT_TERMS], right[PRODUCT_TERMS];
	exact_difference first = *a, second = negated(*c);
	expansion e = product_of((expansion){first.terms, first.count}, b, left);
	expansion f = product_of((expansion){second.terms, second.count}, d, right);
	return sum_of(e, f, terms);
}

/// The sum of the terms, the smallest first, with a relative error of at most 2^-51.
static double value_of(expansion e)
{
	double value = 0;
	for (int i = 0; i < e.count; ++i)
		value += e.terms[i];
	return value;
}

/// Whether expansions are exact for coordinates whose magnitudes add up to `size`; false for NaN and infinity.
static bool in_range(double size)
{
	return size <= KILN_ORIENT_MOST;
}

/// The result that means "no sign".
static double refused(void)
{
	return (double)NAN;
}

/// A power of two for numbers this small: products of three scaled numbers do not underflow.
static double scale_for(double size)
{
	return size < 0x1p-100 ? 0x1p300 : 1;
}

typedef struct exact_vector
{
	exact_difference x, y, z;
} exact_vector;

static exact_vector exact_between(const kiln_d3 *from, const kiln_d3 *to, double scale)
{
	return (exact_vector){
		difference(scale * to->x, scale * from->x),
		difference(scale * to->y, scale * from->y),
		difference(scale * to->z, scale * from->z),
	};
}

static bool same(const kiln_d3 *a, const kiln_d3 *b)
{
	return a->x == b->x && a->y == b->y && a->z == b->z;
}

/// Whether two of the four points are equal, or all four lie in a plane perpendicular to an axis.
static bool plainly_flat(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	return (o->x == a->x && o->x == b->x && o->x == c->x) || (o->y == a->y && o->y == b->y && o->y == c->y) ||
		   (o->z == a->z && o->z == b->z && o->z == c->z) || same(o, a) || same(o, b) || same(o, c) || same(a, b) ||
		   same(b, c) || same(a, c);
}

/// A number stored as head + tail.
typedef struct pair
{
	double head, tail;
} pair;

static inline pair pair_difference(double a, double b)
{
	pair d;
	d.head = kiln_two_sum(a, -b, &d.tail);
	return d;
}

static inline pair pair_product(pair a, pair b)
{
	pair p;
	double error, high = two_product(a.head, b.head, &error);
	error += a.head * b.tail + a.tail * b.head;
	p.head = quick_two_sum(high, error, &p.tail);
	return p;
}

static inline pair pair_sum(pair a, pair b)
{
	pair s;
	double error, low, high = kiln_two_sum(a.head, b.head, &error);
	low = kiln_two_sum(a.tail, b.tail, &s.tail);
	high = quick_two_sum(high, error + low, &low);
	s.head = quick_two_sum(high, low + s.tail, &s.tail);
	return s;
}

/// u (v w' - w v'), and the magnitudes of its products.
static inline pair pair_term(pair u, pair v, pair w_across, pair w, pair v_across, double *size)
{
	pair left = pair_product(v, w_across), right = pair_product(w, v_across);
	*size += fabs(u.head) * (fabs(left.head) + fabs(right.head));
	return pair_product(u, pair_sum(left, (pair){-right.head, -right.tail}));
}

/// The determinant with twice the digits of double. Every product has a relative error below 2^-102. Every sum has an
/// error below 2^-103 of its terms' magnitudes, and fewer than ten sums lie on each way to the result. Together the
/// error is less than 2^-98 of `size`.
static pair pair_orient3(
	const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c, double scale, double *size)
{
	pair v[3][3];
	const kiln_d3 *const to[3] = {a, b, c};
	for (int i = 0; i < 3; ++i)
	{
		v[i][0] = pair_difference(scale * to[i]->x, scale * o->x);
		v[i][1] = pair_difference(scale * to[i]->y, scale * o->y);
		v[i][2] = pair_difference(scale * to[i]->z, scale * o->z);
	}
	*size = 0;
	pair x = pair_term(v[0][0], v[1][1], v[2][2], v[2][1], v[1][2], size);
	pair y = pair_term(v[0][1], v[1][2], v[2][0], v[2][2], v[1][0], size);
	pair z = pair_term(v[0][2], v[1][0], v[2][1], v[2][0], v[1][1], size);
	return pair_sum(pair_sum(x, y), z);
}

/// Adds u (v w' - w v') if no step of the computation rounds, as on lattices and for other coordinates with few digits.
/// Returns false if a step rounds.
static bool short_term(double u, double v, double w_across, double w, double v_across, double *sum)
{
	double lost[5];
	double left = two_product(v, w_across, &lost[0]), right = two_product(w, v_across, &lost[1]);
	double minor = kiln_two_sum(left, -right, &lost[2]);
	double term = two_product(u, minor, &lost[3]);
	*sum = kiln_two_sum(*sum, term, &lost[4]);
	return lost[0] == 0 && lost[1] == 0 && lost[2] == 0 && lost[3] == 0 && lost[4] == 0;
}

/// Whether the determinant is 0 and plain double proves this.
static bool shortly_zero(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c, double scale)
{
	double v[3][3], lost = 0, tail, sum = 0;
	const kiln_d3 *const to[3] = {a, b, c};
	for (int i = 0; i < 3; ++i)
	{
		v[i][0] = kiln_two_sum(scale * to[i]->x, -scale * o->x, &tail);
		lost += fabs(tail);
		v[i][1] = kiln_two_sum(scale * to[i]->y, -scale * o->y, &tail);
		lost += fabs(tail);
		v[i][2] = kiln_two_sum(scale * to[i]->z, -scale * o->z, &tail);
		lost += fabs(tail);
	}
	return lost == 0 && short_term(v[0][0], v[1][1], v[2][2], v[2][1], v[1][2], &sum) &&
		   short_term(v[0][1], v[1][2], v[2][0], v[2][2], v[1][0], &sum) &&
		   short_term(v[0][2], v[1][0], v[2][1], v[2][0], v[1][1], &sum) && sum == 0;
}

/// u . (v x w)
static double expand_determinant(const exact_vector *u, const exact_vector *v, const exact_vector *w)
{
	double minor[CROSS_TERMS], part[3][TRIPLE_TERMS], two[2 * TRIPLE_TERMS], all[3 * TRIPLE_TERMS];
	expansion x = product_of(cross_of(&v->y, &w->z, &v->z, &w->y, minor), &u->x, part[0]);
	expansion y = product_of(cross_of(&v->z, &w->x, &v->x, &w->z, minor), &u->y, part[1]);
	expansion z = product_of(cross_of(&v->x, &w->y, &v->y, &w->x, minor), &u->z, part[2]);
	return value_of(sum_of(sum_of(x, y, two), z, all));
}

static double expand_orient3(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c, double scale)
{
	exact_vector u = exact_between(o, a, scale), v = exact_between(o, b, scale), w = exact_between(o, c, scale);
	return expand_determinant(&u, &v, &w);
}

/// The value in pairs where it is at least `share` of the sum of magnitudes, else by expansions; all multiplied by
/// scale^3.
static double orient3_beyond_double(
	const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c, double share, double *scale)
{
	*scale = 1;
	kiln_d3 sizes = kiln_d3_add(kiln_d3_add(kiln_d3_magnitudes(*o), kiln_d3_magnitudes(*a)),
		kiln_d3_add(kiln_d3_magnitudes(*b), kiln_d3_magnitudes(*c)));
	double size = sizes.x + sizes.y + sizes.z;
	if (!in_range(size))
		return refused();
	if (plainly_flat(o, a, b, c))
		return 0;
	*scale = scale_for(size);
	pair value = pair_orient3(o, a, b, c, *scale, &size);
	if (fabs(value.head) > share * size + KILN_ORIENT_UNDERFLOW * 0x1p60)
		return value.head;
	if (value.head == 0 && shortly_zero(o, a, b, c, *scale))
		return 0;
	return expand_orient3(o, a, b, c, *scale);
}

double kilni_orient3_exact(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	double scale;
	return orient3_beyond_double(o, a, b, c, 0x1p-97, &scale);
}

/// A value and the sum of the magnitudes of its terms.
typedef struct filtered
{
	double value, size;
} filtered;

static inline filtered orient3_filter(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	kiln_d3 u = kiln_d3_sub(*a, *o), v = kiln_d3_sub(*b, *o), w = kiln_d3_sub(*c, *o);
	kiln_d3 p = {v.y * w.z, v.z * w.x, v.x * w.y}, q = {v.z * w.y, v.x * w.z, v.y * w.x};
	return (filtered){
		kiln_d3_dot(u, kiln_d3_sub(p, q)),
		kiln_d3_dot(kiln_d3_magnitudes(u), kiln_d3_add(kiln_d3_magnitudes(p), kiln_d3_magnitudes(q))),
	};
}

double kilni_orient3_sign(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	filtered f = orient3_filter(o, a, b, c);
	// Three differences, two products, their difference and two sums round by 2^-53 each. The size rounds as often.
	if (fabs(f.value) > 0x1p-49 * f.size + KILN_ORIENT_UNDERFLOW)
		return f.value;
	return kilni_orient3_exact(o, a, b, c);
}

double kilni_orient3_value(const kiln_d3 *o, const kiln_d3 *a, const kiln_d3 *b, const kiln_d3 *c)
{
	filtered f = orient3_filter(o, a, b, c);
	if (fabs(f.value) > 0x1p-3 * f.size && f.size > 0x1p-900)
		return f.value;
	double scale, value = orient3_beyond_double(o, a, b, c, 0x1p-51, &scale);
	return value / scale / scale / scale;
}

double kilni_orient3_along(const kiln_d3 *o, const kiln_d3 *d, const kiln_d3 *a, const kiln_d3 *b)
{
	const kiln_d3 origin = {0, 0, 0};
	kiln_d3 sizes = kiln_d3_add(kiln_d3_add(kiln_d3_magnitudes(*o), kiln_d3_magnitudes(*d)),
		kiln_d3_add(kiln_d3_magnitudes(*a), kiln_d3_magnitudes(*b)));
	if (!in_range(sizes.x + sizes.y + sizes.z))
		return refused();
	exact_vector u = exact_between(&origin, d, 1), v = exact_between(o, a, 1), w = exact_between(o, b, 1);
	return expand_determinant(&u, &v, &w);
}

static double orient2_exactly(kiln_d2 o, kiln_d2 a, kiln_d2 b, bool unscaled)
{
	double size = fabs(o.x) + fabs(o.y) + fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y);
	if (!in_range(size))
		return refused();
	double scale = scale_for(size), back = unscaled ? 1 / scale : 1, terms[CROSS_TERMS];
	exact_difference ax = difference(scale * a.x, scale * o.x), ay = difference(scale * a.y, scale * o.y);
	exact_difference bx = difference(scale * b.x, scale * o.x), by = difference(scale * b.y, scale * o.y);
	return value_of(cross_of(&ax, &by, &ay, &bx, terms)) * back * back;
}

static inline filtered orient2_filter(kiln_d2 o, kiln_d2 a, kiln_d2 b)
{
	double left = (a.x - o.x) * (b.y - o.y), right = (a.y - o.y) * (b.x - o.x);
	return (filtered){left - right, fabs(left) + fabs(right)};
}

double kilni_orient2_sign(kiln_d2 o, kiln_d2 a, kiln_d2 b)
{
	filtered f = orient2_filter(o, a, b);
	// Two differences, a product and the last difference round.
	if (fabs(f.value) > 0x1p-50 * f.size + KILN_ORIENT_UNDERFLOW)
		return f.value;
	return orient2_exactly(o, a, b, false);
}

double kilni_orient2_value(kiln_d2 o, kiln_d2 a, kiln_d2 b)
{
	filtered f = orient2_filter(o, a, b);
	if (fabs(f.value) > 0x1p-4 * f.size && f.size > 0x1p-900)
		return f.value;
	return orient2_exactly(o, a, b, true);
}
