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
		made->dropped_nodes[i].name = cook_names_get(&job->names, job->node_names[made->dropped_nodes[i].source_node]);
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
	message_fold_free(context, report);
	cook_free(context, report->dropped_nodes, (size_t)report->dropped_node_capacity, sizeof *report->dropped_nodes);
	art_files_free(context, report->side_files, report->side_file_count);
	cook_free(context, report->strings, report->strings_size, 1);
	*report = (kilncook_report){0};
}
