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
#define SETTLE_SWEEPS 8
#define REPAIRS_MOST 24
#define PROJECTIONS_MOST 40
#define STARTS_MOST 16
#define MOVES_LISTED 8
#define TRIALS_MOST 24
#define LEVEL_SHARE 0.1
#define CUT_ROUNDS 3
#define PULLS_MOST 8
#define LEVEL_WEIGHT 10.0

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
	double (*push)[3];
	double (*need)[3]; ///< per corner of a face of `hull`
	uint32_t *seed;
	uint32_t effort; ///< moves of single vertices that may still be made
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

/// A place for a vertex, and how far it is from the body's nearest point.
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

/// One step of Newton's method towards the centre of what the cuts and the level leave vertex `i`.
static bool newton_step(outer_work *work, uint32_t i, outer_place *place)
{
	double g[3] = {0, 0, 0}, h[6] = {0, 0, 0, 0, 0, 0}, step[3];
	const double *v = place->v, *q = place->q;
	double d = place->d, room = work->level - d;
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

/// Moves vertex `i` to about the centre of its region.
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

static bool keep_if_better(outer_work *work)
{
	if (work->best.count && work->now.error >= work->best.error)
		return false;
	work->best.count = work->now.count;
	work->best.error = work->now.error;
	memcpy(work->best.x, work->now.x, work->now.count * sizeof *work->now.x);
	return true;
}

/// How far the body stands out of the plane of a face; negative when it stays behind.
static double stand_out(const outer_work *work, shell_face *face)
{
	face->support = body_support(work->body, face->plane, face->support);
	return simplify_dot(face->plane, work->body->points[face->support]) - face->plane[3];
}

/// The push on vertex `i` that moves it beyond the plane of each of its faces by what that needs, by projection onto one
/// plane after the other (Kaczmarz 1937), which leaves alone what is far enough. Needs are per corner of a face; where
/// `only` is a face, that one needs 1 and the others nothing. Returns the push's length.
static double push_vertex(const outer_work *work, uint32_t i, uint32_t only, double push[3])
{
	push[0] = push[1] = push[2] = 0;
	bool moved = true;
	for (int round = 0; round < PROJECTIONS_MOST && moved; ++round)
	{
		uint32_t first = work->hull.corner[i], at = first;
		moved = false;
		do
		{
			const shell_face *f = &work->hull.faces[at];
			int c = f->v[0] == i ? 0 : f->v[1] == i ? 1 : 2;
			double need = only == SHELL_NONE ? work->need[at][c] : at == only ? 1 : 0;
			double lack = need - simplify_dot(f->plane, push);
			if (lack > 1e-3 * need)
			{
				moved = true;
				for (int k = 0; k < 3; ++k)
					push[k] += lack * f->plane[k];
			}
			at = f->n[c];
		} while (at != first);
	}
	return __builtin_sqrt(simplify_dot(push, push));
}

/// Shares out among its corners what lifts face `f` by `out` over the body's point that stands out of it: most to those
/// that are near that point and need not go far, so that the tip of a needle stays where it is.
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
		cost[k] = push_vertex(work, face->v[k], f, push);
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

/// Moves the corners of every face that the body stands out of, until it does so nowhere; false when that does not end.
static bool repair(outer_work *work, double least)
{
	for (int round = 0; round < REPAIRS_MOST; ++round)
	{
		bool any = false;
		for (uint32_t f = 0; f < work->hull.face_end; ++f)
		{
			shell_face *face = &work->hull.faces[f];
			double out = face->v[0] != SHELL_NONE ? stand_out(work, face) : -1;
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
		if (!rebuild(work))
			return false;
	}
	return false;
}

/// Brings back the best so far.
static bool restore(outer_work *work)
{
	work->now.count = work->best.count;
	work->now.error = work->best.error;
	memcpy(work->now.x, work->best.x, work->best.count * sizeof *work->now.x);
	if (!rebuild(work))
		return false;
	measure_all(work);
	return true;
}

/// Sweeps until the error has settled, or is not going to be the best. The start contains the body.
static bool relax(outer_work *work, uint32_t sweeps)
{
	measure_all(work);
	work->level = work->now.error * 1.01;
	double mark = work->now.error;
	keep_if_better(work);
	for (uint32_t sweep = 0; sweep < sweeps; ++sweep)
	{
		for (uint32_t i = 0; i < work->now.count; ++i)
			center_vertex(work, i);
		work->effort -= work->now.count < work->effort ? work->now.count : work->effort;
		work->now.error = 0;
		for (uint32_t i = 0; i < work->now.count; ++i)
			work->now.error = work->now.distance[i] > work->now.error ? work->now.distance[i] : work->now.error;
		keep_if_better(work);
		work->level = work->now.error + LEVEL_SHARE * (work->level - work->now.error);
		if (!rebuild(work))
			return false;
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

/// The seed's vertices, moved outwards by `offset` where the body ends along each of its axes and in proportion
/// elsewhere. False when their hull does not contain the body then.
static bool stretch(outer_work *work, uint32_t count, double offset)
{
	for (uint32_t i = 0; i < count; ++i)
		body_stretch(work->body, work->body->points[work->seed[i]], offset, work->now.x[i]);
	if (!rebuild(work))
		return false;
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
		if (work->hull.faces[f].v[0] != SHELL_NONE && stand_out(work, &work->hull.faces[f]) > -1e-3 * offset)
			return false;
	return true;
}

/// The least offset, within a tenth or so, with which the seed contains the body. False when there is none.
static bool stretch_enough(outer_work *work, uint32_t count, double reach)
{
	double offset = reach > 1e-12 ? 0.25 * reach : 1e-12, low = 0;
	while (!stretch(work, count, offset))
	{
		if (offset > 1e3)
			return false;
		low = offset;
		offset *= 2;
	}
	for (int step = 0; step < 4; ++step)
	{
		double middle = 0.5 * (low + offset);
		if (stretch(work, count, middle))
			offset = middle;
		else
			low = middle;
	}
	return stretch(work, count, offset);
}

/// Starts from the seed, moved outwards until it contains the body, face by face or as a whole: whichever stays nearer.
static bool start_from_seed(outer_work *work, uint32_t count, double reach)
{
	work->now.count = count;
	work->best.count = 0;
	for (uint32_t i = 0; i < count; ++i)
		memcpy(work->now.x[i], work->body->points[work->seed[i]], sizeof work->now.x[i]);
	if (rebuild(work) && repair(work, 0.1 * reach))
	{
		measure_all(work);
		keep_if_better(work);
	}
	if (stretch_enough(work, count, reach))
	{
		measure_all(work);
		keep_if_better(work);
	}
	return work->best.count != 0;
}

/// A vertex, and what giving it up costs: how far the body would stand out of the others' hull.
typedef struct outer_cost
{
	double cost;
	uint32_t i;
} outer_cost;

/// Puts `item` into a list of at most `most`, by increasing cost.
static void insert_cost(outer_cost *list, uint32_t *count, uint32_t most, outer_cost item)
{
	uint32_t at = *count < most ? (*count)++ : most;
	if (at == most && item.cost >= list[--at].cost)
		return;
	for (; at > 0 && item.cost < list[at - 1].cost; --at)
		list[at] = list[at - 1];
	list[at] = item;
}

/// Puts vertex `i` outside the middle of a face.
static void place_outside(outer_work *work, uint32_t i, uint32_t face)
{
	const shell_face *f = &work->hull.faces[face];
	for (int k = 0; k < 3; ++k)
	{
		double middle = 0;
		for (int c = 0; c < 3; ++c)
			middle += work->now.x[f->v[c]][k] / 3;
		work->now.x[i][k] = middle + 0.5 * work->best.error * f->plane[k];
	}
}

/// Takes vertex `victim` from where it does little, and puts it on face `face`, outside.
static bool relocate(outer_work *work, uint32_t victim, uint32_t face)
{
	place_outside(work, victim, face);
	return rebuild(work) && repair(work, 0.05 * work->best.error);
}

/// Lists the vertices that are given up most cheaply, and the faces whose corners are farthest off.
static void list_moves(
	outer_work *work, outer_cost *victims, uint32_t *victim_count, outer_cost *faces, uint32_t *face_count)
{
	*victim_count = *face_count = 0;
	for (uint32_t i = 0; i < work->now.count; ++i)
	{
		outer_cost item = {-1e300, i};
		if (work->hull.corner[i] != SHELL_NONE)
		{
			shell_face *hole;
			uint32_t count = shell_hole(&work->hull, i, &hole);
			for (uint32_t f = 0; f < count; ++f)
			{
				double out = stand_out(work, &hole[f]);
				item.cost = out > item.cost ? out : item.cost;
			}
		}
		insert_cost(victims, victim_count, MOVES_LISTED, item);
	}
	for (uint32_t f = 0; f < work->hull.face_end; ++f)
	{
		const shell_face *face = &work->hull.faces[f];
		if (face->v[0] == SHELL_NONE)
			continue;
		double sum = 0;
		for (int k = 0; k < 3; ++k)
			sum -= work->now.distance[face->v[k]];
		insert_cost(faces, face_count, MOVES_LISTED, (outer_cost){sum, f});
	}
}

/// Moves single vertices from where they do little to where most is missing, as long as the effort lasts.
static void improve(outer_work *work)
{
	outer_cost victims[MOVES_LISTED], faces[MOVES_LISTED];
	uint32_t victim_count, face_count;
	for (uint32_t trial = 0; trial < TRIALS_MOST && work->effort > 0 && restore(work); ++trial)
	{
		list_moves(work, victims, &victim_count, faces, &face_count);
		uint32_t victim = trial % MOVES_LISTED, face = (trial / 2) % MOVES_LISTED;
		double before = work->best.error;
		victim = victims[victim < victim_count ? victim : 0].i;
		face = faces[face < face_count ? face : 0].i;
		work->effort -= work->effort < work->now.count ? work->effort : work->now.count;
		if (relocate(work, victim, face))
			relax(work, SWEEPS_MOST);
		if (work->best.error < 0.999 * before)
			trial = 0xffffffffu;
	}
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
	work->push = cook_alloc(context, n, sizeof *work->push);
	work->need = cook_alloc(context, 2 * (size_t)n + 4, sizeof *work->need);
	work->seed = cook_alloc(context, n, sizeof *work->seed);
	ok = shell_create(context, (const double(*)[3])work->now.x, n, n, &work->hull) && ok && work->cuts && work->push &&
		 work->seed && work->need;
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
	cook_free(context, work->push, n, sizeof *work->push);
	cook_free(context, work->need, 2 * (size_t)n + 4, sizeof *work->need);
	cook_free(context, work->seed, n, sizeof *work->seed);
	shell_free(context, &work->hull);
}

/// Numbers that look random and are the same everywhere.
static double next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (double)(*state >> 8) * 0x1p-23 - 1;
}

/// Replaces the seed by vertices that are extreme along random directions.
static void scatter(outer_work *work, uint32_t count, uint32_t *random)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int tries = 0; tries < 20; ++tries)
		{
			double d[3] = {next_random(random), next_random(random), next_random(random)};
			uint32_t v = body_support(work->body, d, work->seed[i]), at = 0;
			while (at < i && work->seed[at] != v)
				++at;
			work->seed[i] = v;
			if (at == i)
				break;
		}
}

/// Adds vertices, up to `most`, outside the faces whose corners are farthest off.
static bool grow(outer_work *work, uint32_t most)
{
	while (work->now.count < most)
	{
		outer_cost faces[MOVES_LISTED], victims[MOVES_LISTED];
		uint32_t face_count, victim_count, room = most - work->now.count;
		list_moves(work, victims, &victim_count, faces, &face_count);
		for (uint32_t k = 0; k < face_count && k < room; ++k)
			place_outside(work, work->now.count++, faces[k].i);
		if (!rebuild(work))
			return false;
		measure_all(work);
		work->best.count = 0;
		if (!relax(work, SETTLE_SWEEPS) || !restore(work))
			return false;
	}
	return true;
}

/// Starts with all vertices, or with half as many and grows.
static bool start_number(outer_work *work, uint32_t start, uint32_t most, double left_out)
{
	uint32_t count = start == 1 && most >= 8 ? most / 2 : most;
	if (!start_from_seed(work, count, left_out) || !restore(work))
		return false;
	if (count < most && !(relax(work, SWEEPS_MOST) && restore(work) && grow(work, most)))
		return false;
	return relax(work, SWEEPS_MOST);
}

bool simplify_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *seed, uint32_t *count,
	double (*points)[3], double *error)
{
	outer_work work = {.body = body, .capacity = *count};
	bool ok = create_outer(context, &work);
	if (ok)
	{
		uint32_t most = *count, random = 1;
		double left_out = *error;
		*count = 0;
		work.effort = body->effort;
		memcpy(work.seed, seed, most * sizeof *seed);
		for (uint32_t start = 0; start < STARTS_MOST && work.effort > 0; ++start)
		{
			if (start_number(&work, start, most, left_out))
				improve(&work);
			if (work.best.count && (*count == 0 || work.best.error < *error))
			{
				*count = work.best.count;
				*error = work.best.error;
				memcpy(points, work.best.x, work.best.count * sizeof *points);
			}
			if (start > 0)
				scatter(&work, most, &random);
		}
	}
	free_outer(context, &work);
	return ok;
}
