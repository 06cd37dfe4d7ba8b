// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_NAMES_H
#define KILN_COOKER_NAMES_H

#include "name_table.h"

/// The NAMES section during a cook: each string occurs once, in the order of first use.
typedef struct cook_names
{
	char *bytes;
	size_t size;
	size_t capacity;
	name_table table; ///< of the strings' offsets
	uint32_t count;
	bool failed; ///< memory ran out, or the section exceeds 32-bit offsets
} cook_names;

/// Returns the offset of `name`, and adds the name if it is new. KILN_NONE for NULL, for "" and after a failure, which
/// sets `failed`. Invalid UTF-8 and control characters become '?'.
uint32_t cook_names_add(const kilncook_context *context, cook_names *names, const char *name);

/// The string at an offset; "" for KILN_NONE.
const char *cook_names_get(const cook_names *names, uint32_t offset);

void cook_names_free(const kilncook_context *context, cook_names *names);

#endif
