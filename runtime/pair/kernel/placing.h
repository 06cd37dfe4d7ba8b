// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_PLACING_H
#define KILN_PAIR_PLACING_H

#include "bounds/posing.h"
#include "convex/shape/body.h"

/// Affine maps of pair queries, each with its inverse: poses, nodes, and their compositions.

/// The place of a valid pose. A rotation's inverse is its transpose.
static inline kiln_place kiln_place_of_pose(const kiln_pose *pose)
{
	kiln_place place = {.moved = !kiln_pose_rests(pose)};
	if (!place.moved)
		return place;
	kiln_posing posing = kiln_posing_of(pose);
	kiln_d3 axes[3];
	kiln_quat_axes(pose->rotation, axes);
	for (int i = 0; i < 3; ++i)
	{
		place.column[i] = kiln_d3_scale(axes[i], posing.scale);
		place.inverse[i] = kiln_d3_scale(axes[i], 1 / posing.scale);
	}
	place.origin = posing.translation;
	return place;
}

/// The amount that half sizes add to each coordinate under a place's map.
static inline kiln_d3 kiln_place_extent(const kiln_place *place, kiln_d3 half)
{
	if (!place->moved)
		return half;
	kiln_d3 extent = kiln_d3_scale(kiln_d3_abs(place->column[0]), half.x);
	extent = kiln_d3_along(extent, half.y, kiln_d3_abs(place->column[1]));
	return kiln_d3_along(extent, half.z, kiln_d3_abs(place->column[2]));
}

/// The place `inner` followed by `outer`. If one is the identity, the result is the other one, to the bit.
static inline kiln_place kiln_place_join(const kiln_place *outer, const kiln_place *inner)
{
	if (!outer->moved)
		return *inner;
	if (!inner->moved)
		return *outer;
	kiln_place place = {.moved = true, .flat = outer->flat || inner->flat};
	const kiln_d3 *r = inner->inverse;
	for (int i = 0; i < 3; ++i)
	{
		place.column[i] = kiln_place_vector(outer, inner->column[i]);
		place.inverse[i] =
			kiln_d3_along(kiln_d3_along(kiln_d3_scale(outer->inverse[0], r[i].x), r[i].y, outer->inverse[1]), r[i].z,
				outer->inverse[2]);
	}
	place.origin = kiln_place_point(outer, inner->origin);
	return place;
}

static inline void kiln_d3_transpose(const kiln_d3 m[3], kiln_d3 out[3])
{
	out[0] = (kiln_d3){m[0].x, m[1].x, m[2].x};
	out[1] = (kiln_d3){m[0].y, m[1].y, m[2].y};
	out[2] = (kiln_d3){m[0].z, m[1].z, m[2].z};
}

static inline bool kiln_d3_equal(kiln_d3 a, kiln_d3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Whether a's columns equal b's.
static inline bool kiln_place_turns_alike(const kiln_place *a, const kiln_place *b)
{
	return kiln_d3_equal(a->column[0], b->column[0]) && kiln_d3_equal(a->column[1], b->column[1]) &&
		   kiln_d3_equal(a->column[2], b->column[2]);
}

/// The map from b's coordinates to a's: the inverse of `a` after `b`. It is b itself where `a` is the identity, and
/// exactly the identity where both are equal. If a and b differ only in their translations, it is only a translation.
/// Neither is flat.
static inline kiln_place kiln_place_between(const kiln_place *a, const kiln_place *b)
{
	if (!a->moved)
		return *b;
	kiln_place place = {.moved = true};
	if (!b->moved)
	{
		kiln_d3_transpose(a->inverse, place.column);
		kiln_d3_transpose(a->column, place.inverse);
		place.origin = kiln_place_vector_back(a, kiln_d3_scale(a->origin, -1));
		return place;
	}
	place.origin = kiln_place_vector_back(a, kiln_d3_sub(b->origin, a->origin));
	if (kiln_place_turns_alike(a, b))
	{
		place.moved = !kiln_d3_equal(a->origin, b->origin);
		for (int i = 0; i < 3; ++i)
			place.column[i] = place.inverse[i] = (kiln_d3){i == 0, i == 1, i == 2};
		return place;
	}
	const kiln_d3 *c = a->column;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 r = b->inverse[i];
		place.column[i] = kiln_place_vector_back(a, b->column[i]);
		place.inverse[i] = (kiln_d3){kiln_d3_dot(r, c[0]), kiln_d3_dot(r, c[1]), kiln_d3_dot(r, c[2])};
	}
	return place;
}

#endif
