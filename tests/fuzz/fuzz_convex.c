// SPDX-License-Identifier: MIT
#include "convex_claims.h"
#include "fuzz.h"
#include "kiln/school.h"
#include "support/asset_fixture.h"
#include "support/hull_case.h"
#include "support/hull_clouds.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: reads the input as two convex objects of any kinds, and runs all queries about the pair: distance,
/// overlap, penetration, manifold, time of impact. convex_claims.h has the claims about the answers.
///
/// The first byte chooses the encoding of numbers (read_number), the second the kinds of the shapes; the third has
/// flags for the pose; the fourth chooses the methods. After the input's end follow random bytes made from its hash:
/// one bit of a short input changes the whole pair. Some hulls are made once and kept, others are made from the input's
/// points.

const char *fuzz_verdict = "";

#define POINTS_MOST 8
#define OWN_HULLS 16

typedef enum fuzz_code
{
	CODE_BITS,	  ///< numbers of any bits
	CODE_WHOLE,	  ///< small whole numbers
	CODE_SCALED,  ///< with an exponent
	CODE_HALVES,  ///< eighths, some changed by an ulp
	CODE_NUMBERS, ///< number of encodings
} fuzz_code;

#define FLAG_SIZES 4u	 ///< sizes may be any numbers
#define FLAG_AXES 8u	 ///< axes may be any numbers
#define FLAG_SAME 16u	 ///< b starts as a copy of a
#define FLAG_MARGIN 32u	 ///< shapes are rounded
#define FLAG_SUM 64u	 ///< b is a sum
#define FLAG_COOKED 128u ///< hulls are made from the input's points

/// Flags of the byte for poses.
#define POSE_A 1u
#define POSE_B 2u
#define POSE_SCALE 4u ///< of any size
#define POSE_FAR 8u	  ///< both 1e7 away
#define POSE_TINY 16u ///< b has 1e-6 of the size

typedef struct input
{
	const uint8_t *data;
	size_t size, at;
	uint8_t code;
	uint64_t random; ///< source of the bytes after the end
} input;

/// One of the two objects.
typedef struct side
{
	kiln_convex_shape shape, more;
	kiln_vec3 points[POINTS_MOST];
	hull_case cooked;
	bool has_cooked;
	kiln_convex_object object;
	kiln_pose after;
} side;

static uint8_t read_byte(input *in)
{
	if (in->at < in->size)
		return in->data[in->at++];
	// Depends on the position, so that repeated reads give the same bytes.
	uint64_t state = in->random + 0x9e3779b97f4a7c15u * in->at++;
	return (uint8_t)(fixture_random(&state) >> 56);
}

static float read_bits(input *in)
{
	uint8_t bytes[4];
	float number;
	for (size_t i = 0; i < sizeof bytes; ++i)
		bytes[i] = read_byte(in);
	memcpy(&number, bytes, sizeof number);
	return number;
}

static float read_number(input *in)
{
	switch (in->code % CODE_NUMBERS)
	{
	case CODE_BITS:
		return read_bits(in);
	case CODE_WHOLE:
		return (float)((int)(read_byte(in) % 9) - 4);
	case CODE_SCALED:
	{
		float digits = (float)(int8_t)read_byte(in);
		return ldexpf(digits, (int8_t)read_byte(in) % 24 - 10);
	}
	default:
	{
		uint8_t byte = read_byte(in);
		return hull_cloud_nudge((float)(byte / 4 - 32) * 0.125f, (byte & 3) == 3 ? 0 : (byte & 3) - 1);
	}
	}
}

static kiln_vec3 read_point(input *in)
{
	float x = read_number(in), y = read_number(in), z = read_number(in);
	return (kiln_vec3){x, y, z};
}

static float read_size(input *in)
{
	float size = read_number(in);
	return in->code & FLAG_SIZES ? size : fabsf(size);
}

static kiln_quat read_rotation(input *in)
{
	float x = read_number(in), y = read_number(in), z = read_number(in), w = read_number(in);
	return (kiln_quat){x, y, z, w};
}

static void read_axes(input *in, kiln_vec3 axes[3])
{
	kiln_box box = {.half_extents = {1, 1, 1}, .rotation = read_rotation(in)};
	kiln_obb turned = kiln_obb_from_box(&box);
	for (int i = 0; i < 3; ++i)
		axes[i] = in->code & FLAG_AXES ? read_point(in) : turned.axes[i];
}

/// Hulls of every kind of points, of few and of many: the same for all inputs.
static const kiln_hull *own_hull(uint8_t chosen)
{
	static hull_case hulls[2 * OWN_HULLS];
	static bool made[2 * OWN_HULLS];
	static const hull_case_kind kinds[OWN_HULLS] = {CASE_POINT, CASE_SEGMENT, CASE_TRIANGLE, CASE_TETRAHEDRON,
		CASE_CUBE, CASE_BALL, CASE_ELLIPSOID, CASE_LATTICE, CASE_CONE, CASE_PRISM, CASE_POLYGON, CASE_SLAB, CASE_NEEDLE,
		CASE_NEARLY_FLAT, CASE_FAR, CASE_TINY};
	uint32_t i = chosen % (2 * OWN_HULLS);
	if (!made[i])
		hull_case_make(&hulls[i], kinds[i % OWN_HULLS], i < OWN_HULLS ? 12 : 60, UINT32_MAX);
	made[i] = true;
	return &hulls[i].view;
}

static bool are_finite(const kiln_vec3 *points, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		if (!(fabsf(points[i].x) < 0x1p40f && fabsf(points[i].y) < 0x1p40f && fabsf(points[i].z) < 0x1p40f))
			return false;
	return true;
}

static void read_hull(input *in, side *of)
{
	uint8_t chosen = read_byte(in);
	of->shape.hull = own_hull(chosen);
	if (!(in->code & FLAG_COOKED) || chosen % 8 || !are_finite(of->points, POINTS_MOST))
		return;
	float points[POINTS_MOST][3];
	for (int i = 0; i < POINTS_MOST; ++i)
	{
		points[i][0] = of->points[i].x;
		points[i][1] = of->points[i].y;
		points[i][2] = of->points[i].z;
	}
	hull_case_make_of(&of->cooked, (const float(*)[3])points, POINTS_MOST, UINT32_MAX);
	of->has_cooked = true;
	of->shape.hull = &of->cooked.view;
}

static void read_box(input *in, side *of)
{
	kiln_vec3 axes[3], center = of->points[0];
	read_axes(in, axes);
	float x = read_size(in), y = read_size(in), z = read_size(in);
	kiln_convex_shape *shape = &of->shape;
	switch (shape->kind)
	{
	case KILN_CONVEX_OBB:
		shape->obb = (kiln_obb){center, {axes[0], axes[1], axes[2]}, {x, y, z}};
		break;
	case KILN_CONVEX_RECTANGLE:
		shape->rectangle = (kiln_rectangle){center, {axes[0], axes[1]}, {x, y}};
		break;
	case KILN_CONVEX_ELLIPSOID:
		shape->ellipsoid = (kiln_ellipsoid){center, {axes[0], axes[1], axes[2]}, {x, y, z}};
		break;
	default:
		shape->rss = (kiln_rss){center, {axes[0], axes[1]}, x};
		break;
	}
}

static void read_aabb(input *in, side *of)
{
	kiln_vec3 p = of->points[0], q = of->points[1];
	of->shape.aabb = (kiln_aabb){p, q};
	if (!(in->code & FLAG_SIZES))
		of->shape.aabb = (kiln_aabb){
			{fminf(p.x, q.x), fminf(p.y, q.y), fminf(p.z, q.z)}, {fmaxf(p.x, q.x), fmaxf(p.y, q.y), fmaxf(p.z, q.z)}};
}

static void read_shape(input *in, side *of, kiln_convex_kind kind)
{
	kiln_convex_shape *shape = &of->shape;
	const kiln_vec3 *p = of->points;
	for (int i = 0; i < POINTS_MOST; ++i)
		of->points[i] = read_point(in);
	*shape = (kiln_convex_shape){.kind = kind};
	switch (kind)
	{
	case KILN_CONVEX_POINT:
		shape->point = p[0];
		break;
	case KILN_CONVEX_LINE:
	case KILN_CONVEX_RAY:
		shape->line = (kiln_line){p[0], p[1]};
		break;
	case KILN_CONVEX_SEGMENT:
		shape->segment = (kiln_segment){p[0], p[1]};
		break;
	case KILN_CONVEX_SPHERE:
		shape->sphere = (kiln_sphere){p[0], read_size(in)};
		break;
	case KILN_CONVEX_CAPSULE:
	case KILN_CONVEX_CYLINDER:
	case KILN_CONVEX_CONE:
		shape->capsule = (kiln_capsule){p[0], p[1], read_size(in)};
		break;
	case KILN_CONVEX_AABB:
		read_aabb(in, of);
		break;
	case KILN_CONVEX_TRIANGLE:
		memcpy(shape->triangle.corners, p, sizeof shape->triangle.corners);
		break;
	case KILN_CONVEX_TETRAHEDRON:
		memcpy(shape->tetrahedron.corners, p, sizeof shape->tetrahedron.corners);
		break;
	case KILN_CONVEX_POINTS:
		shape->points.points = p;
		shape->points.count = POINTS_MOST;
		break;
	case KILN_CONVEX_HULL:
		read_hull(in, of);
		break;
	default:
		read_box(in, of);
		break;
	}
}

static kiln_pose read_pose(input *in, bool scaled)
{
	kiln_pose pose = {.rotation = read_rotation(in)};
	pose.translation = read_point(in);
	pose.scale = scaled ? read_size(in) : 1;
	return pose;
}

static void place(side *of, uint8_t flags, bool second)
{
	if (flags & POSE_FAR)
		of->object.pose.translation.x += 1e7f;
	if (second && (flags & POSE_TINY))
		of->object.pose.scale = 1e-6f;
	of->object.shape = &of->shape;
}

static void read_both(input *in, side sides[2], uint8_t kinds, uint8_t poses)
{
	// Lines are rare, in some of the entries only.
	static const kiln_convex_kind kind_of[16] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_SPHERE,
		KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB, KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE,
		KILN_CONVEX_TETRAHEDRON, KILN_CONVEX_CYLINDER, KILN_CONVEX_CONE, KILN_CONVEX_ELLIPSOID, KILN_CONVEX_RSS,
		KILN_CONVEX_POINTS, KILN_CONVEX_HULL, KILN_CONVEX_HULL};
	size_t start = in->at;
	for (int s = 0; s < 2; ++s)
	{
		kiln_convex_kind kind = kind_of[s ? kinds / 16 : kinds % 16];
		bool line = (poses & 192) == 192 && kind == KILN_CONVEX_POINT;
		if (s && (in->code & FLAG_SAME))
			in->at = start;
		read_shape(in, &sides[s], line ? KILN_CONVEX_LINE : kind);
		if (in->code & FLAG_MARGIN)
			sides[s].shape.margin = read_size(in);
		if (poses & (s ? POSE_B : POSE_A))
			sides[s].object.pose = read_pose(in, poses & POSE_SCALE);
	}
	if (in->code & FLAG_SUM)
	{
		sides[1].more = (kiln_convex_shape){.kind = KILN_CONVEX_SEGMENT};
		sides[1].more.segment = (kiln_segment){read_point(in), read_point(in)};
		sides[1].shape.plus = &sides[1].more;
	}
	for (int s = 0; s < 2; ++s)
	{
		place(&sides[s], poses, s == 1);
		sides[s].after = sides[s].object.pose;
		sides[s].after.rotation = read_rotation(in);
		kiln_vec3 by = read_point(in);
		sides[s].after.translation.x += by.x;
		sides[s].after.translation.y += by.y;
		sides[s].after.translation.z += by.z;
	}
}

static const char *ask(const claims_pair *pair, input *in, const side sides[2], uint8_t ways)
{
	const kiln_distance_options distance = {.method = kiln_school_distance((uint32_t)ways % KILN_SCHOOL_DISTANCES),
		.solver = kiln_school_simplex((uint32_t)ways / 4 % KILN_SCHOOL_SIMPLICES),
		.limit = ways & 64 ? fabsf(read_number(in)) : 0,
		.tolerance = ways & 128 ? 0.125f : 0};
	const kiln_manifold_options manifold = {.skin = ways & 32 ? 0.125f : 0};
	const char *wrong = isfinite(distance.limit) ? claims_distance(pair, &distance) : NULL;
	for (int method = 0; !wrong && method < (int)KILN_SCHOOL_COLLIDES; ++method)
		wrong = claims_overlap(pair, kiln_school_collide((uint32_t)method));
	if (!wrong)
		wrong = claims_penetration(pair, kiln_school_penetration((uint32_t)ways % KILN_SCHOOL_PENETRATIONS));
	if (!wrong && ways / 8 % 2)
		wrong = claims_swapped(pair);
	if (!wrong)
		wrong = claims_manifold(pair, &manifold);
	if (!wrong && ways / 8 % 2)
		wrong = claims_swapped_manifold(pair, &manifold);
	if (!wrong && ways / 16 % 4 == 0)
		wrong = claims_motion(pair, &sides[0].after, &sides[1].after,
			kiln_school_time_of_impact((ways / 2 % KILN_SCHOOL_TIMES_OF_IMPACT)));
	return wrong;
}

/// To report a failure.
static void print_side(const side *of)
{
	const kiln_pose *pose = &of->object.pose;
	fprintf(stderr,
		"fuzz: kind %d, margin %.9g, scale %.9g, rotation %.9g %.9g %.9g %.9g, translation %.9g %.9g %.9g\n",
		(int)of->shape.kind, (double)of->shape.margin, (double)pose->scale, (double)pose->rotation.x,
		(double)pose->rotation.y, (double)pose->rotation.z, (double)pose->rotation.w, (double)pose->translation.x,
		(double)pose->translation.y, (double)pose->translation.z);
	float numbers[15];
	memcpy(numbers, &of->shape.obb, sizeof numbers);
	const kiln_hull *hull = of->shape.kind == KILN_CONVEX_HULL ? of->shape.hull : NULL;
	uint32_t count = hull ? hull->vertex_count : of->shape.kind == KILN_CONVEX_POINTS ? POINTS_MOST : 5;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 p = {numbers[3 * (i % 5)], numbers[3 * (i % 5) + 1], numbers[3 * (i % 5) + 2]};
		if (hull)
			p = kiln_hull_vertex(hull, i);
		else if (of->shape.kind == KILN_CONVEX_POINTS)
			p = of->points[i];
		fprintf(stderr, "  {%.9g, %.9g, %.9g}\n", (double)p.x, (double)p.y, (double)p.z);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	input in = {.data = data, .size = size, .random = size};
	for (size_t i = 0; i < size; ++i)
		in.random = (in.random ^ data[i]) * 0x100000001b3u;
	side sides[2];
	kiln_convex_cache nonsense = {0};
	memset(sides, 0, sizeof sides);
	in.code = read_byte(&in);
	uint8_t kinds = read_byte(&in), poses = read_byte(&in), ways = read_byte(&in);
	if (poses & 32)
		for (size_t i = 0; i < sizeof nonsense; ++i)
			((uint8_t *)&nonsense)[i] = read_byte(&in);
	read_both(&in, sides, kinds, poses);
	claims_pair pair = {.a = &sides[0].object, .b = &sides[1].object, .nonsense = &nonsense, .tolerance = 1e-5};
	const char *wrong = claims_begin(&pair);
	if (!wrong)
		wrong = ask(&pair, &in, sides, ways);
	fuzz_verdict = !pair.usable					  ? "refused"
				   : pair.separation.distance > 0 ? "apart"
				   : pair.penetration.depth > 0	  ? "overlapping"
												  : "touching";
	if (wrong)
	{
		print_side(&sides[0]);
		print_side(&sides[1]);
		fprintf(stderr, "fuzz: kinds %d and %d, distance %.9g, depth %.9g: %s\n", (int)sides[0].shape.kind,
			(int)sides[1].shape.kind, (double)pair.separation.distance, (double)pair.penetration.depth, wrong);
		abort();
	}
	for (int s = 0; s < 2; ++s)
		if (sides[s].has_cooked)
			hull_case_free(&sides[s].cooked);
	return 0;
}

/// Short seeds, which the driver turns into pairs of every kind, and seeds long enough for a whole pair.
uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	if (i >= 48)
		return NULL;
	*size = i < 36 ? 8 : 300;
	uint8_t *bytes = malloc(*size);
	uint64_t random = i;
	for (size_t k = 0; bytes && k < *size; ++k)
		bytes[k] = (uint8_t)(fixture_random(&random) >> 56);
	// Numbers of any bits, and invalid sizes, axes and the like, occur in few seeds.
	if (bytes && i % 8)
		bytes[0] = (uint8_t)((bytes[0] & 0xe0u) | (1 + i % 3));
	return bytes;
}
