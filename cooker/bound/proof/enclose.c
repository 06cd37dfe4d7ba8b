// SPDX-License-Identifier: MIT
#include "proof.h"

#include "bound/search/fit.h"
#include "floats.h"
#include "math/double3.h"
#include "reach.h"
#include "slabs.h"

/// Finds sizes by estimates in double; the proof judges every size exactly.

static kiln_d3 vector(const float v[3])
{
	return (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
}

static double length(kiln_d3 v)
{
	return sqrt(kiln_d3_length2(v));
}

/// Distance of a point from an edge; w leads from the start of the edge to the point.
static double from_edge(kiln_d3 w, kiln_d3 edge)
{
	double foot = kiln_d3_dot(w, edge), square = kiln_d3_length2(edge);
	if (foot <= 0)
		return length(w);
	if (foot >= square)
		return length(kiln_d3_sub(w, edge));
	return length(kiln_d3_cross(w, edge)) / sqrt(square);
}

static double from_rectangle(kiln_d3 w, kiln_d3 e0, kiln_d3 e1)
{
	kiln_d3 normal = kiln_d3_cross(e0, e1);
	double normal2 = kiln_d3_length2(normal), cross = kiln_d3_dot(e0, e1);
	double foot0 = kiln_d3_dot(w, e0), foot1 = kiln_d3_dot(w, e1);
	double s = foot0 * kiln_d3_length2(e1) - foot1 * cross, t = foot1 * kiln_d3_length2(e0) - foot0 * cross;
	if (normal2 > 0 && s >= 0 && s <= normal2 && t >= 0 && t <= normal2)
		return kiln_double_abs(kiln_d3_dot(w, normal)) / sqrt(normal2);
	double near0 = kiln_double_min(from_edge(w, e0), from_edge(kiln_d3_sub(w, e1), e0));
	double near1 = kiln_double_min(from_edge(w, e1), from_edge(kiln_d3_sub(w, e0), e1));
	return kiln_double_min(near0, near1);
}

/// The base radius of a cone whose side passes through the point.
static double cone_radius(kiln_d3 w, kiln_d3 axis)
{
	double foot = kiln_d3_dot(w, axis), off = length(kiln_d3_cross(w, axis));
	if (kiln_d3_length2(axis) == 0)
		return length(w);
	return off == 0 ? 0 : foot > 0 ? off * length(axis) / foot : HUGE_VAL;
}

/// Coordinates along the axes of an OBB or ellipsoid; infinite when the axes do not span space.
static void coordinates(const bound_frame *frame, kiln_d3 w, double r[3])
{
	kiln_d3 axes[3] = {vector(frame->axes[0]), vector(frame->axes[1]), vector(frame->axes[2])};
	double determinant = kiln_d3_dot(axes[0], kiln_d3_cross(axes[1], axes[2]));
	for (int i = 0; i < 3; ++i)
		r[i] = determinant == 0 ? HUGE_VAL
								: kiln_d3_dot(w, kiln_d3_cross(axes[(i + 1) % 3], axes[(i + 2) % 3])) / determinant;
}

/// The radius i of an ellipsoid whose surface passes through the point; the other radii stay.
static double ellipsoid_radius(const bound_frame *frame, int i, kiln_d3 w)
{
	double r[3], rest = 1;
	coordinates(frame, w, r);
	for (int j = 0; j < 3; ++j)
		if (j != i && frame->sizes[j] > 0)
			rest -= r[j] / (double)frame->sizes[j] * (r[j] / (double)frame->sizes[j]);
	return r[i] == 0 ? 0 : rest > 0 ? kiln_double_abs(r[i]) / sqrt(rest) : HUGE_VAL;
}

/// Estimates the size with which the volume's surface passes through the point.
static double estimate(const bound_frame *frame, int size, const float point[3])
{
	kiln_d3 w = kiln_d3_sub(vector(point), vector(frame->origin));
	kiln_d3 axis = vector(frame->axes[0]);
	kiln_d3 along = kiln_d3_sub(axis, vector(frame->origin));
	double r[3];
	switch (frame->kind)
	{
	case BOUND_CAPSULE:
		return from_edge(w, along);
	case BOUND_RSS:
		return from_rectangle(w, axis, vector(frame->axes[1]));
	case BOUND_CYLINDER:
		return kiln_d3_length2(along) == 0 ? length(w) : length(kiln_d3_cross(w, along)) / length(along);
	case BOUND_CONE:
		return cone_radius(w, along);
	case BOUND_OBB:
		coordinates(frame, w, r);
		return kiln_double_abs(r[size]);
	case BOUND_ELLIPSOID:
		return ellipsoid_radius(frame, size, w);
	default:
		return length(w);
	}
}

static bool passes(bound_proof *proof, int size, uint32_t rank, const float point[3])
{
	bound_proof_resize(proof, size, bound_ranked(rank));
	return bound_proof_contains(proof, size, point);
}

/// Leaves the proof with the least size with which the volume contains the point; false when no size does. Starts from
/// the estimate, doubles its steps, then halves them.
static bool fit_point(bound_proof *proof, int size, const float point[3])
{
	double guess = estimate(&proof->frame, size, point);
	// low: one more than the largest rank known to be too small. high: the least rank known to be enough.
	uint32_t low = 0, high = bound_rank(guess < (double)FLT_MAX ? (float)guess : FLT_MAX);
	for (uint32_t step = 1; !passes(proof, size, high, point); step *= 2)
	{
		if (high == BOUND_RANK_MAX)
			return false;
		low = high + 1;
		high = BOUND_RANK_MAX - high > step ? high + step : BOUND_RANK_MAX;
	}
	for (uint32_t step = 1; low == 0 && high > 0; step *= 2)
	{
		uint32_t lower = high > step ? high - step : 0;
		if (passes(proof, size, lower, point))
			high = lower;
		else
			low = lower + 1;
	}
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (passes(proof, size, middle, point))
			high = middle;
		else
			low = middle + 1;
	}
	bound_proof_resize(proof, size, bound_ranked(high));
	return true;
}

/// Returns the point that needs the largest size, by estimates.
static uint32_t outermost(const bound_proof *proof, int size, const float (*points)[3], uint32_t count)
{
	const bound_frame *frame = &proof->frame;
	uint32_t farthest = 0;
	double largest = -1, needed;
	if (frame->kind == BOUND_SPHERE)
		return bound_farthest(points, count, vector(frame->origin), &largest);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (!bound_proof_height(proof, size, points[i], &needed))
			needed = estimate(frame, size, points[i]);
		farthest = needed > largest ? i : farthest;
		largest = needed > largest ? needed : largest;
	}
	return farthest;
}

/// Leaves the proof with the least size with which the volume contains all points: the largest size that any point
/// needs. A volume that grows keeps its points.
static bool fit_size(bound_proof *proof, int size, const float (*points)[3], uint32_t count)
{
	bool fits = fit_point(proof, size, points[outermost(proof, size, points, count)]);
	for (uint32_t i = 0; fits && i < count; ++i)
	{
		i += i % BOUND_BLOCK == 0 ? bound_proof_skip(proof, size, points + i, count - i) : 0;
		fits = i == count || bound_proof_contains(proof, size, points[i]) || fit_point(proof, size, points[i]);
	}
	return fits;
}

/// Leaves the proof with the radii multiplied by about the least common factor with which the volume contains all
/// points.
static bool scale_radii(bound_proof *proof, const float (*points)[3], uint32_t count)
{
	bound_frame frame = proof->frame;
	double factor2 = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double r[3], sum = 0;
		coordinates(&frame, kiln_d3_sub(vector(points[i]), vector(frame.origin)), r);
		for (int j = 0; j < 3; ++j)
			sum += frame.sizes[j] > 0 ? r[j] / (double)frame.sizes[j] * (r[j] / (double)frame.sizes[j]) : 0;
		factor2 = sum > factor2 ? sum : factor2;
	}
	// The margin starts at a rounding error of float32 and doubles: 64 rounds lead beyond any radius.
	double factor = sqrt(factor2), margin = 0;
	for (int round = 0; round < 64 && factor < HUGE_VAL; ++round)
	{
		for (int j = 0; j < 3; ++j)
		{
			float radius = kiln_float_up((double)frame.sizes[j] * factor * (1 + margin));
			bound_proof_resize(proof, j, frame.sizes[j] == 0 ? 0 : kiln_float_finite(radius) ? radius : FLT_MAX);
		}
		uint32_t i = 0;
		while (i < count && bound_proof_contains(proof, BOUND_ALL_AXES, points[i]))
			++i;
		if (i == count)
			return true;
		margin = margin > 0 ? 4 * margin : 0x1p-24;
	}
	return false;
}

bool bound_enclose(const bound_input *input, bound_volume *volume)
{
	// Every body is convex: it contains the points when it contains the vertices of their hull.
	bound_cloud corners = bound_cloud_of(input);
	const float(*points)[3] = corners.points;
	uint32_t count = corners.count;
	if (volume->kind == BOUND_AABB || volume->kind == BOUND_KDOP)
	{
		uint32_t mask = bound_kdop_mask(volume->kind == BOUND_AABB ? 6 : volume->k);
		kiln_kdop slabs;
		bound_slabs_enclose(points, count, mask, &slabs);
		if (volume->kind == BOUND_KDOP)
			volume->kdop = slabs;
		else
			volume->aabb =
				(kiln_aabb){{slabs.min[0], slabs.min[1], slabs.min[2]}, {slabs.max[0], slabs.max[1], slabs.max[2]}};
		return mask != 0;
	}
	bound_frame frame = bound_frame_of(volume);
	for (int i = 0; i < 3 && volume->kind != BOUND_ELLIPSOID; ++i)
		frame.sizes[i] = 0;
	if (!bound_frame_valid(&frame))
		return false;
	bound_proof proof;
	bound_proof_begin(&proof, &frame);
	bool fits = volume->kind != BOUND_ELLIPSOID || scale_radii(&proof, points, count);
	for (int size = 0; fits && size < frame.size_count; ++size)
		fits = fit_size(&proof, size, points, count);
	if (fits)
		bound_set_sizes(volume, proof.frame.sizes);
	return fits;
}
