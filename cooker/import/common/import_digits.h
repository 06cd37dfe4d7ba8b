// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_DIGITS_H
#define KILN_COOKER_IMPORT_DIGITS_H

#include "math/bits.h"

#include <stddef.h>
#include <stdint.h>

/// Digits eight at a time.

enum
{
	IMPORT_DIGITS_READ = 8, ///< bytes that import_digits reads
};

/// Reads the digits at the start of IMPORT_DIGITS_READ bytes. Returns their number, 0 to 8; the value of none is 0.
static inline size_t import_digits(const char *text, uint32_t *value)
{
	uint64_t bytes = 0;
	for (int i = 0; i < 8; ++i)
		bytes |= (uint64_t)(uint8_t)text[i] << 8 * i;
	// Digits become 0 to 9. A byte above that sets its high bit; a carry reaches only the bytes behind it.
	uint64_t digits = bytes ^ 0x3030303030303030u;
	const uint64_t others = ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
	const uint32_t count = others ? kiln_lowest_bit64(others) / 8 : 8;
	*value = 0;
	if (!count)
		return 0;
	// The last digit moves to the last byte, with zeros before the first. Then neighbours are joined: pairs, fours, eight.
	digits <<= 8 * (8 - count);
	digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ffu;
	digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffffu;
	*value = (uint32_t)(digits * 10000 + (digits >> 32));
	return count;
}

#endif
