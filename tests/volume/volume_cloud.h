// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_VOLUME_CLOUD_H
#define KILN_TESTS_VOLUME_CLOUD_H

#include "volume/volume_tree.h"

/// Leaves for the tests of volume trees, ordinary and difficult ones.

enum
{
	VOLUME_CLOUDS = 13,
};

/// Leaves with their arrays.
typedef struct cloud
{
	volume_leaves leaves;
	uint32_t *items;
	build_box *boxes;
	float (*points)[3];
	uint64_t *point_first;
} volume_cloud;

/// Makes `count` leaves of kind `kind`: in any plane, all one point, in a line, as large as allowed, tiny, far away,
/// denormal, on a lattice, needles, each leaf at another scale, the ground, about one centre, a room's walls.
volume_cloud volume_cloud_make(int kind, uint32_t count, uint64_t seed);
void volume_cloud_free(volume_cloud *cloud);

#endif
