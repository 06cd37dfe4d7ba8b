// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_ROUNDED_H
#define KILN_CONVEX_MANIFOLD_ROUNDED_H

#include "kiln/convex/manifold.h"

/// Finds the contact of two spheres or capsules in closed form: the closest points of their segments (Ericson 2005,
/// 5.1.9). A sphere's segment is a point. The contact is that of the search for any two objects, to rounding.
///
/// Returns false, and sets nothing, for other objects, and where the search must decide: segments that are nearly
/// parallel or so near that they have no sure direction; a gap that may equal the skin; an end that lies so flat that
/// the contact may be elsewhere, or is so near that it may give its name.
bool kilni_contact_rounded(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_manifold *manifold);

#endif
