// SPDX-License-Identifier: MIT
#include "import_solid.h"

#include "math/ieee.h"

#include <math.h>
#include <string.h>

/// Sides of a frustum, and of a tapered capsule. The sines of both angles can be computed without trigonometric
/// functions.
#define FRUSTUM_SIDES 64
#define CAPSULE_SIDES 20

/// Most corners of a profile.
#define PROFILE_MAX 12

/// The outline of a solid of revolution: radii and heights, from the bottom up. Only the first and last radius may be
/// 0.
typedef struct profile
{
	double radius[PROFILE_MAX];
	double y[PROFILE_MAX];
	uint32_t count;
} profile;

/// Computes cosine and sine of a full turn divided by `sides`.
static void step_of(uint32_t sides, double *cosine, double *sine)
{
	if (sides == CAPSULE_SIDES)
	{
		// The sine of a right angle divided by five.
		*sine = (sqrt(5.0) - 1.0) / 4.0;
		*cosine = sqrt(10.0 + 2.0 * sqrt(5.0)) / 4.0;
		return;
	}
	*cosine = 0.0;
	*sine = 1.0;
	for (uint32_t turns = 4; turns < sides; turns *= 2)
	{
		double half = sqrt((1.0 + *cosine) / 2.0);
		*sine = *sine / (2.0 * half);
		*cosine = half;
	}
}

static bool add_face(const kilncook_context *context, import_faces *faces, const uint32_t *corners, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (!import_faces_corner(context, faces, corners[i]))
			return false;
	return import_faces_end(context, faces);
}

/// Adds the cap of a ring, facing down or up.
static bool add_cap(const kilncook_context *context, import_solid *solid, uint32_t ring, uint32_t sides, bool up)
{
	for (uint32_t i = 0; i < sides; ++i)
		if (!import_faces_corner(context, &solid->faces, ring + (up ? sides - 1 - i : i)))
			return false;
	return import_faces_end(context, &solid->faces);
}

/// Adds the band between two rings; a ring of radius 0 is a single vertex.
static bool add_band(
	const kilncook_context *context, import_solid *solid, const uint32_t rings[2], const bool tip[2], uint32_t sides)
{
	for (uint32_t i = 0; i < sides; ++i)
	{
		uint32_t next = (i + 1) % sides;
		uint32_t corners[4], count = 0;
		corners[count++] = rings[0] + (tip[0] ? 0 : i);
		corners[count++] = rings[1] + (tip[1] ? 0 : i);
		if (!tip[1])
			corners[count++] = rings[1] + next;
		if (!tip[0])
			corners[count++] = rings[0] + next;
		if (!add_face(context, &solid->faces, corners, count))
			return false;
	}
	return true;
}

/// Rotates a profile about y. Rings are regular polygons circumscribed about the circles of the profile.
static bool revolve(const kilncook_context *context, const profile *p, uint32_t sides, import_solid *solid)
{
	double cosine, sine;
	uint32_t rings[PROFILE_MAX];
	step_of(sides, &cosine, &sine);
	double around = 1.0 / sqrt((1.0 + cosine) / 2.0);
	for (uint32_t k = 0; k < p->count; ++k)
	{
		double x = 1.0, z = 0.0;
		rings[k] = solid->vertex_count;
		for (uint32_t i = 0; i < (p->radius[k] > 0.0 ? sides : 1); ++i)
		{
			float *to = solid->positions[solid->vertex_count++];
			to[0] = (float)(p->radius[k] * around * x);
			to[1] = (float)p->y[k];
			to[2] = (float)(p->radius[k] * around * z);
			double turned = x * cosine - z * sine;
			z = x * sine + z * cosine;
			x = turned;
		}
	}
	bool good = true;
	for (uint32_t k = 0; k + 1 < p->count && good; ++k)
	{
		const bool tip[2] = {!(p->radius[k] > 0.0), !(p->radius[k + 1] > 0.0)};
		good = add_band(context, solid, &rings[k], tip, sides);
	}
	if (good && p->radius[0] > 0.0)
		good = add_cap(context, solid, rings[0], sides, false);
	if (good && p->radius[p->count - 1] > 0.0)
		good = add_cap(context, solid, rings[p->count - 1], sides, true);
	return good;
}

bool import_solid_frustum(
	const kilncook_context *context, double height, double bottom, double top, import_solid *solid)
{
	*solid = (import_solid){0};
	double cosine, sine;
	step_of(FRUSTUM_SIDES, &cosine, &sine);
	double widest = bottom > top ? bottom : top;
	solid->error = widest * (1.0 / sqrt((1.0 + cosine) / 2.0) - 1.0);
	const profile p = {.radius = {bottom, top}, .y = {-height / 2, height / 2}, .count = 2};
	return revolve(context, &p, FRUSTUM_SIDES, solid);
}

/// A line that bounds the profile: its points satisfy radius * c + y * s <= d.
typedef struct tangent
{
	double c, s, d;
} tangent;

/// Adds the tangent with this normal, unless it equals the last one.
static void add_tangent(tangent *lines, uint32_t *count, double c, double s, double height, double bottom, double top)
{
	double low = bottom - height / 2 * s, high = top + height / 2 * s;
	if (*count && fabs(lines[*count - 1].c * s - lines[*count - 1].s * c) < 1e-6)
		return;
	lines[(*count)++] = (tangent){c, s, low > high ? low : high};
}

/// Computes the distance from a point in the profile's plane to the profile: to the two circles, or to the line that
/// touches both.
static double distance_to_profile(double radius, double y, double c, double s, double height, double bottom, double top)
{
	// Position along the touching line: the foot of the perpendicular lies below, on, or above the line.
	double along = -radius * s + (y + height / 2) * c;
	if (along <= 0.0)
		return sqrt(radius * radius + (y + height / 2) * (y + height / 2)) - bottom;
	if (along >= height * c)
		return sqrt(radius * radius + (y - height / 2) * (y - height / 2)) - top;
	return radius * c + (y + height / 2) * s - bottom;
}

bool import_solid_tapered_capsule(
	const kilncook_context *context, double height, double bottom, double top, import_solid *solid)
{
	*solid = (import_solid){0};
	tangent lines[PROFILE_MAX + 1];
	uint32_t count = 0;
	double step_c, step_s, slope = (bottom - top) / height;
	double level = sqrt(1.0 - slope * slope);
	step_of(CAPSULE_SIDES, &step_c, &step_s);
	double c = 0.0, s = -1.0;
	bool done = false;
	for (uint32_t i = 0; i <= CAPSULE_SIDES / 2; ++i)
	{
		// The line that touches both circles is inserted in the order of angles.
		if (!done && s > slope)
		{
			add_tangent(lines, &count, level, slope, height, bottom, top);
			done = true;
		}
		add_tangent(
			lines, &count, i == CAPSULE_SIDES / 2 ? 0.0 : c, i == CAPSULE_SIDES / 2 ? 1.0 : s, height, bottom, top);
		double turned = c * step_c - s * step_s;
		s = c * step_s + s * step_c;
		c = turned;
	}
	profile p = {.count = 0};
	double around_c, around_s;
	step_of(CAPSULE_SIDES, &around_c, &around_s);
	double around = 1.0 / sqrt((1.0 + around_c) / 2.0);
	for (uint32_t i = 0; i + 1 < count; ++i)
	{
		const tangent *a = &lines[i], *b = &lines[i + 1];
		double det = a->c * b->s - b->c * a->s;
		double radius = (a->d * b->s - b->d * a->s) / det, y = (a->c * b->d - b->c * a->d) / det;
		// If the radius is 0, the tangents meet in the point itself.
		if (!(radius > 1e-9 * (bottom + top)))
			radius = 0.0;
		if (p.count && radius == 0.0 && p.radius[p.count - 1] == 0.0)
			continue;
		p.radius[p.count] = radius;
		p.y[p.count++] = y;
		double off = distance_to_profile(radius * around, y, level, slope, height, bottom, top);
		solid->error = off > solid->error ? off : solid->error;
	}
	return revolve(context, &p, CAPSULE_SIDES, solid);
}

bool import_solid_rectangle(const kilncook_context *context, double x, double z, import_solid *solid)
{
	static const uint32_t corners[4] = {0, 1, 2, 3};
	*solid = (import_solid){.vertex_count = 4};
	for (uint32_t i = 0; i < 4; ++i)
	{
		solid->positions[i][0] = (float)(i == 2 || i == 3 ? x / 2 : -x / 2);
		solid->positions[i][2] = (float)(i == 1 || i == 2 ? z / 2 : -z / 2);
	}
	return add_face(context, &solid->faces, corners, 4);
}
