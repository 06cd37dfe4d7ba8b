// SPDX-License-Identifier: MIT
#include "item.h"

kiln_result kiln_asset_from_pack(
	kiln_asset *asset, const kiln_pack *pack, const char *name, const kiln_open_options *options)
{
	if (!asset || !pack || !name)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the asset, the pack or the name is NULL"};
	kiln_pack_item item;
	const kiln_result result = kilni_pack_item_in_place(pack, name, &item);
	return result.status == KILN_OK ? kiln_open(asset, item.data, (size_t)item.size, options) : result;
}
