// SPDX-License-Identifier: MIT
#include "../common/json.h"
#include "../common/message.h"
#include "pack.h"

#include <string.h>

/// Names differ where one pack lacks the name, or where its blobs differ in size or content hash. How packs store blobs does
/// not count.
typedef enum diff_kind
{
	DIFF_REMOVED,
	DIFF_ADDED,
	DIFF_CHANGED,
	DIFF_SAME,
} diff_kind;

static const char *const kind_names[] = {"removed", "added", "changed"};
static const char marks[] = "-+~";

/// Compares an entry of one pack with its name in the other; `missing` is the kind where the other lacks the name.
static diff_kind compare(const kiln_pack *pack, const kiln_pack_item *item, const kiln_pack *other, diff_kind missing)
{
	kiln_pack_item there;
	if (!kiln_pack_at(other, kiln_pack_find(other, item->name), &there))
		return missing;
	const kiln_format_pack_blob *a = &pack->blobs[item->blob], *b = &other->blobs[there.blob];
	return a->size == b->size && memcmp(a->content_hash, b->content_hash, sizeof a->content_hash) == 0 ? DIFF_SAME
																									   : DIFF_CHANGED;
}

/// Prints the names of one kind. Returns their number.
static uint64_t print_kind(const kiln_pack *old, const kiln_pack *new, diff_kind kind, json_writer *json)
{
	const kiln_pack *pack = kind == DIFF_REMOVED ? old : new, *other = kind == DIFF_REMOVED ? new : old;
	uint64_t count = 0;
	kiln_pack_item item;
	for (uint32_t i = 0; kiln_pack_at(pack, i, &item); ++i)
	{
		if (compare(pack, &item, other, kind == DIFF_REMOVED ? DIFF_REMOVED : DIFF_ADDED) != kind)
			continue;
		++count;
		if (json != NULL)
			json_text(json, item.name);
		else
		{
			printf("%c ", marks[kind]);
			tool_text(stdout, item.name);
			putchar('\n');
		}
	}
	return count;
}

int pack_diff(const pack_options *options)
{
	if (options->word_count != 2)
		return pack_usage("diff takes two packs", "");
	kiln_pack old = {0}, new = {0};
	int code = pack_open(options->words[0], &old);
	if (code == TOOL_DONE)
		code = pack_open(options->words[1], &new);
	uint64_t count = 0;
	json_writer json = json_begin(stdout, true);
	if (code == TOOL_DONE && options->json)
		json_object(&json);
	for (int kind = DIFF_REMOVED; code == TOOL_DONE && kind <= DIFF_CHANGED; ++kind)
	{
		if (options->json)
		{
			json_key(&json, kind_names[kind]);
			json_array(&json);
		}
		count += print_kind(&old, &new, (diff_kind)kind, options->json ? &json : NULL);
		if (options->json)
			json_array_end(&json);
	}
	if (code == TOOL_DONE && options->json)
	{
		json_object_end(&json);
		json_end(&json);
	}
	kiln_pack_unmap(&old);
	kiln_pack_unmap(&new);
	return code == TOOL_DONE && count > 0 ? TOOL_REFUSED : code;
}
