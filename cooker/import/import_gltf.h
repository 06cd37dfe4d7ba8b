// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_GLTF_H
#define KILN_COOKER_IMPORT_GLTF_H

#include "import_build.h"
#include "import_reader.h"

#include <jansson.h>

/// glTF 2.0 (Khronos 2021) as .gltf and .glb. jansson parses; nothing that it gives is trusted: every member's type, index
/// and length is checked where it is used, and what is wrong is refused with its place in the file.

/// Bytes of a buffer, or of what a buffer view was decompressed to.
typedef struct gltf_bytes
{
	const uint8_t *data;
	uint64_t size;
	uint8_t *owned; ///< `owned_size` bytes of ours that `data` points into; NULL when they are someone else's
	size_t owned_size;
	bool loaded;
} gltf_bytes;

typedef struct gltf_reader
{
	import_input *input;
	const kilncook_context *context;
	json_t *root;
	const uint8_t *chunk; ///< of a .glb: what its first buffer holds
	size_t chunk_size;
	bool has_chunk;
	gltf_bytes *buffers;
	uint32_t buffer_count;
	gltf_bytes *views; ///< of buffer views: only the decompressed ones own bytes
	uint32_t view_count;
} gltf_reader;

/// A place in the file, for messages: `nodes[3]`.
typedef struct gltf_place
{
	const char *array;
	uint32_t index;
} gltf_place;

/// --- JSON: import_gltf_json.c

/// Says what is wrong with a member of a place; returns KILNCOOK_REFUSED.
kilncook_status gltf_broken(const gltf_reader *reader, gltf_place place, const char *member, const char *what);

/// The elements of a top-level array, 0 when there is none. KILNCOOK_REFUSED when it is no array.
kilncook_status gltf_count(const gltf_reader *reader, const char *array, uint32_t *count);

/// An element of a top-level array, which must be an object. NULL after a message.
json_t *gltf_element(const gltf_reader *reader, gltf_place place);

/// A member that is an object or array; NULL without one. KILNCOOK_REFUSED when it is something else.
kilncook_status gltf_child(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, json_type type, json_t **child);

/// The extension `name` of an object; NULL without one.
kilncook_status gltf_extension(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *name, json_t **extension);

/// An integer of 0 .. below `limit`, or `missing` when there is no such member.
kilncook_status gltf_integer(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint64_t limit, uint64_t missing, uint64_t *value);

/// An index below `count`, or KILN_NONE when there is no such member.
kilncook_status gltf_index(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, uint32_t count, uint32_t *index);

/// An array of `count` numbers. Without such a member `values` stay as they are and `given`, unless NULL, is false.
kilncook_status gltf_numbers(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint32_t count, double *values, bool *given);

/// The `name` of an object, or NULL without one. KILNCOOK_REFUSED when it is no string.
kilncook_status gltf_name(
	const gltf_reader *reader, gltf_place place, json_t *object, const char **name, size_t *length);

/// --- Buffers: import_gltf_buffer.c

/// The bytes of a buffer view, read and decompressed on first use, and its stride, 0 where elements are packed.
kilncook_status gltf_view(gltf_reader *reader, uint32_t view, const uint8_t **data, uint64_t *size, uint64_t *stride);

void gltf_buffers_free(gltf_reader *reader);

/// Decompresses a buffer view (EXT_meshopt_compression): import_gltf_meshopt.c. `from` holds the compressed bytes.
kilncook_status gltf_decompress(
	gltf_reader *reader, gltf_place place, json_t *extension, const uint8_t *from, uint64_t size, gltf_bytes *to);

/// --- Accessors: import_gltf_accessor.c

/// Elements of an accessor, 0 without one; at most IMPORT_CORNERS_MAX. KILNCOOK_REFUSED where it lies outside of its bytes.
kilncook_status gltf_accessor_count(gltf_reader *reader, uint32_t accessor, uint64_t *count);

/// Its elements as floats, `components` each (3 or 4 or 16), normalised where it says so, sparse ones replaced. `values`
/// has room for gltf_accessor_count elements.
kilncook_status gltf_accessor_floats(gltf_reader *reader, uint32_t accessor, uint32_t components, float *values);

/// Its elements as indices.
kilncook_status gltf_accessor_indices(gltf_reader *reader, uint32_t accessor, uint32_t *values);

/// --- Meshes: import_gltf_mesh.c

/// Art meshes of the file's meshes: mesh i has those of [first[i], first[i + 1]), one a primitive.
typedef struct gltf_meshes
{
	uint32_t *first; ///< `mesh_count` + 1
	uint32_t mesh_count;
	size_t capacity;			///< of the scene's meshes
	uint64_t corners;			///< so far
	uint64_t vertices;			///< decoded so far
	uint64_t left_over;			///< indices that are too few for a last face
	uint64_t without_positions; ///< primitives
	uint64_t morphed;			///< primitives with morph targets
	uint32_t *uses;				///< of accessors as positions
	uint32_t accessor_count;
	uint32_t cached; ///< accessor whose positions are at hand, or KILN_NONE
	float (*positions)[3];
	uint32_t position_count;
	import_used used;
} gltf_meshes;

/// The materials, and one without a name at the end, which is for primitives without.
kilncook_status gltf_materials_read(gltf_reader *reader, art_scene *scene);

/// Every mesh at its own weights. Needs the materials.
kilncook_status gltf_meshes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene);

/// A mesh once more at other weights, of which there must be as many as it has targets: its art meshes follow the others
/// from `*first` on.
kilncook_status gltf_mesh_morph(gltf_reader *reader, gltf_meshes *meshes, uint32_t mesh, gltf_place place,
	json_t *weights, art_scene *scene, uint32_t *first);

/// What the meshes lost, as messages; and gives back the spare room, also after a failure.
kilncook_status gltf_meshes_end(gltf_reader *reader, gltf_meshes *meshes, kilncook_status status, art_scene *scene);

/// --- Nodes: import_gltf_node.c

/// The scene's nodes in depth-first order, instances behind the node that has them. Needs the meshes.
kilncook_status gltf_nodes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene);

/// `out` = `left` times `right`, three rows of four: each element is a sum of products from left to right.
void gltf_multiply(const double *left, const double *right, double *out);

/// A node's own matrix from translation, rotation (x, y, z, w; any length but 0) and scale: T R S.
void gltf_compose(const double *translation, const double *rotation, const double *scale, double *out);

#endif
