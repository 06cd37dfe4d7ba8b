// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "platform/platform.h"
#include "survey/survey.h"
#include "survey_tables.h"

#include <string.h>

/// Makes room for `more` elements behind `count`.
static bool reserve(
	const kilncook_context *context, void **block, uint64_t count, uint64_t *capacity, uint64_t more, size_t size)
{
	if (more <= *capacity - count)
		return true;
	uint64_t larger = count + more + count / 2;
	void *grown = cook_resize(context, *block, (size_t)*capacity, (size_t)larger, size);
	if (!grown)
		return false;
	*block = grown;
	*capacity = larger;
	return true;
}

static bool copy_lists(cook_job *job, const survey *s, kilncook_mesh_row *row)
{
	kilncook_report *report = &job->report;
	uint32_t count =
		s->adjacency.component_count < job->options.listed ? s->adjacency.component_count : job->options.listed;
	if (!reserve(&job->context, (void **)&report->components, report->component_count, &report->component_capacity,
			count, sizeof *report->components) ||
		!reserve(&job->context, (void **)&report->faults, report->fault_count, &report->fault_capacity, s->fault_count,
			sizeof *report->faults))
		return false;
	row->component_first = report->component_count;
	row->component_count = count;
	row->fault_first = report->fault_count;
	row->fault_count = s->fault_count;
	if (count)
		memcpy(report->components + report->component_count, s->components, count * sizeof *s->components);
	if (s->fault_count)
		memcpy(report->faults + report->fault_count, s->faults, (size_t)s->fault_count * sizeof *s->faults);
	report->component_count += count;
	report->fault_count += s->fault_count;
	return true;
}

kilncook_status cook_survey(cook_job *job, const clean_mesh *mesh, kilncook_mesh_row *row)
{
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_SURVEY, job->report.row_count - 1, job->set_count);
	if (status != KILNCOOK_OK)
		return status;
	double start = platform_seconds();
	const survey_options options = {
		.tolerance = job->options.tolerance,
		.listed = job->options.listed,
		// Tables need none.
		.pairs = !job->tables && (job->purpose == COOK_SURVEY || job->options.survey_pairs),
	};
	survey s;
	status = survey_build(&job->context, mesh, &options, &s);
	bool wanted = job->tables && job->tables->row + 1 == job->report.row_count;
	if (status == KILNCOOK_OK && wanted && !cook_tables_take(&job->context, mesh, &s.adjacency, job->tables))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK && !copy_lists(job, &s, row))
		status = cook_no_memory(job);
	if (status == KILNCOOK_OK)
	{
		row->tolerance = s.tolerance;
		row->surveyed = s.surveyed;
		row->unfinished = s.unfinished;
		memcpy(row->faults, s.counts, sizeof row->faults);
	}
	survey_free(&job->context, &s);
	job->report.ms[KILNCOOK_STAGE_SURVEY] += 1e3 * (platform_seconds() - start);
	return status;
}
