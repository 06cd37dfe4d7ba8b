// SPDX-License-Identifier: MIT
#include "bench/scenes/primitives.h"

#include <BulletCollision/CollisionDispatch/SphereTriangleDetector.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <LinearMath/btAabbUtil2.h>
#include <btBulletCollisionCommon.h>
#include <memory>
#include <new>
#include <vector>

namespace
{

btVector3 from(const kiln_vec3 &v)
{
	return btVector3(v.x, v.y, v.z);
}

/// A shape and its pose.
struct placed
{
	std::shared_ptr<btConvexShape> shape;
	btTransform at;
};

placed upright(std::shared_ptr<btConvexShape> shape, const kiln_vec3 &a, const kiln_vec3 &b)
{
	btVector3 axis = (from(b) - from(a)).normalized();
	btTransform at(shortestArcQuat(btVector3(0, 0, 1), axis), (from(a) + from(b)) / 2);
	return {shape, at};
}

btScalar length(const kiln_vec3 &a, const kiln_vec3 &b)
{
	return (from(b) - from(a)).length();
}

struct side
{
	std::vector<placed> sphere, capsule, cylinder, obb;
};

struct scene
{
	const primitive_set *set;
	side a, b;
};

void fill(side &to, const primitive_side &given, uint32_t i)
{
	btTransform at(btQuaternion::getIdentity(), from(given.sphere[i].center));
	to.sphere.push_back({std::make_shared<btSphereShape>(given.sphere[i].radius), at});
	const kiln_capsule &capsule = given.capsule[i];
	to.capsule.push_back(
		upright(std::make_shared<btCapsuleShapeZ>(capsule.radius, length(capsule.a, capsule.b)), capsule.a, capsule.b));
	const kiln_cylinder &cylinder = given.cylinder[i];
	auto round = std::make_shared<btCylinderShapeZ>(
		btVector3(cylinder.radius, cylinder.radius, length(cylinder.a, cylinder.b) / 2));
	round->setMargin(0);
	to.cylinder.push_back(upright(round, cylinder.a, cylinder.b));
	const kiln_obb &obb = given.obb[i];
	const kiln_vec3 *axes = obb.axes;
	at.setBasis(
		btMatrix3x3(axes[0].x, axes[1].x, axes[2].x, axes[0].y, axes[1].y, axes[2].y, axes[0].z, axes[1].z, axes[2].z));
	at.setOrigin(from(obb.center));
	to.obb.push_back(
		{std::make_shared<btBoxShape>(btVector3(obb.half_extents[0], obb.half_extents[1], obb.half_extents[2])), at});
}

void *prepare(const primitive_set *set)
{
	scene *made = new (std::nothrow) scene();
	if (!made)
		return nullptr;
	made->set = set;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		fill(made->a, set->a, i);
		fill(made->b, set->b, i);
	}
	return made;
}

void release(void *prepared)
{
	delete static_cast<scene *>(prepared);
}

/// Whether two convex shapes overlap, by the GJK for all pairs.
template <auto first, auto second> void convex(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	btGjkEpaSolver2::sResults results;
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const placed &a = (s.a.*first)[i], &b = (s.b.*second)[i];
		btVector3 guess = b.at.getOrigin() - a.at.getOrigin();
		// Distances exclude margins, which are the radii of spheres and capsules.
		bool apart = btGjkEpaSolver2::Distance(a.shape.get(), a.at, b.shape.get(), b.at, guess, results);
		answers[i] = !apart || results.distance <= a.shape->getMargin() + b.shape->getMargin() ? 1 : 0;
	}
}

/// Records whether there was a contact.
struct noting : btDiscreteCollisionDetectorInterface::Result
{
	bool touched = false;
	void setShapeIdentifiersA(int, int) override
	{
	}
	void setShapeIdentifiersB(int, int) override
	{
	}
	void addContactPoint(const btVector3 &, const btVector3 &, btScalar depth) override
	{
		touched = touched || depth <= 0;
	}
};

void box_box(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const placed &a = s.a.obb[i], &b = s.b.obb[i];
		btBoxBoxDetector detector(
			static_cast<const btBoxShape *>(a.shape.get()), static_cast<const btBoxShape *>(b.shape.get()));
		btDiscreteCollisionDetectorInterface::ClosestPointInput input;
		input.m_transformA = a.at;
		input.m_transformB = b.at;
		noting result;
		detector.getClosestPoints(input, result, nullptr);
		answers[i] = result.touched ? 1 : 0;
	}
}

void aabb_aabb(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_aabb &a = s.set->a.aabb[i], &b = s.set->b.aabb[i];
		answers[i] = TestAabbAgainstAabb2(from(a.min), from(a.max), from(b.min), from(b.max)) ? 1 : 0;
	}
}

void sphere_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_sphere &sphere = s.set->a.sphere[i];
		const kiln_vec3 *t = s.set->b.triangle[i].corners;
		btSphereShape ball(sphere.radius);
		btTriangleShape flat(from(t[0]), from(t[1]), from(t[2]));
		SphereTriangleDetector detector(&ball, &flat, 0);
		btVector3 point, normal;
		btScalar depth, time;
		answers[i] = detector.collide(from(sphere.center), point, normal, depth, time, 0) ? 1 : 0;
	}
}

btPrimitiveTriangle flat_of(const kiln_triangle &given)
{
	btPrimitiveTriangle flat;
	for (int i = 0; i < 3; ++i)
		flat.m_vertices[i] = from(given.corners[i]);
	flat.m_margin = 0;
	flat.buildTriPlane();
	return flat;
}

void triangle_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	GIM_TRIANGLE_CONTACT contact;
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		btPrimitiveTriangle a = flat_of(s.set->a.triangle[i]), b = flat_of(s.set->b.triangle[i]);
		answers[i] = a.overlap_test_conservative(b) && a.find_triangle_collision_clip_method(b, contact) ? 1 : 0;
	}
}

struct first_hit : btTriangleRaycastCallback
{
	using btTriangleRaycastCallback::btTriangleRaycastCallback;
	btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override
	{
		return fraction;
	}
};

/// Longer than any distance in the set.
constexpr float far_away = 16;

void ray_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_ray &ray = s.set->a.ray[i];
		const kiln_vec3 *t = s.set->b.triangle[i].corners;
		btVector3 corners[3] = {from(t[0]), from(t[1]), from(t[2])};
		first_hit hit(from(ray.origin), from(ray.origin) + far_away * from(ray.direction));
		hit.processTriangle(corners, 0, 0);
		answers[i] = hit.m_hitFraction < 1 ? far_away * hit.m_hitFraction : -1;
	}
}

void segment_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_segment &segment = s.set->a.segment[i];
		const kiln_vec3 *t = s.set->b.triangle[i].corners;
		btVector3 corners[3] = {from(t[0]), from(t[1]), from(t[2])};
		first_hit hit(from(segment.a), from(segment.b));
		hit.processTriangle(corners, 0, 0);
		answers[i] = hit.m_hitFraction < 1 ? hit.m_hitFraction : -1;
	}
}

void ray_aabb(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		const kiln_ray &ray = s.set->a.ray[i];
		const kiln_aabb &box = s.set->b.aabb[i];
		btScalar t = 1;
		btVector3 normal, origin = from(ray.origin);
		bool hit = btRayAabb(origin, origin + far_away * from(ray.direction), from(box.min), from(box.max), t, normal);
		answers[i] = hit ? far_away * t : -1;
	}
}

primitive_run *find(primitive_test test)
{
	switch (test)
	{
	case PRIMITIVE_overlaps_sphere_triangle:
		return sphere_triangle;
	case PRIMITIVE_overlaps_sphere_cylinder:
		return convex<&side::sphere, &side::cylinder>;
	case PRIMITIVE_overlaps_capsule_capsule:
		return convex<&side::capsule, &side::capsule>;
	case PRIMITIVE_overlaps_capsule_obb:
		return convex<&side::capsule, &side::obb>;
	case PRIMITIVE_overlaps_aabb_aabb:
		return aabb_aabb;
	case PRIMITIVE_overlaps_obb_obb:
		return box_box;
	case PRIMITIVE_overlaps_cylinder_cylinder:
		return convex<&side::cylinder, &side::cylinder>;
	case PRIMITIVE_overlaps_triangle_triangle:
		return triangle_triangle;
	case PRIMITIVE_intersect_ray_aabb:
		return ray_aabb;
	case PRIMITIVE_intersect_ray_triangle:
		return ray_triangle;
	case PRIMITIVE_intersect_segment_triangle:
		return segment_triangle;
	default:
		return nullptr;
	}
}

} // namespace

const primitive_library *primitive_bullet(void)
{
	static const primitive_library library = {"Bullet", prepare, release, find};
	return &library;
}
