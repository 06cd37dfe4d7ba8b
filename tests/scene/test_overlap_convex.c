// SPDX-License-Identifier: MIT
#include "convex/convex_exact.h"
#include "kiln/convex.h"
#include "kilncook.h"
#include "primitive/convex/primitive_convex.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares overlaps of convex objects with assets and meshes with a test of every triangle and solid: in whole numbers
/// where all shapes are polytopes extended by a ball, else by another method, the portal's.

enum
{
	ROOM = 4096,
	SOUP = 60,
};

/// A triangle or solid that a query may list, as the hull of points with a radius.
typedef struct target
{
	kiln_overlap name;
	kiln_d3 points[8];
	uint32_t count;
	double radius;
} target;

/// An object with its vertices.
typedef struct seen_object
{
	const kiln_convex_object *object;
	kiln_d3 vertices[EXACT_VERTICES];
	uint32_t count;
	double margin;
} seen_object;

static void see(seen_object *seen, const kiln_convex_object *object)
{
	seen->object = object;
	seen->count = convex_exact_vertices(object, seen->vertices, &seen->margin);
	assert_true(seen->count > 0);
}

static void box_of(const kiln_d3 *points, uint32_t count, double low[3], double high[3])
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const double p[3] = {points[i].x, points[i].y, points[i].z};
		for (int k = 0; k < 3; ++k)
		{
			low[k] = i == 0 ? p[k] : fmin(low[k], p[k]);
			high[k] = i == 0 ? p[k] : fmax(high[k], p[k]);
		}
	}
}

/// Returns the expected answer: 1 or 0, or -1 where the gap is neither exactly zero nor above `unsure`.
static int expected(const seen_object *seen, const target *t, double unsure)
{
	double low[2][3], high[2][3], reach = seen->margin + t->radius;
	box_of(seen->vertices, seen->count, low[0], high[0]);
	box_of(t->points, t->count, low[1], high[1]);
	for (int k = 0; k < 3; ++k)
		if (low[0][k] - high[1][k] > reach + unsure || low[1][k] - high[0][k] > reach + unsure)
			return 0;
	exact_gap gap;
	convex_exact_gap(seen->vertices, seen->count, t->points, t->count, &gap);
	real touch = real_from(reach);
	if (gap.overlap || real_compare(gap.distance2, real_mul(touch, touch)) <= 0)
		return 1;
	return gap.distance > reach + unsure ? 0 : -1;
}

/// Compares an answer with the expected one, one target after the other.
static void check_list(const seen_object *seen, const target *targets, uint32_t target_count, double unsure,
	const kiln_overlap *found, uint32_t count, uint64_t *touched)
{
	uint32_t at = 0;
	assert_true(count <= ROOM);
	for (uint32_t i = 0; i < target_count; ++i)
	{
		const target *t = &targets[i];
		bool named = at < count && found[at].node == t->name.node && found[at].triangle == t->name.triangle;
		int answer = expected(seen, t, unsure);
		at += named;
		*touched += answer == 1;
		assert_true(answer < 0 || answer == named);
	}
	assert_int_equal(at, count);
}

// --- Whole numbers ----------------------------------------------------------------------------------------------------

typedef struct lattice_asset
{
	kilncook_context context;
	kilncook_blob blob;
	kiln_asset asset;
	target placed[8 * (SOUP + 4)];
	target own[SOUP + 4];
	uint32_t placed_count, own_count;
} lattice_asset;

static const double lattice_maps[][12] = {
	{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
	{-1, 0, 0, 20, 0, 1, 0, 0, 0, 0, 1, 0},
	{0, -2, 0, 0, 2, 0, 0, 30, 0, 0, 2, 0},
	{1, 1, 0, 0, 0, 1, 2, 0, 0, 0, -1, 30},
	{1, 0, 0, 20, 0, 0, -1, 20, 0, 1, 0, 20},
	{2, 1, 0, 20, 0, 1, 1, 0, 1, 0, 3, 25},
	{2, 0, 0, 40, 0, 2, 0, 0, 0, 0, 2, 0},
	{0, 3, 0, 40, 3, 0, 0, 30, 0, 0, 3, 0},
};

static kiln_d3 mapped(const double m[12], kiln_d3 p)
{
	return (kiln_d3){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
		m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

static const float tetrahedron[4][3] = {{-2, -1, -1}, {3, 0, -2}, {0, 2, -1}, {1, 0, 3}};
static kiln_d3 corner_of(const float p[3])
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

static const uint32_t tetrahedron_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

/// Eight nodes: a soup three times, the hull of a tetrahedron three times, a box and a sphere.
static lattice_asset *make_lattice(uint64_t *random)
{
	lattice_asset *made = calloc(1, sizeof *made);
	float(*soup)[3] = calloc(3 * SOUP, sizeof *soup);
	uint32_t indices[3 * SOUP];
	assert_true(made && soup);
	for (uint32_t i = 0; i < 3 * SOUP; ++i)
	{
		indices[i] = i;
		for (int k = 0; k < 3; ++k)
			soup[i][k] = i % 3 && fixture_random(random) % 2 ? soup[i - i % 3][k] + (float)(fixture_random(random) % 4)
															 : (float)(fixture_random(random) % 13) - 6;
	}
	const kilncook_mesh meshes[2] = {
		{.positions = soup[0], .vertex_count = 3 * SOUP, .indices = indices, .index_count = 3 * SOUP},
		{.positions = tetrahedron[0], .vertex_count = 4, .indices = tetrahedron_faces, .index_count = 12}};
	const kilncook_primitive block = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {1, 0, 0, 2, 1, 3, 0, 0, 0, 1}};
	const kilncook_primitive ball = {.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 1, 0, 1}};
	const uint32_t numbers[2] = {0, 1};
	kilncook_node nodes[8] = {{.meshes = NULL}};
	for (int i = 0; i < 8; ++i)
		nodes[i] = (kilncook_node){.to_asset = lattice_maps[i], .tag = (uint32_t)i};
	for (int i = 0; i < 6; ++i)
	{
		nodes[i].meshes = &numbers[i % 2];
		nodes[i].mesh_count = 1;
		nodes[i].shape = i % 2 ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
	}
	nodes[6].primitive = &block;
	nodes[7].primitive = &ball;
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 8};
	const kilncook_options options = {.threads = 1};
	assert_int_equal(kilncook_cook_memory(&made->context, &scene, &options, &made->blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&made->asset, made->blob.data, made->blob.size, NULL).status, KILN_OK);
	assert_int_equal(made->asset.node_count, 8);
	free(soup);
	return made;
}

static void add_triangles(lattice_asset *made, uint32_t node)
{
	const kiln_asset *asset = &made->asset;
	uint32_t mesh = node == KILN_NONE ? 0 : asset->nodes[node].mesh;
	for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
	{
		target *t = node == KILN_NONE ? &made->own[made->own_count++] : &made->placed[made->placed_count++];
		kiln_vec3 corners[3];
		assert_true(kiln_triangle_corners(asset, mesh, i, corners));
		*t = (target){.name = {node, asset->meshes[mesh].triangle_first + i}, .count = 3};
		for (int k = 0; k < 3; ++k)
			t->points[k] =
				mapped(lattice_maps[node == KILN_NONE ? 0 : asset->nodes[node].tag], kiln_d3_from(corners[k]));
	}
}

static void see_lattice(lattice_asset *made)
{
	add_triangles(made, KILN_NONE);
	for (uint32_t node = 0; node < 8; ++node)
	{
		uint32_t number = made->asset.nodes[node].tag;
		const double *map = lattice_maps[number];
		if (made->asset.nodes[node].mesh != KILN_NONE)
		{
			add_triangles(made, node);
			continue;
		}
		target *t = &made->placed[made->placed_count++];
		*t = (target){.name = {node, KILN_NONE}};
		for (t->count = 0; number < 6 && t->count < 4; ++t->count)
			t->points[t->count] = mapped(map, corner_of(tetrahedron[t->count]));
		for (; number == 6 && t->count < 8; ++t->count)
		{
			uint32_t i = t->count;
			t->points[i] = mapped(map, (kiln_d3){1 + (i & 1 ? 2 : -2), i & 2 ? 1 : -1, i & 4 ? 3 : -3});
		}
		if (number == 7)
		{
			t->points[t->count++] = mapped(map, (kiln_d3){0, 1, 0});
			t->radius = 3;
		}
	}
}

static void objects_on_a_lattice_touch_what_is_proved_to_be_touched(void **state)
{
	(void)state;
	uint64_t random = 1, touched = 0, placed = 0;
	kiln_overlap *found = calloc(ROOM, sizeof *found);
	seen_object *seen = calloc(1, sizeof *seen);
	lattice_asset *made = make_lattice(&random);
	assert_true(found && seen);
	see_lattice(made);
	for (uint64_t n = 0, trials = trials_random(500); n < trials; ++n)
	{
		static const kiln_vec3 middles[8] = {
			{0, 0, 0}, {20, 0, 0}, {0, 30, 0}, {0, 0, 30}, {20, 20, 20}, {20, 0, 25}, {42, 0, 0}, {43, 30, 0}};
		kiln_vec3 points[6], middle = middles[n % 8];
		kiln_convex_shape shape = {.kind = KILN_CONVEX_POINTS, .points = {points, 1 + (uint32_t)(n / 8 % 6)}};
		for (int i = 0; i < 6; ++i)
			points[i] = oracle_integer_vector(&random, 1 + (int)(n % 5));
		if (n % 7 == 0)
			shape = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {points[0], (float)(n % 3)}};
		kiln_vec3 t = oracle_integer_vector(&random, 7);
		kiln_convex_object object = {.shape = &shape,
			.pose = {.translation = {middle.x + t.x, middle.y + t.y, middle.z + t.z}, .scale = n % 11 ? 1 : 2}};
		see(seen, &object);
		uint32_t count = kiln_scene_overlap_convex(&made->asset, &object, found, ROOM);
		check_list(seen, made->placed, made->placed_count, 1e-6, found, count, &placed);
		assert_int_equal(kiln_scene_overlap_convex(&made->asset, &object, NULL, 0), count);
		object.pose.translation = t;
		see(seen, &object);
		count = kiln_mesh_overlap_convex(&made->asset, 0, &object, found, ROOM);
		check_list(seen, made->own, made->own_count, 1e-6, found, count, &touched);
		assert_int_equal(kiln_mesh_overlap_convex(&made->asset, 0, &object, NULL, 0), count);
	}
	assert_true(touched > 500 && placed > 500);
	kilncook_blob_free(&made->context, &made->blob);
	free(made);
	free(seen);
	free(found);
}

/// Five points about a corner of a hull: most contacts there are exact.
static void solids_that_are_touched_exactly_are_told(void **state)
{
	(void)state;
	uint64_t random = 4, touched = 0;
	seen_object *seen = calloc(1, sizeof *seen);
	kiln_overlap *found = calloc(ROOM, sizeof *found);
	lattice_asset *made = make_lattice(&random);
	assert_true(found && seen);
	see_lattice(made);
	for (uint64_t n = 0, trials = trials_random(3000); n < trials; ++n)
	{
		const target *t = NULL;
		for (uint32_t i = 0; !t; ++i)
			if (made->placed[i].name.triangle == KILN_NONE &&
				made->asset.nodes[made->placed[i].name.node].tag == 1 + 2 * (n % 3))
				t = &made->placed[i];
		kiln_vec3 points[5];
		const kiln_convex_shape shape = {.kind = KILN_CONVEX_POINTS, .points = {points, 5}};
		for (int i = 0; i < 5; ++i)
			points[i] = oracle_integer_vector(&random, 3);
		kiln_d3 corner = t->points[fixture_random(&random) % 4];
		const kiln_convex_object object = {.shape = &shape,
			.pose.translation = kiln_d3_to(kiln_d3_add(corner, kiln_d3_from(oracle_integer_vector(&random, 3))))};
		see(seen, &object);
		uint32_t count = kiln_scene_overlap_convex(&made->asset, &object, found, ROOM), named = 0;
		for (uint32_t i = 0; i < count; ++i)
			named += found[i].node == t->name.node;
		int answer = expected(seen, t, 1e-6);
		touched += answer == 1;
		assert_int_equal(named, answer);
	}
	assert_true(touched > 500);
	kilncook_blob_free(&made->context, &made->blob);
	free(made);
	free(seen);
	free(found);
}

// --- Any numbers ------------------------------------------------------------------------------------------------------

/// Lists the triangles that a query considers.
static target *targets_of(const shape_asset *shapes, uint32_t mesh, uint32_t *count)
{
	const shape_triangle *first;
	*count = shape_triangles(shapes, mesh, &first);
	target *targets = calloc(*count, sizeof *targets);
	assert_non_null(targets);
	for (uint32_t i = 0; i < *count; ++i)
	{
		targets[i] = (target){.name = {first[i].node, first[i].triangle}, .count = 3};
		for (int k = 0; k < 3; ++k)
			targets[i].points[k] = kiln_d3_from(first[i].corners[k]);
	}
	return targets;
}

/// A random object about some point of the asset, of any size up to the asset's.
static kiln_convex_object object_in(
	const shape_asset *shapes, uint32_t mesh, uint64_t *random, convex_sample *sample, kiln_convex_kind kind)
{
	double size = shape_size(shapes, mesh) * ldexp(1, -(int)(fixture_random(random) % 8));
	convex_sample_make(sample, random, kind, 1, (kiln_d3){0, 0, 0});
	if (fixture_random(random) % 4 == 0)
		sample->shape.margin = 0.2F;
	return (kiln_convex_object){.shape = &sample->shape,
		.pose = {.rotation = oracle_rotation(random),
			.translation = shape_point(shapes, mesh, random),
			.scale = (float)size}};
}

/// Tests the mesh at its place, and all nodes.
static void check_asset(shape_asset shapes, uint64_t seed, uint64_t trials)
{
	static const kiln_convex_kind kinds[] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_SPHERE,
		KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB, KILN_CONVEX_TRIANGLE, KILN_CONVEX_TETRAHEDRON,
		KILN_CONVEX_RSS, KILN_CONVEX_POINTS, KILN_CONVEX_HULL};
	uint64_t random = seed, touched = 0;
	kiln_overlap *found = calloc(ROOM, sizeof *found);
	seen_object *seen = calloc(1, sizeof *seen);
	assert_true(found && seen);
	for (uint32_t mesh = 0; mesh <= shapes.asset.mesh_count; ++mesh)
	{
		uint32_t number = mesh < shapes.asset.mesh_count ? mesh : KILN_NONE, target_count;
		target *targets = targets_of(&shapes, number, &target_count);
		for (uint64_t n = 0; n < trials; ++n)
		{
			convex_sample sample;
			kiln_convex_object object =
				object_in(&shapes, number, &random, &sample, kinds[n % (sizeof kinds / sizeof *kinds)]);
			double slack =
				1e-6 * (shape_size(&shapes, number) + kiln_d3_largest(kiln_d3_from(object.pose.translation)));
			uint32_t count = number == KILN_NONE
								 ? kiln_scene_overlap_convex(&shapes.asset, &object, found, ROOM)
								 : kiln_mesh_overlap_convex(&shapes.asset, number, &object, found, ROOM);
			see(seen, &object);
			check_list(seen, targets, target_count, slack, found, count, &touched);
			convex_sample_free(&sample);
		}
		free(targets);
	}
	assert_true(touched > trials);
	free(found);
	free(seen);
	shape_asset_free(&shapes);
}

static void objects_among_placed_meshes_touch_what_is_proved_to_be_touched(void **state)
{
	(void)state;
	check_asset(shape_asset_mixed(KILN_ISA_AUTO), 2, trials_random(44));
}

static const char *curved_name(kiln_convex_kind kind)
{
	return kind == KILN_CONVEX_CYLINDER ? "cylinder" : kind == KILN_CONVEX_CONE ? "cone" : "ellipsoid";
}

/// Whether they are so close to touching that another method may give the other answer.
static bool nearly_touch(const kiln_convex_object *a, const kiln_convex_object *b, double slack)
{
	kiln_convex_separation separation;
	kiln_convex_depth penetration;
	assert_int_equal(kiln_convex_distance(a, b, NULL, NULL, &separation), KILN_OK);
	assert_int_equal(kiln_convex_penetration(a, b, NULL, NULL, &penetration), KILN_OK);
	return (double)separation.distance <= slack && (double)penetration.depth <= slack;
}

static void curved_objects_touch_what_another_method_says(void **state)
{
	(void)state;
	static const kiln_convex_kind kinds[] = {KILN_CONVEX_CYLINDER, KILN_CONVEX_CONE, KILN_CONVEX_ELLIPSOID};
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 3, touched = 0;
	kiln_overlap *found = calloc(ROOM, sizeof *found);
	const shape_triangle *first;
	uint32_t all = shape_triangles(&shapes, KILN_NONE, &first);
	assert_non_null(found);
	for (uint64_t n = 0, trials = trials_random(60); n < trials; ++n)
	{
		convex_sample sample;
		kiln_convex_object object = object_in(&shapes, KILN_NONE, &random, &sample, kinds[n % 3]);
		double slack = 1e-5 * shape_size(&shapes, KILN_NONE);
		uint32_t count = kiln_scene_overlap_convex(&shapes.asset, &object, found, ROOM), at = 0;
		for (uint32_t i = 0; i < all; ++i)
		{
			kiln_convex_shape shape = {.kind = KILN_CONVEX_TRIANGLE};
			const kiln_convex_object triangle = {.shape = &shape};
			bool touches,
				named = at < count && found[at].node == first[i].node && found[at].triangle == first[i].triangle;
			memcpy(shape.triangle.corners, first[i].corners, sizeof first[i].corners);
			assert_int_equal(kiln_convex_collide(&object, &triangle, &kiln_collide_mpr, NULL, &touches), KILN_OK);
			at += named;
			touched += touches;
			if (touches != named && !nearly_touch(&object, &triangle, slack))
				fail_msg("%s %u: triangle %u", curved_name(sample.shape.kind), (unsigned)n, first[i].triangle);
		}
		assert_int_equal(at, count);
		convex_sample_free(&sample);
	}
	assert_true(touched > 300);
	free(found);
	shape_asset_free(&shapes);
}

// --- The rest ---------------------------------------------------------------------------------------------------------

static void what_does_not_fit_or_is_not_usable_is_told(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1e6F}};
	const kiln_convex_shape bad = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, NAN}};
	const kiln_convex_object object = {.shape = &ball}, unusable = {.shape = &bad};
	kiln_overlap few[4] = {{0, 0}};
	const kiln_overlap untouched = few[3] = (kiln_overlap){77, 88};
	uint32_t count = kiln_scene_overlap_convex(&shapes.asset, &object, few, 3);
	assert_true(count > 4);
	assert_memory_equal(&few[3], &untouched, sizeof untouched);
	assert_int_equal(kiln_scene_overlap_convex(&shapes.asset, &object, NULL, 0), count);
	assert_int_equal(kiln_scene_overlap_convex(&shapes.asset, &unusable, few, 3), 0);
	assert_int_equal(kiln_scene_overlap_convex(&shapes.asset, NULL, few, 3), 0);
	assert_int_equal(kiln_scene_overlap_convex(NULL, &object, few, 3), 0);
	assert_int_equal(kiln_mesh_overlap_convex(&shapes.asset, shapes.asset.mesh_count, &object, few, 3), 0);
	assert_int_equal(kiln_mesh_overlap_convex(&shapes.asset, KILN_NONE, &object, few, 3), 0);
	assert_int_equal(kiln_mesh_overlap_convex(&shapes.asset, 0, &unusable, few, 3), 0);
	assert_true(kiln_mesh_overlap_convex(&shapes.asset, 0, &object, few, 3) > 3);
	assert_memory_equal(&few[3], &untouched, sizeof untouched);
	shape_asset_free(&shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_on_a_lattice_touch_what_is_proved_to_be_touched),
		cmocka_unit_test(solids_that_are_touched_exactly_are_told),
		cmocka_unit_test(objects_among_placed_meshes_touch_what_is_proved_to_be_touched),
		cmocka_unit_test(curved_objects_touch_what_another_method_says),
		cmocka_unit_test(what_does_not_fit_or_is_not_usable_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
