// SPDX-License-Identifier: MIT
#include "cluster.h"
#include "memory.h"

#include <assert.h>

enum
{
	MAX_STEPS = 256, ///< nodes that one search opens: few searches need so many, but where all boxes overlap a search
					 ///< would open all nodes
};

/// Data about a cluster of the growing tree besides its box.
typedef struct place
{
	uint32_t parent; ///< of the root: the root itself
	uint32_t count;	 ///< primitives
	uint32_t height; ///< levels, 1 for a primitive
} place;

typedef struct grower
{
	cluster_tree *tree;
	place *places;
	uint32_t *queue; ///< primitives in insertion order
} grower;

/// A node whose children the search will visit.
typedef struct opening
{
	float grown; ///< how much the node and all its ancestors grow together
	uint32_t count;
	uint32_t node;
	uint32_t depth; ///< level, from 1
} opening;

/// A search for a sibling; openings are in a heap, with the least growth first.
typedef struct search
{
	box4 box;
	float area;
	float cost; ///< growth of all surfaces in the tree with the best sibling so far
	uint32_t count;
	uint32_t best;
	uint32_t open_count;
	opening open[MAX_STEPS + 2];
} search;

/// Of equal openings, the one with fewer primitives comes first, so that equal boxes make a balanced tree.
static bool is_before(const opening *a, const opening *b)
{
	if (a->grown != b->grown)
		return a->grown < b->grown;
	return a->count != b->count ? a->count < b->count : a->node < b->node;
}

static void push(search *s, opening entry)
{
	uint32_t at = s->open_count++;
	for (; at > 0 && is_before(&entry, &s->open[(at - 1) / 2]); at = (at - 1) / 2)
		s->open[at] = s->open[(at - 1) / 2];
	s->open[at] = entry;
}

static opening pop(search *s)
{
	opening first = s->open[0], last = s->open[--s->open_count];
	uint32_t at = 0;
	for (uint32_t child = 1; child < s->open_count; child = 2 * at + 1)
	{
		if (child + 1 < s->open_count && is_before(&s->open[child + 1], &s->open[child]))
			++child;
		if (!is_before(&s->open[child], &last))
			break;
		s->open[at] = s->open[child];
		at = child;
	}
	s->open[at] = last;
	return first;
}

/// Whether no node below can be better than the best: its new parent is at least as large as the primitive.
static bool is_closed(const search *s, float grown)
{
	float least = grown + s->area;
	return least > s->cost || (least == s->cost && s->count == 1);
}

/// Visits a node whose ancestors have grown: considers it as a sibling, if the tree keeps its depth limit, and as the
/// root of a subtree to search.
static void look_at(const grower *g, search *s, uint32_t node, float grown, uint32_t depth)
{
	const place *at = &g->places[node];
	box4 own = cluster_box(&g->tree->nodes[node]);
	float whole = cluster_distance(own, s->box), cost = grown + whole;
	bool better = cost < s->cost || (cost == s->cost && at->count < s->count);
	if (better && depth + at->height <= BUILD_MAX_DEPTH)
	{
		s->cost = cost;
		s->count = at->count;
		s->best = node;
	}
	grown += whole - box4_half_area(own);
	if (at->count > 1 && !is_closed(s, grown))
		push(s, (opening){grown, at->count, node, depth});
}

/// Finds the best sibling for a primitive.
static uint32_t find_sibling(const grower *g, uint32_t primitive)
{
	search s;
	s.box = cluster_box(&g->tree->nodes[primitive]);
	s.area = box4_half_area(s.box);
	s.cost = 3.0e38f;
	s.count = UINT32_MAX;
	s.best = UINT32_MAX;
	s.open_count = 0;
	look_at(g, &s, g->tree->root, 0.0f, 1);
	for (uint32_t step = 0; step < MAX_STEPS && s.open_count > 0; ++step)
	{
		opening at = pop(&s);
		if (is_closed(&s, at.grown))
			break;
		look_at(g, &s, g->tree->nodes[at.node].left, at.grown, at.depth + 1);
		look_at(g, &s, g->tree->nodes[at.node].right, at.grown, at.depth + 1);
	}
	if (s.best != UINT32_MAX)
		return s.best;
	// All visited nodes are too deep. The child with fewer primitives has at most half of them, so this descent ends at
	// a leaf that is high up.
	uint32_t node = g->tree->root;
	while (node >= g->tree->count)
	{
		const cluster_node *c = &g->tree->nodes[node];
		node = g->places[c->right].count < g->places[c->left].count ? c->right : c->left;
	}
	return node;
}

/// Makes `made` the parent of a node and of a primitive, and enlarges all ancestors.
static void insert(grower *g, uint32_t primitive, uint32_t sibling, uint32_t made)
{
	cluster_node *nodes = g->tree->nodes;
	place *places = g->places;
	uint32_t above = places[sibling].parent;
	box4 box = cluster_box(&nodes[primitive]);
	places[made] = (place){above, places[sibling].count + 1, places[sibling].height + 1};
	cluster_store(&nodes[made], box4_union(cluster_box(&nodes[sibling]), box), sibling, primitive);
	places[sibling].parent = places[primitive].parent = made;
	if (sibling == g->tree->root)
	{
		g->tree->root = places[made].parent = made;
		return;
	}
	if (nodes[above].left == sibling)
		nodes[above].left = made;
	else
		nodes[above].right = made;
	for (uint32_t below = made;; above = places[above].parent)
	{
		cluster_node *node = &nodes[above];
		cluster_store(node, box4_union(cluster_box(node), box), node->left, node->right);
		++places[above].count;
		if (places[above].height < places[below].height + 1)
			places[above].height = places[below].height + 1;
		assert(places[above].height <= BUILD_MAX_DEPTH);
		if (above == g->tree->root)
			return;
		below = above;
	}
}

/// Shuffles the primitives (Fisher and Yates 1938): inserting neighbours one after the other would degenerate the tree
/// into lists. Marsaglia's xorshift (2003) gives the same order every time.
static void shuffle(uint32_t *queue, uint32_t count)
{
	uint64_t state = 0x9e3779b97f4a7c15u;
	for (uint32_t i = 0; i < count; ++i)
		queue[i] = i;
	for (uint32_t i = count; i-- > 1;)
	{
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		uint32_t other = (uint32_t)((state >> 32) * (i + 1) >> 32), kept = queue[i];
		queue[i] = queue[other];
		queue[other] = kept;
	}
}

kilncook_status cluster_insert(const kilncook_context *context, const build_options *options, cluster_tree *tree)
{
	(void)options;
	uint32_t count = tree->count;
	kilncook_status status = KILNCOOK_INTERNAL;
	grower g = {.tree = tree};
	g.places = cook_alloc(context, (size_t)2 * count - 1, sizeof *g.places);
	g.queue = cook_alloc(context, count, sizeof *g.queue);
	if (g.places && g.queue)
	{
		shuffle(g.queue, count);
		for (uint32_t i = 0; i < count; ++i)
			g.places[i] = (place){i, 1, 1};
		tree->root = g.queue[0];
		for (uint32_t i = 1; i < count; ++i)
			insert(&g, g.queue[i], find_sibling(&g, g.queue[i]), count + i - 1);
		status = KILNCOOK_OK;
	}
	cook_free(context, g.places, (size_t)2 * count - 1, sizeof *g.places);
	cook_free(context, g.queue, count, sizeof *g.queue);
	return status;
}
