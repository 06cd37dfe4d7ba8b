// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"
#include "triangles.h"

#include "tree/build/build.h"

#include <stdlib.h>

/// Units of work for each triangle, and in all: a comparison of boxes takes one, one of triangles PAIR_WORK.
#define WORK_EACH 1024u
#define WORK_LEAST (1u << 22)
#define PAIR_WORK 16u
/// Pairs that are kept for each triangle, and in all.
#define PAIRS_EACH 16u
#define PAIRS_LEAST (1u << 16)

/// Two nodes whose triangles the walk will compare; equal nodes: all pairs of one node's triangles.
typedef struct node_pair
{
	uint32_t a, b;
} node_pair;

/// Two pairs wait for each node of the tree that is open, on two sides.
#define STACK (4 * BUILD_MAX_DEPTH + 4)

typedef struct pair_walk
{
	survey_work *w;
	const build_tree *tree;
	build_box *boxes; ///< of the triangles, in the order of the tree
	uint64_t work;
	uint64_t most; ///< pairs
	bool failed;   ///< out of memory
} pair_walk;

static bool overlap(const build_box *a, const build_box *b)
{
	return a->min[0] <= b->max[0] && b->min[0] <= a->max[0] && a->min[1] <= b->max[1] && b->min[1] <= a->max[1] &&
		   a->min[2] <= b->max[2] && b->min[2] <= a->max[2];
}

static void load_corners(const survey_work *w, const uint32_t corners[3], survey_corners *out)
{
	for (int k = 0; k < 3; ++k)
	{
		out->vertices[k] = corners[k];
		const float *at = w->mesh->vertices[corners[k]];
		out->at[k] = (kiln_d3){(double)at[0], (double)at[1], (double)at[2]};
	}
}

static void load(const survey_work *w, uint32_t triangle, survey_corners *out)
{
	load_corners(w, survey_triangle(w, triangle), out);
}

static void load_ordered(const survey_work *w, uint32_t triangle, survey_corners *out)
{
	uint32_t corners[3];
	survey_order_corners(w, triangle, corners);
	load_corners(w, corners, out);
}

static bool keep(pair_walk *p, uint32_t a, uint32_t b, kilncook_fault_kind kind)
{
	survey *s = p->w->s;
	if (s->pair_count == p->most)
		return false;
	if (s->pair_count == s->pair_capacity)
	{
		uint64_t capacity = s->pair_capacity + s->pair_capacity / 2 + 256;
		survey_pair *pairs =
			cook_resize(p->w->context, s->pairs, (size_t)s->pair_capacity, (size_t)capacity, sizeof *pairs);
		if (!pairs)
		{
			p->failed = true;
			return false;
		}
		s->pairs = pairs;
		s->pair_capacity = capacity;
	}
	s->pairs[s->pair_count++] = a < b ? (survey_pair){a, b, kind} : (survey_pair){b, a, kind};
	return true;
}

/// Compares the triangles of two leaves, or the triangles of one leaf with each other. False when work, room or memory
/// runs out.
static bool compare_leaves(pair_walk *p, const build_node *a, const build_node *b)
{
	survey_corners first, second;
	for (uint32_t i = a->first; i < a->first + a->count; ++i)
	{
		if (a != b && !overlap(&p->boxes[i], &b->box))
			continue;
		load(p->w, p->tree->order[i], &first);
		for (uint32_t k = a == b ? i + 1 : b->first; k < b->first + b->count; ++k)
		{
			if (!overlap(&p->boxes[i], &p->boxes[k]))
				continue;
			if (p->work < PAIR_WORK)
				return false;
			p->work -= PAIR_WORK;
			load(p->w, p->tree->order[k], &second);
			kilncook_fault_kind kind = survey_meet(&first, &second);
			if (kind != KILNCOOK_FAULT_KIND_END && !keep(p, p->tree->order[i], p->tree->order[k], kind))
				return false;
		}
	}
	return true;
}

/// Opens a pair of nodes that are not both leaves: replaces the larger node by its children. A node that is paired with
/// itself gives three pairs of its children.
static uint32_t open_pair(const pair_walk *p, node_pair pair, node_pair *stack, uint32_t depth)
{
	const build_node *a = &p->tree->nodes[pair.a], *b = &p->tree->nodes[pair.b];
	if (pair.a == pair.b)
	{
		stack[depth++] = (node_pair){a->first, a->first + 1};
		stack[depth++] = (node_pair){a->first + 1, a->first + 1};
		stack[depth++] = (node_pair){a->first, a->first};
		return depth;
	}
	bool open_a = b->count || (!a->count && build_box_half_area(&a->box) >= build_box_half_area(&b->box));
	for (uint32_t i = 0; i < 2; ++i)
		stack[depth++] = open_a ? (node_pair){a->first + i, pair.b} : (node_pair){pair.a, b->first + i};
	return depth;
}

/// Compares all triangles whose boxes overlap. False when work, room or memory runs out.
static bool walk(pair_walk *p)
{
	node_pair stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = (node_pair){0, 0};
	while (depth > 0)
	{
		node_pair pair = stack[--depth];
		const build_node *a = &p->tree->nodes[pair.a], *b = &p->tree->nodes[pair.b];
		if (p->work == 0)
			return false;
		--p->work;
		if (a != b && !overlap(&a->box, &b->box))
			continue;
		if (!a->count || !b->count)
			depth = open_pair(p, pair, stack, depth);
		else if (!compare_leaves(p, a, b))
			return false;
	}
	return true;
}

static void fit_boxes(pair_walk *p)
{
	for (uint32_t i = 0; i < p->tree->order_count; ++i)
	{
		const uint32_t *t = survey_triangle(p->w, p->tree->order[i]);
		const float(*v)[3] = (const float(*)[3])p->w->mesh->vertices;
		for (int k = 0; k < 3; ++k)
		{
			float low = v[t[0]][k] < v[t[1]][k] ? v[t[0]][k] : v[t[1]][k];
			float high = v[t[0]][k] < v[t[1]][k] ? v[t[1]][k] : v[t[0]][k];
			p->boxes[i].min[k] = v[t[2]][k] < low ? v[t[2]][k] : low;
			p->boxes[i].max[k] = v[t[2]][k] > high ? v[t[2]][k] : high;
		}
	}
}

static int compare_pairs(const void *left, const void *right)
{
	const survey_pair *a = left, *b = right;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return a->b < b->b ? -1 : a->b > b->b;
}

/// Adds a fault of two triangles at the middle of the segment that they share.
static bool add_pair(survey_work *w, const survey_pair *pair, kilncook_fault_kind kind, uint32_t count)
{
	survey_corners a, b;
	kiln_d3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
	bool coplanar;
	bool turned = survey_compare_triangles(w, pair->a, pair->b) > 0;
	load_ordered(w, turned ? pair->b : pair->a, &a);
	load_ordered(w, turned ? pair->a : pair->b, &b);
	(void)kilni_triangles_contact(a.at, b.at, ends, &coplanar);
	const double middle[3] = {(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2, (ends[0].z + ends[1].z) / 2};
	kilncook_fault fault = survey_fault(kind, pair->a, pair->b, middle);
	fault.count = count;
	return survey_add(w, &fault);
}

/// A pair of connected parts, and a pair of their triangles.
typedef struct component_pair
{
	uint64_t components; ///< lower << 32 | higher
	uint64_t pair;
} component_pair;

static int compare_component_pairs(const void *left, const void *right)
{
	const component_pair *a = left, *b = right;
	if (a->components != b->components)
		return a->components < b->components ? -1 : 1;
	return a->pair < b->pair ? -1 : a->pair > b->pair;
}

static uint64_t list_component_pairs(const survey *s, component_pair *list)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < s->pair_count; ++i)
	{
		uint32_t a = s->adjacency.components[s->pairs[i].a], b = s->adjacency.components[s->pairs[i].b];
		if (a != b && s->pairs[i].kind != KILNCOOK_FAULT_TOUCHING)
			list[count++] = (component_pair){(uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a), i};
	}
	qsort(list, (size_t)count, sizeof *list, compare_component_pairs);
	return count;
}

/// Orders pairs of triangles by the positions of their corners.
static int compare_places(const survey_work *w, const survey_pair *p, const survey_pair *q)
{
	bool p_turned = survey_compare_triangles(w, p->a, p->b) > 0, q_turned = survey_compare_triangles(w, q->a, q->b) > 0;
	int order = survey_compare_triangles(w, p_turned ? p->b : p->a, q_turned ? q->b : q->a);
	return order ? order : survey_compare_triangles(w, p_turned ? p->a : p->b, q_turned ? q->a : q->b);
}

static bool add_overlapping(survey_work *w)
{
	survey *s = w->s;
	component_pair *list = cook_alloc(w->context, (size_t)s->pair_count, sizeof *list);
	if (!list)
		return false;
	uint64_t count = list_component_pairs(s, list);
	bool done = true;
	for (uint64_t i = 0, next; i < count && done; i = next)
	{
		const survey_pair *first = &s->pairs[list[i].pair];
		for (next = i + 1; next < count && list[next].components == list[i].components; ++next)
			if (compare_places(w, &s->pairs[list[next].pair], first) < 0)
				first = &s->pairs[list[next].pair];
		uint64_t pairs = next - i;
		done = add_pair(w, first, KILNCOOK_FAULT_OVERLAPPING, pairs < KILN_NONE ? (uint32_t)pairs : KILN_NONE - 1);
	}
	cook_free(w->context, list, (size_t)s->pair_count, sizeof *list);
	return done;
}

static bool build(const survey_work *w, build_tree *tree)
{
	const build_input input = {.count = w->mesh->triangle_count,
		.triangles = (const uint32_t(*)[3])w->mesh->triangles,
		.vertices = (const float(*)[3])w->mesh->vertices};
	const build_options options = {.leaf_size = 4, .block = 4, .threads = w->options.threads};
	return build_tree_build(w->context, &input, &options, tree) == KILNCOOK_OK;
}

bool survey_find_pairs(survey_work *w)
{
	const uint32_t kinds = 1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_COPLANAR |
						   1u << KILNCOOK_FAULT_TOUCHING | 1u << KILNCOOK_FAULT_OVERLAPPING;
	survey *s = w->s;
	uint64_t triangles = w->mesh->triangle_count;
	build_tree tree;
	if (!build(w, &tree))
		return false;
	pair_walk p = {.w = w,
		.tree = &tree,
		.work = triangles * WORK_EACH + WORK_LEAST,
		.most = triangles * PAIRS_EACH + PAIRS_LEAST};
	p.boxes = cook_alloc(w->context, tree.order_count, sizeof *p.boxes);
	bool done = p.boxes != NULL;
	if (done)
	{
		fit_boxes(&p);
		s->surveyed |= kinds;
		s->unfinished |= walk(&p) ? 0 : kinds;
		done = !p.failed;
	}
	cook_free(w->context, p.boxes, tree.order_count, sizeof *p.boxes);
	build_tree_free(w->context, &tree);
	if (done && s->pair_count)
		qsort(s->pairs, (size_t)s->pair_count, sizeof *s->pairs, compare_pairs);
	for (uint64_t i = 0; i < s->pair_count && done; ++i)
		done = add_pair(w, &s->pairs[i], s->pairs[i].kind, 0);
	return done && add_overlapping(w);
}
