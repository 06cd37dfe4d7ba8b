// SPDX-License-Identifier: MIT
#include "bench/scenes/broadphase.h"

#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <memory>
#include <new>
#include <vector>

namespace
{

using manager = fcl::BroadPhaseCollisionManagerd;
using object = fcl::CollisionObjectd;

struct world
{
	std::unique_ptr<manager> broadphase;
	std::vector<std::unique_ptr<object>> objects;
	std::vector<object *> changed;
	std::vector<kiln_aabb> boxes;
	broadphase_answer answer;
};

fcl::Vector3d middle(const kiln_aabb &box)
{
	return fcl::Vector3d((double(box.min.x) + double(box.max.x)) / 2, (double(box.min.y) + double(box.max.y)) / 2,
		(double(box.min.z) + double(box.max.z)) / 2);
}

/// The sizes of moving boxes differ in their last digits from frame to frame; FCL's own boxes would keep their sizes,
/// so they are set explicitly.
void put(object &it, const kiln_aabb &box)
{
	it.setTranslation(middle(box));
	it.computeAABB();
}

void *make(const broadphase_scene *scene, manager *broadphase)
{
	world *made = new (std::nothrow) world();
	if (!made)
		return nullptr;
	made->broadphase.reset(broadphase);
	made->boxes.assign(scene->start, scene->start + scene->count);
	std::vector<object *> all;
	for (uint32_t i = 0; i < scene->count; ++i)
	{
		const kiln_aabb &box = scene->start[i];
		// Slightly larger, to cover the rounding of a moving box; the test of the boxes decides.
		double grown = 1 + 1e-6,
			   room = 1e-6 * (std::abs(double(box.min.x)) + std::abs(double(box.min.y)) + std::abs(double(box.min.z)));
		auto shape = std::make_shared<fcl::Boxd>((double(box.max.x) - double(box.min.x)) * grown + room,
			(double(box.max.y) - double(box.min.y)) * grown + room,
			(double(box.max.z) - double(box.min.z)) * grown + room);
		made->objects.emplace_back(new object(shape));
		made->objects.back()->setUserData(reinterpret_cast<void *>(static_cast<uintptr_t>(i)));
		put(*made->objects.back(), box);
		all.push_back(made->objects.back().get());
	}
	made->broadphase->registerObjects(all);
	made->broadphase->setup();
	return made;
}

void *make_tree(const broadphase_scene *scene)
{
	return make(scene, new fcl::DynamicAABBTreeCollisionManagerd());
}

void *make_sap(const broadphase_scene *scene)
{
	return make(scene, new fcl::SaPCollisionManagerd());
}

void *make_ssap(const broadphase_scene *scene)
{
	return make(scene, new fcl::SSaPCollisionManagerd());
}

bool visit(object *left, object *right, void *user)
{
	world *it = static_cast<world *>(user);
	uint32_t a = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(left->getUserData()));
	uint32_t b = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(right->getUserData()));
	if (broadphase_touch(&it->boxes[a], &it->boxes[b]))
		broadphase_count(&it->answer, a, b);
	return false;
}

broadphase_answer frame(void *made, const broadphase_frame *frame)
{
	world *it = static_cast<world *>(made);
	it->changed.clear();
	for (uint32_t i = 0; i < frame->count; ++i)
	{
		object *moved = it->objects[frame->index[i]].get();
		it->boxes[frame->index[i]] = frame->boxes[i];
		put(*moved, frame->boxes[i]);
		it->changed.push_back(moved);
	}
	// With more than a few changes, FCL's update of one object at a time is the slower one.
	if (frame->count * 20 < it->objects.size())
		it->broadphase->update(it->changed);
	else
		it->broadphase->update();
	it->answer = broadphase_answer();
	it->broadphase->collide(it, visit);
	return it->answer;
}

void release(void *made)
{
	delete static_cast<world *>(made);
}

} // namespace

const broadphase_library *broadphase_fcl(uint32_t index)
{
	static const broadphase_library libraries[] = {
		{"fcl_tree", "FCL tree", make_tree, frame, release, nullptr},
		{"fcl_sap", "FCL SaP", make_sap, frame, release, nullptr},
		{"fcl_ssap", "FCL SSaP", make_ssap, frame, release, nullptr},
	};
	return index < sizeof libraries / sizeof *libraries ? &libraries[index] : nullptr;
}
