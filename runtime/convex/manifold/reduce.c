// SPDX-License-Identifier: MIT
#include "reduce.h"

#include "bounds/core.h"

/// A quadrilateral must be larger by this factor to replace one that comes before it, so that trembling contacts stay
/// the same.
#define LARGER (1 + 0x1p-10)

static uint64_t key_of(kiln_feature feature)
{
	return (uint64_t)feature.kind << 32 | feature.index;
}

/// Orders by both names, the smaller first, then by the first object's.
static bool name_before(const kiln_pick_point *p, const kiln_pick_point *q)
{
	uint64_t pa = key_of(p->feature_a), pb = key_of(p->feature_b);
	uint64_t qa = key_of(q->feature_a), qb = key_of(q->feature_b);
	uint64_t p_low = pa < pb ? pa : pb, q_low = qa < qb ? qa : qb;
	if (p_low != q_low)
		return p_low < q_low;
	uint64_t p_high = pa < pb ? pb : pa, q_high = qa < qb ? qb : qa;
	if (p_high != q_high)
		return p_high < q_high;
	return pa != qa ? pa < qa : p->number < q->number;
}

static bool comes_before(const kiln_pick_point *p, const kiln_pick_point *q)
{
	return p->depth != q->depth ? p->depth > q->depth : name_before(p, q);
}

void kilni_pick_sort(kiln_pick_point *points, uint32_t count)
{
	for (uint32_t i = 1; i < count; ++i)
	{
		kiln_pick_point point = points[i];
		uint32_t j = i;
		for (; j > 0 && comes_before(&point, &points[j - 1]); --j)
			points[j] = points[j - 1];
		points[j] = point;
	}
}

/// Twice the area of the triangle of three points.
static double area_of(const kiln_pick_point *o, const kiln_pick_point *p, const kiln_pick_point *q)
{
	return (p->x - o->x) * (q->y - o->y) - (p->y - o->y) * (q->x - o->x);
}

static double distance2(const kiln_pick_point *p, const kiln_pick_point *q)
{
	double x = p->x - q->x, y = p->y - q->y;
	return x * x + y * y;
}

/// The farthest point from a given one; of equally far ones the first.
static uint32_t farthest(const kiln_pick_point *points, uint32_t count, uint32_t from)
{
	uint32_t best = from;
	double most = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double away = distance2(&points[i], &points[from]);
		if (away > most * LARGER)
		{
			most = away;
			best = i;
		}
	}
	return best;
}

/// The largest triangles on both sides of the diagonal from point 0 to `across`.
static double best_quad(const kiln_pick_point *points, uint32_t count, uint32_t across, uint32_t side[2])
{
	double most[2] = {0, 0};
	for (uint32_t i = 1; i < count; ++i)
	{
		double area = area_of(&points[0], &points[across], &points[i]);
		int left = area > 0;
		area = area < 0 ? -area : area;
		if (area > most[left] * LARGER)
		{
			most[left] = area;
			side[left] = i;
		}
	}
	return most[0] + most[1];
}

/// Adds a number that is not yet in the list, in order.
static uint32_t insert(uint32_t *picked, uint32_t count, uint32_t number)
{
	for (uint32_t i = 0; i < count; ++i)
		if (picked[i] == number)
			return count;
	uint32_t j = count;
	for (; j > 0 && picked[j - 1] > number; --j)
		picked[j] = picked[j - 1];
	picked[j] = number;
	return count + 1;
}

uint32_t kilni_pick(const kiln_pick_point *points, uint32_t count, uint32_t picked[KILN_MANIFOLD_POINTS_MAX])
{
	uint32_t made = 0;
	if (count <= KILN_MANIFOLD_POINTS_MAX)
	{
		for (; made < count; ++made)
			picked[made] = made;
		return made;
	}
	uint32_t across = 0, best[2] = {0, 0};
	double most = 0;
	for (uint32_t i = 1; i < count; ++i)
	{
		uint32_t side[2] = {0, 0};
		double area = best_quad(points, count, i, side);
		if (area > most * LARGER)
		{
			most = area;
			across = i;
			best[0] = side[0];
			best[1] = side[1];
		}
	}
	made = insert(picked, made, 0);
	if (most > 0)
	{
		made = insert(picked, made, across);
		made = insert(picked, made, best[0]);
		return insert(picked, made, best[1]);
	}
	// If all points are on one line, its ends are enough.
	uint32_t end = farthest(points, count, 0);
	made = insert(picked, made, end);
	return insert(picked, made, farthest(points, count, end));
}

uint32_t kiln_contacts_reduce(
	const kiln_contact *contacts, uint32_t count, kiln_vec3 normal, kiln_contact reduced[KILN_MANIFOLD_POINTS_MAX])
{
	if (!contacts || !reduced || count == 0)
		return 0;
	if (count > KILN_CONTACTS_MAX)
		count = KILN_CONTACTS_MAX;
	kiln_pick_point points[KILN_CONTACTS_MAX];
	kiln_d3 along = kilni_d3_unit(kiln_d3_from(normal));
	if (kiln_d3_largest(along) == 0)
		along.z = 1;
	kiln_d3 u = kilni_d3_across(along), v = kiln_d3_cross(along, u), from = kiln_d3_from(contacts[0].on_a);
	for (uint32_t i = 0; i < count; ++i)
	{
		// Midway between both surfaces, so that the objects may be swapped.
		const kiln_contact *c = &contacts[i];
		kiln_d3 place = kiln_d3_sub(kiln_d3_add(kiln_d3_from(c->on_a), kiln_d3_from(c->on_b)), kiln_d3_scale(from, 2));
		points[i] =
			(kiln_pick_point){kiln_d3_dot(u, place), kiln_d3_dot(v, place), c->depth, i, c->feature_a, c->feature_b};
	}
	kilni_pick_sort(points, count);
	uint32_t picked[KILN_MANIFOLD_POINTS_MAX], made = kilni_pick(points, count, picked);
	// `reduced` and the contacts may be the same memory.
	kiln_contact kept[KILN_MANIFOLD_POINTS_MAX];
	for (uint32_t i = 0; i < made; ++i)
		kept[i] = contacts[points[picked[i]].number];
	for (uint32_t i = 0; i < made; ++i)
		reduced[i] = kept[i];
	return made;
}
