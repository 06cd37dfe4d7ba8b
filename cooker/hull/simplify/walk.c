// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "internal.h"
#include "sides_lanes.h"

#include <math.h>

/// The nearest part of a triangle: its inside, edge v[k] v[k + 1], or corner v[k].
typedef enum nearest_part
{
	NEAREST_INSIDE,
	NEAREST_EDGE,
	NEAREST_CORNER = NEAREST_EDGE + 3,
} nearest_part;

/// Returns the squared distance from p to the segment a b; `q` gets the nearest point, `*end` -1 inside the segment, 0
/// at a, 1 at b.
static double to_segment(const double p[3], const double a[3], const double b[3], double q[3], int *end)
{
	double ab[3], ap[3], d[3];
	simplify_sub(b, a, ab);
	simplify_sub(p, a, ap);
	double along = simplify_dot(ab, ap), length = simplify_dot(ab, ab);
	*end = along <= 0 ? 0 : along >= length ? 1 : -1;
	double t = *end < 0 ? along / length : *end;
	for (int k = 0; k < 3; ++k)
		q[k] = *end == 1 ? b[k] : a[k] + t * ab[k];
	simplify_sub(p, q, d);
	return simplify_dot(d, d);
}

/// Returns the squared distance from p to the triangle (Ericson 2005, 5.1.5, by its edges if the foot of p is outside).
static double to_face(
	const shell *s, const shell_face *f, const shell_sides *sides, const double p[3], double q[3], int *part)
{
	double value;
	uint32_t outside = sides_before(sides, p, &value);
	if (!outside)
	{
		*part = NEAREST_INSIDE;
		for (int k = 0; k < 3; ++k)
			q[k] = p[k] - value * f->plane[k];
		return value * value;
	}
	double best = 1e300;
	for (int k = 0; k < 3; ++k)
	{
		if (!(outside >> k & 1))
			continue;
		double at[3];
		int end;
		double d = to_segment(p, s->points[f->v[k]], s->points[f->v[k == 2 ? 0 : k + 1]], at, &end);
		if (d < best)
		{
			best = d;
			*part = end < 0 ? NEAREST_EDGE + k : NEAREST_CORNER + (k + end) % 3;
			for (int j = 0; j < 3; ++j)
				q[j] = at[j];
		}
	}
	return best;
}

/// Whether a point of face `f` can be nearer to p than its corner `c`, at q: only if one of the face's edges at c
/// decreases the distance.
static bool leads_nearer(const shell *s, const shell_face *f, uint32_t c, const double p[3], const double q[3])
{
	double to[3], edge[3];
	simplify_sub(p, q, to);
	int k = f->v[0] == c ? 0 : f->v[1] == c ? 1 : 2;
	simplify_sub(s->points[f->v[(k + 1) % 3]], q, edge);
	if (simplify_dot(edge, to) > 0)
		return true;
	simplify_sub(s->points[f->v[(k + 2) % 3]], q, edge);
	return simplify_dot(edge, to) > 0;
}

/// Whether no vertex lies farther towards p than a corner: then the corner is the nearest point, however many faces it
/// has.
static bool is_farthest(const shell *s, uint32_t corner, const double p[3])
{
	double to[3];
	simplify_sub(p, s->points[corner], to);
	return simplify_tree_support(s->tree, to, corner) == corner;
}

/// Searches the faces around a corner, or the face across an edge, for a nearer point.
static bool step(
	const shell *s, const double p[3], uint32_t *face, double q[3], int *part, double *best, uint64_t *looks)
{
	uint32_t from = *face, other = from, corner = SHELL_NONE, turned = 0;
	if (*part >= NEAREST_CORNER)
		corner = s->faces[from].v[*part - NEAREST_CORNER];
	do
	{
		other = corner == SHELL_NONE ? s->faces[from].n[*part - NEAREST_EDGE] : shell_turn(s, other, corner);
		const shell_face *f = &s->faces[other];
		if (++turned == SIMPLIFY_LOOKS && s->tree && is_farthest(s, corner, p))
			return false;
		*looks += 1;
		if (corner != SHELL_NONE && !leads_nearer(s, f, corner, p, s->points[corner]))
			continue;
		double at[3];
		int other_part = 0;
		double d = to_face(s, f, &s->sides[other], p, at, &other_part);
		if (d < *best)
		{
			*best = d;
			*face = other;
			*part = other_part;
			for (int k = 0; k < 3; ++k)
				q[k] = at[k];
			return true;
		}
	} while (corner != SHELL_NONE && other != from);
	return false;
}

/// Walks from face to face while the distance decreases. Returns the squared distance.
static double walk(const shell *s, const double p[3], uint32_t *face, double q[3], int *part)
{
	double best = to_face(s, &s->faces[*face], &s->sides[*face], p, q, part);
	uint64_t looks = 1;
	while (*part != NEAREST_INSIDE && step(s, p, face, q, part, &best, &looks))
		;
	shell_look(s, looks);
	return best;
}

double shell_closest(const shell *s, const double p[3], uint32_t *face, double q[3])
{
	int part;
	if (*face >= s->face_end || s->faces[*face].v[0] == SHELL_NONE)
		*face = s->any;
	double best = walk(s, p, face, q, &part);
	const shell_face *f = &s->faces[*face];
	if (part != NEAREST_INSIDE || simplify_dot(f->plane, p) >= f->plane[3])
		return sqrt(best);
	shell_look(s, s->face_end);
	double most = 0;
	uint32_t seen = SHELL_NONE;
	for (uint32_t i = 0; i < s->face_end; ++i)
	{
		f = &s->faces[i];
		double value = simplify_dot(f->plane, p) - f->plane[3];
		if (f->v[0] != SHELL_NONE && value > most)
			most = value, seen = i;
	}
	if (seen == SHELL_NONE)
	{
		for (int k = 0; k < 3; ++k)
			q[k] = p[k];
		return 0;
	}
	*face = seen;
	return sqrt(walk(s, p, face, q, &part));
}

/// Lists the corners around vertex `i` counter-clockwise, and for each edge of this ring the face beyond it.
static uint32_t ring_around(const shell *s, uint32_t i, uint32_t *ring, uint32_t *beyond)
{
	uint32_t count = 0, first = s->corner[i], face = first;
	do
	{
		const shell_face *f = &s->faces[face];
		int k = f->v[0] == i ? 0 : f->v[1] == i ? 1 : 2;
		ring[count] = f->v[(k + 1) % 3];
		beyond[count++] = f->n[(k + 1) % 3];
		face = f->n[k];
	} while (face != first);
	for (uint32_t a = 0, b = count - 1; a < b; ++a, --b)
	{
		uint32_t t = ring[a];
		ring[a] = ring[b];
		ring[b] = t;
		t = beyond[a];
		beyond[a] = beyond[b];
		beyond[b] = t;
	}
	return count;
}

/// Fills the ring that a removed vertex leaves with the faces of the hull of the rest, which has corners only on the
/// ring there, by wrapping around one edge after the other. `triangles` gets places in the ring; `work` needs two
/// numbers a corner.
static uint32_t fill_ring(
	const shell *s, const uint32_t *ring, uint32_t ring_count, uint32_t (*triangles)[3], uint32_t *work)
{
	uint32_t count = 0, depth = 0;
	work[depth++] = 0;
	work[depth++] = ring_count - 1;
	while (depth)
	{
		uint32_t high = work[--depth], low = work[--depth];
		if (high - low < 2)
			continue;
		uint32_t best = low + 1;
		shell_look(s, high - low);
		for (uint32_t j = low + 2; j < high; ++j)
			if (exact_orient3d(s->points[ring[low]], s->points[ring[best]], s->points[ring[high]], s->points[ring[j]]) >
				0)
				best = j;
		triangles[count][0] = low;
		triangles[count][1] = best;
		triangles[count++][2] = high;
		work[depth++] = low;
		work[depth++] = best;
		work[depth++] = best;
		work[depth++] = high;
	}
	return count;
}

/// Whether all vertices but `without` lie in the plane of a triangle.
static bool is_flat_without(const shell *s, uint32_t without, uint32_t a, uint32_t b, uint32_t c)
{
	for (uint32_t f = 0; f < s->face_end; ++f)
		for (int k = 0; k < 3 && s->faces[f].v[0] != SHELL_NONE; ++k)
		{
			uint32_t v = s->faces[f].v[k];
			shell_look(s, 1);
			if (v != without && exact_orient3d(s->points[a], s->points[b], s->points[c], s->points[v]) != 0)
				return false;
		}
	return true;
}

bool shell_is_hub(const shell *s, uint32_t i)
{
	uint32_t count = 0, face = s->corner[i];
	while (face != SHELL_NONE && count <= SIMPLIFY_RING_MOST && (count == 0 || face != s->corner[i]))
	{
		face = shell_turn(s, face, i);
		++count;
	}
	shell_look(s, count);
	return count > SIMPLIFY_RING_MOST;
}

typedef struct ring_fill
{
	uint32_t *ring, *beyond, *work, (*triangles)[3];
	uint32_t ring_count, count;
} ring_fill;

static ring_fill fill_around(shell *s, uint32_t i)
{
	size_t list = (size_t)s->face_capacity + 8;
	ring_fill fill = {.ring = s->scratch, .beyond = s->scratch + list, .work = s->scratch + 2 * list};
	fill.triangles = (uint32_t(*)[3])(void *)(s->scratch + 3 * list);
	fill.ring_count = ring_around(s, i, fill.ring, fill.beyond);
	fill.count = fill_ring(s, fill.ring, fill.ring_count, fill.triangles, fill.work);
	return fill;
}

uint32_t shell_hole(shell *s, uint32_t i, shell_face **faces)
{
	ring_fill fill = fill_around(s, i);
	for (uint32_t t = 0; t < fill.count; ++t)
	{
		shell_face *f = &s->hole[t];
		for (int k = 0; k < 3; ++k)
			f->v[k] = fill.ring[fill.triangles[t][k]];
		f->support = 0;
		shell_face_plane(s, f);
	}
	*faces = s->hole;
	return fill.count;
}

double shell_height(shell *s, uint32_t i)
{
	ring_fill fill = fill_around(s, i);
	double best = 1e300;
	for (uint32_t t = 0; t < fill.count; ++t)
	{
		shell_face f = {
			.v = {fill.ring[fill.triangles[t][0]], fill.ring[fill.triangles[t][1]], fill.ring[fill.triangles[t][2]]}};
		shell_face_plane(s, &f);
		double q[3];
		int part;
		shell_sides sides = shell_sides_of(s, &f);
		double d = to_face(s, &f, &sides, s->points[i], q, &part);
		best = d < best ? d : best;
	}
	return sqrt(best);
}

bool shell_remove(shell *s, uint32_t i)
{
	ring_fill fill = fill_around(s, i);
	if (is_flat_without(
			s, i, fill.ring[fill.triangles[0][0]], fill.ring[fill.triangles[0][1]], fill.ring[fill.triangles[0][2]]))
		return false;
	shell_replace_ring(
		s, i, fill.ring, fill.beyond, fill.ring_count, (const uint32_t(*)[3])fill.triangles, fill.count, fill.work);
	return true;
}
