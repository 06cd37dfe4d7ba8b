// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_GLTF_H
#define KILN_COOKER_IMPORT_GLTF_H

#include "import/common/import_build.h"
#include "import/import_reader.h"

#include <jansson.h>

/// glTF 2.0 (Khronos 2021) as .gltf and .glb, parsed by jansson. No parsed value is trusted: every member's type, index
/// and length is checked before use, and an invalid file is refused with the place of the fault.

/// Bytes of a buffer, or of a decompressed buffer view.
typedef struct gltf_bytes
{
	const uint8_t *data;
	uint64_t size;
	uint8_t *owned; ///< memory of `owned_size` bytes that `data` points into; NULL when another object owns it
	size_t owned_size;
	bool loaded;
} gltf_bytes;

typedef struct gltf_reader
{
	import_input *input;
	const kilncook_context *context;
	json_t *root;
	const uint8_t *chunk; ///< of a .glb: the bytes of its first buffer
	size_t chunk_size;
	bool has_chunk;
	gltf_bytes *buffers;
	uint32_t buffer_count;
	gltf_bytes *views; ///< of buffer views: only decompressed views own bytes
	uint32_t view_count;
} gltf_reader;

/// A place in the file. Messages name places by JSON Pointers (RFC 6901): `/nodes/3`, or `/nodes/3/extensions`.
typedef struct gltf_place
{
	const char *array; ///< such as `nodes` or `extensions/NAME/shapes`; NULL: the whole file
	uint32_t index;
	const char *inside; ///< a part of the element, such as `primitives/0`; NULL: the whole element
} gltf_place;

/// Room for the part of a JSON Pointer inside an element.
#define GLTF_POINTER_SIZE 128

/// --- JSON: import_gltf_json.c

/// Reports a fault in a member of a place, such as `sparse/indices`, or in the place itself, with "". Returns
/// KILNCOOK_REFUSED.
kilncook_status gltf_broken(const gltf_reader *reader, gltf_place place, const char *member, const char *what);

/// Reports a fault in an element of an array that is a member of a place; returns KILNCOOK_REFUSED.
kilncook_status gltf_broken_element(
	const gltf_reader *reader, gltf_place place, const char *member, size_t element, const char *what);

/// Counts the elements of a top-level array; 0 when it is missing. KILNCOOK_REFUSED when it is not an array.
kilncook_status gltf_count(const gltf_reader *reader, const char *array, uint32_t *count);

/// Returns an element of a top-level array, which must be an object. NULL after a message.
json_t *gltf_element(const gltf_reader *reader, gltf_place place);

/// Gets a member that is an object or array; NULL when missing. KILNCOOK_REFUSED when it has another type.
kilncook_status gltf_child(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, json_type type, json_t **child);

/// Gets the extension `name` of an object; NULL when missing.
kilncook_status gltf_extension(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *name, json_t **extension);

/// Reads an integer from 0 to below `limit`; `missing` when there is no such member.
kilncook_status gltf_integer(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint64_t limit, uint64_t missing, uint64_t *value);

/// Reads an index below `count`; KILN_NONE when there is no such member.
kilncook_status gltf_index(
	const gltf_reader *reader, gltf_place place, json_t *object, const char *member, uint32_t count, uint32_t *index);

/// Reads an array of `count` numbers. Without such a member `values` stay unchanged and `given`, unless NULL, becomes
/// false.
kilncook_status gltf_numbers(const gltf_reader *reader, gltf_place place, json_t *object, const char *member,
	uint32_t count, double *values, bool *given);

/// Gets the `name` of an object; NULL when missing. KILNCOOK_REFUSED when it is not a string.
kilncook_status gltf_name(
	const gltf_reader *reader, gltf_place place, json_t *object, const char **name, size_t *length);

/// --- Buffers: import_gltf_buffer.c

/// Gets the bytes of a buffer view and its stride, 0 for packed elements. The view is read and decompressed on first
/// use.
kilncook_status gltf_view(gltf_reader *reader, uint32_t view, const uint8_t **data, uint64_t *size, uint64_t *stride);

void gltf_buffers_free(gltf_reader *reader);

/// Decompresses a buffer view: import_gltf_meshopt.c. `from` holds the compressed bytes, `place` is that of the view's
/// extension EXT_meshopt_compression.
kilncook_status gltf_decompress(
	gltf_reader *reader, gltf_place place, json_t *extension, const uint8_t *from, uint64_t size, gltf_bytes *to);

/// --- Accessors: import_gltf_accessor.c

/// Counts the elements of an accessor; 0 without an accessor; at most IMPORT_CORNERS_MAX. KILNCOOK_REFUSED when it
/// reaches beyond its bytes.
kilncook_status gltf_accessor_count(gltf_reader *reader, uint32_t accessor, uint64_t *count);

/// Reads the elements of an accessor as floats, `components` each (3 or 4 or 16), normalised if the accessor requires
/// it, with sparse elements replaced. `values` has room for gltf_accessor_count elements.
kilncook_status gltf_accessor_floats(gltf_reader *reader, uint32_t accessor, uint32_t components, float *values);

/// Reads the elements of an accessor as indices.
kilncook_status gltf_accessor_indices(gltf_reader *reader, uint32_t accessor, uint32_t *values);

/// --- Meshes: import_gltf_mesh.c

/// Art meshes of the file's meshes: mesh i has the art meshes [first[i], first[i + 1]), one per primitive.
typedef struct gltf_meshes
{
	uint32_t *first; ///< `mesh_count` + 1
	uint32_t mesh_count;
	size_t capacity;			///< of the scene's meshes
	uint64_t corners;			///< so far
	uint64_t vertices;			///< vertices decoded so far
	uint64_t left_over;			///< indices left after the last complete face
	uint64_t without_positions; ///< primitives
	uint64_t morphed;			///< primitives with morph targets
	uint32_t *uses;				///< for each accessor, how many primitives use it as positions
	uint32_t accessor_count;
	uint32_t cached; ///< accessor whose positions are cached, or KILN_NONE
	float (*positions)[3];
	uint32_t position_count;
	import_used used;
} gltf_meshes;

/// Reads the materials, and adds one without a name at the end for primitives without a material.
kilncook_status gltf_materials_read(gltf_reader *reader, art_scene *scene);

/// Reads every mesh with its own morph weights. Call after gltf_materials_read.
kilncook_status gltf_meshes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene);

/// Adds a mesh again with other weights, one for each of its targets. Its art meshes are appended, starting at
/// `*first`.
kilncook_status gltf_mesh_morph(gltf_reader *reader, gltf_meshes *meshes, uint32_t mesh, gltf_place place,
	json_t *weights, art_scene *scene, uint32_t *first);

/// Warns of data that the meshes lost, and releases spare memory; call it also after a failure.
kilncook_status gltf_meshes_end(gltf_reader *reader, gltf_meshes *meshes, kilncook_status status, art_scene *scene);

/// --- Metadata: import_gltf_metadata.c. Without metadata wanted, these do nothing and return 0.

/// Adds the extras of a node, and returns their group.
uint32_t gltf_metadata_node(gltf_reader *reader, json_t *node);

/// Adds the extras of a mesh under `/extras` and of one of its primitives under `/primitive/extras`; returns their group.
uint32_t gltf_metadata_mesh(gltf_reader *reader, json_t *mesh, json_t *primitive);

/// Adds the extras of a material.
void gltf_metadata_material(gltf_reader *reader, json_t *material, uint32_t index);

/// Adds the extras of the scene under `/extras` and of the asset under `/asset/extras`. Call after the nodes are read.
void gltf_metadata_scene(gltf_reader *reader);

/// --- Nodes: import_gltf_node.c

/// Reads the scene's nodes in depth-first order; instances follow their node. Call after gltf_meshes_read.
kilncook_status gltf_nodes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene);

/// Computes `out` = `left` times `right`, three rows of four. Each element is a sum of products, added from left to
/// right.
void gltf_multiply(const double *left, const double *right, double *out);

#endif
