// SPDX-License-Identifier: MIT
#include "diff_primitive.h"

#include "../export/solid_faces.h"
#include "math/double3.h"
#include "math/quaternion.h"

#include <math.h>

static kiln_d3 point_of(const float p[3])
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

static double clamp(double x, double low, double high)
{
	return fmax(low, fmin(x, high));
}

static double length_between(kiln_d3 a, kiln_d3 b)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(a, b)));
}

// The distance of a point from the segment of a sphere, capsule or cylinder.
static double from_segment(kiln_d3 point, const kiln_d3 segment[2])
{
	const kiln_d3 along = kiln_d3_sub(segment[1], segment[0]);
	const double square = kiln_d3_dot(along, along);
	const double t = square > 0 ? clamp(kiln_d3_dot(kiln_d3_sub(point, segment[0]), along) / square, 0, 1) : 0;
	return length_between(point, kiln_d3_along(segment[0], t, along));
}

static double segment_from_segment(const kiln_d3 of[2], const kiln_d3 from[2])
{
	return fmax(from_segment(of[0], from), from_segment(of[1], from));
}

// By how much a coordinate lies outside of a half extent.
static double beyond(kiln_d3 offset, kiln_d3 axis, float half)
{
	return fmax(0, fabs(kiln_d3_dot(offset, axis)) - (double)half);
}

// The largest distance of a corner of box A from box B. The distance from a convex solid is largest at a corner.
static double box_from_box(const float a[10], const float b[10])
{
	kiln_d3 corners[8], axes[3];
	double most2 = 0;
	solid_box_corners(a, corners);
	kiln_quat_axes((kiln_quat){b[6], b[7], b[8], b[9]}, axes);
	for (int corner = 0; corner < 8; ++corner)
	{
		const kiln_d3 at = kiln_d3_sub(corners[corner], point_of(b));
		const kiln_d3 out = {beyond(at, axes[0], b[3]), beyond(at, axes[1], b[4]), beyond(at, axes[2], b[5])};
		const double length2 = kiln_d3_length2(out);
		most2 = length2 > most2 ? length2 : most2;
	}
	return sqrt(most2);
}

// Matches the points of two cylinders: ends move to ends, the rims turn with the axis. A point of the solid is a mean of rim points,
// so that none moves farther than the rims.
static double cylinder_bound(const kiln_d3 a[2], const kiln_d3 b[2], double radius_a, double radius_b)
{
	const kiln_d3 along[2] = {kiln_d3_sub(a[1], a[0]), kiln_d3_sub(b[1], b[0])};
	const double lengths = sqrt(kiln_d3_length2(along[0]) * kiln_d3_length2(along[1]));
	const double turn = lengths > 0 ? acos(clamp(kiln_d3_dot(along[0], along[1]) / lengths, -1, 1)) : 0;
	return fmax(length_between(a[0], b[0]), length_between(a[1], b[1])) + fabs(radius_a - radius_b) +
		   2 * fmin(radius_a, radius_b) * sin(turn / 2);
}

double diff_primitive_moved(const kiln_format_shape *a, const kiln_format_shape *b, bool *at_most)
{
	const float *p = a->parameters, *q = b->parameters;
	const kiln_shape_kind kind = (kiln_shape_kind)a->kind;
	*at_most = kind == KILN_SHAPE_CYLINDER;
	if (kind == KILN_SHAPE_BOX)
		return fmax(box_from_box(p, q), box_from_box(q, p));
	const int second = kind == KILN_SHAPE_SPHERE ? 0 : 3, radius = second + 3;
	const kiln_d3 from[2] = {point_of(p), point_of(p + second)}, to[2] = {point_of(q), point_of(q + second)};
	const kiln_d3 back[2] = {to[1], to[0]};
	const double grows = (double)q[radius] - (double)p[radius];
	if (kind == KILN_SHAPE_CYLINDER)
		return fmin(cylinder_bound(from, to, (double)p[radius], (double)q[radius]),
			cylinder_bound(from, back, (double)p[radius], (double)q[radius]));
	// A ball around each point of a segment: the farthest point of one solid lies a radius beyond that of its segment.
	return fmax(segment_from_segment(from, to) - grows, segment_from_segment(to, from) + grows);
}
