// SPDX-License-Identifier: MIT
#include "line.h"

#include "bounds/core.h"
#include "shape/near.h"

/// The half-space as a slab without a low side.
static bool chord_of_halfspace(const kiln_path *path, const kiln_plane *plane, kiln_chord *chord)
{
	kiln_d3 normal = kiln_d3_from(plane->normal);
	double d = (double)plane->d, at = kiln_d3_dot(normal, path->origin), speed = kiln_d3_dot(normal, path->direction);
	double slack = KILN_PATH_SLACK * (kiln_d3_dot(kiln_d3_abs(normal), kiln_d3_abs(path->origin)) + kiln_double_abs(d));
	*chord = kilni_chord_whole();
	return kilni_chord_clip(chord, normal, -HUGE_VAL, d, at, speed, slack, 0);
}

/// The chord of a convex solid: any but the torus.
static bool chord_of(const kiln_implicit *solid, const kiln_path *path, kiln_chord *chord)
{
	switch (solid->kind)
	{
	case KILN_IMPLICIT_HALFSPACE:
		return chord_of_halfspace(path, &solid->of.halfspace, chord);
	case KILN_IMPLICIT_SPHERE:
		return kilni_chord_sphere(path, &solid->of.sphere, chord);
	case KILN_IMPLICIT_BOX:
		return kilni_chord_obb(path, &solid->of.box, chord);
	case KILN_IMPLICIT_CYLINDER:
		return kilni_chord_cylinder(path, &solid->of.cylinder, chord);
	case KILN_IMPLICIT_CONE:
		return kilni_chord_cone(path, &solid->of.cone, chord);
	default:
		return kilni_chord_ellipsoid(path, &solid->of.ellipsoid, chord);
	}
}

/// An end of a chord. `bound` is the outermost place where rounding may have moved the end. Ends of half-spaces may be
/// infinite. Where the line runs along a face, the bound may be as far away as the solid is large, which is too far to
/// compare with the ends of other solids: then `most` is the slack.
static kiln_part_end end_of_chord(const kiln_chord_end *end, double bound, double most)
{
	bool surface = kiln_double_abs(end->t) < HUGE_VAL;
	return (kiln_part_end){
		.t = end->t,
		.slack = surface ? kiln_double_min(kiln_double_abs(bound - end->t), most) : 0,
		.normal = end->normal,
		.surface = surface,
	};
}

uint32_t kilni_implicit_parts(const kiln_implicit *solid, const kiln_path *path, uint32_t leaf, kiln_part *parts)
{
	kiln_chord chord;
	uint32_t count;
	if (solid->kind == KILN_IMPLICIT_TORUS)
		count = kilni_torus_parts(&solid->of.torus, path, parts);
	else
	{
		count = chord_of(solid, path, &chord);
		// The grain is the sign's error; this is 2^-20 of the size and distance that the error belongs to.
		double most =
			0x1p27 * kilni_implicit_sign(solid, path->origin, 0).error / sqrt(kiln_d3_length2(path->direction));
		if (count)
		{
			parts->enter = end_of_chord(&chord.enter, chord.least, most);
			parts->leave = end_of_chord(&chord.leave, chord.most, most);
		}
	}
	for (uint32_t i = 0; i < count; ++i)
		parts[i].enter.leaf = parts[i].leave.leaf = leaf;
	return count;
}

kiln_part kilni_part_of_point(void)
{
	return (kiln_part){{.t = 0}, {.t = 0}};
}

/// An end, cut to the path. An end without a surface gets the outward direction along the path as normal: `out` is -1
/// at an entry.
static kiln_implicit_end answer_of(const kiln_path *path, const kiln_part_end *end, double out)
{
	double low = kiln_double_max(path->low, -(double)FLT_MAX), high = kiln_double_min(path->high, (double)FLT_MAX);
	double t = kiln_double_max(low, kiln_double_min(end->t, high));
	kiln_implicit_end answer = {.t = (float)t, .surface = end->surface && t == end->t};
	kiln_d3 normal = answer.surface ? kilni_d3_unit(end->normal) : (kiln_d3){0, 0, 0};
	if (kiln_d3_length2(normal) == 0)
		normal = kilni_d3_unit(kiln_d3_scale(path->direction, out));
	answer.point = kiln_near_vec3(kilni_path_at(path, t));
	answer.normal = kiln_d3_to(normal);
	answer.leaf = answer.surface ? end->leaf : KILN_NONE;
	return answer;
}

uint32_t kilni_parts_as_spans(
	const kiln_path *path, const kiln_part *parts, uint32_t count, kiln_implicit_span *spans, uint32_t capacity)
{
	uint32_t found = 0;
	double most = (double)FLT_MAX;
	for (uint32_t i = 0; i < count; ++i)
	{
		const kiln_part *part = parts + i;
		if (part->leave.t < kiln_double_max(path->low, -most) || part->enter.t > kiln_double_min(path->high, most))
			continue;
		if (found < capacity)
			spans[found] = (kiln_implicit_span){answer_of(path, &part->enter, -1), answer_of(path, &part->leave, 1)};
		++found;
	}
	return found;
}

kiln_intersection kilni_parts_as_intersection(
	const kiln_path *path, const kiln_part *parts, uint32_t count, bool inside)
{
	kiln_intersection answer = kilni_path_meets_point(path, inside);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_implicit_span span;
		if (!kilni_parts_as_spans(path, parts + i, 1, &span, 1))
			continue;
		if (!answer.hit)
		{
			answer.hit = true;
			answer.t = span.enter.t;
			answer.point = span.enter.point;
			answer.normal = span.enter.normal;
			answer.face = span.enter.leaf;
		}
		answer.leave = span.leave.t;
	}
	if (inside)
	{
		answer.normal = kilni_path_normal(path, (kiln_d3){0, 0, 0});
		answer.face = KILN_NONE;
	}
	return answer;
}

kiln_implicit_sample kilni_sign_as_sample(const kiln_sign *sign)
{
	return (kiln_implicit_sample){
		.found = true,
		.where = sign->where,
		.value = kiln_near_float(sign->value),
		.normal = kiln_d3_to(sign->normal),
		.leaf = sign->leaf,
	};
}
