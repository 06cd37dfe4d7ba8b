// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_WELD_H
#define KILN_SCENE_CONTACT_WELD_H

#include "kiln/convex/mesh.h"
#include "kiln/surface.h"

/// The triangles of manifolds.
typedef struct kiln_contact_source
{
	const kiln_asset *asset;
	const kiln_surface *surface; ///< whose triangles they are, or NULL: the asset's
} kiln_contact_source;

/// Ends a query: drops contacts beside a triangle that a neighbour also has, and welds contacts, by the rules of
/// kiln/convex/mesh.h. A manifold with `beside` but not `corrected` is one that a border covers, and dropped, too. The
/// manifolds are sorted by node and triangle; manifolds without contacts are removed. `size` is
/// the object's. Returns the number of remaining manifolds. Reads and keeps `node`, `mesh` and `triangle` of each
/// manifold; the other numbers serve as hash tables (Teschner et al. 2003), and the caller sets them afterwards. Time
/// grows with the number of manifolds and of pairs of contacts at one place.
uint32_t kilni_contacts_weld(
	const kiln_contact_source *source, kiln_mesh_manifold *manifolds, uint32_t count, double size);

#endif
