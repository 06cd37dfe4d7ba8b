// SPDX-License-Identifier: MIT

/// Metadata: the proof of its text and values, and the functions that find and read its entries.

#include "kiln/metadata.h"
#include "open_case.h"
#include "utf8.h"

#include <float.h>
#include <math.h>

static fixture_blob blob;
static kiln_asset asset;

static int set_up(void **state)
{
	(void)state;
	bool made = fixture_blob_small(&blob) && fixture_blob_bodies(&blob);
	return made && kiln_open(&asset, blob.data, blob.size, NULL).status == KILN_OK ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	fixture_blob_free(&blob);
	return 0;
}

static const kiln_format_metadata *find(kiln_metadata_owner owner, uint32_t index, const char *path)
{
	return kiln_metadata_find(&asset, owner, index, path);
}

/// Brute force: every owner, index and path against a search through all entries.
static void an_entry_is_found_by_owner_index_and_path(void **state)
{
	(void)state;
	static const char *const paths[] = {"/a~1b", "/a/b", "/extras/health", "/extras/healt", "/extras/healthy",
		"/extras/name", "/z", "/", "", "/zz", "\xff"};
	assert_int_equal(asset.metadata_count, FIXTURE_METADATA);
	uint32_t found = 0;
	for (uint32_t owner = 0; owner <= KILN_METADATA_OWNER_END; ++owner)
		for (uint32_t index = 0; index < 6; ++index)
			for (size_t p = 0; p < sizeof paths / sizeof *paths; ++p)
			{
				const uint32_t number = index == 5 ? UINT32_MAX : index;
				const kiln_format_metadata *expected = NULL;
				for (uint32_t i = 0; i < asset.metadata_count; ++i)
				{
					const kiln_format_metadata *e = &asset.metadata[i];
					if (e->owner == owner && e->index == number && !strcmp(kiln_metadata_path(&asset, e), paths[p]))
						expected = e;
				}
				assert_ptr_equal(find(owner, number, paths[p]), expected);
				found += expected != NULL;
			}
	assert_int_equal(found, FIXTURE_METADATA);
}

static void the_entries_of_an_owner_are_listed_in_order(void **state)
{
	(void)state;
	static const uint32_t counts[KILN_METADATA_OWNER_END][4] = {{1}, {2, 0, 2, 0}, {0, 1}, {0, 1}};
	const kiln_format_metadata *next = asset.metadata;
	for (uint32_t owner = 0; owner < KILN_METADATA_OWNER_END; ++owner)
		for (uint32_t index = 0; index < 4; ++index)
		{
			uint32_t count = 99;
			const kiln_format_metadata *first = kiln_metadata_list(&asset, owner, index, &count);
			assert_int_equal(count, counts[owner][index]);
			assert_ptr_equal(first, count ? next : NULL);
			next += count;
		}
	uint32_t count = 99;
	assert_null(kiln_metadata_list(&asset, KILN_METADATA_PART, UINT32_MAX, &count));
	assert_int_equal(count, 0);
	assert_null(kiln_metadata_list(&asset, UINT32_MAX, UINT32_MAX, NULL));
}

static void a_value_is_read_as_its_type_and_else_is_missing(void **state)
{
	(void)state;
	const kiln_format_metadata *flag = find(KILN_METADATA_SCENE, 0, "/a~1b"),
							   *whole = find(KILN_METADATA_NODE, 0, "/extras/health"),
							   *text = find(KILN_METADATA_NODE, 0, "/extras/name"),
							   *real = find(KILN_METADATA_NODE, 2, "/extras/health"),
							   *null = find(KILN_METADATA_NODE, 2, "/z");
	const kiln_format_metadata *all[] = {flag, whole, text, real, null, NULL};
	assert_true(kiln_metadata_bool(flag, false));
	assert_false(kiln_metadata_bool(find(KILN_METADATA_PART, 1, "/z"), true));
	assert_int_equal(kiln_metadata_int(whole, 7), -100);
	assert_true(kiln_metadata_double(whole, 7) == -100.0);
	assert_true(kiln_metadata_double(real, 7) == 3.125);
	assert_string_equal(kiln_metadata_string(&asset, text, "no"), "caf\xc3\xa9\n\"x\"");
	assert_string_equal(
		kiln_metadata_string(&asset, find(KILN_METADATA_MATERIAL, 1, "/extras/name"), "no"), "\xf0\x9f\x8e\xb2");
	for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
	{
		assert_true(all[i] == flag || kiln_metadata_bool(all[i], true));
		assert_true(all[i] == whole || kiln_metadata_int(all[i], 7) == 7);
		assert_true(all[i] == whole || all[i] == real || kiln_metadata_double(all[i], 7) == 7);
		assert_true(all[i] == text || !kiln_metadata_string(&asset, all[i], NULL));
	}
}

/// Doubles around the ends of int64_t, and with fractions.
static void a_double_is_an_integer_where_it_is_whole(void **state)
{
	(void)state;
	static const struct
	{
		double number;
		int64_t whole; ///< 7: missing
	} cases[] = {{0.0, 0}, {-0.0, 0}, {3.0, 3}, {-3.0, -3}, {3.5, 7}, {0x1p62, INT64_C(1) << 62}, {-0x1p63, INT64_MIN},
		{0x1p63, 7}, {-0x1.0000000000001p63, 7}, {DBL_MAX, 7}, {DBL_MIN, 7},
		{0x1.fffffffffffffp52, INT64_C(0x1fffffffffffff)}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		kiln_format_metadata entry = {.type = KILN_METADATA_DOUBLE};
		memcpy(&entry.value, &cases[i].number, sizeof entry.value);
		assert_int_equal(kiln_metadata_int(&entry, 7), cases[i].whole);
	}
}

static void null_is_refused(void **state)
{
	(void)state;
	uint32_t count = 99;
	assert_null(kiln_metadata_find(NULL, 0, 0, "/a"));
	assert_null(kiln_metadata_find(&asset, 0, 0, NULL));
	assert_null(kiln_metadata_list(NULL, 0, 0, &count));
	assert_int_equal(count, 0);
	assert_string_equal(kiln_metadata_path(NULL, asset.metadata), "");
	assert_string_equal(kiln_metadata_path(&asset, NULL), "");
	assert_null(kiln_metadata_string(NULL, &asset.metadata[2], NULL));
	const kiln_asset without = {0};
	assert_null(kiln_metadata_find(&without, 0, 0, "/a"));
	assert_null(kiln_metadata_list(&without, 0, 0, NULL));
}

/// Every value of every type: what the proof accepts is what the type says.
static void values_of_other_types_are_refused(void **state)
{
	(void)state;
	open_case c = case_of(blob.data, blob.size);
	kiln_format_metadata *e = (kiln_format_metadata *)case_section(&c, KILN_SECTION_METADATA);
	ASSERT_REFUSES(&c, e[4].value, 1, KILN_E_VALUE, &e[4].value);
	ASSERT_REFUSES(&c, e[0].value, UINT64_MAX, KILN_E_VALUE, &e[0].value);
	ASSERT_REFUSES(&c, e[3].value, 0x7ff0000000000000, KILN_E_VALUE, &e[3].value);
	ASSERT_REFUSES(&c, e[3].value, 0xfff8000000000001, KILN_E_VALUE, &e[3].value);
	ASSERT_REFUSES(&c, e[2].value, 38, KILN_E_VALUE, &e[2].value);
	ASSERT_REFUSES(&c, e[2].value, (uint64_t)37 << 32, KILN_E_VALUE, &e[2].value);
	ASSERT_REFUSES(&c, e[2].value, asset.metadata_text_size, KILN_E_VALUE, &e[2].value);
	ASSERT_REFUSES(&c, e[2].path, 37, KILN_E_RANGE, &e[2].path);
	ASSERT_REFUSES(&c, e[6].path, asset.metadata_text_size, KILN_E_RANGE, &e[6].path);
	ASSERT_REFUSES(&c, e[0].index, 1, KILN_E_RANGE, &e[0].owner);
	ASSERT_REFUSES(&c, e[6].owner, KILN_METADATA_OWNER_END, KILN_E_RANGE, &e[6].owner);
	ASSERT_REFUSES(&c, e[2].index, 3, KILN_E_VALUE, &e[3]);
	ASSERT_REFUSES(&c, e[1].owner, KILN_METADATA_MATERIAL, KILN_E_VALUE, &e[2]);
	e[3].value = 0xffefffffffffffff;
	assert_opens(&c);
	free(c.data);
}

/// Two, three and four bytes of random and of chosen values, against the cooker's reader of UTF-8.
static void text_is_utf8_exactly_where_the_cooker_says_so(void **state)
{
	(void)state;
	open_case c = case_of(blob.data, blob.size);
	uint8_t *text = (uint8_t *)case_section(&c, KILN_SECTION_METADATA_TEXT) + 47;
	static const uint8_t edges[] = {0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed,
		0xef, 0xf0, 0xf4, 0xf5, 0xf7, 0xf8, 0xff};
	enum
	{
		EDGES = sizeof edges
	};
	uint64_t seed = 24;
	uint32_t good = 0;
	for (uint32_t trial = 0; trial < 60000; ++trial)
	{
		// The string stays the last one: its first byte is above that of the string before it.
		const uint64_t random = fixture_random(&seed);
		for (uint32_t k = 0; k < 4; ++k)
			text[k] = edges[(random >> 8 * k) % EDGES];
		text[0] = text[0] < 'd' ? 'd' : text[0];
		size_t at = 0, taken = 1;
		for (; at < 4 && taken; at += taken)
			taken = utf8_sequence((const char *)text + at, 4 - at);
		kiln_asset opened;
		kiln_result result = kiln_open(&opened, c.data, c.size, NULL);
		assert_int_equal(result.status, taken ? KILN_OK : KILN_E_VALUE);
		if (!taken)
			assert_int_equal(result.offset, (uint64_t)(text + at - c.data));
		good += taken != 0;
	}
	assert_in_range(good, 100, 50000);
	free(c.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_entry_is_found_by_owner_index_and_path),
		cmocka_unit_test(the_entries_of_an_owner_are_listed_in_order),
		cmocka_unit_test(a_value_is_read_as_its_type_and_else_is_missing),
		cmocka_unit_test(a_double_is_an_integer_where_it_is_whole),
		cmocka_unit_test(null_is_refused),
		cmocka_unit_test(values_of_other_types_are_refused),
		cmocka_unit_test(text_is_utf8_exactly_where_the_cooker_says_so),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
