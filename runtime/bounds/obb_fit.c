// SPDX-License-Identifier: MIT
#include "core.h"
#include "outward.h"
#include "posing.h"

/// A body to enclose in a box: a core, and the greatest error of each coordinate of its points.
typedef struct content
{
	kiln_core core;
	double off;
} content;

/// Makes unit, perpendicular and right-handed axes from two directions that are nearly so; x, y, z when the directions
/// are unusable.
static void square(kiln_d3 first, kiln_d3 second, kiln_d3 axis[3])
{
	axis[0] = kilni_d3_unit(first);
	second = kiln_d3_along(second, -kiln_d3_dot(second, axis[0]), axis[0]);
	axis[1] = kilni_d3_unit(kiln_d3_along(second, -kiln_d3_dot(second, axis[0]), axis[0]));
	axis[2] = kiln_d3_cross(axis[0], axis[1]);
	if (!(kiln_d3_length2(axis[2]) > 0.5))
	{
		axis[0] = (kiln_d3){1, 0, 0};
		axis[1] = (kiln_d3){0, 1, 0};
		axis[2] = (kiln_d3){0, 0, 1};
	}
}

/// The center of a content, relative to the first content's anchor.
static kiln_d3 center_of(const content *contents, int i)
{
	return kiln_d3_add(kiln_d3_sub(contents[i].core.anchor, contents[0].core.anchor), contents[i].core.offset);
}

static double reach_on(const content *one, kiln_d3 normal)
{
	double reach = 0;
	for (int i = 0; i < one->core.count; ++i)
		reach += kiln_double_abs(kiln_d3_dot(one->core.side[i], normal));
	return reach;
}

/// Half the box's extent on one axis. The body of a box is p = c + sum r[i] axes[i]; with normal[i] the cross product
/// of the other two axes, r[i] = normal[i] . (p - c) / (normal[i] . axes[i]) exactly, whether or not the axes are
/// perpendicular.
static double half_extent(const content *contents, int count, kiln_d3 center, kiln_d3 normal, kiln_d3 axis)
{
	double most = 0;
	for (int i = 0; i < count; ++i)
	{
		kiln_d3 away = kiln_d3_sub(center_of(contents, i), center);
		double along = kiln_double_abs(kiln_d3_dot(normal, away)) + reach_on(&contents[i], normal);
		// The slack of kiln_core_gap, plus the errors of the contents and of the center.
		kiln_d3 anchors = kiln_d3_sub(contents[i].core.anchor, contents[0].core.anchor);
		kiln_d3 size = kiln_d3_add(kiln_d3_abs(anchors), kiln_d3_add(kiln_d3_abs(center), kiln_d3_abs(away)));
		for (int k = 0; k < contents[i].core.count; ++k)
			size = kiln_d3_add(size, kiln_d3_abs(contents[i].core.side[k]));
		kiln_d3 off = {contents[i].off, contents[i].off, contents[i].off};
		along += kiln_d3_dot(kiln_d3_abs(normal), kiln_d3_along(off, 0x1p-48, size));
		most = kiln_double_max(most, along);
	}
	return most / kiln_d3_dot(normal, axis) * (1 + 0x1p-48);
}

/// The box with (nearly) the given axes around all contents.
static kiln_obb box_around(const content *contents, int count, const kiln_d3 axis[3])
{
	kiln_obb box;
	kiln_d3 stored[3], normal[3], center = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
	{
		box.axes[i] = kiln_vec3_stored(axis[i]);
		stored[i] = kiln_d3_from(box.axes[i]);
	}
	for (int i = 0; i < 3; ++i)
	{
		normal[i] = kiln_d3_cross(stored[(i + 1) % 3], stored[(i + 2) % 3]);
		double low = HUGE_VAL, high = -HUGE_VAL;
		for (int k = 0; k < count; ++k)
		{
			double at = kiln_d3_dot(normal[i], center_of(contents, k)), reach = reach_on(&contents[k], normal[i]);
			low = kiln_double_min(low, at - reach);
			high = kiln_double_max(high, at + reach);
		}
		center = kiln_d3_along(center, (low + high) / 2 / kiln_d3_dot(normal[i], stored[i]), stored[i]);
	}
	box.center = kiln_vec3_stored(kiln_d3_add(contents[0].core.anchor, center));
	// The stored center relative to the first anchor: a difference of floats, as exact as double allows.
	center = kiln_d3_sub(kiln_d3_from(box.center), contents[0].core.anchor);
	for (int i = 0; i < 3; ++i)
		box.half_extents[i] = kiln_tight_up(half_extent(contents, count, center, normal[i], stored[i]));
	return box;
}

static double area(const kiln_obb *box)
{
	double x = (double)box->half_extents[0], y = (double)box->half_extents[1], z = (double)box->half_extents[2];
	return x * y + y * z + z * x;
}

/// The sums of a's axes and those of b that are nearest to them, in either sense (Eberly 2006 averages the rotations;
/// here b's axes are first renamed so that the rotation between the two is small).
static void average_axes(const kiln_obb *a, const kiln_obb *b, kiln_d3 axis[3])
{
	kiln_d3 sum[2];
	int taken = -1;
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 own = kiln_d3_from(a->axes[i]);
		double best = 0;
		int nearest = -1;
		for (int j = 0; j < 3; ++j)
		{
			double dot = kiln_d3_dot(own, kiln_d3_from(b->axes[j]));
			if (j != taken && (nearest < 0 || kiln_double_abs(dot) > kiln_double_abs(best)))
			{
				best = dot;
				nearest = j;
			}
		}
		taken = nearest;
		sum[i] = kiln_d3_along(own, best < 0 ? -1 : 1, kiln_d3_from(b->axes[nearest]));
	}
	square(sum[0], sum[1], axis);
}

/// The longest side of both boxes that is not along `way`.
static kiln_d3 longest_across(const content contents[2], kiln_d3 way)
{
	kiln_d3 best = {0, 0, 0};
	kiln_d3 unit = kilni_d3_unit(way);
	for (int i = 0; i < 6; ++i)
	{
		kiln_d3 side = contents[i / 3].core.side[i % 3];
		side = kiln_d3_along(side, -kiln_d3_dot(side, unit), unit);
		if (kiln_d3_length2(side) > kiln_d3_length2(best))
			best = side;
	}
	return best;
}

kiln_obb kiln_obb_merge(const kiln_obb *a, const kiln_obb *b)
{
	if (!kilni_sound_obb(a) || !kilni_sound_obb(b))
		return kilni_sound_obb(a) ? *b : *a;
	const content contents[2] = {{.core = kiln_core_of_obb(a)}, {.core = kiln_core_of_obb(b)}};
	kiln_d3 axis[4][3];
	square(kiln_d3_from(a->axes[0]), kiln_d3_from(a->axes[1]), axis[0]);
	square(kiln_d3_from(b->axes[0]), kiln_d3_from(b->axes[1]), axis[1]);
	average_axes(a, b, axis[2]);
	kiln_d3 way = center_of(contents, 1);
	square(way, longest_across(contents, way), axis[3]);
	kiln_obb best = box_around(contents, 2, axis[0]);
	for (int i = 1; i < 4; ++i)
	{
		kiln_obb other = box_around(contents, 2, axis[i]);
		if (area(&other) < area(&best))
			best = other;
	}
	return best;
}

kiln_obb kiln_obb_transform(const kiln_obb *obb, const kiln_pose *pose)
{
	if (kiln_pose_rests(pose))
		return *obb;
	kiln_posing posing = kiln_posing_of(pose);
	kiln_core local = kiln_core_of_obb(obb);
	kiln_d3 turned[2], axis[3];
	for (int i = 0; i < 2; ++i)
		turned[i] = kiln_posing_turn(&posing, kiln_d3_from(obb->axes[i]));
	square(turned[0], turned[1], axis);
	content moved = {.core = {.anchor = kiln_posing_point(&posing, local.anchor), .count = 3}};
	moved.off = kiln_posing_point_error(&posing, local.anchor);
	for (int i = 0; i < 3; ++i)
	{
		moved.core.side[i] = kiln_posing_turn(&posing, local.side[i]);
		moved.off += kiln_posing_turn_error(&posing, local.side[i]);
	}
	return box_around(&moved, 1, axis);
}
