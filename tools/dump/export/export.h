// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_EXPORT_H
#define KILN_DUMP_EXPORT_H

#include "kiln.h"

#include <stdio.h>

/// Writes every node's surface in asset coordinates as Wavefront OBJ: a group a node, `usemtl` by material, vertices
/// shared inside a node; hulls as their polygons, round solids in facets. Reverses the triangles of mirrored nodes, so
/// that the outside stays outside. False when out of memory.
bool export_obj(FILE *out, const kiln_asset *asset);

/// Draws what the nodes place as SVG: three views along the axes, without what is hidden, a section through the middle, and a
/// bar of a round length. Fronts of meshes are grey, backs blue, solids green; edges of one triangle are red, of three or more
/// violet. The file is bounded by pixels and visible edges. False when out of memory.
bool export_svg(FILE *out, const kiln_asset *asset);

/// Writes the asset as glTF 2.0 with its buffer inside: each node with its surface, parts and solids in colours of their own,
/// and as a collider or trigger of KHR_physics_rigid_bodies, primitives as KHR_implicit_shapes; layers as collision
/// systems, and the surfaces of materials that the art gave. kiln-cook makes the same shapes of the file. Rigid bodies,
/// names of solids' materials without a surface, and hulls of a point or a segment are not written. False when out of
/// memory.
bool export_gltf(FILE *out, const kiln_asset *asset);

/// Writes a height field as glTF 2.0 with its buffer inside, in the coordinates of the field: one node with the triangles, a primitive,
/// a colour and a material `material_N` for each material that a cell has, and a collider of KHR_physics_rigid_bodies. Holes are
/// left out. False when out of memory, or with more than 2^32 corners.
bool export_field_gltf(FILE *out, const kiln_heightfield *field);

#endif
