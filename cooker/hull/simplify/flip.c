// SPDX-License-Identifier: MIT
#include "internal.h"

/// Makes a shell convex again after its points have moved slightly: flips concave edges (Lawson 1977, on a surface)
/// instead of a new start, which tests every face for every point.

/// Passes over all edges; a shell that needs more has changed too much.
#define PASSES_MOST 8

static uint32_t place_of(const shell_face *f, uint32_t v)
{
	return f->v[0] == v ? 0 : f->v[1] == v ? 1 : 2;
}

static bool is_joined(const shell *s, uint32_t a, uint32_t b)
{
	uint32_t first = s->corner[a], face = first;
	do
	{
		const shell_face *f = &s->faces[face];
		shell_look(s, 1);
		if (f->v[(place_of(f, a) + 1) % 3] == b)
			return true;
		face = shell_turn(s, face, a);
	} while (face != first);
	return false;
}

static void relink(shell *s, uint32_t face, uint32_t from, uint32_t other)
{
	shell_face *f = &s->faces[face];
	f->n[place_of(f, from)] = other;
}

/// Replaces the edge from corner `k` of face `i` by the other diagonal of the two triangles at it. False, and no
/// change, when the two new triangles would not look outwards, or the new edge exists.
static bool flip(shell *s, uint32_t i, uint32_t k)
{
	shell_face f = s->faces[i];
	uint32_t j = f.n[k], a = f.v[k], b = f.v[(k + 1) % 3], c = f.v[(k + 2) % 3];
	shell_face g = s->faces[j];
	uint32_t m = place_of(&g, b), d = g.v[(m + 2) % 3];
	shell_face left = {.v = {a, d, c}, .n = {g.n[(m + 1) % 3], j, f.n[(k + 2) % 3]}, .support = f.support};
	shell_face right = {.v = {d, b, c}, .n = {g.n[(m + 2) % 3], f.n[(k + 1) % 3], i}, .support = g.support};
	shell_face_plane(s, &left);
	shell_face_plane(s, &right);
	double out[3];
	for (int x = 0; x < 3; ++x)
		out[x] = f.plane[x] + g.plane[x];
	if (!(simplify_dot(left.plane, out) > 0 && simplify_dot(right.plane, out) > 0) || is_joined(s, c, d))
		return false;
	s->faces[i] = left;
	s->faces[j] = right;
	relink(s, left.n[0], d, i);
	relink(s, right.n[1], c, j);
	s->corner[a] = s->corner[c] = s->corner[d] = i;
	s->corner[b] = j;
	return true;
}

/// Whether the vertex of the neighbour across edge `k` lies in front of face `f`.
static bool is_concave(const shell *s, const shell_face *f, uint32_t k)
{
	const shell_face *g = &s->faces[f->n[k]];
	uint32_t d = g->v[(place_of(g, f->v[(k + 1) % 3]) + 2) % 3];
	return simplify_dot(f->plane, s->points[d]) > f->plane[3];
}

bool shell_settle(shell *s)
{
	for (uint32_t i = 0; i < s->face_end; ++i)
		if (s->faces[i].v[0] != SHELL_NONE)
			shell_face_plane(s, &s->faces[i]);
	s->has_center = false;
	bool any = true;
	for (int pass = 0; pass < PASSES_MOST && any; ++pass)
	{
		any = false;
		shell_look(s, s->face_end);
		for (uint32_t i = 0; i < s->face_end; ++i)
			for (uint32_t k = 0; k < 3 && s->faces[i].v[0] != SHELL_NONE; ++k)
				if (s->faces[i].n[k] > i && is_concave(s, &s->faces[i], k))
				{
					if (!flip(s, i, k))
						return false;
					any = true;
				}
	}
	return !any;
}
