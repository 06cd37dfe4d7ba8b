// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_SCENE_H
#define KILNCOOK_SCENE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh in the caller's memory. The cooker reads the mesh once and keeps no pointer to it.
typedef struct kilncook_mesh
{
	const char *name;		///< UTF-8, may be NULL
	const float *positions; ///< x, y, z of every vertex
	size_t position_stride; ///< bytes from a vertex to the next, 12 or more, aligned or not; 0 means 12
	uint32_t vertex_count;
	const void *indices; ///< NULL: vertex i is corner i
	uint32_t index_size; ///< bytes: 2 or 4; 0 means 4
	uint64_t index_count;
	const uint32_t *face_sizes; ///< corners of every face; NULL: triangles
	uint32_t face_count;		///< entries of face_sizes
	/// For each entry of face_sizes: whether its corners, 3 or more, are the contour of a hole in the last face before it. A
	/// hole lies inside of its face, may touch it or other holes, and may have either winding. Holes do not count in the
	/// numbers of faces. NULL: no holes.
	const bool *holes;
	uint32_t material; ///< number in kilncook_scene.materials
	/// x, y, z of every vertex in double, without gaps, in the place of `positions`; or NULL. For kilncook_options.origin.
	const double *exact;
} kilncook_mesh;

/// A solid that is given by numbers. Coordinates are finite and at most 2^40 in magnitude, sizes are 0 or more.
typedef struct kilncook_primitive
{
	const char *name; ///< UTF-8, may be NULL
	/// KILNCOOK_SHAPE_SPHERE: centre, radius. CAPSULE: ends a and b of the segment, radius. BOX: centre, half extents,
	/// quaternion x, y, z, w of its rotation, all zero for no rotation. CYLINDER: centres a and b of the caps, which differ, and
	/// the radius.
	kilncook_shape shape;
	float parameters[12]; ///< unused ones are 0
	uint32_t material;	  ///< number in kilncook_scene.materials
} kilncook_primitive;

/// A placed shape: a set of meshes, or a primitive. The cooker joins the meshes of one node, so that a surface that is split
/// by material stays closed.
typedef struct kilncook_node
{
	const char *name; ///< UTF-8, may be NULL
	/// The transform: three rows of four; NULL: the identity. The cooker drops a node with a warning when the transform is
	/// not finite, or when the node places a primitive and the transform has no usable inverse. A scene without any node left
	/// is refused.
	const double *to_asset;
	const uint32_t *meshes; ///< numbers in kilncook_scene.meshes
	uint32_t mesh_count;
	uint32_t tag;						 ///< the caller's own number, which hits of queries report
	kilncook_shape shape;				 ///< the shape that the meshes are cooked into
	const kilncook_primitive *primitive; ///< instead of meshes; nodes may share a primitive; NULL: none
	uint64_t layers;					 ///< bit i: layer i. 0: what marks say, without a mark the first layer
	uint64_t collides;					 ///< layers that the node collides with; 0: what marks say, without a mark all
	uint64_t user;						 ///< the caller's own 64 bits; 0: what marks say
	bool trigger;						 ///< the node is a trigger; false: what marks say
} kilncook_node;

typedef struct kilncook_material
{
	const char *name;		  ///< UTF-8, may be NULL
	uint32_t tag;			  ///< the caller's own number
	uint64_t layers;		  ///< of its triangles; 0: what marks say, without one those of the node
	uint64_t collides;		  ///< layers that its triangles collide with; 0: the same
	uint64_t user;			  ///< the caller's own 64 bits; 0: what marks say
	const float *friction;	  ///< from 0; NULL: what marks say, without one not known
	const float *restitution; ///< 0 .. 1; NULL: the same
} kilncook_material;

/// What metadata belongs to.
typedef uint32_t kilncook_metadata_owner;
enum kilncook_metadata_owner_values
{
	KILNCOOK_METADATA_SCENE = 0,
	KILNCOOK_METADATA_NODE = 1,
	KILNCOOK_METADATA_MATERIAL = 2,
	KILNCOOK_METADATA_MESH = 3, ///< the parts of the asset that were made from the mesh
	KILNCOOK_METADATA_OWNER_END = 4,
};

/// The type of a value of metadata.
typedef uint32_t kilncook_metadata_type;
enum kilncook_metadata_type_values
{
	KILNCOOK_METADATA_NULL = 0,
	KILNCOOK_METADATA_BOOL = 1,
	KILNCOOK_METADATA_INT = 2,
	KILNCOOK_METADATA_DOUBLE = 3,
	KILNCOOK_METADATA_STRING = 4,
	KILNCOOK_METADATA_TYPE_END = 5,
};

/// A value of metadata. Only the field of its type is read.
typedef struct kilncook_metadata
{
	kilncook_metadata_owner owner;
	uint32_t index;	  ///< number of the node, material or mesh in the scene; 0 for the scene
	const char *path; ///< UTF-8, a JSON Pointer (RFC 6901) that begins with `/`
	kilncook_metadata_type type;
	bool boolean;
	int64_t integer;
	double number;		///< finite, else it is left out
	const char *string; ///< UTF-8
} kilncook_metadata;

typedef struct kilncook_scene
{
	const char *name; ///< the source's name in the blob, in place of a file's; may be NULL
	const kilncook_mesh *meshes;
	uint32_t mesh_count;
	const kilncook_node *nodes; ///< NULL: one node places all meshes together
	uint32_t node_count;
	const kilncook_material *materials; ///< NULL: one material without a name
	uint32_t material_count;
	kilncook_axis up; ///< KILNCOOK_AXIS_DEFAULT: unknown
	double unit;	  ///< metres per unit; 0: unknown
	/// Names of the layers from the first on, at most 64, each NULL or of at most 255 bytes. NULL: one layer, `default`.
	const char *const *layers;
	uint32_t layer_count;
	/// Values in any order, which kilncook_options.metadata keeps. Of several with one owner and path, the first counts.
	const kilncook_metadata *metadata;
	uint32_t metadata_count;
} kilncook_scene;

#ifdef __cplusplus
}
#endif

#endif
