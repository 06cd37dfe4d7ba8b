// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_VOLUME_CASE_H
#define KILN_TESTS_VOLUME_CASE_H

#include "pair/kernel/link.h"

/// Nodes of every kind with random volumes, and an oracle for them in double precision.

#define VOLUME_NODE_SIZE 512

typedef struct volume_case
{
	_Alignas(16) uint8_t node[VOLUME_NODE_SIZE];
	kiln_pair_tree tree; ///< tree of this one node
	uint32_t count;
	double extent; ///< extent of the volumes' places
} volume_case;

/// Kinds of random volumes.
typedef enum volume_look
{
	LOOK_ANY,
	LOOK_FLAT,	   ///< some sizes are zero
	LOOK_POINT,	   ///< all sizes are zero if the kind allows it
	LOOK_STRAIGHT, ///< oriented volumes nearly along the axes
	LOOK_COUNT,
} volume_look;

/// -1 .. 1.
double volume_random(uint64_t *state);
uint32_t volume_below(uint64_t *state, uint32_t n);

/// Makes volumes within about `extent` of `middle`; floats there may have coarser steps.
void volume_case_make(
	volume_case *out, uint64_t *state, kiln_tree_kind kind, volume_look look, double extent, const double middle[3]);

/// A volume in the form that the oracle uses.
typedef struct volume_solid
{
	kiln_tree_kind kind;
	kiln_d3 center;
	kiln_d3 edge[3];   ///< of boxes and the rectangle: half edges between the planes of the stored axes
	kiln_d3 normal[3]; ///< normals of these faces
	double radius;
	kiln_d3 *corner; ///< corners of k-DOPs
	uint32_t corner_count;
} volume_solid;

/// Decodes slot `slot`; false where a k-DOP's slabs have no common point. The caller calls volume_solid_free.
bool volume_solid_of(const volume_case *from, uint32_t slot, volume_solid *solid);
void volume_solid_free(volume_solid *solid);

/// Returns the volume's farthest point along a direction.
kiln_d3 volume_support(const volume_solid *solid, kiln_d3 direction);

#endif
