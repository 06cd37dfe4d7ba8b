// SPDX-License-Identifier: MIT
#include "write.h"

void cook_provenance(const cook_job *job, kiln_format_provenance *provenance)
{
	const kilncook_report *report = &job->report;
	*provenance = (kiln_format_provenance){
		.source_name = job->source_name,
		.options = job->options_name,
		.importer = job->importer_name,
		.up_axis = job->up_axis,
		.unit = report->unit,
		.scale = report->scale,
		.weld_relative = job->options.weld,
		.source_meshes = report->source_meshes,
		.source_vertices = report->source_vertices,
		.source_faces = report->source_faces,
		.skipped_points = report->counts.points,
		.skipped_lines = report->counts.lines,
		.invalid_faces = report->counts.invalid,
		.triangulated = report->counts.triangulated,
		.degenerate = report->counts.degenerate,
		.duplicates = report->counts.duplicates,
		.welded = report->counts.welded,
		.triangles = report->triangles,
		.flat_edge = job->options.flat_edge,
	};
}
