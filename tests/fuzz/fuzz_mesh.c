// SPDX-License-Identifier: MIT
// setenv is no part of C17.
#define _DEFAULT_SOURCE

#include "fuzz.h"
#include "mesh_trial.h"
#include "repair/repair_case.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: makes a small awkward mesh of the input, and tries one of: surveys and repairs, merging, simplifying, wrapping, the
/// distance of two surfaces.
///
/// The first bytes are the trial, two numbers for it, a solid or twisted surface to begin with, and a size and place. Then come vertices
/// and triangles, and damage: triangles that are dropped, turned or doubled, vertices that are moved or cut apart.

const char *fuzz_verdict = "";

#define VERTICES_MOST 16
#define TRIANGLES_MOST 24
#define DAMAGES_MOST 12

typedef enum mesh_trial_kind
{
	TRIAL_REPAIR,
	TRIAL_MERGE,
	TRIAL_SIMPLIFY,
	TRIAL_WRAP,
	TRIAL_HAUSDORFF,
	TRIAL_COUNT,
} mesh_trial_kind;

typedef enum base_kind
{
	BASE_NOTHING,
	BASE_BOX,
	BASE_SPHERE,
	BASE_TORUS,
	BASE_MOEBIUS,
	BASE_KLEIN,
	BASE_NESTED,   ///< a box in a box
	BASE_TOUCHING, ///< two boxes with one edge or one side
	BASE_COUNT,
} base_kind;

typedef enum damage_kind
{
	DAMAGE_DROP,
	DAMAGE_TURN,
	DAMAGE_COPY,
	DAMAGE_BACK,  ///< a copy that faces the other way
	DAMAGE_SPLIT, ///< a corner gets a vertex of its own
	DAMAGE_MOVE,
	DAMAGE_JOIN, ///< a corner becomes the next triangle's
	DAMAGE_CUT,	 ///< a T-junction
	DAMAGE_SHATTER,
	DAMAGE_COUNT,
} damage_kind;

/// The input, byte by byte; zeros after its end.
typedef struct reader
{
	const uint8_t *data;
	size_t size, at;
} reader;

static uint8_t byte_of(reader *r)
{
	return r->at < r->size ? r->data[r->at++] : 0;
}

/// Returns a small multiple of a quarter, a third or a half, now and then moved by a little or of another size.
static double number_of(reader *r)
{
	uint8_t first = byte_of(r);
	double value = (first % 16 - 8) / (1.0 + first / 16 % 4);
	if (first >= 240)
		return ldexp(value, (int8_t)byte_of(r) / 4);
	return first >= 192 ? value + 1e-5 * ((int8_t)byte_of(r)) : value;
}

static void add_box(survey_case *art, double at, double size, bool inside_out)
{
	const double low[3] = {at, at, at}, high[3] = {at + size, at + size, at + size};
	survey_case_box(art, low, high, inside_out);
}

static void add_base(survey_case *art, base_kind kind, uint8_t size)
{
	static const double origin[3] = {0, 0, 0}, beside[3] = {2, 2, 0}, behind[3] = {4, 4, 2};
	const uint32_t m = 3 + size % 4, n = 3 + size / 4 % 4;
	if (kind == BASE_BOX || kind == BASE_NESTED || kind == BASE_TOUCHING)
		add_box(art, 0, 2, (size & 1) != 0);
	if (kind == BASE_NESTED)
		add_box(art, 0.5, 0.25 * (1 + size / 4 % 4), (size & 2) != 0);
	if (kind == BASE_TOUCHING && size & 4)
		survey_case_box(art, beside, behind, (size & 2) != 0);
	else if (kind == BASE_TOUCHING)
		add_box(art, size & 8 ? 2 : 0, 2, (size & 2) != 0);
	if (kind == BASE_SPHERE)
		survey_case_sphere(art, m, n, origin, 2);
	if (kind == BASE_TORUS)
		survey_case_torus(art, m, n);
	if (kind == BASE_MOEBIUS || kind == BASE_KLEIN)
		survey_case_glued(art, m + 2, n + 1, kind == BASE_KLEIN, (size & 16) == 0);
}

static void damage(survey_case *art, reader *r)
{
	const uint8_t kind = byte_of(r) % DAMAGE_COUNT, which = byte_of(r), how = byte_of(r);
	if (!art->triangle_count)
		return;
	shape_random random = {1 + which * 256u + how};
	const uint32_t last = art->triangle_count - 1, t = which % art->triangle_count, corner = how % 3;
	uint32_t c[3];
	memcpy(c, art->corners + 3 * (size_t)t, sizeof c);
	const double reach = ldexp(1, -(how / 3 % 24));
	double at[3];
	for (int k = 0; k < 3; ++k)
		at[k] = (double)art->positions[c[corner]][k] + (how / 3 >> k & 1 ? reach : 0);
	switch ((damage_kind)kind)
	{
	case DAMAGE_DROP:
		memcpy(art->corners + 3 * (size_t)t, art->corners + 3 * (size_t)last, sizeof c);
		art->triangle_count = last;
		break;
	case DAMAGE_TURN:
		art->corners[3 * t] = c[1];
		art->corners[3 * t + 1] = c[0];
		break;
	case DAMAGE_COPY:
		survey_case_triangle(art, c[1], c[2], c[0]);
		break;
	case DAMAGE_BACK:
		survey_case_triangle(art, c[1], c[0], c[2]);
		break;
	case DAMAGE_SPLIT:
		art->corners[3 * t + corner] = survey_case_vertex(art, at[0], at[1], at[2]);
		break;
	case DAMAGE_MOVE:
		for (int k = 0; k < 3; ++k)
			art->positions[c[corner]][k] = (float)at[k];
		break;
	case DAMAGE_JOIN:
		art->corners[3 * t + corner] = art->corners[3 * (t < last ? t + 1 : 0) + how / 3 % 3];
		break;
	case DAMAGE_CUT:
		repair_case_cut(art, &random, reach / 4);
		break;
	default:
		repair_case_shatter(art, &random, reach / 8);
		break;
	}
}

static void place(survey_case *art, uint8_t how)
{
	static const double sizes[8] = {1, 1, 1, 0x1p-60, 0x1p-20, 0x1p33, 0x1p36, 1};
	const bool far = how % 8 == 5 || how % 8 == 7, needle = (how & 24) == 24;
	const double offset = how % 8 == 5 ? 1e12 : 4096;
	for (uint32_t v = 0; v < art->vertex_count; ++v)
		for (int k = 0; k < 3; ++k)
		{
			double x = (double)art->positions[v][k] * sizes[how % 8] * (needle && k == 0 ? 0x1p-30 : 1);
			x += far ? offset : 0;
			art->positions[v][k] = (float)fmin(0x1p40, fmax(-0x1p40, x));
		}
}

static void read_art(reader *r, survey_case *art)
{
	const uint8_t base = byte_of(r), size = byte_of(r);
	add_base(art, (base_kind)(base % BASE_COUNT), size);
	const uint32_t vertices = byte_of(r) % VERTICES_MOST, triangles = byte_of(r) % TRIANGLES_MOST;
	for (uint32_t v = 0; v < vertices; ++v)
	{
		double at[3];
		for (int k = 0; k < 3; ++k)
			at[k] = number_of(r);
		survey_case_vertex(art, at[0], at[1], at[2]);
	}
	for (uint32_t t = 0; t < triangles; ++t)
	{
		uint32_t c[3];
		// Vertices that were added last are named by low bytes.
		for (int k = 0; k < 3; ++k)
			c[k] = art->vertex_count ? art->vertex_count - 1 - byte_of(r) % art->vertex_count : 0;
		if (art->vertex_count)
			survey_case_triangle(art, c[0], c[1], c[2]);
	}
	for (int i = byte_of(r) % (DAMAGES_MOST + 1); i > 0; --i)
		damage(art, r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *(*const trials[TRIAL_COUNT])(const survey_case *, const mesh_trial_choice *) = {
		mesh_trial_repair, mesh_trial_merge, mesh_trial_simplify, mesh_trial_wrap, mesh_trial_hausdorff};
	// What fails ends the program, outside of tests too.
	if (setenv("CMOCKA_TEST_ABORT", "1", 1) != 0)
		abort();
	reader r = {data, size, 0};
	const uint8_t trial = byte_of(&r) % TRIAL_COUNT;
	mesh_trial_choice choice = {.what = byte_of(&r)};
	choice.size = byte_of(&r);
	choice.seed = 1 + choice.what * 256u + choice.size;
	const uint8_t how = byte_of(&r);
	survey_case art;
	survey_case_begin(&art);
	read_art(&r, &art);
	// Merging has a lattice of its own.
	if (trial != TRIAL_MERGE)
		place(&art, how);
	fuzz_verdict = trials[trial](&art, &choice);
	survey_case_end(&art);
	return 0;
}

/// Every trial with every base, and soups.
uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	uint64_t random = i;
	*size = i < TRIAL_COUNT * BASE_COUNT ? 160 : 0;
	uint8_t *seed = *size ? fixture_memory(*size) : NULL;
	for (size_t k = 0; seed && k < *size; ++k)
		seed[k] = (uint8_t)(fixture_random(&random) >> 56);
	if (seed)
	{
		seed[0] = (uint8_t)(i % TRIAL_COUNT);
		seed[4] = (uint8_t)(i / TRIAL_COUNT);
		// Some of them without a soup.
		if (i % 3)
			seed[6] = seed[7] = 0;
	}
	return seed;
}
