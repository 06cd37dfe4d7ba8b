// SPDX-License-Identifier: MIT
#include "kiln_format.h"
#include "write.h"

static void add_component(cook_text *text, const kilncook_component *c, uint64_t number)
{
	cook_text_print(text, "    part %llu from mesh %u face %u: %u triangles, %s, %s, %s, %s, Euler characteristic %d",
		(unsigned long long)number, c->source_mesh, c->face, c->triangles,
		c->flags & KILN_MESH_CLOSED ? "closed" : "open", c->flags & KILN_MESH_MANIFOLD ? "manifold" : "not manifold",
		c->flags & KILN_MESH_ORIENTABLE ? "orientable" : "not orientable",
		c->flags & KILN_MESH_WOUND ? "consistently wound" : "not consistently wound", c->euler_characteristic);
	if (c->genus != KILNCOOK_NO_GENUS)
		cook_text_print(text, ", %s %d", c->flags & KILN_MESH_ORIENTABLE ? "genus" : "crosscaps", c->genus);
	cook_text_print(text, ", area %.9g", c->area);
	if (c->volume < 0 || c->volume > 0)
		cook_text_print(text, ", volume %.9g", c->volume);
	if (c->depth != KILNCOOK_NONE && c->depth > 0)
		cook_text_print(text, ", inside %u other%s", c->depth, c->depth == 1 ? "" : "s");
	cook_text_print(text, "\n");
}

/// The figures that a kind of fault has.
static void add_figures(cook_text *text, const kilncook_fault *f)
{
	switch (f->kind)
	{
	case KILNCOOK_FAULT_CRACK:
		cook_text_print(text, ", %.6g long, %.6g apart", (double)f->length, (double)f->distance);
		break;
	case KILNCOOK_FAULT_T_JUNCTION:
		cook_text_print(text, ", %.6g apart", (double)f->distance);
		break;
	case KILNCOOK_FAULT_GAP:
	case KILNCOOK_FAULT_HOLE:
		cook_text_print(text, ", %u edges, %.6g long, %.6g off flat%s%s", f->count, (double)f->length,
			(double)f->distance, f->stays ? ", stays: " : "", kilncook_hole_reason_name(f->stays));
		break;
	case KILNCOOK_FAULT_SLIVER:
		cook_text_print(text, ", %.6g long, %.6g high", (double)f->length, (double)f->distance);
		break;
	case KILNCOOK_FAULT_NONMANIFOLD_EDGE:
		cook_text_print(text, ", %u triangles, %.6g long", f->count, (double)f->length);
		break;
	case KILNCOOK_FAULT_NONMANIFOLD_VERTEX:
		cook_text_print(text, ", %u surfaces", f->count);
		break;
	case KILNCOOK_FAULT_WINDING:
		cook_text_print(text, ", %.6g long", (double)f->length);
		break;
	case KILNCOOK_FAULT_INNER:
		cook_text_print(text, ", inside %u other%s", f->count, f->count == 1 ? "" : "s");
		break;
	case KILNCOOK_FAULT_OVERLAPPING:
		cook_text_print(text, ", %u pairs of triangles", f->count);
		break;
	default:
		break;
	}
}

static void add_fault(cook_text *text, const kilncook_fault *f)
{
	cook_text_print(text, "      mesh %u face %u", f->source_mesh, f->face);
	if (f->other_face != KILNCOOK_NONE)
		cook_text_print(text, " and mesh %u face %u", f->other_source_mesh, f->other_face);
	cook_text_print(text, " at (%.9g %.9g %.9g)", (double)f->place[0], (double)f->place[1], (double)f->place[2]);
	if (f->kind == KILNCOOK_FAULT_INVERTED || f->kind == KILNCOOK_FAULT_INNER)
		cook_text_print(text, ", part %u", f->component);
	if (f->kind == KILNCOOK_FAULT_OVERLAPPING)
		cook_text_print(text, ", parts %u and %u", f->component, f->other_component);
	add_figures(text, f);
	cook_text_print(text, "\n");
}

static void add_more(cook_text *text, uint64_t more)
{
	if (more)
		cook_text_print(text, "      %llu more\n", (unsigned long long)more);
}

/// Adds a number with the words for one and for several.
static void add_count(cook_text *text, uint64_t count, const char *const words[2])
{
	cook_text_print(text, "%llu %s", (unsigned long long)count, words[count == 1 ? 0 : 1]);
}

/// Adds what the repair did, a line for each step that changed or left something.
static void add_repairs(cook_text *text, const kilncook_mesh_row *row)
{
	static const char *const changes[KILNCOOK_REPAIR_END][2] = {{"copy dropped", "copies dropped"},
		{"vertex welded", "vertices welded"}, {"side cut", "sides cut"}, {"triangle turned", "triangles turned"},
		{"hole closed", "holes closed"}, {"vertex made by cuts", "vertices made by cuts"},
		{"part dropped", "parts dropped"}, {"sliver collapsed or flipped", "slivers collapsed or flipped"},
		{"triangle cut", "triangles cut"}};
	static const char *const figures[][2] = {
		{"triangle made", "triangles made"}, {"triangle dropped", "triangles dropped"}, {"fault left", "faults left"}};
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		const kilncook_repair_row *r = &row->repairs[step];
		const uint64_t counts[] = {r->made, r->dropped, r->left};
		if (!r->changed && !r->left && !r->undone)
			continue;
		cook_text_print(text, "    repaired %s: ", kilncook_repair_name(step));
		add_count(text, r->changed, changes[step]);
		for (int i = 0; i < 3; ++i)
		{
			if (i == 2 && r->distance > 0)
				cook_text_print(text, ", up to %.6g moved", r->distance);
			if (counts[i] == 0)
				continue;
			cook_text_print(text, ", ");
			add_count(text, counts[i], figures[i]);
		}
		cook_text_print(text, "%s", !r->undone ? "" : r->changed ? ", partly undone" : ", undone");
		const char *reason;
		for (uint32_t i = 0; (reason = kilncook_repair_reason_name(r, i)) != NULL; ++i)
			cook_text_print(text, "%s%s", i ? ", " : " (worse: ", reason);
		cook_text_print(text, "%s\n", kilncook_repair_reason_name(r, 0) ? ")" : "");
	}
}

void cook_survey_text(const kilncook_report *report, const kilncook_mesh_row *row, cook_text *text)
{
	add_repairs(text, row);
	for (uint32_t i = 0; i < row->component_count; ++i)
		add_component(text, &report->components[row->component_first + i], i);
	if (row->components > row->component_count)
		cook_text_print(text, "    %u more parts\n", row->components - row->component_count);
	uint64_t next = row->fault_first, end = row->fault_first + row->fault_count;
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
	{
		bool unfinished = row->unfinished >> kind & 1;
		if (row->faults[kind] == 0 && !unfinished)
			continue;
		cook_text_print(text, "    %s: %s%llu", kilncook_fault_name(kind), unfinished ? "at least " : "",
			(unsigned long long)row->faults[kind]);
		if (kind == KILNCOOK_FAULT_CRACK || kind == KILNCOOK_FAULT_T_JUNCTION)
			cook_text_print(text, " within %.6g", row->tolerance);
		cook_text_print(text, "%s\n", unfinished ? "; the search ended at its limit of work" : "");
		uint64_t listed = 0;
		for (; next < end && report->faults[next].kind == kind; ++next, ++listed)
			add_fault(text, &report->faults[next]);
		add_more(text, row->faults[kind] - listed);
	}
}

kilncook_status kilncook_survey_text(const kilncook_context *context, const kilncook_report *report, kilncook_blob *out)
{
	cook_text text = {.context = context};
	for (uint64_t i = 0; i < report->row_count; ++i)
	{
		const kilncook_mesh_row *row = &report->rows[i];
		if (row->source_meshes == 0)
			continue;
		cook_text_print(&text, "mesh \"");
		cook_text_show(&text, row->name);
		cook_text_print(&text, "\": %u triangles, %u vertices, %u connected part%s\n", row->triangles, row->vertices,
			row->components, row->components == 1 ? "" : "s");
		cook_survey_text(report, row, &text);
	}
	return cook_text_finish(&text, out);
}
