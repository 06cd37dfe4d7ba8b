// SPDX-License-Identifier: MIT
#include "pyramid.h"

#include "memory.h"

#include "math/bits.h"
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
	p->groups = cook_alloc_whole(context, p->group_count, sizeof *p->groups);
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

/// A pair of groups of one level whose boxes a search will compare; equal groups: each box with the later ones.
typedef struct group_pair
{
	uint32_t level, a, b;
} group_pair;

/// The pairs of boxes of two groups that overlap: bit 4 i + k for box i of the first group and box k of the second. All bits are
/// found before any is looked at, since the answer to a single box is hard to foresee.
static inline uint32_t overlaps(const pyramid_group *a, const pyramid_group *b)
{
	const wide_boxes wide = load(b);
	uint32_t apart = 0;
	for (uint32_t i = 0; i < WIDTH; ++i)
	{
		const wide_boxes one = repeat(a, i);
		apart |= vec4_apart(one.bounds, wide.bounds) << WIDTH * i;
	}
	return ~apart & 0xffff;
}

/// The pairs of boxes of a group with later boxes, and of each box with itself.
#define LATER_OR_SAME 0x8cefu
#define LATER 0x08ceu

bool pyramid_join(const pyramid *p, pyramid_visit *visit, void *user, uint64_t *work)
{
	group_pair stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = (group_pair){p->level_count - 1, 0, 0};
	while (depth > 0)
	{
		const group_pair pair = stack[--depth];
		const pyramid_group *level = p->groups + p->first[pair.level];
		if (*work < WIDTH)
			return *work = 0, false;
		*work -= WIDTH;
		uint32_t found = overlaps(&level[pair.a], &level[pair.b]);
		// A box that is compared with itself stands for the pairs inside it, which level 0 has none of.
		if (pair.a == pair.b)
			found &= pair.level > 0 ? LATER_OR_SAME : LATER;
		while (found)
		{
			uint32_t bit = kiln_lowest_bit(found), i = bit / WIDTH, row = found >> WIDTH * i & ALL;
			if (pair.level > 0)
			{
				found &= found - 1;
				stack[depth++] = (group_pair){pair.level - 1, WIDTH * pair.a + i, WIDTH * pair.b + bit % WIDTH};
				continue;
			}
			found &= ~((uint32_t)ALL << WIDTH * i);
			if (!visit(user, WIDTH * pair.a + i, WIDTH * pair.b, row))
				return false;
		}
	}
	return true;
}

/// Whether the segment comes within reach of a box of the group, along each axis.
static bool reaches(const pyramid_segment *s, const pyramid_group *group, uint32_t box)
{
	double enter = 0, leave = 1;
	for (int k = 0; k < 3; ++k)
	{
		if (s->share[k] >= 0 && s->share[k] <= 0)
			continue;
		double t0 = ((double)group->bounds[k][box] - s->reach - s->from[k]) * s->share[k];
		double t1 = ((double)group->bounds[3 + k][box] + s->reach - s->from[k]) * s->share[k];
		double first = t0 < t1 ? t0 : t1, last = t0 < t1 ? t1 : t0;
		enter = first > enter ? first : enter;
		leave = last < leave ? last : leave;
	}
	return enter <= leave;
}

/// A group that a query will compare.
typedef struct group_place
{
	uint32_t level, group;
} group_place;

bool pyramid_query(
	const pyramid *p, const pyramid_region *region, uint32_t number, pyramid_visit *visit, void *user, uint64_t *work)
{
	group_place stack[WIDTH * PYRAMID_LEVELS];
	uint32_t depth = 0;
	wide_boxes one;
	for (int k = 0; k < 3; ++k)
	{
		one.bounds[k] = vec4_all(region->min[k]);
		one.bounds[3 + k] = vec4_all(region->max[k]);
	}
	stack[depth++] = (group_place){p->level_count - 1, 0};
	while (depth > 0)
	{
		const group_place place = stack[--depth];
		const pyramid_group *group = &p->groups[p->first[place.level] + place.group];
		const wide_boxes four = load(group);
		uint32_t first = WIDTH * place.group, others = ALL & ~vec4_apart(one.bounds, four.bounds);
		uint64_t cost = place.level > 0 ? 1 : 1 + WIDTH;
		if (*work < cost)
			return *work = 0, false;
		*work -= cost;
		if (place.level == 0)
		{
			if (others && !visit(user, number, first, others))
				return false;
			continue;
		}
		for (; others; others &= others - 1)
		{
			uint32_t box = kiln_lowest_bit(others);
			if (!region->segment || reaches(region->segment, group, box))
				stack[depth++] = (group_place){place.level - 1, first + box};
		}
	}
	return true;
}
