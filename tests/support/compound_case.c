// SPDX-License-Identifier: MIT
#include "compound_case.h"

#include "asset_fixture.h"
#include "shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A scene for the cooker, under construction.
typedef struct draft
{
	kilncook_scene scene;
	kilncook_primitive primitives[COMPOUND_SHAPES];
	uint32_t primitive_count;
	kilncook_mesh meshes[COMPOUND_SHAPES];
	uint32_t mesh_numbers[COMPOUND_SHAPES];
	fixture_mesh owned[COMPOUND_SHAPES];
	kilncook_node nodes[COMPOUND_NODES];
	double matrices[COMPOUND_NODES][12];
} draft;

static void add_node(draft *d, uint64_t *random, const compound_plan *plan, kilncook_node node)
{
	uint32_t number = d->scene.node_count++;
	assert_true(number < COMPOUND_NODES);
	double *m = d->matrices[number];
	convex_case_matrix(random, plan->plain ? CONVEX_IDENTITY : (convex_map)(number % CONVEX_MAPS), m);
	for (int i = 0; i < 3; ++i)
		m[4 * i + 3] = plan->spread * oracle_signed(random);
	node.to_asset = m;
	node.tag = 100 + number;
	d->nodes[number] = node;
}

static void add_primitives(
	draft *d, uint64_t *random, const compound_plan *plan, kilncook_shape shape, kiln_shape_kind kind, uint32_t count)
{
	uint32_t copies = plan->copies ? plan->copies : 1;
	for (uint32_t i = 0; i < count; ++i)
	{
		kilncook_primitive *primitive = &d->primitives[d->primitive_count++];
		*primitive = (kilncook_primitive){.name = "primitive", .shape = shape, .material = i % 2};
		convex_case_parameters(random, kind, 1, primitive->parameters);
		for (uint32_t k = 0; k < copies; ++k)
			add_node(d, random, plan, (kilncook_node){.name = "solid", .primitive = primitive});
	}
}

/// Makes triangles whose corners are random points; only their hull matters.
static fixture_mesh cloud(uint64_t *random, uint32_t count, double size)
{
	fixture_mesh mesh = {.vertex_count = 3 * count, .triangle_count = count};
	mesh.vertices = calloc(3 * count, sizeof *mesh.vertices);
	mesh.triangles = calloc(count, sizeof *mesh.triangles);
	assert_true(mesh.vertices && mesh.triangles);
	for (uint32_t i = 0; i < 3 * count; ++i)
	{
		kiln_vec3 p = oracle_vector(random, size);
		mesh.vertices[i][0] = p.x;
		mesh.vertices[i][1] = p.y;
		mesh.vertices[i][2] = p.z;
		mesh.triangles[i / 3][i % 3] = i;
	}
	return mesh;
}

static void add_mesh(draft *d, uint64_t *random, const compound_plan *plan, fixture_mesh mesh, kilncook_shape shape)
{
	uint32_t number = d->scene.mesh_count++, copies = plan->copies ? plan->copies : 1;
	d->owned[number] = mesh;
	d->mesh_numbers[number] = number;
	d->meshes[number] = (kilncook_mesh){.name = "mesh",
		.positions = mesh.vertices[0],
		.vertex_count = mesh.vertex_count,
		.indices = mesh.triangles,
		.index_count = 3 * (uint64_t)mesh.triangle_count};
	for (uint32_t k = 0; k < copies; ++k)
		add_node(d, random, plan,
			(kilncook_node){.name = "mesh", .meshes = &d->mesh_numbers[number], .mesh_count = 1, .shape = shape});
}

static void cook(compound *c, draft *d, uint32_t trees)
{
	static const kilncook_material materials[2] = {{.name = "a", .tag = 1}, {.name = "b", .tag = 2}};
	d->scene.meshes = d->meshes;
	d->scene.nodes = d->nodes;
	d->scene.materials = materials;
	d->scene.material_count = 2;
	memset(c, 0, sizeof *c);
	const kilncook_options options = {.threads = 1, .trees = trees};
	bench_cook(&c->cooked, &d->scene, &options);
	assert_int_equal(c->cooked.status, KILNCOOK_OK);
	for (uint32_t i = 0; i < d->scene.mesh_count; ++i)
		fixture_mesh_free(&d->owned[i]);
	const kiln_asset *asset = &c->cooked.asset;
	assert_int_equal(asset->node_count, d->scene.node_count);
	c->scalar = *asset;
	c->scalar.isa = KILN_ISA_SCALAR;
	for (uint32_t i = 0; i < asset->node_count; ++i)
	{
		c->bodies[i].node = asset->nodes[i];
		if (asset->nodes[i].mesh != KILN_NONE)
			continue;
		convex_case_of_node(&c->bodies[i], asset, i);
		++c->body_count;
	}
}

void compound_make(compound *c, uint64_t *random, const compound_plan *plan)
{
	draft *d = calloc(1, sizeof *d);
	assert_non_null(d);
	add_primitives(d, random, plan, KILNCOOK_SHAPE_SPHERE, KILN_SHAPE_SPHERE, plan->spheres);
	add_primitives(d, random, plan, KILNCOOK_SHAPE_CAPSULE, KILN_SHAPE_CAPSULE, plan->capsules);
	add_primitives(d, random, plan, KILNCOOK_SHAPE_BOX, KILN_SHAPE_BOX, plan->boxes);
	add_primitives(d, random, plan, KILNCOOK_SHAPE_CYLINDER, KILN_SHAPE_CYLINDER, plan->cylinders);
	for (uint32_t i = 0; i < plan->hulls; ++i)
		add_mesh(d, random, plan, cloud(random, 4 + 12 * i, 0.8), KILNCOOK_SHAPE_HULL);
	for (uint32_t i = 0; i < plan->grounds; ++i)
		add_mesh(
			d, random, plan, fixture_ground(3 + i, (uint32_t)(fixture_random(random) & 0xff)), KILNCOOK_SHAPE_MESH);
	cook(c, d, plan->trees);
	free(d);
}

void compound_of_primitive(compound *c, const kilncook_primitive *primitive, const double *to_asset)
{
	draft *d = calloc(1, sizeof *d);
	assert_non_null(d);
	d->nodes[0] = (kilncook_node){.name = "one", .primitive = primitive, .to_asset = to_asset, .tag = 7};
	d->scene.node_count = 1;
	cook(c, d, 0);
	free(d);
}

void compound_of_points(
	compound *c, uint64_t seed, uint32_t count, kilncook_shape shape, const double *to_asset, double size)
{
	convex_case points;
	draft *d = calloc(1, sizeof *d);
	assert_non_null(d);
	uint64_t random = seed;
	// Points without a pattern: their hull has triangles only.
	do
	{
		convex_case_make(&points, &random, KILN_SHAPE_HULL, CONVEX_IDENTITY, size);
		if (points.body.hull.vertex_count >= count)
			break;
		convex_case_free(&points);
	} while (true);
	const kiln_hull *hull = &points.body.hull;
	fixture_mesh *mesh = &d->owned[0];
	*mesh = (fixture_mesh){.vertex_count = hull->vertex_count, .triangle_count = hull->face_count};
	mesh->vertices = calloc(hull->vertex_count, sizeof *mesh->vertices);
	mesh->triangles = calloc(hull->face_count, sizeof *mesh->triangles);
	assert_true(mesh->vertices && mesh->triangles);
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
		memcpy(mesh->vertices[i], (const float[3]){hull->x[i], hull->y[i], hull->z[i]}, sizeof *mesh->vertices);
	for (uint32_t i = 0; i < 3 * hull->face_count; ++i)
		mesh->triangles[i / 3][i % 3] = kiln_hull_origin(hull, i);
	d->meshes[0] = (kilncook_mesh){.name = "points",
		.positions = mesh->vertices[0],
		.vertex_count = mesh->vertex_count,
		.indices = mesh->triangles,
		.index_count = 3 * (uint64_t)mesh->triangle_count};
	memcpy(d->matrices, to_asset, sizeof d->matrices[0]);
	memcpy(d->matrices[1], to_asset, sizeof d->matrices[0]);
	d->matrices[1][3] += 1000 * size;
	for (int i = 0; i < 2; ++i)
		d->nodes[i] =
			(kilncook_node){.meshes = d->mesh_numbers, .mesh_count = 1, .shape = shape, .to_asset = d->matrices[i]};
	d->scene.mesh_count = 1;
	d->scene.node_count = 2;
	cook(c, d, 0);
	convex_case_free(&points);
	free(d);
}

void compound_free(compound *c)
{
	for (uint32_t i = 0; i < c->cooked.asset.node_count; ++i)
		convex_case_free(&c->bodies[i]);
	bench_release(&c->cooked);
}

static double depth_at(const convex_case *body, kiln_d3 origin, kiln_d3 direction, double t)
{
	return convex_case_depth(body, kiln_d3_along(origin, t, direction));
}

bool compound_line(const convex_case *body, kiln_d3 origin, kiln_d3 direction, double from, double to, double span[2])
{
	double low = from, high = to;
	// The depth is a concave function along a line: divides the line into three parts; the lower of the two inner
	// points cuts off its end.
	for (int i = 0; i < 90; ++i)
	{
		double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
		if (depth_at(body, origin, direction, a) < depth_at(body, origin, direction, b))
			low = a;
		else
			high = b;
	}
	double top = (low + high) / 2;
	if (!(depth_at(body, origin, direction, top) > 1e-4))
		return false;
	for (int side = 0; side < 2; ++side)
	{
		double in = top, out = side ? to : from;
		for (int i = 0; i < 50; ++i)
		{
			double middle = (in + out) / 2;
			if (depth_at(body, origin, direction, middle) >= 0)
				in = middle;
			else
				out = middle;
		}
		span[side] = in;
	}
	return true;
}
