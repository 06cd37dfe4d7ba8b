// SPDX-License-Identifier: MIT
#include "clearance.h"
#include "clearance_cube.h"

#include "convex/distance/gjk.h"

#include <math.h>

/// clearance_depth: the search in the cubes.

typedef struct search
{
	const clearance *c;
	const kiln_convex *set;
	kiln_d3 eye;
	double low[3], high[3]; ///< a box around the set
	double enough;
	double settled; ///< no point of the cubes that are done is deeper
	bool decide;
	bool above; ///< some cell is deeper than `enough`
} search;

/// Sets the box around the set, in the coordinates of the art.
static void find_box(search *s)
{
	const double eye[3] = {s->eye.x, s->eye.y, s->eye.z};
	uint32_t seed = KILN_NONE;
	for (int i = 0; i < 6; ++i)
	{
		int k = i / 2;
		double sign = i % 2 ? 1 : -1;
		const kiln_d3 direction = {k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0};
		kiln_d3 p = kilni_convex_support(s->set, direction, &seed);
		double at = k == 0 ? p.x : k == 1 ? p.y : p.z;
		(i % 2 ? s->high : s->low)[k] = at + sign * (s->set->margin + s->c->slack) + eye[k];
	}
}

/// The distance of a point from the box, a lower bound.
static double box_distance(const search *s, const double p[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double below = s->low[k] - p[k], above = p[k] - s->high[k], d = below > above ? below : above;
		sum += d > 0 ? d * d : 0;
	}
	return sqrt(sum) * (1 - 0x1p-48);
}

/// Returns a lower bound of the distance of a point from the set, as good as it gets where it is below `needed`, or only good enough to know that with `decide`.
static double distance(const search *s, const double p[3], double needed, bool decide)
{
	double margin = s->set->margin + s->c->slack;
	const kiln_d3 at = {p[0] - s->eye.x, p[1] - s->eye.y, p[2] - s->eye.z};
	const kiln_convex point = kilni_convex_of_segment(at, at);
	const kiln_enough enough = {.near = decide ? (needed + margin) * (1 - 1e-9) : 0, .far = needed + margin};
	kiln_simplex simplex = {0};
	kiln_gap gap;
	kilni_gjk(s->set, (kiln_d3){0, 0, 0}, &point, enough, &simplex, &gap);
	double lower = gap.lower - gap.rounding - margin;
	return lower > 0 ? lower : 0;
}

/// `cube` is KILN_NONE for a piece of a free cube.
static void descend(search *s, uint32_t cube, const clearance_place *place)
{
	const clearance *c = s->c;
	double centre[3], half = clearance_centre(c, place, centre);
	if (s->above || (cube != KILN_NONE && !c->cubes[cube].reached))
		return;
	double least = s->settled > s->enough ? s->settled : s->enough, needed = c->radius - least + half;
	if (box_distance(s, centre) >= needed)
		return;
	double far = distance(s, centre, needed, s->decide || place->level > 0), depth = c->radius - far + half;
	depth = depth < c->radius ? depth : c->radius;
	if (depth <= least || place->level == 0)
	{
		s->settled = depth > s->settled ? depth : s->settled;
		s->above |= s->decide && depth > s->enough;
		return;
	}
	bool is_cut = cube != KILN_NONE && c->cubes[cube].kind == CUBE_CUT;
	for (uint32_t i = 0; i < 8; ++i)
	{
		clearance_place part = clearance_part(place, i);
		descend(s, is_cut ? c->cubes[cube].first + i : KILN_NONE, &part);
	}
}

double clearance_depth(const clearance *c, const kiln_convex *set, kiln_d3 eye, double enough, bool decide)
{
	search s = {.c = c, .set = set, .eye = eye, .enough = enough, .decide = decide};
	const clearance_place whole = {{0, 0, 0}, c->levels};
	find_box(&s);
	descend(&s, 0, &whole);
	if (s.above)
		return c->radius;
	// What was left out by the box is at most `enough` deep.
	return s.settled > enough ? s.settled : enough;
}

double clearance_hull_depth(const clearance *c, const convex_hull *h, double enough, bool decide)
{
	const kiln_d3 eye = {(double)h->vertices[0][0], (double)h->vertices[0][1], (double)h->vertices[0][2]};
	const kiln_convex set = kilni_convex_of_points((const kiln_vec3 *)h->vertices, h->vertex_count, eye);
	return clearance_depth(c, &set, eye, enough, decide);
}
