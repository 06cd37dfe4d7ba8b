// SPDX-License-Identifier: MIT
#include "kdop_axes.h"

/// The corners found so far, and the greatest distance of a dropped corner from the corner kept in its place.
typedef struct corners
{
	kiln_d3 kept[KILN_KDOP_VERTICES_MAX];
	uint32_t count;
	double apart;
} corners;

/// Keeps a corner unless another one is within `same` of it or no room is left: rounding may find one corner several
/// times.
static void keep(corners *found, kiln_d3 p, double same)
{
	uint32_t nearest = 0;
	double nearest2 = HUGE_VAL;
	for (uint32_t i = 0; i < found->count; ++i)
	{
		double distance2 = kiln_d3_length2(kiln_d3_sub(p, found->kept[i]));
		if (distance2 < nearest2)
		{
			nearest2 = distance2;
			nearest = i;
		}
	}
	if (found->count < KILN_KDOP_VERTICES_MAX && !(nearest2 <= same * same))
		found->kept[found->count++] = p;
	else
		found->apart = kiln_double_max(found->apart, sqrt(kiln_d3_length2(kiln_d3_sub(p, found->kept[nearest]))));
}

static kiln_d3 axis_of(int axis)
{
	const signed char *n = kiln_kdop_axis[axis];
	return (kiln_d3){n[0], n[1], n[2]};
}

static bool within(const kiln_kdop *kdop, const int *list, int count, kiln_d3 p, double room)
{
	for (int i = 0; i < count; ++i)
	{
		double along = kiln_d3_dot(axis_of(list[i]), p);
		if (along < (double)kdop->min[list[i]] - room || along > (double)kdop->max[list[i]] + room)
			return false;
	}
	return true;
}

uint32_t kiln_kdop_vertices(const kiln_kdop *kdop, uint32_t k, kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX], float *slack)
{
	kiln_kdop_slots slots;
	*slack = 0;
	if (!kiln_kdop_slots_of(k, &slots) || !kilni_sound_kdop(kdop, &slots))
		return 0;
	int list[KILN_KDOP_AXES], count = kiln_kdop_list(&slots, list);
	double most = 0;
	for (int i = 0; i < count; ++i)
		most = kiln_double_max(most,
			kiln_double_max(kiln_double_abs((double)kdop->min[list[i]]), kiln_double_abs((double)kdop->max[list[i]])));
	// A corner is a sum of three planes' values times whole numbers up to 2, over a determinant of at least 1. The
	// computation and the comparison lose less than 2^-48 of the largest value.
	double room = 0x1p-47 * most;
	corners found = {.count = 0};
	for (int i = 0; i < count; ++i)
		for (int j = i + 1; j < count; ++j)
			for (int l = j + 1; l < count; ++l)
			{
				kiln_d3 a = axis_of(list[i]), b = axis_of(list[j]), c = axis_of(list[l]);
				kiln_d3 bc = kiln_d3_cross(b, c), ca = kiln_d3_cross(c, a), ab = kiln_d3_cross(a, b);
				double determinant = kiln_d3_dot(a, bc);
				for (int sides = 0; determinant != 0 && sides < 8; ++sides)
				{
					kiln_d3 p = kiln_d3_scale(bc, (double)(sides & 1 ? kdop->max : kdop->min)[list[i]]);
					p = kiln_d3_along(p, (double)(sides & 2 ? kdop->max : kdop->min)[list[j]], ca);
					p = kiln_d3_along(p, (double)(sides & 4 ? kdop->max : kdop->min)[list[l]], ab);
					p = (kiln_d3){p.x / determinant, p.y / determinant, p.z / determinant};
					if (within(kdop, list, count, p, room))
						keep(&found, p, 4 * room);
				}
			}
	double farthest = 0;
	for (uint32_t i = 0; i < found.count; ++i)
	{
		vertices[i] = kiln_vec3_stored(found.kept[i]);
		kiln_d3 off = kiln_d3_sub(found.kept[i], kiln_d3_from(vertices[i]));
		farthest = kiln_double_max(farthest, sqrt(kiln_d3_length2(off)));
	}
	// Covers the dropped corners, the rounding to float32 and the errors of the corners themselves.
	if (found.count > 0)
		*slack = kiln_tight_up((found.apart + farthest + 2 * room) * (1 + 0x1p-50));
	return found.count;
}
