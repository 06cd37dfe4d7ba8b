// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HEIGHTFIELD_CASE_H
#define KILN_TESTS_HEIGHTFIELD_CASE_H

#include "kiln.h"
#include "kilncook.h"
#include "support/asset_fixture.h"

/// Height fields for tests, and the same triangles as a mesh, whose queries judge those of the field.

typedef struct heightfield_recipe
{
	uint32_t columns, rows;
	uint32_t seed;
	bool z_up;
	float spacing[2];
	float origin[3];
	float height;	///< of hills; 0: flat
	float error;	///< as kilncook_heightfield.error
	bool holes;		///< some cells are holes, and a block
	bool diagonals; ///< some cells are turned, and a block
	bool materials; ///< many materials; else one, number 3
} heightfield_recipe;

typedef struct heightfield_case
{
	kilncook_heightfield grid;
	float *heights;
	uint8_t *holes, *diagonals, *materials;
	kilncook_blob blob;
	kiln_heightfield field;
	fixture_blob mesh;	  ///< either of both has the mesh
	kilncook_blob cooked; ///< by the cooker, with the kinds of edges
	kiln_asset asset;
	uint32_t *numbers; ///< of the mesh's source faces: triangles of the field
	uint32_t triangle_count;
} heightfield_case;

/// Makes the field and its mesh; fails the test where it can't.
void heightfield_case_make(heightfield_case *it, const heightfield_recipe *recipe);
/// The same, with a mesh that the cooker made.
void heightfield_case_make_cooked(heightfield_case *it, const heightfield_recipe *recipe);
/// Makes the field only.
void heightfield_case_make_field(heightfield_case *it, const heightfield_recipe *recipe);
void heightfield_case_free(heightfield_case *it);

/// The triangle of the field that a triangle of the mesh is.
uint32_t heightfield_case_number(const heightfield_case *it, uint32_t mesh_triangle);

/// A random sample of the field, moved by at most `size` on each axis.
kiln_vec3 heightfield_case_near(const heightfield_case *it, uint64_t *random, float size);

/// Several fields: a single block, ragged blocks, levels of ranges, both axes, holes, diagonals, materials, thin ones, far
/// from the origin. Returns false behind the last one.
bool heightfield_case_recipe(uint32_t i, heightfield_recipe *recipe);

/// A random number in low .. high.
float heightfield_random(uint64_t *random, float low, float high);
/// A random point around the field: within its box, grown by its size times `more` on each side.
kiln_vec3 heightfield_random_point(const kiln_heightfield *field, uint64_t *random, float more);

#endif
