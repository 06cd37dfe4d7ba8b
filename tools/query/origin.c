// SPDX-License-Identifier: MIT
#include "origin.h"

#include "math/ieee.h"

#include <math.h>

bool origin_take(
	query_origin *origin, const answer_assets *assets, const query_line *line, char error[QUERY_ERROR_SIZE])
{
	kiln_origin of;
	if (!line->has_origin)
	{
		*origin = (query_origin){0};
		return true;
	}
	const kiln_result result = kiln_asset_origin(&assets->first, &of);
	if (result.status != KILN_OK)
	{
		snprintf(error, QUERY_ERROR_SIZE, "%s", result.reason);
		return false;
	}
	const query_origin taken = {true, {line->origin.x - of.x, line->origin.y - of.y, line->origin.z - of.z}};
	for (int i = 0; i < 3; ++i)
		if (!(fabs(taken.way[i]) <= (double)KILN_COORDINATE_MAX / 2))
		{
			snprintf(error, QUERY_ERROR_SIZE, "the asset is more than 2^39 away from the origin");
			return false;
		}
	*origin = taken;
	return true;
}

static void move(kiln_vec3 *p, const double way[3], double sign)
{
	*p = (kiln_vec3){(float)((double)p->x + sign * way[0]), (float)((double)p->y + sign * way[1]),
		(float)((double)p->z + sign * way[2])};
}

void origin_move_query(const query_origin *origin, query_line *query)
{
	const double *way = origin->way;
	if (!origin->set)
		return;
	switch (query->kind)
	{
	case QUERY_RAY:
	case QUERY_RAY_ALL:
		move(&query->ray.origin, way, 1);
		break;
	case QUERY_CLOSEST:
		move(&query->closest.point, way, 1);
		break;
	case QUERY_INSIDE:
		move(&query->point, way, 1);
		break;
	case QUERY_SPHERE:
	case QUERY_CAST_SPHERE:
		move(&query->sphere.center, way, 1);
		break;
	case QUERY_BOX:
	case QUERY_CAST_BOX:
		move(&query->box.center, way, 1);
		break;
	case QUERY_CAPSULE:
	case QUERY_CAST_CAPSULE:
		move(&query->capsule.a, way, 1);
		move(&query->capsule.b, way, 1);
		break;
	default:
		break;
	}
}

void origin_move_answer(
	const query_origin *origin, const query_line *query, answer_given *given, answer_scratch *scratch)
{
	if (!origin->set || given->status != ANSWER_GIVEN)
		return;
	switch (query->kind)
	{
	case QUERY_RAY_ALL:
		for (size_t i = 0; i < given->count; ++i)
			move(&scratch->hits[i].point, origin->way, -1);
		break;
	case QUERY_CLOSEST:
		if (given->closest.found)
			move(&given->closest.point, origin->way, -1);
		break;
	case QUERY_RAY:
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
		if (given->hit.hit)
			move(&given->hit.point, origin->way, -1);
		break;
	default:
		break;
	}
}
