// SPDX-License-Identifier: MIT
#include "sdf/rules.h"
#include "sdf_case.h"

#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Breaks every rule in the table that drives the proof of fields once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

/// A copy of a blob to damage, with its fields: one root cell with eight children.
typedef struct damaged
{
	fixture_blob blob;
	kiln_format_section *table[KILN_SECTION_END];
	kiln_format_sdf *heads;
	uint32_t *cells;
	kiln_format_sdf_block *blocks;
} damaged;

static damaged damaged_make(void)
{
	damaged d = {0};
	assert_true(fixture_blob_small(&d.blob) && fixture_blob_bodies(&d.blob));
	const kiln_format_header *header = (const void *)d.blob.data;
	kiln_format_section *table = (void *)(d.blob.data + sizeof *header);
	for (uint32_t i = 0; i < header->section_count; ++i)
		d.table[table[i].kind] = &table[i];
	d.heads = (void *)(d.blob.data + d.table[KILN_SECTION_SDFS]->offset);
	d.cells = (void *)(d.blob.data + d.table[KILN_SECTION_SDF_CELLS]->offset);
	d.blocks = (void *)(d.blob.data + d.table[KILN_SECTION_SDF_BLOCKS]->offset);
	return d;
}

/// Each break returns where the refusal points.
#define BREAK(rule) static const void *break_##rule(damaged *d)

BREAK(SDF_SHAPE)
{
	kiln_format_mesh *meshes = (void *)(d->blob.data + d->table[KILN_SECTION_MESHES]->offset);
	meshes[0].flags &= ~(uint32_t)KILN_MESH_WOUND;
	return &d->heads->shape;
}
BREAK(SDF_ORDER)
{
	// A second head, in the place of the zero bytes behind the first one.
	d->table[KILN_SECTION_SDFS]->count = 2;
	d->table[KILN_SECTION_SDFS]->size = 128;
	for (uint32_t kind = KILN_SECTION_SDF_CELLS; kind < KILN_SECTION_END; ++kind)
		d->table[kind]->offset += 64;
	const size_t behind = (size_t)((uint8_t *)d->cells - d->blob.data), old = d->blob.size;
	uint8_t *data = fixture_memory(old + 64);
	assert_non_null(data);
	memcpy(data, d->blob.data, behind);
	memcpy(data + behind, d->heads, 64);
	memcpy(data + behind + 64, d->blob.data + behind, old - behind);
	fixture_blob_free(&d->blob);
	d->blob = (fixture_blob){data, old + 64};
	((kiln_format_header *)(void *)data)->size = old + 64;
	return data + behind;
}
BREAK(SDF_GRID)
{
	d->heads->edge = 0;
	return d->heads->origin;
}
BREAK(SDF_ROOTS)
{
	d->heads->roots[1] = 65;
	return d->heads->roots;
}
BREAK(SDF_DEPTH)
{
	d->heads->depth = 2;
	return &d->heads->depth;
}
BREAK(SDF_CELLS)
{
	d->heads->cell_count = 0;
	return &d->heads->cell_first;
}
BREAK(SDF_BLOCKS)
{
	d->heads->block_first = 1;
	return &d->heads->block_first;
}
BREAK(SDF_ERROR)
{
	d->heads->error = -1;
	return &d->heads->error;
}
BREAK(SDF_RESERVED)
{
	d->heads->reserved[1] = 1;
	return d->heads->reserved;
}
BREAK(SDFS_COVER)
{
	--d->heads->block_count;
	return d->heads;
}
BREAK(SDF_CHILD)
{
	d->cells[0] = KILN_SDF_INNER;
	return &d->cells[0];
}
BREAK(SDF_BLOCK)
{
	d->cells[3] = d->cells[2];
	return &d->cells[3];
}
BREAK(SDF_COUNT)
{
	d->cells[0] = 0;
	d->heads->depth = 0;
	return &d->heads->cell_count;
}
BREAK(SDF_BLOCK_NUMBER)
{
	d->blocks[5].step = NAN;
	return &d->blocks[5];
}
BREAK(SDF_BLOCK_RESERVED)
{
	d->blocks[7].reserved = 1;
	return &d->blocks[7].reserved;
}

typedef struct rule_break
{
	const char *name, *reason;
	kiln_status status;
	const void *(*apply)(damaged *d);
} rule_break;

#define ROW(name, status, where, reason) {#name, reason, KILN_E_##status, break_##name},
static const rule_break rows[] = {KILN_SDF_RULES(ROW)};

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		damaged d = damaged_make();
		const uint8_t *place = rows[i].apply(&d);
		const uint64_t offset = (uint64_t)(place - d.blob.data);
		kiln_asset asset;
		kiln_sdf sdf = {.inverse_edge = 7};
		assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
		const kiln_result result = kiln_sdf_open(&sdf, &asset, 0);
		if (result.status != rows[i].status || strcmp(result.reason, rows[i].reason) != 0 || result.offset != offset)
			fail_msg("%s at byte %llu was answered: %s at byte %llu: %s", rows[i].name, (unsigned long long)offset,
				kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
		assert_true(sdf.inverse_edge >= 7 && sdf.head == NULL);
		fixture_blob_free(&d.blob);
	}
}

static void a_mesh_without_a_field_has_none(void **state)
{
	(void)state;
	damaged d = damaged_make();
	kiln_asset asset;
	kiln_sdf sdf;
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_sdf_open(&sdf, &asset, 0).status, KILN_OK);
	for (uint32_t mesh = 1; mesh < asset.mesh_count + 2; ++mesh)
		assert_int_equal(kiln_sdf_open(&sdf, &asset, mesh).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_sdf_open(NULL, &asset, 0).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_sdf_open(&sdf, NULL, 0).status, KILN_E_ARGUMENT);
	fixture_blob_free(&d.blob);
	assert_true(fixture_blob_small(&d.blob));
	assert_int_equal(kiln_open(&asset, d.blob.data, d.blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_sdf_open(&sdf, &asset, 0).status, KILN_E_ARGUMENT);
	fixture_blob_free(&d.blob);
}

/// Cooks a box's hull with a field, a flat hull without one, and a sphere.
static void cook_solids(cooked *c)
{
	const kilncook_mesh meshes[2] = {bench_cube(), {.name = "flat",
													   .positions = bench_cube_positions[0],
													   .vertex_count = 4,
													   .indices = bench_cube_indices,
													   .index_count = 6}};
	const uint32_t numbers[2] = {0, 1};
	const kilncook_primitive ball = {"ball", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 1}, 0};
	const kilncook_node nodes[3] = {
		{.name = "box", .meshes = &numbers[0], .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL},
		{.name = "flat", .meshes = &numbers[1], .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL},
		{.name = "ball", .primitive = &ball}};
	const kilncook_options field = {.sdf = 0.1};
	const kilncook_rule rule = {KILNCOOK_RULE_NODE, "box", (uint64_t)1 << KILNCOOK_KEY_SDF, &field, NULL, NULL};
	bench_cook(c, &(kilncook_scene){.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 3},
		&(kilncook_options){.rules = &rule, .rule_count = 1});
	assert_int_equal(c->status, KILNCOOK_OK);
}

static void a_field_is_of_a_shape_with_an_inside(void **state)
{
	(void)state;
	cooked c;
	kiln_sdf sdf;
	cook_solids(&c);
	assert_int_equal(c.asset.mesh_count, 0);
	assert_int_equal(c.asset.hull_count, 2);
	assert_int_equal(c.asset.shapes[2].kind, KILN_SHAPE_SPHERE);
	const uint32_t box = c.asset.hulls[0].dimension == 3 ? 0 : 1;
	for (uint32_t i = 0; i < 4; ++i)
		assert_int_equal(kiln_sdf_open(&sdf, &c.asset, i).status, i == box ? KILN_OK : KILN_E_ARGUMENT);
	assert_int_equal(kiln_sdf_open(&sdf, &c.asset, box).status, KILN_OK);
	assert_true(kiln_sdf_distance(&sdf, (kiln_vec3){0, 0, 3}).distance > 1);
	const size_t place = (size_t)((const uint8_t *)&sdf.head->shape - (const uint8_t *)c.blob.data);
	uint8_t *copy = fixture_memory(c.blob.size);
	assert_non_null(copy);
	for (uint32_t i = 0; i < 5; ++i)
	{
		const uint32_t shape = i < 4 ? i : KILN_NONE;
		kiln_asset asset;
		memcpy(copy, c.blob.data, c.blob.size);
		memcpy(copy + place, &shape, sizeof shape);
		assert_int_equal(kiln_open(&asset, copy, c.blob.size, NULL).status, KILN_OK);
		const kiln_result result = kiln_sdf_open(&sdf, &asset, 0);
		if (i == box)
			assert_int_equal(result.status, box == 0 ? KILN_OK : KILN_E_ARGUMENT);
		else
		{
			assert_int_equal(result.status, KILN_E_RANGE);
			assert_int_equal(result.offset, place);
			assert_non_null(strstr(result.reason, "hull with a volume"));
		}
	}
	free(copy);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(a_mesh_without_a_field_has_none),
		cmocka_unit_test(a_field_is_of_a_shape_with_an_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
