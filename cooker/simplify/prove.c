// SPDX-License-Identifier: MIT
#include "side.h"

#include "exact/exact.h"
#include "memory.h"
#include "primitive/triangle/pair.h"
#include "tree/build/build.h"

#include <string.h>

/// Units of work for each triangle, and in all: pairs of nodes or triangles, and crossings of rays.
#define WORK_EACH 2048u
#define WORK_LEAST (1u << 22)

/// Two pairs wait for each node that is open, of either tree.
#define STACK (4 * BUILD_MAX_DEPTH + 4)

typedef struct side_proof
{
	const side_surface *a, *b;
	build_tree trees[2];
	bool *touched; ///< per triangle of `b` where `marks_b`, else of `a`
	bool marks_b;
	bool apart;
	uint64_t work;
} side_proof;

typedef struct node_pair
{
	uint32_t a, b;
} node_pair;

static bool overlap(const build_box *a, const build_box *b)
{
	for (int k = 0; k < 3; ++k)
		if (a->max[k] < b->min[k] || b->max[k] < a->min[k])
			return false;
	return true;
}

static void load(const side_surface *s, uint32_t triangle, kiln_d3 out[3])
{
	for (int k = 0; k < 3; ++k)
	{
		const float *at = s->vertices[s->triangles[triangle][k]];
		out[k] = (kiln_d3){(double)at[0], (double)at[1], (double)at[2]};
	}
}

/// Marks the triangles of two leaves that touch, exactly.
static void compare_leaves(side_proof *p, const build_node *a, const build_node *b)
{
	kiln_d3 first[3], second[3];
	for (uint32_t i = a->first; i < a->first + a->count; ++i)
	{
		load(p->a, p->trees[0].order[i], first);
		for (uint32_t k = b->first; k < b->first + b->count; ++k)
		{
			load(p->b, p->trees[1].order[k], second);
			p->work -= p->work > 0;
			if (!kilni_triangles_touch(first, second))
				continue;
			p->apart = false;
			p->touched[p->marks_b ? p->trees[1].order[k] : p->trees[0].order[i]] = true;
		}
	}
}

/// Whether no triangles of the two surfaces touch. False also when the work runs out.
static bool are_apart(side_proof *p)
{
	node_pair stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = (node_pair){0, 0};
	p->apart = true;
	while (depth > 0)
	{
		node_pair pair = stack[--depth];
		const build_node *a = &p->trees[0].nodes[pair.a], *b = &p->trees[1].nodes[pair.b];
		if (p->work == 0)
			return false;
		--p->work;
		if (!overlap(&a->box, &b->box))
			continue;
		if (a->count && b->count)
		{
			compare_leaves(p, a, b);
			continue;
		}
		bool open_a = b->count || (!a->count && build_box_half_area(&a->box) >= build_box_half_area(&b->box));
		for (uint32_t i = 0; i < 2; ++i)
			stack[depth++] = open_a ? (node_pair){a->first + i, pair.b} : (node_pair){pair.a, b->first + i};
	}
	return p->apart;
}

/// The winding number of a surface around a point that is not on it: 1 inside a closed one that faces outwards.
static int winding(side_proof *p, const side_surface *s, const float point[3])
{
	const double at[3] = {(double)point[0], (double)point[1], (double)point[2]};
	int sum = 0;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
	{
		float corners[3][3];
		for (int k = 0; k < 3; ++k)
			memcpy(corners[k], s->vertices[s->triangles[i][k]], sizeof corners[k]);
		p->work -= p->work > 0;
		sum += exact_crossing((const float(*)[3])corners, at);
	}
	return sum;
}

/// Whether a point of each part of one surface has a winding number in the other one that is positive, or is not. `parts` is per
/// triangle, numbered by first triangle.
static bool all_parts_lie(side_proof *p, const side_surface *of, const side_surface *in, bool inside)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < of->triangle_count; ++i)
	{
		if (of->parts[i] != next)
			continue;
		++next;
		if (p->work == 0 || (winding(p, in, of->vertices[of->triangles[i][0]]) > 0) != inside)
			return false;
	}
	return true;
}

static bool build(const kilncook_context *context, const side_surface *s, uint32_t threads, build_tree *tree)
{
	const build_input input = {.count = s->triangle_count, .triangles = s->triangles, .vertices = s->vertices};
	const build_options options = {.leaf_size = 4, .block = 4, .threads = threads};
	return build_tree_build(context, &input, &options, tree) == KILNCOOK_OK;
}

bool side_prove(const kilncook_context *context, const side_surface *inner, const side_surface *outer, uint32_t threads,
	const side_surface *marked, bool *touched, bool *proved)
{
	side_proof p = {.a = inner, .b = outer, .touched = touched, .marks_b = marked == outer};
	p.work = ((uint64_t)inner->triangle_count + outer->triangle_count) * WORK_EACH + WORK_LEAST;
	*proved = false;
	memset(touched, 0, marked->triangle_count * sizeof *touched);
	bool done = build(context, inner, threads, &p.trees[0]);
	if (done && build(context, outer, threads, &p.trees[1]))
	{
		// Surfaces that don't touch: each part of one is as a whole inside or outside of the other.
		*proved = are_apart(&p) && all_parts_lie(&p, inner, outer, true) && all_parts_lie(&p, outer, inner, false);
		build_tree_free(context, &p.trees[1]);
	}
	else if (done)
	{
		build_tree_free(context, &p.trees[0]);
		return false;
	}
	if (done)
		build_tree_free(context, &p.trees[0]);
	return done;
}
