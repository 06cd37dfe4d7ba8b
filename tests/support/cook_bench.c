// SPDX-License-Identifier: MIT
#include "cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *bench_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	bench *b = user;
	(void)old_size;
	if (new_size == 0)
	{
		--b->blocks;
		free(block);
		return NULL;
	}
	if (++b->allocations == b->refuse_at)
		return NULL;
	b->blocks += block == NULL;
	return realloc(block, new_size);
}

static void bench_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	bench *b = user;
	if (severity == KILNCOOK_NOTE)
		return;
	b->warnings += severity == KILNCOOK_WARNING;
	b->errors += severity == KILNCOOK_ERROR;
	snprintf(b->where, sizeof b->where, "%s", where);
	snprintf(b->code, sizeof b->code, "%s", code);
	snprintf(b->text, sizeof b->text, "%s", text);
}

static bool bench_step(void *user, const char *stage, uint64_t done, uint64_t total)
{
	bench *b = user;
	assert_true(*stage);
	assert_true(done < total);
	return ++b->steps != b->cancel_at;
}

kilncook_context bench_context(bench *b)
{
	return (kilncook_context){{bench_resize, b}, {bench_message, b}, {bench_step, b}};
}

const float bench_cube_positions[8][3] = {
	{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}};
const uint32_t bench_cube_indices[36] = {
	0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

kilncook_mesh bench_cube(void)
{
	return (kilncook_mesh){
		.name = "cube",
		.positions = bench_cube_positions[0],
		.vertex_count = 8,
		.indices = bench_cube_indices,
		.index_count = 36,
	};
}

kilncook_mesh bench_torus(uint32_t n, uint32_t kind, float (*positions)[3], uint32_t *indices)
{
	for (uint32_t u = 0; u < n; ++u)
		for (uint32_t v = 0; v < n; ++v)
		{
			const double a = 6.283185307179586 * u / n, b = 6.283185307179586 * v / n;
			const double r = 2 + cos(b) * (1 + 0.01 * kind) + 0.1 * sin(3 * a + kind);
			const uint32_t w = u * n + v, x = (u + 1) % n * n + v, y = (u + 1) % n * n + (v + 1) % n,
						   z = u * n + (v + 1) % n;
			const uint32_t corners[6] = {w, x, y, w, y, z};
			positions[w][0] = (float)(r * cos(a));
			positions[w][1] = (float)(r * sin(a));
			positions[w][2] = (float)sin(b);
			memcpy(indices + 6 * (size_t)w, corners, sizeof corners);
		}
	return (kilncook_mesh){
		.positions = positions[0], .vertex_count = n * n, .indices = indices, .index_count = 6 * (uint64_t)n * n};
}

void bench_cook(cooked *c, const kilncook_scene *scene, const kilncook_options *options)
{
	*c = (cooked){0};
	c->context = bench_context(&c->bench);
	c->status = kilncook_cook_memory(&c->context, scene, options, &c->blob, &c->report);
	if (c->status == KILNCOOK_OK)
		assert_int_equal(kiln_open(&c->asset, c->blob.data, c->blob.size, NULL).status, KILN_OK);
}

void bench_release(cooked *c)
{
	kilncook_blob_free(&c->context, &c->blob);
	kilncook_report_free(&c->context, &c->report);
	assert_int_equal(c->bench.blocks, 0);
}
