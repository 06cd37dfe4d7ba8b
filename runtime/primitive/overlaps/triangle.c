// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "kiln_format.h"
#include "shape/usable.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

/// A triangle's corners in lanes x, y and z; the fourth lane repeats another coordinate of the triangle, or is 0.
typedef struct corner_lanes
{
	f4 corner[3];
} corner_lanes;

static inline corner_lanes lanes_of(const kiln_triangle *t)
{
	const kiln_vec3 *c = t->corners;
	return (corner_lanes){{f4_load(&c[0].x), f4_load(&c[1].x), f4_from3(c[2].x, c[2].y, c[2].z)}};
}

/// The lanes whose coordinates are numbers and not too large.
static inline m4 in_range(const corner_lanes *t)
{
	f4 most = f4_set1(KILN_COORDINATE_MAX);
	m4 first = m4_le(f4_abs(t->corner[0]), most), second = m4_le(f4_abs(t->corner[1]), most);
	return m4_and(m4_and(first, second), m4_le(f4_abs(t->corner[2]), most));
}

static inline f4 low_of(const corner_lanes *t)
{
	return f4_min(t->corner[0], f4_min(t->corner[1], t->corner[2]));
}

static inline f4 high_of(const corner_lanes *t)
{
	return f4_max(t->corner[0], f4_max(t->corner[1], t->corner[2]));
}

/// Tests the boxes first: half of the time for pairs that are apart, a tenth for pairs that are far apart.
bool kiln_overlaps_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!a || !b)
		return true;
	corner_lanes of_a = lanes_of(a), of_b = lanes_of(b);
	if (m4_bits(m4_and(in_range(&of_a), in_range(&of_b))) != 15)
		return true;
	m4 apart = m4_or(m4_gt(low_of(&of_a), high_of(&of_b)), m4_gt(low_of(&of_b), high_of(&of_a)));
	if (m4_bits(apart) & 7)
		return false;
	kiln_two_triangles two;
	kiln_two_triangles_set(&two, a, b);
	return kilni_triangles_touch(two.a, two.b);
}

kiln_triangle_contact kiln_contact_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b)
{
	kiln_triangle_contact contact = {.touching = false};
	kiln_d3 ends[2];
	if (!kilni_usable_triangle(a) || !kilni_usable_triangle(b))
		return contact;
	kiln_two_triangles two;
	kiln_two_triangles_set(&two, a, b);
	contact.touching = kilni_triangles_contact(two.a, two.b, ends, &contact.coplanar);
	if (!contact.touching)
		return contact;
	for (int i = 0; i < 2; ++i)
		contact.ends[i] = kiln_d3_to(ends[i]);
	return contact;
}
