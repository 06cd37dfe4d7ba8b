// SPDX-License-Identifier: MIT
#include "brute.h"

#include <math.h>

/// Returns a lower bound of the distance of two pieces, from their boxes at the poses.
static double box_gap(const kiln_aabb *a, const kiln_aabb *b)
{
	const float *al = &a->min.x, *ah = &a->max.x, *bl = &b->min.x, *bh = &b->max.x;
	double sum = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		double gap = fmax((double)al[axis] - (double)bh[axis], (double)bl[axis] - (double)ah[axis]);
		sum += gap > 0 ? gap * gap : 0;
	}
	return sqrt(sum);
}

/// Computes the box of an object by its support mapping.
static kiln_aabb box_at(const brute_piece *piece, const kiln_pose *pose)
{
	kiln_convex_object object = {.shape = &piece->convex, .pose = *pose};
	kiln_aabb box;
	float *low = &box.min.x, *high = &box.max.x;
	for (int axis = 0; axis < 3; ++axis)
	{
		float direction[3] = {0, 0, 0};
		direction[axis] = 1;
		kiln_vec3 up = kiln_convex_object_support(&object, (kiln_vec3){direction[0], direction[1], direction[2]}, NULL);
		direction[axis] = -1;
		kiln_vec3 down =
			kiln_convex_object_support(&object, (kiln_vec3){direction[0], direction[1], direction[2]}, NULL);
		low[axis] = (&down.x)[axis];
		high[axis] = (&up.x)[axis];
	}
	return box;
}

/// Adds two pieces to the result for all pairs.
static bool meet(
	const kiln_convex_object *a, const kiln_convex_object *b, bool with_depth, double rounding, brute_meeting *meeting)
{
	kiln_convex_separation apart;
	kiln_convex_depth deep;
	if (kiln_convex_distance(a, b, NULL, NULL, &apart) != KILN_OK)
		return false;
	double distance = (double)apart.distance;
	meeting->distance = fmin(meeting->distance, distance);
	if (distance > 0)
	{
		meeting->doubtful += distance <= rounding;
		return true;
	}
	++meeting->touching;
	if (!with_depth)
		return true;
	if (kiln_convex_penetration(a, b, NULL, NULL, &deep) != KILN_OK)
		return false;
	meeting->depth = fmax(meeting->depth, (double)deep.depth);
	meeting->doubtful += (double)deep.depth <= rounding;
	return true;
}

/// Computes the boxes at the pose; returns the largest coordinate.
static float pose_boxes(brute_pieces *pieces, const kiln_pose *pose)
{
	float largest = 0;
	for (size_t i = 0; i < pieces->count; ++i)
	{
		const kiln_aabb *box = &pieces->posed[i];
		pieces->posed[i] = box_at(&pieces->pieces[i], pose);
		for (int axis = 0; axis < 3; ++axis)
			largest = fmaxf(largest, fmaxf(fabsf((&box->min.x)[axis]), fabsf((&box->max.x)[axis])));
	}
	return largest;
}

/// Returns a mask of b as layers of a.
static uint64_t mapped(uint64_t mask, const uint8_t *layers_of_b)
{
	uint64_t result = 0;
	for (uint32_t i = 0; layers_of_b && i < KILN_LAYERS_MAX; ++i)
		if (mask >> i & 1)
			result |= (uint64_t)1 << layers_of_b[i];
	return layers_of_b ? result : mask;
}

bool brute_pairs(const kiln_pair_filter *filter, const brute_piece *a, const brute_piece *b)
{
	return !filter || !filter->masks ||
		   ((a->layers & mapped(b->collides, filter->layers_of_b)) &&
			   (mapped(b->layers, filter->layers_of_b) & a->collides));
}

bool brute_meet(brute_pieces *a, const kiln_pose *pose_a, brute_pieces *b, const kiln_pose *pose_b,
	const kiln_pair_filter *filter, bool with_depth, brute_meeting *meeting)
{
	*meeting = (brute_meeting){.distance = HUGE_VAL};
	if ((uint64_t)a->count * b->count > BRUTE_PAIRS_MAX || !a->whole || !b->whole)
		return false;
	float largest = pose_boxes(a, pose_a);
	largest = fmaxf(largest, pose_boxes(b, pose_b));
	double rounding = (double)brute_rounding(a, fmaxf(b->size, largest));
	meeting->rounding = rounding;
	for (size_t i = 0; i < a->count; ++i)
	{
		kiln_convex_object first = {.shape = &a->pieces[i].convex, .pose = *pose_a};
		for (size_t k = 0; k < b->count; ++k)
		{
			kiln_convex_object second = {.shape = &b->pieces[k].convex, .pose = *pose_b};
			if (box_gap(&a->posed[i], &b->posed[k]) > fmax(rounding, meeting->distance) ||
				!brute_pairs(filter, &a->pieces[i], &b->pieces[k]))
				continue;
			if (!meet(&first, &second, with_depth, rounding, meeting))
				return false;
		}
	}
	return true;
}

bool brute_near(const kiln_convex_object *object, kiln_vec3 point, double rounding)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_POINT, .point = point};
	const kiln_convex_object other = {.shape = &shape};
	kiln_convex_separation apart;
	return kiln_convex_distance(object, &other, NULL, NULL, &apart) == KILN_OK && (double)apart.distance <= rounding;
}

static kiln_vec3 along(kiln_vec3 from, double way, kiln_vec3 n)
{
	return (kiln_vec3){(float)((double)from.x + way * (double)n.x), (float)((double)from.y + way * (double)n.y),
		(float)((double)from.z + way * (double)n.z)};
}

bool brute_parts(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_vec3 normal, double depth, double rounding)
{
	double x = (double)normal.x, y = (double)normal.y, z = (double)normal.z;
	kiln_convex_object moved = *a;
	moved.pose.translation = along(moved.pose.translation, depth, normal);
	return fabs(x * x + y * y + z * z - 1) < 1e-5 && brute_gap(&moved, b) >= -rounding;
}

bool brute_joins(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_contact *contact,
	kiln_vec3 normal, double rounding)
{
	kiln_vec3 p = along(contact->on_a, (double)contact->depth, normal), q = contact->on_b;
	double apart =
		fmax(fabs((double)p.x - (double)q.x), fmax(fabs((double)p.y - (double)q.y), fabs((double)p.z - (double)q.z)));
	return apart <= rounding && brute_near(a, contact->on_a, rounding) && brute_near(b, contact->on_b, rounding);
}
