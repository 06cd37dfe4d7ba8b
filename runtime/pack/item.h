// SPDX-License-Identifier: MIT
#ifndef KILN_PACK_ITEM_H
#define KILN_PACK_ITEM_H

#include "kiln/pack.h"
#include "math/ieee.h"

/// Finds the blob of a name, which can be opened in place. KILN_E_HANDLE: the pack has no such name. KILN_E_FEATURE: the
/// pack is compressed.
kiln_result kilni_pack_item_in_place(const kiln_pack *pack, const char *name, kiln_pack_item *item);

#endif
