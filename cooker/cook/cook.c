// SPDX-License-Identifier: MIT
#include "cook.h"
#include "import/import.h"
#include "import/import_apart.h"
#include "memory.h"
#include "messages/codes.h"
#include "messages/fold.h"
#include "platform/platform.h"
#include "source.h"
#include "survey_tables.h"
#include "write/write.h"

#include <string.h>
#include <xxhash.h>

bool cook_reserve(
	const kilncook_context *context, void **block, uint32_t count, uint32_t *capacity, uint32_t more, size_t size)
{
	if (more <= *capacity - count)
		return true;
	uint64_t larger = (uint64_t)count + more + count / 2;
	if (larger >= KILN_NONE)
		return false;
	void *grown = cook_resize(context, *block, *capacity, (size_t)larger, size);
	if (!grown)
		return false;
	*block = grown;
	*capacity = (uint32_t)larger;
	return true;
}

static void count_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	cook_job *job = user;
	kilncook_severity given = severity;
	if (!code_judge(&job->options, code, &severity))
		return;
	job->warnings += severity == KILNCOOK_WARNING;
	job->errors += severity == KILNCOOK_ERROR;
	job->raised += severity != given;
	if (job->collect && severity != KILNCOOK_ERROR &&
		!message_fold(job->outer, &job->report, severity, where, code, text))
		job->unheard = true;
	if (job->outer->log.message)
		job->outer->log.message(job->outer->log.user, severity, where, code, text);
}

kilncook_status cook_job_begin(cook_job *job, const kilncook_context *context, const kilncook_options *options,
	cook_purpose purpose, cook_tables *tables, bool collect)
{
	*job = (cook_job){.context = *context, .outer = context, .purpose = purpose, .tables = tables, .collect = collect};
	job->context.log = (kilncook_log){count_message, job};
	job->source_name = job->options_name = job->importer_name = KILN_NONE;
	job->report.ms_total = -1e3 * platform_seconds();
	const kilncook_status status = cook_options_check(&job->context, options, &job->options);
	if (status == KILNCOOK_OK && options)
		job->requested = *options;
	return status;
}

static void free_job(cook_job *job)
{
	const kilncook_context *context = &job->context;
	if (job->scene)
		art_scene_free(context, job->scene);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		cook_mesh_free(context, &job->meshes[i]);
	plan_free(context, &job->plan);
	packed_tree_free(context, &job->scene_tree);
	cook_trees_free(context, job->scene_trees);
	cook_names_free(context, &job->names);
	cook_free(context, job->node_names, job->scene_nodes, sizeof *job->node_names);
	cook_free(context, job->in_place, job->scene_nodes, sizeof *job->in_place);
	cook_marks_free(job);
	cook_bodies_free(job);
	cook_metadata_free(job);
	cook_free(context, job->materials, job->material_count, sizeof *job->materials);
	cook_free(context, job->set_meshes, job->set_mesh_capacity, sizeof *job->set_meshes);
	cook_free(context, job->sets, job->set_capacity, sizeof *job->sets);
	cook_free(context, job->placed, job->placed_capacity, sizeof *job->placed);
	cook_free(context, job->meshes, job->cooked_capacity, sizeof *job->meshes);
	cook_free(context, job->mesh_slots, job->slot_count, sizeof *job->mesh_slots);
	for (uint32_t i = 0; i < job->solid_count; ++i)
		cook_solid_free(context, &job->solids[i]);
	cook_free(context, job->solids, job->solid_capacity, sizeof *job->solids);
	cook_free(context, job->solid_slots, job->solid_slot_count, sizeof *job->solid_slots);
	cook_free(context, job->parts.items, job->parts.capacity, sizeof *job->parts.items);
	cook_free(context, job->solid_parts.items, job->solid_parts.capacity, sizeof *job->solid_parts.items);
	cook_free(context, job->volumes, job->volume_capacity, sizeof *job->volumes);
	cook_free(context, job->order, job->node_count, sizeof *job->order);
	kilncook_report_free(context, &job->report);
}

kilncook_status cook_job_end(
	cook_job *job, kilncook_status status, kilncook_blob *made, kilncook_blob *blob, kilncook_report *report)
{
	if (status == KILNCOOK_OK && job->raised > 0)
		status = KILNCOOK_REFUSED;
	if (status == KILNCOOK_OK && job->unheard)
		status = cook_no_memory(job);
	if (status == KILNCOOK_INTERNAL && job->errors == job->raised)
		cook_no_memory(job);
	if (status == KILNCOOK_OK)
	{
		*blob = *made;
		if (report)
			cook_report_finish(job, report);
	}
	else
		kilncook_blob_free(&job->context, made);
	free_job(job);
	return status;
}

static kilncook_status name_options(cook_job *job)
{
	cook_text text = {.context = &job->context};
	kilncook_blob options;
	cook_options_text(&job->options, &text);
	kilncook_status status = cook_text_finish(&text, &options);
	if (status != KILNCOOK_OK)
		return status;
	job->options_name = cook_names_add(&job->context, &job->names, (const char *)options.data);
	XXH128_canonical_t hash;
	XXH128_canonicalFromHash(&hash, XXH3_128bits(options.data, options.size));
	memcpy(job->options_hash, hash.digest, sizeof job->options_hash);
	cook_hex(job->options_hash, job->report.options_hash);
	kilncook_blob_free(&job->context, &options);
	return KILNCOOK_OK;
}

kilncook_status cook_run(cook_job *job, kilncook_blob *blob)
{
	kilncook_status status = name_options(job);
	cook_hex(job->source_hash, job->report.source_hash);
	if (status == KILNCOOK_OK)
		status = cook_gather(job);
	if (job->purpose == COOK_EXPLAIN)
		return status;
	if (status == KILNCOOK_OK)
		status = cook_sets_build(job);
	if (status == KILNCOOK_OK)
		status = cook_assemble(job);
	if (status == KILNCOOK_OK && job->names.failed)
		status = cook_no_memory(job);
	if (job->purpose == COOK_SURVEY)
		return status;
	if (status == KILNCOOK_OK)
		status = cook_scene_build(job);
	if (status == KILNCOOK_OK)
		status = cook_metadata_build(job);
	if (status == KILNCOOK_OK)
		status = cook_layout(job, blob);
	if (status == KILNCOOK_OK)
		cook_judge_size(job);
	return status;
}

/// An art file that is hashed for a job.
typedef struct job_source
{
	cook_job *job;
	cook_source file;
} job_source;

static kilncook_status hash_source(void *user)
{
	const job_source *source = user;
	cook_job *job = source->job;
	const double start = platform_seconds();
	const kilncook_status status =
		cook_source_read(&job->context, &source->file, &job->report.source_bytes, job->source_hash);
	job->report.ms[KILNCOOK_STAGE_READ] = 1e3 * (platform_seconds() - start);
	return status;
}

/// Imports the art, and hashes its file meanwhile.
static kilncook_status import(cook_job *job, const char *path, job_source *source, art_scene *scene)
{
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_IMPORT, 0, 1);
	if (status != KILNCOOK_OK)
		return status;
	double start = platform_seconds();
	const kilncook_options *options = &job->options;
	const art_import_rules rules = {.allow_outside = options->allow_outside,
		.allow_outside_count = options->allow_outside_count,
		.meanwhile = hash_source,
		.meanwhile_user = source,
		.metadata = options->metadata && job->purpose == COOK_BLOB,
		.exact = options->origin != KILNCOOK_ORIGIN_ZERO || options->snap > 0};
	const art_import_limits limits = {.seconds = options->import_seconds,
		.processor_seconds = options->import_processor_seconds,
		.memory = options->import_memory};
	status = options->isolate_import ? art_import_apart(&job->context, path, &rules, &limits, scene)
									 : art_import(&job->context, path, &rules, scene);
	job->report.ms[KILNCOOK_STAGE_IMPORT] = 1e3 * (platform_seconds() - start);
	if (status != KILNCOOK_OK)
		return status;
	job->scene = scene;
	job->report.side_files = scene->files;
	job->report.side_file_count = scene->file_count;
	job->report.missing_files = scene->missing;
	job->report.missing_file_count = scene->missing_count;
	job->report.side_file_stamp = scene->file_stamp;
	scene->files = scene->missing = NULL;
	scene->file_count = scene->missing_count = 0;
	job->importer_name = cook_names_add(&job->context, &job->names, scene->importer);
	return KILNCOOK_OK;
}

static kilncook_status cook_file(const kilncook_context *context, const char *path, const kilncook_options *options,
	cook_purpose purpose, cook_tables *tables, kilncook_blob *blob, kilncook_report *report)
{
	cook_job job;
	job_source source = {.job = &job};
	art_scene scene = {0};
	kilncook_blob made = {0};
	kilncook_status status = cook_job_begin(&job, context, options, purpose, tables, report != NULL);
	if (status == KILNCOOK_OK)
		status = cook_step(&job, KILNCOOK_STAGE_READ, 0, 1);
	if (status == KILNCOOK_OK)
		status = cook_source_begin(&job.context, path, &source.file);
	if (status == KILNCOOK_OK)
		job.source_name = cook_names_add(&job.context, &job.names, platform_base_name(path));
	if (status == KILNCOOK_OK)
		status = import(&job, path, &source, &scene);
	cook_source_end(&job.context, &source.file);
	if (status == KILNCOOK_OK)
		status = cook_run(&job, &made);
	return cook_job_end(&job, status, &made, blob, report);
}

kilncook_status kilncook_cook_file(const kilncook_context *context, const char *path, const kilncook_options *options,
	kilncook_blob *blob, kilncook_report *report)
{
	return cook_file(context, path, options, COOK_BLOB, NULL, blob, report);
}

kilncook_status kilncook_explain_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, kilncook_report *report)
{
	kilncook_blob none;
	return cook_file(context, path, options, COOK_EXPLAIN, NULL, &none, report);
}

kilncook_status kilncook_survey_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, kilncook_report *report)
{
	kilncook_blob none;
	return cook_file(context, path, options, COOK_SURVEY, NULL, &none, report);
}

kilncook_status kilncook_tables_file(const kilncook_context *context, const char *path, const kilncook_options *options,
	uint64_t row, kilncook_tables *tables)
{
	cook_tables wanted = {.row = row};
	kilncook_blob none;
	kilncook_report report = {0};
	kilncook_status status = cook_file(context, path, options, COOK_SURVEY, &wanted, &none, &report);
	kilncook_report_free(context, &report);
	return cook_tables_end(context, status, &wanted, tables);
}
