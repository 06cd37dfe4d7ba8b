// SPDX-License-Identifier: MIT
#include "cook/choose_tree.h"
#include "pack_case.h"
#include "pair/kernel/volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// The counted cost of comparing trees with `--tree auto`.

typedef struct probe
{
	fixture_mesh mesh;
	packed_tree packed;
	kiln_pair_tree walk;
	tree_samples samples;
} probe;

static const kilncook_context context;

static void probe_begin(fixture_mesh mesh, probe *p)
{
	*p = (probe){.mesh = mesh};
	clean_mesh clean = pack_clean(&p->mesh);
	assert_int_equal(pack_mesh(&context, &clean, &(build_options){0}, &p->packed), KILNCOOK_OK);
	float low[3], high[3];
	for (int k = 0; k < 3; ++k)
	{
		low[k] = high[k] = clean.vertices[0][k];
		for (uint32_t i = 1; i < clean.vertex_count; ++i)
		{
			low[k] = clean.vertices[i][k] < low[k] ? clean.vertices[i][k] : low[k];
			high[k] = clean.vertices[i][k] > high[k] ? clean.vertices[i][k] : high[k];
		}
	}
	p->walk = (kiln_pair_tree){.kind = KILN_TREE_AABB,
		.nodes = (const uint8_t *)p->packed.nodes,
		.node_size = sizeof(kiln_format_tree_node),
		.leaves = p->packed.leaves};
	kilni_pair_tree_box(&p->walk, low, high);
	tree_samples_find(&p->walk, clean.triangle_count, &p->samples);
}

static void probe_end(probe *p)
{
	packed_tree_free(&context, &p->packed);
	fixture_mesh_free(&p->mesh);
}

static double work_of_all(const probe *p)
{
	const tree_work work = tree_work_count(&p->walk, &p->samples);
	double sum = 0;
	for (uint32_t q = 0; q < TREE_SAMPLE_QUERIES; ++q)
		sum += work.of[q];
	return sum;
}

static void an_ordinary_mesh_gives_every_sample(void **state)
{
	(void)state;
	probe p;
	probe_begin(pack_shape_plain(), &p);
	assert_int_equal(p.samples.count, TREE_SAMPLE_POSES);
	double work = work_of_all(&p);
	assert_true(work > 0 && work <= TREE_SAMPLE_POSES * p.samples.sample_most);
	assert_true(tree_work_ratio(&(tree_work){{1, 2, 3, 4}}, &(tree_work){{1, 2, 3, 4}}) == 1);
	probe_end(&p);
}

/// Triangles as large as the whole mesh, so that most touch: each sample would take quadratic work.
static void probing_a_heap_of_triangles_takes_no_more_than_cooking_it(void **state)
{
	(void)state;
	const uint32_t counts[] = {250, 1000, 4000};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
	{
		probe p;
		probe_begin(fixture_soup(counts[i], 0.9f, 21), &p);
		// 20 ms and 1 us a triangle, plus one query.
		assert_true(p.samples.search < 3e7 + 1500.0 * counts[i]);
		assert_true(work_of_all(&p) <= p.samples.count * p.samples.sample_most);
		assert_true(p.samples.sample_most <= 3e5 + 60.0 * counts[i]);
		probe_end(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ordinary_mesh_gives_every_sample),
		cmocka_unit_test(probing_a_heap_of_triangles_takes_no_more_than_cooking_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
