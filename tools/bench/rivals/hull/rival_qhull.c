// SPDX-License-Identifier: MIT
#include "rival_hull.h"

#include <libqhull_r/libqhull_r.h>
#include <stdlib.h>

struct rival_hull
{
	coordT *points;
	uint32_t count;
	qhT qhull;
	bool built;
};

static void clear(rival_hull *hull)
{
	int blocks, bytes;
	if (!hull->built)
		return;
	qh_freeqhull(&hull->qhull, !qh_ALL);
	qh_memfreeshort(&hull->qhull, &blocks, &bytes);
	hull->built = false;
}

static rival_hull *prepare(const float *points, uint32_t count)
{
	rival_hull *hull = calloc(1, sizeof *hull);
	if (!hull)
		return NULL;
	hull->count = count;
	hull->points = malloc((size_t)count * 3 * sizeof *hull->points);
	if (!hull->points)
	{
		free(hull);
		return NULL;
	}
	for (size_t i = 0; i < (size_t)count * 3; ++i)
		hull->points[i] = (coordT)points[i];
	return hull;
}

static bool build(rival_hull *hull, uint32_t limit)
{
	static char options[] = "qhull";
	clear(hull);
	if (limit)
		return false;
	qh_zero(&hull->qhull, stderr);
	hull->built = true;
	return qh_new_qhull(&hull->qhull, 3, (int)hull->count, hull->points, False, options, NULL, stderr) == 0;
}

static uint32_t vertex_count(const rival_hull *hull)
{
	return (uint32_t)hull->qhull.num_vertices;
}

static void vertices(const rival_hull *hull, float (*vertices)[3])
{
	const qhT *qh = &hull->qhull;
	for (const vertexT *vertex = qh->vertex_list; vertex && vertex->next; vertex = vertex->next, ++vertices)
		for (int axis = 0; axis < 3; ++axis)
			(*vertices)[axis] = (float)vertex->point[axis];
}

static void release(rival_hull *hull)
{
	if (!hull)
		return;
	clear(hull);
	free(hull->points);
	free(hull);
}

const rival_hull_library rival_qhull_adapter = {"Qhull", "libqhull_r", prepare, build, vertex_count, vertices, release};
