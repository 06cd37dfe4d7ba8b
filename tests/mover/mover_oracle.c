// SPDX-License-Identifier: MIT
#include "mover_oracle.h"

#include "exact/exact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void add_face(oracle_faces *faces, const double *a, const double *b, const double *c)
{
	assert_true(faces->count < ORACLE_FACES);
	double(*corners)[3] = faces->corners[faces->count++];
	memcpy(corners[0], a, sizeof corners[0]);
	memcpy(corners[1], b, sizeof corners[1]);
	memcpy(corners[2], c, sizeof corners[2]);
}

/// Whether all points are on one side of the plane of three of them.
static bool is_face(double (*points)[3], uint32_t count, const uint32_t corners[3])
{
	bool below = false, above = false;
	for (uint32_t i = 0; i < count; i++)
	{
		const int side = exact_orient3d(points[corners[0]], points[corners[1]], points[corners[2]], points[i]);
		below |= side < 0;
		above |= side > 0;
	}
	return below != above;
}

static void add_solid(oracle_faces *faces, const kiln_convex_points *cloud, kiln_vec3 place)
{
	double points[LEVEL_POINTS][3];
	uint32_t corners[3];
	for (uint32_t i = 0; i < cloud->count; i++)
	{
		points[i][0] = (double)cloud->points[i].x + (double)place.x;
		points[i][1] = (double)cloud->points[i].y + (double)place.y;
		points[i][2] = (double)cloud->points[i].z + (double)place.z;
	}
	for (corners[0] = 0; corners[0] < cloud->count; corners[0]++)
		for (corners[1] = corners[0] + 1; corners[1] < cloud->count; corners[1]++)
			for (corners[2] = corners[1] + 1; corners[2] < cloud->count; corners[2]++)
				if (is_face(points, cloud->count, corners))
					add_face(faces, points[corners[0]], points[corners[1]], points[corners[2]]);
}

void oracle_collect(const mover_level *level, oracle_faces *faces)
{
	double corners[3][3];
	faces->count = 0;
	for (uint32_t i = 0; i < level->triangle_count; i++)
	{
		for (int k = 0; k < 3; k++)
			for (int axis = 0; axis < 3; axis++)
				corners[k][axis] = (double)level->vertices[level->triangles[i][k]][axis];
		add_face(faces, corners[0], corners[1], corners[2]);
	}
	for (uint32_t i = 0; i < level->solid_count; i++)
		if (level->solids[i].kind == KILN_CONVEX_POINTS)
			add_solid(faces, &level->solids[i].points, level->poses[i].translation);
}

oracle_core oracle_core_of(uint32_t kind)
{
	static const oracle_core cores[LEVEL_BODIES] = {
		{-0.25f, 0.25f}, {-0.25f, 0.25f}, {-0.25f, 0.25f}, {0.5f, 0.875f}, {-0.125f, 0.125f}, {-0.25f, 0.25f}};
	return cores[kind % LEVEL_BODIES];
}

/// Whether a segment meets a triangle, which is not in one plane with it. Touching counts.
static bool meets(const double p[3], const double q[3], const double *a, const double *b, const double *c)
{
	const int above = exact_orient3d(a, b, c, p), below = exact_orient3d(a, b, c, q);
	if (above == below)
		return false;
	const int i = exact_orient3d(p, q, a, b), j = exact_orient3d(p, q, b, c), k = exact_orient3d(p, q, c, a);
	return (i >= 0 && j >= 0 && k >= 0) || (i <= 0 && j <= 0 && k <= 0);
}

bool oracle_passes(const oracle_faces *faces, oracle_core core, kiln_vec3 from, kiln_vec3 to)
{
	double corners[4][3]; // in turn around the parallelogram
	for (int i = 0; i < 4; i++)
	{
		const kiln_vec3 at = i == 0 || i == 3 ? from : to;
		corners[i][0] = (double)at.x;
		corners[i][1] = (double)at.y + (double)(i < 2 ? core.low : core.high);
		corners[i][2] = (double)at.z;
	}
	for (uint32_t f = 0; f < faces->count; f++)
	{
		const double(*face)[3] = faces->corners[f];
		bool hit = false;
		for (int i = 0; i < 4; i++)
			hit |= meets(corners[i], corners[(i + 1) % 4], face[0], face[1], face[2]);
		for (int i = 0; i < 3; i++)
		{
			const double *p = face[i], *q = face[(i + 1) % 3];
			hit |= meets(p, q, corners[0], corners[1], corners[2]) || meets(p, q, corners[0], corners[2], corners[3]);
		}
		if (hit)
			return true;
	}
	return false;
}
