// SPDX-License-Identifier: MIT
#include "diff_mesh.h"

#include "math/ieee.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/// A triangle by the hash of its corners: two triangles with one hash are less likely than a fault of the hardware.
typedef struct hashed
{
	uint64_t hash;
	uint32_t triangle;
} hashed;

static int compare_hashed(const void *left, const void *right)
{
	const hashed *a = left;
	const hashed *b = right;
	int by_hash = (a->hash > b->hash) - (a->hash < b->hash);
	return by_hash != 0 ? by_hash : (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

// Hashes the corners from the lowest on, by their bytes.
static uint64_t hash_triangle(const kiln_asset *asset, uint32_t mesh, uint32_t triangle)
{
	kiln_vec3 corners[3], from[3];
	(void)kiln_triangle_corners(asset, mesh, triangle, corners);
	int first = memcmp(&corners[1], &corners[0], sizeof *corners) < 0 ? 1 : 0;
	first = memcmp(&corners[2], &corners[first], sizeof *corners) < 0 ? 2 : first;
	for (int k = 0; k < 3; ++k)
		from[k] = corners[(first + k) % 3];
	return XXH3_64bits(from, sizeof from);
}

static hashed *hash_mesh(const kiln_asset *asset, uint32_t mesh)
{
	const uint32_t count = asset->meshes[mesh].triangle_count;
	hashed *list = malloc(count * sizeof *list);
	for (uint32_t i = 0; list != NULL && i < count; ++i)
		list[i] = (hashed){hash_triangle(asset, mesh, i), i};
	if (list != NULL)
		qsort(list, count, sizeof *list, compare_hashed);
	return list;
}

static void take_only(
	const kiln_asset *const asset[2], const uint32_t mesh[2], int side, uint32_t triangle, diff_mesh *out)
{
	kiln_vec3 corners[3];
	(void)kiln_triangle_corners(asset[side], mesh[side], triangle, corners);
	++out->only[side];
	for (int k = 0; k < 3; ++k)
	{
		const kiln_point_query query = {.point = corners[k]};
		const kiln_closest closest = kiln_mesh_closest_point(asset[1 - side], mesh[1 - side], &query);
		if (closest.found && (double)closest.distance > out->farthest)
			out->farthest = (double)closest.distance;
	}
}

bool diff_mesh_compare(const kiln_asset *const asset[2], const uint32_t mesh[2], diff_mesh *out)
{
	*out = (diff_mesh){.farthest = 0};
	hashed *list[2] = {hash_mesh(asset[0], mesh[0]), hash_mesh(asset[1], mesh[1])};
	const uint32_t count[2] = {asset[0]->meshes[mesh[0]].triangle_count, asset[1]->meshes[mesh[1]].triangle_count};
	const bool memory = list[0] == NULL || list[1] == NULL;
	for (uint32_t a = 0, b = 0; !memory && (a < count[0] || b < count[1]);)
	{
		const bool first = b == count[1] || (a < count[0] && list[0][a].hash < list[1][b].hash);
		const bool second = !first && (a == count[0] || list[0][a].hash > list[1][b].hash);
		if (first || second)
			take_only(asset, mesh, second, first ? list[0][a].triangle : list[1][b].triangle, out);
		a += !second;
		b += !first;
	}
	free(list[0]);
	free(list[1]);
	return !memory;
}
