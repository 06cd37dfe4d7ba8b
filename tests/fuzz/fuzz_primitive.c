// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "math/double3.h"
#include "primitive_every.h"
#include "shape/usable.h"

#include "kiln/primitive.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: reads the input as two shapes of every kind and runs every primitive test on them. For any bits,
/// invalid shapes and only these are refused; answers are finite, in range, and consistent.
///
/// The first byte chooses the encoding of numbers; see read_number.

const char *fuzz_verdict = "";

#define POLYGON_CORNERS 5
#define POLYHEDRON_VERTICES 8

/// Faces of a box; the bits of a vertex number are its x, y, z.
static const uint32_t box_faces[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const uint32_t box_first[] = {0, 4, 8, 12, 16, 20, 24};

/// A shape of every kind, with the names that functions use.
typedef struct side
{
	kiln_vec3 point, point_after;
	kiln_line line;
	kiln_ray ray;
	kiln_segment segment, segment_after;
	kiln_plane plane, halfspace;
	kiln_sphere sphere;
	kiln_capsule capsule;
	kiln_aabb aabb;
	kiln_obb obb;
	kiln_rectangle rectangle;
	kiln_triangle triangle, triangle_after;
	kiln_quad quad;
	kiln_tetrahedron tetrahedron;
	kiln_cylinder cylinder;
	kiln_cone cone;
	kiln_ellipsoid ellipsoid;
	kiln_rss rss;
	kiln_vec3 corners[POLYGON_CORNERS];
	kiln_vec3 vertices[POLYHEDRON_VERTICES];
	kiln_polygon polygon;
	kiln_polyhedron polyhedron;
} side;

typedef struct input
{
	const uint8_t *data;
	size_t size, at;
	uint8_t code;
} input;

/// Prints the name of the failed test.
static void check(bool condition)
{
	if (condition)
		return;
	fprintf(stderr, "fuzz: %s\n", fuzz_verdict);
	abort();
}

static uint8_t read_byte(input *in)
{
	return in->at < in->size ? in->data[in->at++] : 0;
}

/// Reads a number in the encoding of the first byte: any bits, small whole numbers, numbers with an exponent, or
/// special values.
static float read_number(input *in)
{
	static const float special[] = {0, -0.0f, 1, -1, 0.5f, 0x1p-149f, 1e-30f, 0x1p40f, -0x1p40f, 0x1.000002p40f, 1e38f,
		NAN, INFINITY, -INFINITY, 0x1.fffffep-1f, 0x1.000002p0f};
	uint8_t first = read_byte(in);
	float number;
	switch (in->code & 3)
	{
	case 0:
	{
		uint8_t bytes[4] = {first, read_byte(in), read_byte(in), read_byte(in)};
		memcpy(&number, bytes, sizeof number);
		return number;
	}
	case 1:
		return (float)((int)(first % 9) - 4);
	case 2:
		return ldexpf((float)(int8_t)first, (int8_t)read_byte(in) % 60 - 10);
	default:
		return first < 32 ? special[first % (sizeof special / sizeof *special)] : (float)(first - 128) * 0.0625f;
	}
}

static kiln_vec3 read_point(input *in)
{
	float x = read_number(in), y = read_number(in), z = read_number(in);
	return (kiln_vec3){x, y, z};
}

/// Most sizes are made valid.
static float read_size(input *in)
{
	float size = read_number(in);
	return in->code & 4 ? size : fabsf(size);
}

/// Reads axes by a quaternion, or unchanged.
static void read_axes(input *in, kiln_vec3 axes[3])
{
	kiln_box box = {.rotation = {read_number(in), read_number(in), read_number(in), read_number(in)}};
	kiln_obb turned = kiln_obb_from_box(&box);
	for (int i = 0; i < 3; ++i)
		axes[i] = in->code & 8 ? read_point(in) : turned.axes[i];
}

static void read_boxes(input *in, side *of)
{
	kiln_vec3 p = read_point(in), q = read_point(in);
	kiln_vec3 low = {fminf(p.x, q.x), fminf(p.y, q.y), fminf(p.z, q.z)};
	kiln_vec3 high = {fmaxf(p.x, q.x), fmaxf(p.y, q.y), fmaxf(p.z, q.z)};
	of->aabb = in->code & 4 ? (kiln_aabb){p, q} : (kiln_aabb){low, high};
	for (int i = 0; i < POLYHEDRON_VERTICES; ++i)
		of->vertices[i] = (kiln_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
	of->polyhedron = (kiln_polyhedron){of->vertices, POLYHEDRON_VERTICES, box_first, box_faces, 6};
	of->obb.center = read_point(in);
	read_axes(in, of->obb.axes);
	for (int i = 0; i < 3; ++i)
		of->obb.half_extents[i] = read_size(in);
	of->rectangle =
		(kiln_rectangle){of->obb.center, {of->obb.axes[0], of->obb.axes[1]}, {read_size(in), read_size(in)}};
	of->ellipsoid.center = of->obb.center;
	for (int i = 0; i < 3; ++i)
	{
		of->ellipsoid.axes[i] = of->obb.axes[i];
		of->ellipsoid.radii[i] = read_size(in);
	}
	of->rss = (kiln_rss){of->obb.center, {of->obb.axes[0], of->obb.axes[1]}, read_size(in)};
}

static void read_side(input *in, side *of)
{
	of->point = read_point(in);
	of->point_after = read_point(in);
	of->line = (kiln_line){read_point(in), read_point(in)};
	of->ray = (kiln_ray){.origin = of->line.point, .direction = of->line.direction, .t_max = read_size(in)};
	of->segment = (kiln_segment){read_point(in), read_point(in)};
	of->segment_after = (kiln_segment){read_point(in), read_point(in)};
	of->plane = (kiln_plane){read_point(in), read_number(in)};
	of->halfspace = of->plane;
	of->sphere = (kiln_sphere){read_point(in), read_size(in)};
	of->capsule = (kiln_capsule){read_point(in), read_point(in), read_size(in)};
	of->cylinder = (kiln_cylinder){of->capsule.a, of->capsule.b, of->capsule.radius};
	of->cone = (kiln_cone){of->capsule.a, of->capsule.b, of->capsule.radius};
	for (int i = 0; i < 4; ++i)
	{
		of->tetrahedron.corners[i] = of->quad.corners[i] = read_point(in);
		if (i < 3)
		{
			of->triangle.corners[i] = of->quad.corners[i];
			of->triangle_after.corners[i] = read_point(in);
		}
	}
	for (int i = 0; i < POLYGON_CORNERS; ++i)
		of->corners[i] = i < 4 ? of->quad.corners[i] : read_point(in);
	of->polygon = (kiln_polygon){of->corners, POLYGON_CORNERS};
	read_boxes(in, of);
}

/// Half-spaces and planes are valid under the same conditions.
static bool kilni_usable_halfspace(const kiln_plane *plane)
{
	return kilni_usable_plane(plane);
}

static bool finite(kiln_vec3 v)
{
	return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_unit(kiln_vec3 v)
{
	kiln_d3 n = kiln_d3_from(v);
	return fabs(kiln_d3_length2(n) - 1) < 1e-5;
}

static bool zero_bytes(const void *p, size_t size)
{
	const uint8_t *bytes = p;
	for (size_t i = 0; i < size; ++i)
		if (bytes[i])
			return false;
	return true;
}

/// Returns the largest of a shape's numbers.
static double largest(const void *shape, size_t size)
{
	double most = 0;
	for (size_t at = 0; at + sizeof(float) <= size; at += sizeof(float))
	{
		float number;
		memcpy(&number, (const char *)shape + at, sizeof number);
		most = isfinite(number) ? fmax(most, (double)fabsf(number)) : most;
	}
	return most;
}

/// For shapes with pointers, the numbers that they point to.
#define SIZE(side, x)                                                                                                  \
	_Generic(side->x, kiln_polygon                                                                                     \
			 : largest(side->corners, sizeof side->corners), kiln_polyhedron                                           \
			 : largest(side->vertices, sizeof side->vertices), default                                                 \
			 : largest(&side->x, sizeof side->x))

static void check_closest(kiln_closest_points answer, bool usable, double size)
{
	check(answer.found == usable);
	if (!answer.found)
	{
		check(answer.distance == 0 && zero_bytes(&answer.on_a, sizeof answer.on_a) &&
			  zero_bytes(&answer.on_b, sizeof answer.on_b));
		return;
	}
	check(answer.distance >= 0 && isfinite(answer.distance) && finite(answer.on_a) && finite(answer.on_b));
	for (int i = 0; i < 2; ++i)
		check(!isnan(answer.at_a[i]) && !isnan(answer.at_b[i]));
	// The points must have the stated distance, except for rounding in the last places of their coordinates.
	kiln_d3 between = kiln_d3_sub(kiln_d3_from(answer.on_b), kiln_d3_from(answer.on_a));
	double apart = sqrt(kiln_d3_length2(between));
	check(fabs(apart - (double)answer.distance) <= 1e-5 * (double)answer.distance + 0x1p-20 * size + 0x1p-140);
}

static void check_intersection(kiln_intersection answer, bool usable, double low, double high, bool has_direction)
{
	check(usable || !answer.hit);
	if (!answer.hit)
	{
		check(answer.t == 0 && !answer.inside && !answer.back && zero_bytes(&answer.normal, sizeof answer.normal));
		return;
	}
	check((double)answer.t >= low && (double)answer.t <= high);
	check(answer.t <= answer.leave && (double)answer.leave <= high);
	// Where a point touches a shape without a surface, no normal exists.
	check(is_unit(answer.normal) || (!has_direction && zero_bytes(&answer.normal, sizeof answer.normal)));
	check(finite(answer.point) && isfinite(answer.u) && isfinite(answer.v));
}

static void check_impact(kiln_impact answer, bool usable)
{
	check(usable || !answer.hit);
	if (!answer.hit)
	{
		check(answer.t == 0 && !answer.inside && zero_bytes(&answer.normal, sizeof answer.normal));
		return;
	}
	check(answer.t >= 0 && answer.t <= 1 && (!answer.inside || answer.t == 0));
	check(finite(answer.point) && is_unit(answer.normal) && answer.feature_a <= 6 && answer.feature_b <= 6);
}

#define USABLE(x, y) (kilni_usable_##x(&a->x) && kilni_usable_##y(&b->y))

static void ask_static(const side *a, const side *b)
{
#define ASK(x, y)                                                                                                      \
	fuzz_verdict = "closest " #x " " #y;                                                                               \
	check_closest(kiln_closest_##x##_##y(&a->x, &b->y), USABLE(x, y), SIZE(a, x) + SIZE(b, y));
	EVERY_CLOSEST(ASK)
#undef ASK
#define ASK(x, y)                                                                                                      \
	fuzz_verdict = "overlaps " #x " " #y;                                                                              \
	check(kiln_overlaps_##x##_##y(&a->x, &b->y) || USABLE(x, y));
	EVERY_OVERLAPS(ASK)
#undef ASK
#define ASK(y)                                                                                                         \
	fuzz_verdict = "point in " #y;                                                                                     \
	check(!kiln_point_in_##y(&a->point, &b->y) || USABLE(point, y));
	EVERY_POINT_IN(ASK)
#undef ASK
	// All tests of the same question must give the same answer.
#define ASK(x, y)                                                                                                      \
	fuzz_verdict = "overlap and distance of " #x " " #y;                                                               \
	if (USABLE(x, y))                                                                                                  \
		check(kiln_overlaps_##x##_##y(&a->x, &b->y) == (kiln_closest_##x##_##y(&a->x, &b->y).distance == 0));
	EVERY_BOTH(ASK)
#undef ASK
#define ASK(y)                                                                                                         \
	fuzz_verdict = "inside and distance of " #y;                                                                       \
	if (USABLE(point, y))                                                                                              \
		check(kiln_point_in_##y(&a->point, &b->y) == (kiln_closest_point_##y(&a->point, &b->y).distance == 0));
	EVERY_SOLID(ASK)
#undef ASK
	fuzz_verdict = "four ways for two triangles";
	bool touching = kiln_overlaps_triangle_triangle(&a->triangle, &b->triangle);
	check(touching == kiln_overlaps_triangle_triangle_interval(&a->triangle, &b->triangle));
	check(touching == kiln_overlaps_triangle_triangle_axes(&a->triangle, &b->triangle));
	check(touching == kiln_overlaps_triangle_triangle_edges(&a->triangle, &b->triangle));
}

static kiln_convex_shape convex_of(const side *of, kiln_convex_kind kind)
{
	kiln_convex_shape shape = {.kind = kind};
	switch (kind)
	{
#define KIND(name, field)                                                                                              \
	case KILN_CONVEX_##name:                                                                                           \
		shape.field = of->field;                                                                                       \
		break;
		KIND(POINT, point)
		KIND(LINE, line)
		KIND(RAY, ray)
		KIND(SEGMENT, segment)
		KIND(SPHERE, sphere)
		KIND(CAPSULE, capsule)
		KIND(AABB, aabb)
		KIND(OBB, obb)
		KIND(RECTANGLE, rectangle)
		KIND(TRIANGLE, triangle)
		KIND(TETRAHEDRON, tetrahedron)
		KIND(CYLINDER, cylinder)
		KIND(CONE, cone)
		KIND(ELLIPSOID, ellipsoid)
		KIND(RSS, rss)
#undef KIND
	default:
		shape.points.points = of->vertices;
		shape.points.count = POLYHEDRON_VERTICES;
		break;
	}
	return shape;
}

/// Tests one kind against another kind that the input chooses: testing all kinds would take too long.
static void ask_convex(const side *a, const side *b, uint8_t chosen)
{
	kiln_convex_shape first = convex_of(a, (kiln_convex_kind)(chosen % 16));
	kiln_convex_shape second = convex_of(b, (kiln_convex_kind)(chosen / 16));
	fuzz_verdict = "convex";
	kiln_closest_points closest = kiln_closest_convex_convex(&first, &second);
	check_closest(closest, closest.found, largest(a, offsetof(side, polygon)) + largest(b, offsetof(side, polygon)));
	check(kiln_overlaps_convex_convex(&first, &second) == (!closest.found || closest.distance == 0));
	check_impact(kiln_moving_convex_convex(&first, &a->point_after, &second), closest.found);
	closest = kiln_closest_plane_convex(&a->plane, &second);
	check_closest(closest, closest.found, largest(&a->plane, sizeof a->plane) + largest(b, offsetof(side, polygon)));
	check(kiln_overlaps_plane_convex(&a->plane, &second) == (!closest.found || closest.distance == 0));
}

static void ask_lines(const side *a, const side *b)
{
	const kiln_segment *s = &a->segment;
	bool has_length = s->a.x != s->b.x || s->a.y != s->b.y || s->a.z != s->b.z;
	double t_max = a->ray.t_max > 0 ? (double)a->ray.t_max : HUGE_VAL;
#define ASK(y)                                                                                                         \
	fuzz_verdict = "intersect " #y;                                                                                    \
	check_intersection(kiln_intersect_line_##y(&a->line, &b->y), USABLE(line, y), -HUGE_VAL, HUGE_VAL, true);          \
	check_intersection(kiln_intersect_ray_##y(&a->ray, &b->y), USABLE(ray, y), 0, t_max, true);                        \
	check_intersection(kiln_intersect_segment_##y(&a->segment, &b->y), USABLE(segment, y), 0, 1, has_length);
	EVERY_INTERSECT(ASK)
#undef ASK
}

static void ask_moving(const side *a, const side *b)
{
	const kiln_vec3 *motion = &a->point_after;
#define ASK(x, y)                                                                                                      \
	fuzz_verdict = "moving " #x " " #y;                                                                                \
	check_impact(kiln_moving_##x##_##y(&a->x, motion, &b->y), USABLE(x, y) && kilni_usable_point(motion));
	EVERY_MOVING(ASK)
#undef ASK
#define ASK(x, y)                                                                                                      \
	fuzz_verdict = "deforming " #x " " #y;                                                                             \
	check_impact(kiln_deforming_##x##_##y(&a->x, &a->x##_after, &b->y, &b->y##_after),                                 \
		USABLE(x, y) && kilni_usable_##x(&a->x##_after) && kilni_usable_##y(&b->y##_after));
	EVERY_DEFORMING(ASK)
#undef ASK
}

static void read_both(const uint8_t *data, size_t size, side *a, side *b)
{
	input in = {data, size, 0, 0};
	memset(a, 0, sizeof *a);
	memset(b, 0, sizeof *b);
	in.code = read_byte(&in);
	read_side(&in, a);
	read_side(&in, b);
	// Pointers into one side remain there when the other side starts as its copy.
	if (in.code & 16)
	{
		b->triangle = a->triangle;
		b->segment = a->segment;
		b->point = a->triangle.corners[0];
		b->sphere = a->sphere;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	side a, b;
	read_both(data, size, &a, &b);
	ask_static(&a, &b);
	ask_static(&b, &a);
	ask_lines(&a, &b);
	ask_moving(&a, &b);
	ask_convex(&a, &b, size > 1 ? data[1] : 0);
	fuzz_verdict = "asked";
	return 0;
}

/// Seeds with numbers in every encoding.
uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	if (i >= 32)
		return NULL;
	*size = 1200;
	uint8_t *bytes = malloc(*size);
	uint32_t state = (uint32_t)i * 2654435761u + 1;
	for (size_t k = 0; bytes && k < *size; ++k)
	{
		state = state * 1664525u + 1013904223u;
		bytes[k] = k ? (uint8_t)(state >> 24) : (uint8_t)i;
	}
	return bytes;
}
