// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_MESHES_H
#define KILN_BENCH_MESHES_H

#include "bench/rivals/rivals.h"
#include "kiln.h"
#include "kilncook.h"
#include "scene.h"

/// Meshes of the measurements: the Stanford dragon in four resolutions, where its files exist, and generated meshes.

typedef enum mesh_shape
{
	MESH_FILE,	  ///< an art file
	MESH_SPHERE,  ///< closed, bumpy, of size x 2 size facets
	MESH_TERRAIN, ///< heights over size x size cells
	MESH_SOUP,	  ///< `size` triangles that share no vertex, distributed over a cube
	MESH_BALL,	  ///< a sphere without bumps
	MESH_CUBE,	  ///< 12 triangles; `size` is not used
	MESH_HOUSE,	  ///< bench/scenes/house.h; `size` is not used
} mesh_shape;

/// A mesh that is made when it is needed.
typedef struct mesh_spec
{
	char name[24];
	mesh_shape shape;
	uint32_t size;
	char path[512]; ///< of a MESH_FILE
} mesh_spec;

/// The meshes of a run, by kind and size. A quick run has small generated meshes only. Meshes whose name does not
/// contain `only` (NULL: any) are left out.
typedef struct mesh_list
{
	mesh_spec specs[16];
	uint32_t count;
} mesh_list;

mesh_list mesh_list_make(const char *models, const char *only, bool quick);

/// A cleaned mesh in memory: the input of Kiln's builder and the rivals. It is scaled by a power of two to a radius of
/// 64 to 128 units: Bullet grows boxes by fixed lengths, which suit objects of everyday size.
typedef struct bench_mesh
{
	char name[24];
	clean_mesh clean;
	float center[3]; ///< middle of the box
	float radius;	 ///< half its diagonal: radius of the bounding sphere
	float scale;	 ///< by which coordinates were multiplied
} bench_mesh;

/// Loads or makes a mesh. The same seed makes the same mesh. False with a message.
bool bench_mesh_make(bench_mesh *mesh, const mesh_spec *spec, uint64_t seed);
void bench_mesh_free(bench_mesh *mesh);

/// Returns the same arrays for a rival.
rival_mesh bench_mesh_rival(const bench_mesh *mesh);

/// Cooks a mesh with these options. False with a message.
bool bench_mesh_cook(const bench_mesh *mesh, const kilncook_options *options, kilncook_blob *blob);

/// Opens a blob of bench_mesh_cook with trust. False with a message.
bool bench_blob_open(const kilncook_blob *blob, kiln_isa isa, kiln_asset *asset);

/// A context whose messages of severity error go to stderr.
kilncook_context bench_context(void);

/// Random numbers: xorshift64 (Marsaglia 2003).
typedef struct bench_random
{
	uint64_t state;
} bench_random;

/// Makes a separate sequence for every seed.
bench_random bench_random_make(uint64_t seed);
/// Returns a number in [0, 1).
double bench_random_unit(bench_random *random);
/// Uniform in the ball of radius 1.
void bench_random_ball(bench_random *random, double point[3]);

#endif
