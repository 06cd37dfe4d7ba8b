// SPDX-License-Identifier: MIT
#include "job/job.h"
#include "keys.h"
#include "memory.h"
#include "names.h"
#include "plan.h"

#include <string.h>

/// Makes rows and decisions for the report. Strings are offsets until all strings are written.

typedef struct writer
{
	const kilncook_context *context;
	const node_plan *plan;
	const art_scene *scene;
	const kilncook_options *given;
	kilncook_report *report;
	cook_names strings;
	uint32_t *values; ///< per decision of the report
	uint32_t *by;
	uint64_t *first; ///< per decision of the plan
	uint32_t *count;
	uint32_t *names; ///< per row
	bool failed;
} writer;

/// Stores a text. Running out of memory is reported once, at the end.
static uint32_t keep(writer *w, cook_text *text)
{
	w->failed = w->failed || text->failed;
	uint32_t offset = w->failed ? KILN_NONE : cook_names_add(w->context, &w->strings, text->size ? text->bytes : "");
	cook_free(w->context, text->bytes, text->capacity, 1);
	return offset;
}

static const char *line_of(const char *where, const char *const *lines, kilncook_key key)
{
	return lines && lines[key] ? lines[key] : where ? where : "";
}

/// Writes who decided a setting.
static uint32_t by_text(writer *w, kilncook_key key, uint32_t by)
{
	cook_text text = {.context = w->context};
	uint32_t index = PLAN_INDEX(by);
	const name_row *row = &w->plan->names[PLAN_SOURCE(by) == PLAN_NAME ? index : 0];
	const kilncook_rule *rule = NULL;
	const char *node = w->scene->nodes[PLAN_SOURCE(by) == PLAN_OWN ? 0 : index < w->scene->node_count ? index : 0].name;
	switch (PLAN_SOURCE(by))
	{
	case PLAN_ASSET:
		cook_text_print(&text, "%s", w->given->origins[key]);
		break;
	case PLAN_NAME:
		cook_text_print(&text, "name %s", row->text);
		if (row->where)
			cook_text_print(&text, " of %s", line_of(row->where, row->lines, key));
		break;
	case PLAN_PARTNER:
		cook_text_print(&text, "%s collides for it", node);
		break;
	case PLAN_ABOVE:
		cook_text_print(&text, "name %s", node);
		break;
	case PLAN_LOD:
		cook_text_print(&text, "%s is taken", node);
		break;
	case PLAN_PHYSICS:
		cook_text_print(&text, "extension %s%s", cook_extension_name((art_extension)(index & ~PLAN_BARE)),
			index & PLAN_BARE ? ": other nodes have colliders" : "");
		break;
	case PLAN_RULE:
		rule = &w->given->rules[index];
		cook_text_print(&text, "%s", line_of(rule->where, rule->lines, key));
		if (!text.size)
			cook_text_print(&text, "rule %u", index);
		break;
	case PLAN_OWN:
		cook_text_print(&text, "the scene");
		break;
	default:
		cook_text_print(&text, "default");
	}
	return keep(w, &text);
}

static bool is_stated(const kilncook_options *settings, kilncook_key key, uint32_t by)
{
	return key == KILNCOOK_KEY_SHAPE || (PLAN_SOURCE(by) != PLAN_DEFAULT && key_matters(settings, key));
}

static void add_mark(writer *w, const kilncook_mark *mark)
{
	uint64_t at = w->report->decision_count++;
	cook_text value = {.context = w->context}, by = {.context = w->context};
	cook_text_print(&value, "%s", mark->kind == KILNCOOK_MARK_TRIGGER ? "yes" : mark->value ? mark->value : "");
	cook_text_print(&by, "%s", mark->where ? mark->where : "mark");
	w->report->decisions[at].key = kilncook_mark_name(mark->kind);
	w->values[at] = keep(w, &value);
	w->by[at] = keep(w, &by);
}

static void add_decision(writer *w, uint32_t number)
{
	const plan_decision *decision = &w->plan->decisions[number];
	kilncook_options settings = w->plan->settings[decision->settings];
	settings.tag = decision->tag;
	w->first[number] = w->report->decision_count;
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
	{
		if (!is_stated(&settings, key, decision->by[key]))
			continue;
		uint64_t at = w->report->decision_count++;
		cook_text text = {.context = w->context};
		key_text(&settings, key, &text);
		w->report->decisions[at].key = kilncook_key_name(key);
		w->values[at] = keep(w, &text);
		w->by[at] = by_text(w, key, decision->by[key]);
	}
	for (uint32_t kind = 0; kind < PLAN_MARKS; ++kind)
		if (decision->marks[kind])
			add_mark(w, &w->given->marks[decision->marks[kind] - 1]);
	w->count[number] = (uint32_t)(w->report->decision_count - w->first[number]);
}

static void add_row(writer *w, uint32_t node)
{
	uint32_t number = w->plan->decision_of[node];
	const plan_decision *decision = &w->plan->decisions[number];
	bool by_name = false;
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		by_name =
			by_name || (PLAN_SOURCE(decision->by[key]) >= PLAN_NAME && PLAN_SOURCE(decision->by[key]) <= PLAN_LOD);
	uint64_t at = w->report->node_row_count++;
	w->names[at] = cook_names_add(w->context, &w->strings, w->scene->nodes[node].name);
	w->report->node_rows[at] = (kilncook_node_row){
		.source_node = node,
		.shape = w->scene->nodes[node].primitive && w->plan->settings[decision->settings].shape != KILNCOOK_SHAPE_NONE
					 ? w->scene->nodes[node].primitive->shape
					 : w->plan->settings[decision->settings].shape,
		.by_name = by_name,
		.decision_first = w->first[number],
		.decision_count = w->count[number],
	};
}

static void add_all(writer *w)
{
	for (uint32_t i = 0; i < w->plan->decision_count; ++i)
		add_decision(w, i);
	for (uint32_t i = 0; i < w->plan->node_count; ++i)
		if (w->plan->decision_of[i] != KILN_NONE)
			add_row(w, i);
	kilncook_report *report = w->report;
	for (uint64_t i = 0; i < report->decision_count; ++i)
	{
		report->decisions[i].value = cook_names_get(&w->strings, w->values[i]);
		report->decisions[i].by = cook_names_get(&w->strings, w->by[i]);
	}
	for (uint64_t i = 0; i < report->node_row_count; ++i)
		report->node_rows[i].name = cook_names_get(&w->strings, w->names[i]);
	report->decision_strings = w->strings.bytes;
	report->decision_strings_size = w->strings.capacity;
	w->strings.bytes = NULL;
}

kilncook_status plan_report(const kilncook_context *context, const node_plan *p, const art_scene *scene,
	const kilncook_options *given, kilncook_report *report)
{
	writer w = {.context = context, .plan = p, .scene = scene, .given = given, .report = report};
	uint64_t rows = 0, decisions = 0;
	for (uint32_t i = 0; i < p->node_count; ++i)
		rows += p->decision_of[i] != KILN_NONE;
	for (uint32_t i = 0; i < p->decision_count; ++i)
	{
		kilncook_options settings = p->settings[p->decisions[i].settings];
		for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
			decisions += is_stated(&settings, key, p->decisions[i].by[key]);
		for (uint32_t kind = 0; kind < PLAN_MARKS; ++kind)
			decisions += p->decisions[i].marks[kind] != 0;
	}
	report->nodes_left_out = p->left_out;
	report->nodes_by_name = p->by_name;
	report->nodes_by_extension = p->by_physics;
	report->node_rows = cook_alloc(context, (size_t)rows, sizeof *report->node_rows);
	report->node_row_capacity = rows;
	report->decisions = cook_alloc_zero(context, (size_t)decisions, sizeof *report->decisions);
	report->decision_capacity = decisions;
	w.values = cook_alloc(context, (size_t)decisions, sizeof *w.values);
	w.by = cook_alloc(context, (size_t)decisions, sizeof *w.by);
	w.first = cook_alloc(context, p->decision_count, sizeof *w.first);
	w.count = cook_alloc(context, p->decision_count, sizeof *w.count);
	w.names = cook_alloc(context, (size_t)rows, sizeof *w.names);
	bool good = report->node_rows && report->decisions && w.values && w.by && w.first && w.count && w.names;
	if (good)
		add_all(&w);
	good = good && !w.failed && !w.strings.failed;
	cook_free(context, w.values, (size_t)decisions, sizeof *w.values);
	cook_free(context, w.by, (size_t)decisions, sizeof *w.by);
	cook_free(context, w.first, p->decision_count, sizeof *w.first);
	cook_free(context, w.count, p->decision_count, sizeof *w.count);
	cook_free(context, w.names, (size_t)rows, sizeof *w.names);
	cook_names_free(context, &w.strings);
	if (!good)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "out of memory");
	return good ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
