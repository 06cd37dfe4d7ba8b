// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "pack.h"
#include "pack/index.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

static int make_folder(const char *folder)
{
	char reason[PLATFORM_REASON] = "";
	if (platform_folder_make(folder, reason))
		return TOOL_DONE;
	tool_message(folder, "error", "write", "cannot make the folder: %s", reason);
	return TOOL_IO;
}

static int extract_entry(const char *folder, pack_source *source, uint32_t entry)
{
	kiln_pack_item item;
	char reason[PLATFORM_REASON] = "";
	const uint8_t *bytes;
	if (!kiln_pack_at(source->pack, entry, &item))
		return TOOL_INTERNAL;
	int code = pack_source_read(source, entry, &bytes);
	if (code == TOOL_DONE && !platform_write_below(folder, item.name, bytes, (size_t)item.size, reason))
	{
		tool_message(folder, "error", "write", "cannot write '%s': %s", item.name, reason);
		code = TOOL_IO;
	}
	return code;
}

/// Fills in the entries to extract: those of the names given, or all in the order of the pack.
static int choose(const pack_options *options, const kiln_pack *pack, uint32_t *entries, uint32_t *count)
{
	*count = 0;
	for (size_t i = 1; i < options->word_count; ++i)
	{
		const uint32_t entry = kiln_pack_find(pack, options->words[i]);
		if (entry == KILN_NONE)
		{
			tool_message(options->words[0], "error", "name", "the pack has no '%s'", options->words[i]);
			return TOOL_REFUSED;
		}
		entries[(*count)++] = entry;
	}
	if (options->word_count > 1)
		return TOOL_DONE;
	uint32_t *order = pack_order(pack);
	if (order == NULL)
		return pack_no_memory(options->words[0]);
	*count = pack->entry_count;
	memcpy(entries, order, pack->entry_count * sizeof *order);
	free(order);
	return TOOL_DONE;
}

int pack_extract(const pack_options *options)
{
	if (options->word_count == 0)
		return pack_usage("extract takes a pack", "");
	const char *folder = options->output != NULL ? options->output : ".";
	kiln_pack pack = {0};
	int code = pack_open(options->words[0], &pack);
	uint32_t *entries = malloc((pack.entry_count + options->word_count) * sizeof *entries);
	uint32_t count = 0;
	if (entries == NULL)
		code = pack_no_memory(options->words[0]);
	if (code == TOOL_DONE)
		code = choose(options, &pack, entries, &count);
	// All names are checked before the first file is written.
	if (code == TOOL_DONE)
		code = pack_check_names(options->words[0], &pack, entries, count);
	if (code == TOOL_DONE)
		code = make_folder(folder);
	pack_source source = {.path = options->words[0], .pack = &pack};
	for (uint32_t i = 0; code == TOOL_DONE && i < count; ++i)
		code = extract_entry(folder, &source, entries[i]);
	pack_source_end(&source);
	free(entries);
	kiln_pack_unmap(&pack);
	return code;
}
