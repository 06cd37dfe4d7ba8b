// SPDX-License-Identifier: MIT
#include "shared_mesh.h"

#include "tree/layout.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_vertex(const kiln_vec3 *vertex)
{
	uint32_t bits[3];
	memcpy(bits, vertex, sizeof bits);
	uint64_t hash = bits[0] * 0x9e3779b97f4a7c15u;
	hash = (hash ^ hash >> 32 ^ bits[1]) * 0x9e3779b97f4a7c15u;
	hash = (hash ^ hash >> 32 ^ bits[2]) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint32_t vertex_number(shared_mesh *mesh, kiln_vec3 vertex)
{
	uint64_t slot = hash_vertex(&vertex) & mesh->table_mask;
	while (mesh->table[slot] != 0)
	{
		uint32_t known = mesh->table[slot] - 1;
		if (memcmp(&mesh->vertices[known], &vertex, sizeof vertex) == 0)
			return known;
		slot = (slot + 1) & mesh->table_mask;
	}
	mesh->vertices[mesh->vertex_count++] = vertex;
	mesh->table[slot] = mesh->vertex_count;
	return mesh->vertex_count - 1;
}

static void add_leaf(shared_mesh *mesh, const kiln_asset *asset, uint32_t index, const kiln_leaf *leaf)
{
	for (uint32_t i = 0; i < leaf->triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		kiln_leaf_triangle(leaf, i, corners);
		shared_face *face = &mesh->faces[mesh->face_count++];
		face->triangle = leaf->triangle + i;
		face->part = kiln_triangle_source(asset, index, face->triangle).part;
		for (int k = 0; k < 3; ++k)
			face->corners[k] = vertex_number(mesh, corners[k]);
	}
}

// A mesh's leaves follow each other without a gap.
static void collect(shared_mesh *mesh, const kiln_asset *asset, uint32_t index)
{
	const kiln_format_mesh *m = &asset->meshes[index];
	kiln_tree tree = kiln_mesh_tree(asset, index);
	uint32_t unit = 0;
	while (mesh->face_count < m->triangle_count && unit < m->leaf_units)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		add_leaf(mesh, asset, index, &leaf);
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
}

static int compare_faces(const void *left, const void *right)
{
	const shared_face *a = left;
	const shared_face *b = right;
	int by_part = (a->part > b->part) - (a->part < b->part);
	return by_part != 0 ? by_part : (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

void shared_mesh_free(shared_mesh *mesh)
{
	free(mesh->vertices);
	free(mesh->table);
	free(mesh->faces);
}

bool shared_mesh_make(shared_mesh *mesh, const kiln_asset *asset, uint32_t index)
{
	// Every vertex takes 12 bytes of a leaf, and every triangle has three corners: both bound the number of distinct
	// vertices.
	const kiln_format_mesh *m = &asset->meshes[index];
	uint64_t stored = (uint64_t)m->leaf_units * KILN_LEAF_UNIT / sizeof(kiln_vec3);
	uint64_t bound = (uint64_t)m->triangle_count * 3 < stored ? (uint64_t)m->triangle_count * 3 : stored;
	uint64_t slots = 16;
	while (slots < bound * 2)
		slots *= 2;
	*mesh = (shared_mesh){.table_mask = slots - 1};
	if (bound > SIZE_MAX / sizeof *mesh->vertices || slots > SIZE_MAX / sizeof *mesh->table)
		return false;
	mesh->vertices = malloc((size_t)bound * sizeof *mesh->vertices);
	mesh->table = calloc((size_t)slots, sizeof *mesh->table);
	mesh->faces = calloc(m->triangle_count, sizeof *mesh->faces);
	if (mesh->vertices == NULL || mesh->table == NULL || mesh->faces == NULL)
	{
		shared_mesh_free(mesh);
		return false;
	}
	collect(mesh, asset, index);
	qsort(mesh->faces, mesh->face_count, sizeof *mesh->faces, compare_faces);
	return true;
}
