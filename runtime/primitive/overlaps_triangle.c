// SPDX-License-Identifier: MIT
#include "overlaps_triangle.h"

#include "usable.h"

bool kiln_overlaps_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!kiln_usable_triangle(a) || !kiln_usable_triangle(b))
		return true;
	kiln_two_triangles two = kiln_two_triangles_of(a, b);
	return kiln_triangles_touch(two.a, two.b);
}

kiln_triangle_contact kiln_contact_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b)
{
	kiln_triangle_contact contact = {.touching = false};
	kiln_d3 ends[2];
	if (!kiln_usable_triangle(a) || !kiln_usable_triangle(b))
		return contact;
	kiln_two_triangles two = kiln_two_triangles_of(a, b);
	contact.touching = kiln_triangles_contact(two.a, two.b, ends, &contact.coplanar);
	if (!contact.touching)
		return contact;
	for (int i = 0; i < 2; ++i)
		contact.ends[i] = kiln_d3_to(ends[i]);
	return contact;
}
