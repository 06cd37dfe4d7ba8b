// SPDX-License-Identifier: MIT
#include "asset_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static fixture_mesh make(uint32_t vertex_count, uint32_t triangle_count, uint32_t flags)
{
	fixture_mesh mesh = {.vertex_count = vertex_count, .triangle_count = triangle_count, .flags = flags};
	mesh.vertices = malloc(vertex_count * sizeof *mesh.vertices);
	mesh.triangles = malloc(triangle_count * sizeof *mesh.triangles);
	if (!mesh.vertices || !mesh.triangles)
		abort();
	return mesh;
}

fixture_mesh fixture_loose(uint32_t count)
{
	fixture_mesh mesh = {.vertex_count = 3 * count, .triangle_count = count};
	mesh.vertices = calloc(mesh.vertex_count, sizeof *mesh.vertices);
	mesh.triangles = calloc(count, sizeof *mesh.triangles);
	if (!mesh.vertices || !mesh.triangles)
		abort();
	for (uint32_t i = 0; i < 3 * count; ++i)
		mesh.triangles[i / 3][i % 3] = i;
	return mesh;
}

void fixture_mesh_free(fixture_mesh *mesh)
{
	free(mesh->vertices);
	free(mesh->triangles);
	*mesh = (fixture_mesh){0};
}

static void set_vertex(fixture_mesh *mesh, uint32_t i, double x, double y, double z)
{
	mesh->vertices[i][0] = (float)x;
	mesh->vertices[i][1] = (float)y;
	mesh->vertices[i][2] = (float)z;
}

static void set_triangle(fixture_mesh *mesh, uint32_t i, uint32_t a, uint32_t b, uint32_t c)
{
	mesh->triangles[i][0] = a;
	mesh->triangles[i][1] = b;
	mesh->triangles[i][2] = c;
}

fixture_mesh fixture_box(float half_x, float half_y, float half_z)
{
	static const uint32_t triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
		{2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
	fixture_mesh mesh = make(8, 12, KILN_MESH_FLAGS_KNOWN);
	for (uint32_t i = 0; i < 8; ++i)
		set_vertex(&mesh, i, i & 1 ? (double)half_x : -(double)half_x, i & 2 ? (double)half_y : -(double)half_y,
			i & 4 ? (double)half_z : -(double)half_z);
	memcpy(mesh.triangles, triangles, sizeof triangles);
	return mesh;
}

fixture_mesh fixture_sphere(uint32_t rings, uint32_t segments, float radius)
{
	uint32_t vertex_count = (rings - 1) * segments + 2, south = vertex_count - 1, at = 0;
	fixture_mesh mesh = make(vertex_count, 2 * (rings - 1) * segments, KILN_MESH_FLAGS_KNOWN);
	double r = (double)radius;
	set_vertex(&mesh, 0, 0, 0, r);
	set_vertex(&mesh, south, 0, 0, -r);
	for (uint32_t ring = 1; ring < rings; ++ring)
		for (uint32_t i = 0; i < segments; ++i)
		{
			double polar = PI * ring / rings, turn = 2 * PI * i / segments;
			set_vertex(&mesh, 1 + (ring - 1) * segments + i, r * sin(polar) * cos(turn), r * sin(polar) * sin(turn),
				r * cos(polar));
		}
	for (uint32_t i = 0; i < segments; ++i)
	{
		uint32_t next = (i + 1) % segments, last = 1 + (rings - 2) * segments;
		set_triangle(&mesh, at++, 0, 1 + i, 1 + next);
		set_triangle(&mesh, at++, south, last + next, last + i);
		for (uint32_t ring = 1; ring + 1 < rings; ++ring)
		{
			uint32_t upper = 1 + (ring - 1) * segments, lower = upper + segments;
			set_triangle(&mesh, at++, upper + i, lower + i, lower + next);
			set_triangle(&mesh, at++, upper + i, lower + next, upper + next);
		}
	}
	return mesh;
}

fixture_mesh fixture_ground(uint32_t side, uint32_t seed)
{
	uint64_t random = seed;
	uint32_t flags = KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE | KILN_MESH_WOUND, row = side + 1, at = 0;
	if (side == 0)
	{
		fixture_mesh one = make(3, 1, flags);
		set_vertex(&one, 0, 0, 0, 0);
		set_vertex(&one, 1, 1, 0, 0);
		set_vertex(&one, 2, 0, 1, 0);
		set_triangle(&one, 0, 0, 1, 2);
		return one;
	}
	fixture_mesh mesh = make(row * row, 2 * side * side, flags);
	for (uint32_t y = 0; y < row; ++y)
		for (uint32_t x = 0; x < row; ++x)
			set_vertex(&mesh, y * row + x, x, y, (double)fixture_random_unit(&random));
	for (uint32_t y = 0; y < side; ++y)
		for (uint32_t x = 0; x < side; ++x)
		{
			uint32_t corner = y * row + x;
			set_triangle(&mesh, at++, corner, corner + 1, corner + row + 1);
			set_triangle(&mesh, at++, corner, corner + row + 1, corner + row);
		}
	return mesh;
}

fixture_mesh fixture_soup(uint32_t count, float size, uint32_t seed)
{
	uint64_t random = seed;
	fixture_mesh mesh = make(3 * count, count, 0);
	for (uint32_t i = 0; i < count; ++i)
	{
		float center[3];
		for (int axis = 0; axis < 3; ++axis)
			center[axis] = fixture_random_unit(&random);
		for (uint32_t corner = 0; corner < 3; ++corner)
			for (int axis = 0; axis < 3; ++axis)
				mesh.vertices[3 * i + corner][axis] = center[axis] + size * (fixture_random_unit(&random) - 0.5f);
		set_triangle(&mesh, i, 3 * i, 3 * i + 1, 3 * i + 2);
	}
	return mesh;
}
