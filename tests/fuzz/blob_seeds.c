// SPDX-License-Identifier: MIT
#include "blob_seeds.h"

#include "solid_seeds.h"

#include <string.h>

// FNV-1a over words (Fowler, Noll, Vo 1991).
uint64_t blob_seed_hash(const uint8_t *data, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325u;
	for (size_t at = 0; at + 8 <= size; at += 8)
	{
		uint64_t word;
		memcpy(&word, data + at, sizeof word);
		hash = (hash ^ word) * 0x100000001b3u;
		hash ^= hash >> 29;
	}
	return hash;
}

/// Makes many different nodes of one mesh under a deep scene tree.
static bool make_crowd(fixture_blob *blob)
{
	fixture_mesh mesh = fixture_box(0.5f, 0.5f, 0.5f);
	fixture_node nodes[20];
	for (uint32_t i = 0; i < 20; ++i)
		nodes[i] = (fixture_node){.placed = i != 0,
			.to_asset = {1 + 0.1 * i, 0.2, 0, i % 5, 0, 1, -0.1, i / 5, 0, 0.1 * i, i % 2 ? 1 : -1, 0.25 * i},
			.tag = i};
	bool made = fixture_blob_make(blob, &mesh, 1, nodes, 20);
	fixture_mesh_free(&mesh);
	return made;
}

bool blob_seed_make(size_t i, fixture_blob *blob)
{
	fixture_node node = {.tag = 3};
	fixture_mesh mesh = {0};
	bool made = false;
	switch (i)
	{
	case 0:
		mesh = fixture_ground(0, 1);
		break;
	case 1:
		mesh = fixture_soup(9, 0.7f, 5);
		break;
	case 2:
		mesh = fixture_sphere(6, 7, 2);
		mesh.part_count = 3;
		break;
	case 3:
		mesh = fixture_ground(7, 2);
		break;
	case 4:
		made = make_crowd(blob);
		break;
	case 5:
		made = fixture_blob_small(blob);
		break;
	default:
		made = solid_seed_make(i - 6, blob);
		break;
	}
	if (mesh.triangle_count)
		made = fixture_blob_make(blob, &mesh, 1, &node, 1);
	fixture_mesh_free(&mesh);
	return made;
}
