// SPDX-License-Identifier: MIT
#include "world.h"

/// Heapsort (Williams 1964): in place, without recursion, and never quadratic.

void kilni_world_sift(const kiln_world_order *order, uint32_t root, uint32_t count)
{
	while (2 * (uint64_t)root + 1 < count)
	{
		uint32_t child = 2 * root + 1;
		child += child + 1 < count && order->before(order->items, child, child + 1);
		if (!order->before(order->items, root, child))
			return;
		order->swap(order->items, root, child);
		root = child;
	}
}

void kilni_world_heap(const kiln_world_order *order, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		kilni_world_sift(order, i, count);
}

void kilni_world_sort(const kiln_world_order *order, uint32_t count)
{
	kilni_world_heap(order, count);
	for (uint32_t end = count; end-- > 1;)
	{
		order->swap(order->items, 0, end);
		kilni_world_sift(order, 0, end);
	}
}
