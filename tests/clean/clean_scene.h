// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CLEAN_SCENE_H
#define KILN_TESTS_CLEAN_SCENE_H

#include "clean/clean.h"
#include "clean_shapes.h"

#include <stdio.h>

#define BUILDER_MOST 20000

/// A scene of one or two meshes in static memory, built face by face.
typedef struct scene_builder
{
	float positions[2][BUILDER_MOST][3];
	uint32_t firsts[2][BUILDER_MOST];
	uint32_t corners[2][BUILDER_MOST];
	char name[8];
	art_mesh meshes[2];
	art_scene scene;
} scene_builder;

static inline void builder_reset(scene_builder *builder)
{
	snprintf(builder->name, sizeof builder->name, "mesh");
	for (int i = 0; i < 2; ++i)
	{
		builder->firsts[i][0] = 0;
		builder->meshes[i] = (art_mesh){.name = builder->name,
			.positions = builder->positions[i],
			.face_first = builder->firsts[i],
			.corners = builder->corners[i]};
	}
	builder->scene = (art_scene){.meshes = builder->meshes, .mesh_count = 2};
}

static inline uint32_t builder_vertex(scene_builder *builder, int mesh, float x, float y, float z)
{
	float *p = builder->positions[mesh][builder->meshes[mesh].vertex_count];
	p[0] = x;
	p[1] = y;
	p[2] = z;
	return builder->meshes[mesh].vertex_count++;
}

static inline void builder_face(scene_builder *builder, int mesh, uint32_t count, const uint32_t *corners)
{
	art_mesh *m = &builder->meshes[mesh];
	for (uint32_t i = 0; i < count; ++i)
		builder->corners[mesh][builder->firsts[mesh][m->face_count] + i] = corners[i];
	builder->firsts[mesh][m->face_count + 1] = builder->firsts[mesh][m->face_count] + count;
	++m->face_count;
}

/// Adds a box from -1 to 1 times `size` of six outward quads, each with vertices of its own.
static inline void builder_box(scene_builder *builder, int mesh, const float size[3])
{
	for (int axis = 0; axis < 3; ++axis)
		for (int side = -1; side <= 1; side += 2)
		{
			static const int turn[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
			uint32_t corners[4];
			for (int i = 0; i < 4; ++i)
			{
				const int *t = turn[side > 0 ? i : 3 - i];
				float p[3];
				p[axis] = (float)side * size[axis];
				p[(axis + 1) % 3] = (float)t[0] * size[(axis + 1) % 3];
				p[(axis + 2) % 3] = (float)t[1] * size[(axis + 2) % 3];
				corners[i] = builder_vertex(builder, mesh, p[0], p[1], p[2]);
			}
			builder_face(builder, mesh, 4, corners);
		}
}

/// Returns six times the enclosed volume; negative when the triangles face inwards.
static inline double mesh_volume(const clean_mesh *mesh)
{
	double volume = 0.0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		double normal[3];
		shape_normal(mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]], normal);
		for (int k = 0; k < 3; ++k)
			volume += normal[k] * (double)mesh->vertices[t[0]][k];
	}
	return volume;
}

#endif
