// SPDX-License-Identifier: MIT
#include "names.h"

#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

static const char *string_at(const void *names, uint32_t offset)
{
	return ((const cook_names *)names)->bytes + offset;
}

static bool grow_bytes(const kilncook_context *context, cook_names *names, size_t more)
{
	if (more <= names->capacity - names->size)
		return true;
	if (more > KILN_NONE - 1 - names->size)
		return false;
	size_t capacity = names->capacity + names->capacity / 2 + more + 256;
	char *bytes = cook_resize(context, names->bytes, names->capacity, capacity, 1);
	if (!bytes)
		return false;
	names->bytes = bytes;
	names->capacity = capacity;
	return true;
}

static uint32_t add_clean(const kilncook_context *context, cook_names *names, const char *name, size_t length)
{
	// The string goes behind the others first, where the table can read it.
	uint32_t end = (uint32_t)names->size, offset = KILN_NONE;
	if (grow_bytes(context, names, length + 1))
	{
		memcpy(names->bytes + end, name, length + 1);
		offset = name_table_add(context, &names->table, string_at, names, name, length, end);
	}
	if (offset == end)
	{
		names->size += length + 1;
		++names->count;
	}
	names->failed = offset == KILN_NONE;
	return offset;
}

uint32_t cook_names_add(const kilncook_context *context, cook_names *names, const char *name)
{
	if (!name || !*name || names->failed)
		return KILN_NONE;
	size_t length = strlen(name);
	char *clean = import_text(context, name, length);
	if (!clean)
	{
		names->failed = true;
		return KILN_NONE;
	}
	uint32_t offset = add_clean(context, names, clean, length);
	import_text_free(context, clean);
	return offset;
}

const char *cook_names_get(const cook_names *names, uint32_t offset)
{
	return offset < names->size ? names->bytes + offset : "";
}

void cook_names_free(const kilncook_context *context, cook_names *names)
{
	cook_free(context, names->bytes, names->capacity, 1);
	name_table_free(context, &names->table);
	*names = (cook_names){0};
}
