// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE

#include "scene_settle.h"

#include "link_of.h"
#include "math/budget.h"
#include "math/rounding.h"
#include "pair/kernel/record.h"
#include "pair/kernel/settle_volumes.h"
#include "settle_part.h"

/// The work of computing the span of a node, in tested children.
#define WORK_NODE 4

/// The work of a visit, in tested children and examined nodes.
#define WORK_VISIT 16

/// The part of one side that was examined last.
typedef struct settle_part
{
	bool made; ///< `part` belongs to `node`
	uint32_t node;
	uint32_t bearing; ///< of the span, as in kiln_settle_seen
	kiln_pair_part part;
	kiln_settle_span span;
} settle_part;

typedef struct settle_scene
{
	const kiln_pair_side *side[2];
	kiln_pair_tree tree[2]; ///< in the objects' coordinates; for a single part a box without nodes
	kiln_settle_ways ways;
	kiln_scene_best *best;
	bool first;		  ///< the second walk: finds the lowest nodes among those with the best key
	uint32_t bearing; ///< number of the best vector in `ways`, plus 1
	kiln_pair_counters *counters;
	kiln_budget *budget;
	kiln_visit_parts *visit;
	void *user;
	kiln_settle_work work;
	kiln_settle_seen seen[2];
	settle_part part[2];
	kiln_settle_stack stack;
} settle_scene;

/// Records a step of two volumes.
#define RECORD_ENTRY(walk, of, entry, ...)                                                                             \
	KILN_RECORD_PAIR((walk)->budget, .step = (of), .scene = true, .tree = {&(walk)->tree[0], &(walk)->tree[1]},        \
		.ref = {(entry)->ref[0], (entry)->ref[1]}, .under = {(entry)->under[0], (entry)->under[1]},                    \
		.limit = (walk)->best->most, __VA_ARGS__)

// --- Parts ------------------------------------------------------------------------------------------------------------

/// The part that a leaf stands for; NULL for one that cannot be met.
static const kiln_pair_part *part_of(settle_scene *walk, uint32_t side, uint32_t node)
{
	settle_part *at = &walk->part[side];
	if (walk->side[side]->single)
		return &walk->side[side]->part;
	if (at->made && at->node == node)
		return &at->part;
	at->made = kilni_pair_part_of_node(&at->part, walk->side[side], node);
	at->node = node;
	at->bearing = 0;
	return at->made ? &at->part : NULL;
}

static void span_part(settle_scene *walk, uint32_t side, const kiln_pair_part *part, int way, kiln_settle_span *span)
{
	kilni_settle_span_part(span, &walk->ways, (int)side, walk->side[side], part, way);
	++walk->counters->updates;
}

static void narrow(settle_scene *walk, uint32_t side, const kiln_pair_part *part, int way, kiln_settle_span *span)
{
	walk->counters->updates += kilni_settle_span_narrow(span, &walk->ways, (int)side, walk->side[side], part, way);
}

/// The current span of a part that can be met, along all directions but the chosen one.
static kiln_settle_span *span_of_part(settle_scene *walk, uint32_t side, uint32_t node)
{
	settle_part *at = &walk->part[side];
	const kiln_pair_part *part = part_of(walk, side, node);
	if (at->bearing != walk->bearing)
		span_part(walk, side, part, 0, &at->span);
	at->bearing = walk->bearing;
	return &at->span;
}

/// The span of all nodes from one to another, along the best and the chosen direction.
static void span_nodes(settle_scene *walk, uint32_t side, uint32_t first, uint32_t last, kiln_settle_span *span)
{
	for (int i = KILN_SETTLE_BEST; i < KILN_SETTLE_WAYS; ++i)
	{
		span->low[i] = HUGE_VAL;
		span->high[i] = -HUGE_VAL;
	}
	for (uint32_t node = first; node <= last; ++node)
	{
		kiln_settle_span one;
		const kiln_pair_part *part = part_of(walk, side, node);
		if (!part)
			continue;
		span_part(walk, side, part, KILN_SETTLE_BEST, &one);
		// Only nodes that reach farther than all before.
		for (int i = KILN_SETTLE_BEST; i < KILN_SETTLE_WAYS; ++i)
			if (side ? one.low[i] < span->low[i] : one.high[i] > span->high[i])
				narrow(walk, side, part, i, &one);
		for (int i = KILN_SETTLE_BEST; i < KILN_SETTLE_WAYS; ++i)
		{
			span->low[i] = kiln_double_min(one.low[i], span->low[i]);
			span->high[i] = kiln_double_max(one.high[i], span->high[i]);
		}
	}
}

// --- Bounds -----------------------------------------------------------------------------------------------------------

/// Whether a pair at least this far apart cannot improve the best.
static bool is_beyond(const settle_scene *walk, float key)
{
	const kiln_scene_best *best = walk->best;
	return key > best->most || (!walk->first && best->found && key >= best->most);
}

/// Whether all nodes from these on come after the best pair.
static bool is_after(const settle_scene *walk, uint32_t a, uint32_t b)
{
	const uint32_t *node = walk->best->node;
	// A single part has no number in the walk.
	uint32_t best_a = walk->side[0]->single ? 0 : node[0], best_b = walk->side[1]->single ? 0 : node[1];
	return walk->first && (a != best_a ? a > best_a : b >= best_b);
}

/// The span of a volume of a pair.
static const kiln_settle_span *span_of(settle_scene *walk, uint32_t side, const kiln_settle_entry *entry)
{
	return kiln_settle_span_of(
		&walk->seen[side], &walk->ways, side, entry->ref[side], walk->bearing, &walk->counters->updates);
}

/// Updates the vector between the nearest parts that the visitor has found since.
static void bear(settle_scene *walk)
{
	if (walk->bearing == walk->best->bearing + 1)
		return;
	walk->bearing = walk->best->bearing + 1;
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_BEST, walk->best->bearing ? walk->best->way : walk->ways.between);
}

/// Whether all nodes below both volumes prove that the pair cannot improve the best, along the vector between the
/// nearest points or between the boxes' middles. Not tried if it costs more than the walk has earned, unless `roots`.
static bool is_beyond_by_nodes(settle_scene *walk, const kiln_settle_entry *entry, bool roots)
{
	uint32_t first[2], last[2];
	uint64_t cost = 0;
	for (uint32_t side = 0; side < 2; ++side)
	{
		first[side] = kiln_settle_end(&walk->tree[side], entry->under[side], false);
		last[side] = kiln_settle_end(&walk->tree[side], entry->under[side], true);
		cost += ((uint64_t)last[side] - first[side] + 1) * WORK_NODE;
	}
	uint64_t *spent = kiln_settle_spent(&walk->work, cost);
	if (!roots && *spent + cost > walk->work.done / KILN_SETTLE_PROOF_SHARE)
		return false;
	if (!kiln_budget_take(walk->budget, cost))
		return false;
	const kiln_settle_span *box[2] = {span_of(walk, 0, entry), span_of(walk, 1, entry)};
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_CHOSEN, kilni_settle_between(box[0], box[1]));
	kiln_settle_span span[2];
	for (uint32_t side = 0; side < 2; ++side)
		span_nodes(walk, side, first[side], last[side], &span[side]);
	walk->work.done += cost;
	for (int i = KILN_SETTLE_BEST; i <= KILN_SETTLE_CHOSEN; ++i)
		if (is_beyond(walk, kiln_settle_key(kilni_settle_apart_along(&walk->ways, &span[0], &span[1], i))))
		{
			*spent += cost;
			return true;
		}
	*spent += cost * KILN_SETTLE_PROOF_FAILED;
	return false;
}

// --- Steps ------------------------------------------------------------------------------------------------------------

/// Compares two parts. Returns false when the walk is over.
static bool compare(settle_scene *walk, const kiln_settle_entry *entry)
{
	const kiln_pair_part *part[2];
	kiln_settle_span *span[2];
	walk->work.done += WORK_VISIT;
	for (uint32_t side = 0; side < 2; ++side)
		if (!(part[side] = part_of(walk, side, entry->under[side] & ~KILN_LEAF_BIT)))
			return true;
	for (uint32_t side = 0; side < 2; ++side)
		span[side] = span_of_part(walk, side, entry->under[side] & ~KILN_LEAF_BIT);
	++walk->counters->volume_tests;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_VOLUMES, entry, .keys = &entry->key);
	if (is_beyond(walk, kiln_settle_key(kilni_settle_apart(&walk->ways, span[0], span[1], KILN_SETTLE_CHOSEN))))
		return true;
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_CHOSEN, kilni_settle_between(span[0], span[1]));
	for (uint32_t side = 0; side < 2; ++side)
		span_part(walk, side, part[side], KILN_SETTLE_CHOSEN, span[side]);
	if (is_beyond(walk, kiln_settle_key(kilni_settle_apart_along(&walk->ways, span[0], span[1], KILN_SETTLE_CHOSEN))))
		return true;
	for (int way = KILN_SETTLE_BEST; way < KILN_SETTLE_WAYS; ++way)
	{
		for (uint32_t side = 0; side < 2; ++side)
			narrow(walk, side, part[side], way, span[side]);
		if (is_beyond(walk, kiln_settle_key(kilni_settle_apart_along(&walk->ways, span[0], span[1], way))))
			return true;
	}
	bool more = walk->visit(walk->user, part[0], part[1]);
	bear(walk);
	return more;
}

/// Opens the larger volume. Children are popped nearest first or, in the second walk, lowest nodes first.
static void open_pair(settle_scene *walk, const kiln_settle_entry *entry)
{
	bool leaf[2] = {entry->under[0] & KILN_LEAF_BIT, entry->under[1] & KILN_LEAF_BIT};
	uint32_t side = leaf[0] || (!leaf[1] && entry->size[1] > entry->size[0]), base = walk->stack.height;
	const kiln_pair_tree *tree = &walk->tree[side];
	const kiln_settle_span *other = span_of(walk, 1 - side, entry);
	const kiln_format_tree_node node = kiln_settle_node(tree, entry->under[side]);
	uint32_t inner = kiln_node_inner_count(&node), count = kiln_node_child_count(&node), met = 0;
	float keys[KILN_TREE_WIDTH] = {0};
	walk->counters->volume_tests += count;
	walk->counters->children += count;
	walk->work.done += count;
	for (uint32_t i = count; i-- > 0;)
	{
		// First a tree node's leaves, then its inner children.
		uint32_t slot = i < count - inner ? inner + i : i - (count - inner);
		kiln_settle_span span;
		kiln_settle_span_child(&span, &walk->ways, side, &node, slot);
		kiln_settle_entry child = *entry;
		child.key = kiln_settle_key(side ? kilni_settle_apart(&walk->ways, other, &span, KILN_SETTLE_CHOSEN)
										 : kilni_settle_apart(&walk->ways, &span, other, KILN_SETTLE_CHOSEN));
		keys[slot] = child.key;
		if (is_beyond(walk, child.key))
			continue;
		child.ref[side] = kiln_volume_ref_of(entry->under[side], slot);
		child.under[side] = kiln_node_child(&node, slot);
		child.size[side] = kiln_settle_size(&span);
		if (walk->first)
			child.least[side] = kiln_settle_end(tree, child.under[side], false);
		if (is_after(walk, child.least[0], child.least[1]))
			continue;
		++walk->counters->volume_overlaps;
		met |= 1u << slot;
		kiln_settle_push(&walk->stack, base, &child, walk->first);
	}
	(void)met;
	(void)keys;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_NODE, entry, .side = side, .met = met, .keys = keys);
}

static kiln_settle_entry roots_of(settle_scene *walk)
{
	kiln_settle_entry roots = {.ref = {KILN_ROOT_REF, KILN_ROOT_REF}};
	const kiln_settle_span *span[2] = {span_of(walk, 0, &roots), span_of(walk, 1, &roots)};
	for (uint32_t side = 0; side < 2; ++side)
	{
		roots.size[side] = kiln_settle_size(span[side]);
		roots.under[side] = walk->side[side]->single ? KILN_LEAF_BIT : 0;
	}
	roots.key = kiln_settle_key(kilni_settle_apart(&walk->ways, span[0], span[1], KILN_SETTLE_CHOSEN));
	++walk->counters->volume_tests;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_VOLUMES, &roots, .keys = &roots.key);
	return roots;
}

/// One walk from the roots. Returns false when the visitor or the budget ended it.
static bool walk_all(settle_scene *walk, bool first)
{
	walk->first = first;
	walk->best->nearer = !first;
	kiln_settle_work_begin(&walk->work, 1);
	const kiln_settle_entry roots = roots_of(walk);
	walk->stack.height = 0;
	kiln_settle_push(&walk->stack, 0, &roots, true);
	while (walk->stack.height)
	{
		const kiln_settle_entry entry = walk->stack.entry[--walk->stack.height];
		if (is_beyond(walk, entry.key) || is_after(walk, entry.least[0], entry.least[1]))
		{
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
			continue;
		}
		if (!kiln_budget_take(walk->budget, 1))
			return false;
		if (entry.under[0] & entry.under[1] & KILN_LEAF_BIT)
		{
			if (!compare(walk, &entry))
				return false;
		}
		else if (!is_beyond_by_nodes(walk, &entry, false))
			open_pair(walk, &entry);
		else
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
		// Tests the roots again with the best known now: this may prune all that is left.
		if (walk->work.done < walk->work.again)
			continue;
		if (is_beyond_by_nodes(walk, &roots, true))
		{
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &roots, .keys = &roots.key);
			return true;
		}
		walk->work.again = 2 * walk->work.done;
	}
	return !kiln_budget_ended(walk->budget);
}

/// The tree over a side's nodes; for a single part, a box around it in the object's coordinates.
static kiln_pair_tree tree_of(const kiln_pair_side *side)
{
	if (!side->single)
		return kilni_pair_tree_of_scene(side->object->asset, 1u << KILN_TREE_AABB);
	kiln_pair_tree tree = side->part.tree;
	const kiln_place *local = &side->part.local;
	kiln_d3 middle = kiln_place_point(local, kiln_d3_from_floats(tree.middle)), half = {0, 0, 0};
	const kiln_d3 along[3] = {{(double)tree.half[0], 0, 0}, {0, (double)tree.half[1], 0}, {0, 0, (double)tree.half[2]}};
	for (int k = 0; k < 3; ++k)
		half = kiln_d3_add(half, kiln_d3_abs(kiln_place_vector(local, along[k])));
	const double center[3] = {middle.x, middle.y, middle.z}, reach[3] = {half.x, half.y, half.z};
	for (int k = 0; k < 3; ++k)
	{
		tree.middle[k] = (float)center[k];
		tree.half[k] = kiln_float_up(reach[k] + kiln_double_abs(center[k] - (double)tree.middle[k]) +
									 0x1p-20 * (reach[k] + kiln_double_abs(center[k])));
	}
	return tree;
}

static double size_of_origin(const kiln_place *place)
{
	return place->moved ? kiln_d3_largest(kiln_d3_abs(place->origin)) : 0;
}

bool kilni_scene_settle(const kiln_pair_side *a, const kiln_pair_side *b, kiln_scene_best *best,
	kiln_pair_counters *counters, kiln_budget *budget, kiln_visit_parts *visit, void *user)
{
	settle_scene walk;
	walk.side[0] = a;
	walk.side[1] = b;
	walk.best = best;
	walk.counters = counters;
	walk.budget = budget;
	walk.visit = visit;
	walk.user = user;
	for (uint32_t side = 0; side < 2; ++side)
	{
		walk.tree[side] = tree_of(walk.side[side]);
		walk.part[side].made = false;
		walk.seen[side].bearing = walk.part[side].bearing = 0;
	}
	const kiln_place between = kiln_place_between(&a->pose, &b->pose);
	const kiln_affine to_query = kiln_affine_of_place(&a->pose), b_to_a = kiln_affine_of_place(&between);
	kilni_settle_ways_of(&walk.ways, &walk.tree[0], &walk.tree[1], to_query.column, &b_to_a);
	// Parts are placed in the query's coordinates, where numbers are as large as the distance from its origin.
	walk.ways.error += 0x1p-47 * (size_of_origin(&a->pose) + size_of_origin(&b->pose));
	walk.bearing = 0;
	bear(&walk);
	bool more = walk_all(&walk, false) && (!best->found || walk_all(&walk, true));
	best->nearer = false;
	return more;
}
