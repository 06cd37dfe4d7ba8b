// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PRIMITIVE_EVERY_H
#define KILN_TESTS_PRIMITIVE_EVERY_H

/// Lists every primitive test by the names of its shapes, for code that runs all of them. tests/cli/primitives.sh
/// compares it with the headers.

// clang-format off
#define EVERY_CLOSEST(X) \
	X(point, line) X(point, ray) X(point, segment) X(point, plane) X(point, halfspace) X(point, sphere) \
	X(point, capsule) X(point, aabb) X(point, obb) X(point, rectangle) X(point, triangle) X(point, quad) \
	X(point, polygon) X(point, tetrahedron) X(point, cylinder) X(point, cone) X(point, ellipsoid) X(point, rss) \
	X(point, polyhedron) X(line, line) X(line, ray) X(line, segment) X(line, triangle) X(ray, ray) X(ray, segment) \
	X(ray, triangle) X(segment, segment) X(segment, triangle) X(triangle, triangle)

#define EVERY_OVERLAPS(X) \
	X(segment, plane) X(segment, halfspace) X(plane, sphere) X(plane, capsule) X(plane, aabb) X(plane, obb) \
	X(plane, rectangle) X(plane, triangle) X(plane, quad) X(plane, polygon) X(plane, tetrahedron) \
	X(plane, cylinder) X(plane, cone) X(plane, ellipsoid) X(plane, rss) X(plane, polyhedron) X(halfspace, sphere) \
	X(halfspace, capsule) X(halfspace, aabb) X(halfspace, obb) X(halfspace, rectangle) X(halfspace, triangle) \
	X(halfspace, quad) X(halfspace, polygon) X(halfspace, tetrahedron) X(halfspace, cylinder) X(halfspace, cone) \
	X(halfspace, ellipsoid) X(halfspace, rss) X(halfspace, polyhedron) X(sphere, rectangle) X(sphere, triangle) \
	X(sphere, quad) X(sphere, polygon) X(sphere, tetrahedron) X(sphere, cylinder) X(sphere, cone) \
	X(sphere, polyhedron) X(capsule, triangle) X(capsule, cylinder) X(aabb, triangle) X(aabb, polygon) \
	X(obb, triangle) X(triangle, triangle) X(cylinder, cylinder)

/// Shapes that lines, rays and segments intersect.
#define EVERY_INTERSECT(X) \
	X(plane) X(halfspace) X(sphere) X(capsule) X(aabb) X(obb) X(rectangle) X(triangle) X(quad) X(polygon) \
	X(tetrahedron) X(cylinder) X(cone) X(ellipsoid) X(rss) X(polyhedron)

#define EVERY_MOVING(X) \
	X(sphere, plane) X(sphere, halfspace) X(sphere, sphere) X(sphere, capsule) X(sphere, aabb) X(sphere, obb) \
	X(sphere, triangle) X(sphere, polygon) X(capsule, plane) X(capsule, halfspace) X(capsule, triangle) \
	X(aabb, plane) X(aabb, halfspace) X(aabb, aabb) X(aabb, obb) X(aabb, triangle) X(obb, plane) X(obb, halfspace) \
	X(obb, obb) X(obb, triangle) X(polyhedron, polyhedron)

#define EVERY_DEFORMING(X) \
	X(point, triangle) X(segment, segment) X(triangle, triangle)

#define EVERY_POINT_IN(X) \
	X(halfspace) X(sphere) X(capsule) X(aabb) X(obb) X(triangle) X(polygon) X(tetrahedron) X(cylinder) \
	X(cone) X(ellipsoid) X(rss) X(polyhedron)

/// Pairs with a distance and a verdict.
#define EVERY_BOTH(X) \
	X(triangle, triangle)

/// Shapes with an inside and a distance.
#define EVERY_SOLID(X) \
	X(halfspace) X(sphere) X(capsule) X(aabb) X(obb) X(tetrahedron) X(cylinder) X(cone) X(ellipsoid) X(rss) \
	X(polyhedron)

// clang-format on

#endif
