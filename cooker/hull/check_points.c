// SPDX-License-Identifier: MIT
#include "check.h"
#include "exact/exact.h"

/// hull_check: proves by exact signs that points lie inside.

/// Remembers the face that a walk met last in each direction. A direction is looked up by its largest axis, the sign of
/// that component, and its other two components as shares of it in `side` steps.
typedef struct point_walk
{
	const hull_checker *c;
	uint32_t *last; ///< by axis and sign, then by each share; UINT32_MAX when no face was met yet
	int side;
	uint32_t any; ///< the face that the last walk met
} point_walk;

/// Most steps: more would not fit into the cache.
#define SIDE_MAX 256

/// Converts a share of -1 .. 1 to a step.
static int step_of(const point_walk *walk, double share)
{
	int step = (int)((share + 1.0) * (0.5 * walk->side));
	return step < 0 ? 0 : step >= walk->side ? walk->side - 1 : step;
}

static uint32_t *look_up(point_walk *walk, const double position[3])
{
	double d[3];
	int axis = 0;
	for (int k = 0; k < 3; ++k)
	{
		d[k] = position[k] - walk->c->centre[k];
		if (hull_magnitude(d[k]) > hull_magnitude(d[axis]))
			axis = k;
	}
	if (d[axis] == 0.0)
		return &walk->any;
	int u = axis == 2 ? 0 : axis + 1, v = axis == 0 ? 2 : axis - 1;
	double length = hull_magnitude(d[axis]);
	int row = (axis * 2 + (d[axis] > 0.0)) * walk->side + step_of(walk, d[u] / length);
	return &walk->last[row * walk->side + step_of(walk, d[v] / length)];
}

/// Starts with a face for most directions; the directions are about twice as coarse as the faces.
static void begin_walk(const hull_checker *c, point_walk *walk)
{
	const convex_hull *h = c->h;
	*walk = (point_walk){.c = c, .last = c->marks, .side = 1};
	while (walk->side < SIDE_MAX && 12 * (walk->side + 1) * (walk->side + 1) <= (int64_t)h->face_count)
		++walk->side;
	for (int i = 0; i < 6 * walk->side * walk->side; ++i)
		walk->last[i] = UINT32_MAX;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		double corner[3];
		hull_widen(check_corner(c, h->face_first[f]), corner);
		*look_up(walk, corner) = f;
	}
}

/// Returns the exact side of the plane through the centre, corner `from` and corner `to` of a face: 1 on the left of
/// the way from corner to corner.
static int pass(const hull_checker *c, uint32_t first, uint32_t from, uint32_t to, const double position[3])
{
	double a[3], b[3];
	hull_widen(check_corner(c, first + from), a);
	hull_widen(check_corner(c, first + to), b);
	return exact_orient3d(c->centre, a, b, position);
}

/// Returns a half-edge of a face that separates the face from the ray from the centre towards the point, or UINT32_MAX
/// if the ray meets the face. Halves the fan of triangles around the first corner, because faces may have very many
/// corners.
static uint32_t find_exit(const hull_checker *c, uint32_t face, const double position[3])
{
	uint32_t first = c->h->face_first[face], low = 1, high = c->h->face_first[face + 1] - first - 1;
	if (pass(c, first, 0, low, position) < 0)
		return first;
	if (pass(c, first, high, 0, position) < 0)
		return first + high;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (pass(c, first, 0, middle, position) >= 0)
			low = middle;
		else
			high = middle;
	}
	return pass(c, first, low, high, position) < 0 ? first + low : UINT32_MAX;
}

/// Returns the face through which the ray from the centre towards the point leaves. Each step crosses an edge with the
/// point on its other side, seen from the centre. The ray meets the next face's plane earlier, so that no face is
/// visited twice.
static uint32_t walk_to(const hull_checker *c, uint32_t face, const double position[3])
{
	for (uint32_t e = find_exit(c, face, position); e != UINT32_MAX; e = find_exit(c, face, position))
		face = c->faces[c->h->twins[e]];
	return face;
}

static bool in_polyhedron(point_walk *walk, const float position[3])
{
	const hull_checker *c = walk->c;
	double wide[3];
	hull_widen(position, wide);
	if (c->has_centre)
	{
		uint32_t *guess = look_up(walk, wide);
		walk->any = walk_to(c, *guess == UINT32_MAX ? walk->any : *guess, wide);
		*guess = walk->any;
		return check_side(c, walk->any, wide) <= 0;
	}
	for (uint32_t f = 0; f < c->h->face_count; ++f)
		if (check_side(c, f, wide) > 0)
			return false;
	return true;
}

/// Halves the fan of triangles around a corner until one is left.
static bool in_polygon(const hull_checker *c, const int axes[2], const float position[3])
{
	double wide[3];
	hull_widen(position, wide);
	if (check_side(c, 0, wide) != 0)
		return false;
	const float *corner = check_corner(c, 0);
	int turn = check_turn(axes, corner, check_corner(c, 1), check_corner(c, 2));
	uint32_t low = 1, high = c->h->vertex_count - 1;
	if (check_turn(axes, corner, check_corner(c, low), position) * turn < 0 ||
		check_turn(axes, corner, check_corner(c, high), position) * turn > 0)
		return false;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (check_turn(axes, corner, check_corner(c, middle), position) * turn >= 0)
			low = middle;
		else
			high = middle;
	}
	return check_turn(axes, check_corner(c, low), check_corner(c, high), position) * turn >= 0;
}

static bool in_segment(const convex_hull *h, const float position[3])
{
	const float *a = h->vertices[0], *b = h->vertices[1];
	return exact_collinear(a, b, position) && hull_before(position, a) != hull_before(position, b);
}

static bool is_inside(point_walk *walk, const int axes[2], const float position[3])
{
	const convex_hull *h = walk->c->h;
	if (!hull_finite(position))
		return false;
	switch (h->dimension)
	{
	case 0:
		return hull_equal(h->vertices[0], position);
	case 1:
		return hull_equal(h->vertices[0], position) || hull_equal(h->vertices[1], position) || in_segment(h, position);
	case 2:
		return in_polygon(walk->c, axes, position);
	default:
		return in_polyhedron(walk, position);
	}
}

hull_fault check_points(hull_checker *c, const hull_points *points)
{
	int axes[2] = {0, 1};
	point_walk walk = {.c = c};
	if (c->has_centre)
		begin_walk(c, &walk);
	if (c->h->dimension == 2)
		(void)check_axes(check_corner(c, 0), check_corner(c, 1), check_corner(c, 2), axes);
	for (uint32_t i = 0; i < points->count; ++i)
		if (!is_inside(&walk, axes, hull_position(points, i)))
		{
			c->where = i;
			return HULL_OUTSIDE;
		}
	return HULL_SOUND;
}
