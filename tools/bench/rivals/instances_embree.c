// SPDX-License-Identifier: MIT
#include "instances.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>

/// A scene of instances over scenes of one mesh each.
struct instance_world
{
	RTCDevice device;
	RTCScene meshes[INSTANCE_MESHES];
	RTCScene scene;
	int64_t held;
};

static bool count_bytes(void *user, ssize_t bytes, bool post)
{
	instance_world *world = user;
	(void)post;
	world->held += bytes;
	return true;
}

static void release(instance_world *world)
{
	if (!world)
		return;
	if (world->scene)
		rtcReleaseScene(world->scene);
	for (int i = 0; i < INSTANCE_MESHES; ++i)
		if (world->meshes[i])
			rtcReleaseScene(world->meshes[i]);
	if (world->device)
		rtcReleaseDevice(world->device);
	free(world);
}

static RTCScene mesh_scene(RTCDevice device, const rival_mesh *mesh)
{
	RTCScene scene = rtcNewScene(device);
	RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
	rtcSetSharedGeometryBuffer(
		geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, mesh->vertices, 0, 12, mesh->vertex_count);
	rtcSetSharedGeometryBuffer(
		geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, mesh->triangles, 0, 12, mesh->triangle_count);
	rtcCommitGeometry(geometry);
	rtcAttachGeometry(scene, geometry);
	rtcReleaseGeometry(geometry);
	return scene;
}

static instance_world *prepare(const instance_set *set)
{
	instance_world *world = calloc(1, sizeof *world);
	if (!world)
		return NULL;
	world->device = rtcNewDevice("threads=1,set_affinity=0");
	if (!world->device)
	{
		free(world);
		return NULL;
	}
	rtcSetDeviceMemoryMonitorFunction(world->device, count_bytes, world);
	for (int i = 0; i < INSTANCE_MESHES; ++i)
		world->meshes[i] = mesh_scene(world->device, &set->meshes[i]);
	world->scene = rtcNewScene(world->device);
	for (uint32_t i = 0; i < set->count; ++i)
	{
		RTCGeometry instance = rtcNewGeometry(world->device, RTC_GEOMETRY_TYPE_INSTANCE);
		float rows[12];
		for (int k = 0; k < 12; ++k)
			rows[k] = (float)set->place[i][k];
		rtcSetGeometryInstancedScene(instance, world->meshes[set->mesh[i]]);
		rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_ROW_MAJOR, rows);
		rtcCommitGeometry(instance);
		rtcAttachGeometry(world->scene, instance);
		rtcReleaseGeometry(instance);
	}
	return world;
}

static void build(instance_world *world)
{
	for (int i = 0; i < INSTANCE_MESHES; ++i)
		rtcCommitScene(world->meshes[i]);
	rtcCommitScene(world->scene);
}

static uint64_t bytes(const instance_world *world)
{
	return world->held > 0 ? (uint64_t)world->held : 0;
}

static void closest(const instance_world *world, const rival_ray *rays, uint32_t count, float *t)
{
	struct RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	for (uint32_t i = 0; i < count; ++i)
	{
		struct RTCRayHit hit = {.ray = {.org_x = rays[i].origin[0],
									.org_y = rays[i].origin[1],
									.org_z = rays[i].origin[2],
									.dir_x = rays[i].direction[0],
									.dir_y = rays[i].direction[1],
									.dir_z = rays[i].direction[2],
									.tfar = INFINITY,
									.mask = 0xffffffffu}};
		hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
		hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
		rtcIntersect1(world->scene, &context, &hit);
		t[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1.0f : hit.ray.tfar;
	}
}

const instance_library instances_embree_adapter = {
	.name = "Embree",
	.prepare = prepare,
	.build = build,
	.bytes = bytes,
	.closest = closest,
	.release = release,
};
