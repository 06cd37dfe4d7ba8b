// SPDX-License-Identifier: MIT
#include "pack_case.h"

#include <stdlib.h>
#include <string.h>

static fixture_mesh transformed(fixture_mesh mesh, float scale, float offset)
{
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			mesh.vertices[i][axis] = mesh.vertices[i][axis] * scale + offset;
	return mesh;
}

/// Triangles of all sizes around the same center, none equal to another.
static fixture_mesh concentric(uint32_t count)
{
	fixture_mesh mesh = fixture_loose(count);
	for (uint32_t i = 0; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float size = (float)(i + 1);
			mesh.vertices[3 * i][axis] = -size;
			mesh.vertices[3 * i + 1][axis] = size;
			mesh.vertices[3 * i + 2][axis] = axis == 1 ? size : -size;
		}
	return mesh;
}

/// Makes triangles, each `ratio` times as far out as the previous one, starting at `start`.
static fixture_mesh exponential(uint32_t count, float start, float ratio)
{
	fixture_mesh mesh = fixture_loose(count);
	float at = start;
	for (uint32_t i = 0; i < count; ++i, at *= ratio)
		for (int k = 0; k < 3; ++k)
			for (int axis = 0; axis < 3; ++axis)
				mesh.vertices[3 * i + (uint32_t)k][axis] = k == axis ? at * 1.25f : at;
	return mesh;
}

/// Slender triangles across each other.
static fixture_mesh needles(uint32_t count)
{
	fixture_mesh mesh = fixture_soup(count, 0.01f, 8);
	for (uint32_t i = 0; i < count; i += 2)
		mesh.vertices[mesh.triangles[i][0]][i / 2 % 3] += 3;
	return mesh;
}

/// All in one plane.
static fixture_mesh flat(uint32_t side)
{
	fixture_mesh mesh = fixture_ground(side, 6);
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		mesh.vertices[i][2] = 0.1f;
	return mesh;
}

fixture_mesh pack_shape_plain(void)
{
	return fixture_sphere(12, 17, 1);
}

fixture_mesh pack_shape_peeled(void)
{
	return exponential(130, 1e-44f, 1.5f);
}

fixture_mesh pack_shape(int number)
{
	switch (number)
	{
	case 0:
		return fixture_ground(0, 0);
	case 1:
		return fixture_ground(2, 1);
	case 2:
		return pack_shape_plain();
	case 3:
		return fixture_soup(700, 0.1f, 2);
	case 4:
		return transformed(fixture_soup(300, 0.4f, 3), 1e-38f, 0);
	case 5:
		return transformed(fixture_soup(300, 0.4f, 4), 7e11f, -2e11f);
	case 6:
		return transformed(fixture_sphere(9, 13, 1), 100, 1e6f);
	case 7:
		return transformed(fixture_soup(300, 0.4f, 5), 1e-3f, -7e9f);
	case 8:
		return concentric(10000);
	case 9:
		return exponential(100, 1e-18f, 2);
	case 10:
		return exponential(130, 1e-38f, 2.4f);
	case 11:
		return pack_shape_peeled();
	case 12:
		return needles(400);
	default:
		return flat(20);
	}
}

clean_mesh pack_clean(const fixture_mesh *mesh)
{
	return (clean_mesh){.vertices = mesh->vertices,
		.vertex_count = mesh->vertex_count,
		.triangles = mesh->triangles,
		.triangle_count = mesh->triangle_count};
}

build_box *pack_boxes_random(uint32_t count, float scale, float offset, uint64_t seed)
{
	build_box *boxes = calloc(count, sizeof *boxes);
	if (!boxes)
		abort();
	for (uint32_t i = 0; i < count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float size = fixture_random(&seed) % 4 ? fixture_random_unit(&seed) * 0.2f : 0;
			boxes[i].min[axis] = fixture_random_unit(&seed) * scale + offset;
			boxes[i].max[axis] = boxes[i].min[axis] + size * scale;
		}
	return boxes;
}
