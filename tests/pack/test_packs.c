// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "pack/index.h"
#include "pack/name_hash.h"
#include "pack_case.h"

#include "kilncook.h"
#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>

static kiln_pack opened(pack_bytes bytes)
{
	kiln_pack pack = {0};
	assert_non_null(bytes.data);
	const kiln_result result = kiln_pack_open(&pack, bytes.data, bytes.size);
	if (result.status != KILN_OK)
		fail_msg("byte %llu: %s", (unsigned long long)result.offset, result.reason);
	return pack;
}

static void name_hash_is_that_of_xxhash_for_every_length(void **state)
{
	(void)state;
	uint64_t random = 20;
	char name[KILN_PACK_NAME_MAX];
	for (int trial = 0; trial < 50; ++trial)
		for (size_t size = 1; size <= sizeof name; ++size)
		{
			for (size_t i = 0; i < size; ++i)
				name[i] = (char)(trial == 0 ? 0 : trial == 1 ? 0xff : fixture_random(&random));
			assert_int_equal(kilni_pack_name_hash(name, size), XXH3_64bits(name, size));
		}
}

static void an_empty_pack_opens_and_has_no_name(void **state)
{
	(void)state;
	pack_bytes bytes = pack_case_make(&(pack_recipe){0});
	kiln_pack pack = opened(bytes);
	kiln_pack_item item;
	assert_int_equal(kiln_pack_find(&pack, "a"), KILN_NONE);
	assert_false(kiln_pack_at(&pack, 0, &item));
	free(bytes.data);
}

static void equal_blobs_have_one_place(void **state)
{
	(void)state;
	pack_bytes bytes = pack_case_plain();
	kiln_pack pack = opened(bytes);
	kiln_pack_item a, b, other;
	assert_true(kiln_pack_at(&pack, kiln_pack_find(&pack, "crate.kiln"), &a));
	assert_true(kiln_pack_at(&pack, kiln_pack_find(&pack, "props/crate.kiln"), &b));
	assert_true(kiln_pack_at(&pack, kiln_pack_find(&pack, "props/barrel.kiln"), &other));
	assert_string_equal(b.name, "props/crate.kiln");
	assert_ptr_equal(a.data, b.data);
	assert_int_equal(a.blob, b.blob);
	assert_int_equal(other.size, 192);
	assert_int_equal((size_t)(other.data - pack.data) % 128, 0);
	assert_int_equal(other.data[191], 2);
	free(bytes.data);
}

#define MANY 3000

/// Names of all lengths with common beginnings.
static char (*make_names(uint32_t count, const char **list))[KILN_PACK_NAME_MAX + 1]
{
	char(*names)[KILN_PACK_NAME_MAX + 1] = calloc(count, sizeof *names);
	assert_non_null(names);
	uint64_t random = 7;
	for (uint32_t i = 0; i < count; ++i)
	{
		const size_t length = fixture_random(&random) % (KILN_PACK_NAME_MAX - 8);
		memset(names[i], 'x', length);
		(void)snprintf(names[i] + length, 9, "%u", i);
		list[i] = names[i];
	}
	return names;
}

/// Oracle: the list of names itself. Every prefix and every extension of a name is looked for, too.
static void find_returns_the_entry_of_each_name_and_of_no_other(void **state)
{
	(void)state;
	static const char *list[MANY];
	static uint64_t sizes[MANY];
	char(*names)[KILN_PACK_NAME_MAX + 1] = make_names(MANY, list);
	for (uint32_t count = 1; count <= MANY; count = count < 40 ? count + 1 : count * 3)
	{
		for (uint32_t i = 0; i < count; ++i)
			sizes[i] = 64;
		pack_bytes bytes =
			pack_case_make(&(pack_recipe){.names = list, .name_count = count, .sizes = sizes, .blob_count = count});
		kiln_pack pack = opened(bytes);
		for (uint32_t i = 0; i < MANY; ++i)
		{
			const uint32_t entry = kiln_pack_find(&pack, names[i]);
			kiln_pack_item item;
			assert_int_equal(kiln_pack_at(&pack, entry, &item), i < count);
			if (i >= count)
				continue;
			assert_string_equal(item.name, names[i]);
			assert_int_equal(item.blob, i);
			char longer[KILN_PACK_NAME_MAX + 3];
			(void)snprintf(longer, sizeof longer, "%s/", names[i]);
			assert_int_equal(kiln_pack_find(&pack, longer), KILN_NONE);
		}
		free(bytes.data);
	}
	free(names);
}

static void find_rejects_null_empty_and_long_names(void **state)
{
	(void)state;
	char name[KILN_PACK_NAME_MAX + 2];
	memset(name, 'n', sizeof name);
	name[KILN_PACK_NAME_MAX + 1] = '\0';
	pack_bytes bytes = pack_case_plain();
	kiln_pack pack = opened(bytes);
	assert_int_equal(kiln_pack_find(&pack, NULL), KILN_NONE);
	assert_int_equal(kiln_pack_find(NULL, "a"), KILN_NONE);
	assert_int_equal(kiln_pack_find(&pack, ""), KILN_NONE);
	assert_int_equal(kiln_pack_find(&pack, name), KILN_NONE);
	free(bytes.data);
}

static void the_last_pack_with_a_name_wins(void **state)
{
	(void)state;
	const uint64_t sizes[] = {64, 64};
	pack_bytes bytes[3] = {
		pack_case_make(
			&(pack_recipe){.names = (const char *const[]){"a", "b"}, .name_count = 2, .sizes = sizes, .blob_count = 2}),
		pack_case_make(
			&(pack_recipe){.names = (const char *const[]){"b"}, .name_count = 1, .sizes = sizes, .blob_count = 1}),
		pack_case_make(
			&(pack_recipe){.names = (const char *const[]){"c"}, .name_count = 1, .sizes = sizes, .blob_count = 1}),
	};
	kiln_pack packs[3];
	for (int i = 0; i < 3; ++i)
		packs[i] = opened(bytes[i]);
	static const struct
	{
		const char *name;
		uint32_t pack;
	} expected[] = {{"a", 0}, {"b", 1}, {"c", 2}};
	for (int i = 0; i < 3; ++i)
	{
		uint32_t pack = 9;
		const uint32_t entry = kiln_pack_find_last(packs, 3, expected[i].name, &pack);
		kiln_pack_item item;
		assert_int_equal(pack, expected[i].pack);
		assert_true(kiln_pack_at(&packs[pack], entry, &item));
		assert_string_equal(item.name, expected[i].name);
	}
	uint32_t pack = 9;
	assert_int_equal(kiln_pack_find_last(packs, 3, "d", &pack), KILN_NONE);
	assert_int_equal(kiln_pack_find_last(packs, 1, "c", &pack), KILN_NONE);
	assert_int_equal(kiln_pack_find_last(packs, 0, "a", &pack), KILN_NONE);
	assert_int_equal(pack, 9);
	for (int i = 0; i < 3; ++i)
		free(bytes[i].data);
}

static void an_asset_from_a_pack_answers_as_from_its_own_memory(void **state)
{
	(void)state;
	fixture_blob blob;
	assert_true(fixture_blob_small(&blob));
	const uint64_t sizes[] = {128, blob.size};
	static const uint8_t junk[128];
	const uint8_t *const contents[] = {junk, blob.data};
	pack_bytes bytes = pack_case_make(&(pack_recipe){.names = (const char *const[]){"junk", "small"},
		.name_count = 2,
		.sizes = sizes,
		.contents = contents,
		.blob_count = 2});
	kiln_pack pack = opened(bytes);
	kiln_asset asset, own;
	assert_int_equal(kiln_open(&own, blob.data, blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_asset_from_pack(&asset, &pack, "small", NULL).status, KILN_OK);
	const kiln_ray ray = {.origin = {0, 0, 10}, .direction = {0, 0, -1}};
	const kiln_hit a = kiln_scene_ray_closest(&asset, &ray), b = kiln_scene_ray_closest(&own, &ray);
	assert_true(a.hit);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
	assert_int_equal(kiln_asset_from_pack(&asset, &pack, "junk", NULL).status, KILN_E_NOT_KILN);
	assert_int_equal(kiln_asset_from_pack(&asset, &pack, "none", NULL).status, KILN_E_HANDLE);
	free(bytes.data);
	fixture_blob_free(&blob);
}

static void a_height_field_from_a_pack_answers_as_from_its_own_memory(void **state)
{
	(void)state;
	static const float heights[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	const kilncook_context context = {.log = {0}};
	const kilncook_heightfield grid = {.columns = 3, .rows = 3, .heights = heights, .spacing = {1, 1}};
	kilncook_blob blob;
	fixture_blob asset;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_OK);
	assert_true(fixture_blob_small(&asset));
	const uint64_t sizes[] = {asset.size, blob.size};
	const uint8_t *const contents[] = {asset.data, blob.data};
	pack_bytes bytes = pack_case_make(&(pack_recipe){.names = (const char *const[]){"asset", "field"},
		.name_count = 2,
		.sizes = sizes,
		.contents = contents,
		.blob_count = 2});
	kiln_pack pack = opened(bytes);
	kiln_heightfield field, own;
	assert_int_equal(kiln_heightfield_open(&own, blob.data, blob.size).status, KILN_OK);
	assert_int_equal(kiln_heightfield_from_pack(&field, &pack, "field").status, KILN_OK);
	const kiln_ray ray = {.origin = {0.7f, 10, 0.4f}, .direction = {0, -1, 0}};
	const kiln_hit a = kiln_heightfield_ray_closest(&field, &ray), b = kiln_heightfield_ray_closest(&own, &ray);
	assert_true(a.hit);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
	assert_int_equal(kiln_heightfield_from_pack(&field, &pack, "asset").status, KILN_E_NOT_KILN);
	assert_int_equal(kiln_heightfield_from_pack(&field, &pack, "none").status, KILN_E_HANDLE);
	assert_int_equal(kiln_heightfield_from_pack(&field, NULL, "field").status, KILN_E_ARGUMENT);
	assert_true(field.data != own.data && field.header);
	free(bytes.data);
	bytes = pack_case_compressed();
	pack = opened(bytes);
	assert_int_equal(kiln_heightfield_from_pack(&field, &pack, "crate.kiln").status, KILN_E_FEATURE);
	free(bytes.data);
	kilncook_blob_free(&context, &blob);
	fixture_blob_free(&asset);
}

static void a_compressed_pack_lists_its_names_and_opens_no_blob(void **state)
{
	(void)state;
	pack_bytes bytes = pack_case_compressed();
	kiln_pack pack = opened(bytes);
	kiln_pack_item item;
	kiln_asset asset;
	assert_true(kiln_pack_at(&pack, kiln_pack_find(&pack, "crate.kiln"), &item));
	assert_int_equal(item.size, 128);
	assert_int_equal(item.stored_size, 16);
	assert_int_equal(item.dictionary, 0);
	assert_int_equal(kiln_asset_from_pack(&asset, &pack, "crate.kiln", NULL).status, KILN_E_FEATURE);
	free(bytes.data);
}

static void a_pack_is_mapped_from_its_file(void **state)
{
	(void)state;
	char path[] = "/tmp/kiln-pack-XXXXXX";
	const int file = mkstemp(path);
	pack_bytes bytes = pack_case_plain();
	assert_true(file >= 0 && write(file, bytes.data, bytes.size) == (ssize_t)bytes.size);
	(void)close(file);
	kiln_pack pack;
	assert_int_equal(kiln_pack_map(&pack, path).status, KILN_OK);
	assert_int_not_equal(kiln_pack_find(&pack, "crate.kiln"), KILN_NONE);
	kiln_pack_unmap(&pack);
	assert_null(pack.data);
	(void)unlink(path);
	assert_int_equal(kiln_pack_map(&pack, path).status, KILN_E_IO);
	assert_int_equal(kiln_pack_open(&pack, bytes.data + 1, bytes.size - 1).status, KILN_E_ALIGNMENT);
	free(bytes.data);
}

static void names_that_lead_outside_a_folder_are_faulty(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "/etc/passwd", "..", "../a", "a/..", "a/../b", "a//b", "a/", ".", "./a",
		"a/.", "a\nb", "a\tb", "a\\b", "c:a", "\xff", "\xe2\x80\xae", "a\x7f"};
	static const char *const good[] = {"a", "a.kiln", "..a", "a..", "...", "a/b/c.kiln", "\xc3\xa4 b"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		assert_non_null(pack_name_fault(bad[i]));
	for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
		assert_null(pack_name_fault(good[i]));
	char name[KILN_PACK_NAME_MAX + 2];
	memset(name, 'n', sizeof name);
	name[KILN_PACK_NAME_MAX + 1] = '\0';
	assert_non_null(pack_name_fault(name));
	name[KILN_PACK_NAME_MAX] = '\0';
	assert_null(pack_name_fault(name));
	assert_int_equal(pack_name_fold("Crate.KILN", "crate.kiln"), 0);
	assert_true(pack_name_fold("a", "B") < 0 && pack_name_fold("ab", "a") > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(name_hash_is_that_of_xxhash_for_every_length),
		cmocka_unit_test(an_empty_pack_opens_and_has_no_name),
		cmocka_unit_test(equal_blobs_have_one_place),
		cmocka_unit_test(find_returns_the_entry_of_each_name_and_of_no_other),
		cmocka_unit_test(find_rejects_null_empty_and_long_names),
		cmocka_unit_test(the_last_pack_with_a_name_wins),
		cmocka_unit_test(an_asset_from_a_pack_answers_as_from_its_own_memory),
		cmocka_unit_test(a_height_field_from_a_pack_answers_as_from_its_own_memory),
		cmocka_unit_test(a_compressed_pack_lists_its_names_and_opens_no_blob),
		cmocka_unit_test(a_pack_is_mapped_from_its_file),
		cmocka_unit_test(names_that_lead_outside_a_folder_are_faulty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
