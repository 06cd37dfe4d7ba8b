// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REFLEX_INDEX_H
#define KILN_COOKER_REFLEX_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct clean_polygon;

/// How the reflex corners affect an ear.
typedef enum ear_block
{
	EAR_FREE,
	EAR_GRAZED,
	EAR_BLOCKED,
} ear_block;

/// Most reflex corners that are tested one by one. Most faces have fewer.
#define REFLEX_LIST 24

/// Places in a box of the lowest level.
#define REFLEX_LEAF 4

/// The bounds of some places, and the number of reflex corners in them.
typedef struct reflex_box
{
	double low[2];
	double high[2];
	uint32_t count;
} reflex_box;

/// A corner while it is sorted into places.
typedef struct reflex_item
{
	double key;
	uint64_t curve;
	uint32_t node;
} reflex_item;

/// Finds the reflex corners in a triangle. Few reflex corners are kept in a list. If there are more, all places of the
/// polygon are sorted along a Z-order curve (G. M. Morton, 1966) of their ranks, so that scale and distribution do not
/// matter, with a binary tree of tight boxes above them. Corners at the same point share a place.
typedef struct reflex_index
{
	uint32_t list[REFLEX_LIST]; ///< until the places are sorted: reflex nodes, and some that no longer are
	uint32_t listed;
	bool sorted;
	uint32_t place_count;
	uint32_t leaf_count; ///< a power of two
	uint32_t *place;	 ///< for every node
	uint32_t *first;	 ///< a node at each place
	uint32_t *reflex;	 ///< number of reflex nodes at each place
	reflex_box *boxes;	 ///< box 1 is the root, the children of box i are 2 i and 2 i + 1; the last leaf_count boxes
						 ///< hold places
	reflex_item *items;	 ///< scratch
} reflex_index;

/// Begins with the reflex nodes of the ring that holds `start`; sets `reflex` of every node.
void reflex_index_begin(struct clean_polygon *polygon, uint32_t start);

/// Sets whether a node is reflex.
void reflex_index_set(struct clean_polygon *polygon, uint32_t node, bool reflex);

/// Returns how the reflex corners affect the triangle of three nodes, which turns to the left. Only reflex corners are
/// tested: whenever any corner lies in an ear, a reflex corner does too. All signs are exact.
ear_block reflex_index_find(struct clean_polygon *polygon, const uint32_t abc[3]);

#endif
