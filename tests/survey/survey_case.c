// SPDX-License-Identifier: MIT
#include "survey_case.h"

#include "clean/clean_triangles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context context;

void survey_case_begin(survey_case *c)
{
	*c = (survey_case){.options = {.tolerance = 1e-4, .listed = UINT32_MAX, .pairs = true}};
}

static void forget(survey_case *c)
{
	survey_free(&context, &c->s);
	clean_mesh_free(&context, &c->mesh);
}

void survey_case_end(survey_case *c)
{
	forget(c);
	free(c->positions);
	free(c->corners);
	*c = (survey_case){0};
}

uint32_t survey_case_vertex(survey_case *c, double x, double y, double z)
{
	if (c->vertex_count == c->vertex_capacity)
	{
		c->vertex_capacity = 2 * c->vertex_capacity + 64;
		c->positions = realloc(c->positions, c->vertex_capacity * sizeof *c->positions);
		assert_non_null(c->positions);
	}
	float *at = c->positions[c->vertex_count];
	at[0] = (float)x;
	at[1] = (float)y;
	at[2] = (float)z;
	return c->vertex_count++;
}

void survey_case_triangle(survey_case *c, uint32_t a, uint32_t b, uint32_t d)
{
	if (c->triangle_count == c->triangle_capacity)
	{
		c->triangle_capacity = 2 * c->triangle_capacity + 64;
		c->corners = realloc(c->corners, 3 * (size_t)c->triangle_capacity * sizeof *c->corners);
		assert_non_null(c->corners);
	}
	uint32_t *corners = c->corners + 3 * (size_t)c->triangle_count++;
	corners[0] = a;
	corners[1] = b;
	corners[2] = d;
}

void survey_case_drop(survey_case *c, uint32_t triangle)
{
	--c->triangle_count;
	memmove(c->corners + 3 * (size_t)triangle, c->corners + 3 * (size_t)c->triangle_count, 3 * sizeof *c->corners);
}

void survey_case_turn(survey_case *c, uint32_t triangle)
{
	uint32_t *t = c->corners + 3 * (size_t)triangle, kept = t[1];
	t[1] = t[2];
	t[2] = kept;
}

void survey_case_turn_from(survey_case *c, uint32_t first)
{
	for (uint32_t i = first; i < c->triangle_count; ++i)
		survey_case_turn(c, i);
}

void survey_case_copy(survey_case *c, const survey_case *from)
{
	uint32_t first = c->vertex_count;
	for (uint32_t v = 0; v < from->vertex_count; ++v)
		survey_case_vertex(
			c, (double)from->positions[v][0], (double)from->positions[v][1], (double)from->positions[v][2]);
	for (uint32_t t = 0; t < from->triangle_count; ++t)
	{
		const uint32_t *corners = from->corners + 3 * (size_t)t;
		survey_case_triangle(c, first + corners[0], first + corners[1], first + corners[2]);
	}
	c->options = from->options;
}

void survey_case_run(survey_case *c)
{
	forget(c);
	clean_triangles(&context, (const float(*)[3])c->positions, c->vertex_count, (const uint32_t(*)[3])c->corners, NULL,
		c->triangle_count, &c->mesh);
	assert_int_equal(survey_build(&context, &c->mesh, &c->options, &c->s), KILNCOOK_OK);
}

const kilncook_fault *survey_case_only(const survey_case *c, kilncook_fault_kind kind)
{
	assert_int_equal(c->s.counts[kind], 1);
	for (uint64_t i = 0; i < c->s.fault_count; ++i)
		if (c->s.faults[i].kind == kind)
			return &c->s.faults[i];
	fail_msg("counted and not listed");
	return NULL;
}

bool survey_case_nothing_but(const survey_case *c, uint32_t kinds)
{
	bool good = c->s.unfinished == 0;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		if (c->s.counts[kind] && !(kinds >> kind & 1))
		{
			print_message("%s: %u\n", kilncook_fault_name(kind), (unsigned)c->s.counts[kind]);
			good = false;
		}
	return good;
}

int survey_case_compare(const void *left, const void *right)
{
	return memcmp(left, right, sizeof(survey_finding));
}

survey_finding *survey_case_findings(const survey_case *c)
{
	const survey *s = &c->s;
	survey_finding *list = calloc((size_t)s->fault_count + 1, sizeof *list);
	assert_non_null(list);
	for (uint64_t i = 0; i < s->fault_count; ++i)
	{
		const kilncook_fault *f = &s->faults[i];
		list[i] = (survey_finding){f->kind, f->count, {f->place[0], f->place[1], f->place[2]}, f->length, f->distance};
	}
	qsort(list, (size_t)s->fault_count, sizeof *list, survey_case_compare);
	return list;
}

void survey_case_permute(survey_case *c, shape_random *random)
{
	for (uint32_t t = c->triangle_count; t-- > 0;)
	{
		uint32_t other = shape_below(random, t + 1), turn = shape_below(random, 3), kept[3];
		memcpy(kept, c->corners + 3 * (size_t)t, sizeof kept);
		memmove(c->corners + 3 * (size_t)t, c->corners + 3 * (size_t)other, sizeof kept);
		for (uint32_t k = 0; k < 3; ++k)
			c->corners[3 * (size_t)other + k] = kept[(k + turn) % 3];
	}
}

void survey_case_sphere(survey_case *c, uint32_t rings, uint32_t segments, const double center[3], double radius)
{
	const double pi = 3.141592653589793;
	uint32_t top = survey_case_vertex(c, center[0], center[1], center[2] + radius), first = top + 1;
	for (uint32_t i = 1; i < rings; ++i)
		for (uint32_t k = 0; k < segments; ++k)
		{
			double a = pi * i / rings, b = 2 * pi * k / segments;
			survey_case_vertex(c, center[0] + radius * sin(a) * cos(b), center[1] + radius * sin(a) * sin(b),
				center[2] + radius * cos(a));
		}
	uint32_t bottom = survey_case_vertex(c, center[0], center[1], center[2] - radius);
	for (uint32_t k = 0; k < segments; ++k)
	{
		uint32_t n = (k + 1) % segments, last = first + (rings - 2) * segments;
		survey_case_triangle(c, top, first + k, first + n);
		survey_case_triangle(c, bottom, last + n, last + k);
		for (uint32_t i = 0; i + 2 < rings; ++i)
		{
			uint32_t row = first + i * segments, next = row + segments;
			survey_case_triangle(c, row + k, next + k, next + n);
			survey_case_triangle(c, row + k, next + n, row + n);
		}
	}
}

/// A torus of radius 3 around a tube of radius `tube`; `linked`: around another axis, moved by 3 along x.
static void add_torus(survey_case *c, uint32_t m, uint32_t n, double tube, bool linked)
{
	const double pi = 3.141592653589793;
	const uint32_t first = c->vertex_count;
	for (uint32_t i = 0; i < m; ++i)
		for (uint32_t k = 0; k < n; ++k)
		{
			const double u = 2 * pi * i / m, v = 2 * pi * k / n;
			const double x = (3 + tube * cos(v)) * cos(u), y = (3 + tube * cos(v)) * sin(u), z = tube * sin(v);
			// A turn by a right angle about x keeps the winding.
			survey_case_vertex(c, linked ? x + 3 : x, linked ? -z : y, linked ? y : z);
		}
	for (uint32_t i = 0; i < m; ++i)
		for (uint32_t k = 0; k < n; ++k)
		{
			const uint32_t row = first + i * n, next = first + (i + 1) % m * n, after = (k + 1) % n;
			survey_case_triangle(c, row + k, next + k, next + after);
			survey_case_triangle(c, row + k, next + after, row + after);
		}
}

void survey_case_torus(survey_case *c, uint32_t m, uint32_t n)
{
	add_torus(c, m, n, 1, false);
}

void survey_case_link(survey_case *c, uint32_t m, uint32_t n)
{
	add_torus(c, m, n, 0.75, true);
}

void survey_case_torus_cavity(survey_case *c, uint32_t m, uint32_t n)
{
	const uint32_t first = c->triangle_count;
	add_torus(c, m, n, 1.0 / 3, false);
	survey_case_turn_from(c, first);
}

/// Whether a cell of the slab's grid of `columns` x 3 cells is full: all but every second one of the middle row.
static bool is_full(uint32_t columns, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < columns && y < 3 && !(y == 1 && x % 2 == 1);
}

static void add_quad(survey_case *c, uint32_t a, uint32_t b, uint32_t d, uint32_t e)
{
	survey_case_triangle(c, a, b, d);
	survey_case_triangle(c, a, d, e);
}

void survey_case_slab(survey_case *c, uint32_t handles)
{
	const uint32_t columns = 2 * handles + 1, row = columns + 1, layer = 4 * row, first = c->vertex_count;
	for (uint32_t z = 0; z < 2; ++z)
		for (uint32_t y = 0; y < 4; ++y)
			for (uint32_t x = 0; x < row; ++x)
				survey_case_vertex(c, x + 0.1 * sin(2.3 * y), y + 0.1 * sin(1.7 * x + z),
					z * (0.7 + 0.05 * y) + 0.2 * sin(0.9 * x + 0.4 * y * y));
	for (uint32_t y = 0; y < 3; ++y)
		for (uint32_t x = 0; x < columns; ++x)
		{
			const uint32_t a = first + y * row + x, b = a + 1, e = a + row, d = e + 1;
			if (!is_full(columns, x, y))
				continue;
			add_quad(c, a, e, d, b);
			add_quad(c, a + layer, b + layer, d + layer, e + layer);
			if (!is_full(columns, x, (int64_t)y - 1))
				add_quad(c, a, b, b + layer, a + layer);
			if (!is_full(columns, x, (int64_t)y + 1))
				add_quad(c, d, e, e + layer, d + layer);
			if (!is_full(columns, (int64_t)x - 1, y))
				add_quad(c, e, a, a + layer, e + layer);
			if (!is_full(columns, (int64_t)x + 1, y))
				add_quad(c, b, d, d + layer, b + layer);
		}
}

void survey_case_box(survey_case *c, const double low[3], const double high[3], bool inside_out)
{
	static const uint32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7},
		{2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
	uint32_t first = c->vertex_count;
	for (uint32_t i = 0; i < 8; ++i)
		survey_case_vertex(c, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
	for (int i = 0; i < 12; ++i)
		survey_case_triangle(
			c, first + faces[i][0], first + faces[i][inside_out ? 2 : 1], first + faces[i][inside_out ? 1 : 2]);
}

void survey_case_glued(survey_case *c, uint32_t m, uint32_t n, bool wrap, bool mirror)
{
	shape_random random = {0x1234567u + m + 31 * n};
	uint32_t first = c->vertex_count;
	for (uint32_t i = 0; i < m * n; ++i)
		survey_case_vertex(c, shape_share(&random), shape_share(&random), shape_share(&random));
	for (uint32_t i = 0; i < m; ++i)
		for (uint32_t k = 0; k + !wrap < n; ++k)
		{
			uint32_t corners[4];
			for (uint32_t j = 0; j < 4; ++j)
			{
				uint32_t x = i + (j & 1), y = (k + (j >> 1)) % n;
				if (x == m && mirror)
					y = n - 1 - y;
				corners[j] = first + x % m * n + y;
			}
			survey_case_triangle(c, corners[0], corners[1], corners[3]);
			survey_case_triangle(c, corners[0], corners[3], corners[2]);
		}
}

int64_t survey_case_genus(const survey_case *c)
{
	int64_t sum = 0;
	for (uint32_t i = 0; i < c->s.adjacency.component_count; ++i)
		sum += c->s.components[i].genus;
	return sum;
}
