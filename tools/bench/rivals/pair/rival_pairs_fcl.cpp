// SPDX-License-Identifier: MIT
#include "rival_pairs.h"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>
#include <fcl/narrowphase/distance.h>
#include <limits>
#include <new>
#include <vector>

using boxes = fcl::BVHModel<fcl::OBBd>;
using swept = fcl::BVHModel<fcl::OBBRSSd>;

struct rival_pair_world
{
	std::vector<fcl::Vector3d> vertices;
	std::vector<fcl::Triangle> triangles;
	boxes contact;
	swept nearest;
};

namespace
{

const fcl::Transform3d home = fcl::Transform3d::Identity();

fcl::Transform3d transform(const rival_pose *pose)
{
	fcl::Transform3d result = fcl::Transform3d::Identity();
	for (int row = 0; row < 3; ++row)
	{
		for (int column = 0; column < 3; ++column)
			result.linear()(row, column) = pose->rotation[row][column];
		result.translation()(row) = pose->translation[row];
	}
	return result;
}

fcl::CollisionRequestd request_any()
{
	return fcl::CollisionRequestd(1, false);
}

/// Requests contacts without limit, with their places.
fcl::CollisionRequestd request_all()
{
	return fcl::CollisionRequestd(std::numeric_limits<size_t>::max(), true);
}

fcl::DistanceRequestd request_distance()
{
	return fcl::DistanceRequestd(true);
}

void release(rival_pair_world *world)
{
	delete world;
}

rival_pair_world *prepare(const rival_mesh *mesh)
{
	rival_pair_world *world = new (std::nothrow) rival_pair_world();
	if (!world)
		return nullptr;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		world->vertices.emplace_back(
			double(mesh->vertices[3 * i]), double(mesh->vertices[3 * i + 1]), double(mesh->vertices[3 * i + 2]));
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		world->triangles.emplace_back(mesh->triangles[3 * i], mesh->triangles[3 * i + 1], mesh->triangles[3 * i + 2]);
	return world;
}

template <typename model> void build_one(model &tree, const rival_pair_world *world)
{
	tree.beginModel(int(world->triangles.size()), int(world->vertices.size()));
	tree.addSubModel(world->vertices, world->triangles);
	tree.endModel();
}

void build(rival_pair_world *world)
{
	build_one(world->contact, world);
	build_one(world->nearest, world);
}

/// Counts nodes, primitive indices, triangles and vertices.
template <typename model, typename node> uint64_t bytes_of(const model &tree)
{
	return uint64_t(tree.getNumBVs()) * sizeof(node) +
		   uint64_t(tree.num_tris) * (sizeof(unsigned int) + sizeof(fcl::Triangle)) +
		   uint64_t(tree.num_vertices) * sizeof(fcl::Vector3d);
}

uint64_t contact_bytes(const rival_pair_world *world)
{
	return bytes_of<boxes, fcl::BVNode<fcl::OBBd>>(world->contact);
}

uint64_t distance_bytes(const rival_pair_world *world)
{
	return bytes_of<swept, fcl::BVNode<fcl::OBBRSSd>>(world->nearest);
}

bool any(const rival_pair_world *world, const rival_pose *pose)
{
	fcl::CollisionResultd result;
	return fcl::collide(&world->contact, home, &world->contact, transform(pose), request_any(), result) > 0;
}

uint64_t all(const rival_pair_world *world, const rival_pose *pose)
{
	fcl::CollisionResultd result;
	return fcl::collide(&world->contact, home, &world->contact, transform(pose), request_all(), result);
}

double nearest(const rival_pair_world *world, const rival_pose *pose)
{
	fcl::DistanceResultd result;
	return fcl::distance(&world->nearest, home, &world->nearest, transform(pose), request_distance(), result);
}

void count_contact(
	const rival_pair_world *world, const rival_pose *pose, const fcl::CollisionRequestd &request, rival_pair_work *work)
{
	fcl::CollisionResultd result;
	fcl::detail::MeshCollisionTraversalNodeOBBd node;
	if (!fcl::detail::initialize(node, world->contact, home, world->contact, transform(pose), request, result))
		return;
	node.enable_statistics = true;
	fcl::detail::collide(&node);
	*work = {uint64_t(node.num_bv_tests), uint64_t(node.num_leaf_tests)};
}

void count_any(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work)
{
	count_contact(world, pose, request_any(), work);
}

void count_all(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work)
{
	count_contact(world, pose, request_all(), work);
}

void count_distance(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work)
{
	fcl::DistanceResultd result;
	fcl::detail::MeshDistanceTraversalNodeOBBRSSd node;
	if (!fcl::detail::initialize(
			node, world->nearest, home, world->nearest, transform(pose), request_distance(), result))
		return;
	node.enable_statistics = true;
	fcl::detail::distance(&node);
	*work = {uint64_t(node.num_bv_tests), uint64_t(node.num_leaf_tests)};
}

} // namespace

const rival_pair_library rival_fcl_adapter = {
	"FCL",
	FCL_VERSION,
	prepare,
	build,
	contact_bytes,
	distance_bytes,
	any,
	all,
	nearest,
	count_any,
	count_all,
	count_distance,
	release,
	true,
};
