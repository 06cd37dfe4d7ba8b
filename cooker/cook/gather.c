// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// The unit to cook with: the caller's, the file's, or metres.
static void choose_unit(cook_job *job)
{
	kilncook_report *report = &job->report;
	double unit = job->scene->unit;
	report->unit = job->options.unit;
	report->unit_known = true;
	if (report->unit > 0)
	{
		// The same unit may be written with different rounding.
		if (unit > 0 && fabs(unit - report->unit) > 1e-6 * unit)
			cook_message(&job->context, KILNCOOK_WARNING, "", "unit-override",
				"the file states a unit of %.9g metres; the options override it with %.9g metres", unit, report->unit);
		return;
	}
	report->unit = unit;
	if (unit >= KILNCOOK_FACTOR_MIN && unit <= KILNCOOK_FACTOR_MAX)
		return;
	if (unit != 0)
		cook_message(&job->context, KILNCOOK_WARNING, "", "unit-odd",
			"the file's unit of %.9g metres is ignored: metres are assumed (--unit)", unit);
	report->unit = 1;
	report->unit_known = false;
}

static void choose_root(cook_job *job)
{
	const kilncook_options *options = &job->options;
	if (options->art_up)
		job->up_axis = (uint32_t)options->art_up - 1;
	else
		job->up_axis = job->scene->up_axis <= 2 ? job->scene->up_axis : KILN_NONE;
	uint32_t from = job->up_axis == KILN_NONE ? 1 : job->up_axis;
	uint32_t to = options->up ? (uint32_t)options->up - 1 : from;
	if (options->up && job->up_axis == KILN_NONE)
		cook_message(&job->context, KILNCOOK_WARNING, "", "up-unknown",
			"the file does not say which way is up: y is assumed (--art-up)");
	choose_unit(job);
	job->report.scale = options->scale;
	job->report.art_up = job->up_axis == KILN_NONE ? '?' : (char)('x' + (int)job->up_axis);
	cook_place_root(job->report.unit * options->scale, from, to, job->root);
}

/// Whether the art has a material of this name, or one of the first `end` settings names it.
static bool knows_material(const cook_job *job, const char *name, uint32_t end)
{
	for (uint32_t i = 0; i < job->scene->material_count; ++i)
		if (strcmp(job->scene->materials[i], name) == 0)
			return true;
	for (uint32_t i = 0; i < end; ++i)
		if (job->plan.settings[i].material && strcmp(job->plan.settings[i].material, name) == 0)
			return true;
	return false;
}

/// Counts the materials that rules name and the art lacks, and adds them when `out` is not NULL.
static uint32_t add_materials(cook_job *job, kiln_format_material *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < job->plan.settings_count; ++i)
	{
		const char *name = job->plan.settings[i].material;
		if (!name || knows_material(job, name, i))
			continue;
		if (out)
		{
			out[count].name = cook_names_add(&job->context, &job->names, name);
			plan_material_tags(&job->requested, name, &out[count].tag);
			cook_mark_named(job, name, &out[count]);
		}
		++count;
	}
	return count;
}

static kilncook_status name_everything(cook_job *job)
{
	const art_scene *scene = job->scene;
	kilncook_context *context = &job->context;
	uint32_t added = add_materials(job, NULL);
	job->materials = cook_alloc_zero(context, (size_t)scene->material_count + added, sizeof *job->materials);
	job->node_names = cook_alloc(context, scene->node_count, sizeof *job->node_names);
	job->material_count = scene->material_count + added;
	job->scene_nodes = scene->node_count;
	if (!job->materials || !job->node_names)
		return cook_no_memory(job);
	for (uint32_t i = 0; i < scene->material_count; ++i)
	{
		job->materials[i].name = cook_names_add(context, &job->names, scene->materials[i]);
		job->materials[i].tag = job->material_tags ? job->material_tags[i] : 0;
		plan_material_tags(&job->requested, scene->materials[i], &job->materials[i].tag);
		cook_mark_material(job, i, &job->materials[i]);
	}
	(void)add_materials(job, job->materials + scene->material_count);
	for (uint32_t i = 0; i < scene->node_count; ++i)
	{
		const art_node *node = &scene->nodes[i];
		bool places =
			(node->mesh_count || node->primitive) && plan_settings(&job->plan, i)->shape != KILNCOOK_SHAPE_NONE;
		job->node_names[i] = places ? cook_names_add(context, &job->names, node->name) : KILN_NONE;
	}
	return KILNCOOK_OK;
}

kilncook_status cook_gather(cook_job *job)
{
	const art_scene *scene = job->scene;
	kilncook_report *report = &job->report;
	report->source_meshes = scene->mesh_count;
	report->source_nodes = scene->node_count;
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		report->source_vertices += scene->meshes[i].vertex_count;
		report->source_faces += scene->meshes[i].face_count;
	}
	if (scene->material_count == 0)
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "internal", "the scene has no material");
		return KILNCOOK_INTERNAL;
	}
	choose_root(job);
	job->surface_first = scene->surface_first;
	kilncook_status status = cook_marks_begin(job);
	if (status == KILNCOOK_OK)
		status = cook_plan(job);
	bool goes_on = job->purpose != COOK_EXPLAIN;
	if (status == KILNCOOK_OK && goes_on)
		status = cook_choose_origin(job);
	if (status == KILNCOOK_OK && goes_on)
		status = name_everything(job);
	if (status == KILNCOOK_OK && goes_on)
		status = cook_bodies(job);
	return status == KILNCOOK_OK && goes_on ? cook_metadata_take(job) : status;
}
