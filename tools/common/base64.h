// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_BASE64_H
#define KILN_TOOLS_BASE64_H

#include "math/ieee.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Writes bytes in base64 (RFC 4648, section 4), with padding and without line breaks. The stream keeps errors (ferror).
void base64_write(FILE *out, const void *data, size_t size);

#endif
