// SPDX-License-Identifier: MIT
#include "pen.h"

#include "math/rounding.h"

#include <math.h>

static const kiln_d3 identity_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// Maps a point to the caller's coordinates; returns false where float32 cannot hold the result. Everything that is
/// drawn passes through here.
static bool transform(const kiln_pen *pen, kiln_d3 point, kiln_vec3 *to)
{
	*to = kiln_d3_to(kiln_affine_point(&pen->map, point));
	return kiln_float_finite(to->x) && kiln_float_finite(to->y) && kiln_float_finite(to->z);
}

void kilni_pen_line(const kiln_pen *pen, kiln_d3 a, kiln_d3 b)
{
	const kiln_draw *draw = pen->draw;
	kiln_vec3 from, to;
	if (draw->line && transform(pen, a, &from) && transform(pen, b, &to))
		draw->line(draw->user, from, to, draw->color);
}

/// Whether a map mirrors. A mirror turns triangles inside out, so they are then drawn in reverse order.
static bool mirrors(const kiln_affine *map)
{
	return kiln_d3_dot(map->column[0], kiln_d3_cross(map->column[1], map->column[2])) < 0;
}

void kilni_pen_triangle(const kiln_pen *pen, kiln_d3 a, kiln_d3 b, kiln_d3 c)
{
	const kiln_draw *draw = pen->draw;
	if (!draw->triangle)
	{
		kilni_pen_line(pen, a, b);
		kilni_pen_line(pen, b, c);
		kilni_pen_line(pen, c, a);
		return;
	}
	bool mirrored = mirrors(&pen->map);
	kiln_vec3 first, second, third;
	if (transform(pen, a, &first) && transform(pen, mirrored ? c : b, &second) &&
		transform(pen, mirrored ? b : c, &third))
		draw->triangle(draw->user, first, second, third, draw->color);
}

void kilni_pen_box(const kiln_pen *pen, kiln_d3 center, const kiln_d3 edge[3])
{
	for (int k = 0; k < 3; ++k)
		for (int corner = 0; corner < 4; ++corner)
		{
			kiln_d3 middle = kiln_d3_along(center, corner & 1 ? 1 : -1, edge[(k + 1) % 3]);
			middle = kiln_d3_along(middle, corner & 2 ? 1 : -1, edge[(k + 2) % 3]);
			kilni_pen_line(pen, kiln_d3_sub(middle, edge[k]), kiln_d3_add(middle, edge[k]));
		}
}

kiln_d3 kilni_pen_direction(const kiln_d3 axes[3], int axis, uint32_t i)
{
	// The first eighth of a circle of 32 steps; the rest follows by symmetry.
	static const double eighth[5][2] = {{1, 0}, {0.98078528040323043, 0.19509032201612825},
		{0.92387953251128674, 0.38268343236508978}, {0.83146961230254524, 0.55557023301960218},
		{0.70710678118654752, 0.70710678118654752}};
	uint32_t quarter = i / 8 % 4, step = i % 8;
	double along = step <= 4 ? eighth[step][0] : eighth[8 - step][1];
	double across = step <= 4 ? eighth[step][1] : eighth[8 - step][0];
	double x = quarter == 0 ? along : quarter == 1 ? -across : quarter == 2 ? -along : across;
	double y = quarter == 0 ? across : quarter == 1 ? along : quarter == 2 ? -across : -along;
	return kiln_d3_along(kiln_d3_scale(axes[(axis + 1) % 3], x), y, axes[(axis + 2) % 3]);
}

void kilni_pen_rounded(const kiln_pen *pen, kiln_d3 center, kiln_d3 u, kiln_d3 v, const kiln_d3 axes[3], double radius)
{
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_d3 last = {0};
		for (uint32_t i = 0; i <= KILN_DRAW_CIRCLE; ++i)
		{
			kiln_d3 direction = kilni_pen_direction(axes, axis, i);
			kiln_d3 point = kiln_d3_along(center, kiln_d3_dot(direction, u) < 0 ? -1 : 1, u);
			point = kiln_d3_along(point, kiln_d3_dot(direction, v) < 0 ? -1 : 1, v);
			point = kiln_d3_along(point, radius, direction);
			if (i > 0)
				kilni_pen_line(pen, last, point);
			last = point;
		}
	}
}

/// Clips the line point + t way to the inner side of all planes but two. Returns false when nothing is left.
static bool cut_line(kiln_d3 point, kiln_d3 way, const kiln_d3 *normals, const double *d, uint32_t count,
	const uint32_t skip[2], double span[2])
{
	span[0] = -HUGE_VAL;
	span[1] = HUGE_VAL;
	for (uint32_t i = 0; i < count; ++i)
	{
		double speed = kiln_d3_dot(normals[i], way), room = d[i] - kiln_d3_dot(normals[i], point);
		double rounding = 1e-9 * (kiln_double_abs(d[i]) + 1e-30);
		if (i == skip[0] || i == skip[1])
			continue;
		if (kiln_double_abs(speed) <= 1e-12 * kiln_d3_largest(way))
		{
			if (room < -rounding)
				return false;
			continue;
		}
		double t = room / speed;
		span[speed > 0] = speed > 0 ? kiln_double_min(span[1], t) : kiln_double_max(span[0], t);
	}
	return span[0] < span[1] && span[0] > -HUGE_VAL && span[1] < HUGE_VAL;
}

void kilni_pen_planes(const kiln_pen *pen, const kiln_d3 *normals, const double *d, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = i + 1; k < count; ++k)
		{
			kiln_d3 way = kiln_d3_cross(normals[i], normals[k]);
			double length2 = kiln_d3_length2(way), span[2];
			if (length2 < 1e-12)
				continue;
			// The point on both planes that is nearest to the origin.
			kiln_d3 point = kiln_d3_scale(kiln_d3_cross(normals[k], way), d[i] / length2);
			point = kiln_d3_along(point, d[k] / length2, kiln_d3_cross(way, normals[i]));
			if (cut_line(point, way, normals, d, count, (const uint32_t[2]){i, k}, span))
				kilni_pen_line(pen, kiln_d3_along(point, span[0], way), kiln_d3_along(point, span[1], way));
		}
}

void kilni_pen_cross(const kiln_pen *pen, kiln_d3 at, double size)
{
	for (int axis = 0; axis < 3; ++axis)
		kilni_pen_line(
			pen, kiln_d3_along(at, -size, identity_axes[axis]), kiln_d3_along(at, size, identity_axes[axis]));
}
