// SPDX-License-Identifier: MIT
#include "check.h"
#include "exact/exact.h"

/// hull_check: points inside, by exact signs.

/// The face that was last met in a direction, which is looked up by its largest axis, the sign there, and the other two
/// shares of it in `side` steps.
typedef struct point_walk
{
	const hull_checker *c;
	uint32_t *last; ///< by axis and sign, then the one share, then the other; UINT32_MAX where none was met yet
	int side;
	uint32_t any; ///< the face that was last met at all
} point_walk;

/// Most steps: more don't stay in the cache.
#define SIDE_MAX 256

/// A share of -1 .. 1 as a step.
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

/// Begins with a face for most directions, which are about twice as coarse as the faces.
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

/// Exact side of the plane through the centre, corner `from` and corner `to` of a face: 1 to the left of the way.
static int pass(const hull_checker *c, uint32_t first, uint32_t from, uint32_t to, const double position[3])
{
	double a[3], b[3];
	hull_widen(check_corner(c, first + from), a);
	hull_widen(check_corner(c, first + to), b);
	return exact_orient3d(c->centre, a, b, position);
}

/// A half-edge of a face over which the ray from the centre towards the point leaves it, or UINT32_MAX if it meets the
/// face. Halves the fan of triangles around the first corner, for faces may have very many.
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

/// The face through which the ray from the centre towards the point leaves. Each step goes over an edge that the point
/// lies behind, seen from the centre: then the next face's plane is met earlier, so that no face is visited twice.
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
