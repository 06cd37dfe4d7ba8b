// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PAIR_RULES_H
#define KILN_TESTS_PAIR_RULES_H

#include "primitive/triangle/triangle_case.h"
#include "support/asset_fixture.h"
#include "support/cook_bench.h"

/// Small meshes, ordinary and difficult, poses of two of them, and the truth about their triangles: computed from the
/// art, without cooked assets.

#define RULES_SHAPES 14

typedef struct rules_shape
{
	fixture_mesh mesh; ///< no triangle without area, no triangle twice
	double size;	   ///< approximate size of its box
	bool lattice;	   ///< small integers
} rules_shape;

void rules_shapes_make(rules_shape shapes[RULES_SHAPES]);
void rules_shapes_free(rules_shape shapes[RULES_SHAPES]);

/// Two placed shapes, and the truth about them.
typedef struct rules_trial
{
	uint32_t shape_a, shape_b;
	kiln_pose pose_a, pose_b;
	bool lattice;			   ///< decided in integers
	uint32_t count_a, count_b; ///< triangles
	uint8_t *touching;		   ///< for each triangle of a and each of b, in the order of the art
	uint64_t touching_count;
	uint64_t differing; ///< pairs for which a second method decides differently
	double least;		///< distance of the objects, in the query's coordinates
	double size;		///< of the coordinates
	kiln_d3 *corners_a; ///< both in a's coordinates
	kiln_d3 *corners_b;
	double scale; ///< factor from a's lengths to the query's
} rules_trial;

typedef struct rules_trials
{
	rules_trial *trial;
	uint32_t count;
} rules_trials;

void rules_trials_make(rules_trials *trials, const rules_shape shapes[RULES_SHAPES]);
void rules_trials_free(rules_trials *trials);

/// Distance of two triangles, in the query's lengths.
double rules_distance(const rules_trial *trial, uint32_t a, uint32_t b);

#endif
