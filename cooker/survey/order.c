// SPDX-License-Identifier: MIT
#include "internal.h"

#include "math/ieee.h"

static const float *position(const survey_work *w, uint32_t vertex)
{
	return w->mesh->vertices[vertex];
}

void survey_order_corners(const survey_work *w, uint32_t triangle, uint32_t corners[3])
{
	const uint32_t *c = survey_triangle(w, triangle);
	uint32_t low = 0;
	for (uint32_t k = 1; k < 3; ++k)
		if (survey_compare_positions(position(w, c[k]), position(w, c[low])) < 0)
			low = k;
	for (uint32_t k = 0; k < 3; ++k)
		corners[k] = c[(low + k) % 3];
}

int survey_compare_triangles(const survey_work *w, uint32_t a, uint32_t b)
{
	uint32_t p[3], q[3];
	int order = 0;
	survey_order_corners(w, a, p);
	survey_order_corners(w, b, q);
	for (int k = 0; k < 3 && order == 0; ++k)
		order = survey_compare_positions(position(w, p[k]), position(w, q[k]));
	return order;
}

/// A boundary side with its lower end first.
typedef struct ordered_side
{
	const float *low, *high, *apex;
	bool falls; ///< the side leads from its higher end to its lower end
} ordered_side;

static ordered_side order_side(const survey_work *w, uint32_t number)
{
	uint32_t side = w->s->boundary[number];
	const float *from = position(w, survey_from(w, side)), *to = position(w, survey_to(w, side));
	const float *apex = position(w, survey_triangle(w, side / 3)[(side % 3 + 2) % 3]);
	bool falls = survey_compare_positions(to, from) < 0;
	return (ordered_side){falls ? to : from, falls ? from : to, apex, falls};
}

int survey_compare_sides(const survey_work *w, uint32_t a, uint32_t b)
{
	const ordered_side p = order_side(w, a), q = order_side(w, b);
	int order = survey_compare_positions(p.low, q.low);
	order = order ? order : survey_compare_positions(p.high, q.high);
	order = order ? order : (int)p.falls - (int)q.falls;
	order = order ? order : survey_compare_positions(p.apex, q.apex);
	return order ? order : a < b ? -1 : a > b;
}
