// SPDX-License-Identifier: MIT
#include "bench/scenes/broadphase.h"

#include <new>
#include <ode/ode.h>
#include <vector>

namespace
{

struct world
{
	dSpaceID space;
	std::vector<dGeomID> geoms;
	std::vector<kiln_aabb> boxes;
	broadphase_answer answer;
};

void put(dGeomID geom, const kiln_aabb &box)
{
	dGeomSetPosition(geom, (dReal(box.min.x) + dReal(box.max.x)) / 2, (dReal(box.min.y) + dReal(box.max.y)) / 2,
		(dReal(box.min.z) + dReal(box.max.z)) / 2);
}

void *make(const broadphase_scene *scene, dSpaceID space)
{
	world *made = new (std::nothrow) world();
	if (!made)
		return nullptr;
	made->space = space;
	made->boxes.assign(scene->start, scene->start + scene->count);
	for (uint32_t i = 0; i < scene->count; ++i)
	{
		const kiln_aabb &box = scene->start[i];
		// Slightly larger, to cover the rounding of a moving box; the test of the boxes decides.
		const double grown = 1 + 1e-6;
		dGeomID geom = dCreateBox(space, (double(box.max.x) - double(box.min.x)) * grown,
			(double(box.max.y) - double(box.min.y)) * grown, (double(box.max.z) - double(box.min.z)) * grown);
		dGeomSetData(geom, reinterpret_cast<void *>(static_cast<uintptr_t>(i)));
		put(geom, box);
		made->geoms.push_back(geom);
	}
	return made;
}

void *make_hash(const broadphase_scene *scene)
{
	dInitODE2(0);
	dSpaceID space = dHashSpaceCreate(nullptr);
	int high = 1;
	while (high < 40 && double(1u << (high < 31 ? high : 30)) < double(scene->kind->spread) * 2)
		++high;
	dHashSpaceSetLevels(space, 0, high);
	return make(scene, space);
}

void *make_sap(const broadphase_scene *scene)
{
	dInitODE2(0);
	return make(scene, dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ));
}

void visit(void *user, dGeomID left, dGeomID right)
{
	world *it = static_cast<world *>(user);
	uint32_t a = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(dGeomGetData(left)));
	uint32_t b = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(dGeomGetData(right)));
	if (broadphase_touch(&it->boxes[a], &it->boxes[b]))
		broadphase_count(&it->answer, a, b);
}

broadphase_answer frame(void *made, const broadphase_frame *frame)
{
	world *it = static_cast<world *>(made);
	for (uint32_t i = 0; i < frame->count; ++i)
	{
		it->boxes[frame->index[i]] = frame->boxes[i];
		put(it->geoms[frame->index[i]], frame->boxes[i]);
	}
	it->answer = broadphase_answer();
	dSpaceCollide(it->space, it, visit);
	return it->answer;
}

void release(void *made)
{
	world *it = static_cast<world *>(made);
	dSpaceDestroy(it->space);
	delete it;
	dCloseODE();
}

} // namespace

const broadphase_library *broadphase_ode(uint32_t index)
{
	static const broadphase_library libraries[] = {
		{"ode_hash", "ODE hash", make_hash, frame, release, nullptr},
		{"ode_sap", "ODE sap", make_sap, frame, release, nullptr},
	};
	return index < sizeof libraries / sizeof *libraries ? &libraries[index] : nullptr;
}
