// SPDX-License-Identifier: MIT
#include "pair_oracle.h"

#include "convex/distance/gjk.h"
#include "primitive/triangle/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Three rows of four.
typedef struct long_map
{
	long double m[12];
} long_map;

static long_map of_pose(const kiln_pose *pose)
{
	long double q[4] = {(long double)pose->rotation.x, (long double)pose->rotation.y, (long double)pose->rotation.z,
		(long double)pose->rotation.w};
	long double length = sqrtl(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	if (length == 0)
		q[3] = length = 1;
	for (int i = 0; i < 4; ++i)
		q[i] /= length;
	long double x = q[0], y = q[1], z = q[2], w = q[3], s = pose->scale == 0 ? 1 : (long double)pose->scale;
	return (long_map){{s * (1 - 2 * (y * y + z * z)), s * 2 * (x * y - w * z), s * 2 * (x * z + w * y),
		(long double)pose->translation.x, s * 2 * (x * y + w * z), s * (1 - 2 * (x * x + z * z)),
		s * 2 * (y * z - w * x), (long double)pose->translation.y, s * 2 * (x * z - w * y), s * 2 * (y * z + w * x),
		s * (1 - 2 * (x * x + y * y)), (long double)pose->translation.z}};
}

static long_map of_node(const kiln_format_node *node)
{
	long_map map;
	for (int i = 0; i < 12; ++i)
		map.m[i] = (long double)node->to_asset[i];
	return map;
}

static long_map join(const long_map *outer, const long_map *inner)
{
	long_map map;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 4; ++j)
		{
			long double sum = j == 3 ? outer->m[4 * i + 3] : 0;
			for (int k = 0; k < 3; ++k)
				sum += outer->m[4 * i + k] * inner->m[4 * k + j];
			map.m[4 * i + j] = sum;
		}
	return map;
}

static kiln_place place_of(const long_map *map)
{
	kiln_place place = {.moved = true};
	const long double *m = map->m;
	for (int i = 0; i < 3; ++i)
		place.column[i] = (kiln_d3){(double)m[i], (double)m[4 + i], (double)m[8 + i]};
	place.origin = (kiln_d3){(double)m[3], (double)m[7], (double)m[11]};
	return place;
}

static void add_mesh(
	oracle_pieces *pieces, const kiln_object *object, uint32_t mesh, uint32_t node, const long_map *map)
{
	const kiln_format_mesh *m = &object->asset->meshes[mesh];
	for (uint32_t i = 0; i < m->triangle_count; ++i)
	{
		oracle_piece *piece = &pieces->piece[pieces->count++];
		kiln_vec3 corner[3];
		piece->node = node;
		piece->triangle = m->triangle_first + i;
		if (!kiln_triangle_corners(object->asset, mesh, i, corner))
			abort();
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
			{
				const long double *row = map->m + 4 * axis;
				piece->corner[k][axis] = row[0] * (long double)corner[k].x + row[1] * (long double)corner[k].y +
										 row[2] * (long double)corner[k].z + row[3];
			}
	}
}

static void add_shape(
	oracle_pieces *pieces, const kiln_object *object, uint32_t shape, uint32_t node, const long_map *map)
{
	const kiln_format_shape *s = &object->asset->shapes[shape];
	uint32_t count = s->kind == KILN_SHAPE_MESH ? object->asset->meshes[s->index].triangle_count : 1;
	pieces->piece = realloc(pieces->piece, (pieces->count + count) * sizeof *pieces->piece);
	if (!pieces->piece)
		abort();
	memset(pieces->piece + pieces->count, 0, count * sizeof *pieces->piece);
	if (s->kind == KILN_SHAPE_MESH)
	{
		add_mesh(pieces, object, s->index, node, map);
		return;
	}
	oracle_piece *piece = &pieces->piece[pieces->count++];
	piece->node = node;
	piece->triangle = KILN_NONE;
	piece->body = kilni_body_of(object->asset, s);
	piece->place = place_of(map);
}

oracle_pieces pair_oracle_of(const kiln_object *object)
{
	oracle_pieces pieces = {0};
	const long_map pose = of_pose(&object->pose);
	if (object->shape != KILN_NONE)
	{
		add_shape(&pieces, object, object->shape, KILN_NONE, &pose);
		return pieces;
	}
	for (uint32_t node = 0; node < object->asset->node_count; ++node)
	{
		const long_map own = of_node(&object->asset->nodes[node]), map = join(&pose, &own);
		add_shape(&pieces, object, object->asset->nodes[node].shape, node, &map);
	}
	return pieces;
}

void pair_oracle_free(oracle_pieces *pieces)
{
	free(pieces->piece);
	*pieces = (oracle_pieces){0};
}

oracle_piece pair_oracle_point(kiln_vec3 point)
{
	oracle_piece piece = {.node = KILN_NONE, .triangle = 0};
	for (int k = 0; k < 3; ++k)
	{
		piece.corner[k][0] = (long double)point.x;
		piece.corner[k][1] = (long double)point.y;
		piece.corner[k][2] = (long double)point.z;
	}
	return piece;
}

static void see(const oracle_piece *piece, const long double eye[3], kiln_d3 seen[3])
{
	for (int k = 0; k < 3; ++k)
		seen[k] = (kiln_d3){(double)(piece->corner[k][0] - eye[0]), (double)(piece->corner[k][1] - eye[1]),
			(double)(piece->corner[k][2] - eye[2])};
}

static kiln_convex convex_of(const oracle_piece *piece, kiln_d3 eye)
{
	const long double at[3] = {(long double)eye.x, (long double)eye.y, (long double)eye.z};
	kiln_d3 seen[3];
	if (piece->triangle == KILN_NONE)
		return kilni_convex_of(&piece->body, &piece->place, eye);
	see(piece, at, seen);
	return kilni_convex_of_triangle(seen);
}

double pair_oracle_gap(const oracle_piece *a, const oracle_piece *b)
{
	if (a->triangle != KILN_NONE && b->triangle != KILN_NONE)
	{
		kiln_d3 one[3], other[3];
		see(a, a->corner[0], one);
		see(b, a->corner[0], other);
		return sqrt(kilni_triangles_distance2(one, other, NULL, NULL));
	}
	kiln_d3 eye = a->triangle == KILN_NONE ? a->place.origin : b->place.origin;
	const kiln_convex one = convex_of(a, eye), other = convex_of(b, eye);
	const double radius = one.margin + other.margin;
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(&one, (kiln_d3){0, 0, 0}, &other, (kiln_enough){radius, HUGE_VAL, 0, 0}, &simplex, &gap);
	return fmax(gap.upper - radius - gap.rounding, 0);
}
