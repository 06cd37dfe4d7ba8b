// SPDX-License-Identifier: MIT
#include "item.h"

kiln_result kilni_pack_item_in_place(const kiln_pack *pack, const char *name, kiln_pack_item *item)
{
	if (!kiln_pack_at(pack, kiln_pack_find(pack, name), item))
		return (kiln_result){KILN_E_HANDLE, 0, "the pack has no blob of this name"};
	if (pack->codec != KILN_PACK_PLAIN)
		return (kiln_result){KILN_E_FEATURE, 0, "the pack is compressed: libkilnpack decompresses its blobs"};
	return (kiln_result){KILN_OK, 0, "the blob lies in the pack"};
}
