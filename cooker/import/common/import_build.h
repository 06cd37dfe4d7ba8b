// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_BUILD_H
#define KILN_COOKER_IMPORT_BUILD_H

#include "import_number.h"
#include "name_table.h"
#include "scene.h"

/// Helpers that our own readers share: growing arrays, tables of names, and the parts of an art_scene.

/// Most corners, vertices and nodes of a scene. Bounds what a short file can cause by repeating itself.
#define IMPORT_CORNERS_MAX (1u << 28)
#define IMPORT_NODES_MAX (1u << 22)

/// Makes room for at least `count` elements by doubling. Returns false when out of memory; the block is then unchanged.
bool import_grow(const kilncook_context *context, void *block, size_t *capacity, uint64_t count, size_t size);

/// Numbered names.
typedef struct import_names
{
	char **names; ///< made by import_text
	uint32_t count;
	size_t capacity;
	name_table table; ///< of the first number of each name
} import_names;

/// Returns the number of a name, or KILN_NONE.
uint32_t import_names_find(const import_names *names, const char *name, size_t length);

/// Adds a name at the end. If the name exists already, import_names_find still returns the older number. False when out
/// of memory.
bool import_names_add(const kilncook_context *context, import_names *names, const char *name, size_t length);

/// Moves the names into the scene as its materials. False when out of memory.
bool import_names_to_materials(const kilncook_context *context, import_names *names, art_scene *scene);

void import_names_free(const kilncook_context *context, import_names *names);

/// Polygons, stored one after the other.
typedef struct import_faces
{
	uint32_t *corners;
	size_t corner_count;
	size_t corner_capacity;
	uint32_t *ends; ///< corner behind the last of each face
	size_t face_count;
	size_t face_capacity;
} import_faces;

/// Adds a corner to the open face. Like import_faces_end, returns false when out of memory or beyond
/// IMPORT_CORNERS_MAX.
bool import_faces_corner(const kilncook_context *context, import_faces *faces, uint32_t vertex);
/// Ends a face, which may have no corner.
bool import_faces_end(const kilncook_context *context, import_faces *faces);
void import_faces_free(const kilncook_context *context, import_faces *faces);

/// The positions of vertices.
typedef struct import_vertices
{
	bool wants_exact; ///< set before the first vertex is added: keep doubles, too
	float (*positions)[3];
	double (*exact)[3]; ///< NULL unless asked for
	uint32_t count;
	size_t capacity;
	size_t exact_capacity;
} import_vertices;

/// Makes room for `count` vertices in all. Returns false when out of memory.
bool import_vertices_reserve(const kilncook_context *context, import_vertices *vertices, uint64_t count);
/// Adds a vertex. Returns false when out of memory.
bool import_vertices_add(const kilncook_context *context, import_vertices *vertices, const import_real position[3]);
void import_vertices_free(const kilncook_context *context, import_vertices *vertices);

/// The vertices of a block of floats that the caller keeps.
static inline import_vertices import_vertices_of(float (*positions)[3], uint32_t count)
{
	return (import_vertices){.positions = positions, .count = count};
}

/// Scratch memory to find the vertices that a mesh uses; clear it before the first use. `vertex_count` must not change
/// between uses.
typedef struct import_used
{
	uint32_t *round; ///< for each vertex, the round in which it was last used
	uint32_t *number;
	uint32_t *list;
	uint32_t vertex_count;
	uint32_t rounds;
	uint32_t count;
} import_used;

void import_used_free(const kilncook_context *context, import_used *used);

/// Makes a mesh of faces [first, first + count). With `used`, the mesh gets only the vertices that these faces use, in
/// their order and renumbered; without, it gets all vertices. Corners out of range stay out of range. `name` is copied.
/// When this fails (out of memory), the mesh's memory is freed with the mesh.
bool import_mesh_make(const kilncook_context *context, const import_vertices *vertices, const import_faces *faces,
	size_t first, size_t count, import_used *used, const char *name, art_mesh *mesh);

/// Makes `count` nodes, the first the root and the others its children, without names, meshes or transforms. False when
/// out of memory.
bool import_nodes_make(const kilncook_context *context, uint32_t count, art_scene *scene);

/// Gives a node its name and the meshes [first, first + count). False when out of memory.
bool import_node_fill(
	const kilncook_context *context, art_node *node, const char *name, size_t length, uint32_t first, uint32_t count);

/// Makes the scene of a file that holds one surface: one mesh of all faces, one node and one material, all without
/// names. Moves the vertices and faces there. Fails with a message: `import-empty` when there is no face, or out of memory.
kilncook_status import_surface_make(
	const kilncook_context *context, import_vertices *vertices, import_faces *faces, art_scene *scene);

/// Warns with `import-unused` when more than one vertex in a hundred is used by no face.
void import_say_unused(const kilncook_context *context, const char *where, uint64_t unused, uint64_t all);

/// Reports that there is no memory for the scene; returns KILNCOOK_INTERNAL.
kilncook_status import_no_memory(const kilncook_context *context);

/// Reports that the scene exceeds IMPORT_CORNERS_MAX, IMPORT_NODES_MAX or 32 bits; returns KILNCOOK_REFUSED.
kilncook_status import_too_big(const kilncook_context *context, const char *what);

#endif
