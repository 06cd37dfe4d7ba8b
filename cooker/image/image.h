// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMAGE_H
#define KILN_COOKER_IMAGE_H

#include "import/import_apart.h"
#include "kilncook.h"

/// Images of samples: of heights, of materials, of holes. The readers run in the process that imports art.

typedef enum art_samples
{
	ART_SAMPLES_LEVELS,	 ///< whole numbers up to `white`
	ART_SAMPLES_PALETTE, ///< indices of a palette
	ART_SAMPLES_FLOATS,	 ///< any floats
	ART_SAMPLES_END,
} art_samples;

/// An image, row by row. The structure owns its arrays.
typedef struct art_image
{
	uint32_t columns, rows;
	art_samples kind;
	uint32_t white;	  ///< of levels: 1 to 65535
	uint16_t *levels; ///< of levels and palettes, else NULL
	float *floats;	  ///< of floats, else NULL
	double rounding;  ///< no float differs more from the file's number
	uint8_t *clear;	  ///< not 0: the pixel is transparent; NULL: none is
} art_image;

/// A file without a header; `columns` 0: a file with one.
typedef struct image_raw
{
	uint32_t columns, rows;
	kilncook_raw kind;
	uint64_t skip;
} image_raw;

/// How an image is read. `{0}` is valid.
typedef struct image_how
{
	image_raw raw;
	const char *channel; ///< of OpenEXR: the channel that is read; NULL: the only one, or equal colours
	bool has_hole;
	double hole; ///< samples of floats that stand for holes (image_is_hole): their rounding does not count
} image_how;

/// The first bytes of a file, by which images are recognised.
#define IMAGE_HEAD 8
bool image_is_known(const uint8_t head[IMAGE_HEAD], size_t size);

/// Reads an image in a process of its own when `apart`, else in this one. After success the caller frees it (image_free).
kilncook_status image_read(const kilncook_context *context, const char *path, const art_import_limits *limits,
	bool apart, const image_how *how, art_image *image);

void image_free(const kilncook_context *context, art_image *image);

/// --- The readers. They get the whole file and fill a cleared image; image_free frees what a failed one stored.

/// Refuses images without samples, or with too many.
kilncook_status image_check_size(const kilncook_context *context, uint32_t columns, uint32_t rows);

/// Makes room for the samples of `kind`, and for transparency, after it has checked the number of samples.
kilncook_status image_begin(
	const kilncook_context *context, uint32_t columns, uint32_t rows, art_samples kind, bool clear, art_image *image);

/// Whether a float is the one that stands for holes: the nearest float of `hole`, or NaN when that is NaN. A `hole` that is not 0 and that
/// float32 rounds to 0 stands for no sample.
bool image_is_hole(float sample, double hole);

/// Refuses an image of a kind that is not read, with the reason, and damaged images of a format (`TIFF`), with a library's `text`, which may be
/// empty. They return KILNCOOK_REFUSED.
kilncook_status image_refuse_kind(const kilncook_context *context, const char *reason);
kilncook_status image_damaged(const kilncook_context *context, const char *format, const char *text);
kilncook_status image_damaged_at(
	const kilncook_context *context, const char *format, const char *text, uint32_t column, uint32_t row);

/// The number whose bits are those of an IEEE 754 binary16.
double image_half(uint16_t half);

/// Stores a sample of floats, and how far it was rounded. A `missing` one becomes transparent, and its rounding does not count.
void image_set_float(const image_how *how, art_image *image, size_t place, double sample, bool missing);

/// Bytes of a block that is unpacked at once: a strip, a tile, some rows. A tile may be larger than a small image.
#define IMAGE_BLOCK_MAX (UINT64_C(1) << 31)
#define IMAGE_BLOCK_BEYOND (UINT64_C(1) << 26)
/// Bytes of all blocks with the channels that are not read, so that a small file does not cost hours.
#define IMAGE_UNPACKED_MAX (UINT64_C(1) << 34)
/// Refuses an image of `across` x `down` blocks, below 2^32 each, of up to `block` bytes, of `whole` bytes without what blocks have beyond it.
kilncook_status image_check_unpacked(
	const kilncook_context *context, uint64_t block, uint64_t across, uint64_t down, uint64_t whole);

/// A reader: the whole file, and how it is read.
typedef kilncook_status image_reader(
	const kilncook_context *context, const uint8_t *bytes, size_t size, const image_how *how, art_image *image);
image_reader image_read_png, image_read_tiff, image_read_exr, image_read_raw;

/// --- Between the processes.

void image_send(const art_image *image, import_put *put, void *user);
/// KILNCOOK_REFUSED without a message when the bytes are not a whole image; KILNCOOK_INTERNAL when memory runs out.
kilncook_status image_receive(const kilncook_context *context, const import_sent *sent, art_image *image);

#endif
