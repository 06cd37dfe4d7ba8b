// SPDX-License-Identifier: MIT
#include "pack.h"

#include <math.h>
#include <string.h>

void packed_leaf_vertex(const uint8_t *record, uint32_t vertex, float position[3])
{
	kiln_format_leaf head;
	memcpy(&head, record, sizeof head);
	const uint8_t *exact = record + kiln_format_leaf_vertices_offset(head.triangle_count);
	const uint8_t *least = record + sizeof head + 2 * (size_t)head.triangle_count;
	const uint8_t *low = least + KILN_LEAF_LEAST_SIZE, *high = low + 3 * (size_t)head.vertex_count;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		if (!head.planes)
		{
			memcpy(&position[axis], exact + 4 * ((size_t)axis * head.vertex_count + vertex), sizeof position[axis]);
			continue;
		}
		long steps = least[3 * axis] + 256L * least[3 * axis + 1] + 65536L * least[3 * axis + 2];
		steps -= steps >= KILN_LEAF_LEAST_MAX ? 2L * KILN_LEAF_LEAST_MAX : 0;
		steps += low[axis * head.vertex_count + vertex];
		if (head.planes >> axis & 1u)
		{
			steps += 256L * high[vertex];
			high += head.vertex_count;
		}
		position[axis] = (float)ldexp((double)steps, head.exponent - 127);
	}
}
