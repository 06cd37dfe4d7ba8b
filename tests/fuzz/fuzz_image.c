// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "image/image.h"
#include "kiln/heightfield.h"
#include "math/ieee.h"
#include "support/clean_memory.h"
#include "support/exr_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Fuzz target: the readers of images, and the fields that become of them. The first byte chooses the reader: PNG, whose chunks
/// get right checksums so that damage passes them; samples without a header, whose numbers are the next bytes; the receiver
/// of what the process that imports sends; TIFF; or OpenEXR. An image that is read has what image.h states; it is sent and received, and becomes a
/// height field or a refusal with a message. No memory may leak.

const char *fuzz_verdict = "";

typedef enum fuzz_code
{
	CODE_PNG,
	CODE_RAW,
	CODE_SENT,
	CODE_TIFF,
	CODE_EXR,
	CODE_END,
} fuzz_code;

/// Memory for one input: larger requests fail.
#define MEMORY_MAX ((size_t)64 << 20)
/// Larger images are read, but become no field.
#define SAMPLES_MOST 4096u
/// Bytes in front of the samples of CODE_RAW: columns, rows, kind, skip.
#define RAW_HEAD 4

static void check(bool condition)
{
	if (!condition)
		abort();
}

static void *limited_resize(void *user, void *block, size_t old_size, size_t new_size)
{
	counted_memory *memory = user;
	if (new_size > old_size && new_size - old_size > MEMORY_MAX - memory->live)
		return NULL;
	return counted_resize(user, block, old_size, new_size);
}

static void check_image(const art_image *image)
{
	const size_t count = (size_t)image->columns * image->rows;
	check(count > 0 && count <= KILNCOOK_HEIGHTFIELD_SAMPLES_MAX && image->kind < ART_SAMPLES_END);
	check((image->kind == ART_SAMPLES_FLOATS) == (image->floats != NULL) && !image->floats == (image->levels != NULL));
	check(!image->levels || (image->white >= 1 && image->white <= 65535));
	check(image->rounding >= 0 && isfinite(image->rounding) && (image->floats || image->rounding == 0));
	unsigned clear = 0;
	for (size_t i = 0; i < count; ++i)
	{
		check(!image->levels || image->levels[i] <= image->white);
		clear += image->clear && image->clear[i];
	}
	check(clear <= count);
}

/// Bytes that an image is sent as.
typedef struct sent_bytes
{
	uint8_t *bytes;
	size_t size;
} sent_bytes;

static void put_bytes(void *user, const void *bytes, size_t size)
{
	sent_bytes *sent = user;
	uint8_t *longer = realloc(sent->bytes, sent->size + size + 1);
	check(longer != NULL);
	memcpy(longer + sent->size, bytes, size);
	sent->bytes = longer;
	sent->size += size;
}

/// Sends and receives the image: both are the same.
static void check_wire(const kilncook_context *context, const art_image *image)
{
	sent_bytes sent = {NULL, 0};
	art_image received = {0};
	image_send(image, put_bytes, &sent);
	const import_sent from = {.bytes = sent.bytes, .size = sent.size};
	const kilncook_status status = image_receive(context, &from, &received);
	check(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
	const size_t count = (size_t)image->columns * image->rows;
	if (status == KILNCOOK_OK)
	{
		check_image(&received);
		check(received.columns == image->columns && received.kind == image->kind && received.white == image->white);
		check(received.rounding == image->rounding);
		check(!image->levels || memcmp(received.levels, image->levels, count * sizeof *image->levels) == 0);
		check(!image->floats || memcmp(received.floats, image->floats, count * sizeof *image->floats) == 0);
	}
	image_free(context, &received);
	free(sent.bytes);
}

/// Makes a field of a small image.
static void check_field(const kilncook_context *context, const art_image *image)
{
	const counted_memory *memory = context->allocator.user;
	const kilncook_heightfield grid = {.columns = image->columns,
		.rows = image->rows,
		.heights = image->floats,
		.levels = image->levels,
		.level_height = 0.5f,
		.spacing = {1, 1},
		.editable = image->rows % 2 == 1};
	kilncook_blob blob;
	kiln_heightfield field;
	if ((uint64_t)image->columns * image->rows > SAMPLES_MOST)
		return;
	const kilncook_status status = kilncook_heightfield_make(context, &grid, &blob);
	check(status == KILNCOOK_OK || memory->messages > 0);
	if (status != KILNCOOK_OK)
		return;
	check(kiln_heightfield_open(&field, blob.data, blob.size).status == KILN_OK);
	check(field.columns == image->columns && field.rows == image->rows);
	kilncook_blob_free(context, &blob);
}

static void put_big(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; ++i)
		at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Gives each whole chunk of a PNG its checksum.
static void correct_sums(uint8_t *bytes, size_t size)
{
	for (size_t at = 8; at + 12 <= size;)
	{
		const size_t length =
			(size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
		if (length > size - at - 12)
			return;
		put_big(bytes + at + 8 + length, (uint32_t)crc32(0, bytes + at + 4, (uInt)length + 4));
		at += 12 + length;
	}
}

static kilncook_status read_bytes(
	const kilncook_context *context, fuzz_code code, uint8_t *bytes, size_t size, art_image *image)
{
	if (code == CODE_PNG)
	{
		correct_sums(bytes, size);
		return image_read_png(context, bytes, size, &(image_how){0}, image);
	}
	if (code == CODE_SENT)
		return image_receive(context, &(import_sent){.bytes = bytes, .size = size}, image);
	if (code == CODE_TIFF)
		return image_read_tiff(context, bytes, size, &(image_how){0}, image);
	if (code == CODE_EXR)
		return image_read_exr(context, bytes, size, &(image_how){0}, image);
	if (size < RAW_HEAD)
		return KILNCOOK_REFUSED;
	const image_how how = {.raw = {bytes[0], bytes[1], bytes[2] % KILNCOOK_RAW_END, bytes[3]}};
	return image_read_raw(context, bytes + RAW_HEAD, size - RAW_HEAD, &how, image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	counted_memory memory = {0};
	kilncook_context context = counted_context(&memory);
	context.allocator.resize = limited_resize;
	const fuzz_code code = size > 0 && data[0] < CODE_END ? (fuzz_code)data[0] : CODE_PNG;
	const size_t skip = size > 0 && data[0] < CODE_END;
	uint8_t *bytes = malloc(size - skip + 1);
	check(bytes != NULL);
	memcpy(bytes, data + skip, size - skip);
	art_image image = {0};
	const kilncook_status status = read_bytes(&context, code, bytes, size - skip, &image);
	fuzz_verdict = status == KILNCOOK_OK ? "read" : status == KILNCOOK_REFUSED ? "refused" : "no memory";
	if (status == KILNCOOK_OK)
	{
		check_image(&image);
		check_wire(&context, &image);
		check_field(&context, &image);
	}
	image_free(&context, &image);
	check(memory.live == 0 && memory.wrong_size == 0);
	free(bytes);
	return 0;
}

// --- Seeds ------------------------------------------------------------------------------------------------------------

#define SEED_MAX 4096

typedef struct seed_bytes
{
	uint8_t bytes[SEED_MAX];
	size_t size;
} seed_bytes;

static void add_chunk(seed_bytes *seed, const char *name, const uint8_t *data, size_t size)
{
	uint8_t *at = seed->bytes + seed->size;
	put_big(at, (uint32_t)size);
	memcpy(at + 4, name, 4);
	if (size > 0)
		memcpy(at + 8, data, size);
	put_big(at + 8 + size, (uint32_t)crc32(0, at + 4, (uInt)size + 4));
	seed->size += size + 12;
}

/// A kind of PNG: depth, colour type, interlacing; and whether levels or indices are transparent.
typedef struct png_kind
{
	uint8_t depth, colour, interlaced, clear;
} png_kind;

static const png_kind png_kinds[] = {{1, 0, 0, 0}, {2, 0, 0, 1}, {4, 0, 0, 0}, {8, 0, 0, 0}, {16, 0, 0, 1},
	{16, 0, 1, 0}, {8, 4, 0, 0}, {16, 4, 1, 0}, {8, 3, 0, 1}, {2, 3, 1, 0}, {8, 2, 0, 0}};

#define PNG_KINDS (sizeof png_kinds / sizeof *png_kinds)
#define PNG_SIDE 9

/// Rows are stored without compression, so that damage to pixels leaves a stream that can be read.
static void make_png(const png_kind *kind, seed_bytes *seed)
{
	static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	uint8_t header[13] = {0, 0, 0, PNG_SIDE, 0, 0, 0, PNG_SIDE, kind->depth, kind->colour, 0, 0, kind->interlaced};
	uint8_t rows[1024], packed[1200], palette[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	uLongf packed_size = sizeof packed;
	// Enough bytes for any kind; filters are those of the first bytes of rows, 0 to 4.
	for (size_t i = 0; i < sizeof rows; ++i)
		rows[i] = kind->colour == 3 ? (uint8_t)(i % 4) : (uint8_t)(i * 7 % 5);
	seed->bytes[0] = CODE_PNG;
	memcpy(seed->bytes + 1, magic, sizeof magic);
	seed->size = 1 + sizeof magic;
	add_chunk(seed, "IHDR", header, sizeof header);
	if (kind->colour == 3)
		add_chunk(seed, "PLTE", palette, sizeof palette);
	if (kind->clear)
		add_chunk(seed, "tRNS", kind->colour == 3 ? (const uint8_t *)"\0\377\0" : (const uint8_t *)"\0\1",
			kind->colour == 3 ? 3 : 2);
	check(compress2(packed, &packed_size, rows, sizeof rows, 0) == Z_OK);
	add_chunk(seed, "IDAT", packed, packed_size);
	add_chunk(seed, "IEND", NULL, 0);
}

/// Samples of each kind without a header, 6 x 5 of them behind two bytes.
static void make_raw(uint32_t kind, seed_bytes *seed)
{
	const uint8_t head[1 + RAW_HEAD] = {CODE_RAW, 6, 5, (uint8_t)kind, 2};
	const size_t width = kind == KILNCOOK_RAW_U8 ? 1 : kind < KILNCOOK_RAW_F32LE ? 2 : 4;
	memcpy(seed->bytes, head, sizeof head);
	seed->size = sizeof head + 2 + 30 * width;
	for (size_t i = sizeof head; i < seed->size; ++i)
		seed->bytes[i] = (uint8_t)(i * 5 % 64);
}

/// An image on its way between the processes.
static void make_sent(seed_bytes *seed)
{
	uint16_t levels[12] = {0, 1, 2, 3, 500, 600, 700, 999, 4, 3, 2, 1};
	uint8_t clear[12] = {1};
	const art_image image = {.columns = 4, .rows = 3, .white = 999, .levels = levels, .clear = clear};
	sent_bytes sent = {NULL, 0};
	image_send(&image, put_bytes, &sent);
	check(sent.size < SEED_MAX);
	seed->bytes[0] = CODE_SENT;
	memcpy(seed->bytes + 1, sent.bytes, sent.size);
	seed->size = 1 + sent.size;
	free(sent.bytes);
}

/// A kind of TIFF: bits and format of samples, channels, of which the second is transparency, compression (1: none, 8: deflate), side of tiles (0: one strip), and the text of the number
/// for missing samples.
typedef struct tiff_kind
{
	uint8_t bits, format, channels, packing, side;
	const char *nodata;
} tiff_kind;

static const tiff_kind tiff_kinds[] = {{1, 1, 1, 1, 0, NULL}, {1, 1, 1, 4, 0, NULL}, {4, 1, 1, 32, 0, NULL},
	{8, 1, 1, 5, 0, "255"}, {16, 1, 1, 1, 0, "7"}, {16, 3, 1, 1, 16, NULL}, {32, 3, 1, 8, 16, "-9999"},
	{64, 3, 1, 8, 16, "-1.7976931348623157e+308"}, {32, 2, 1, 1, 0, NULL}, {16, 1, 2, 1, 0, NULL},
	{32, 3, 2, 8, 16, NULL}};

#define TIFF_KINDS (sizeof tiff_kinds / sizeof *tiff_kinds)
#define TIFF_SIDE 9

/// The directory of a TIFF in the making.
typedef struct tiff_directory
{
	uint8_t bytes[2 + 12 * 16 + 4];
	size_t entries;
} tiff_directory;

static void put_little(uint8_t *at, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; ++i)
		at[i] = (uint8_t)(value >> 8 * i);
}

static void add_entry(tiff_directory *to, uint16_t tag, uint16_t type, uint32_t count, uint32_t value)
{
	uint8_t *at = to->bytes + 2 + 12 * to->entries++;
	put_little(at, tag, 2);
	put_little(at + 2, type, 2);
	put_little(at + 4, count, 4);
	put_little(at + 8, value, 4);
	put_little(to->bytes, (uint32_t)to->entries, 2);
}

/// The samples of a TIFF, packed: returns the number of bytes.
static size_t pack_samples(const tiff_kind *kind, uint8_t packed[2400])
{
	const size_t side = kind->side ? kind->side : TIFF_SIDE, size = (side * kind->bits * kind->channels + 7) / 8 * side;
	uint8_t samples[2048];
	uLongf packed_size = 2400;
	for (size_t i = 0; i < size; ++i)
		samples[i] = (uint8_t)(i * 5 % 64);
	if (kind->packing == 8)
	{
		check(compress2(packed, &packed_size, samples, size, 0) == Z_OK);
		return packed_size;
	}
	memcpy(packed, samples, size);
	return size;
}

/// Packings other than deflate get bytes that few decoders take to the end.
static void make_tiff(const tiff_kind *kind, seed_bytes *seed)
{
	static const uint8_t magic[8] = {'I', 'I', 42, 0, 8};
	uint8_t packed[2400];
	const size_t size = pack_samples(kind, packed), text = kind->nodata ? strlen(kind->nodata) + 1 : 0;
	const size_t entries = 10u + (kind->side ? 2 : 0) + (kind->channels > 1) + (text > 0),
				 rest = sizeof magic + 2 + 12 * entries + 4;
	tiff_directory directory = {.entries = 0};
	uint32_t short_text = 0;
	if (text > 0 && text <= 4)
		memcpy(&short_text, kind->nodata, text);
	add_entry(&directory, 256, 4, 1, TIFF_SIDE);
	add_entry(&directory, 257, 4, 1, TIFF_SIDE);
	add_entry(&directory, 258, 3, kind->channels, kind->channels > 1 ? kind->bits * 0x10001u : kind->bits);
	add_entry(&directory, 259, 3, 1, kind->packing == 32 ? 32773 : kind->packing);
	add_entry(&directory, 262, 3, 1, 1);
	if (!kind->side)
		add_entry(&directory, 273, 4, 1, (uint32_t)(rest + text));
	add_entry(&directory, 274, 3, 1, kind->bits % 7 + 1u);
	add_entry(&directory, 277, 3, 1, kind->channels);
	if (!kind->side)
		add_entry(&directory, 279, 4, 1, (uint32_t)size);
	for (uint16_t i = 0; kind->side && i < 4; ++i)
		add_entry(&directory, 322 + i, 4, 1, i < 2 ? kind->side : i == 2 ? (uint32_t)(rest + text) : (uint32_t)size);
	if (kind->channels > 1)
		add_entry(&directory, 338, 3, 1, 2);
	add_entry(&directory, 339, 3, kind->channels, kind->channels > 1 ? kind->format * 0x10001u : kind->format);
	if (text > 0)
		add_entry(&directory, 42113, 2, (uint32_t)text, text > 4 ? (uint32_t)rest : short_text);
	check(directory.entries == entries);
	seed->bytes[0] = CODE_TIFF;
	memcpy(seed->bytes + 1, magic, sizeof magic);
	memcpy(seed->bytes + 1 + sizeof magic, directory.bytes, rest - sizeof magic);
	if (text > 0)
		memcpy(seed->bytes + 1 + rest, kind->nodata, text);
	memcpy(seed->bytes + 1 + rest + text, packed, size);
	seed->size = 1 + rest + text + size;
}

/// A kind of OpenEXR: compression, samples, side of tiles (0: rows), channels, whether there are smaller levels, and parts, of
/// which the last of several is deep.
typedef struct exr_kind
{
	exr_compression_t packing;
	exr_pixel_type_t type;
	uint32_t tile;
	const char *names[EXR_FILE_CHANNELS];
	bool levels;
	int parts;
} exr_kind;

static const exr_kind exr_kinds[] = {{EXR_COMPRESSION_NONE, EXR_PIXEL_FLOAT, 0, {"Y"}, false, 1},
	{EXR_COMPRESSION_RLE, EXR_PIXEL_HALF, 0, {"A", "Y"}, false, 1},
	{EXR_COMPRESSION_ZIPS, EXR_PIXEL_UINT, 0, {"height"}, false, 1},
	{EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, 4, {"B", "G", "R"}, true, 1},
	{EXR_COMPRESSION_PIZ, EXR_PIXEL_HALF, 8, {"A", "B", "G", "R"}, false, 1},
	{EXR_COMPRESSION_PXR24, EXR_PIXEL_FLOAT, 0, {"Z"}, false, 1},
	{EXR_COMPRESSION_B44, EXR_PIXEL_HALF, 0, {"Y"}, false, 1},
	{EXR_COMPRESSION_B44A, EXR_PIXEL_HALF, 5, {"Y"}, false, 1},
	{EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT, 0, {"Y", "Z"}, false, 1},
	{EXR_COMPRESSION_PIZ, EXR_PIXEL_FLOAT, 0, {"Y"}, false, 2}};

#define EXR_KINDS (sizeof exr_kinds / sizeof *exr_kinds)
#define EXR_SIDE 9

static double exr_sample(const void *user, int channel, int32_t column, int32_t row)
{
	(void)user, (void)channel;
	return column * row % 16;
}

static void make_exr(const exr_kind *kind, seed_bytes *seed)
{
	exr_file file = {.storage = kind->tile ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE,
		.compression = kind->packing,
		.type = kind->type,
		.columns = EXR_SIDE,
		.rows = EXR_SIDE,
		.left = -2,
		.top = 3,
		.tile = kind->tile,
		.levels = kind->levels,
		.parts = kind->parts,
		.deep_last = kind->parts > 1,
		.sample = exr_sample};
	size_t size;
	memcpy(file.names, kind->names, sizeof file.names);
	uint8_t *bytes = exr_file_write(&file, &size);
	check(size < SEED_MAX);
	seed->bytes[0] = CODE_EXR;
	memcpy(seed->bytes + 1, bytes, size);
	seed->size = 1 + size;
	free(bytes);
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	seed_bytes seed = {.size = 0};
	if (i < PNG_KINDS)
		make_png(&png_kinds[i], &seed);
	else if ((i -= PNG_KINDS) < KILNCOOK_RAW_END)
		make_raw((uint32_t)i, &seed);
	else if ((i -= KILNCOOK_RAW_END) == 0)
		make_sent(&seed);
	else if (--i < TIFF_KINDS)
		make_tiff(&tiff_kinds[i], &seed);
	else if ((i -= TIFF_KINDS) < EXR_KINDS)
		make_exr(&exr_kinds[i], &seed);
	else
		return NULL;
	uint8_t *bytes = malloc(seed.size);
	check(bytes != NULL);
	memcpy(bytes, seed.bytes, seed.size);
	*size = seed.size;
	return bytes;
}
