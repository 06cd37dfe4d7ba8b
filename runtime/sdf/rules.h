// SPDX-License-Identifier: MIT
#ifndef KILN_SDF_RULES_H
#define KILN_SDF_RULES_H

#include "kiln/base.h"

#include "math/ieee.h"

/// The rules of the format that kiln_sdf_open proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). This table drives the proof. FORMAT.md lists the same rows, and tests/sdf/test_sdf_rules.c breaks every rule
/// once.

// clang-format off
#define KILN_SDF_RULES(RULE) \
	RULE(SDF_SHAPE, RANGE, "sdf.shape", \
		"the shape of a field is not a mesh that is closed and consistently wound, nor a hull with a volume") \
	RULE(SDF_ORDER, VALUE, "sdf.shape", "fields do not increase by their shapes") \
	RULE(SDF_GRID, NUMBER, "sdf.origin", \
		"the origin of a field is not finite or beyond 2^41, or its edge is not from 2^-110 to 2^41") \
	RULE(SDF_ROOTS, VALUE, "sdf.roots", "a field has no root cell along an axis, or more than 64") \
	RULE(SDF_DEPTH, VALUE, "sdf.depth", "a field has more than 12 levels below its grid, or another number than it states") \
	RULE(SDF_CELLS, RANGE, "sdf.cell_first", \
		"the cells of a field do not follow those of the previous field, or lead outside SDF_CELLS") \
	RULE(SDF_BLOCKS, RANGE, "sdf.block_first", \
		"the blocks of a field do not follow those of the previous field, or lead outside SDF_BLOCKS") \
	RULE(SDF_ERROR, NUMBER, "sdf.error", "the error of a field is negative or not finite") \
	RULE(SDF_RESERVED, VALUE, "sdf.reserved", "a reserved field of a field is not zero") \
	RULE(SDFS_COVER, RANGE, "SDFS", "the fields do not cover SDF_CELLS and SDF_BLOCKS") \
	RULE(SDF_CHILD, TREE, "the cell", "the children of a cell are not the next eight cells, or lead outside the field") \
	RULE(SDF_BLOCK, TREE, "the cell", "the block of a cell is not the next block, or leads outside the field") \
	RULE(SDF_COUNT, RANGE, "sdf.cell_count", "a field has more cells or blocks than its cells reach") \
	RULE(SDF_BLOCK_NUMBER, NUMBER, "block.base", \
		"a number of a block is not finite, beyond 2^44, or a negative step or error") \
	RULE(SDF_BLOCK_RESERVED, VALUE, "block.reserved", "the reserved field of a block is not zero")

#define KILN_SDF_RULE(name, status, where, reason) KILN_RULE_OF_##name,
// clang-format on

typedef enum kiln_sdf_rule
{
	KILN_SDF_RULES(KILN_SDF_RULE) KILN_SDF_RULE_COUNT
} kiln_sdf_rule;

#endif
