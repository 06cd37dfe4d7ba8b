// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_VOLUME_CASE_H
#define KILN_TESTS_VOLUME_CASE_H

#include "pair/kernel/link.h"

/// Nodes of every kind with random volumes, and what double precision says of those.

#define VOLUME_NODE_SIZE 512

typedef struct volume_case
{
	_Alignas(16) uint8_t node[VOLUME_NODE_SIZE];
	kiln_pair_tree tree; ///< of that one node
	uint32_t count;
	double extent; ///< of the volumes' places
} volume_case;

/// What the volumes should look like.
typedef enum volume_look
{
	LOOK_ANY,
	LOOK_FLAT,	   ///< sizes of zero among others
	LOOK_POINT,	   ///< all sizes zero where the kind can say so
	LOOK_STRAIGHT, ///< oriented ones almost along the axes
	LOOK_COUNT,
} volume_look;

/// -1 .. 1.
double volume_random(uint64_t *state);
uint32_t volume_below(uint64_t *state, uint32_t n);

/// Volumes within about `extent` of `middle`; floats there may know only coarser steps.
void volume_case_make(
	volume_case *out, uint64_t *state, kiln_tree_kind kind, volume_look look, double extent, const double middle[3]);

/// A volume taken apart for the oracle.
typedef struct volume_solid
{
	kiln_tree_kind kind;
	kiln_d3 center;
	kiln_d3 edge[3];   ///< of boxes and the rectangle: half edges, as the stored axes' planes cut them out
	kiln_d3 normal[3]; ///< of those faces
	double radius;
	kiln_d3 *corner; ///< of k-DOPs
	uint32_t corner_count;
} volume_solid;

/// Slot `slot`; false where a k-DOP's slabs have no point in common. volume_solid_free ends it.
bool volume_solid_of(const volume_case *from, uint32_t slot, volume_solid *solid);
void volume_solid_free(volume_solid *solid);

/// The farthest point of it along a direction.
kiln_d3 volume_support(const volume_solid *solid, kiln_d3 direction);

#endif
