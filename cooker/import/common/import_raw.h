// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_RAW_H
#define KILN_COOKER_IMPORT_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Numbers in the bytes of an art file, on machines of either byte order.

/// Returns the unsigned integer of `size` bytes, at most 8, at `bytes`.
static inline uint64_t import_raw(const uint8_t *bytes, size_t size, bool big_endian)
{
	uint64_t raw = 0;
	for (size_t i = 0; i < size; ++i)
		raw = raw << 8 | bytes[big_endian ? i : size - 1 - i];
	return raw;
}

/// Returns the two's complement integer in the lowest `size` bytes of `raw`.
static inline int64_t import_raw_signed(uint64_t raw, size_t size)
{
	uint64_t sign = UINT64_C(1) << (8 * size - 1);
	return (int64_t)((raw ^ sign) - sign);
}

/// Returns the float with these bits.
static inline float import_raw_float(uint64_t raw)
{
	uint32_t bits = (uint32_t)raw;
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

#endif
