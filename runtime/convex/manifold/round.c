// SPDX-License-Identifier: MIT
#include "area.h"
#include "bounds/core.h"

#include <math.h>

// Contact areas of curved sets. Numbers of their features: rims are sampled at sixteen places that turn with the body,
// 0 to 15, and at their deepest place, 16; ends of lines on the side are 17; the far end of the axis adds 32.

#define RIM_SAMPLES 16u
#define RIM_DEEPEST 16u
#define ON_SIDE 17u
#define FAR_END 32u

/// A disc is not tilted if its deepest point is deeper than its center by at most this share of its radius.
#define NOT_TILTED 0x1p-20

double kilni_sixteenth(uint32_t i)
{
	static const double quarter[5] = {1, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977, 0};
	i &= 15u;
	if (i > 8)
		i = 16 - i;
	return i <= 4 ? quarter[i] : -quarter[8 - i];
}

static kiln_feature curved(uint32_t number)
{
	return (kiln_feature){KILN_FEATURE_NONE, number};
}

/// The farthest point of a disc or ellipsoid from its center.
static kiln_d3 round_support(const kiln_convex *core, kiln_d3 out)
{
	double reach[3] = {0, 0, 0}, length2 = 0;
	kiln_d3 point = {0, 0, 0};
	for (uint32_t i = 0; i < core->round_count; ++i)
	{
		reach[i] = kiln_d3_dot(core->rounds[i], out);
		length2 += reach[i] * reach[i];
	}
	double inverse = length2 > 0 ? 1 / sqrt(length2) : 0;
	for (uint32_t i = 0; i < core->round_count; ++i)
		point = kiln_d3_along(point, reach[i] * inverse, core->rounds[i]);
	return point;
}

/// Whether a bar is perpendicular to the normal, within the angle.
static bool is_across(const kiln_contact_frame *frame, kiln_d3 bar)
{
	double slope = kiln_d3_dot(bar, frame->normal);
	return slope * slope <= frame->sine * frame->sine * kiln_d3_length2(bar);
}

/// Adds the disc around a center, by its rim.
static void add_disc(
	const kiln_convex *core, const kiln_contact_frame *frame, kiln_d3 center, uint32_t end, kiln_area *area)
{
	kiln_d3 deepest = round_support(core, kiln_d3_scale(frame->normal, area->side));
	double depth = kiln_d3_dot(deepest, frame->normal);
	// Where the whole rim is equally deep, rounding would select the deepest point.
	if (depth * depth > NOT_TILTED * NOT_TILTED * kiln_d3_length2(deepest))
		kilni_area_add(area, frame, kiln_d3_add(center, deepest), curved(end + RIM_DEEPEST));
	for (uint32_t i = 0; i < RIM_SAMPLES; ++i)
	{
		kiln_d3 point = kiln_d3_along(center, kilni_sixteenth(i), core->rounds[0]);
		point = kiln_d3_along(point, kilni_sixteenth(i + 12), core->rounds[1]);
		kilni_area_add(area, frame, point, curved(end + i));
	}
	kilni_area_close(area);
	kilni_area_name(area);
}

/// The normal of a disc on the side of the area; returns false if this normal is not within the angle.
static bool disc_faces(const kiln_convex *core, const kiln_contact_frame *frame, double side, kiln_d3 *normal)
{
	*normal = kilni_d3_unit(kiln_d3_cross(core->rounds[0], core->rounds[1]));
	double height = kiln_d3_dot(*normal, frame->normal) * side;
	*normal = kiln_d3_scale(*normal, height < 0 ? -1 : 1);
	return kiln_double_abs(height) >= frame->cosine;
}

static void set_disc(const kiln_convex *core, const kiln_contact_frame *frame, kiln_d3 center, kiln_d3 normal,
	uint32_t end, kiln_area *area)
{
	add_disc(core, frame, center, end, area);
	area->face_normal = normal;
	area->face = area->inside;
	if (area->count > 2)
		kilni_area_set_flat(area);
}

/// The curvature radius of an ellipse at the point whose normal is the direction's component in the ellipse's plane.
static double curvature_radius(const kiln_convex *core, const kiln_contact_frame *frame)
{
	kiln_d3 normal = kiln_d3_cross(core->rounds[0], core->rounds[1]);
	double area2 = kiln_d3_length2(normal);
	if (!(area2 > 0))
		return 0;
	kiln_d3 in = kiln_d3_along(frame->normal, -kiln_d3_dot(frame->normal, normal) / area2, normal);
	in = kilni_d3_unit(in);
	double x = kiln_d3_dot(in, core->rounds[0]), y = kiln_d3_dot(in, core->rounds[1]), height2 = x * x + y * y;
	return height2 > 0 ? area2 / (height2 * sqrt(height2)) : 0;
}

/// Adds bars and round terms: discs with or without a length, and ellipsoids.
static void add_sum(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area)
{
	kiln_d3 out = kiln_d3_scale(frame->normal, area->side), center = core->center, across = {0, 0, 0}, normal;
	bool line = false;
	uint32_t end = 0;
	for (uint32_t i = 0; i < core->bar_count; ++i)
	{
		// A term with a round part has at most one bar.
		bool far = kiln_d3_dot(core->bars[i], out) > 0;
		if (is_across(frame, core->bars[i]))
		{
			line = true;
			across = core->bars[i];
			continue;
		}
		center = kiln_d3_along(center, far ? 1 : -1, core->bars[i]);
		end = far ? FAR_END : 0;
	}
	if (!line && core->round_count == 2 && disc_faces(core, frame, area->side, &normal))
	{
		set_disc(core, frame, center, normal, end, area);
		return;
	}
	center = kiln_d3_add(center, round_support(core, out));
	uint32_t number = line ? ON_SIDE : RIM_DEEPEST;
	kilni_area_add(area, frame, kiln_d3_sub(center, across), curved(number + end));
	if (line)
		kilni_area_add(area, frame, kiln_d3_add(center, across), curved(number + FAR_END));
	kilni_area_close(area);
	kilni_area_name(area);
	if (line && core->round_count == 2)
		area->round = curvature_radius(core, frame);
}

static void add_cone(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area)
{
	kiln_d3 out = kiln_d3_scale(frame->normal, area->side), axis = core->bars[0], normal;
	if (disc_faces(core, frame, area->side, &normal) && kiln_d3_dot(normal, axis) < 0)
	{
		set_disc(core, frame, core->center, normal, 0, area);
		return;
	}
	kiln_d3 rim = kiln_d3_add(core->center, round_support(core, out)), apex = kiln_d3_add(core->center, axis);
	kiln_d3 slant = kiln_d3_sub(apex, rim);
	bool line = is_across(frame, slant), up = kiln_d3_dot(slant, out) > 0;
	if (line || !up)
		kilni_area_add(area, frame, rim, curved(line ? ON_SIDE : RIM_DEEPEST));
	if (line || up)
		kilni_area_add(area, frame, apex, curved(FAR_END));
	kilni_area_close(area);
	kilni_area_name(area);
}

static kiln_d3 point_of(const kiln_convex *core, uint32_t i)
{
	kiln_d3 own = kiln_d3_sub(kiln_d3_from(core->points[i]), core->from);
	if (!core->turned)
		return kiln_d3_add(core->center, own);
	kiln_d3 point = kiln_d3_along(core->center, own.x, core->column[0]);
	return kiln_d3_along(kiln_d3_along(point, own.y, core->column[1]), own.z, core->column[2]);
}

/// Supports of directions at the angle around the normal (Migdalskiy 2010).
static void sample_points(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area)
{
	kiln_convex alone = *core;
	alone.plus = NULL;
	for (uint32_t i = 0; i < RIM_SAMPLES; ++i)
	{
		kiln_d3 along = kiln_d3_scale(frame->normal, area->side);
		along = kiln_d3_along(along, frame->tangent * kilni_sixteenth(i), frame->u);
		along = kiln_d3_along(along, frame->tangent * kilni_sixteenth(i + 12), frame->v);
		uint32_t number = KILN_NONE;
		kiln_d3 point = kilni_convex_support(&alone, along, &number);
		kilni_area_add(area, frame, point, (kiln_feature){KILN_FEATURE_VERTEX, number});
	}
}

/// Points none of which is too far below another.
typedef struct top_points
{
	uint32_t count;
	uint32_t number[KILN_AREA_MOST];
	kiln_d3 at[KILN_AREA_MOST];
} top_points;

/// Whether a point is not a support within the angle, because another point is above it for all these directions. The
/// relation is transitive. So the points that are left do not depend on the order, nor on which of two equally high
/// points is the highest.
static bool is_under(const kiln_contact_frame *frame, double side, kiln_d3 point, kiln_d3 other)
{
	kiln_d3 away = kiln_d3_sub(point, other);
	double drop = -side * kiln_d3_dot(away, frame->normal);
	return drop > 0 && drop * drop > frame->sine * frame->sine * kiln_d3_length2(away);
}

/// Adds a point that is not under any other, and drops those that are under it. Returns false if there is no room.
static bool add_top(const kiln_contact_frame *frame, double side, uint32_t number, kiln_d3 point, top_points *tops)
{
	for (uint32_t i = 0; i < tops->count; ++i)
		if (tops->number[i] == number || is_under(frame, side, point, tops->at[i]))
			return true;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < tops->count; ++i)
	{
		if (is_under(frame, side, tops->at[i], point))
			continue;
		tops->number[kept] = tops->number[i];
		tops->at[kept++] = tops->at[i];
	}
	tops->count = kept;
	if (kept == KILN_AREA_MOST)
		return false;
	tops->number[kept] = number;
	tops->at[kept] = point;
	tops->count = kept + 1;
	return true;
}

static void add_points(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area)
{
	kiln_d3 out = kiln_d3_scale(frame->normal, area->side);
	uint32_t best = 0;
	double most = kiln_d3_dot(point_of(core, 0), out);
	for (uint32_t i = 1; i < core->point_count; ++i)
	{
		double height = kiln_d3_dot(point_of(core, i), out);
		if (height > most)
		{
			most = height;
			best = i;
		}
	}
	// The highest point first: most of the others are under it.
	top_points tops = {.count = 0};
	bool fits = add_top(frame, area->side, best, point_of(core, best), &tops);
	for (uint32_t i = 0; fits && i < core->point_count; ++i)
		fits = add_top(frame, area->side, i, point_of(core, i), &tops);
	for (uint32_t i = 0; fits && i < tops.count; ++i)
		kilni_area_add(area, frame, tops.at[i], (kiln_feature){KILN_FEATURE_VERTEX, tops.number[i]});
	if (!fits)
	{
		kilni_area_add(area, frame, point_of(core, best), (kiln_feature){KILN_FEATURE_VERTEX, best});
		sample_points(core, frame, area);
	}
	kilni_area_close(area);
	kilni_area_name(area);
}

void kilni_area_of_round(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area)
{
	if (core->form == KILN_FORM_CONE)
		add_cone(core, frame, area);
	else if (core->form == KILN_FORM_POINTS)
		add_points(core, frame, area);
	else
		add_sum(core, frame, area);
}
