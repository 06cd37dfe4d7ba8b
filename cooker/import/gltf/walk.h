// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_GLTF_WALK_H
#define KILN_COOKER_IMPORT_GLTF_WALK_H

#include "physics.h"

/// The walk through the nodes of a glTF file.

/// A node of the file. Nodes form trees: a second parent is refused, so a walk from a root never meets a node twice.
typedef struct gltf_node
{
	json_t *object;
	json_t *children; ///< or NULL
	uint32_t parent;
	bool placed; ///< `to_world` is known
	double to_world[12];
} gltf_node;

/// A node to be visited, and its parent in the scene.
typedef struct gltf_pending
{
	uint32_t node;
	uint32_t parent; ///< in the scene
	bool hidden;
	uint32_t body; ///< as art_node has it
} gltf_pending;

typedef struct gltf_walk
{
	gltf_reader *reader;
	gltf_meshes *meshes;
	art_scene *scene;
	gltf_node *nodes;
	uint32_t node_count;
	uint32_t skin_count;
	gltf_pending *stack; ///< room for all nodes: each is pushed once
	uint32_t stack_count;
	size_t capacity;   ///< of the scene's nodes
	uint32_t body;	   ///< of the nodes that are added
	uint32_t metadata; ///< of the nodes that are added
	json_t *roots;	   ///< of the default scene, or NULL for every node without a parent
	uint32_t root_count;
	uint64_t hidden;  ///< nodes that KHR_node_visibility hides
	uint64_t skinned; ///< nodes with skins
	uint64_t posed;	  ///< of these, whose joints are not in their bind pose
	gltf_physics physics;
} gltf_walk;

/// Computes a node's own transform: its matrix, stored by columns, or translation, rotation and scale.
kilncook_status gltf_node_transform(const gltf_walk *walk, uint32_t index, double *own);

/// Gets the art meshes of a node: those of its mesh, or a copy of its mesh with the node's own weights.
kilncook_status gltf_node_mesh(gltf_walk *walk, uint32_t index, uint32_t *first, uint32_t *count);

/// --- Geometry of colliders: import_gltf_geometry.c

/// Gets the meshes of a node of the file and of all nodes below it, in the node's own space. A second call returns the
/// same meshes.
kilncook_status gltf_geometry_of_node(
	gltf_walk *walk, gltf_place place, const char *member, uint32_t node, uint32_t *first, uint32_t *count);

/// Adds a mesh made by import_solid.c to the scene. `faces` are freed.
kilncook_status gltf_mesh_add(gltf_walk *walk, const import_vertices *vertices, import_faces *faces);

/// --- Shapes: import_gltf_shape.c

/// Reads and checks a shape of the file on first use.
kilncook_status gltf_shape_read(gltf_walk *walk, art_extension family, uint32_t index, const gltf_solid **solid);

/// --- Nodes: import_gltf_body.c

/// Reads the shapes, filters and physics materials of the file. Call after materials and meshes are read.
kilncook_status gltf_physics_begin(gltf_walk *walk);

/// Adds the body of a node that has a motion: its number becomes that of the nodes that are added.
kilncook_status gltf_physics_motion(gltf_walk *walk, uint32_t index);

/// Reads the extensions of a node.
kilncook_status gltf_physics_read(gltf_walk *walk, uint32_t index, gltf_collision *collider, gltf_collision *trigger);

/// Makes the scene's last node, which has the collision's meshes, a collider or trigger. `render_first` and
/// `render_count` are the meshes that it shows.
kilncook_status gltf_physics_attach(
	gltf_walk *walk, const gltf_collision *collision, bool trigger, uint32_t render_first, uint32_t render_count);

/// Ends the nodes: if the file has colliders, nodes without one become nothing. Warns of data that is not kept.
kilncook_status gltf_physics_end(gltf_walk *walk);

void gltf_physics_free(gltf_walk *walk);

/// --- Motion: import_gltf_motion.c

/// Adds the body of the next node to the scene.
kilncook_status gltf_motion_read(gltf_walk *walk, art_extension family, json_t *motion, gltf_place place);

#endif
