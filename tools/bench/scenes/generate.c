// SPDX-License-Identifier: MIT
#include "generate.h"

#include "bench/figures/timing.h"
#include "meshes.h"

#include <math.h>

/// A number in [-1, 1) for a lattice point: integer hash (finaliser of MurmurHash3, Appleby 2011).
static double lattice(uint64_t seed, int64_t x, int64_t y, int64_t z)
{
	uint64_t h = seed ^ (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^
				 (uint64_t)z * 0x165667b19e3779f9u;
	h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
	h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
	h ^= h >> 33;
	return (double)(h >> 11) / 4503599627370496.0 - 1;
}

static double smooth(double t)
{
	return t * t * (3 - 2 * t);
}

/// Value noise (Perlin's smoothing between lattice values), in [-1, 1).
static double noise(uint64_t seed, const double p[3])
{
	double base[3], s[3];
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		base[axis] = floor(p[axis]);
		s[axis] = smooth(p[axis] - base[axis]);
	}
	int64_t x = (int64_t)base[0], y = (int64_t)base[1], z = (int64_t)base[2];
	double plane[2];
	for (int64_t k = 0; k < 2; ++k)
	{
		double near = lattice(seed, x, y, z + k) * (1 - s[0]) + lattice(seed, x + 1, y, z + k) * s[0];
		double far = lattice(seed, x, y + 1, z + k) * (1 - s[0]) + lattice(seed, x + 1, y + 1, z + k) * s[0];
		plane[k] = near * (1 - s[1]) + far * s[1];
	}
	return plane[0] * (1 - s[2]) + plane[1] * s[2];
}

/// Octaves of noise, each of twice the frequency and half the height; in (-2, 2).
static double fractal(uint64_t seed, const double p[3])
{
	double sum = 0, height = 1;
	double q[3] = {p[0], p[1], p[2]};
	for (uint64_t octave = 0; octave < 7; ++octave)
	{
		sum += height * noise(seed + octave, q);
		height /= 2;
		for (uint32_t axis = 0; axis < 3; ++axis)
			q[axis] *= 2;
	}
	return sum;
}

static void allocate(clean_mesh *mesh, uint32_t vertex_count, uint32_t triangle_count)
{
	*mesh = (clean_mesh){.vertex_count = vertex_count, .triangle_count = triangle_count};
	// Bullet and Embree read the last vertex as four floats.
	mesh->vertices = bench_memory((size_t)vertex_count + 2, sizeof *mesh->vertices);
	mesh->triangles = bench_memory(triangle_count, sizeof *mesh->triangles);
	mesh->faces = bench_memory(triangle_count, sizeof *mesh->faces);
	for (uint32_t i = 0; i < triangle_count; ++i)
		mesh->faces[i] = i;
}

static void set_triangle(uint32_t corners[3], uint32_t a, uint32_t b, uint32_t c)
{
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
}

/// `bumps`: as a share of those of generate_sphere.
static void sphere_vertex(float out[3], double angle, double turn, double bumps, uint64_t seed)
{
	double p[3] = {sin(angle) * cos(turn), sin(angle) * sin(turn), cos(angle)};
	double q[3] = {4 * p[0], 4 * p[1], 4 * p[2]};
	double radius = 1 + bumps * fractal(seed, q) / 8;
	for (uint32_t axis = 0; axis < 3; ++axis)
		out[axis] = (float)(p[axis] * radius);
}

static void make_sphere(clean_mesh *mesh, uint32_t rings, double bumps, uint64_t seed)
{
	const double pi = 3.14159265358979323846;
	uint32_t segments = 2 * rings;
	allocate(mesh, segments * (rings - 1) + 2, 2 * segments * (rings - 1));
	sphere_vertex(mesh->vertices[0], 0, 0, bumps, seed);
	sphere_vertex(mesh->vertices[mesh->vertex_count - 1], pi, 0, bumps, seed);
	for (uint32_t ring = 1; ring < rings; ++ring)
		for (uint32_t i = 0; i < segments; ++i)
			sphere_vertex(
				mesh->vertices[1 + (ring - 1) * segments + i], pi * ring / rings, 2 * pi * i / segments, bumps, seed);
	uint32_t(*out)[3] = mesh->triangles;
	for (uint32_t ring = 0; ring < rings; ++ring)
		for (uint32_t i = 0; i < segments; ++i)
		{
			uint32_t next = (i + 1) % segments;
			uint32_t upper = 1 + (ring - 1) * segments, lower = 1 + ring * segments;
			if (ring == 0)
				set_triangle(*out++, 0, 1 + i, 1 + next);
			else if (ring + 1 == rings)
				set_triangle(*out++, upper + i, mesh->vertex_count - 1, upper + next);
			else
			{
				set_triangle(*out++, upper + i, lower + i, lower + next);
				set_triangle(*out++, upper + i, lower + next, upper + next);
			}
		}
}

void generate_sphere(clean_mesh *mesh, uint32_t rings, uint64_t seed)
{
	make_sphere(mesh, rings, 1, seed);
}

void generate_ball(clean_mesh *mesh, uint32_t rings)
{
	make_sphere(mesh, rings, 0, 0);
}

void generate_cube(clean_mesh *mesh)
{
	allocate(mesh, 8, 12);
	for (uint32_t i = 0; i < 8; ++i)
		for (uint32_t axis = 0; axis < 3; ++axis)
			mesh->vertices[i][axis] = i >> axis & 1 ? 1.0f : -1.0f;
	uint32_t(*out)[3] = mesh->triangles;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		uint32_t u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3, top = 1u << axis;
		set_triangle(*out++, 0, v, u | v);
		set_triangle(*out++, 0, u | v, u);
		set_triangle(*out++, top, top | u, top | u | v);
		set_triangle(*out++, top, top | u | v, top | v);
	}
}

void generate_terrain(clean_mesh *mesh, uint32_t side, uint64_t seed)
{
	uint32_t row = side + 1;
	allocate(mesh, row * row, 2 * side * side);
	for (uint32_t y = 0; y < row; ++y)
		for (uint32_t x = 0; x < row; ++x)
		{
			float *out = mesh->vertices[y * row + x];
			double p[3] = {8.0 * x / side, 8.0 * y / side, 0.5};
			out[0] = (float)(100.0 * x / side);
			out[1] = (float)(100.0 * y / side);
			out[2] = (float)(10 * fractal(seed, p));
		}
	uint32_t(*out)[3] = mesh->triangles;
	for (uint32_t y = 0; y < side; ++y)
		for (uint32_t x = 0; x < side; ++x)
		{
			uint32_t corner = y * row + x;
			set_triangle(*out++, corner, corner + 1, corner + row + 1);
			set_triangle(*out++, corner, corner + row + 1, corner + row);
		}
}

void generate_soup(clean_mesh *mesh, uint32_t count, uint64_t seed)
{
	allocate(mesh, 3 * count, count);
	bench_random random = bench_random_make(seed);
	double size = 6 / sqrt((double)count);
	for (uint32_t i = 0; i < count; ++i)
	{
		double center[3];
		for (uint32_t axis = 0; axis < 3; ++axis)
			center[axis] = bench_random_unit(&random);
		for (uint32_t corner = 0; corner < 3; ++corner)
		{
			double offset[3];
			bench_random_ball(&random, offset);
			for (uint32_t axis = 0; axis < 3; ++axis)
				mesh->vertices[3 * i + corner][axis] = (float)(center[axis] + size * offset[axis]);
			mesh->triangles[i][corner] = 3 * i + corner;
		}
	}
}
