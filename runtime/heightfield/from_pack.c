// SPDX-License-Identifier: MIT
#include "kiln/heightfield.h"
#include "pack/item.h"

kiln_result kiln_heightfield_from_pack(kiln_heightfield *field, const kiln_pack *pack, const char *name)
{
	if (!field || !pack || !name)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the field, the pack or the name is NULL"};
	kiln_pack_item item;
	const kiln_result result = kilni_pack_item_in_place(pack, name, &item);
	return result.status == KILN_OK ? kiln_heightfield_open(field, item.data, (size_t)item.size) : result;
}
