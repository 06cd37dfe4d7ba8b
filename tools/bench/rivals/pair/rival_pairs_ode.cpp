// SPDX-License-Identifier: MIT
#include "rival_pairs.h"

#include <cstdarg>
#include <new>
#include <ode/ode.h>
#include <vector>

struct rival_pair_world
{
	rival_mesh given;
	std::vector<dTriIndex> indices;
	dTriMeshDataID data;
	dGeomID first;
	dGeomID second;
	mutable std::vector<dContactGeom> contacts;
};

namespace
{

/// The largest number of contacts in dCollide's flags.
constexpr int contacts_most = 0xffff;

/// ODE prints a message for every query with many contacts; this drops the message.
void hush(int, const char *, va_list)
{
}

void release(rival_pair_world *world)
{
	if (!world)
		return;
	if (world->first)
	{
		dGeomDestroy(world->first);
		dGeomDestroy(world->second);
		dGeomTriMeshDataDestroy(world->data);
		dCloseODE();
	}
	delete world;
}

rival_pair_world *prepare(const rival_mesh *mesh)
{
	rival_pair_world *world = new (std::nothrow) rival_pair_world();
	if (!world)
		return nullptr;
	world->given = *mesh;
	world->indices.assign(mesh->triangles, mesh->triangles + 3 * size_t(mesh->triangle_count));
	world->contacts.resize(contacts_most);
	return world;
}

void build(rival_pair_world *world)
{
	dInitODE2(0);
	dSetMessageHandler(hush);
	dAllocateODEDataForThread(dAllocateMaskAll);
	const rival_mesh &mesh = world->given;
	world->data = dGeomTriMeshDataCreate();
	dGeomTriMeshDataBuildSingle(world->data, mesh.vertices, 3 * sizeof(float), int(mesh.vertex_count),
		world->indices.data(), int(world->indices.size()), 3 * sizeof(dTriIndex));
	world->first = dCreateTriMesh(nullptr, world->data, nullptr, nullptr, nullptr);
	world->second = dCreateTriMesh(nullptr, world->data, nullptr, nullptr, nullptr);
	// Caches of the last frame's contacts would change the work of a repeated pose.
	dGeomTriMeshEnableTC(world->first, dTriMeshClass, 0);
	dGeomTriMeshEnableTC(world->second, dTriMeshClass, 0);
}

void place(const rival_pair_world *world, const rival_pose *pose)
{
	dMatrix3 rotation = {};
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			rotation[4 * row + column] = dReal(pose->rotation[row][column]);
	dGeomSetRotation(world->second, rotation);
	dGeomSetPosition(
		world->second, dReal(pose->translation[0]), dReal(pose->translation[1]), dReal(pose->translation[2]));
}

bool any(const rival_pair_world *world, const rival_pose *pose)
{
	place(world, pose);
	return dCollide(world->first, world->second, 1 | int(CONTACTS_UNIMPORTANT), world->contacts.data(),
			   sizeof(dContactGeom)) > 0;
}

uint64_t all(const rival_pair_world *world, const rival_pose *pose)
{
	place(world, pose);
	return uint64_t(dCollide(world->first, world->second, contacts_most | int(CONTACTS_UNIMPORTANT),
		world->contacts.data(), sizeof(dContactGeom)));
}

} // namespace

const rival_pair_library rival_ode_adapter = {
	"ODE",
	dODE_VERSION,
	prepare,
	build,
	nullptr,
	nullptr,
	any,
	all,
	nullptr,
	nullptr,
	nullptr,
	nullptr,
	release,
	false,
};
