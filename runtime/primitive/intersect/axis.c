// SPDX-License-Identifier: MIT
#include "quick.h"

#include "bounds/core.h"
#include "kiln/primitive/point.h"
#include "shape/usable.h"

/// Solids around an axis: cylinder and cone; also capsule and lozenge, which are made of cylinders, balls and a slab.

/// A path and a solid of circles around an axis: the radius at the height s over its bottom is radius + growth s, 0 <=
/// s <= height.
typedef struct turned
{
	kiln_d3 direction;
	kiln_d3 along; ///< unit, from bottom to top
	double height, radius, growth;
	double from;			///< the time at which the path is near the middle of the axis
	double at, speed;		///< the path's height over the bottom at that time, and how fast it rises
	kiln_d3 out, out_speed; ///< the same perpendicular to the axis
	double slack;
} turned;

/// `seen`: the path's origin relative to the bottom. `axis`: from bottom to top, not zero.
static turned turned_of(const kiln_path *path, kiln_d3 seen, kiln_d3 axis, double radius, double top_radius)
{
	turned solid = {.direction = path->direction, .radius = radius};
	solid.from = kiln_path_nearest(path, kiln_d3_along(seen, -0.5, axis));
	solid.along = kilni_d3_unit(axis);
	solid.height = kiln_d3_dot(axis, solid.along);
	solid.growth = (top_radius - radius) / solid.height;
	kiln_d3 near = kiln_d3_along(seen, solid.from, path->direction);
	solid.at = kiln_d3_dot(near, solid.along);
	solid.speed = kiln_d3_dot(path->direction, solid.along);
	solid.out = kiln_d3_along(near, -solid.at, solid.along);
	solid.out_speed = kiln_d3_along(path->direction, -solid.speed, solid.along);
	solid.slack = KILN_PATH_SLACK * (kiln_path_size(seen) + kiln_path_size(axis) + top_radius);
	return solid;
}

/// The times from first to last; empty when first > last.
typedef struct times
{
	double first, last;
} times;

static const times never = {HUGE_VAL, -HUGE_VAL};

static const kiln_d3 none = {0, 0, 0};

/// a u^2 + 2 b u + c <= 0 where the path's distance from the axis is at most radius + growth s. u is the time since
/// some time.
typedef struct quadric
{
	double a, b, c;
	double square; ///< b^2 - a c
	double root;   ///< square root of `square`; 0 where `square` is below 0
	bool grazes;   ///< the square is a difference of nearly equal numbers: both roots are equal within rounding
	double q;	   ///< the roots are q / a and c / q
	double widening;
} quadric;

/// Computes the discriminant as the difference of the squares of two lengths, whose sign it has within rounding.
static quadric quadric_at(const turned *solid, double radius, double growth, double t)
{
	kiln_d3 m = kiln_d3_along(solid->out, t, solid->out_speed), e = solid->out_speed;
	double reach = radius + growth * (solid->at + t * solid->speed);
	double out = sqrt(kiln_d3_length2(m)), speed = sqrt(kiln_d3_length2(e));
	quadric f = {.widening = growth * solid->speed};
	f.a = (speed - fabs(f.widening)) * (speed + fabs(f.widening));
	f.b = kiln_d3_dot(m, e) - reach * f.widening;
	f.c = (out - reach) * (out + reach);
	double toward = sqrt(kiln_d3_length2(kiln_d3_along(kiln_d3_scale(e, reach), -f.widening, m)));
	double past = sqrt(kiln_d3_length2(kiln_d3_cross(m, e)));
	f.square = (toward - past) * (toward + past);
	f.root = sqrt(kiln_double_max(f.square, 0));
	f.grazes = toward - past <= 0x1p-20 * (toward + past);
	f.q = f.b > 0 ? -f.b - f.root : f.root - f.b;
	return f;
}

/// Computes a root again, from a time near it: an error that is small beside the cone is large near its tip, along the
/// side. Roots far beyond the cone stay unchanged.
static double refine(const turned *solid, double radius, double growth, double t)
{
	double far = 4 * (solid->height + fabs(growth) * solid->height) / sqrt(kiln_d3_length2(solid->direction));
	for (int i = 0; i < 4 && fabs(t) <= far; ++i)
	{
		quadric f = quadric_at(solid, radius, growth, t);
		if (f.q != 0 && !f.grazes)
			t += f.c / f.q;
	}
	return t;
}

/// The times at which the path is within radius + growth s of the axis. If the path meets the apex's side, where that
/// radius is not below 0, the times are on that side. A direction along the surface has one root only.
static times beside_axis(const turned *solid, double radius, double growth)
{
	quadric f = quadric_at(solid, radius, growth, 0);
	if (f.a > 0 && f.square < 0)
		return never;
	// For a double root, q and c are both rounding errors.
	if (f.a > 0 && (growth == 0 || f.grazes))
		return (times){(-f.b - f.root) / f.a, (f.root - f.b) / f.a};
	if (f.q == 0)
		return f.c <= 0 ? (times){-HUGE_VAL, HUGE_VAL} : never;
	double other = refine(solid, radius, growth, f.c / f.q);
	if (f.a == 0)
		return f.q > 0 ? (times){other, HUGE_VAL} : (times){-HUGE_VAL, other};
	double one = refine(solid, radius, growth, f.q / f.a);
	double less = kiln_double_min(one, other), more = kiln_double_max(one, other);
	if (f.a > 0)
		return (times){less, more};
	return f.widening > 0 ? (times){more, HUGE_VAL} : (times){-HUGE_VAL, less};
}

/// The outward normal at the side; straight down at an apex. Zero for a solid that is a segment, where the normal would
/// be a rounding error.
static kiln_d3 side_normal(const turned *solid, double t)
{
	if (solid->radius == 0 && solid->growth == 0)
		return (kiln_d3){0, 0, 0};
	kiln_d3 out = kiln_d3_along(solid->out, t, solid->out_speed);
	// Close to the axis, rounding tilts this direction; along the whole side the tilt would be large.
	out = kiln_d3_along(out, -kiln_d3_dot(out, solid->along), solid->along);
	double length = sqrt(kiln_d3_length2(out));
	if (length <= solid->slack && solid->growth > 0)
		return kiln_d3_scale(solid->along, -1);
	return kiln_d3_along(out, -solid->growth * length, solid->along);
}

/// The chord, timed from the time near the solid. A cone that is widened by the slack is also bounded by the cylinder
/// around it: its slanting side would reach far beyond a flat cone's rim.
static bool chord_turned(const turned *solid, kiln_chord *chord)
{
	double tilt = sqrt(1 + solid->growth * solid->growth);
	times side = beside_axis(solid, solid->radius, solid->growth);
	times thick = beside_axis(solid, solid->radius + solid->slack * tilt, solid->growth);
	times around = beside_axis(solid, solid->radius + solid->growth * solid->height + solid->slack, 0);
	double late = solid->slack / sqrt(kiln_d3_length2(solid->direction));
	chord->least = kiln_double_max(thick.first, around.first) - late;
	chord->most = kiln_double_min(thick.last, around.last) + late;
	if (chord->least > chord->most)
		return false;
	if (side.first > side.last)
		side = thick;
	chord->enter = (kiln_chord_end){side.first, {0, 0, 0}, 0};
	chord->leave = (kiln_chord_end){side.last, {0, 0, 0}, 0};
	if (side.first > -HUGE_VAL)
		chord->enter.normal = side_normal(solid, side.first);
	if (side.last < HUGE_VAL)
		chord->leave.normal = side_normal(solid, side.last);
	if (!kilni_chord_clip(chord, solid->along, 0, solid->height, solid->at, solid->speed, solid->slack, 0))
		return false;
	chord->enter.face = chord->leave.face = 0;
	return true;
}

/// Joins the chords of parts whose union is convex.
static void join(kiln_chord *chord, const kiln_chord *part)
{
	if (part->enter.t < chord->enter.t)
		chord->enter = part->enter;
	if (part->leave.t > chord->leave.t)
		chord->leave = part->leave;
	chord->least = kiln_double_min(chord->least, part->least);
	chord->most = kiln_double_max(chord->most, part->most);
}

static kiln_chord no_part(void)
{
	return (kiln_chord){{HUGE_VAL, {0, 0, 0}, 0}, {-HUGE_VAL, {0, 0, 0}, 0}, HUGE_VAL, -HUGE_VAL};
}

/// Removes the inward part of a normal. At a seam with the next part, rounding may continue the surface of a part that
/// ends there, and along the next part the tilt would be large.
static kiln_d3 outward(kiln_d3 normal, kiln_d3 inward)
{
	double in = kiln_d3_dot(normal, inward);
	return in > 0 ? kiln_d3_along(normal, -in / kiln_d3_length2(inward), inward) : normal;
}

/// Joins a part that has other parts beside it, in two directions (or zero).
static void join_beside(kiln_chord *chord, kiln_chord *part, kiln_d3 inward, kiln_d3 other)
{
	part->enter.normal = outward(outward(part->enter.normal, inward), other);
	part->leave.normal = outward(outward(part->leave.normal, inward), other);
	join(chord, part);
}

static void join_ball(
	kiln_chord *chord, const kiln_path *path, kiln_d3 seen, double radius, kiln_d3 inward, kiln_d3 other)
{
	kiln_chord part;
	if (kilni_chord_ball(path, seen, radius, KILN_PATH_SLACK * (kiln_path_size(seen) + radius), &part))
		join_beside(chord, &part, inward, other);
}

/// Joins the cylinder around an edge, which has balls at both ends: the cylinder's caps are not surface.
static void join_edge(
	kiln_chord *chord, const kiln_path *path, kiln_d3 seen, kiln_d3 axis, double radius, kiln_d3 inward)
{
	kiln_chord part;
	if (kiln_d3_length2(axis) == 0)
		return;
	turned solid = turned_of(path, seen, axis, radius, radius);
	if (!chord_turned(&solid, &part))
		return;
	kilni_chord_tidy(&part, 0);
	part.enter.normal = side_normal(&solid, part.enter.t);
	part.leave.normal = side_normal(&solid, part.leave.t);
	kilni_chord_tidy(&part, solid.from);
	join_beside(chord, &part, inward, none);
}

static bool chord_between(
	const kiln_path *path, kiln_vec3 bottom, kiln_vec3 top, double radius, double top_radius, kiln_chord *chord)
{
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(bottom));
	kiln_d3 axis = kiln_d3_sub(kiln_d3_from(top), kiln_d3_from(bottom));
	if (kiln_d3_length2(axis) == 0)
	{
		double slack = KILN_PATH_SLACK * (kiln_path_size(seen) + top_radius);
		return kilni_chord_ball(path, seen, top_radius, slack, chord);
	}
	turned solid = turned_of(path, seen, axis, radius, top_radius);
	if (!chord_turned(&solid, chord))
		return false;
	kilni_chord_tidy(chord, solid.from);
	return true;
}

bool kilni_chord_cylinder(const kiln_path *path, const kiln_cylinder *cylinder, kiln_chord *chord)
{
	double radius = (double)cylinder->radius;
	return chord_between(path, cylinder->a, cylinder->b, radius, radius, chord);
}

bool kilni_chord_cone(const kiln_path *path, const kiln_cone *cone, kiln_chord *chord)
{
	return chord_between(path, cone->apex, cone->base, 0, (double)cone->radius, chord);
}

bool kilni_chord_capsule(const kiln_path *path, const kiln_capsule *capsule, kiln_chord *chord)
{
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(capsule->a));
	kiln_d3 axis = kiln_d3_sub(kiln_d3_from(capsule->b), kiln_d3_from(capsule->a));
	double radius = (double)capsule->radius;
	*chord = no_part();
	join_ball(chord, path, seen, radius, axis, none);
	join_ball(chord, path, kiln_d3_sub(path->origin, kiln_d3_from(capsule->b)), radius, kiln_d3_scale(axis, -1), none);
	join_edge(chord, path, seen, axis, radius, none);
	return chord->least <= chord->most;
}

/// Joins the part of a lozenge over its rectangle; only its two flat sides are surface.
static void join_slab(kiln_chord *chord, const kiln_path *path, kiln_d3 seen, const kiln_d3 edge[2], double radius)
{
	kiln_d3 normal = kilni_d3_unit(kiln_d3_cross(edge[0], edge[1]));
	kiln_d3 across[2] = {kiln_d3_cross(edge[1], normal), kiln_d3_cross(normal, edge[0])};
	if (kiln_d3_length2(normal) == 0)
		return;
	kiln_d3 middle = kiln_d3_along(seen, -0.5, kiln_d3_add(edge[0], edge[1]));
	double from = kiln_path_nearest(path, middle);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction), d = path->direction;
	double slack =
		KILN_PATH_SLACK * (kiln_path_size(seen) + kiln_path_size(edge[0]) + kiln_path_size(edge[1]) + radius);
	double height = kiln_d3_dot(near, normal), rise = kiln_d3_dot(d, normal);
	kiln_chord part = kilni_chord_whole();
	if (!kilni_chord_clip(&part, normal, -radius, radius, height, rise, slack, 0))
		return;
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 side = kilni_d3_unit(across[i]);
		double width = kiln_d3_dot(edge[i], side);
		if (!kilni_chord_clip(&part, side, 0, width, kiln_d3_dot(near, side), kiln_d3_dot(d, side), slack, 2))
			return;
	}
	kilni_chord_tidy(&part, 0);
	for (int i = 0; i < 2; ++i)
	{
		kiln_chord_end *end = i ? &part.leave : &part.enter;
		if (end->face >= 2)
			end->normal = kiln_d3_scale(normal, height + end->t * rise < 0 ? -1 : 1);
		end->face = 0;
	}
	kilni_chord_tidy(&part, from);
	join(chord, &part);
}

bool kilni_chord_rss(const kiln_path *path, const kiln_rss *rss, kiln_chord *chord)
{
	kiln_d3 edge[2] = {kiln_d3_from(rss->edges[0]), kiln_d3_from(rss->edges[1])};
	kiln_d3 corner[4] = {kiln_d3_sub(path->origin, kiln_d3_from(rss->origin))};
	double radius = (double)rss->radius;
	corner[1] = kiln_d3_sub(corner[0], edge[0]);
	corner[2] = kiln_d3_sub(corner[0], edge[1]);
	corner[3] = kiln_d3_sub(corner[1], edge[1]);
	*chord = no_part();
	join_slab(chord, path, corner[0], edge, radius);
	const kiln_d3 back[2] = {kiln_d3_scale(edge[0], -1), kiln_d3_scale(edge[1], -1)};
	for (int i = 0; i < 4; ++i)
		join_ball(chord, path, corner[i], radius, i & 1 ? back[0] : edge[0], i & 2 ? back[1] : edge[1]);
	for (int i = 0; i < 2; ++i)
	{
		join_edge(chord, path, corner[0], edge[i], radius, edge[1 - i]);
		join_edge(chord, path, corner[2 - i], edge[i], radius, back[1 - i]);
	}
	return chord->least <= chord->most;
}

KILN_MEET_SOLID(cylinder)
KILN_MEET_SOLID(cone)
KILN_MEET_SOLID(capsule)
KILN_MEET_SOLID(rss)

/// Whether a path plainly misses a body that lies within `radius` of the line along its axis, and within `reach2`
/// (squared) of its middle.
static inline bool passes_axis(const kiln_quick_path *path, kiln_vec3 a, kiln_vec3 b, double radius, double reach2)
{
	kiln_d3 from = kiln_d3_from(a), axis = kiln_d3_sub(kiln_d3_from(b), from);
	kiln_d3 seen = kiln_d3_along(kiln_d3_sub(path->origin, from), -0.5, axis);
	if (kiln_quick_passes(path, seen, reach2))
		return true;
	kiln_d3 across = kiln_d3_cross(path->direction, axis);
	double size = kiln_path_size(axis), sizes = (kiln_path_size(seen) + size) * kiln_path_size(path->direction) * size;
	double apart = kiln_d3_dot(seen, across), margin = KILN_QUICK_MARGIN * sizes * sizes;
	return apart * apart > radius * radius * kiln_d3_length2(across) + margin;
}

static inline double half_axis2(kiln_vec3 a, kiln_vec3 b)
{
	return 0.25 * kiln_d3_length2(kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a)));
}

static inline bool quick_cylinder(const kiln_quick_path *path, const kiln_cylinder *b, kiln_intersection *result)
{
	(void)result;
	double radius = (double)b->radius;
	return passes_axis(path, b->a, b->b, radius, half_axis2(b->a, b->b) + radius * radius);
}

static inline bool quick_cone(const kiln_quick_path *path, const kiln_cone *b, kiln_intersection *result)
{
	(void)result;
	double radius = (double)b->radius;
	return passes_axis(path, b->apex, b->base, radius, half_axis2(b->apex, b->base) + radius * radius);
}

static inline bool quick_capsule(const kiln_quick_path *path, const kiln_capsule *b, kiln_intersection *result)
{
	(void)result;
	double radius = (double)b->radius, reach = sqrt(half_axis2(b->a, b->b)) + radius;
	return passes_axis(path, b->a, b->b, radius, reach * reach);
}

static inline bool quick_rss(const kiln_quick_path *path, const kiln_rss *b, kiln_intersection *result)
{
	(void)result;
	kiln_d3 e = kiln_d3_from(b->edges[0]), f = kiln_d3_from(b->edges[1]);
	kiln_d3 seen = kiln_d3_along(kiln_d3_sub(path->origin, kiln_d3_from(b->origin)), -0.5, kiln_d3_add(e, f));
	double reach = 0.5 * (sqrt(kiln_d3_length2(e)) + sqrt(kiln_d3_length2(f))) + (double)b->radius;
	return kiln_quick_passes(path, seen, reach * reach);
}

KILN_INTERSECT_QUICKLY(cylinder, kiln_cylinder)
KILN_INTERSECT_QUICKLY(cone, kiln_cone)
KILN_INTERSECT_QUICKLY(capsule, kiln_capsule)
KILN_INTERSECT_QUICKLY(rss, kiln_rss)
