// SPDX-License-Identifier: MIT
#include "quick.h"

#include "bounds/core.h"
#include "kiln/primitive/point.h"
#include "shape/usable.h"

/// Spheres and ellipsoids. Uses the distance at which the line passes the center and half the chord (Ericson 2005,
/// 5.3.2), which lose nothing where the discriminant of the usual quadratic cancels.

bool kilni_chord_ball(const kiln_path *path, kiln_d3 seen, double radius, double slack, kiln_chord *chord)
{
	double length2 = kiln_d3_length2(path->direction), from = kiln_path_nearest(path, seen);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction);
	double off = sqrt(kiln_d3_length2(near)), grown = radius + slack;
	if (off > grown)
		return false;
	double half = off < radius ? sqrt((radius - off) * (radius + off) / length2) : 0;
	double most = sqrt((grown - off) * (grown + off) / length2) + slack / sqrt(length2);
	chord->least = from - most;
	chord->most = from + most;
	chord->enter = (kiln_chord_end){from - half, kiln_d3_along(near, -half, path->direction), 0};
	chord->leave = (kiln_chord_end){from + half, kiln_d3_along(near, half, path->direction), 0};
	return true;
}

bool kilni_chord_sphere(const kiln_path *path, const kiln_sphere *sphere, kiln_chord *chord)
{
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(sphere->center));
	double radius = (double)sphere->radius;
	return kilni_chord_ball(path, seen, radius, KILN_PATH_SLACK * (kiln_path_size(seen) + radius), chord);
}

/// An ellipsoid in coordinates along its axes, the longest first.
typedef struct ellipsoid_frame
{
	const kiln_path *path;
	double radius[3];
	kiln_d3 normal[3]; ///< a point's dot products with these are its coordinates
	double at[3];	   ///< position at the time when the path is near the center
	double speed[3];
	double slack;
} ellipsoid_frame;

static void swap_axes(ellipsoid_frame *frame, int i, int j)
{
	if (frame->radius[i] >= frame->radius[j])
		return;
	double radius = frame->radius[i];
	kiln_d3 normal = frame->normal[i];
	frame->radius[i] = frame->radius[j];
	frame->normal[i] = frame->normal[j];
	frame->radius[j] = radius;
	frame->normal[j] = normal;
}

/// Returns the time at which the path is near the center.
static double see_ellipsoid(const kiln_path *path, const kiln_ellipsoid *ellipsoid, ellipsoid_frame *frame)
{
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(ellipsoid->center));
	double from = kiln_path_nearest(path, seen);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction);
	frame->path = path;
	frame->slack = kiln_path_size(seen);
	kilni_path_frame(ellipsoid->axes, frame->normal);
	for (int i = 0; i < 3; ++i)
	{
		frame->radius[i] = (double)ellipsoid->radii[i];
		frame->slack += frame->radius[i];
	}
	frame->slack *= KILN_PATH_SLACK;
	swap_axes(frame, 0, 1);
	swap_axes(frame, 1, 2);
	swap_axes(frame, 0, 1);
	for (int i = 0; i < 3; ++i)
	{
		frame->at[i] = kiln_d3_dot(near, frame->normal[i]);
		frame->speed[i] = kiln_path_rate(path, frame->normal[i]);
	}
	return from;
}

/// The surface's gradient at time t in the first `count` coordinates.
static kiln_d3 gradient(const ellipsoid_frame *frame, int count, double t)
{
	kiln_d3 sum = {0, 0, 0};
	for (int i = 0; i < count; ++i)
	{
		double share = (frame->at[i] + t * frame->speed[i]) / frame->radius[i] / frame->radius[i];
		sum = kiln_d3_along(sum, share, frame->normal[i]);
	}
	return sum;
}

/// Narrows the chord to the ellipsoid, or to the endless cylinder over an ellipse, that the first `count` coordinates
/// describe. Divided by the radii, these coordinates make a unit ball. A point's error of `slack` becomes that error
/// times the gradient at the point. So the ball is widened: less at a sharp rim than at the flat sides. Along the chord
/// the gradient is largest at one of the ends.
static bool clip_round(const ellipsoid_frame *frame, int count, kiln_chord *chord)
{
	double at[3], speed[3], length2 = 0, back = 0, off2 = 0;
	for (int i = 0; i < count; ++i)
	{
		at[i] = frame->at[i] / frame->radius[i];
		speed[i] = frame->speed[i] / frame->radius[i];
		length2 += speed[i] * speed[i];
		back -= at[i] * speed[i];
	}
	double from = length2 > 0 ? back / length2 : 0;
	for (int i = 0; i < count; ++i)
	{
		double u = at[i] + from * speed[i];
		off2 += u * u;
	}
	double half = length2 > 0 ? sqrt(kiln_double_max(1 - off2, 0) / length2) : 0, enter2 = 0, leave2 = 0;
	for (int i = 0; i < count; ++i)
	{
		double first = (at[i] + (from - half) * speed[i]) / frame->radius[i];
		double last = (at[i] + (from + half) * speed[i]) / frame->radius[i];
		enter2 += first * first;
		leave2 += last * last;
	}
	double steep2 = kiln_double_max(enter2, leave2), thin = frame->slack / frame->radius[count - 1];
	double grown2 = 1 + 2 * frame->slack * sqrt(steep2) + thin * thin;
	if (off2 > grown2)
		return false;
	if (length2 == 0)
		return true;
	double most = sqrt((grown2 - off2) / length2) + frame->slack / sqrt(kiln_d3_length2(frame->path->direction));
	most += 0x1p-50 * (fabs(from) + most);
	if (from - half > chord->enter.t)
		chord->enter = (kiln_chord_end){from - half, gradient(frame, count, from - half), 0};
	if (from + half < chord->leave.t)
		chord->leave = (kiln_chord_end){from + half, gradient(frame, count, from + half), 0};
	chord->least = kiln_double_max(chord->least, from - most);
	chord->most = kiln_double_min(chord->most, from + most);
	return chord->least <= chord->most;
}

bool kilni_chord_ellipsoid(const kiln_path *path, const kiln_ellipsoid *ellipsoid, kiln_chord *chord)
{
	ellipsoid_frame frame;
	double from = see_ellipsoid(path, ellipsoid, &frame);
	*chord = kilni_chord_whole();
	// A solid that is flat within rounding is bounded in fewer coordinates, down to a slab for each.
	for (int count = 3; count > 1; --count)
		if (frame.radius[count - 1] > 0 && !clip_round(&frame, count, chord))
			return false;
	for (int i = 0; i < 3; ++i)
		if (!kilni_chord_clip(
				chord, frame.normal[i], -frame.radius[i], frame.radius[i], frame.at[i], frame.speed[i], frame.slack, 0))
			return false;
	chord->enter.face = chord->leave.face = 0;
	kilni_chord_tidy(chord, from);
	return true;
}

KILN_MEET_SOLID(sphere)
KILN_MEET_SOLID(ellipsoid)

/// Decides hits from outside where the chord is at least an eighth of the diameter.
static inline bool quick_sphere(const kiln_quick_path *path, const kiln_sphere *b, kiln_intersection *result)
{
	kiln_d3 center = kiln_d3_from(b->center), o = path->origin, d = path->direction, seen = kiln_d3_sub(o, center);
	double radius = (double)b->radius, radius2 = radius * radius, inverse = 1 / kiln_d3_length2(d);
	if (kiln_quick_passes(path, seen, radius2))
		return true;
	double from = -kiln_d3_dot(seen, d) * inverse;
	kiln_d3 near = kiln_d3_along(seen, from, d);
	double half2 = radius2 - kiln_d3_length2(near), half = sqrt(half2 * inverse), t = from - half, leave = from + half;
	double size_d = kiln_path_size(d), size_seen = kiln_path_size(seen),
		   late = KILN_QUICK_MARGIN * (size_seen + radius);
	bool sound =
		kiln_path_size(o) + size_d + size_seen + radius <= (double)KILN_COORDINATE_MAX && radius > 0x1p-16 * size_seen;
	if (!(sound && half2 > 0x1p-6 * radius2 && (t - path->low) * size_d > late && (path->high - t) * size_d > late))
		return false;
	result->hit = true;
	result->t = (float)t;
	result->leave = (float)kiln_double_min(leave, path->high);
	result->point = kiln_d3_to(kiln_d3_along(o, t, d));
	result->normal = kiln_d3_to(kiln_d3_scale(kiln_d3_along(near, -half, d), 1 / radius));
	return true;
}

static inline bool quick_ellipsoid(const kiln_quick_path *path, const kiln_ellipsoid *b, kiln_intersection *result)
{
	(void)result;
	double most = (double)b->radii[0];
	for (int i = 1; i < 3; ++i)
		most = kiln_double_max(most, (double)b->radii[i]);
	// The axes may be off by 2^-10.
	most *= 1.01;
	return kiln_quick_passes(path, kiln_d3_sub(path->origin, kiln_d3_from(b->center)), most * most);
}

KILN_INTERSECT_QUICKLY(sphere, kiln_sphere)
KILN_INTERSECT_QUICKLY(ellipsoid, kiln_ellipsoid)
