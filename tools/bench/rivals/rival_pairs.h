// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_PAIRS_H
#define KILN_BENCH_RIVAL_PAIRS_H

#include "rivals.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Other libraries that ask of two meshes whether, where and how nearly they touch. Each is optional.

/// Where the second mesh of a pair stands; the first one stands in its own coordinates.
typedef struct rival_pose
{
	double rotation[3][3]; ///< row by row; orthonormal to rounding
	double translation[3];
} rival_pose;

/// What a library did for an answer. Counting is not timed.
typedef struct rival_pair_work
{
	uint64_t volume_tests;
	uint64_t leaf_tests; ///< pairs of triangles
} rival_pair_work;

/// A mesh, twice, in the library's own terms.
typedef struct rival_pair_world rival_pair_world;

/// Each function is NULL when the library does not offer it.
typedef struct rival_pair_library
{
	const char *name;
	const char *version;
	/// Everything short of building; NULL when out of memory. The mesh outlives it.
	rival_pair_world *(*prepare)(const rival_mesh *mesh);
	/// All that its queries need.
	void (*build)(rival_pair_world *world);
	/// Bytes a mesh that is asked for contacts takes, triangles included, and one that is asked for distances; 0 when
	/// not known.
	uint64_t (*bytes)(const rival_pair_world *world);
	uint64_t (*distance_bytes)(const rival_pair_world *world);
	bool (*any)(const rival_pair_world *world, const rival_pose *pose);
	/// Contacts in the library's own count.
	uint64_t (*all)(const rival_pair_world *world, const rival_pose *pose);
	/// With the closest points. 0 or less where they touch.
	double (*distance)(const rival_pair_world *world, const rival_pose *pose);
	void (*count_any)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*count_all)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*count_distance)(const rival_pair_world *world, const rival_pose *pose, rival_pair_work *work);
	void (*release)(rival_pair_world *world); ///< NULL is allowed
	bool all_is_pairs;						  ///< what `all` counts are pairs of triangles
} rival_pair_library;

/// NULL when this program was built without it. FCL: BVHModel of OBBs for contacts and of OBBRSS for distances, in double.
/// ODE: collisions of two trimeshes. Bullet: its GImpact meshes.
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
