// SPDX-License-Identifier: MIT
// Wraps that are refused, and wraps without memory.

#include "wrap_case.h"

#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const double origin[3] = {0, 0, 0}, one[3] = {1, 1, 1};

/// Expects a refusal that took no more than these bytes of memory.
static void expect_refusal(const wrap_case *c, kilncook_status expected, const char *code, size_t most)
{
	counted_memory memory;
	const kilncook_context counted = counted_context(&memory);
	const kilncook_wrap_art art = wrap_case_art(c);
	kilncook_wrap_surface out;
	memset(&out, 0x5a, sizeof out);
	const kilncook_wrap_surface before = out;
	assert_int_equal(kilncook_wrap_build(&counted, &art, &c->options, &out), expected);
	assert_string_equal(memory.first_code, code);
	assert_int_equal(memory.messages, 1);
	assert_memory_equal(&out, &before, sizeof out);
	assert_true(memory.peak <= most);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void too_fine_a_detail_is_refused_before_memory_is_taken(void **state)
{
	(void)state;
	wrap_case c;
	wrap_case_begin(&c, 1e-5, 1e-5);
	survey_case_box(&c.art, origin, one, false);
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-limit", 100000);
	// A cube of 10^12 cells, as a soup.
	shape_random random = {0x61u};
	wrap_case_soup(&c.art, 1000, 1, &random);
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-limit", 2000000);
	wrap_case_end(&c);
	// A segment has no shadow.
	wrap_case_begin(&c, 1e-5, 1e-5);
	survey_case_vertex(&c.art, 0, 0, 0);
	survey_case_vertex(&c.art, 2, 0, 0);
	survey_case_triangle(&c.art, 0, 1, 1);
	c.options.cells = 1000;
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-limit", 100000);
	wrap_case_end(&c);
}

static void cells_that_run_out_are_refused(void **state)
{
	(void)state;
	wrap_case c;
	wrap_case_begin(&c, 0.1, 0.02);
	survey_case_box(&c.art, origin, one, false);
	wrap_case_run(&c);
	uint32_t cells = c.wrap.counts.cells;
	for (uint32_t share = 2; share <= 64; share *= 2)
	{
		c.options.cells = cells / share;
		expect_refusal(&c, KILNCOOK_REFUSED, "wrap-limit", 200000 + cells / share * 200);
	}
	// Some cells more than are left in the end are in use at a time.
	c.options.cells = cells + cells / 8;
	wrap_case_run(&c);
	assert_int_equal(c.wrap.counts.cells, cells);
	wrap_case_end(&c);
}

static void what_float32_cannot_represent_is_refused(void **state)
{
	(void)state;
	const double far[3] = {1e6, 1e6, 1e6}, beyond[3] = {1e6 + 10, 1e6 + 10, 1e6 + 10};
	wrap_case c;
	wrap_case_begin(&c, 3, 4);
	survey_case_box(&c.art, far, beyond, false);
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-range", 100000);
	c.options = (kilncook_wrap_options){.detail = 4, .offset = 3};
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-range", 100000);
	c.options = (kilncook_wrap_options){.detail = 4, .offset = 4};
	wrap_case_run(&c);
	c.options = (kilncook_wrap_options){.detail = 4, .offset = 1.2e12};
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-range", 100000);
	c.options = (kilncook_wrap_options){.detail = 1e300, .offset = 4};
	expect_refusal(&c, KILNCOOK_REFUSED, "wrap-range", 100000);
	wrap_case_end(&c);
}

static void numbers_out_of_range_are_refused(void **state)
{
	(void)state;
	static const double numbers[] = {0, -1, NAN, INFINITY};
	wrap_case c;
	wrap_case_begin(&c, 0.2, 0.02);
	survey_case_box(&c.art, origin, one, false);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
	{
		c.options = (kilncook_wrap_options){.detail = numbers[i], .offset = 0.02};
		expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
		c.options = (kilncook_wrap_options){.detail = 0.2, .offset = numbers[i]};
		expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
	}
	c.options = (kilncook_wrap_options){.detail = 0.2, .offset = 0.02};
	c.art.positions[3][1] = NAN;
	expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
	c.art.positions[3][1] = 1.2e12f;
	expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
	c.art.positions[3][1] = 1;
	c.art.corners[20] = 8;
	expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
	c.art.triangle_count = 0;
	expect_refusal(&c, KILNCOOK_USAGE, "usage", 0);
	wrap_case_end(&c);
}

static void without_memory_nothing_is_left(void **state)
{
	(void)state;
	shape_random random = {0x62u};
	wrap_case c;
	wrap_case_begin(&c, 0.5, 0.05);
	wrap_case_soup(&c.art, 30, 1, &random);
	const kilncook_wrap_art art = wrap_case_art(&c);
	for (size_t fail = 1;; ++fail)
	{
		counted_memory memory;
		const kilncook_context counted = counted_context(&memory);
		kilncook_wrap_surface out = {0};
		memory.fail_at = fail;
		kilncook_status status = kilncook_wrap_build(&counted, &art, &c.options, &out);
		if (status != KILNCOOK_OK)
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_string_equal(memory.first_code, "out-of-memory");
		}
		memory.fail_at = 0;
		if (status == KILNCOOK_OK)
			kilncook_wrap_free(&counted, &out);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		if (status == KILNCOOK_OK)
		{
			assert_true(fail > 30);
			break;
		}
	}
	wrap_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_fine_a_detail_is_refused_before_memory_is_taken),
		cmocka_unit_test(cells_that_run_out_are_refused),
		cmocka_unit_test(what_float32_cannot_represent_is_refused),
		cmocka_unit_test(numbers_out_of_range_are_refused),
		cmocka_unit_test(without_memory_nothing_is_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
