// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_WELD_H
#define KILN_SCENE_CONTACT_WELD_H

#include "kiln/convex/mesh.h"

/// Ends a query: drops what lies beside a triangle and a neighbour has, too, and welds contacts, as kiln/convex/mesh.h says.
/// The manifolds are sorted by node and triangle; those without a contact that is left go. `size` is the object's. Returns
/// how many are left.
uint32_t kiln_contacts_weld(const kiln_asset *asset, kiln_mesh_manifold *manifolds, uint32_t count, double size);

#endif
