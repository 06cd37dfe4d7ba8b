// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "platform/platform.h"
#include "sdf/sdf.h"

double cook_sdf_error(const cook_job *job, const cook_set *set, const clean_mesh *mesh)
{
	const double error = cook_set_options(job, set)->sdf;
	if (!(error > 0 || error < 0))
		return 0;
	return cook_mesh_length(job, set, error, box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count));
}

uint32_t cook_sdf_blocks(const cook_job *job, const cook_set *set)
{
	const uint32_t blocks = cook_set_options(job, set)->sdf_blocks;
	return blocks ? blocks : KILNCOOK_SDF_BLOCKS_DEFAULT;
}

/// Builds the field of a surface that has an inside.
static kilncook_status build(
	cook_job *job, const cook_set *set, const hausdorff_surface *surface, double error, sdf_field *field)
{
	const sdf_options options = {.error = error, .blocks = cook_sdf_blocks(job, set), .threads = job->options.threads};
	if (sdf_build(&job->context, surface, &options, field) != KILNCOOK_OK)
		return cook_no_memory(job);
	if (field->short_of_blocks)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "sdf-limit",
			"the error of the signed distance field is %.6g instead of %.6g: it would take more than %u blocks, or "
			"more than %d levels",
			(double)field->head.error, options.error, options.blocks, KILN_SDF_DEPTH_MAX + 1);
	return KILNCOOK_OK;
}

/// Refuses a shape that has no inside. `chosen` is said where nobody but --shape auto asked for this shape.
static kilncook_status refuse(cook_job *job, const cook_set *set, const char *why, const char *chosen)
{
	const bool automatic = set->candidates[KILNCOOK_SHAPE_MESH].cost > 0;
	cook_message(&job->context, KILNCOOK_ERROR, cook_names_get(&job->names, set->name), "sdf-open",
		"it has no signed distance: it has no inside, as %s%s%s. --repair may close a mesh; --wrap makes a closed "
		"surface around it; a recipe beside the art can leave the node out (sdf = no)",
		why, automatic ? ", and " : "", automatic ? chosen : "");
	return KILNCOOK_REFUSED;
}

kilncook_status cook_store_sdf(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t stored)
{
	const uint32_t need = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	const double error = cook_sdf_error(job, set, mesh);
	if (!(error > 0))
		return KILNCOOK_OK;
	if ((mesh->flags & need) != need)
	{
		const char *why = mesh->flags & KILN_MESH_CLOSED ? "it is not consistently wound" : "it is open";
		return refuse(job, set, why, "--shape auto kept the mesh");
	}
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_BOUND, (uint64_t)(set - job->sets), job->set_count);
	if (status != KILNCOOK_OK)
		return status;
	const double start = platform_seconds();
	const hausdorff_surface surface = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
	status = build(job, set, &surface, error, &job->meshes[stored].field);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}

/// Divides each face into triangles around its first corner. The corners of a face are exactly coplanar, so that the triangles are the
/// surface of the hull. There is room for all of them.
static uint32_t fan(const convex_hull *h, uint32_t (*triangles)[3])
{
	uint32_t count = 0;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t i = h->face_first[f] + 1; i + 1 < h->face_first[f + 1]; ++i, ++count)
		{
			triangles[count][0] = h->origins[h->face_first[f]];
			triangles[count][1] = h->origins[i];
			triangles[count][2] = h->origins[i + 1];
		}
	return count;
}

kilncook_status cook_hull_sdf(
	cook_job *job, const cook_set *set, const packed_hull *hull, double error, sdf_field *field)
{
	if (hull->head.dimension < 3)
		return refuse(job, set, "its hull is flat", "--shape auto chose the hull");
	// The packed hull does not depend on the order of the points.
	convex_hull h;
	kilncook_status status = hull_unpack(&job->context, hull, &h);
	if (status != KILNCOOK_OK)
		return status;
	uint32_t(*triangles)[3] = cook_alloc(&job->context, h.half_edge_count, sizeof *triangles);
	if (triangles)
	{
		const hausdorff_surface surface = {
			(const float(*)[3])h.vertices, (const uint32_t(*)[3])triangles, h.vertex_count, fan(&h, triangles)};
		status = build(job, set, &surface, error, field);
	}
	else
		status = cook_no_memory(job);
	cook_free(&job->context, triangles, h.half_edge_count, sizeof *triangles);
	hull_free(&job->context, &h);
	return status;
}

kilncook_sdf_row cook_sdf_row(const sdf_field *field)
{
	return (kilncook_sdf_row){
		.blocks = field->head.block_count,
		.depth = field->head.depth,
		.error = (double)field->head.error,
		.wanted = field->wanted,
		.bytes = sdf_bytes(field),
	};
}
