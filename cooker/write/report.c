// SPDX-License-Identifier: MIT
#include "import/import.h"
#include "memory.h"
#include "messages/fold.h"
#include "platform/platform.h"
#include "write.h"

static void name_trees(const cook_job *job, const cook_mesh *mesh, kilncook_mesh_row *row)
{
	row->choice = cook_names_get(&job->names, mesh->choice);
	for (uint32_t i = 0; i < row->tree_count; ++i)
		row->trees[i].rule = cook_names_get(&job->names, mesh->rule);
}

/// Returns the name of a node; the name of a node that was left out is among the report's own strings.
static const char *name_of_node(const cook_job *job, uint32_t node)
{
	if (job->node_names[node] != KILN_NONE || !job->report.node_rows)
		return cook_names_get(&job->names, job->node_names[node]);
	uint64_t low = 0, high = job->report.node_row_count;
	while (low < high)
	{
		uint64_t middle = low + (high - low) / 2;
		if (job->report.node_rows[middle].source_node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low < job->report.node_row_count ? job->report.node_rows[low].name : "";
}

void cook_report_finish(cook_job *job, kilncook_report *report)
{
	kilncook_report *made = &job->report;
	made->warnings = job->warnings;
	made->source_name = cook_names_get(&job->names, job->source_name);
	made->importer = cook_names_get(&job->names, job->importer_name);
	made->options = cook_names_get(&job->names, job->options_name);
	// Every set has a row, in the same order.
	for (uint64_t i = 0; i < made->row_count; ++i)
	{
		made->rows[i].name = cook_names_get(&job->names, job->sets[i].name);
		if (job->sets[i].cooked != KILN_NONE)
			made->rows[i].shape = cook_shape_number(job, &job->sets[i]);
		made->rows[i].choice = "";
		if (made->rows[i].mesh != KILNCOOK_NO_MESH)
			name_trees(job, &job->meshes[made->rows[i].mesh], &made->rows[i]);
	}
	for (uint64_t i = 0; i < made->dropped_node_count; ++i)
		made->dropped_nodes[i].name = name_of_node(job, made->dropped_nodes[i].source_node);
	made->ms_total += 1e3 * platform_seconds();
	made->peak_bytes = platform_peak_memory();
	made->strings = job->names.bytes;
	made->strings_size = job->names.capacity;
	job->names.bytes = NULL;
	*report = *made;
	*made = (kilncook_report){0};
}

void kilncook_report_free(const kilncook_context *context, kilncook_report *report)
{
	cook_free(context, report->rows, (size_t)report->row_capacity, sizeof *report->rows);
	cook_free(context, report->dropped, (size_t)report->dropped_capacity, sizeof *report->dropped);
	cook_free(context, report->components, (size_t)report->component_capacity, sizeof *report->components);
	cook_free(context, report->faults, (size_t)report->fault_capacity, sizeof *report->faults);
	message_fold_free(context, report);
	cook_free(context, report->dropped_nodes, (size_t)report->dropped_node_capacity, sizeof *report->dropped_nodes);
	cook_free(context, report->parts, (size_t)report->part_capacity, sizeof *report->parts);
	cook_free(context, report->node_rows, (size_t)report->node_row_capacity, sizeof *report->node_rows);
	cook_free(context, report->decisions, (size_t)report->decision_capacity, sizeof *report->decisions);
	cook_free(context, report->decision_strings, report->decision_strings_size, 1);
	art_files_free(context, report->side_files, report->side_file_count);
	art_files_free(context, report->missing_files, report->missing_file_count);
	cook_free(context, report->strings, report->strings_size, 1);
	*report = (kilncook_report){0};
}
