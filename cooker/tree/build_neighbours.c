// SPDX-License-Identifier: MIT
#include "build_neighbours.h"

#include "memory.h"

static inline box4 slot_box(const neighbour_slot *slot)
{
	return (box4){vec4_xyz(vec4_load(slot)), vec4_xyz(vec4_load((const char *)slot + offsetof(neighbour_slot, max)))};
}

static void slot_store(neighbour_slot *slot, box4 box, uint32_t count, uint32_t cluster)
{
	vec4_store(slot, box.min);
	slot->count = count;
	vec4_store((char *)slot + offsetof(neighbour_slot, max), box.max);
	slot->cluster = cluster;
}

/// Nobody: neutral in bounds, and too large to be anyone's partner.
static void slot_clear(neighbour_slot *slot)
{
	box4 box = {vec4_all(-3.0e38f), vec4_all(3.0e38f)};
	slot_store(slot, box, UINT32_MAX, NEIGHBOUR_NONE);
}

static bool is_before(uint32_t count_a, uint32_t cluster_a, uint32_t count_b, uint32_t cluster_b)
{
	return count_a != count_b ? count_a < count_b : cluster_a < cluster_b;
}

/// The bound on some slots or bounds, which is taken in the same way.
static neighbour_bound bound_of(const neighbour_slot *from, uint32_t count)
{
	neighbour_bound bound;
	box4 box = slot_box(from);
	uint32_t first = 0;
	for (uint32_t i = 1; i < count; ++i)
	{
		box4 other = slot_box(&from[i]);
		box.min = vec4_max(box.min, other.min);
		box.max = vec4_min(box.max, other.max);
		if (is_before(from[i].count, from[i].cluster, from[first].count, from[first].cluster))
			first = i;
	}
	slot_store(&bound, box, from[first].count, from[first].cluster);
	return bound;
}

kilncook_status neighbours_begin(const kilncook_context *context, neighbour_tree *all, uint32_t count)
{
	uint32_t buckets = (count + NEIGHBOUR_BUCKET - 1) / NEIGHBOUR_BUCKET;
	uint32_t leaves = (uint32_t)1 << build_ceil_log2(buckets);
	*all = (neighbour_tree){.leaves = leaves, .alive = count};
	all->slots = cook_alloc(context, (size_t)buckets * NEIGHBOUR_BUCKET, sizeof *all->slots);
	all->bounds = cook_alloc(context, (size_t)2 * leaves, sizeof *all->bounds);
	all->slot_of = cook_alloc(context, (size_t)2 * count - 1, sizeof *all->slot_of);
	all->keys = cook_alloc(context, count, sizeof *all->keys);
	all->scratch = cook_alloc(context, count, sizeof *all->scratch);
	bool whole = all->slots && all->bounds && all->slot_of && all->keys && all->scratch;
	return whole ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

void neighbours_free(const kilncook_context *context, neighbour_tree *all, uint32_t count)
{
	uint32_t buckets = (count + NEIGHBOUR_BUCKET - 1) / NEIGHBOUR_BUCKET;
	cook_free(context, all->slots, (size_t)buckets * NEIGHBOUR_BUCKET, sizeof *all->slots);
	cook_free(context, all->bounds, (size_t)2 << build_ceil_log2(buckets), sizeof *all->bounds);
	cook_free(context, all->slot_of, (size_t)2 * count - 1, sizeof *all->slot_of);
	cook_free(context, all->keys, count, sizeof *all->keys);
	cook_free(context, all->scratch, count, sizeof *all->scratch);
}

void neighbours_sort(neighbour_tree *all, const cluster_tree *tree, const uint32_t *counts)
{
	uint32_t buckets = (all->alive + NEIGHBOUR_BUCKET - 1) / NEIGHBOUR_BUCKET;
	all->leaves = (uint32_t)1 << build_ceil_log2(buckets);
	all->slot_count = all->alive;
	morton_sort(tree, all->keys, all->scratch, all->alive);
	for (uint32_t i = 0; i < buckets * NEIGHBOUR_BUCKET; ++i)
	{
		if (i >= all->alive)
		{
			slot_clear(&all->slots[i]);
			continue;
		}
		uint32_t cluster = all->keys[i].cluster;
		slot_store(&all->slots[i], cluster_box(&tree->nodes[cluster]), counts[cluster], cluster);
		all->slot_of[cluster] = i;
	}
	for (uint32_t i = 0; i < all->leaves; ++i)
		if (i < buckets)
			all->bounds[all->leaves + i] = bound_of(&all->slots[i * NEIGHBOUR_BUCKET], NEIGHBOUR_BUCKET);
		else
			slot_clear(&all->bounds[all->leaves + i]);
	for (uint32_t i = all->leaves; i-- > 1;)
		all->bounds[i] = bound_of(&all->bounds[2 * i], 2);
}

/// A search for the partner of one cluster.
typedef struct search
{
	box4 box;
	uint32_t cluster;
	neighbour_slot best; ///< its count and number
	float area;			 ///< of the best union
} search;

/// Whether a pair of this area and with this partner is better than the best one. Among pairs with one cluster in
/// common, the order by both numbers is that by the partner's.
static inline bool is_better(const search *s, float area, const neighbour_slot *partner)
{
	if (area != s->area)
		return area < s->area;
	return is_before(partner->count, partner->cluster, s->best.count, s->best.cluster);
}

static void look_into(const neighbour_tree *all, search *s, uint32_t bucket)
{
	const neighbour_slot *slots = &all->slots[bucket * NEIGHBOUR_BUCKET];
	for (uint32_t i = 0; i < NEIGHBOUR_BUCKET; ++i)
	{
		float area = cluster_distance(s->box, slot_box(&slots[i]));
		if (slots[i].cluster == s->cluster || !is_better(s, area, &slots[i]))
			continue;
		s->area = area;
		s->best.count = slots[i].count;
		s->best.cluster = slots[i].cluster;
	}
}

/// No union with anything below a node is smaller, in float either: the union with a box reaches below its minimum,
/// which is at most the highest one, and above its maximum.
static inline float least_area(const search *s, const neighbour_bound *bound)
{
	return cluster_distance(s->box, slot_box(bound));
}

/// Searches below a node that might hold something better, the more promising child first.
static void search_below(const neighbour_tree *all, search *s, uint32_t root)
{
	struct
	{
		uint32_t node;
		float area;
	} stack[33];
	uint32_t top = 0;
	stack[top].node = root;
	stack[top++].area = least_area(s, &all->bounds[root]);
	while (top > 0)
	{
		uint32_t at = stack[--top].node;
		if (!is_better(s, stack[top].area, &all->bounds[at]))
			continue;
		if (at >= all->leaves)
		{
			look_into(all, s, at - all->leaves);
			continue;
		}
		const neighbour_bound *pair = &all->bounds[2 * at];
		float left = least_area(s, &pair[0]), right = least_area(s, &pair[1]);
		bool left_first =
			left != right ? left < right : is_before(pair[0].count, pair[0].cluster, pair[1].count, pair[1].cluster);
		stack[top].node = 2 * at + left_first;
		stack[top++].area = left_first ? right : left;
		stack[top].node = 2 * at + !left_first;
		stack[top++].area = left_first ? left : right;
	}
}

neighbour_pair neighbours_find(const neighbour_tree *all, uint32_t cluster)
{
	uint32_t slot = all->slot_of[cluster];
	const neighbour_slot *own = &all->slots[slot];
	search s = {.box = slot_box(own), .cluster = cluster, .area = 3.0e38f};
	s.best.count = UINT32_MAX;
	s.best.cluster = NEIGHBOUR_NONE;
	look_into(all, &s, slot / NEIGHBOUR_BUCKET);
	// What lies near in space mostly lies near on the curve: from the cluster outwards.
	for (uint32_t at = all->leaves + slot / NEIGHBOUR_BUCKET; at > 1; at /= 2)
		search_below(all, &s, at ^ 1);
	return (neighbour_pair){s.area, own->count + s.best.count, cluster, s.best.cluster};
}

/// Bounds the slots anew that share a bucket with one, and all above it as far as that changes anything.
static void refit_above(neighbour_tree *all, uint32_t slot)
{
	uint32_t bucket = slot / NEIGHBOUR_BUCKET;
	uint32_t at = all->leaves + bucket;
	neighbour_bound bound = bound_of(&all->slots[bucket * NEIGHBOUR_BUCKET], NEIGHBOUR_BUCKET);
	while (at > 0 && memcmp(&all->bounds[at], &bound, sizeof bound) != 0)
	{
		all->bounds[at] = bound;
		at /= 2;
		if (at > 0)
			bound = bound_of(&all->bounds[2 * at], 2);
	}
}

void neighbours_join(
	neighbour_tree *all, uint32_t stays, uint32_t goes, uint32_t made, const cluster_node *as, uint32_t count)
{
	uint32_t kept = all->slot_of[stays], left = all->slot_of[goes];
	slot_store(&all->slots[kept], cluster_box(as), count, made);
	slot_clear(&all->slots[left]);
	all->slot_of[made] = kept;
	--all->alive;
	refit_above(all, kept);
	refit_above(all, left);
}
