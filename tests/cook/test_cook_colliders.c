// SPDX-License-Identifier: MIT

/// Collision by extension, from a file to the blob: which source wins, the places of solids, and the blob's contents.

#include "import/import_case.h"
#include "kiln/shape.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A file that was cooked and opened.
typedef struct collider_case
{
	import_case files;
	cooked c;
} collider_case;

static void begin(collider_case *t)
{
	static const float tetrahedron[4][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
	static const uint16_t corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
	uint8_t bytes[72];
	memset(t, 0, sizeof *t);
	assert_true(import_case_begin(&t->files));
	memcpy(bytes, tetrahedron, 48);
	memcpy(bytes + 48, corners, 24);
	import_case_write(&t->files, "data.bin", bytes, sizeof bytes);
}

/// Cooks a file with these roots, nodes and extensions. Mesh 0 is a tetrahedron.
static void cook(
	collider_case *t, const char *roots, const char *nodes, const char *extensions, const kilncook_options *options)
{
	static char text[1 << 16];
	char path[128];
	int size = snprintf(text, sizeof text,
		"{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[%s]}],\"nodes\":[%s],\"extensions\":{%s},"
		"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":0}]}],\"materials\":["
		"{"
		"\"name\":\"brick\"}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
		"{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],"
		"\"bufferViews\":[{\"buffer\":0,\"byteLength\":72}],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":72}]}",
		roots, nodes, extensions);
	assert_true(size > 0 && (size_t)size < sizeof text);
	import_case_write(&t->files, "file.gltf", text, (size_t)size);
	(void)snprintf(path, sizeof path, "%s/file.gltf", t->files.folder);
	t->c = (cooked){.status = KILNCOOK_INTERNAL};
	t->c.context = bench_context(&t->c.bench);
	t->c.status = kilncook_cook_file(&t->c.context, path, options, &t->c.blob, &t->c.report);
	if (t->c.status != KILNCOOK_OK)
		return;
	kiln_result opened = kiln_open(&t->c.asset, t->c.blob.data, t->c.blob.size, NULL);
	assert_int_equal(opened.status, KILN_OK);
}

static void end(collider_case *t)
{
	import_case_end(&t->files);
}

static const kiln_format_node *node_named(const cooked *c, const char *name)
{
	for (uint32_t i = 0; i < c->asset.node_count; ++i)
		if (strcmp(kiln_name(&c->asset, c->asset.nodes[i].name), name) == 0)
			return &c->asset.nodes[i];
	return NULL;
}

/// Returns the shape of a node and who decided it, such as `box default`; "" for a node without a row.
static const char *verdict(const cooked *c, const char *name)
{
	static char text[160];
	for (uint64_t i = 0; i < c->report.node_row_count; ++i)
	{
		const kilncook_node_row *row = &c->report.node_rows[i];
		for (uint32_t k = 0; strcmp(row->name, name) == 0 && k < row->decision_count; ++k)
		{
			const kilncook_decision *decision = &c->report.decisions[row->decision_first + k];
			(void)snprintf(text, sizeof text, "%s %s", kilncook_shape_name(row->shape), decision->by);
			if (strcmp(decision->key, "shape") == 0)
				return text;
		}
	}
	return "";
}

#define BODY(member) "\"extensions\":{\"KHR_physics_rigid_bodies\":{" member "}}"
#define SHAPES(...) "\"KHR_implicit_shapes\":{\"shapes\":[" __VA_ARGS__ "]}"
#define KHR "extension KHR_physics_rigid_bodies"

static void extensions_beat_names_and_rules_beat_extensions(void **state)
{
	(void)state;
	static const char nodes[] = "{\"name\":\"UCX_Crate\",\"mesh\":0," BODY(
		"\"collider\":{\"geometry\":{\"shape\":0}}") "},"
													 "{\"name\":\"Crate\",\"mesh\":0},{\"name\":\"Wall-col\",\"mesh\":"
													 "0},"
													 "{\"name\":\"Bare\"," BODY(
														 "\"collider\":{\"geometry\":{\"shape\":0}}") "}";
	const kilncook_options hull = {.shape = KILNCOOK_SHAPE_HULL};
	const kilncook_rule rules[] = {{KILNCOOK_RULE_NODE, "*r*", 1u << KILNCOOK_KEY_SHAPE, &hull, "r:1", NULL}};
	const struct
	{
		kilncook_options options;
		const char *verdicts[4];
	} cases[] = {
		{{.shape = KILNCOOK_SHAPE_HULL}, {"box " KHR, "none " KHR ": other nodes have colliders",
											 "none " KHR ": other nodes have colliders", "box " KHR}},
		{{.rules = rules, .rule_count = 1},
			{"hull r:1", "hull r:1", "none " KHR ": other nodes have colliders", "box " KHR}},
		{{.rules = rules, .rule_count = 1, .names_win = true},
			{"box " KHR, "none " KHR ": other nodes have colliders", "none " KHR ": other nodes have colliders",
				"box " KHR}},
		{{.colliders = KILNCOOK_COLLIDERS_ALSO},
			{"box " KHR, "mesh default", "mesh name {mesh}-col{tail}", "box " KHR}},
		{{.colliders = KILNCOOK_COLLIDERS_NONE},
			{"hull name UCX_{mesh}", "none UCX_Crate collides for it", "mesh name {mesh}-col{tail}", "none " KHR}},
	};
	static const char *const names[] = {"UCX_Crate", "Crate", "Wall-col", "Bare"};
	collider_case t;
	begin(&t);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		cook(&t, "0,1,2,3", nodes, SHAPES("{\"type\":\"box\"}"), &cases[i].options);
		assert_int_equal(t.c.status, KILNCOOK_OK);
		for (uint32_t k = 0; k < 4; ++k)
		{
			assert_string_equal(verdict(&t.c, names[k]), cases[i].verdicts[k]);
			const kiln_format_node *node = node_named(&t.c, names[k]);
			assert_int_equal(node != NULL, strncmp(cases[i].verdicts[k], "none", 4) != 0);
			if (!node)
				continue;
			uint32_t kind = t.c.asset.shapes[node->shape].kind;
			assert_int_equal(cases[i].verdicts[k][0] == 'b', kind == KILN_SHAPE_BOX);
			assert_int_equal(cases[i].verdicts[k][0] == 'h', kind == KILN_SHAPE_HULL);
			// The hull is built from the tetrahedron that the node shows.
			if (kind == KILN_SHAPE_HULL)
				assert_int_equal(t.c.asset.hulls[t.c.asset.shapes[node->shape].index].vertex_count, 4);
		}
		bench_release(&t.c);
	}
	end(&t);
}

static void a_rule_that_a_collider_by_numbers_cannot_follow_warns(void **state)
{
	(void)state;
	const kilncook_options hull = {.shape = KILNCOOK_SHAPE_HULL}, none = {.shape = KILNCOOK_SHAPE_NONE};
	kilncook_rule rule = {KILNCOOK_RULE_NODE, "a", 1u << KILNCOOK_KEY_SHAPE, &hull, "r:1", NULL};
	const kilncook_options options = {.rules = &rule, .rule_count = 1};
	collider_case t;
	begin(&t);
	static const char nodes[] = "{\"name\":\"a\"," BODY(
		"\"collider\":{\"geometry\":{\"shape\":0}}") "},"
													 "{\"name\":\"b\"," BODY(
														 "\"trigger\":{\"geometry\":{\"shape\":0}}") "}";
	cook(&t, "0,1", nodes, SHAPES("{\"type\":\"sphere\"}"), &options);
	assert_int_equal(t.c.status, KILNCOOK_OK);
	assert_string_equal(verdict(&t.c, "a"), "sphere " KHR);
	assert_int_equal(t.c.bench.warnings, 1);
	assert_string_equal(t.c.bench.code, "option-unused");
	bench_release(&t.c);
	rule.values = &none;
	cook(&t, "0,1", nodes, SHAPES("{\"type\":\"sphere\"}"), &options);
	assert_string_equal(verdict(&t.c, "a"), "none r:1");
	assert_int_equal(t.c.asset.node_count, 1);
	assert_true(t.c.asset.nodes[0].flags & KILN_NODE_TRIGGER);
	assert_int_equal(t.c.report.triggers, 1);
	bench_release(&t.c);
	end(&t);
}

static void filters_and_materials_reach_the_blob_and_marks_beat_them(void **state)
{
	(void)state;
	static const char nodes[] =
		"{\"name\":\"a\"," BODY("\"collider\":{\"geometry\":{\"shape\":0},\"collisionFilter\":0,"
								"\"physicsMaterial\":1}") "},"
														  "{\"name\":\"b\",\"mesh\":0," BODY(
															  "\"collider\":{\"geometry\":{\"node\":1,"
															  "\"convexHull\":true},\"collisionFilter\":1,"
															  "\"physicsMaterial\":0}") "},"
																						"{\"name\":\"c\",\"mesh\":"
																						"0," BODY("\"collider\":{"
																								  "\"geometry\":{"
																								  "\"node\":2}}") "}";
	static const char extensions[] =
		SHAPES("{\"type\":\"sphere\"}") ",\"KHR_physics_rigid_bodies\":{\"collisionFilters\":[{\"collisionSystems\":["
										"\"walls\"],"
										"\"collideWithSystems\":[\"cars\",\"walls\"]},{\"collisionSystems\":[\"cars\"],"
										"\"notCollideWithSystems\":[\"cars\"]}],"
										"\"physicsMaterials\":[{\"dynamicFriction\":0.25,\"staticFriction\":1},{"
										"\"name\":\"rubber\",\"restitution\":2}]}";
	const kilncook_mark marks[] = {
		{KILNCOOK_MARK_LAYER, "a", "extra", NULL}, {KILNCOOK_MARK_FRICTION, "rub*", "3", NULL}};
	kilncook_options options = {.marks = marks};
	collider_case t;
	begin(&t);
	for (uint32_t round = 0; round < 3; ++round)
	{
		options.mark_count = round == 1 ? 2 : 0;
		options.colliders = round == 2 ? KILNCOOK_COLLIDERS_NONE : KILNCOOK_COLLIDERS_ONLY;
		cook(&t, "0,1,2", nodes, extensions, &options);
		assert_int_equal(t.c.status, KILNCOOK_OK);
		const kiln_format_node *a = node_named(&t.c, "a"), *b = node_named(&t.c, "b"), *c = node_named(&t.c, "c");
		const kiln_format_material *materials = t.c.asset.materials;
		assert_true(c->layers == 1 && c->collides == ~0ull);
		if (round == 2)
		{
			assert_true(!a && b->layers == 1 && b->collides == ~0ull);
			assert_int_equal(kiln_layer(&t.c.asset, "walls"), 0);
			assert_int_equal(materials[3].flags, 0);
			bench_release(&t.c);
			continue;
		}
		assert_int_equal(kiln_layer(&t.c.asset, "walls"), 2);
		assert_int_equal(kiln_layer(&t.c.asset, "cars"), 4);
		assert_int_equal(a->layers, round ? 8 : 2);
		assert_int_equal(a->collides, 6);
		assert_int_equal(b->layers, 4);
		assert_true(b->collides == ~4ull);
		const kiln_format_material *rubber = &materials[t.c.asset.shapes[a->shape].material];
		const kiln_format_material *other = &materials[t.c.asset.shapes[b->shape].material];
		assert_string_equal(kiln_name(&t.c.asset, rubber->name), "rubber");
		assert_string_equal(kiln_name(&t.c.asset, other->name), "physicsMaterials[0]");
		assert_true(rubber->friction == (round ? 3.0f : 0.6f) && rubber->restitution == 1);
		assert_true(other->friction == 0.25f && other->restitution == 0);
		assert_int_equal(other->flags, KILN_MATERIAL_FRICTION | KILN_MATERIAL_RESTITUTION);
		// A collider without a physics material keeps the material of its mesh.
		assert_string_equal(
			kiln_name(&t.c.asset, materials[t.c.asset.parts[t.c.asset.meshes[0].part_first].material].name), "brick");
		assert_int_equal(t.c.bench.warnings, 1);
		assert_string_equal(t.c.bench.code, "material-range");
		bench_release(&t.c);
	}
	end(&t);
}

static void bodies_and_surfaces_are_kept_as_they_are(void **state)
{
	(void)state;
	static const char nodes[] = "{\"name\":\"cart\",\"children\":[1,2],\"translation\":[1,2,3]," BODY(
		"\"motion\":{\"mass\":2,\"centerOfMass\":"
		"[0,1,0]}") "},{\"name\":\"a\"," BODY("\"collider\":{\"geometry\":{\"shape\":0},"
											  "\"physicsMaterial\":0}") "},"
																		"{\"name\":\"b\"," BODY(
																			"\"collider\":{\"geometry\":{"
																			"\"shape\":0}},\"motion\":{"
																			"\"isKinematic\":true}") "},"
																									 "{\"na"
																									 "me\":"
																									 "\"c\""
																									 "," BODY("\"coll"
																											  "i"
																											  "d"
																											  "e"
																											  "r"
																											  "\""
																											  ":"
																											  "{"
																											  "\"geom"
																											  "e"
																											  "t"
																											  "r"
																											  "y"
																											  "\""
																											  ":"
																											  "{"
																											  "\"shap"
																											  "e"
																											  "\":0}"
																											  "}") "}";
	static const char extensions[] =
		SHAPES("{\"type\":\"sphere\"}") ",\"KHR_physics_rigid_bodies\":{\"physicsMaterials\":[{\"name\":\"ice\","
										"\"staticFriction\":0.25,\"restitution\":3,"
										"\"frictionCombine\":\"maximum\"}]}";
	kilncook_options options = {.scale = 2};
	collider_case t;
	begin(&t);
	cook(&t, "0,3", nodes, extensions, &options);
	assert_int_equal(t.c.status, KILNCOOK_OK);
	const kiln_asset *asset = &t.c.asset;
	assert_int_equal(asset->body_count, 2);
	assert_int_equal(t.c.report.bodies, 2);
	const kiln_format_node *a = node_named(&t.c, "a"), *b = node_named(&t.c, "b"), *c = node_named(&t.c, "c");
	const kiln_format_body *cart = kiln_node_body(asset, (uint32_t)(a - asset->nodes));
	const kiln_format_body *own = kiln_node_body(asset, (uint32_t)(b - asset->nodes));
	static const float to_asset[12] = {2, 0, 0, 2, 0, 2, 0, 4, 0, 0, 2, 6};
	assert_string_equal(kiln_name(asset, cart->name), "cart");
	assert_memory_equal(cart->to_asset, to_asset, sizeof to_asset);
	assert_true(cart->mass == 2 && cart->center[1] == 1 && cart->flags == (KILN_BODY_MASS | KILN_BODY_CENTER));
	assert_int_equal(cart->source_node, 1);
	assert_int_equal(own->kind, KILN_BODY_KINEMATIC);
	assert_null(kiln_node_body(asset, (uint32_t)(c - asset->nodes)));
	assert_null(kiln_node_body(asset, asset->node_count));
	assert_null(kiln_node_body(NULL, 0));
	uint32_t ice = asset->shapes[a->shape].material;
	const kiln_format_surface expected = {0.25f, 0.6f, 3, KILN_COMBINE_MAXIMUM, KILN_COMBINE_AVERAGE, 1};
	assert_memory_equal(kiln_material_surface(asset, ice), &expected, sizeof expected);
	assert_null(kiln_material_surface(asset, asset->shapes[c->shape].material));
	assert_null(kiln_material_surface(asset, asset->material_count));
	assert_null(kiln_material_surface(NULL, 0));
	// Readers of format 5.0 skip what is new.
	const kiln_format_section *table = (const kiln_format_section *)(const void *)(asset->header + 1);
	assert_int_equal(asset->header->section_count, KILN_SECTION_METADATA - 1);
	for (uint32_t i = KILN_SECTION_KIND_END; i < KILN_SECTION_METADATA; ++i)
		assert_int_equal(table[i - 1].flags, 0);
	bench_release(&t.c);
	options.colliders = KILNCOOK_COLLIDERS_NONE;
	cook(&t, "0,3,4",
		"{\"name\":\"cart\",\"mesh\":0," BODY("\"motion\":{}") "},{},{},{\"name\":\"x\"},{\"name\":\"y\"}", extensions,
		&options);
	assert_int_equal(t.c.status, KILNCOOK_OK);
	assert_int_equal(t.c.asset.body_count, 0);
	assert_null(kiln_node_body(&t.c.asset, 0));
	assert_null(kiln_material_surface(&t.c.asset, 0));
	assert_int_equal(t.c.asset.header->section_count, KILN_SECTION_KIND_END - 1);
	bench_release(&t.c);
	end(&t);
}

static void layers_of_file_and_options_are_64_in_all(void **state)
{
	(void)state;
	char extensions[2048], *at = extensions;
	const kilncook_mark mark = {KILNCOOK_MARK_LAYER, "*", "one more", NULL};
	const kilncook_options options = {.marks = &mark, .mark_count = 1};
	at += sprintf(at, SHAPES("{\"type\":\"sphere\"}") ",\"KHR_physics_rigid_bodies\":{\"collisionFilters\":[{"
													  "\"collisionSystems\":[\"0\"");
	for (int i = 1; i < 63; ++i)
		at += sprintf(at, ",\"%d\"", i);
	(void)sprintf(at, "]}]}");
	static const char node[] = "{" BODY("\"collider\":{\"geometry\":{\"shape\":0},\"collisionFilter\":0}") "}";
	collider_case t;
	begin(&t);
	cook(&t, "0", node, extensions, NULL);
	assert_int_equal(t.c.status, KILNCOOK_OK);
	assert_true(t.c.asset.nodes[0].layers == ~1ull);
	bench_release(&t.c);
	cook(&t, "0", node, extensions, &options);
	assert_int_equal(t.c.status, KILNCOOK_USAGE);
	assert_string_equal(t.c.bench.text, "more than 64 layers");
	end(&t);
}

/// Numbers in -1 .. 1, the same for every run.
static double scatter(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (double)(int32_t)*state * 0x1p-31;
}

/// Returns a value that is negative if a point is inside a shape of the test below, in the shape's space, positive if
/// outside.
static double level(int kind, const double p[3])
{
	double across = sqrt(p[0] * p[0] + p[2] * p[2]), least = INFINITY;
	switch (kind)
	{
	case 0:
		return sqrt(across * across + p[1] * p[1]) - 0.75;
	case 1:
		return fmax(fmax(fabs(p[0]) - 0.5, fabs(p[1]) - 1), fabs(p[2]) - 0.25);
	case 2:
	case 4: // the hull of two spheres consists of the spheres between them
		for (int i = 0; i <= 1000; ++i)
		{
			double t = i / 1000.0, up = p[1] - 1.5 * (t - 0.5);
			double away = sqrt(across * across + up * up) - (kind == 2 ? 0.5 : 0.25 + 0.5 * t);
			least = away < least ? away : least;
		}
		return least;
	case 3:
		return fmax(across - 0.5, fabs(p[1]) - 0.75);
	case 5:
		return fmax((across - 0.5 * (0.75 - p[1]) / 1.5 - 0.25 * (0.75 + p[1]) / 1.5), fabs(p[1]) - 0.75);
	default: // the tetrahedron
		return fmax(fmax(-p[0], -p[1]), fmax(-p[2], (p[0] + p[1] + p[2] - 2) / sqrt(3.0)));
	}
}

/// Applies a rotation and a scale to a vector by the quaternion's formula, without a matrix.
static void turn(const double q[4], const double v[3], double out[3])
{
	double c[3] = {q[1] * v[2] - q[2] * v[1] + q[3] * v[0], q[2] * v[0] - q[0] * v[2] + q[3] * v[1],
		q[0] * v[1] - q[1] * v[0] + q[3] * v[2]};
	double along = q[0] * v[0] + q[1] * v[1] + q[2] * v[2];
	for (int k = 0; k < 3; ++k)
		out[k] = along * q[k] + q[3] * c[k] + q[(k + 1) % 3] * c[(k + 2) % 3] - q[(k + 2) % 3] * c[(k + 1) % 3];
}

/// Transforms from the space of a node's parent to that of the node.
static void undo(const double t[3], const double q[4], const double s[3], double p[3])
{
	const double back[4] = {-q[0], -q[1], -q[2], q[3]};
	double v[3] = {p[0] - t[0], p[1] - t[1], p[2] - t[2]};
	turn(back, v, p);
	for (int k = 0; k < 3; ++k)
		p[k] /= s[k];
}

static void random_place(uint32_t *seed, double t[3], double q[4], double s[3])
{
	double length = 0;
	for (int k = 0; k < 3; ++k)
	{
		t[k] = 2 * scatter(seed);
		s[k] = (scatter(seed) < 0 ? -1 : 1) * (1.25 + 0.75 * scatter(seed));
	}
	for (int k = 0; k < 4; ++k)
	{
		q[k] = scatter(seed);
		length += q[k] * q[k];
	}
	for (int k = 0; k < 4; ++k)
		q[k] /= sqrt(length);
}

static void solids_lie_where_their_nodes_place_them(void **state)
{
	(void)state;
	// Two nested nodes with any rotation and scale, also mirrored, and a solid of each kind: points are transformed
	// into its space.
	static const char *const shapes =
		"{\"type\":\"sphere\",\"sphere\":{\"radius\":0.75}},{\"type\":\"box\",\"box\":{\"size\":[1,2,0.5]}},"
		"{\"type\":\"capsule\",\"capsule\":{\"height\":1.5,\"radiusTop\":0.5,\"radiusBottom\":0.5}},"
		"{\"type\":\"cylinder\",\"cylinder\":{\"height\":1.5,\"radiusTop\":0.5,\"radiusBottom\":0.5}},"
		"{\"type\":\"capsule\",\"capsule\":{\"height\":1.5,\"radiusTop\":0.75,\"radiusBottom\":0.25}},"
		"{\"type\":\"cylinder\",\"cylinder\":{\"height\":1.5,\"radiusTop\":0.25,\"radiusBottom\":0.5}}";
	// The distance that the polyhedra for the last two solids, and rounding, may extend beyond the solid, in its own
	// space.
	static const double slack[7] = {1e-4, 1e-4, 1e-4, 1e-4, 0.02, 0.001, 1e-4};
	char extensions[1024], nodes[2048], collider[64];
	uint32_t seed = 1, in[7] = {0}, out[7] = {0};
	collider_case t;
	begin(&t);
	(void)snprintf(extensions, sizeof extensions, SHAPES("%s"), shapes);
	for (int round = 0; round < 70; ++round)
	{
		double place[2][3], rotation[2][4], scale[2][3];
		int kind = round % 7;
		for (int k = 0; k < 2; ++k)
			random_place(&seed, place[k], rotation[k], scale[k]);
		(void)snprintf(collider, sizeof collider, kind < 6 ? "\"shape\":%d" : "\"node\":1,\"convexHull\":true", kind);
		int size = 0;
		for (int k = 0; k < 2; ++k)
			size += snprintf(nodes + size, sizeof nodes - (size_t)size,
				"%s{\"translation\":[%.17g,%.17g,%.17g],\"rotation\":[%.17g,%.17g,%.17g,%.17g],\"scale\":[%.17g,%.17g,%"
				".17g],",
				k ? "," : "", place[k][0], place[k][1], place[k][2], rotation[k][0], rotation[k][1], rotation[k][2],
				rotation[k][3], scale[k][0], scale[k][1], scale[k][2]),
				size += k ? snprintf(nodes + size, sizeof nodes - (size_t)size,
								"\"mesh\":0," BODY("\"collider\":{\"geometry\":{%s}}") "}", collider)
						  : snprintf(nodes + size, sizeof nodes - (size_t)size, "\"children\":[1]}");
		cook(&t, "0", nodes, extensions, NULL);
		assert_int_equal(t.c.status, KILNCOOK_OK);
		assert_int_equal(t.c.asset.node_count, 1);
		const kiln_format_node *node = &t.c.asset.nodes[0];
		for (int i = 0; i < 400; ++i)
		{
			float center[3];
			double p[3];
			for (int k = 0; k < 3; ++k)
			{
				double half = 0.5 * (double)(node->bounds_max[k] - node->bounds_min[k]);
				center[k] = (float)((double)node->bounds_min[k] + half * (1 + 1.2 * scatter(&seed)));
				p[k] = (double)center[k];
			}
			undo(place[0], rotation[0], scale[0], p);
			undo(place[1], rotation[1], scale[1], p);
			double away = level(kind, p);
			kiln_overlap overlap;
			const kiln_sphere point = {{center[0], center[1], center[2]}, 0};
			bool touches = kiln_scene_overlap_sphere(&t.c.asset, &point, &overlap, 1) > 0;
			if (away < -1e-4)
				assert_true(touches);
			if (away > slack[kind])
				assert_false(touches);
			in[kind] += away < -1e-4;
			out[kind] += away > slack[kind];
		}
		bench_release(&t.c);
	}
	for (int kind = 0; kind < 7; ++kind)
		assert_true(in[kind] > 100 && out[kind] > 300);
	end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(extensions_beat_names_and_rules_beat_extensions),
		cmocka_unit_test(a_rule_that_a_collider_by_numbers_cannot_follow_warns),
		cmocka_unit_test(filters_and_materials_reach_the_blob_and_marks_beat_them),
		cmocka_unit_test(bodies_and_surfaces_are_kept_as_they_are),
		cmocka_unit_test(layers_of_file_and_options_are_64_in_all),
		cmocka_unit_test(solids_lie_where_their_nodes_place_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
