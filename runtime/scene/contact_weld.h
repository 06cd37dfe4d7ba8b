// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_WELD_H
#define KILN_SCENE_CONTACT_WELD_H

#include "kiln/convex/mesh.h"

/// Welds the contacts of a query's manifolds, sorted by node and triangle, as kiln/convex/mesh.h says; manifolds without a
/// contact that is left go. `size` is the object's, `flat` the sine of flat edges. Returns how many are left.
uint32_t kiln_contacts_weld(kiln_mesh_manifold *manifolds, uint32_t count, double size, double flat);

#endif
