// SPDX-License-Identifier: MIT
#ifndef KILN_PACK_RULES_H
#define KILN_PACK_RULES_H

#include "kiln/base.h"

#include "math/ieee.h"

/// The rules of the format that kiln_pack_open proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). This table drives the proof. PACK.md lists the same rows, and tests/pack/test_pack_rules.c breaks every rule
/// once.

// clang-format off
#define KILN_PACK_RULES(RULE) \
	RULE(HEADER_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end inside the header of the pack") \
	RULE(MAGIC, NOT_KILN, "header.magic", "the first bytes are not those of a Kiln pack") \
	RULE(ENDIAN, ENDIAN, "header.endian", "pack and machine differ in byte order, or the endian mark is damaged") \
	RULE(VERSION, VERSION, "header.version_major", "this runtime reads another version of the pack's format: pack again") \
	RULE(SIZE_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end before the end of the pack") \
	RULE(SIZE_TRAILING, SIZE, "end of the pack", "bytes follow the end of the pack") \
	RULE(FEATURE, FEATURE, "header.required_features", "the pack needs a feature that this runtime lacks") \
	RULE(CODEC, FEATURE, "header.codec", "this runtime does not know how the blobs are stored") \
	RULE(ALIGNMENT, VALUE, "header.alignment", \
		"the alignment is not a power of two from 64, or from 1 with zstd, to 65536") \
	RULE(HEADER_RESERVED, VALUE, "header.reserved", "a reserved field of the header is not zero") \
	RULE(INDEX_RANGE, SECTION, "header.entry_count", "the index leads outside the pack") \
	RULE(DATA_OFFSET, SECTION, "header.data_offset", \
		"the data does not begin at the first multiple of 64 behind the names") \
	RULE(INDEX_GAP, VALUE, "the byte", "a byte between the names and the data is not zero") \
	RULE(NAME_PLACE, RANGE, "entry.name", "a name does not begin where the name before ends") \
	RULE(NAME_LENGTH, RANGE, "the name", "a name is empty, has more than 240 bytes, or does not end inside the names") \
	RULE(ENTRY_HASH, HASH, "entry.hash", "the hash of an entry is not that of the entry's name") \
	RULE(ENTRY_ORDER, SECTION, "entry.hash", "entries do not increase by hash and name, or a name occurs twice") \
	RULE(ENTRY_BLOB, RANGE, "entry.blob", "the blob of an entry is out of range") \
	RULE(NAMES_END, SECTION, "end of the names", "bytes follow the last name") \
	RULE(DICTIONARY_PLAIN, VALUE, "header.dictionary_count", "a plain pack has a dictionary") \
	RULE(DICTIONARY_MANY, VALUE, "header.dictionary_count", "the pack has more than 256 dictionaries") \
	RULE(DICTIONARY_PLACE, SECTION, "dictionary.offset", \
		"a dictionary does not begin at the end of the one before, or of the index") \
	RULE(DICTIONARY_SIZE, RANGE, "dictionary.size", \
		"a dictionary is empty, has more than 2^24 bytes, or leads outside the pack") \
	RULE(BLOB_PLACE, SECTION, "blob.offset", \
		"a blob does not begin at the first multiple of the alignment behind the bytes before") \
	RULE(BLOB_STORED, RANGE, "blob.stored", "a blob is empty, or leads outside the pack") \
	RULE(BLOB_SIZE, VALUE, "blob.size", "a blob's size is not a multiple of 64 bytes above zero") \
	RULE(BLOB_PLAIN, VALUE, "blob.stored", "a blob of a plain pack has another size stored than its own") \
	RULE(BLOB_RATIO, VALUE, "blob.size", "a blob is larger than any zstd frame of its stored size") \
	RULE(BLOB_DICTIONARY, RANGE, "blob.dictionary", "the dictionary of a blob is out of range") \
	RULE(BLOB_RESERVED, VALUE, "blob.reserved", "a reserved field of a blob is not zero") \
	RULE(SIZE_GAP, SECTION, "header.size", "the pack does not end with its last blob")

#define KILN_PACK_RULE(name, status, where, reason) KILN_PACK_RULE_##name,
// clang-format on

typedef enum kiln_pack_rule
{
	KILN_PACK_RULES(KILN_PACK_RULE) KILN_PACK_RULE_COUNT
} kiln_pack_rule;

/// Makes the refusal by a rule at a byte of the pack.
kiln_result kilni_pack_refused(kiln_pack_rule rule, uint64_t offset);

#endif
