// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PHYSICS_CASE_H
#define KILN_TESTS_PHYSICS_CASE_H

#include "import_case.h"

/// glTF files with KHR_physics_rigid_bodies and OMI_physics_body, as text.

#define BODY(member) "\"extensions\":{\"KHR_physics_rigid_bodies\":{" member "}}"
#define OMI_BODY(member) "\"extensions\":{\"OMI_physics_body\":{" member "}}"
#define BALL "\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\"}]}"
#define COLLIDER "\"collider\":{\"geometry\":{\"shape\":0}}"

/// Members of a file whose mesh 0 is a triangle, and mesh 1 the same, of `data.bin`.
extern const char physics_case_meshes[];

/// Makes the folder with `data.bin`; false when that fails.
bool physics_case_begin(import_case *test);

/// Imports a file of these nodes, of which node 0 is the scene, with these extensions.
kilncook_status physics_case_file(import_case *test, const char *nodes, const char *extensions);

/// Imports a file of one node with a collider of one shape.
kilncook_status physics_case_shape(import_case *test, bool omi, const char *shape);

#endif
