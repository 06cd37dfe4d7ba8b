// SPDX-License-Identifier: MIT
#include "hull_trial.h"

#include "exact/expansion.h"
#include "query_trial.h"

#include <string.h>

static kiln_vec3 random_point(const kiln_hull *hull, uint64_t *random)
{
	// Often returns a vertex, or a point with some of its coordinates, where planes and points coincide.
	kiln_vec3 vertex = kiln_hull_vertex(hull, trial_below(random, hull->vertex_count));
	if (trial_below(random, 4) == 0)
		return vertex;
	return (kiln_vec3){trial_number(random, hull->low.x, hull->high.x), trial_number(random, hull->low.y, hull->high.y),
		trial_below(random, 4) ? trial_number(random, hull->low.z, hull->high.z) : vertex.z};
}

static kiln_vec3 random_direction(uint64_t *random)
{
	kiln_vec3 direction = {trial_number(random, -1, 1), trial_number(random, -1, 1), trial_number(random, -1, 1)};
	return direction;
}

static bool is_direction(kiln_vec3 d)
{
	float size = fabsf(d.x) + fabsf(d.y) + fabsf(d.z);
	return isfinite(d.x) && isfinite(d.y) && isfinite(d.z) && size > 0;
}

/// Returns the sign of the difference of two vertices' heights along a direction, exactly: products of floats.
static int compare_heights(const kiln_hull *hull, kiln_vec3 direction, uint32_t a, uint32_t b)
{
	const double d[3] = {(double)direction.x, (double)direction.y, (double)direction.z};
	const float *coordinates[3] = {hull->x, hull->y, hull->z};
	double sum[2][16];
	int count = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double term[4];
		int terms = expansion_cross(d[axis], (double)coordinates[axis][a], d[axis], (double)coordinates[axis][b], term);
		count = expansion_sum(sum[axis % 2], count, term, terms, sum[1 - axis % 2]);
	}
	return expansion_sign(sum[1], count);
}

static double height_of(const kiln_hull *hull, kiln_vec3 d, uint32_t i)
{
	return (double)d.x * (double)hull->x[i] + (double)d.y * (double)hull->y[i] + (double)d.z * (double)hull->z[i];
}

/// Returns the largest total error of two heights in double.
static double height_slack(const kiln_hull *hull, kiln_vec3 d)
{
	return 0x1p-48 * ((double)fabsf(d.x) + (double)fabsf(d.y) + (double)fabsf(d.z)) * (double)hull->reach;
}

/// The scan must be correct for any vertices.
static void check_scan(const kiln_hull *hull, kiln_vec3 direction, uint32_t best)
{
	double height = height_of(hull, direction, best), slack = height_slack(hull, direction);
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
	{
		double other = height_of(hull, direction, i);
		if (other < height - slack)
			continue;
		int sign = compare_heights(hull, direction, i, best);
		trial_check(sign < 0 || (sign == 0 && i >= best));
	}
}

/// The climb must end where no neighbour is higher.
static void check_climb(const kiln_hull *hull, kiln_vec3 direction, uint32_t top)
{
	if (hull->edge_count == 0)
		return;
	uint32_t end = kiln_hull_index(hull, hull->vertex_first, top + 1);
	for (uint32_t i = kiln_hull_index(hull, hull->vertex_first, top); i < end; ++i)
		trial_check(compare_heights(hull, direction, kiln_hull_index(hull, hull->neighbours, i), top) <= 0);
}

static void ask_supports(const kiln_hull *hull, uint64_t *random)
{
	kiln_vec3 direction = random_direction(random);
	uint32_t count = hull->vertex_count, seed = trial_below(random, 2) ? KILN_NONE : trial_below(random, count);
	uint32_t scanned = kiln_hull_support_scan(hull, direction);
	uint32_t climbed = kiln_hull_support_climb(hull, direction, &seed);
	uint32_t stored = kiln_hull_support_climb(hull, direction, NULL);
	uint32_t descended = kiln_hull_support_hierarchy(hull, direction);
	trial_check(scanned < count && climbed < count && stored < count && descended < count && seed == climbed);
	uint32_t again = kiln_hull_support(hull, direction, &seed);
	trial_check(again < count && seed == again && kiln_hull_support(hull, direction, NULL) < count);
	if (!is_direction(direction))
		return;
	check_scan(hull, direction, scanned);
	check_climb(hull, direction, climbed);
	check_climb(hull, direction, stored);
}

/// Reads every face, edge and vertex by the accessors.
static void ask_topology(const kiln_hull *hull)
{
	uint32_t halves = 0;
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(hull, face, &count), half = first;
		kiln_vec3 normal = kiln_hull_normal(hull, face);
		trial_check(isfinite(normal.x) && isfinite(normal.y) && isfinite(normal.z) && isfinite(hull->d[face]));
		for (uint32_t i = 0; i < count; ++i)
		{
			trial_check(half < 2 * hull->edge_count && kiln_hull_face_of(hull, half) == face);
			trial_check(kiln_hull_twin(hull, kiln_hull_twin(hull, half)) == half);
			trial_check(kiln_hull_origin(hull, half) < hull->vertex_count);
			half = kiln_hull_next(hull, half);
		}
		trial_check(half == first);
		halves += count;
	}
	trial_check(halves == 2 * hull->edge_count);
	for (uint32_t edge = 0; edge < hull->edge_count; ++edge)
		trial_check(kiln_hull_edge(hull, edge) < kiln_hull_twin(hull, kiln_hull_edge(hull, edge)));
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
	{
		kiln_vec3 v = kiln_hull_vertex(hull, i);
		trial_check(v.x >= hull->low.x && v.x <= hull->high.x && v.y >= hull->low.y && v.y <= hull->high.y &&
					v.z >= hull->low.z && v.z <= hull->high.z);
		trial_check(fabsf(v.x) <= hull->reach && fabsf(v.y) <= hull->reach && fabsf(v.z) <= hull->reach);
	}
}

/// Reads the indices that climbs and descents follow without checks.
static void ask_indices(const kiln_hull *hull)
{
	for (uint32_t i = 0; i < KILN_HULL_SEEDS; ++i)
		trial_check(kiln_hull_index(hull, hull->seeds, i) < hull->vertex_count);
	for (uint32_t i = 0; hull->edge_count && i < hull->vertex_count; ++i)
		trial_check(kiln_hull_index(hull, hull->vertex_first, i) < kiln_hull_index(hull, hull->vertex_first, i + 1));
	for (uint32_t i = 0; i < 2 * hull->edge_count; ++i)
		trial_check(kiln_hull_index(hull, hull->neighbours, i) < hull->vertex_count);
	uint32_t base = 0;
	for (uint32_t level = 0; level < hull->level_count; ++level)
	{
		uint32_t size = kiln_hull_index(hull, hull->level_sizes, level), next = hull->vertex_count;
		if (level + 1 < hull->level_count)
			next = kiln_hull_index(hull, hull->level_sizes, level + 1);
		trial_check(size > 0 && size < next && next <= hull->vertex_count);
		uint32_t end = kiln_hull_index(hull, hull->link_first, base + size);
		for (uint32_t k = kiln_hull_index(hull, hull->link_first, base); k < end; ++k)
		{
			uint32_t link = kiln_hull_index(hull, hull->links, k);
			trial_check(link >= size && link < next);
		}
		base += size + 1;
	}
}

static bool is_face(const kiln_hull *hull, uint32_t face)
{
	return hull->face_count ? face < hull->face_count : face == KILN_NONE;
}

static void ask_ray(const kiln_hull *hull, uint64_t *random)
{
	kiln_vec3 origin = random_point(hull, random), to = random_point(hull, random),
			  direction = random_direction(random);
	if (trial_below(random, 2))
		direction = (kiln_vec3){to.x - origin.x, to.y - origin.y, to.z - origin.z};
	const kiln_ray ray = {origin, direction, trial_below(random, 2) ? 0 : trial_number(random, 0, 10), 0};
	kiln_hull_span span = kiln_hull_ray(hull, &ray), again = kiln_hull_ray(hull, &ray);
	trial_check(span.hit == again.hit && memcmp(&span.enter, &again.enter, sizeof span.enter) == 0 &&
				memcmp(&span.leave, &again.leave, sizeof span.leave) == 0);
	if (!span.hit)
	{
		trial_check(span.enter == 0 && span.leave == 0 && span.enter_face == 0 && span.leave_face == 0);
		return;
	}
	trial_check(is_direction(direction) && isfinite(origin.x) && isfinite(origin.y) && isfinite(origin.z));
	trial_check(span.enter <= span.leave && is_face(hull, span.enter_face) && is_face(hull, span.leave_face));
}

static void ask_contains(const kiln_hull *hull, uint64_t *random)
{
	kiln_vec3 point = random_point(hull, random);
	bool inside = kiln_hull_contains(hull, point);
	if (inside)
		trial_check(point.x >= hull->low.x && point.x <= hull->high.x && point.y >= hull->low.y &&
					point.y <= hull->high.y && point.z >= hull->low.z && point.z <= hull->high.z);
	trial_check(inside == kiln_hull_contains(hull, point));
}

static void ask_aabb(const kiln_hull *hull, uint64_t *random)
{
	float matrix[12];
	uint32_t seeds[6];
	for (int i = 0; i < 12; ++i)
		matrix[i] = trial_number(random, -1, 1);
	for (int i = 0; i < 6; ++i)
		seeds[i] = trial_below(random, 2) ? KILN_NONE : trial_below(random, hull->vertex_count);
	kiln_aabb box = kiln_hull_aabb(hull, matrix, trial_below(random, 2) ? seeds : NULL);
	// A hull that passes the proof need not be convex, and a climb that ends too early may give an empty range.
	trial_check(!isnan(box.min.x) && !isnan(box.min.y) && !isnan(box.min.z));
	trial_check(!isnan(box.max.x) && !isnan(box.max.y) && !isnan(box.max.z));
	for (int i = 0; i < 6; ++i)
		trial_check(seeds[i] == KILN_NONE || seeds[i] < hull->vertex_count);
}

static void ask_kdop(const kiln_hull *hull, uint64_t *random)
{
	const kiln_pose pose = {{trial_number(random, -1, 1), trial_number(random, -1, 1), trial_number(random, -1, 1),
								trial_number(random, -1, 1)},
		random_direction(random), trial_number(random, 0, 2)};
	uint32_t seeds[2 * KILN_KDOP_AXES];
	for (int i = 0; i < 2 * KILN_KDOP_AXES; ++i)
		seeds[i] = trial_below(random, 2) ? KILN_NONE : trial_below(random, hull->vertex_count);
	kiln_kdop kdop = kiln_hull_kdop(hull, &pose, 26, trial_below(random, 2) ? seeds : NULL);
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
		trial_check(!isnan(kdop.min[i]) && !isnan(kdop.max[i]));
	for (int i = 0; i < 2 * KILN_KDOP_AXES; ++i)
		trial_check(seeds[i] == KILN_NONE || seeds[i] < hull->vertex_count);
}

static void ask_separate(const kiln_asset *asset, const kiln_hull *hull, uint64_t *random)
{
	kiln_hull other;
	trial_check(kiln_hull_from_asset(asset, trial_below(random, asset->hull_count), &other));
	kiln_pose pose = {{0, 0, 0, 0}, random_direction(random), trial_below(random, 2) ? 0 : trial_number(random, 0, 2)};
	if (trial_below(random, 2))
		pose.rotation = (kiln_quat){trial_number(random, -1, 1), trial_number(random, -1, 1),
			trial_number(random, -1, 1), trial_number(random, -1, 1)};
	bool apart = kiln_hull_planes_separate(hull, &other, &pose);
	trial_check(apart == kiln_hull_planes_separate(hull, &other, &pose));
	const kiln_quat *q = &pose.rotation;
	const kiln_vec3 *t = &pose.translation;
	if (isnan(q->x + q->y + q->z + q->w) || isnan(t->x + t->y + t->z) || isnan(pose.scale))
		trial_check(!apart);
}

void hull_trial(const kiln_asset *asset, uint64_t *random)
{
	kiln_hull hull;
	for (uint32_t i = 0; i < asset->hull_count; ++i)
	{
		trial_check(kiln_hull_from_asset(asset, i, &hull));
		ask_topology(&hull);
		ask_indices(&hull);
		for (int n = 0; n < 4; ++n)
		{
			ask_supports(&hull, random);
			ask_contains(&hull, random);
			ask_ray(&hull, random);
		}
		ask_aabb(&hull, random);
		ask_kdop(&hull, random);
		ask_separate(asset, &hull, random);
	}
	trial_check(
		!kiln_hull_from_asset(asset, asset->hull_count, &hull) && !kiln_hull_from_asset(asset, KILN_NONE, &hull));
}
