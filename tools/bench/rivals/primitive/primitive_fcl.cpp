// SPDX-License-Identifier: MIT
#include "bench/scenes/primitives.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>
#include <new>
#include <vector>

namespace
{

using vec = fcl::Vector3d;
using pose = fcl::Transform3d;
using solver = fcl::detail::GJKSolver_libccd<double>;

vec from(const kiln_vec3 &v)
{
	return vec(double(v.x), double(v.y), double(v.z));
}

/// A shape and its pose.
template <typename shape> struct placed
{
	shape body;
	pose at;
};

pose upright(const kiln_vec3 &a, const kiln_vec3 &b)
{
	pose at = pose::Identity();
	at.linear() = Eigen::Quaterniond::FromTwoVectors(vec::UnitZ(), from(b) - from(a)).toRotationMatrix();
	at.translation() = 0.5 * (from(a) + from(b));
	return at;
}

double length(const kiln_vec3 &a, const kiln_vec3 &b)
{
	return (from(b) - from(a)).norm();
}

struct triangle
{
	vec corners[3];
};

triangle triangle_of(const kiln_triangle &t)
{
	return {{from(t.corners[0]), from(t.corners[1]), from(t.corners[2])}};
}

struct side
{
	std::vector<placed<fcl::Sphered>> sphere;
	std::vector<placed<fcl::Capsuled>> capsule;
	std::vector<placed<fcl::Cylinderd>> cylinder;
	std::vector<placed<fcl::Boxd>> aabb, obb;
	std::vector<placed<fcl::Planed>> plane;
	std::vector<placed<fcl::Halfspaced>> halfspace;
	std::vector<placed<fcl::Coned>> cone;
	std::vector<vec> point, point_after;
	std::vector<triangle> segment, segment_after, tri, tri_after;
};

struct scene
{
	uint32_t count;
	side a, b;
	solver ask;
};

void fill(side &to, const primitive_side &given, uint32_t i)
{
	pose at = pose::Identity();
	at.translation() = from(given.sphere[i].center);
	to.sphere.push_back({fcl::Sphered(double(given.sphere[i].radius)), at});
	const kiln_capsule &capsule = given.capsule[i];
	to.capsule.push_back(
		{fcl::Capsuled(double(capsule.radius), length(capsule.a, capsule.b)), upright(capsule.a, capsule.b)});
	const kiln_cylinder &cylinder = given.cylinder[i];
	to.cylinder.push_back(
		{fcl::Cylinderd(double(cylinder.radius), length(cylinder.a, cylinder.b)), upright(cylinder.a, cylinder.b)});
	const kiln_cone &cone = given.cone[i];
	to.cone.push_back({fcl::Coned(double(cone.radius), length(cone.base, cone.apex)), upright(cone.base, cone.apex)});
	const kiln_aabb &aabb = given.aabb[i];
	vec extent = from(aabb.max) - from(aabb.min);
	at.translation() = 0.5 * (from(aabb.max) + from(aabb.min));
	to.aabb.push_back({fcl::Boxd(extent), at});
	const kiln_obb &obb = given.obb[i];
	for (int j = 0; j < 3; ++j)
		at.linear().col(j) = from(obb.axes[j]);
	at.translation() = from(obb.center);
	to.obb.push_back(
		{fcl::Boxd(2 * double(obb.half_extents[0]), 2 * double(obb.half_extents[1]), 2 * double(obb.half_extents[2])),
			at});
	const kiln_plane &plane = given.plane[i];
	to.plane.push_back({fcl::Planed(from(plane.normal), double(plane.d)), pose::Identity()});
	to.halfspace.push_back({fcl::Halfspaced(from(plane.normal), double(plane.d)), pose::Identity()});
	to.point.push_back(from(given.point[i]));
	to.point_after.push_back(from(given.point_after[i]));
	to.segment.push_back({{from(given.segment[i].a), from(given.segment[i].b), vec::Zero()}});
	to.segment_after.push_back({{from(given.segment_after[i].a), from(given.segment_after[i].b), vec::Zero()}});
	to.tri.push_back(triangle_of(given.triangle[i]));
	to.tri_after.push_back(triangle_of(given.triangle_after[i]));
}

void *prepare(const primitive_set *set)
{
	scene *made = new (std::nothrow) scene();
	if (!made)
		return nullptr;
	made->count = set->count;
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

/// Tests two shapes: by FCL's closed form if it has one, else by libccd's GJK.
template <auto first, auto second> void shapes(void *prepared, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const auto &a = (s.a.*first)[i];
		const auto &b = (s.b.*second)[i];
		answers[i] = s.ask.shapeIntersect(a.body, a.at, b.body, b.at) ? 1 : 0;
	}
}

/// Tests a shape and a triangle.
template <auto first> void against_triangle(void *prepared, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const auto &a = (s.a.*first)[i];
		const vec *t = s.b.tri[i].corners;
		answers[i] = s.ask.shapeTriangleIntersect(a.body, a.at, t[0], t[1], t[2]) ? 1 : 0;
	}
}

/// The method for all pairs of shapes: libccd's GJK.
void general_obb_obb(void *prepared, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const auto &a = s.a.obb[i];
		const auto &b = s.b.obb[i];
		using initializer = fcl::detail::GJKInitializer<double, fcl::Boxd>;
		void *first = initializer::createGJKObject(a.body, a.at);
		void *second = initializer::createGJKObject(b.body, b.at);
		answers[i] =
			fcl::detail::GJKCollide<double>(first, initializer::getSupportFunction(), initializer::getCenterFunction(),
				second, initializer::getSupportFunction(), initializer::getCenterFunction(),
				s.ask.max_collision_iterations, s.ask.collision_tolerance, nullptr, nullptr, nullptr)
				? 1
				: 0;
		initializer::deleteGJKObject(first);
		initializer::deleteGJKObject(second);
	}
}

void triangle_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const vec *p = s.a.tri[i].corners, *q = s.b.tri[i].corners;
		answers[i] = fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], q[0], q[1], q[2]) ? 1 : 0;
	}
}

void triangle_distance(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	vec p, q;
	for (uint32_t i = 0; i < s.count; ++i)
		answers[i] =
			float(fcl::detail::TriangleDistance<double>::triDistance(s.a.tri[i].corners, s.b.tri[i].corners, p, q));
}

void segment_distance(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	vec between, x, y;
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const vec *p = s.a.segment[i].corners, *q = s.b.segment[i].corners;
		fcl::detail::TriangleDistance<double>::segPoints(p[0], p[1] - p[0], q[0], q[1] - q[0], between, x, y);
		answers[i] = float((x - y).norm());
	}
}

void deforming_point_triangle(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	double time;
	vec at;
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const vec *t = s.b.tri[i].corners, *u = s.b.tri_after[i].corners;
		answers[i] = fcl::detail::Intersect<double>::intersect_VF(
						 t[0], t[1], t[2], s.a.point[i], u[0], u[1], u[2], s.a.point_after[i], &time, &at)
						 ? float(time)
						 : -1;
	}
}

void deforming_segment_segment(void *prepared, float *answers)
{
	const scene &s = *static_cast<scene *>(prepared);
	double time;
	vec at;
	for (uint32_t i = 0; i < s.count; ++i)
	{
		const vec *p = s.a.segment[i].corners, *p1 = s.a.segment_after[i].corners;
		const vec *q = s.b.segment[i].corners, *q1 = s.b.segment_after[i].corners;
		answers[i] =
			fcl::detail::Intersect<double>::intersect_EE(p[0], p[1], q[0], q[1], p1[0], p1[1], q1[0], q1[1], &time, &at)
				? float(time)
				: -1;
	}
}

primitive_run *find(primitive_test test)
{
	switch (test)
	{
	case PRIMITIVE_overlaps_plane_sphere:
		return shapes<&side::plane, &side::sphere>;
	case PRIMITIVE_overlaps_plane_obb:
		return shapes<&side::plane, &side::obb>;
	case PRIMITIVE_overlaps_halfspace_sphere:
		return shapes<&side::halfspace, &side::sphere>;
	case PRIMITIVE_overlaps_halfspace_obb:
		return shapes<&side::halfspace, &side::obb>;
	case PRIMITIVE_overlaps_halfspace_cone:
		return shapes<&side::halfspace, &side::cone>;
	case PRIMITIVE_overlaps_sphere_sphere:
		return shapes<&side::sphere, &side::sphere>;
	case PRIMITIVE_overlaps_sphere_capsule:
		return shapes<&side::sphere, &side::capsule>;
	case PRIMITIVE_overlaps_sphere_aabb:
		return shapes<&side::sphere, &side::aabb>;
	case PRIMITIVE_overlaps_sphere_obb:
		return shapes<&side::sphere, &side::obb>;
	case PRIMITIVE_overlaps_sphere_triangle:
		return against_triangle<&side::sphere>;
	case PRIMITIVE_overlaps_sphere_cylinder:
		return shapes<&side::sphere, &side::cylinder>;
	case PRIMITIVE_overlaps_capsule_capsule:
		return shapes<&side::capsule, &side::capsule>;
	case PRIMITIVE_overlaps_capsule_obb:
		return shapes<&side::capsule, &side::obb>;
	case PRIMITIVE_overlaps_capsule_triangle:
		return against_triangle<&side::capsule>;
	case PRIMITIVE_overlaps_aabb_triangle:
		return against_triangle<&side::aabb>;
	case PRIMITIVE_overlaps_obb_obb:
		return shapes<&side::obb, &side::obb>;
	case PRIMITIVE_overlaps_obb_triangle:
		return against_triangle<&side::obb>;
	case PRIMITIVE_overlaps_cylinder_cylinder:
		return shapes<&side::cylinder, &side::cylinder>;
	case PRIMITIVE_overlaps_triangle_triangle:
		return triangle_triangle;
	case PRIMITIVE_closest_triangle_triangle:
		return triangle_distance;
	case PRIMITIVE_closest_segment_segment:
		return segment_distance;
	case PRIMITIVE_deforming_point_triangle:
		return deforming_point_triangle;
	case PRIMITIVE_deforming_segment_segment:
		return deforming_segment_segment;
	default:
		return nullptr;
	}
}

primitive_run *find_general(primitive_test test)
{
	return test == PRIMITIVE_overlaps_obb_obb ? general_obb_obb : nullptr;
}

} // namespace

const primitive_library *primitive_fcl(void)
{
	static const primitive_library library = {"FCL", prepare, release, find};
	return &library;
}

const primitive_library *primitive_fcl_general(void)
{
	static const primitive_library library = {"FCL GJK", prepare, release, find_general};
	return &library;
}
