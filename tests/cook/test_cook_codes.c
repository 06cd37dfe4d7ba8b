// SPDX-License-Identifier: MIT
// Codes of messages that the command line can't provoke.

#include "clean/clean.h"
#include "cook/cook.h"
#include "kiln_format.h"
#include "messages/codes.h"
#include "messages/nearest.h"
#include "support/clean_memory.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static void codes_are_in_order_and_once(void **state)
{
	(void)state;
	unsigned severities;
	for (uint32_t i = 0; kilncook_code(i, &severities); ++i)
	{
		assert_true(severities > 0 && severities < 8);
		assert_true(i == 0 || strcmp(kilncook_code(i - 1, NULL), kilncook_code(i, NULL)) < 0);
		assert_string_equal(code_find(kilncook_code(i, NULL))->name, kilncook_code(i, NULL));
		assert_string_equal(code_nearest(kilncook_code(i, NULL)), kilncook_code(i, NULL));
	}
	assert_null(code_find("no-such-code"));
	assert_null(code_find(""));
}

/// Counts the changes between words by the definition: tries every edit by recursion.
static size_t brute_changes(const char *a, const char *b)
{
	if (!*a || !*b)
		return strlen(a) + strlen(b);
	size_t best = brute_changes(a + 1, b + 1) + (*a != *b);
	size_t other = brute_changes(a + 1, b) + 1;
	best = other < best ? other : best;
	other = brute_changes(a, b + 1) + 1;
	best = other < best ? other : best;
	if (a[1] && b[1] && a[0] == b[1] && a[1] == b[0])
	{
		other = brute_changes(a + 2, b + 2) + 1;
		best = other < best ? other : best;
	}
	return best;
}

/// The changes; names that begin with the word come before all others.
static size_t brute_cost(const char *word, const char *name)
{
	return brute_changes(word, name) + (strncmp(name, word, strlen(word)) == 0 ? 0 : 100);
}

static void the_nearest_name_goes_on_from_the_word_or_takes_the_fewest_changes(void **state)
{
	(void)state;
	uint32_t random = 1;
	for (int trial = 0; trial < 500; ++trial)
	{
		char words[5][8];
		const char *names[4] = {words[1], words[2], words[3], words[4]};
		for (int w = 0; w < 5; ++w)
		{
			random = random * 1664525u + 1013904223u;
			size_t length = random >> 16 & 7;
			for (size_t i = 0; i < length; ++i)
			{
				random = random * 1664525u + 1013904223u;
				words[w][i] = (char)('a' + (random >> 20 & 3));
			}
			words[w][length] = 0;
		}
		const char *nearest = nearest_name(words[0], names, 4);
		size_t found = brute_cost(words[0], nearest);
		for (int i = 0; i < 4; ++i)
		{
			size_t needed = brute_cost(words[0], names[i]);
			assert_true(needed >= found);
			// The first of several nearest codes.
			if (needed == found)
			{
				assert_ptr_equal(nearest, names[i]);
				break;
			}
		}
	}
	char endless[300];
	memset(endless, 'x', sizeof endless - 1);
	endless[sizeof endless - 1] = 0;
	const char *const two[] = {"short", endless};
	assert_string_equal(nearest_name("shrot", two, 2), "short");
	assert_ptr_equal(nearest_name(endless, two, 2), endless);
	assert_null(nearest_name("word", two, 0));
	const char *const options[] = {"--up", "--snap", "--shape", "--repair"};
	assert_string_equal(nearest_name("--shap", options, 4), "--shape");
	assert_string_equal(nearest_name("--rep", options, 4), "--repair");
}

static void a_cancelled_cook_says_so(void **state)
{
	(void)state;
	kilncook_mesh cube = bench_cube();
	const kilncook_scene scene = {.meshes = &cube, .mesh_count = 1};
	bench b = {.cancel_at = 1};
	kilncook_context context = bench_context(&b);
	kilncook_blob blob;
	assert_int_equal(kilncook_cook_memory(&context, &scene, NULL, &blob, NULL), KILNCOOK_CANCELLED);
	assert_string_equal(b.code, "cancelled");
}

static void cleaning_refuses_what_it_cannot_count(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	uint32_t first[1] = {0}, numbers[1] = {0};
	art_mesh mesh = {.name = "", .face_first = first, .vertex_count = (uint32_t)INT32_MAX + 1};
	const art_scene scene = {.meshes = &mesh, .mesh_count = 1};
	clean_mesh cleaned;
	assert_int_equal(clean_build(&context, &scene, numbers, 1, NULL, &(clean_options){0}, &cleaned), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "clean-too-big");
	assert_int_equal(clean_build(&context, &scene, numbers, 1, NULL, &(clean_options){.weld_relative = 2}, &cleaned),
		KILNCOOK_USAGE);
	assert_string_equal(memory.last_code, "clean-options");
	assert_int_equal(memory.live, 0);
}

static void nodes_that_name_too_many_meshes_are_refused(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	art_node nodes[2] = {{.name = "", .mesh_count = 1u << 31}, {.name = "", .mesh_count = 1u << 31}};
	art_scene scene = {.nodes = nodes, .node_count = 2};
	cook_job job = {.context = context, .outer = &context, .scene = &scene};
	assert_int_equal(cook_sets_build(&job), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "too-large");
	assert_int_equal(memory.live, 0);
}

/// Makes a cube with a face that names a vertex that does not exist.
static kilncook_mesh broken_cube(uint32_t indices[36])
{
	kilncook_mesh cube = bench_cube();
	memcpy(indices, bench_cube_indices, sizeof bench_cube_indices);
	indices[0] = 99;
	cube.indices = indices;
	return cube;
}

static void options_say_which_warnings_are_errors_and_which_are_dropped(void **state)
{
	(void)state;
	uint32_t indices[36];
	kilncook_mesh cube = broken_cube(indices);
	const kilncook_scene scene = {.meshes = &cube, .mesh_count = 1};
	const char *const codes[] = {"clean-invalid", "mesh-empty"};
	const struct
	{
		kilncook_options options;
		kilncook_status status;
		int warnings, errors;
	} cases[] = {
		{{.threads = 1}, KILNCOOK_OK, 1, 0},
		{{.warnings_are_errors = true}, KILNCOOK_REFUSED, 0, 1},
		{{.error_codes = codes, .error_code_count = 1}, KILNCOOK_REFUSED, 0, 1},
		{{.error_codes = codes + 1, .error_code_count = 1}, KILNCOOK_OK, 1, 0},
		{{.silent_codes = codes, .silent_code_count = 1}, KILNCOOK_OK, 0, 0},
		{{.silent_codes = codes, .silent_code_count = 2, .warnings_are_errors = true}, KILNCOOK_OK, 0, 0},
		{{.silent_codes = codes, .silent_code_count = 1, .error_codes = codes + 1, .error_code_count = 1}, KILNCOOK_OK,
			0, 0},
		{{.silent_codes = codes, .silent_code_count = 2, .error_codes = codes + 1, .error_code_count = 1},
			KILNCOOK_USAGE, 0, 1},
		{{.error_codes = (const char *[]){"usage"}, .error_code_count = 1}, KILNCOOK_USAGE, 0, 1},
		{{.silent_codes = (const char *[]){"mesh-emtpy"}, .silent_code_count = 1}, KILNCOOK_USAGE, 0, 1},
		{{.silent_codes = (const char *[]){NULL}, .silent_code_count = 1}, KILNCOOK_USAGE, 0, 1},
		{{.silent_codes = NULL, .silent_code_count = 1}, KILNCOOK_USAGE, 0, 1},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		bench b = {0};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_report report = {0};
		assert_int_equal(kilncook_cook_memory(&context, &scene, &cases[i].options, &blob, &report), cases[i].status);
		assert_int_equal(b.warnings, cases[i].warnings);
		assert_int_equal(b.errors, cases[i].errors);
		assert_int_equal(blob.data != NULL, cases[i].status == KILNCOOK_OK);
		assert_int_equal(report.warnings, cases[i].warnings);
		assert_int_equal(report.message_count, cases[i].warnings);
		kilncook_blob_free(&context, &blob);
		kilncook_report_free(&context, &report);
		assert_int_equal(b.blocks, 0);
	}
}

/// Makes a scene of `count` nodes whose transforms are not finite, and one node that is cooked.
static void a_report_keeps_ten_texts_of_a_code_and_counts_the_rest(void **state)
{
	(void)state;
	static const double nowhere[12] = {(double)NAN};
	const uint32_t number = 0;
	kilncook_mesh cube = bench_cube();
	kilncook_node nodes[40] = {{.name = "good", .meshes = &number, .mesh_count = 1}};
	char names[40][24];
	for (int i = 1; i < 40; ++i)
	{
		// Every name occurs twice.
		(void)snprintf(names[i], sizeof names[i], "node_%d", i / 2);
		nodes[i] = (kilncook_node){.name = names[i], .to_asset = nowhere, .meshes = &number, .mesh_count = 1};
	}
	const kilncook_scene scene = {.meshes = &cube, .mesh_count = 1, .nodes = nodes, .node_count = 40};
	cooked c;
	bench_cook(&c, &scene, NULL);
	assert_int_equal(c.report.warnings, 39);
	assert_int_equal(c.report.message_count, 11);
	uint64_t sum = 0;
	for (uint64_t i = 0; i < c.report.message_count; ++i)
	{
		const kilncook_message_row *row = &c.report.messages[i];
		assert_string_equal(row->code, "transform-not-finite");
		assert_int_equal(row->severity, KILNCOOK_WARNING);
		assert_int_equal(strcmp(row->text, KILNCOOK_MORE_LIKE_THESE) == 0, i == 10);
		assert_true(i == 10 || row->count == (i == 0 ? 1u : 2u));
		sum += row->count;
	}
	assert_int_equal(sum, 39);
	bench_release(&c);
}

static void no_memory_for_a_message_ends_the_cook(void **state)
{
	(void)state;
	uint32_t indices[36];
	kilncook_mesh cube = broken_cube(indices);
	const kilncook_scene scene = {.meshes = &cube, .mesh_count = 1};
	for (uint64_t refuse_at = 1;; ++refuse_at)
	{
		bench b = {.refuse_at = refuse_at};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_report report = {0};
		kilncook_status status = kilncook_cook_memory(&context, &scene, NULL, &blob, &report);
		uint64_t messages = report.message_count;
		kilncook_blob_free(&context, &blob);
		kilncook_report_free(&context, &report);
		assert_int_equal(b.blocks, 0);
		if (b.allocations < refuse_at)
			break;
		// A missing block that only saves time is harmless; a missing message is not.
		assert_true(status == KILNCOOK_INTERNAL || status == KILNCOOK_OK);
		assert_int_equal(b.errors, status != KILNCOOK_OK);
		assert_int_equal(messages, status == KILNCOOK_OK);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_in_order_and_once),
		cmocka_unit_test(the_nearest_name_goes_on_from_the_word_or_takes_the_fewest_changes),
		cmocka_unit_test(a_cancelled_cook_says_so),
		cmocka_unit_test(cleaning_refuses_what_it_cannot_count),
		cmocka_unit_test(nodes_that_name_too_many_meshes_are_refused),
		cmocka_unit_test(options_say_which_warnings_are_errors_and_which_are_dropped),
		cmocka_unit_test(a_report_keeps_ten_texts_of_a_code_and_counts_the_rest),
		cmocka_unit_test(no_memory_for_a_message_ends_the_cook),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
