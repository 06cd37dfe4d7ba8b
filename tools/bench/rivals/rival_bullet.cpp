// SPDX-License-Identifier: MIT
#include "rivals.h"

#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>
#include <new>

struct rival_world
{
	btTriangleIndexVertexArray *mesh;
	btBvhTriangleMeshShape *shape;
};

namespace
{

/// Keeps the fraction of the first hit.
struct nearest_triangle : public btTriangleRaycastCallback
{
	nearest_triangle(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to)
	{
	}

	btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override
	{
		return fraction;
	}
};

void release(rival_world *world)
{
	if (!world)
		return;
	delete world->shape;
	delete world->mesh;
	delete world;
}

rival_world *prepare(const rival_mesh *mesh, rival_kind kind)
{
	if (kind != RIVAL_DEFAULT)
		return nullptr;
	rival_world *world = new (std::nothrow) rival_world();
	if (!world)
		return nullptr;
	world->mesh = rival_bullet_mesh(mesh);
	return world;
}

void build(rival_world *world)
{
	world->shape = new btBvhTriangleMeshShape(world->mesh, true, true);
}

uint64_t held_bytes(const rival_world *world)
{
	return world->shape->getOptimizedBvh()->calculateSerializeBufferSize();
}

void closest(const rival_world *world, const rival_ray *rays, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const rival_ray &ray = rays[i];
		btVector3 from(ray.origin[0], ray.origin[1], ray.origin[2]);
		btVector3 way(ray.direction[0], ray.direction[1], ray.direction[2]);
		btVector3 to = from + way * ray.t_end;
		nearest_triangle nearest(from, to);
		world->shape->performRaycast(&nearest, from, to);
		t[i] = nearest.m_hitFraction < btScalar(1) ? nearest.m_hitFraction * ray.t_end : -1.0f;
	}
}

} // namespace

const char rival_bullet_version[] = {
	'0' + BT_BULLET_VERSION / 100, '.', '0' + BT_BULLET_VERSION / 10 % 10, '0' + BT_BULLET_VERSION % 10, '\0'};

btTriangleIndexVertexArray *rival_bullet_mesh(const rival_mesh *mesh)
{
	return new btTriangleIndexVertexArray(static_cast<int>(mesh->triangle_count),
		reinterpret_cast<int *>(const_cast<uint32_t *>(mesh->triangles)), 12, static_cast<int>(mesh->vertex_count),
		const_cast<float *>(mesh->vertices), 12);
}

const rival_library rival_bullet_adapter = {
	"Bullet",
	rival_bullet_version,
	prepare,
	build,
	held_bytes,
	closest,
	nullptr,
	release,
};
