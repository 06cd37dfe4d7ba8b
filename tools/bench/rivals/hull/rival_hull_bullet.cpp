// SPDX-License-Identifier: MIT
#include "rival_hull.h"

#include <LinearMath/btConvexHull.h>
#include <LinearMath/btConvexHullComputer.h>
#include <new>

struct rival_hull
{
	const float *points;
	uint32_t count;
	btAlignedObjectArray<btVector3> wide; ///< points for the older library
	btConvexHullComputer *computer;
	HullLibrary library;
	HullResult result;
	bool reduced;
};

namespace
{

void clear(rival_hull *hull)
{
	delete hull->computer;
	hull->computer = nullptr;
	if (hull->reduced)
		hull->library.ReleaseResult(hull->result);
	hull->reduced = false;
}

rival_hull *prepare(const float *points, uint32_t count)
{
	rival_hull *hull = new (std::nothrow) rival_hull();
	if (!hull)
		return nullptr;
	hull->points = points;
	hull->count = count;
	hull->wide.resize(static_cast<int>(count));
	for (uint32_t i = 0; i < count; ++i)
		hull->wide[static_cast<int>(i)] = btVector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
	return hull;
}

bool compute(rival_hull *hull, uint32_t limit)
{
	clear(hull);
	if (limit)
		return false;
	hull->computer = new (std::nothrow) btConvexHullComputer();
	if (!hull->computer)
		return false;
	hull->computer->compute(hull->points, 12, static_cast<int>(hull->count), 0, 0);
	return true;
}

uint32_t computed_count(const rival_hull *hull)
{
	return static_cast<uint32_t>(hull->computer->vertices.size());
}

void computed(const rival_hull *hull, float (*vertices)[3])
{
	for (int i = 0; i < hull->computer->vertices.size(); ++i)
		for (int axis = 0; axis < 3; ++axis)
			vertices[i][axis] = hull->computer->vertices[i][axis];
}

bool reduce(rival_hull *hull, uint32_t limit)
{
	clear(hull);
	HullDesc description(QF_TRIANGLES, hull->count, &hull->wide[0]);
	description.mMaxVertices = limit ? limit : hull->count;
	hull->reduced = hull->library.CreateConvexHull(description, hull->result) == QE_OK;
	return hull->reduced;
}

uint32_t reduced_count(const rival_hull *hull)
{
	return hull->result.mNumOutputVertices;
}

void reduced(const rival_hull *hull, float (*vertices)[3])
{
	for (unsigned i = 0; i < hull->result.mNumOutputVertices; ++i)
		for (int axis = 0; axis < 3; ++axis)
			vertices[i][axis] = hull->result.m_OutputVertices[static_cast<int>(i)][axis];
}

void release(rival_hull *hull)
{
	if (hull)
		clear(hull);
	delete hull;
}

} // namespace

const rival_hull_library rival_bullet_computer_adapter = {
	"Bullet", "btConvexHullComputer", prepare, compute, computed_count, computed, release};

const rival_hull_library rival_bullet_hull_library_adapter = {
	"Bullet", "HullLibrary", prepare, reduce, reduced_count, reduced, release};
