// SPDX-License-Identifier: MIT
#ifndef KILN_PACK_H
#define KILN_PACK_H

#include "asset.h"
#include "kiln_pack_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A pack is one file of many blobs, each with a name, such as `props/crate.kiln`. kiln-pack makes packs; format/PACK.md
/// describes the bytes. Blobs of a plain pack are queried in place:
///
///     kiln_pack pack;
///     kiln_asset crate;
///     if (kiln_pack_map(&pack, "level.kpack").status == KILN_OK &&
///         kiln_asset_from_pack(&crate, &pack, "props/crate.kiln", NULL).status == KILN_OK)
///         hit = kiln_scene_ray_closest(&crate, &ray);
///
/// The index of a zstd pack opens in the same way; `libkilnpack` (kilnpack.h) decompresses its blobs.

/// An opened pack. A kiln_pack owns nothing but the mapping that kiln_pack_map made; copy a kiln_pack freely. The fields
/// are read-only.
typedef struct kiln_pack
{
	const uint8_t *data;
	uint64_t size;
	const kiln_format_pack_header *header;
	const kiln_format_pack_entry *entries; ///< by increasing hash
	const kiln_format_pack_blob *blobs;	   ///< in the order in which the pack was built
	const kiln_format_pack_dictionary *dictionaries;
	const char *names;
	uint32_t entry_count;
	uint32_t blob_count;
	uint32_t dictionary_count;
	kiln_pack_codec codec;
	void *mapping; ///< not NULL where kiln_pack_map made the mapping
	uint64_t mapping_size;
} kiln_pack;

/// What an entry of a pack names.
typedef struct kiln_pack_item
{
	const char *name;	  ///< ends with a NUL
	const uint8_t *data;  ///< the bytes as stored; in a plain pack the blob, aligned to 64 bytes
	uint64_t stored_size; ///< bytes at `data`
	uint64_t size;		  ///< bytes of the blob
	uint32_t blob;		  ///< index of the blob: equal where two names have one blob
	uint32_t dictionary;  ///< index of the dictionary, or KILN_NONE
} kiln_pack_item;

/// Opens a pack in memory. `data` is aligned to KILN_FORMAT_ALIGNMENT, for blobs aligned to pages to a page; it does not
/// change and outlives `pack`. `size` is the exact size of the pack. One pass proves the whole index: names end, have their
/// hash and are sorted, and blobs lie in the pack without overlap. The pass does not read the blobs: kiln_asset_from_pack
/// proves the blob that it opens. On failure `pack` is unchanged. Takes time in proportion to the size of the index.
KILN_API kiln_result kiln_pack_open(kiln_pack *pack, const void *data, size_t size);

/// Maps a file read-only and opens the pack in it. kiln_pack_unmap ends the mapping. The file must not change while it is
/// mapped, as for kiln_map.
KILN_API kiln_result kiln_pack_map(kiln_pack *pack, const char *path);

/// Ends a mapping and clears `pack`. Assets from the pack must not be used any more.
KILN_API void kiln_pack_unmap(kiln_pack *pack);

/// Returns the index of the entry with this name, compared byte by byte; KILN_NONE where the pack has no such name.
KILN_API uint32_t kiln_pack_find(const kiln_pack *pack, const char *name);

/// Finds a name in the last pack of a list that has the name, so that a pack overlays the packs before: a patch over a
/// game, a mod over both. Returns the index of the entry and sets `*pack` to the index of the pack; returns KILN_NONE and
/// leaves `*pack` where no pack has the name.
KILN_API uint32_t kiln_pack_find_last(const kiln_pack *packs, uint32_t count, const char *name, uint32_t *pack);

/// Sets `*item` to what an entry names. Returns false for an index out of range.
KILN_API bool kiln_pack_at(const kiln_pack *pack, uint32_t entry, kiln_pack_item *item);

/// Opens the blob of a name in place, as kiln_open does with the blob's bytes. KILN_E_HANDLE: the pack has no such name.
/// KILN_E_FEATURE: the pack is compressed. Offsets of other refusals count from the blob's first byte. The pack must
/// outlive the asset. On failure `asset` is unchanged.
KILN_API kiln_result kiln_asset_from_pack(
	kiln_asset *asset, const kiln_pack *pack, const char *name, const kiln_open_options *options);

#ifdef __cplusplus
}
#endif

#endif
