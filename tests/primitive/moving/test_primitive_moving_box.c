// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "primitive_moving.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool judge(moving_question q, bool closely, kiln_impact impact)
{
	q.part_count = 1;
	q.closely = closely;
	q.parts_soonest = true;
	return moving_check(&q, &impact);
}

static kiln_vec3 on_plane(moving_random *random, const kiln_plane *plane)
{
	kiln_d3 n = kiln_d3_from(plane->normal), p = kiln_d3_from(moving_point(random));
	return kiln_d3_to(kiln_d3_along(p, ((double)plane->d - kiln_d3_dot(n, p)) / kiln_d3_length2(n), n));
}

static bool aabb_plane(moving_random *random, bool closely)
{
	kiln_aabb a = moving_aabb(random);
	kiln_plane b = moving_plane(random);
	kiln_vec3 motion = moving_motion(random, moving_below(random, 2) ? a.min : a.max, on_plane(random, &b));
	moving_question q = {.a = moving_of_aabb(&a), .plane = &b, .motion = motion};
	q.overlap = kiln_overlaps_plane_aabb(&b, &a);
	bool good = judge(q, closely, kiln_moving_aabb_plane(&a, &motion, &b));
	q.overlap = kiln_overlaps_halfspace_aabb(&b, &a);
	q.solid = true;
	return good && judge(q, closely, kiln_moving_aabb_halfspace(&a, &motion, &b));
}

static bool obb_plane(moving_random *random, bool closely)
{
	kiln_obb a = moving_obb(random);
	kiln_plane b = moving_plane(random);
	kiln_vec3 motion = moving_motion(random, a.center, on_plane(random, &b));
	moving_question q = {.a = moving_of_obb(&a), .plane = &b, .motion = motion};
	q.overlap = kiln_overlaps_plane_obb(&b, &a);
	bool good = judge(q, closely, kiln_moving_obb_plane(&a, &motion, &b));
	q.overlap = kiln_overlaps_halfspace_obb(&b, &a);
	q.solid = true;
	return good && judge(q, closely, kiln_moving_obb_halfspace(&a, &motion, &b));
}

static bool aabb_aabb(moving_random *random, bool closely)
{
	kiln_aabb a = moving_aabb(random), b = moving_aabb(random);
	kiln_vec3 motion = moving_motion(random, a.min, moving_below(random, 2) ? b.min : b.max);
	moving_body second = moving_of_aabb(&b);
	moving_question q = {.a = moving_of_aabb(&a), .parts = &second, .motion = motion};
	q.overlap = kiln_overlaps_aabb_aabb(&a, &b);
	return judge(q, closely, kiln_moving_aabb_aabb(&a, &motion, &b));
}

static bool aabb_obb(moving_random *random, bool closely)
{
	kiln_aabb a = moving_aabb(random);
	kiln_obb b = moving_obb(random);
	kiln_vec3 motion = moving_motion(random, a.min, b.center);
	moving_body second = moving_of_obb(&b);
	moving_question q = {.a = moving_of_aabb(&a), .parts = &second, .motion = motion};
	q.overlap = kiln_overlaps_aabb_obb(&a, &b);
	return judge(q, closely, kiln_moving_aabb_obb(&a, &motion, &b));
}

static bool obb_obb(moving_random *random, bool closely)
{
	kiln_obb a = moving_obb(random), b = moving_obb(random);
	if (moving_below(random, 4) == 0)
		memcpy(b.axes, a.axes, sizeof b.axes);
	kiln_vec3 motion = moving_motion(random, a.center, b.center);
	moving_body second = moving_of_obb(&b);
	moving_question q = {.a = moving_of_obb(&a), .parts = &second, .motion = motion};
	q.overlap = kiln_overlaps_obb_obb(&a, &b);
	return judge(q, closely, kiln_moving_obb_obb(&a, &motion, &b));
}

static bool aabb_triangle(moving_random *random, bool closely)
{
	kiln_aabb a = moving_aabb(random);
	kiln_triangle b = moving_triangle(random);
	kiln_vec3 motion = moving_motion(random, a.max, b.corners[0]);
	moving_body second = moving_of_points(b.corners, 3);
	moving_question q = {.a = moving_of_aabb(&a), .parts = &second, .motion = motion};
	q.overlap = kiln_overlaps_aabb_triangle(&a, &b);
	return judge(q, closely, kiln_moving_aabb_triangle(&a, &motion, &b));
}

static bool obb_triangle(moving_random *random, bool closely)
{
	kiln_obb a = moving_obb(random);
	kiln_triangle b = moving_triangle(random);
	kiln_triangle turned = {{b.corners[2], b.corners[0], b.corners[1]}};
	kiln_vec3 motion = moving_motion(random, a.center, b.corners[moving_below(random, 3)]);
	moving_body second = moving_of_points(b.corners, 3);
	moving_question q = {.a = moving_of_obb(&a), .parts = &second, .motion = motion};
	q.overlap = kiln_overlaps_obb_triangle(&a, &b);
	kiln_impact impact = kiln_moving_obb_triangle(&a, &motion, &b);
	kiln_impact other = kiln_moving_obb_triangle(&a, &motion, &turned);
	return judge(q, closely, impact) && impact.hit == other.hit && impact.inside == other.inside &&
		   (!closely || judge(q, closely, other));
}

/// Solids whose corners lie on few planes: tetrahedra and octahedra of any floats; boxes and prisms whose corners a
/// lattice keeps on their faces' planes.
typedef struct solid
{
	kiln_vec3 vertices[8];
	const uint32_t *first, *corners;
	uint32_t vertex_count, face_count;
} solid;

static const uint32_t tetra_first[] = {0, 3, 6, 9, 12};
static const uint32_t tetra_corners[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
static const uint32_t octa_first[] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const uint32_t octa_corners[] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
static const uint32_t box_first[] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t box_corners[] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
static const uint32_t prism_first[] = {0, 3, 6, 10, 14, 18};
static const uint32_t prism_corners[] = {0, 2, 1, 3, 4, 5, 0, 1, 4, 3, 1, 2, 5, 4, 2, 0, 3, 5};

static double volume_of(const kiln_vec3 *a, const kiln_vec3 *b, const kiln_vec3 *c, const kiln_vec3 *d)
{
	kiln_d3 o = kiln_d3_from(*a);
	return kiln_d3_dot(kiln_d3_sub(kiln_d3_from(*d), o),
		kiln_d3_cross(kiln_d3_sub(kiln_d3_from(*b), o), kiln_d3_sub(kiln_d3_from(*c), o)));
}

static kiln_vec3 plus(kiln_vec3 p, double s, kiln_vec3 v)
{
	return kiln_d3_to(kiln_d3_along(kiln_d3_from(p), s, kiln_d3_from(v)));
}

static void tetrahedron(solid *s, moving_random *random)
{
	*s = (solid){.first = tetra_first, .corners = tetra_corners, .vertex_count = 4, .face_count = 4};
	for (int i = 0; i < 4; ++i)
		s->vertices[i] = moving_point(random);
	kiln_vec3 swapped = s->vertices[0];
	if (volume_of(&s->vertices[0], &s->vertices[1], &s->vertices[2], &s->vertices[3]) < 0)
	{
		s->vertices[0] = s->vertices[1];
		s->vertices[1] = swapped;
	}
}

static void lattice_solid(solid *s, moving_random *random, uint32_t kind)
{
	int mode = random->mode;
	random->mode = 1;
	kiln_vec3 o = moving_point(random), u = moving_point(random), v = moving_point(random), w = moving_point(random);
	random->mode = mode;
	kiln_vec3 zero = {0, 0, 0}, swapped = u;
	if (volume_of(&zero, &u, &v, &w) < 0)
	{
		u = v;
		v = swapped;
	}
	if (kind == 1)
	{
		// From the center along each vector and against it.
		*s = (solid){.first = octa_first, .corners = octa_corners, .vertex_count = 6, .face_count = 8};
		for (int i = 0; i < 6; ++i)
			s->vertices[i] = plus(o, i & 1 ? -1 : 1, i < 2 ? u : i < 4 ? v : w);
		return;
	}
	bool box = kind == 2;
	*s = (solid){.first = box ? box_first : prism_first,
		.corners = box ? box_corners : prism_corners,
		.vertex_count = box ? 8 : 6,
		.face_count = box ? 6 : 5};
	for (uint32_t i = 0; i < s->vertex_count; ++i)
	{
		double x = box ? i & 1 : i % 3 == 1, y = box ? i >> 1 & 1 : i % 3 == 2, z = box ? i >> 2 : i / 3;
		s->vertices[i] = plus(plus(plus(o, x, u), y, v), z, w);
	}
}

static kiln_polyhedron polyhedron_of(const solid *s)
{
	return (kiln_polyhedron){s->vertices, s->vertex_count, s->first, s->corners, s->face_count};
}

static bool is_flat(const solid *s)
{
	double volume = 0;
	for (uint32_t i = 3; i < s->vertex_count; ++i)
		for (uint32_t j = 2; j < i; ++j)
			volume = fmax(volume, fabs(volume_of(&s->vertices[0], &s->vertices[1], &s->vertices[j], &s->vertices[i])));
	return volume == 0;
}

static void any_solid(solid *s, moving_random *random)
{
	uint32_t kind = moving_below(random, 4);
	do
		kind ? lattice_solid(s, random, kind) : tetrahedron(s, random);
	while (is_flat(s));
}

static bool polyhedra(moving_random *random, bool closely)
{
	solid s, t;
	if (random->mode == 3)
		random->mode = 0;
	any_solid(&s, random);
	any_solid(&t, random);
	kiln_polyhedron a = polyhedron_of(&s), b = polyhedron_of(&t);
	kiln_vec3 motion = moving_motion(random, s.vertices[0], t.vertices[moving_below(random, 4)]);
	moving_body second = moving_of_points(t.vertices, (int)t.vertex_count);
	kiln_impact impact = kiln_moving_polyhedron_polyhedron(&a, &motion, &b);
	kiln_vec3 zero = {0, 0, 0};
	moving_question q = {.a = moving_of_points(s.vertices, (int)s.vertex_count), .parts = &second, .motion = motion};
	// No other function exists to compare with: queries the start alone a second time.
	q.overlap = kiln_moving_polyhedron_polyhedron(&a, &zero, &b).hit;
	return judge(q, closely, impact);
}

#define TRY(pair, usual)                                                                                               \
	static void pair##_meet_when_256_bits_say(void **state)                                                            \
	{                                                                                                                  \
		(void)state;                                                                                                   \
		moving_try_many(pair, 2, usual);                                                                               \
	}

TRY(aabb_plane, 5000)
TRY(obb_plane, 5000)
TRY(aabb_aabb, 2000)
TRY(aabb_obb, 1000)
TRY(obb_obb, 2000)
TRY(aabb_triangle, 1000)
TRY(obb_triangle, 1000)
TRY(polyhedra, 1000)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aabb_plane_meet_when_256_bits_say),
		cmocka_unit_test(obb_plane_meet_when_256_bits_say),
		cmocka_unit_test(aabb_aabb_meet_when_256_bits_say),
		cmocka_unit_test(aabb_obb_meet_when_256_bits_say),
		cmocka_unit_test(obb_obb_meet_when_256_bits_say),
		cmocka_unit_test(aabb_triangle_meet_when_256_bits_say),
		cmocka_unit_test(obb_triangle_meet_when_256_bits_say),
		cmocka_unit_test(polyhedra_meet_when_256_bits_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
