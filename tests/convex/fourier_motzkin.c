// SPDX-License-Identifier: MIT
#include "fourier_motzkin.h"

#include <math.h>

/// A row does not bound an axis when this component of its unit normal is smaller.
#define TINY 0x1p-44
/// The share of coordinates by which rounding may violate a row that does not bound an axis.
#define SLACK 0x1p-44

typedef struct elimination
{
	kiln_elimination_row *rows;
	uint32_t capacity;
	/// Ends of the ranges of half-spaces, of rows without x, and of rows without x and y. Each range begins where the
	/// previous one ends.
	uint32_t end[3];
	bool of_a; ///< whose half-spaces are added
	bool full;
	double size;
} elimination;

/// Returns a free row; NULL when none is left.
static kiln_elimination_row *new_row(elimination *e, uint32_t stage)
{
	if (e->end[stage] == e->capacity)
	{
		e->full = true;
		return NULL;
	}
	return &e->rows[e->end[stage]++];
}

/// The half-space of a polytope along an outward direction.
static void add_halfspace(elimination *e, const kiln_polytope *p, kiln_d3 n)
{
	double length = sqrt(kiln_d3_length2(n)), most = -HUGE_VAL;
	kiln_elimination_row *row = length > 0 && e->end[0] < KILN_ELIMINATION_HALFSPACES ? new_row(e, 0) : NULL;
	if (!row)
	{
		e->full = true;
		return;
	}
	n = kiln_d3_scale(n, 1 / length);
	for (uint32_t i = 0; i < p->hull->vertex_count; ++i)
	{
		kiln_d3 vertex = kiln_polytope_vertex(p, i);
		most = kiln_double_max(most, kiln_d3_dot(n, vertex));
		e->size = kiln_double_max(e->size, kiln_d3_largest(vertex));
	}
	*row = (kiln_elimination_row){.n = {n.x, n.y, n.z}, .d = most, .from = (uint64_t)1 << (e->end[0] - 1)};
	for (int k = 0; k < 3; ++k)
		row->of_a[k] = e->of_a ? row->n[k] : 0;
}

static void add_both(elimination *e, const kiln_polytope *p, kiln_d3 n)
{
	add_halfspace(e, p, n);
	add_halfspace(e, p, kiln_d3_scale(n, -1));
}

/// Twice the area of a face, along its outward normal.
static kiln_d3 area_of(const kiln_polytope *p, uint32_t face)
{
	uint32_t count, first = kiln_hull_face(p->hull, face, &count);
	kiln_d3 start = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first)), area = {0, 0, 0};
	for (uint32_t i = 1; i + 1 < count; ++i)
	{
		kiln_d3 u = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + i)), start);
		kiln_d3 v = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + i + 1)), start);
		area = kiln_d3_add(area, kiln_d3_cross(u, v));
	}
	if (!(kiln_d3_largest(area) > 0))
		return kiln_polytope_normal(p, face);
	return kiln_d3_scale(area, p->mirrored ? -1 : 1);
}

/// Adds both sides of a polygon, and the outside of each edge.
static void add_polygon(elimination *e, const kiln_polytope *p)
{
	kiln_d3 n = area_of(p, 0);
	uint32_t count, first = kiln_hull_face(p->hull, 0, &count);
	add_both(e, p, n);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t next = i + 1 < count ? i + 1 : 0;
		kiln_d3 start = kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + i));
		kiln_d3 side = kiln_d3_sub(kiln_polytope_vertex(p, kiln_hull_origin(p->hull, first + next)), start);
		// Scaled, because a product of three lengths might overflow or underflow.
		kiln_d3 out = kiln_d3_cross(kiln_d3_scale(side, 1 / kiln_d3_largest(side)), n);
		add_halfspace(e, p, kiln_d3_scale(out, p->mirrored ? -1 : 1));
	}
}

/// Adds both ends of a segment, and two directions perpendicular to it.
static void add_segment(elimination *e, const kiln_polytope *p)
{
	kiln_d3 along = kiln_d3_sub(kiln_polytope_vertex(p, 1), kiln_polytope_vertex(p, 0)), least = kiln_d3_abs(along);
	along = kiln_d3_scale(along, 1 / kiln_d3_largest(along));
	bool x = least.x <= least.y && least.x <= least.z, y = !x && least.y <= least.z;
	kiln_d3 across = kiln_d3_cross(along, (kiln_d3){x, y, !x && !y});
	add_both(e, p, along);
	add_both(e, p, across);
	add_both(e, p, kiln_d3_cross(along, across));
}

static void add_polytope(elimination *e, const kiln_polytope *p, bool of_a)
{
	e->of_a = of_a;
	switch (p->hull->dimension)
	{
	case 3:
		for (uint32_t i = 0; i < p->hull->face_count && !e->full; ++i)
			add_halfspace(e, p, area_of(p, i));
		break;
	case 2:
		add_polygon(e, p);
		break;
	case 1:
		add_segment(e, p);
		break;
	default:
		add_both(e, p, (kiln_d3){1, 0, 0});
		add_both(e, p, (kiln_d3){0, 1, 0});
		add_both(e, p, (kiln_d3){0, 0, 1});
		break;
	}
}

static uint32_t bits_of(uint64_t set)
{
	uint32_t count = 0;
	for (; set; set &= set - 1)
		++count;
	return count;
}

/// Returns the mean of two rows in which an axis cancels: `above` bounds the axis from above, `below` from below.
static kiln_elimination_row mean_of(const kiln_elimination_row *above, const kiln_elimination_row *below, int axis)
{
	double whole = above->n[axis] - below->n[axis];
	double p = -below->n[axis] / whole, q = above->n[axis] / whole;
	kiln_elimination_row row = {.d = p * above->d + q * below->d, .from = above->from | below->from};
	for (int k = 0; k < 3; ++k)
	{
		row.n[k] = k > axis ? p * above->n[k] + q * below->n[k] : 0;
		row.of_a[k] = p * above->of_a[k] + q * below->of_a[k];
	}
	return row;
}

/// Makes the rows without an axis from the previous rows.
static void eliminate(elimination *e, int axis)
{
	uint32_t first = axis ? e->end[axis - 1] : 0, last = e->end[axis];
	e->end[axis + 1] = last;
	for (uint32_t i = first; i < last && !e->full; ++i)
	{
		double bound = e->rows[i].n[axis];
		if (kiln_double_abs(bound) <= TINY)
		{
			kiln_elimination_row *row = new_row(e, (uint32_t)axis + 1);
			if (row)
				*row = e->rows[i];
			continue;
		}
		for (uint32_t j = first; bound > 0 && j < last && !e->full; ++j)
		{
			if (!(e->rows[j].n[axis] < -TINY) || bits_of(e->rows[i].from | e->rows[j].from) > (uint32_t)axis + 2)
				continue;
			kiln_elimination_row *row = new_row(e, (uint32_t)axis + 1);
			if (row)
				*row = mean_of(&e->rows[i], &e->rows[j], axis);
		}
	}
}

/// The range of an axis in the rows of a stage, with the later axes as in `x`. Rows that do not bound the axis hold or
/// not.
typedef struct elimination_span
{
	double low, high;
	uint32_t low_by, high_by; ///< rows; KILN_NONE for none
	uint32_t broken;		  ///< the most violated row among those that do not bound the axis; KILN_NONE for none
} elimination_span;

static elimination_span span_of(const elimination *e, int axis, const double x[3])
{
	elimination_span span = {-HUGE_VAL, HUGE_VAL, KILN_NONE, KILN_NONE, KILN_NONE};
	double least = -SLACK * e->size;
	for (uint32_t i = axis ? e->end[axis - 1] : 0; i < e->end[axis]; ++i)
	{
		const kiln_elimination_row *row = &e->rows[i];
		double room = row->d;
		for (int k = axis + 1; k < 3; ++k)
			room -= row->n[k] * x[k];
		if (kiln_double_abs(row->n[axis]) <= TINY)
		{
			if (room < least)
			{
				least = room;
				span.broken = i;
			}
			continue;
		}
		double at = room / row->n[axis];
		if (row->n[axis] > 0 && at < span.high)
		{
			span.high = at;
			span.high_by = i;
		}
		if (row->n[axis] < 0 && at > span.low)
		{
			span.low = at;
			span.low_by = i;
		}
	}
	return span;
}

/// Finds a point of all half-spaces from z back to x; false, with two contradicting rows, where no such point exists.
static bool find_point(const elimination *e, double x[3], const kiln_elimination_row *odds[2])
{
	for (int axis = 2; axis >= 0; --axis)
	{
		elimination_span span = span_of(e, axis, x);
		if (span.broken != KILN_NONE || (axis == 2 && span.low > span.high))
		{
			bool broken = span.broken != KILN_NONE;
			odds[0] = &e->rows[broken ? span.broken : span.high_by];
			odds[1] = broken ? odds[0] : &e->rows[span.low_by];
			return false;
		}
		// The half-spaces of bounded bodies bound every axis. After z, only rounding can make an interval empty.
		x[axis] = (span.low + span.high) / 2;
	}
	return true;
}

/// Whether a point is in all half-spaces, to a tolerance.
static bool is_held(const elimination *e, const double x[3])
{
	for (uint32_t i = 0; i < e->end[0]; ++i)
	{
		const kiln_elimination_row *row = &e->rows[i];
		double over = row->n[0] * x[0] + row->n[1] * x[1] + row->n[2] * x[2] - row->d;
		// NaN is outside.
		if (!(over <= KILN_PROGRAMME_NEAR * e->size))
			return false;
	}
	return true;
}

/// Returns the normal from b to a: the negative sum of the first polytope's half-spaces in the mean of the
/// contradicting rows.
static kiln_d3 normal_of(const kiln_elimination_row *const odds[2])
{
	double p = 1, q = 0;
	if (odds[0] != odds[1])
	{
		double whole = odds[0]->n[2] - odds[1]->n[2];
		p = -odds[1]->n[2] / whole;
		q = odds[0]->n[2] / whole;
	}
	const double *a = odds[0]->of_a, *b = odds[1]->of_a;
	return (kiln_d3){-(p * a[0] + q * b[0]), -(p * a[1] + q * b[1]), -(p * a[2] + q * b[2])};
}

kiln_programme kiln_fourier_motzkin(
	const kiln_polytope *a, const kiln_polytope *b, kiln_elimination_row *rows, uint32_t capacity)
{
	kiln_programme answer = {.verdict = KILN_PROGRAMME_UNDECIDED};
	elimination e = {.rows = rows, .capacity = capacity};
	add_polytope(&e, a, true);
	add_polytope(&e, b, false);
	for (int axis = 0; axis < 2 && !e.full; ++axis)
		eliminate(&e, axis);
	answer.steps = e.end[2];
	if (e.full)
		return answer;
	double x[3] = {0, 0, 0};
	const kiln_elimination_row *odds[2];
	if (find_point(&e, x, odds))
	{
		if (is_held(&e, x))
			answer.verdict = KILN_PROGRAMME_OVERLAP;
		return answer;
	}
	kiln_d3 normal = normal_of(odds);
	if (kiln_d3_largest(normal) > TINY)
		(void)kilni_programme_part(a, b, normal, &answer);
	return answer;
}
