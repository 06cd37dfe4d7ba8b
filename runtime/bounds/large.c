// SPDX-License-Identifier: MIT
#include "origin.h"
#include "posing.h"

#include <string.h>

/// Poses in large worlds.

bool kiln_large_pose_about(const kiln_large_pose *pose, const kiln_origin *origin, kiln_pose *about)
{
	if (!about)
		return false;
	memset(about, 0, sizeof *about);
	if (!pose || !origin || !kiln_origin_valid(&pose->translation) || !kiln_origin_valid(origin))
		return false;
	const kiln_d3 way = kiln_origin_way(origin, &pose->translation);
	const kiln_pose placed = {.rotation = pose->rotation, .translation = kiln_d3_to(way), .scale = pose->scale};
	if (kiln_d3_largest(way) > (double)KILN_COORDINATE_MAX || !kiln_pose_valid(&placed))
		return false;
	*about = placed;
	return true;
}
