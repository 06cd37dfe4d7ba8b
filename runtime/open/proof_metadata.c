// SPDX-License-Identifier: MIT
#include "proof.h"
#include "text_order.h"
#include "tree/filter.h"

/// Bytes of the UTF-8 sequence at `s` (RFC 3629: no overlong forms, surrogates or values past U+10FFFF); 0 for other
/// bytes. Reads nothing behind a NUL.
static KILN_RARE uint32_t sequence(const uint8_t *s)
{
	if (s[0] < 0x80)
		return 1;
	const uint32_t more = 1u + (s[0] >= 0xe0) + (s[0] >= 0xf0);
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
	uint32_t character = s[0] & (0x3fu >> more);
	for (uint32_t i = 1; i <= more; ++i)
	{
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		character = character << 6 | (s[i] & 0x3fu);
	}
	if (s[0] < 0xc0 || s[0] > 0xf7 || character < least[more] || character > 0x10ffff || character >> 11 == 0x1b)
		return 0;
	return more + 1;
}

/// The rule that the text breaks, and its place; KILN_RULE_COUNT for none. The strings increase, so that the order of
/// paths is that of their offsets.
static KILN_RARE kiln_rule prove_text(const char *text, uint64_t size, const void **place)
{
	const char *before = NULL;
	if (size)
		*place = text + size - 1;
	if (size && text[size - 1])
		return KILN_RULE_METADATA_TEXT_END;
	for (uint64_t at = 0; at < size; ++at)
	{
		const char *string = text + at;
		for (uint32_t taken; text[at]; at += taken)
		{
			*place = text + at;
			taken = sequence((const uint8_t *)text + at);
			if (!taken)
				return KILN_RULE_METADATA_TEXT_UTF8;
		}
		*place = string;
		if (before && kiln_text_order(before, string) >= 0)
			return KILN_RULE_METADATA_TEXT_ORDER;
		before = string;
	}
	return KILN_RULE_COUNT;
}

static bool is_string(const char *text, uint64_t size, uint64_t offset)
{
	return offset < size && (!offset || !text[offset - 1]);
}

static KILN_RARE bool value_is_sound(const kiln_format_metadata *entry, const char *text, uint64_t size)
{
	switch (entry->type)
	{
	case KILN_METADATA_INT:
		return true;
	case KILN_METADATA_DOUBLE:
		return (entry->value >> 52 & 0x7ff) != 0x7ff;
	case KILN_METADATA_STRING:
		return is_string(text, size, entry->value);
	default:
		// KILN_METADATA_NULL is 0, KILN_METADATA_BOOL is 1.
		return entry->value <= entry->type;
	}
}

/// The rule that an entry breaks, and the field of the refusal; KILN_RULE_COUNT for none.
static KILN_RARE kiln_rule judge(const kiln_format_metadata *entry, const kiln_format_metadata *before,
	const char *text, uint64_t size, const void **field)
{
	*field = &entry->path;
	if (!is_string(text, size, entry->path) || text[entry->path] != '/')
		return KILN_RULE_METADATA_PATH;
	*field = &entry->type;
	if (entry->type >= KILN_METADATA_TYPE_END)
		return KILN_RULE_METADATA_TYPE;
	*field = &entry->value;
	if (!value_is_sound(entry, text, size))
		return KILN_RULE_METADATA_VALUE;
	*field = entry;
	if (!before || before->owner < entry->owner)
		return KILN_RULE_COUNT;
	const bool same = before->owner == entry->owner && before->index == entry->index;
	const bool increases = before->owner == entry->owner && before->index < entry->index;
	return increases || (same && before->path < entry->path) ? KILN_RULE_COUNT : KILN_RULE_METADATA_ORDER;
}

kiln_result kilni_prove_metadata(const kiln_blob *blob)
{
	const kiln_format_metadata *entries = kiln_blob_section(blob, KILN_SECTION_METADATA);
	const char *text = kiln_blob_section(blob, KILN_SECTION_METADATA_TEXT);
	const uint64_t count = kiln_blob_count(blob, KILN_SECTION_METADATA);
	const uint64_t size = kiln_blob_count(blob, KILN_SECTION_METADATA_TEXT);
	static const uint8_t owners[] = {
		KILN_SECTION_SCENE, KILN_SECTION_NODES, KILN_SECTION_MATERIALS, KILN_SECTION_PARTS};
	const void *field = NULL;
	kiln_rule rule = prove_text(text, size, &field);
	for (uint64_t i = 0; i < count && rule == KILN_RULE_COUNT; ++i)
	{
		const kiln_format_metadata *entry = field = &entries[i];
		rule = KILN_RULE_METADATA_OWNER;
		if (entry->owner < KILN_METADATA_OWNER_END && entry->index < kiln_blob_count(blob, owners[entry->owner]))
			rule = judge(entry, i ? entry - 1 : NULL, text, size, &field);
	}
	return rule == KILN_RULE_COUNT ? kiln_proved() : kiln_refuse_field(blob, rule, field);
}
