// SPDX-License-Identifier: MIT
// Origins: every rule of kiln_asset_origin, and what a blob without an origin answers.

#include "open/origin_rules.h"

#include "kiln/large.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static kiln_format_origin *stored_in(const fixture_blob *blob)
{
	const kiln_format_header *header = (const void *)blob->data;
	const kiln_format_section *table = (const void *)(blob->data + sizeof *header);
	uint32_t i = 0;
	while (table[i].kind != KILN_SECTION_ORIGIN)
		++i;
	return (void *)(blob->data + table[i].offset);
}

/// Opens a blob with this origin; the blob itself is proved whatever the numbers are.
static kiln_result origin_of(const kiln_format_origin *stored, kiln_origin *origin, uint64_t offset[2])
{
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob) && fixture_blob_bodies(&blob));
	kiln_format_origin *at = stored_in(&blob);
	*at = *stored;
	offset[0] = (uint64_t)((uint8_t *)at->position - blob.data);
	offset[1] = (uint64_t)((uint8_t *)&at->step - blob.data);
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	const kiln_result result = kiln_asset_origin(&asset, origin);
	fixture_blob_free(&blob);
	return result;
}

#define ROW(name, status, where, reason) {reason, KILN_E_##status},
static const struct
{
	const char *reason;
	kiln_status status;
} rows[] = {KILN_ORIGIN_RULES(ROW)};

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0x1.0000000000001p53, -0x1.8p53, 1e300};
	const double steps[] = {(double)NAN, (double)INFINITY, -1, -0.0, 3, 0x1.0000000000001p0, 0x1p-1073};
	uint64_t offset[2];
	kiln_origin origin;
	for (int k = 0; k < 3; ++k)
		for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		{
			kiln_format_origin stored = {{1, 2, 3}, 1};
			stored.position[k] = bad[i];
			const kiln_result result = origin_of(&stored, &origin, offset);
			assert_int_equal(result.status, rows[KILN_RULE_OF_ORIGIN_POSITION].status);
			assert_string_equal(result.reason, rows[KILN_RULE_OF_ORIGIN_POSITION].reason);
			assert_int_equal(result.offset, offset[0]);
			assert_true(origin.x == 0 && origin.y == 0 && origin.z == 0);
		}
	for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
	{
		const kiln_result result = origin_of(&(kiln_format_origin){{1, 2, 3}, steps[i]}, &origin, offset);
		assert_int_equal(result.status, rows[KILN_RULE_OF_ORIGIN_STEP].status);
		assert_string_equal(result.reason, rows[KILN_RULE_OF_ORIGIN_STEP].reason);
		assert_int_equal(result.offset, offset[1]);
		assert_true(origin.x == 0 && origin.y == 0 && origin.z == 0);
	}
	assert_int_equal(sizeof rows / sizeof *rows, 2);
}

static void what_is_stored_is_given(void **state)
{
	(void)state;
	const double steps[] = {0, 1, 0x1p-1022, 0x1p1023, 0x1p-12};
	uint64_t offset[2];
	kiln_origin origin;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
	{
		const kiln_format_origin stored = {{-KILN_ORIGIN_MAX, 0.1, 1e9 + 0x1p-20}, steps[i]};
		assert_int_equal(origin_of(&stored, &origin, offset).status, KILN_OK);
		assert_true(origin.x == -KILN_ORIGIN_MAX && origin.y == 0.1 && origin.z == 1e9 + 0x1p-20);
	}
}

static void an_asset_without_an_origin_begins_at_zero(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	kiln_origin origin = {1, 1, 1};
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_asset_origin(&asset, &origin).status, KILN_OK);
	assert_true(origin.x == 0 && origin.y == 0 && origin.z == 0);
	origin.x = 1;
	assert_int_equal(kiln_asset_origin(NULL, &origin).status, KILN_E_ARGUMENT);
	assert_true(origin.x == 0);
	assert_int_equal(kiln_asset_origin(&asset, NULL).status, KILN_E_ARGUMENT);
	fixture_blob_free(&blob);
}

static void two_origins_are_refused(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_small(&blob) && fixture_blob_bodies(&blob));
	const kiln_format_header *header = (const void *)blob.data;
	kiln_format_section *table = (void *)(blob.data + sizeof *header);
	for (uint32_t i = 0; i < header->section_count; ++i)
		if (table[i].kind == KILN_SECTION_ORIGIN)
		{
			table[i].count = 2;
			table[i].size *= 2;
		}
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_E_SECTION);
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(what_is_stored_is_given),
		cmocka_unit_test(an_asset_without_an_origin_begins_at_zero),
		cmocka_unit_test(two_origins_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
