// SPDX-License-Identifier: MIT
#include "names.h"

#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>
#include <xxhash.h>

/// Slot that holds `name` or where it belongs. The table is never full.
static uint32_t find_slot(const cook_names *names, const char *name, size_t length)
{
	uint32_t slot = (uint32_t)XXH3_64bits(name, length) & (names->slot_count - 1);
	while (names->slots[slot] && strcmp(names->bytes + names->slots[slot] - 1, name) != 0)
		slot = (slot + 1) & (names->slot_count - 1);
	return slot;
}

static bool grow_slots(const kilncook_context *context, cook_names *names)
{
	if (names->slot_count && names->count < names->slot_count / 2)
		return true;
	cook_names larger = *names;
	larger.slot_count = names->slot_count ? names->slot_count * 2 : 64;
	larger.slots = larger.slot_count ? cook_alloc_zero(context, larger.slot_count, sizeof *larger.slots) : NULL;
	if (!larger.slots)
		return false;
	for (uint32_t i = 0; i < names->slot_count; ++i)
		if (names->slots[i])
		{
			const char *name = names->bytes + names->slots[i] - 1;
			larger.slots[find_slot(&larger, name, strlen(name))] = names->slots[i];
		}
	cook_free(context, names->slots, names->slot_count, sizeof *names->slots);
	*names = larger;
	return true;
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
	if (!grow_slots(context, names))
	{
		names->failed = true;
		return KILN_NONE;
	}
	uint32_t slot = find_slot(names, name, length);
	if (names->slots[slot])
		return names->slots[slot] - 1;
	if (!grow_bytes(context, names, length + 1))
	{
		names->failed = true;
		return KILN_NONE;
	}
	uint32_t offset = (uint32_t)names->size;
	memcpy(names->bytes + offset, name, length + 1);
	names->size += length + 1;
	names->slots[slot] = offset + 1;
	++names->count;
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
	cook_free(context, names->slots, names->slot_count, sizeof *names->slots);
	*names = (cook_names){0};
}
