// SPDX-License-Identifier: MIT
#include "mesh_trial.h"

#include "hausdorff/hausdorff_case.h"
#include "merge/merge_case.h"
#include "repair/repair_case.h"
#include "simplify/simplify_mesh_case.h"
#include "wrap/wrap_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const kilncook_context context;

/// Pairs of triangles up to which self-intersections are cut: exact cuts of 600 pairs take seconds.
#define CUT_PAIRS_MOST 100

/// The diagonal of the box around the positions.
static double diagonal_of(const survey_case *art)
{
	double sum = 0;
	for (int k = 0; k < 3 && art->vertex_count; ++k)
	{
		double low = (double)art->positions[0][k], high = low;
		for (uint32_t v = 1; v < art->vertex_count; ++v)
		{
			low = fmin(low, (double)art->positions[v][k]);
			high = fmax(high, (double)art->positions[v][k]);
		}
		sum += (high - low) * (high - low);
	}
	return sqrt(sum);
}

static bool is_faultless(const survey *s)
{
	static const uint64_t none[KILNCOOK_FAULT_KIND_END];
	return s->unfinished == 0 && memcmp(s->counts, none, sizeof none) == 0;
}

const char *mesh_trial_repair(const survey_case *art, const mesh_trial_choice *choice)
{
	static const double tolerances[4] = {1e-4, 0, 1e-6, 0.03};
	static const uint32_t sets[] = {KILNCOOK_REPAIR_ALL, KILNCOOK_REPAIR_SAFE, STEP(SELF_INTERSECTIONS),
		KILNCOOK_REPAIR_ALL | STEP(SELF_INTERSECTIONS), STEP(SELF_INTERSECTIONS) | STEP(NON_MANIFOLD)};
	const uint32_t set_count = sizeof sets / sizeof *sets, number = choice->what % (set_count + KILNCOOK_REPAIR_END);
	shape_random random = {choice->seed};
	repair_case c;
	repair_case_begin(&c);
	survey_case_copy(&c.art, art);
	c.art.options.tolerance = tolerances[choice->size % 4];
	survey_case_run(&c.art);
	uint32_t steps = number < set_count ? sets[number] : 1u << (number - set_count);
	if (c.art.s.pair_count > CUT_PAIRS_MOST)
		steps = steps == STEP(SELF_INTERSECTIONS) ? KILNCOOK_REPAIR_ALL : steps & ~STEP(SELF_INTERSECTIONS);
	repair_case_orders(&c, steps, &random);
	bool faultless = is_faultless(&c.copy.s);
	bool same = repair_case_same_surface(&c.copy.mesh, &c.art.mesh);
	assert_true(!faultless || same);
	repair_case_end(&c);
	return faultless ? "without faults" : same ? "left as it is" : "repaired";
}

static int32_t lattice_of(float x)
{
	double wide = 16 * (double)x;
	return 2 * (int32_t)lround(fmin(0x1p19, fmax(-0x1p19, wide)));
}

/// Adds a triangle whose corners are even, cut into four by the middles of its sides.
static void add_four(merge_case *c, const uint32_t v[3], uint32_t part)
{
	uint32_t middles[3];
	for (int k = 0; k < 3; ++k)
	{
		int32_t a[3], b[3];
		memcpy(a, c->points[v[k]], sizeof a);
		memcpy(b, c->points[v[(k + 1) % 3]], sizeof b);
		middles[k] = merge_case_point(c, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
	}
	for (int k = 0; k < 3; ++k)
		merge_case_triangle(c, v[k], middles[k], middles[(k + 2) % 3], part);
	merge_case_triangle(c, middles[0], middles[1], middles[2], part);
}

/// Verdicts that merging keeps.
static void check_merged(const merge_case *c)
{
	const clean_mesh *before = &c->before, *after = &c->after;
	assert_int_equal(after->flags & before->flags, before->flags);
	assert_int_equal(after->euler_characteristic, before->euler_characteristic);
	assert_int_equal(after->component_count, before->component_count);
	assert_true(after->nonmanifold_edges <= before->nonmanifold_edges);
	assert_true(c->counts.moved <= c->options.tolerance);
	if (!before->triangle_count)
		return;
	kept_mesh kept = simplify_mesh_case_copy(before);
	hausdorff_result r = simplify_mesh_case_distance(&kept, (const float(*)[3])after->vertices, after->vertex_count,
		(const uint32_t(*)[3])after->triangles, after->triangle_count);
	assert_true(r.lower <= c->counts.moved);
	simplify_mesh_case_free(&kept);
}

const char *mesh_trial_merge(const survey_case *art, const mesh_trial_choice *choice)
{
	shape_random random = {choice->seed};
	merge_case c;
	merge_case_begin(&c);
	c.scale = choice->size & 64 ? 0x1p-50 : choice->size & 128 ? 0x1p18 : 1;
	for (uint32_t v = 0; v < art->vertex_count; ++v)
	{
		const float *p = art->positions[v];
		merge_case_point(&c, lattice_of(p[0]), lattice_of(p[1]), lattice_of(p[2]));
	}
	for (uint32_t t = 0; t < art->triangle_count; ++t)
	{
		const uint32_t *v = art->corners + 3 * (size_t)t;
		add_four(&c, v, choice->what & 2 ? shape_below(&random, 2) : 0);
	}
	c.options.tolerance = choice->what & 1 ? c.scale * (double)(1 + choice->size % 32) : 0;
	merge_case_run(&c);
	check_merged(&c);
	if (!(choice->what & 1))
	{
		merge_case_check(&c);
		merge_case_check_same(&c, &random);
	}
	bool merged = c.counts.regions > 0;
	merge_case_end(&c);
	return merged ? "merged" : "nothing to merge";
}

/// Simplifies a copy with two threads.
static void check_threads(const survey_case *art, const survey_case *done, double error, uint32_t triangles)
{
	const simplify_mesh_options options = {.error = error, .triangles = triangles, .threads = 2};
	simplify_mesh_counts counts;
	survey_case other;
	survey_case_begin(&other);
	survey_case_copy(&other, art);
	survey_case_run(&other);
	assert_int_equal(simplify_mesh(&context, &options, &other.mesh, &counts), KILNCOOK_OK);
	const clean_mesh *a = &done->mesh, *b = &other.mesh;
	assert_int_equal(a->triangle_count, b->triangle_count);
	assert_int_equal(a->vertex_count, b->vertex_count);
	if (a->triangle_count)
	{
		assert_memory_equal(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles);
		assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
	}
	survey_case_end(&other);
}

const char *mesh_trial_simplify(const survey_case *art, const mesh_trial_choice *choice)
{
	static const double shares[4] = {1e-6, 0.01, 0.1, 0.5};
	const double error = choice->what & 1 ? 0 : shares[choice->size % 4] * diagonal_of(art);
	const uint32_t triangles = error > 0 ? 0 : 1 + choice->size;
	simplify_mesh_counts counts;
	survey_case c;
	survey_case_begin(&c);
	survey_case_copy(&c, art);
	survey_case_run(&c);
	// A side needs a solid; where the art crosses itself, winding numbers do not say what is inside.
	bool solid = c.mesh.triangle_count > 0 && is_faultless(&c.s) && c.mesh.flags == KILN_MESH_FLAGS_KNOWN;
	if (solid && choice->what & 2)
		counts = simplify_mesh_case_side(
			&c, error, triangles, choice->what & 4 ? KILNCOOK_SIMPLIFY_OUTER : KILNCOOK_SIMPLIFY_INNER);
	else
	{
		counts = simplify_mesh_case_run(&c, error, triangles);
		check_threads(art, &c, error, triangles);
	}
	survey_case_end(&c);
	return counts.after == counts.before ? "not simplified" : solid ? "solid simplified" : "simplified";
}

const char *mesh_trial_wrap(const survey_case *art, const mesh_trial_choice *choice)
{
	const double diagonal = diagonal_of(art), size = diagonal > 0 ? diagonal : 1;
	shape_random random = {choice->seed};
	wrap_case c, other;
	if (!art->triangle_count)
		return "no triangles";
	wrap_case_begin(&c, size * (0.3 + (choice->size % 8) * 0.1), size * 0.05 * (1 + choice->size / 8 % 8));
	wrap_case_begin(&other, c.options.detail, c.options.offset);
	c.options.cells = choice->what & 1 ? 1000 : 100000;
	other.options.cells = c.options.cells;
	other.options.threads = 2;
	c.reached = 0;
	survey_case_copy(&c.art, art);
	survey_case_copy(&other.art, art);
	wrap_case_shuffle(&other.art, &random);
	const kilncook_wrap_art first = wrap_case_art(&c), second = wrap_case_art(&other);
	kilncook_status status = kilncook_wrap_build(&context, &first, &c.options, &c.wrap);
	assert_int_equal(kilncook_wrap_build(&context, &second, &other.options, &other.wrap), status);
	assert_true(status == KILNCOOK_OK || status == KILNCOOK_REFUSED);
	if (status == KILNCOOK_OK)
	{
		const kilncook_wrap_surface *a = &c.wrap, *b = &other.wrap;
		assert_int_equal(a->vertex_count, b->vertex_count);
		assert_int_equal(a->triangle_count, b->triangle_count);
		assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
		assert_memory_equal(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles);
		wrap_case_check(&c, &random);
	}
	wrap_case_end(&c);
	wrap_case_end(&other);
	return status == KILNCOOK_OK ? "wrapped" : "not wrapped";
}

/// Whether the triangle is so narrow that rounding can hide a distance, and has an area.
static bool is_needle(const double c[3][3])
{
	double area2 = 0, longest2 = 0;
	for (int k = 0; k < 3; ++k)
	{
		int i = (k + 1) % 3, m = (k + 2) % 3;
		double n = (c[1][i] - c[0][i]) * (c[2][m] - c[0][m]) - (c[1][m] - c[0][m]) * (c[2][i] - c[0][i]), side2 = 0;
		for (int axis = 0; axis < 3; ++axis)
			side2 += (c[i][axis] - c[k][axis]) * (c[i][axis] - c[k][axis]);
		area2 += n * n;
		longest2 = fmax(longest2, side2);
	}
	return area2 > 0 && sqrt(area2) < 0x1p-14 * longest2;
}

const char *mesh_trial_hausdorff(const survey_case *art, const mesh_trial_choice *choice)
{
	hausdorff_soup *soups = calloc(2, sizeof *soups);
	assert_non_null(soups);
	const uint32_t half = art->triangle_count / 2, most = 6;
	uint32_t begins[2] = {0, half};
	bool narrow = true;
	for (int side = 0; side < 2; ++side)
		for (uint32_t i = 0; i < most && begins[side] + i < (side ? art->triangle_count : half); ++i)
		{
			double corners[3][3];
			const uint32_t *t = art->corners + 3 * (size_t)(begins[side] + i);
			for (int k = 0; k < 9; ++k)
				corners[k / 3][k % 3] = (double)art->positions[t[k / 3]][k % 3];
			hausdorff_case_add(&soups[side], (const double(*)[3])corners);
			narrow &= !is_needle((const double(*)[3])corners);
		}
	bool measured = soups[0].count && soups[1].count;
	if (measured)
		hausdorff_case_check(&soups[0], &soups[1], 4 + (int)(choice->size % 8), narrow);
	free(soups);
	return measured ? "measured" : "no triangles";
}
