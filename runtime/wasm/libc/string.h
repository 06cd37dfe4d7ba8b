// SPDX-License-Identifier: MIT
#ifndef KILN_WASM_STRING_H
#define KILN_WASM_STRING_H

#include <stddef.h>

/// The functions of C's string.h that the runtime calls.

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
