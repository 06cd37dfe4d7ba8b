// SPDX-License-Identifier: MIT
#include "brute_force.h"

#include "primitive/touch.h"
#include "scene/instance.h"
#include "scene/ray_query.h"
#include "shape/triangle_point.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <stdlib.h>

static void list_mesh(brute_target *target, uint32_t mesh, uint32_t node)
{
	const kiln_asset *asset = target->asset;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
	{
		brute_triangle *t = &target->triangles[target->count++];
		*t = (brute_triangle){.node = node, .mesh = mesh, .triangle = asset->meshes[mesh].triangle_first + i};
		kiln_triangle_corners(asset, mesh, i, t->corners);
		for (int k = 0; k < 3 && at && !(at->flags & KILN_NODE_IDENTITY); ++k)
			t->corners[k] = kiln_transform_point(at->to_asset, t->corners[k]);
	}
}

bool brute_target_make(brute_target *target, const kiln_asset *asset, uint32_t mesh)
{
	bool all = mesh == KILN_NONE;
	*target = (brute_target){.asset = asset, .mesh = mesh};
	target->bounds_min = all ? asset->scene->bounds_min : asset->meshes[mesh].bounds_min;
	target->bounds_max = all ? asset->scene->bounds_max : asset->meshes[mesh].bounds_max;
	double sum = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double side = (double)target->bounds_max[axis] - (double)target->bounds_min[axis];
		sum += side * side;
	}
	target->size = sqrt(sum) / 2;
	size_t count = all ? 0 : asset->meshes[mesh].triangle_count;
	for (uint32_t node = 0; all && node < asset->node_count; ++node)
		count += asset->meshes[asset->nodes[node].mesh].triangle_count;
	target->triangles = malloc(count * sizeof *target->triangles);
	if (!target->triangles)
		return false;
	if (!all)
		list_mesh(target, mesh, KILN_NONE);
	for (uint32_t node = 0; all && node < asset->node_count; ++node)
		list_mesh(target, asset->nodes[node].mesh, node);
	return true;
}

void brute_target_free(brute_target *target)
{
	free(target->triangles);
	*target = (brute_target){0};
}

/// Tests one mesh's leaf records in order; `hit` keeps the best of all meshes.
static uint32_t ray_in_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t node, const kiln_ray *ray, kiln_hit *hit)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_local_ray local;
	float finest = HUGE_VALF;
	uint32_t all = 0;
	if (!kiln_ray_to_mesh(asset, mesh, node, ray, &local))
		return 0;
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
		uint32_t count = kilni_ray_leaf_scalar(&leaf, &local.walk, ray->flags, local.limit, meets);
		for (uint32_t i = 0; i < count; ++i)
		{
			float t = kiln_local_t(&local, meets[i].t);
			if (!(t <= local.last))
				continue;
			++all;
			// Nodes and triangles are visited in order of their numbers, so the first of equal hits stays.
			if (hit->hit && !(t < hit->t || (t == hit->t && hit->node == node && meets[i].t < finest)))
				continue;
			finest = meets[i].t;
			*hit = (kiln_hit){.hit = true,
				.back = meets[i].back,
				.t = t,
				.u = meets[i].u,
				.v = meets[i].v,
				.triangle = m->triangle_first + meets[i].triangle,
				.node = node};
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	return all;
}

kiln_hit brute_ray(const brute_target *target, const kiln_ray *ray, uint32_t *all)
{
	const kiln_asset *asset = target->asset;
	kiln_hit hit = {0};
	*all = 0;
	if (target->mesh != KILN_NONE)
		*all = ray_in_mesh(asset, target->mesh, KILN_NONE, ray, &hit);
	for (uint32_t node = 0; target->mesh == KILN_NONE && node < asset->node_count; ++node)
		*all += ray_in_mesh(asset, asset->nodes[node].mesh, node, ray, &hit);
	return hit;
}

typedef struct point
{
	long double x, y, z;
} point;

static point minus(kiln_vec3 a, kiln_vec3 b)
{
	return (point){(long double)a.x - b.x, (long double)a.y - b.y, (long double)a.z - b.z};
}

static point apart(point a, point b)
{
	return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static long double dot(point a, point b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static point cross(point a, point b)
{
	return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double length(point a)
{
	return sqrtl(dot(a, a));
}

/// Facts about a ray and a triangle.
typedef struct passage
{
	bool possible; ///< the ray does not certainly miss the triangle's outline
	bool sure;	   ///< it certainly passes inside
	bool facing;   ///< certainly from the front
	bool away;	   ///< certainly from behind
	long double t; ///< t of the plane, and the largest error of float32
	long double error;
} passage;

/// Float32 subtracts the origin, shears and multiplies: a few roundings of the triangle's farthest corner.
#define ROUNDINGS 0x1p-20L

/// Computes signed distances of the ray's line from the lines of the three edges, in a projection along the ray.
static passage pass(const kiln_ray *ray, const kiln_vec3 corners[3])
{
	passage p = {0};
	point d = {(long double)ray->direction.x, (long double)ray->direction.y, (long double)ray->direction.z};
	point c[3];
	long double speed = length(d), reach = 0, low = HUGE_VALL, high = -HUGE_VALL, longest = 0;
	for (int i = 0; i < 3; ++i)
	{
		c[i] = minus(corners[i], ray->origin);
		reach = fmaxl(reach, length(c[i]));
	}
	long double slack = ROUNDINGS * reach;
	for (int i = 0; i < 3; ++i)
	{
		point edge = apart(c[(i + 1) % 3], c[i]);
		long double seen = length(cross(d, edge)) / speed;
		// An edge that projects to a point gives no information.
		long double distance = seen > slack ? dot(d, cross(c[i], c[(i + 1) % 3])) / (speed * seen) : 0;
		low = fminl(low, distance);
		high = fmaxl(high, distance);
		longest = fmaxl(longest, length(edge));
	}
	if ((low < -slack && high > slack) || length(cross(d, c[0])) / speed > longest + slack)
		return p;
	point normal = cross(apart(c[1], c[0]), apart(c[2], c[0]));
	long double steep = dot(normal, d) / speed;
	p.possible = true;
	p.sure = low > slack || high < -slack;
	p.facing = high < -slack;
	p.away = low > slack;
	p.t = dot(normal, c[0]) / (steep * speed);
	p.error = 4 * slack * (1 + 2 * longest * longest / fabsl(steep)) / speed;
	return p;
}

/// Whether the ray's line passes through a triangle's bounding ball: skips most triangles without long double.
static bool near_line(kiln_d3 origin, kiln_d3 direction, double inverse2, const kiln_vec3 corners[3])
{
	kiln_d3 a = kiln_d3_sub(kiln_d3_from(corners[0]), origin);
	kiln_d3 b = kiln_d3_sub(kiln_d3_from(corners[1]), origin), c = kiln_d3_sub(kiln_d3_from(corners[2]), origin);
	double reach2 = kiln_double_max(kiln_d3_length2(kiln_d3_sub(b, a)), kiln_d3_length2(kiln_d3_sub(c, a)));
	kiln_d3 off = kiln_d3_along(a, -kiln_d3_dot(a, direction) * inverse2, direction);
	return kiln_d3_length2(off) <= 4 * reach2 + 0x1p-30 * kiln_d3_length2(a);
}

brute_verdict brute_ray_judge(const brute_target *mesh, const kiln_ray *ray, const kiln_hit *hit)
{
	kiln_d3 origin = kiln_d3_from(ray->origin), direction = kiln_d3_from(ray->direction);
	double inverse2 = 1 / kiln_d3_length2(direction);
	long double first = HUGE_VALL, sure = HUGE_VALL, limit = ray->t_max > 0 ? (long double)ray->t_max : HUGE_VALL;
	bool own = !hit->hit;
	for (uint32_t i = 0; i < mesh->count; ++i)
	{
		const brute_triangle *triangle = &mesh->triangles[i];
		bool answered = hit->hit && triangle->triangle == hit->triangle;
		if (!answered && !near_line(origin, direction, inverse2, triangle->corners))
			continue;
		passage p = pass(ray, triangle->corners);
		bool wrong_side = (ray->flags & KILN_RAY_CULL_BACK) && p.away;
		if (!p.possible || wrong_side)
			continue;
		bool in_range = p.t + p.error >= 0 && p.t - p.error <= limit;
		bool unknown = !(p.error < HUGE_VALL);
		if (!in_range && !unknown)
			continue;
		bool certain = p.sure && !unknown && p.t - p.error > 0 && p.t + p.error < limit;
		certain = certain && (!(ray->flags & KILN_RAY_CULL_BACK) || p.facing);
		if (certain)
			sure = fminl(sure, p.t + p.error);
		else
			first = fminl(first, unknown ? 0 : p.t - p.error);
		if (answered)
			own = unknown || (fabsl((long double)hit->t - p.t) <= p.error && !(hit->back ? p.facing : p.away));
	}
	long double t = hit->hit ? (long double)hit->t : HUGE_VALL;
	if (!own || t > sure)
		return BRUTE_WRONG;
	return first <= sure && first < HUGE_VALL ? BRUTE_DOUBTFUL : BRUTE_SURE;
}

/// Squared distance of the origin from the box of three corners.
static double box_distance2(const kiln_d3 seen[3])
{
	kiln_d3 low = kiln_d3_min(kiln_d3_min(seen[0], seen[1]), seen[2]);
	kiln_d3 high = kiln_d3_max(kiln_d3_max(seen[0], seen[1]), seen[2]);
	kiln_d3 zero = {0, 0, 0};
	return kiln_d3_length2(kiln_d3_max(kiln_d3_max(low, kiln_d3_scale(high, -1)), zero));
}

kiln_closest brute_closest(const brute_target *target, const kiln_point_query *query)
{
	kiln_closest best = {0};
	kiln_d3 p = kiln_d3_from(query->point);
	double least = HUGE_VAL;
	float limit = query->max_distance > 0 ? query->max_distance : FLT_MAX;
	for (uint32_t i = 0; i < target->count; ++i)
	{
		const brute_triangle *triangle = &target->triangles[i];
		kiln_d3 seen[3];
		for (int k = 0; k < 3; ++k)
			seen[k] = kiln_d3_sub(kiln_d3_from(triangle->corners[k]), p);
		if (box_distance2(seen) * (1 - 0x1p-40) > least)
			continue;
		kiln_d3 nearest = kilni_triangle_closest(seen);
		double distance2 = kiln_d3_length2(nearest);
		if (distance2 >= least)
			continue;
		float distance = (float)sqrt(distance2);
		if (best.found ? distance >= best.distance : distance > limit)
			continue;
		least = distance2;
		best = (kiln_closest){.found = true,
			.distance = distance,
			.point = kiln_d3_to(kilni_triangle_settle(triangle->corners, kiln_d3_add(p, nearest))),
			.triangle = triangle->triangle,
			.mesh = triangle->mesh,
			.node = triangle->node};
	}
	return best;
}

/// Whether the returned point lies on its triangle, except for the rounding of its coordinates to float32.
static bool lies_on(kiln_vec3 answer, const kiln_vec3 corners[3])
{
	kiln_solid solid;
	kiln_sphere sphere = {answer, 0};
	if (!kilni_solid_from_sphere(&solid, &sphere))
		return false;
	long double size = 0;
	for (int i = 0; i < 3; ++i)
		size = fmaxl(size, (long double)kiln_d3_largest(kiln_d3_from(corners[i])));
	return oracle_separation(&solid, (kiln_d3){0, 0, 0}, corners) <= 0x1p-23L * size + 0x1p-148L;
}

bool brute_closest_judge(const brute_target *target, const kiln_point_query *query, const kiln_closest *closest,
	uint32_t first, uint32_t sample)
{
	kiln_solid solid;
	kiln_sphere sphere = {query->point, 0};
	if (!kilni_solid_from_sphere(&solid, &sphere))
		return !closest->found;
	long double limit = query->max_distance > 0 ? (long double)query->max_distance : HUGE_VALL;
	long double answer = closest->found ? (long double)closest->distance : limit;
	// The accuracy that kilni_triangle_closest promises for points near a long triangle.
	long double slack = 1e-11L * (long double)(kiln_d3_largest(solid.center) + target->size) + 0x1p-140L;
	for (uint32_t i = 0; i < target->count && closest->found; ++i)
	{
		const brute_triangle *triangle = &target->triangles[i];
		if (triangle->triangle != closest->triangle || triangle->node != closest->node)
			continue;
		long double own = oracle_separation(&solid, (kiln_d3){0, 0, 0}, triangle->corners);
		if (!(fabsl(own - answer) <= 0x1p-22L * answer + slack) || !lies_on(closest->point, triangle->corners))
			return false;
	}
	for (uint32_t i = 0; i < sample; ++i)
	{
		const brute_triangle *triangle = &target->triangles[(first + i) % target->count];
		long double other = oracle_separation(&solid, (kiln_d3){0, 0, 0}, triangle->corners);
		if (other < answer * (1 - 0x1p-22L) - slack)
			return false;
	}
	return true;
}

/// Whether the second method contradicts the answer for a triangle.
static bool separated_otherwise(const kiln_solid *solid, brute_triangle triangle, const kiln_d3 seen[3], bool touches)
{
	double size = kiln_d3_largest(seen[0]) + kiln_d3_largest(seen[1]) + kiln_d3_largest(seen[2]);
	size += kiln_d3_largest(solid->reach);
	long double gap = oracle_separation(solid, (kiln_d3){0, 0, 0}, triangle.corners);
	return fabsl(gap) > 1e-12L * (long double)size && touches != (gap < 0);
}

/// Whether a triangle's corners are within 1.5 times the solid's extent of its center on every axis.
static bool is_near(const kiln_solid *solid, const kiln_d3 seen[3])
{
	kiln_d3 low = kiln_d3_min(kiln_d3_min(seen[0], seen[1]), seen[2]);
	kiln_d3 high = kiln_d3_max(kiln_d3_max(seen[0], seen[1]), seen[2]);
	kiln_d3 reach = kiln_d3_scale(solid->reach, 1.5);
	return low.x <= reach.x && -high.x <= reach.x && low.y <= reach.y && -high.y <= reach.y && low.z <= reach.z &&
		   -high.z <= reach.z;
}

uint32_t brute_overlap_error(
	const brute_target *target, const kiln_solid *solid, const kiln_overlap *listed, uint32_t count, uint32_t sample)
{
	// The steps between sampled triangles grow, so that they come from all over the target.
	uint32_t at = 0, near = 0, next = 0, step = 1;
	for (uint32_t i = 0; i < target->count; ++i)
	{
		const brute_triangle *triangle = &target->triangles[i];
		bool answered = at < count && listed[at].node == triangle->node && listed[at].triangle == triangle->triangle;
		kiln_d3 seen[3];
		kiln_solid_see(solid, triangle->corners, seen);
		if (kilni_touch(solid, seen) != answered)
			return i;
		at += answered;
		if (!is_near(solid, seen) || near++ != next)
			continue;
		if (separated_otherwise(solid, *triangle, seen, answered))
			return i;
		next += step;
		step += near >= sample ? step / (sample / 4 + 1) + 1 : 0;
	}
	return at == count ? KILN_NONE : target->count - 1;
}
