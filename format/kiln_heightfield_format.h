// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_FORMAT_H
#define KILN_HEIGHTFIELD_FORMAT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/// The on-disk structures of a height field. HEIGHTFIELD.md describes the same structures, with the rules that a reader
/// checks. Little-endian, position independent, never written to; every reserved byte is zero.

#define KILN_HEIGHTFIELD_FORMAT_MAJOR 1
#define KILN_HEIGHTFIELD_FORMAT_MINOR 1

/// The first eight bytes.
#define KILN_HEIGHTFIELD_FORMAT_MAGIC "\x89KLH\r\n\x1a\n"
#define KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE 8

/// Cells on a side of a block. A block has one sample more on a side, which it shares with its neighbour.
#define KILN_HEIGHTFIELD_BLOCK 16
#define KILN_HEIGHTFIELD_BLOCK_SAMPLES 17
/// Blocks, or ranges of the level below, on a side of a range.
#define KILN_HEIGHTFIELD_FAN 8
/// Most levels of ranges.
#define KILN_HEIGHTFIELD_LEVELS_MAX 8
/// Most cells of a field.
#define KILN_HEIGHTFIELD_CELLS_MAX 2000000000u
/// Most samples on a side: the spacing is at least 2^-20 of the greatest coordinate.
#define KILN_HEIGHTFIELD_SIDE_MAX 2097153u
/// The highest height, in steps: float32 counts so far.
#define KILN_HEIGHTFIELD_STEPS_MAX 0xffffffu
/// The greatest difference of heights in a block, in steps.
#define KILN_HEIGHTFIELD_RANGE_MAX 0xffffu
/// Zero bytes behind the last block's data, so that loads of eight bytes stay inside the field.
#define KILN_HEIGHTFIELD_TAIL 8
/// Unit of kiln_format_heightfield_block.data.
#define KILN_HEIGHTFIELD_DATA_UNIT 8

/// Bits of kiln_format_heightfield_header.required_features.
typedef uint64_t kiln_heightfield_features;
enum kiln_heightfield_features_values
{
	KILN_HEIGHTFIELD_ROOM = 1, ///< blocks may have more bits a sample than their range needs: room for edits
	KILN_HEIGHTFIELD_FEATURES_KNOWN = 1,
};

/// The axis of heights. Values are fixed.
typedef uint32_t kiln_heightfield_up;
enum kiln_heightfield_up_values
{
	KILN_HEIGHTFIELD_UP_Y = 1, ///< columns follow each other along x, rows along z
	KILN_HEIGHTFIELD_UP_Z = 2, ///< columns follow each other along x, rows along y
};

typedef struct kiln_format_heightfield_header
{
	uint8_t magic[KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE]; ///< KILN_HEIGHTFIELD_FORMAT_MAGIC
	uint32_t endian;								   ///< 0x01020304
	uint16_t version_major;							   ///< KILN_HEIGHTFIELD_FORMAT_MAJOR
	uint16_t version_minor;
	uint64_t size;				///< bytes of the field
	uint64_t required_features; ///< kiln_heightfield_features
	uint32_t columns, rows;		///< samples on a side, >= 2
	float origin[3];			///< the first sample's place; along the axis of heights that of height 0
	float spacing[2];			///< distance of columns and of rows, > 0
	float step;					///< height of one step, > 0
	uint32_t up;				///< kiln_heightfield_up
	uint32_t material_count;	///< 1 .. 256; every material is below
	float error;				///< no decoded height differs more from the source's
	uint32_t level_count;		///< levels of ranges
	uint64_t data_offset;		///< of the blocks' data
	uint16_t tool_version[4];	///< major, minor, patch of the cooker, then 0
	uint32_t reserved[8];
} kiln_format_heightfield_header;

/// Flags of a block.
typedef uint32_t kiln_heightfield_flags;
enum kiln_heightfield_flags_values
{
	KILN_HEIGHTFIELD_HOLES = 1,		///< a bit for each cell: 1 is a hole
	KILN_HEIGHTFIELD_DIAGONALS = 2, ///< a bit for each cell: 1 is the second diagonal
	KILN_HEIGHTFIELD_MATERIALS = 4, ///< a byte for each cell: the material
	KILN_HEIGHTFIELD_EMPTY = 8,		///< every cell is a hole; no other flag
	KILN_HEIGHTFIELD_TURNED = 16,	///< every cell has the second diagonal; not with KILN_HEIGHTFIELD_DIAGONALS
	KILN_HEIGHTFIELD_FLAGS_KNOWN = 31,
};

/// 16 x 16 cells. Its data are 17 x 17 samples of `bits` bits, row by row, lowest bits first, up to a multiple of 8
/// bytes; then 32 bytes of holes, 32 of diagonals and 256 of materials, as the flags say. Cell (column, row) of the block
/// is bit or byte 16 row + column.
typedef struct kiln_format_heightfield_block
{
	uint32_t data;	///< place of its data, in units of 8 bytes from data_offset
	uint32_t base;	///< its lowest height, in steps
	uint16_t range; ///< its highest height - base
	uint8_t
		bits; ///< of a sample: the fewest that hold the range, or more with KILN_HEIGHTFIELD_ROOM; a sample is a height - base
	uint8_t flags;	  ///< kiln_heightfield_flags
	uint8_t material; ///< of every cell, without KILN_HEIGHTFIELD_MATERIALS
	uint8_t reserved[3];
} kiln_format_heightfield_block;

/// Lowest and highest height of 8 x 8 blocks, or of 8 x 8 ranges of the level below.
typedef struct kiln_format_heightfield_range
{
	uint32_t low, high; ///< in steps
} kiln_format_heightfield_range;

/// The places of a block's arrays, in bytes from its data.
typedef struct kiln_format_heightfield_layout
{
	uint32_t holes, diagonals, materials;
	uint32_t size; ///< a multiple of 8
} kiln_format_heightfield_layout;

static inline kiln_format_heightfield_layout kiln_format_heightfield_place(uint32_t bits, uint32_t flags)
{
	const uint32_t samples = KILN_HEIGHTFIELD_BLOCK_SAMPLES * KILN_HEIGHTFIELD_BLOCK_SAMPLES;
	const uint32_t cells = KILN_HEIGHTFIELD_BLOCK * KILN_HEIGHTFIELD_BLOCK;
	kiln_format_heightfield_layout at;
	at.holes = (samples * bits + 63) / 64 * 8;
	at.diagonals = at.holes + (flags & KILN_HEIGHTFIELD_HOLES ? cells / 8 : 0);
	at.materials = at.diagonals + (flags & KILN_HEIGHTFIELD_DIAGONALS ? cells / 8 : 0);
	at.size = at.materials + (flags & KILN_HEIGHTFIELD_MATERIALS ? cells : 0);
	return at;
}

/// The fewest bits that hold a number.
static inline uint32_t kiln_format_heightfield_bits(uint32_t range)
{
	uint32_t bits = 0;
	while (range >> bits)
		++bits;
	return bits;
}

#define KILN_HEIGHTFIELD_LAYOUT(type, bytes) static_assert(sizeof(type) == (bytes), #type " has the wrong size")
#define KILN_HEIGHTFIELD_FIELD(type, field, at)                                                                        \
	static_assert(offsetof(type, field) == (at), #type "." #field " has moved")

KILN_HEIGHTFIELD_LAYOUT(kiln_format_heightfield_header, 128);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, magic, 0);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, endian, 8);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, version_major, 12);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, version_minor, 14);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, size, 16);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, required_features, 24);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, columns, 32);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, rows, 36);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, origin, 40);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, spacing, 52);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, step, 60);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, up, 64);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, material_count, 68);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, error, 72);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, level_count, 76);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, data_offset, 80);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, tool_version, 88);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_header, reserved, 96);

KILN_HEIGHTFIELD_LAYOUT(kiln_format_heightfield_block, 16);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, data, 0);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, base, 4);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, range, 8);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, bits, 10);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, flags, 11);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, material, 12);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_block, reserved, 13);

KILN_HEIGHTFIELD_LAYOUT(kiln_format_heightfield_range, 8);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_range, low, 0);
KILN_HEIGHTFIELD_FIELD(kiln_format_heightfield_range, high, 4);

#endif
