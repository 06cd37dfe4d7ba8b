// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "platform/platform.h"

kilncook_status cook_merge(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	const kilncook_options *settings = cook_set_options(job, set);
	if (job->purpose != COOK_BLOB || set->shape != KILNCOOK_SHAPE_MESH || mesh->triangle_count == 0 ||
		settings->merge == 0)
		return KILNCOOK_OK;
	if (settings->deformable)
	{
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "merge-deformable",
			"its triangles are not merged: the mesh is deformable");
		return KILNCOOK_OK;
	}
	double start = platform_seconds();
	set->merge_tolerance =
		settings->merge > 0 ? settings->merge * box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count) : 0;
	const merge_options options = {set->merge_tolerance};
	kilncook_status status = merge_build(&job->context, &options, mesh, &set->merged);
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	return status;
}
