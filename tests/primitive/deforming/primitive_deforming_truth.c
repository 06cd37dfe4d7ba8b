// SPDX-License-Identifier: MIT
#include "primitive_deforming.h"

/// A polynomial of t over an interval, in Bernstein form. Positive where all its coefficients are.
typedef struct polynomial
{
	int degree;
	real b[5];
} polynomial;

/// A proof that two features are apart: all of its polynomials are positive. For every position without contact, at
/// least one proof holds. The point of the polygon of differences closest to the origin lies inside the polygon (then
/// the determinant is not 0), at one of its corners (then all corners have positive products with it), or on an edge
/// (then all corners lie on one side of the plane through the edge perpendicular to it).
typedef struct proof
{
	int count;
	polynomial positive[4];
} proof;

#define PROOFS 10

typedef struct proofs
{
	int count;
	proof proof[PROOFS];
} proofs;

static polynomial product(const polynomial *p, const polynomial *q)
{
	static const int choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
	polynomial r = {.degree = p->degree + q->degree};
	for (int i = 0; i <= p->degree; ++i)
		for (int j = 0; j <= q->degree; ++j)
		{
			real term = real_mul(p->b[i], q->b[j]);
			int weight = choose[p->degree][i] * choose[q->degree][j];
			r.b[i + j] = real_add(r.b[i + j], weight > 1 ? real_mul(real_from_int(weight), term) : term);
		}
	for (int i = 0; i <= r.degree; ++i)
		if (choose[r.degree][i] > 1)
			r.b[i] = real_div(r.b[i], real_from_int(choose[r.degree][i]));
	return r;
}

static polynomial sum(const polynomial *p, const polynomial *q, int sign)
{
	polynomial r = *p;
	for (int i = 0; i <= p->degree; ++i)
		r.b[i] = sign > 0 ? real_add(p->b[i], q->b[i]) : real_sub(p->b[i], q->b[i]);
	return r;
}

/// A vector of polynomials of one degree.
typedef struct way
{
	polynomial x[3];
} way;

static polynomial dot(const way *a, const way *b)
{
	polynomial p[3];
	for (int i = 0; i < 3; ++i)
		p[i] = product(&a->x[i], &b->x[i]);
	p[0] = sum(&p[0], &p[1], 1);
	return sum(&p[0], &p[2], 1);
}

static way cross(const way *a, const way *b)
{
	way c;
	for (int i = 0; i < 3; ++i)
	{
		polynomial p = product(&a->x[(i + 1) % 3], &b->x[(i + 2) % 3]);
		polynomial q = product(&a->x[(i + 2) % 3], &b->x[(i + 1) % 3]);
		c.x[i] = sum(&p, &q, -1);
	}
	return c;
}

static way difference(const way *a, const way *b)
{
	way c;
	for (int i = 0; i < 3; ++i)
		c.x[i] = sum(&a->x[i], &b->x[i], -1);
	return c;
}

static way way_of(kiln_vec3 from, kiln_vec3 to)
{
	const float start[3] = {from.x, from.y, from.z}, end[3] = {to.x, to.y, to.z};
	way w;
	for (int i = 0; i < 3; ++i)
		w.x[i] = (polynomial){1, {real_from((double)start[i]), real_from((double)end[i])}};
	return w;
}

/// The corners of the polygon of differences, in order around.
static int differences(const four *q, way corner[4])
{
	way w[4];
	for (int i = 0; i < 4; ++i)
		w[i] = way_of(q->from[i], q->to[i]);
	for (int i = 0; i < 4; ++i)
		corner[i] = q->edges ? difference(&w[i == 1 || i == 2 ? 3 : 2], &w[i >= 2]) : difference(&w[i % 3 + 1], &w[0]);
	return q->edges ? 4 : 3;
}

static polynomial negative(polynomial p)
{
	for (int i = 0; i <= p.degree; ++i)
		p.b[i] = real_neg(p.b[i]);
	return p;
}

static void plane_proofs(proofs *all, const way corner[4])
{
	way e = difference(&corner[1], &corner[0]), f = difference(&corner[2], &corner[0]);
	way normal = cross(&e, &f);
	polynomial p = dot(&normal, &corner[0]);
	all->proof[all->count++] = (proof){1, {p}};
	all->proof[all->count++] = (proof){1, {negative(p)}};
}

static void rim_proofs(proofs *all, const way corner[4], int count)
{
	for (int i = 0; i < count; ++i)
	{
		const way *next = &corner[(i + 1) % count];
		way edge = difference(next, &corner[i]), moment = cross(&corner[i], next), across = cross(&edge, &moment);
		proof *of_corner = &all->proof[all->count++], *of_edge = &all->proof[all->count++];
		of_corner->count = of_edge->count = count;
		for (int j = 0; j < count; ++j)
		{
			of_corner->positive[j] = dot(&corner[i], &corner[j]);
			of_edge->positive[j] = dot(&across, &corner[j]);
		}
	}
}

/// Numbers this small count as 0: they may be rounding errors.
static int sign_of(const real *a, const real *least)
{
	return real_compare(real_abs(*a), *least) <= 0 ? 0 : a->sign;
}

/// Drops polynomials that are positive on the whole interval, and proofs that fail on all of it. True when a proof
/// holds on all of it.
static bool proven(proofs *all, const real least[5])
{
	int kept = 0;
	for (int i = 0; i < all->count; ++i)
	{
		proof *p = &all->proof[i];
		int left = 0;
		bool fails = false;
		for (int j = 0; j < p->count; ++j)
		{
			const polynomial *f = &p->positive[j];
			bool above = true, below = true;
			for (int k = 0; k <= f->degree; ++k)
			{
				int sign = sign_of(&f->b[k], &least[f->degree]);
				above &= sign > 0;
				below &= sign <= 0;
			}
			fails |= below;
			if (!above && left != j)
				p->positive[left] = *f;
			left += !above;
		}
		p->count = left;
		if (left == 0)
			return true;
		if (!fails && kept != i)
			all->proof[kept] = *p;
		kept += !fails;
	}
	all->count = kept;
	return false;
}

static real half(real a)
{
	a.exponent -= a.sign != 0;
	return a;
}

/// The left half of the interval, or the right one (de Casteljau).
static void halve(proofs *all, bool right)
{
	for (int i = 0; i < all->count; ++i)
		for (int j = 0; j < all->proof[i].count; ++j)
		{
			polynomial *p = &all->proof[i].positive[j];
			for (int k = 1; k <= p->degree; ++k)
				for (int m = 0; m <= p->degree - k; ++m)
				{
					int at = right ? m : p->degree - m;
					p->b[at] = half(real_add(p->b[at], p->b[right ? at + 1 : at - 1]));
				}
		}
}

#define DEPTH 50

static bool search(proofs *all, const real least[5], double low, double length, int depth, truth *found)
{
	if (proven(all, least))
		return false;
	if (depth == DEPTH)
	{
		*found = (truth){true, low, low + length};
		return true;
	}
	proofs part = *all;
	halve(&part, false);
	if (search(&part, least, low, length / 2, depth + 1, found))
		return true;
	part = *all;
	halve(&part, true);
	return search(&part, least, low + length / 2, length / 2, depth + 1, found);
}

/// Whether all differences have one sign along an axis at all times.
static bool apart_on_an_axis(const way corner[4], int count)
{
	bool apart = false;
	for (int axis = 0; axis < 3; ++axis)
	{
		int above = 0, below = 0;
		for (int i = 0; i < 2 * count; ++i)
		{
			int sign = real_sign(corner[i / 2].x[axis].b[i % 2]);
			above += sign > 0;
			below += sign < 0;
		}
		apart |= above == 2 * count || below == 2 * count;
	}
	return apart;
}

truth four_truth(const four *q)
{
	way corner[4];
	int count = differences(q, corner);
	proofs all = {.count = 0};
	plane_proofs(&all, corner);
	real least[5];
	least[0] = real_from(0x1p-220);
	for (int i = 1; i < 5; ++i)
		least[i] = real_mul(least[i - 1], real_from(four_size(q)));
	truth found = {false, 0, 0};
	// Their plane alone decides most pairs.
	proofs first = all;
	if (apart_on_an_axis(corner, count) || proven(&first, least))
		return found;
	rim_proofs(&all, corner, count);
	search(&all, least, 0, 1, 0, &found);
	return found;
}

double four_size(const four *q)
{
	double size = 0;
	for (int end = 0; end < 2; ++end)
		for (int i = 0; i < (q->edges ? 2 : 1); ++i)
			for (int j = q->edges ? 2 : 1; j < 4; ++j)
			{
				const kiln_vec3 *at = end ? q->to : q->from;
				size = kiln_double_max(size, kiln_d3_largest(kiln_d3_sub(kiln_d3_from(at[i]), kiln_d3_from(at[j]))));
			}
	return size;
}

static real3 at(const way *w, real t)
{
	real s = real_sub(real_from_int(1), t), x[3];
	for (int i = 0; i < 3; ++i)
		x[i] = real_add(real_mul(s, w->x[i].b[0]), real_mul(t, w->x[i].b[1]));
	return (real3){x[0], x[1], x[2]};
}

/// Squared distance of the origin from an edge.
static real edge_distance2(real3 a, real3 b)
{
	real3 edge = real3_sub(b, a);
	real length2 = real3_length2(edge), along = real_neg(real3_dot(a, edge));
	if (real_sign(along) <= 0)
		return real3_length2(a);
	if (real_compare(along, length2) >= 0)
		return real3_length2(b);
	return real3_length2(real3_along(a, real_div(along, length2), edge));
}

double four_distance(const four *q, double t)
{
	way corner[4];
	real3 c[4];
	int count = differences(q, corner);
	for (int i = 0; i < count; ++i)
		c[i] = at(&corner[i], real_from(t));
	real3 normal = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0]));
	bool over = real_sign(real3_length2(normal)) > 0;
	real best = edge_distance2(c[0], c[1]);
	for (int i = 0; i < count; ++i)
	{
		real3 next = c[(i + 1) % count];
		best = real_min(best, edge_distance2(c[i], next));
		over = over && real_sign(real3_dot(real3_cross(c[i], next), normal)) >= 0;
	}
	if (over)
	{
		real height = real3_dot(normal, c[0]);
		best = real_min(best, real_div(real_mul(height, height), real3_length2(normal)));
	}
	return real_to(real_sqrt(best));
}
