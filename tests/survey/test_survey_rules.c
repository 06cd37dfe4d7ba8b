// SPDX-License-Identifier: MIT
// Kept surveys: every rule of kiln_survey_open, and what a blob without surveys answers.

#include "survey/rules.h"

#include "kiln/survey.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// Breaks every rule in the table that drives the proof of surveys once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

/// A copy of a blob to damage, with its survey: two listed components of three, and two cracks, a hole and a crossing.
typedef struct damaged
{
	fixture_blob blob;
	kiln_format_section *table[KILN_SECTION_END];
	kiln_format_survey *head;
	kiln_format_component *components;
	kiln_format_fault *faults;
} damaged;

static damaged damaged_make(void)
{
	damaged d = {.head = NULL};
	assert_true(fixture_blob_small(&d.blob) && fixture_blob_bodies(&d.blob));
	const kiln_format_header *header = (const void *)d.blob.data;
	kiln_format_section *table = (void *)(d.blob.data + sizeof *header);
	for (uint32_t i = 0; i < header->section_count; ++i)
		d.table[table[i].kind] = &table[i];
	d.head = (void *)(d.blob.data + d.table[KILN_SECTION_SURVEYS]->offset);
	d.components = (void *)(d.blob.data + d.table[KILN_SECTION_COMPONENTS]->offset);
	d.faults = (void *)(d.blob.data + d.table[KILN_SECTION_FAULTS]->offset);
	return d;
}

/// Each break returns where the refusal points.
#define BREAK(rule) static const void *break_##rule(damaged *d)

BREAK(SURVEY_MESH)
{
	d->head->mesh = KILN_NONE;
	return &d->head->mesh;
}
BREAK(SURVEY_ORDER)
{
	// A second head of the same mesh, which takes the place of two gaps: 168 bytes end at 192, two heads at 384.
	for (uint32_t kind = KILN_SECTION_COMPONENTS; kind < KILN_SECTION_END; ++kind)
		d->table[kind]->offset += 192;
	const size_t behind = (size_t)((uint8_t *)d->components - d->blob.data), old = d->blob.size;
	const size_t first = (size_t)((uint8_t *)d->head - d->blob.data);
	d->table[KILN_SECTION_SURVEYS]->count = 2;
	d->table[KILN_SECTION_SURVEYS]->size = 2 * sizeof *d->head;
	uint8_t *data = fixture_memory(old + 192);
	assert_non_null(data);
	memset(data, 0, old + 192);
	memcpy(data, d->blob.data, behind);
	memcpy(data + first + sizeof *d->head, d->head, sizeof *d->head);
	memcpy(data + behind + 192, d->blob.data + behind, old - behind);
	fixture_blob_free(&d->blob);
	d->blob = (fixture_blob){data, old + 192};
	((kiln_format_header *)(void *)data)->size = old + 192;
	return data + first + sizeof *d->head;
}
BREAK(SURVEY_KINDS)
{
	d->head->surveyed &= ~(1u << KILN_FAULT_HOLE);
	return &d->head->surveyed;
}
BREAK(SURVEY_TOLERANCE)
{
	d->head->tolerance = -1;
	return &d->head->tolerance;
}
BREAK(SURVEY_COMPONENTS)
{
	d->head->components = 1;
	return &d->head->component_first;
}
BREAK(SURVEY_FAULTS)
{
	++d->head->fault_count;
	return &d->head->fault_first;
}
BREAK(SURVEYS_COVER)
{
	--d->head->fault_count;
	return d->head;
}
BREAK(COMPONENT_FLAGS)
{
	d->components[1].flags = 16;
	return &d->components[1].flags;
}
BREAK(COMPONENT_GENUS)
{
	d->components[1].genus = -2;
	return &d->components[1].genus;
}
BREAK(COMPONENT_NUMBER)
{
	d->components[0].volume = (double)NAN;
	return &d->components[0].area;
}
BREAK(COMPONENT_BOX)
{
	d->components[0].bounds_min[2] = 1;
	return d->components[0].bounds_min;
}
BREAK(FAULT_KIND)
{
	d->faults[3].kind = KILN_FAULT_T_JUNCTION;
	return &d->faults[3].kind;
}
BREAK(FAULT_COUNT)
{
	d->head->counts[KILN_FAULT_CRACK] = 1;
	return &d->faults[1].kind;
}
BREAK(FAULT_COMPONENT)
{
	d->faults[0].other_component = 3;
	return &d->faults[0].component;
}
BREAK(FAULT_TRIANGLE)
{
	d->faults[3].other_triangle = KILN_NONE - 1;
	return &d->faults[3].triangle;
}
BREAK(FAULT_NUMBER)
{
	d->faults[2].place[1] = INFINITY;
	return d->faults[2].place;
}

typedef struct rule_break
{
	const char *name, *reason;
	kiln_status status;
	const void *(*apply)(damaged *d);
} rule_break;

#define ROW(name, status, where, reason) {#name, reason, KILN_E_##status, break_##name},
static const rule_break rows[] = {KILN_SURVEY_RULES(ROW)};

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		damaged d = damaged_make();
		const uint8_t *place = rows[i].apply(&d);
		const uint64_t offset = (uint64_t)(place - d.blob.data);
		kiln_asset asset;
		kiln_survey survey = {.head = NULL};
		assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
		const kiln_result result = kiln_survey_open(&survey, &asset, 0);
		if (result.status != rows[i].status || strcmp(result.reason, rows[i].reason) != 0 || result.offset != offset)
			fail_msg("%s at byte %llu was answered: %s at byte %llu: %s", rows[i].name, (unsigned long long)offset,
				kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
		assert_true(survey.head == NULL);
		fixture_blob_free(&d.blob);
	}
}

static void lists_have_the_faults_of_their_kind(void **state)
{
	(void)state;
	damaged d = damaged_make();
	kiln_asset asset;
	kiln_survey survey;
	uint32_t count;
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_survey_open(&survey, &asset, 0).status, KILN_OK);
	assert_ptr_equal(survey.head, d.head);
	assert_ptr_equal(survey.components, d.components);
	assert_ptr_equal(kiln_survey_list(&survey, KILN_FAULT_CRACK, &count), &d.faults[0]);
	assert_int_equal(count, 2);
	assert_ptr_equal(kiln_survey_list(&survey, KILN_FAULT_HOLE, &count), &d.faults[2]);
	assert_int_equal(count, 1);
	assert_ptr_equal(kiln_survey_list(&survey, KILN_FAULT_CROSSING, NULL), &d.faults[3]);
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END + 3; ++kind)
		if (kind != KILN_FAULT_CRACK && kind != KILN_FAULT_HOLE && kind != KILN_FAULT_CROSSING)
		{
			assert_null(kiln_survey_list(&survey, kind, &count));
			assert_int_equal(count, 0);
		}
	const kiln_survey none = {.head = NULL};
	assert_null(kiln_survey_list(&none, KILN_FAULT_CRACK, &count));
	assert_int_equal(count, 0);
	assert_null(kiln_survey_list(NULL, KILN_FAULT_CRACK, NULL));
	fixture_blob_free(&d.blob);
}

static void a_mesh_without_a_survey_has_none(void **state)
{
	(void)state;
	damaged d = damaged_make();
	kiln_asset asset;
	kiln_survey survey;
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	for (uint32_t mesh = 1; mesh < asset.mesh_count + 2; ++mesh)
		assert_int_equal(kiln_survey_open(&survey, &asset, mesh).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_survey_open(NULL, &asset, 0).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_survey_open(&survey, NULL, 0).status, KILN_E_ARGUMENT);
	fixture_blob_free(&d.blob);
	assert_true(fixture_blob_small(&d.blob));
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_survey_open(&survey, &asset, 0).status, KILN_E_ARGUMENT);
	fixture_blob_free(&d.blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(lists_have_the_faults_of_their_kind),
		cmocka_unit_test(a_mesh_without_a_survey_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
