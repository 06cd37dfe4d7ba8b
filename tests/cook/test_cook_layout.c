// SPDX-License-Identifier: MIT

/// The compact layout: its answers against those of the exact layout of the same moved mesh, its grid, and what is refused.

#include "kiln/lazy.h"
#include "support/cook_bench.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 40
#define MOST_VERTICES ((SIDE + 1) * (SIDE + 1) + 4)
#define MOST_TRIANGLES (2 * SIDE * SIDE + 2)

/// Art that a test makes.
typedef struct art
{
	float positions[MOST_VERTICES][3];
	uint32_t indices[MOST_TRIANGLES][3];
	uint32_t vertex_count, triangle_count;
} art;

static uint64_t next(uint64_t *random)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return *random;
}

static float unit(uint64_t *random)
{
	return (float)(next(random) >> 40) * 0x1p-24f;
}

/// A closed bumpy ring, of `size` around `offset`; with two large triangles across it, whose leaves are wide.
static void make_ring(art *a, double size, double offset, bool wide)
{
	a->vertex_count = a->triangle_count = 0;
	for (int i = 0; i < SIDE; ++i)
		for (int j = 0; j < SIDE; ++j)
		{
			const double u = 6.283185307 * i / SIDE, v = 6.283185307 * j / SIDE, r = 1 + 0.1 * sin(5 * u) * cos(3 * v);
			float *p = a->positions[a->vertex_count++];
			p[0] = (float)(offset + size * (3 + r * cos(v)) * cos(u));
			p[1] = (float)(offset + size * (3 + r * cos(v)) * sin(u));
			p[2] = (float)(offset + size * r * sin(v));
			const uint32_t k = (uint32_t)((i + 1) % SIDE), l = (uint32_t)((j + 1) % SIDE), s = SIDE;
			const uint32_t quad[4] = {
				(uint32_t)i * s + (uint32_t)j, k * s + (uint32_t)j, k * s + l, (uint32_t)i * s + l};
			memcpy(a->indices[a->triangle_count++], (uint32_t[3]){quad[0], quad[1], quad[2]}, sizeof a->indices[0]);
			memcpy(a->indices[a->triangle_count++], (uint32_t[3]){quad[0], quad[2], quad[3]}, sizeof a->indices[0]);
		}
	for (int i = 0; wide && i < 3; ++i)
		for (int k = 0; k < 3; ++k)
			a->positions[a->vertex_count + (uint32_t)i][k] = (float)(offset + size * (k == i ? 4.5 : -4.5));
	if (wide)
	{
		const uint32_t n = a->vertex_count;
		memcpy(a->indices[a->triangle_count++], (uint32_t[3]){n, n + 1, n + 2}, sizeof a->indices[0]);
		a->vertex_count += 3;
	}
}

/// Triangles at random places.
static void make_soup(art *a, double size, uint64_t seed)
{
	a->vertex_count = a->triangle_count = 0;
	for (uint32_t i = 0; i < 500; ++i)
	{
		float at[3];
		for (int k = 0; k < 3; ++k)
			at[k] = unit(&seed);
		for (uint32_t k = 0; k < 3; ++k)
		{
			for (int axis = 0; axis < 3; ++axis)
				a->positions[3 * i + k][axis] = (float)(size * (double)(at[axis] + 0.2f * unit(&seed) - 0.6f));
			a->indices[i][k] = 3 * i + k;
		}
	}
	a->vertex_count = 1500;
	a->triangle_count = 500;
}

static void cook(cooked *c, const art *a, const kilncook_options *options)
{
	const kilncook_mesh mesh = {.name = "art",
		.positions = a->positions[0],
		.vertex_count = a->vertex_count,
		.indices = a->indices[0],
		.index_count = 3 * a->triangle_count};
	bench_cook(c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, options);
}

static bool is_compact(const cooked *c)
{
	return (c->asset.header->required_features & KILN_FEATURE_COMPACT) != 0;
}

/// Moves art to a grid by the rule of the layout, on its own: the nearest step, of two the even one.
static void move_art(art *a, double step)
{
	for (uint32_t i = 0; i < a->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			a->positions[i][k] = (float)(step * nearbyint((double)a->positions[i][k] / step)) + 0.0f;
}

/// A place around the box of mesh 0.
static kiln_vec3 place(const kiln_asset *asset, uint64_t *random, float more)
{
	const kiln_format_mesh *m = &asset->meshes[0];
	float p[3];
	for (int k = 0; k < 3; ++k)
	{
		const float side = m->bounds_max[k] - m->bounds_min[k];
		p[k] = m->bounds_min[k] - more * side + unit(random) * side * (1 + 2 * more);
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

/// Two assets whose answers are compared.
typedef struct twins
{
	const kiln_asset *one, *other;
	float size;
	uint64_t random;
	uint32_t hits; ///< answers that found something
} twins;

static void same_hit(twins *t, kiln_hit a, kiln_hit b)
{
	assert_memory_equal(&a, &b, sizeof a);
	t->hits += a.hit;
}

static void compare_rays(twins *t)
{
	const kiln_vec3 from = place(t->one, &t->random, 1), to = place(t->one, &t->random, 0);
	const kiln_ray ray = {.origin = from,
		.direction = {to.x - from.x, to.y - from.y, to.z - from.z},
		.flags = next(&t->random) % 3 ? 0 : KILN_RAY_CULL_BACK};
	static kiln_hit hits[2][64];
	same_hit(t, kiln_scene_ray_closest(t->one, &ray), kiln_scene_ray_closest(t->other, &ray));
	same_hit(t, kiln_mesh_ray_closest(t->one, 0, &ray), kiln_mesh_ray_closest(t->other, 0, &ray));
	assert_int_equal(kiln_scene_ray_any(t->one, &ray), kiln_scene_ray_any(t->other, &ray));
	memset(hits, 0, sizeof hits);
	assert_int_equal(kiln_scene_ray_all(t->one, &ray, hits[0], 64), kiln_scene_ray_all(t->other, &ray, hits[1], 64));
	assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
	memset(hits, 0, sizeof hits);
	kiln_ray rays[16];
	for (int i = 0; i < 16; ++i)
	{
		rays[i] = ray;
		rays[i].origin = place(t->one, &t->random, 0.5f);
	}
	kiln_scene_ray_closest_batch(t->one, rays, 16, hits[0]);
	kiln_scene_ray_closest_batch(t->other, rays, 16, hits[1]);
	assert_memory_equal(hits[0], hits[1], sizeof hits[0]);
}

/// Rays at an asset that is proved where rays go, against the opened one; each of them alone, so that it proves all it needs.
static void compare_lazy(twins *t)
{
	static uint8_t marks[16384];
	kiln_lazy lazy;
	const kiln_vec3 from = place(t->one, &t->random, 1), to = place(t->one, &t->random, 0);
	const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	assert_true(kiln_lazy_marks(t->one->data, (size_t)t->one->size) <= sizeof marks);
	assert_int_equal(
		kiln_lazy_open(&lazy, t->one->data, (size_t)t->one->size, marks, sizeof marks, NULL).status, KILN_OK);
	const kiln_hit hit = kiln_scene_ray_closest(&lazy.asset, &ray);
	assert_string_equal(kiln_lazy_result(&lazy).reason, "every rule holds");
	const kiln_hit expected = kiln_scene_ray_closest(t->other, &ray);
	assert_memory_equal(&hit, &expected, sizeof hit);
	t->hits += hit.hit;
}

static void compare_shapes(twins *t)
{
	const kiln_vec3 a = place(t->one, &t->random, 0.1f), b = place(t->one, &t->random, 0.1f);
	const kiln_vec3 to = place(t->one, &t->random, 0);
	const float radius = t->size * 0.1f * unit(&t->random);
	const kiln_sphere sphere = {a, radius};
	const kiln_box box = {a, {radius, radius * 2, radius / 2}, {0, 0.6f, 0, 0.8f}};
	const kiln_capsule capsule = {a, b, radius};
	const kiln_motion motion = {.direction = {to.x - a.x, to.y - a.y, to.z - a.z}};
	static kiln_overlap overlaps[2][4000];
	uint32_t count = kiln_scene_overlap_sphere(t->one, &sphere, overlaps[0], 4000);
	assert_int_equal(count, kiln_scene_overlap_sphere(t->other, &sphere, overlaps[1], 4000));
	assert_memory_equal(overlaps[0], overlaps[1], count * sizeof overlaps[0][0]);
	t->hits += count > 0;
	count = kiln_scene_overlap_box(t->one, &box, overlaps[0], 4000);
	assert_int_equal(count, kiln_scene_overlap_box(t->other, &box, overlaps[1], 4000));
	assert_memory_equal(overlaps[0], overlaps[1], count * sizeof overlaps[0][0]);
	count = kiln_scene_overlap_capsule(t->one, &capsule, overlaps[0], 4000);
	assert_int_equal(count, kiln_scene_overlap_capsule(t->other, &capsule, overlaps[1], 4000));
	assert_memory_equal(overlaps[0], overlaps[1], count * sizeof overlaps[0][0]);
	same_hit(t, kiln_scene_cast_sphere(t->one, &sphere, &motion), kiln_scene_cast_sphere(t->other, &sphere, &motion));
	same_hit(t, kiln_scene_cast_box(t->one, &box, &motion), kiln_scene_cast_box(t->other, &box, &motion));
	same_hit(
		t, kiln_scene_cast_capsule(t->one, &capsule, &motion), kiln_scene_cast_capsule(t->other, &capsule, &motion));
	const kiln_point_query query = {.point = b};
	const kiln_closest closest = kiln_scene_closest_point(t->one, &query),
					   same = kiln_scene_closest_point(t->other, &query);
	assert_memory_equal(&closest, &same, sizeof same);
	assert_int_equal(kiln_scene_point_inside(t->one, b), kiln_scene_point_inside(t->other, b));
}

static void compare_convex(twins *t)
{
	const float radius = t->size * 0.05f * (1 + unit(&t->random));
	const kiln_vec3 at = place(t->one, &t->random, 0), to = place(t->one, &t->random, 0);
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, radius}};
	const kiln_pose pose = {.rotation = {0, 0, 0, 1}, .translation = at};
	const kiln_convex_object object = {.shape = &shape, .pose = pose};
	const kiln_motion motion = {.direction = {to.x - at.x, to.y - at.y, to.z - at.z}};
	static kiln_mesh_manifold manifolds[2][64];
	uint32_t count[2] = {0, 0};
	memset(manifolds, 0, sizeof manifolds);
	assert_int_equal(kiln_scene_manifolds(t->one, &object, NULL, manifolds[0], 64, &count[0]), KILN_OK);
	assert_int_equal(kiln_scene_manifolds(t->other, &object, NULL, manifolds[1], 64, &count[1]), KILN_OK);
	assert_int_equal(count[0], count[1]);
	assert_memory_equal(manifolds[0], manifolds[1], sizeof manifolds[0]);
	t->hits += count[0] > 0;
	same_hit(t, kiln_scene_cast_convex(t->one, &object, &motion), kiln_scene_cast_convex(t->other, &object, &motion));
}

static void compare_pairs(twins *t)
{
	const kiln_vec3 at = place(t->one, &t->random, 0.2f), from = place(t->one, &t->random, 0);
	const kiln_pose pose = {.rotation = {0.36f, 0.48f, 0, 0.8f},
		.translation = {(at.x - from.x) * 0.7f, (at.y - from.y) * 0.7f, (at.z - from.z) * 0.7f}};
	const kiln_object a = kiln_object_from_asset(t->one, NULL), b = kiln_object_from_asset(t->one, &pose);
	const kiln_object c = kiln_object_from_asset(t->other, NULL), d = kiln_object_from_asset(t->other, &pose);
	static kiln_pair pairs[3][20000];
	uint32_t count[3] = {0, 0, 0};
	kiln_pair_separation apart[2];
	assert_int_equal(kiln_pair_contacts(&a, &b, NULL, pairs[0], 20000, &count[0]), KILN_OK);
	assert_int_equal(kiln_pair_contacts(&c, &d, NULL, pairs[1], 20000, &count[1]), KILN_OK);
	assert_int_equal(kiln_pair_contacts(&a, &d, NULL, pairs[2], 20000, &count[2]), KILN_OK);
	assert_int_equal(count[0], count[1]);
	assert_int_equal(count[0], count[2]);
	// The bytes behind the last field of a pair, and behind the first of a separation, are padding.
	for (uint32_t i = 0; i < count[0] && i < 20000; ++i)
		for (int other = 1; other < 3; ++other)
			assert_memory_equal(&pairs[0][i], &pairs[other][i], offsetof(kiln_pair, coplanar) + sizeof(bool));
	t->hits += count[0] > 0;
	assert_int_equal(kiln_pair_distance(&a, &b, NULL, &apart[0]), KILN_OK);
	assert_int_equal(kiln_pair_distance(&c, &d, NULL, &apart[1]), KILN_OK);
	assert_int_equal(apart[0].found, apart[1].found);
	assert_memory_equal(
		&apart[0].distance, &apart[1].distance, sizeof apart[0] - offsetof(kiln_pair_separation, distance));
}

static void compare_triangles(const kiln_asset *one, const kiln_asset *other)
{
	assert_int_equal(one->meshes[0].triangle_count, other->meshes[0].triangle_count);
	for (uint32_t i = 0; i < one->meshes[0].triangle_count; ++i)
	{
		kiln_vec3 a[3], b[3];
		assert_true(kiln_triangle_corners(one, 0, i, a) && kiln_triangle_corners(other, 0, i, b));
		assert_memory_equal(a, b, sizeof a);
		const kiln_source from = kiln_triangle_source(one, 0, i), same = kiln_triangle_source(other, 0, i);
		assert_memory_equal(&from, &same, sizeof same);
		assert_int_equal(kiln_triangle_edges(one, 0, i), kiln_triangle_edges(other, 0, i));
	}
}

/// Cooks art compactly, and again exactly from positions that the test moved itself; compares all answers.
static void compare_layouts(art *a, const kilncook_options *options, uint32_t exact_least)
{
	static const kiln_isa sets[] = {KILN_ISA_AUTO, KILN_ISA_SSE2, KILN_ISA_AVX2};
	cooked compact, exact;
	kilncook_options plain = *options;
	cook(&compact, a, options);
	assert_int_equal(compact.status, KILNCOOK_OK);
	assert_true(is_compact(&compact));
	const kilncook_mesh_row *row = &compact.report.rows[0];
	assert_true(row->layout_exact >= exact_least && row->layout_exact < row->leaves);
	move_art(a, row->layout_step);
	plain.layout = 0;
	cook(&exact, a, &plain);
	assert_int_equal(exact.status, KILNCOOK_OK);
	assert_false(is_compact(&exact));
	assert_true(compact.blob.size < exact.blob.size);
	compare_triangles(&compact.asset, &exact.asset);
	for (size_t set = 0; set < sizeof sets / sizeof *sets; ++set)
	{
		kiln_asset one;
		const kiln_open_options open = {.isa = sets[set]};
		if (kiln_open(&one, compact.blob.data, compact.blob.size, &open).status != KILN_OK)
			continue;
		const kiln_format_mesh *m = one.meshes;
		twins t = {.one = &one,
			.other = &exact.asset,
			.random = 88172645463325252u,
			.size = m->bounds_max[0] - m->bounds_min[0]};
		for (int i = 0; i < 150; ++i)
			compare_rays(&t);
		for (int i = 0; i < 40; ++i)
			compare_lazy(&t);
		for (int i = 0; i < 40; ++i)
			compare_shapes(&t);
		for (int i = 0; i < 40; ++i)
			compare_convex(&t);
		for (int i = 0; i < 6; ++i)
			compare_pairs(&t);
		assert_true(t.hits > 100);
	}
	bench_release(&compact);
	bench_release(&exact);
}

static art made;

static void compact_meshes_answer_as_exact_ones_to_the_bit(void **state)
{
	(void)state;
	make_ring(&made, 1, 0, false);
	compare_layouts(&made, &(kilncook_options){.layout = 16}, 0);
	make_ring(&made, 1, 0, true);
	compare_layouts(&made, &(kilncook_options){.layout = 21}, 1);
	make_ring(&made, 1, 100, false);
	compare_layouts(
		&made, &(kilncook_options){.layout = -0.01, .trees = 1u << KILNCOOK_TREE_OBB | 1u << KILNCOOK_TREE_AABB}, 0);
	make_soup(&made, 10, 99);
	compare_layouts(&made, &(kilncook_options){.layout = 1e-4}, 0);
}

static void compact_meshes_of_a_millionth_and_of_a_million_answer_so(void **state)
{
	(void)state;
	make_ring(&made, 1e-6, 0, false);
	compare_layouts(&made, &(kilncook_options){.layout = 17}, 0);
	make_ring(&made, 1e6, 0, true);
	compare_layouts(&made, &(kilncook_options){.layout = 18}, 1);
}

static void no_vertex_moves_farther_than_the_error(void **state)
{
	(void)state;
	const double errors[] = {0.001, 0.01, 0.0333};
	for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
	{
		cooked c;
		make_ring(&made, 1, 0, false);
		cook(&c, &made, &(kilncook_options){.layout = -errors[i]});
		assert_int_equal(c.status, KILNCOOK_OK);
		const double step = c.report.rows[0].layout_step;
		assert_true(step * sqrt(3) / 2 <= errors[i] && step * sqrt(3) > errors[i]);
		double most = 0;
		for (uint32_t v = 0; v < made.vertex_count; ++v)
		{
			double way2 = 0;
			for (int k = 0; k < 3; ++k)
			{
				const double at = (double)made.positions[v][k], way = step * nearbyint(at / step) - at;
				way2 += way * way;
			}
			most = fmax(most, sqrt(way2));
		}
		assert_true(most <= errors[i]);
		assert_true(c.report.rows[0].layout_moved >= most && c.report.rows[0].layout_moved <= most * (1 + 1e-12));
		bench_release(&c);
	}
}

static void bits_number_the_longest_axis(void **state)
{
	(void)state;
	for (int bits = KILNCOOK_LAYOUT_BITS_MIN; bits <= KILNCOOK_LAYOUT_BITS_MAX; ++bits)
	{
		cooked c;
		make_ring(&made, 1.7, 3, false);
		cook(&c, &made, &(kilncook_options){.layout = bits});
		assert_int_equal(c.status, KILNCOOK_OK);
		const double step = c.report.rows[0].layout_step;
		const kiln_format_mesh *m = &c.asset.meshes[0];
		double most = 0;
		for (int k = 0; k < 3; ++k)
			most = fmax(most, ((double)m->bounds_max[k] - (double)m->bounds_min[k]) / step + 1);
		assert_true(most <= ldexp(1, bits) && most > ldexp(1, bits - 2));
		bench_release(&c);
	}
}

static void art_on_a_grid_does_not_move(void **state)
{
	(void)state;
	cooked c;
	make_ring(&made, 1, 0, false);
	move_art(&made, 0x1p-10);
	cook(&c, &made, &(kilncook_options){.layout = 16});
	assert_true(fabs(c.report.rows[0].layout_moved) <= 0 && fabs(c.report.rows[0].layout_step - 0x1p-10) <= 0);
	bench_release(&c);
	// Eight units are 2^19 steps: more than sixteen bits, unless the exact grid is asked for.
	make_ring(&made, 1, 0, false);
	move_art(&made, 0x1p-16);
	cook(&c, &made, &(kilncook_options){.layout = 16});
	assert_true(c.report.rows[0].layout_moved > 0);
	bench_release(&c);
	cook(&c, &made, &(kilncook_options){.layout = 16, .exact_if_possible = true});
	assert_true(fabs(c.report.rows[0].layout_moved) <= 0 && fabs(c.report.rows[0].layout_step - 0x1p-16) <= 0);
	bench_release(&c);
	// Numbers that are on no such grid move.
	make_ring(&made, 1, 0, false);
	cook(&c, &made, &(kilncook_options){.layout = 16, .exact_if_possible = true});
	assert_true(c.report.rows[0].layout_moved > 0);
	bench_release(&c);
}

static void what_has_no_grid_keeps_the_exact_layout_and_says_so(void **state)
{
	(void)state;
	cooked c;
	make_ring(&made, 10, 1e6, false);
	cook(&c, &made, &(kilncook_options){.layout = 16});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "layout-exact");
	assert_false(is_compact(&c));
	bench_release(&c);
	make_ring(&made, 1, 0, false);
	cook(&c, &made, &(kilncook_options){.layout = 16, .deformable = true});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "layout-exact");
	assert_false(is_compact(&c));
	bench_release(&c);
}

static void triangles_that_lose_their_area_are_dropped_and_counted(void **state)
{
	(void)state;
	cooked c;
	make_ring(&made, 1, 0, false);
	cook(&c, &made, &(kilncook_options){.layout = -0.2});
	assert_int_equal(c.status, KILNCOOK_OK);
	const kilncook_mesh_row *row = &c.report.rows[0];
	assert_string_equal(c.bench.code, "layout-dropped");
	assert_true(row->layout_flat > 0 && row->layout_merged > 0);
	assert_int_equal(row->triangles + row->layout_flat + row->layout_duplicates, made.triangle_count);
	bench_release(&c);
	cook(&c, &made, &(kilncook_options){.layout = -100});
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.bench.code, "layout-error");
	bench_release(&c);
}

static void flat_meshes_and_single_triangles_are_compact(void **state)
{
	(void)state;
	cooked c;
	static const float corners[3][3] = {{0.1f, 0.2f, 0.3f}, {1.1f, 0.2f, 0.3f}, {0.1f, 1.3f, 0.3f}};
	memcpy(made.positions, corners, sizeof corners);
	memcpy(made.indices, (uint32_t[3]){0, 1, 2}, sizeof made.indices[0]);
	made.vertex_count = 3;
	made.triangle_count = 1;
	cook(&c, &made, &(kilncook_options){.layout = 16});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_true(is_compact(&c));
	const kiln_ray ray = {.origin = {0.3f, 0.4f, 2}, .direction = {0, 0, -1}};
	assert_true(kiln_scene_ray_closest(&c.asset, &ray).hit);
	bench_release(&c);
}

static void numbers_that_are_no_layout_are_refused(void **state)
{
	(void)state;
	const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1, 15, 16.5, 22, 1e-12, -1e-12};
	make_ring(&made, 1, 0, false);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		cooked c;
		cook(&c, &made, &(kilncook_options){.layout = bad[i]});
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
}

/// Every refusal of a compact blob's own bytes, and that no other byte of its leaves is refused.
static void the_proof_reads_compact_leaves(void **state)
{
	(void)state;
	cooked c;
	kiln_asset asset;
	make_ring(&made, 1, 0, false);
	cook(&c, &made, &(kilncook_options){.layout = 16});
	uint8_t *copy = aligned_alloc(64, c.blob.size);
	assert_non_null(copy);
	memcpy(copy, c.blob.data, c.blob.size);
	kiln_format_leaf *leaf = (kiln_format_leaf *)(void *)(copy + (c.asset.leaves - (const uint8_t *)c.blob.data));
	const kiln_format_leaf good = *leaf;
	const uint8_t planes[] = {0, 1, 7, 16, 24, 128};
	for (size_t i = 0; i < sizeof planes; ++i)
	{
		leaf->planes = planes[i];
		assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_E_VALUE);
		*leaf = good;
	}
	const uint8_t exponents[] = {0, 144, 255};
	for (size_t i = 0; i < sizeof exponents; ++i)
	{
		leaf->exponent = exponents[i];
		assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_E_VALUE);
		*leaf = good;
	}
	uint8_t *edge = copy + (c.asset.edges - (const uint8_t *)c.blob.data);
	const uint8_t kinds = *edge;
	*edge = KILN_EDGES_COMPACT;
	assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_E_VALUE);
	*edge = kinds;
	uint8_t *bytes = (uint8_t *)(leaf + 1) + 2 * leaf->triangle_count;
	const uint32_t end = kiln_format_leaf_compact_end(leaf->triangle_count, leaf->vertex_count, leaf->planes);
	for (uint8_t *at = bytes; at < (uint8_t *)leaf + end; ++at)
	{
		const uint8_t kept = *at;
		*at ^= 0xff;
		assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_OK);
		*at = kept;
	}
	for (uint32_t at = end; at % KILN_LEAF_UNIT; ++at)
	{
		((uint8_t *)leaf)[at] = 1;
		assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_E_VALUE);
		((uint8_t *)leaf)[at] = 0;
	}
	((kiln_format_header *)(void *)copy)->required_features |= 2;
	assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_E_FEATURE);
	free(copy);
	bench_release(&c);
}

/// Poses write floats into copies of leaves: a compact one has no room for them.
static void deformable_meshes_with_compact_leaves_are_refused(void **state)
{
	(void)state;
	cooked c;
	kiln_asset asset;
	made.vertex_count = 3;
	made.triangle_count = 1;
	const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
	memcpy(made.positions, corners, sizeof corners);
	memcpy(made.indices, (uint32_t[3]){0, 1, 2}, sizeof made.indices[0]);
	cook(&c, &made, &(kilncook_options){.layout = 16});
	uint8_t *copy = aligned_alloc(64, c.blob.size);
	assert_non_null(copy);
	memcpy(copy, c.blob.data, c.blob.size);
	kiln_format_mesh *mesh =
		(kiln_format_mesh *)(void *)(copy + ((const uint8_t *)c.asset.meshes - (const uint8_t *)c.blob.data));
	assert_int_equal(mesh->vertex_first, KILN_NONE);
	mesh->vertex_first = 0;
	const kiln_result result = kiln_open(&asset, copy, c.blob.size, NULL);
	assert_int_equal(result.status, KILN_E_VALUE);
	const uint64_t leaf = (uint64_t)(c.asset.leaves - (const uint8_t *)c.blob.data);
	assert_int_equal(result.offset, leaf + offsetof(kiln_format_leaf, planes));
	free(copy);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compact_meshes_answer_as_exact_ones_to_the_bit),
		cmocka_unit_test(compact_meshes_of_a_millionth_and_of_a_million_answer_so),
		cmocka_unit_test(no_vertex_moves_farther_than_the_error),
		cmocka_unit_test(bits_number_the_longest_axis),
		cmocka_unit_test(art_on_a_grid_does_not_move),
		cmocka_unit_test(what_has_no_grid_keeps_the_exact_layout_and_says_so),
		cmocka_unit_test(triangles_that_lose_their_area_are_dropped_and_counted),
		cmocka_unit_test(flat_meshes_and_single_triangles_are_compact),
		cmocka_unit_test(numbers_that_are_no_layout_are_refused),
		cmocka_unit_test(the_proof_reads_compact_leaves),
		cmocka_unit_test(deformable_meshes_with_compact_leaves_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
