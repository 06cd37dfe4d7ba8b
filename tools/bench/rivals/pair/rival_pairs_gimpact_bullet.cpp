// SPDX-License-Identifier: MIT
#include "rival_pairs.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <new>

struct rival_pair_world
{
	btTriangleIndexVertexArray *mesh;
	btGImpactMeshShapePart *shape;
};

namespace
{

void release(rival_pair_world *world)
{
	if (!world)
		return;
	delete world->shape;
	delete world->mesh;
	delete world;
}

rival_pair_world *prepare(const rival_mesh *mesh)
{
	rival_pair_world *world = new (std::nothrow) rival_pair_world();
	if (!world)
		return nullptr;
	world->mesh = rival_bullet_mesh(mesh);
	return world;
}

void build(rival_pair_world *world)
{
	world->shape = new btGImpactMeshShapePart(world->mesh, 0);
	world->shape->setMargin(0);
	world->shape->updateBound();
}

/// Counts nodes, triangles and vertices.
uint64_t bytes(const rival_pair_world *world)
{
	const btGImpactMeshShapePart *shape = world->shape;
	shape->lockChildShapes();
	uint64_t vertices =
		uint64_t(const_cast<btGImpactMeshShapePart *>(shape)->getTrimeshPrimitiveManager()->get_vertex_count());
	shape->unlockChildShapes();
	return uint64_t(shape->getBoxSet()->getNodeCount()) * sizeof(BT_QUANTIZED_BVH_NODE) +
		   12 * uint64_t(shape->getNumChildShapes()) + 12 * vertices;
}

btTransform transform(const rival_pose *pose)
{
	const double(&r)[3][3] = pose->rotation;
	return btTransform(
		btMatrix3x3(btScalar(r[0][0]), btScalar(r[0][1]), btScalar(r[0][2]), btScalar(r[1][0]), btScalar(r[1][1]),
			btScalar(r[1][2]), btScalar(r[2][0]), btScalar(r[2][1]), btScalar(r[2][2])),
		btVector3(btScalar(pose->translation[0]), btScalar(pose->translation[1]), btScalar(pose->translation[2])));
}

/// Does the work of btGImpactCollisionAlgorithm for two parts, without passing on the contacts: pairs of the trees,
/// then the triangles of each pair, clipped against each other.
uint64_t contacts(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work)
{
	const btGImpactMeshShapePart *shape = world->shape;
	const btTransform home = btTransform::getIdentity(), placed = transform(pose);
	btPairSet pairs;
	btGImpactBoxSet::find_collision(shape->getBoxSet(), home, shape->getBoxSet(), placed, pairs);
	uint64_t count = 0;
	shape->lockChildShapes();
	for (int i = 0; i < pairs.size(); ++i)
	{
		btPrimitiveTriangle first, second;
		shape->getPrimitiveTriangle(pairs[i].m_index1, first);
		shape->getPrimitiveTriangle(pairs[i].m_index2, second);
		first.applyTransform(home);
		second.applyTransform(placed);
		first.buildTriPlane();
		second.buildTriPlane();
		if (!first.overlap_test_conservative(second))
			continue;
		GIM_TRIANGLE_CONTACT contact;
		count += first.find_triangle_collision_clip_method(second, contact);
	}
	shape->unlockChildShapes();
	if (work)
		*work = {0, uint64_t(pairs.size())};
	return count;
}

uint64_t all(const rival_pair_world *world, const rival_pose *pose)
{
	return contacts(world, pose, nullptr);
}

void count_all(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work)
{
	contacts(world, pose, work);
}

} // namespace

const rival_pair_library rival_gimpact_adapter = {
	"GImpact",
	rival_bullet_version,
	prepare,
	build,
	bytes,
	nullptr,
	nullptr,
	all,
	nullptr,
	nullptr,
	count_all,
	nullptr,
	release,
	false,
};
