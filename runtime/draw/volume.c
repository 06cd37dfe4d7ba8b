// SPDX-License-Identifier: MIT
#include "pen.h"

#include "bounds/kdop_axes.h"
#include "convex/shape/shape.h"

static const kiln_d3 upright[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// Clamps both sides of a slab for drawing: no side is infinite.
static void show_slab(double *low, double *high)
{
	const double most = (double)KILN_COORDINATE_MAX;
	if (*low == -HUGE_VAL)
		*low = *high < -most ? *high : -most;
	if (*high == HUGE_VAL)
		*high = *low > most ? *low : most;
}

static void pen_aabb(const kiln_pen *pen, const kiln_aabb *box)
{
	kiln_d3 low = kiln_d3_from(box->min), high = kiln_d3_from(box->max);
	show_slab(&low.x, &high.x);
	show_slab(&low.y, &high.y);
	show_slab(&low.z, &high.z);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(high, low), 0.5);
	kiln_d3 edge[3] = {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}};
	kilni_pen_box(pen, kiln_d3_scale(kiln_d3_add(low, high), 0.5), edge);
}

static void pen_obb(const kiln_pen *pen, const kiln_obb *box)
{
	kiln_d3 edge[3];
	for (int k = 0; k < 3; ++k)
		edge[k] = kiln_d3_scale(kiln_d3_from(box->axes[k]), (double)box->half_extents[k]);
	kilni_pen_box(pen, kiln_d3_from(box->center), edge);
}

void kiln_draw_aabb(const kiln_draw *draw, const kiln_aabb *box)
{
	if (!draw || !box)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	pen_aabb(&pen, box);
}

void kiln_draw_obb(const kiln_draw *draw, const kiln_obb *box)
{
	if (!draw || !box)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	pen_obb(&pen, box);
}

void kiln_draw_sphere(const kiln_draw *draw, const kiln_sphere *sphere)
{
	if (!draw || !sphere)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	kilni_pen_rounded(&pen, kiln_d3_from(sphere->center), (kiln_d3){0}, (kiln_d3){0}, upright, (double)sphere->radius);
}

void kilni_pen_kdop(const kiln_pen *pen, const kiln_kdop *kdop, uint32_t k)
{
	kiln_d3 normals[KILN_PEN_PLANES];
	double d[KILN_PEN_PLANES];
	kiln_kdop_slots slots;
	int list[KILN_KDOP_AXES];
	uint32_t count = 0;
	if (!kiln_kdop_slots_of(k, &slots))
		return;
	int axes = kiln_kdop_list(&slots, list);
	for (int i = 0; i < axes; ++i)
	{
		const signed char *axis = kiln_kdop_axis[list[i]];
		if (!(kdop->min[list[i]] <= kdop->max[list[i]]))
			return;
		normals[count] = (kiln_d3){axis[0], axis[1], axis[2]};
		d[count++] = (double)kdop->max[list[i]];
		normals[count] = kiln_d3_scale(normals[count - 1], -1);
		d[count++] = -(double)kdop->min[list[i]];
	}
	kilni_pen_planes(pen, normals, d, count);
}

void kiln_draw_kdop(const kiln_draw *draw, const kiln_kdop *kdop, uint32_t k)
{
	if (!draw || !kdop)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	kilni_pen_kdop(&pen, kdop, k);
}

// --- Convex objects ---------------------------------------------------------------------------------------------------

static void draw_hull(const kiln_pen *pen, const kiln_hull *hull)
{
	for (uint32_t i = 0; i < hull->edge_count; ++i)
	{
		uint32_t half = kiln_hull_edge(hull, i);
		kiln_vec3 from = kiln_hull_vertex(hull, kiln_hull_origin(hull, half));
		kiln_vec3 to = kiln_hull_vertex(hull, kiln_hull_origin(hull, kiln_hull_twin(hull, half)));
		kilni_pen_line(pen, kiln_d3_from(from), kiln_d3_from(to));
	}
}

/// Draws lines between all pairs of a few corners.
static void draw_corners(const kiln_pen *pen, const kiln_vec3 *corners, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = i + 1; k < count; ++k)
			kilni_pen_line(pen, kiln_d3_from(corners[i]), kiln_d3_from(corners[k]));
}

static void draw_rectangle(const kiln_pen *pen, const kiln_rectangle *of)
{
	kiln_d3 center = kiln_d3_from(of->center);
	kiln_d3 u = kiln_d3_scale(kiln_d3_from(of->axes[0]), (double)of->half_extents[0]);
	kiln_d3 v = kiln_d3_scale(kiln_d3_from(of->axes[1]), (double)of->half_extents[1]);
	for (int side = -1; side <= 1; side += 2)
	{
		kiln_d3 a = kiln_d3_along(center, side, u), b = kiln_d3_along(center, side, v);
		kilni_pen_line(pen, kiln_d3_sub(a, v), kiln_d3_add(a, v));
		kilni_pen_line(pen, kiln_d3_sub(b, u), kiln_d3_add(b, u));
	}
}

/// Draws a shape's edges in its own coordinates. Returns false for a shape that has no edges, or that is more than its
/// edges.
static bool draw_edges(const kiln_pen *pen, const kiln_convex_shape *shape)
{
	if (shape->margin > 0 || shape->plus)
		return false;
	switch (shape->kind)
	{
	case KILN_CONVEX_SEGMENT:
		kilni_pen_line(pen, kiln_d3_from(shape->segment.a), kiln_d3_from(shape->segment.b));
		return true;
	case KILN_CONVEX_TRIANGLE:
		draw_corners(pen, shape->triangle.corners, 3);
		return true;
	case KILN_CONVEX_TETRAHEDRON:
		draw_corners(pen, shape->tetrahedron.corners, 4);
		return true;
	case KILN_CONVEX_RECTANGLE:
		draw_rectangle(pen, &shape->rectangle);
		return true;
	case KILN_CONVEX_AABB:
		pen_aabb(pen, &shape->aabb);
		return true;
	case KILN_CONVEX_OBB:
		pen_obb(pen, &shape->obb);
		return true;
	case KILN_CONVEX_HULL:
		draw_hull(pen, shape->hull);
		return true;
	default:
		return false;
	}
}

/// Three closed curves of support points, in the caller's coordinates.
static void draw_supports(const kiln_draw *draw, const kiln_convex_object *object)
{
	kiln_pen pen = kiln_pen_of(draw, NULL);
	uint32_t seed = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_d3 last = {0};
		for (uint32_t i = 0; i <= KILN_DRAW_CIRCLE; ++i)
		{
			kiln_vec3 direction = kiln_d3_to(kilni_pen_direction(upright, axis, i));
			kiln_d3 point = kiln_d3_from(kiln_convex_object_support(object, direction, &seed));
			if (i > 0)
				kilni_pen_line(&pen, last, point);
			last = point;
		}
	}
}

void kiln_draw_convex(const kiln_draw *draw, const kiln_convex_object *object, float size)
{
	if (!draw || !object)
		return;
	const kiln_convex_shape *shape = object->shape;
	if (!kilni_convex_object_usable(object))
		return;
	kiln_pen pen = kiln_pen_of(draw, &object->pose);
	if (shape->kind == KILN_CONVEX_POINT && !(shape->margin > 0) && !shape->plus)
	{
		kiln_pen upright_pen = kiln_pen_of(draw, NULL);
		kilni_pen_cross(&upright_pen, kiln_affine_point(&pen.map, kiln_d3_from(shape->point)), (double)size / 8);
	}
	else if (!draw_edges(&pen, shape))
		draw_supports(draw, object);
}
