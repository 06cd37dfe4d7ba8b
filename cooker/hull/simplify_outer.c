// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "memory.h"
#include "simplify_internal.h"

#include <string.h>

/// An outer polytope of few vertices, all near the true hull.
///
/// With the other vertices held, a vertex may lie wherever the plane through each opposite edge of its faces and the
/// true hull's point beyond it leaves it outside: a convex region, bounded by planes. The distance to the true hull is
/// convex, too. So the method of centres applies (Huard 1967): under a level that all distances stay below, every vertex
/// in turn goes to the analytic centre of its region (Newton's method on the sum of the logarithms), which gives its
/// neighbours room; then the level falls to just above the greatest distance, until nothing moves. Containment holds at
/// every step.

#define SWEEPS_MOST 120
#define CUT_ROUNDS 3
#define LEVEL_WEIGHT 3.0

typedef struct outer_cut
{
	double normal[3];
	double offset; ///< normal . v >= offset
} outer_cut;

typedef struct outer_state
{
	uint32_t count;
	double (*x)[3];
	double *distance;
	uint32_t *near; ///< face of the body
	double error;
} outer_state;

typedef struct outer_work
{
	const simplify_body *body;
	uint32_t capacity;
	outer_state now, best;
	shell hull; ///< of now.x
	outer_cut *cuts;
	uint32_t cut_capacity;
	uint32_t cut_count;
	double level;
} outer_work;

static double measure_vertex(outer_work *work, uint32_t i, double q[3])
{
	double d = shell_closest(&work->body->surface, work->now.x[i], &work->now.near[i], q);
	work->now.distance[i] = d;
	return d;
}

static void measure_all(outer_work *work)
{
	work->now.error = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		double q[3], d = measure_vertex(work, i, q);
		work->now.error = d > work->now.error ? d : work->now.error;
	}
}

/// Four of the points that are not in one plane.
static bool span_solid(const double (*x)[3], uint32_t count, uint32_t four[4])
{
	double best[4] = {-1, -1, -1, -1}, d[3], e[3] = {0, 0, 0}, n[3] = {0, 0, 0}, r[3];
	four[0] = 0;
	for (uint32_t k = 1; k < 4; ++k)
	{
		if (k == 2)
			simplify_sub(x[four[1]], x[four[0]], e);
		if (k == 3)
			simplify_sub(x[four[2]], x[four[0]], d), simplify_cross(e, d, n);
		for (uint32_t i = 1; i < count; ++i)
		{
			simplify_sub(x[i], x[four[0]], d);
			simplify_cross(e, d, r);
			double along = simplify_dot(n, d);
			double value = k == 1 ? simplify_dot(d, d) : k == 2 ? simplify_dot(r, r) : along * along;
			if (value > best[k])
				best[k] = value, four[k] = i;
		}
	}
	return exact_orient3d(x[four[0]], x[four[1]], x[four[2]], x[four[3]]) != 0;
}

static void face_normal(const double a[3], const double b[3], const double c[3], double n[3])
{
	double ab[3], ac[3];
	simplify_sub(b, a, ab);
	simplify_sub(c, a, ac);
	simplify_cross(ab, ac, n);
}

static bool rebuild(outer_work *work)
{
	uint32_t four[4];
	const double(*x)[3] = (const double(*)[3])work->now.x;
	if (!span_solid(x, work->now.count, four) || !shell_start(&work->hull, four))
		return false;
	for (uint32_t i = 0; i < work->now.count; ++i)
		if (work->hull.corner[i] == SHELL_NONE)
			shell_insert(&work->hull, i);
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		shell_face *face = &work->hull.faces[f];
		if (face->v[0] != SHELL_NONE)
			face->support = body_support(work->body, face->plane, face->support);
	}
	return true;
}

/// Scales about a point inside until every face has the body behind it.
static bool scale_outwards(outer_work *work)
{
	double c[3] = {0, 0, 0}, most = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
		for (int k = 0; k < 3; ++k)
			c[k] += work->now.x[i][k] / work->now.count;
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		const shell_face *face = &work->hull.faces[f];
		if (face->v[0] == SHELL_NONE)
			continue;
		double inside = simplify_dot(face->plane, c);
		double reach = simplify_dot(face->plane, work->body->points[face->support]) - inside;
		double height = face->plane[3] - inside;
		if (!(height > 0))
			return false;
		most = reach / height > most ? reach / height : most;
	}
	most *= 1 + 1e-3;
	for (uint32_t i = 0; i < work->now.count; ++i)
		for (int k = 0; k < 3; ++k)
			work->now.x[i][k] = c[k] + most * (work->now.x[i][k] - c[k]);
	return most < 1e6;
}

/// The cut that face (v, a, b) puts on v: h must stay behind it. False when it puts none.
static bool make_cut(const double a[3], const double b[3], const double h[3], outer_cut *cut)
{
	double ha[3], hb[3];
	simplify_sub(a, h, ha);
	simplify_sub(b, h, hb);
	simplify_cross(ha, hb, cut->normal);
	double length = __builtin_sqrt(simplify_dot(cut->normal, cut->normal));
	if (!(length > 0))
		return false;
	for (int k = 0; k < 3; ++k)
		cut->normal[k] /= length;
	cut->offset = simplify_dot(cut->normal, h);
	return true;
}

/// Adds the cuts of the faces around vertex `i` as if it were at `v`; returns how far along old -> v all of them hold,
/// 1 for the whole way.
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

/// Solves the symmetric system h x = r, whose unknowns may be of very different size; false when it is not positive
/// definite.
static bool solve3(const double h[6], const double r[3], double x[3])
{
	if (!(h[0] > 0 && h[3] > 0 && h[5] > 0))
		return false;
	double s[3] = {1 / __builtin_sqrt(h[0]), 1 / __builtin_sqrt(h[3]), 1 / __builtin_sqrt(h[5])};
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

/// One step of Newton's method towards the centre of what the cuts and the level leave vertex `i`, which is at `v`.
static bool newton_step(outer_work *work, uint32_t i, double v[3])
{
	double q[3], g[3] = {0, 0, 0}, h[6] = {0, 0, 0, 0, 0, 0}, step[3];
	double d = shell_closest(&work->body->surface, v, &work->now.near[i], q), room = work->level - d;
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
		double to[3] = {v[0] + t * step[0], v[1] + t * step[1], v[2] + t * step[2]};
		double there = shell_closest(&work->body->surface, to, &work->now.near[i], q);
		if (work->level - there > 0.1 * room)
		{
			memcpy(v, to, 3 * sizeof *v);
			return true;
		}
	}
	return false;
}

/// Moves vertex `i` to about the centre of its region.
static void center_vertex(outer_work *work, uint32_t i)
{
	if (work->hull.corner[i] == SHELL_NONE)
		return;
	double old[3], v[3];
	memcpy(old, work->now.x[i], sizeof old);
	memcpy(v, old, sizeof v);
	work->cut_count = 0;
	add_cuts(work, i, old, v);
	bool holds = true;
	for (int round = 0; round < CUT_ROUNDS; ++round)
	{
		if (!newton_step(work, i, v))
			break;
		newton_step(work, i, v);
		double reach = add_cuts(work, i, old, v);
		for (int k = 0; k < 3; ++k)
			v[k] = old[k] + reach * (v[k] - old[k]);
		holds = reach >= 1;
	}
	for (int tries = 0; tries < 8 && !holds; ++tries)
	{
		work->cut_count = 0;
		double reach = add_cuts(work, i, old, v);
		holds = reach >= 1;
		for (int k = 0; k < 3; ++k)
			v[k] = old[k] + reach * (v[k] - old[k]);
	}
	if (holds)
		memcpy(work->now.x[i], v, sizeof v);
	double q[3];
	measure_vertex(work, i, q);
}

static void keep_if_better(outer_work *work)
{
	if (work->best.count && work->now.error >= work->best.error)
		return;
	work->best.count = work->now.count;
	work->best.error = work->now.error;
	memcpy(work->best.x, work->now.x, work->now.count * sizeof *work->now.x);
}

/// Sweeps until the error has settled. The start contains the body.
static bool relax(outer_work *work)
{
	measure_all(work);
	work->level = work->now.error * 1.01;
	double mark = work->now.error;
	keep_if_better(work);
	for (uint32_t sweep = 0; sweep < SWEEPS_MOST; ++sweep)
	{
		for (uint32_t i = 0; i < work->now.count; ++i)
			center_vertex(work, i);
		work->now.error = 0;
		for (uint32_t i = 0; i < work->now.count; ++i)
			work->now.error = work->now.distance[i] > work->now.error ? work->now.distance[i] : work->now.error;
		keep_if_better(work);
		work->level = work->now.error + 0.1 * (work->level - work->now.error);
		if (!rebuild(work))
			return false;
		if (sweep % 10 == 9)
		{
			if (work->now.error > 0.995 * mark)
				break;
			mark = work->now.error;
		}
	}
	return true;
}

static bool create_outer(const kilncook_context *context, outer_work *work)
{
	uint32_t n = work->capacity;
	outer_state *states[2] = {&work->now, &work->best};
	bool ok = true;
	for (int k = 0; k < 2; ++k)
	{
		states[k]->x = cook_alloc(context, n, sizeof *states[k]->x);
		states[k]->distance = cook_alloc(context, n, sizeof *states[k]->distance);
		states[k]->near = cook_alloc_zero(context, n, sizeof *states[k]->near);
		ok = ok && states[k]->x && states[k]->distance && states[k]->near;
	}
	work->cut_capacity = 4 * (n + 8);
	work->cuts = cook_alloc(context, work->cut_capacity, sizeof *work->cuts);
	ok = shell_create(context, (const double(*)[3])work->now.x, n, n, &work->hull) && ok && work->cuts;
	return ok;
}

static void free_outer(const kilncook_context *context, outer_work *work)
{
	uint32_t n = work->capacity;
	outer_state *states[2] = {&work->now, &work->best};
	for (int k = 0; k < 2; ++k)
	{
		cook_free(context, states[k]->x, n, sizeof *states[k]->x);
		cook_free(context, states[k]->distance, n, sizeof *states[k]->distance);
		cook_free(context, states[k]->near, n, sizeof *states[k]->near);
	}
	cook_free(context, work->cuts, work->cut_capacity, sizeof *work->cuts);
	shell_free(context, &work->hull);
}

bool simplify_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *seed, uint32_t *count,
	double (*points)[3], double *error)
{
	outer_work work = {.body = body, .capacity = *count};
	bool ok = create_outer(context, &work);
	if (ok)
	{
		work.now.count = *count;
		for (uint32_t i = 0; i < *count; ++i)
			memcpy(work.now.x[i], body->points[seed[i]], sizeof work.now.x[i]);
		if (rebuild(&work) && scale_outwards(&work) && rebuild(&work))
			relax(&work);
		*count = work.best.count;
		*error = work.best.error;
		memcpy(points, work.best.x, work.best.count * sizeof *points);
	}
	free_outer(context, &work);
	return ok;
}
