// SPDX-License-Identifier: MIT
#include "image.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// An image as bytes, from the process that imports to the process that cooks: this head, then the samples, then transparency. Both run the
/// same program. Art may have damaged the sender.
typedef struct wire_head
{
	uint32_t magic;
	uint32_t columns, rows;
	uint32_t kind;
	uint32_t white;
	uint32_t has_clear;
	double rounding;
} wire_head;

#define WIRE_MAGIC 0x4b494d47u

static size_t sample_bytes(art_samples kind)
{
	return kind == ART_SAMPLES_FLOATS ? sizeof(float) : sizeof(uint16_t);
}

static void *samples_of(const art_image *image)
{
	return image->floats ? (void *)image->floats : (void *)image->levels;
}

void image_send(const art_image *image, import_put *put, void *user)
{
	const wire_head head = {
		WIRE_MAGIC, image->columns, image->rows, image->kind, image->white, image->clear != NULL, image->rounding};
	const size_t count = (size_t)image->columns * image->rows;
	put(user, &head, sizeof head);
	put(user, samples_of(image), count * sample_bytes(image->kind));
	if (image->clear)
		put(user, image->clear, count);
}

/// Whether head and number of bytes are those of an image.
static bool is_whole(const wire_head *head, size_t size)
{
	const uint64_t count = (uint64_t)head->columns * head->rows;
	if (head->magic != WIRE_MAGIC || head->columns < 1 || head->rows < 1 || count > KILNCOOK_HEIGHTFIELD_SAMPLES_MAX ||
		head->kind >= ART_SAMPLES_END || head->has_clear > 1)
		return false;
	if (head->kind == ART_SAMPLES_FLOATS ? head->white != 0 : head->white < 1 || head->white > 65535)
		return false;
	if (!(head->rounding >= 0 && isfinite(head->rounding)) || (head->kind != ART_SAMPLES_FLOATS && head->rounding > 0))
		return false;
	return size - sizeof *head == count * (sample_bytes((art_samples)head->kind) + head->has_clear);
}

kilncook_status image_receive(const kilncook_context *context, const import_sent *sent, art_image *image)
{
	wire_head head;
	if (sent->size < sizeof head)
		return KILNCOOK_REFUSED;
	memcpy(&head, sent->bytes, sizeof head);
	if (!is_whole(&head, sent->size))
		return KILNCOOK_REFUSED;
	const size_t count = (size_t)head.columns * head.rows, bytes = count * sample_bytes((art_samples)head.kind);
	const kilncook_status status =
		image_begin(context, head.columns, head.rows, (art_samples)head.kind, head.has_clear, image);
	if (status != KILNCOOK_OK)
		return status;
	memcpy(samples_of(image), sent->bytes + sizeof head, bytes);
	if (image->clear)
		memcpy(image->clear, sent->bytes + sizeof head + bytes, count);
	image->white = head.white;
	image->rounding = head.rounding;
	for (size_t i = 0; image->levels && i < count; ++i)
		if (image->levels[i] > image->white)
			return KILNCOOK_REFUSED;
	return KILNCOOK_OK;
}
