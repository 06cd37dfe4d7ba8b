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

#include "import/import_internal.h"
#include "import_case.h"
#include "kiln_format.h"

/// Features of assimp's scenes besides faces: transforms in several parts, and content that assimp leaves out.

static import_case test;

static int make_case(void **state)
{
	(void)state;
	return import_case_begin(&test) ? 0 : -1;
}

static int end_case(void **state)
{
	(void)state;
	import_case_end(&test);
	return 0;
}

/// An FBX of two models with one triangle each, (0,0,0) (1,0,0) (0,2,0): "a" with properties `above`, and its child "b"
/// with properties `below`.
static kilncook_status read_models(const char *above, const char *below)
{
	char text[4096];
	(void)snprintf(text, sizeof text,
		"; FBX 7.3.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7300\n}\n"
		"GlobalSettings:  {\nVersion: 1000\nProperties70:  {\n"
		"P: \"UpAxis\", \"int\", \"Integer\", \"\",1\nP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n"
		"P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",1\n}\n}\nObjects:  {\n"
		"Geometry: 1, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\na: 0,0,0,1,0,0,0,2,0\n}\n"
		"PolygonVertexIndex: *3 {\na: 0,1,-3\n}\n}\n"
		"Geometry: 2, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\na: 0,0,0,1,0,0,0,2,0\n}\n"
		"PolygonVertexIndex: *3 {\na: 0,1,-3\n}\n}\n"
		"Model: 3, \"Model::a\", \"Mesh\" {\nProperties70:  {\n%s}\n}\n"
		"Model: 4, \"Model::b\", \"Mesh\" {\nProperties70:  {\n%s}\n}\n}\n"
		"Connections:  {\nC: \"OO\",3,0\nC: \"OO\",4,3\nC: \"OO\",1,3\nC: \"OO\",2,4\n}\n",
		above, below);
	return import_case_text(&test, "art.fbx", text);
}

/// Computes the place of the third corner of the node's triangle, in root coordinates.
static void corner_of(const char *name, double place[3])
{
	for (uint32_t n = 0; n < test.scene.node_count; ++n)
	{
		const art_node *node = &test.scene.nodes[n];
		if (strcmp(node->name, name) != 0)
			continue;
		assert_int_equal(node->mesh_count, 1);
		float p[3];
		import_case_corner(&test.scene.meshes[node->meshes[0]], 0, 2, p);
		for (int k = 0; k < 3; ++k)
		{
			const double *m = node->to_root + 4 * k;
			place[k] = m[0] * (double)p[0] + m[1] * (double)p[1] + m[2] * (double)p[2] + m[3];
		}
		return;
	}
	fail_msg("no node %s", name);
}

static void assert_corner(const char *name, double x, double y, double z)
{
	double place[3];
	corner_of(name, place);
	if (!(fabs(place[0] - x) < 1e-5 && fabs(place[1] - y) < 1e-5 && fabs(place[2] - z) < 1e-5))
		fail_msg("%s: %g %g %g, not %g %g %g", name, place[0], place[1], place[2], x, y, z);
}

#define VECTOR(name, x, y, z) "P: \"" name "\", \"Vector3D\", \"Vector\", \"\"," #x "," #y "," #z "\n"

/// FBX SDK, "Node transformations": a node is at T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1 of its parent, and its
/// geometry at GT GR GS of the node, which its children don't inherit.
static void children_in_fbx_do_not_inherit_the_geometric_transform(void **state)
{
	(void)state;
	assert_int_equal(read_models(VECTOR("Lcl Translation", 1, 0, 0) VECTOR("GeometricTranslation", 0, 0, 5)
									 VECTOR("GeometricRotation", 0, 0, 90) VECTOR("GeometricScaling", 2, 2, 2),
						 VECTOR("Lcl Translation", 0, 2, 0)),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 3);
	assert_int_equal(test.scene.nodes[2].parent, 1);
	assert_string_equal(test.scene.nodes[1].name, "a");
	assert_corner("a", 1 - 4, 0, 5);
	assert_corner("b", 1, 2 + 2, 0);
}

static void fbx_rotations_behind_the_rotation_are_taken_back(void **state)
{
	(void)state;
	assert_int_equal(
		read_models(VECTOR("Lcl Translation", 1, 0, 0),
			VECTOR("Lcl Translation", 0, 2, 0) VECTOR("PostRotation", 0, 0, 90) VECTOR("Lcl Rotation", 0, 0, 0)),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 3);
	assert_corner("b", 1 + 2, 2, 0);
}

static void fbx_pivots_and_offsets_place_their_node(void **state)
{
	(void)state;
	assert_int_equal(
		read_models(VECTOR("RotationPivot", 1, 0, 0) VECTOR("Lcl Rotation", 0, 0, 90) VECTOR("RotationOffset", 0, 0, 7),
			VECTOR("ScalingPivot", 0, 1, 0) VECTOR("Lcl Scaling", 1, 3, 1) VECTOR("ScalingOffset", 5, 0, 0)
				VECTOR("PreRotation", 90, 0, 0)),
		KILNCOOK_OK);
	assert_int_equal(test.scene.node_count, 3);
	// (0,2,0) about (1,0,0) by 90 degrees is (-1,-1,0).
	assert_corner("a", -1, -1, 7);
	// (0,2,0) scaled about (0,1,0) is (0,4,0), and (5,4,0) with the offset; turned about x (5,0,4); then as "a" does.
	assert_corner("b", 1, 4, 4 + 7);
}

/// A DirectX file of two triangles, in the frames "body" and "hand". The bones "one" and "two" move the body, "one" alone the
/// hand. Frames and bind poses of the bones stand at x coordinates.
static kilncook_status read_skin(double one, double one_bind, double two, double two_bind, const char *two_weights)
{
	char text[4096];
	(void)snprintf(text, sizeof text,
		"xof 0303txt 0032\nFrame root {\n"
		"Frame one {\nFrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, %.1f,0.0,0.0,1.0;; "
		"}\n}\n"
		"Frame two {\nFrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, %.1f,0.0,0.0,1.0;; "
		"}\n}\n"
		"Frame body {\nFrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,3.0,0.0,1.0;; }\n"
		"Mesh {\n3; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;2.0;0.0;;\n1; 3;2,1,0;;\n"
		"SkinWeights { \"one\"; 3; 0,1,2; 1.0,1.0,1.0; 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, "
		"%.1f,3.0,0.0,1.0;; }\n"
		"SkinWeights { \"two\"; %s 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, %.1f,3.0,0.0,1.0;; }\n}\n}\n"
		"Frame hand {\nFrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,3.0,0.0,1.0;; }\n"
		"Mesh {\n3; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;2.0;0.0;;\n1; 3;2,1,0;;\n"
		"SkinWeights { \"one\"; 3; 0,1,2; 1.0,1.0,1.0; 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, "
		"%.1f,3.0,0.0,1.0;; }\n}\n}\n}\n",
		one, two, -one_bind, two_weights, -two_bind, -one_bind);
	return import_case_text(&test, "art.x", text);
}

#define ALL "3; 0,1,2; 1.0,1.0,1.0;"

static void skinned_meshes_stand_where_their_bones_hold_them(void **state)
{
	(void)state;
	assert_int_equal(read_skin(5, 5, 7, 7, ALL), KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-skin");
	assert_string_equal(test.last_text, "2 skinned meshes are cooked in the bind pose");
	assert_corner("body", 0, 5, 0);
	// Both bones move the triangle away from its node by the same amount.
	assert_int_equal(read_skin(5, 4, 7, 6, ALL), KILNCOOK_OK);
	assert_string_equal(test.last_text, "2 skinned meshes are cooked in the bind pose");
	assert_corner("body", 1, 5, 0);
	// A bone without influence may be anywhere.
	assert_int_equal(read_skin(5, 4, 7, 0, "0;"), KILNCOOK_OK);
	assert_string_equal(test.last_text, "2 skinned meshes are cooked in the bind pose");
	assert_corner("body", 1, 5, 0);
}

static void skins_that_have_left_the_bind_pose_are_said(void **state)
{
	(void)state;
	assert_int_equal(read_skin(5, 4, 7, 7, ALL), KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-skin");
	assert_string_equal(test.last_text,
		"1 of 2 skinned meshes have bones that have left the bind pose; they are cooked at their nodes");
	assert_corner("body", 0, 5, 0);
	// Its one bone agrees with itself, but belongs to the same skeleton.
	assert_corner("hand", 0, 5, 0);
}

/// OpenGEX 2.0, 3.1: metres and z without a word.
static void metrics_of_opengex_count(void **state)
{
	(void)state;
	static const struct
	{
		const char *metrics;
		double unit;
		uint32_t up;
	} cases[] = {{"", 1, 2},
		{"Metric (key = \"distance\") {float {0.0254}}\nMetric (key = \"up\") {string {\"y\"}}\n", 0.0254, 1},
		{"Metric (key = \"time\") {float {7}}\nMetric\t( key=\"distance\" )\n{\n\tfloat\n\t{\n100.0\n}\n}\n", 100, 2},
		{"Metric (key = \"up\") {string {\"z\"}}\nMetric (key = \"distance\") {float {1}}\n", 1, 2}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char text[1024];
		(void)snprintf(text, sizeof text,
			"%sGeometryNode $node1\n{\nName {string {\"a\"}}\nObjectRef {ref {$geometry1}}\n}\n"
			"GeometryObject $geometry1\n{\nMesh (primitive = \"triangles\")\n{\nVertexArray (attrib = "
			"\"position\")\n{\n"
			"float[3]\n{\n{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}\n}\n}\nIndexArray\n{\n"
			"unsigned_int32[3]\n{\n{0, 1, 2}\n}\n}\n}\n}\n",
			cases[i].metrics);
		assert_int_equal(import_case_text(&test, "art.ogex", text), KILNCOOK_OK);
		assert_true(test.scene.unit == cases[i].unit);
		assert_int_equal(test.scene.up_axis, cases[i].up);
	}
}

static void the_unit_of_dxf_counts(void **state)
{
	(void)state;
	static const struct
	{
		const char *header;
		double unit;
	} cases[] = {{"", 0}, {"9\n$INSUNITS\n70\n0\n", 0}, {"9\n$INSUNITS\n 70\n     4\n", 1e-3},
		{"9\r\n$INSUNITS\r\n 70\r\n1\r\n", 0.0254}, {"9\n$INSUNITS\n70\n999\n", 0}, {"9\n$INSUNITS\n", 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		char text[1024];
		(void)snprintf(text, sizeof text,
			"0\nSECTION\n2\nHEADER\n%s0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\n3DFACE\n8\na\n"
			"10\n0.0\n20\n0.0\n30\n0.0\n11\n1.0\n21\n0.0\n31\n0.0\n12\n0.0\n22\n2.0\n32\n0.0\n13\n0.0\n23\n2.0\n33\n0."
			"0\n"
			"0\nENDSEC\n0\nEOF\n",
			cases[i].header);
		assert_int_equal(import_case_text(&test, "art.dxf", text), KILNCOOK_OK);
		assert_true(test.scene.unit == cases[i].unit);
		assert_int_equal(test.scene.up_axis, 1);
	}
}

static void no_memory_for_skins_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	kilncook_status status = KILNCOOK_INTERNAL;
	for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
	{
		test.memory.calls = 0;
		test.memory.fail_at = fail;
		status = read_skin(5, 4, 7, 6, ALL);
		assert_true(status == KILNCOOK_OK || test.errors == 1);
		assert_true(status == KILNCOOK_OK || test.memory.live == 0);
		assert_int_equal(test.memory.wrong_size, 0);
	}
	test.memory.fail_at = 0;
}

/// assimp creates such weights only from files that are too large for a test.
static void weights_of_morph_targets_that_are_left_out_are_said(void **state)
{
	(void)state;
	struct aiAnimMesh targets[2] = {{.mWeight = 1.0f}, {.mWeight = 0.5f}}, *list[2] = {&targets[0], &targets[1]};
	struct aiMesh meshes[2] = {{.mAnimMeshes = list, .mNumAnimMeshes = 1}, {.mAnimMeshes = list, .mNumAnimMeshes = 1}};
	struct aiMesh *both[2] = {&meshes[0], &meshes[1]};
	const struct aiScene source = {.mMeshes = both, .mNumMeshes = 2};
	art_scene scene = {0};
	const kilncook_context context = counted_context(&test.memory);
	assert_int_equal(import_skins(&context, &source, &scene), KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-morph");
	assert_int_equal(test.memory.worst, KILNCOOK_NOTE);
	meshes[1].mNumAnimMeshes = 2;
	assert_int_equal(import_skins(&context, &source, &scene), KILNCOOK_OK);
	assert_string_equal(test.memory.last_code, "import-morph");
	assert_int_equal(test.memory.worst, KILNCOOK_WARNING);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(children_in_fbx_do_not_inherit_the_geometric_transform, make_case, end_case),
		cmocka_unit_test_setup_teardown(fbx_rotations_behind_the_rotation_are_taken_back, make_case, end_case),
		cmocka_unit_test_setup_teardown(fbx_pivots_and_offsets_place_their_node, make_case, end_case),
		cmocka_unit_test_setup_teardown(skinned_meshes_stand_where_their_bones_hold_them, make_case, end_case),
		cmocka_unit_test_setup_teardown(skins_that_have_left_the_bind_pose_are_said, make_case, end_case),
		cmocka_unit_test_setup_teardown(metrics_of_opengex_count, make_case, end_case),
		cmocka_unit_test_setup_teardown(the_unit_of_dxf_counts, make_case, end_case),
		cmocka_unit_test_setup_teardown(no_memory_for_skins_is_reported_and_nothing_leaks, make_case, end_case),
		cmocka_unit_test_setup_teardown(weights_of_morph_targets_that_are_left_out_are_said, make_case, end_case),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
