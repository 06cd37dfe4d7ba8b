// SPDX-License-Identifier: MIT
#include "bench/scenes/broadphase.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <btBulletCollisionCommon.h>
#include <memory>
#include <new>
#include <vector>

namespace
{

/// Bullet's pairs are pairs of fattened or quantised boxes: the pairs whose own boxes overlap are selected.
struct world
{
	std::unique_ptr<btBroadphaseInterface> broadphase;
	btCollisionConfiguration *configuration = nullptr;
	btCollisionDispatcher *dispatcher = nullptr;
	std::vector<btBroadphaseProxy *> proxies;
	std::vector<kiln_aabb> boxes;

	~world()
	{
		// Otherwise each removed proxy searches all pairs for its own.
		btOverlappingPairCache *cache = broadphase->getOverlappingPairCache();
		while (cache->getNumOverlappingPairs() > 0)
		{
			const btBroadphasePair &last = cache->getOverlappingPairArray()[cache->getNumOverlappingPairs() - 1];
			cache->removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, dispatcher);
		}
		for (btBroadphaseProxy *proxy : proxies)
			broadphase->destroyProxy(proxy, dispatcher);
		broadphase.reset();
		delete dispatcher;
		delete configuration;
	}
};

btVector3 vector_of(const kiln_vec3 &v)
{
	return btVector3(v.x, v.y, v.z);
}

void *fill(world *made, const broadphase_scene *scene)
{
	made->configuration = new btDefaultCollisionConfiguration();
	made->dispatcher = new btCollisionDispatcher(made->configuration);
	made->boxes.assign(scene->start, scene->start + scene->count);
	made->proxies.reserve(scene->count);
	for (uint32_t i = 0; i < scene->count; ++i)
		made->proxies.push_back(
			made->broadphase->createProxy(vector_of(scene->start[i].min), vector_of(scene->start[i].max),
				BOX_SHAPE_PROXYTYPE, reinterpret_cast<void *>(static_cast<uintptr_t>(i)), 1, 1, made->dispatcher));
	made->broadphase->calculateOverlappingPairs(made->dispatcher);
	return made;
}

void *make_dbvt(const broadphase_scene *scene)
{
	world *made = new (std::nothrow) world();
	if (!made)
		return nullptr;
	made->broadphase.reset(new btDbvtBroadphase());
	return fill(made, scene);
}

void *make_sweep(const broadphase_scene *scene)
{
	world *made = new (std::nothrow) world();
	if (!made)
		return nullptr;
	made->broadphase.reset(new bt32BitAxisSweep3(
		vector_of(scene->extent.min), vector_of(scene->extent.max), scene->count + 2, nullptr, true));
	return fill(made, scene);
}

broadphase_answer frame(void *made, const broadphase_frame *frame)
{
	world *it = static_cast<world *>(made);
	for (uint32_t i = 0; i < frame->count; ++i)
	{
		uint32_t index = frame->index[i];
		it->boxes[index] = frame->boxes[i];
		it->broadphase->setAabb(
			it->proxies[index], vector_of(frame->boxes[i].min), vector_of(frame->boxes[i].max), it->dispatcher);
	}
	it->broadphase->calculateOverlappingPairs(it->dispatcher);
	broadphase_answer answer = {};
	const btBroadphasePairArray &pairs = it->broadphase->getOverlappingPairCache()->getOverlappingPairArray();
	for (int i = 0; i < pairs.size(); ++i)
	{
		uint32_t a = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pairs[i].m_pProxy0->m_clientObject));
		uint32_t b = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pairs[i].m_pProxy1->m_clientObject));
		if (broadphase_touch(&it->boxes[a], &it->boxes[b]))
			broadphase_count(&answer, a, b);
	}
	return answer;
}

void release(void *made)
{
	delete static_cast<world *>(made);
}

} // namespace

const broadphase_library *broadphase_bullet(uint32_t index)
{
	static const broadphase_library libraries[] = {
		{"bullet_dbvt", "Bullet dbvt", make_dbvt, frame, release, nullptr},
		{"bullet_sweep", "Bullet sweep", make_sweep, frame, release, nullptr},
	};
	return index < sizeof libraries / sizeof *libraries ? &libraries[index] : nullptr;
}
