// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_HEIGHTFIELD_H
#define KILNCOOK_HEIGHTFIELD_H

#include "base.h"
#include "options.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A grid of heights in the caller's memory. kiln/heightfield.h says where samples, cells and triangles lie.
typedef struct kilncook_heightfield
{
	uint32_t columns, rows; ///< samples on a side, 2 or more; at most 2 * 10^9 cells
	/// Heights, row by row; exactly one of the two is not NULL.
	const float *heights;	///< finite
	const uint16_t *levels; ///< heights in units of `level_height`, as 16-bit images have them: kept as they are
	float level_height;		///< of `levels`, above 0
	/// The greatest difference between a height and its stored value, for `heights`. 0: a little more than half of 1/65535 of the difference between
	/// the highest and the lowest sample, and at least what float32 loses at these heights. A smaller error takes more bytes.
	float error;
	float origin[3];  ///< place of the first sample; along the axis of heights added to all heights
	float spacing[2]; ///< distance between columns, between rows; above 0
	kilncook_axis up; ///< KILNCOOK_AXIS_Y (default): rows follow each other along z; KILNCOOK_AXIS_Z: along y
	/// Of cells, row by row, (columns - 1) * (rows - 1) bytes each. NULL: 0 for all.
	const uint8_t *holes;	  ///< not 0: a hole
	const uint8_t *diagonals; ///< not 0: the diagonal joins (column + 1, row) and (column, row + 1)
	const uint8_t *materials;
	/// Keeps room for kiln_heightfield_edit, in 3.5 bytes a sample: any height from `lowest` to `highest`, in the coordinates of the
	/// field, can be stored then. Both 0: those of the lowest and the highest sample; `levels` always have all of 65536.
	bool editable;
	float lowest, highest;
} kilncook_heightfield;

/// Makes the bytes of a height field, which kiln_heightfield_open opens: blocks of 16 x 16 cells, whose samples have as many bits
/// as the block's differences of heights need. The same grid gives the same bytes on every machine. The field's header states the
/// greatest difference from the source (`error`).
///
/// KILNCOOK_USAGE when the grid contradicts itself or a number is out of range. KILNCOOK_REFUSED: a height is NaN, infinite or
/// too large (`heightfield-sample`), every cell is a hole (`heightfield-empty`), or the error is too small: float32 is coarser
/// there, or a block of 16 x 16 cells has more than 65535 steps, or the field more than 2^24 (`heightfield-steps`); the message
/// names the place, and the error that is possible.
KILNCOOK_API kilncook_status kilncook_heightfield_make(
	const kilncook_context *context, const kilncook_heightfield *grid, kilncook_blob *blob);

/// Most samples of an image, or of the grid of a mesh, that kilncook_heightfield_file reads.
#define KILNCOOK_HEIGHTFIELD_SAMPLES_MAX (UINT64_C(1) << 28)

/// The samples of a file that has nothing but samples.
typedef uint32_t kilncook_raw;
enum kilncook_raw_values
{
	KILNCOOK_RAW_U8 = 0,
	KILNCOOK_RAW_U16LE = 1, ///< the low byte first
	KILNCOOK_RAW_U16BE = 2,
	KILNCOOK_RAW_F32LE = 3,
	KILNCOOK_RAW_F32BE = 4,
	KILNCOOK_RAW_END = 5,
};

/// The diagonal of a cell.
typedef uint32_t kilncook_diagonal;
enum kilncook_diagonal_values
{
	KILNCOOK_DIAGONAL_SOURCE =
		0, ///< of a mesh: its own; of an image, and of the cells whose face has four corners: KILNCOOK_DIAGONAL_PLAIN
	KILNCOOK_DIAGONAL_PLAIN = 1,  ///< from (column, row) to (column + 1, row + 1)
	KILNCOOK_DIAGONAL_TURNED = 2, ///< the other one
	KILNCOOK_DIAGONAL_FLAT = 3,	  ///< the one at which the cell bends less; of equal ones the plain one
	KILNCOOK_DIAGONAL_END = 4,
};

/// How a file becomes a height field. `{0}` is valid.
typedef struct kilncook_heightfield_options
{
	bool mesh; ///< the file is art with meshes, whose vertices lie on a grid; without it, the file is an image
	/// Of a file without a header: samples on a side, their kind, and the bytes before the first one. `raw_columns` 0: an image with a
	/// header (PNG, TIFF, OpenEXR).
	uint32_t raw_columns, raw_rows;
	kilncook_raw raw_kind;
	uint64_t raw_skip;
	const char
		*channel; ///< of OpenEXR: the channel of heights; NULL: the only one, or red, green and blue that are equal
	double spacing[2]; ///< of an image: metres between columns, between rows; 0: 1
	double size
		[2]; ///< of an image, instead of the spacing: metres from the first to the last column and row; 0: by the spacing
	double origin[3]; ///< of an image: place of the first sample, with height 0
	/// Of an image: heights in metres of black and white, of floats 0 and 1. Both 0: 0 and 255; floats are metres.
	double height[2];
	/// As kilncook_heightfield.error. 0: levels of images are kept exactly.
	double error;
	const char
		*material_map; ///< an image whose values, or indices of a palette, are the materials of cells; NULL: none
	/// An image whose values above 0 are holes; NULL: none. An image has a value for each cell, or for each sample: then a cell takes the
	/// material of its first sample, and is a hole when one of its corners is. Transparent pixels of the heights' image (alpha 0) are
	/// holes, too.
	const char *hole_map;
	bool holes_by_value;		///< samples with the value `hole_value` are holes: a level, or a float of the file
	double hole_value;			///< may be NaN; of floats, the nearest float
	kilncook_diagonal diagonal; ///< of all cells
	/// Cuts a tile out: `tile_side` cells on a side, the tile of this column and row; the last ones of a row or column have the rest. All tiles of
	/// one file have one step of height, and tiles side by side have the same samples at their border, to the bit. `tile_side` 0: the whole grid.
	uint32_t tile[2], tile_side;
	/// Instead of `tile_side`: so many tiles along each axis, as equal as whole cells allow; at most as many as there are cells. 0: not.
	uint32_t tile_count;
	/// As in kilncook_heightfield.
	bool editable;
	double lowest, highest;
} kilncook_heightfield_options;

/// What kilncook_heightfield_file found and made.
typedef struct kilncook_heightfield_report
{
	uint32_t columns, rows;				///< samples of the field
	uint32_t whole_columns, whole_rows; ///< samples of the file
	uint32_t tile_columns, tile_rows;	///< tiles of the file; 0 without tiles
	uint32_t tile[2];
	kilncook_axis up;
	uint64_t holes;			 ///< cells
	uint64_t turned;		 ///< cells
	uint32_t material_count; ///< one more than the highest material
	char **material_names;	 ///< of a mesh: `material_name_count` names, by the number of the material
	uint32_t material_name_count;
	uint64_t bytes;
	double error;	  ///< no height of the field differs more from the file's
	float low, high;  ///< heights of the lowest and the highest sample
	float origin[3];  ///< place of the first sample; along the axis of heights that of height 0
	float spacing[2]; ///< between columns, between rows
	float step;		  ///< of heights
	double ms;
	char **source_names; ///< one: the file's name without folders
	uint64_t source_bytes;
	char source_hash[33]; ///< hexadecimal
	uint64_t warnings;
	kilncook_message_row *messages; ///< as kilncook_report.messages
	uint64_t message_count, message_capacity;
	/// Files that were read besides the art, with the sum of their stamps; as in kilncook_report.
	char **side_files;
	uint32_t side_file_count;
	uint64_t side_file_stamp;
} kilncook_heightfield_report;

/// Whether a file begins as an image does: PNG, TIFF or OpenEXR. Art with meshes does not.
KILNCOOK_API bool kilncook_heightfield_is_image(const char *path);

/// Makes a height field of a file: of an image, or of a mesh that is a grid. `options` has what concerns the reading of art (its
/// isolation and limits, `up`, and of meshes `art_up`, `unit`, `scale`); NULL: defaults. `how` NULL: an image with defaults.
///
/// KILNCOOK_USAGE when options contradict each other. KILNCOOK_REFUSED as kilncook_heightfield_make, and when the file is no image
/// (`import-format`, `import-failed`), has colours, a palette or another size (`image-kind`), has more samples than
/// KILNCOOK_HEIGHTFIELD_SAMPLES_MAX or fewer than two on a side (`image-size`), or when the mesh is no grid (`heightfield-grid`, with the
/// place). KILNCOOK_IO when a file cannot be read. `report` may be NULL; the caller frees it.
KILNCOOK_API kilncook_status kilncook_heightfield_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, const kilncook_heightfield_options *how, kilncook_blob *blob,
	kilncook_heightfield_report *report);

/// Writes a report as one JSON object, and as text.
KILNCOOK_API kilncook_status kilncook_heightfield_report_json(
	const kilncook_context *context, const kilncook_heightfield_report *report, kilncook_blob *text);
KILNCOOK_API kilncook_status kilncook_heightfield_report_text(
	const kilncook_context *context, const kilncook_heightfield_report *report, kilncook_blob *text);
KILNCOOK_API void kilncook_heightfield_report_free(
	const kilncook_context *context, kilncook_heightfield_report *report);

#ifdef __cplusplus
}
#endif

#endif
