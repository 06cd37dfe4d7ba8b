// SPDX-License-Identifier: MIT
#include "report.h"
#include "solid_faces.h"

#include "tree/layout.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

typedef struct obj_face
{
	uint32_t corners[3];
	uint32_t part;
	uint32_t triangle;
} obj_face;

// A mesh whose vertices are shared again: leaves repeat the vertices on their borders.
typedef struct obj_mesh
{
	kiln_vec3 *vertices;
	uint32_t vertex_count;
	uint32_t *table; // open addressing, vertex number + 1
	uint64_t table_mask;
	obj_face *faces;
	uint32_t face_count;
} obj_mesh;

static uint64_t hash_vertex(const kiln_vec3 *vertex)
{
	uint32_t bits[3];
	memcpy(bits, vertex, sizeof bits);
	uint64_t hash = bits[0] * 0x9e3779b97f4a7c15u;
	hash = (hash ^ hash >> 32 ^ bits[1]) * 0x9e3779b97f4a7c15u;
	hash = (hash ^ hash >> 32 ^ bits[2]) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint32_t vertex_number(obj_mesh *mesh, kiln_vec3 vertex)
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

static void add_leaf(obj_mesh *mesh, const kiln_asset *asset, uint32_t index, const kiln_leaf *leaf)
{
	for (uint32_t i = 0; i < leaf->triangle_count; ++i)
	{
		kiln_vec3 corners[3];
		kiln_leaf_triangle(leaf, i, corners);
		obj_face *face = &mesh->faces[mesh->face_count++];
		face->triangle = leaf->triangle + i;
		face->part = kiln_triangle_source(asset, index, face->triangle).part;
		for (int k = 0; k < 3; ++k)
			face->corners[k] = vertex_number(mesh, corners[k]);
	}
}

// A mesh's leaves follow each other without a gap.
static void collect(obj_mesh *mesh, const kiln_asset *asset, uint32_t index)
{
	const kiln_format_mesh *m = &asset->meshes[index];
	kiln_tree tree = kiln_mesh_tree(asset, index);
	uint32_t unit = 0;
	while (mesh->face_count < m->triangle_count && unit < m->leaf_units)
	{
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit);
		add_leaf(mesh, asset, index, &leaf);
		unit += kiln_format_leaf_size(leaf.triangle_count, leaf.vertex_count) / KILN_LEAF_UNIT;
	}
}

static int compare_faces(const void *left, const void *right)
{
	const obj_face *a = left;
	const obj_face *b = right;
	int by_part = (a->part > b->part) - (a->part < b->part);
	return by_part != 0 ? by_part : (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static void obj_mesh_free(obj_mesh *mesh)
{
	free(mesh->vertices);
	free(mesh->table);
	free(mesh->faces);
}

static bool obj_mesh_make(obj_mesh *mesh, const kiln_asset *asset, uint32_t index)
{
	// Every vertex takes 12 bytes of a leaf, and every triangle has three corners: both bound the number of distinct
	// vertices.
	const kiln_format_mesh *m = &asset->meshes[index];
	uint64_t stored = (uint64_t)m->leaf_units * KILN_LEAF_UNIT / sizeof(kiln_vec3);
	uint64_t bound = (uint64_t)m->triangle_count * 3 < stored ? (uint64_t)m->triangle_count * 3 : stored;
	uint64_t slots = 16;
	while (slots < bound * 2)
		slots *= 2;
	*mesh = (obj_mesh){.table_mask = slots - 1};
	if (bound > SIZE_MAX / sizeof *mesh->vertices || slots > SIZE_MAX / sizeof *mesh->table)
		return false;
	mesh->vertices = malloc((size_t)bound * sizeof *mesh->vertices);
	mesh->table = calloc((size_t)slots, sizeof *mesh->table);
	mesh->faces = calloc(m->triangle_count, sizeof *mesh->faces);
	if (mesh->vertices == NULL || mesh->table == NULL || mesh->faces == NULL)
	{
		obj_mesh_free(mesh);
		return false;
	}
	collect(mesh, asset, index);
	qsort(mesh->faces, mesh->face_count, sizeof *mesh->faces, compare_faces);
	return true;
}

// OBJ names end at blanks and lines have no escapes. Some readers break lines at Unicode separators.
static void write_word(FILE *out, const char *text)
{
	for (size_t left = strlen(text), length = 0; left > 0; left -= length, text += length)
	{
		length = utf8_sequence(text, left);
		uint32_t c = length > 0 ? utf8_character(text, length) : 0;
		length = length > 0 ? length : 1;
		if (c == ' ' || c == '#' || c == '\\' || utf8_is_control(c))
			putc('_', out);
		else
			fwrite(text, 1, length, out);
	}
}

static void write_material(FILE *out, const kiln_asset *asset, uint32_t material)
{
	const char *name = material < asset->material_count ? kiln_name(asset, asset->materials[material].name) : "";
	fputs("usemtl ", out);
	if (name[0] != '\0')
		write_word(out, name);
	else
		fprintf(out, "material_%lu", (unsigned long)material);
	putc('\n', out);
}

static void write_vertex(FILE *out, const float m[12], kiln_vec3 p)
{
	double position[3];
	for (int row = 0; row < 3; ++row, m += 4)
	{
		position[row] =
			(double)m[0] * (double)p.x + (double)m[1] * (double)p.y + (double)m[2] * (double)p.z + (double)m[3];
	}
	fprintf(
		out, "v %.9g %.9g %.9g\n", (double)(float)position[0], (double)(float)position[1], (double)(float)position[2]);
}

static void write_group(FILE *out, const kiln_asset *asset, uint32_t index)
{
	fprintf(out, "g node_%lu_", (unsigned long)index);
	write_word(out, kiln_name(asset, asset->nodes[index].name));
	putc('\n', out);
}

static void write_node(FILE *out, const kiln_asset *asset, uint32_t index, const obj_mesh *mesh, uint64_t base)
{
	const kiln_format_node *node = &asset->nodes[index];
	bool mirrored = (node->flags & KILN_NODE_MIRRORED) != 0;
	write_group(out, asset, index);
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		write_vertex(out, node->to_asset, mesh->vertices[i]);
	uint32_t material = KILN_NONE;
	for (uint32_t i = 0; i < mesh->face_count; ++i)
	{
		const obj_face *face = &mesh->faces[i];
		uint32_t own = face->part < asset->part_count ? asset->parts[face->part].material : KILN_NONE;
		if (i == 0 || own != material)
		{
			write_material(out, asset, own);
			material = own;
		}
		fprintf(out, "f %llu %llu %llu\n", (unsigned long long)(base + face->corners[0]),
			(unsigned long long)(base + face->corners[mirrored ? 2 : 1]),
			(unsigned long long)(base + face->corners[mirrored ? 1 : 2]));
	}
}

// The OBJ lines of a solid. Vertices count from `base`.
typedef struct obj_solid
{
	FILE *out;
	uint64_t base;
	uint64_t count; ///< vertices so far
	bool begun;		///< a face has corners
} obj_solid;

static void write_solid_vertex(void *user, const float at[3])
{
	obj_solid *solid = user;
	fprintf(solid->out, "v %.9g %.9g %.9g\n", (double)at[0], (double)at[1], (double)at[2]);
	++solid->count;
}

static void write_solid_corner(void *user, uint32_t vertex, bool ends)
{
	obj_solid *solid = user;
	fprintf(solid->out, solid->begun ? " %llu" : "f %llu", (unsigned long long)(solid->base + vertex));
	solid->begun = !ends;
	if (ends)
		putc('\n', solid->out);
}

bool report_obj(FILE *out, const kiln_asset *asset)
{
	uint64_t base = 1;
	fprintf(
		out, "# %lu nodes, %.9g m a unit\n", (unsigned long)asset->node_count, (double)asset->header->metres_per_unit);
	for (uint32_t i = 0; i < asset->node_count && !ferror(out); ++i)
	{
		const kiln_format_node *node = &asset->nodes[i];
		obj_mesh mesh;
		if (node->mesh == KILN_NONE)
		{
			write_group(out, asset, i);
			write_material(out, asset, asset->shapes[node->shape].material);
			obj_solid solid = {out, base, 0, false};
			solid_faces(asset, node, &(solid_sink){&solid, write_solid_vertex, write_solid_corner});
			base += solid.count;
			continue;
		}
		if (!obj_mesh_make(&mesh, asset, node->mesh))
			return false;
		write_node(out, asset, i, &mesh, base);
		base += mesh.vertex_count;
		obj_mesh_free(&mesh);
	}
	return true;
}
