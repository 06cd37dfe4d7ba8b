// SPDX-License-Identifier: MIT
#include "memory.h"
#include "neighbours.h"
#include "platform/platform.h"

/// Every cluster has one entry in a heap: its best partner at the time of its last search. A union with a newly made
/// cluster is never better than the union with one of its parts: its surface is at least as large, and it has more
/// primitives. So an entry is exact while its partner exists. Otherwise the entry is a lower bound, and the search is
/// repeated only when the entry reaches the top.

enum
{
	STRIP = 1024, ///< clusters in a thread's unit of work
	FEW = 64,	  ///< with fewer clusters, sorting again saves nothing
};

typedef struct agglomeration
{
	cluster_tree *tree;
	neighbour_tree near;
	neighbour_pair *heap; ///< the best pair first
	uint32_t heap_count;
	uint32_t *counts; ///< primitives of every cluster; 0 after it has got a parent
	uint32_t next;	  ///< free cluster
} agglomeration;

/// Puts an entry into the hole at `at`, and moves better entries up where necessary.
static void sink(agglomeration *a, uint32_t at, neighbour_pair entry)
{
	uint32_t count = a->heap_count;
	for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1)
	{
		if (child + 1 < count && neighbours_before(&a->heap[child + 1], &a->heap[child]))
			++child;
		if (!neighbours_before(&a->heap[child], &entry))
			break;
		a->heap[at] = a->heap[child];
		at = child;
	}
	a->heap[at] = entry;
}

static void drop_top(agglomeration *a)
{
	--a->heap_count;
	if (a->heap_count > 0)
		sink(a, 0, a->heap[a->heap_count]);
}

static void find_strip(void *user, uint32_t strip)
{
	agglomeration *a = user;
	uint32_t first = strip * STRIP;
	uint32_t end = a->tree->count - first > STRIP ? first + STRIP : a->tree->count;
	// In the order of the curve: a search finds the data of the previous search in the cache.
	for (uint32_t i = first; i < end; ++i)
		a->heap[i] = neighbours_find(&a->near, a->near.keys[i].cluster);
}

/// When half of the slots are empty, compacts the remaining clusters.
static void sort_again(agglomeration *a)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < a->near.slot_count; ++i)
		if (a->near.slots[i].cluster != NEIGHBOUR_NONE)
			a->near.keys[found++] = (morton_key){.cluster = a->near.slots[i].cluster};
	neighbours_sort(&a->near, a->tree, a->counts);
}

/// Joins the pair at the top of the heap; its entry becomes the entry of the union.
static void join_top(agglomeration *a)
{
	neighbour_pair pair = a->heap[0];
	uint32_t low = pair.cluster < pair.other ? pair.cluster : pair.other;
	uint32_t high = pair.cluster < pair.other ? pair.other : pair.cluster;
	uint32_t made = a->next++;
	cluster_node *nodes = a->tree->nodes;
	cluster_store(&nodes[made], box4_union(cluster_box(&nodes[low]), cluster_box(&nodes[high])), low, high);
	a->counts[made] = pair.count;
	a->counts[low] = a->counts[high] = 0;
	neighbours_join(&a->near, low, high, made, &nodes[made], pair.count);
	if (a->near.alive < a->near.slot_count / 2 && a->near.alive > FEW)
		sort_again(a);
	if (a->near.alive > 1)
		sink(a, 0, neighbours_find(&a->near, made));
}

static void agglomerate(agglomeration *a, uint32_t threads)
{
	uint32_t count = a->tree->count;
	for (uint32_t i = 0; i < count; ++i)
	{
		a->near.keys[i] = (morton_key){.cluster = i};
		a->counts[i] = 1;
	}
	a->next = count;
	neighbours_sort(&a->near, a->tree, a->counts);
	platform_parallel(threads, (count + STRIP - 1) / STRIP, find_strip, a);
	a->heap_count = count;
	for (uint32_t i = count / 2; i-- > 0;)
		sink(a, i, a->heap[i]);
	while (a->near.alive > 1)
	{
		const neighbour_pair *top = &a->heap[0];
		if (a->counts[top->cluster] == 0)
			drop_top(a);
		else if (a->counts[top->other] == 0)
			sink(a, 0, neighbours_find(&a->near, top->cluster));
		else
			join_top(a);
	}
	a->tree->root = a->next - 1;
}

kilncook_status cluster_agglomerate(const kilncook_context *context, const build_options *options, cluster_tree *tree)
{
	uint32_t count = tree->count;
	agglomeration a = {.tree = tree};
	kilncook_status status = neighbours_begin(context, &a.near, count);
	a.heap = cook_alloc(context, count, sizeof *a.heap);
	a.counts = cook_alloc(context, (size_t)2 * count - 1, sizeof *a.counts);
	if (!a.heap || !a.counts)
		status = KILNCOOK_INTERNAL;
	if (status == KILNCOOK_OK)
		agglomerate(&a, options->threads);
	neighbours_free(context, &a.near, count);
	cook_free(context, a.heap, count, sizeof *a.heap);
	cook_free(context, a.counts, (size_t)2 * count - 1, sizeof *a.counts);
	return status;
}
