// SPDX-License-Identifier: MIT
// Kept T-junctions: every rule of kiln_junctions_open, and what a mesh without T-junctions answers.

#include "junction/rules.h"

#include "kiln/junction.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// Breaks every rule in the table that drives the proof of T-junctions once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

/// A copy of a blob to damage, whose first mesh has one T-junction: side 1 of triangle 0 beside side 1 of triangle 1.
typedef struct damaged
{
	fixture_blob blob;
	kiln_format_junction *list;
	bool alone; ///< the asset is to have no adjacency
} damaged;

static damaged damaged_make(void)
{
	damaged d = {.list = NULL};
	assert_true(fixture_blob_small(&d.blob) && fixture_blob_bodies(&d.blob));
	const kiln_format_header *header = (const void *)d.blob.data;
	const kiln_format_section *table = (const void *)(d.blob.data + sizeof *header);
	for (uint32_t i = 0; i < header->section_count; ++i)
		if (table[i].kind == KILN_SECTION_JUNCTIONS)
			d.list = (void *)(d.blob.data + table[i].offset);
	assert_non_null(d.list);
	return d;
}

/// Each break returns where the refusal points.
#define BREAK(rule) static const void *break_##rule(damaged *d)

BREAK(JUNCTION_ADJACENCY)
{
	d->alone = true;
	return d->list;
}
BREAK(JUNCTION_MESH)
{
	d->list[1].mesh = KILN_NONE;
	return &d->list[1].mesh;
}
BREAK(JUNCTION_ORDER)
{
	const kiln_format_junction first = d->list[0];
	d->list[0] = d->list[1];
	d->list[1] = first;
	return &d->list[1];
}
BREAK(JUNCTION_SIDE)
{
	d->list[0].other = 2;
	return &d->list[0].side;
}
BREAK(JUNCTION_TWIN)
{
	d->list[0].side = 0;
	return &d->list[0].side;
}
BREAK(JUNCTION_DISTANCE)
{
	d->list[0].distance = NAN;
	return &d->list[0].distance;
}
BREAK(JUNCTION_MIRROR)
{
	d->list[1].distance *= 2;
	return &d->list[0];
}

typedef struct rule_break
{
	const char *name, *reason;
	kiln_status status;
	const void *(*apply)(damaged *d);
} rule_break;

#define ROW(name, status, where, reason) {#name, reason, KILN_E_##status, break_##name},
static const rule_break rows[] = {KILN_JUNCTION_RULES(ROW)};

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		damaged d = damaged_make();
		const uint8_t *place = rows[i].apply(&d);
		const uint64_t offset = (uint64_t)(place - d.blob.data);
		kiln_asset asset;
		kiln_junctions junctions = {.list = NULL};
		assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
		asset.adjacency = d.alone ? NULL : asset.adjacency;
		const kiln_result result = kiln_junctions_open(&junctions, &asset, 0);
		if (result.status != rows[i].status || strcmp(result.reason, rows[i].reason) != 0 || result.offset != offset)
			fail_msg("%s at byte %llu was answered: %s at byte %llu: %s", rows[i].name, (unsigned long long)offset,
				kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
		assert_true(junctions.list == NULL && junctions.count == 0);
		fixture_blob_free(&d.blob);
	}
}

static void a_side_out_of_range_and_a_missing_mirror_are_refused(void **state)
{
	(void)state;
	for (int way = 0; way < 3; ++way)
	{
		damaged d = damaged_make();
		kiln_asset asset;
		kiln_junctions junctions;
		if (way == 0)
			d.list[1].side = KILN_NONE;
		else if (way == 1)
			d.list[0].other = KILN_NONE;
		else
			d.list[1].other = 2;
		assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
		const kiln_status status = kiln_junctions_open(&junctions, &asset, 0).status;
		assert_int_equal(status, way == 1 ? KILN_E_RANGE : KILN_E_VALUE);
		fixture_blob_free(&d.blob);
	}
}

static void sides_have_their_entries(void **state)
{
	(void)state;
	damaged d = damaged_make();
	kiln_asset asset;
	kiln_junctions junctions;
	uint32_t count;
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_junctions_open(&junctions, &asset, 0).status, KILN_OK);
	assert_int_equal(junctions.count, 2);
	for (uint32_t side = 0; side < 9; ++side)
	{
		const kiln_format_junction *found = kiln_junctions_at(&junctions, side / 3, side % 3, &count);
		assert_ptr_equal(found, side == 1 ? &d.list[0] : side == 4 ? &d.list[1] : NULL);
		assert_int_equal(count, side == 1 || side == 4);
	}
	assert_null(kiln_junctions_at(&junctions, 0, 4, &count));
	assert_null(kiln_junctions_at(&junctions, KILN_NONE, 1, &count));
	assert_null(kiln_junctions_at(&junctions, KILN_NONE / 3, 1, NULL));
	assert_null(kiln_junctions_at(NULL, 0, 1, &count));
	assert_int_equal(count, 0);
	assert_non_null(kiln_junctions_at(&junctions, 0, 1, NULL));
	fixture_blob_free(&d.blob);
}

static void a_mesh_without_t_junctions_has_none(void **state)
{
	(void)state;
	damaged d = damaged_make();
	kiln_asset asset;
	kiln_junctions junctions = {.count = 7};
	uint32_t count = 7;
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_junctions_open(&junctions, &asset, 1).status, KILN_OK);
	assert_true(junctions.list == NULL && junctions.count == 0);
	assert_null(kiln_junctions_at(&junctions, 0, 1, &count));
	assert_int_equal(count, 0);
	assert_int_equal(kiln_junctions_open(&junctions, &asset, asset.mesh_count).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_junctions_open(NULL, &asset, 0).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_junctions_open(&junctions, NULL, 0).status, KILN_E_ARGUMENT);
	fixture_blob_free(&d.blob);
	assert_true(fixture_blob_small(&d.blob));
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_junctions_open(&junctions, &asset, 0).status, KILN_OK);
	assert_int_equal(junctions.count, 0);
	fixture_blob_free(&d.blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(a_side_out_of_range_and_a_missing_mirror_are_refused),
		cmocka_unit_test(sides_have_their_entries),
		cmocka_unit_test(a_mesh_without_t_junctions_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
