// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_TEXT_ORDER_H
#define KILN_OPEN_TEXT_ORDER_H

/// Compares two strings by their bytes, as METADATA_TEXT orders its strings: below, at or above 0.
static inline int kiln_text_order(const char *a, const char *b)
{
	while (*a && *a == *b)
		++a, ++b;
	return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

#endif
