// SPDX-License-Identifier: MIT
#include "solid_faces.h"
#include "math/quaternion.h"

#include <math.h>

// Facets around a round shape, a multiple of four, and rings of half a sphere.
#define AROUND 24
#define RINGS 6

#define PI 3.14159265358979323846

// A solid and who receives its surface.
typedef struct solid_writer
{
	const solid_sink *sink;
	const float *to_asset;
	bool mirrored;
} solid_writer;

static void write_vertex(solid_writer *w, const double p[3])
{
	float q[3];
	for (int row = 0; row < 3; ++row)
	{
		const float *m = w->to_asset + 4 * row;
		q[row] = (float)((double)m[0] * p[0] + (double)m[1] * p[1] + (double)m[2] * p[2] + (double)m[3]);
	}
	w->sink->vertex(w->sink->user, q);
}

// Passes on a polygon; a mirrored node reverses it.
static void write_face(solid_writer *w, const uint32_t *corners, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		w->sink->corner(w->sink->user, corners[w->mirrored ? count - 1 - i : i], i + 1 == count);
}

static void write_hull(solid_writer *w, const kiln_hull *view)
{
	for (uint32_t i = 0; i < view->vertex_count; ++i)
		write_vertex(w, (const double[3]){(double)view->x[i], (double)view->y[i], (double)view->z[i]});
	for (uint32_t face = 0; face < view->face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(view, face, &count);
		for (uint32_t i = 0; i < count; ++i)
		{
			uint32_t half = first + (w->mirrored ? count - 1 - i : i);
			w->sink->corner(w->sink->user, kiln_hull_origin(view, half), i + 1 == count);
		}
	}
}

void solid_box_corners(const float p[10], kiln_d3 corners[8])
{
	kiln_d3 axes[3];
	kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, axes);
	for (uint32_t corner = 0; corner < 8; ++corner)
	{
		corners[corner] = kiln_d3_from((kiln_vec3){p[0], p[1], p[2]});
		for (uint32_t i = 0; i < 3; ++i)
			corners[corner] =
				kiln_d3_along(corners[corner], corner >> i & 1 ? (double)p[3 + i] : -(double)p[3 + i], axes[i]);
	}
}

static void write_box(solid_writer *w, const float p[12])
{
	static const uint32_t faces[6][4] = {
		{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	kiln_d3 corners[8];
	solid_box_corners(p, corners);
	for (uint32_t i = 0; i < 8; ++i)
		write_vertex(w, (const double[3]){corners[i].x, corners[i].y, corners[i].z});
	for (uint32_t i = 0; i < 6; ++i)
		write_face(w, faces[i], 4);
}

void solid_frame(const double a[3], const double b[3], double axes[3][3])
{
	double length = 0;
	for (int i = 0; i < 3; ++i)
	{
		axes[2][i] = b[i] - a[i];
		length += axes[2][i] * axes[2][i];
	}
	length = sqrt(length);
	for (int i = 0; i < 3; ++i)
		axes[2][i] = length > 0 ? axes[2][i] / length : i == 2 ? 1.0 : 0.0;
	int least = fabs(axes[2][0]) < fabs(axes[2][1]) ? 0 : 1;
	least = fabs(axes[2][2]) < fabs(axes[2][least]) ? 2 : least;
	double dot = axes[2][least];
	length = sqrt(1 - dot * dot);
	for (int i = 0; i < 3; ++i)
		axes[0][i] = ((i == least ? 1.0 : 0.0) - dot * axes[2][i]) / length;
	for (int i = 0; i < 3; ++i)
	{
		int n = (i + 1) % 3, p = (i + 2) % 3;
		axes[1][i] = axes[2][n] * axes[0][p] - axes[2][p] * axes[0][n];
	}
}

static void write_ring(solid_writer *w, const double center[3], double axes[3][3], double radius, double along)
{
	for (uint32_t i = 0; i < AROUND; ++i)
	{
		double angle = 2 * PI * i / AROUND, at[3];
		for (int k = 0; k < 3; ++k)
			at[k] = center[k] + along * axes[2][k] + radius * (cos(angle) * axes[0][k] + sin(angle) * axes[1][k]);
		write_vertex(w, at);
	}
}

// Writes quads between consecutive rings, and a polygon over the first and the last ring.
static void write_rings(solid_writer *w, uint32_t rings)
{
	uint32_t cap[2][AROUND];
	for (uint32_t ring = 0; ring + 1 < rings; ++ring)
	{
		for (uint32_t i = 0; i < AROUND; ++i)
		{
			uint32_t low = ring * AROUND, next = (i + 1) % AROUND;
			const uint32_t quad[4] = {low + i, low + next, low + AROUND + next, low + AROUND + i};
			write_face(w, quad, 4);
		}
	}
	for (uint32_t i = 0; i < AROUND; ++i)
	{
		cap[0][i] = AROUND - 1 - i;
		cap[1][i] = (rings - 1) * AROUND + i;
	}
	write_face(w, cap[0], AROUND);
	write_face(w, cap[1], AROUND);
}

// A sphere is a capsule of length 0.
static void write_capsule(solid_writer *w, const double a[3], const double b[3], double radius)
{
	double axes[3][3];
	solid_frame(a, b, axes);
	for (uint32_t i = 0; i < 2 * RINGS; ++i)
	{
		// The rings begin and end half a step from the poles, and the equator occurs twice.
		double angle =
			i < RINGS ? -PI / 2 * (1 - (i + 0.25) / (RINGS - 0.75)) : PI / 2 * ((double)(i - RINGS) / (RINGS - 0.75));
		write_ring(w, i < RINGS ? a : b, axes, radius * cos(angle), radius * sin(angle));
	}
	write_rings(w, 2 * RINGS);
}

static void write_cylinder(solid_writer *w, const double a[3], const double b[3], double radius)
{
	double axes[3][3];
	solid_frame(a, b, axes);
	write_ring(w, a, axes, radius, 0);
	write_ring(w, b, axes, radius, 0);
	write_rings(w, 2);
}

void solid_faces(const kiln_asset *asset, const kiln_format_node *node, const solid_sink *sink)
{
	const kiln_format_shape *shape = &asset->shapes[node->shape];
	const float *p = shape->parameters;
	const double a[3] = {(double)p[0], (double)p[1], (double)p[2]};
	const double b[3] = {(double)p[3], (double)p[4], (double)p[5]};
	solid_writer w = {sink, node->to_asset, (node->flags & KILN_NODE_MIRRORED) != 0};
	kiln_hull view;
	switch (shape->kind)
	{
	case KILN_SHAPE_HULL:
		if (kiln_hull_from_asset(asset, shape->index, &view))
			write_hull(&w, &view);
		break;
	case KILN_SHAPE_SPHERE:
		write_capsule(&w, a, a, (double)p[3]);
		break;
	case KILN_SHAPE_CAPSULE:
		write_capsule(&w, a, b, (double)p[6]);
		break;
	case KILN_SHAPE_BOX:
		write_box(&w, p);
		break;
	case KILN_SHAPE_CYLINDER:
		write_cylinder(&w, a, b, (double)p[6]);
		break;
	default:
		break;
	}
}
