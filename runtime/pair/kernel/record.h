// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_RECORD_H
#define KILN_PAIR_RECORD_H

#include "tree/record.h"
#include "volume_local.h"

/// Records the steps of walks of two trees, as tree/record.h does for one. Without KILN_WALK_RECORDING nothing is
/// compiled. Walks that begin with a front (kiln/front.h), and group queries, are not recorded.

struct kiln_pair_part;
struct kiln_pair_side;

/// What a walk of two trees does.
typedef enum kiln_pair_record_step
{
	KILN_PAIR_RECORD_SIDES,	  ///< begins with two objects at their poses
	KILN_PAIR_RECORD_PARTS,	  ///< goes on with two shapes; the steps up to the next shapes are those of their trees
	KILN_PAIR_RECORD_VOLUMES, ///< tests one volume of each side
	KILN_PAIR_RECORD_NODE,	  ///< tests the children of a node of one side with a volume of the other
	KILN_PAIR_RECORD_LEAVES,  ///< compares the triangles of two leaves, or those of a leaf with a solid
	KILN_PAIR_RECORD_CULLED,  ///< leaves out two volumes that waited
} kiln_pair_record_step;

/// A step of two trees.
typedef struct kiln_pair_record
{
	kiln_pair_record_step step;
	bool scene;					   ///< trees over the nodes of assets; else those of two shapes
	uint32_t side;				   ///< of a node: the side whose children are tested
	const kiln_pair_tree *tree[2]; ///< a mesh comes before a solid, which has no tree: NULL
	kiln_volume_ref ref[2];		   ///< the volumes; of a node, that of the opened side is around the children
	uint32_t under[2];			   ///< kiln_volume_under of both
	float limit;				   ///< the walk needs no pairs beyond this distance; 0: only those that touch
	uint32_t met;	   ///< of a node: bits of the children that the walk keeps; of volumes: 1 where it keeps them
	const float *keys; ///< of a node: lower bounds of the distance, one for each child; else one; or NULL
} kiln_pair_record;

void kilni_walk_record_pair(const kiln_budget *budget, const kiln_pair_record *record);
void kilni_walk_record_parts(const kiln_budget *budget, const struct kiln_pair_part *a, const struct kiln_pair_part *b);
void kilni_walk_record_sides(const kiln_budget *budget, const struct kiln_pair_side *a, const struct kiln_pair_side *b);
/// The time at which the next sides stand.
void kilni_walk_record_time(const kiln_budget *budget, double t);

#ifdef KILN_WALK_RECORDING

#define KILN_RECORD_PAIR(budget, ...)                                                                                  \
	(kiln_walk_is_recorded(budget) ? kilni_walk_record_pair(budget, &(const kiln_pair_record){__VA_ARGS__}) : (void)0)
#define KILN_RECORD_PARTS(budget, a, b)                                                                                \
	(kiln_walk_is_recorded(budget) ? kilni_walk_record_parts(budget, a, b) : (void)0)
#define KILN_RECORD_SIDES(budget, a, b)                                                                                \
	(kiln_walk_is_recorded(budget) ? kilni_walk_record_sides(budget, a, b) : (void)0)
#define KILN_RECORD_TIME(budget, t) (kiln_walk_is_recorded(budget) ? kilni_walk_record_time(budget, t) : (void)0)

#else

#define KILN_RECORD_PAIR(budget, ...) ((void)0)
#define KILN_RECORD_PARTS(budget, a, b) ((void)0)
#define KILN_RECORD_SIDES(budget, a, b) ((void)0)
#define KILN_RECORD_TIME(budget, t) ((void)0)

#endif

#endif
