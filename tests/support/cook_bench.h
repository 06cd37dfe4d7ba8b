// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_COOK_BENCH_H
#define KILN_TESTS_COOK_BENCH_H

#include "kiln.h"
#include "kilncook.h"

/// Fixtures that the tests of the cooker's library share: a context that counts, a cube, a cooked and opened scene.

/// Counts blocks and makes one allocation fail; keeps the last message.
typedef struct bench
{
	int64_t blocks;
	uint64_t allocations;
	uint64_t refuse_at; ///< this allocation fails; 0: none
	uint64_t steps;
	uint64_t cancel_at; ///< this step cancels; 0: none
	char code[64];
	char text[512];
	char where[64];
	int warnings;
	int errors;
} bench;

kilncook_context bench_context(bench *b);

/// Two units wide around the origin, wound outwards: eight vertices, twelve triangles.
extern const float bench_cube_positions[8][3];
extern const uint32_t bench_cube_indices[36];

kilncook_mesh bench_cube(void);

/// Makes n * n points of a wavy torus and its 2 * n * n triangles, wound outwards. Each `kind` has another shape.
kilncook_mesh bench_torus(uint32_t n, uint32_t kind, float (*positions)[3], uint32_t *indices);

/// A cooked scene, opened.
typedef struct cooked
{
	bench bench;
	kilncook_context context;
	kilncook_status status;
	kilncook_blob blob;
	kilncook_report report;
	kiln_asset asset;
} cooked;

/// Cooks a scene and opens the blob; the test fails when the blob does not open.
void bench_cook(cooked *c, const kilncook_scene *scene, const kilncook_options *options);

/// Frees the scene; the test fails when a block is not freed.
void bench_release(cooked *c);

#endif
