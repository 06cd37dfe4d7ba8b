// SPDX-License-Identifier: MIT
#include "depth_pieces.h"

#include "hull/extreme.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static kiln_d3 unit(kiln_d3 v)
{
	double length = sqrt(kiln_d3_length2(v));
	return length > 0 ? kiln_d3_scale(v, 1 / length) : (kiln_d3){0, 0, 0};
}

/// Computes in the body's own coordinates.
static double body_reach(const kiln_body *body, kiln_d3 along)
{
	double reach = kiln_d3_dot(along, body->center), length = sqrt(kiln_d3_length2(along)), most = -HUGE_VAL;
	switch (body->kind)
	{
	case KILN_SHAPE_HULL:
		for (uint32_t i = 0; i < body->hull.vertex_count; ++i)
			most = fmax(most, kiln_d3_dot(along, kiln_hull_point(&body->hull, i)));
		return most;
	case KILN_SHAPE_BOX:
		return reach + fabs(kiln_d3_dot(along, body->side[0])) * body->half.x +
			   fabs(kiln_d3_dot(along, body->side[1])) * body->half.y +
			   fabs(kiln_d3_dot(along, body->side[2])) * body->half.z;
	case KILN_SHAPE_CYLINDER:
		return reach + fabs(kiln_d3_dot(along, body->axis)) +
			   body->radius * sqrt(kiln_d3_length2(kiln_d3_cross(along, unit(body->axis))));
	default:
		return reach + fabs(kiln_d3_dot(along, body->axis)) + body->radius * length;
	}
}

double depth_reach(const oracle_piece *piece, kiln_d3 along)
{
	long double most = -HUGE_VALL;
	if (piece->triangle == KILN_NONE)
	{
		const kiln_d3 *column = piece->place.column;
		kiln_d3 own = {kiln_d3_dot(column[0], along), kiln_d3_dot(column[1], along), kiln_d3_dot(column[2], along)};
		return kiln_d3_dot(along, piece->place.origin) + body_reach(&piece->body, own);
	}
	for (int k = 0; k < 3; ++k)
	{
		const long double *c = piece->corner[k];
		most = fmaxl(most, c[0] * (long double)along.x + c[1] * (long double)along.y + c[2] * (long double)along.z);
	}
	return (double)most;
}

double depth_along(const oracle_piece *a, const oracle_piece *b, kiln_d3 normal)
{
	return depth_reach(b, normal) + depth_reach(a, kiln_d3_scale(normal, -1));
}

double depth_searched(const oracle_piece *a, const oracle_piece *b, uint64_t *random)
{
	double least = HUGE_VAL;
	for (int start = 0; start < 24; ++start)
	{
		kiln_d3 normal = unit(kiln_d3_from(oracle_vector(random, 1)));
		double here = depth_along(a, b, normal);
		if (start > 11 && here > 2 * least)
			continue;
		for (double step = 0.3; step > 1e-5;)
		{
			kiln_d3 next = unit(kiln_d3_along(normal, step, kiln_d3_from(oracle_vector(random, 1))));
			double there = depth_along(a, b, next);
			step *= there < here ? 1.5 : 0.9;
			normal = there < here ? next : normal;
			here = fmin(here, there);
		}
		least = fmin(least, here);
	}
	return least;
}

uint32_t depth_corners(const oracle_piece *piece, kiln_vec3 corners[256])
{
	const kiln_body *body = &piece->body;
	uint32_t count = 0;
	if (piece->triangle != KILN_NONE)
	{
		for (; count < 3; ++count)
			corners[count] = (kiln_vec3){
				(float)piece->corner[count][0], (float)piece->corner[count][1], (float)piece->corner[count][2]};
		return count;
	}
	if (body->kind == KILN_SHAPE_BOX)
		for (; count < 8; ++count)
		{
			kiln_d3 corner = kiln_d3_along(body->center, (count & 1 ? 1 : -1) * body->half.x, body->side[0]);
			corner = kiln_d3_along(corner, (count & 2 ? 1 : -1) * body->half.y, body->side[1]);
			corner = kiln_d3_along(corner, (count & 4 ? 1 : -1) * body->half.z, body->side[2]);
			corners[count] = kiln_d3_to(kiln_place_point(&piece->place, corner));
		}
	if (body->kind == KILN_SHAPE_HULL)
		for (; count < body->hull.vertex_count && count < 256; ++count)
			corners[count] = kiln_d3_to(kiln_place_point(&piece->place, kiln_hull_point(&body->hull, count)));
	return count;
}

const oracle_piece *depth_piece(const oracle_pieces *pieces, uint32_t node, uint32_t triangle)
{
	for (uint32_t i = 0; i < pieces->count; ++i)
		if (pieces->piece[i].node == node && pieces->piece[i].triangle == triangle)
			return &pieces->piece[i];
	fail_msg("an answer names what is not there");
	return NULL;
}
