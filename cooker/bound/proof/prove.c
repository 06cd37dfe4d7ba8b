// SPDX-License-Identifier: MIT
#include "proof.h"

#include "floats.h"
#include "reach.h"
#include "slabs.h"

#include <math.h>

static inline int approx_sign(approx x)
{
	if (x.value > x.error)
		return 1;
	if (x.value < -x.error)
		return -1;
	return x.value == 0 && x.error == 0 ? 0 : 2;
}

#define NUMBER approx
#define BODY(x) approx_##x
#define BODY_OF(x) approx_##x
#define BODY_SIGN(x) approx_sign(x)
#include "body.inc"
#undef NUMBER
#undef BODY
#undef BODY_OF
#undef BODY_SIGN

#define NUMBER wide
#define BODY(x) wide_##x
#define BODY_OF(x) wide_##x
#define BODY_SIGN(x) ((x).sign)
#include "body.inc"
#undef NUMBER
#undef BODY
#undef BODY_OF
#undef BODY_SIGN

static void store(float to[3], kiln_vec3 from)
{
	to[0] = from.x;
	to[1] = from.y;
	to[2] = from.z;
}

static void store_axes(bound_frame *frame, const kiln_vec3 *axes, int count, const float *sizes, int size_count)
{
	for (int i = 0; i < count; ++i)
		store(frame->axes[i], axes[i]);
	for (int i = 0; i < size_count; ++i)
		frame->sizes[i] = sizes[i];
	frame->size_count = size_count;
}

bound_frame bound_frame_of(const bound_volume *volume)
{
	bound_frame frame = {.kind = volume->kind};
	switch (volume->kind)
	{
	case BOUND_SPHERE:
		store(frame.origin, volume->sphere.center);
		store_axes(&frame, NULL, 0, &volume->sphere.radius, 1);
		break;
	case BOUND_OBB:
		store(frame.origin, volume->obb.center);
		store_axes(&frame, volume->obb.axes, 3, volume->obb.half_extents, 3);
		break;
	case BOUND_CAPSULE:
		store(frame.origin, volume->capsule.a);
		store_axes(&frame, &volume->capsule.b, 1, &volume->capsule.radius, 1);
		break;
	case BOUND_RSS:
		store(frame.origin, volume->rss.origin);
		store_axes(&frame, volume->rss.edges, 2, &volume->rss.radius, 1);
		break;
	case BOUND_CYLINDER:
		store(frame.origin, volume->cylinder.a);
		store_axes(&frame, &volume->cylinder.b, 1, &volume->cylinder.radius, 1);
		break;
	case BOUND_CONE:
		store(frame.origin, volume->cone.apex);
		store_axes(&frame, &volume->cone.base, 1, &volume->cone.radius, 1);
		break;
	case BOUND_ELLIPSOID:
		store(frame.origin, volume->ellipsoid.center);
		store_axes(&frame, volume->ellipsoid.axes, 3, volume->ellipsoid.radii, 3);
		break;
	case BOUND_AABB:
	case BOUND_KDOP:
	case BOUND_KIND_COUNT:
		break;
	}
	return frame;
}

void bound_set_sizes(bound_volume *volume, const float sizes[3])
{
	float *to = volume->kind == BOUND_SPHERE	 ? &volume->sphere.radius
				: volume->kind == BOUND_OBB		 ? volume->obb.half_extents
				: volume->kind == BOUND_CAPSULE	 ? &volume->capsule.radius
				: volume->kind == BOUND_RSS		 ? &volume->rss.radius
				: volume->kind == BOUND_CYLINDER ? &volume->cylinder.radius
				: volume->kind == BOUND_CONE	 ? &volume->cone.radius
												 : volume->ellipsoid.radii;
	int count = volume->kind == BOUND_OBB || volume->kind == BOUND_ELLIPSOID ? 3 : 1;
	for (int i = 0; i < count; ++i)
		to[i] = sizes[i];
}

bool bound_frame_valid(const bound_frame *frame)
{
	bool valid = frame->size_count > 0 && bound_finite3(frame->origin) && bound_finite3(frame->sizes);
	for (int i = 0; i < 3; ++i)
		valid = valid && bound_finite3(frame->axes[i]) && frame->sizes[i] >= 0;
	return valid;
}

void bound_proof_begin(bound_proof *proof, const bound_frame *frame)
{
	proof->frame = *frame;
	proof->exact_fixed = proof->exact_sized = false;
	approx_fix(&proof->fast, frame);
	approx_resize(&proof->fast, frame);
}

void bound_proof_resize(bound_proof *proof, int size, float value)
{
	proof->frame.sizes[size] = value;
	proof->exact_sized = false;
	approx_resize(&proof->fast, &proof->frame);
}

static bool contains_exactly(bound_proof *proof, int axis, const float point[3])
{
	if (!proof->exact_fixed)
		wide_fix(&proof->exact, &proof->frame);
	if (!proof->exact_fixed || !proof->exact_sized)
		wide_resize(&proof->exact, &proof->frame);
	proof->exact_fixed = proof->exact_sized = true;
	return wide_contains(&proof->exact, proof->frame.kind, axis, point) == BOUND_INSIDE;
}

/// The square of a point's distance from its feet on the segment or rectangle, in double. `*size` gets the sum of the sizes of all
/// terms.
static inline double square_from(const bound_frame *frame, int edges, const float point[3], double *size)
{
	double w[3], square = 0;
	*size = 0;
	for (int k = 0; k < 3; ++k)
	{
		w[k] = (double)point[k] - (double)frame->origin[k];
		*size += fabs(w[k]);
	}
	for (int i = 0; i < edges; ++i)
	{
		double edge[3], foot = 0, length2 = 0;
		for (int k = 0; k < 3; ++k)
		{
			// A capsule's segment is given by its ends.
			edge[k] = (double)frame->axes[i][k] - (frame->kind == BOUND_CAPSULE ? (double)frame->origin[k] : 0);
			foot += w[k] * edge[k];
			length2 += edge[k] * edge[k];
		}
		double share = !(foot > 0) ? 0 : foot < length2 ? foot / length2 : 1;
		for (int k = 0; k < 3; ++k)
		{
			w[k] -= share * edge[k];
			*size += fabs(edge[k]);
		}
	}
	for (int k = 0; k < 3; ++k)
		square += w[k] * w[k];
	return square;
}

/// Whether a point certainly lies within the radius of the segment or rectangle: any point of these that is so near proves it, and
/// the feet in double are such points. Differences, shares and their products round to within 2^-51 of the terms' sizes in total.
static bool surely_near(const bound_frame *frame, int edges, const float point[3])
{
	double size, square = square_from(frame, edges, point, &size);
	double reach = (double)frame->sizes[0] - size * 0x1p-49;
	return reach > 0 && square * (1 + 0x1p-48) <= reach * reach;
}

/// Whether a point certainly lies between the planes of a box's axis: its height in double is off by less than 2^-50 of the sizes of
/// its terms, and by what the normal is off.
static bool surely_between(const approx_body *body, int axis, const float point[3])
{
	double along = 0, error = 0;
	for (int k = 0; k < 3; ++k)
	{
		const approx *normal = &body->normal[axis][k];
		double w = (double)point[k] - body->origin[k].value, term = w * normal->value;
		along += term;
		error += fabs(term) * 0x1p-49 + fabs(w) * normal->error;
	}
	const approx *limit = &body->limit[axis];
	return fabs(along) + (error + limit->error) * (1 + 0x1p-40) + 0x1p-1000 <= limit->value * (1 - 0x1p-50);
}

/// Whether a point is inside, as far as a few roundings decide.
static bool surely_inside(const bound_proof *proof, int axis, const float point[3])
{
	const approx_body *body = &proof->fast;
	switch (proof->frame.kind)
	{
	case BOUND_SPHERE:
		return surely_near(&proof->frame, 0, point);
	case BOUND_CAPSULE:
		return surely_near(&proof->frame, 1, point);
	case BOUND_RSS:
		return surely_near(&proof->frame, 2, point);
	case BOUND_OBB:
		if (body->hollow || body->unsure)
			return false;
		for (int i = axis < 0 ? 0 : axis; i < (axis < 0 ? 3 : axis + 1); ++i)
			if (!surely_between(body, i, point))
				return false;
		return true;
	default:
		return false;
	}
}

bool bound_proof_height(const bound_proof *proof, int size, const float point[3], double *height)
{
	const bound_frame *frame = &proof->frame;
	double along = 0, terms;
	switch (frame->kind)
	{
	case BOUND_CAPSULE:
	case BOUND_RSS:
		*height = square_from(frame, frame->kind == BOUND_CAPSULE ? 1 : 2, point, &terms);
		return true;
	case BOUND_OBB:
		for (int k = 0; k < 3; ++k)
			along += ((double)point[k] - proof->fast.origin[k].value) * proof->fast.normal[size][k].value;
		*height = fabs(along);
		return true;
	default:
		return false;
	}
}

bool bound_proof_contains(bound_proof *proof, int axis, const float point[3])
{
	if (surely_inside(proof, axis, point))
		return true;
	bound_verdict verdict = approx_contains(&proof->fast, proof->frame.kind, axis, point);
	return verdict == BOUND_UNSURE ? contains_exactly(proof, axis, point) : verdict == BOUND_INSIDE;
}

static bool block_in_ball(const bound_proof *proof, const float (*points)[3])
{
	const bound_frame *frame = &proof->frame;
	kiln_d3 center = {(double)frame->origin[0], (double)frame->origin[1], (double)frame->origin[2]};
	return bound_reach_above(points, BOUND_BLOCK, center) <= (double)frame->sizes[0];
}

static bool box_inside(bound_proof *proof, int axis, const float (*points)[3])
{
	float corners[8][3];
	bool inside = bound_block_corners(points, corners);
	for (int i = 0; i < 8 && inside; ++i)
		inside = bound_proof_contains(proof, axis, corners[i]);
	return inside;
}

uint32_t bound_proof_skip(bound_proof *proof, int axis, const float (*points)[3], uint32_t count)
{
	uint32_t skipped = 0;
	while (count - skipped >= BOUND_BLOCK &&
		   (proof->frame.kind == BOUND_SPHERE ? block_in_ball(proof, points + skipped)
											  : box_inside(proof, axis, points + skipped)))
		skipped += BOUND_BLOCK;
	return skipped;
}

/// Returns the first point outside; `count` when all are inside.
static uint32_t first_outside(const bound_frame *frame, const float (*points)[3], uint32_t count)
{
	if (!bound_frame_valid(frame))
		return 0;
	bound_proof proof;
	bound_proof_begin(&proof, frame);
	for (uint32_t i = 0; i < count; ++i)
	{
		i += i % BOUND_BLOCK == 0 ? bound_proof_skip(&proof, BOUND_ALL_AXES, points + i, count - i) : 0;
		if (i < count && (!bound_finite3(points[i]) || !bound_proof_contains(&proof, BOUND_ALL_AXES, points[i])))
			return i;
	}
	return count;
}

static uint32_t first_outside_aabb(const kiln_aabb *box, const float (*points)[3], uint32_t count)
{
	float corners[2][3];
	store(corners[0], box->min);
	store(corners[1], box->max);
	if (!bound_finite3(corners[0]) || !bound_finite3(corners[1]))
		return 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const float *p = points[i];
		if (!(box->min.x <= p[0] && p[0] <= box->max.x && box->min.y <= p[1] && p[1] <= box->max.y &&
				box->min.z <= p[2] && p[2] <= box->max.z))
			return i;
	}
	return count;
}

static bool slabs_valid(const kiln_kdop *slabs, uint32_t mask)
{
	bool valid = mask != 0;
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		valid = valid &&
				(!(mask >> axis & 1) || (kiln_float_finite(slabs->min[axis]) && kiln_float_finite(slabs->max[axis])));
	return valid;
}

bool bound_prove(const bound_volume *volume, const float (*points)[3], uint32_t count, uint32_t *where)
{
	uint32_t first = 0;
	if (volume->kind == BOUND_AABB)
		first = first_outside_aabb(&volume->aabb, points, count);
	else if (volume->kind == BOUND_KDOP)
	{
		uint32_t mask = bound_kdop_mask(volume->k);
		if (slabs_valid(&volume->kdop, mask))
			first = bound_slabs_first_outside(&volume->kdop, mask, points, count);
	}
	else
	{
		bound_frame frame = bound_frame_of(volume);
		first = first_outside(&frame, points, count);
	}
	if (where && first < count)
		*where = first;
	return first == count;
}
