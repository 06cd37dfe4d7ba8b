// SPDX-License-Identifier: MIT
#include "portal.h"

#include "hull/extreme.h"

#include <math.h>

/// Heights that differ by less than this share of the coordinates count as equal, for any direction.
#define HEIGHT_ROUNDING 0x1p-49
/// A mean of four points has an error of this share.
#define MEAN_ROUNDING 0x1p-46
/// A portal is on the surface when no support is farther out by more than this share of the coordinates.
#define SURFACE 0x1p-30

/// A point of the set of differences b - a.
typedef struct portal_point
{
	kiln_d3 w, a;
	uint32_t vertex_a, vertex_b;
} portal_point;

/// The shortest way out so far.
typedef struct way_out
{
	double height;
	kiln_d3 normal;
	portal_point at[3];
	uint32_t count; ///< 0: no way known
} way_out;

typedef struct portal_work
{
	const kiln_convex *a, *b;
	kiln_simplex *simplex;
	kiln_d3 inner;		///< a point of the set
	kiln_d3 ray;		///< a line through the origin, which passes through the inner point or begins at the origin
	portal_point at[3]; ///< the portal
	kiln_d3 normal;		///< points out of the portal: not against the ray
	portal_point next;	///< the latest support, along the direction `searched`
	kiln_d3 searched;
	double size;	///< bounds the coordinates found so far
	double margin;	///< radius of the balls that belong to the set; 0 if only cores count
	uint32_t steps; ///< steps of this pass
	way_out *best;	///< NULL: not needed
} portal_work;

typedef enum progress
{
	GOING_ON,
	FOUND, ///< found the portal, or that the set holds the origin
	APART,
	UNDECIDED,
} progress;

/// A point of a hull, mostly inside if the hull has an inside, from stored data without any search: the mean of stored
/// extreme vertices along the corners of a tetrahedron.
static kiln_d3 inner_of_hull(const kiln_convex *convex)
{
	const kiln_hull *hull = convex->hull;
	kiln_d3 sum = kiln_hull_point(hull, kiln_hull_seed(hull, 1, 1, 1));
	sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, 1, -1, -1)));
	sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, -1, 1, -1)));
	sum = kiln_d3_add(sum, kiln_hull_point(hull, kiln_hull_seed(hull, -1, -1, 1)));
	return kiln_d3_sub(kiln_d3_scale(sum, 0.25), convex->from);
}

static kiln_d3 inner_of_points(const kiln_convex *convex)
{
	kiln_d3 sum = {0, 0, 0};
	for (uint32_t i = 0; i < convex->point_count; ++i)
		sum = kiln_d3_add(sum, kiln_d3_sub(kiln_d3_from(convex->points[i]), convex->from));
	return kiln_d3_scale(sum, 1 / (double)convex->point_count);
}

static kiln_d3 inner_of_term(const kiln_convex *convex)
{
	if (!convex->hull && convex->form == KILN_FORM_SUM)
		return convex->center;
	if (!convex->hull && convex->form == KILN_FORM_TRIANGLE)
		return kiln_d3_along(convex->center, 1.0 / 3, kiln_d3_add(convex->bars[0], convex->bars[1]));
	if (!convex->hull && convex->form == KILN_FORM_CONE)
		return kiln_d3_along(convex->center, 0.25, convex->bars[0]);
	kiln_d3 own = convex->hull ? inner_of_hull(convex) : inner_of_points(convex);
	if (!convex->turned)
		return kiln_d3_add(convex->center, own);
	kiln_d3 inner = kiln_d3_along(convex->center, own.x, convex->column[0]);
	return kiln_d3_along(kiln_d3_along(inner, own.y, convex->column[1]), own.z, convex->column[2]);
}

static kiln_d3 inner_of(const kiln_convex *convex)
{
	kiln_d3 inner = inner_of_term(convex);
	for (const kiln_convex *term = convex->plus; term; term = term->plus)
		inner = kiln_d3_add(inner, inner_of_term(term));
	return inner;
}

bool kilni_portal_holds(const kiln_d3 w[4], double slack)
{
	kiln_d3 first = kiln_d3_cross(w[0], w[1]), second = kiln_d3_cross(w[2], w[3]);
	double weight[4] = {
		kiln_d3_dot(w[1], second), -kiln_d3_dot(w[0], second), kiln_d3_dot(w[3], first), -kiln_d3_dot(w[2], first)};
	double sign = weight[0] + weight[1] + weight[2] + weight[3] < 0 ? -1 : 1, sum = 0;
	kiln_d3 mean = {0, 0, 0};
	for (int i = 0; i < 4; ++i)
	{
		double share = kiln_double_max(sign * weight[i], 0);
		sum += share;
		mean = kiln_d3_along(mean, share, w[i]);
	}
	return sum > 0 && kiln_portal_extent(mean) <= slack * sum;
}

/// Computes the farthest point of the set along a nonzero direction.
static void support_along(portal_work *work, kiln_d3 direction)
{
	portal_point *next = &work->next;
	kiln_d3 back = kiln_d3_scale(direction, -1);
	next->a = kilni_convex_support(work->a, back, &work->simplex->seed_a);
	kiln_d3 b = kilni_convex_support(work->b, direction, &work->simplex->seed_b);
	next->vertex_a = work->simplex->seed_a;
	next->vertex_b = work->simplex->seed_b;
	next->w = kiln_d3_sub(b, next->a);
	double size = kiln_portal_extent(next->a) + kiln_portal_extent(b);
	if (work->margin > 0)
	{
		next->w = kiln_d3_along(next->w, work->margin / sqrt(kiln_d3_length2(direction)), direction);
		size += work->margin;
	}
	work->size = kiln_double_max(work->size, size);
	work->searched = direction;
	++work->steps;
}

/// Whether the latest support's plane does not reach the origin, by more than rounding.
static bool is_short(const portal_work *work)
{
	double height = kiln_d3_dot(work->next.w, work->searched), slack = HEIGHT_ROUNDING * work->size;
	return height < 0 && height * height > slack * slack * kiln_d3_length2(work->searched);
}

static void set_way(way_out *best, double height, kiln_d3 normal, const portal_point *at, uint32_t count)
{
	best->height = height;
	best->normal = normal;
	best->count = count;
	for (uint32_t i = 0; i < count; ++i)
		best->at[i] = at[i];
}

/// Records the latest support's plane if it is the nearest. `across`: the portal nearly lies in this plane.
static void note(portal_work *work, bool across)
{
	if (!work->best)
		return;
	double length = sqrt(kiln_d3_length2(work->searched)), height = kiln_d3_dot(work->next.w, work->searched) / length;
	// Among equally near planes, the portal's has the better points.
	if (!(length > 0) || !(height < work->best->height + (across ? HEIGHT_ROUNDING * work->size : 0)))
		return;
	kiln_d3 normal = kiln_d3_scale(work->searched, 1 / length);
	height = kiln_double_max(height, 0);
	if (across)
		set_way(work->best, height, normal, work->at, 3);
	else
		set_way(work->best, height, normal, &work->next, 1);
}

/// Twice the volume that two points and the ray span: its sign is the side on which the line passes them.
static double side(const portal_work *work, const portal_point *p, const portal_point *q)
{
	return kiln_d3_dot(kiln_d3_cross(p->w, q->w), work->ray);
}

/// A vector perpendicular to a nonzero vector.
static kiln_d3 any_across(kiln_d3 v)
{
	kiln_d3 size = kiln_d3_abs(v);
	if (size.x <= size.y && size.x <= size.z)
		return (kiln_d3){0, v.z, -v.y};
	return size.y <= size.z ? (kiln_d3){-v.z, 0, v.x} : (kiln_d3){v.y, -v.x, 0};
}

/// Sets the first corner: the latest support.
static progress set_first(portal_work *work)
{
	note(work, false);
	work->at[0] = work->next;
	return is_short(work) ? APART : GOING_ON;
}

/// Sets the second corner, so that the line passes both on the left. FOUND: the line passes through the first corner
/// beyond the origin, and the surface there is not needed.
static progress set_second(portal_work *work)
{
	kiln_d3 across = kiln_d3_cross(work->at[0].w, work->ray);
	double least = HEIGHT_ROUNDING * work->size;
	if (!(kiln_d3_length2(across) > least * least * kiln_d3_length2(work->ray)))
	{
		if (!work->best && kiln_d3_dot(work->at[0].w, work->ray) >= 0)
			return FOUND;
		across = any_across(work->ray);
	}
	support_along(work, across);
	note(work, false);
	if (is_short(work))
		return APART;
	work->at[1] = work->next;
	if (side(work, &work->at[0], &work->at[1]) < 0)
	{
		work->at[1] = work->at[0];
		work->at[0] = work->next;
	}
	return GOING_ON;
}

/// Turns the plane through the inner point and two corners until the third corner is on the other side of the line:
/// then the line passes through the triangle.
static progress discover(portal_work *work)
{
	while (work->steps < KILN_PORTAL_STEPS)
	{
		kiln_d3 n = kiln_d3_cross(kiln_d3_sub(work->at[0].w, work->inner), kiln_d3_sub(work->at[1].w, work->inner));
		if (!(kiln_portal_extent(n) > 0))
			return UNDECIDED;
		support_along(work, n);
		note(work, false);
		if (is_short(work))
			return APART;
		if (side(work, &work->at[1], &work->next) < 0)
			work->at[0] = work->next;
		else if (side(work, &work->next, &work->at[0]) < 0)
			work->at[1] = work->next;
		else
		{
			work->at[2] = work->next;
			return FOUND;
		}
	}
	return UNDECIDED;
}

/// Sets the outward normal of the portal.
static bool set_normal(portal_work *work)
{
	kiln_d3 e = kiln_d3_sub(work->at[1].w, work->at[0].w), f = kiln_d3_sub(work->at[2].w, work->at[0].w);
	work->normal = kiln_d3_cross(e, f);
	if (kiln_d3_dot(work->normal, work->ray) < 0)
		work->normal = kiln_d3_scale(work->normal, -1);
	return kiln_portal_extent(work->normal) > 0;
}

/// Replaces one corner of the portal by the latest support, so that the line still passes through the portal.
static void replace(portal_work *work)
{
	kiln_d3 x = kiln_d3_cross(work->next.w, work->ray);
	if (kiln_d3_dot(work->at[0].w, x) > 0)
		work->at[kiln_d3_dot(work->at[2].w, x) > 0 ? 0 : 1] = work->next;
	else
		work->at[kiln_d3_dot(work->at[1].w, x) > 0 ? 2 : 0] = work->next;
}

/// Whether the latest support is beyond the portal by more than a share of the coordinates.
static bool is_beyond(const portal_work *work, double part)
{
	double more = kiln_d3_dot(work->normal, kiln_d3_sub(work->next.w, work->at[0].w)), least = part * work->size;
	return more > 0 && more * more > least * least * kiln_d3_length2(work->normal);
}

/// Whether the set holds the origin, which is now behind the portal.
static progress behind(const portal_work *work)
{
	const kiln_d3 w[4] = {work->inner, work->at[0].w, work->at[1].w, work->at[2].w};
	return kilni_portal_holds(w, MEAN_ROUNDING * work->size) ? FOUND : UNDECIDED;
}

/// Moves the portal past the origin, or finds that the set does not reach the origin.
static progress refine(portal_work *work)
{
	while (work->steps < KILN_PORTAL_STEPS)
	{
		if (!set_normal(work))
			return UNDECIDED;
		if (kiln_d3_dot(work->normal, work->at[0].w) >= 0)
			return behind(work);
		support_along(work, work->normal);
		note(work, false);
		if (is_short(work))
			return APART;
		if (!is_beyond(work, HEIGHT_ROUNDING))
			return UNDECIDED;
		replace(work);
	}
	return UNDECIDED;
}

/// Moves the portal to the surface of the set.
static void surface(portal_work *work)
{
	while (work->steps < KILN_PORTAL_STEPS && set_normal(work))
	{
		support_along(work, work->normal);
		bool beyond = is_beyond(work, SURFACE);
		note(work, !beyond);
		if (!beyond)
			return;
		replace(work);
	}
}

static void start(portal_work *work, const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex)
{
	if (!simplex->seeded)
	{
		simplex->seeded = true;
		simplex->seed_a = simplex->seed_b = KILN_NONE;
	}
	work->a = a;
	work->b = b;
	work->simplex = simplex;
	work->margin = work->size = 0;
	work->steps = 0;
	work->best = NULL;
	work->inner = work->normal = (kiln_d3){0, 0, 0};
}

/// A vector scaled to a length near 1; zero for NaN, infinity and zero.
static kiln_d3 near_unit(kiln_d3 v)
{
	double size = kiln_portal_extent(v);
	return size > 0 && size <= 0x1p900 ? kiln_d3_scale(v, 1 / size) : (kiln_d3){0, 0, 0};
}

/// Whether the set holds the origin. The first support is along `axis` or, without one, from center to center: this
/// already separates most bodies that are apart, and then no inner point is needed.
static progress search(portal_work *work, kiln_d3 axis)
{
	kiln_d3 first = near_unit(axis);
	if (kiln_portal_extent(first) == 0)
		first = near_unit(kiln_d3_sub(work->a->center, work->b->center));
	bool tried = kiln_portal_extent(first) > 0;
	if (tried)
	{
		support_along(work, first);
		if (set_first(work) == APART)
			return APART;
	}
	kiln_d3 inner_a = inner_of(work->a), inner_b = inner_of(work->b);
	work->size = kiln_double_max(work->size, kiln_portal_extent(inner_a) + kiln_portal_extent(inner_b));
	work->inner = kiln_d3_sub(inner_b, inner_a);
	work->ray = kiln_d3_scale(work->inner, -1);
	if (!(kiln_portal_extent(work->inner) > HEIGHT_ROUNDING * work->size))
		return FOUND;
	if (!tried)
	{
		support_along(work, work->ray);
		if (set_first(work) == APART)
			return APART;
	}
	progress so_far = set_second(work);
	if (so_far == GOING_ON)
		so_far = discover(work);
	else
		return so_far;
	return so_far == FOUND ? refine(work) : so_far;
}

kiln_portal kilni_portal_overlap(const kiln_convex *a, const kiln_convex *b, kiln_d3 axis, kiln_simplex *simplex)
{
	portal_work work;
	start(&work, a, b, simplex);
	work.margin = a->margin + b->margin;
	progress found = search(&work, axis);
	kiln_portal portal = {.overlapping = found == FOUND, .by_gjk = found == UNDECIDED, .steps = work.steps};
	if (found == APART)
		portal.axis = work.searched;
	if (found != UNDECIDED)
		return portal;
	kiln_gap gap;
	simplex->count = 0;
	portal.overlapping = kilni_gjk_overlap(a, b, simplex, &gap);
	if (!portal.overlapping)
		portal.axis = kiln_d3_scale(gap.axis, -1);
	return portal;
}

/// Tries the directions x, y and z if no hint is known.
static void try_axes(portal_work *work)
{
	for (int i = 0; i < 6; ++i)
	{
		double sign = i < 3 ? 1 : -1;
		support_along(work, (kiln_d3){i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0});
		note(work, false);
	}
}

/// Refines from the origin, which the set holds, along the shortest known way out, until the way becomes no shorter.
static uint32_t go_out(portal_work *work)
{
	uint32_t steps = work->steps;
	work->inner = (kiln_d3){0, 0, 0};
	for (int pass = 0; pass < KILN_PORTAL_PASSES; ++pass)
	{
		double before = work->best->height;
		work->ray = work->best->normal;
		work->steps = 0;
		support_along(work, work->ray);
		if (set_first(work) == GOING_ON && set_second(work) == GOING_ON && discover(work) == FOUND)
			surface(work);
		steps += work->steps;
		if (!(work->best->height < before - SURFACE * work->size))
			break;
	}
	return steps;
}

/// The depth of cores that are apart, but within reach of each other's margins.
static kiln_portal_depth depth_of_gap(const kiln_convex *a, const kiln_convex *b, const kiln_gap *gap)
{
	double margin = a->margin + b->margin;
	kiln_portal_depth found = {.touching = !(gap->lower > margin * (1 + 0x1p-50)), .by_gjk = true};
	if (!found.touching)
		return found;
	const bool across = kiln_gap_leads_across(gap);
	found.depth = kiln_double_max(margin - (across ? gap->upper : gap->lower), 0);
	found.normal = across ? kiln_d3_scale(gap->between, -1 / gap->upper) : kiln_d3_scale(gap->axis, -1);
	found.on_a = kiln_d3_along(gap->on_a, -a->margin, found.normal);
	found.on_b = kiln_d3_along(found.on_a, found.depth, found.normal);
	return found;
}

/// The deepest point: the foot of the origin on the portal, as a mean of its corners.
static kiln_portal_depth depth_of_way(const kiln_convex *a, const kiln_convex *b, const way_out *way)
{
	kiln_portal_depth found = {.touching = true,
		.depth = way->height + a->margin + b->margin,
		.normal = way->normal,
		.on_a = way->at[0].a,
		.vertex_a = {way->at[0].vertex_a},
		.vertex_b = {way->at[0].vertex_b},
		.count = 1};
	if (way->count == 3)
	{
		kiln_d3 w[4] = {{0}}, foot = kiln_d3_scale(way->normal, way->height);
		for (int i = 0; i < 3; ++i)
			w[i] = kiln_d3_sub(way->at[i].w, foot);
		uint32_t kept[4];
		double weight[4];
		found.count = kilni_simplex_closest(w, 3, kept, weight);
		found.on_a = (kiln_d3){0, 0, 0};
		for (uint32_t i = 0; i < found.count; ++i)
		{
			const portal_point *corner = &way->at[kept[i]];
			found.on_a = kiln_d3_along(found.on_a, weight[i], corner->a);
			found.vertex_a[i] = corner->vertex_a;
			found.vertex_b[i] = corner->vertex_b;
		}
	}
	found.on_a = kiln_d3_along(found.on_a, -a->margin, found.normal);
	found.on_b = kiln_d3_along(found.on_a, found.depth, found.normal);
	return found;
}

kiln_portal_depth kilni_portal_penetration(const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex)
{
	portal_work work;
	way_out best = {.height = HUGE_VAL};
	start(&work, a, b, simplex);
	work.best = &best;
	progress reached = search(&work, (kiln_d3){0, 0, 0});
	kiln_portal_depth found = {.steps = work.steps};
	bool by_gjk = reached == UNDECIDED || (reached == APART && a->margin + b->margin > 0);
	if (reached == APART && !by_gjk)
		return found;
	if (by_gjk)
	{
		kiln_gap gap;
		simplex->count = 0;
		kilni_gjk(a, (kiln_d3){0, 0, 0}, b, (kiln_enough){0, HUGE_VAL, 0, 0}, simplex, &gap);
		if (gap.lower > 0)
		{
			found = depth_of_gap(a, b, &gap);
			found.steps = work.steps;
			return found;
		}
	}
	if (reached == FOUND && kiln_d3_largest(work.normal) > 0)
		surface(&work);
	if (!(best.height < HUGE_VAL))
		try_axes(&work);
	uint32_t steps = go_out(&work);
	found = depth_of_way(a, b, &best);
	found.by_gjk = by_gjk;
	found.steps = steps;
	return found;
}
