// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_PAIRS_H
#define KILN_BENCH_RIVAL_PAIRS_H

#include "../rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Other libraries that compute whether, where and how closely two meshes touch. Each is optional.

/// The pose of the second mesh of a pair; the first mesh is in its own coordinates.
typedef struct rival_pose
{
	double rotation[3][3]; ///< row by row; orthonormal to rounding
	double translation[3];
} rival_pose;

/// The library's work for an answer. Counting is not timed.
typedef struct rival_pair_work
{
	uint64_t volume_tests;
	uint64_t leaf_tests; ///< pairs of triangles
} rival_pair_work;

/// A mesh, twice, in the library's own representation.
typedef struct rival_pair_world rival_pair_world;

/// Each function is NULL when the library does not offer it.
typedef struct rival_pair_library
{
	const char *name;
	const char *version;
	/// Does everything before building; NULL when out of memory. The mesh must outlive the world.
	rival_pair_world *(*prepare)(const rival_mesh *mesh);
	/// Builds everything that its queries need.
	void (*build)(rival_pair_world *world);
	/// Returns the bytes of a mesh for contact queries, triangles included, and of a mesh for distance queries; 0 when
	/// unknown.
	uint64_t (*bytes)(const rival_pair_world *world);
	uint64_t (*distance_bytes)(const rival_pair_world *world);
	bool (*any)(const rival_pair_world *world, const rival_pose *pose);
	/// Counts contacts in the library's own way.
	uint64_t (*all)(const rival_pair_world *world, const rival_pose *pose);
	/// Returns the distance and computes the closest points. 0 or less where the meshes touch.
	double (*distance)(const rival_pair_world *world, const rival_pose *pose);
	void (*count_any)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*count_all)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*count_distance)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*release)(rival_pair_world *world); ///< NULL is allowed
	bool all_is_pairs;						  ///< `all` counts pairs of triangles
} rival_pair_library;

/// Return NULL when this program was built without the library. FCL: BVHModel of OBBs for contacts and of OBBRSS for
/// distances, in double. ODE: collisions of two trimeshes. Bullet: its GImpact meshes.
const rival_pair_library *rival_fcl(void);
const rival_pair_library *rival_ode(void);
const rival_pair_library *rival_gimpact(void);

#ifdef KILN_BENCH_FCL
extern const rival_pair_library rival_fcl_adapter;
#endif
#ifdef KILN_BENCH_ODE
extern const rival_pair_library rival_ode_adapter;
#endif
#ifdef KILN_BENCH_BULLET
extern const rival_pair_library rival_gimpact_adapter;
#endif

#ifdef __cplusplus
}
#endif

#endif
