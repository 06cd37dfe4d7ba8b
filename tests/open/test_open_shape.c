// SPDX-License-Identifier: MIT
#include "open_case.h"
#include "support/compound_case.h"

#include <float.h>
#include <math.h>

/// Shapes, bounding volumes, and their use by nodes and parts: breaks every rule.

/// A mesh, a hull, and one primitive of every kind, in this order.
static compound sample;
static fixture_blob sample_blob;

enum
{
	MESH,
	HULL,
	PRIMITIVES ///< the first of four
};

static int set_up(void **state)
{
	(void)state;
	uint64_t random = 8;
	compound_make(&sample, &random,
		&(compound_plan){
			.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 1, .grounds = 1, .spread = 2});
	sample_blob = (fixture_blob){sample.cooked.blob.data, sample.cooked.blob.size};
	return sample.cooked.asset.shape_count == 6 ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	compound_free(&sample);
	return 0;
}

static int begin(void **state)
{
	return case_begin(state, &sample_blob);
}

static kiln_format_shape *shape_at(const open_case *c, uint32_t i)
{
	return (kiln_format_shape *)case_section(c, KILN_SECTION_SHAPES) + i;
}

static kiln_format_shape *shape_of(const open_case *c, kiln_shape_kind kind)
{
	uint32_t i = 0;
	while (i < 5 && shape_at(c, i)->kind != (uint32_t)kind)
		++i;
	assert_int_equal(shape_at(c, i)->kind, kind);
	return shape_at(c, i);
}

static kiln_format_volumes *volumes_at(const open_case *c, uint32_t i)
{
	return (kiln_format_volumes *)case_section(c, KILN_SECTION_VOLUMES) + i;
}

static void open_wants_meshes_then_hulls_then_primitives(void **state)
{
	const open_case *c = *state;
	assert_opens(c);
	for (uint32_t i = 0; i < 6; ++i)
	{
		kiln_format_shape *shape = shape_at(c, i);
		uint32_t wrong = i < PRIMITIVES ? KILN_SHAPE_BOX : KILN_SHAPE_HULL;
		ASSERT_REFUSES(c, shape->kind, wrong, KILN_E_VALUE, &shape->kind);
		ASSERT_REFUSES(c, shape->kind, KILN_SHAPE_KIND_END, KILN_E_VALUE, &shape->kind);
		ASSERT_REFUSES(c, shape->kind, UINT32_MAX, KILN_E_VALUE, &shape->kind);
		ASSERT_REFUSES(c, shape->index, 1, KILN_E_RANGE, &shape->index);
		ASSERT_REFUSES(c, shape->index, KILN_NONE, KILN_E_RANGE, &shape->index);
	}
	ASSERT_REFUSES(c, shape_at(c, MESH)->kind, KILN_SHAPE_HULL, KILN_E_VALUE, &shape_at(c, MESH)->kind);
	ASSERT_REFUSES(c, shape_at(c, HULL)->kind, KILN_SHAPE_MESH, KILN_E_VALUE, &shape_at(c, HULL)->kind);
	ASSERT_REFUSES(c, shape_at(c, PRIMITIVES)->kind, KILN_SHAPE_MESH, KILN_E_VALUE, &shape_at(c, PRIMITIVES)->kind);
}

static void open_wants_a_shape_for_every_mesh_and_hull(void **state)
{
	const open_case *c = *state;
	open_case fewer = case_of(c->data, c->size);
	case_resize(&fewer, KILN_SECTION_SHAPES, sizeof(kiln_format_shape), 1);
	assert_refused_at(&fewer, KILN_E_RANGE, shape_at(&fewer, 0));
	free(fewer.data);
}

static void open_rejects_references_of_shapes_that_lead_outside(void **state)
{
	const open_case *c = *state;
	uint32_t names = (uint32_t)case_entry(c, KILN_SECTION_NAMES)->size;
	uint32_t materials = (uint32_t)case_entry(c, KILN_SECTION_MATERIALS)->count;
	uint32_t parts = (uint32_t)case_entry(c, KILN_SECTION_PARTS)->count;
	uint32_t volumes = (uint32_t)case_entry(c, KILN_SECTION_VOLUMES)->count;
	for (uint32_t i = 0; i < 6; ++i)
	{
		kiln_format_shape *shape = shape_at(c, i);
		ASSERT_REFUSES(c, shape->name, names, KILN_E_RANGE, &shape->name);
		ASSERT_REFUSES(c, shape->material, i == MESH ? 0 : materials, KILN_E_RANGE, &shape->material);
		if (i != MESH)
			ASSERT_REFUSES(c, shape->material, KILN_NONE, KILN_E_RANGE, &shape->material);
		ASSERT_REFUSES(c, shape->part_count, parts + 1, KILN_E_RANGE, &shape->part_first);
		ASSERT_REFUSES(c, shape->part_first, parts + 1, KILN_E_RANGE, &shape->part_first);
		ASSERT_REFUSES(c, shape->part_first, UINT32_MAX, KILN_E_RANGE, &shape->part_first);
		ASSERT_REFUSES(c, shape->volumes, i < PRIMITIVES ? volumes : 0, KILN_E_RANGE, &shape->volumes);
		if (i < PRIMITIVES)
			ASSERT_REFUSES(c, shape->volumes, KILN_NONE, KILN_E_RANGE, &shape->volumes);
	}
	kiln_format_shape *primitive = shape_at(c, PRIMITIVES);
	assert_int_equal(primitive->part_count, 0);
	ASSERT_REFUSES(c, primitive->part_first, 1, KILN_E_VALUE, &primitive->part_first);
	kiln_format_shape *mesh = shape_at(c, MESH);
	ASSERT_REFUSES(c, mesh->part_first, mesh->part_first + 1, KILN_E_RANGE, &mesh->part_first);
	ASSERT_REFUSES(c, mesh->part_count, mesh->part_count + 1, KILN_E_RANGE, &mesh->part_first);
}

static void open_rejects_numbers_that_are_no_primitive(void **state)
{
	const open_case *c = *state;
	static const struct
	{
		kiln_shape_kind kind;
		int count, size_first, size_count;
	} rules[] = {{KILN_SHAPE_SPHERE, 4, 3, 1}, {KILN_SHAPE_CAPSULE, 7, 6, 1}, {KILN_SHAPE_BOX, 10, 3, 3},
		{KILN_SHAPE_CYLINDER, 7, 6, 1}, {KILN_SHAPE_MESH, 0, 0, 0}, {KILN_SHAPE_HULL, 0, 0, 0}};
	const float odd[] = {NAN, INFINITY, -INFINITY, 1.2e12f, -1.2e12f, FLT_MAX};
	for (int r = 0; r < 6; ++r)
	{
		float *p = shape_of(c, rules[r].kind)->parameters;
		for (int i = 0; i < rules[r].count; ++i)
			for (int k = 0; k < 6; ++k)
				ASSERT_REFUSES(c, p[i], odd[k], KILN_E_NUMBER, p);
		for (int i = 0; i < rules[r].size_count; ++i)
			ASSERT_REFUSES(c, p[rules[r].size_first + i], -FLT_TRUE_MIN, KILN_E_NUMBER, p + rules[r].size_first);
		for (int i = rules[r].count; i < 12; ++i)
			ASSERT_REFUSES(c, p[i], FLT_TRUE_MIN, KILN_E_VALUE, p + rules[r].count);
		// A solid without extent is allowed.
		float kept = p[rules[r].size_first];
		p[rules[r].size_first] = rules[r].count ? 0 : kept;
		assert_opens(c);
		p[rules[r].size_first] = kept;
	}
}

static void open_rejects_a_box_turned_by_no_unit_quaternion(void **state)
{
	const open_case *c = *state;
	float *q = shape_of(c, KILN_SHAPE_BOX)->parameters + 6, kept[4];
	const float scales[] = {0, 0.998f, 1.002f, 100};
	memcpy(kept, q, sizeof kept);
	for (int k = 0; k < 4; ++k)
	{
		for (int i = 0; i < 4; ++i)
			q[i] = kept[i] * scales[k];
		assert_refused_at(c, KILN_E_NUMBER, q);
	}
	for (int i = 0; i < 4; ++i)
		q[i] = kept[i] * 0.9995f;
	assert_opens(c);
}

static void open_rejects_a_cylinder_without_an_axis(void **state)
{
	const open_case *c = *state;
	float *p = shape_of(c, KILN_SHAPE_CYLINDER)->parameters;
	memcpy(p + 3, p, 3 * sizeof *p);
	assert_refused_at(c, KILN_E_NUMBER, p);
	p[5] = nextafterf(p[5], INFINITY);
	assert_opens(c);
	// A capsule may be a sphere.
	p = shape_of(c, KILN_SHAPE_CAPSULE)->parameters;
	memcpy(p + 3, p, 3 * sizeof *p);
	assert_opens(c);
}

static void open_rejects_flags_mass_and_reserved_bytes(void **state)
{
	const open_case *c = *state;
	const float odd[] = {NAN, INFINITY, -INFINITY};
	for (uint32_t i = 0; i < 6; ++i)
	{
		kiln_format_shape *shape = shape_at(c, i);
		for (int k = 0; k < 2; ++k)
			ASSERT_REFUSES(c, shape->reserved[k], 1, KILN_E_VALUE, shape->reserved);
		ASSERT_REFUSES(c, shape->flags, 2, KILN_E_VALUE, &shape->flags);
		for (int k = 0; k < 3; ++k)
		{
			ASSERT_REFUSES(c, shape->volume, odd[k], KILN_E_NUMBER, &shape->volume);
			ASSERT_REFUSES(c, shape->area, odd[k], KILN_E_NUMBER, &shape->volume);
			ASSERT_REFUSES(c, shape->center[k], odd[k], KILN_E_NUMBER, &shape->volume);
			ASSERT_REFUSES(c, shape->inertia[2 * k + 1], odd[k], KILN_E_NUMBER, &shape->volume);
			ASSERT_REFUSES(c, shape->moments[k], odd[k], KILN_E_NUMBER, &shape->volume);
			ASSERT_REFUSES(c, shape->axes[k + 1], odd[k], KILN_E_NUMBER, &shape->volume);
		}
	}
}

static void open_rejects_unsound_volumes(void **state)
{
	const open_case *c = *state;
	uint32_t count = (uint32_t)case_entry(c, KILN_SECTION_VOLUMES)->count;
	const size_t numbers = offsetof(kiln_format_volumes, reserved) / sizeof(float);
	assert_true(count > 0);
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_format_volumes *v = volumes_at(c, i);
		for (size_t k = 0; k < numbers; ++k)
		{
			float *field = (float *)(void *)((char *)v + k * sizeof(float));
			ASSERT_REFUSES(c, *field, NAN, KILN_E_NUMBER, v);
			ASSERT_REFUSES(c, *field, -INFINITY, KILN_E_NUMBER, v);
			ASSERT_REFUSES(c, *field, 5e12f, KILN_E_NUMBER, v);
		}
		for (int k = 0; k < 3; ++k)
		{
			ASSERT_REFUSES(c, v->aabb_min[k], nextafterf(v->aabb_max[k], INFINITY), KILN_E_NUMBER, v->aabb_min);
			ASSERT_REFUSES(c, v->obb_half_extents[k], -FLT_TRUE_MIN, KILN_E_NUMBER, v->obb_half_extents);
			ASSERT_REFUSES(c, v->obb_axes[3 * k + k], v->obb_axes[3 * k + k] + 4, KILN_E_NUMBER, v->obb_axes + 3 * k);
		}
		for (int k = 0; k < KILN_KDOP_AXES; ++k)
			ASSERT_REFUSES(c, v->kdop_min[k], nextafterf(v->kdop_max[k], INFINITY), KILN_E_NUMBER, v->kdop_min);
		ASSERT_REFUSES(c, v->sphere_radius, -1, KILN_E_NUMBER, &v->sphere_radius);
		ASSERT_REFUSES(c, v->capsule_radius, -1, KILN_E_NUMBER, &v->capsule_radius);
		ASSERT_REFUSES(c, v->rss_radius, -1, KILN_E_NUMBER, &v->rss_radius);
		for (int k = 0; k < 4; ++k)
			ASSERT_REFUSES(c, v->reserved[k], 1, KILN_E_VALUE, v->reserved);
	}
	kiln_format_part *part = case_section(c, KILN_SECTION_PARTS);
	ASSERT_REFUSES(c, part->volumes, count, KILN_E_RANGE, &part->volumes);
}

static void open_rejects_nodes_that_place_no_shape_or_another_ones_mesh(void **state)
{
	const open_case *c = *state;
	kiln_format_node *nodes = case_section(c, KILN_SECTION_NODES);
	for (uint32_t i = 0; i < 6; ++i)
	{
		ASSERT_REFUSES(c, nodes[i].shape, 6, KILN_E_RANGE, &nodes[i].shape);
		ASSERT_REFUSES(c, nodes[i].shape, KILN_NONE, KILN_E_RANGE, &nodes[i].shape);
		bool is_mesh = nodes[i].mesh != KILN_NONE;
		ASSERT_REFUSES(c, nodes[i].mesh, is_mesh ? KILN_NONE : 0, KILN_E_RANGE, &nodes[i].mesh);
		ASSERT_REFUSES(c, nodes[i].shape, is_mesh ? 1 : 0, KILN_E_RANGE, &nodes[i].mesh);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, case_end)
	const struct CMUnitTest tests[] = {
		TEST(open_wants_meshes_then_hulls_then_primitives),
		TEST(open_wants_a_shape_for_every_mesh_and_hull),
		TEST(open_rejects_references_of_shapes_that_lead_outside),
		TEST(open_rejects_numbers_that_are_no_primitive),
		TEST(open_rejects_a_box_turned_by_no_unit_quaternion),
		TEST(open_rejects_a_cylinder_without_an_axis),
		TEST(open_rejects_flags_mass_and_reserved_bytes),
		TEST(open_rejects_unsound_volumes),
		TEST(open_rejects_nodes_that_place_no_shape_or_another_ones_mesh),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
