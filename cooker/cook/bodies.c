// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <float.h>
#include <math.h>

/// Where a body is at the beginning. One that float32 can't hold is at the origin, and that is said.
static void place(cook_job *job, kiln_format_body *body)
{
	double exact[12];
	const art_node *node = &job->scene->nodes[body->source_node];
	cook_to_asset(job, body->source_node, exact);
	bool finite = true;
	for (uint32_t i = 0; i < 12; ++i)
		finite = finite && fabs(exact[i]) <= (double)FLT_MAX;
	for (uint32_t i = 0; i < 12; ++i)
		body->to_asset[i] = finite ? (float)exact[i] + 0.0f : i % 5 == 0 ? 1.0f : 0.0f;
	if (!finite)
		cook_message(&job->context, KILNCOOK_WARNING, node->name, "transform-not-finite",
			"the transform of the node's body is not finite: the body is put at the origin");
}

/// Surfaces of the art's physics materials; the other materials have none.
static bool take_surfaces(cook_job *job)
{
	const art_scene *scene = job->scene;
	if (scene->surface_count == 0)
		return true;
	job->surfaces = cook_alloc_zero(&job->context, job->material_count, sizeof *job->surfaces);
	for (uint32_t i = 0; job->surfaces && i < scene->surface_count; ++i)
	{
		const art_surface *from = &scene->surfaces[i];
		job->surfaces[scene->surface_first + i] = (kiln_format_surface){from->static_friction, from->dynamic_friction,
			from->restitution, (uint32_t)from->friction_combine, (uint32_t)from->restitution_combine, 1};
	}
	return job->surfaces != NULL;
}

kilncook_status cook_bodies(cook_job *job)
{
	const art_scene *scene = job->scene;
	if (!cook_has_colliders(job))
		return KILNCOOK_OK;
	job->bodies = cook_alloc(&job->context, scene->body_count, sizeof *job->bodies);
	if (!job->bodies || !take_surfaces(job))
		return cook_no_memory(job);
	job->body_count = job->report.bodies = scene->body_count;
	for (uint32_t i = 0; i < job->body_count; ++i)
	{
		job->bodies[i] = scene->bodies[i];
		job->bodies[i].name =
			cook_names_add(&job->context, &job->names, scene->nodes[scene->bodies[i].source_node].name);
		place(job, &job->bodies[i]);
	}
	return KILNCOOK_OK;
}

void cook_bodies_free(cook_job *job)
{
	cook_free(&job->context, job->surfaces, job->material_count, sizeof *job->surfaces);
	cook_free(&job->context, job->bodies, job->body_count, sizeof *job->bodies);
}
