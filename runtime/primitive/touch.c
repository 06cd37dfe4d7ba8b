// SPDX-License-Identifier: MIT
#include "touch.h"

#include "shape/segment.h"
#include "shape/triangle_point.h"

#include <math.h>

/// Whether points with this squared distance are within `radius`. `size` bounds the coordinates from which they were
/// computed.
static bool within(double distance2, double radius, double size)
{
	double limit = radius + 0x1p-48 * size;
	return distance2 <= limit * limit;
}

static double size_of(const kiln_d3 seen[3])
{
	return kiln_double_max(
		kiln_d3_largest(seen[0]), kiln_double_max(kiln_d3_largest(seen[1]), kiln_d3_largest(seen[2])));
}

bool kilni_touch_sphere(const kiln_solid *sphere, const kiln_d3 seen[3])
{
	return within(kiln_d3_length2(kilni_triangle_closest(seen)), sphere->radius, size_of(seen));
}

bool kilni_touch_capsule(const kiln_solid *capsule, const kiln_d3 seen[3])
{
	kiln_solid_plane plane = kilni_solid_on_plane(capsule, seen);
	if (plane.height > plane.reach || plane.height < -plane.reach)
		return false;
	kiln_d3 start = kiln_d3_scale(capsule->axis, -1);
	kiln_nearest_pair pair = kilni_segment_triangle(start, kiln_d3_scale(capsule->axis, 2), seen);
	return within(pair.distance2, capsule->radius, size_of(seen) + kiln_d3_largest(capsule->axis));
}

bool kilni_touch(const kiln_solid *solid, const kiln_d3 seen[3])
{
	kiln_d3 low = kiln_d3_min(seen[0], kiln_d3_min(seen[1], seen[2]));
	kiln_d3 high = kiln_d3_max(seen[0], kiln_d3_max(seen[1], seen[2]));
	kiln_d3 reach = solid->reach;
	if (low.x > reach.x || low.y > reach.y || low.z > reach.z || high.x < -reach.x || high.y < -reach.y ||
		high.z < -reach.z)
		return false;
	if (solid->kind == KILN_SOLID_SPHERE)
		return kilni_touch_sphere(solid, seen);
	return solid->kind == KILN_SOLID_BOX ? kilni_touch_box(solid, seen) : kilni_touch_capsule(solid, seen);
}
