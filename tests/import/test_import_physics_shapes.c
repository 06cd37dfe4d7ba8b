// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/common/import_solid.h"
#include "kiln_format.h"
#include "physics_case.h"

/// Shapes of KHR_implicit_shapes and OMI_physics_shape, and meshes as geometry.

static import_case test;

static int begin(void **state)
{
	(void)state;
	return physics_case_begin(&test) ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

static void shapes_become_primitives_of_the_same_size(void **state)
{
	(void)state;
	static const struct
	{
		int families; ///< 1 KHR, 2 OMI
		const char *shape;
		kilncook_shape kind;
		float parameters[12];
	} cases[] = {
		{3, "{\"type\":\"sphere\",\"sphere\":{\"radius\":2}}", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 2}},
		{3, "{\"type\":\"sphere\"}", KILNCOOK_SHAPE_SPHERE, {0, 0, 0, 0.5f}},
		{3, "{\"type\":\"box\",\"box\":{\"size\":[1,2,3]}}", KILNCOOK_SHAPE_BOX, {0, 0, 0, 0.5f, 1, 1.5f, 0, 0, 0, 1}},
		{3, "{\"type\":\"box\",\"box\":{}}", KILNCOOK_SHAPE_BOX, {0, 0, 0, 0.5f, 0.5f, 0.5f, 0, 0, 0, 1}},
		{3, "{\"type\":\"capsule\",\"capsule\":{\"height\":4,\"radiusTop\":1,\"radiusBottom\":1}}",
			KILNCOOK_SHAPE_CAPSULE, {0, -2, 0, 0, 2, 0, 1}},
		{1, "{\"type\":\"capsule\"}", KILNCOOK_SHAPE_CAPSULE, {0, -0.25f, 0, 0, 0.25f, 0, 0.25f}},
		{2, "{\"type\":\"capsule\"}", KILNCOOK_SHAPE_CAPSULE, {0, -0.5f, 0, 0, 0.5f, 0, 0.5f}},
		{2, "{\"type\":\"capsule\",\"capsule\":{\"height\":4,\"radius\":1}}", KILNCOOK_SHAPE_CAPSULE,
			{0, -1, 0, 0, 1, 0, 1}},
		{3, "{\"type\":\"capsule\",\"capsule\":{\"height\":1,\"radiusTop\":2,\"radiusBottom\":0.5}}",
			KILNCOOK_SHAPE_SPHERE, {0, 0.5f, 0, 2}},
		{3, "{\"type\":\"capsule\",\"capsule\":{\"height\":1,\"radiusTop\":1,\"radiusBottom\":2}}",
			KILNCOOK_SHAPE_SPHERE, {0, -0.5f, 0, 2}},
		{3, "{\"type\":\"cylinder\",\"cylinder\":{\"height\":4,\"radiusTop\":1,\"radiusBottom\":1}}",
			KILNCOOK_SHAPE_CYLINDER, {0, -2, 0, 0, 2, 0, 1}},
		{1, "{\"type\":\"cylinder\"}", KILNCOOK_SHAPE_CYLINDER, {0, -0.25f, 0, 0, 0.25f, 0, 0.25f}},
		{2, "{\"type\":\"cylinder\"}", KILNCOOK_SHAPE_CYLINDER, {0, -1, 0, 0, 1, 0, 0.5f}},
		{2, "{\"type\":\"cylinder\",\"cylinder\":{\"height\":4,\"radius\":1}}", KILNCOOK_SHAPE_CYLINDER,
			{0, -2, 0, 0, 2, 0, 1}},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
		for (int family = 1; family < 3; ++family)
		{
			if (!(cases[i].families & family))
				continue;
			if (physics_case_shape(&test, family == 2, cases[i].shape) != KILNCOOK_OK)
				fail_msg("%s: %s", cases[i].shape, test.last_text);
			const art_node *node = &test.scene.nodes[0];
			assert_non_null(node->primitive);
			assert_int_equal(node->primitive->shape, cases[i].kind);
			assert_memory_equal(node->primitive->parameters, cases[i].parameters, sizeof cases[i].parameters);
			assert_int_equal(node->physics->shape, cases[i].kind);
			assert_int_equal(node->physics->extension, family - 1);
			assert_string_equal(test.scene.materials[node->primitive->material], "");
		}
}

/// Returns the distance of a point from a solid between two ends, by sampling: to the smallest of the distances to the
/// spheres, or discs, in between.
static double sampled_distance(const float p[3], bool round, double height, double bottom, double top)
{
	double least = INFINITY, across = sqrt((double)p[0] * (double)p[0] + (double)p[2] * (double)p[2]);
	for (int i = 0; i <= 20000; ++i)
	{
		double t = i / 20000.0, radius = bottom + t * (top - bottom), up = (double)p[1] - height * (t - 0.5);
		double off = across > radius ? across - radius : 0;
		double away = round ? sqrt(across * across + up * up) - radius : sqrt(off * off + up * up);
		least = away < least ? away : least;
	}
	return least;
}

/// Checks that the polyhedron is closed and convex, and returns how far a point is outside it.
static double outside(const import_solid *solid, const double p[3])
{
	double most = -INFINITY;
	for (size_t f = 0; f < solid->faces.face_count; ++f)
	{
		size_t at = f ? solid->faces.ends[f - 1] : 0, corners = solid->faces.ends[f] - at;
		double normal[3] = {0}, length = 0, height = 0;
		const float *first = solid->positions[solid->faces.corners[at]];
		for (size_t k = 0; k < corners; ++k)
		{
			const float *a = solid->positions[solid->faces.corners[at + k]];
			const float *b = solid->positions[solid->faces.corners[at + (k + 1) % corners]];
			for (int x = 0; x < 3; ++x)
			{
				int y = (x + 1) % 3, z = (x + 2) % 3;
				normal[x] += ((double)a[y] - (double)b[y]) * ((double)a[z] + (double)b[z]);
			}
		}
		for (int x = 0; x < 3; ++x)
		{
			length += normal[x] * normal[x];
			height += normal[x] * (p[x] - (double)first[x]);
		}
		assert_true(length > 0);
		height /= sqrt(length);
		most = height > most ? height : most;
	}
	return most;
}

/// Compares a polyhedron with its solid: closed, every vertex within `error`, every sampled point of the solid inside.
static void check_solid(const import_solid *solid, bool round, double height, double bottom, double top)
{
	double size = height + bottom + top, largest = 0;
	static uint8_t uses[IMPORT_SOLID_VERTICES_MAX][IMPORT_SOLID_VERTICES_MAX];
	memset(uses, 0, sizeof uses);
	for (size_t f = 0, at = 0; f < solid->faces.face_count; at = solid->faces.ends[f++])
		for (size_t k = at; k < solid->faces.ends[f]; ++k)
			++uses[solid->faces.corners[k]][solid->faces.corners[k + 1 < solid->faces.ends[f] ? k + 1 : at]];
	for (uint32_t a = 0; a < solid->vertex_count; ++a)
	{
		double vertex[3] = {
			(double)solid->positions[a][0], (double)solid->positions[a][1], (double)solid->positions[a][2]};
		double away = sampled_distance(solid->positions[a], round, height, bottom, top);
		assert_true(away <= solid->error + 1e-6 * size);
		largest = away > largest ? away : largest;
		assert_true(outside(solid, vertex) <= 1e-6 * size);
		for (uint32_t b = 0; b < solid->vertex_count; ++b)
			assert_true(uses[a][b] == uses[b][a] && uses[a][b] <= 1);
	}
	assert_true(largest >= 0.99 * solid->error - 1e-6 * size);
	for (int i = 0; i < 400; ++i)
	{
		double turn = i * 2.399963, s = cos(i * 0.7), c = sqrt(1 - s * s), t = (i % 21) / 20.0;
		double radius = bottom + t * (top - bottom);
		double p[3] = {radius * cos(turn), height * (t - 0.5), radius * sin(turn)};
		if (round)
		{
			p[0] = radius * c * cos(turn);
			p[1] += radius * s;
			p[2] = radius * c * sin(turn);
		}
		assert_true(outside(solid, p) <= 1e-6 * size);
	}
}

static void solids_of_two_radii_lie_in_their_polyhedra_and_near(void **state)
{
	(void)state;
	static const double sizes[][3] = {{1, 0.5, 0}, {1, 0, 0.5}, {2, 0.3, 0.7}, {2, 0.7, 0.3}, {1, 0.9, 0.1},
		{1, 0.999, 0}, {1000, 1, 2}, {1e-3, 2e-3, 1.2e-3}, {2, 1, 1.0001}, {1, 0.4, 0.7090169943749475}};
	kilncook_context context = {0};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
	{
		import_solid solid;
		const double *s = sizes[i];
		assert_true(import_solid_frustum(&context, s[0], s[1], s[2], &solid));
		assert_true(solid.error < 0.0013 * fmax(s[1], s[2]));
		check_solid(&solid, false, s[0], s[1], s[2]);
		import_faces_free(&context, &solid.faces);
		assert_true(import_solid_tapered_capsule(&context, s[0], s[1], s[2], &solid));
		assert_true(solid.error < 0.027 * fmax(s[1], s[2]));
		check_solid(&solid, true, s[0], s[1], s[2]);
		import_faces_free(&context, &solid.faces);
	}
}

static void shapes_of_two_radii_become_hulls_and_planes_meshes(void **state)
{
	(void)state;
	static const struct
	{
		const char *shape;
		kilncook_shape kind;
		uint32_t vertices;
		const char *words;
	} cases[] = {
		{"{\"type\":\"cylinder\",\"cylinder\":{\"radiusTop\":1}}", KILNCOOK_SHAPE_HULL, 128, "a hull of 128"},
		{"{\"type\":\"cylinder\",\"cylinder\":{\"radiusTop\":0}}", KILNCOOK_SHAPE_HULL, 65, "a hull of 65"},
		{"{\"type\":\"capsule\",\"capsule\":{\"radiusTop\":0.125}}", KILNCOOK_SHAPE_HULL, 220, "a hull of 220"},
		{"{\"type\":\"plane\",\"plane\":{\"sizeX\":1,\"sizeZ\":2,\"doubleSided\":true}}", KILNCOOK_SHAPE_MESH, 4, ""},
		{"{\"type\":\"plane\",\"plane\":{\"sizeX\":1,\"sizeZ\":2}}", KILNCOOK_SHAPE_MESH, 4, "collides on both"},
		{"{\"type\":\"plane\",\"plane\":{\"sizeX\":1}}", KILNCOOK_SHAPE_MESH, 4, "cut to 8000"},
		{"{\"type\":\"plane\"}", KILNCOOK_SHAPE_MESH, 4, "cut to 8000"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		test.last_text[0] = 0;
		assert_int_equal(physics_case_shape(&test, false, cases[i].shape), KILNCOOK_OK);
		assert_non_null(strstr(test.last_text, cases[i].words));
		const art_node *node = &test.scene.nodes[0];
		assert_true(!node->primitive && node->mesh_count == 1);
		assert_int_equal(node->physics->shape, cases[i].kind);
		assert_int_equal(test.scene.meshes[node->meshes[0]].vertex_count, cases[i].vertices);
	}
}

static void geometry_of_a_node_is_its_meshes_in_its_own_space(void **state)
{
	(void)state;
	// Node 1 is outside the scene; its own place does not count, but the places below it do. The last one is mirrored.
	assert_int_equal(
		physics_case_file(&test,
			"{\"translation\":[5,0,0]," BODY(
				"\"collider\":{\"geometry\":{\"node\":1}}") "},"
															"{\"mesh\":0,\"translation\":[9,9,9],\"children\":[2,"
															"4]},{\"translation\":[0,0,1],\"children\":[3]},"
															"{\"mesh\":1,\"translation\":[0,0,1]},{\"mesh\":1,"
															"\"scale\":[-2,1,1]}",
			""),
		KILNCOOK_OK);
	const art_node *node = &test.scene.nodes[0];
	assert_int_equal(node->physics->shape, KILNCOOK_SHAPE_MESH);
	assert_int_equal(node->mesh_count, 3);
	assert_true(node->to_root[3] == 5);
	static const float expected[3][3][3] = {
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}, {{0, 1, 0}, {-2, 0, 0}, {0, 0, 0}}};
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			float position[3];
			import_case_corner(&test.scene.meshes[node->meshes[i]], 0, k, position);
			assert_memory_equal(position, expected[i][k], sizeof position);
		}
}

static void skinned_meshes_of_colliders_are_cooked_before_their_skeleton_poses_them(void **state)
{
	(void)state;
	// The joint is far away; the collider's mesh stays in its own space, at the collider's node.
	for (int skinned = 0; skinned < 2; ++skinned)
	{
		char nodes[512];
		(void)snprintf(nodes, sizeof nodes,
			"{\"translation\":[5,0,0]," BODY(
				"\"collider\":{\"geometry\":{\"node\":1%s}}") "},{\"mesh\":0%s},"
															  "{\"translation\":[70,0,0]}],\"skins\":[{\"joints\":[2]}",
			skinned ? ",\"convexHull\":true" : "", skinned ? ",\"skin\":0" : "");
		test.memory.messages = 0;
		assert_int_equal(physics_case_file(&test, nodes, ""), KILNCOOK_OK);
		const art_node *node = &test.scene.nodes[0];
		assert_int_equal(node->physics->shape, skinned ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH);
		assert_int_equal(node->mesh_count, 1);
		assert_true(node->to_root[3] == 5);
		float position[3];
		import_case_corner(&test.scene.meshes[node->meshes[0]], 0, 1, position);
		assert_true(position[0] == 1 && position[1] == 0 && position[2] == 0);
		assert_int_equal(test.memory.messages, skinned);
		if (skinned)
			assert_string_equal(test.last_text, "1 meshes of colliders have a skin; they are cooked in their own "
												"space, before their skeleton poses them");
	}
}

static void a_geometry_that_two_colliders_name_is_read_once(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test,
						 "{\"children\":[1,2]},{" BODY("\"collider\":{\"geometry\":{\"node\":3}}") "},{" BODY(
							 "\"collider\":{\"geometry\":{\"node\":3}}") "},{\"mesh\":0,\"children\":[4]},"
																		 "{\"mesh\":1,\"scale\":[2,2,2]}",
						 ""),
		KILNCOOK_OK);
	const art_node *nodes = test.scene.nodes;
	assert_int_equal(nodes[1].mesh_count, 2);
	assert_memory_equal(nodes[1].meshes, nodes[2].meshes, 2 * sizeof *nodes[1].meshes);
	assert_int_equal(test.scene.mesh_count, 4);
}

static void a_mesh_of_a_shape_is_that_mesh(void **state)
{
	(void)state;
	static const char *const types[] = {"convex", "trimesh"};
	for (uint32_t i = 0; i < 2; ++i)
	{
		char shape[80];
		(void)snprintf(shape, sizeof shape, "{\"type\":\"%s\",\"%s\":{\"mesh\":1}}", types[i], types[i]);
		assert_int_equal(physics_case_shape(&test, true, shape), KILNCOOK_OK);
		assert_int_equal(test.scene.nodes[0].physics->shape, i ? KILNCOOK_SHAPE_MESH : KILNCOOK_SHAPE_HULL);
		assert_int_equal(test.scene.nodes[0].meshes[0], 1);
	}
}

static void zero_scale_disables_and_uneven_scale_warns(void **state)
{
	(void)state;
	static const struct
	{
		const char *shape, *scale;
		bool warns;
	} cases[] = {{"sphere", "2,2,2", false}, {"sphere", "-2,2,2", false}, {"sphere", "2,2,1", true},
		{"capsule", "2,1,2", true}, {"cylinder", "2,1,2", false}, {"cylinder", "2,2,1", true}, {"box", "1,2,3", false}};
	char node[256], shape[80];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		(void)snprintf(node, sizeof node, "{\"scale\":[%s]," BODY(COLLIDER) "}", cases[i].scale);
		(void)snprintf(shape, sizeof shape, "\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"%s\"}]}", cases[i].shape);
		test.last_text[0] = 0;
		assert_int_equal(physics_case_file(&test, node, shape), KILNCOOK_OK);
		assert_int_equal(strstr(test.last_text, "unevenly") != NULL, cases[i].warns);
	}
	assert_int_equal(physics_case_file(&test, "{\"mesh\":0,\"scale\":[0,0,0]," BODY(COLLIDER) "}", BALL), KILNCOOK_OK);
	assert_int_equal(test.scene.nodes[0].physics->shape, KILNCOOK_SHAPE_NONE);
	assert_null(test.scene.nodes[0].primitive);
	assert_non_null(strstr(test.last_text, "scale of zero"));
}

static void a_hundred_thousand_shapes_are_read_where_they_are_used(void **state)
{
	(void)state;
	const size_t count = 100000;
	char *text = malloc(count * 64 + 4096), *at = text;
	assert_non_null(text);
	at += sprintf(at, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{" BODY(
						  COLLIDER) "}],\"extensions\":{"
									"\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"sphere\"}");
	for (size_t i = 1; i < count; ++i)
		at += sprintf(at, ",{\"type\":\"capsule\",\"capsule\":{\"radiusTop\":1}}");
	(void)sprintf(at, "]}}}");
	assert_int_equal(import_case_text(&test, "file.gltf", text), KILNCOOK_OK);
	assert_int_equal(test.scene.mesh_count, 0);
	free(text);
}

static void geometries_of_long_chains_end_at_a_limit(void **state)
{
	(void)state;
	// Each of 3000 nodes uses the geometry of the node below it: 4.5 million nodes in total.
	const size_t count = 3000;
	char *text = malloc(count * 160 + 4096), *at = text;
	assert_non_null(text);
	at += sprintf(at, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\"");
	for (size_t i = 1; i < count; ++i)
		at += sprintf(
			at, ",\"children\":[%zu]," BODY("\"collider\":{\"geometry\":{\"node\":%zu}}") "},{\"name\":\"b\"", i, i);
	(void)sprintf(at, ",\"mesh\":0}],%s}", physics_case_meshes);
	assert_int_equal(import_case_text(&test, "file.gltf", text), KILNCOOK_REFUSED);
	assert_non_null(strstr(test.last_text, "2^22 nodes in the geometries"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes_become_primitives_of_the_same_size),
		cmocka_unit_test(solids_of_two_radii_lie_in_their_polyhedra_and_near),
		cmocka_unit_test(shapes_of_two_radii_become_hulls_and_planes_meshes),
		cmocka_unit_test(geometry_of_a_node_is_its_meshes_in_its_own_space),
		cmocka_unit_test(skinned_meshes_of_colliders_are_cooked_before_their_skeleton_poses_them),
		cmocka_unit_test(a_geometry_that_two_colliders_name_is_read_once),
		cmocka_unit_test(a_mesh_of_a_shape_is_that_mesh),
		cmocka_unit_test(zero_scale_disables_and_uneven_scale_warns),
		cmocka_unit_test(a_hundred_thousand_shapes_are_read_where_they_are_used),
		cmocka_unit_test(geometries_of_long_chains_end_at_a_limit),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
