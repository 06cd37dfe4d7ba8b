// SPDX-License-Identifier: MIT
#include "rivals.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)

struct rival_world
{
	RTCDevice device;
	RTCScene scene;
	int64_t held; ///< bytes, reported by the device
};

/// Embree reports every block that it allocates or frees.
static bool count_bytes(void *user, ssize_t bytes, bool post)
{
	rival_world *world = user;
	(void)post;
	world->held += bytes;
	return true;
}

static enum RTCBuildQuality quality_of(rival_kind kind)
{
	switch (kind)
	{
	case RIVAL_LOW:
		return RTC_BUILD_QUALITY_LOW;
	case RIVAL_HIGH:
		return RTC_BUILD_QUALITY_HIGH;
	case RIVAL_DEFAULT:
	case RIVAL_COMPACT:
	case RIVAL_ROBUST:
		break;
	}
	return RTC_BUILD_QUALITY_MEDIUM;
}

static void release(rival_world *world)
{
	if (!world)
		return;
	if (world->scene)
		rtcReleaseScene(world->scene);
	if (world->device)
		rtcReleaseDevice(world->device);
	free(world);
}

static rival_world *prepare(const rival_mesh *mesh, rival_kind kind)
{
	rival_world *world = calloc(1, sizeof *world);
	if (!world)
		return NULL;
	world->device = rtcNewDevice("threads=1,set_affinity=0");
	world->scene = world->device ? rtcNewScene(world->device) : NULL;
	RTCGeometry geometry = world->scene ? rtcNewGeometry(world->device, RTC_GEOMETRY_TYPE_TRIANGLE) : NULL;
	if (!geometry)
	{
		release(world);
		return NULL;
	}
	rtcSetDeviceMemoryMonitorFunction(world->device, count_bytes, world);
	rtcSetSharedGeometryBuffer(
		geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, mesh->vertices, 0, 12, mesh->vertex_count);
	rtcSetSharedGeometryBuffer(
		geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, mesh->triangles, 0, 12, mesh->triangle_count);
	// Embree builds a scene of low quality from its geometries' trees, which have their own quality.
	rtcSetGeometryBuildQuality(geometry, quality_of(kind));
	rtcCommitGeometry(geometry);
	rtcAttachGeometry(world->scene, geometry);
	rtcReleaseGeometry(geometry);
	rtcSetSceneBuildQuality(world->scene, quality_of(kind));
	if (kind == RIVAL_COMPACT)
		rtcSetSceneFlags(world->scene, RTC_SCENE_FLAG_COMPACT);
	if (kind == RIVAL_ROBUST)
		rtcSetSceneFlags(world->scene, RTC_SCENE_FLAG_ROBUST);
	return world;
}

static void build(rival_world *world)
{
	rtcCommitScene(world->scene);
}

static uint64_t held_bytes(const rival_world *world)
{
	return world->held > 0 ? (uint64_t)world->held : 0;
}

static struct RTCRay ray_of(const rival_ray *ray)
{
	struct RTCRay out;
	out.org_x = ray->origin[0];
	out.org_y = ray->origin[1];
	out.org_z = ray->origin[2];
	out.tnear = 0;
	out.dir_x = ray->direction[0];
	out.dir_y = ray->direction[1];
	out.dir_z = ray->direction[2];
	out.time = 0;
	out.tfar = INFINITY;
	out.mask = 0xffffffffu;
	out.id = 0;
	out.flags = 0;
	return out;
}

static void closest(const rival_world *world, const rival_ray *rays, uint32_t count, float *t)
{
	struct RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	for (uint32_t i = 0; i < count; ++i)
	{
		struct RTCRayHit hit;
		hit.ray = ray_of(&rays[i]);
		hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
		hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
		rtcIntersect1(world->scene, &context, &hit);
		t[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1.0f : hit.ray.tfar;
	}
}

static void any(const rival_world *world, const rival_ray *rays, uint32_t count, bool *met)
{
	struct RTCIntersectContext context;
	rtcInitIntersectContext(&context);
	for (uint32_t i = 0; i < count; ++i)
	{
		struct RTCRay ray = ray_of(&rays[i]);
		rtcOccluded1(world->scene, &context, &ray);
		met[i] = ray.tfar < 0;
	}
}

const rival_library rival_embree_adapter = {
	.name = "Embree",
	.version = STRING(RTC_VERSION_MAJOR) "." STRING(RTC_VERSION_MINOR) "." STRING(RTC_VERSION_PATCH),
	.prepare = prepare,
	.build = build,
	.bytes = held_bytes,
	.closest = closest,
	.any = any,
	.release = release,
};
