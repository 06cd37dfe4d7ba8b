// SPDX-License-Identifier: MIT
#include "hull.h"

#include "exact/exact.h"
#include "hull_internal.h"
#include "memory.h"

#include <string.h>

int hull_side(const float a[3], const float b[3], const float c[3], const float d[3])
{
	double wide[4][3];
	hull_widen(a, wide[0]);
	hull_widen(b, wide[1]);
	hull_widen(c, wide[2]);
	hull_widen(d, wide[3]);
	return exact_orient3d(wide[0], wide[1], wide[2], wide[3]);
}

kilncook_status hull_allocate(const kilncook_context *context, uint32_t dimension, uint32_t vertex_count,
	uint32_t face_count, uint32_t half_edge_count, convex_hull *out)
{
	size_t words = (size_t)vertex_count * 4 + face_count + 1 + (size_t)half_edge_count * 2;
	uint32_t *block = cook_alloc(context, words, sizeof *block);
	if (!block)
		return KILNCOOK_INTERNAL;
	*out = (convex_hull){.dimension = dimension,
		.vertex_count = vertex_count,
		.face_count = face_count,
		.half_edge_count = half_edge_count,
		.block = block,
		.block_size = words * sizeof *block};
	out->vertices = (float(*)[3])(void *)block;
	out->sources = block + (size_t)vertex_count * 3;
	out->face_first = out->sources + vertex_count;
	out->origins = out->face_first + face_count + 1;
	out->twins = out->origins + half_edge_count;
	out->face_first[0] = 0;
	return KILNCOOK_OK;
}

void hull_free(const kilncook_context *context, convex_hull *h)
{
	cook_free(context, h->block, h->block_size, 1);
	*h = (convex_hull){0};
}

const char *hull_fault_name(hull_fault fault)
{
	switch (fault)
	{
	case HULL_SOUND:
		return "sound";
	case HULL_RANGE:
		return "range";
	case HULL_OPEN:
		return "open";
	case HULL_EULER:
		return "euler";
	case HULL_FLAT:
		return "flat";
	case HULL_CONCAVE:
		return "concave";
	case HULL_OUTSIDE:
		return "outside";
	case HULL_REPEATED:
		return "repeated";
	case HULL_UNCHECKED:
		return "unchecked";
	default:
		return "unknown";
	}
}
