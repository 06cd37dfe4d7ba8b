// SPDX-License-Identifier: MIT

/// Casts through signed distance fields beside the casts of the mesh.

#include "sdf_case.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static kiln_motion random_motion(uint64_t *random, float size)
{
	float d[3];
	for (int k = 0; k < 3; ++k)
		d[k] = size * (float)(2 * sdf_case_share(random) - 1);
	return (kiln_motion){.direction = {d[0], d[1], d[2]}, .t_max = sdf_case_share(random) < 0.5 ? 0 : 3};
}

/// The field is never later than the mesh, and never passes it; a hit is near the surface.
static void judge(const sdf_case *c, const kiln_capsule *shape, bool outside, const kiln_motion *motion,
	const kiln_hit *exact, const kiln_sdf_hit *hit, const kiln_hit *both)
{
	if (!outside)
	{
		assert_true(hit->hit && hit->t <= 0);
		return;
	}
	if (exact->hit)
	{
		assert_true(hit->hit);
		assert_true((double)hit->t <= (double)exact->t * (1 + 1e-6) + 1e-6);
		assert_memory_equal(both, exact, sizeof *both);
	}
	else
		assert_true(!both->hit);
	if (!hit->hit)
		return;
	// The surface is within the radius, the error twice, and the halvings of the axis.
	const kiln_vec3 d = motion->direction;
	double least = DBL_MAX;
	for (int i = 0; i <= 64; ++i)
	{
		const float s = (float)i / 64;
		const kiln_vec3 p = {shape->a.x + s * (shape->b.x - shape->a.x) + hit->t * d.x,
			shape->a.y + s * (shape->b.y - shape->a.y) + hit->t * d.y,
			shape->a.z + s * (shape->b.z - shape->a.z) + hit->t * d.z};
		const double at = sdf_case_exact(c, p);
		least = at < least ? at : least;
	}
	const kiln_vec3 axis = {shape->b.x - shape->a.x, shape->b.y - shape->a.y, shape->b.z - shape->a.z};
	const double length = sqrt((double)(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z));
	const double most =
		(double)shape->radius + 2.1 * ((double)hit->error + (double)c->sdf.head->error) + length / 60 + 1e-5;
	if (!(least <= most))
		fail_msg("a hit at t %.9g is %.9g from the surface, not %.9g", (double)hit->t, least, most);
}

static void casts_are_never_later_than_the_contact(void **state)
{
	(void)state;
	const int cases[] = {SDF_CASE_CUBE, SDF_CASE_CAVITY, SDF_CASE_PLATE, SDF_CASE_BUMPY};
	uint64_t random = 99;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
	{
		sdf_case c;
		uint32_t hits = 0, misses = 0;
		sdf_case_make(&c, cases[k], 0.01);
		for (int i = 0; i < (TRIALS_SLOW ? 150 : 1500); ++i)
		{
			const kiln_vec3 a = sdf_case_point(&c, &random, 1), b = sdf_case_point(&c, &random, 1);
			const float radius = i % 3 ? 0.3f * (float)sdf_case_share(&random) : 0;
			const kiln_sphere sphere = {a, radius};
			const kiln_capsule capsule = {
				a, {a.x + 0.3f * (b.x - a.x), a.y + 0.3f * (b.y - a.y), a.z + 0.3f * (b.z - a.z)}, radius};
			const kiln_capsule point = {a, a, radius}, *shape = i % 2 ? &point : &capsule;
			const kiln_motion motion = random_motion(&random, 1.5f);
			kiln_hit exact, both;
			kiln_sdf_hit hit;
			if (i % 2)
			{
				exact = kiln_mesh_cast_sphere(&c.cooked.asset, 0, &sphere, &motion);
				hit = kiln_sdf_cast_sphere(&c.sdf, &sphere, &motion);
				both = kiln_sdf_cast_sphere_exact(&c.sdf, &c.cooked.asset, &sphere, &motion);
			}
			else
			{
				exact = kiln_mesh_cast_capsule(&c.cooked.asset, 0, &capsule, &motion);
				hit = kiln_sdf_cast_capsule(&c.sdf, &capsule, &motion);
				both = kiln_sdf_cast_capsule_exact(&c.sdf, &c.cooked.asset, &capsule, &motion);
			}
			const bool inside = sdf_case_exact(&c, a) <= 0 || (!(i % 2) && sdf_case_exact(&c, capsule.b) <= 0);
			judge(&c, shape, !inside, &motion, &exact, &hit, &both);
			hits += hit.hit;
			misses += !hit.hit;
		}
		assert_true(hits > 5 && misses > 5);
		sdf_case_free(&c);
	}
}

/// At any speed: a step of a million units finds a plate that is a thousandth thick.
static void a_fast_sphere_does_not_pass_a_thin_plate(void **state)
{
	(void)state;
	sdf_case c;
	sdf_case_make(&c, SDF_CASE_PLATE, 0.01);
	const kiln_format_mesh *mesh = &c.cooked.asset.meshes[0];
	kiln_vec3 middle;
	middle.x = 0.5f * (mesh->bounds_min[0] + mesh->bounds_max[0]);
	middle.y = 0.5f * (mesh->bounds_min[1] + mesh->bounds_max[1]);
	middle.z = 0.5f * (mesh->bounds_min[2] + mesh->bounds_max[2]);
	uint64_t random = 17;
	for (int i = 0; i < 200; ++i)
	{
		const kiln_vec3 from = sdf_case_point(&c, &random, 5);
		const kiln_sphere sphere = {from, 0};
		const float speed = i % 2 ? 1e6f : 1e-3f;
		const kiln_motion motion = {
			.direction = {speed * (middle.x - from.x), speed * (middle.y - from.y), speed * (middle.z - from.z)}};
		const kiln_sdf_hit hit = kiln_sdf_cast_sphere(&c.sdf, &sphere, &motion);
		assert_true(hit.hit && hit.t <= 1 / speed);
	}
	sdf_case_free(&c);
}

static void bad_arguments_hit_nothing(void **state)
{
	(void)state;
	sdf_case c;
	sdf_case_make(&c, SDF_CASE_CUBE, 0.05);
	const kiln_motion down = {.direction = {0, 0, -1}}, still = {.t_max = 1};
	const kiln_sphere good = {{0, 0, 3}, 0.5f}, touching = {{0, 0, 1.25f}, 0.5f};
	assert_true(kiln_sdf_cast_sphere(&c.sdf, &good, &down).hit);
	assert_false(kiln_sdf_cast_sphere(&c.sdf, &good, &still).hit);
	assert_true(kiln_sdf_cast_sphere(&c.sdf, &touching, &still).hit);
	const kiln_sphere bad[] = {
		{{NAN, 0, 3}, 0.5f}, {{0, 0, INFINITY}, 0.5f}, {{0, 0, 3}, -1}, {{0, 0, 3}, NAN}, {{0, 0, 2e12f}, 1}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		assert_false(kiln_sdf_cast_sphere(&c.sdf, &bad[i], &down).hit);
	const kiln_motion motions[] = {{.direction = {0, 0, NAN}}, {.direction = {0, -INFINITY, 0}},
		{.direction = {0, 0, -1}, .t_max = -1}, {.direction = {0, 0, -1}, .t_max = NAN}};
	for (size_t i = 0; i < sizeof motions / sizeof *motions; ++i)
		assert_false(kiln_sdf_cast_sphere(&c.sdf, &good, &motions[i]).hit);
	const kiln_capsule capsule = {{0, 0, 3}, {1, 0, 3}, 0.25f};
	assert_true(kiln_sdf_cast_capsule(&c.sdf, &capsule, &down).hit);
	assert_false(kiln_sdf_cast_capsule(NULL, &capsule, &down).hit || kiln_sdf_cast_capsule(&c.sdf, NULL, &down).hit ||
				 kiln_sdf_cast_capsule(&c.sdf, &capsule, NULL).hit || kiln_sdf_cast_sphere(&c.sdf, NULL, &down).hit);
	assert_false(kiln_sdf_cast_sphere_exact(&c.sdf, NULL, &good, &down).hit);
	sdf_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(casts_are_never_later_than_the_contact),
		cmocka_unit_test(a_fast_sphere_does_not_pass_a_thin_plate),
		cmocka_unit_test(bad_arguments_hit_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
