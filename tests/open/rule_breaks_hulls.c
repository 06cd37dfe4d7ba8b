// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

static kiln_format_hull *head(const open_case *c, uint32_t i)
{
	return (kiln_format_hull *)case_section(c, KILN_SECTION_HULLS) + i;
}

#define HULL_FIELD(rule, field, value, place)                                                                          \
	BREAK_FIELD(rule, MIXED, kiln_format_hull, head(c, 1), field, value, place)

BREAK_FIELD(
	HULL_DATA_COUNT, MIXED, kiln_format_section, case_entry(c, KILN_SECTION_HULL_DATA), count, at->count + 1, count)
HULL_FIELD(HULL_DATA_FIRST, data, at->data + 64, data)
HULL_FIELD(HULL_DIMENSION, dimension, 4, dimension)
HULL_FIELD(HULL_COUNTS, edge_count, at->edge_count + 1, vertex_count)
HULL_FIELD(HULL_INDEX_SIZE, index_size, 4, index_size)
HULL_FIELD(HULL_LEVELS, level_count, KILN_HULL_LEVELS_MAX + 1, level_count)
HULL_FIELD(HULL_ERROR, error, -1, error)
HULL_FIELD(HULL_FLAGS, flags, 2, flags)
HULL_FIELD(HULL_RESERVED, reserved, 1, reserved)
HULL_FIELD(HULL_SIZE, size, at->size + 64, size)

static const void *break_HULL_RANGE(open_case *c)
{
	rule_use(c, MIXED);
	const kiln_format_section *data = case_entry(c, KILN_SECTION_HULL_DATA);
	case_resize(c, KILN_SECTION_HULL_DATA, data->size - 64, data->count);
	return &head(c, 1)->size;
}

/// The arrays of a hull; indices of two bytes.
typedef struct arrays
{
	const kiln_format_hull *head;
	uint8_t *data;
	kiln_format_hull_layout at;
	uint32_t half_edges;
} arrays;

static arrays take(open_case *c, rule_sample sample, uint32_t i)
{
	rule_use(c, sample);
	const kiln_format_hull *h = head(c, i);
	assert_int_equal(h->index_size, 2);
	return (arrays){h, (uint8_t *)case_section(c, KILN_SECTION_HULL_DATA) + h->data, kiln_format_hull_place_arrays(h),
		2 * h->edge_count};
}

static uint16_t *index_at(const arrays *a, uint64_t array, uint64_t i)
{
	return (uint16_t *)(void *)(a->data + array) + i;
}

static const void *set_index(const arrays *a, uint64_t array, uint64_t i, uint32_t value)
{
	uint16_t *index = index_at(a, array, i);
	assert_true(*index != value);
	*index = (uint16_t)value;
	return index;
}

static const void *set_float(const arrays *a, uint64_t array, uint64_t i, float value)
{
	float *number = (float *)(void *)(a->data + array) + i;
	*number = value;
	return number;
}

/// Sets an element of an array of the first hull, of floats or of indices; the refusal must name it. `a` is the hull.
#define HULL_FLOAT(rule, array, i, value)                                                                              \
	static const void *break_##rule(open_case *c)                                                                      \
	{                                                                                                                  \
		const arrays a = take(c, MIXED, 0);                                                                            \
		return set_float(&a, a.at.array, i, value);                                                                    \
	}
#define HULL_INDEX(rule, sample, hull, array, i, value)                                                                \
	static const void *break_##rule(open_case *c)                                                                      \
	{                                                                                                                  \
		const arrays a = take(c, sample, hull);                                                                        \
		return set_index(&a, a.at.array, i, value);                                                                    \
	}

HULL_FLOAT(HULL_VERTEX, y, 3, NAN)
HULL_FLOAT(HULL_REPEAT, y, a.head->vertex_count, 7)
HULL_FLOAT(HULL_PLANE, d, 2, 0x1p42f)

static const void *break_HULL_NORMAL(open_case *c)
{
	const arrays a = take(c, MIXED, 0);
	(void)set_float(&a, a.at.nz, 2, 1.5f);
	return a.data + a.at.nx + 2 * sizeof(float);
}

HULL_INDEX(HULL_FACE_START, MIXED, 0, face_first, 0, 1)
HULL_INDEX(HULL_FACE, MIXED, 0, face_first, 2, *index_at(&a, a.at.face_first, 1) + 2u)
HULL_INDEX(HULL_HALF_FACE, MIXED, 0, faces, 4, 0)
HULL_INDEX(HULL_FACES, MIXED, 1, face_first, a.head->face_count, a.half_edges - 1)
HULL_INDEX(HULL_ORIGIN, MIXED, 0, origins, 5, a.head->vertex_count)
HULL_INDEX(HULL_TWIN, MIXED, 0, twins, 0, 0)

/// Two pairs that exchange partners are still pairs, but do not run in opposite directions.
static const void *break_HULL_OPPOSITE(open_case *c)
{
	const arrays a = take(c, MIXED, 0);
	uint32_t first = *index_at(&a, a.at.twins, 0), second = first == 1 ? 2 : 1;
	uint32_t other = *index_at(&a, a.at.twins, second);
	const void *at = set_index(&a, a.at.twins, 0, other);
	(void)set_index(&a, a.at.twins, other, 0);
	(void)set_index(&a, a.at.twins, second, first);
	(void)set_index(&a, a.at.twins, first, second);
	return at;
}

HULL_INDEX(HULL_EDGES, MIXED, 0, edges, 3, a.half_edges)
HULL_FLOAT(HULL_EDGE_NORMAL, b[1], 2, 0.125f)
HULL_INDEX(HULL_NEIGHBOUR_FIRST, MIXED, 0, vertex_first, 0, 1)
HULL_INDEX(HULL_NEIGHBOUR, MIXED, 0, neighbours, 1, a.head->vertex_count)

/// Of the three neighbours of a cube's first vertex, the last becomes a neighbour of the second vertex.
static const void *break_HULL_FEW_NEIGHBOURS(open_case *c)
{
	const arrays a = take(c, MIXED, 1);
	assert_int_equal(*index_at(&a, a.at.vertex_first, 1), 3);
	(void)set_index(&a, a.at.vertex_first, 1, 2);
	return index_at(&a, a.at.vertex_first, 0);
}

/// The last vertex loses one of at least four neighbours.
static const void *break_HULL_NEIGHBOURS(open_case *c)
{
	const arrays a = take(c, LEVELS, 0);
	const uint32_t last = a.head->vertex_count;
	assert_true(a.half_edges - *index_at(&a, a.at.vertex_first, last - 1) >= 4);
	return set_index(&a, a.at.vertex_first, last, a.half_edges - 1);
}

/// The last neighbour of a vertex becomes the next vertex, to which no edge leads.
static const void *break_HULL_JOINED(open_case *c)
{
	const arrays a = take(c, LEVELS, 0);
	uint32_t vertex = 0, end;
	do
		end = *index_at(&a, a.at.vertex_first, ++vertex);
	while (*index_at(&a, a.at.neighbours, end - 1u) + 1u >= a.head->vertex_count);
	(void)set_index(&a, a.at.neighbours, end - 1u, *index_at(&a, a.at.neighbours, end - 1u) + 1u);
	return index_at(&a, a.at.neighbours, *index_at(&a, a.at.vertex_first, vertex - 1u));
}

HULL_INDEX(HULL_SEED, MIXED, 0, seeds, 7, a.head->vertex_count)
HULL_INDEX(HULL_SEED_END, MIXED, 0, seeds, 4, *index_at(&a, a.at.seeds, 21))
HULL_INDEX(HULL_LEVEL, LEVELS, 0, level_sizes, 0, 0)

static const void *break_HULL_LINK_COUNT(open_case *c)
{
	const arrays a = take(c, LEVELS, 0);
	(void)set_index(&a, a.at.level_sizes, 1, *index_at(&a, a.at.level_sizes, 1) - 1u);
	return &head(c, 0)->link_first_count;
}

HULL_INDEX(HULL_LINK_FIRST, LEVELS, 0, link_first, 0, 1)
HULL_INDEX(HULL_LINK, LEVELS, 0, links, 0, 0)

static const void *break_HULL_LINKS(open_case *c)
{
	const arrays a = take(c, LEVELS, 0);
	(void)set_index(&a, a.at.link_first, a.head->link_first_count - 1, a.head->link_count - 1);
	return a.data + a.at.links;
}

static const void *break_HULL_PADDING(open_case *c)
{
	const arrays a = take(c, MIXED, 0);
	uint16_t *behind = index_at(&a, a.at.seeds, KILN_HULL_SEEDS);
	*behind = 1;
	return behind;
}

static const void *break_HULLS_COVER(open_case *c)
{
	rule_use(c, MIXED);
	const kiln_format_section *data = case_entry(c, KILN_SECTION_HULL_DATA);
	uint64_t size = data->size;
	case_resize(c, KILN_SECTION_HULL_DATA, size + 64, data->count);
	return (uint8_t *)case_section(c, KILN_SECTION_HULL_DATA) + size;
}

rule_breaks rule_breaks_of_hulls(void)
{
	static const rule_break breaks[] = {KILN_RULES_HULLS(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
