// SPDX-License-Identifier: MIT
#include "depth_oracle.h"

#include "hull/hull.h"
#include "support/clean_memory.h"

#include <math.h>
#include <stdio.h>

static void need(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "depth_oracle: %s\n", what);
	abort();
}

static float exact(float b, float a)
{
	double difference = (double)b - (double)a;
	need((double)(float)difference == difference, "a difference is no float");
	return (float)difference;
}

/// Returns how far the origin is below a face. Its corners are exactly coplanar: the largest of the triangles at the
/// first corner gives the most accurate normal.
static long double below(const convex_hull *h, uint32_t face)
{
	long double best2 = 0, height = 0;
	uint32_t first = h->face_first[face], end = h->face_first[face + 1];
	for (uint32_t i = first + 1; i + 1 < end; ++i)
	{
		const float *p = h->vertices[h->origins[first]];
		const float *q = h->vertices[h->origins[i]], *r = h->vertices[h->origins[i + 1]];
		long double e[3], f[3];
		for (int k = 0; k < 3; ++k)
		{
			e[k] = (long double)q[k] - (long double)p[k];
			f[k] = (long double)r[k] - (long double)p[k];
		}
		long double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
		long double length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
		if (length2 > best2)
		{
			best2 = length2;
			height = (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / sqrtl(length2);
		}
	}
	return height;
}

depth_truth depth_of_points(const kiln_vec3 *a, uint32_t a_count, const kiln_vec3 *b, uint32_t b_count)
{
	counted_memory memory = {0};
	kilncook_context context = counted_context(&memory);
	float(*points)[3] = malloc((size_t)a_count * b_count * sizeof *points);
	need(points != NULL, "out of memory");
	depth_truth truth = {.size = 0};
	for (uint32_t i = 0; i < a_count; ++i)
		for (uint32_t j = 0; j < b_count; ++j)
		{
			float *p = points[i * b_count + j];
			p[0] = exact(b[j].x, a[i].x);
			p[1] = exact(b[j].y, a[i].y);
			p[2] = exact(b[j].z, a[i].z);
			for (int k = 0; k < 3; ++k)
				truth.size = fmax(truth.size, fabs((double)p[k]));
		}
	convex_hull h;
	hull_points all = {points[0], 0, a_count * b_count};
	need(hull_build(&context, &all, &h) == KILNCOOK_OK, "no hull");
	const float origin[3] = {0, 0, 0};
	truth.dimension = h.dimension;
	truth.inside = hull_check(&context, &h, &(hull_points){origin, 0, 1}, NULL) == HULL_SOUND;
	long double depth = h.dimension == 3 ? HUGE_VALL : 0;
	for (uint32_t i = 0; h.dimension == 3 && i < h.face_count; ++i)
		depth = fminl(depth, below(&h, i));
	truth.depth = (double)depth;
	hull_free(&context, &h);
	free(points);
	return truth;
}
