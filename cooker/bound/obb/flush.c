// SPDX-License-Identifier: MIT
#include "flush.h"

#include "memory.h"
#include "polyhedron.h"

#include <math.h>
#include <string.h>

/// Slack for rounding: with perpendicular normals the condition of a pair is met exactly at an end.
#define TOUCH 1e-12

/// Square of the sine of an angle below which directions count as parallel: rounding would be 1e-9 of the remaining
/// length.
#define PARALLEL 1e-14

/// The most times that an interval is halved. After so many halvings, rounding cannot distinguish the values of t in
/// it.
#define DEPTH 40

/// The most intervals of one pair. The intervals that cannot be rejected lie around the minimum and a few corners
/// beside it.
#define INTERVALS 4096

/// The data that all intervals of one pair of edges share.
typedef struct edge_pair
{
	const double *f, *g;   ///< normals beside the first edge
	const double *e;	   ///< direction of the second edge
	const double *touch_1; ///< a corner of each edge
	const double *touch_2;
	double outer[3]; ///< points outwards at the second edge
	double outward;	 ///< 1 or -1: n2 = outward n1 x e
} edge_pair;

/// One search.
typedef struct flush_state
{
	obb_polyhedron polyhedron;
	obb_flush *flush;
	double limit;			///< the search looks for volumes below this limit
	double *first, *second; ///< for each face: the products of its normal with the normals beside the first edge
} flush_state;

static void normal_at(const edge_pair *pair, double t, double out[3])
{
	for (uint32_t k = 0; k < 3; ++k)
		out[k] = (1.0 - t) * pair->f[k] + t * pair->g[k];
}

/// Computes n2 from n1.
static void across_at(const edge_pair *pair, const double n1[3], double out[3])
{
	obb_cross(n1, pair->e, out);
	for (uint32_t k = 0; k < 3; ++k)
		out[k] *= pair->outward;
}

/// A box of the family: which corners touch, and its volume.
typedef struct flush_box
{
	double between[3][3]; ///< for each pair of opposite faces: the vector between their touching corners
	double normals[3][3];
	double volume;
} flush_box;

static void subtract(const double a[3], const double b[3], double out[3])
{
	for (uint32_t k = 0; k < 3; ++k)
		out[k] = a[k] - b[k];
}

static const double *support(flush_state *s, const double n[3], double sign)
{
	const double direction[3] = {sign * n[0], sign * n[1], sign * n[2]};
	return s->polyhedron.points[obb_support(&s->polyhedron, direction)];
}

static double volume_of(const flush_box *box, double unit)
{
	return obb_dot(box->between[0], box->normals[0]) * obb_dot(box->between[1], box->normals[1]) *
		   obb_dot(box->between[2], box->normals[2]) / unit;
}

/// False where the first normal is parallel to the second edge: no box exists there.
static bool box_at(flush_state *s, const edge_pair *pair, double t, flush_box *box)
{
	double *n1 = box->normals[0], *n2 = box->normals[1], *n3 = box->normals[2];
	normal_at(pair, t, n1);
	across_at(pair, n1, n2);
	obb_cross(n1, n2, n3);
	double square_1 = obb_dot(n1, n1), square_2 = obb_dot(n2, n2);
	if (!(square_2 > PARALLEL * square_1))
		return false;
	subtract(pair->touch_1, support(s, n1, -1.0), box->between[0]);
	subtract(pair->touch_2, support(s, n2, -1.0), box->between[1]);
	subtract(support(s, n3, 1.0), support(s, n3, -1.0), box->between[2]);
	box->volume = volume_of(box, square_1 * square_2);
	if (box->volume < s->limit)
	{
		// A sliver's normal may be so inaccurate that the edges do not touch the box. Measure the true extents before
		// the search takes the box.
		subtract(support(s, n1, 1.0), support(s, n1, -1.0), box->between[0]);
		subtract(support(s, n2, 1.0), support(s, n2, -1.0), box->between[1]);
		box->volume = volume_of(box, square_1 * square_2);
	}
	return true;
}

/// Multiplies two quadratics in Bernstein form.
static void quartic(const double u[3], const double v[3], double out[5])
{
	out[0] = u[0] * v[0];
	out[1] = (u[0] * v[1] + u[1] * v[0]) / 2.0;
	out[2] = (u[0] * v[2] + 4.0 * u[1] * v[1] + u[2] * v[0]) / 6.0;
	out[3] = (u[1] * v[2] + u[2] * v[1]) / 2.0;
	out[4] = u[2] * v[2];
}

/// Whether every volume for t between t0 and t1 is above the limit, judged by the corners that touch one of the boxes.
static bool is_above(const flush_state *s, const edge_pair *pair, double t0, double t1, const flush_box *box)
{
	// a and b are n1 at t0 and at t1, c and d are n2. n3 = n1 x n2 has one more coefficient, in the middle.
	double a[3], b[3], c[3], d[3], ac[3], bd[3], ad[3], bc[3], volume[5], unit[5];
	normal_at(pair, t0, a);
	normal_at(pair, t1, b);
	across_at(pair, a, c);
	across_at(pair, b, d);
	obb_cross(a, c, ac);
	obb_cross(a, d, ad);
	obb_cross(b, c, bc);
	obb_cross(b, d, bd);
	const double *d1 = box->between[0], *d2 = box->between[1], *d3 = box->between[2];
	double l1[2] = {obb_dot(d1, a), obb_dot(d1, b)}, l2[2] = {obb_dot(d2, c), obb_dot(d2, d)};
	double l3[3] = {obb_dot(d3, ac), (obb_dot(d3, ad) + obb_dot(d3, bc)) / 2.0, obb_dot(d3, bd)};
	if (l1[0] < 0.0 || l1[1] < 0.0 || l2[0] < 0.0 || l2[1] < 0.0 || l3[0] < 0.0 || l3[1] < 0.0 || l3[2] < 0.0)
		return false;
	double area[3] = {l1[0] * l2[0], (l1[0] * l2[1] + l1[1] * l2[0]) / 2.0, l1[1] * l2[1]};
	double square_1[3] = {obb_dot(a, a), obb_dot(a, b), obb_dot(b, b)};
	double square_2[3] = {obb_dot(c, c), obb_dot(c, d), obb_dot(d, d)};
	quartic(area, l3, volume);
	quartic(square_1, square_2, unit);
	for (uint32_t i = 0; i < 5; ++i)
		if (!(volume[i] >= s->limit * unit[i]))
			return false;
	return true;
}

/// Whether the first normal is parallel to the second edge from t0 to t1, to rounding. Boxes can then turn freely about
/// that edge. The least of them is flush with another edge (a rectangle of least area), so that other pairs include it.
static bool is_parallel(const edge_pair *pair, double t0, double t1)
{
	double a[3], b[3], c[3], d[3];
	normal_at(pair, t0, a);
	normal_at(pair, t1, b);
	across_at(pair, a, c);
	across_at(pair, b, d);
	return obb_dot(c, c) <= PARALLEL * obb_dot(a, a) && obb_dot(d, d) <= PARALLEL * obb_dot(b, b);
}

static void take(flush_state *s, const flush_box *box)
{
	obb_flush *flush = s->flush;
	obb_frame frame;
	if (!obb_frame_from(box->normals[0], box->normals[1], &frame))
		return;
	flush->volume = box->volume;
	s->limit = box->volume * (1.0 - flush->tolerance);
	if (flush->trail_count == OBB_TRAIL)
		memmove(flush->trail, flush->trail + 1, (--flush->trail_count) * sizeof *flush->trail);
	flush->trail[flush->trail_count++] = frame;
}

/// Halves the interval until no part can contain a volume below the limit.
static void search_interval(flush_state *s, const edge_pair *pair, double t0, double t1)
{
	double from[DEPTH + 1], to[DEPTH + 1];
	uint32_t depth[DEPTH + 1], count = 1, intervals = 0;
	from[0] = t0;
	to[0] = t1;
	depth[0] = 0;
	while (count > 0)
	{
		if (++intervals > INTERVALS)
		{
			s->flush->complete = false;
			return;
		}
		--count;
		double a = from[count], b = to[count], middle = a + (b - a) / 2.0;
		uint32_t level = depth[count];
		flush_box box;
		if (box_at(s, pair, middle, &box))
		{
			if (box.volume < s->limit)
				take(s, &box);
			if (is_above(s, pair, a, b, &box))
				continue;
		}
		if (is_parallel(pair, a, b))
			continue;
		if (level == DEPTH || !(middle > a && middle < b))
			continue;
		from[count] = a;
		to[count] = middle;
		depth[count++] = level + 1;
		from[count] = middle;
		to[count] = b;
		depth[count++] = level + 1;
	}
}

/// Chooses the sign of n2 with which it is a positive sum of the normals beside the second edge, on an interval where
/// n2 lies between them.
static void turn_outward(edge_pair *pair, double t)
{
	double n1[3], n2[3];
	normal_at(pair, t, n1);
	obb_cross(n1, pair->e, n2);
	pair->outward = obb_dot(n2, pair->outer) < 0.0 ? -1.0 : 1.0;
}

/// Searches the intervals of t in which n1 f' and n1 g' do not have the same sign. Both are linear in t; `f` and `g`
/// are their values at both ends.
static void search_pair(flush_state *s, edge_pair *pair, const double f[2], const double g[2])
{
	double cut[4] = {0.0, 1.0, 1.0, 1.0};
	uint32_t count = 1;
	for (uint32_t i = 0; i < 2; ++i)
	{
		const double *v = i == 0 ? f : g;
		if ((v[0] < 0.0) != (v[1] < 0.0))
			cut[count++] = v[0] / (v[0] - v[1]);
	}
	cut[count++] = 1.0;
	if (count == 4 && cut[1] > cut[2])
	{
		double swap = cut[1];
		cut[1] = cut[2];
		cut[2] = swap;
	}
	bool searched = false;
	for (uint32_t i = 0; i + 1 < count; ++i)
	{
		double middle = (cut[i] + cut[i + 1]) / 2.0;
		double at_f = (1.0 - middle) * f[0] + middle * f[1], at_g = (1.0 - middle) * g[0] + middle * g[1];
		if ((at_f > 0.0 && at_g > 0.0) || (at_f < 0.0 && at_g < 0.0))
			continue;
		turn_outward(pair, middle);
		search_interval(s, pair, cut[i], cut[i + 1]);
		searched = true;
	}
	// The condition holds at an end only, and only within rounding.
	for (uint32_t i = 0; i < count && !searched; ++i)
	{
		flush_box box;
		turn_outward(pair, cut[i]);
		if (box_at(s, pair, cut[i], &box) && box.volume < s->limit)
			take(s, &box);
	}
}

/// Searches the pairs of this edge with itself and with later edges.
static void search_edge(flush_state *s, uint32_t number)
{
	const obb_polyhedron *p = &s->polyhedron;
	const obb_edge *a = &p->edges[number];
	for (uint32_t i = 0; i < p->face_count; ++i)
	{
		s->first[i] = obb_dot(p->normals[i], p->normals[a->faces[0]]);
		s->second[i] = obb_dot(p->normals[i], p->normals[a->faces[1]]);
	}
	for (uint32_t i = number; i < p->edge_count && s->polyhedron.spent <= s->flush->budget; ++i)
	{
		const obb_edge *b = &p->edges[i];
		double f[2] = {s->first[b->faces[0]], s->second[b->faces[0]]};
		double g[2] = {s->first[b->faces[1]], s->second[b->faces[1]]};
		if ((f[0] > TOUCH && f[1] > TOUCH && g[0] > TOUCH && g[1] > TOUCH) ||
			(f[0] < -TOUCH && f[1] < -TOUCH && g[0] < -TOUCH && g[1] < -TOUCH))
			continue;
		edge_pair pair = {.f = p->normals[a->faces[0]],
			.g = p->normals[a->faces[1]],
			.e = b->direction,
			.touch_1 = p->points[a->vertex],
			.touch_2 = p->points[b->vertex]};
		for (uint32_t k = 0; k < 3; ++k)
			pair.outer[k] = p->normals[b->faces[0]][k] + p->normals[b->faces[1]][k];
		search_pair(s, &pair, f, g);
	}
}

bool obb_flush_search(const kilncook_context *context, const obb_cloud *cloud, obb_flush *flush)
{
	flush_state s = {.flush = flush, .limit = flush->volume * (1.0 - flush->tolerance)};
	flush->trail_count = 0;
	flush->complete = true;
	if (!obb_polyhedron_make(context, cloud, &s.polyhedron))
		return false;
	uint32_t faces = s.polyhedron.face_count, i = 0;
	s.first = cook_alloc(context, faces, sizeof *s.first);
	s.second = cook_alloc(context, faces, sizeof *s.second);
	bool made = s.first && s.second;
	for (; made && i < s.polyhedron.edge_count && s.polyhedron.spent <= flush->budget; ++i)
	{
		s.polyhedron.spent += faces;
		search_edge(&s, i);
	}
	flush->spent = s.polyhedron.spent;
	flush->complete &= s.polyhedron.spent <= flush->budget;
	cook_free(context, s.first, faces, sizeof *s.first);
	cook_free(context, s.second, faces, sizeof *s.second);
	obb_polyhedron_free(context, &s.polyhedron);
	return made;
}
