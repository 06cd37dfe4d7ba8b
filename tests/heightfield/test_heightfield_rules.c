// SPDX-License-Identifier: MIT
#include "heightfield/rules.h"
#include "heightfield_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Breaks every rule in the table that drives the proof once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

/// A copy of a field to damage. The field has 3 x 4 blocks, ragged at both ends, holes, turned cells and materials.
typedef struct damaged
{
	uint8_t *data;
	size_t size;
	kiln_format_heightfield_header *header;
	kiln_format_heightfield_block *blocks;
	kiln_format_heightfield_range *ranges;
	uint8_t *samples;
} damaged;

#define COLUMNS 3
#define LAST (4 * COLUMNS - 1)

static damaged damaged_of(uint8_t *data, size_t size)
{
	damaged d = {.data = data, .size = size, .header = (void *)data};
	d.blocks = (void *)(d.header + 1);
	d.ranges = (void *)(d.blocks + LAST + 1);
	d.samples = data + d.header->data_offset;
	return d;
}

static damaged damaged_field(void)
{
	heightfield_case it;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	heightfield_case_make_field(&it, &recipe);
	assert_int_equal(it.field.block_columns, COLUMNS);
	assert_int_equal(it.field.block_rows, 4);
	assert_int_equal(it.field.level_count, 1);
	uint8_t *data = fixture_memory(it.blob.size);
	assert_non_null(data);
	memcpy(data, it.blob.data, it.blob.size);
	const damaged d = damaged_of(data, it.blob.size);
	heightfield_case_free(&it);
	return d;
}

/// Changes the number of bytes, which are those of the old field and zeros.
static void resize(damaged *d, size_t size)
{
	uint8_t *data = fixture_memory(size);
	assert_non_null(data);
	memset(data, 0, size);
	memcpy(data, d->data, size < d->size ? size : d->size);
	free(d->data);
	*d = damaged_of(data, size);
}

/// The data of a block, and the places of its arrays.
static uint8_t *data_of(const damaged *d, uint32_t block, kiln_format_heightfield_layout *at)
{
	*at = kiln_format_heightfield_place(d->blocks[block].bits, d->blocks[block].flags);
	return d->samples + (size_t)d->blocks[block].data * KILN_HEIGHTFIELD_DATA_UNIT;
}

static uint32_t sample(const damaged *d, uint32_t block, uint32_t number)
{
	kiln_format_heightfield_layout at;
	const uint8_t *data = data_of(d, block, &at);
	const uint32_t bits = d->blocks[block].bits;
	uint32_t value = 0;
	for (uint32_t i = 0; i < bits; ++i)
		value |= (uint32_t)(data[(number * bits + i) / 8] >> (number * bits + i) % 8 & 1) << i;
	return value;
}

static void set_sample(damaged *d, uint32_t block, uint32_t number, uint32_t value)
{
	kiln_format_heightfield_layout at;
	uint8_t *data = data_of(d, block, &at);
	const uint32_t bits = d->blocks[block].bits;
	for (uint32_t i = 0; i < bits; ++i)
	{
		const uint32_t bit = number * bits + i;
		data[bit / 8] = (uint8_t)((data[bit / 8] & ~(1u << bit % 8)) | (value >> i & 1) << bit % 8);
	}
}

/// Each break returns where the refusal points.
#define BREAK(rule) static const void *break_##rule(damaged *d)

BREAK(HEADER_TRUNCATED)
{
	uint8_t *data = fixture_memory(127);
	assert_non_null(data);
	memcpy(data, d->data, 127);
	free(d->data);
	d->data = data;
	d->size = 127;
	return data + 127;
}
BREAK(MAGIC)
{
	d->header->magic[3] = 'N';
	return d->header->magic;
}
BREAK(ENDIAN)
{
	d->header->endian = 0x04030201;
	return &d->header->endian;
}
BREAK(VERSION)
{
	++d->header->version_major;
	return &d->header->version_major;
}
BREAK(SIZE_TRUNCATED)
{
	resize(d, d->size - 64);
	return d->data + d->size;
}
BREAK(SIZE_TRAILING)
{
	resize(d, d->size + 1);
	return d->data + d->header->size;
}
BREAK(FEATURE)
{
	d->header->required_features = 2;
	return &d->header->required_features;
}
BREAK(GRID)
{
	d->header->columns = 1;
	return &d->header->columns;
}
BREAK(UP)
{
	d->header->up = 0;
	return &d->header->up;
}
BREAK(PLACE)
{
	d->header->step = NAN;
	return &d->header->origin;
}
BREAK(SPACING)
{
	d->header->origin[2] = -1e6f;
	return &d->header->spacing[1];
}
BREAK(MATERIAL_COUNT)
{
	d->header->material_count = 257;
	return &d->header->material_count;
}
BREAK(ERROR)
{
	d->header->error = -1;
	return &d->header->error;
}
BREAK(LEVELS)
{
	++d->header->level_count;
	return &d->header->level_count;
}
BREAK(HEADER_RESERVED)
{
	d->header->reserved[7] = 1;
	return &d->header->reserved[7];
}
BREAK(DATA_OFFSET)
{
	d->header->data_offset += 64;
	return &d->header->data_offset;
}
BREAK(GAP)
{
	d->data[d->header->data_offset - 1] = 1;
	return d->data + d->header->data_offset - 1;
}
BREAK(BLOCK_FLAGS)
{
	d->blocks[5].flags = KILN_HEIGHTFIELD_EMPTY | KILN_HEIGHTFIELD_HOLES;
	return &d->blocks[5].flags;
}
BREAK(BLOCK_RESERVED)
{
	d->blocks[2].reserved[1] = 1;
	return &d->blocks[2].reserved[1];
}
BREAK(BLOCK_BITS)
{
	++d->blocks[0].bits;
	return &d->blocks[0].bits;
}
BREAK(BLOCK_HEIGHT)
{
	d->blocks[0].base = KILN_HEIGHTFIELD_STEPS_MAX;
	return &d->blocks[0].base;
}
BREAK(BLOCK_MATERIAL)
{
	d->blocks[0].material = 1;
	return &d->blocks[0].material;
}
BREAK(BLOCK_PLACE)
{
	++d->blocks[1].data;
	return &d->blocks[1].data;
}
/// The last block's data end with the field, without their tail.
BREAK(BLOCK_END)
{
	const kiln_format_heightfield_layout at =
		kiln_format_heightfield_place(d->blocks[LAST].bits, d->blocks[LAST].flags);
	const size_t end = (size_t)d->header->data_offset + (size_t)d->blocks[LAST].data * KILN_HEIGHTFIELD_DATA_UNIT;
	resize(d, (end + at.size) / 64 * 64);
	d->header->size = d->size;
	return &d->blocks[LAST].data;
}
BREAK(SAMPLE_RANGE)
{
	// Only samples that no other block shares, and no cell outside the grid.
	for (uint32_t i = 0; i < 17 * 17; ++i)
		if (sample(d, 0, i) == d->blocks[0].range)
			set_sample(d, 0, i, d->blocks[0].range - 1u);
	return d->samples;
}
BREAK(SAMPLE_OUTSIDE)
{
	kiln_format_heightfield_layout at;
	const uint32_t value = sample(d, LAST, 16);
	set_sample(d, LAST, 16, value ? value - 1 : 1);
	return data_of(d, LAST, &at);
}
BREAK(SAMPLE_PADDING)
{
	kiln_format_heightfield_layout at;
	uint8_t *data = data_of(d, 0, &at);
	data[at.holes - 1] |= 0x80;
	return data + at.holes - 1;
}
BREAK(SHARED)
{
	kiln_format_heightfield_layout at;
	const uint32_t value = sample(d, 1, 5 * 17);
	set_sample(d, 1, 5 * 17, value > 1 ? value - 1 : value + 1);
	return data_of(d, 1, &at);
}
BREAK(CELL_BITS)
{
	kiln_format_heightfield_layout at;
	uint8_t *data = data_of(d, LAST, &at);
	data[at.diagonals + 31] |= 0x80;
	return data + at.diagonals + 31;
}
BREAK(CELL_MATERIAL)
{
	kiln_format_heightfield_layout at;
	uint8_t *data = data_of(d, 0, &at);
	data[at.materials + 9] = 255;
	return data + at.materials + 9;
}
BREAK(RANGES)
{
	--d->ranges[0].high;
	return d->ranges;
}
BREAK(END)
{
	resize(d, d->size + 64);
	d->header->size += 64;
	return &d->header->size;
}

typedef struct rule_break
{
	const char *name, *reason;
	kiln_status status;
	const void *(*apply)(damaged *d);
} rule_break;

#define ROW(name, status, where, reason) {#name, reason, KILN_E_##status, break_##name},
static const rule_break rows[] = {KILN_HEIGHTFIELD_RULES(ROW)};

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		damaged d = damaged_field();
		const uint64_t place = (uint64_t)((const uint8_t *)rows[i].apply(&d) - d.data);
		kiln_heightfield field = {.size = 7};
		const kiln_result result = kiln_heightfield_open(&field, d.data, d.size);
		if (result.status != rows[i].status || strcmp(result.reason, rows[i].reason) != 0 || result.offset != place)
			fail_msg("%s at byte %llu was answered: %s at byte %llu: %s", rows[i].name, (unsigned long long)place,
				kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
		assert_int_equal(field.size, 7);
		free(d.data);
	}
}

static void open_rejects_every_truncation(void **state)
{
	(void)state;
	const damaged d = damaged_field();
	kiln_heightfield field;
	for (size_t size = 0; size < d.size; size += size < 256 ? 1 : 61)
	{
		uint8_t *data = fixture_memory(size);
		assert_non_null(data);
		memcpy(data, d.data, size);
		const kiln_result result = kiln_heightfield_open(&field, data, size);
		assert_int_equal(result.status, KILN_E_TRUNCATED);
		assert_int_equal(result.offset, size);
		free(data);
	}
	free(d.data);
}

static void open_rejects_null_and_odd_addresses(void **state)
{
	(void)state;
	const damaged d = damaged_field();
	kiln_heightfield field;
	assert_int_equal(kiln_heightfield_open(&field, NULL, 128).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_open(NULL, d.data, d.size).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_open(&field, d.data + 8, d.size - 8).status, KILN_E_ALIGNMENT);
	free(d.data);
}

/// Queries of every damaged field that the proof accepts end, and read nothing outside.
static void damaged_bytes_are_refused_or_answer(void **state)
{
	(void)state;
	damaged d = damaged_field();
	uint64_t random = 3, accepted = 0;
	for (int n = 0; n < 20000; ++n)
	{
		const size_t at = (size_t)(fixture_random(&random) % (n % 2 ? d.size : 400));
		const uint8_t before = d.data[at];
		d.data[at] = (uint8_t)(before ^ 1u << fixture_random(&random) % 8);
		kiln_heightfield field;
		const kiln_result result = kiln_heightfield_open(&field, d.data, d.size);
		assert_true(result.reason && result.offset <= d.size);
		if (result.status == KILN_OK)
		{
			++accepted;
			const kiln_vec3 from = heightfield_random_point(&field, &random, 0.5f);
			const kiln_vec3 to = heightfield_random_point(&field, &random, 0);
			const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
			const kiln_hit hit = kiln_heightfield_ray_closest(&field, &ray);
			assert_true(hit.hit == kiln_heightfield_ray_any(&field, &ray));
			(void)kiln_heightfield_closest_point(&field, &(kiln_point_query){.point = from});
			(void)kiln_heightfield_overlap_sphere(&field, &(kiln_sphere){to, 1}, NULL, 0);
		}
		d.data[at] = before;
	}
	assert_true(accepted > 10 && accepted < 18000);
	free(d.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(open_rejects_every_truncation),
		cmocka_unit_test(open_rejects_null_and_odd_addresses),
		cmocka_unit_test(damaged_bytes_are_refused_or_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
