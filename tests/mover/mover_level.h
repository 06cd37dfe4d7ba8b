// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_LEVEL_H
#define KILN_TESTS_MOVER_LEVEL_H

#include "kiln.h"
#include "kilncook.h"
#include "support/asset_fixture.h"

/// Levels that movers walk through: one cooked mesh, a height field, and convex solids in memory, in a world.

#define LEVEL_VERTICES 3000
#define LEVEL_TRIANGLES 1000
#define LEVEL_SOLIDS 24
#define LEVEL_POINTS 12 ///< of a solid

#define LEVEL_FIELD 17 ///< samples on a side of the height field
#define LEVEL_STEP 0.03125f

typedef struct mover_level
{
	float vertices[LEVEL_VERTICES][3];
	uint32_t triangles[LEVEL_TRIANGLES][3];
	uint32_t vertex_count, triangle_count;
	uint16_t heights[LEVEL_FIELD * LEVEL_FIELD]; ///< of a height field, in LEVEL_STEP units above -4
	bool has_field;
	kiln_vec3 points[LEVEL_SOLIDS][LEVEL_POINTS];
	kiln_convex_shape solids[LEVEL_SOLIDS];
	kiln_pose poses[LEVEL_SOLIDS];
	kiln_proxy handles[LEVEL_SOLIDS]; ///< of the solids
	uint32_t solid_count;

	kilncook_context context;
	kilncook_blob blob; ///< cooked from the triangles; empty without any
	kilncook_blob field_blob;
	kiln_heightfield field;
	kiln_asset asset;
	kiln_world *world;
	void *memory;
} mover_level;

/// Adds surfaces to a level that is {0} at first.
void level_triangle(mover_level *level, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c);
/// Adds two triangles: a, b, c and a, c, d.
void level_quad(mover_level *level, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c, kiln_vec3 d);
/// Adds the surface of a box between two corners.
void level_box(mover_level *level, kiln_vec3 low, kiln_vec3 high);
/// Adds a horizontal floor at a height, as squares of one unit around the origin.
void level_floor(mover_level *level, float height, int half);
/// Adds a convex shape that the caller keeps; returns its number.
uint32_t level_solid(mover_level *level, const kiln_convex_shape *shape, const kiln_pose *pose);
/// Adds the hull of random points around a place.
void level_hull(mover_level *level, uint64_t *random, kiln_vec3 place, float size);

/// Adds a height field of random hills and steps, half a unit between samples, from -4 to 4.
void level_field(mover_level *level, uint64_t *random);

/// Cooks the mesh, with kinds of edges, and makes the world. The caller calls level_free.
void level_finish(mover_level *level);
void level_free(mover_level *level);

float level_between(uint64_t *random, float low, float high);
kiln_vec3 level_place(uint64_t *random, float size);

/// A random level within some four units of the origin: a room or open space; strewn triangles, wedges, slits, stairs
/// and hulls.
void level_random(mover_level *level, uint64_t *random);

/// A random level with a height field.
void level_terrain(mover_level *level, uint64_t *random);

/// Bodies of about one unit that move through levels.
#define LEVEL_BODIES 6
void level_body(uint32_t kind, kiln_vec3 points[LEVEL_POINTS], kiln_convex_shape *shape);

#endif
