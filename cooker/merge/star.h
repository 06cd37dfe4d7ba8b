// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MERGE_STAR_H
#define KILN_COOKER_MERGE_STAR_H

#include "surface.h"

/// The triangles of one region around a vertex, and those that replace them.

/// In star_work.mates: the new border edge of an open fan; a side whose mate is planned later. Else, with this bit, the
/// number of a planned side; without it, the index of an outer side.
#define STAR_BORDER 0xffffffffu
#define STAR_LATER 0xfffffffeu
#define STAR_NEW 0x80000000u

/// A fan of triangles around the vertex. An open fan begins and ends at borders.
typedef struct star_fan
{
	uint32_t region;
	uint32_t first;			 ///< in star_work.corners and .outers
	uint32_t count;			 ///< corners; a closed fan has as many triangles, an open one has one less
	uint32_t triangle_first; ///< in star_work.triangles
	bool closed;
} star_fan;

/// Memory for the fans of a vertex; {0} is empty, the memory is used again.
typedef struct star_work
{
	star_fan *fans;
	uint32_t fan_count;
	uint32_t fan_capacity;
	uint32_t *corners; ///< counter-clockwise around the vertex
	uint32_t *outers;  ///< the side from each corner to the next; an open fan's last one is KILN_NONE
	uint32_t *prev;	   ///< of the outline that is left
	uint32_t *next;
	uint32_t *sides; ///< the mate of the outline's side from each corner to the next
	uint32_t corner_count;
	uint32_t corner_capacity;
	uint32_t (*triangles)[3]; ///< planned, as indices in `corners`
	uint32_t (*mates)[3];	  ///< per side of a planned triangle: what is on its other side
	uint32_t triangle_count;
	uint32_t (*added)[2]; ///< edges that the plan added to the surface's set
	uint32_t added_count;
	bool failed; ///< out of memory
} star_work;

void star_free(const kilncook_context *context, star_work *star);

/// Forgets the fans of the last vertex.
void star_clear(star_work *star);

/// Adds the fan that holds a side that begins at the vertex. Returns the fan, valid until the next one is added; NULL when
/// out of memory.
star_fan *star_collect(const merge_surface *surface, star_work *star, uint32_t side);

/// Plans the triangles that fill the outline of a fan without its vertex, all counter-clockwise. The plan adds edges to
/// the surface's set. False when it finds no such triangles, or the edges would occur twice; then, or where the caller
/// gives the plan up, star_revert removes the edges of all plans.
bool star_plan(merge_surface *surface, star_work *star, star_fan *fan, uint32_t vertex);

void star_revert(merge_surface *surface, star_work *star);

/// Replaces the triangles of all fans by those planned; sides of the new border edge form a ring. False when out of
/// memory, with nothing changed.
bool star_commit(merge_surface *surface, star_work *star);

#endif
