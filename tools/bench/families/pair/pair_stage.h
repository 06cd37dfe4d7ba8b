// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PAIR_STAGE_H
#define KILN_BENCH_PAIR_STAGE_H

#include "bench/bench.h"
#include "pair_race.h"

/// A mesh with all contestants: Kiln's trees of every kind, the rivals, and poses of every kind.

/// Contestants in the order of turns: kiln_tree_kind, then these.
enum
{
	PAIR_AUTO = KILN_TREE_KIND_END, ///< Kiln, with the kind that the cooker chooses
	PAIR_FCL,
	PAIR_ODE,
	PAIR_GIMPACT,
	PAIR_CONTESTANTS,
};

#define PAIR_ALL_CONTESTANTS ((1u << PAIR_CONTESTANTS) - 1)

/// Kiln's tree that is compared with the rivals.
#define PAIR_OURS KILN_TREE_OBB

typedef struct pair_stage
{
	bench_mesh mesh;
	kilncook_blob blobs[PAIR_FCL];
	kiln_asset assets[PAIR_FCL];
	const rival_pair_library *rivals[PAIR_CONTESTANTS]; ///< NULL: Kiln, or not built with this rival
	rival_pair_world *worlds[PAIR_CONTESTANTS];
	pair_pose *poses[PAIR_POSE_KINDS];
	uint32_t pose_count;
} pair_stage;

/// Returns a name such as `kdop18` or `FCL`.
const char *pair_contestant_name(uint32_t contestant);

/// Makes the mesh, the trees and rivals of `contestants` (bits 1 << contestant, PAIR_OURS among them), and `pose_count`
/// poses of each kind. Returns a tool_exit, with a message.
int pair_stage_make(
	pair_stage *stage, const mesh_spec *spec, uint32_t contestants, uint32_t pose_count, const bench_options *options);
void pair_stage_free(pair_stage *stage);

/// Returns the bytes a triangle that a contestant's queries for contacts (or distances) touch; 0: unknown.
double pair_stage_bytes(const pair_stage *stage, uint32_t contestant, bool distance);

/// Makes an entry for a race.
pair_entry pair_stage_entry(const pair_stage *stage, uint32_t contestant);

/// PAIR_WITHIN uses half of the greater gap for near poses, and a radius for other poses.
pair_task pair_stage_task(const pair_stage *stage, pair_question question, pair_pose_kind kind);

/// Returns the meshes for pairs: spheres and dragons up to about 270,000 triangles.
mesh_list pair_meshes(const bench_options *options);

/// Cooks with these options and opens the blob. False with a message.
bool pair_cook(const bench_mesh *mesh, const kilncook_options *cook, kilncook_blob *blob, kiln_asset *asset);

#endif
