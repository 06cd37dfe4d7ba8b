// SPDX-License-Identifier: MIT
#include "kiln/pack.h"

#include "math/ieee.h"

kiln_result kiln_asset_from_pack(
	kiln_asset *asset, const kiln_pack *pack, const char *name, const kiln_open_options *options)
{
	if (!asset || !pack || !name)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the asset, the pack or the name is NULL"};
	kiln_pack_item item;
	if (!kiln_pack_at(pack, kiln_pack_find(pack, name), &item))
		return (kiln_result){KILN_E_HANDLE, 0, "the pack has no blob of this name"};
	if (pack->codec != KILN_PACK_PLAIN)
		return (kiln_result){KILN_E_FEATURE, 0, "the pack is compressed: libkilnpack decompresses its blobs"};
	return kiln_open(asset, item.data, (size_t)item.size, options);
}
