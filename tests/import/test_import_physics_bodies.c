// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "kiln_format.h"
#include "physics_case.h"

/// Colliders, triggers, filters, materials and motions of KHR_physics_rigid_bodies and OMI_physics_body.

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

static void a_collider_takes_the_place_of_the_nodes_mesh_and_keeps_it_aside(void **state)
{
	(void)state;
	assert_int_equal(
		physics_case_file(
			&test, "{\"name\":\"a\",\"mesh\":0,\"children\":[1]," BODY(COLLIDER) "},{\"name\":\"b\",\"mesh\":1}", BALL),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 2);
	const art_node *a = &test.scene.nodes[0], *b = &test.scene.nodes[1];
	assert_true(a->primitive && a->mesh_count == 0);
	assert_int_equal(a->physics->render_count, 1);
	assert_int_equal(a->physics->render[0], 0);
	// The file has colliders, so that a node without a collider becomes nothing.
	assert_int_equal(b->physics->shape, KILNCOOK_SHAPE_NONE);
	assert_int_equal(b->physics->extension, ART_EXTENSION_KHR);
	assert_int_equal(b->mesh_count, 1);
	assert_int_equal(b->meshes[0], 1);
}

static void a_file_without_collision_is_as_before(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test, "{\"mesh\":0," BODY("\"motion\":{}") "}", BALL), KILNCOOK_OK);
	assert_null(test.scene.nodes[0].physics);
	assert_int_equal(test.scene.nodes[0].mesh_count, 1);
	assert_int_equal(physics_case_file(&test, "{\"mesh\":0," OMI_BODY("\"collider\":{}") "}", ""), KILNCOOK_OK);
	assert_null(test.scene.nodes[0].physics);
}

static void a_node_with_collider_and_trigger_becomes_two(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test,
						 "{\"name\":\"a\"," BODY(
							 COLLIDER ",\"trigger\":{\"geometry\":{\"node\":1,\"convexHull\":true}}") "},{\"mesh\":1}",
						 BALL),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 2);
	assert_false(test.scene.nodes[0].physics->trigger);
	const art_node *trigger = &test.scene.nodes[1];
	assert_string_equal(trigger->name, "a");
	assert_int_equal(trigger->parent, 0);
	assert_true(trigger->physics->trigger);
	assert_int_equal(trigger->physics->shape, KILNCOOK_SHAPE_HULL);
	assert_int_equal(trigger->mesh_count, 1);
	assert_int_equal(trigger->meshes[0], 1);
}

static void colliders_of_instances_and_skins_stand_below_what_is_shown(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test,
						 "{\"name\":\"a\",\"mesh\":0,\"translation\":[1,2,3],\"extensions\":{"
						 "\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}},"
						 "\"KHR_physics_rigid_bodies\":{" COLLIDER "}}}",
						 BALL),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 5);
	for (uint32_t i = 1; i < 4; ++i)
		assert_int_equal(test.scene.nodes[i].physics->shape, KILNCOOK_SHAPE_NONE);
	const art_node *collider = &test.scene.nodes[4];
	assert_true(collider->primitive && collider->parent == 3);
	assert_true(collider->to_root[3] == 1 && collider->to_root[7] == 2 && collider->to_root[11] == 3);
}

static void filters_become_masks_by_the_names_of_systems(void **state)
{
	(void)state;
	assert_int_equal(
		physics_case_file(&test,
			"{\"children\":[1,2,3,4]},{" BODY(
				"\"collider\":{\"geometry\":{\"shape\":0},"
				"\"collisionFilter\":0}") "},{" BODY("\"collider\":{"
													 "\"geometry\":{"
													 "\"shape\":0},"
													 "\"collisionFilter\":"
													 "1}") "},{" BODY("\"trigger\":{\"geometry\":{"
																	  "\"shape\":0},\"collisionFilter\":"
																	  "2}") "},{" BODY(COLLIDER) "}",
			BALL ",\"KHR_physics_rigid_bodies\":{\"collisionFilters\":[{\"collisionSystems\":[\"a\",\"b\"],"
				 "\"collideWithSystems\":[\"c\"]},{\"notCollideWithSystems\":[\"b\",\"default\"]},"
				 "{\"collisionSystems\":[\"c\"],\"collideWithSystems\":[]}]}"),
		KILNCOOK_OK);
	const art_scene *scene = &test.scene;
	assert_int_equal(scene->layer_count, 3);
	assert_string_equal(scene->layers[0], "a");
	assert_string_equal(scene->layers[2], "c");
	static const uint64_t masks[3][2] = {{2 | 4, 8}, {1, ~(uint64_t)5}, {8, 0}};
	for (uint32_t i = 0; i < 3; ++i)
	{
		assert_int_equal(scene->nodes[i + 1].physics->filter, i);
		assert_true(scene->filters[i].layers == masks[i][0] && scene->filters[i].collides == masks[i][1]);
	}
	assert_int_equal(scene->nodes[4].physics->filter, KILN_NONE);
}

static void collision_systems_fill_63_layers_and_no_more(void **state)
{
	(void)state;
	for (int count = 63; count < 65; ++count)
	{
		char extensions[2048], *at = extensions;
		at += sprintf(at, BALL ",\"OMI_physics_body\":{\"collisionFilters\":[{\"collisionSystems\":[\"0\"");
		for (int i = 1; i < count; ++i)
			at += sprintf(at, ",\"%d\"", i);
		(void)sprintf(at, "]}]}");
		kilncook_status status = physics_case_file(&test, "{" BODY(COLLIDER) "}", extensions);
		assert_int_equal(status, count == 63 ? KILNCOOK_OK : KILNCOOK_REFUSED);
		if (status == KILNCOOK_OK)
			assert_true(test.scene.filters[0].layers == ~(uint64_t)1);
		else
			assert_non_null(strstr(test.last_text, "/extensions/OMI_physics_body/collisionFilters/0/collisionSystems: "
												   "the file has more than 63"));
	}
}

static void physics_materials_follow_the_others(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test,
						 "{\"children\":[1,2]},{" BODY(
							 "\"collider\":{\"geometry\":{\"shape\":0},"
							 "\"physicsMaterial\":1}") "},{\"mesh\":0," BODY("\"collider\":{\"geometry\":{\"node\":2},"
																			 "\"physicsMaterial\":0}") "}",
						 BALL ",\"KHR_physics_rigid_bodies\":{\"physicsMaterials\":[{},{\"name\":\"ice\","
							  "\"staticFriction\":0.1,"
							  "\"dynamicFriction\":0,\"restitution\":1.5,\"frictionCombine\":\"minimum\","
							  "\"restitutionCombine\":\"multiply\"}]}"),
		KILNCOOK_OK);
	const art_scene *scene = &test.scene;
	assert_int_equal(scene->material_count, 3);
	assert_int_equal(scene->surface_first, 1);
	assert_string_equal(scene->materials[1], "physicsMaterials[0]");
	assert_string_equal(scene->materials[2], "ice");
	assert_int_equal(scene->nodes[1].primitive->material, 2);
	assert_int_equal(scene->nodes[1].physics->surface, 1);
	assert_int_equal(scene->nodes[2].physics->surface, 0);
	const art_surface expected[2] = {{0.6f, 0.6f, 0, ART_COMBINE_AVERAGE, ART_COMBINE_AVERAGE},
		{0.1f, 0, 1.5f, ART_COMBINE_MINIMUM, ART_COMBINE_MULTIPLY}};
	assert_memory_equal(scene->surfaces, expected, sizeof expected);
}

static void motions_make_bodies_of_their_nodes_and_all_below(void **state)
{
	(void)state;
	assert_int_equal(physics_case_file(&test,
						 "{\"children\":[1,4]},{\"name\":\"cart\",\"children\":[2,3]," BODY(
							 "\"motion\":{\"mass\":2,\"centerOfMass\":[1,2,3],\"inertiaDiagonal\":[0,5,6],"
							 "\"inertiaOrientation\":[0,0,3,4],\"linearVelocity\":[1,0,0],\"angularVelocity\":[0,0,-1],"
							 "\"gravityFactor\":-0.5}") "},{" BODY(COLLIDER) "},{" BODY(COLLIDER
							 ",\"motion\":{\"isKinematic\":true}") "},{" OMI_BODY("\"motion\":{\"type\":\"static\","
																				  "\"inertiaDiagonal\":[0,0,0]}") "}",
						 BALL),
		KILNCOOK_OK);
	const art_scene *scene = &test.scene;
	static const uint32_t bodies[5] = {0, 1, 1, 2, 3};
	assert_int_equal(scene->node_count, 5);
	for (uint32_t i = 0; i < 5; ++i)
		assert_int_equal(scene->nodes[i].body, bodies[i]);
	const kiln_format_body expected[3] = {
		{.mass = 2,
			.gravity = -0.5f,
			.center = {1, 2, 3},
			.inertia = {0, 5, 6},
			.axes = {0, 0, 0.6f, 0.8f},
			.linear_velocity = {1, 0, 0},
			.angular_velocity = {0, 0, -1},
			.kind = KILN_BODY_DYNAMIC,
			.flags = KILN_BODY_FLAGS_KNOWN,
			.source_node = 1},
		{.gravity = 1, .kind = KILN_BODY_KINEMATIC, .source_node = 3},
		{.mass = 1, .gravity = 1, .kind = KILN_BODY_STATIC, .flags = KILN_BODY_MASS, .source_node = 4},
	};
	assert_int_equal(scene->body_count, 3);
	assert_memory_equal(scene->bodies, expected, sizeof expected);
}

static void what_is_not_kept_is_told(void **state)
{
	(void)state;
	static const struct
	{
		const char *node, *words;
	} cases[] = {
		{BODY(COLLIDER ",\"joint\":{\"joint\":0}"), "/nodes/0 has a joint"},
		{BODY(COLLIDER ",\"trigger\":{\"nodes\":[0]}"), "/nodes/0 has a trigger that lists others"},
		{"\"extensions\":{\"KHR_physics_rigid_bodies\":{" COLLIDER "},\"OMI_physics_body\":{}}", "/nodes/0 has OMI"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char node[256];
		(void)snprintf(node, sizeof node, "{%s}", cases[i].node);
		test.last_text[0] = 0;
		assert_int_equal(physics_case_file(&test, node, BALL), KILNCOOK_OK);
		assert_non_null(strstr(test.last_text, cases[i].words));
	}
	// Nodes 1 to 16 are named, the others counted.
	static char many[8192];
	size_t length = (size_t)snprintf(many, sizeof many, "{\"children\":[1");
	for (int i = 2; i <= 20; ++i)
		length += (size_t)snprintf(many + length, sizeof many - length, ",%d", i);
	length += (size_t)snprintf(many + length, sizeof many - length, "]}");
	for (int i = 1; i <= 20; ++i)
		length +=
			(size_t)snprintf(many + length, sizeof many - length, ",{" BODY(COLLIDER ",\"joint\":{\"joint\":0}") "}");
	test.memory.messages = 0;
	assert_int_equal(physics_case_file(&test, many, BALL), KILNCOOK_OK);
	assert_string_equal(test.last_text, "4 more nodes have a joint, which is not kept");
	assert_int_equal(test.memory.messages, 17);
	assert_int_equal(physics_case_shape(&test, false, "{\"type\":\"sphere\",\"sphere\":{\"radius\":1,\"axis\":\"x\"}}"),
		KILNCOOK_OK);
	assert_non_null(strstr(test.last_text, "shapes/0/sphere has a member that is not read: axis"));
	assert_int_equal(
		import_case_text(&test, "file.gltf",
			"{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"OMI_collider\"],\"nodes\":[{\"name\":\"a\"}]}"),
		KILNCOOK_REFUSED);
	assert_int_equal(test.errors, 1);
}

static void broken_collision_is_refused_with_its_place(void **state)
{
	(void)state;
	static const struct
	{
		const char *nodes, *extensions, *words;
	} cases[] = {
#define IN "/nodes/0/extensions/KHR_physics_rigid_bodies"
#define SHAPES "/extensions/KHR_implicit_shapes/shapes/0"
#define ONE(shape) "\"KHR_implicit_shapes\":{\"shapes\":[" shape "]}"
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":1}}") "}", BALL,
			IN "/collider/geometry/shape: not an integer of 0 to 0"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":-1}}") "}", BALL, IN "/collider/geometry/shape"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":\"0\"}}") "}", BALL, IN "/collider/geometry/shape"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":0}}") "}", "", "the file has no element to refer to"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":0,\"node\":0}}") "}", BALL,
			IN "/collider/geometry: a shape and a node at once"},
		{"{" BODY("\"collider\":{\"geometry\":{}}") "}", BALL, IN "/collider/geometry: neither a shape nor a node"},
		{"{" BODY("\"collider\":{}") "}", BALL, IN "/collider/geometry: missing"},
		{"{" BODY("\"collider\":[]") "}", BALL, IN "/collider: not an object"},
		{"{" BODY("\"collider\":{\"geometry\":7}") "}", BALL, IN "/collider/geometry: not an object"},
		{"{" BODY("\"trigger\":{}") "}", BALL, IN "/trigger/geometry: missing"},
		{"{" BODY("\"trigger\":{\"nodes\":[1]}") "}", BALL, IN "/trigger/nodes/0: not the index of a node"},
		{"{" BODY("\"trigger\":{\"nodes\":{}}") "}", BALL, IN "/trigger/nodes: not an array"},
		{"{\"children\":[1]," BODY("\"trigger\":{\"nodes\":[1]}") "},{}", BALL,
			"/trigger/nodes/0: a node that is not a trigger"},
		{"{" BODY("\"collider\":{\"geometry\":{\"node\":0}}") "}", BALL,
			"/collider/geometry/node: neither this node nor"},
		{"{" BODY("\"collider\":{\"geometry\":{\"node\":9}}") "}", BALL, "/collider/geometry/node: not an integer"},
		{"{\"mesh\":0," BODY("\"collider\":{\"geometry\":{\"node\":0,\"convexHull\":1}}") "}", BALL,
			"/collider/geometry/convexHull: not true or false"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":0},\"physicsMaterial\":0}") "}", BALL, "/physicsMaterial"},
		{"{" BODY("\"collider\":{\"geometry\":{\"shape\":0},\"collisionFilter\":-1}") "}", BALL, "/collisionFilter"},
		{"{\"extensions\":{\"KHR_physics_rigid_bodies\":[]}}", BALL,
			"/nodes/0/extensions/KHR_physics_rigid_bodies: not an object"},
		{"{" OMI_BODY("\"collider\":{\"shape\":1}") "}", "", "/nodes/0/extensions/OMI_physics_body/collider/shape"},
		{"{" BODY(COLLIDER) "}", ONE("7"), SHAPES ": not an object"},
		{"{" BODY(COLLIDER) "}", ONE("{}"), SHAPES "/type: missing"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":3}"), SHAPES "/type: not a string"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"torus\"}"), SHAPES "/type: a type of shape that is not read"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"trimesh\"}"), SHAPES "/type: a type of shape that is not read"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":[]}"), SHAPES "/sphere: not an object"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"box\":{}}"), SHAPES "/box: sizes of another type"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":0}}"), "/sphere/radius: a size that"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":-1}}"),
			"/sphere/radius: a size that"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":1e-40}}"), "/sphere/radius: a size"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":1e40}}"), "/sphere/radius: beyond"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":\"1\"}}"), "/sphere/radius: not a"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"sphere\",\"sphere\":{\"radius\":NaN}}"), "JSON"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"box\",\"box\":{\"size\":[1,1]}}"), "/box/size: not an array of 3"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"box\",\"box\":{\"size\":[1,1,\"1\"]}}"), "/box/size: not an array"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"box\",\"box\":{\"size\":[1,0,1]}}"), "/box/size: a size that is not"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"capsule\",\"capsule\":{\"height\":0}}"), "/capsule/height"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"capsule\",\"capsule\":{\"radiusTop\":-1}}"), "/capsule/radiusTop"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"cylinder\",\"cylinder\":{\"radiusTop\":0,\"radiusBottom\":0}}"),
			"/cylinder/radiusBottom: both radii are 0"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"plane\",\"plane\":{\"sizeX\":-1}}"), "/plane/sizeX"},
		{"{" BODY(COLLIDER) "}", ONE("{\"type\":\"plane\",\"plane\":{\"doubleSided\":0}}"), "/plane/doubleSided"},
		{"{" BODY(COLLIDER) "}", "\"KHR_implicit_shapes\":{\"shapes\":{}}",
			"/extensions/KHR_implicit_shapes/shapes: not an array"},
		{"{" BODY(COLLIDER) "}", "\"KHR_implicit_shapes\":[]", "KHR_implicit_shapes: not an object"},
		{"{" OMI_BODY("\"collider\":{\"shape\":0}") "}",
			"\"OMI_physics_shape\":{\"shapes\":[{\"type\":\"convex\",\"convex\":{\"mesh\":9}}]}",
			"/extensions/OMI_physics_shape/shapes/0/convex/mesh"},
		{"{" OMI_BODY("\"collider\":{\"shape\":0}") "}", "\"OMI_physics_shape\":{\"shapes\":[{\"type\":\"convex\"}]}",
			"/convex/mesh: missing"},
		{"{" OMI_BODY("\"collider\":{\"shape\":0}") "}",
			"\"OMI_physics_shape\":{\"shapes\":[{\"type\":\"capsule\",\"capsule\":{\"height\":1,\"radius\":1}}]}",
			"/capsule/height: less than two radii"},
		{"{" BODY("\"motion\":7") "}", "", "/nodes/0/extensions/KHR_physics_rigid_bodies/motion: not an object"},
		{"{" BODY("\"motion\":{\"mass\":-1}") "}", "", IN "/motion/mass: not a number from 0"},
		{"{" BODY("\"motion\":{\"mass\":1e39}") "}", "", IN "/motion/mass: not a number from 0"},
		{"{" BODY("\"motion\":{\"mass\":\"1\"}") "}", "", IN "/motion/mass: not a number from 0"},
		{"{" BODY("\"motion\":{\"gravityFactor\":[]}") "}", "", IN "/motion/gravityFactor: not a number"},
		{"{" BODY("\"motion\":{\"isKinematic\":1}") "}", "", IN "/motion/isKinematic: not true or false"},
		{"{" BODY("\"motion\":{\"centerOfMass\":[1,2]}") "}", "", IN "/motion/centerOfMass: not an array of 3"},
		{"{" BODY("\"motion\":{\"linearVelocity\":[1,2,1e39]}") "}", "", IN "/motion/linearVelocity: too large"},
		{"{" BODY("\"motion\":{\"inertiaDiagonal\":[1,2,-1]}") "}", "", IN "/motion/inertiaDiagonal: a number below 0"},
		{"{" BODY("\"motion\":{\"inertiaDiagonal\":[1,1,1],\"inertiaOrientation\":[0,0,0,0]}") "}", "",
			IN "/motion/inertiaOrientation: no rotation"},
		{"{" OMI_BODY("\"motion\":{}") "}", "", "/motion/type: not static, kinematic or dynamic"},
		{"{" OMI_BODY("\"motion\":{\"type\":\"soft\"}") "}", "", "/motion/type: not static, kinematic or dynamic"},
#define WORLD(member) BALL ",\"KHR_physics_rigid_bodies\":{" member "}"
		{"{}", WORLD("\"physicsMaterials\":7"), "/extensions/KHR_physics_rigid_bodies/physicsMaterials: not an array"},
		{"{}", WORLD("\"physicsMaterials\":[7]"),
			"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0: not an object"},
		{"{}", WORLD("\"physicsMaterials\":[{\"restitution\":-1}]"),
			"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/restitution: not a number"},
		{"{}", WORLD("\"physicsMaterials\":[{\"staticFriction\":\"\"}]"),
			"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/staticFriction"},
		{"{}", WORLD("\"physicsMaterials\":[{\"frictionCombine\":\"sum\"}]"),
			"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/frictionCombine"},
		{"{}", WORLD("\"physicsMaterials\":[{\"name\":7}]"),
			"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/name: not a string"},
		{"{}", WORLD("\"collisionFilters\":[7]"),
			"/extensions/KHR_physics_rigid_bodies/collisionFilters/0: not an object"},
		{"{}", WORLD("\"collisionFilters\":[{\"collisionSystems\":\"a\"}]"), "collisionSystems: not an array"},
		{"{}", WORLD("\"collisionFilters\":[{\"collisionSystems\":[\"\"]}]"),
			"/collisionSystems/0: not a name of 1 to 255 bytes"},
		{"{}", WORLD("\"collisionFilters\":[{\"collideWithSystems\":[],\"notCollideWithSystems\":[]}]"),
			"collideWithSystems and notCollideWithSystems at once"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		kilncook_status status = physics_case_file(&test, cases[i].nodes, cases[i].extensions);
		if (status != KILNCOOK_REFUSED || test.errors != 1 || !strstr(test.last_text, cases[i].words))
			fail_msg("%s %s: %s", cases[i].nodes, cases[i].extensions, test.last_text);
	}
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = physics_case_file(&test,
			"{\"mesh\":0,\"children\":[1,2]," BODY(
				COLLIDER ",\"trigger\":{\"geometry\":{\"node\":1},"
						 "\"collisionFilter\":0}") "},"
												   "{\"mesh\":1,\"children\":[3]"
												   "},{" OMI_BODY("\"collider\":{\"shape\":"
																  "0,\"physicsMaterial\":"
																  "0}") "},"
																		"{\"mesh\":1,"
																		"\"scale\":[2,2,2]"
																		"}",
			BALL ",\"KHR_physics_rigid_bodies\":{\"collisionFilters\":[{\"collisionSystems\":[\"a\",\"b\"]}]},"
				 "\"OMI_physics_body\":{\"physicsMaterials\":[{}]},"
				 "\"OMI_physics_shape\":{\"shapes\":[{\"type\":\"capsule\",\"capsule\":{\"radiusTop\":1}}]}");
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		assert_true(status == KILNCOOK_OK || test.errors == 1);
		assert_true(status == KILNCOOK_OK || test.memory.live == 0);
		assert_int_equal(test.memory.wrong_size, 0);
	}
	test.memory.fail_at = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_collider_takes_the_place_of_the_nodes_mesh_and_keeps_it_aside),
		cmocka_unit_test(a_file_without_collision_is_as_before),
		cmocka_unit_test(a_node_with_collider_and_trigger_becomes_two),
		cmocka_unit_test(colliders_of_instances_and_skins_stand_below_what_is_shown),
		cmocka_unit_test(filters_become_masks_by_the_names_of_systems),
		cmocka_unit_test(collision_systems_fill_63_layers_and_no_more),
		cmocka_unit_test(physics_materials_follow_the_others),
		cmocka_unit_test(motions_make_bodies_of_their_nodes_and_all_below),
		cmocka_unit_test(what_is_not_kept_is_told),
		cmocka_unit_test(broken_collision_is_refused_with_its_place),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
