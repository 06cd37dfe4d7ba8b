// SPDX-License-Identifier: MIT
#include "kilnpack.h"
#include "pack_case.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

/// Reads one name of a pack into memory of exactly the stated size.
static kiln_result read_name(const kiln_pack *pack, const char *name, uint8_t **memory)
{
	kilnpack_reader *reader;
	kiln_pack_item item;
	const uint32_t entry = kiln_pack_find(pack, name);
	assert_true(kiln_pack_at(pack, entry, &item));
	*memory = fixture_memory((size_t)item.size);
	assert_non_null(*memory);
	assert_int_equal(kilnpack_reader_create(&reader, pack), KILN_OK);
	const kiln_result result = kilnpack_read(reader, entry, *memory, (size_t)item.size);
	kilnpack_reader_destroy(reader);
	return result;
}

static void assert_reads(pack_bytes bytes, const char *name, kiln_status status, const char *part)
{
	kiln_pack pack;
	uint8_t *memory;
	assert_non_null(bytes.data);
	assert_int_equal(kiln_pack_open(&pack, bytes.data, bytes.size).status, KILN_OK);
	const kiln_result result = read_name(&pack, name, &memory);
	if (result.status != status || !strstr(result.reason, part))
		fail_msg("%s: %s", kiln_status_name(result.status), result.reason);
	assert_true(result.offset <= bytes.size);
	free(memory);
	free(bytes.data);
}

static void read_gives_the_bytes_with_and_without_a_dictionary(void **state)
{
	(void)state;
	pack_bytes bytes = pack_case_frames();
	kiln_pack pack;
	uint8_t *first, *second;
	assert_non_null(bytes.data);
	assert_int_equal(kiln_pack_open(&pack, bytes.data, bytes.size).status, KILN_OK);
	assert_int_equal(read_name(&pack, "alone.kiln", &second).status, KILN_OK);
	assert_int_equal(read_name(&pack, "frames.kiln", &first).status, KILN_OK);
	assert_memory_equal(first, second, 4096);
	free(first);
	free(second);
	free(bytes.data);
}

static void read_copies_blobs_of_a_plain_pack(void **state)
{
	(void)state;
	assert_reads(pack_case_plain(), "crate.kiln", KILN_OK, "");
	assert_reads(pack_case_compressed(), "crate.kiln", KILN_E_SIZE, "or is none");
}

/// Changes the pack of frames in one way.
static pack_bytes frames_with(void (*change)(uint8_t *data, kiln_format_pack_blob *blob))
{
	pack_bytes bytes = pack_case_frames();
	assert_non_null(bytes.data);
	kiln_format_pack_header *header = (void *)bytes.data;
	uint8_t *blobs = bytes.data + sizeof *header + header->entry_count * sizeof(kiln_format_pack_entry);
	change(bytes.data, (kiln_format_pack_blob *)(void *)blobs);
	return bytes;
}

static void change_dictionary(uint8_t *data, kiln_format_pack_blob *blob)
{
	(void)blob;
	++data[((kiln_format_pack_header *)(void *)data)->data_offset + 7];
}

static void drop_dictionary(uint8_t *data, kiln_format_pack_blob *blob)
{
	(void)data;
	blob->dictionary = KILN_NONE;
}

static void enlarge(uint8_t *data, kiln_format_pack_blob *blob)
{
	(void)data;
	blob->size += 64;
}

static void reduce(uint8_t *data, kiln_format_pack_blob *blob)
{
	(void)data;
	blob->size -= 64;
}

static void damage(uint8_t *data, kiln_format_pack_blob *blob)
{
	memset(data + blob->offset + blob->stored / 2, 0xff, 16);
}

static void change_hash(uint8_t *data, kiln_format_pack_blob *blob)
{
	(void)data;
	++blob->content_hash[3];
}

static void read_rejects_foreign_dictionaries_false_sizes_and_damage(void **state)
{
	(void)state;
	assert_reads(frames_with(change_dictionary), "frames.kiln", KILN_E_HASH, "dictionary");
	assert_reads(frames_with(enlarge), "frames.kiln", KILN_E_SIZE, "another size");
	assert_reads(frames_with(reduce), "frames.kiln", KILN_E_SIZE, "another size");
	assert_reads(frames_with(change_hash), "frames.kiln", KILN_E_HASH, "content hash");
	// Frames with raw dictionaries carry no number of theirs, so that a frame without its dictionary may give other bytes.
	kiln_pack pack;
	uint8_t *memory;
	for (int i = 0; i < 2; ++i)
	{
		pack_bytes bytes = frames_with(i ? drop_dictionary : damage);
		assert_int_equal(kiln_pack_open(&pack, bytes.data, bytes.size).status, KILN_OK);
		const kiln_status status = read_name(&pack, "frames.kiln", &memory).status;
		assert_true(status == KILN_E_VALUE || status == KILN_E_HASH || status == KILN_E_SIZE);
		free(memory);
		free(bytes.data);
	}
}

/// A frame of 100 MB of zeros in some 10 KB says so in its head; a pack that says 64 bytes is not believed.
static void read_rejects_a_frame_that_grows_beyond_the_stated_size(void **state)
{
	(void)state;
	const size_t large = 100000000 / 64 * 64;
	uint8_t *zeros = calloc(1, large), *frame = malloc(ZSTD_compressBound(large) + 1);
	assert_true(zeros && frame);
	uint64_t stored = ZSTD_compress(frame, ZSTD_compressBound(large), zeros, large, 1);
	assert_false(ZSTD_isError(stored));
	for (int trailing = 0; trailing < 2; ++trailing)
	{
		const uint64_t stated = trailing ? large : 64;
		stored += (uint64_t)trailing;
		frame[stored - 1] = trailing ? 0 : frame[stored - 1];
		assert_reads(pack_case_make(&(pack_recipe){.names = (const char *const[]){"bomb"},
						 .name_count = 1,
						 .sizes = &stated,
						 .contents = (const uint8_t *const[]){frame},
						 .blob_count = 1,
						 .dictionary_size = 16,
						 .stored = &stored,
						 .plain = (const uint8_t *const[]){zeros}}),
			"bomb", KILN_E_SIZE, trailing ? "does not end" : "another size");
	}
	free(zeros);
	free(frame);
}

/// The head of a frame says 64 bytes, its block makes 1000: zstd stops at the end of the memory.
static void read_stops_at_the_end_of_the_memory_where_a_frame_lies(void **state)
{
	(void)state;
	uint8_t frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x20, 64, 0, 0, 0, 'x'};
	const uint32_t block = 1u | 1u << 1 | 1000u << 3;
	memcpy(frame + 6, &block, 3);
	const uint64_t stated = 64, stored = sizeof frame;
	static const uint8_t plain[64];
	assert_reads(pack_case_make(&(pack_recipe){.names = (const char *const[]){"lie"},
					 .name_count = 1,
					 .sizes = &stated,
					 .contents = (const uint8_t *const[]){frame},
					 .blob_count = 1,
					 .dictionary_size = 16,
					 .stored = &stored,
					 .plain = (const uint8_t *const[]){plain}}),
		"lie", KILN_E_VALUE, "damaged");
}

static void reader_rejects_null_and_entries_out_of_range(void **state)
{
	(void)state;
	kilnpack_reader *reader = (void *)&reader;
	kiln_pack pack;
	uint8_t memory[64];
	pack_bytes bytes = pack_case_plain();
	assert_int_equal(kiln_pack_open(&pack, bytes.data, bytes.size).status, KILN_OK);
	assert_int_equal(kilnpack_reader_create(&reader, NULL), KILN_E_ARGUMENT);
	assert_null(reader);
	assert_int_equal(kilnpack_reader_create(NULL, &pack), KILN_E_ARGUMENT);
	assert_int_equal(kilnpack_reader_create(&reader, &pack), KILN_OK);
	assert_int_equal(kilnpack_read(reader, 3, memory, sizeof memory).status, KILN_E_ARGUMENT);
	assert_int_equal(kilnpack_read(reader, 0, NULL, 0).status, KILN_E_ARGUMENT);
	assert_int_equal(kilnpack_read(NULL, 0, memory, sizeof memory).status, KILN_E_ARGUMENT);
	assert_int_equal(kilnpack_read(reader, 0, memory, sizeof memory).status, KILN_E_CAPACITY);
	kilnpack_reader_destroy(reader);
	kilnpack_reader_destroy(NULL);
	free(bytes.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_gives_the_bytes_with_and_without_a_dictionary),
		cmocka_unit_test(read_copies_blobs_of_a_plain_pack),
		cmocka_unit_test(read_rejects_foreign_dictionaries_false_sizes_and_damage),
		cmocka_unit_test(read_rejects_a_frame_that_grows_beyond_the_stated_size),
		cmocka_unit_test(read_stops_at_the_end_of_the_memory_where_a_frame_lies),
		cmocka_unit_test(reader_rejects_null_and_entries_out_of_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
