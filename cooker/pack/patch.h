// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PACK_PATCH_H
#define KILN_COOKER_PACK_PATCH_H

#include "kiln/pack.h"
#include "math/ieee.h"

/// Patches from one version of a pack to the next. PACK.md describes the bytes.

/// Makes a patch in memory from malloc, which the caller frees. KILN_E_CAPACITY: no memory. On failure `*patch` is NULL.
kiln_status pack_patch_make(const kiln_pack *old, const kiln_pack *new, uint8_t **patch, size_t *size);

/// Makes the new pack in memory of `*size` bytes at a multiple of 64 bytes within `*block`, which the caller frees. The new
/// pack is proved, and every hash in it checked. Offsets count from the first byte of the patch, or of the new pack where
/// its proof refuses it. KILN_E_HASH: the patch is damaged, or was made from another pack. On failure `*block` is NULL.
kiln_result pack_patch_apply(
	const kiln_pack *old, const uint8_t *patch, size_t patch_size, void **block, uint8_t **data, size_t *size);

#endif
