// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVALS_H
#define KILN_BENCH_RIVALS_H

#include "math/ieee.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Other libraries that do the same work. Each is optional; only this program is linked with them.

/// Triangles in the caller's memory, as the input of a rival. Both arrays outlive everything that is built over them.
/// 16 readable bytes follow the vertices.
typedef struct rival_mesh
{
	const float *vertices; ///< x, y, z of each
	uint32_t vertex_count;
	const uint32_t *triangles; ///< three vertices each
	uint32_t triangle_count;
} rival_mesh;

/// Points origin + t direction, 0 <= t <= t_end, which lies beyond the whole mesh.
typedef struct rival_ray
{
	float origin[3];
	float direction[3];
	float t_end;
} rival_ray;

/// The structure that a library builds over a mesh.
typedef struct rival_world rival_world;

/// Methods of building that a rival may offer.
typedef enum rival_kind
{
	RIVAL_DEFAULT, ///< Embree: medium quality. Bullet: the quantized tree
	RIVAL_COMPACT,
	RIVAL_ROBUST,
	RIVAL_LOW,
	RIVAL_HIGH,
} rival_kind;

typedef struct rival_library
{
	const char *name;
	const char *version;
	/// Does everything before building; NULL when out of memory or not offered.
	rival_world *(*prepare)(const rival_mesh *mesh, rival_kind kind);
	void (*build)(rival_world *world);
	/// Returns the bytes after building, without the mesh itself.
	uint64_t (*bytes)(const rival_world *world);
	/// Returns t of the first triangle that each ray hits, from either side, and -1 without a hit.
	void (*closest)(const rival_world *world, const rival_ray *rays, uint32_t count, float *t);
	/// Returns whether each ray hits anything; NULL when not offered.
	void (*any)(const rival_world *world, const rival_ray *rays, uint32_t count, bool *any);
	void (*release)(rival_world *world); ///< NULL is allowed
} rival_library;

/// Return NULL when this program was built without the library.
const rival_library *rival_embree(void);
const rival_library *rival_bullet(void);
/// A static k-d tree of this program's own.
const rival_library *rival_kd(void);

#ifdef KILN_BENCH_EMBREE
extern const rival_library rival_embree_adapter;
#endif
#ifdef KILN_BENCH_BULLET
extern const rival_library rival_bullet_adapter;
extern const char rival_bullet_version[];
#ifdef __cplusplus
/// Returns the mesh in the form for Bullet's shapes; the caller deletes it after the shapes.
class btTriangleIndexVertexArray *rival_bullet_mesh(const rival_mesh *mesh);
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif
