// SPDX-License-Identifier: MIT

/// Fields in the cooker: what is refused, what is limited, and equal bits.

#include "sdf_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void cook(cooked *c, const kilncook_mesh *mesh, const kilncook_options *options)
{
	bench_cook(c, &(kilncook_scene){.meshes = mesh, .mesh_count = 1}, options);
}

static void a_mesh_without_inside_is_refused_and_wraps_are_offered(void **state)
{
	(void)state;
	for (int open = 0; open < 2; ++open)
	{
		kilncook_mesh mesh = bench_cube();
		uint32_t indices[36];
		memcpy(indices, bench_cube_indices, sizeof indices);
		mesh.indices = indices;
		if (open)
			mesh.index_count = 33;
		else
		{
			indices[0] = bench_cube_indices[1];
			indices[1] = bench_cube_indices[0];
		}
		cooked c;
		cook(&c, &mesh, &(kilncook_options){.sdf = 0.05});
		assert_int_equal(c.status, KILNCOOK_REFUSED);
		assert_string_equal(c.bench.code, "sdf-open");
		assert_non_null(strstr(c.bench.text, "--wrap"));
		assert_non_null(strstr(c.bench.text, open ? "is open" : "not consistently wound"));
		bench_release(&c);
		// The wrap of the same mesh has a field.
		cook(&c, &mesh, &(kilncook_options){.sdf = 0.05, .wrap = 0.2});
		assert_int_equal(c.status, KILNCOOK_OK);
		kiln_sdf sdf;
		assert_int_equal(kiln_sdf_open(&sdf, &c.asset, 0).status, KILN_OK);
		assert_true(kiln_sdf_distance(&sdf, (kiln_vec3){0, 0, 3}).distance > 1);
		bench_release(&c);
	}
}

static void a_limit_of_blocks_is_kept_and_told_with_the_error_that_is_left(void **state)
{
	(void)state;
	const kilncook_mesh mesh = sdf_case_mesh(SDF_CASE_BUMPY);
	cooked c;
	cook(&c, &mesh, &(kilncook_options){.sdf = 0.002, .sdf_blocks = 100});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "sdf-limit");
	kiln_sdf sdf;
	assert_int_equal(kiln_sdf_open(&sdf, &c.asset, 0).status, KILN_OK);
	assert_true(sdf.head->block_count <= 100);
	assert_true((double)sdf.head->error > c.report.rows[0].sdf_wanted);
	assert_true(fabs((double)sdf.head->error - c.report.rows[0].sdf_error) <= 0);
	bench_release(&c);
	const double bad[] = {(double)NAN, (double)INFINITY, 1e-12, -1e-12, 1e12};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		cook(&c, &mesh, &(kilncook_options){.sdf = bad[i]});
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
	cook(&c, &mesh, &(kilncook_options){.sdf = 0.1, .sdf_blocks = 63});
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
}

static void threads_and_lengths_give_the_same_bits(void **state)
{
	(void)state;
	const kilncook_mesh mesh = sdf_case_mesh(SDF_CASE_CAVITY);
	cooked one, more;
	cook(&one, &mesh, &(kilncook_options){.sdf = -0.0625, .threads = 1});
	cook(&more, &mesh, &(kilncook_options){.sdf = -0.0625, .threads = 3});
	assert_int_equal(one.status, KILNCOOK_OK);
	assert_true(fabs(one.report.rows[0].sdf_wanted - 0.0625) <= 0);
	assert_int_equal(one.blob.size, more.blob.size);
	assert_memory_equal(one.blob.data, more.blob.data, one.blob.size);
	bench_release(&more);
	bench_release(&one);
}

static void each_failed_allocation_ends_the_cook_without_a_leak(void **state)
{
	(void)state;
	const kilncook_mesh mesh = bench_cube();
	const kilncook_options options = {.sdf = 0.1, .threads = 1};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	for (uint64_t at = 1;; ++at)
	{
		cooked c = {0};
		c.context = bench_context(&c.bench);
		c.bench.refuse_at = at;
		c.status = kilncook_cook_memory(&c.context, &scene, &options, &c.blob, &c.report);
		const bool done = c.status == KILNCOOK_OK;
		bench_release(&c);
		if (done)
			break;
		assert_int_equal(c.status, KILNCOOK_INTERNAL);
		assert_true(at < 1000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mesh_without_inside_is_refused_and_wraps_are_offered),
		cmocka_unit_test(a_limit_of_blocks_is_kept_and_told_with_the_error_that_is_left),
		cmocka_unit_test(threads_and_lengths_give_the_same_bits),
		cmocka_unit_test(each_failed_allocation_ends_the_cook_without_a_leak),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
