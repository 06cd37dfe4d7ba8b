// SPDX-License-Identifier: MIT
#include "convex/convex.h"

#include "bounds/core.h"
#include "support_hull.h"

#include <math.h>

/// Whether the map keeps angles, to 2^-22: the error of a rotation that is rounded to float32. `scale` is its factor of
/// length.
static bool is_similarity(const kiln_place *place, double *scale)
{
	*scale = 1;
	if (!place->moved)
		return true;
	const kiln_d3 *c = place->column;
	double xx = kiln_d3_length2(c[0]), yy = kiln_d3_length2(c[1]), zz = kiln_d3_length2(c[2]);
	double mean = (xx + yy + zz) / 3, slack = 0x1p-22 * mean;
	*scale = sqrt(mean);
	return kiln_double_abs(xx - mean) <= slack && kiln_double_abs(yy - mean) <= slack &&
		   kiln_double_abs(zz - mean) <= slack && kiln_double_abs(kiln_d3_dot(c[0], c[1])) <= slack &&
		   kiln_double_abs(kiln_d3_dot(c[0], c[2])) <= slack && kiln_double_abs(kiln_d3_dot(c[1], c[2])) <= slack;
}

static void add_bar(kiln_convex *convex, kiln_d3 bar)
{
	if (kiln_d3_largest(bar) > 0)
		convex->bars[convex->bar_count++] = bar;
}

/// Adds a ball of the body's own radius under the map.
static void add_ball(kiln_convex *convex, const kiln_body *body, const kiln_place *place)
{
	double scale;
	if (is_similarity(place, &scale))
	{
		convex->margin = body->radius * scale;
		return;
	}
	for (int i = 0; i < 3; ++i)
		convex->rounds[i] = kiln_d3_scale(place->column[i], body->radius);
	convex->round_count = 3;
}

/// Two unit vectors perpendicular to a unit vector and to each other.
static void perpendicular_pair(kiln_d3 along, kiln_d3 *e, kiln_d3 *f)
{
	kiln_d3 size = kiln_d3_abs(along);
	kiln_d3 other = {size.x <= size.y && size.x <= size.z, size.y < size.x && size.y <= size.z, 0};
	if (other.x + other.y == 0)
		other.z = 1;
	*e = kiln_d3_cross(along, other);
	*e = kiln_d3_scale(*e, 1 / sqrt(kiln_d3_length2(*e)));
	*f = kiln_d3_cross(along, *e);
}

void kilni_convex_set_disc(kiln_convex *convex, kiln_d3 along, double radius)
{
	kiln_d3 e, f;
	perpendicular_pair(along, &e, &f);
	convex->rounds[0] = kiln_d3_scale(e, radius);
	convex->rounds[1] = kiln_d3_scale(f, radius);
	convex->round_count = 2;
}

static void add_disc(kiln_convex *convex, const kiln_body *body, const kiln_place *place)
{
	kilni_convex_set_disc(convex, body->along, body->radius);
	for (int i = 0; i < 2; ++i)
		convex->rounds[i] = kiln_place_vector(place, convex->rounds[i]);
}

static void add_hull(kiln_convex *convex, const kiln_body *body, const kiln_place *place, kiln_d3 eye)
{
	convex->hull = &body->hull;
	convex->from = kiln_hull_middle(&body->hull);
	convex->slack = kiln_support_slack(&body->hull);
	convex->center = kiln_d3_sub(convex->from, eye);
	convex->column[0] = (kiln_d3){1, 0, 0};
	convex->column[1] = (kiln_d3){0, 1, 0};
	convex->column[2] = (kiln_d3){0, 0, 1};
	convex->turned = place->moved;
	if (!place->moved)
		return;
	convex->center = kiln_d3_add(kiln_place_vector(place, convex->from), kiln_d3_sub(place->origin, eye));
	for (int i = 0; i < 3; ++i)
		convex->column[i] = place->column[i];
}

kiln_convex kilni_convex_of(const kiln_body *body, const kiln_place *place, kiln_d3 eye)
{
	kiln_convex convex = {.margin = 0};
	if (body->kind == KILN_SHAPE_HULL)
	{
		add_hull(&convex, body, place, eye);
		return convex;
	}
	// Subtracts before the map's offset is added: near the eye, neither loses digits.
	convex.center = place->moved ? kiln_d3_add(kiln_place_vector(place, body->center), kiln_d3_sub(place->origin, eye))
								 : kiln_d3_sub(body->center, eye);
	switch (body->kind)
	{
	case KILN_SHAPE_CAPSULE:
		add_bar(&convex, kiln_place_vector(place, body->axis));
		add_ball(&convex, body, place);
		break;
	case KILN_SHAPE_BOX:
		add_bar(&convex, kiln_place_vector(place, kiln_d3_scale(body->side[0], body->half.x)));
		add_bar(&convex, kiln_place_vector(place, kiln_d3_scale(body->side[1], body->half.y)));
		add_bar(&convex, kiln_place_vector(place, kiln_d3_scale(body->side[2], body->half.z)));
		break;
	case KILN_SHAPE_CYLINDER:
		add_bar(&convex, kiln_place_vector(place, body->axis));
		add_disc(&convex, body, place);
		break;
	default:
		add_ball(&convex, body, place);
		break;
	}
	return convex;
}

kiln_convex kilni_convex_of_triangle(const kiln_d3 corner[3])
{
	return (kiln_convex){.center = corner[0],
		.bars = {kiln_d3_sub(corner[1], corner[0]), kiln_d3_sub(corner[2], corner[0])},
		.form = KILN_FORM_TRIANGLE};
}

kiln_convex kilni_convex_of_segment(kiln_d3 a, kiln_d3 b)
{
	kiln_convex convex = {.center = kiln_d3_scale(kiln_d3_add(a, b), 0.5)};
	add_bar(&convex, kiln_d3_scale(kiln_d3_sub(b, a), 0.5));
	return convex;
}

kiln_convex kilni_convex_of_cylinder(kiln_d3 a, kiln_d3 b, double radius)
{
	kiln_convex convex = kilni_convex_of_segment(a, b);
	kilni_convex_set_disc(&convex, kilni_d3_unit(kiln_d3_sub(b, a)), radius);
	return convex;
}

kiln_convex kilni_convex_of_points(const kiln_vec3 *points, uint32_t count, kiln_d3 eye)
{
	kiln_d3 from = kiln_d3_from(points[0]);
	return (kiln_convex){.center = kiln_d3_sub(from, eye),
		.form = KILN_FORM_POINTS,
		.from = from,
		.points = points,
		.point_count = count};
}

kiln_convex kilni_convex_of_solid(const kiln_solid *solid)
{
	kiln_convex convex = {.margin = solid->kind == KILN_SOLID_BOX ? 0 : solid->radius};
	if (solid->kind == KILN_SOLID_CAPSULE)
		add_bar(&convex, solid->axis);
	if (solid->kind != KILN_SOLID_BOX)
		return convex;
	add_bar(&convex, kiln_d3_scale(solid->side[0], solid->half.x));
	add_bar(&convex, kiln_d3_scale(solid->side[1], solid->half.y));
	add_bar(&convex, kiln_d3_scale(solid->side[2], solid->half.z));
	return convex;
}

/// Measures every vertex in double.
static uint32_t one_by_one(const kiln_convex *convex, const kiln_d3 *own)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < convex->hull->vertex_count; ++i)
		best = kiln_support_settle(convex, own, i, 1, best);
	return best;
}

uint32_t kilni_support_walk(const kiln_convex *convex, const kiln_d3 *own, uint32_t seed)
{
	const kiln_hull *hull = convex->hull;
	if (hull->edge_count == 0)
		return one_by_one(convex, own);
	if (seed < hull->vertex_count)
		return kiln_support_climb(convex, own, seed);
	uint32_t start =
		hull->level_count > 0 ? kilni_hull_extreme_hierarchy(hull, *own) : kiln_hull_nearest_seed(hull, *own);
	return kiln_support_climb(convex, own, start);
}

void kilni_convex_hull_support(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point)
{
	*point = kiln_support_of_hull(convex, direction, seed);
}

static kiln_d3 triangle_corner(const kiln_convex *convex, uint32_t number)
{
	return number == 0 ? convex->center : kiln_d3_add(convex->center, convex->bars[number - 1]);
}

/// Selects corners by comparison, so that they are returned unchanged except for the sum's rounding.
static kiln_d3 triangle_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed)
{
	double first = kiln_d3_dot(convex->bars[0], direction), second = kiln_d3_dot(convex->bars[1], direction);
	*seed = !(first > 0) && !(second > 0) ? 0 : second > first ? 2 : 1;
	return triangle_corner(convex, *seed);
}

/// Relative to a point near them, so that heights far from the world's origin keep their digits.
static kiln_d3 points_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed)
{
	const kiln_d3 own = kiln_support_back(convex, direction);
	kiln_d3 best = kiln_d3_sub(kiln_d3_from(convex->points[0]), convex->from);
	double most = kiln_d3_dot(best, own);
	*seed = 0;
	for (uint32_t i = 1; i < convex->point_count; ++i)
	{
		kiln_d3 point = kiln_d3_sub(kiln_d3_from(convex->points[i]), convex->from);
		double reach = kiln_d3_dot(point, own);
		if (reach > most)
		{
			most = reach;
			best = point;
			*seed = i;
		}
	}
	return kiln_support_placed(convex, best);
}

/// The farthest point of R (unit ball) along d is R R^t d / |R^t d|, at the height |R^t d| / |d|. `*height` gets |R^t
/// d|.
static kiln_d3 add_rounds(const kiln_convex *convex, kiln_d3 point, kiln_d3 direction, double *height)
{
	double reach[3] = {0, 0, 0}, length2 = 0;
	for (uint32_t i = 0; i < convex->round_count; ++i)
	{
		reach[i] = kiln_d3_dot(convex->rounds[i], direction);
		length2 += reach[i] * reach[i];
	}
	*height = sqrt(length2);
	double inverse = length2 > 0 ? 1 / *height : 0;
	for (uint32_t i = 0; i < convex->round_count; ++i)
		point = kiln_d3_along(point, reach[i] * inverse, convex->rounds[i]);
	return point;
}

static kiln_d3 cone_support(const kiln_convex *convex, kiln_d3 direction)
{
	double height;
	kiln_d3 rim = add_rounds(convex, convex->center, direction, &height);
	return kiln_d3_dot(convex->bars[0], direction) > height ? kiln_d3_add(convex->center, convex->bars[0]) : rim;
}

static inline uint32_t end_along(const kiln_convex *convex, uint32_t i, const kiln_d3 *direction)
{
	return (uint32_t) !(kiln_d3_dot(convex->bars[i], *direction) < 0) << i;
}

/// The support of bars alone.
static inline kiln_d3 bars_support(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed)
{
	uint32_t number = 0;
	if (convex->bar_count > 0)
		number |= end_along(convex, 0, direction);
	if (convex->bar_count > 1)
		number |= end_along(convex, 1, direction);
	if (convex->bar_count > 2)
		number |= end_along(convex, 2, direction);
	*seed = number;
	return kiln_convex_corner(convex, number);
}

static kiln_d3 sum_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed)
{
	const kiln_d3 point = bars_support(convex, &direction, seed);
	double height;
	return convex->round_count > 0 ? add_rounds(convex, point, direction, &height) : point;
}

KILN_NEVER_INLINE static void find_support(
	const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point)
{
	if (convex->hull)
	{
		kilni_convex_hull_support(convex, direction, seed, point);
		return;
	}
	switch (convex->form)
	{
	case KILN_FORM_TRIANGLE:
		*point = triangle_support(convex, *direction, seed);
		break;
	case KILN_FORM_CONE:
		*point = cone_support(convex, *direction);
		break;
	case KILN_FORM_POINTS:
		*point = points_support(convex, *direction, seed);
		break;
	default:
		*point = sum_support(convex, *direction, seed);
		break;
	}
}

void kilni_convex_support_to(const kiln_convex *convex, const kiln_d3 *direction, uint32_t *seed, kiln_d3 *point)
{
	if (kiln_convex_is_box(convex))
	{
		*point = bars_support(convex, direction, seed);
		return;
	}
	find_support(convex, direction, seed, point);
	for (const kiln_convex *plus = convex->plus; plus; plus = plus->plus)
	{
		uint32_t other = KILN_NONE;
		kiln_d3 term;
		find_support(plus, direction, &other, &term);
		*point = kiln_d3_add(*point, term);
	}
}

kiln_d3 kilni_convex_support(const kiln_convex *convex, kiln_d3 direction, uint32_t *seed)
{
	kiln_d3 point;
	kilni_convex_support_to(convex, &direction, seed, &point);
	return point;
}

bool kilni_convex_vertex(const kiln_convex *convex, uint32_t number, kiln_d3 *vertex)
{
	if (convex->plus || convex->round_count > 0)
		return false;
	uint32_t count = convex->hull						  ? convex->hull->vertex_count
					 : convex->form == KILN_FORM_TRIANGLE ? 3
					 : convex->form == KILN_FORM_POINTS	  ? convex->point_count
														  : 1u << convex->bar_count;
	if (number >= count)
		return false;
	if (convex->hull)
		*vertex = kiln_support_placed(convex, kiln_support_vertex(convex, number));
	else if (convex->form == KILN_FORM_TRIANGLE)
		*vertex = triangle_corner(convex, number);
	else if (convex->form == KILN_FORM_POINTS)
		*vertex = kiln_support_placed(convex, kiln_d3_sub(kiln_d3_from(convex->points[number]), convex->from));
	else
		*vertex = kiln_convex_corner(convex, number);
	return true;
}
