// SPDX-License-Identifier: MIT
#include "view.h"

#include "dump/export/solid_faces.h"

#include <stdlib.h>
#include <string.h>

uint32_t view_triangles(const kiln_asset *asset, uint32_t mesh, uint32_t first, uint32_t count, float (*corners)[9],
	uint32_t (*records)[VIEW_TRIANGLE_RECORD])
{
	uint32_t stored = 0;
	for (; stored < count; ++stored)
	{
		kiln_vec3 own[3];
		if (first + stored < first || !kiln_triangle_corners(asset, mesh, first + stored, own))
			break;
		const kiln_source source = kiln_triangle_source(asset, mesh, first + stored);
		for (int k = 0; k < 3; ++k)
		{
			memcpy(corners[stored] + 3 * k, (const float[3]){own[k].x, own[k].y, own[k].z}, 3 * sizeof(float));
		}
		const uint32_t edges = kiln_triangle_edges(asset, mesh, first + stored);
		memcpy(records[stored], (const uint32_t[]){source.face, source.part, source.material, edges}, sizeof *records);
	}
	return stored;
}

// The surface of a solid in the making.
typedef struct solid_reader
{
	view_solid *solid;
	float (*vertices)[3];
	uint32_t vertex_count, vertex_capacity;
	uint32_t face;
	uint32_t corner;		  ///< of the face so far
	uint32_t first, previous; ///< vertices of the face's fan
} solid_reader;

static void take_vertex(void *user, const float at[3])
{
	solid_reader *reader = user;
	if (reader->vertex_count == reader->vertex_capacity)
	{
		uint32_t capacity = reader->vertex_capacity < 256 ? 256 : reader->vertex_capacity * 2;
		void *more = capacity > 1u << 28 ? NULL : realloc(reader->vertices, capacity * sizeof *reader->vertices);
		if (more == NULL)
		{
			reader->solid->lost = true;
			return;
		}
		reader->vertices = more;
		reader->vertex_capacity = capacity;
	}
	memcpy(reader->vertices[reader->vertex_count++], at, sizeof *reader->vertices);
}

static bool grow(view_solid *solid)
{
	uint32_t capacity = solid->capacity < 256 ? 256 : solid->capacity * 2;
	void *triangles = capacity > 1u << 26 ? NULL : realloc(solid->triangles, capacity * sizeof *solid->triangles);
	solid->triangles = triangles != NULL ? triangles : solid->triangles;
	void *faces = triangles == NULL ? NULL : realloc(solid->faces, capacity * sizeof *solid->faces);
	solid->faces = faces != NULL ? faces : solid->faces;
	solid->capacity = faces != NULL ? capacity : solid->capacity;
	return faces != NULL;
}

static void add_triangle(solid_reader *reader, uint32_t a, uint32_t b, uint32_t c)
{
	view_solid *solid = reader->solid;
	const uint32_t corners[3] = {a, b, c};
	// A vertex that was lost has no place.
	if (solid->lost || (solid->count == solid->capacity && !grow(solid)))
	{
		solid->lost = true;
		return;
	}
	for (int k = 0; k < 3; ++k)
		memcpy(solid->triangles[solid->count] + 3 * k, reader->vertices[corners[k]], sizeof *reader->vertices);
	solid->faces[solid->count++] = reader->face;
}

static void take_corner(void *user, uint32_t vertex, bool ends)
{
	solid_reader *reader = user;
	if (reader->corner == 0)
		reader->first = vertex;
	else if (reader->corner > 1)
		add_triangle(reader, reader->first, reader->previous, vertex);
	reader->previous = vertex;
	++reader->corner;
	if (ends)
	{
		reader->corner = 0;
		++reader->face;
	}
}

void view_solid_triangles(view_solid *solid, const kiln_asset *asset, uint32_t shape)
{
	if (shape >= asset->shape_count || asset->shapes[shape].kind == KILN_SHAPE_MESH)
		return;
	const kiln_format_node node = {.to_asset = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
		.mesh = KILN_NONE,
		.shape = shape,
		.flags = KILN_NODE_IDENTITY};
	solid_reader reader = {.solid = solid};
	solid_faces(asset, &node, &(solid_sink){&reader, take_vertex, take_corner});
	free(reader.vertices);
}

void view_solid_free(view_solid *solid)
{
	free(solid->triangles);
	free(solid->faces);
	*solid = (view_solid){0};
}
