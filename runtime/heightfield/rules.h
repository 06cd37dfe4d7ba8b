// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_RULES_H
#define KILN_HEIGHTFIELD_RULES_H

#include "kiln/base.h"
#include "math/ieee.h"

/// The rules of the format that kiln_heightfield_open proves: RULE(name, status of a refusal, meaning of the refusal's
/// offset, reason). This table drives the proof. HEIGHTFIELD.md lists the same rows, and
/// tests/heightfield/test_heightfield_rules.c breaks every rule once.

// clang-format off
#define KILN_HEIGHTFIELD_RULES(RULE) \
	RULE(HEADER_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end inside the header of the height field") \
	RULE(MAGIC, NOT_KILN, "header.magic", "the first bytes are not those of a Kiln height field") \
	RULE(ENDIAN, ENDIAN, "header.endian", "field and machine differ in byte order, or the endian mark is damaged") \
	RULE(VERSION, VERSION, "header.version_major", "this runtime reads another version of height fields: recook") \
	RULE(SIZE_TRUNCATED, TRUNCATED, "end of the bytes", "the bytes end before the end of the height field") \
	RULE(SIZE_TRAILING, SIZE, "end of the field", "bytes follow the end of the height field") \
	RULE(FEATURE, FEATURE, "header.required_features", "the height field needs a feature that this runtime lacks") \
	RULE(GRID, RANGE, "header.columns", "the grid has fewer than 2 samples on a side, or too many") \
	RULE(UP, VALUE, "header.up", "the axis of heights is neither y nor z") \
	RULE(PLACE, NUMBER, "header.origin", \
		"origin, spacing or step is not finite, not above 0, or leads beyond the largest coordinate") \
	RULE(SPACING, NUMBER, "header.spacing", "the spacing is finer than float32 keeps samples apart") \
	RULE(MATERIAL_COUNT, VALUE, "header.material_count", "the number of materials is not from 1 to 256") \
	RULE(ERROR, NUMBER, "header.error", "the error is negative or not finite") \
	RULE(LEVELS, TREE, "header.level_count", "the number of levels of ranges is not that of the grid") \
	RULE(HEADER_RESERVED, VALUE, "header.reserved", "a reserved field of the header is not zero") \
	RULE(DATA_OFFSET, SECTION, "header.data_offset", \
		"the data do not begin at the first multiple of 64 behind blocks and ranges, or begin outside the field") \
	RULE(GAP, VALUE, "the byte", "a byte between the parts of the field, or behind the data, is not zero") \
	RULE(BLOCK_FLAGS, VALUE, "block.flags", "a block has an unknown flag, or flags that exclude each other") \
	RULE(BLOCK_RESERVED, VALUE, "block.reserved", "a reserved byte of a block is not zero") \
	RULE(BLOCK_BITS, VALUE, "block.bits", \
		"a block's samples have another number of bits than their range needs, or fewer in a field with room for edits") \
	RULE(BLOCK_HEIGHT, RANGE, "block.base", "a block is higher than float32 counts steps") \
	RULE(BLOCK_MATERIAL, RANGE, "block.material", "a block's material is out of range") \
	RULE(BLOCK_PLACE, RANGE, "block.data", "a block's data do not follow those of the previous block") \
	RULE(BLOCK_END, RANGE, "block.data", "a block's data lead outside the field") \
	RULE(SAMPLE_RANGE, RANGE, "the block's samples", "a block's samples do not reach from 0 to its range") \
	RULE(SAMPLE_OUTSIDE, VALUE, "the block's samples", \
		"a sample outside the grid differs from the nearest sample of the grid") \
	RULE(SAMPLE_PADDING, VALUE, "the byte", "the bits behind a block's samples are not zero") \
	RULE(SHARED, VALUE, "the block's samples", "two blocks differ in a sample that they share") \
	RULE(CELL_BITS, VALUE, "the byte", "a hole or diagonal is marked outside the grid") \
	RULE(CELL_MATERIAL, RANGE, "the byte", "a cell's material is out of range, or not zero outside the grid") \
	RULE(RANGES, TREE, "the range", "a range is not that of the blocks or ranges below") \
	RULE(END, SECTION, "header.size", "the field does not end at the first multiple of 64 behind its data")

#define KILN_HEIGHTFIELD_RULE(name, status, where, reason) KILN_HEIGHTFIELD_RULE_##name,
// clang-format on

typedef enum kiln_heightfield_rule
{
	KILN_HEIGHTFIELD_RULES(KILN_HEIGHTFIELD_RULE) KILN_HEIGHTFIELD_RULE_COUNT
} kiln_heightfield_rule;

/// Makes the refusal by a rule at a byte of the field.
kiln_result kilni_heightfield_refused(kiln_heightfield_rule rule, uint64_t offset);

#endif
