// SPDX-License-Identifier: MIT
#include "diff_hull.h"

#include "kiln/convex/distance.h"
#include "math/ieee.h"

#include <stdlib.h>
#include <string.h>

static int compare_vertices(const void *left, const void *right)
{
	const kiln_vec3 *a = left, *b = right;
	const float first[3] = {a->x, a->y, a->z}, second[3] = {b->x, b->y, b->z};
	for (int i = 0; i < 3; ++i)
		if (first[i] < second[i] || first[i] > second[i])
			return first[i] < second[i] ? -1 : 1;
	return 0;
}

static kiln_vec3 *sort_vertices(const kiln_hull *hull)
{
	kiln_vec3 *list = malloc(((size_t)hull->vertex_count + 1) * sizeof *list);
	for (uint32_t i = 0; list != NULL && i < hull->vertex_count; ++i)
		list[i] = kiln_hull_vertex(hull, i);
	if (list != NULL)
		qsort(list, hull->vertex_count, sizeof *list, compare_vertices);
	return list;
}

// Counts a vertex that the other hull does not have.
static void take_only(kiln_vec3 vertex, const kiln_convex_shape *other, int side, diff_hull *out)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = vertex};
	const kiln_convex_object objects[2] = {{.shape = &point}, {.shape = other}};
	kiln_convex_separation apart;
	++out->only[side];
	if (kiln_convex_distance(&objects[0], &objects[1], NULL, NULL, &apart) == KILN_OK &&
		(double)apart.distance > out->farthest)
		out->farthest = (double)apart.distance;
}

static void compare_lists(
	kiln_vec3 *const list[2], const kiln_hull hull[2], const kiln_convex_shape convex[2], diff_hull *out)
{
	for (uint32_t a = 0, b = 0; a < hull[0].vertex_count || b < hull[1].vertex_count;)
	{
		const int order = a == hull[0].vertex_count	  ? 1
						  : b == hull[1].vertex_count ? -1
													  : compare_vertices(&list[0][a], &list[1][b]);
		if (order != 0)
			take_only(order < 0 ? list[0][a] : list[1][b], &convex[order < 0], order > 0, out);
		a += order <= 0;
		b += order >= 0;
	}
}

bool diff_hull_compare(const kiln_asset *const asset[2], const uint32_t shape[2], diff_hull *out)
{
	kiln_hull hull[2];
	kiln_convex_shape convex[2];
	*out = (diff_hull){.farthest = 0};
	for (int i = 0; i < 2; ++i)
		if (!kiln_convex_from_asset(asset[i], shape[i], &hull[i], &convex[i]))
			return true;
	kiln_vec3 *list[2] = {sort_vertices(&hull[0]), sort_vertices(&hull[1])};
	const bool memory = list[0] != NULL && list[1] != NULL;
	if (memory)
		compare_lists(list, hull, convex, out);
	free(list[0]);
	free(list[1]);
	return memory;
}
