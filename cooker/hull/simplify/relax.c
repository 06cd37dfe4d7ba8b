// SPDX-License-Identifier: MIT
#include "outer.h"

#include <math.h>
#include <string.h>

/// Moves the vertices of an outer polytope close to the true hull.
///
/// While the other vertices stay, the allowed region of a vertex is convex and bounded by planes: each plane passes
/// through the opposite edge of a face and through the true hull's farthest point beyond that edge. The distance to the
/// true hull is convex, too. So the method of centres applies (Huard 1967). A level bounds all distances. Every vertex
/// in turn moves to the analytic centre of its region (Newton's method on the sum of the logarithms), which gives its
/// neighbours room. Then the level decreases to just above the greatest distance, until no vertex moves. Containment
/// holds at every step.

#define REPAIRS_MOST 24
#define PROJECTIONS_MOST 40
#define CUT_ROUNDS 3
#define PULLS_MOST 8
#define LEVEL_SHARE 0.1
#define LEVEL_WEIGHT 10.0

static double measure_vertex(outer_work *work, uint32_t i, double q[3])
{
	double d = shell_closest(&work->body->surface, work->now.x[i], &work->now.near[i], q);
	work->now.distance[i] = d;
	return d;
}

void outer_measure(outer_work *work)
{
	work->now.error = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		double q[3], d = measure_vertex(work, i, q);
		work->now.error = d > work->now.error ? d : work->now.error;
	}
}

static void face_normal(const double a[3], const double b[3], const double c[3], double n[3])
{
	double ab[3], ac[3];
	simplify_sub(b, a, ab);
	simplify_sub(c, a, ac);
	simplify_cross(ab, ac, n);
}

bool outer_rebuild(outer_work *work)
{
	uint32_t four[4];
	const double(*x)[3] = (const double(*)[3])work->now.x;
	if (!shell_span(x, NULL, work->now.count, four) || !shell_start(&work->hull, four))
		return false;
	shell_look(&work->hull, 4 * (uint64_t)work->now.count);
	for (uint32_t i = 0; i < work->now.count; ++i)
		if (work->hull.corner[i] == SHELL_NONE)
			shell_insert(&work->hull, i);
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		shell_face *face = &work->hull.faces[f];
		if (face->v[0] == SHELL_NONE)
			continue;
		// The vertex that was last found near a corner is a better start than the support of an old face, which may be
		// far away at first.
		if (work->hull.face_end > SIMPLIFY_MANY)
			face->support = work->body->surface.faces[work->now.near[face->v[0]]].v[0];
		for (int k = 0; k < 3 && work->hull.face_end <= SIMPLIFY_MANY; ++k)
			face->support = face->n[k] < f ? work->hull.faces[face->n[k]].support : face->support;
		face->support = body_support(work->body, face->plane, face->support);
	}
	return true;
}

/// Computes the cut that face (v, a, b) puts on v: h must stay behind the face. False when there is no cut.
static bool make_cut(const double a[3], const double b[3], const double h[3], outer_cut *cut)
{
	double ha[3], hb[3];
	simplify_sub(a, h, ha);
	simplify_sub(b, h, hb);
	simplify_cross(ha, hb, cut->normal);
	double length = sqrt(simplify_dot(cut->normal, cut->normal));
	if (!(length > 0))
		return false;
	for (int k = 0; k < 3; ++k)
		cut->normal[k] /= length;
	cut->offset = simplify_dot(cut->normal, h);
	return true;
}

/// Adds the cuts of the faces around vertex `i` for the position `v`; returns the share of the way from old to v within
/// which all cuts hold, 1 for the whole way.
static double add_cuts(outer_work *work, uint32_t i, const double old[3], const double v[3])
{
	shell *s = &work->hull;
	double reach = 1;
	uint32_t first = s->corner[i], at = first;
	do
	{
		shell_face *f = &s->faces[at];
		int k = f->v[0] == i ? 0 : f->v[1] == i ? 1 : 2;
		const double *a = work->now.x[f->v[(k + 1) % 3]], *b = work->now.x[f->v[(k + 2) % 3]];
		double n[3];
		face_normal(v, a, b, n);
		f->support = body_support(work->body, n, f->support);
		outer_cut cut;
		if (work->cut_count < work->cut_capacity && make_cut(a, b, work->body->points[f->support], &cut))
		{
			double here = simplify_dot(cut.normal, v) - cut.offset, before = simplify_dot(cut.normal, old) - cut.offset;
			if (here <= 0.1 * before)
			{
				double t = before > 0 ? 0.8 * before / (before - here) : 0;
				reach = t < reach ? t : reach;
			}
			work->cuts[work->cut_count++] = cut;
		}
		at = f->n[k];
	} while (at != first);
	return reach;
}

/// Solves the symmetric system h x = r, whose unknowns may have very different sizes; false when it is not positive
/// definite.
static bool solve3(const double h[6], const double r[3], double x[3])
{
	if (!(h[0] > 0 && h[3] > 0 && h[5] > 0))
		return false;
	double s[3] = {1 / sqrt(h[0]), 1 / sqrt(h[3]), 1 / sqrt(h[5])};
	double a = 1 + 1e-12, b = h[1] * s[0] * s[1], c = h[2] * s[0] * s[2], e = h[4] * s[1] * s[2];
	double c0 = a * a - e * e, c1 = c * e - b * a, c2 = b * e - c * a;
	double det = a * c0 + b * c1 + c * c2;
	if (!(det > 0))
		return false;
	double c3 = a * a - c * c, c4 = b * c - a * e, c5 = a * a - b * b;
	double t[3] = {r[0] * s[0] / det, r[1] * s[1] / det, r[2] * s[2] / det};
	x[0] = s[0] * (c0 * t[0] + c1 * t[1] + c2 * t[2]);
	x[1] = s[1] * (c1 * t[0] + c3 * t[1] + c4 * t[2]);
	x[2] = s[2] * (c2 * t[0] + c4 * t[1] + c5 * t[2]);
	return true;
}

/// A position of a vertex, and its distance from the body's nearest point.
typedef struct outer_place
{
	double v[3];
	double q[3];
	double d;
} outer_place;

static void probe(outer_work *work, uint32_t i, outer_place *place)
{
	place->d = shell_closest(&work->body->surface, place->v, &work->now.near[i], place->q);
}

/// Makes one step of Newton's method towards the centre of the region that the cuts and the level leave for vertex `i`.
static bool newton_step(outer_work *work, uint32_t i, outer_place *place)
{
	double g[3] = {0, 0, 0}, h[6] = {0, 0, 0, 0, 0, 0}, step[3];
	const double *v = place->v, *q = place->q;
	double d = place->d, room = work->level - d;
	shell_look(&work->hull, work->cut_count);
	for (uint32_t c = 0; c < work->cut_count; ++c)
	{
		const double *n = work->cuts[c].normal;
		double slack = simplify_dot(n, v) - work->cuts[c].offset;
		double w = 1 / (slack > 1e-14 ? slack : 1e-14), ww = w * w;
		for (int k = 0; k < 3; ++k)
			g[k] += n[k] * w;
		h[0] += n[0] * n[0] * ww, h[1] += n[0] * n[1] * ww, h[2] += n[0] * n[2] * ww;
		h[3] += n[1] * n[1] * ww, h[4] += n[1] * n[2] * ww, h[5] += n[2] * n[2] * ww;
	}
	if (d > 0 && room > 0)
	{
		double u[3] = {(v[0] - q[0]) / d, (v[1] - q[1]) / d, (v[2] - q[2]) / d};
		double w = LEVEL_WEIGHT / room, ww = w / room, flat = 0.3 * w / d;
		for (int k = 0; k < 3; ++k)
			g[k] -= u[k] * w;
		ww -= flat;
		h[0] += u[0] * u[0] * ww + flat, h[1] += u[0] * u[1] * ww, h[2] += u[0] * u[2] * ww;
		h[3] += u[1] * u[1] * ww + flat, h[4] += u[1] * u[2] * ww, h[5] += u[2] * u[2] * ww + flat;
	}
	if (!solve3(h, g, step))
		return false;
	double t = 1;
	for (uint32_t c = 0; c < work->cut_count; ++c)
	{
		double slack = simplify_dot(work->cuts[c].normal, v) - work->cuts[c].offset;
		double down = -simplify_dot(work->cuts[c].normal, step);
		if (down > 0 && 0.9 * slack < t * down)
			t = slack > 0 ? 0.9 * slack / down : 0;
	}
	for (int tries = 0; tries < 8 && t > 0; ++tries, t *= 0.5)
	{
		outer_place to = {.v = {v[0] + t * step[0], v[1] + t * step[1], v[2] + t * step[2]}};
		probe(work, i, &to);
		if (work->level - to.d > 0.1 * room)
		{
			*place = to;
			return true;
		}
	}
	return false;
}

/// Moves vertex `i` approximately to the centre of its region.
static void center_vertex(outer_work *work, uint32_t i)
{
	if (work->hull.corner[i] == SHELL_NONE)
		return;
	double *x = work->now.x[i];
	outer_place at = {.v = {x[0], x[1], x[2]}};
	double reach = 1;
	work->cut_count = 0;
	probe(work, i, &at);
	add_cuts(work, i, x, at.v);
	for (int round = 0; round < CUT_ROUNDS && newton_step(work, i, &at); ++round)
	{
		newton_step(work, i, &at);
		reach = add_cuts(work, i, x, at.v);
		if (reach < 1)
		{
			for (int k = 0; k < 3; ++k)
				at.v[k] = x[k] + reach * (at.v[k] - x[k]);
			probe(work, i, &at);
		}
	}
	for (int tries = 0; tries < PULLS_MOST && reach < 1; ++tries)
	{
		work->cut_count = 0;
		reach = add_cuts(work, i, x, at.v);
		for (int k = 0; k < 3 && reach < 1; ++k)
			at.v[k] = x[k] + reach * (at.v[k] - x[k]);
	}
	if (reach >= 1)
	{
		memcpy(x, at.v, sizeof at.v);
		probe(work, i, &at);
		work->now.distance[i] = at.d;
	}
}

bool outer_keep(outer_work *work)
{
	if (work->best.count && work->now.error >= work->best.error)
		return false;
	work->best.count = work->now.count;
	work->best.error = work->now.error;
	memcpy(work->best.x, work->now.x, work->now.count * sizeof *work->now.x);
	return true;
}

double outer_stand_out(const outer_work *work, shell_face *face)
{
	face->support = body_support(work->body, face->plane, face->support);
	return simplify_dot(face->plane, work->body->points[face->support]) - face->plane[3];
}

/// Extends `push` so that it moves a vertex beyond the plane of a face by `need`, if it does not yet.
static bool push_beyond(const shell_face *f, double need, double push[3])
{
	double lack = need - simplify_dot(f->plane, push);
	if (!(lack > 1e-3 * need))
		return false;
	for (int k = 0; k < 3; ++k)
		push[k] += lack * f->plane[k];
	return true;
}

/// Computes the push on vertex `i` that moves it beyond the plane of each of its faces by the need there, by projection
/// onto one plane after the other (Kaczmarz 1937); planes that the push already satisfies do not change it. Needs are
/// per corner of a face; if `only` is a face, this face needs 1 and the others nothing. Returns the push's length.
static double push_vertex(const outer_work *work, uint32_t i, uint32_t only, double push[3])
{
	push[0] = push[1] = push[2] = 0;
	bool moved = true;
	uint64_t looks = 0;
	for (int round = 0; round < PROJECTIONS_MOST && moved; ++round)
	{
		uint32_t first = work->hull.corner[i], at = first;
		moved = false;
		do
		{
			const shell_face *f = &work->hull.faces[at];
			int c = f->v[0] == i ? 0 : f->v[1] == i ? 1 : 2;
			double need = only == SHELL_NONE ? work->need[at][c] : at == only ? 1 : 0;
			moved = push_beyond(f, need, push) || moved;
			at = f->n[c];
			++looks;
		} while (at != first);
	}
	shell_look(&work->hull, looks);
	return sqrt(simplify_dot(push, push));
}

/// Approximates push_vertex's length for face `only`, with some of the other faces around a hub: all faces would be
/// visited once for each of them.
static double push_hub(const outer_work *work, uint32_t i, uint32_t only)
{
	double push[3] = {0, 0, 0};
	bool moved = true;
	uint64_t looks = 0;
	for (int round = 0; round < PROJECTIONS_MOST && moved; ++round)
	{
		moved = push_beyond(&work->hull.faces[only], 1, push);
		for (const uint32_t *at = &work->samples[work->sample_first[i]]; *at != SHELL_NONE; ++at, ++looks)
			moved = (*at != only && push_beyond(&work->hull.faces[*at], 0, push)) || moved;
	}
	shell_look(&work->hull, looks);
	return sqrt(simplify_dot(push, push));
}

/// Samples some of the faces around every hub.
static void take_samples(outer_work *work)
{
	uint32_t used = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		work->sample_first[i] = SHELL_NONE;
		if (work->hull.corner[i] == SHELL_NONE)
			continue;
		uint32_t count = 0, face = work->hull.corner[i];
		do
		{
			face = shell_turn(&work->hull, face, i);
			++count;
		} while (face != work->hull.corner[i]);
		shell_look(&work->hull, count);
		if (count <= SIMPLIFY_RING_MOST)
			continue;
		work->sample_first[i] = used;
		for (uint32_t k = 0, stride = count / OUTER_SAMPLES; k < count; ++k)
		{
			if (k % stride == 0)
				work->samples[used++] = face;
			face = shell_turn(&work->hull, face, i);
		}
		work->samples[used++] = SHELL_NONE;
	}
}

/// Distributes among its corners the push that lifts face `f` by `out`, over the body's point beyond the face. Corners
/// near that point that need not move far get most, so that the tip of a needle stays in place.
static void share_need(const outer_work *work, uint32_t f, double out, double need[3])
{
	const shell_face *face = &work->hull.faces[f];
	const double *h = work->body->points[face->support];
	double weight[3], cost[3], push[3], sum = 0, total = 0;
	for (int k = 0; k < 3; ++k)
	{
		double to[3], edge[3], n[3];
		const double *a = work->now.x[face->v[(k + 1) % 3]], *b = work->now.x[face->v[(k + 2) % 3]];
		simplify_sub(b, a, edge);
		simplify_sub(h, a, to);
		simplify_cross(edge, to, n);
		weight[k] = simplify_dot(n, face->plane);
		weight[k] = weight[k] > 0 ? weight[k] : 0;
		sum += weight[k];
		bool hub = work->sample_first[face->v[k]] != SHELL_NONE;
		cost[k] = hub ? push_hub(work, face->v[k], f) : push_vertex(work, face->v[k], f, push);
		cost[k] = cost[k] > 1 ? cost[k] * cost[k] : 1;
	}
	for (int k = 0; k < 3; ++k)
	{
		weight[k] = sum > 0 ? weight[k] / sum : 1.0 / 3;
		total += weight[k] * weight[k] / cost[k];
	}
	for (int k = 0; k < 3; ++k)
		need[k] = out * (weight[k] / cost[k]) / total;
}

bool outer_repair(outer_work *work, double least)
{
	for (int round = 0; round < REPAIRS_MOST && !body_is_spent(work->body); ++round)
	{
		bool any = false;
		take_samples(work);
		for (uint32_t f = 0; f < work->hull.face_end; ++f)
		{
			shell_face *face = &work->hull.faces[f];
			double out = face->v[0] != SHELL_NONE ? outer_stand_out(work, face) : -1;
			work->need[f][0] = work->need[f][1] = work->need[f][2] = 0;
			if (out <= -0.01 * least)
				continue;
			share_need(work, f, out + least, work->need[f]);
			any = true;
		}
		if (!any)
			return true;
		for (uint32_t i = 0; i < work->now.count; ++i)
			if (work->hull.corner[i] != SHELL_NONE)
				push_vertex(work, i, SHELL_NONE, work->push[i]);
		for (uint32_t i = 0; i < work->now.count; ++i)
			for (int k = 0; k < 3 && work->hull.corner[i] != SHELL_NONE; ++k)
				work->now.x[i][k] += work->push[i][k];
		if (!shell_settle(&work->hull) && !outer_rebuild(work))
			return false;
	}
	return false;
}

bool outer_restore(outer_work *work)
{
	work->now.count = work->best.count;
	work->now.error = work->best.error;
	memcpy(work->now.x, work->best.x, work->best.count * sizeof *work->now.x);
	if (!outer_rebuild(work))
		return false;
	outer_measure(work);
	return true;
}

bool outer_relax(outer_work *work, uint32_t sweeps)
{
	if (work->descent.capacity && outer_descend(work, sweeps))
		return true;
	outer_measure(work);
	work->level = work->now.error * 1.01;
	double mark = work->now.error;
	outer_keep(work);
	for (uint32_t sweep = 0; sweep < sweeps; ++sweep)
	{
		for (uint32_t i = 0; i < work->now.count; ++i)
			center_vertex(work, i);
		outer_spend(work, work->now.count);
		work->now.error = 0;
		for (uint32_t i = 0; i < work->now.count; ++i)
			work->now.error = work->now.distance[i] > work->now.error ? work->now.distance[i] : work->now.error;
		outer_keep(work);
		work->level = work->now.error + LEVEL_SHARE * (work->level - work->now.error);
		if (!shell_settle(&work->hull) && !outer_rebuild(work))
			return false;
		// So many vertices have used up the effort in one sweep, and further sweeps would take as long.
		if (work->effort == 0 && (work->now.count > HULL_EFFORT || body_is_spent(work->body)))
			break;
		if (sweep % SETTLE_SWEEPS == SETTLE_SWEEPS - 1)
		{
			double gain = mark - work->now.error;
			double rest = work->now.error - work->best.error;
			if (work->effort == 0 || gain < 0.005 * mark || rest > 4 * gain)
				break;
			mark = work->now.error;
		}
	}
	return true;
}
