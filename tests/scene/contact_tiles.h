// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONTACT_TILES_H
#define KILN_TESTS_CONTACT_TILES_H

#include "contact_ground.h"

/// A terrain as one mesh, and the same terrain in nine tiles, for contacts at the seams.

enum
{
	TILES_SIDE = 3,	 ///< tiles along each axis
	TILES_CELLS = 4, ///< cells of one unit along a tile's side
	TILES_COUNT = TILES_SIDE * TILES_SIDE,
	TILES_TRIANGLES = 8 * TILES_CELLS * TILES_CELLS,
};

/// How tiles are placed.
typedef enum tiles_kind
{
	TILES_NODES,		 ///< nodes of one scene, each at the identity
	TILES_NODES_TURNED,	 ///< turned by right angles, every other one mirrored: exact in float32
	TILES_NODES_ROTATED, ///< turned by any angle, every other one mirrored
	TILES_ASSETS,		 ///< assets with translations
	TILES_ASSETS_TURNED, ///< assets at any pose
	TILES_ONE_MESH,		 ///< one mesh in which only the T-junctions of the tiles remain
	TILES_KIND_END,
} tiles_kind;

/// A terrain to make.
typedef struct tiles_options
{
	double bump;	 ///< most that a vertex is moved up or down
	double jitter;	 ///< most that it is moved sideways
	double ridge[2]; ///< slopes down from the seams across x, and across y; negative: a valley
	double shift;	 ///< of the middle, in x and y
	bool fine;		 ///< every other tile has twice the vertices along each side, and T-junctions at its seams
	tiles_kind kind;
	uint64_t seed;
} tiles_options;

typedef struct tiles
{
	tiles_options options;
	double triangles[TILES_COUNT][TILES_TRIANGLES][3][3]; ///< in the world
	uint32_t counts[TILES_COUNT];
	ground *whole;
	kilncook_blob blobs[TILES_COUNT];
	kiln_asset assets[TILES_COUNT];
	uint32_t asset_count;
	kiln_border list[TILES_COUNT]; ///< the assets and their poses in the world
	kiln_borders borders;
} tiles;

tiles *tiles_begin(const tiles_options *options);

void tiles_end(tiles *t);

/// A contact in the world.
typedef struct tiles_contact
{
	double normal[3], place[3], depth;
	bool beside;
} tiles_contact;

/// Contacts of an object with the whole terrain, and with all tiles. `borders` NULL: the tiles' own.
uint32_t tiles_find_whole(const tiles *t, const kiln_convex_object *object, const kiln_mesh_contact_options *options,
	tiles_contact *contacts);
uint32_t tiles_find(const tiles *t, const kiln_convex_object *object, const kiln_mesh_contact_options *options,
	const kiln_borders *borders, tiles_contact *contacts);

#endif
