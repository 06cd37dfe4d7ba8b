// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_VOLUME_KERNELS_BODY_H
#define KILN_TESTS_VOLUME_KERNELS_BODY_H

#include "pair/kernel/volume_test.h"
#include "volume_kernels.h"

/// The bodies of volume_kernels, for one translation unit an instruction set.

static void volume_test_body(const kiln_pair_tree *from, uint32_t ref, const kiln_pair_tree *to,
	const kiln_pair_link *link, const float aim[4], float limit, volume_answer *answer)
{
	float size[8];
	kiln_pair_volume volume;
	kiln_volume_transform(from, ref, to, link, &volume);
	answer->slack = volume.slack;
	answer->volume_size = volume.size;
	answer->overlaps = kiln_volume_overlaps(to, 0, &volume, link, answer->size);
	answer->near = kiln_volume_near(to, 0, &volume, link, limit, answer->lower, answer->near_size);
	kiln_volume_aim(&volume, aim);
	answer->aimed_near = kiln_volume_near(to, 0, &volume, link, limit, answer->aimed, size);
}

static void volume_lanes_body(const kiln_format_oriented_node *node, const uint8_t exponents[8], volume_lanes *lanes)
{
	f8 axis[3][3], shorts = f8_from_i16(node->rotation[0]);
	f8_store(lanes->shorts, shorts);
	f8_store(lanes->powers, f8_powers(exponents));
	f8_store(lanes->roots, f8_sqrt(f8_abs(shorts)));
	kiln_oriented_axes(node, axis);
	for (int j = 0; j < 3; ++j)
		for (int k = 0; k < 3; ++k)
			f8_store(lanes->axes[j][k], axis[j][k]);
}

#endif
