// SPDX-License-Identifier: MIT
#include "survey.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"
#include "../verify/verify.h"
#include "../verify/verify_quiet.h"
#include "clean/weld.h"
#include "edges.h"
#include "math/ieee.h"
#include "survey/survey.h"
#include "write/write.h"

#include <stdlib.h>
#include <string.h>

static kilncook_component component_of(const kiln_format_component *c)
{
	return (kilncook_component){.source_mesh = c->source_mesh,
		.face = c->face,
		.flags = c->flags,
		.triangles = c->triangles,
		.euler_characteristic = c->euler_characteristic,
		.genus = c->genus,
		.depth = c->depth,
		.area = c->area,
		.volume = c->volume};
}

static kilncook_fault fault_of(const kiln_format_fault *f)
{
	return (kilncook_fault){.kind = f->kind,
		.source_mesh = f->source_mesh,
		.face = f->face,
		.other_source_mesh = f->other_source_mesh,
		.other_face = f->other_face,
		.component = f->component,
		.other_component = f->other_component,
		.count = f->count,
		.place = {f->place[0], f->place[1], f->place[2]},
		.length = f->length,
		.distance = f->distance};
}

// The survey as the cook's report has it, as far as the report's text needs it.
static bool report_survey(FILE *out, const kiln_survey *kept)
{
	const kiln_format_survey *head = kept->head;
	const uint32_t components = head->component_count, faults = head->fault_count;
	kilncook_mesh_row row = {.components = head->components,
		.component_count = components,
		.fault_count = faults,
		.surveyed = head->surveyed,
		.unfinished = head->unfinished,
		.tolerance = head->tolerance};
	memcpy(row.faults, head->counts, sizeof row.faults);
	kilncook_report report = {.components = calloc(components + (size_t)1, sizeof *report.components),
		.faults = calloc(faults + (size_t)1, sizeof *report.faults)};
	kilncook_blob lines = {0};
	bool done = report.components != NULL && report.faults != NULL;
	for (uint32_t i = 0; done && i < components; ++i)
		report.components[i] = component_of(&kept->components[i]);
	for (uint32_t i = 0; done && i < faults; ++i)
		report.faults[i] = fault_of(&kept->faults[i]);
	if (done)
	{
		cook_text text = {.context = &verify_quiet};
		cook_survey_text(&report, &row, &text);
		done = cook_text_finish(&text, &lines) == KILNCOOK_OK;
	}
	if (done)
		fwrite(lines.data, 1, lines.size, out);
	kilncook_blob_free(&verify_quiet, &lines);
	free(report.components);
	free(report.faults);
	return done;
}

void survey_text(FILE *out, const kiln_asset *asset, uint32_t mesh)
{
	kiln_survey kept;
	const kiln_result result = kiln_survey_open(&kept, asset, mesh);
	if (result.status == KILN_E_ARGUMENT)
		return;
	write_label(out, "survey");
	if (result.status != KILN_OK)
	{
		fprintf(out, "broken at byte %llu: %s\n", (unsigned long long)result.offset, result.reason);
		return;
	}
	uint64_t sum = 0;
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		sum += kept.head->counts[kind];
	fprintf(out, "%lu connected part%s, %llu fault%s\n", (unsigned long)kept.head->components,
		plural(kept.head->components), (unsigned long long)sum, plural(sum));
	if (!report_survey(out, &kept))
		fputs("    no memory for its lists\n", out);
}

static void write_component(json_writer *json, const kiln_format_component *c)
{
	json_object_inline(json);
	key_uint(json, "source_mesh", c->source_mesh);
	key_uint(json, "face", c->face);
	key_bool(json, "closed", (c->flags & KILN_MESH_CLOSED) != 0);
	key_bool(json, "manifold", (c->flags & KILN_MESH_MANIFOLD) != 0);
	key_bool(json, "orientable", (c->flags & KILN_MESH_ORIENTABLE) != 0);
	key_bool(json, "wound", (c->flags & KILN_MESH_WOUND) != 0);
	key_uint(json, "triangles", c->triangles);
	key_uint(json, "vertices", c->vertices);
	key_uint(json, "edges", c->edges);
	key_uint(json, "boundary_edges", c->boundary_edges);
	key_uint(json, "boundary_loops", c->boundary_loops);
	key_uint(json, "nonmanifold_edges", c->nonmanifold_edges);
	key_uint(json, "nonmanifold_vertices", c->nonmanifold_vertices);
	key_uint(json, "inconsistent_edges", c->inconsistent_edges);
	key_double(json, "euler_characteristic", c->euler_characteristic);
	key_index(json, "genus", c->genus == KILN_NO_GENUS ? KILN_NONE : (uint32_t)c->genus);
	key_index(json, "depth", c->depth);
	key_double(json, "area", c->area);
	key_double(json, "volume", c->volume);
	key_inline(json, "bounds");
	key_floats(json, "min", c->bounds_min, 3);
	key_floats(json, "max", c->bounds_max, 3);
	json_object_end(json);
	json_object_end(json);
}

static void write_fault(json_writer *json, const kiln_format_fault *f)
{
	json_object_inline(json);
	key_text(json, "kind", kilncook_fault_name(f->kind));
	key_uint(json, "source_mesh", f->source_mesh);
	key_uint(json, "face", f->face);
	if (f->other_face != KILN_NONE)
	{
		key_uint(json, "other_source_mesh", f->other_source_mesh);
		key_uint(json, "other_face", f->other_face);
	}
	key_index(json, "component", f->component);
	if (f->other_component != KILN_NONE)
		key_uint(json, "other_component", f->other_component);
	key_floats(json, "place", f->place, 3);
	key_uint(json, "count", f->count);
	key_float(json, "length", f->length);
	key_float(json, "distance", f->distance);
	if (f->triangle != KILN_NONE)
		key_uint(json, "triangle", f->triangle);
	if (f->other_triangle != KILN_NONE)
		key_uint(json, "other_triangle", f->other_triangle);
	json_object_end(json);
}

void survey_json(json_writer *json, const kiln_asset *asset, uint32_t mesh)
{
	kiln_survey kept;
	if (kiln_survey_open(&kept, asset, mesh).status != KILN_OK)
		return;
	const kiln_format_survey *head = kept.head;
	key_object(json, "survey");
	key_double(json, "tolerance", head->tolerance);
	key_inline(json, "faults");
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		if (head->surveyed >> kind & 1)
			key_uint(json, kilncook_fault_name(kind), head->counts[kind]);
	json_object_end(json);
	json_key(json, "unfinished");
	json_array_inline(json);
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		if (head->unfinished >> kind & 1)
			json_text(json, kilncook_fault_name(kind));
	json_array_end(json);
	json_key(json, "components");
	json_array(json);
	for (uint32_t i = 0; i < head->component_count; ++i)
		write_component(json, &kept.components[i]);
	json_array_end(json);
	json_key(json, "items");
	json_array(json);
	for (uint32_t i = 0; i < head->fault_count; ++i)
		write_fault(json, &kept.faults[i]);
	json_array_end(json);
	json_object_end(json);
}

void survey_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t mesh[2])
{
	static const kiln_format_survey none = {.mesh = 0};
	kiln_survey kept[2] = {{NULL, NULL, NULL}, {NULL, NULL, NULL}};
	const kiln_format_survey *head[2] = {&none, &none};
	for (int i = 0; i < 2; ++i)
		if (kiln_survey_open(&kept[i], asset[i], mesh[i]).status == KILN_OK)
			head[i] = kept[i].head;
	diff_masks(lines, thing, "surveyed kinds of faults", head[0]->surveyed, head[1]->surveyed);
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
	{
		char what[48];
		snprintf(what, sizeof what, "faults of kind %s", kilncook_fault_name(kind));
		diff_counts(lines, thing, what, head[0]->counts[kind], head[1]->counts[kind]);
	}
}

// Copies are no triangles of the asset.
#define COMPARED (~(1u << KILN_FAULT_DUPLICATE | 1u << KILN_FAULT_OPPOSITE))

static kiln_result compare(const kiln_asset *asset, const kiln_format_survey *head, const survey *found)
{
	const uint32_t kinds = COMPARED & head->surveyed & ~(head->unfinished | found->unfinished);
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		if (kinds >> kind & 1 && head->counts[kind] != found->counts[kind])
			return verify_refused(
				asset, KILN_E_VALUE, &head->counts[kind], "a survey has not the faults that its mesh has");
	if (head->surveyed && head->components != found->adjacency.component_count)
		return verify_refused(
			asset, KILN_E_VALUE, &head->components, "a survey has not the connected parts that its mesh has");
	return verify_passed();
}

// Surveys the triangles of a mesh as they are stored.
static kiln_result verify_counts(const kiln_asset *asset, const kiln_format_survey *head, bool *memory)
{
	const kiln_format_mesh *m = &asset->meshes[head->mesh];
	kiln_result result = verify_passed();
	clean_weld weld;
	if (m->triangle_count > SURVEY_TRIANGLES_MAX)
		return result;
	if (!clean_weld_begin(&verify_quiet, 3 * m->triangle_count, &weld))
	{
		*memory = true;
		return result;
	}
	uint32_t(*triangles)[3] = malloc(m->triangle_count * sizeof *triangles);
	uint32_t *faces = calloc(m->triangle_count, sizeof *faces);
	clean_part part = {.face_count = 1};
	survey found = {.counts = {0}};
	*memory = triangles == NULL || faces == NULL;
	if (!*memory && edges_weld(asset, head->mesh, &weld, triangles) && weld.count == m->vertex_count)
	{
		const clean_mesh mesh = {.vertices = weld.positions,
			.vertex_count = weld.count,
			.triangles = triangles,
			.triangle_count = m->triangle_count,
			.faces = faces,
			.parts = &part,
			.part_count = 1};
		const survey_options options = {
			.length = head->tolerance, .pairs = (head->surveyed >> KILN_FAULT_CROSSING & 1) != 0};
		*memory = survey_build(&verify_quiet, &mesh, &options, &found) != KILNCOOK_OK;
		if (!*memory)
			result = compare(asset, head, &found);
		survey_free(&verify_quiet, &found);
	}
	free(triangles);
	free(faces);
	clean_weld_free(&verify_quiet, &weld);
	return result;
}

kiln_result verify_surveys(const kiln_asset *asset, bool *memory)
{
	kiln_result result = verify_passed();
	for (uint32_t mesh = 0; mesh < asset->mesh_count && result.status == KILN_OK && !*memory; ++mesh)
	{
		kiln_survey kept;
		const kiln_result opened = kiln_survey_open(&kept, asset, mesh);
		if (opened.status == KILN_OK)
			result = verify_counts(asset, kept.head, memory);
		else if (opened.status != KILN_E_ARGUMENT)
			result = opened;
	}
	return result;
}
