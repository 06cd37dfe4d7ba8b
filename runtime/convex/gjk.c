// SPDX-License-Identifier: MIT
#include "gjk.h"

#include "simplex_quick.h"
#include "support_hull.h"

#include <math.h>

/// More steps than any pair of bodies has been seen to take; what is known by then is answered.
#define STEPS_MOST 128
#define SIDEWAYS_MOST 8

/// A distance under way. Points are worked on where the caller's simplex has them; numbers that were stored one by one are
/// read and copied so: what is copied by pairs has to wait for the stores.
typedef struct gjk_work
{
	const kiln_convex *a, *b;
	const kiln_d3 *offset;
	kiln_simplex *simplex;
	kiln_simplex_solve *solve; ///< NULL: the quick way, where it does
	double size;			   ///< bounds the coordinates
	kiln_quick_limits limits;
	uint32_t count;				  ///< of the simplex; the point behind is the next
	uint32_t start_a, start_b;	  ///< where supports begin on hulls
	bool far_a, far_b;			  ///< of so many vertices that the last answer is always a good beginning
	uint32_t last_a, last_b;	  ///< the last answers
	int sideways;				  ///< steps that brought it no nearer
	kiln_d3 w[KILN_SIMPLEX_ROOM]; ///< the simplex's points: b - a - offset
	kiln_d3 v;					  ///< that closest to the origin
	double length2;				  ///< of v
} gjk_work;

static inline void copy(kiln_d3 *to, const kiln_d3 *from)
{
	to->x = from->x;
	to->y = from->y;
	to->z = from->z;
}

/// Largest number, without a branch.
static inline double largest(kiln_d3 a)
{
	return kiln_double_max(fabs(a.x), kiln_double_max(fabs(a.y), fabs(a.z)));
}

static double points_reach(const kiln_convex *c)
{
	double own = 0, scale = c->turned ? largest(c->column[0]) + largest(c->column[1]) + largest(c->column[2]) : 1;
	for (uint32_t i = 0; i < c->point_count; ++i)
		own = kiln_double_max(own, largest(kiln_d3_sub(kiln_d3_from(c->points[i]), c->from)));
	return own * scale;
}

/// Bounds the terms that a term's supports are added up from.
static inline double term_reach(const kiln_convex *c)
{
	double reach = largest(c->center);
	if (c->hull)
	{
		kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(c->hull->high), kiln_d3_from(c->hull->low)), 0.5);
		if (!c->turned)
			return reach + largest(half);
		return reach + half.x * largest(c->column[0]) + half.y * largest(c->column[1]) + half.z * largest(c->column[2]);
	}
	if (c->form == KILN_FORM_POINTS)
		return reach + points_reach(c);
	uint32_t bars = c->form == KILN_FORM_TRIANGLE ? 2 : c->form == KILN_FORM_CONE ? 1 : c->bar_count;
	for (uint32_t i = 0; i < bars; ++i)
		reach += largest(c->bars[i]);
	for (uint32_t i = 0; i < c->round_count; ++i)
		reach += largest(c->rounds[i]);
	return reach;
}

static double reach_of(const kiln_convex *c)
{
	double reach = term_reach(c);
	for (c = c->plus; c; c = c->plus)
		reach += term_reach(c);
	return reach;
}

/// Of a point that is set, the difference.
static inline void set_difference(gjk_work *work, uint32_t i)
{
	const kiln_d3 *a = &work->simplex->a[i], *b = &work->simplex->b[i], *offset = work->offset;
	work->w[i] = (kiln_d3){b->x - a->x - offset->x, b->y - a->y - offset->y, b->z - a->z - offset->z};
}

/// Puts a point into the place of another.
static inline void move_point(gjk_work *work, uint32_t to, uint32_t from)
{
	kiln_simplex *simplex = work->simplex;
	copy(&work->w[to], &work->w[from]);
	copy(&simplex->a[to], &simplex->a[from]);
	copy(&simplex->b[to], &simplex->b[from]);
	simplex->number_a[to] = simplex->number_a[from];
	simplex->number_b[to] = simplex->number_b[from];
}

KILN_ALWAYS_INLINE void support(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point)
{
	if (convex->hull && !convex->plus)
		*point = kiln_support_of_hull(convex, direction, seed);
	else
		*point = kiln_convex_support(convex, *direction, seed);
}

/// Sets the point behind the simplex to the difference farthest along -v.
KILN_ALWAYS_INLINE void ask(gjk_work *work, kiln_d3 v)
{
	kiln_simplex *simplex = work->simplex;
	const uint32_t next = work->count;
	const kiln_d3 back = kiln_d3_scale(v, -1);
	uint32_t a = work->start_a, b = work->start_b;
	support(work->a, &v, &a, &simplex->a[next]);
	support(work->b, &back, &b, &simplex->b[next]);
	// Directions of later steps are not so near to each other that a hull of a few vertices is better walked on.
	work->start_a = work->far_a ? a : KILN_NONE;
	work->start_b = work->far_b ? b : KILN_NONE;
	simplex->number_a[next] = work->last_a = a;
	simplex->number_b[next] = work->last_b = b;
	set_difference(work, next);
}

static bool is_known(const gjk_work *work)
{
	const kiln_d3 *n = &work->w[work->count];
	for (uint32_t i = 0; i < work->count; ++i)
		if (work->w[i].x == n->x && work->w[i].y == n->y && work->w[i].z == n->z)
			return true;
	return false;
}

/// The point of a simplex with these weights. Where the sum of the corners cancels to nothing its direction still has to be
/// right to the last digits, or no plane proves that there is a gap: that of a segment is freed of what rounding leaves along
/// it, and that of a triangle that is higher than far away is taken from its plane.
static kiln_d3 point_of(const kiln_d3 w[4], const uint32_t kept[4], const double weight[4], uint32_t count)
{
	kiln_d3 v = {0, 0, 0};
	for (uint32_t i = 0; i < count; ++i)
		v = kiln_d3_along(v, weight[i], w[kept[i]]);
	if (count != 2 && count != 3)
		return v;
	kiln_d3 a = w[kept[0]], e = kiln_d3_sub(w[kept[1]], a);
	if (count == 2)
	{
		double length2 = kiln_d3_length2(e);
		return length2 > 0 ? kiln_d3_along(v, -kiln_d3_dot(v, e) / length2, e) : v;
	}
	kiln_d3 f = kiln_d3_sub(w[kept[2]], a);
	kiln_d3 normal = kiln_d3_cross(e, f);
	double side2 =
		kiln_double_max(kiln_d3_length2(kiln_d3_sub(e, f)), kiln_double_max(kiln_d3_length2(e), kiln_d3_length2(f)));
	double length2 = kiln_d3_length2(normal);
	if (!(length2 > 4 * side2 * kiln_d3_length2(v)))
		return v;
	// Of the plane's height above the origin, the sum is as good as any corner.
	return kiln_d3_scale(normal, kiln_d3_dot(normal, v) / length2);
}

/// Drops what the quick way found of no use: points 1, 2 and 3 of `quick` are 0, 1 and 2 here.
static inline void keep_quick(gjk_work *work, const kiln_quick *quick)
{
	double *weight = work->simplex->weight;
	uint32_t newest = work->count, place = quick->count - 1;
	if (quick->count == 3)
	{
		// Where the one is that is not kept.
		place = 5 - quick->kept[0] - quick->kept[1];
		weight[quick->kept[0] - 1] = quick->weight[1];
		weight[quick->kept[1] - 1] = quick->weight[2];
	}
	else if (quick->count == 2)
	{
		if (quick->kept[0] != 1)
			move_point(work, 0, quick->kept[0] - 1);
		weight[0] = quick->weight[1];
	}
	else
		for (uint32_t i = 0; i + 1 < quick->count; ++i)
			weight[i] = quick->weight[i + 1];
	if (place != newest)
		move_point(work, place, newest);
	weight[place] = quick->weight[0];
	work->count = quick->count;
	copy(&work->v, &quick->v);
	work->length2 = quick->length2;
}

/// The closest point of the simplex and the newest point behind it by the short way, where it is nearer than `length2`.
/// Not when that declines: then quick->count is 0.
KILN_ALWAYS_INLINE void find_quickly(const gjk_work *work, double length2, kiln_quick *quick)
{
	const kiln_d3 *w = work->w;
	*quick = (kiln_quick){.length2 = length2};
	bool found;
	switch (work->count)
	{
	case 1:
		found = kiln_quick_segment(w[1], kiln_d3_sub(w[0], w[1]), 1, quick);
		break;
	case 2:
		found = kiln_quick_three(&w[2], &w[0], &w[1], work->limits, quick);
		break;
	default:
		found = kiln_quick_four(&w[3], &w[0], &w[1], &w[2], work->limits, quick);
		break;
	}
	if (!found)
		quick->count = 0;
}

/// The step to the newest point by the short way. False, with nothing changed, where that declines or comes no nearer.
static inline bool descend_quickly(gjk_work *work)
{
	kiln_quick quick;
	find_quickly(work, work->length2, &quick);
	if (quick.count == 0)
		return false;
	keep_quick(work, &quick);
	return true;
}

/// Drops the points that are not kept.
static void keep(gjk_work *work, uint32_t kept[4], double weight[4], uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		// The lowest of the rest first: none is put where one still stands that is wanted.
		uint32_t low = i;
		for (uint32_t k = i + 1; k < count; ++k)
			low = kept[k] < kept[low] ? k : low;
		if (kept[low] != i)
			move_point(work, i, kept[low]);
		work->simplex->weight[i] = weight[low];
		kept[low] = kept[i];
		weight[low] = weight[i];
	}
}

/// Moves to the closest point of the simplex, with `added` points behind it, by the whole method. False when that is no
/// nearer: the simplex then stays as it was. A gap g of the bounds may hide in (g / size)^2 of the length, below its
/// rounding: a few steps may be sideways.
static bool descend(gjk_work *work, uint32_t added)
{
	const kiln_d3 *w = work->w;
	uint32_t count = work->count + added, kept[4];
	double weight[4];
	uint32_t left = (work->solve ? work->solve : kiln_simplex_closest)(w, count, kept, weight);
	kiln_d3 v = point_of(w, kept, weight, left);
	// Of four points our own method knows. Of another's we see whether the weights lead to the origin, as those of flat
	// simplices may not.
	if (left == 4 && work->solve && !(kiln_d3_length2(v) <= 0x1p-92 * work->size * work->size))
	{
		left = kiln_simplex_closest(w, count, kept, weight);
		v = point_of(w, kept, weight, left);
	}
	if (left == 4)
		v = (kiln_d3){0, 0, 0};
	double length2 = kiln_d3_length2(v);
	if (added && !(length2 < work->length2))
	{
		double same = sqrt(work->length2) + 0x1p-51 * work->size;
		if (!(length2 <= same * same) || work->sideways == SIDEWAYS_MOST)
			return false;
		++work->sideways;
	}
	work->count = left;
	keep(work, kept, weight, left);
	work->v = v;
	work->length2 = length2;
	return true;
}

/// Begins with a simplex that has the origin's foot in it. False, with nothing changed, where that isn't surely so.
static bool begin_quickly(gjk_work *work)
{
	const uint32_t count = work->count;
	if (work->solve || count < 2)
		return false;
	kiln_quick quick;
	work->count = count - 1;
	find_quickly(work, HUGE_VAL, &quick);
	work->count = count;
	if (quick.count != count)
		return false;
	work->count = count - 1;
	keep_quick(work, &quick);
	return true;
}

static bool is_large(const kiln_convex *convex)
{
	return convex->hull && convex->hull->vertex_count > KILN_SUPPORT_SCAN_MOST;
}

static void begin(gjk_work *work)
{
	const kiln_simplex *simplex = work->simplex;
	work->size = reach_of(work->a) + reach_of(work->b) + largest(*work->offset);
	work->limits = kiln_quick_limits_of(work->size);
	work->sideways = 0;
	work->start_a = work->last_a = simplex->seeded ? simplex->seed_a : KILN_NONE;
	work->start_b = work->last_b = simplex->seeded ? simplex->seed_b : KILN_NONE;
	work->far_a = is_large(work->a);
	work->far_b = is_large(work->b);
	work->count = simplex->count;
	for (uint32_t i = 0; i < simplex->count; ++i)
		set_difference(work, i);
	if (simplex->count > 0)
	{
		if (!begin_quickly(work))
			descend(work, 0);
		return;
	}
	copy(&work->v, &simplex->first);
	if (work->v.x == 0 && work->v.y == 0 && work->v.z == 0)
		work->v = kiln_d3_sub(kiln_d3_sub(work->b->center, work->a->center), *work->offset);
	work->length2 = kiln_d3_length2(work->v);
}

/// The first point becomes the simplex.
static inline void take_first(gjk_work *work)
{
	work->count = 1;
	work->simplex->weight[0] = 1;
	copy(&work->v, &work->w[0]);
	work->length2 = kiln_d3_length2(work->v);
}

static bool is_enough(const gjk_work *work, const kiln_gap *gap, double upper, const kiln_enough *enough)
{
	if (gap->lower - 0x1p-47 * work->size > enough->far)
		return true;
	return enough->part > 0 && gap->lower - enough->floor > enough->part * (upper - enough->floor);
}

static void finish(const gjk_work *work, kiln_gap *distance)
{
	kiln_simplex *simplex = work->simplex;
	kiln_d3 on_a = *work->offset;
	simplex->seeded = true;
	simplex->seed_a = work->last_a;
	simplex->seed_b = work->last_b;
	simplex->count = work->count;
	for (uint32_t i = 0; i < work->count; ++i)
		on_a = kiln_d3_along(on_a, simplex->weight[i], simplex->a[i]);
	distance->on_a = on_a;
	distance->on_b = kiln_d3_add(on_a, work->v);
	copy(&distance->between, &work->v);
	distance->upper = sqrt(work->length2);
	distance->rounding = 0x1p-47 * work->size;
	distance->lower = kiln_double_min(distance->lower, distance->upper);
}

void kiln_gjk_by(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset, const kiln_convex *b,
	const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
	gjk_work work;
	work.a = a;
	work.b = b;
	work.offset = offset;
	work.simplex = simplex;
	work.solve = solve;
	distance->lower = 0;
	distance->axis = (kiln_d3){0, 0, 0};
	begin(&work);
	const double rounding = 0x1p-49 * work.size;
	const double nothing = kiln_double_max(enough->near, 4 * rounding);
	uint32_t step = 0;
	while (step < STEPS_MOST)
	{
		// Before the first point v is but a direction.
		double upper = sqrt(work.length2);
		if (!(upper > nothing) && work.count > 0)
			break;
		ask(&work, work.v);
		++step;
		// How far the plane at right angles to v through the new difference is from the origin.
		double height = kiln_d3_dot(work.v, work.w[work.count]), lower = height / upper - rounding;
		if (lower > distance->lower)
		{
			distance->lower = lower;
			distance->axis = kiln_d3_scale(work.v, 1 / upper);
		}
		double gap = work.length2 - height;
		if (work.count == 0)
		{
			take_first(&work);
			if (lower - 4 * rounding > enough->far)
				break;
			continue;
		}
		if (is_enough(&work, distance, upper, enough) || !(gap > 8 * rounding * upper))
			break;
		if (!work.solve && descend_quickly(&work))
			continue;
		if (!is_known(&work) && descend(&work, 1))
			continue;
		// Rounding ends it before the bounds meet. Another's solver may be far off by then, of needles.
		if (!work.solve)
			break;
		work.solve = NULL;
		descend(&work, 0);
	}
	distance->steps = step;
	finish(&work, distance);
}

void kiln_gjk(const kiln_convex *a, kiln_d3 offset, const kiln_convex *b, kiln_enough enough, kiln_simplex *simplex,
	kiln_gap *distance)
{
	kiln_gjk_by(NULL, a, &offset, b, &enough, simplex, distance);
}

bool kiln_gjk_overlap(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex, kiln_gap *gap)
{
	const double margin = a->margin + b->margin;
	const kiln_enough enough = {.near = margin, .far = margin * (1 + 0x1p-49)};
	const kiln_d3 offset = {0, 0, 0};
	kiln_gjk_by(NULL, a, &offset, b, &enough, simplex, gap);
	return !(gap->lower > margin * (1 + 0x1p-50));
}
