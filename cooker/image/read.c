// SPDX-License-Identifier: MIT
#include "image.h"
#include "import/common/import_files.h"
#include "memory.h"
#include "platform/platform.h"

#include <string.h>

/// A format of images that have a header, with the first bytes by which it is known.
typedef struct image_format
{
	const char *magic;
	size_t size;
#if !defined(KILN_WITHOUT_ASSIMP)
	image_reader *read;
#endif
} image_format;

#if defined(KILN_WITHOUT_ASSIMP)
#define FORMAT(magic, size, read)                                                                                      \
	{                                                                                                                  \
		magic, size                                                                                                    \
	}
#else
#define FORMAT(magic, size, read)                                                                                      \
	{                                                                                                                  \
		magic, size, read                                                                                              \
	}
#endif

/// TIFF and BigTIFF have either byte order.
static const image_format formats[] = {
	FORMAT("\x89PNG\r\n\x1a\n", 8, image_read_png),
	FORMAT("II*\0", 4, image_read_tiff),
	FORMAT("MM\0*", 4, image_read_tiff),
	FORMAT("II+\0", 4, image_read_tiff),
	FORMAT("MM\0+", 4, image_read_tiff),
	FORMAT("\x76\x2f\x31\x01", 4, image_read_exr),
};

static const image_format *find_format(const uint8_t *head, size_t size)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i)
		if (size >= formats[i].size && memcmp(head, formats[i].magic, formats[i].size) == 0)
			return &formats[i];
	return NULL;
}

bool image_is_known(const uint8_t head[IMAGE_HEAD], size_t size)
{
	return find_format(head, size) != NULL;
}

/// Chooses the reader by the first bytes.
static kilncook_status read_bytes(
	const kilncook_context *context, const import_bytes *bytes, const image_how *how, art_image *image)
{
	const image_format *format = find_format(bytes->data, bytes->size);
	if (how->raw.columns)
		return image_read_raw(context, bytes->data, bytes->size, how, image);
	if (bytes->size == 0)
		cook_message(context, KILNCOOK_ERROR, "", "import-empty", "the file has no bytes");
	else if (!format)
		cook_message(context, KILNCOOK_ERROR, "", "import-format",
			"no image of a known format: images are PNG, TIFF, OpenEXR, or samples without a header (--raw)");
	else
#if defined(KILN_WITHOUT_ASSIMP)
		cook_message(context, KILNCOOK_ERROR, "", "import-format",
			"this build reads only images without a header: it was made without libpng, libtiff and OpenEXR "
			"(ASSIMP=no)");
#else
		return format->read(context, bytes->data, bytes->size, how, image);
#endif
	return KILNCOOK_REFUSED;
}

static kilncook_status read_file(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const image_how *how, art_image *image)
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
		status = read_bytes(context, &bytes, how, image);
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
	bool apart, const image_how *how, art_image *image)
{
	const image_how none = {0};
	const art_import_rules rules = {0};
	art_image made = {0};
	kilncook_status status;
	if (!apart || !platform_can_isolate())
		status = read_file(context, path, &rules, how ? how : &none, &made);
	else
	{
		const import_task task = {send_image, how ? how : &none};
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
