// SPDX-License-Identifier: MIT
#include "kiln_format.h"
#include "kilnpack.h"
#include "pack/hash.h"
#include "pack/index.h"
#include "pack/patch.h"
#include "pack/patch_format.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

static kiln_result refuse(kiln_status status, uint64_t offset, const char *reason)
{
	return (kiln_result){status, offset, reason};
}

static kiln_result check_header(const patch_header *header, const kiln_pack *old, const uint8_t *patch, size_t size)
{
	if (memcmp(header->magic, PATCH_MAGIC, sizeof header->magic) != 0)
		return refuse(KILN_E_NOT_KILN, 0, "the first bytes are not those of a patch of packs");
	if (header->endian != KILN_FORMAT_ENDIAN_MARK || header->version != PATCH_VERSION)
		return refuse(KILN_E_VERSION, offsetof(patch_header, version), "the patch has another version");
	if (header->size != size)
		return refuse(header->size > size ? KILN_E_TRUNCATED : KILN_E_SIZE, size, "the patch states another size");
	if (!pack_hash_holds(patch + PATCH_HASHED_FROM, size - PATCH_HASHED_FROM, header->hash))
		return refuse(KILN_E_HASH, offsetof(patch_header, hash), "the hash of the patch does not match");
	if (memcmp(header->old_hash, old->header->index_hash, sizeof header->old_hash) != 0)
		return refuse(KILN_E_HASH, offsetof(patch_header, old_hash), "the patch was made from another pack");
	if (header->head_stored == 0 || header->head_stored > size - sizeof *header)
		return refuse(KILN_E_RANGE, offsetof(patch_header, head_stored), "the head leads outside the patch");
	if (header->head_size > header->new_size ||
		header->head_size <
			sizeof(kiln_format_pack_header) + header->part_count * (uint64_t)sizeof(kiln_format_pack_blob) ||
		(header->head_size + header->part_count * (uint64_t)sizeof(patch_part)) / KILN_PACK_RATIO_MAX >
			header->head_stored)
		return refuse(KILN_E_VALUE, offsetof(patch_header, head_size), "the head has an impossible size");
	// Copies and frames make every byte but those that align blobs.
	const uint64_t frames = (uint64_t)size * KILN_PACK_RATIO_MAX;
	const uint64_t gaps = header->part_count * (uint64_t)KILN_PACK_ALIGNMENT_MAX;
	if (header->new_size > frames + gaps + (header->part_count + (uint64_t)1) * old->size ||
		header->new_size > SIZE_MAX / 2)
		return refuse(KILN_E_VALUE, offsetof(patch_header, new_size), "the new pack has an impossible size");
	return refuse(KILN_OK, 0, "checked");
}

/// Decompresses exactly `size` bytes.
static bool read_frame(ZSTD_DCtx *context, const uint8_t *frame, size_t stored, const uint8_t *prefix,
	size_t prefix_size, void *memory, size_t size)
{
	ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
	ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 30);
	if (prefix_size > 0)
		ZSTD_DCtx_refPrefix(context, prefix, prefix_size);
	return ZSTD_findFrameCompressedSize(frame, stored) == stored &&
		   ZSTD_decompressDCtx(context, memory, size, frame, stored) == size;
}

/// Fills in the blobs of the new pack from the parts.
static kiln_result fill_parts(ZSTD_DCtx *context, const kiln_pack *old, const kiln_pack *new, const patch_part *parts,
	const uint8_t *patch, uint64_t at, uint64_t size)
{
	for (uint32_t i = 0; i < new->blob_count; ++i)
	{
		const patch_part *part = &parts[i];
		const kiln_format_pack_blob *blob = &new->blobs[i];
		const kiln_format_pack_blob *before = part->old < old->blob_count ? &old->blobs[part->old] : NULL;
		uint8_t *target = (uint8_t *)(uintptr_t) new->data + blob->offset;
		if (part->reserved != 0 || part->stored > size - at || (!before && part->old != KILN_NONE))
			return refuse(KILN_E_RANGE, at, "a part leads outside the patch or the old pack");
		if (part->stored == 0 && (!before || before->stored != blob->stored))
			return refuse(KILN_E_VALUE, at, "a copy has another size than its blob");
		if (part->stored == 0)
			memcpy(target, old->data + before->offset, (size_t)blob->stored);
		else if (!read_frame(context, patch + at, (size_t)part->stored, before ? old->data + before->offset : NULL,
					 before ? (size_t)before->stored : 0, target, (size_t)blob->stored))
			return refuse(KILN_E_VALUE, at, "a frame is damaged");
		at += part->stored;
	}
	return at == size ? refuse(KILN_OK, 0, "filled") : refuse(KILN_E_SIZE, at, "bytes follow the last part");
}

/// Checks the content hash of each blob of the new pack.
static kiln_result check_blobs(const kiln_pack *new)
{
	kilnpack_reader *reader;
	uint8_t *memory = NULL;
	uint64_t most = 1;
	for (uint32_t i = 0; i < new->blob_count; ++i)
		most = new->blobs[i].size > most ? new->blobs[i].size : most;
	if (kilnpack_reader_create(&reader, new) == KILN_OK)
		memory = malloc((size_t)most);
	kiln_result result = memory ? refuse(KILN_OK, 0, "checked") : refuse(KILN_E_CAPACITY, 0, "no memory");
	for (uint32_t i = 0; result.status == KILN_OK && i < new->entry_count; ++i)
		result = kilnpack_read(reader, i, memory, (size_t)most);
	kilnpack_reader_destroy(reader);
	free(memory);
	return result;
}

static kiln_result apply(ZSTD_DCtx *context, const kiln_pack *old, const patch_header *header, const uint8_t *patch,
	uint8_t *plain, uint8_t *data)
{
	const size_t parts = header->part_count * sizeof(patch_part), head = (size_t)header->head_size;
	const size_t before = (size_t)patch_head_size(old->blobs, old->blob_count, old->size);
	kiln_pack new;
	if (!read_frame(
			context, patch + sizeof *header, (size_t)header->head_stored, old->data, before, plain, parts + head))
		return refuse(KILN_E_VALUE, sizeof *header, "the frame of the head is damaged");
	memcpy(data, plain + parts, head);
	kiln_result result = kiln_pack_open(&new, data, (size_t)header->new_size);
	if (result.status != KILN_OK)
		return result;
	if (new.blob_count != header->part_count || patch_head_size(new.blobs, new.blob_count, new.size) != head)
		return refuse(KILN_E_VALUE, offsetof(patch_header, part_count), "the patch has other parts than the new pack");
	if (!pack_index_hash_holds(new.header))
		return refuse(KILN_E_HASH, 0, "the hash of the new pack's index does not match");
	result = fill_parts(context, old, &new, (const patch_part *)(const void *)plain, patch,
		sizeof *header + header->head_stored, header->size);
	return result.status == KILN_OK ? check_blobs(&new) : result;
}

kiln_result pack_patch_apply(
	const kiln_pack *old, const uint8_t *patch, size_t patch_size, void **block, uint8_t **data, size_t *size)
{
	patch_header header;
	*block = NULL;
	if (patch_size < sizeof header)
		return refuse(KILN_E_TRUNCATED, patch_size, "the bytes end inside the header of the patch");
	memcpy(&header, patch, sizeof header);
	kiln_result result = check_header(&header, old, patch, patch_size);
	if (result.status != KILN_OK)
		return result;
	ZSTD_DCtx *context = ZSTD_createDCtx();
	uint8_t *plain = malloc(header.part_count * sizeof(patch_part) + (size_t)header.head_size);
	uint8_t *made = calloc(1, (size_t)header.new_size + KILN_FORMAT_ALIGNMENT);
	uint8_t *aligned = made ? made + (KILN_FORMAT_ALIGNMENT - (uintptr_t)made % KILN_FORMAT_ALIGNMENT) : NULL;
	if (context && plain && made)
		result = apply(context, old, &header, patch, plain, aligned);
	else
		result = refuse(KILN_E_CAPACITY, 0, "no memory for the new pack");
	ZSTD_freeDCtx(context);
	free(plain);
	if (result.status != KILN_OK)
	{
		free(made);
		return result;
	}
	*block = made;
	*data = aligned;
	*size = (size_t)header.new_size;
	return result;
}
