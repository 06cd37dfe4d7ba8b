// SPDX-License-Identifier: MIT
#include "math/ieee.h"

/// The functions of C's string.h that compilers and the runtime call, for the module of `make wasm`, which has no C
/// library. The build compiles this file with -fno-builtin, so that no loop becomes a call of the function around it.

#if defined(KILN_WASM_MODULE)

#include <stdint.h>
#include <string.h>

/// A word at any address.
typedef uint64_t __attribute__((aligned(1), may_alias)) word;

// Copies from the first byte on. Right for areas that overlap where `to` is not above `from`: a word is read whole
// before it is written.
static void copy_up(uint8_t *t, const uint8_t *f, size_t size)
{
	for (; size >= sizeof(word); size -= sizeof(word), t += sizeof(word), f += sizeof(word))
	{
		*(word *)(void *)t = *(const word *)(const void *)f;
	}
	while (size-- > 0)
	{
		*t++ = *f++;
	}
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	copy_up(to, from, size);
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	uint8_t *t = to;
	const uint8_t *f = from;
	if ((uintptr_t)to <= (uintptr_t)from)
	{
		copy_up(to, from, size);
		return to;
	}
	while (size >= sizeof(word))
	{
		size -= sizeof(word);
		*(word *)(void *)(t + size) = *(const word *)(const void *)(f + size);
	}
	while (size-- > 0)
	{
		t[size] = f[size];
	}
	return to;
}

void *memset(void *to, int value, size_t size)
{
	uint8_t *t = to;
	const uint8_t byte = (uint8_t)value;
	const uint64_t bytes = 0x0101010101010101u * byte;
	for (; size >= sizeof(word); size -= sizeof(word), t += sizeof(word))
	{
		*(word *)(void *)t = bytes;
	}
	while (size-- > 0)
	{
		*t++ = byte;
	}
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *x = a, *y = b;
	for (size_t i = 0; i < size; ++i)
	{
		if (x[i] != y[i])
		{
			return x[i] < y[i] ? -1 : 1;
		}
	}
	return 0;
}

#endif
