// SPDX-License-Identifier: MIT
#include "pack/rules.h"
#include "pack_case.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Breaks every rule in the table that drives the proof once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

/// A copy of a pack to damage, with its parts.
typedef struct damaged
{
	pack_bytes bytes;
	kiln_format_pack_header *header;
	kiln_format_pack_entry *entries;
	kiln_format_pack_blob *blobs;
	kiln_format_pack_dictionary *dictionaries;
	char *names;
} damaged;

static damaged damaged_of(pack_bytes bytes)
{
	assert_non_null(bytes.data);
	damaged d = {.bytes = bytes, .header = (void *)bytes.data};
	d.entries = (void *)(d.header + 1);
	d.blobs = (void *)(d.entries + d.header->entry_count);
	d.dictionaries = (void *)(d.blobs + d.header->blob_count);
	d.names = (char *)(d.dictionaries + d.header->dictionary_count);
	return d;
}

/// Changes the number of bytes, which are those of the old pack and zeros.
static void resize(damaged *d, size_t size)
{
	uint8_t *data = fixture_memory(size);
	assert_non_null(data);
	memset(data, 0, size);
	memcpy(data, d->bytes.data, size < d->bytes.size ? size : d->bytes.size);
	free(d->bytes.data);
	*d = damaged_of((pack_bytes){data, size});
}

/// Each break returns where the refusal points.
#define BREAK(rule) static const void *break_##rule(damaged *d)

BREAK(HEADER_TRUNCATED)
{
	uint8_t *data = fixture_memory(127);
	assert_non_null(data);
	memcpy(data, d->bytes.data, 127);
	free(d->bytes.data);
	d->bytes = (pack_bytes){data, 127};
	return data + 127;
}
BREAK(MAGIC)
{
	d->header->magic[1] = 'k';
	return &d->header->magic;
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
	resize(d, d->bytes.size - 64);
	return d->bytes.data + d->bytes.size;
}
BREAK(SIZE_TRAILING)
{
	resize(d, d->bytes.size + 1);
	return d->bytes.data + d->header->size;
}
BREAK(FEATURE)
{
	d->header->required_features = 1ull << 63;
	return &d->header->required_features;
}
BREAK(CODEC)
{
	d->header->codec = KILN_PACK_CODEC_END;
	return &d->header->codec;
}
BREAK(ALIGNMENT)
{
	d->header->alignment = 32;
	return &d->header->alignment;
}
BREAK(HEADER_RESERVED)
{
	d->header->reserved[8] = 1;
	return &d->header->reserved[8];
}
BREAK(INDEX_RANGE)
{
	d->header->entry_count = 0xffffffff;
	return &d->header->entry_count;
}
BREAK(DATA_OFFSET)
{
	d->header->data_offset += 64;
	return &d->header->data_offset;
}
BREAK(INDEX_GAP)
{
	d->bytes.data[d->header->data_offset - 1] = 1;
	return d->bytes.data + d->header->data_offset - 1;
}
BREAK(NAME_PLACE)
{
	d->entries[1].name = 0;
	return &d->entries[1].name;
}
BREAK(NAME_LENGTH)
{
	d->names[d->entries[1].name] = '\0';
	return &d->names[d->entries[1].name];
}
BREAK(ENTRY_HASH)
{
	++d->names[0];
	return &d->entries[0].hash;
}
/// Two equal entries: their names need as many bytes as those that they replace.
BREAK(ENTRY_ORDER)
{
	damaged twice = damaged_of(pack_case_make(&(pack_recipe){.names = (const char *const[]){"aaaa", "bbbb"},
		.name_count = 2,
		.sizes = (const uint64_t[]){64, 64},
		.blob_count = 2}));
	free(d->bytes.data);
	*d = twice;
	memcpy(d->names + 5, d->names, 5);
	d->entries[1].hash = d->entries[0].hash;
	return &d->entries[1].hash;
}
BREAK(ENTRY_BLOB)
{
	d->entries[2].blob = 2;
	return &d->entries[2].blob;
}
BREAK(NAMES_END)
{
	++d->header->names_size;
	return d->names + d->header->names_size - 1;
}
BREAK(DICTIONARY_PLAIN)
{
	// Its place and its name's bytes are made of what stood there; the rule comes before those of dictionaries.
	damaged compressed = damaged_of(pack_case_compressed());
	free(d->bytes.data);
	*d = compressed;
	d->header->codec = KILN_PACK_PLAIN;
	d->header->alignment = 64;
	return &d->header->dictionary_count;
}
/// The index has room for the dictionaries: their places are not reached.
BREAK(DICTIONARY_MANY)
{
	const size_t more = 256 * sizeof *d->dictionaries;
	const size_t names = (size_t)((uint8_t *)d->names - d->bytes.data), names_size = (size_t)d->header->names_size;
	resize(d, d->bytes.size + more);
	memmove(d->bytes.data + names + more, d->bytes.data + names, names_size);
	memset(d->bytes.data + names + more + names_size, 0, d->bytes.size - names - more - names_size);
	d->header->size += more;
	d->header->data_offset += more;
	d->header->dictionary_count += 256;
	return &d->header->dictionary_count;
}
BREAK(DICTIONARY_PLACE)
{
	++d->dictionaries[0].offset;
	return &d->dictionaries[0].offset;
}
BREAK(DICTIONARY_SIZE)
{
	d->dictionaries[0].size = d->header->size;
	return &d->dictionaries[0].size;
}
BREAK(BLOB_PLACE)
{
	d->blobs[1].offset -= 128;
	return &d->blobs[1].offset;
}
BREAK(BLOB_STORED)
{
	d->blobs[1].stored = UINT64_MAX;
	return &d->blobs[1].stored;
}
BREAK(BLOB_SIZE)
{
	d->blobs[0].size += 32;
	return &d->blobs[0].size;
}
BREAK(BLOB_PLAIN)
{
	d->blobs[0].size += 64;
	return &d->blobs[0].stored;
}
BREAK(BLOB_RATIO)
{
	d->blobs[0].size = 1ull << 50;
	return &d->blobs[0].size;
}
BREAK(BLOB_DICTIONARY)
{
	d->blobs[0].dictionary = 1;
	return &d->blobs[0].dictionary;
}
BREAK(BLOB_RESERVED)
{
	d->blobs[0].reserved = 1;
	return &d->blobs[0].reserved;
}
BREAK(SIZE_GAP)
{
	resize(d, d->bytes.size + 64);
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
static const rule_break rows[] = {KILN_PACK_RULES(ROW)};

static bool needs_compressed(const char *name)
{
	return strncmp(name, "DICTIONARY_", 11) == 0 || strcmp(name, "BLOB_RATIO") == 0;
}

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
	{
		damaged d = damaged_of(needs_compressed(rows[i].name) ? pack_case_compressed() : pack_case_plain());
		const uint64_t place = (uint64_t)((const uint8_t *)rows[i].apply(&d) - d.bytes.data);
		kiln_pack pack = {.size = 7};
		const kiln_result result = kiln_pack_open(&pack, d.bytes.data, d.bytes.size);
		if (result.status != rows[i].status || strcmp(result.reason, rows[i].reason) != 0 || result.offset != place)
			fail_msg("%s at byte %llu was answered: %s at byte %llu: %s", rows[i].name, (unsigned long long)place,
				kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
		assert_int_equal(pack.size, 7);
		free(d.bytes.data);
	}
}

/// Each length: a pack cut off anywhere is refused, as one of another length.
static void open_rejects_every_truncation(void **state)
{
	(void)state;
	for (int compressed = 0; compressed < 2; ++compressed)
	{
		pack_bytes bytes = compressed ? pack_case_compressed() : pack_case_plain();
		assert_non_null(bytes.data);
		for (size_t size = 0; size < bytes.size; ++size)
		{
			kiln_pack pack;
			uint8_t *cut = fixture_memory(size);
			assert_non_null(cut);
			memcpy(cut, bytes.data, size);
			const kiln_result result = kiln_pack_open(&pack, cut, size);
			assert_int_equal(result.status, KILN_E_TRUNCATED);
			assert_int_equal(result.offset, size);
			free(cut);
		}
		free(bytes.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(open_rejects_every_truncation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
