// SPDX-License-Identifier: MIT
#ifndef KILN_DRAW_PEN_H
#define KILN_DRAW_PEN_H

#include "kiln/draw.h"
#include "pair/kernel/affine.h"

/// A drawing in its own coordinates, which a map carries to the caller's coordinates.
typedef struct kiln_pen
{
	const kiln_draw *draw;
	kiln_affine map;
} kiln_pen;

static inline kiln_pen kiln_pen_of(const kiln_draw *draw, const kiln_pose *pose)
{
	return (kiln_pen){draw, pose ? kiln_affine_of_pose(pose) : kiln_affine_identity()};
}

void kilni_pen_line(const kiln_pen *pen, kiln_d3 a, kiln_d3 b);
/// Draws a triangle; as lines where the caller takes no triangles.
void kilni_pen_triangle(const kiln_pen *pen, kiln_d3 a, kiln_d3 b, kiln_d3 c);
/// Draws a box of any axes, which need not be unit: center + sum of r[i] edge[i], |r[i]| <= 1.
void kilni_pen_box(const kiln_pen *pen, kiln_d3 center, const kiln_d3 edge[3]);
/// Draws the points within `radius` of center + s u + t v, |s|, |t| <= 1: three closed curves around the rectangle, in
/// the planes of `axes`, which are unit and perpendicular.
void kilni_pen_rounded(const kiln_pen *pen, kiln_d3 center, kiln_d3 u, kiln_d3 v, const kiln_d3 axes[3], double radius);
/// Direction number i of KILN_DRAW_CIRCLE directions around the third of the axes after `axis`; number KILN_DRAW_CIRCLE
/// equals number 0.
kiln_d3 kilni_pen_direction(const kiln_d3 axes[3], int axis, uint32_t i);
/// Draws the edges of the solid on the inner side of all planes normal . p <= d. At most KILN_PEN_PLANES planes.
void kilni_pen_planes(const kiln_pen *pen, const kiln_d3 *normals, const double *d, uint32_t count);
void kilni_pen_kdop(const kiln_pen *pen, const kiln_kdop *kdop, uint32_t k);
/// Draws a small cross of three lines.
void kilni_pen_cross(const kiln_pen *pen, kiln_d3 at, double size);

#define KILN_PEN_PLANES (2 * KILN_KDOP_AXES)

#endif
