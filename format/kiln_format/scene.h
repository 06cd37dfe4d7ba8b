// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_SCENE_H
#define KILN_FORMAT_SCENE_H

#include "blob.h"

/// What stands in the asset: shapes, nodes, materials and bodies.

/// Most layers: a layer is a bit of 64.
#define KILN_LAYERS_MAX 64
/// The layer of a node without a layer of its own.
#define KILN_LAYER_DEFAULT 1ull

/// Flags of a material.
typedef uint32_t kiln_material_flags;
enum kiln_material_flags_values
{
	KILN_MATERIAL_FRICTION = 1,	   ///< `friction` is given
	KILN_MATERIAL_RESTITUTION = 2, ///< `restitution` is given
	KILN_MATERIAL_FLAGS_KNOWN = 3,
};

/// A mask has a bit for each layer. A triangle or solid has the masks of its material; a mask of 0 stands for that of its node.
typedef struct kiln_format_material
{
	uint32_t name;	   ///< offset in NAMES or KILN_NONE
	uint32_t tag;	   ///< the user's own number for this material
	uint64_t layers;   ///< layers that contain the triangles; 0: the layers of the node
	uint64_t collides; ///< layers that the triangles collide with; 0: those that the node collides with
	uint64_t user;	   ///< the user's own 64 bits
	float friction;	   ///< >= 0; 0 where it is not given
	float restitution; ///< 0 .. 1; 0 where it is not given
	uint32_t flags;	   ///< kiln_material_flags
	uint32_t reserved;
} kiln_format_material;

/// How a physics engine combines the friction, or the restitution, of two materials. When their modes differ, the lower one
/// counts.
typedef uint32_t kiln_combine;
enum kiln_combine_values
{
	KILN_COMBINE_AVERAGE = 0,
	KILN_COMBINE_MINIMUM = 1,
	KILN_COMBINE_MAXIMUM = 2,
	KILN_COMBINE_MULTIPLY = 3,
	KILN_COMBINE_END = 4,
};

/// The surface of a material in the art, for a physics engine. Kiln does not use the numbers. All fields are 0 when the art
/// gives none of them.
typedef struct kiln_format_surface
{
	float static_friction; ///< >= 0, like the next two
	float dynamic_friction;
	float restitution;
	uint32_t friction_combine;	  ///< kiln_combine
	uint32_t restitution_combine; ///< kiln_combine
	uint32_t given;				  ///< 1: the art gives these values; 0: it gives none of them
} kiln_format_surface;

/// The kind of a shape. Values are fixed.
typedef uint32_t kiln_shape_kind;
enum kiln_shape_kind_values
{
	KILN_SHAPE_MESH = 0,	 ///< a surface of triangles
	KILN_SHAPE_HULL = 1,	 ///< a convex solid that is given by planes
	KILN_SHAPE_SPHERE = 2,	 ///< parameters: centre, radius
	KILN_SHAPE_CAPSULE = 3,	 ///< ends a and b of the segment, radius
	KILN_SHAPE_BOX = 4,		 ///< centre, half extents, unit quaternion x, y, z, w
	KILN_SHAPE_CYLINDER = 5, ///< centres a and b of the caps, radius; a and b differ
	KILN_SHAPE_KIND_END = 6,
};

/// Flags of a shape.
typedef uint32_t kiln_shape_flags;
enum kiln_shape_flags_values
{
	KILN_SHAPE_HAS_MASS = 1, ///< volume, centre and inertia are a solid's; without the flag only the area is known
	KILN_SHAPE_MASKED = 2,	 ///< its material, or the material of a part of the mesh, has a mask of its own
	KILN_SHAPE_FLAGS_KNOWN = 3,
};

/// A shape that nodes place. A shape is stored once, however many nodes place it.
typedef struct kiln_format_shape
{
	uint32_t kind;		 ///< kiln_shape_kind
	uint32_t index;		 ///< in MESHES or HULLS; 0 for a primitive
	uint32_t name;		 ///< offset in NAMES or KILN_NONE
	uint32_t material;	 ///< index in MATERIALS; KILN_NONE for a mesh, whose parts have materials
	uint32_t part_first; ///< the parts that the shape was made from; 0, 0 for a primitive given by its numbers
	uint32_t part_count;
	uint32_t volumes;	  ///< index in VOLUMES; KILN_NONE for a primitive
	uint32_t flags;		  ///< kiln_shape_flags
	float parameters[12]; ///< numbers of a primitive, see kiln_shape_kind; unused ones are 0
	float volume;		  ///< volume of the solid, which has density 1
	float area;			  ///< area of the surface
	float center[3];	  ///< centre of mass; without mass: centre of the area
	float inertia[6];	  ///< about the centre: xx, yy, zz, xy, xz, yz entries of the tensor
	float moments[3];	  ///< principal moments, increasing
	float axes[4];		  ///< unit quaternion that turns x, y, z to their axes
	uint32_t reserved[2];
} kiln_format_shape;

/// Flags of a node.
typedef uint32_t kiln_node_flags;
enum kiln_node_flags_values
{
	KILN_NODE_IDENTITY = 1, ///< both transforms are exactly the identity
	KILN_NODE_MIRRORED = 2, ///< the transform has a negative determinant; hit normals are turned to stay outward
	KILN_NODE_TRIGGER = 4,	///< a region that reports what enters it, and collides with nothing
	KILN_NODE_FLAGS_KNOWN = 7,
};

/// A shape placed in the asset. Matrices are three rows of four: p' = M[0..2] . (p, 1).
typedef struct kiln_format_node
{
	float to_asset[12];	 ///< from the shape's coordinates to asset coordinates
	float to_mesh[12];	 ///< from asset coordinates to the shape's: the inverse, computed in double
	float bounds_min[3]; ///< conservative box in asset coordinates
	float bounds_max[3];
	uint32_t mesh;		  ///< index in MESHES; KILN_NONE when the shape is not a mesh
	uint32_t name;		  ///< offset in NAMES or KILN_NONE
	uint32_t source_node; ///< number of the node in the art's scene graph, counted depth first
	uint32_t flags;		  ///< kiln_node_flags
	uint32_t tag;		  ///< the user's own number for this node
	uint32_t shape;		  ///< index in SHAPES
	uint64_t layers;	  ///< layers that contain the node; not 0
	uint64_t collides;	  ///< layers that the node collides with
	uint64_t user;		  ///< the user's own 64 bits
	uint32_t reserved[2];
} kiln_format_node;

/// The scene: the tree over the nodes. Each leaf holds one node: leaf k is NODES[k].
typedef struct kiln_format_scene
{
	float bounds_min[3]; ///< conservative box of the asset
	float bounds_max[3];
	uint32_t tree_count; ///< tree nodes, which are the first in TREE; > 0
	uint32_t depth;		 ///< levels of the tree, 1 .. KILN_TREE_DEPTH_MAX
	uint32_t pair_tree;	 ///< index in VOLUME_TREES of the tree that pair queries walk; KILN_NONE: the tree in TREE
	uint32_t reserved[7];
} kiln_format_scene;

/// Where the coordinates of an asset begin in a large world. A blob without one begins at zero.
typedef struct kiln_format_origin
{
	double position[3]; ///< of the origin of asset coordinates; finite, at most 2^53 in magnitude
	double step; ///< of a grid, a power of two: vertices that were cooked in place are on it; 0: there is no grid
} kiln_format_origin;

/// How a body moves. Values are fixed.
typedef uint32_t kiln_body_kind;
enum kiln_body_kind_values
{
	KILN_BODY_STATIC = 0,	 ///< does not move
	KILN_BODY_KINEMATIC = 1, ///< moves as the game sets it, as if its mass were infinite
	KILN_BODY_DYNAMIC = 2,	 ///< moves by forces
	KILN_BODY_KIND_END = 3,
};

/// Flags of a body.
typedef uint32_t kiln_body_flags;
enum kiln_body_flags_values
{
	KILN_BODY_MASS = 1,	   ///< `mass` is given
	KILN_BODY_CENTER = 2,  ///< `center` is given
	KILN_BODY_INERTIA = 4, ///< `inertia` and `axes` are given
	KILN_BODY_FLAGS_KNOWN = 7,
};

/// A rigid body of the art, for a physics engine. Kiln does not use the numbers. Vectors are in the body's own coordinates,
/// the units are kilograms, metres and seconds. Numbers that are not given are 0.
typedef struct kiln_format_body
{
	float to_asset[12]; ///< from the body's coordinates to asset coordinates, at the beginning
	float mass;			///< kg, >= 0; given as 0: infinite
	float gravity;		///< factor of gravity, of any sign
	float center[3];	///< centre of mass
	float inertia[3];	///< principal moments, kg m^2, >= 0; given as 0: infinite
	float axes[4];		///< unit quaternion x, y, z, w that turns the principal axes into the body's coordinates
	float linear_velocity[3];
	float angular_velocity[3]; ///< radians a second
	uint32_t kind;			   ///< kiln_body_kind
	uint32_t flags;			   ///< kiln_body_flags
	uint32_t name;			   ///< offset in NAMES or KILN_NONE: the art node's name
	uint32_t source_node;	   ///< number of the node in the art's scene graph, counted depth first
	uint32_t reserved[2];
} kiln_format_body;

KILN_FORMAT_LAYOUT(kiln_format_material, 48);
KILN_FORMAT_FIELD(kiln_format_material, name, 0);
KILN_FORMAT_FIELD(kiln_format_material, tag, 4);
KILN_FORMAT_FIELD(kiln_format_material, layers, 8);
KILN_FORMAT_FIELD(kiln_format_material, collides, 16);
KILN_FORMAT_FIELD(kiln_format_material, user, 24);
KILN_FORMAT_FIELD(kiln_format_material, friction, 32);
KILN_FORMAT_FIELD(kiln_format_material, restitution, 36);
KILN_FORMAT_FIELD(kiln_format_material, flags, 40);
KILN_FORMAT_FIELD(kiln_format_material, reserved, 44);

KILN_FORMAT_LAYOUT(kiln_format_surface, 24);
KILN_FORMAT_FIELD(kiln_format_surface, static_friction, 0);
KILN_FORMAT_FIELD(kiln_format_surface, dynamic_friction, 4);
KILN_FORMAT_FIELD(kiln_format_surface, restitution, 8);
KILN_FORMAT_FIELD(kiln_format_surface, friction_combine, 12);
KILN_FORMAT_FIELD(kiln_format_surface, restitution_combine, 16);
KILN_FORMAT_FIELD(kiln_format_surface, given, 20);

KILN_FORMAT_LAYOUT(kiln_format_shape, 160);
KILN_FORMAT_FIELD(kiln_format_shape, kind, 0);
KILN_FORMAT_FIELD(kiln_format_shape, index, 4);
KILN_FORMAT_FIELD(kiln_format_shape, name, 8);
KILN_FORMAT_FIELD(kiln_format_shape, material, 12);
KILN_FORMAT_FIELD(kiln_format_shape, part_first, 16);
KILN_FORMAT_FIELD(kiln_format_shape, part_count, 20);
KILN_FORMAT_FIELD(kiln_format_shape, volumes, 24);
KILN_FORMAT_FIELD(kiln_format_shape, flags, 28);
KILN_FORMAT_FIELD(kiln_format_shape, parameters, 32);
KILN_FORMAT_FIELD(kiln_format_shape, volume, 80);
KILN_FORMAT_FIELD(kiln_format_shape, area, 84);
KILN_FORMAT_FIELD(kiln_format_shape, center, 88);
KILN_FORMAT_FIELD(kiln_format_shape, inertia, 100);
KILN_FORMAT_FIELD(kiln_format_shape, moments, 124);
KILN_FORMAT_FIELD(kiln_format_shape, axes, 136);
KILN_FORMAT_FIELD(kiln_format_shape, reserved, 152);

KILN_FORMAT_LAYOUT(kiln_format_node, 176);
KILN_FORMAT_FIELD(kiln_format_node, to_asset, 0);
KILN_FORMAT_FIELD(kiln_format_node, to_mesh, 48);
KILN_FORMAT_FIELD(kiln_format_node, bounds_min, 96);
KILN_FORMAT_FIELD(kiln_format_node, bounds_max, 108);
KILN_FORMAT_FIELD(kiln_format_node, mesh, 120);
KILN_FORMAT_FIELD(kiln_format_node, name, 124);
KILN_FORMAT_FIELD(kiln_format_node, source_node, 128);
KILN_FORMAT_FIELD(kiln_format_node, flags, 132);
KILN_FORMAT_FIELD(kiln_format_node, tag, 136);
KILN_FORMAT_FIELD(kiln_format_node, shape, 140);
KILN_FORMAT_FIELD(kiln_format_node, layers, 144);
KILN_FORMAT_FIELD(kiln_format_node, collides, 152);
KILN_FORMAT_FIELD(kiln_format_node, user, 160);
KILN_FORMAT_FIELD(kiln_format_node, reserved, 168);

KILN_FORMAT_LAYOUT(kiln_format_scene, 64);
KILN_FORMAT_FIELD(kiln_format_scene, bounds_min, 0);
KILN_FORMAT_FIELD(kiln_format_scene, bounds_max, 12);
KILN_FORMAT_FIELD(kiln_format_scene, tree_count, 24);
KILN_FORMAT_FIELD(kiln_format_scene, depth, 28);
KILN_FORMAT_FIELD(kiln_format_scene, pair_tree, 32);
KILN_FORMAT_FIELD(kiln_format_scene, reserved, 36);

KILN_FORMAT_LAYOUT(kiln_format_origin, 32);
KILN_FORMAT_FIELD(kiln_format_origin, position, 0);
KILN_FORMAT_FIELD(kiln_format_origin, step, 24);

KILN_FORMAT_LAYOUT(kiln_format_body, 144);
KILN_FORMAT_FIELD(kiln_format_body, to_asset, 0);
KILN_FORMAT_FIELD(kiln_format_body, mass, 48);
KILN_FORMAT_FIELD(kiln_format_body, gravity, 52);
KILN_FORMAT_FIELD(kiln_format_body, center, 56);
KILN_FORMAT_FIELD(kiln_format_body, inertia, 68);
KILN_FORMAT_FIELD(kiln_format_body, axes, 80);
KILN_FORMAT_FIELD(kiln_format_body, linear_velocity, 96);
KILN_FORMAT_FIELD(kiln_format_body, angular_velocity, 108);
KILN_FORMAT_FIELD(kiln_format_body, kind, 120);
KILN_FORMAT_FIELD(kiln_format_body, flags, 124);
KILN_FORMAT_FIELD(kiln_format_body, name, 128);
KILN_FORMAT_FIELD(kiln_format_body, source_node, 132);
KILN_FORMAT_FIELD(kiln_format_body, reserved, 136);

#endif
