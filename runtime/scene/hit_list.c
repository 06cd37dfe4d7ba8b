// SPDX-License-Identifier: MIT
#include "hit_list.h"

#include "math/ieee.h"

#include <float.h>

bool kilni_hit_before(const kiln_hit *a, const kiln_hit *b)
{
	if (a->t != b->t)
		return a->t < b->t;
	if (a->node != b->node)
		return a->node < b->node;
	if (a->shape != b->shape)
		return a->shape < b->shape;
	return a->triangle < b->triangle;
}

/// Sinks the entry at `i` until no child is farther.
static void sift_down(kiln_hit *hits, uint32_t count, uint32_t i)
{
	kiln_hit moving = hits[i];
	while (2 * (uint64_t)i + 1 < count)
	{
		uint32_t child = 2 * i + 1;
		if (child + 1 < count && kilni_hit_before(&hits[child], &hits[child + 1]))
			++child;
		if (!kilni_hit_before(&moving, &hits[child]))
			break;
		hits[i] = hits[child];
		i = child;
	}
	hits[i] = moving;
}

static void sift_up(kiln_hit *hits, uint32_t i)
{
	kiln_hit moving = hits[i];
	while (i > 0 && kilni_hit_before(&hits[(i - 1) / 2], &moving))
	{
		hits[i] = hits[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	hits[i] = moving;
}

void kilni_hits_put(kiln_hit *hits, uint32_t capacity, uint32_t *stored, const kiln_hit *hit)
{
	if (*stored < capacity)
	{
		hits[*stored] = *hit;
		sift_up(hits, (*stored)++);
	}
	else if (capacity > 0 && kilni_hit_before(hit, &hits[0]))
	{
		hits[0] = *hit;
		sift_down(hits, *stored, 0);
	}
}

void kilni_hits_sort(kiln_hit *hits, uint32_t stored)
{
	for (uint32_t left = stored; left > 1; --left)
	{
		const kiln_hit farthest = hits[0];
		hits[0] = hits[left - 1];
		hits[left - 1] = farthest;
		sift_down(hits, left - 1, 0);
	}
}

float kilni_hit_list_add(void *user, const kiln_hit *hit)
{
	kiln_hit_list *list = user;
	list->count += list->count < UINT32_MAX;
	kilni_hits_put(list->hits, list->capacity, &list->stored, hit);
	return FLT_MAX;
}

uint32_t kilni_hit_list_end(const kiln_hit_list *list)
{
	kilni_hits_sort(list->hits, list->stored);
	return list->count;
}
