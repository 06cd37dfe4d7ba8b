// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONTACT_GROUND_H
#define KILN_TESTS_CONTACT_GROUND_H

#include "kiln.h"
#include "kiln/convex/mesh.h"
#include "kilncook.h"

/// Cooked grounds under objects, and checks of their contacts.

enum
{
	GROUND_MOST = 4096,
	GROUND_CORNERS = 8192,
};

/// A mesh under construction, and its cooked asset.
typedef struct ground
{
	float vertices[GROUND_CORNERS][3];
	uint32_t triangles[2 * GROUND_CORNERS][3];
	uint32_t vertex_count, triangle_count;
	kilncook_context context;
	kilncook_blob blob;
	kiln_asset asset;
} ground;

/// Makes an empty ground; ground_end frees it.
ground *ground_begin(void);

/// Adds a vertex; returns its number.
uint32_t ground_vertex(ground *g, double x, double y, double z);

void ground_triangle(ground *g, uint32_t a, uint32_t b, uint32_t c);

/// Cooks it, placed by `count` matrices (NULL: one node at the identity).
void ground_cook(ground *g, const double (*matrices)[12], uint32_t count);

void ground_end(ground *g);

/// Returns a number between both.
float ground_random(uint64_t *random, double low, double high);

/// Makes a grid of side x side cells of one unit from -side/2; moves inner vertices sideways by up to `jitter` and all
/// vertices up by up to `bump`; diagonals have random directions.
ground *ground_grid(uint32_t side, double jitter, double bump, double shift, uint64_t seed);

/// A turn around a unit axis.
kiln_quat ground_turned(double x, double y, double z, double angle);

/// A box of half extents around the origin.
kiln_convex_shape ground_box(float x, float y, float z);

/// Runs kiln_scene_manifolds with room for GROUND_MOST; checks that none is missing, out of order or without a unit
/// normal.
uint32_t ground_find(const kiln_asset *asset, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds);

/// Depth of the deepest contact; minus infinity without any.
float ground_deepest(const kiln_mesh_manifold *manifolds, uint32_t count);

/// Fail where numbers, or a normal's components, differ by more than `slack`.
void ground_assert_near(double a, double b, double slack);
void ground_assert_normal(kiln_vec3 n, double x, double y, double z, double slack);

/// Whether a contact lies near a place, in a projection from above.
bool ground_has_contact(const kiln_mesh_manifold *manifolds, uint32_t count, kiln_vec3 at, double near);

/// A roof along x with its ridge at z = 0, slopes of `slope`, in `count` pieces; below it on either side.
ground *ground_roof(double slope, uint32_t count);

#endif
