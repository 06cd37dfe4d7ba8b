// SPDX-License-Identifier: MIT
#include "convex_exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Whole numbers ----------------------------------------------------------------------------------------------------

typedef struct whole3
{
	mpz_t at[3];
} whole3;

static void whole3_init(whole3 *v)
{
	for (int k = 0; k < 3; ++k)
		mpz_init(v->at[k]);
}

static void whole3_clear(whole3 *v)
{
	for (int k = 0; k < 3; ++k)
		mpz_clear(v->at[k]);
}

static void whole3_set(whole3 *r, const whole3 *v)
{
	for (int k = 0; k < 3; ++k)
		mpz_set(r->at[k], v->at[k]);
}

static void whole3_sub(whole3 *r, const whole3 *a, const whole3 *b)
{
	for (int k = 0; k < 3; ++k)
		mpz_sub(r->at[k], a->at[k], b->at[k]);
}

/// r += s v
static void whole3_add_scaled(whole3 *r, const mpz_t s, const whole3 *v)
{
	for (int k = 0; k < 3; ++k)
		mpz_addmul(r->at[k], s, v->at[k]);
}

static void whole3_dot(mpz_t r, const whole3 *a, const whole3 *b)
{
	mpz_mul(r, a->at[0], b->at[0]);
	mpz_addmul(r, a->at[1], b->at[1]);
	mpz_addmul(r, a->at[2], b->at[2]);
}

static bool whole3_is_zero(const whole3 *v)
{
	return mpz_sgn(v->at[0]) == 0 && mpz_sgn(v->at[1]) == 0 && mpz_sgn(v->at[2]) == 0;
}

/// z 2^exponent, cut to 256 bits.
static real real_of(const mpz_t z, int64_t exponent)
{
	real sum = real_from(0);
	mpz_t rest, part;
	mpz_init_set(rest, z);
	mpz_init(part);
	// 53 bits at a time, highest first.
	for (int i = 0; i < 6 && mpz_sgn(rest) != 0; ++i)
	{
		long shift = (long)mpz_sizeinbase(rest, 2) - 53;
		mpz_tdiv_q_2exp(part, rest, shift > 0 ? (mp_bitcnt_t)shift : 0);
		real digits = real_from(mpz_get_d(part));
		mpz_mul_2exp(part, part, shift > 0 ? (mp_bitcnt_t)shift : 0);
		mpz_sub(rest, rest, part);
		digits.exponent += (shift > 0 ? shift : 0) + exponent;
		sum = real_add(sum, digits);
	}
	mpz_clear(rest);
	mpz_clear(part);
	return sum;
}

static void *room_for(size_t count, size_t size)
{
	void *room = calloc(count, size);
	if (!room)
		abort();
	return room;
}

// --- The programme ----------------------------------------------------------------------------------------------------

/// One side's points, unchanged and as whole numbers in the unit of the programme.
typedef struct exact_side
{
	const kiln_d3 *points;
	uint32_t count;
	whole3 *whole;
} exact_side;

typedef struct programme
{
	exact_side side[2];
	int64_t unit; ///< the whole numbers' unit is two to this exponent
	uint32_t count;
	uint32_t vertex[4][2];
	whole3 w[4];	///< differences b - a
	mpz_t share[4]; ///< the answer is the sum of share[i] w[i] over `whole`
	mpz_t whole;	///< > 0
	whole3 v;		///< that sum
	mpz_t length2;	///< v . v
	whole3 e, f, g; ///< scratch
	mpz_t t[6];
} programme;

/// Exponent of the lowest bit of a number, which is not 0.
static int lowest_bit(double x)
{
	int exponent;
	double part = frexp(x, &exponent);
	uint64_t digits = (uint64_t)ldexp(fabs(part), 53);
	exponent -= 53;
	for (; digits % 2 == 0; digits /= 2)
		++exponent;
	return exponent;
}

static int unit_of(const exact_side *side, int unit)
{
	for (uint32_t i = 0; i < side->count; ++i)
	{
		const double at[3] = {side->points[i].x, side->points[i].y, side->points[i].z};
		for (int k = 0; k < 3; ++k)
			if (at[k] != 0 && lowest_bit(at[k]) < unit)
				unit = lowest_bit(at[k]);
	}
	return unit;
}

static void make_whole(exact_side *side, int unit)
{
	side->whole = room_for(side->count, sizeof *side->whole);
	for (uint32_t i = 0; i < side->count; ++i)
	{
		const double at[3] = {side->points[i].x, side->points[i].y, side->points[i].z};
		whole3_init(&side->whole[i]);
		for (int k = 0; k < 3; ++k)
		{
			int exponent;
			double digits = ldexp(frexp(at[k], &exponent), 53);
			int shift = exponent - 53 - unit;
			mpz_set_d(side->whole[i].at[k], digits);
			if (shift > 0)
				mpz_mul_2exp(side->whole[i].at[k], side->whole[i].at[k], (mp_bitcnt_t)shift);
			else if (at[k] != 0)
				mpz_tdiv_q_2exp(side->whole[i].at[k], side->whole[i].at[k], (mp_bitcnt_t)-shift);
		}
	}
}

static void determinant(programme *p, mpz_t r, const whole3 *a, const whole3 *b, const whole3 *c)
{
	mpz_set_ui(r, 0);
	for (int k = 0; k < 3; ++k)
	{
		int l = (k + 1) % 3, m = (k + 2) % 3;
		mpz_mul(p->t[4], b->at[l], c->at[m]);
		mpz_submul(p->t[4], b->at[m], c->at[l]);
		mpz_addmul(r, a->at[k], p->t[4]);
	}
}

/// Computes the shares of the point nearest to the origin on the line through two points.
static void share_two(programme *p, const whole3 *w[4], mpz_t share[4], mpz_t whole)
{
	whole3_sub(&p->e, w[1], w[0]);
	whole3_dot(whole, &p->e, &p->e);
	whole3_dot(share[1], w[0], &p->e);
	mpz_neg(share[1], share[1]);
	mpz_sub(share[0], whole, share[1]);
}

/// Does the same for three points, by Cramer's rule on their Gram matrix.
static void share_three(programme *p, const whole3 *w[4], mpz_t share[4], mpz_t whole)
{
	mpz_t *t = p->t;
	whole3_sub(&p->e, w[1], w[0]);
	whole3_sub(&p->f, w[2], w[0]);
	whole3_dot(t[0], &p->e, &p->e);
	whole3_dot(t[1], &p->e, &p->f);
	whole3_dot(t[2], &p->f, &p->f);
	whole3_dot(t[3], w[0], &p->e);
	whole3_dot(t[4], w[0], &p->f);
	mpz_mul(whole, t[0], t[2]);
	mpz_submul(whole, t[1], t[1]);
	mpz_mul(share[1], t[4], t[1]);
	mpz_submul(share[1], t[3], t[2]);
	mpz_mul(share[2], t[3], t[1]);
	mpz_submul(share[2], t[4], t[0]);
	mpz_sub(share[0], whole, share[1]);
	mpz_sub(share[0], share[0], share[2]);
}

/// Computes the shares of the origin for four points.
static void share_four(programme *p, const whole3 *w[4], mpz_t share[4], mpz_t whole)
{
	mpz_set_ui(whole, 0);
	for (int i = 0; i < 4; ++i)
	{
		determinant(p, share[i], w[i == 0 ? 1 : 0], w[i < 2 ? 2 : 1], w[i < 3 ? 3 : 2]);
		if (i % 2)
			mpz_neg(share[i], share[i]);
		mpz_add(whole, whole, share[i]);
	}
	if (mpz_sgn(whole) < 0)
	{
		mpz_neg(whole, whole);
		for (int i = 0; i < 4; ++i)
			mpz_neg(share[i], share[i]);
	}
}

/// Whether the closest point of a subset of the simplex lies inside the subset: then shares, v and length2 are set.
static bool is_closest_subset(programme *p, uint32_t set)
{
	const whole3 *w[4];
	uint32_t member[4], n = 0;
	for (uint32_t i = 0; i < p->count; ++i)
		if (set >> i & 1u)
		{
			member[n] = i;
			w[n++] = &p->w[i];
		}
	if (n == 1)
	{
		mpz_set_ui(p->share[0], 1);
		mpz_set_ui(p->whole, 1);
	}
	else if (n == 2)
		share_two(p, w, p->share, p->whole);
	else if (n == 3)
		share_three(p, w, p->share, p->whole);
	else
		share_four(p, w, p->share, p->whole);
	bool inside = mpz_sgn(p->whole) > 0;
	for (uint32_t i = 0; i < n; ++i)
		inside = inside && mpz_sgn(p->share[i]) > 0;
	if (!inside)
		return false;
	for (int k = 0; k < 3; ++k)
		mpz_set_ui(p->v.at[k], 0);
	for (uint32_t i = 0; i < n; ++i)
		whole3_add_scaled(&p->v, p->share[i], w[i]);
	whole3_dot(p->length2, &p->v, &p->v);
	// v / whole is the closest point when no other difference lies nearer along it: v . w whole >= v . v.
	for (uint32_t i = 0; i < p->count; ++i)
	{
		if (set >> i & 1u)
			continue;
		whole3_dot(p->t[0], &p->v, &p->w[i]);
		mpz_mul(p->t[0], p->t[0], p->whole);
		if (mpz_cmp(p->t[0], p->length2) < 0)
			return false;
	}
	for (uint32_t i = 0; i < n; ++i)
	{
		if (member[i] == i)
			continue;
		whole3_set(&p->w[i], &p->w[member[i]]);
		memcpy(p->vertex[i], p->vertex[member[i]], sizeof p->vertex[i]);
	}
	p->count = n;
	return true;
}

/// Moves to the closest point of the simplex. The answer belongs to exactly one set of affinely independent points of
/// it; if there are several such sets, any of them is correct.
static void reduce(programme *p)
{
	for (uint32_t size = 1; size <= p->count; ++size)
		for (uint32_t set = 1; set < 1u << p->count; ++set)
			if ((uint32_t)__builtin_popcount(set) == size && is_closest_subset(p, set))
				return;
	abort();
}

/// Returns v's direction in double, with its largest coordinate near 1.
static kiln_d3 direction_of(const programme *p)
{
	long exponent[3], most = 0;
	double digits[3];
	bool any = false;
	for (int k = 0; k < 3; ++k)
	{
		digits[k] = mpz_get_d_2exp(&exponent[k], p->v.at[k]);
		if (digits[k] != 0 && (!any || exponent[k] > most))
		{
			most = exponent[k];
			any = true;
		}
	}
	for (int k = 0; k < 3; ++k)
		digits[k] = exponent[k] < most - 2000 ? 0 : ldexp(digits[k], (int)(exponent[k] - most));
	return (kiln_d3){digits[0], digits[1], digits[2]};
}

/// Returns the point of a side that is lowest (sign 1) or highest (-1) along v, exactly: points that double cannot
/// distinguish from the lowest are compared in whole numbers.
static uint32_t extreme(programme *p, const exact_side *side, int sign)
{
	kiln_d3 direction = kiln_d3_scale(direction_of(p), sign);
	double least = HUGE_VAL, size = 0;
	for (uint32_t i = 0; i < side->count; ++i)
	{
		least = fmin(least, kiln_d3_dot(direction, side->points[i]));
		size = fmax(size, kiln_d3_largest(side->points[i]));
	}
	uint32_t best = side->count;
	for (uint32_t i = 0; i < side->count; ++i)
	{
		if (kiln_d3_dot(direction, side->points[i]) > least + 0x1p-46 * size)
			continue;
		whole3_dot(p->t[0], &p->v, &side->whole[i]);
		if (best == side->count || sign * mpz_cmp(p->t[0], p->t[1]) < 0)
		{
			best = i;
			mpz_set(p->t[1], p->t[0]);
		}
	}
	return best;
}

static void add_vertex(programme *p, uint32_t a, uint32_t b)
{
	p->vertex[p->count][0] = a;
	p->vertex[p->count][1] = b;
	whole3_sub(&p->w[p->count++], &p->side[1].whole[b], &p->side[0].whole[a]);
}

static void begin(programme *p)
{
	int unit = unit_of(&p->side[1], unit_of(&p->side[0], 1100));
	p->unit = unit;
	for (int k = 0; k < 2; ++k)
		make_whole(&p->side[k], unit);
	for (int i = 0; i < 4; ++i)
	{
		whole3_init(&p->w[i]);
		mpz_init(p->share[i]);
	}
	for (int i = 0; i < 6; ++i)
		mpz_init(p->t[i]);
	mpz_init(p->whole);
	mpz_init(p->length2);
	whole3_init(&p->v);
	whole3_init(&p->e);
	whole3_init(&p->f);
	whole3_init(&p->g);
}

static void end(programme *p)
{
	for (int k = 0; k < 2; ++k)
	{
		for (uint32_t i = 0; i < p->side[k].count; ++i)
			whole3_clear(&p->side[k].whole[i]);
		free(p->side[k].whole);
	}
	for (int i = 0; i < 4; ++i)
	{
		whole3_clear(&p->w[i]);
		mpz_clear(p->share[i]);
	}
	for (int i = 0; i < 6; ++i)
		mpz_clear(p->t[i]);
	mpz_clear(p->whole);
	mpz_clear(p->length2);
	whole3_clear(&p->v);
	whole3_clear(&p->e);
	whole3_clear(&p->f);
	whole3_clear(&p->g);
}

static real3 mean_of(programme *p, int k)
{
	for (int i = 0; i < 3; ++i)
		mpz_set_ui(p->e.at[i], 0);
	for (uint32_t i = 0; i < p->count; ++i)
		whole3_add_scaled(&p->e, p->share[i], &p->side[k].whole[p->vertex[i][k]]);
	real whole = real_of(p->whole, 0);
	return (real3){real_div(real_of(p->e.at[0], p->unit), whole), real_div(real_of(p->e.at[1], p->unit), whole),
		real_div(real_of(p->e.at[2], p->unit), whole)};
}

static void answer(programme *p, exact_gap *gap)
{
	real whole = real_of(p->whole, 0);
	gap->overlap = whole3_is_zero(&p->v);
	gap->distance2 = real_div(real_of(p->length2, 2 * p->unit), real_mul(whole, whole));
	gap->distance = real_to(real_sqrt(gap->distance2));
	gap->on_a = mean_of(p, 0);
	gap->on_b = mean_of(p, 1);
	gap->count = p->count;
	for (uint32_t i = 0; i < p->count; ++i)
	{
		gap->a[i] = p->vertex[i][0];
		gap->b[i] = p->vertex[i][1];
	}
}

void convex_exact_gap(const kiln_d3 *a, uint32_t a_count, const kiln_d3 *b, uint32_t b_count, exact_gap *gap)
{
	programme p = {.side = {{a, a_count, NULL}, {b, b_count, NULL}}};
	memset(gap, 0, sizeof *gap);
	begin(&p);
	add_vertex(&p, 0, 0);
	reduce(&p);
	while (!whole3_is_zero(&p.v))
	{
		uint32_t next_a = extreme(&p, &p.side[0], -1), next_b = extreme(&p, &p.side[1], 1);
		whole3_sub(&p.g, &p.side[1].whole[next_b], &p.side[0].whole[next_a]);
		whole3_dot(p.t[0], &p.v, &p.g);
		mpz_mul(p.t[0], p.t[0], p.whole);
		if (mpz_cmp(p.t[0], p.length2) >= 0)
			break;
		add_vertex(&p, next_a, next_b);
		reduce(&p);
		++gap->steps;
	}
	answer(&p, gap);
	end(&p);
}

// --- Vertices ---------------------------------------------------------------------------------------------------------

/// The vertices of a shape's core, in its own coordinates.
typedef struct corners
{
	real3 *at;
	uint32_t count;
	double margin;
} corners;

static void add_corner(corners *c, real3 p)
{
	if (c->count <= EXACT_VERTICES)
		c->at[c->count++] = p;
}

static void add_point(corners *c, kiln_vec3 p)
{
	add_corner(c, real3_from(p));
}

/// center +- half axis +- half axis ...
static void add_box(corners *c, kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count)
{
	for (int bits = 0; bits < 1 << count; ++bits)
	{
		real3 p = real3_from(center);
		for (int k = 0; k < count; ++k)
			p = real3_along(p, real_from(bits >> k & 1 ? (double)half[k] : -(double)half[k]), real3_from(axes[k]));
		add_corner(c, p);
	}
}

static void add_aabb(corners *c, const kiln_aabb *box)
{
	for (int bits = 0; bits < 8; ++bits)
		add_point(c, (kiln_vec3){bits & 1 ? box->max.x : box->min.x, bits & 2 ? box->max.y : box->min.y,
						 bits & 4 ? box->max.z : box->min.z});
}

static void add_rss(corners *c, const kiln_rss *rss)
{
	for (int bits = 0; bits < 4; ++bits)
	{
		real3 p = real3_from(rss->origin);
		for (int k = 0; k < 2; ++k)
			if (bits >> k & 1)
				p = real3_add(p, real3_from(rss->edges[k]));
		add_corner(c, p);
	}
}

static void add_hull(corners *c, const kiln_hull *hull)
{
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
		add_point(c, kiln_hull_vertex(hull, i));
}

static void add_points(corners *c, const kiln_vec3 *points, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		add_point(c, points[i]);
}

static void add_shape(corners *c, const kiln_convex_shape *shape)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_POINT:
		add_point(c, shape->point);
		break;
	case KILN_CONVEX_SEGMENT:
		add_points(c, &shape->segment.a, 1);
		add_points(c, &shape->segment.b, 1);
		break;
	case KILN_CONVEX_SPHERE:
		add_point(c, shape->sphere.center);
		c->margin += (double)shape->sphere.radius;
		break;
	case KILN_CONVEX_CAPSULE:
		add_point(c, shape->capsule.a);
		add_point(c, shape->capsule.b);
		c->margin += (double)shape->capsule.radius;
		break;
	case KILN_CONVEX_AABB:
		add_aabb(c, &shape->aabb);
		break;
	case KILN_CONVEX_OBB:
		add_box(c, shape->obb.center, shape->obb.axes, shape->obb.half_extents, 3);
		break;
	case KILN_CONVEX_RECTANGLE:
		add_box(c, shape->rectangle.center, shape->rectangle.axes, shape->rectangle.half_extents, 2);
		break;
	case KILN_CONVEX_TRIANGLE:
		add_points(c, shape->triangle.corners, 3);
		break;
	case KILN_CONVEX_TETRAHEDRON:
		add_points(c, shape->tetrahedron.corners, 4);
		break;
	case KILN_CONVEX_RSS:
		add_rss(c, &shape->rss);
		c->margin += (double)shape->rss.radius;
		break;
	case KILN_CONVEX_POINTS:
		add_points(c, shape->points.points, shape->points.count);
		break;
	case KILN_CONVEX_HULL:
		add_hull(c, shape->hull);
		break;
	default:
		break;
	}
}

/// The axes that a quaternion of any length turns x, y, z to.
static void axes_of(kiln_quat q, real3 axes[3])
{
	const double part[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
	real n[4], length2 = real_from(0), one = real_from(1), s = length2;
	for (int i = 0; i < 4; ++i)
	{
		n[i] = real_from(part[i]);
		length2 = real_add(length2, real_mul(n[i], n[i]));
	}
	if (real_sign(length2) != 0)
		s = real_div(real_from(2), length2);
#define PRODUCT(i, j) real_mul(s, real_mul(n[i], n[j]))
	axes[0] = (real3){real_sub(one, real_add(PRODUCT(1, 1), PRODUCT(2, 2))), real_add(PRODUCT(0, 1), PRODUCT(3, 2)),
		real_sub(PRODUCT(0, 2), PRODUCT(3, 1))};
	axes[1] = (real3){real_sub(PRODUCT(0, 1), PRODUCT(3, 2)), real_sub(one, real_add(PRODUCT(0, 0), PRODUCT(2, 2))),
		real_add(PRODUCT(1, 2), PRODUCT(3, 0))};
	axes[2] = (real3){real_add(PRODUCT(0, 2), PRODUCT(3, 1)), real_sub(PRODUCT(1, 2), PRODUCT(3, 0)),
		real_sub(one, real_add(PRODUCT(0, 0), PRODUCT(1, 1)))};
#undef PRODUCT
}

uint32_t convex_exact_vertices(const kiln_convex_object *object, kiln_d3 vertices[EXACT_VERTICES], double *margin)
{
	const kiln_convex_shape *shape = object->shape;
	const kiln_pose *pose = &object->pose;
	real scale = real_from(pose->scale > 0 ? (double)pose->scale : 1);
	corners c = {.at = room_for(EXACT_VERTICES + 1, sizeof *c.at), .margin = (double)shape->margin};
	real3 axes[3];
	axes_of(pose->rotation, axes);
	if (!shape->plus)
		add_shape(&c, shape);
	uint32_t count = c.count <= EXACT_VERTICES ? c.count : 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		real3 p = real3_from(pose->translation);
		p = real3_along(p, real_mul(scale, c.at[i].x), axes[0]);
		p = real3_along(p, real_mul(scale, c.at[i].y), axes[1]);
		vertices[i] = real3_to(real3_along(p, real_mul(scale, c.at[i].z), axes[2]));
	}
	*margin = c.margin * real_to(scale);
	free(c.at);
	return count;
}
