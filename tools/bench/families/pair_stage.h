// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PAIR_STAGE_H
#define KILN_BENCH_PAIR_STAGE_H

#include "bench/bench.h"
#include "pair_race.h"

/// A mesh with all that asks it: our trees of every kind, the rivals, and poses of every kind.

/// Who answers, in the order of turns: kiln_tree_kind, then these.
enum
{
	PAIR_AUTO = KILN_TREE_KIND_END, ///< ours, of the kind that the cooker chooses
	PAIR_FCL,
	PAIR_ODE,
	PAIR_GIMPACT,
	PAIR_CONTESTANTS,
};

#define PAIR_ALL_CONTESTANTS ((1u << PAIR_CONTESTANTS) - 1)

/// Ours that is set against the rivals.
#define PAIR_OURS KILN_TREE_OBB

typedef struct pair_stage
{
	bench_mesh mesh;
	kilncook_blob blobs[PAIR_FCL];
	kiln_asset assets[PAIR_FCL];
	const rival_pair_library *rivals[PAIR_CONTESTANTS]; ///< NULL: ours, or not built with it
	rival_pair_world *worlds[PAIR_CONTESTANTS];
	pair_pose *poses[PAIR_POSE_KINDS];
	uint32_t pose_count;
} pair_stage;

/// Such as `kdop18` or `FCL`.
const char *pair_contestant_name(uint32_t contestant);

/// Makes the mesh, the trees and rivals of `contestants` (bits 1 << contestant, PAIR_OURS among them), and `pose_count`
/// poses of each kind. Returns a tool_exit, with a message.
int pair_stage_make(
	pair_stage *stage, const mesh_spec *spec, uint32_t contestants, uint32_t pose_count, const bench_options *options);
void pair_stage_free(pair_stage *stage);

/// Bytes a triangle of all that a contestant's queries for contacts (or distances) touch; 0: not known.
double pair_stage_bytes(const pair_stage *stage, uint32_t contestant, bool distance);

/// An entry for a race.
pair_entry pair_stage_entry(const pair_stage *stage, uint32_t contestant);

/// PAIR_WITHIN asks for half of the greater gap of near poses, and for a radius elsewhere.
pair_task pair_stage_task(const pair_stage *stage, pair_question question, pair_pose_kind kind);

/// Meshes that pairs are measured on: spheres and dragons up to about 270,000 triangles.
mesh_list pair_meshes(const bench_options *options);

/// Cooks with these options and opens. False with a message.
bool pair_cook(const bench_mesh *mesh, const kilncook_options *cook, kilncook_blob *blob, kiln_asset *asset);

#endif
