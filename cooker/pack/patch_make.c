// SPDX-License-Identifier: MIT
#include "kiln_format.h"
#include "pack/hash.h"
#include "pack/patch.h"
#include "pack/patch_format.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define PATCH_LEVEL 12

/// A patch in the making.
typedef struct maker
{
	const kiln_pack *old, *new;
	ZSTD_CCtx *context;
	uint32_t *by_content; ///< blobs of the old pack by their content hash
	uint32_t *by_name;	  ///< for each blob of the new pack: the blob of the old one that has its name, or KILN_NONE
	patch_part *parts;
	uint8_t *bytes;
	size_t size, capacity;
} maker;

static bool reserve(maker *m, size_t more)
{
	if (more <= m->capacity - m->size)
		return true;
	const size_t capacity = (m->size + more) * 2;
	uint8_t *bytes = realloc(m->bytes, capacity);
	if (!bytes)
		return false;
	m->bytes = bytes;
	m->capacity = capacity;
	return true;
}

/// Appends the frame of bytes with a prefix, by which matches lead into the prefix. Returns its size, 0 without memory.
static size_t append_frame(maker *m, const void *data, size_t size, const void *prefix, size_t prefix_size)
{
	int window = 10;
	while (window < 30 && (uint64_t)1 << window < (uint64_t)size + prefix_size)
		++window;
	const size_t bound = ZSTD_compressBound(size);
	ZSTD_CCtx_reset(m->context, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(m->context, ZSTD_c_compressionLevel, PATCH_LEVEL);
	ZSTD_CCtx_setParameter(m->context, ZSTD_c_windowLog, window);
	ZSTD_CCtx_setParameter(m->context, ZSTD_c_enableLongDistanceMatching, 1);
	if (prefix_size > 0)
		ZSTD_CCtx_refPrefix(m->context, prefix, prefix_size);
	if (!reserve(m, bound))
		return 0;
	const size_t written = ZSTD_compress2(m->context, m->bytes + m->size, bound, data, size);
	if (ZSTD_isError(written))
		return 0;
	m->size += written;
	return written;
}

static int order_of(const kiln_format_pack_blob *a, const kiln_format_pack_blob *b)
{
	return memcmp(a->content_hash, b->content_hash, sizeof a->content_hash);
}

/// Moves an element of a heap down to its place.
static void sift(const kiln_format_pack_blob *blobs, uint32_t *heap, uint32_t at, uint32_t count)
{
	for (uint64_t child; (child = 2 * (uint64_t)at + 1) < count; at = (uint32_t)child)
	{
		if (child + 1 < count && order_of(&blobs[heap[child]], &blobs[heap[child + 1]]) < 0)
			++child;
		if (order_of(&blobs[heap[at]], &blobs[heap[child]]) >= 0)
			return;
		const uint32_t swapped = heap[at];
		heap[at] = heap[child];
		heap[child] = swapped;
	}
}

/// Sorts by heap sort (Williams 1964). Which of two blobs of one hash comes first does not matter: their bytes are compared.
static void sort_by_content(const kiln_pack *pack, uint32_t *blobs)
{
	for (uint32_t i = 0; i < pack->blob_count; ++i)
		blobs[i] = i;
	for (uint32_t i = pack->blob_count / 2; i > 0; --i)
		sift(pack->blobs, blobs, i - 1, pack->blob_count);
	for (uint32_t i = pack->blob_count; i > 1; --i)
	{
		const uint32_t last = blobs[i - 1];
		blobs[i - 1] = blobs[0];
		blobs[0] = last;
		sift(pack->blobs, blobs, 0, i - 1);
	}
}

static bool stored_alike(const maker *m, uint32_t old, uint32_t new)
{
	const kiln_format_pack_blob *a = &m->old->blobs[old], *b = &m->new->blobs[new];
	return a->stored == b->stored && memcmp(m->old->data + a->offset, m->new->data + b->offset, (size_t)a->stored) == 0;
}

/// Returns a blob of the old pack with the stored bytes of one of the new pack, or KILN_NONE.
static uint32_t find_copy(const maker *m, uint32_t blob)
{
	if (m->by_name[blob] != KILN_NONE && stored_alike(m, m->by_name[blob], blob))
		return m->by_name[blob];
	uint32_t low = 0, high = m->old->blob_count;
	while (low < high)
	{
		const uint32_t middle = low + (high - low) / 2;
		if (order_of(&m->old->blobs[m->by_content[middle]], &m->new->blobs[blob]) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	const bool found = low < m->old->blob_count && stored_alike(m, m->by_content[low], blob);
	return found ? m->by_content[low] : KILN_NONE;
}

static void find_names(maker *m)
{
	kiln_pack_item item, there;
	memset(m->by_name, 0xff, m->new->blob_count * sizeof *m->by_name);
	for (uint32_t i = 0; kiln_pack_at(m->new, i, &item); ++i)
		if (m->by_name[item.blob] == KILN_NONE && kiln_pack_at(m->old, kiln_pack_find(m->old, item.name), &there))
			m->by_name[item.blob] = there.blob;
}

/// Appends the frames of the blobs that are not copies.
static bool append_parts(maker *m)
{
	for (uint32_t i = 0; i < m->new->blob_count; ++i)
	{
		const kiln_format_pack_blob *blob = &m->new->blobs[i];
		const uint32_t copy = find_copy(m, i), old = copy != KILN_NONE ? copy : m->by_name[i];
		m->parts[i].old = old;
		if (copy != KILN_NONE)
			continue;
		const kiln_format_pack_blob *before = old != KILN_NONE ? &m->old->blobs[old] : NULL;
		m->parts[i].stored = append_frame(m, m->new->data + blob->offset, (size_t)blob->stored,
			before ? m->old->data + before->offset : NULL, before ? (size_t)before->stored : 0);
		if (m->parts[i].stored == 0)
			return false;
	}
	return true;
}

/// Appends the frame of the parts and of all bytes before the first blob.
static size_t append_head(maker *m, size_t head)
{
	const size_t parts = m->new->blob_count * sizeof *m->parts;
	uint8_t *plain = malloc(parts + head);
	if (!plain)
		return 0;
	memcpy(plain, m->parts, parts);
	memcpy(plain + parts, m->new->data, head);
	const size_t before = (size_t)patch_head_size(m->old->blobs, m->old->blob_count, m->old->size);
	const size_t written = append_frame(m, plain, parts + head, m->old->data, before);
	free(plain);
	return written;
}

/// The frames of the parts are made first, since the head has their sizes; the head's frame precedes them in the patch.
static bool make(maker *m)
{
	patch_header header = {.endian = KILN_FORMAT_ENDIAN_MARK, .version = PATCH_VERSION};
	header.new_size = m->new->size;
	header.head_size = patch_head_size(m->new->blobs, m->new->blob_count, m->new->size);
	header.part_count = m->new->blob_count;
	memcpy(header.magic, PATCH_MAGIC, sizeof header.magic);
	memcpy(header.old_hash, m->old->header->index_hash, sizeof header.old_hash);
	find_names(m);
	sort_by_content(m->old, m->by_content);
	if (!append_parts(m))
		return false;
	uint8_t *frames = m->bytes;
	const size_t frames_size = m->size;
	m->bytes = NULL;
	m->size = m->capacity = 0;
	bool good = reserve(m, sizeof header);
	m->size = good ? sizeof header : 0;
	header.head_stored = good ? append_head(m, (size_t)header.head_size) : 0;
	good = good && header.head_stored > 0 && reserve(m, frames_size);
	if (good)
	{
		if (frames_size > 0)
			memcpy(m->bytes + m->size, frames, frames_size);
		m->size += frames_size;
		header.size = m->size;
		memcpy(m->bytes, &header, sizeof header);
		pack_hash(m->bytes + PATCH_HASHED_FROM, m->size - PATCH_HASHED_FROM, m->bytes + offsetof(patch_header, hash));
	}
	free(frames);
	return good;
}

kiln_status pack_patch_make(const kiln_pack *old, const kiln_pack *new, uint8_t **patch, size_t *size)
{
	maker m = {.old = old, .new = new};
	m.context = ZSTD_createCCtx();
	m.by_content = calloc(old->blob_count + (size_t)1, sizeof *m.by_content);
	m.by_name = calloc(new->blob_count + (size_t)1, sizeof *m.by_name);
	m.parts = calloc(new->blob_count + (size_t)1, sizeof *m.parts);
	const bool good = m.context && m.by_content && m.by_name && m.parts && make(&m);
	ZSTD_freeCCtx(m.context);
	free(m.by_content);
	free(m.by_name);
	free(m.parts);
	if (!good)
		free(m.bytes);
	*patch = good ? m.bytes : NULL;
	*size = good ? m.size : 0;
	return good ? KILN_OK : KILN_E_CAPACITY;
}
