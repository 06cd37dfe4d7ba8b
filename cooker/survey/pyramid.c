// SPDX-License-Identifier: MIT
#include "pyramid.h"

#include "memory.h"

#include "tree/build/vec4.h"

#include <math.h>

enum
{
	WIDTH = 4,
	ALL = 15,
	/// A pair of groups leaves up to sixteen pairs of the level below.
	STACK = 16 * PYRAMID_LEVELS,
};

bool pyramid_begin(const kilncook_context *context, uint32_t count, pyramid *p)
{
	*p = (pyramid){.groups = NULL};
	for (uint32_t boxes = count; p->level_count == 0 || boxes > 1; ++p->level_count)
	{
		uint32_t groups = (boxes + WIDTH - 1) / WIDTH;
		p->first[p->level_count] = p->group_count;
		p->counts[p->level_count] = boxes;
		p->group_count += groups;
		boxes = groups;
	}
	p->groups = cook_alloc(context, p->group_count, sizeof *p->groups);
	return p->groups != NULL;
}

void pyramid_free(const kilncook_context *context, pyramid *p)
{
	cook_free(context, p->groups, p->group_count, sizeof *p->groups);
	*p = (pyramid){0};
}

/// Fills the last group of a level with boxes that overlap none.
static void fill_up(pyramid *p, uint32_t level)
{
	const float min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
	pyramid whole = {.groups = p->groups + p->first[level]};
	for (uint32_t i = p->counts[level]; i % WIDTH; ++i)
		pyramid_set(&whole, i, min, max);
}

/// The box around the four boxes of a group.
static void enclose(const pyramid_group *group, float min[3], float max[3])
{
	for (int k = 0; k < 3; ++k)
	{
		const float *low = group->bounds[k], *high = group->bounds[3 + k];
		float a = low[0] < low[1] ? low[0] : low[1], b = low[2] < low[3] ? low[2] : low[3];
		float c = high[0] > high[1] ? high[0] : high[1], d = high[2] > high[3] ? high[2] : high[3];
		min[k] = a < b ? a : b;
		max[k] = c > d ? c : d;
	}
}

void pyramid_finish(pyramid *p)
{
	fill_up(p, 0);
	for (uint32_t level = 1; level < p->level_count; ++level)
	{
		pyramid above = {.groups = p->groups + p->first[level]};
		for (uint32_t i = 0; i < p->counts[level]; ++i)
		{
			float min[3], max[3];
			enclose(&p->groups[p->first[level - 1] + i], min, max);
			pyramid_set(&above, i, min, max);
		}
		fill_up(p, level);
	}
}

/// Four boxes as vectors.
typedef struct wide_boxes
{
	vec4 bounds[6];
} wide_boxes;

static inline wide_boxes load(const pyramid_group *group)
{
	wide_boxes wide;
	for (int k = 0; k < 6; ++k)
		wide.bounds[k] = vec4_load(group->bounds[k]);
	return wide;
}

/// Four times one box of a group.
static inline wide_boxes repeat(const pyramid_group *group, uint32_t box)
{
	wide_boxes wide;
	for (int k = 0; k < 6; ++k)
		wide.bounds[k] = vec4_all(group->bounds[k][box]);
	return wide;
}

/// The boxes of a level's group that exist, as bits.
static inline uint32_t existing(const pyramid *p, uint32_t level, uint32_t group)
{
	uint32_t rest = p->counts[level] - WIDTH * group;
	return rest >= WIDTH ? ALL : (1u << rest) - 1;
}

/// A pair of groups of one level whose boxes a search will compare; equal groups: each box with the later ones.
typedef struct group_pair
{
	uint32_t level, a, b;
} group_pair;

/// Puts the groups of two boxes on the stack, the boxes `others` of the second group.
static inline uint32_t push(
	group_pair *stack, uint32_t depth, uint32_t level, uint32_t box, uint32_t first, uint32_t others)
{
	for (uint32_t k = 0; k < WIDTH; ++k)
		if (others >> k & 1)
			stack[depth++] = (group_pair){level - 1, box, first + k};
	return depth;
}

bool pyramid_join(const pyramid *p, pyramid_visit *visit, void *user, uint64_t *work)
{
	group_pair stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = (group_pair){p->level_count - 1, 0, 0};
	while (depth > 0)
	{
		const group_pair pair = stack[--depth];
		const pyramid_group *a = &p->groups[p->first[pair.level] + pair.a];
		const wide_boxes b = load(&p->groups[p->first[pair.level] + pair.b]);
		uint32_t there = existing(p, pair.level, pair.a), first = WIDTH * pair.b;
		if (*work < WIDTH)
			return *work = 0, false;
		*work -= WIDTH;
		for (uint32_t i = 0; i < WIDTH && there >> i; ++i)
		{
			const wide_boxes one = repeat(a, i);
			uint32_t box = WIDTH * pair.a + i, others = ALL & ~vec4_apart(one.bounds, b.bounds);
			// A box that is compared with itself stands for the pairs inside it, which level 0 has none of.
			if (pair.a == pair.b)
				others &= pair.level > 0 ? (uint32_t)ALL << i : (uint32_t)ALL << (i + 1);
			if (pair.level > 0)
				depth = push(stack, depth, pair.level, box, first, others);
			else if (others && !visit(user, box, first, others))
				return false;
		}
	}
	return true;
}

bool pyramid_query(const pyramid *p, const float min[3], const float max[3], uint32_t number, pyramid_visit *visit,
	void *user, uint64_t *work)
{
	group_pair stack[WIDTH * PYRAMID_LEVELS];
	uint32_t depth = 0;
	wide_boxes one;
	for (int k = 0; k < 3; ++k)
	{
		one.bounds[k] = vec4_all(min[k]);
		one.bounds[3 + k] = vec4_all(max[k]);
	}
	stack[depth++] = (group_pair){p->level_count - 1, 0, 0};
	while (depth > 0)
	{
		const group_pair pair = stack[--depth];
		const wide_boxes b = load(&p->groups[p->first[pair.level] + pair.b]);
		uint32_t first = WIDTH * pair.b, others = ALL & ~vec4_apart(one.bounds, b.bounds);
		if (*work == 0)
			return false;
		--*work;
		if (pair.level > 0)
			depth = push(stack, depth, pair.level, 0, first, others);
		else if (others && !visit(user, number, first, others))
			return false;
	}
	return true;
}
