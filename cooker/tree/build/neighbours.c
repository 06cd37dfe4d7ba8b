// SPDX-License-Identifier: MIT
#include "neighbours.h"

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

/// Clears a slot: neutral in bounds, and so large that it is never the best partner.
static void slot_clear(neighbour_slot *slot)
{
	box4 box = {vec4_all(-3.0e38f), vec4_all(3.0e38f)};
	slot_store(slot, box, UINT32_MAX, NEIGHBOUR_NONE);
}

static inline box4 bound_box(const neighbour_bound *bound)
{
	return (box4){
		vec4_xyz(vec4_load(bound)), vec4_xyz(vec4_load((const char *)bound + offsetof(neighbour_bound, max)))};
}

static void bound_store(neighbour_bound *bound, box4 box, uint32_t count, uint32_t first, uint32_t last, float area)
{
	vec4_store(bound, box.min);
	bound->count = count;
	vec4_store((char *)bound + offsetof(neighbour_bound, max), box.max);
	bound->first = first;
	bound->last = last;
	bound->area = area;
}

/// The bound of an empty set.
static neighbour_bound bound_none(void)
{
	neighbour_bound bound;
	box4 box = {vec4_all(-3.0e38f), vec4_all(3.0e38f)};
	bound_store(&bound, box, UINT32_MAX, NEIGHBOUR_NONE, 0, 3.0e38f);
	return bound;
}

static neighbour_bound bound_both(const neighbour_bound *a, const neighbour_bound *b)
{
	neighbour_bound bound;
	box4 box_a = bound_box(a), box_b = bound_box(b);
	box4 box = {vec4_max(box_a.min, box_b.min), vec4_min(box_a.max, box_b.max)};
	bound_store(&bound, box, a->count < b->count ? a->count : b->count, a->first < b->first ? a->first : b->first,
		a->last > b->last ? a->last : b->last, a->area < b->area ? a->area : b->area);
	return bound;
}

static neighbour_bound bound_bucket(const neighbour_slot *slots)
{
	neighbour_bound bound = bound_none();
	for (uint32_t i = 0; i < NEIGHBOUR_BUCKET; ++i)
	{
		if (slots[i].cluster == NEIGHBOUR_NONE)
			continue;
		neighbour_bound one;
		box4 box = slot_box(&slots[i]);
		bound_store(&one, box, slots[i].count, slots[i].cluster, slots[i].cluster, box4_half_area(box));
		bound = bound_both(&bound, &one);
	}
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
			all->bounds[all->leaves + i] = bound_bucket(&all->slots[i * NEIGHBOUR_BUCKET]);
		else
			all->bounds[all->leaves + i] = bound_none();
	for (uint32_t i = all->leaves; i-- > 1;)
		all->bounds[i] = bound_both(&all->bounds[2 * i], &all->bounds[2 * i + 1]);
}

static inline uint32_t apart(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

/// Compares pairs of equal area.
static bool tie_before(const neighbour_pair *a, const neighbour_pair *b)
{
	if (a->count != b->count)
		return a->count < b->count;
	if (a->least != b->least)
		return a->least < b->least;
	uint32_t apart_a = apart(a->cluster, a->other), apart_b = apart(b->cluster, b->other);
	if (apart_a != apart_b)
		return apart_a < apart_b;
	uint32_t low_a = a->cluster < a->other ? a->cluster : a->other;
	uint32_t low_b = b->cluster < b->other ? b->cluster : b->other;
	return (low_a & 1) != (low_b & 1) ? (low_a & 1) == 0 : low_a < low_b;
}

bool neighbours_before(const neighbour_pair *a, const neighbour_pair *b)
{
	return a->area != b->area ? a->area < b->area : tie_before(a, b);
}

/// A search for the partner of one cluster.
typedef struct search
{
	box4 box;
	uint32_t count;
	float area; ///< of the cluster itself
	neighbour_pair best;
} search;

static void search_bucket(const neighbour_tree *all, search *s, uint32_t bucket)
{
	const neighbour_slot *slots = &all->slots[bucket * NEIGHBOUR_BUCKET];
	for (uint32_t i = 0; i < NEIGHBOUR_BUCKET; ++i)
	{
		box4 box = slot_box(&slots[i]);
		float area = cluster_distance(s->box, box);
		if (area > s->best.area || slots[i].cluster == s->best.cluster)
			continue;
		float own = box4_half_area(box);
		neighbour_pair pair = {
			area, s->count + slots[i].count, own < s->area ? own : s->area, s->best.cluster, slots[i].cluster};
		if (neighbours_before(&pair, &s->best))
			s->best = pair;
	}
}

/// Whether a pair of equal area below a node could come before the best pair.
static bool tie_possible(const search *s, const neighbour_bound *bound)
{
	uint32_t count = s->count + bound->count, own = s->best.cluster;
	float least = bound->area < s->area ? bound->area : s->area;
	if (count != s->best.count)
		return count < s->best.count;
	if (least != s->best.least)
		return least < s->best.least;
	uint32_t nearest = own < bound->first ? bound->first : own > bound->last ? bound->last : own;
	return apart(own, nearest) <= apart(own, s->best.other);
}

/// Returns a lower bound, in float too, of the areas of unions with clusters below a node: a union with a cluster
/// extends at least from the bound's minimum, the highest one, to the bound's maximum.
static inline float least_area(const search *s, const neighbour_bound *bound)
{
	return cluster_distance(s->box, bound_box(bound));
}

/// Chooses which of two nodes of equal area to visit first; the choice does not affect the result.
static bool prefers(const search *s, const neighbour_bound *left, const neighbour_bound *right)
{
	if (left->count != right->count)
		return left->count < right->count;
	if (left->area != right->area)
		return left->area < right->area;
	// Numbers usually increase along the curve.
	return s->best.cluster <= left->last;
}

/// Searches below a node that might contain a better partner, the more promising child first.
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
		float area = stack[top].area;
		if (area > s->best.area || (area == s->best.area && !tie_possible(s, &all->bounds[at])))
			continue;
		if (at >= all->leaves)
		{
			search_bucket(all, s, at - all->leaves);
			continue;
		}
		const neighbour_bound *pair = &all->bounds[2 * at];
		float left = least_area(s, &pair[0]), right = least_area(s, &pair[1]);
		bool left_first = left != right ? left < right : prefers(s, &pair[0], &pair[1]);
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
	search s = {.box = slot_box(own), .count = own->count};
	s.area = box4_half_area(s.box);
	s.best = (neighbour_pair){3.0e38f, UINT32_MAX, 3.0e38f, cluster, NEIGHBOUR_NONE};
	search_bucket(all, &s, slot / NEIGHBOUR_BUCKET);
	// Clusters that are close in space are usually close on the curve: search from the cluster outwards.
	for (uint32_t at = all->leaves + slot / NEIGHBOUR_BUCKET; at > 1; at /= 2)
		search_below(all, &s, at ^ 1);
	return s.best;
}

/// Recomputes the bound of a slot's bucket, and the bounds of its ancestors until one does not change.
static void refit_above(neighbour_tree *all, uint32_t slot)
{
	uint32_t bucket = slot / NEIGHBOUR_BUCKET;
	uint32_t at = all->leaves + bucket;
	neighbour_bound bound = bound_bucket(&all->slots[bucket * NEIGHBOUR_BUCKET]);
	while (at > 0 && memcmp(&all->bounds[at], &bound, sizeof bound) != 0)
	{
		all->bounds[at] = bound;
		at /= 2;
		if (at > 0)
			bound = bound_both(&all->bounds[2 * at], &all->bounds[2 * at + 1]);
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
