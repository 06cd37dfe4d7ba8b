// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"
#include "triangles.h"

#include "tree/build/build.h"

#include <stdlib.h>
#include <string.h>

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
	const survey_work *w;
	const build_tree *tree;
	const uint8_t *marked; ///< per triangle: it is in the tree
	build_box *boxes;	   ///< of the triangles, in the order of the tree
	uint64_t work;
	uint64_t most; ///< pairs
	bool failed;   ///< out of memory
	survey_pairs found;
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
	survey_pairs *f = &p->found;
	if (f->count == p->most)
		return false;
	if (f->count == f->capacity)
	{
		uint64_t capacity = f->capacity + f->capacity / 2 + 256;
		survey_pair *pairs = cook_resize(p->w->context, f->pairs, (size_t)f->capacity, (size_t)capacity, sizeof *pairs);
		if (!pairs)
		{
			p->failed = true;
			return false;
		}
		f->pairs = pairs;
		f->capacity = capacity;
	}
	f->pairs[f->count++] = a < b ? (survey_pair){a, b, kind} : (survey_pair){b, a, kind};
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

static build_box box_of(const survey_work *w, uint32_t triangle)
{
	const uint32_t *t = survey_triangle(w, triangle);
	const float(*v)[3] = (const float(*)[3])w->mesh->vertices;
	build_box box;
	for (int k = 0; k < 3; ++k)
	{
		float low = v[t[0]][k] < v[t[1]][k] ? v[t[0]][k] : v[t[1]][k];
		float high = v[t[0]][k] < v[t[1]][k] ? v[t[1]][k] : v[t[0]][k];
		box.min[k] = v[t[2]][k] < low ? v[t[2]][k] : low;
		box.max[k] = v[t[2]][k] > high ? v[t[2]][k] : high;
	}
	return box;
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

/// Builds a tree over triangles of the mesh: all, or those of a list.
static bool build(const survey_work *w, const uint32_t (*triangles)[3], uint32_t count, build_tree *tree)
{
	const build_input input = {
		.count = count, .triangles = triangles, .vertices = (const float(*)[3])w->mesh->vertices};
	const build_options options = {.leaf_size = 4, .block = 4, .threads = w->options.threads};
	return build_tree_build(w->context, &input, &options, tree) == KILNCOOK_OK;
}

/// Searches the tree with a method that returns false when work, room or memory runs out. Moves the pairs, sorted, to `out`.
static bool search(const survey_work *w, const build_tree *tree, const uint8_t *marked, bool (*method)(pair_walk *p),
	survey_pairs *out)
{
	uint64_t triangles = w->mesh->triangle_count;
	pair_walk p = {.w = w,
		.tree = tree,
		.marked = marked,
		.work = triangles * WORK_EACH + WORK_LEAST,
		.most = triangles * PAIRS_EACH + PAIRS_LEAST};
	p.boxes = cook_alloc(w->context, tree->order_count, sizeof *p.boxes);
	bool done = p.boxes != NULL;
	if (done)
	{
		for (uint32_t i = 0; i < tree->order_count; ++i)
			p.boxes[i] = box_of(w, tree->order[i]);
		p.found.unfinished = !method(&p);
		done = !p.failed;
	}
	cook_free(w->context, p.boxes, tree->order_count, sizeof *p.boxes);
	if (!done)
		survey_pairs_free(w->context, &p.found);
	if (p.found.count)
		qsort(p.found.pairs, (size_t)p.found.count, sizeof *p.found.pairs, compare_pairs);
	*out = p.found;
	return done;
}

bool survey_find_pairs(survey_work *w)
{
	const uint32_t kinds = 1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_COPLANAR |
						   1u << KILNCOOK_FAULT_TOUCHING | 1u << KILNCOOK_FAULT_OVERLAPPING;
	survey *s = w->s;
	survey_pairs found = {0};
	build_tree tree;
	if (!build(w, (const uint32_t(*)[3])w->mesh->triangles, w->mesh->triangle_count, &tree))
		return false;
	bool done = search(w, &tree, NULL, walk, &found);
	build_tree_free(w->context, &tree);
	s->surveyed |= kinds;
	s->unfinished |= found.unfinished ? kinds : 0;
	s->pairs = found.pairs;
	s->pair_count = found.count;
	s->pair_capacity = found.capacity;
	for (uint64_t i = 0; i < s->pair_count && done; ++i)
		done = add_pair(w, &s->pairs[i], s->pairs[i].kind, 0);
	return done && add_overlapping(w);
}

/// Compares one triangle with those of the tree whose boxes overlap its box. Two triangles of the tree meet here twice: the lower
/// one's turn counts. False when work, room or memory runs out.
static bool compare_with_tree(pair_walk *p, uint32_t triangle)
{
	uint32_t stack[BUILD_MAX_DEPTH + 1], depth = 0;
	const build_box box = box_of(p->w, triangle);
	survey_corners first, second;
	load(p->w, triangle, &first);
	stack[depth++] = 0;
	while (depth > 0)
	{
		const build_node *node = &p->tree->nodes[stack[--depth]];
		if (p->work == 0)
			return false;
		--p->work;
		if (!overlap(&box, &node->box))
			continue;
		if (!node->count)
		{
			stack[depth++] = node->first;
			stack[depth++] = node->first + 1;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
		{
			uint32_t other = p->tree->order[i];
			if (other == triangle || (p->marked[triangle] && other < triangle) || !overlap(&box, &p->boxes[i]))
				continue;
			if (p->work < PAIR_WORK)
				return false;
			p->work -= PAIR_WORK;
			load(p->w, other, &second);
			kilncook_fault_kind kind = survey_meet(&first, &second);
			if (kind != KILNCOOK_FAULT_KIND_END && !keep(p, triangle, other, kind))
				return false;
		}
	}
	return true;
}

static bool compare_all_with_tree(pair_walk *p)
{
	for (uint32_t t = 0; t < p->w->mesh->triangle_count; ++t)
		if (!compare_with_tree(p, t))
			return false;
	return true;
}

bool survey_pairs_of(
	const kilncook_context *context, const clean_mesh *mesh, const uint8_t *marked, uint32_t threads, survey_pairs *out)
{
	const survey_work w = {.context = context, .mesh = mesh, .options = {.threads = threads}};
	uint32_t count = 0, next = 0;
	*out = (survey_pairs){0};
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
		count += marked[t];
	if (count == 0)
		return true;
	uint32_t(*triangles)[3] = cook_alloc(context, count, sizeof *triangles);
	uint32_t *numbers = cook_alloc(context, count, sizeof *numbers);
	build_tree tree = {0};
	bool done = triangles && numbers;
	for (uint32_t t = 0; t < mesh->triangle_count && done; ++t)
		if (marked[t])
		{
			memcpy(triangles[next], mesh->triangles[t], sizeof *triangles);
			numbers[next++] = t;
		}
	done = done && build(&w, (const uint32_t(*)[3])triangles, count, &tree);
	for (uint32_t i = 0; i < tree.order_count && done; ++i)
		tree.order[i] = numbers[tree.order[i]];
	done = done && search(&w, &tree, marked, compare_all_with_tree, out);
	build_tree_free(context, &tree);
	cook_free(context, triangles, count, sizeof *triangles);
	cook_free(context, numbers, count, sizeof *numbers);
	return done;
}

void survey_pairs_free(const kilncook_context *context, survey_pairs *pairs)
{
	cook_free(context, pairs->pairs, (size_t)pairs->capacity, sizeof *pairs->pairs);
	*pairs = (survey_pairs){0};
}
