// SPDX-License-Identifier: MIT
#include "kiln/lazy.h"

#include "open/proof_part.h"

#include <string.h>

// A query meets a node only by way of its parent, or as a root. So when a node is proved, its level is known, and its children get theirs;
// none of them may have a level already. A walk therefore visits each node at most once, ends, and stays within the depth for
// which its stack has room, though neither the number of a mesh's nodes nor its depth is proved.

/// Set in the mark of a node that is proved; the other bits are its level, 1 for a root.
#define PROVED 0x80u

/// The mesh whose tree holds a node.
static const kiln_format_mesh *mesh_of(const kiln_asset *asset, uint64_t node)
{
	uint32_t low = 0, high = asset->mesh_count;
	while (high - low > 1)
	{
		const uint32_t middle = low + (high - low) / 2;
		if (asset->meshes[middle].tree_first <= node)
			low = middle;
		else
			high = middle;
	}
	return &asset->meshes[low];
}

/// Proves a node that no query has met, and gives its children their level.
static kiln_result prove_once(kiln_lazy *lazy, uint64_t number)
{
	const kiln_asset *asset = &lazy->asset;
	const kiln_format_mesh *mesh = mesh_of(asset, number);
	const kiln_format_tree_node *node = &asset->tree[number];
	const uint32_t level = number == mesh->tree_first ? 1 : lazy->marks[number];
	// The table was proved when the asset was opened.
	kiln_blob blob;
	kilni_read_table(asset->data, asset->size, &blob);
	kiln_result result = kiln_proved();
	if (level > KILN_TREE_DEPTH_MAX)
		result = kiln_refuse_field(&blob, KILN_RULE_TREE_LEVELS, node);
	if (result.status == KILN_OK)
		result = kilni_prove_tree_node(&blob, mesh, (uint32_t)(number - mesh->tree_first));
	if (result.status != KILN_OK)
		return result;
	uint8_t *children = lazy->marks + mesh->tree_first + node->child_base;
	for (uint32_t i = 0; i < kiln_node_inner_count(node); ++i)
		if (children[i])
			return kiln_refuse_field(&blob, KILN_RULE_TREE_CHILD_BASE, &node->child_base);
	memset(children, (int)(level + 1), kiln_node_inner_count(node));
	lazy->marks[number] = (uint8_t)(level | PROVED);
	return result;
}

static bool prove(kiln_lazy *lazy, const kiln_format_tree_node *node, kiln_budget *budget)
{
	const uint64_t number = (uint64_t)(node - lazy->asset.tree);
	if (lazy->marks[number] & PROVED)
		return true;
	const kiln_result result = prove_once(lazy, number);
	if (result.status == KILN_OK)
		return true;
	if (lazy->refusal.status == KILN_OK)
		lazy->refusal = result;
	lazy->budget.ended = true;
	if (budget)
		budget->ended = true;
	return false;
}

uint32_t kiln_lazy_marks(const void *data, size_t size)
{
	kiln_blob blob;
	if (!data || (uintptr_t)data % KILN_FORMAT_ALIGNMENT || kilni_prove_table(data, size, &blob).status != KILN_OK)
		return 0;
	return (uint32_t)kiln_blob_count(&blob, KILN_SECTION_TREE);
}

kiln_result kiln_lazy_open(kiln_lazy *lazy, const void *data, size_t size, uint8_t *marks, uint32_t mark_count,
	const kiln_open_options *options)
{
	kiln_lazy opened = {.budget.work = UINT64_MAX, .refusal = kiln_proved(), .marks = marks, .prove = prove};
	if (!lazy || !data || !marks)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the lazy asset, the data or the marks are NULL"};
	const kiln_result result = kilni_open_part(&opened.asset, data, size, options ? options->isa : KILN_ISA_AUTO);
	if (result.status != KILN_OK)
		return result;
	const uint32_t needed = kiln_lazy_marks(data, size);
	if (mark_count < needed)
		return (kiln_result){KILN_E_CAPACITY, 0, "there are fewer marks than kiln_lazy_marks"};
	memset(marks, 0, needed);
	opened.asset.lazy = lazy;
	opened.asset.budget = &lazy->budget;
	*lazy = opened;
	return result;
}

kiln_result kiln_lazy_result(kiln_lazy *lazy)
{
	if (!lazy)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the lazy asset is NULL"};
	const kiln_result result = lazy->refusal;
	if (result.status != KILN_OK)
		lazy->budget.ended = false;
	lazy->refusal = kiln_proved();
	return result;
}
