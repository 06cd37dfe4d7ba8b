// SPDX-License-Identifier: MIT
#include "report.h"
#include "../common/refused.h"
#include "sections/edges.h"
#include "sections/levels.h"
#include "sections/origin.h"
#include "sections/sdf.h"
#include "sections/shapes.h"
#include "sections/survey.h"
#include "sections/trees.h"
#include "verify/verify.h"

#include <stdlib.h>

kiln_result report_verdict(const dump_report *report)
{
	if (report->opened.status != KILN_OK || !report->verified)
		return report->opened;
	const kiln_result proof = report->hash.status != KILN_OK ? report->hash : report->contained;
	return proof.status != KILN_OK || !report->has_art ? proof : report->art.result;
}

static bool fill_stats(dump_report *report)
{
	const kiln_asset *asset = &report->asset;
	report->meshes = calloc(asset->mesh_count > 0 ? asset->mesh_count : 1, sizeof *report->meshes);
	if (report->meshes == NULL)
		return false;
	for (uint32_t i = 0; i < asset->mesh_count; ++i)
	{
		report->meshes[i] = stats_of_mesh(asset, i);
		stats_add(&report->all_meshes, &report->meshes[i]);
	}
	report->scene = stats_of_scene(asset);
	return true;
}

bool report_fill(dump_report *report, const char *path, const uint8_t *data, size_t size, bool verify)
{
	*report = (dump_report){.path = path, .verified = verify};
	report->hash.reason = report->contained.reason = report->art.result.reason = "";
	report->raw = raw_read(data, size);
	report->opened = kiln_open(&report->asset, data, size, NULL);
	if (verify && report->raw.has_header)
		report->hash = verify_hash(&report->raw);
	if (report->opened.status != KILN_OK)
		return true;
	if (verify)
	{
		bool memory = false;
		report->contained = verify_asset(&report->asset);
		if (report->contained.status == KILN_OK)
			report->contained = verify_shapes(&report->asset, &memory);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_trees(&report->asset, &memory);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_edges(&report->asset, &memory);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_levels(&report->asset, &memory);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_sdfs(&report->asset);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_surveys(&report->asset, &memory);
		if (report->contained.status == KILN_OK && !memory)
			report->contained = verify_origin(&report->asset);
		if (memory)
			return false;
	}
	return fill_stats(report);
}

void report_free(dump_report *report)
{
	free(report->meshes);
	report->meshes = NULL;
}

void report_broken(const char *path, kiln_result result)
{
	if (result.status != KILN_OK)
		(void)tool_refused(path, result);
}
