// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "fuzz.h"
#include "hull/pack/pack.h"
#include "kiln/hull.h"
#include "support/asset_fixture.h"
#include "support/hull_clouds.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: reads the input as points, builds their hull, and checks the hull by exact signs: closed, Euler's sum
/// 2, every face flat and convex, every edge convex, every point inside. The hull's dimension must be that of the
/// points, which the target computes independently. Where the runtime takes the points, kiln_hull_build must make the
/// bytes that the cooker packs; where the runtime refuses them, so must the packing.
///
/// The first byte chooses the encoding of points; see read_one. Numbers that are not finite are refused.

const char *fuzz_verdict = "";

#define POINTS_MAX 4500

typedef enum fuzz_code
{
	CODE_FLOATS,   ///< three floats
	CODE_LATTICE,  ///< three small integers, and the number of ulps to move each
	CODE_SPHERE,   ///< two bytes for the direction of a point on a sphere, which is rounded, one to move the point
	CODE_SCALED,   ///< three small integers and an exponent each
	CODE_CLUSTERS, ///< one of eight corners of a large box, and small integers
	CODE_COUNT,
} fuzz_code;

#define CODE_MASK 7u
/// Adds the rounded middles of pairs of points, as many as fit: enough for culling.
#define CODE_FILL 0x40u

static void check(bool condition)
{
	if (!condition)
		abort();
}

static size_t size_of(uint32_t code)
{
	static const size_t sizes[CODE_COUNT] = {12, 4, 3, 6, 4};
	return sizes[code];
}

static void read_lattice(const uint8_t *from, float to[3])
{
	for (int k = 0; k < 3; ++k)
		to[k] = hull_cloud_nudge((float)(from[k] % 7) * 0.1f, (int)(from[3] >> (2 * k) & 3) % 3 - 1);
}

static void read_sphere(const uint8_t *from, float to[3])
{
	double d[3] = {from[0] - 127.5, from[1] - 127.5, (from[2] & 1 ? 1 : -1) * 100.0};
	double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
	for (int k = 0; k < 3; ++k)
		to[k] = hull_cloud_nudge((float)(d[k] / length), (int)(from[2] >> (2 * k + 1) & 3) % 3 - 1);
}

static void read_one(uint32_t code, const uint8_t *from, float to[3])
{
	switch (code)
	{
	case CODE_LATTICE:
		read_lattice(from, to);
		break;
	case CODE_SPHERE:
		read_sphere(from, to);
		break;
	case CODE_SCALED:
		for (int k = 0; k < 3; ++k)
			to[k] = ldexpf((float)(int8_t)from[k], (int8_t)from[3 + k] * 120 / 128);
		break;
	case CODE_CLUSTERS:
		for (int k = 0; k < 3; ++k)
			to[k] = (from[3] >> k & 1 ? 1000.0f : -1000.0f) + (float)(int8_t)from[k] * 0x1p-13f;
		break;
	default:
		memcpy(to, from, 3 * sizeof *to);
		break;
	}
}

/// Adds halves, so that nothing overflows.
static uint32_t add_middles(float (*points)[3], uint32_t count)
{
	uint32_t own = count;
	for (uint32_t step = 1; step < own; ++step)
		for (uint32_t i = 0; i + step < own && count < POINTS_MAX; ++i, ++count)
			for (int k = 0; k < 3; ++k)
				points[count][k] = 0.5f * points[i][k] + 0.5f * points[i + step][k];
	return count;
}

static uint32_t read_points(const uint8_t *data, size_t size, float (*points)[3])
{
	uint32_t count = 0, code = (data[0] & CODE_MASK) % CODE_COUNT;
	size_t step = size_of(code);
	for (size_t at = 1; at + step <= size && count < POINTS_MAX; at += step)
		read_one(code, data + at, points[count++]);
	return data[0] & CODE_FILL ? add_middles(points, count) : count;
}

static bool all_finite(const float (*points)[3], uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			if (!isfinite(points[i][k]))
				return false;
	return true;
}

/// Computes the dimension of points: tries each point against those that span the space so far.
static uint32_t dimension_of(const float (*points)[3], uint32_t count)
{
	const float *basis[3] = {points[0]};
	uint32_t dimension = 0;
	double wide[3][3];
	for (uint32_t i = 1; i < count && dimension < 3; ++i)
	{
		const float *p = points[i];
		double last[3] = {(double)p[0], (double)p[1], (double)p[2]};
		bool leaves = dimension == 0   ? p[0] != basis[0][0] || p[1] != basis[0][1] || p[2] != basis[0][2]
					  : dimension == 1 ? !exact_collinear(basis[0], basis[1], p)
									   : exact_orient3d(wide[0], wide[1], wide[2], last) != 0;
		if (!leaves)
			continue;
		++dimension;
		if (dimension < 3)
			basis[dimension] = p;
		for (uint32_t b = 0; dimension == 2 && b < 3; ++b)
			for (int k = 0; k < 3; ++k)
				wide[b][k] = (double)basis[b][k];
	}
	return dimension;
}

/// Builds up to KILN_HULL_POINTS_MAX of the points at run time, in memory of exactly the size that is needed.
static void try_build(const kilncook_context *context, const convex_hull *h, const float (*points)[3], uint32_t count)
{
	packed_hull packed = {.data = NULL};
	kiln_hull hull;
	size_t size = kiln_hull_build_size(count);
	uint8_t *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	check(memory != NULL);
	memset(memory, 0xa5, size);
	kiln_status status =
		kiln_hull_build(&hull, (const kiln_vec3 *)(const void *)points, count, KILN_ISA_AUTO, memory, size);
	// A point inside may be out of the range of coordinates only where a vertex is, too.
	check((hull_pack(context, h, false, &packed) == KILNCOOK_OK) == (status == KILN_OK));
	if (status == KILN_OK)
	{
		check(hull.vertex_count == packed.head.vertex_count && hull.face_count == packed.head.face_count);
		check(packed.head.size <= size && memcmp(memory, packed.data, (size_t)packed.head.size) == 0);
	}
	packed_hull_free(context, &packed);
	free(memory);
}

static const char *try_hull(const float (*points)[3], uint32_t count)
{
	static const char *const verdicts[4] = {"point", "segment", "polygon", "polyhedron"};
	const kilncook_context context = {0};
	const hull_points input = {.positions = points[0], .count = count};
	convex_hull h;
	kilncook_status status = hull_build(&context, &input, &h);
	if (count == 0 || !all_finite(points, count))
	{
		check(status == KILNCOOK_REFUSED);
		return count ? "not finite" : "empty";
	}
	check(status == KILNCOOK_OK);
	check(hull_check(&context, &h, &input, NULL) == HULL_SOUND);
	check(h.dimension == dimension_of(points, count));
	uint32_t dimension = h.dimension;
	if (count <= KILN_HULL_POINTS_MAX)
		try_build(&context, &h, points, count);
	hull_free(&context, &h);
	return verdicts[dimension];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	float(*points)[3] = malloc(POINTS_MAX * sizeof *points);
	check(points != NULL);
	uint32_t count = size ? read_points(data, size, points) : 0;
	// Allocates exactly this number, so that the sanitizer finds a read beyond it.
	float(*exact)[3] = malloc((count ? count : 1) * sizeof *exact);
	check(exact != NULL);
	memcpy(exact, points, count * sizeof *exact);
	free(points);
	fuzz_verdict = try_hull((const float(*)[3])exact, count);
	free(exact);
	return 0;
}

/// Seeds in floats: one of each kind of cloud, and one of each kind that is filled with middles.
static uint8_t *float_seed(size_t i, size_t *size)
{
	bool fill = i >= CLOUD_KIND_COUNT;
	uint32_t count = fill ? 96 : 40;
	float points[96][3];
	hull_cloud_fill((hull_cloud_kind)(fill ? i - CLOUD_KIND_COUNT : i), i, points, count);
	*size = 1 + count * sizeof *points;
	uint8_t *seed = malloc(*size);
	if (seed)
	{
		seed[0] = (uint8_t)(CODE_FLOATS | (fill ? CODE_FILL : 0));
		memcpy(seed + 1, points, count * sizeof *points);
	}
	return seed;
}

/// Seeds of the other encodings: random bytes.
static uint8_t *coded_seed(uint32_t code, size_t *size)
{
	*size = 1 + 48 * size_of(code);
	uint8_t *seed = malloc(*size);
	uint64_t random = code;
	for (size_t at = 1; seed && at < *size; ++at)
		seed[at] = (uint8_t)(fixture_random(&random) >> 56);
	if (seed)
		seed[0] = (uint8_t)code;
	return seed;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	// Only every seventh kind is filled: one such seed takes the time of a hundred others.
	const size_t filled = CLOUD_KIND_COUNT / 7;
	*size = 0;
	if (i < CLOUD_KIND_COUNT)
		return float_seed(i, size);
	i -= CLOUD_KIND_COUNT;
	if (i < filled)
		return float_seed(CLOUD_KIND_COUNT + 7 * i, size);
	i -= filled;
	return i < 2 * (CODE_COUNT - 1) ? coded_seed(1 + (uint32_t)i % (CODE_COUNT - 1), size) : NULL;
}
