// SPDX-License-Identifier: MIT
#ifndef KILN_LAZY_H
#define KILN_LAZY_H

#include "asset.h"
#include "ray.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opening a blob without reading all of it. kiln.h does not include this header. kiln_open proves every byte before the first query, which takes a
/// millisecond for each 4 to 10 MB, and reads every page. A lazy asset proves the small sections when it is opened, and
/// each node of a mesh's tree, with its leaves, before the first ray that visits the node. So the pages that no ray
/// needs are never read.
///
/// Each query first walks the trees with the ray's whole length and proves what the walk meets for the first time. Then
/// the usual query runs, which visits a part of the same nodes. A ray therefore costs two walks. Where most of a mesh
/// is in use, call kiln_open for the same bytes, at leisure, and use that asset: answers have the same bits.
///
/// No ray reads a number that was not proved, leaves the blob, or runs without end, whatever the bytes are. A damaged
/// place is refused by each ray that needs the place; other rays get their answers. A lazy asset does not prove what no
/// ray reads: volume trees, edges, adjacency, the leaf index. Nor does a lazy asset prove what only a whole tree shows:
/// that no leaf has two nodes or none, and that the numbers of triangles, which stay in range, go on from node to node.
/// kiln_open proves all of that, so a lazy asset is no argument of other queries.

/// A blob that is proved where rays go. The fields are for the functions below. The bytes must not change.
typedef struct kiln_lazy
{
	kiln_asset asset;
	uint32_t *marks; ///< two bits a tree node: the node is proved; the node has a parent
} kiln_lazy;

/// Returns the number of marks that kiln_lazy_open takes: one for 16 nodes of the trees, about 250 for each megabyte. 0
/// for a blob whose header or section table kiln_open would refuse, and for NULL.
KILN_API uint32_t kiln_lazy_marks(const void *data, size_t size);

/// Opens a blob in memory, as kiln_open does, and proves all but the trees of meshes, their leaves and sources, and what
/// no ray reads. The marks are used as long as `lazy`. options.trust and options.prefault are ignored; NULL is the
/// default. Refusals are those of kiln_open. KILN_E_ARGUMENT for NULL, and KILN_E_CAPACITY where `mark_count` is less
/// than kiln_lazy_marks. On failure `lazy` is unchanged.
KILN_API kiln_result kiln_lazy_open(kiln_lazy *lazy, const void *data, size_t size, uint32_t *marks,
	uint32_t mark_count, const kiln_open_options *options);

/// Stores the answer of kiln_scene_ray_closest in `hit`, bit for bit, and returns KILN_OK; or returns the refusal of what
/// the ray would read, at its byte offset, with no hit. KILN_E_ARGUMENT for NULL.
///
/// Writes to the marks of `lazy`: one thread at a time. Threads may each have a lazy asset of the same bytes.
KILN_API kiln_result kiln_lazy_ray_closest(kiln_lazy *lazy, const kiln_ray *ray, kiln_hit *hit);

/// Stores the answer of kiln_scene_ray_any, as kiln_lazy_ray_closest.
KILN_API kiln_result kiln_lazy_ray_any(kiln_lazy *lazy, const kiln_ray *ray, bool *any);

#ifdef __cplusplus
}
#endif

#endif
