// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PACK_CASE_H
#define KILN_TESTS_PACK_CASE_H

#include "support/asset_fixture.h"
#include "support/clean_memory.h"
#include "tree/pack.h"

/// Meshes for the tests of packing, ordinary and difficult ones.

enum
{
	PACK_SHAPES = 14,
};

/// Makes shape `number` of PACK_SHAPES: one triangle, eight, a sphere, a soup, tiny, huge, far away, all around one
/// centroid, ever farther out, with areas that are 0 in float32, ...
fixture_mesh pack_shape(int number);

/// A sphere of some 400 triangles.
fixture_mesh pack_shape_plain(void);

/// Triangles ever farther out, so small that every product of their extents is 0 in float32.
fixture_mesh pack_shape_peeled(void);

/// Returns the mesh in the form that packing reads.
clean_mesh pack_clean(const fixture_mesh *mesh);

/// Boxes of random places and sizes times `scale`, moved by `offset`.
build_box *pack_boxes_random(uint32_t count, float scale, float offset, uint64_t seed);

#endif
