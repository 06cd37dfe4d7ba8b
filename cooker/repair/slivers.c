// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Units of work of a call for each triangle, and in all: each triangle at a vertex of a sliver takes some.
#define WORK_EACH 64u
#define WORK_LEAST (1u << 20)

/// A needle collapses: the one end of its shortest edge goes to the other end. A cap is flipped: its longest edge is replaced by the
/// one from its apex to the far corner of the triangle behind. (M. Botsch, L. Kobbelt, A Robust Procedure to Eliminate Degenerate
/// Faces from Triangle Meshes, 2001, names both kinds.)
typedef struct clearing
{
	repair_work *w;
	kilncook_repair_row *row;
	uint8_t *busy;	///< per vertex: a change of this call used the triangles at it
	uint32_t *seen; ///< per vertex: the last count that met it
	uint32_t count;
	uint64_t work;
} clearing;

/// A sliver from the corner opposite to its longest edge on.
typedef struct sliver
{
	uint32_t triangle;
	uint32_t apex, a, b; ///< in the order of the triangle
	uint32_t side;		 ///< from a to b
	double height;
	uint32_t short_ends[2]; ///< of the shortest edge, the lower number first
	double shortest;
} sliver;

static double edge_length(const repair_mesh *m, uint32_t a, uint32_t b)
{
	double p[3], q[3];
	repair_point(m, a, p);
	repair_point(m, b, q);
	return sqrt(repair_distance2(p, q));
}

/// Corners are in canonical order: of equally long edges the first one counts.
static sliver read_sliver(const repair_mesh *m, uint32_t triangle)
{
	const uint32_t *c = m->corners[triangle];
	uint32_t low = c[0] < c[1] && c[0] < c[2] ? 0 : c[1] < c[2] ? 1 : 2, longest = low, shortest = low;
	double lengths[3];
	for (uint32_t k = 0; k < 3; ++k)
		lengths[k] = edge_length(m, c[k], c[(k + 1) % 3]);
	for (uint32_t i = 1; i < 3; ++i)
	{
		uint32_t k = (low + i) % 3;
		longest = lengths[k] > lengths[longest] ? k : longest;
		shortest = lengths[k] < lengths[shortest] ? k : shortest;
	}
	uint32_t u = c[shortest], v = c[(shortest + 1) % 3];
	sliver s = {triangle, c[(longest + 2) % 3], c[longest], c[(longest + 1) % 3], 3 * triangle + longest, 0,
		{u < v ? u : v, u < v ? v : u}, lengths[shortest]};
	double p[3][3], normal[3];
	repair_point(m, s.apex, p[0]);
	repair_point(m, s.a, p[1]);
	repair_point(m, s.b, p[2]);
	repair_normal(p[0], p[1], p[2], normal);
	s.height = sqrt(repair_distance2(normal, (const double[3]){0, 0, 0})) / lengths[longest];
	return s;
}

static uint32_t degree(const clearing *c, uint32_t vertex)
{
	const uint32_t *first = c->w->s.adjacency.vertex_first;
	return first[vertex + 1] - first[vertex];
}

static const uint32_t *triangles_at(const clearing *c, uint32_t vertex)
{
	return c->w->s.adjacency.vertex_triangles + c->w->s.adjacency.vertex_first[vertex];
}

/// Takes the work of looking at all triangles of two vertices. False when not enough is left.
static bool take_work(clearing *c, uint32_t u, uint32_t v)
{
	uint64_t cost = 1 + (uint64_t)degree(c, u) + degree(c, v);
	if (c->work < cost)
		return c->work = 0, false;
	c->work -= cost;
	return true;
}

/// What the sides at a vertex are.
typedef struct surroundings
{
	bool border, many; ///< a side without a mate, with several
	uint32_t common;   ///< neighbours that are neighbours of the other vertex, too
} surroundings;

/// Looks at the triangles of a vertex, and counts its neighbours that `mark` marks; marks all with `own`.
static surroundings look_around(clearing *c, uint32_t vertex, uint32_t mark, uint32_t own)
{
	surroundings s = {0};
	for (uint32_t i = 0; i < degree(c, vertex); ++i)
	{
		uint32_t t = triangles_at(c, vertex)[i];
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t v = c->w->mesh.corners[t][k], next = c->w->mesh.corners[t][(k + 1) % 3];
			uint32_t mate = c->w->s.mates[3 * t + k];
			s.border |= (v == vertex || next == vertex) && mate == SURVEY_BOUNDARY;
			s.many |= (v == vertex || next == vertex) && mate == SURVEY_MANY;
			if (v == vertex || c->seen[v] == own)
				continue;
			s.common += mark != 0 && c->seen[v] == mark;
			c->seen[v] = own;
		}
	}
	return s;
}

/// Whether the surface keeps its shape when an edge becomes a point: neighbours of both ends are corners of the triangles at the
/// edge (T. K. Dey and others, Topology Preserving Edge Contraction, 1999), and no two borders meet.
static bool keeps_topology(clearing *c, uint32_t from, uint32_t to, uint32_t at_edge, bool *wrong_way)
{
	uint32_t first = ++c->count, second = ++c->count;
	surroundings a = look_around(c, to, 0, first), b = look_around(c, from, first, second);
	*wrong_way = b.border && !a.border;
	return !a.many && !b.many && at_edge >= 1 && at_edge <= 2 && b.common == at_edge &&
		   !(a.border && b.border && at_edge == 2);
}

/// Whether all triangles at a vertex may move with it; `moved` receives how far the surface is from where it was.
static bool triangles_may_move(const clearing *c, uint32_t from, uint32_t to, double *moved)
{
	const repair_mesh *m = &c->w->mesh;
	double way = m->moved[from] + edge_length(m, from, to);
	*moved = way;
	for (uint32_t i = 0; i < degree(c, from); ++i)
	{
		uint32_t t = triangles_at(c, from)[i], part[3];
		memcpy(part, m->corners[t], sizeof part);
		bool collapses = part[0] == to || part[1] == to || part[2] == to;
		for (int k = 0; k < 3; ++k)
			part[k] = part[k] == from ? to : part[k];
		*moved = fmax(*moved, m->drifts[t] + way);
		if (!collapses && !repair_may_stand(m, m->corners[t], part))
			return false;
		if (collapses)
			continue;
		// Another triangle may have these corners already.
		uint32_t others[2], count = 0;
		for (int k = 0; k < 3; ++k)
			if (part[k] != to)
				others[count++ & 1] = part[k];
		for (uint32_t n = 0; n < degree(c, to); ++n)
		{
			const uint32_t *d = m->corners[triangles_at(c, to)[n]];
			if ((d[0] == others[0] || d[1] == others[0] || d[2] == others[0]) &&
				(d[0] == others[1] || d[1] == others[1] || d[2] == others[1]))
				return false;
		}
	}
	return *moved <= c->w->tolerance;
}

/// Whether each triangle at an edge has a neighbour at one of its other two edges: without one, its far corner would be lost with it.
static bool keeps_corners(const clearing *c, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < degree(c, from); ++i)
	{
		const uint32_t *t = c->w->mesh.corners[triangles_at(c, from)[i]];
		bool at_edge = t[0] == to || t[1] == to || t[2] == to;
		for (int k = 0; k < 3 && at_edge; ++k)
			if (t[k] != from && t[k] != to &&
				repair_count_at_edge(c->w, from, t[k]) + repair_count_at_edge(c->w, to, t[k]) <= 2)
				return false;
	}
	return true;
}

/// Keeps this call from changes that need the triangles at a vertex as they were.
static void occupy(clearing *c, uint32_t vertex)
{
	for (uint32_t i = 0; i < degree(c, vertex); ++i)
		for (int k = 0; k < 3; ++k)
			c->busy[c->w->mesh.corners[triangles_at(c, vertex)[i]][k]] = 1;
}

/// Moves a vertex onto a neighbour. False when it may not be.
static bool collapse(clearing *c, uint32_t from, uint32_t to, bool any_way)
{
	repair_work *w = c->w;
	repair_mesh *m = &w->mesh;
	double moved;
	bool wrong_way = false;
	if (c->busy[from] || c->busy[to] || repair_is_refused(w, from) || repair_is_refused(w, to) ||
		!take_work(c, from, to) || !keeps_topology(c, from, to, repair_count_at_edge(w, from, to), &wrong_way) ||
		(wrong_way && !any_way) || !keeps_corners(c, from, to))
		return false;
	uint64_t cost = (uint64_t)degree(c, from) * degree(c, to);
	if (c->work < cost)
		return c->work = 0, false;
	c->work -= cost;
	if (!triangles_may_move(c, from, to, &moved))
		return false;
	occupy(c, from);
	occupy(c, to);
	m->moved[to] = fmax(m->moved[to], m->moved[from] + edge_length(m, from, to));
	m->sources[to] = m->sources[from] < m->sources[to] ? m->sources[from] : m->sources[to];
	for (uint32_t i = 0; i < degree(c, from); ++i)
	{
		uint32_t *corners = m->corners[triangles_at(c, from)[i]];
		bool collapses = corners[0] == to || corners[1] == to || corners[2] == to;
		for (int k = 0; k < 3; ++k)
			corners[k] = corners[k] == from ? to : corners[k];
		// Compacted when all slivers are done: the survey's numbers hold until then.
		if (collapses)
			corners[0] = KILN_NONE;
	}
	repair_touch(w, from);
	w->vertices.goals[from] = to;
	c->row->distance = fmax(c->row->distance, moved);
	++c->row->changed;
	return true;
}

/// Replaces the longest edge of a cap. False when it may not be.
static bool flip(clearing *c, const sliver *s)
{
	repair_work *w = c->w;
	repair_mesh *m = &w->mesh;
	uint32_t mate = w->s.mates[s->side];
	if (mate >= SURVEY_MANY || repair_from(m, mate) != s->b || repair_is_refused(w, s->apex))
		return false;
	uint32_t behind = mate / 3, far = m->corners[behind][(mate % 3 + 2) % 3];
	const uint32_t whole[3] = {s->b, s->a, far}, one[3] = {s->apex, s->a, far}, other[3] = {s->apex, far, s->b};
	double drift = fmax(m->drifts[s->triangle], m->drifts[behind]), moved = 0;
	const uint32_t corners[4] = {s->apex, s->a, s->b, far};
	for (int k = 0; k < 4; ++k)
	{
		moved = fmax(moved, m->moved[corners[k]]);
		if (c->busy[corners[k]])
			return false;
	}
	if (!take_work(c, s->apex, far) || drift + moved + s->height > w->tolerance || far == s->apex ||
		repair_count_at_edge(w, s->apex, far) > 0 || !repair_may_stand(m, whole, one) ||
		!repair_may_stand(m, whole, other) ||
		repair_is_sliver(m, one) + repair_is_sliver(m, other) >= 1 + repair_is_sliver(m, whole))
		return false;
	for (int k = 0; k < 4; ++k)
		c->busy[corners[k]] = 1;
	memcpy(m->corners[s->triangle], one, sizeof one);
	memcpy(m->corners[behind], other, sizeof other);
	// The apex was as far from the edge as the sliver was high: the surface moved no farther.
	m->drifts[s->triangle] = m->drifts[behind] = drift + s->height;
	// Both parts lie where the triangle behind was.
	m->faces[s->triangle] = m->faces[behind];
	m->origins[s->triangle] = m->origins[behind];
	repair_touch(w, s->apex);
	c->row->distance = fmax(c->row->distance, drift + moved + s->height);
	++c->row->changed;
	return true;
}

static bool clear(clearing *c, uint32_t triangle)
{
	const sliver s = read_sliver(&c->w->mesh, triangle);
	// Interior vertices go to border vertices rather than the other way round; then higher numbers to lower ones.
	const uint32_t *ends = s.short_ends;
	if (s.shortest <= c->w->tolerance)
		for (int any_way = 0; any_way < 2; ++any_way)
			if (collapse(c, ends[1], ends[0], any_way) || collapse(c, ends[0], ends[1], any_way))
				return true;
	return s.height <= c->w->tolerance && flip(c, &s);
}

bool repair_slivers(repair_work *w, kilncook_repair_row *row)
{
	if (w->s.counts[KILNCOOK_FAULT_SLIVER] == 0)
		return true;
	uint32_t vertices = w->mesh.vertex_count, count = w->mesh.count;
	clearing c = {.w = w, .row = row, .work = (uint64_t)count * WORK_EACH + WORK_LEAST};
	c.busy = cook_alloc_zero(w->context, vertices, 1);
	c.seen = cook_alloc_zero(w->context, vertices, sizeof *c.seen);
	bool done = c.busy && c.seen;
	for (uint32_t t = 0; done && t < count; ++t)
	{
		const uint32_t *v = w->mesh.corners[t];
		if (v[0] != KILN_NONE && repair_is_sliver(&w->mesh, v))
			(void)clear(&c, t);
	}
	if (done)
		row->dropped += repair_compact(&w->mesh);
	cook_free(w->context, c.busy, vertices, 1);
	cook_free(w->context, c.seen, vertices, sizeof *c.seen);
	return done;
}
