// SPDX-License-Identifier: MIT
#include "bench/scenes/primitives.h"

#include <cmath>
#include <new>
#include <ode/ode.h>
#include <vector>

namespace
{

struct side
{
	std::vector<dGeomID> sphere, capsule, cylinder, obb, plane, ray, aabb;
};

struct scene
{
	const primitive_set *set;
	side a, b;
};

void turn(dGeomID geom, const kiln_vec3 axes[3], const kiln_vec3 &center)
{
	dMatrix3 r = {
		axes[0].x, axes[1].x, axes[2].x, 0, axes[0].y, axes[1].y, axes[2].y, 0, axes[0].z, axes[1].z, axes[2].z, 0};
	dGeomSetRotation(geom, r);
	dGeomSetPosition(geom, center.x, center.y, center.z);
}

/// Places a body along z between a and b.
void stretch(dGeomID geom, const kiln_vec3 &a, const kiln_vec3 &b)
{
	dMatrix3 r;
	dRFromZAxis(r, b.x - a.x, b.y - a.y, b.z - a.z);
	dGeomSetRotation(geom, r);
	dGeomSetPosition(geom, (a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
}

dReal length(const kiln_vec3 &a, const kiln_vec3 &b)
{
	return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z));
}

void fill(side &to, const primitive_side &given, uint32_t i)
{
	const kiln_sphere &sphere = given.sphere[i];
	to.sphere.push_back(dCreateSphere(nullptr, sphere.radius));
	dGeomSetPosition(to.sphere.back(), sphere.center.x, sphere.center.y, sphere.center.z);
	const kiln_capsule &capsule = given.capsule[i];
	to.capsule.push_back(dCreateCapsule(nullptr, capsule.radius, length(capsule.a, capsule.b)));
	stretch(to.capsule.back(), capsule.a, capsule.b);
	const kiln_cylinder &cylinder = given.cylinder[i];
	to.cylinder.push_back(dCreateCylinder(nullptr, cylinder.radius, length(cylinder.a, cylinder.b)));
	stretch(to.cylinder.back(), cylinder.a, cylinder.b);
	const kiln_obb &obb = given.obb[i];
	to.obb.push_back(dCreateBox(nullptr, 2 * obb.half_extents[0], 2 * obb.half_extents[1], 2 * obb.half_extents[2]));
	turn(to.obb.back(), obb.axes, obb.center);
	const kiln_aabb &aabb = given.aabb[i];
	to.aabb.push_back(dCreateBox(nullptr, aabb.max.x - aabb.min.x, aabb.max.y - aabb.min.y, aabb.max.z - aabb.min.z));
	dGeomSetPosition(
		to.aabb.back(), (aabb.min.x + aabb.max.x) / 2, (aabb.min.y + aabb.max.y) / 2, (aabb.min.z + aabb.max.z) / 2);
	const kiln_plane &plane = given.plane[i];
	to.plane.push_back(dCreatePlane(nullptr, plane.normal.x, plane.normal.y, plane.normal.z, plane.d));
	const kiln_ray &ray = given.ray[i];
	to.ray.push_back(dCreateRay(nullptr, 100));
	dGeomRaySet(
		to.ray.back(), ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z);
}

void *prepare(const primitive_set *set)
{
	scene *made = new (std::nothrow) scene();
	if (!made)
		return nullptr;
	dInitODE2(0);
	dAllocateODEDataForThread(dAllocateMaskAll);
	made->set = set;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		fill(made->a, set->a, i);
		fill(made->b, set->b, i);
	}
	return made;
}

void empty(side &of)
{
	for (std::vector<dGeomID> *list : {&of.sphere, &of.capsule, &of.cylinder, &of.obb, &of.plane, &of.ray, &of.aabb})
		for (dGeomID geom : *list)
			dGeomDestroy(geom);
}

void release(void *prepared)
{
	scene *made = static_cast<scene *>(prepared);
	empty(made->a);
	empty(made->b);
	dCloseODE();
	delete made;
}

template <auto first, auto second> void geoms(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	dContactGeom contact;
	for (uint32_t i = 0; i < s.set->count; ++i)
		answers[i] =
			dCollide((s.a.*first)[i], (s.b.*second)[i], 1 | CONTACTS_UNIMPORTANT, &contact, sizeof contact) > 0;
}

template <auto second> void along_ray(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	dContactGeom contact;
	for (uint32_t i = 0; i < s.set->count; ++i)
		answers[i] =
			dCollide(s.a.ray[i], (s.b.*second)[i], 1, &contact, sizeof contact) > 0 ? float(contact.depth) : -1;
}

/// Its boolean test, without contacts.
void box_box(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		dVector3 first, second;
		dGeomBoxGetLengths(s.a.obb[i], first);
		dGeomBoxGetLengths(s.b.obb[i], second);
		answers[i] = float(dBoxTouchesBox(dGeomGetPosition(s.a.obb[i]), dGeomGetRotation(s.a.obb[i]), first,
			dGeomGetPosition(s.b.obb[i]), dGeomGetRotation(s.b.obb[i]), second));
	}
}

void segment_segment(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_segment &p = s.set->a.segment[i], &q = s.set->b.segment[i];
		dVector3 a = {p.a.x, p.a.y, p.a.z}, b = {p.b.x, p.b.y, p.b.z}, c = {q.a.x, q.a.y, q.a.z},
				 d = {q.b.x, q.b.y, q.b.z};
		dVector3 x, y;
		dClosestLineSegmentPoints(a, b, c, d, x, y);
		answers[i] = float(
			std::sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2])));
	}
}

primitive_run *find(primitive_test test)
{
	switch (test)
	{
	case PRIMITIVE_overlaps_halfspace_sphere:
		return geoms<&side::plane, &side::sphere>;
	case PRIMITIVE_overlaps_halfspace_obb:
		return geoms<&side::plane, &side::obb>;
	case PRIMITIVE_overlaps_sphere_sphere:
		return geoms<&side::sphere, &side::sphere>;
	case PRIMITIVE_overlaps_sphere_capsule:
		return geoms<&side::sphere, &side::capsule>;
	case PRIMITIVE_overlaps_sphere_aabb:
		return geoms<&side::sphere, &side::aabb>;
	case PRIMITIVE_overlaps_sphere_obb:
		return geoms<&side::sphere, &side::obb>;
	case PRIMITIVE_overlaps_sphere_cylinder:
		return geoms<&side::sphere, &side::cylinder>;
	case PRIMITIVE_overlaps_capsule_capsule:
		return geoms<&side::capsule, &side::capsule>;
	case PRIMITIVE_overlaps_capsule_obb:
		return geoms<&side::capsule, &side::obb>;
	case PRIMITIVE_overlaps_cylinder_cylinder:
		return geoms<&side::cylinder, &side::cylinder>;
	case PRIMITIVE_overlaps_obb_obb:
		return box_box;
	case PRIMITIVE_closest_segment_segment:
		return segment_segment;
	case PRIMITIVE_intersect_ray_plane:
		return along_ray<&side::plane>;
	case PRIMITIVE_intersect_ray_sphere:
		return along_ray<&side::sphere>;
	case PRIMITIVE_intersect_ray_capsule:
		return along_ray<&side::capsule>;
	case PRIMITIVE_intersect_ray_aabb:
		return along_ray<&side::aabb>;
	case PRIMITIVE_intersect_ray_obb:
		return along_ray<&side::obb>;
	case PRIMITIVE_intersect_ray_cylinder:
		return along_ray<&side::cylinder>;
	default:
		return nullptr;
	}
}

} // namespace

const primitive_library *primitive_ode(void)
{
	static const primitive_library library = {"ODE", prepare, release, find};
	return &library;
}
