// SPDX-License-Identifier: MIT
#include "line.h"

#include "shape/usable.h"

/// Answers for one solid.

kiln_implicit_sample kiln_sample_point_implicit(const kiln_vec3 *a, const kiln_implicit *b)
{
	if (!kilni_usable_point(a) || !kiln_implicit_is_usable(b))
		return (kiln_implicit_sample){.where = KILN_WHERE_OUTSIDE};
	kiln_sign sign = kilni_implicit_sign(b, kiln_d3_from(*a), 0);
	return kilni_sign_as_sample(&sign);
}

kiln_where kiln_where_point_implicit(const kiln_vec3 *a, const kiln_implicit *b)
{
	return kiln_sample_point_implicit(a, b).where;
}

static bool holds(const kiln_implicit *solid, const kiln_path *path)
{
	return kilni_implicit_sign(solid, path->origin, 0).where != KILN_WHERE_OUTSIDE;
}

static uint32_t parts_of(const kiln_implicit *solid, const kiln_path *path, kiln_part *parts)
{
	if (!path->usable || !kiln_implicit_is_usable(solid))
		return 0;
	if (!kiln_path_is_point(path))
		return kilni_implicit_parts(solid, path, 0, parts);
	parts[0] = kilni_part_of_point();
	return holds(solid, path);
}

static uint32_t spans_of(const kiln_path *path, const kiln_implicit *solid, kiln_implicit_span *spans)
{
	kiln_part parts[KILN_IMPLICIT_SPANS_MAX];
	uint32_t count = parts_of(solid, path, parts);
	return kilni_parts_as_spans(path, parts, count, spans, KILN_IMPLICIT_SPANS_MAX);
}

static kiln_intersection meet(const kiln_path *path, const kiln_implicit *solid)
{
	kiln_part parts[KILN_IMPLICIT_SPANS_MAX];
	uint32_t count = parts_of(solid, path, parts);
	bool inside = path->usable && path->begins && kiln_implicit_is_usable(solid) && holds(solid, path);
	kiln_intersection answer = kilni_parts_as_intersection(path, parts, count, inside);
	answer.face = 0;
	return answer;
}

uint32_t kiln_spans_line_implicit(
	const kiln_line *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX])
{
	kiln_path path = kilni_path_of_line(a);
	return spans_of(&path, b, spans);
}

uint32_t kiln_spans_ray_implicit(
	const kiln_ray *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX])
{
	kiln_path path = kilni_path_of_ray(a);
	return spans_of(&path, b, spans);
}

uint32_t kiln_spans_segment_implicit(
	const kiln_segment *a, const kiln_implicit *b, kiln_implicit_span spans[KILN_IMPLICIT_SPANS_MAX])
{
	kiln_path path = kilni_path_of_segment(a);
	return spans_of(&path, b, spans);
}

kiln_intersection kiln_intersect_line_implicit(const kiln_line *a, const kiln_implicit *b)
{
	kiln_path path = kilni_path_of_line(a);
	return meet(&path, b);
}

kiln_intersection kiln_intersect_ray_implicit(const kiln_ray *a, const kiln_implicit *b)
{
	kiln_path path = kilni_path_of_ray(a);
	return meet(&path, b);
}

kiln_intersection kiln_intersect_segment_implicit(const kiln_segment *a, const kiln_implicit *b)
{
	kiln_path path = kilni_path_of_segment(a);
	return meet(&path, b);
}

/// NULL stays NULL: a torus that is not usable.
static kiln_implicit of_torus(const kiln_torus *torus)
{
	return (kiln_implicit){KILN_IMPLICIT_TORUS, {.torus = torus ? *torus : (kiln_torus){.ring = 0}}};
}

bool kiln_point_in_torus(const kiln_vec3 *a, const kiln_torus *b)
{
	kiln_implicit solid = of_torus(b);
	return kiln_where_point_implicit(a, &solid) != KILN_WHERE_OUTSIDE;
}

kiln_intersection kiln_intersect_line_torus(const kiln_line *a, const kiln_torus *b)
{
	kiln_implicit solid = of_torus(b);
	return kiln_intersect_line_implicit(a, &solid);
}

kiln_intersection kiln_intersect_ray_torus(const kiln_ray *a, const kiln_torus *b)
{
	kiln_implicit solid = of_torus(b);
	return kiln_intersect_ray_implicit(a, &solid);
}

kiln_intersection kiln_intersect_segment_torus(const kiln_segment *a, const kiln_torus *b)
{
	kiln_implicit solid = of_torus(b);
	return kiln_intersect_segment_implicit(a, &solid);
}
