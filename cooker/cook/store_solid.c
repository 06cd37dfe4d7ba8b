// SPDX-License-Identifier: MIT
#include "ahead.h"
#include "cook.h"

#include "bound/bound.h"
#include "bound/proof/turned_box.h"
#include "hull/simplify/simplify.h"
#include "math/diagonal.h"
#include "memory.h"
#include "messages/codes.h"
#include "platform/platform.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

/// The inputs and intermediate results of one solid.
typedef struct solid_maker
{
	cook_job *job;
	cook_set *set;
	const clean_mesh *mesh;
	const cook_solid_facts *facts;
	uint32_t material;
} solid_maker;

/// Returns the material with the largest area; of equal ones the lowest number.
static kilncook_status choose_material(solid_maker *m)
{
	cook_job *job = m->job;
	const clean_mesh *mesh = m->mesh;
	if (job->material_count == 1)
		return KILNCOOK_OK;
	double *areas = cook_alloc_zero(&job->context, job->material_count, sizeof *areas);
	if (!areas)
		return cook_no_memory(job);
	uint32_t part = 0;
	const kiln_format_part *parts = job->solid_parts.items + job->solid_parts.count;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		while (part + 1 < mesh->part_count && mesh->faces[i] >= mesh->parts[part + 1].first_face)
			++part;
		const float *a = mesh->vertices[mesh->triangles[i][0]];
		double u[3], v[3], area2 = 0;
		for (uint32_t k = 0; k < 3; ++k)
		{
			u[k] = (double)mesh->vertices[mesh->triangles[i][1]][k] - (double)a[k];
			v[k] = (double)mesh->vertices[mesh->triangles[i][2]][k] - (double)a[k];
		}
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t n = (k + 1) % 3, p = (k + 2) % 3;
			double c = u[n] * v[p] - u[p] * v[n];
			area2 += c * c;
		}
		areas[parts[part].material] += sqrt(area2);
	}
	for (uint32_t i = 0; i < job->material_count; ++i)
		m->material = areas[i] > areas[m->material] ? i : m->material;
	cook_free(&job->context, areas, job->material_count, sizeof *areas);
	return KILNCOOK_OK;
}

/// Sets the fields that all solids made from meshes share, and counts the solid's parts.
static void keep_parts(solid_maker *m, cook_solid *solid, uint32_t volumes)
{
	cook_parts *parts = &m->job->solid_parts;
	solid->shape.part_first = parts->count;
	solid->shape.part_count = m->mesh->part_count;
	for (uint32_t i = 0; i < m->mesh->part_count; ++i)
		parts->items[parts->count + i].volumes = m->mesh->part_count == 1 ? volumes : KILN_NONE;
	parts->count += m->mesh->part_count;
}

/// Reports that an equal solid is already stored, or stores the solid.
static void store(solid_maker *m, cook_solid *solid, uint32_t volumes)
{
	cook_job *job = m->job;
	uint32_t *slot = cook_find_solid(job, solid->key);
	m->set->shared = *slot != 0;
	if (m->set->shared)
	{
		cook_message(&job->context, KILNCOOK_NOTE, cook_names_get(&job->names, m->set->name), "shape-shared",
			"the same as shape %s: stored once", cook_names_get(&job->names, job->solids[*slot - 1].shape.name));
		cook_solid_free(&job->context, solid);
	}
	else
	{
		keep_parts(m, solid, volumes);
		cook_solid_add(job, m->set, solid, slot);
	}
	m->set->cooked = *slot - 1;
}

static bool has_budget(const kilncook_options *options)
{
	return options->hull_vertices || options->hull_faces || options->hull_error > 0;
}

/// Builds the hull within the settings' budget, if any, from the exact hull.
static kilncook_status simplify(
	const kilncook_context *context, const kilncook_options *options, cook_solid_facts *facts)
{
	if (!has_budget(options))
		return KILNCOOK_OK;
	const hull_budget budget = {.vertices = options->hull_vertices,
		.faces = options->hull_faces,
		.error = options->hull_error,
		.inner = options->hull_inner && options->shape == KILNCOOK_SHAPE_HULL};
	return hull_simplify(context, &facts->exact, &budget, &facts->simple, &facts->error);
}

/// Returns the hull that is stored.
static const convex_hull *stored_hull(const cook_solid_facts *facts)
{
	return facts->simple.vertex_count ? &facts->simple : &facts->exact;
}

/// A hull is what it is by its arrays and material, by how its bounding volumes are fitted, and by its signed distance field.
static void hull_key(const solid_maker *m, double field_error, cook_solid *solid)
{
	XXH128_hash_t hash = XXH3_128bits_withSeed(solid->hull.data, (size_t)solid->hull.head.size,
		((uint64_t)solid->hull.head.vertex_count << 32) | solid->shape.material);
	hash.low64 ^= cook_set_options(m->job, m->set)->bounds;
	if (field_error > 0)
	{
		const double field[2] = {field_error, (double)cook_sdf_blocks(m->job, m->set)};
		const XXH128_hash_t more = XXH3_128bits(field, sizeof field);
		hash.low64 ^= more.low64;
		hash.high64 ^= more.high64;
	}
	solid->key[0] = hash.low64;
	solid->key[1] = hash.high64;
}

/// Packs, proves and stores a hull.
static kilncook_status store_hull(solid_maker *m)
{
	cook_job *job = m->job;
	const convex_hull *h = stored_hull(m->facts);
	const double error = m->facts->error;
	cook_solid solid = {.shape = {.kind = KILN_SHAPE_HULL, .material = m->material}};
	uint32_t fits;
	kilncook_status status =
		cook_bound_nodes(job, m->set, NULL, (const float(*)[3])h->vertices, h->vertex_count, &fits);
	if (status != KILNCOOK_OK || fits == 0)
		return status;
	status = hull_pack(&job->context, h, true, &solid.hull);
	if (status != KILNCOOK_OK)
		return status;
	solid.hull.head.error = cook_round_up(error);
	solid.hull.head.exact_vertex_count = m->facts->exact.vertex_count;
	const kilncook_options *options = cook_set_options(job, m->set);
	if (options->hull_inner && options->shape == KILNCOOK_SHAPE_HULL && error > 0)
		solid.hull.head.flags |= KILN_HULL_INNER;
	status = hull_pack_prove(&job->context, h, &solid.hull);
	const double field_error = cook_sdf_error(job, m->set, m->mesh);
	hull_key(m, field_error, &solid);
	bool known = *cook_find_solid(job, solid.key) != 0;
	if (status == KILNCOOK_OK && !known && field_error > 0)
		status = cook_hull_sdf(job, m->set, &solid.hull, field_error, &solid.field);
	kiln_volumes volumes = m->facts->volumes;
	if (status == KILNCOOK_OK && !known && !m->facts->bounded)
		status = cook_fit_volumes(&job->context, options, h, &volumes);
	if (status == KILNCOOK_OK && !known)
		status = cook_volumes_add(job, &volumes, &solid.shape.volumes);
	if (status != KILNCOOK_OK)
	{
		cook_solid_free(&job->context, &solid);
		return status;
	}
	mass_properties mass = mass_of_hull(h);
	cook_mass_store(&solid.shape, &mass);
	store(m, &solid, solid.shape.volumes);
	return KILNCOOK_OK;
}

/// The number of vertices above which a hull without a budget gets a warning, and the budget that the warning mentions.
#define HULL_MANY 255
#define HULL_FEW 64
/// The most looks that all estimates of a cook may take: a second or less.
#define HULL_ESTIMATE_LOOKS ((uint64_t)1 << 28)

/// Warns of a large hull without a budget, and estimates the error with a budget.
static void judge_hull(solid_maker *m)
{
	cook_job *job = m->job;
	double error;
	uint64_t looks = HULL_ESTIMATE_LOOKS - job->hull_looks;
	kilncook_severity severity = KILNCOOK_WARNING;
	if (m->facts->exact.vertex_count <= HULL_MANY || has_budget(cook_set_options(job, m->set)) ||
		!code_judge(&job->options, "hull-large", &severity))
		return;
	const char *name = cook_names_get(&job->names, m->set->name);
	bool known = hull_estimate(
		&job->context, &m->facts->exact, HULL_FEW, cook_set_options(job, m->set)->hull_inner, &looks, &error);
	job->hull_looks = HULL_ESTIMATE_LOOKS - looks;
	if (known)
		cook_message(&job->context, KILNCOOK_WARNING, name, "hull-large",
			"the hull has %u vertices; with --hull-vertices %d it would be off by about %.2g of its diagonal",
			m->facts->exact.vertex_count, HULL_FEW,
			error / box_diagonal((const float(*)[3])m->facts->exact.vertices, m->facts->exact.vertex_count));
	else
		cook_message(&job->context, KILNCOOK_WARNING, name, "hull-large",
			"the hull has %u vertices; --hull-vertices %d would make it smaller", m->facts->exact.vertex_count,
			HULL_FEW);
}

/// Fits the cylinder of least volume among all methods; for flat input, the cylinder of least surface.
static kilncook_status fit_cylinder(const kilncook_context *context, const bound_input *input, kiln_cylinder *best)
{
	uint32_t count;
	const bound_method *const *methods = bound_methods(BOUND_CYLINDER, &count);
	double least_volume = HUGE_VAL, least_area = HUGE_VAL;
	for (uint32_t i = 0; i < count; ++i)
	{
		bound_volume fitted;
		kilncook_status status = bound_fit(context, methods[i], input, &fitted);
		if (status != KILNCOOK_OK)
			return status;
		double volume = bound_volume_of(&fitted), area = bound_area_of(&fitted);
		if (volume > least_volume || (volume == least_volume && area >= least_area))
			continue;
		*best = fitted.cylinder;
		least_volume = volume;
		least_area = area;
	}
	bound_volume volume = {.kind = BOUND_CYLINDER, .cylinder = *best};
	if (least_volume < HUGE_VAL && bound_prove(&volume, input->points, input->count, NULL))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "bound-proof", "no cylinder contains every vertex");
	return KILNCOOK_INTERNAL;
}

static void put(float *out, kiln_vec3 v)
{
	out[0] = v.x + 0.0f;
	out[1] = v.y + 0.0f;
	out[2] = v.z + 0.0f;
}

/// Makes a box with the directions of an oriented box, as a quaternion. The quaternion's rounding turns the axes
/// slightly, so the half extents are measured exactly again.
static void box_parameters(const kiln_obb *obb, const bound_input *input, float parameters[12])
{
	const double axes[3][3] = {
		{(double)obb->axes[0].x, (double)obb->axes[0].y, (double)obb->axes[0].z},
		{(double)obb->axes[1].x, (double)obb->axes[1].y, (double)obb->axes[1].z},
		{(double)obb->axes[2].x, (double)obb->axes[2].y, (double)obb->axes[2].z},
	};
	put(parameters, obb->center);
	cook_quaternion_of(axes, parameters + 6);
	bound_turned_box(parameters, parameters + 6, input->points, input->count, parameters + 3);
}

kilncook_status cook_fit_primitive(
	const kilncook_context *context, kilncook_shape shape, const convex_hull *around, float parameters[12])
{
	const bound_input input = {(const float(*)[3])around->vertices, around->vertex_count, around};
	kiln_volumes set;
	kiln_cylinder cylinder;
	bool round = shape == KILNCOOK_SHAPE_CYLINDER;
	bound_kind kind = shape == KILNCOOK_SHAPE_SPHERE ? BOUND_SPHERE
					  : shape == KILNCOOK_SHAPE_BOX	 ? BOUND_OBB
													 : BOUND_CAPSULE;
	const bound_wish wish = {.kinds = 1u << kind};
	kilncook_status status =
		round ? fit_cylinder(context, &input, &cylinder) : bound_fit_set(context, &input, &wish, &set);
	memset(parameters, 0, 12 * sizeof *parameters);
	if (status != KILNCOOK_OK)
		return status;
	if (shape == KILNCOOK_SHAPE_SPHERE)
	{
		put(parameters, set.sphere.center);
		parameters[3] = set.sphere.radius;
	}
	else if (shape == KILNCOOK_SHAPE_BOX)
		box_parameters(&set.obb, &input, parameters);
	else
	{
		put(parameters, round ? cylinder.a : set.capsule.a);
		put(parameters + 3, round ? cylinder.b : set.capsule.b);
		parameters[6] = round ? cylinder.radius : set.capsule.radius;
	}
	return KILNCOOK_OK;
}

static kilncook_status store_primitive(solid_maker *m, const float parameters[12])
{
	cook_job *job = m->job;
	uint32_t fits;
	const char *fault = cook_primitive_fault(m->set->shape, parameters);
	if (fault)
	{
		cook_message(&job->context, KILNCOOK_ERROR, cook_names_get(&job->names, m->set->name), "bound-range",
			"%s around the mesh", fault);
		return KILNCOOK_REFUSED;
	}
	cook_solid solid = {.shape = cook_primitive_shape(m->set->shape, parameters)};
	// Copies the bits: normalising a quaternion again may change its rounding.
	memcpy(solid.shape.parameters, parameters, sizeof solid.shape.parameters);
	solid.shape.material = m->material;
	m->set->fit_error = cook_round_up(cook_fit_error(m->set->shape, parameters, &m->facts->exact));
	cook_primitive_mass(&solid.shape);
	kilncook_status status = cook_bound_nodes(job, m->set, &solid.shape, NULL, 0, &fits);
	if (status != KILNCOOK_OK || fits == 0)
		return status;
	cook_primitive_key(&solid.shape, solid.key);
	store(m, &solid, KILN_NONE);
	return KILNCOOK_OK;
}

kilncook_status cook_store_fitted(
	cook_job *job, cook_set *set, const clean_mesh *mesh, const convex_hull *around, const float parameters[12])
{
	// The hull stays the caller's.
	const cook_solid_facts facts = {.exact = *around};
	solid_maker m = {.job = job, .set = set, .mesh = mesh, .facts = &facts};
	kilncook_status status = choose_material(&m);
	return status == KILNCOOK_OK ? store_primitive(&m, parameters) : status;
}

kilncook_status cook_store_hull(
	cook_job *job, cook_set *set, const clean_mesh *mesh, const convex_hull *exact, double *error)
{
	// The exact hull stays the caller's.
	cook_solid_facts facts = {.exact = *exact};
	solid_maker m = {.job = job, .set = set, .mesh = mesh, .facts = &facts};
	kilncook_status status = choose_material(&m);
	if (status == KILNCOOK_OK)
	{
		judge_hull(&m);
		status = simplify(&job->context, cook_set_options(job, set), &facts);
	}
	if (status == KILNCOOK_OK)
		status = store_hull(&m);
	*error = facts.error;
	hull_free(&job->context, &facts.simple);
	return status;
}

kilncook_status cook_solid_facts_make(const kilncook_context *context, const kilncook_options *settings,
	kilncook_shape shape, const clean_mesh *mesh, bool bounded, cook_solid_facts *out)
{
	*out = (cook_solid_facts){.error = 0};
	kilncook_status status = cook_hull_of(context, (const float(*)[3])mesh->vertices, mesh->vertex_count, &out->exact);
	if (status == KILNCOOK_OK && shape != KILNCOOK_SHAPE_HULL)
		status = cook_fit_primitive(context, shape, &out->exact, out->parameters);
	else if (status == KILNCOOK_OK)
		status = simplify(context, settings, out);
	if (status == KILNCOOK_OK && shape == KILNCOOK_SHAPE_HULL && bounded)
	{
		status = cook_fit_volumes(context, settings, stored_hull(out), &out->volumes);
		out->bounded = true;
	}
	if (status != KILNCOOK_OK)
		cook_solid_facts_free(context, out);
	return status;
}

void cook_solid_facts_free(const kilncook_context *context, cook_solid_facts *facts)
{
	hull_free(context, &facts->exact);
	hull_free(context, &facts->simple);
	*facts = (cook_solid_facts){.error = 0};
}

/// Stores the solid that the facts describe.
static kilncook_status store_made(solid_maker *m)
{
	kilncook_status status = choose_material(m);
	if (status != KILNCOOK_OK)
		return status;
	if (m->set->shape != KILNCOOK_SHAPE_HULL)
		return store_primitive(m, m->facts->parameters);
	judge_hull(m);
	return store_hull(m);
}

kilncook_status cook_store_solid(cook_job *job, cook_set *set, const clean_mesh *mesh)
{
	cook_solid_facts facts;
	double start = platform_seconds();
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_BOUND, (uint64_t)(set - job->sets), job->set_count);
	if (status == KILNCOOK_OK && !cook_ahead_solid(job, set, &facts, &status))
		status = cook_solid_facts_make(&job->context, cook_set_options(job, set), set->shape, mesh, false, &facts);
	if (status != KILNCOOK_OK)
		return status;
	solid_maker m = {.job = job, .set = set, .mesh = mesh, .facts = &facts};
	status = store_made(&m);
	if (status == KILNCOOK_OK && set->named)
		cook_judge_fit(job, set, mesh, &facts.exact);
	cook_solid_facts_free(&job->context, &facts);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}
