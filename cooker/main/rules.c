// SPDX-License-Identifier: MIT
#include "cook/cook.h"
#include "messages.h"
#include "option.h"
#include "plan/plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Rules and texts, whose arrays grow with the settings.

struct cli_block
{
	struct cli_block *next;
	max_align_t bytes[];
};

/// A rule's values, and the place of each.
typedef struct rule_values
{
	kilncook_options values;
	const char *lines[KILNCOOK_KEY_END];
} rule_values;

void *cli_keep(cli_settings *settings, size_t size)
{
	struct cli_block *block = calloc(1, sizeof *block + size);
	if (!block)
	{
		cli_say(CLI_TOOL, KILNCOOK_ERROR, "out-of-memory", "out of memory");
		return NULL;
	}
	block->next = settings->blocks;
	settings->blocks = block;
	return block->bytes;
}

const char *cli_text(cli_settings *settings, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int size = vsnprintf(NULL, 0, format, arguments);
	char *text = size >= 0 ? cli_keep(settings, (size_t)size + 1) : NULL;
	if (text)
		vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	va_end(arguments);
	return text;
}

void cli_rules_free(cli_settings *settings)
{
	for (struct cli_block *block = settings->blocks, *next; block; block = next)
	{
		next = block->next;
		free(block);
	}
	free(settings->rules);
	free(settings->marks);
	settings->blocks = NULL;
	settings->rules = NULL;
	settings->marks = NULL;
	settings->cook.mark_count = 0;
	settings->cook.rule_count = 0;
}

/// Returns the place of a word, for the report.
static const char *where_of(cli_settings *settings, const option_source *from, const char *name)
{
	return from->recipe ? cli_text(settings, "%s:%u", from->recipe, from->line) : cli_text(settings, "%s", name);
}

/// Makes room for another rule. Existing rules may move in memory, their values don't.
static bool reserve(cli_settings *settings)
{
	if (settings->cook.rule_count < settings->rule_capacity)
		return true;
	uint32_t capacity = settings->rule_capacity * 2 + 16;
	kilncook_rule *rules = realloc(settings->rules, capacity * sizeof *rules);
	if (!rules)
		return false;
	settings->cook.rules = settings->rules = rules;
	settings->rule_capacity = capacity;
	return true;
}

kilncook_status option_add_rule(cli_settings *settings, kilncook_rule_kind kind, const char *pattern,
	const option_source *from, kilncook_rule **rule)
{
	if (settings->cook.rule_count >= CLI_RULES_MAX)
		return option_complain(from, "more than %d rules", CLI_RULES_MAX);
	rule_values *values = cli_keep(settings, sizeof *values);
	const char *where = where_of(settings, from, "--shape");
	if (!values || !where || !reserve(settings))
		return KILNCOOK_INTERNAL;
	*rule = &settings->rules[settings->cook.rule_count++];
	**rule = (kilncook_rule){kind, pattern, 0, &values->values, where, values->lines};
	const char *fault = plan_rule_fault(*rule);
	return fault ? option_complain(from, "%s: '%s'", fault, pattern) : KILNCOOK_OK;
}

kilncook_status option_add_mark(
	cli_settings *settings, const option_source *from, kilncook_mark_kind kind, const char *pattern, const char *value)
{
	uint32_t count = settings->cook.mark_count, at = pattern ? count : settings->mark_general;
	char name[OPTION_NAME_SIZE];
	snprintf(name, sizeof name, "--%s", kilncook_mark_name(kind));
	const kilncook_mark mark = {kind, pattern ? pattern : "*", value, where_of(settings, from, name)};
	const char *fault = cook_mark_fault(&mark);
	if (fault)
		return option_complain(from, "%s: '%s'", fault, value);
	if (!mark.where)
		return KILNCOOK_INTERNAL;
	if (count == CLI_RULES_MAX)
		return option_complain(from, "more than %d layers, triggers and physics settings", CLI_RULES_MAX);
	if (count == settings->mark_capacity)
	{
		uint32_t capacity = count * 2 + 16;
		kilncook_mark *marks = realloc(settings->marks, capacity * sizeof *marks);
		if (!marks)
			return KILNCOOK_INTERNAL;
		settings->cook.marks = settings->marks = marks;
		settings->mark_capacity = capacity;
	}
	memmove(settings->marks + at + 1, settings->marks + at, (count - at) * sizeof mark);
	settings->marks[at] = mark;
	++settings->cook.mark_count;
	settings->mark_general += pattern == NULL;
	return KILNCOOK_OK;
}

kilncook_status option_set_in_rule(cli_settings *settings, const option *o, const option_source *from, const char *name,
	const char *value, kilncook_rule *rule)
{
	rule_values *values = (rule_values *)(void *)(uintptr_t)rule->values;
	if (o->set == option_shape && strchr(value, '='))
		return option_complain(from, "the section has the pattern: shape takes a shape alone, not '%s'", value);
	// The options' own functions store the value in the settings; the old settings are restored afterwards.
	kilncook_options kept = settings->cook;
	settings->cook = values->values;
	kilncook_status status = o->set(settings, from, name, value);
	values->values = settings->cook;
	settings->cook = kept;
	if (status != KILNCOOK_OK)
		return status;
	rule->keys |= 1ull << option_key(o);
	values->lines[option_key(o)] = where_of(settings, from, name);
	return values->lines[option_key(o)] ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

kilncook_status option_set(
	cli_settings *settings, const option *o, const option_source *from, const char *name, const char *value)
{
	kilncook_status status = o->set(settings, from, name, value);
	if (status != KILNCOOK_OK || o->scope != OPTION_OF_NODE || (o->set == option_shape && strchr(value, '=')))
		return status;
	settings->origins[option_key(o)] = where_of(settings, from, name);
	settings->cook.origins = settings->origins;
	return settings->origins[option_key(o)] ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

void option_long_name(const option *o, char name[OPTION_NAME_SIZE])
{
	const char *dashes = strstr(o->row.term, "--");
	dashes = dashes ? dashes + 2 : "";
	snprintf(name, OPTION_NAME_SIZE, "%.*s", (int)strcspn(dashes, " ,[="), dashes);
}

bool option_takes_value(const option *o)
{
	const char *dashes = strstr(o->row.term, "--");
	return !dashes || dashes[strcspn(dashes, " [")] != 0;
}
