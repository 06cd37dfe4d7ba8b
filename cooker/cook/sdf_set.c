// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "platform/platform.h"
#include "sdf/sdf.h"

kilncook_status cook_store_sdf(cook_job *job, const cook_set *set, const clean_mesh *mesh, uint32_t stored)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const char *where = cook_names_get(&job->names, set->name);
	const uint32_t need = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	cook_mesh *out = &job->meshes[stored];
	if (!(settings->sdf > 0 || settings->sdf < 0))
		return KILNCOOK_OK;
	if ((mesh->flags & need) != need)
	{
		cook_message(&job->context, KILNCOOK_ERROR, where, "sdf-open",
			"it has no signed distance: it has no inside, as it is %s. --repair may close it; --wrap makes a closed "
			"surface around it",
			mesh->flags & KILN_MESH_CLOSED ? "not consistently wound" : "open");
		return KILNCOOK_REFUSED;
	}
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_BOUND, (uint64_t)(set - job->sets), job->set_count);
	if (status != KILNCOOK_OK)
		return status;
	const double start = platform_seconds();
	const double diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	const sdf_options options = {.error = cook_mesh_length(job, set, settings->sdf, diagonal),
		.blocks = settings->sdf_blocks ? settings->sdf_blocks : KILNCOOK_SDF_BLOCKS_DEFAULT,
		.threads = job->options.threads};
	const hausdorff_surface surface = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
	out->field_error = options.error;
	status = sdf_build(&job->context, &surface, &options, &out->field);
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	if (status != KILNCOOK_OK)
		return cook_no_memory(job);
	if (out->field.short_of_blocks)
		cook_message(&job->context, KILNCOOK_WARNING, where, "sdf-limit",
			"the error of the signed distance field is %.6g instead of %.6g: it would take more than %u blocks, or "
			"more "
			"than %d levels",
			(double)out->field.head.error, options.error, options.blocks, KILN_SDF_DEPTH_MAX + 1);
	return KILNCOOK_OK;
}
