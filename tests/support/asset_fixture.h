// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_ASSET_FIXTURE_H
#define KILN_TESTS_ASSET_FIXTURE_H

#include "kiln.h"

/// Blobs for tests, laid out in memory without the cooker's import, clean and write. Shapes are in asset_shapes.c.

/// A triangle mesh; the arrays come from malloc. No two vertices are equal, all are used.
typedef struct fixture_mesh
{
	float (*vertices)[3];
	uint32_t vertex_count;
	uint32_t (*triangles)[3];
	uint32_t triangle_count;
	uint32_t flags;		 ///< kiln_mesh_flags
	uint32_t part_count; ///< 0 means 1; source face i is triangle i; the parts share the faces evenly
} fixture_mesh;

/// A mesh placed; `{.mesh = i}` places it as it is.
typedef struct fixture_node
{
	uint32_t mesh;
	bool placed;		 ///< false: the identity; to_asset is ignored
	double to_asset[12]; ///< invertible
	uint32_t tag;
} fixture_node;

typedef struct fixture_blob
{
	uint8_t *data; ///< aligned to KILN_FORMAT_ALIGNMENT
	size_t size;
} fixture_blob;

/// An axis-aligned box around the origin, closed and wound outwards.
fixture_mesh fixture_box(float half_x, float half_y, float half_z);
/// A sphere around the origin of `rings` x `segments` facets (at least 3 x 3), closed and wound outwards.
fixture_mesh fixture_sphere(uint32_t rings, uint32_t segments, float radius);
/// A bumpy ground of `side` x `side` cells (0: one triangle) of one unit from the origin, heights in z.
fixture_mesh fixture_ground(uint32_t side, uint32_t seed);
/// `count` triangles of size `size` strewn over the unit cube that share no vertex.
fixture_mesh fixture_soup(uint32_t count, float size, uint32_t seed);
/// Makes room for `count` triangles that share no vertex: corner k of triangle i is vertex 3 i + k; all vertices are at
/// the origin.
fixture_mesh fixture_loose(uint32_t count);
void fixture_mesh_free(fixture_mesh *mesh);

/// Builds, packs and lays out a blob. False on failure. The caller calls fixture_blob_free.
bool fixture_blob_make(fixture_blob *blob, const fixture_mesh *meshes, uint32_t mesh_count, const fixture_node *nodes,
	uint32_t node_count);
void fixture_blob_free(fixture_blob *blob);

/// Entries of metadata that fixture_blob_bodies adds.
#define FIXTURE_METADATA 7

/// Cells of the signed distance field that fixture_blob_bodies adds: one root with eight children.
#define FIXTURE_SDF_CELLS 9

/// Connected parts and faults that the survey of fixture_blob_bodies lists.
#define FIXTURE_COMPONENTS 2
#define FIXTURE_FAULTS 4

/// Adds bodies, and a body or none for each node, and a surface or none for each material, and metadata, behind the other
/// sections. The asset has at least three nodes and two materials. Returns false without memory.
bool fixture_blob_bodies(fixture_blob *blob);

/// Changes the size and the number of elements of the section of a kind: cuts its end off or appends zeros, and moves
/// the later sections. False when out of memory; then nothing changes.
bool fixture_blob_resize(fixture_blob *blob, uint32_t kind, uint64_t size, uint64_t count);

/// A small blob of two meshes (a sphere of two parts and a box) and four nodes: identity, moved, scaled, mirrored.
bool fixture_blob_small(fixture_blob *blob);

/// Makes a blob whose scene tree and mesh tree have the greatest depth that the format allows. Each level has seven
/// leaves and one inner child, except the last level of the mesh, and boxes cull nothing: every traversal stack becomes
/// full. See asset_deep.c.
bool fixture_blob_deep(fixture_blob *blob);

/// Place and size of an inner child beside seven leaves: first or last; larger or smaller than they are.
typedef enum fixture_deep_order
{
	FIXTURE_DEEP_LAST = 1,
	FIXTURE_DEEP_SMALL = 2,
	FIXTURE_DEEP_ORDERS = 4,
} fixture_deep_order;

/// Makes a blob with a tree of every other kind, of the same depth and fullness, over the same mesh, or over a scene of
/// 281 boxes half a unit wide and three units apart. See asset_deep_volumes.c.
bool fixture_blob_deep_volumes(fixture_blob *blob, bool scene, fixture_deep_order order);

/// Allocates exactly `size` bytes aligned to KILN_FORMAT_ALIGNMENT; the sanitizer's red zone begins after them.
void *fixture_memory(size_t size);

/// The next of a sequence of random numbers (splitmix64; Steele, Lea, Flood 2014).
uint64_t fixture_random(uint64_t *state);
/// A random number in [0, 1).
float fixture_random_unit(uint64_t *state);

#endif
