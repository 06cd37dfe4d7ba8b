// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CLEAN_H
#define KILN_COOKER_CLEAN_H

#include "scene.h"

typedef struct clean_options
{
	double weld_relative; ///< weld tolerance, relative to the diagonal of the mesh's box; 0 welds equal positions only
	bool flip;			  ///< reverses the winding of every triangle
	/// Drops triangles whose height is at most this share of their longest edge. Below 1; 0 drops none.
	double drop_slivers;
	double step; ///< of a grid: transformed vertices move to the nearest multiples of it; a power of two, or 0: no grid
	/// Leaves the properties of the surface to whoever finds the mesh's edges anyway; not with drop_slivers. A mesh without triangles
	/// has them.
	bool unjudged;
	uint32_t threads; ///< that may work on the mesh, without effect on the result; 0 means 1
} clean_options;

/// Cleans the art meshes `meshes[0 .. mesh_count)` of `scene`, taken together as one surface: drops faces with vertices
/// that are not finite or out of range, welds, triangulates by ear cutting, drops degenerate and duplicate triangles,
/// and computes the properties of the surface. `transform` (three rows of four, NULL for none) is applied to every
/// vertex in double first, to its exact position where the art has one; a mirroring transform reverses the winding. The result does not depend on the order of the
/// vertices in memory: vertices are numbered by their first use in the triangles, triangles keep the order of their
/// faces; only vertex_sources keeps the old order. Coordinates of -0 become +0. A triangle is degenerate when its
/// vertices are exactly collinear. Duplicates have the same three vertices in any order, so if two coincident triangles
/// face in opposite directions, the first one is kept. `counts.welded` counts vertices in use. Succeeds with no
/// triangles left; KILNCOOK_USAGE when weld_relative is neither 0 nor in [1e-12, 1), KILNCOOK_REFUSED (`clean-too-big`)
/// beyond 2^31 vertices or 2^32 / 3 corners, KILNCOOK_INTERNAL when out of memory. Warns of invalid faces with
/// `clean-invalid`, with `clean-dropped` when more than one triangle in a hundred is dropped, of faces whose cuts
/// reached the limit of work (clean_triangulate) with `clean-unproved`, of holes that leave their face with
/// `clean-hole`, of faces without holes that cross themselves with `clean-crossed`, of faces that are thicker than a
/// hundredth of the diagonal of the mesh's box with `clean-nonplanar`, and of dropped slivers that open a closed surface with `clean-opened`.
kilncook_status clean_build(const kilncook_context *context, const art_scene *scene, const uint32_t *meshes,
	uint32_t mesh_count, const double *transform, const clean_options *options, clean_mesh *mesh);

void clean_mesh_free(const kilncook_context *context, clean_mesh *mesh);

/// Whether a triangle's height is at most 1e-4 of its longest edge. The answer does not depend on the order of the
/// corners b and c.
bool clean_is_sliver(const float a[3], const float b[3], const float c[3]);

/// Returns the name of a reason, such as `degenerate`. Names do not change from version to version.
const char *clean_reason_name(clean_reason reason);

#endif
