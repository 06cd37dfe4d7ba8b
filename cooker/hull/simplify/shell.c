// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Directions along one side of a cube.
#define SIDE_MOST 64

bool shell_create(const kilncook_context *context, const double (*points)[3], uint32_t point_count, uint32_t most,
	bool near, shell *s)
{
	*s = (shell){.points = points, .point_capacity = point_count, .face_capacity = 2 * most + 4};
	s->faces = cook_alloc(context, s->face_capacity, sizeof *s->faces);
	s->sides = near ? cook_alloc(context, s->face_capacity, sizeof *s->sides) : NULL;
	s->hole = cook_alloc(context, s->face_capacity, sizeof *s->hole);
	s->corner = cook_alloc(context, point_count, sizeof *s->corner);
	s->spoke = cook_alloc(context, point_count, sizeof *s->spoke);
	s->scratch = cook_alloc_zero(context, SHELL_LISTS * ((size_t)s->face_capacity + 8), sizeof *s->scratch);
	s->side = 1;
	while (s->side < SIDE_MOST && 12 * (s->side + 1) * (s->side + 1) <= most)
		++s->side;
	s->latest = cook_alloc(context, 6 * (size_t)s->side * s->side, sizeof *s->latest);
	if (s->faces && (s->sides || !near) && s->hole && s->corner && s->spoke && s->scratch && s->latest)
		return true;
	shell_free(context, s);
	return false;
}

void shell_free(const kilncook_context *context, shell *s)
{
	cook_free(context, s->faces, s->face_capacity, sizeof *s->faces);
	cook_free(context, s->sides, s->face_capacity, sizeof *s->sides);
	cook_free(context, s->hole, s->face_capacity, sizeof *s->hole);
	cook_free(context, s->corner, s->point_capacity, sizeof *s->corner);
	cook_free(context, s->spoke, s->point_capacity, sizeof *s->spoke);
	cook_free(context, s->latest, 6 * (size_t)s->side * s->side, sizeof *s->latest);
	cook_free(context, s->scratch, SHELL_LISTS * ((size_t)s->face_capacity + 8), sizeof *s->scratch);
	*s = (shell){0};
}

void shell_copy(shell *to, const shell *from)
{
	memcpy(to->faces, from->faces, from->face_end * sizeof *from->faces);
	if (from->sides)
		memcpy(to->sides, from->sides, from->face_end * sizeof *from->sides);
	memcpy(to->corner, from->corner, from->point_capacity * sizeof *from->corner);
	to->face_end = from->face_end;
	to->free_face = from->free_face;
	to->any = from->any;
	memcpy(to->center, from->center, sizeof to->center);
	to->has_center = from->has_center;
	memcpy(to->latest, from->latest, 6 * (size_t)from->side * from->side * sizeof *from->latest);
}

uint32_t shell_turn(const shell *s, uint32_t face, uint32_t v)
{
	const shell_face *f = &s->faces[face];
	return f->n[f->v[0] == v ? 0 : f->v[1] == v ? 1 : 2];
}

static int side(const shell *s, const shell_face *f, uint32_t i)
{
	return exact_orient3d(s->points[f->v[0]], s->points[f->v[1]], s->points[f->v[2]], s->points[i]);
}

void shell_face_plane(const shell *s, shell_face *f)
{
	const double *a = s->points[f->v[0]];
	double ab[3], ac[3], n[3];
	simplify_sub(s->points[f->v[1]], a, ab);
	simplify_sub(s->points[f->v[2]], a, ac);
	simplify_cross(ab, ac, n);
	double length = sqrt(simplify_dot(n, n)), share = length > 0 ? 1 / length : 0;
	for (int k = 0; k < 3; ++k)
		f->plane[k] = n[k] * share;
	f->plane[3] = simplify_dot(f->plane, a);
}

shell_sides shell_sides_of(const shell *s, const shell_face *f)
{
	shell_sides sides;
	for (int k = 0; k < 3; ++k)
	{
		const double *a = s->points[f->v[k]], *b = s->points[f->v[k == 2 ? 0 : k + 1]];
		double edge[3], out[3];
		simplify_sub(b, a, edge);
		simplify_cross(edge, f->plane, out);
		sides.x[k] = out[0];
		sides.y[k] = out[1];
		sides.z[k] = out[2];
		sides.offset[k] = simplify_dot(out, a);
	}
	sides.x[3] = f->plane[0];
	sides.y[3] = f->plane[1];
	sides.z[3] = f->plane[2];
	sides.offset[3] = f->plane[3];
	return sides;
}

static uint32_t new_face(shell *s, uint32_t a, uint32_t b, uint32_t c, uint32_t support)
{
	uint32_t slot = s->free_face;
	if (slot == SHELL_NONE)
		slot = s->face_end++;
	else
		s->free_face = s->faces[slot].n[0];
	shell_face *f = &s->faces[slot];
	*f = (shell_face){.v = {a, b, c}, .n = {SHELL_NONE, SHELL_NONE, SHELL_NONE}, .support = support};
	shell_face_plane(s, f);
	if (s->sides)
		s->sides[slot] = shell_sides_of(s, f);
	for (int k = 0; k < 3; ++k)
		s->corner[f->v[k]] = slot;
	s->any = slot;
	return slot;
}

static void drop_face(shell *s, uint32_t face)
{
	s->faces[face].v[0] = SHELL_NONE;
	s->faces[face].n[0] = s->free_face;
	s->free_face = face;
}

/// Links `face`'s edge that starts at `from` to `other`.
static void link_edge(shell *s, uint32_t face, uint32_t from, uint32_t other)
{
	shell_face *f = &s->faces[face];
	f->n[f->v[0] == from ? 0 : f->v[1] == from ? 1 : 2] = other;
}

bool shell_span(const double (*x)[3], const uint32_t *list, uint32_t count, uint32_t four[4])
{
	double d[3], e[3] = {0, 0, 0}, n[3] = {0, 0, 0}, r[3];
	for (uint32_t k = 0; k < 4; ++k)
	{
		double best = -1;
		if (k == 2)
			simplify_sub(x[four[1]], x[four[0]], e);
		if (k == 3)
			simplify_sub(x[four[2]], x[four[0]], d), simplify_cross(e, d, n);
		for (uint32_t at = 0; at < count; ++at)
		{
			uint32_t i = list ? list[at] : at;
			simplify_sub(x[i], x[k == 0 ? i : four[0]], d);
			simplify_cross(e, d, r);
			double along = simplify_dot(n, d), far = simplify_dot(x[i], x[i]);
			double value = k == 0 ? far : k == 1 ? simplify_dot(d, d) : k == 2 ? simplify_dot(r, r) : along * along;
			if (value > best && (k < 3 || exact_orient3d(x[four[0]], x[four[1]], x[four[2]], x[i]) != 0))
				best = value, four[k] = i;
		}
		if (best < 0)
			return false;
	}
	return true;
}

bool shell_start(shell *s, const uint32_t four[4])
{
	int sign = exact_orient3d(s->points[four[0]], s->points[four[1]], s->points[four[2]], s->points[four[3]]);
	if (sign == 0)
		return false;
	memset(s->corner, 0xff, s->point_capacity * sizeof *s->corner);
	s->face_end = 0;
	s->free_face = SHELL_NONE;
	uint32_t a = four[0], b = sign < 0 ? four[1] : four[2], c = sign < 0 ? four[2] : four[1], d = four[3];
	new_face(s, a, b, c, 0);
	new_face(s, a, d, b, 0);
	new_face(s, b, d, c, 0);
	new_face(s, c, d, a, 0);
	static const uint32_t links[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
	for (uint32_t f = 0; f < 4; ++f)
		memcpy(s->faces[f].n, links[f], sizeof links[f]);
	for (int k = 0; k < 3; ++k)
		s->center[k] = 0.25 * (s->points[a][k] + s->points[b][k] + s->points[c][k] + s->points[d][k]);
	s->has_center = true;
	for (uint32_t f = 0; f < 4; ++f)
		s->has_center = s->has_center && exact_orient3d(s->points[s->faces[f].v[0]], s->points[s->faces[f].v[1]],
											 s->points[s->faces[f].v[2]], s->center) < 0;
	for (uint32_t k = 0; k < 6 * s->side * s->side; ++k)
		s->latest[k] = SHELL_NONE;
	return true;
}

/// Returns a face that sees point `i`, or SHELL_NONE. The face with the greatest plane value is the most likely one;
/// exact signs decide.
static uint32_t scan_visible(const shell *s, uint32_t i)
{
	const double *p = s->points[i];
	double best = -1e300;
	uint32_t found = SHELL_NONE;
	for (uint32_t f = 0; f < s->face_end; ++f)
	{
		const shell_face *face = &s->faces[f];
		double value = simplify_dot(face->plane, p) - face->plane[3];
		if (face->v[0] != SHELL_NONE && value > best)
			best = value, found = f;
	}
	shell_look(s, s->face_end);
	if (side(s, &s->faces[found], i) > 0)
		return found;
	shell_look(s, s->face_end);
	for (uint32_t f = 0; f < s->face_end; ++f)
		if (s->faces[f].v[0] != SHELL_NONE && side(s, &s->faces[f], i) > 0)
			return f;
	return SHELL_NONE;
}

/// Returns the slot of the last vertex that was inserted in the direction of point `i`.
static uint32_t *latest_towards(const shell *s, uint32_t i)
{
	double d[3], length[3];
	int axis = 0;
	simplify_sub(s->points[i], s->center, d);
	for (int k = 0; k < 3; ++k)
	{
		length[k] = d[k] < 0 ? -d[k] : d[k];
		axis = length[k] > length[axis] ? k : axis;
	}
	uint32_t at = 2 * (uint32_t)axis + (d[axis] > 0);
	for (int k = 1; k < 3; ++k)
	{
		double share = length[axis] > 0 ? d[(axis + k) % 3] / length[axis] : 0;
		share = share >= -1 && share <= 1 ? share : 0;
		uint32_t step = (uint32_t)((share + 1) * (0.5 * s->side));
		at = at * s->side + (step < s->side ? step : s->side - 1);
	}
	return &s->latest[at];
}

/// Returns the face through which the ray from the center towards point `i` leaves, by exact signs. Every step crosses
/// an edge with the point on its other side, seen from the center. The ray meets the next face's plane earlier, so that
/// no face is visited twice.
static uint32_t face_towards(const shell *s, uint32_t i, uint32_t face)
{
	for (int k = 0; k < 3;)
	{
		const shell_face *f = &s->faces[face];
		const double *from = s->points[f->v[k]], *to = s->points[f->v[k == 2 ? 0 : k + 1]];
		shell_look(s, 1);
		bool leaves = exact_orient3d(s->center, from, to, s->points[i]) < 0;
		face = leaves ? f->n[k] : face;
		k = leaves ? 0 : k + 1;
	}
	return face;
}

/// Returns a face that sees point `i`, or SHELL_NONE: on large shells, the face in the direction of the point.
static uint32_t visible_face(const shell *s, uint32_t i)
{
	if (!s->has_center || s->face_end <= SIMPLIFY_MANY)
		return scan_visible(s, i);
	uint32_t start = *latest_towards(s, i);
	start = start != SHELL_NONE && s->corner[start] != SHELL_NONE ? s->corner[start] : s->any;
	uint32_t face = face_towards(s, i, start);
	return side(s, &s->faces[face], i) > 0 ? face : SHELL_NONE;
}

/// Collects the faces that see `i` into scratch, starting with `first`. `state` must be all 0 before; 1: the face sees
/// the point, 2: it does not, 0: not tested.
static uint32_t collect_visible(shell *s, uint32_t i, uint32_t first, uint32_t *state)
{
	uint32_t *list = s->scratch, count = 1;
	list[0] = first;
	state[first] = 1;
	for (uint32_t at = 0; at < count; ++at)
		for (int k = 0; k < 3; ++k)
		{
			uint32_t other = s->faces[list[at]].n[k];
			if (state[other] == 0)
			{
				shell_look(s, 1);
				state[other] = side(s, &s->faces[other], i) > 0 ? 1 : 2;
				if (state[other] == 1)
					list[count++] = other;
			}
		}
	return count;
}

bool shell_insert(shell *s, uint32_t i)
{
	uint32_t first = visible_face(s, i);
	if (first == SHELL_NONE)
		return false;
	size_t list = (size_t)s->face_capacity + 8;
	uint32_t *state = s->scratch + (SHELL_LISTS - 1) * list, *seen = s->scratch, *rim = s->scratch + list;
	uint32_t seen_count = collect_visible(s, i, first, state), rim_count = 0;
	uint32_t support = s->faces[first].support;
	for (uint32_t at = 0; at < seen_count; ++at)
		for (int k = 0; k < 3; ++k)
			s->corner[s->faces[seen[at]].v[k]] = SHELL_NONE;
	// The edges on the rim must be recorded before any slot is reused.
	for (uint32_t at = 0; at < seen_count; ++at)
		for (int k = 0; k < 3; ++k)
			if (state[s->faces[seen[at]].n[k]] == 2)
				state[seen[at]] |= 4u << k;
	for (uint32_t at = 0; at < seen_count; ++at)
	{
		shell_face f = s->faces[seen[at]];
		uint32_t bits = state[seen[at]] >> 2;
		state[seen[at]] = 0;
		drop_face(s, seen[at]);
		for (int k = 0; k < 3; ++k)
			if (bits >> k & 1u)
			{
				uint32_t a = f.v[k], b = f.v[k == 2 ? 0 : k + 1], beyond = f.n[k];
				state[beyond] = 0;
				uint32_t made = new_face(s, a, b, i, support);
				s->faces[made].n[0] = beyond;
				link_edge(s, beyond, b, made);
				s->spoke[a] = made;
				rim[rim_count++] = made;
			}
	}
	for (uint32_t at = 0; at < rim_count; ++at)
	{
		uint32_t next = s->spoke[s->faces[rim[at]].v[1]];
		s->faces[rim[at]].n[1] = next;
		s->faces[next].n[2] = rim[at];
	}
	if (s->has_center)
		*latest_towards(s, i) = i;
	return true;
}

void shell_replace_ring(shell *s, uint32_t i, const uint32_t *ring, const uint32_t *beyond, uint32_t ring_count,
	const uint32_t (*triangles)[3], uint32_t count, uint32_t *made)
{
	uint32_t support = 0;
	for (uint32_t face = s->corner[i], k = 0; k < ring_count; ++k)
	{
		uint32_t next = shell_turn(s, face, i);
		support = s->faces[face].support;
		drop_face(s, face);
		s->faces[face].v[0] = SHELL_NONE;
		face = next;
	}
	s->corner[i] = SHELL_NONE;
	for (uint32_t t = 0; t < count; ++t)
	{
		const uint32_t *at = triangles[t];
		made[t] = new_face(s, ring[at[0]], ring[at[1]], ring[at[2]], support);
		const shell_face *f = &s->faces[made[t]];
		s->has_center =
			s->has_center && exact_orient3d(s->points[f->v[0]], s->points[f->v[1]], s->points[f->v[2]], s->center) < 0;
		s->spoke[ring[at[1]]] = t;
	}
	for (uint32_t t = 0; t < count; ++t)
	{
		uint32_t low = triangles[t][0], middle = triangles[t][1], high = triangles[t][2];
		shell_face *f = &s->faces[made[t]];
		if (middle == low + 1)
			f->n[0] = beyond[low], link_edge(s, beyond[low], ring[middle], made[t]);
		if (high == middle + 1)
			f->n[1] = beyond[middle], link_edge(s, beyond[middle], ring[high], made[t]);
		if (high - low == ring_count - 1)
		{
			f->n[2] = beyond[high];
			link_edge(s, beyond[high], ring[low], made[t]);
			continue;
		}
		// A triangle on a diagonal: the triangle on the other side has its middle corner at one of the diagonal's ends.
		uint32_t below = s->spoke[ring[high]];
		bool left = high + 1 < ring_count && triangles[below][1] == high && triangles[below][0] == low;
		below = left ? below : s->spoke[ring[low]];
		f->n[2] = made[below];
		s->faces[made[below]].n[left ? 0 : 1] = made[t];
	}
}
