// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "primitive/triangle/pair_signs.h"
#include "shape/usable.h"

/// Whether an edge of `p` meets the triangle q. An edge in q's plane does not count, and neither does a q without a
/// plane.
static bool edge_pierces(const kiln_d3 p[3], kiln_plane_signs of_p, const kiln_d3 q[3])
{
	for (uint32_t i = 0; i < 3; ++i)
	{
		uint32_t next = i == 2 ? 0 : i + 1, ends = 1u << i | 1u << next;
		bool one_side = (of_p.above & ends) == ends || (of_p.below & ends) == ends;
		bool in_plane = !((of_p.above | of_p.below) & ends);
		if (!one_side && !in_plane && kilni_segment_pierces(&p[i], &p[next], q))
			return true;
	}
	return false;
}

/// If the planes differ, each end of the common segment lies on an edge of one triangle that is not in the other's
/// plane. An edge in the other's plane ends in a corner, where an edge outside of the plane begins, or meets the
/// other's boundary, which is not all in that plane. Signs of determinants are exact.
bool kiln_overlaps_triangle_triangle_edges(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!kilni_usable_triangle(a) || !kilni_usable_triangle(b))
		return true;
	kiln_two_triangles two;
	kiln_two_triangles_set(&two, a, b);
	kiln_plane_signs of_a = kilni_signs_to_plane(two.b, two.a), of_b = kilni_signs_to_plane(two.a, two.b);
	if (kiln_signs_zero(of_a) && kiln_signs_zero(of_b))
	{
		kiln_flat flat;
		return kilni_flatten(two.a, two.b, &flat) && kilni_flat_touches(&flat, two.a, two.b);
	}
	return edge_pierces(two.a, of_a, two.b) || edge_pierces(two.b, of_b, two.a);
}
