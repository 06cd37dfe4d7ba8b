// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "platform/platform.h"

kilncook_status cook_simplify(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const char *name = cook_names_get(&job->names, set->name);
	if (job->purpose != COOK_BLOB || set->shape != KILNCOOK_SHAPE_MESH || mesh->triangle_count == 0 ||
		!(settings->simplify > 0))
		return KILNCOOK_OK;
	if (settings->deformable)
	{
		cook_message(&job->context, KILNCOOK_WARNING, name, "simplify-deformable",
			"its triangles are not simplified: the mesh is deformable");
		return KILNCOOK_OK;
	}
	double start = platform_seconds();
	bool counted = settings->simplify >= 1;
	const simplify_mesh_options options = {
		.error = counted ? 0 : settings->simplify * box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count),
		.triangles = counted ? (uint32_t)settings->simplify : 0,
		.side = settings->simplify_side,
		.borders_move = settings->simplify_borders,
		.threads = job->options.threads,
	};
	kilncook_status status = simplify_mesh(&job->context, &options, mesh, &set->simplified);
	job->report.ms[KILNCOOK_STAGE_CLEAN] += 1e3 * (platform_seconds() - start);
	if (status == KILNCOOK_OK && set->simplified.unsided != SIMPLIFY_SIDED)
		cook_message(&job->context, KILNCOOK_WARNING, name, "simplify-side", "its triangles are not simplified: %s",
			set->simplified.unsided == SIMPLIFY_OPEN
				? "the mesh is not closed or not consistently wound, so that it has no inside"
				: "no result was proved to lie on the side that is asked for, within the error");
	else if (status == KILNCOOK_OK && counted && mesh->triangle_count > options.triangles)
		cook_message(&job->context, KILNCOOK_WARNING, name, "simplify-short",
			"%u triangles are left of %u, more than %u: the others keep borders, edges between meshes and the topology",
			mesh->triangle_count, set->simplified.before, options.triangles);
	return status;
}
