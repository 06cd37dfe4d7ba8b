// SPDX-License-Identifier: MIT
#ifndef KILN_LAZY_H
#define KILN_LAZY_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opening a blob without reading all of it. kiln.h does not include this header. kiln_open proves every byte before the first query, which takes a
/// millisecond for each 5 to 10 MB, and reads every page. A lazy asset proves the small sections when it is opened, and
/// each node of a mesh's tree, with its leaves and their triangles, before the first query that visits the node. So the pages that no
/// query needs are never read.
///
/// The queries of `kiln_lazy.asset` are the usual ones: rays, casts, overlaps, closest points and points inside, in scenes, meshes
/// and worlds, with or without a filter. Answers have the same bits as those of kiln_open. No query reads a number that was not
/// proved, leaves the blob, or runs without end, whatever the bytes are. A query that comes to a damaged place ends there, as with a
/// budget that is spent, and kiln_lazy_result says so.
///
/// A lazy asset does not prove volume trees, adjacency, source vertices and the leaf index. Nor does a lazy asset prove what only a
/// whole tree shows: that no leaf has two nodes or none, and that the numbers of triangles, which stay in range, go on from node to
/// node. So functions that need those refuse a lazy asset, as they refuse an invalid argument: manifolds and with them
/// characters, pair queries, deformation, the drawing of meshes' trees, and kiln_triangle_corners. kiln_triangle_source and
/// kiln_triangle_edges return proved numbers for triangles that a query reported, and any numbers for others. kiln_triangle_twin
/// returns any number. For all of that, call kiln_open with the same bytes, at leisure.
///
/// Closest rays take 1.4 times as long as those of an opened asset, any hits 1.8 times. Where most of a mesh is in
/// use, call kiln_open with the same bytes instead.

/// A blob that is proved where queries go. The bytes must not change. Queries use a lazy asset at its address: do not copy a kiln_lazy. A copy of
/// `asset` is allowed, with another filter, or with a budget in place of the one that is there.
typedef struct kiln_lazy
{
	kiln_asset asset;	 ///< for queries; `lazy` and `budget` are those of this struct
	kiln_budget budget;	 ///< without a limit; a caller may set `work` and `cancel`
	kiln_result refusal; ///< of the first damaged place since kiln_lazy_result
	uint8_t *marks; ///< for each tree node its level, 0 before its parent is proved, and whether it is proved itself
	/// Proves a node before a query reads the node. False refuses the node, and sets `ended` of both budgets; `budget` may be NULL.
	bool (*prove)(struct kiln_lazy *lazy, const kiln_format_tree_node *node, kiln_budget *budget);
} kiln_lazy;

/// Returns the number of marks that kiln_lazy_open takes: one for each node of the trees, about a kilobyte for each
/// megabyte. 0 for a blob whose header or section table kiln_open would refuse, and for NULL.
KILN_API uint32_t kiln_lazy_marks(const void *data, size_t size);

/// Opens a blob in memory, as kiln_open does, and proves all but the trees of meshes, what hangs on them, and what a lazy asset does
/// not prove. The marks are used as long as `lazy`. options.trust and options.prefault are ignored; NULL is the
/// default. Refusals are those of kiln_open. KILN_E_ARGUMENT for NULL, and KILN_E_CAPACITY where `mark_count` is less
/// than kiln_lazy_marks. On failure `lazy` is unchanged.
///
/// Queries write to the marks: one thread at a time. Threads may each have a lazy asset of the same bytes.
KILN_API kiln_result kiln_lazy_open(kiln_lazy *lazy, const void *data, size_t size, uint8_t *marks, uint32_t mark_count,
	const kiln_open_options *options);

/// Returns KILN_OK if every query since the last call read sound bytes only; else the refusal of the first damaged place, at its
/// byte offset. Then one of those queries ended early: see kiln_asset.budget for what its answer is worth. Later queries of an asset with
/// `lazy->budget` go on. KILN_E_ARGUMENT for NULL.
KILN_API kiln_result kiln_lazy_result(kiln_lazy *lazy);

#ifdef __cplusplus
}
#endif

#endif
