// SPDX-License-Identifier: MIT
#include "export.h"
#include "palette.h"
#include "shared_mesh.h"
#include "solid_faces.h"

#include "utf8.h"

#include <stdlib.h>
#include <string.h>

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

static void write_node(FILE *out, const kiln_asset *asset, uint32_t index, const shared_mesh *mesh, uint64_t base)
{
	const kiln_format_node *node = &asset->nodes[index];
	bool mirrored = (node->flags & KILN_NODE_MIRRORED) != 0;
	write_group(out, asset, index);
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		write_vertex(out, node->to_asset, mesh->vertices[i]);
	uint32_t material = KILN_NONE;
	for (uint32_t i = 0; i < mesh->face_count; ++i)
	{
		const shared_face *face = &mesh->faces[i];
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
	const uint8_t *color;
} obj_solid;

static void write_solid_vertex(void *user, const float at[3])
{
	obj_solid *solid = user;
	fprintf(solid->out, "v %.9g %.9g %.9g", (double)at[0], (double)at[1], (double)at[2]);
	for (int k = 0; k < 3; ++k)
		fprintf(solid->out, " %.3g", (double)solid->color[k] / 255);
	putc('\n', solid->out);
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

bool export_obj(FILE *out, const kiln_asset *asset)
{
	uint64_t base = 1;
	uint32_t solids = 0;
	fprintf(
		out, "# %lu nodes, %.9g m a unit\n", (unsigned long)asset->node_count, (double)asset->header->metres_per_unit);
	for (uint32_t i = 0; i < asset->node_count && !ferror(out); ++i)
	{
		const kiln_format_node *node = &asset->nodes[i];
		shared_mesh mesh;
		if (node->mesh == KILN_NONE)
		{
			write_group(out, asset, i);
			write_material(out, asset, asset->shapes[node->shape].material);
			obj_solid solid = {out, base, 0, false, palette_color(solids++)};
			solid_faces(asset, node, &(solid_sink){&solid, write_solid_vertex, write_solid_corner});
			base += solid.count;
			continue;
		}
		if (!shared_mesh_make(&mesh, asset, node->mesh))
			return false;
		write_node(out, asset, i, &mesh, base);
		base += mesh.vertex_count;
		shared_mesh_free(&mesh);
	}
	return true;
}
