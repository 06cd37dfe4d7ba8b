// SPDX-License-Identifier: MIT
#include "csg.h"

#include <string.h>

/// Lines through trees: the parts in the leaves are merged as the operations say (Roth 1982).

/// Whether b comes after a by more than rounding.
static bool is_before(const kiln_part_end *a, const kiln_part_end *b)
{
	return b->t - a->t > a->slack + b->slack;
}

/// The same surface as an end of the rest, when the solid is subtracted.
static kiln_part_end turned(kiln_part_end end)
{
	end.normal = kiln_d3_scale(end.normal, -1);
	return end;
}

/// Two lists of parts.
typedef struct operands
{
	const kiln_part *a, *b;
	uint32_t a_count, b_count;
} operands;

static uint32_t unite(const operands *of, kiln_part *out)
{
	uint32_t count = 0, i = 0, j = 0;
	while (i < of->a_count || j < of->b_count)
	{
		bool first = j == of->b_count || (i < of->a_count && of->a[i].enter.t <= of->b[j].enter.t);
		const kiln_part *next = first ? of->a + i++ : of->b + j++;
		if (count == 0 || is_before(&out[count - 1].leave, &next->enter))
		{
			out[count++] = *next;
			continue;
		}
		kiln_part_end *leave = &out[count - 1].leave;
		if (next->leave.t > leave->t || (first && next->leave.t == leave->t))
			*leave = next->leave;
	}
	return count;
}

static uint32_t intersect(const operands *of, kiln_part *out)
{
	uint32_t count = 0, i = 0, j = 0;
	while (i < of->a_count && j < of->b_count)
	{
		const kiln_part *a = of->a + i, *b = of->b + j;
		bool a_ends = a->leave.t <= b->leave.t;
		kiln_part both = {a->enter.t >= b->enter.t ? a->enter : b->enter, a_ends ? a->leave : b->leave};
		if (!is_before(&both.leave, &both.enter))
		{
			both.leave.t = kiln_double_max(both.leave.t, both.enter.t);
			out[count++] = both;
		}
		i += a_ends;
		j += !a_ends;
	}
	return count;
}

/// Subtracts the solid b from one part. A part of b that is no longer than rounding removes nothing. A remainder that
/// is no longer than rounding is dropped.
static uint32_t cut(const kiln_part *part, const operands *of, kiln_part *out)
{
	kiln_part left = *part;
	uint32_t count = 0;
	bool whole = true;
	for (uint32_t j = 0; j < of->b_count; ++j)
	{
		const kiln_part *hole = of->b + j;
		if (!is_before(&hole->enter, &hole->leave) || !is_before(&left.enter, &hole->leave) ||
			!is_before(&hole->enter, &left.leave))
			continue;
		if (is_before(&left.enter, &hole->enter))
			out[count++] = (kiln_part){left.enter, turned(hole->enter)};
		left.enter = turned(hole->leave);
		whole = false;
	}
	if (whole || is_before(&left.enter, &left.leave))
		out[count++] = left;
	return count;
}

static uint32_t subtract(const operands *of, kiln_part *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < of->a_count; ++i)
		count += cut(of->a + i, of, out + count);
	return count;
}

static uint32_t merge(kiln_csg_kind kind, const operands *of, kiln_part *out)
{
	switch (kind)
	{
	case KILN_CSG_UNION:
		return unite(of, out);
	case KILN_CSG_INTERSECTION:
		return intersect(of, out);
	default:
		return subtract(of, out);
	}
}

/// Computes the tree's parts in `parts`, which has room for twice kilni_csg_parts_max. The lists that wait lie one
/// behind the other, and the last two are merged behind them. Returns the number of parts.
static uint32_t evaluate(const kiln_csg *tree, const kiln_path *path, kiln_part *parts)
{
	uint32_t counts[KILN_CSG_DEPTH_MAX], lists = 0;
	kiln_part *end = parts;
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const kiln_csg_node *node = tree->nodes + i;
		if (node->kind == KILN_CSG_LEAF)
		{
			counts[lists] = kilni_implicit_parts(tree->leaves + node->leaf, path, node->leaf, end);
			end += counts[lists++];
			continue;
		}
		uint32_t b_count = counts[--lists], a_count = counts[lists - 1];
		kiln_part *b = end - b_count, *a = b - a_count;
		uint32_t count = merge(node->kind, &(operands){a, b, a_count, b_count}, end);
		memmove(a, end, count * sizeof *a);
		counts[lists - 1] = count;
		end = a + count;
	}
	return counts[0];
}

size_t kiln_csg_scratch_size(const kiln_csg *tree)
{
	if (kiln_csg_check(tree).status != KILN_OK)
		return 0;
	return 2 * (size_t)kilni_csg_parts_max(tree) * sizeof(kiln_part) + _Alignof(kiln_part) - 1;
}

/// A valid tree, path and scratch. The parts that are found lie in the scratch.
typedef struct question
{
	kiln_part *parts;
	uint32_t count;
	bool inside; ///< the path begins in the tree
} question;

static question evaluate_path(const kiln_path *path, const kiln_csg *tree, void *scratch, size_t scratch_size)
{
	question found = {0};
	size_t needed = kiln_csg_scratch_size(tree);
	if (!path->usable || needed == 0 || !scratch || scratch_size < needed)
		return found;
	size_t past = (uintptr_t)scratch % _Alignof(kiln_part);
	found.parts = (kiln_part *)(void *)((char *)scratch + (past ? _Alignof(kiln_part) - past : 0));
	found.inside = path->begins && kilni_csg_sign(tree, path->origin).where != KILN_WHERE_OUTSIDE;
	if (!kiln_path_is_point(path))
		found.count = evaluate(tree, path, found.parts);
	else if (found.inside)
	{
		found.parts[0] = kilni_part_of_point();
		found.count = 1;
	}
	return found;
}

static uint32_t spans_of(const kiln_path *path, const kiln_csg *tree, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity)
{
	question found = evaluate_path(path, tree, scratch, scratch_size);
	return kilni_parts_as_spans(path, found.parts, found.count, spans, capacity);
}

static kiln_intersection meet(const kiln_path *path, const kiln_csg *tree, void *scratch, size_t scratch_size)
{
	question found = evaluate_path(path, tree, scratch, scratch_size);
	return kilni_parts_as_intersection(path, found.parts, found.count, found.inside);
}

uint32_t kiln_spans_line_csg(const kiln_line *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity)
{
	kiln_path path = kilni_path_of_line(a);
	return spans_of(&path, b, scratch, scratch_size, spans, capacity);
}

uint32_t kiln_spans_ray_csg(const kiln_ray *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity)
{
	kiln_path path = kilni_path_of_ray(a);
	return spans_of(&path, b, scratch, scratch_size, spans, capacity);
}

uint32_t kiln_spans_segment_csg(const kiln_segment *a, const kiln_csg *b, void *scratch, size_t scratch_size,
	kiln_implicit_span *spans, uint32_t capacity)
{
	kiln_path path = kilni_path_of_segment(a);
	return spans_of(&path, b, scratch, scratch_size, spans, capacity);
}

kiln_intersection kiln_intersect_line_csg(const kiln_line *a, const kiln_csg *b, void *scratch, size_t scratch_size)
{
	kiln_path path = kilni_path_of_line(a);
	return meet(&path, b, scratch, scratch_size);
}

kiln_intersection kiln_intersect_ray_csg(const kiln_ray *a, const kiln_csg *b, void *scratch, size_t scratch_size)
{
	kiln_path path = kilni_path_of_ray(a);
	return meet(&path, b, scratch, scratch_size);
}

kiln_intersection kiln_intersect_segment_csg(
	const kiln_segment *a, const kiln_csg *b, void *scratch, size_t scratch_size)
{
	kiln_path path = kilni_path_of_segment(a);
	return meet(&path, b, scratch, scratch_size);
}
