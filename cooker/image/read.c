// SPDX-License-Identifier: MIT
#include "image.h"
#include "import/common/import_files.h"
#include "memory.h"
#include "platform/platform.h"

#include <math.h>
#include <string.h>

static const uint8_t png_magic[IMAGE_HEAD] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

/// OpenEXR is recognised, but not read.
static bool is_exr(const uint8_t *head, size_t size)
{
	static const uint8_t magic[4] = {0x76, 0x2f, 0x31, 0x01};
	return size >= 4 && memcmp(head, magic, 4) == 0;
}

/// TIFF and BigTIFF, in either byte order.
static bool is_tiff(const uint8_t *head, size_t size)
{
	static const uint8_t magic[4][4] = {{'I', 'I', 42, 0}, {'M', 'M', 0, 42}, {'I', 'I', 43, 0}, {'M', 'M', 0, 43}};
	for (int i = 0; i < 4; ++i)
		if (size >= 4 && memcmp(head, magic[i], 4) == 0)
			return true;
	return false;
}

static bool is_png(const uint8_t *head, size_t size)
{
	return size >= IMAGE_HEAD && memcmp(head, png_magic, IMAGE_HEAD) == 0;
}

bool image_is_known(const uint8_t head[IMAGE_HEAD], size_t size)
{
	return is_png(head, size) || is_tiff(head, size) || is_exr(head, size);
}

void image_free(const kilncook_context *context, art_image *image)
{
	const size_t count = (size_t)image->columns * image->rows;
	cook_free(context, image->levels, count, sizeof *image->levels);
	cook_free(context, image->floats, count, sizeof *image->floats);
	cook_free(context, image->clear, count, sizeof *image->clear);
	*image = (art_image){0};
}

kilncook_status image_check_size(const kilncook_context *context, uint32_t columns, uint32_t rows)
{
	if (columns >= 1 && rows >= 1 && (uint64_t)columns * rows <= KILNCOOK_HEIGHTFIELD_SAMPLES_MAX)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "image-size",
		"the image has %u x %u samples, but from 1 to 2^28 samples are read", (unsigned)columns, (unsigned)rows);
	return KILNCOOK_REFUSED;
}

kilncook_status image_begin(
	const kilncook_context *context, uint32_t columns, uint32_t rows, art_samples kind, bool clear, art_image *image)
{
	const size_t count = (size_t)columns * rows;
	const kilncook_status status = image_check_size(context, columns, rows);
	if (status != KILNCOOK_OK)
		return status;
	*image = (art_image){.columns = columns, .rows = rows, .kind = kind};
	if (kind == ART_SAMPLES_FLOATS)
		image->floats = cook_alloc(context, count, sizeof *image->floats);
	else
		image->levels = cook_alloc(context, count, sizeof *image->levels);
	if (clear)
		image->clear = cook_alloc_zero(context, count, sizeof *image->clear);
	if ((image->levels || image->floats) && (image->clear || !clear))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for an image of %u x %u samples",
		(unsigned)columns, (unsigned)rows);
	return KILNCOOK_INTERNAL;
}

bool image_is_hole(float sample, double hole)
{
	const float near = (float)hole;
	if (isnan(hole))
		return isnan(sample);
	return sample == near && (near != 0 || hole == 0);
}

/// Chooses the reader by the first bytes.
static kilncook_status read_bytes(
	const kilncook_context *context, const import_bytes *bytes, const image_raw *raw, art_image *image)
{
	const bool tiff = is_tiff(bytes->data, bytes->size);
	if (raw->columns)
		return image_read_raw(context, bytes->data, bytes->size, raw, image);
	if (bytes->size == 0)
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no bytes");
	else if (is_exr(bytes->data, bytes->size))
		cook_message(context, KILNCOOK_ERROR, "", "import-format",
			"OpenEXR images are not read: convert to TIFF with floats, or to floats without a header (--raw)");
	else if (!tiff && !is_png(bytes->data, bytes->size))
		cook_message(context, KILNCOOK_ERROR, "", "import-format",
			"no image of a known format: images are PNG, TIFF, or samples without a header (--raw)");
	else
#if defined(KILN_WITHOUT_ASSIMP)
		cook_message(context, KILNCOOK_ERROR, "", "import-format",
			"this build reads no PNG and no TIFF images: it was made without libpng and libtiff (ASSIMP=no)");
#else
		return tiff ? image_read_tiff(context, bytes->data, bytes->size, image)
					: image_read_png(context, bytes->data, bytes->size, image);
#endif
	return KILNCOOK_REFUSED;
}

static kilncook_status read_file(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const image_raw *raw, art_image *image)
{
	import_files files;
	import_bytes bytes = {0};
	char reason[PLATFORM_REASON] = "";
	kilncook_status status = import_files_begin(&files, context, path, rules);
	if (status == KILNCOOK_OK && rules->begun)
		rules->begun(rules->user, files.folders, files.folder_count);
	if (status == KILNCOOK_OK)
	{
		status = import_files_read(&files, NULL, path, &bytes, reason);
		if (status == KILNCOOK_IO)
			cook_message(context, KILNCOOK_ERROR, "", "import-unreadable", "cannot open: %s", reason);
	}
	if (status == KILNCOOK_OK)
		status = read_bytes(context, &bytes, raw, image);
	import_bytes_free(context, &bytes);
	import_files_end(&files);
	return status;
}

static kilncook_status send_image(const void *user, const kilncook_context *context, const char *path,
	const art_import_rules *rules, import_put *put, void *put_user)
{
	art_image image = {0};
	const kilncook_status status = read_file(context, path, rules, user, &image);
	if (status == KILNCOOK_OK)
		image_send(&image, put, put_user);
	// As with scenes, nothing is freed: this process ends now.
	return status;
}

kilncook_status image_read(const kilncook_context *context, const char *path, const art_import_limits *limits,
	bool apart, const image_raw *raw, art_image *image)
{
	const image_raw none = {0};
	const art_import_rules rules = {0};
	art_image made = {0};
	kilncook_status status;
	if (!apart || !platform_can_isolate())
		status = read_file(context, path, &rules, raw ? raw : &none, &made);
	else
	{
		const import_task task = {send_image, raw ? raw : &none};
		import_sent sent;
		status = import_run_apart(context, path, &rules, limits, &task, &sent);
		if (status == KILNCOOK_OK)
		{
			status = image_receive(context, &sent, &made);
			if (status == KILNCOOK_REFUSED)
				import_sent_refuse(context);
		}
		import_sent_free(context, &sent);
	}
	if (status == KILNCOOK_OK)
		*image = made;
	else
		image_free(context, &made);
	return status;
}
