// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_WELD_H
#define KILN_SCENE_CONTACT_WELD_H

#include "kiln/convex/mesh.h"

/// Ends a query: drops what lies beside a triangle and a neighbour has, too, and welds contacts, as kiln/convex/mesh.h says.
/// The manifolds are sorted by node and triangle; those without a contact that is left go. `size` is the object's. Returns
/// how many are left. Of whose they are `node`, `mesh` and `triangle` are asked for and stay; the other numbers it works in,
/// and they are to be set behind it. By hash tables in there (Teschner et al. 2003), in time that grows as the number of
/// manifolds and of pairs of contacts at one place.
uint32_t kilni_contacts_weld(const kiln_asset *asset, kiln_mesh_manifold *manifolds, uint32_t count, double size);

#endif
