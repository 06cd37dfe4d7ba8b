// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SHAPE_ASSETS_H
#define KILN_TESTS_SHAPE_ASSETS_H

#include "asset_fixture.h"

/// An opened asset and all its triangles in asset coordinates, for answers by brute force.

typedef struct shape_triangle
{
	uint32_t node; ///< KILN_NONE: in a mesh's own coordinates
	uint32_t mesh;
	uint32_t triangle; ///< in the asset
	bool mirrored;
	kiln_vec3 corners[3];
} shape_triangle;

typedef struct shape_asset
{
	fixture_blob blob;
	kiln_asset asset;
	shape_triangle *placed; ///< by node, then triangle
	uint32_t placed_count;
	shape_triangle *own; ///< of every mesh in its own coordinates, by number
	uint32_t own_count;
} shape_asset;

/// Makes five meshes (a sphere, a box, a bumpy ground, a soup, one triangle) placed eleven times: with the identity,
/// moved, turned, scaled uniformly and non-uniformly, sheared, mirrored, tiny and far away.
shape_asset shape_asset_mixed(kiln_isa isa);
/// Makes one mesh with the identity; frees it.
shape_asset shape_asset_of(fixture_mesh *mesh, kiln_isa isa);
/// One mesh placed by a transform; frees it.
shape_asset shape_asset_placed(fixture_mesh *mesh, const double to_asset[12], kiln_isa isa);
void shape_asset_free(shape_asset *shapes);

/// Returns the triangles that a query considers: the asset's, or with `mesh` below KILN_NONE that mesh's own. Returns
/// their number.
uint32_t shape_triangles(const shape_asset *shapes, uint32_t mesh, const shape_triangle **first);

/// Returns a random point in the asset's box, extended by half of its size.
kiln_vec3 shape_point(const shape_asset *shapes, uint32_t mesh, uint64_t *random);
/// Returns half of that box's diagonal.
double shape_size(const shape_asset *shapes, uint32_t mesh);

#endif
