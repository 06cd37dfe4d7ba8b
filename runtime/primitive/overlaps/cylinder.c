// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "kiln/primitive/convex.h"
#include "math/ieee.h"
#include "shape/usable.h"

bool kiln_overlaps_cylinder_cylinder(const kiln_cylinder *a, const kiln_cylinder *b)
{
	if (!kilni_usable_cylinder(a) || !kilni_usable_cylinder(b))
		return true;
	kiln_convex_shape first = {.kind = KILN_CONVEX_CYLINDER, .cylinder = *a};
	kiln_convex_shape second = {.kind = KILN_CONVEX_CYLINDER, .cylinder = *b};
	return kiln_overlaps_convex_convex(&first, &second);
}

bool kiln_overlaps_capsule_cylinder(const kiln_capsule *a, const kiln_cylinder *b)
{
	if (!kilni_usable_capsule(a) || !kilni_usable_cylinder(b))
		return true;
	kiln_convex_shape first = {.kind = KILN_CONVEX_CAPSULE, .capsule = *a};
	kiln_convex_shape second = {.kind = KILN_CONVEX_CYLINDER, .cylinder = *b};
	return kiln_overlaps_convex_convex(&first, &second);
}
