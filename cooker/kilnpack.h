// SPDX-License-Identifier: MIT
#ifndef KILNPACK_H
#define KILNPACK_H

/// libkilnpack reads the blobs of compressed packs. The runtime opens the pack and finds names (kiln/pack.h); this library
/// decompresses into the caller's memory, and links libzstd and libxxhash:
///
///     kilnpack_reader_create(&reader, &pack);
///     kiln_pack_at(&pack, kiln_pack_find(&pack, "props/crate.kiln"), &item);
///     memory = aligned_alloc(64, item.size);
///     kilnpack_read(reader, kiln_pack_find(&pack, item.name), memory, item.size);
///     kiln_open(&asset, memory, item.size, NULL);

#include "kiln/pack.h"

#if defined(__GNUC__)
#define KILNPACK_API __attribute__((visibility("default")))
#else
#define KILNPACK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Decompresses blobs of one pack. One thread at a time may use a reader; several readers may read one pack.
typedef struct kilnpack_reader kilnpack_reader;

/// Makes a reader, with memory from malloc: some 160 KB, and 30 KB for each dictionary that is used. The pack must outlive
/// the reader. Plain packs are read, too. KILN_E_ARGUMENT: NULL. KILN_E_CAPACITY: no memory. On failure `*reader` is NULL.
KILNPACK_API kiln_status kilnpack_reader_create(kilnpack_reader **reader, const kiln_pack *pack);

/// Frees a reader; NULL is allowed.
KILNPACK_API void kilnpack_reader_destroy(kilnpack_reader *reader);

/// Writes the blob of an entry to `memory`, which has `capacity` bytes, at least kiln_pack_item.size of them. A reader that
/// opens the blob there aligns the memory to 64 bytes. The result is checked against the content hash. Never writes
/// behind the size that the index states, whatever the frame holds. KILN_E_ARGUMENT: NULL, or an entry out of range.
/// KILN_E_CAPACITY: too little memory. KILN_E_SIZE: the frame states another size than the index, or bytes follow it.
/// KILN_E_VALUE: the frame is damaged, or was made with another dictionary. KILN_E_HASH: the bytes or those of the
/// dictionary are not the ones that were packed. Offsets count from the first byte of the pack. After a failure the bytes
/// of `memory` are arbitrary.
KILNPACK_API kiln_result kilnpack_read(kilnpack_reader *reader, uint32_t entry, void *memory, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
