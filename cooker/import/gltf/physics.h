// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_GLTF_PHYSICS_H
#define KILN_COOKER_IMPORT_GLTF_PHYSICS_H

#include "gltf.h"

/// Collision that a file defines by extensions: KHR_physics_rigid_bodies (draft of 2025) with KHR_implicit_shapes, and
/// OMI_physics_body with OMI_physics_shape. Both have the same structure; a table holds the differences
/// (gltf_families).

/// The differences between the two families of extensions.
typedef struct gltf_family
{
	const char *bodies; ///< name of the extension of nodes
	const char *body_place;
	const char *shapes; ///< name of the extension of shapes
	const char *shape_place;
	const char *filter_place;
	const char *material_place;
	const char *collider_place; ///< in a node
	const char *trigger_place;
	const char *motion_place;
	const char *geometry; ///< member of a collider or trigger that names the shape; NULL: the collider names the shape
						  ///< directly
	double radius;		  ///< default radius of capsules and cylinders
	double capsule_height;
	double cylinder_height;
	bool minus_one; ///< an index of -1 means no object
} gltf_family;

extern const gltf_family gltf_families[ART_EXTENSION_END];

/// The geometry of a collider or trigger.
typedef struct gltf_solid
{
	bool known;			  ///< the shape has been read
	kilncook_shape shape; ///< a primitive, KILNCOOK_SHAPE_HULL, KILNCOOK_SHAPE_MESH; KILNCOOK_SHAPE_NONE: nothing
	bool lathed;		  ///< rotationally symmetric about y: a nonuniform scale changes the kind of shape
	float parameters[12]; ///< of a primitive
	uint32_t first;		  ///< art meshes, unless a primitive
	uint32_t count;
} gltf_solid;

/// A collider or trigger of a node.
typedef struct gltf_collision
{
	bool there;
	art_extension family;
	gltf_solid solid;
	uint32_t filter; ///< index in art_scene.filters, or KILN_NONE
	uint32_t surface;
} gltf_collision;

/// The data of one family in a file.
typedef struct gltf_family_data
{
	json_t *shapes; ///< an array, or NULL
	uint32_t shape_count;
	gltf_solid *solids; ///< by shape
	uint32_t filter_first;
	uint32_t filter_count;
	uint32_t surface_first;
	uint32_t surface_count;
} gltf_family_data;

/// A range of art meshes; `known` once it has been computed.
typedef struct gltf_mesh_range
{
	uint32_t first;
	uint32_t count;
	bool known;
} gltf_mesh_range;

/// Parts of the extensions that a scene cannot hold.
typedef enum gltf_left
{
	LEFT_JOINT,
	LEFT_LIST,	   ///< a trigger that lists other triggers
	LEFT_OTHER,	   ///< the second of two families
	LEFT_DISABLED, ///< a collider on a node of zero scale
	LEFT_END,
} gltf_left;

typedef struct gltf_physics
{
	gltf_family_data families[ART_EXTENSION_END];
	gltf_mesh_range *geometries; ///< for each node of the file, its meshes as collider geometry; NULL until first
								 ///< needed
	uint32_t plain_material;	 ///< the material without a name
	uint64_t steps;				 ///< nodes visited so far for geometries
	size_t primitive_capacity;
	size_t body_capacity;
	bool any; ///< a node with a collider or trigger exists
	art_extension first;
	uint64_t left[LEFT_END]; ///< nodes of which a part is not kept
	uint64_t skinned;		 ///< meshes of colliders that have a skin
} gltf_physics;

#endif
