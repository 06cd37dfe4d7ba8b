// SPDX-License-Identifier: MIT
#include "../common/json.h"
#include "../common/message.h"
#include "pack.h"

#include <stdlib.h>

static const char *const codec_names[KILN_PACK_CODEC_END] = {"plain", "zstd"};

static void list_json(const kiln_pack *pack, const uint32_t *order)
{
	json_writer json = json_begin(stdout, true);
	json_object(&json);
	json_key(&json, "codec");
	json_text(&json, codec_names[pack->codec]);
	json_key(&json, "bytes");
	json_uint(&json, pack->size);
	json_key(&json, "alignment");
	json_uint(&json, pack->header->alignment);
	json_key(&json, "blobs");
	json_uint(&json, pack->blob_count);
	json_key(&json, "dictionaries");
	json_uint(&json, pack->dictionary_count);
	json_key(&json, "entries");
	json_array(&json);
	kiln_pack_item item;
	for (uint32_t i = 0; i < pack->entry_count && kiln_pack_at(pack, order[i], &item); ++i)
	{
		json_object_inline(&json);
		json_key(&json, "name");
		json_text(&json, item.name);
		json_key(&json, "bytes");
		json_uint(&json, item.size);
		json_key(&json, "stored");
		json_uint(&json, item.stored_size);
		json_key(&json, "offset");
		json_uint(&json, (uint64_t)(item.data - pack->data));
		json_key(&json, "blob");
		json_uint(&json, item.blob);
		json_key(&json, "hash");
		json_hex(&json, pack->blobs[item.blob].content_hash, sizeof pack->blobs[item.blob].content_hash);
		json_object_end(&json);
	}
	json_array_end(&json);
	json_object_end(&json);
	json_end(&json);
}

int pack_list(const pack_options *options)
{
	if (options->word_count != 1)
		return pack_usage("list takes one pack", "");
	kiln_pack pack = {0};
	int code = pack_open(options->words[0], &pack);
	uint32_t *order = code == TOOL_DONE ? pack_order(&pack) : NULL;
	if (code == TOOL_DONE && order == NULL)
		code = pack_no_memory(options->words[0]);
	if (code == TOOL_DONE && options->json)
		list_json(&pack, order);
	kiln_pack_item item;
	for (uint32_t i = 0; code == TOOL_DONE && !options->json && i < pack.entry_count; ++i)
		if (kiln_pack_at(&pack, order[i], &item))
		{
			printf("%12llu %12llu  ", (unsigned long long)item.size, (unsigned long long)item.stored_size);
			tool_text(stdout, item.name);
			putchar('\n');
		}
	free(order);
	kiln_pack_unmap(&pack);
	return code;
}
