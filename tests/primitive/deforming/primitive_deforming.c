// SPDX-License-Identifier: MIT
#include "primitive_deforming.h"

#include "bounds/outward.h"

kiln_impact four_impact(const four *q)
{
	if (q->edges)
	{
		const kiln_segment a0 = {q->from[0], q->from[1]}, a1 = {q->to[0], q->to[1]};
		const kiln_segment b0 = {q->from[2], q->from[3]}, b1 = {q->to[2], q->to[3]};
		return kiln_deforming_segment_segment(&a0, &a1, &b0, &b1);
	}
	const kiln_triangle b0 = {{q->from[1], q->from[2], q->from[3]}}, b1 = {{q->to[1], q->to[2], q->to[3]}};
	return kiln_deforming_point_triangle(&q->from[0], &q->to[0], &b0, &b1);
}

static bool same_vector(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool same_impact(const kiln_impact *a, const kiln_impact *b)
{
	return a->hit == b->hit && a->inside == b->inside && a->t == b->t && same_vector(a->point, b->point) &&
		   same_vector(a->normal, b->normal) && a->feature_a == b->feature_a && a->feature_b == b->feature_b;
}

static uint32_t random_bits(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

uint32_t random_below(uint32_t *state, uint32_t count)
{
	return (uint32_t)(((uint64_t)random_bits(state) * count) >> 32);
}

float random_share(uint32_t *state)
{
	return (float)((double)random_bits(state) * 0x1p-31 - 1);
}

static kiln_d3 random_point(uint32_t *state)
{
	double x = (double)random_share(state), y = (double)random_share(state), z = (double)random_share(state);
	return (kiln_d3){x, y, z};
}

static kiln_d3 random_lattice(uint32_t *state, uint32_t reach)
{
	double x = random_below(state, 2 * reach + 1), y = random_below(state, 2 * reach + 1);
	double z = random_below(state, 2 * reach + 1);
	return kiln_d3_sub((kiln_d3){x, y, z}, (kiln_d3){reach, reach, reach});
}

/// In double, so that configurations can be built from others and are rounded once.
typedef struct ways
{
	kiln_d3 from[4], to[4];
} ways;

static ways any(uint32_t *state)
{
	ways w;
	for (int i = 0; i < 4; ++i)
	{
		w.from[i] = random_point(state);
		w.to[i] = random_point(state);
	}
	return w;
}

static ways lattice(uint32_t *state)
{
	ways w;
	uint32_t reach = 1 + random_below(state, 3);
	bool still = random_below(state, 8) == 0, together = random_below(state, 8) == 0;
	kiln_d3 common = random_lattice(state, reach);
	for (int i = 0; i < 4; ++i)
	{
		w.from[i] = random_lattice(state, reach);
		w.to[i] = still ? w.from[i] : together ? kiln_d3_add(w.from[i], common) : random_lattice(state, reach);
		// Corners that coincide at one end or at both.
		int other = (int)random_below(state, 24);
		if (other < i)
			w.from[i] = w.from[other];
		if (other < i || (other > 3 && other < 4 + i))
			w.to[i] = w.to[other % 4];
	}
	return w;
}

static kiln_d3 at(const ways *w, int i, double t)
{
	return kiln_d3_along(kiln_d3_scale(w->from[i], 1 - t), t, w->to[i]);
}

/// Moves the path of point 0 (and of 1 with it, for edges) so that the features meet at t.
static void aim(ways *w, uint32_t *state, bool edges, double t, bool at_rim)
{
	double u = 0.5 + 0.5 * (double)random_share(state), v = 0.5 + 0.5 * (double)random_share(state);
	if (at_rim)
		v = random_below(state, 2) ? 0 : edges ? 1 : 1 - u;
	if (!edges && u + v > 1)
	{
		u = 1 - u;
		v = 1 - v;
	}
	kiln_d3 target, from = at(w, 0, t);
	if (edges)
	{
		target = kiln_d3_along(at(w, 2, t), v, kiln_d3_sub(at(w, 3, t), at(w, 2, t)));
		from = kiln_d3_along(from, u, kiln_d3_sub(at(w, 1, t), from));
	}
	else
	{
		target = kiln_d3_along(at(w, 1, t), u, kiln_d3_sub(at(w, 2, t), at(w, 1, t)));
		target = kiln_d3_along(target, v, kiln_d3_sub(at(w, 3, t), at(w, 1, t)));
	}
	for (int i = 0; i < (edges ? 2 : 1); ++i)
	{
		w->from[i] = kiln_d3_add(w->from[i], kiln_d3_sub(target, from));
		w->to[i] = kiln_d3_add(w->to[i], kiln_d3_sub(target, from));
	}
}

static double random_time(uint32_t *state)
{
	return 0.5 + 0.5 * (double)random_share(state);
}

static void small_moves(ways *w, uint32_t *state, double size)
{
	for (int i = 0; i < 4; ++i)
		w->to[i] = kiln_d3_along(w->from[i], size, random_point(state));
}

/// Makes all coordinates on one axis equal, or puts all points into an oblique plane.
static void flatten(ways *w, uint32_t *state)
{
	double s = random_below(state, 3), t = random_below(state, 3);
	for (int i = 0; i < 4; ++i)
	{
		w->from[i].z = s * w->from[i].x + t * w->from[i].y;
		w->to[i].z = s * w->to[i].x + t * w->to[i].y;
	}
}

/// Points 1 to 3 (or edge 2, 3 and point 1) keep in a plane; point 0 starts and ends in it.
static void slide(ways *w, uint32_t *state)
{
	double off = random_below(state, 3) ? 0 : 1e-7 * (double)random_share(state);
	for (int i = 0; i < 4; ++i)
	{
		w->from[i].z = i == 0 ? off : 0;
		w->to[i].z = i == 0 ? off * (double)random_share(state) : 0;
	}
	// Turned about x by 3, 4, 5, rising as a whole.
	double rise = random_below(state, 3) - 1.0;
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 a = w->from[i], b = w->to[i];
		w->from[i] = (kiln_d3){a.x, 0.75 * a.y - a.z, a.y + 0.75 * a.z};
		w->to[i] = (kiln_d3){b.x, 0.75 * b.y - b.z, b.y + 0.75 * b.z + rise};
	}
}

static void thin(ways *w, uint32_t *state)
{
	double width = random_below(state, 4) ? 1e-7 * (double)random_share(state) : 0;
	double u = (double)random_share(state), v = (double)random_share(state);
	kiln_d3 side = random_point(state), start = kiln_d3_sub(w->from[2], w->from[1]);
	kiln_d3 end = random_below(state, 2) ? kiln_d3_along(start, 1e-3, side) : kiln_d3_sub(w->to[2], w->to[1]);
	w->to[2] = kiln_d3_add(w->to[1], end);
	w->from[3] = kiln_d3_along(kiln_d3_along(w->from[1], u, start), width, side);
	w->to[3] = kiln_d3_along(kiln_d3_along(w->to[1], v, end), width, side);
}

/// The relative path touches at t and reverses: b's plane is at rest, and a's height over it is a square.
static void graze(ways *w, uint32_t *state, bool edges, double t)
{
	// The heights of a point over a turning edge or triangle: rises with (time - t) on one side and falls on the other.
	double gap = random_below(state, 3) ? 0 : 1e-9 * (double)random_share(state);
	for (int i = 0; i < 4; ++i)
	{
		double x = i == 0 ? -t : i == 1 ? 1 - t : i == 2 ? -1 - t : 2 - t;
		w->from[i] = edges && i >= 2 ? (kiln_d3){0.5 * (i - 2.5), 2 * (i - 2.5), gap} : (kiln_d3){x, -t * x, 0};
		w->to[i] = kiln_d3_add(w->from[i], (kiln_d3){(double)random_share(state) * (i == 0), x, 0});
	}
}

static void finish(four *q, const ways *w, double scale, kiln_d3 shift)
{
	for (int i = 0; i < 4; ++i)
	{
		q->from[i] = kiln_vec3_stored(kiln_d3_add(shift, kiln_d3_scale(w->from[i], scale)));
		q->to[i] = kiln_vec3_stored(kiln_d3_add(shift, kiln_d3_scale(w->to[i], scale)));
	}
}

/// Moves some coordinates one float up or down; zeros by at least the amount that 256 bits distinguish.
static void nudge(four *q, uint32_t *state, float least)
{
	for (int i = 0; i < 8; ++i)
	{
		kiln_vec3 *v = i < 4 ? &q->from[i] : &q->to[i - 4];
		float *x = random_below(state, 3) == 0 ? &v->x : random_below(state, 2) ? &v->y : &v->z;
		if (random_below(state, 3) == 0)
		{
			float up = *x == 0 ? least : -kiln_float_before(-*x);
			*x = random_below(state, 2) ? up : *x == 0 ? -least : kiln_float_before(*x);
		}
	}
}

static ways ways_of(uint32_t *state, int kind, bool edges)
{
	ways w =
		kind == FOUR_LATTICE || kind == FOUR_LATTICE_OFF || random_below(state, 16) == 0 ? lattice(state) : any(state);
	double t = random_time(state);
	switch (kind)
	{
	case FOUR_CLOTH:
		aim(&w, state, edges, 0, false);
		small_moves(&w, state, 0.01);
		break;
	case FOUR_BULLET:
		for (int i = 0; i < (edges ? 2 : 1); ++i)
		{
			w.from[i] = kiln_d3_along(random_point(state), 0.01 * i, w.from[i]);
			w.to[i] = kiln_d3_add(w.from[i], kiln_d3_scale(w.to[0], i ? 1000 : 1000));
		}
		small_moves(&w, state, 0.1);
		aim(&w, state, edges, t, false);
		break;
	case FOUR_FLAT:
		w = random_below(state, 2) ? lattice(state) : w;
		flatten(&w, state);
		break;
	case FOUR_SLIDE:
		slide(&w, state);
		break;
	case FOUR_NEEDLE:
		thin(&w, state);
		break;
	case FOUR_GRAZE:
		graze(&w, state, edges, (double)random_below(state, 9) / 8);
		break;
	case FOUR_ENDS:
		t = random_below(state, 2);
		break;
	default:
		break;
	}
	if (kind == FOUR_AIMED || kind == FOUR_ENDS || (kind == FOUR_NEEDLE && random_below(state, 2)))
		aim(&w, state, edges, t, random_below(state, 2));
	return w;
}

four four_random(uint32_t *state, int kind, bool edges)
{
	four q = {.edges = edges};
	double scale = 1;
	kiln_d3 shift = {0, 0, 0};
	int made = kind < FOUR_FAR ? kind : (int)random_below(state, FOUR_FAR);
	if (kind == FOUR_FAR)
		shift = kiln_d3_scale(random_lattice(state, 2), random_below(state, 2) ? 1024 : 1048576);
	if (kind == FOUR_SCALED)
		scale = (const double[]){0x1p-149, 1e-38, 1e-30, 1e-10, 1e6, 0x1p27}[random_below(state, 6)];
	ways w = ways_of(state, made, edges);
	finish(&q, &w, scale, shift);
	if (made == FOUR_LATTICE_OFF || (made >= FOUR_NEAR && random_below(state, 4) == 0))
		nudge(&q, state, (float)(scale * 0x1p-40) + 0x1p-149f);
	return q;
}
