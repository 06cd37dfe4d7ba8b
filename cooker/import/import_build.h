// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_BUILD_H
#define KILN_COOKER_IMPORT_BUILD_H

#include "scene.h"

/// What our own readers share: arrays that grow, tables of names, and the parts of an art_scene.

/// Most corners, vertices and nodes of a scene: what a short file can ask for by repeating itself ends there.
#define IMPORT_CORNERS_MAX (1u << 28)
#define IMPORT_NODES_MAX (1u << 22)

/// Makes room for at least `count` elements, doubling; false when out of memory, and the block stays as it is.
bool import_grow(const kilncook_context *context, void *block, size_t *capacity, uint64_t count, size_t size);

/// Names by number, each once.
typedef struct import_names
{
	char **names; ///< as import_text makes them
	uint32_t count;
	size_t capacity;
	uint32_t *slots; ///< of a hash table: a number and one
	uint32_t slot_count;
} import_names;

/// The number of a name, or KILN_NONE.
uint32_t import_names_find(const import_names *names, const char *name, size_t length);

/// Adds a name at the end, even one that is there already: then the older one is found. False when out of memory.
bool import_names_add(const kilncook_context *context, import_names *names, const char *name, size_t length);

/// Hands the names over as the scene's materials. False when out of memory.
bool import_names_to_materials(const kilncook_context *context, import_names *names, art_scene *scene);

void import_names_free(const kilncook_context *context, import_names *names);

/// Polygons one after the other.
typedef struct import_faces
{
	uint32_t *corners;
	size_t corner_count;
	size_t corner_capacity;
	uint32_t *ends; ///< corner behind the last of each face
	size_t face_count;
	size_t face_capacity;
} import_faces;

/// Adds a corner to the face that is open. Like import_faces_end, false when out of memory or beyond IMPORT_CORNERS_MAX.
bool import_faces_corner(const kilncook_context *context, import_faces *faces, uint32_t vertex);
/// Ends a face; it may have no corner.
bool import_faces_end(const kilncook_context *context, import_faces *faces);
void import_faces_free(const kilncook_context *context, import_faces *faces);

/// Room to find out which vertices a mesh uses; clear before the first use. `vertex_count` of it stays the same.
typedef struct import_used
{
	uint32_t *round; ///< for each vertex, when it was met last
	uint32_t *number;
	uint32_t *list;
	uint32_t vertex_count;
	uint32_t rounds;
	uint32_t count;
} import_used;

void import_used_free(const kilncook_context *context, import_used *used);

/// Makes a mesh of faces [first, first + count). With `used`, of those vertices only that they use, in their order: they
/// get new numbers; without, of all. Corners beyond the vertices stay so. `name` is copied. What the mesh holds when
/// this fails (out of memory) is freed with it.
bool import_mesh_make(const kilncook_context *context, const float (*positions)[3], uint32_t vertex_count,
	const import_faces *faces, size_t first, size_t count, import_used *used, const char *name, art_mesh *mesh);

/// Makes `count` nodes, the first the root and the others its children, without names, meshes or transforms. False when
/// out of memory.
bool import_nodes_make(const kilncook_context *context, uint32_t count, art_scene *scene);

/// Gives a node its name and the meshes [first, first + count). False when out of memory.
bool import_node_fill(
	const kilncook_context *context, art_node *node, const char *name, size_t length, uint32_t first, uint32_t count);

/// Makes the scene of a file that is one surface: one mesh of all faces, one node and one material, none of them named. Fails
/// with `import-empty` when there is no face, or when out of memory, and says so.
kilncook_status import_surface_make(const kilncook_context *context, const float (*positions)[3], uint32_t vertex_count,
	const import_faces *faces, art_scene *scene);

/// Warns with `import-unused` where no face uses more than one vertex in a hundred.
void import_say_unused(const kilncook_context *context, const char *where, uint64_t unused, uint64_t all);

/// Says that there is no memory for the scene; returns KILNCOOK_INTERNAL.
kilncook_status import_no_memory(const kilncook_context *context);

/// Says that the scene is too large for IMPORT_CORNERS_MAX, IMPORT_NODES_MAX or 32 bits; returns KILNCOOK_REFUSED.
kilncook_status import_too_big(const kilncook_context *context, const char *what);

#endif
