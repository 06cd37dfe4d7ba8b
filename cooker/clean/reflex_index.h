// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REFLEX_INDEX_H
#define KILN_COOKER_REFLEX_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct clean_polygon;

/// What the reflex corners leave of an ear.
typedef enum ear_block
{
	EAR_FREE,
	EAR_GRAZED,
	EAR_BLOCKED,
} ear_block;

/// Reflex corners that are looked through one by one. Most faces have fewer.
#define REFLEX_LIST 24

/// Places in a box of the lowest level.
#define REFLEX_LEAF 4

/// The bounds of some places, and how many reflex corners stand there.
typedef struct reflex_box
{
	double low[2];
	double high[2];
	uint32_t count;
} reflex_box;

/// A corner on its way into the order of places.
typedef struct reflex_item
{
	double key;
	uint64_t curve;
	uint32_t node;
} reflex_item;

/// Finds the reflex corners in a triangle. A few of them stand in a list. Where there are more, all places of the
/// polygon are sorted along a Z-order curve (G. M. Morton, 1966) of their ranks, so that neither scale nor spread
/// matters, and a binary tree of tight boxes stands over them. Corners at the same point share a place.
typedef struct reflex_index
{
	uint32_t list[REFLEX_LIST]; ///< reflex nodes, and some that were, until the places are sorted
	uint32_t listed;
	bool sorted;
	uint32_t place_count;
	uint32_t leaf_count; ///< a power of two
	uint32_t *place;	 ///< of every node
	uint32_t *first;	 ///< a node at each place
	uint32_t *reflex;	 ///< how many reflex nodes stand at each place
	reflex_box *boxes;	 ///< box 1 is the root, below box i stand 2 i and 2 i + 1; the last leaf_count ones hold places
	reflex_item *items;	 ///< scratch
} reflex_index;

/// Takes the reflex nodes of the ring that holds `start`; `reflex` of every node is set.
void reflex_index_begin(struct clean_polygon *polygon, uint32_t start);

/// Changes whether a node is reflex.
void reflex_index_set(struct clean_polygon *polygon, uint32_t node, bool reflex);

/// What the reflex corners leave of the triangle of three nodes, which turns to the left. Only a reflex corner can lie in
/// an ear without another reflex corner lying there too. All signs are exact.
ear_block reflex_index_find(struct clean_polygon *polygon, const uint32_t abc[3]);

#endif
