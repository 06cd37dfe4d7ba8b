// SPDX-License-Identifier: MIT
#include "memory.h"
#include "morton.h"
#include "platform/platform.h"

enum
{
	STRIP = 2048, ///< clusters in a thread's unit of work
	/// If a round joins fewer than one cluster in so many, neighbours are joined regardless of their choices.
	SLOW_SHARE = 16,
	FEW = 64, ///< with fewer clusters, slow rounds are accepted
};

/// The clusters without a parent, in Morton order.
typedef struct locals
{
	cluster_node *row; ///< their boxes; `left` is the cluster's number
	uint32_t *picked;  ///< for each cluster, the place in the row of its preferred partner
	uint32_t count;
	uint32_t radius;
} locals;

/// Compares two pairs of equal surface, at places i and j and at places i and k: pairs with the nearest places come
/// first, then pairs whose lower place is even, then the lower place. This orders pairs, not partners, so that the
/// first pair of all is always joined; and equal boxes in a row pair off two by two.
static bool comes_before(uint32_t i, uint32_t j, uint32_t k)
{
	uint32_t low_j = i < j ? i : j, low_k = i < k ? i : k;
	uint32_t apart_j = i < j ? j - i : i - j, apart_k = i < k ? k - i : i - k;
	if (apart_j != apart_k)
		return apart_j < apart_k;
	if ((low_j & 1) != (low_k & 1))
		return (low_j & 1) == 0;
	return low_j < low_k;
}

static void pick(const locals *all, uint32_t i)
{
	uint32_t from = i > all->radius ? i - all->radius : 0;
	uint32_t to = all->count - i > all->radius ? i + all->radius + 1 : all->count;
	box4 own = cluster_box(&all->row[i]);
	uint32_t best = i == from ? i + 1 : from;
	float least = cluster_distance(own, cluster_box(&all->row[best]));
	for (uint32_t k = best + 1; k < to; ++k)
	{
		float distance = cluster_distance(own, cluster_box(&all->row[k]));
		if (k == i || distance > least || (distance == least && comes_before(i, best, k)))
			continue;
		best = k;
		least = distance;
	}
	all->picked[i] = best;
}

static void pick_strip(void *user, uint32_t strip)
{
	const locals *all = user;
	uint32_t first = strip * STRIP;
	uint32_t end = all->count - first > STRIP ? first + STRIP : all->count;
	for (uint32_t i = first; i < end; ++i)
		pick(all, i);
}

/// Pairs neighbours that are not in a pair yet: for rows in which each cluster prefers the previous one.
static void pair_off(locals *all)
{
	for (uint32_t i = 0; i + 1 < all->count; i += 2)
	{
		uint32_t a = all->picked[i], b = all->picked[i + 1];
		if (all->picked[a] != i && all->picked[b] != i + 1)
		{
			all->picked[i] = i + 1;
			all->picked[i + 1] = i;
		}
	}
}

static uint32_t count_pairs(const locals *all)
{
	uint32_t pairs = 0;
	for (uint32_t i = 0; i < all->count; ++i)
		pairs += all->picked[i] > i && all->picked[all->picked[i]] == i;
	return pairs;
}

/// Joins the pairs and closes the gaps; returns the next free cluster.
static uint32_t join_pairs(locals *all, cluster_tree *tree, uint32_t next)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < all->count; ++i)
	{
		uint32_t other = all->picked[i];
		bool joined = all->picked[other] == i;
		if (joined && other < i)
			continue;
		cluster_node own = all->row[i];
		if (joined)
		{
			box4 box = box4_union(cluster_box(&own), cluster_box(&all->row[other]));
			cluster_store(&tree->nodes[next], box, own.left, all->row[other].left);
			cluster_store(&own, box, next++, 0);
		}
		all->row[kept++] = own;
	}
	all->count = kept;
	return next;
}

kilncook_status cluster_locally(const kilncook_context *context, const build_options *options, cluster_tree *tree)
{
	uint32_t count = tree->count, next = count;
	kilncook_status status = KILNCOOK_INTERNAL;
	locals all = {.count = count, .radius = options->ploc_radius};
	morton_key *keys = cook_alloc(context, count, sizeof *keys);
	morton_key *scratch = cook_alloc(context, count, sizeof *scratch);
	all.row = cook_alloc(context, count, sizeof *all.row);
	all.picked = cook_alloc(context, count, sizeof *all.picked);
	if (keys && scratch && all.row && all.picked)
	{
		for (uint32_t i = 0; i < count; ++i)
			keys[i] = (morton_key){.cluster = i};
		morton_sort(tree, keys, scratch, count);
		for (uint32_t i = 0; i < count; ++i)
			all.row[i] = tree->nodes[keys[i].cluster];
		while (all.count > 1)
		{
			platform_parallel(options->threads, (all.count + STRIP - 1) / STRIP, pick_strip, &all);
			if (all.count > FEW && count_pairs(&all) < all.count / SLOW_SHARE)
				pair_off(&all);
			next = join_pairs(&all, tree, next);
		}
		tree->root = all.row[0].left;
		status = KILNCOOK_OK;
	}
	cook_free(context, keys, count, sizeof *keys);
	cook_free(context, scratch, count, sizeof *scratch);
	cook_free(context, all.row, count, sizeof *all.row);
	cook_free(context, all.picked, count, sizeof *all.picked);
	return status;
}
