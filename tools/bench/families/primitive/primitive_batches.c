// SPDX-License-Identifier: MIT
#include "primitive_batches.h"

#include <stdlib.h>
#include <string.h>

/// Compares four lanes at a time with the single functions, over the same pairs.

/// The set in lanes, prepared outside the timed part.
typedef struct lanes
{
	const primitive_set *set;
	kiln_sphere4 *sphere_a, *sphere_b;
	kiln_aabb4 *aabb_a, *aabb_b;
	kiln_triangle4 *triangle;
	kiln_ray4 *ray;
	float *answers;
	uint32_t rounds;
} lanes;

static void put_mask(float *answers, uint32_t mask)
{
	for (uint32_t lane = 0; lane < 4; ++lane)
		answers[lane] = mask >> lane & 1 ? 1.0f : 0.0f;
}

static void put_times(float *answers, uint32_t mask, const float *times)
{
	for (uint32_t lane = 0; lane < 4; ++lane)
		answers[lane] = mask >> lane & 1 ? times[lane] : -1;
}

/// Both variants of a test that exists for four lanes: the work for pair i, and for block k.
#define WAYS(name, single, four)                                                                                       \
	static void single_##name(void *user)                                                                              \
	{                                                                                                                  \
		lanes *of = user;                                                                                              \
		const primitive_side *a = &of->set->a, *b = &of->set->b;                                                       \
		for (uint32_t round = 0; round < of->rounds; ++round)                                                          \
			for (uint32_t i = 0; i < of->set->count; ++i)                                                              \
				single;                                                                                                \
		(void)a;                                                                                                       \
	}                                                                                                                  \
	static void four_##name(void *user)                                                                                \
	{                                                                                                                  \
		lanes *of = user;                                                                                              \
		for (uint32_t round = 0; round < of->rounds; ++round)                                                          \
			for (uint32_t k = 0; k < of->set->count / 4; ++k)                                                          \
			{                                                                                                          \
				float *answers = of->answers + 4 * (size_t)k;                                                          \
				four;                                                                                                  \
			}                                                                                                          \
	}

static float interval_of(bool meets, kiln_interval t)
{
	return meets ? t.enter : -1;
}

static float ray_meets_aabb(const kiln_ray *ray, const kiln_aabb *box)
{
	kiln_interval t;
	return interval_of(kiln_meets_ray_aabb(ray, box, &t), t);
}

static float ray_meets_sphere(const kiln_ray *ray, const kiln_sphere *sphere)
{
	kiln_interval t;
	return interval_of(kiln_meets_ray_sphere(ray, sphere, &t), t);
}

static float ray_meets_triangle(const kiln_ray *ray, const kiln_triangle *triangle)
{
	kiln_intersection hit = kiln_intersect_ray_triangle(ray, triangle);
	return hit.hit ? hit.t : -1;
}

WAYS(sphere_sphere, of->answers[i] = kiln_overlaps_sphere_sphere(&a->sphere[i], &b->sphere[i]) ? 1.0f : 0.0f,
	put_mask(answers, kiln_overlaps4_sphere_sphere(&of->sphere_a[k], &of->sphere_b[k])))
WAYS(sphere_aabb, of->answers[i] = kiln_overlaps_sphere_aabb(&a->sphere[i], &b->aabb[i]) ? 1.0f : 0.0f,
	put_mask(answers, kiln_overlaps4_sphere_aabb(&of->sphere_a[k], &of->aabb_b[k])))
WAYS(aabb_aabb, of->answers[i] = kiln_overlaps_aabb_aabb(&a->aabb[i], &b->aabb[i]) ? 1.0f : 0.0f,
	put_mask(answers, kiln_overlaps4_aabb_aabb(&of->aabb_a[k], &of->aabb_b[k])))
WAYS(one_aabb, of->answers[i] = kiln_overlaps_aabb_aabb(&of->set->a.aabb[0], &b->aabb[i]) ? 1.0f : 0.0f,
	put_mask(answers, kiln_overlaps_aabb_aabb4(&of->set->a.aabb[0], &of->aabb_b[k])))
WAYS(ray_aabb, of->answers[i] = ray_meets_aabb(&a->ray[i], &b->aabb[i]), kiln_interval4 t;
	 uint32_t mask = kiln_meets_ray4_aabb4(&of->ray[k], &of->aabb_b[k], &t); put_times(answers, mask, t.enter))
WAYS(ray_sphere, of->answers[i] = ray_meets_sphere(&a->ray[i], &b->sphere[i]), kiln_interval4 t;
	 uint32_t mask = kiln_meets_ray4_sphere4(&of->ray[k], &of->sphere_b[k], &t); put_times(answers, mask, t.enter))
WAYS(ray_triangle, of->answers[i] = ray_meets_triangle(&a->ray[i], &b->triangle[i]), kiln_intersection4 t;
	 uint32_t mask = kiln_intersect_ray4_triangle4(&of->ray[k], &of->triangle[k], &t); put_times(answers, mask, t.t))
WAYS(ray_any_triangle, of->answers[i] = kiln_intersect_ray_triangle(&a->ray[i], &b->triangle[i]).hit ? 1.0f : 0.0f,
	put_mask(answers, kiln_intersect_ray4_triangle4(&of->ray[k], &of->triangle[k], NULL)))

typedef struct batch
{
	const char *name;
	void (*single)(void *user);
	void (*four)(void *user);
} batch;

static const batch batches[] = {
	{"sphere sphere", single_sphere_sphere, four_sphere_sphere},
	{"sphere aabb", single_sphere_aabb, four_sphere_aabb},
	{"aabb aabb", single_aabb_aabb, four_aabb_aabb},
	{"one aabb, aabb", single_one_aabb, four_one_aabb},
	{"ray aabb", single_ray_aabb, four_ray_aabb},
	{"ray sphere", single_ray_sphere, four_ray_sphere},
	{"ray triangle", single_ray_triangle, four_ray_triangle},
	{"ray triangle, whether", single_ray_any_triangle, four_ray_any_triangle},
};

static const table_column columns[] = {
	{"test", {"", "four at a time"}, "", 0},
	{"share", {"yes", "%"}, "%", 0},
	{"single", {"single", "ns"}, "ns", 2},
	{"four", {"in fours", "ns"}, "ns", 2},
	{"ratio", {"single/", "fours"}, "x", 2},
	{"differ", {"answers", "differ"}, "1", 0},
};

static lanes lanes_make(const primitive_set *set, uint32_t rounds)
{
	uint32_t blocks = set->count / 4;
	lanes of = {.set = set, .rounds = rounds, .answers = bench_memory(set->count, sizeof(float))};
	of.sphere_a = bench_memory(blocks, sizeof *of.sphere_a);
	of.sphere_b = bench_memory(blocks, sizeof *of.sphere_b);
	of.aabb_a = bench_memory(blocks, sizeof *of.aabb_a);
	of.aabb_b = bench_memory(blocks, sizeof *of.aabb_b);
	of.triangle = bench_memory(blocks, sizeof *of.triangle);
	of.ray = bench_memory(blocks, sizeof *of.ray);
	for (uint32_t k = 0; k < blocks; ++k)
	{
		of.sphere_a[k] = kiln_sphere4_from_spheres(&set->a.sphere[4 * k], 4);
		of.sphere_b[k] = kiln_sphere4_from_spheres(&set->b.sphere[4 * k], 4);
		of.aabb_a[k] = kiln_aabb4_from_aabbs(&set->a.aabb[4 * k], 4);
		of.aabb_b[k] = kiln_aabb4_from_aabbs(&set->b.aabb[4 * k], 4);
		of.triangle[k] = kiln_triangle4_from_triangles(&set->b.triangle[4 * k], 4);
		of.ray[k] = kiln_ray4_from_rays(&set->a.ray[4 * k], 4);
	}
	return of;
}

static void lanes_free(lanes *of)
{
	free(of->answers);
	free(of->sphere_a);
	free(of->sphere_b);
	free(of->aabb_a);
	free(of->aabb_b);
	free(of->triangle);
	free(of->ray);
}

void primitive_race_batches(
	const bench_options *options, const primitive_set *set, uint32_t rounds, bench_result *result)
{
	bench_table *table = bench_table_add(result, "batches", columns, sizeof columns / sizeof *columns);
	snprintf(table->title, sizeof table->title,
		"batches: nanoseconds a pair, single functions against four lanes of the same pairs");
	lanes of = lanes_make(set, rounds), same = of;
	same.answers = bench_memory(set->count, sizeof(float));
	for (size_t i = 0; i < sizeof batches / sizeof *batches; ++i)
	{
		bench_contestant contestants[] = {
			{.run = batches[i].single, .user = &of}, {.run = batches[i].four, .user = &same}};
		bench_contest(contestants, 2, bench_repetitions(options), options->clock);
		table_cell *row = table_row(table);
		uint32_t yes = 0, differ = 0;
		for (uint32_t k = 0; k < set->count; ++k)
		{
			yes += of.answers[k] > 0; // also correct for times: rays begin outside
			differ += of.answers[k] != same.answers[k];
		}
		double scale = 1e9 / ((double)set->count * rounds);
		row[0] = cell_text(batches[i].name);
		row[1] = cell_value(100.0 * yes / set->count);
		row[2] = cell_time(&contestants[0].samples, scale);
		row[3] = cell_time(&contestants[1].samples, scale);
		row[4] = cell_ratio(&row[2], &row[3]);
		row[5] = cell_count(differ);
	}
	free(same.answers);
	lanes_free(&of);
}
