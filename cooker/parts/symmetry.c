// SPDX-License-Identifier: MIT
#include "clean/adjacency.h"
#include "exact/exact.h"
#include "internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Finds the planes across the axes, through the middle of the art's box, that the art is symmetric about.
///
/// A surface is described by its patches: triangles that share an edge and a plane, by exact signs. So the diagonals of a square do not
/// matter. Each side at the border of a patch is hashed with the box of its patch, and the hashes are added up: equal sums of the
/// surface and of its mirror image mean equal sets of sides, but for a chance of 2^-128. Only choices depend on the answer: what parts
/// contain is proved for all of them.

/// The centre of area of symmetric art differs from the middle of its box by no more than this share of the diagonal.
#define CENTRE_SHARE 0x1p-20

/// A sum of hashes.
typedef struct fingerprint
{
	uint64_t low, high;
} fingerprint;

/// The axis that no reflection is across.
#define NO_AXIS 3

/// One body, while its fingerprints are computed.
typedef struct surface
{
	const parts_body *body;
	const double *sums;
	uint32_t (*twins)[3];
	uint32_t *patches;	  ///< per triangle: another triangle of its patch, or itself
	float (*boxes)[2][3]; ///< per patch, at the number of its triangle
} surface;

/// The final steps of splitmix64 (G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014).
static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint64_t hash_number(uint64_t hash, double number)
{
	uint64_t bits;
	number += 0.0;
	memcpy(&bits, &number, sizeof bits);
	return mix(hash ^ mix(bits));
}

/// Hashes a point, or its mirror image across an axis.
static uint64_t hash_point(uint64_t hash, const float at[3], const double sums[3], uint32_t axis)
{
	for (uint32_t k = 0; k < 3; ++k)
		hash = hash_number(hash, k == axis ? sums[k] - (double)at[k] : (double)at[k]);
	return hash;
}

/// Hashes a box, or its mirror image.
static uint64_t hash_box(float (*const box)[3], const double sums[3], uint32_t axis)
{
	float low[3], high[3];
	// The mirror image of the upper end is the lower end.
	for (uint32_t k = 0; k < 3; ++k)
	{
		low[k] = box[k == axis][k];
		high[k] = box[k != axis][k];
	}
	return hash_point(hash_point(1, low, sums, axis), high, sums, axis);
}

static void add_hash(fingerprint *sum, uint64_t hash)
{
	sum->low += mix(hash ^ 0x243f6a8885a308d3u);
	sum->high += mix(hash ^ 0x13198a2e03707344u);
}

static bool is_same(const fingerprint *a, const fingerprint *b)
{
	return a->low == b->low && a->high == b->high;
}

static uint32_t patch_of(uint32_t *patches, uint32_t triangle)
{
	while (patches[triangle] != triangle)
	{
		patches[triangle] = patches[patches[triangle]];
		triangle = patches[triangle];
	}
	return triangle;
}

/// Whether the triangles at a side share a plane, exactly.
static bool is_flat(const surface *s, uint32_t side, uint32_t twin)
{
	const parts_art *art = &s->body->art;
	double p[4][3];
	for (uint32_t k = 0; k < 12; ++k)
		p[k / 3][k % 3] = (double)art->vertices[k < 9 ? art->triangles[side / 3][k / 3]
													  : art->triangles[twin / 3][(twin % 3 + 2) % 3]][k % 3];
	return exact_orient3d(p[0], p[1], p[2], p[3]) == 0;
}

/// Joins triangles to patches, and finds their boxes.
static void make_patches(surface *s)
{
	const parts_art *art = &s->body->art;
	for (uint32_t i = 0; i < art->triangle_count; ++i)
		s->patches[i] = i;
	for (uint32_t side = 0; side < 3 * art->triangle_count; ++side)
	{
		const uint32_t twin = s->twins[side / 3][side % 3];
		if (twin == KILN_NONE || twin < side || !is_flat(s, side, twin))
			continue;
		const uint32_t a = patch_of(s->patches, side / 3), b = patch_of(s->patches, twin / 3);
		s->patches[a > b ? a : b] = a > b ? b : a;
	}
	for (uint32_t i = 0; i < art->triangle_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			s->boxes[i][0][k] = (float)INFINITY;
			s->boxes[i][1][k] = -(float)INFINITY;
		}
	for (uint32_t i = 0; i < 9 * art->triangle_count; ++i)
	{
		const uint32_t patch = patch_of(s->patches, i / 9), k = i % 3;
		const float x = art->vertices[art->triangles[i / 9][i % 9 / 3]][k];
		s->boxes[patch][0][k] = x < s->boxes[patch][0][k] ? x : s->boxes[patch][0][k];
		s->boxes[patch][1][k] = x > s->boxes[patch][1][k] ? x : s->boxes[patch][1][k];
	}
}

/// Hashes the side of a patch, or its mirror image, which runs the other way. Sides of open art have no direction: its triangles may be wound
/// in any way.
static uint64_t hash_side(const surface *s, uint32_t side, uint32_t axis)
{
	const parts_art *art = &s->body->art;
	const uint32_t *t = art->triangles[side / 3];
	const bool turned = axis != NO_AXIS;
	const float *from = art->vertices[t[(side + turned) % 3]], *to = art->vertices[t[(side + !turned) % 3]];
	const uint64_t box = hash_box(s->boxes[patch_of(s->patches, side / 3)], s->sums, axis);
	const uint64_t first = hash_point(box, from, s->sums, axis), second = hash_point(box, to, s->sums, axis);
	return s->body->closed ? mix(first + 3 * second) : first + second;
}

/// Computes the fingerprints of a body, and of its mirror images across some axes.
static void add_sides(const surface *s, uint32_t axes, fingerprint prints[NO_AXIS + 1])
{
	for (uint32_t side = 0; side < 3 * s->body->art.triangle_count; ++side)
	{
		const uint32_t twin = s->twins[side / 3][side % 3];
		if (twin != KILN_NONE && patch_of(s->patches, side / 3) == patch_of(s->patches, twin / 3))
			continue;
		for (uint32_t axis = 0; axis <= NO_AXIS; ++axis)
			if (axis == NO_AXIS || (axes >> axis & 1))
				add_hash(&prints[axis], hash_side(s, side, axis));
	}
}

/// False when out of memory.
static bool describe(const kilncook_context *context, const parts_body *body, const double sums[3], uint32_t axes,
	fingerprint prints[NO_AXIS + 1])
{
	const parts_art *art = &body->art;
	surface s = {.body = body, .sums = sums};
	memset(prints, 0, (NO_AXIS + 1) * sizeof *prints);
	s.twins = cook_alloc(context, art->triangle_count, sizeof *s.twins);
	s.patches = cook_alloc(context, art->triangle_count, sizeof *s.patches);
	s.boxes = cook_alloc(context, art->triangle_count, sizeof *s.boxes);
	const bool good = s.twins && s.patches && s.boxes &&
					  clean_find_twins(context, art->triangles, art->triangle_count, art->vertex_count, s.twins);
	if (good)
	{
		make_patches(&s);
		add_sides(&s, axes, prints);
	}
	cook_free(context, s.twins, art->triangle_count, sizeof *s.twins);
	cook_free(context, s.patches, art->triangle_count, sizeof *s.patches);
	cook_free(context, s.boxes, art->triangle_count, sizeof *s.boxes);
	return good;
}

/// Leaves the axes whose plane the centre of area is near: a quick answer for most art.
static uint32_t centred_axes(const parts_body *body, const double sums[3])
{
	double moments[3] = {0}, total = 0;
	uint32_t axes = 0;
	for (uint32_t i = 0; i < body->art.triangle_count; ++i)
	{
		double p[3][3], square = 0;
		for (int k = 0; k < 9; ++k)
			p[k / 3][k % 3] = (double)body->art.vertices[body->art.triangles[i][k / 3]][k % 3];
		for (int k = 0; k < 3; ++k)
		{
			const int u = (k + 1) % 3, v = (k + 2) % 3;
			const double c = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
			square += c * c;
		}
		const double area = sqrt(square);
		for (int k = 0; k < 3; ++k)
			moments[k] += area * ((p[0][k] + p[1][k] + p[2][k]) / 3 - sums[k] / 2);
		total += area;
	}
	for (uint32_t k = 0; k < 3; ++k)
		axes |= fabs(moments[k]) <= CENTRE_SHARE * body->diagonal * total ? 1u << k : 0;
	return axes;
}

/// Finds the image of each body across an axis. False where a body has none.
static bool pair_bodies(
	const parts_job *job, const fingerprint (*prints)[NO_AXIS + 1], uint32_t axis, parts_symmetry *s)
{
	for (uint32_t i = 0; i < job->body_count; ++i)
		s->bodies[i][axis] = KILN_NONE;
	for (uint32_t i = 0; i < job->body_count; ++i)
	{
		if (s->bodies[i][axis] != KILN_NONE)
			continue;
		uint32_t image = i;
		while (image < job->body_count &&
			   (s->bodies[image][axis] != KILN_NONE || !is_same(&prints[image][NO_AXIS], &prints[i][axis])))
			++image;
		if (image == job->body_count)
			return false;
		s->bodies[i][axis] = image;
		s->bodies[image][axis] = i;
	}
	return true;
}

/// Whether the image of an image is the same in both orders, which equal bodies at one place may spoil.
static bool commute(const parts_job *job, const parts_symmetry *s, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < job->body_count; ++i)
		if (s->bodies[s->bodies[i][a]][b] != s->bodies[s->bodies[i][b]][a])
			return false;
	return true;
}

bool parts_symmetry_find(const parts_job *job, parts_symmetry *out)
{
	const kilncook_context *context = job->context;
	const parts_body *whole = &job->whole;
	*out = (parts_symmetry){.body_count = job->body_count};
	for (int k = 0; k < 3; ++k)
		out->sums[k] = (double)whole->low[k] + (double)whole->high[k];
	const uint32_t centred = centred_axes(whole, out->sums);
	if (!centred)
		return true;
	fingerprint(*prints)[NO_AXIS + 1] = cook_alloc(context, job->body_count, sizeof *prints);
	out->bodies = cook_alloc(context, job->body_count, sizeof *out->bodies);
	bool good = prints && out->bodies;
	for (uint32_t i = 0; i < job->body_count && good; ++i)
		good = describe(context, &job->bodies[i], out->sums, centred, prints[i]);
	for (uint32_t axis = 0; axis < 3 && good; ++axis)
	{
		bool is_symmetric =
			(centred >> axis & 1) && pair_bodies(job, (const fingerprint(*)[NO_AXIS + 1]) prints, axis, out);
		for (uint32_t other = 0; other < axis && is_symmetric; ++other)
			is_symmetric = !(out->axes >> other & 1) || commute(job, out, axis, other);
		out->axes |= is_symmetric ? 1u << axis : 0;
	}
	cook_free(context, prints, job->body_count, sizeof *prints);
	return good;
}

void parts_symmetry_free(const kilncook_context *context, parts_symmetry *s)
{
	cook_free(context, s->bodies, s->body_count, sizeof *s->bodies);
	cook_free(context, s->cells, s->cell_capacity, sizeof *s->cells);
	*s = (parts_symmetry){0};
}

uint32_t parts_symmetry_of(const parts_set *set, const parts_symmetry *s)
{
	fingerprint prints[NO_AXIS + 1] = {{0, 0}};
	uint32_t axes = 0;
	for (uint32_t i = 0; i < set->count; ++i)
		for (uint32_t axis = 0; axis <= NO_AXIS; ++axis)
		{
			uint64_t hash = 0;
			for (uint32_t v = 0; v < set->hulls[i].vertex_count; ++v)
				hash += hash_point(2, set->hulls[i].vertices[v], s->sums, axis);
			add_hash(&prints[axis], hash);
		}
	for (uint32_t axis = 0; axis < 3; ++axis)
		axes |= (s->axes >> axis & 1) && is_same(&prints[axis], &prints[NO_AXIS]) ? 1u << axis : 0;
	return axes;
}

uint32_t parts_symmetry_images(
	uint32_t axes, const uint32_t (*images)[3], uint32_t item, uint32_t list[PARTS_IMAGES_MOST])
{
	uint32_t count = 1;
	list[0] = item;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		const uint32_t before = count;
		for (uint32_t i = 0; i < before && (axes >> axis & 1); ++i)
		{
			uint32_t place = 0;
			while (place < count && list[place] != images[list[i]][axis])
				++place;
			list[place] = images[list[i]][axis];
			count += place == count;
		}
	}
	return count;
}
