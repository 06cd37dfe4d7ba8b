// SPDX-License-Identifier: MIT
#include "kiln_format.h"
#include "write.h"

#include <math.h>

static void add_flag(cook_text *text, const char *key, bool value)
{
	cook_text_print(text, ", \"%s\": %s", key, value ? "true" : "false");
}

/// A number that may be unknown.
static void add_known(cook_text *text, const char *key, uint32_t value)
{
	if (value == KILNCOOK_NONE)
		cook_text_print(text, ", \"%s\": null", key);
	else
		cook_text_print(text, ", \"%s\": %u", key, value);
}

static void add_component(cook_text *text, const kilncook_component *c)
{
	cook_text_print(text, "{\"source_mesh\": %u, \"face\": %u", c->source_mesh, c->face);
	add_flag(text, "closed", c->flags & KILN_MESH_CLOSED);
	add_flag(text, "manifold", c->flags & KILN_MESH_MANIFOLD);
	add_flag(text, "orientable", c->flags & KILN_MESH_ORIENTABLE);
	add_flag(text, "wound", c->flags & KILN_MESH_WOUND);
	cook_text_print(text, ", \"triangles\": %u, \"vertices\": %u, \"edges\": %u", c->triangles, c->vertices, c->edges);
	cook_text_print(text,
		", \"boundary_edges\": %u, \"boundary_loops\": %u, \"nonmanifold_edges\": %u, \"nonmanifold_vertices\": %u, "
		"\"inconsistent_edges\": %u, \"euler_characteristic\": %d",
		c->boundary_edges, c->boundary_loops, c->nonmanifold_edges, c->nonmanifold_vertices, c->inconsistent_edges,
		c->euler_characteristic);
	add_known(text, "genus", c->genus == KILNCOOK_NO_GENUS ? KILNCOOK_NONE : (uint32_t)c->genus);
	add_known(text, "depth", c->depth);
	cook_text_print(text, ", \"area\": %.17g, \"volume\": %.17g", c->area, c->volume);
	cook_text_print(text, ", \"bounds\": {\"min\": [%.9g, %.9g, %.9g], \"max\": [%.9g, %.9g, %.9g]}}",
		(double)c->bounds_min[0], (double)c->bounds_min[1], (double)c->bounds_min[2], (double)c->bounds_max[0],
		(double)c->bounds_max[1], (double)c->bounds_max[2]);
}

static void add_fault(cook_text *text, const kilncook_fault *f)
{
	cook_text_print(text, "{\"kind\": \"%s\", \"source_mesh\": %u, \"face\": %u", kilncook_fault_name(f->kind),
		f->source_mesh, f->face);
	if (f->other_face != KILNCOOK_NONE)
		cook_text_print(text, ", \"other_source_mesh\": %u, \"other_face\": %u", f->other_source_mesh, f->other_face);
	cook_text_print(text, ", \"component\": %u", f->component);
	if (f->other_component != KILNCOOK_NONE)
		cook_text_print(text, ", \"other_component\": %u", f->other_component);
	cook_text_print(text, ", \"place\": [%.9g, %.9g, %.9g], \"count\": %u, \"length\": %.9g, \"distance\": %.9g",
		(double)f->place[0], (double)f->place[1], (double)f->place[2], f->count, (double)f->length,
		(double)f->distance);
	if (f->stays)
		cook_text_print(text, ", \"stays\": \"%s\"", kilncook_hole_reason_name(f->stays));
	cook_text_print(text, "}");
}

/// The steps that the options ask for.
static void add_repairs(cook_text *text, const kilncook_mesh_row *row)
{
	const char *between = "";
	cook_text_print(text, ",\n      \"repairs\": [");
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		const kilncook_repair_row *r = &row->repairs[step];
		if (!r->requested)
			continue;
		cook_text_print(text,
			"%s{\"step\": \"%s\", \"changed\": %llu, \"made\": %llu, \"dropped\": %llu, \"left\": %llu, \"distance\": "
			"%.17g",
			between, kilncook_repair_name(step), (unsigned long long)r->changed, (unsigned long long)r->made,
			(unsigned long long)r->dropped, (unsigned long long)r->left, r->distance);
		add_flag(text, "undone", r->undone);
		cook_text_print(text, ", \"worse\": [");
		const char *reason;
		for (uint32_t i = 0; (reason = kilncook_repair_reason_name(r, i)) != NULL; ++i)
			cook_text_print(text, "%s\"%s\"", i ? ", " : "", reason);
		cook_text_print(text, "]}");
		between = ", ";
	}
	cook_text_print(text, "]");
}

void cook_survey_json(const kilncook_report *report, const kilncook_mesh_row *row, cook_text *text)
{
	add_repairs(text, row);
	cook_text_print(text, ",\n      \"survey\": {\"tolerance\": %.17g, \"faults\": {", row->tolerance);
	const char *between = "";
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		if (row->surveyed >> kind & 1)
		{
			cook_text_print(
				text, "%s\"%s\": %llu", between, kilncook_fault_name(kind), (unsigned long long)row->faults[kind]);
			between = ", ";
		}
	cook_text_print(text, "}, \"unfinished\": [");
	between = "";
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		if (row->unfinished >> kind & 1)
		{
			cook_text_print(text, "%s\"%s\"", between, kilncook_fault_name(kind));
			between = ", ";
		}
	cook_text_print(text, "],\n        \"components\": [");
	for (uint32_t i = 0; i < row->component_count; ++i)
	{
		cook_text_print(text, "%s\n          ", i ? "," : "");
		add_component(text, &report->components[row->component_first + i]);
	}
	cook_text_print(text, "],\n        \"items\": [");
	for (uint64_t i = 0; i < row->fault_count; ++i)
	{
		cook_text_print(text, "%s\n          ", i ? "," : "");
		add_fault(text, &report->faults[row->fault_first + i]);
	}
	cook_text_print(text, "]}");
}
