// SPDX-License-Identifier: MIT
#include "world.h"

/// Heapsort (Williams 1964): in place, without recursion, and never quadratic.

static void sift(const kiln_world_order *order, uint32_t root, uint32_t count)
{
	for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1)
	{
		child += child + 1 < count && order->before(order->items, child, child + 1);
		if (!order->before(order->items, root, child))
			return;
		order->swap(order->items, root, child);
		root = child;
	}
}

void kilni_world_sort(const kiln_world_order *order, uint32_t count)
{
	for (uint32_t i = count / 2; i-- > 0;)
		sift(order, i, count);
	for (uint32_t end = count; end-- > 1;)
	{
		order->swap(order->items, 0, end);
		sift(order, 0, end);
	}
}
