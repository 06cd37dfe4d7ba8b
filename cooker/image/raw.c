// SPDX-License-Identifier: MIT
#include "image.h"
#include "memory.h"

#include <string.h>

/// Files of samples without a header: row by row, without gaps.

static uint16_t level_of(const uint8_t *at, kilncook_raw kind)
{
	if (kind == KILNCOOK_RAW_U8)
		return at[0];
	return (uint16_t)(kind == KILNCOOK_RAW_U16LE ? at[0] | at[1] << 8 : at[1] | at[0] << 8);
}

static float float_of(const uint8_t *at, kilncook_raw kind)
{
	uint32_t bits = 0;
	float number;
	for (int i = 0; i < 4; ++i)
		bits |= (uint32_t)at[kind == KILNCOOK_RAW_F32LE ? i : 3 - i] << 8 * i;
	memcpy(&number, &bits, sizeof number);
	return number;
}

kilncook_status image_read_raw(
	const kilncook_context *context, const uint8_t *bytes, size_t size, const image_how *how, art_image *image)
{
	const image_raw *raw = &how->raw;
	static const uint8_t widths[KILNCOOK_RAW_END] = {1, 2, 2, 4, 4};
	const bool is_float = raw->kind >= KILNCOOK_RAW_F32LE;
	const uint64_t count = (uint64_t)raw->columns * raw->rows;
	if (count <= KILNCOOK_HEIGHTFIELD_SAMPLES_MAX &&
		(raw->skip > size || size - raw->skip != count * widths[raw->kind]))
	{
		cook_message(context, KILNCOOK_ERROR, "", "image-size",
			"the file has %llu bytes, but %llu bytes before the first sample and %u x %u samples of %u bytes make %llu",
			(unsigned long long)size, (unsigned long long)raw->skip, (unsigned)raw->columns, (unsigned)raw->rows,
			(unsigned)widths[raw->kind], (unsigned long long)(raw->skip + count * widths[raw->kind]));
		return KILNCOOK_REFUSED;
	}
	const kilncook_status status =
		image_begin(context, raw->columns, raw->rows, is_float ? ART_SAMPLES_FLOATS : ART_SAMPLES_LEVELS, false, image);
	if (status != KILNCOOK_OK)
		return status;
	image->white = is_float ? 0 : raw->kind == KILNCOOK_RAW_U8 ? 255 : 65535;
	const uint8_t *at = bytes + raw->skip;
	for (size_t i = 0; i < count; ++i, at += widths[raw->kind])
		if (is_float)
			image->floats[i] = float_of(at, raw->kind);
		else
			image->levels[i] = level_of(at, raw->kind);
	return KILNCOOK_OK;
}
