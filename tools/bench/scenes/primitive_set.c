// SPDX-License-Identifier: MIT
#include "primitives.h"

#include "bench/figures/timing.h"
#include "meshes.h"

#include <math.h>
#include <stdlib.h>

static float between(bench_random *random, double low, double high)
{
	return (float)(low + (high - low) * bench_random_unit(random));
}

static kiln_vec3 in_cube(bench_random *random, double size)
{
	return (kiln_vec3){between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

static kiln_vec3 plus(kiln_vec3 a, float s, kiln_vec3 b)
{
	return (kiln_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static kiln_vec3 unit(kiln_vec3 v)
{
	float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
	return length > 0 ? (kiln_vec3){v.x / length, v.y / length, v.z / length} : (kiln_vec3){0, 0, 1};
}

static kiln_vec3 cross(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static void fill_axes(bench_random *random, kiln_vec3 axes[3])
{
	axes[0] = unit(in_cube(random, 1));
	axes[1] = unit(cross(axes[0], unit(in_cube(random, 1))));
	axes[2] = cross(axes[0], axes[1]);
}

static void fill_flat(bench_random *random, primitive_side *side, uint32_t i, kiln_vec3 center)
{
	kiln_vec3 axes[3];
	fill_axes(random, axes);
	kiln_vec3 *corners = side->polygon_corners + (size_t)i * PRIMITIVE_POLYGON_CORNERS;
	static const float place[PRIMITIVE_POLYGON_CORNERS][2] = {
		{1, 0}, {0.5f, 0.75f}, {-0.5f, 0.75f}, {-1, 0}, {-0.5f, -0.75f}, {0.5f, -0.75f}};
	for (int j = 0; j < PRIMITIVE_POLYGON_CORNERS; ++j)
		corners[j] = plus(plus(center, place[j][0], axes[0]), place[j][1], axes[1]);
	side->polygon[i] = (kiln_polygon){corners, PRIMITIVE_POLYGON_CORNERS};
	side->quad[i] = (kiln_quad){{corners[0], corners[1], corners[3], corners[4]}};
}

static void fill_round(bench_random *random, primitive_side *side, uint32_t i, kiln_vec3 center)
{
	kiln_vec3 axis = in_cube(random, 0.6);
	kiln_vec3 low = plus(center, -1, axis), high = plus(center, 1, axis);
	side->sphere[i] = (kiln_sphere){center, between(random, 0.3, 0.9)};
	side->capsule[i] = (kiln_capsule){low, high, between(random, 0.2, 0.6)};
	side->cylinder[i] = (kiln_cylinder){low, high, between(random, 0.3, 0.8)};
	side->cone[i] = (kiln_cone){low, high, between(random, 0.4, 1)};
	side->torus[i] = (kiln_torus){center, axis, between(random, 0.4, 0.9), between(random, 0.1, 0.4)};
	kiln_ellipsoid *ellipsoid = &side->ellipsoid[i];
	ellipsoid->center = center;
	fill_axes(random, ellipsoid->axes);
	for (int j = 0; j < 3; ++j)
		ellipsoid->radii[j] = between(random, 0.3, 1);
}

static void fill_side(bench_random *random, primitive_side *side, uint32_t i, kiln_vec3 center)
{
	side->point[i] = center;
	side->point_after[i] = plus(center, 1, in_cube(random, 1));
	side->segment[i] = (kiln_segment){plus(center, 1, in_cube(random, 0.8)), plus(center, 1, in_cube(random, 0.8))};
	side->segment_after[i] = (kiln_segment){
		plus(side->segment[i].a, 1, in_cube(random, 1)), plus(side->segment[i].b, 1, in_cube(random, 1))};
	for (int j = 0; j < 3; ++j)
	{
		side->triangle[i].corners[j] = plus(center, 1, in_cube(random, 1));
		side->triangle_after[i].corners[j] = plus(side->triangle[i].corners[j], 1, in_cube(random, 1));
	}
	for (int j = 0; j < 4; ++j)
		side->tetrahedron[i].corners[j] = plus(center, 1, in_cube(random, 1));
	kiln_vec3 half = {between(random, 0.2, 0.8), between(random, 0.2, 0.8), between(random, 0.2, 0.8)};
	side->aabb[i] = (kiln_aabb){plus(center, -1, half), plus(center, 1, half)};
	side->obb[i].center = center;
	fill_axes(random, side->obb[i].axes);
	for (int j = 0; j < 3; ++j)
		side->obb[i].half_extents[j] = between(random, 0.2, 0.8);
	side->plane[i] = (kiln_plane){unit(in_cube(random, 1)), between(random, -1, 1)};
	kiln_vec3 from = plus((kiln_vec3){0, 0, 0}, 4, unit(in_cube(random, 1)));
	kiln_vec3 to = in_cube(random, 1);
	side->ray[i] = (kiln_ray){.origin = from, .direction = unit(plus(to, -1, from))};
	fill_round(random, side, i, center);
	fill_flat(random, side, i, center);
}

/// Lists every array of a side, for operations on all of them.
#define ARRAYS(ARRAY)                                                                                                  \
	ARRAY(point)                                                                                                       \
	ARRAY(point_after)                                                                                                 \
	ARRAY(segment)                                                                                                     \
	ARRAY(segment_after)                                                                                               \
	ARRAY(ray)                                                                                                         \
	ARRAY(plane)                                                                                                       \
	ARRAY(sphere)                                                                                                      \
	ARRAY(capsule) ARRAY(aabb) ARRAY(obb) ARRAY(triangle) ARRAY(triangle_after) ARRAY(quad) ARRAY(polygon)             \
		ARRAY(tetrahedron) ARRAY(cylinder) ARRAY(cone) ARRAY(ellipsoid) ARRAY(torus)

static primitive_side make_side(uint32_t count)
{
	primitive_side side;
#define ARRAY(name) side.name = bench_memory(count, sizeof *side.name);
	ARRAYS(ARRAY)
#undef ARRAY
	side.polygon_corners = bench_memory((size_t)count * PRIMITIVE_POLYGON_CORNERS, sizeof *side.polygon_corners);
	side.halfspace = side.plane;
	side.triangle_interval = side.triangle_axes = side.triangle_edges = side.triangle;
	return side;
}

static void free_side(primitive_side *side)
{
#define ARRAY(name) free(side->name);
	ARRAYS(ARRAY)
#undef ARRAY
	free(side->polygon_corners);
}

primitive_set primitive_set_make(uint64_t seed, uint32_t count)
{
	primitive_set set = {.count = count, .a = make_side(count), .b = make_side(count)};
	bench_random random = bench_random_make(seed);
	set.motion = bench_memory(count, sizeof *set.motion);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 near = in_cube(&random, 0.2), apart = in_cube(&random, 1.1);
		fill_side(&random, &set.a, i, near);
		fill_side(&random, &set.b, i, apart);
		set.motion[i] = plus(in_cube(&random, 1), 1, apart);
	}
	return set;
}

void primitive_set_free(primitive_set *set)
{
	free_side(&set->a);
	free_side(&set->b);
	free(set->motion);
}
