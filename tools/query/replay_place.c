// SPDX-License-Identifier: MIT
#include "replay_place.h"

#include "math/ieee.h"
#include "math/quaternion.h"

#include <math.h>
#include <stdlib.h>

/// A world with one member.
typedef struct one_world
{
	void *memory;
	kiln_world *world;
	kiln_world_query_options options;
} one_world;

static answer_status make_world(
	one_world *one, const answer_assets *assets, const kiln_log_place *place, const query_line *query)
{
	const kiln_world_options options = {.broadphase = {.capacity = 1, .pair_capacity = 1}, .origin = place->of};
	const kiln_member member = {.asset = &assets->first,
		.shape = query->one_mesh ? query->mesh : KILN_NONE,
		.pose = place->pose,
		.origin = place->of};
	const size_t size = kiln_world_size(&options);
	kiln_proxy proxy;
	*one = (one_world){.memory = size > 0 ? malloc(size + 63) : NULL, .options = {.origin = place->origin}};
	if (size == 0)
		return ANSWER_REFUSED;
	if (one->memory == NULL)
		return ANSWER_NO_MEMORY;
	void *aligned = (void *)(((uintptr_t)one->memory + 63) & ~(uintptr_t)63);
	return kiln_world_create(&one->world, aligned, size, &options) == KILN_OK &&
				   kiln_world_add(one->world, &member, &proxy) == KILN_OK
			   ? ANSWER_GIVEN
			   : ANSWER_REFUSED;
}

static answer_given no_memory(void)
{
	return (answer_given){.status = ANSWER_NO_MEMORY};
}

static answer_given ray_all(const one_world *one, const query_line *query, answer_scratch *scratch)
{
	const uint32_t count = kiln_world_ray_all(one->world, &query->ray, &one->options, NULL, NULL, 0);
	uint32_t *members = malloc((count > 0 ? count : 1) * sizeof *members);
	if (members != NULL && count > scratch->hit_capacity)
	{
		kiln_hit *grown = realloc(scratch->hits, (size_t)count * sizeof *grown);
		if (grown != NULL)
		{
			scratch->hits = grown;
			scratch->hit_capacity = count;
		}
	}
	if (members == NULL || count > scratch->hit_capacity)
	{
		free(members);
		return no_memory();
	}
	(void)kiln_world_ray_all(one->world, &query->ray, &one->options, scratch->hits, members, count);
	free(members);
	return (answer_given){.count = count};
}

static answer_given overlaps(const one_world *one, const kiln_convex_object *object, answer_scratch *scratch)
{
	const uint32_t count = kiln_world_overlap_convex(one->world, object, &one->options, NULL, 0);
	kiln_world_overlap *found = malloc((count > 0 ? count : 1) * sizeof *found);
	if (found == NULL)
		return no_memory();
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *grown = realloc(scratch->overlaps, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			free(found);
			return no_memory();
		}
		scratch->overlaps = grown;
		scratch->overlap_capacity = count;
	}
	(void)kiln_world_overlap_convex(one->world, object, &one->options, found, count);
	for (uint32_t i = 0; i < count; ++i)
		scratch->overlaps[i] = found[i].of;
	free(found);
	answer_given given = {.count = count};
	return answer_collect_triangles(scratch, count, &given.triangle_count) ? given : no_memory();
}

static answer_given ask(const one_world *one, const query_line *query, answer_scratch *scratch)
{
	answer_given given = {.status = ANSWER_GIVEN};
	kiln_convex_shape shape;
	kiln_convex_object object;
	switch (query->kind)
	{
	case QUERY_RAY:
		given.hit = kiln_world_ray_closest(one->world, &query->ray, &one->options).hit;
		return given;
	case QUERY_RAY_ANY:
		given.yes = kiln_world_ray_any(one->world, &query->ray, &one->options);
		return given;
	case QUERY_RAY_ALL:
		return ray_all(one, query, scratch);
	case QUERY_CLOSEST:
		given.closest = kiln_world_closest_point(one->world, &query->closest, &one->options).closest;
		return given;
	case QUERY_INSIDE:
		given.inside = kiln_world_point_inside(one->world, &query->point, &one->options);
		given.status = given.inside == KILN_INSIDE_UNKNOWN ? ANSWER_NOT_CLOSED : ANSWER_GIVEN;
		return given;
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
	case QUERY_CAST_CONVEX:
		object = answer_object(query, &shape);
		given.hit = kiln_world_cast_convex(one->world, &object, &query->motion, &one->options).hit;
		return given;
	default:
		object = answer_object(query, &shape);
		return overlaps(one, &object, scratch);
	}
}

answer_given replay_place_answer(
	const answer_assets *assets, const kiln_log_place *place, const query_line *query, answer_scratch *scratch)
{
	one_world one;
	answer_given given = {.status = make_world(&one, assets, place, query)};
	if (given.status == ANSWER_GIVEN)
		given = ask(&one, query, scratch);
	free(one.memory);
	return given;
}

/// The pose as three rows of four, about the query's origin. False where the numbers are no pose.
static bool matrix_of(const kiln_log_place *place, double m[12])
{
	const kiln_pose *pose = &place->pose;
	const double scale = pose->scale != 0 ? (double)pose->scale : 1;
	const double way[3] = {place->of.x - place->origin.x + (double)pose->translation.x,
		place->of.y - place->origin.y + (double)pose->translation.y,
		place->of.z - place->origin.z + (double)pose->translation.z};
	kiln_d3 axes[3];
	bool finite = scale > 0 && scale < HUGE_VAL;
	kiln_quat_axes(pose->rotation, axes);
	for (int row = 0; row < 3; ++row)
	{
		for (int k = 0; k < 3; ++k)
			m[4 * row + k] = scale * (row == 0 ? axes[k].x : row == 1 ? axes[k].y : axes[k].z);
		m[4 * row + 3] = way[row];
	}
	for (int i = 0; i < 12; ++i)
		finite = finite && fabs(m[i]) <= (double)KILN_COORDINATE_MAX;
	return finite;
}

bool replay_place_nodes(
	const kiln_asset *asset, const kiln_log_place *place, kiln_format_node *nodes, kiln_asset *placed)
{
	double m[12];
	if (!matrix_of(place, m))
		return false;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		nodes[i] = asset->nodes[i];
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column < 4; ++column)
			{
				double sum = column == 3 ? m[4 * row + 3] : 0;
				for (int k = 0; k < 3; ++k)
					sum += m[4 * row + k] * (double)asset->nodes[i].to_asset[4 * k + column];
				nodes[i].to_asset[4 * row + column] = (float)sum;
			}
	}
	*placed = *asset;
	placed->nodes = nodes;
	return true;
}
