// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE

#include "settle.h"

#include "record.h"
#include "settle_volumes.h"
#include "walk_leaf.h"

/// Work is counted in tested children and examined leaves.
#define WORK_LEAVES 16

/// The leaf of one side that was examined last.
typedef struct settle_leaf
{
	uint32_t unit;
	uint32_t bearing; ///< as in kiln_settle_seen
	kiln_leaf leaf;
	kiln_leaf_room room; ///< of `leaf`
	kiln_settle_span whole, each[KILN_LEAF_TRIANGLES_MAX];
} settle_leaf;

typedef struct settle_walk
{
	kiln_pair_run *run;
	const kiln_pair_tree *tree[2];
	kiln_settle_ways ways;
	bool first;		  ///< the second walk: finds the lowest triangles among those with the best key
	double nearest;	  ///< the least distance so far, which set the bearing
	uint32_t bearing; ///< counts its changes
	kiln_settle_work work;
	kiln_settle_seen seen[2];
	settle_leaf leaf[2];
	kiln_pair_left left[2]; ///< triangles that filters keep, where the pair has filters
	kiln_pair_packs packs;
	kiln_settle_stack stack;
} settle_walk;

/// Records a step of two volumes.
#define RECORD_ENTRY(walk, of, entry, ...)                                                                             \
	KILN_RECORD_PAIR((walk)->run->pair->budget, .step = (of), .tree = {(walk)->tree[0], (walk)->tree[1]},              \
		.ref = {(entry)->ref[0], (entry)->ref[1]}, .under = {(entry)->under[0], (entry)->under[1]},                    \
		.limit = (walk)->run->limit, __VA_ARGS__)

// --- Triangles below a node ---------------------------------------------------------------------------------------------

static uint32_t least_triangle(const kiln_pair_tree *tree, uint32_t under)
{
	return kiln_leaf_head(tree->leaves, kiln_settle_end(tree, under, false))->triangle;
}

/// Whether filters keep a triangle below a node or leaf.
static bool is_left(const settle_walk *walk, uint32_t side, uint32_t under)
{
	const kiln_pair_tree *tree = walk->tree[side];
	if (!walk->run->pair->sift)
		return true;
	const kiln_format_leaf *last = kiln_leaf_head(tree->leaves, kiln_settle_end(tree, under, true));
	return kilni_pair_left_any(
		&walk->left[side], least_triangle(tree, under), last->triangle + last->triangle_count - 1);
}

// --- Bounds -----------------------------------------------------------------------------------------------------------

/// Whether a pair at least this far apart cannot improve the best.
static bool is_beyond(const settle_walk *walk, float key)
{
	const kiln_pair_run *run = walk->run;
	return key > run->limit || (!walk->first && run->found && key >= run->limit);
}

/// Whether all triangles from these on come after the best pair.
static bool is_after(const settle_walk *walk, uint32_t a, uint32_t b)
{
	const uint32_t *best = walk->run->best.triangle;
	return walk->first && (a != best[0] ? a > best[0] : b >= best[1]);
}

static const settle_leaf *leaf_of(settle_walk *walk, uint32_t side, uint32_t unit)
{
	settle_leaf *leaf = &walk->leaf[side];
	if (leaf->bearing == walk->bearing && leaf->unit == unit)
		return leaf;
	leaf->unit = unit;
	leaf->bearing = walk->bearing;
	leaf->leaf = kiln_leaf_at(walk->tree[side]->leaves, unit, &leaf->room);
	kilni_settle_span_leaf(&leaf->whole, leaf->each, &walk->ways, (int)side, &leaf->leaf);
	++walk->run->count.updates;
	return leaf;
}

/// The span of a volume of a pair; for a leaf, by its triangles.
static const kiln_settle_span *span_of(settle_walk *walk, uint32_t side, const kiln_settle_entry *entry)
{
	if (entry->under[side] & KILN_LEAF_BIT)
		return &leaf_of(walk, side, entry->under[side] & ~KILN_LEAF_BIT)->whole;
	return kiln_settle_span_of(
		&walk->seen[side], &walk->ways, side, entry->ref[side], walk->bearing, &walk->run->count.updates);
}

static void bear(settle_walk *walk, double distance, const kiln_d3 point[2])
{
	if (!(distance > 0 && distance < walk->nearest))
		return;
	walk->nearest = distance;
	++walk->bearing;
	const kiln_d3 *column = walk->ways.column[0];
	kiln_d3 way = kiln_d3_sub(point[1], point[0]), to = kiln_d3_scale(column[0], way.x);
	to = kiln_d3_along(kiln_d3_along(to, way.y, column[1]), way.z, column[2]);
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_BEST, to);
}

/// Whether all corners below both volumes prove that the pair cannot improve the best, along the vector between the
/// nearest points or between the boxes' middles. Not tried if it costs more than the walk has earned, unless `roots`.
static bool is_beyond_by_corners(settle_walk *walk, const kiln_settle_entry *entry, bool roots)
{
	uint32_t first[2], last[2];
	uint64_t cost = 0;
	for (uint32_t side = 0; side < 2; ++side)
	{
		const kiln_pair_tree *tree = walk->tree[side];
		first[side] = kiln_settle_end(tree, entry->under[side], false);
		last[side] = kiln_settle_end(tree, entry->under[side], true);
		cost += 1 + (kiln_leaf_head(tree->leaves, last[side])->triangle -
						kiln_leaf_head(tree->leaves, first[side])->triangle) /
						4;
	}
	uint64_t *spent = kiln_settle_spent(&walk->work, cost);
	if (!roots && *spent + cost > walk->work.done / KILN_SETTLE_PROOF_SHARE)
		return false;
	if (!kiln_budget_take(walk->run->pair->budget, cost))
		return false;
	const kiln_settle_span *box[2] = {span_of(walk, 0, entry), span_of(walk, 1, entry)};
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_CHOSEN, kilni_settle_between(box[0], box[1]));
	kiln_settle_span span[2];
	for (uint32_t side = 0; side < 2; ++side)
		walk->run->count.updates +=
			kilni_settle_span_leaves(&span[side], &walk->ways, (int)side, first[side], last[side]);
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

/// Compares two triangles. Returns false when the walk is over.
static bool compare(settle_walk *walk, const kiln_settle_entry *entry, const uint32_t place[2])
{
	kiln_pair_run *run = walk->run;
	kiln_mesh_nearest pair;
	kiln_d3 corner[2][3];
	for (int side = 0; side < 2; ++side)
		pair.triangle[side] = walk->leaf[side].leaf.triangle + place[side];
	if (!kiln_pair_run_keeps(run, pair.triangle[0], pair.triangle[1]))
		return true;
	kiln_leaf_corners(&walk->leaf[0].leaf, place[0], corner[0]);
	kiln_leaf_corners_moved(&walk->leaf[1].leaf, place[1], &run->pair->b_to_a, corner[1]);
	++run->count.exact_tests;
	pair.distance = kiln_metric_distance(&run->pair->metric, corner[0], corner[1], pair.point);
	if (kiln_pair_run_take(run, &pair))
	{
		const kiln_mesh_pair *of = run->pair;
		run->at = (kiln_pair_place){{KILN_ROOT_REF, KILN_ROOT_REF}, {0, 0}};
		// Places refer to the trees by which the run's pair is walked.
		if (of->a.kind == KILN_TREE_AABB && of->b.kind == KILN_TREE_AABB)
			run->at = (kiln_pair_place){{entry->ref[0], entry->ref[1]}, {place[0], place[1]}};
	}
	bear(walk, pair.distance, pair.point);
	return !(run->found && run->limit <= run->good);
}

/// The triangles of b's leaf whose distance from a's triangle `i` may be small enough to matter, by their spans.
static uint32_t lanes_of(const settle_walk *walk, const kiln_settle_ways *ways, uint32_t i)
{
	const settle_leaf *a = &walk->leaf[0], *b = &walk->leaf[1];
	uint32_t lanes = 0;
	if (is_beyond(walk, kiln_settle_key(kilni_settle_apart(ways, &a->each[i], &b->whole, KILN_SETTLE_WAYS))))
		return 0;
	for (uint32_t j = 0; j < b->leaf.triangle_count; ++j)
		if (!is_after(walk, a->leaf.triangle + i, b->leaf.triangle + j) &&
			!is_beyond(walk, kiln_settle_key(kilni_settle_apart(ways, &a->each[i], &b->each[j], KILN_SETTLE_WAYS))))
			lanes |= 1u << j;
	return lanes;
}

/// Those of `lanes` that float32 does not prove too far, either, by more directions. Float32 proves nothing for leaves
/// that are too far apart for their size.
static uint32_t culled(settle_walk *walk, const kiln_settle_entry *entry, uint32_t i, uint32_t lanes)
{
	kiln_pair_run *run = walk->run;
	const kiln_pair_link *link = &run->pair->links[0];
	float lower[8];
	if (!lanes || run->limit * 0x1p-16f > entry->size[0] + entry->size[1])
		return lanes;
	kiln_pair_packs_load(&walk->packs, run, (const uint32_t[2]){walk->leaf[0].unit, walk->leaf[1].unit});
	return lanes & kiln_leaf_pack_near(&walk->packs.pack[0], i, &walk->packs.pack[1], kiln_pair_reach(link, run->limit),
					   link->slack, lower);
}

/// Compares one triangle of a's leaf with those of b's. Returns false when the walk is over.
static bool compare_row(settle_walk *walk, const kiln_settle_ways *ways, const kiln_settle_entry *entry, uint32_t i)
{
	const settle_leaf *a = &walk->leaf[0], *b = &walk->leaf[1];
	uint32_t lanes = lanes_of(walk, ways, i);
	// Among ties, the first is most often the one that is sought.
	if (!walk->first)
		lanes = culled(walk, entry, i, lanes);
	for (bool once = walk->first; lanes; once = false)
	{
		uint32_t j = kiln_lowest_bit(lanes);
		if (!compare(walk, entry, (const uint32_t[2]){i, j}))
			return false;
		lanes &= lanes - 1;
		if (once)
			lanes = culled(walk, entry, i, lanes);
		uint32_t left = 0;
		for (; lanes; lanes &= lanes - 1)
		{
			j = kiln_lowest_bit(lanes);
			if (!is_after(walk, a->leaf.triangle + i, b->leaf.triangle + j) &&
				!is_beyond(walk, kiln_settle_key(kilni_settle_apart(ways, &a->each[i], &b->each[j], KILN_SETTLE_WAYS))))
				left |= 1u << j;
		}
		lanes = left;
	}
	return true;
}

/// Compares the triangles of two leaves, the lowest first. Returns false when the walk is over.
static bool compare_leaves(settle_walk *walk, const kiln_settle_entry *entry)
{
	for (uint32_t side = 0; side < 2; ++side)
		(void)leaf_of(walk, side, entry->under[side] & ~KILN_LEAF_BIT);
	settle_leaf *a = &walk->leaf[0], *b = &walk->leaf[1];
	kiln_pair_counters *count = &walk->run->count;
	++count->leaf_pairs;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_LEAVES, entry, .keys = &entry->key);
	walk->work.done += WORK_LEAVES;
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_CHOSEN, kilni_settle_between(&a->whole, &b->whole));
	kilni_settle_span_leaf_along(&a->whole, a->each, &walk->ways, 0, &a->leaf, KILN_SETTLE_CHOSEN);
	kilni_settle_span_leaf_along(&b->whole, b->each, &walk->ways, 1, &b->leaf, KILN_SETTLE_CHOSEN);
	if (is_beyond(walk, kiln_settle_key(kilni_settle_apart(&walk->ways, &a->whole, &b->whole, KILN_SETTLE_WAYS))))
		return true;
	count->triangle_tests += (uint64_t)a->leaf.triangle_count * b->leaf.triangle_count;
	// Copies the ways: the spans belong to the current directions, even if the bearing changes meanwhile.
	const kiln_settle_ways ways = walk->ways;
	for (uint32_t i = 0; i < a->leaf.triangle_count; ++i)
		if (!compare_row(walk, &ways, entry, i))
			return false;
	return true;
}

/// Opens the larger volume. Children are popped nearest first or, in the second walk, lowest triangles first.
static void open_pair(settle_walk *walk, const kiln_settle_entry *entry)
{
	bool leaf[2] = {entry->under[0] & KILN_LEAF_BIT, entry->under[1] & KILN_LEAF_BIT};
	uint32_t side = leaf[0] || (!leaf[1] && entry->size[1] > entry->size[0]), base = walk->stack.height;
	const kiln_pair_tree *tree = walk->tree[side];
	const kiln_settle_span *other = span_of(walk, 1 - side, entry);
	const kiln_format_tree_node node = kiln_settle_node(tree, entry->under[side]);
	uint32_t inner = kiln_node_inner_count(&node), count = kiln_node_child_count(&node), met = 0;
	float keys[KILN_TREE_WIDTH] = {0};
	kiln_pair_counters *counters = &walk->run->count;
	counters->volume_tests += count;
	counters->children += count;
	walk->work.done += count;
	for (uint32_t i = count; i-- > 0;)
	{
		// First a node's leaves, then its inner children.
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
		if (!is_left(walk, side, child.under[side]))
			continue;
		child.size[side] = kiln_settle_size(&span);
		if (walk->first)
			child.least[side] = least_triangle(tree, child.under[side]);
		if (is_after(walk, child.least[0], child.least[1]))
			continue;
		++counters->volume_overlaps;
		met |= 1u << slot;
		kiln_settle_push(&walk->stack, base, &child, walk->first);
	}
	(void)met;
	(void)keys;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_NODE, entry, .side = side, .met = met, .keys = keys);
}

static kiln_settle_entry roots_of(settle_walk *walk)
{
	kiln_settle_entry roots = {.ref = {KILN_ROOT_REF, KILN_ROOT_REF}};
	const kiln_settle_span *span[2] = {span_of(walk, 0, &roots), span_of(walk, 1, &roots)};
	for (uint32_t side = 0; side < 2; ++side)
		roots.size[side] = kiln_settle_size(span[side]);
	roots.key = kiln_settle_key(kilni_settle_apart(&walk->ways, span[0], span[1], KILN_SETTLE_CHOSEN));
	++walk->run->count.volume_tests;
	RECORD_ENTRY(walk, KILN_PAIR_RECORD_VOLUMES, &roots, .keys = &roots.key);
	return roots;
}

/// One walk from the roots. Returns false when it was ended.
static bool walk_all(settle_walk *walk)
{
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
		if (!kiln_budget_take(walk->run->pair->budget, 1))
			return false;
		if (entry.under[0] & entry.under[1] & KILN_LEAF_BIT)
		{
			if (!compare_leaves(walk, &entry))
				return false;
		}
		else if (!is_beyond_by_corners(walk, &entry, false))
			open_pair(walk, &entry);
		else
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &entry, .keys = &entry.key);
		// Tests the roots again with the best known now: this may prune all that is left.
		if (walk->work.done < walk->work.again)
			continue;
		if (is_beyond_by_corners(walk, &roots, true))
		{
			RECORD_ENTRY(walk, KILN_PAIR_RECORD_CULLED, &roots, .keys = &roots.key);
			return true;
		}
		walk->work.again = 2 * walk->work.done;
	}
	return true;
}

/// Begins a walk.
static void begin(settle_walk *walk, bool first)
{
	const kiln_mesh_pair *pair = walk->run->pair;
	walk->first = first;
	kiln_settle_work_begin(&walk->work, ((uint64_t)pair->boxes[0].triangles + pair->boxes[1].triangles) / 4 + 2);
}

/// Sets all fields but those that begin sets.
static void settle_of(settle_walk *walk, kiln_pair_run *run)
{
	const kiln_mesh_pair *pair = run->pair;
	walk->run = run;
	walk->nearest = HUGE_VAL;
	walk->bearing = 1;
	for (int side = 0; side < 2; ++side)
	{
		walk->tree[side] = &pair->boxes[side].tree;
		walk->seen[side].bearing = walk->leaf[side].bearing = 0;
	}
	walk->packs.unit[0] = walk->packs.unit[1] = KILN_NONE;
	kilni_settle_ways_make(&walk->ways, pair);
	// The known vector between the nearest points.
	kilni_settle_ways_set(&walk->ways, KILN_SETTLE_BEST, walk->ways.between);
	if (run->found)
		bear(walk, run->best.distance, run->best.point);
}

void kilni_pair_settle_look(kiln_pair_run *run)
{
	settle_walk walk;
	settle_of(&walk, run);
	begin(&walk, false);
	const kiln_settle_entry roots = roots_of(&walk);
	run->looked = true;
	run->proved = is_beyond(&walk, roots.key);
}

void kilni_pair_settle(kiln_pair_run *run)
{
	settle_walk walk;
	settle_of(&walk, run);
	run->patience = run->leaves = 0;
	for (uint32_t side = 0; run->pair->sift && side < 2; ++side)
		if (!kilni_pair_sift_left(run->pair->sift, side, run->pair->budget, &walk.left[side]))
			return;
	begin(&walk, false);
	if (!run->proved && !walk_all(&walk))
		return;
	if (!run->found)
		return;
	begin(&walk, true);
	(void)walk_all(&walk);
}
