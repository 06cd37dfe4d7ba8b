// SPDX-License-Identifier: MIT
#include "parts_surface.h"

#include "exact/exact.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// cmocka needs these first.
#include <cmocka.h>

parts_surface *parts_surface_new(void)
{
	parts_surface *s = calloc(1, sizeof *s);
	assert_non_null(s);
	return s;
}

parts_art parts_surface_art(const parts_surface *s)
{
	return (parts_art){
		(const float(*)[3])s->vertices, (const uint32_t(*)[3])s->triangles, s->vertex_count, s->triangle_count};
}

uint32_t parts_surface_vertex(parts_surface *s, double x, double y, double z)
{
	float *v = s->vertices[s->vertex_count];
	v[0] = (float)x;
	v[1] = (float)y;
	v[2] = (float)z;
	return s->vertex_count++;
}

void parts_surface_triangle(parts_surface *s, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t *t = s->triangles[s->triangle_count++];
	t[0] = a;
	t[1] = b;
	t[2] = c;
}

void parts_surface_box(parts_surface *s, const double low[3], const double high[3])
{
	static const uint32_t faces[6][4] = {
		{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	uint32_t first = s->vertex_count;
	for (uint32_t i = 0; i < 8; ++i)
		parts_surface_vertex(s, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
	for (uint32_t f = 0; f < 6; ++f)
		for (uint32_t i = 2; i < 4; ++i)
			parts_surface_triangle(s, first + faces[f][0], first + faces[f][i - 1], first + faces[f][i]);
}

void parts_surface_prism(parts_surface *s, const double (*outline)[2], uint32_t count, const uint32_t (*cuts)[3])
{
	uint32_t first = s->vertex_count;
	for (uint32_t level = 0; level < 2; ++level)
		for (uint32_t i = 0; i < count; ++i)
			parts_surface_vertex(s, outline[i][0], outline[i][1], level);
	for (uint32_t i = 0; i < count - 2; ++i)
	{
		parts_surface_triangle(s, first + cuts[i][0], first + cuts[i][2], first + cuts[i][1]);
		parts_surface_triangle(s, first + count + cuts[i][0], first + count + cuts[i][1], first + count + cuts[i][2]);
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t a = first + i, b = first + (i + 1) % count;
		parts_surface_triangle(s, a, b, b + count);
		parts_surface_triangle(s, a, b + count, a + count);
	}
}

double parts_surface_on_grid(double x)
{
	return floor(x * 0x1p14) * 0x1p-14;
}

void parts_surface_torus(parts_surface *s, uint32_t around, uint32_t across)
{
	uint32_t first = s->vertex_count;
	for (uint32_t i = 0; i < around * across; ++i)
	{
		double a = 2 * 3.14159265358979 * (i / across) / around, b = 2 * 3.14159265358979 * (i % across) / across;
		double r = 1 + 0.3 * cos(b);
		parts_surface_vertex(s, parts_surface_on_grid(r * cos(a)), parts_surface_on_grid(r * sin(a)),
			parts_surface_on_grid(0.3 * sin(b)));
	}
	for (uint32_t i = 0; i < around * across; ++i)
	{
		uint32_t u = i / across, v = i % across, n = (u + 1) % around, m = (v + 1) % across;
		parts_surface_triangle(s, first + u * across + v, first + n * across + v, first + n * across + m);
		parts_surface_triangle(s, first + u * across + v, first + n * across + m, first + u * across + m);
	}
}

void parts_surface_bumpy_ball(parts_surface *s, uint32_t rings, uint32_t around)
{
	uint32_t first = s->vertex_count, south = parts_surface_vertex(s, 0, 0, -1), north;
	for (uint32_t i = 1; i < rings; ++i)
		for (uint32_t k = 0; k < around; ++k)
		{
			double a = 3.14159265358979 * i / rings, b = 2 * 3.14159265358979 * k / around;
			double r = 1 + 0.25 * sin(3 * b) * sin(a) * sin(2 * a);
			parts_surface_vertex(s, parts_surface_on_grid(r * sin(a) * cos(b)),
				parts_surface_on_grid(r * sin(a) * sin(b)), parts_surface_on_grid(-r * cos(a)));
		}
	north = parts_surface_vertex(s, 0, 0, 1);
	for (uint32_t k = 0; k < around; ++k)
	{
		uint32_t n = (k + 1) % around, top = first + 1 + (rings - 2) * around;
		parts_surface_triangle(s, south, first + 1 + n, first + 1 + k);
		parts_surface_triangle(s, north, top + k, top + n);
		for (uint32_t i = 0; i + 2 < rings; ++i)
		{
			uint32_t low = first + 1 + i * around, high = low + around;
			parts_surface_triangle(s, low + k, low + n, high + n);
			parts_surface_triangle(s, low + k, high + n, high + k);
		}
	}
}

void parts_surface_soup(parts_surface *s, shape_random *random, uint32_t count, double thickness)
{
	while (count > 0)
	{
		double centre[3];
		uint32_t corners[3];
		for (int k = 0; k < 3; ++k)
			centre[k] = 4 * shape_share(random);
		for (int i = 0; i < 3; ++i)
		{
			double at[3];
			for (int k = 0; k < 3; ++k)
				at[k] = parts_surface_on_grid(centre[k] + (k == 2 ? thickness : 1) * shape_share(random));
			corners[i] = parts_surface_vertex(s, at[0], at[1], at[2]);
		}
		if (exact_collinear(s->vertices[corners[0]], s->vertices[corners[1]], s->vertices[corners[2]]))
			s->vertex_count -= 3;
		else
		{
			parts_surface_triangle(s, corners[0], corners[1], corners[2]);
			--count;
		}
	}
}
