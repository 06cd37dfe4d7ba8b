// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <string.h>

/// A `*` that fails later is tried one byte further on;
/// only the last one seen can matter, so the cost is at most the product of both lengths.
bool cook_pattern_matches(const char *pattern, const char *name)
{
	const char *star = NULL, *from = NULL;
	while (*name)
	{
		if (*pattern == '*')
		{
			star = pattern++;
			from = name;
		}
		else if (*pattern && (*pattern == '?' || *pattern == *name))
		{
			++pattern;
			++name;
		}
		else if (star)
		{
			pattern = star + 1;
			name = ++from;
		}
		else
			return false;
	}
	while (*pattern == '*')
		++pattern;
	return *pattern == 0;
}

kilncook_shape cook_shape_of_node(const cook_job *job, const art_node *node)
{
	const kilncook_options *options = &job->options;
	if (node->shape != KILNCOOK_SHAPE_DEFAULT)
		return node->shape;
	for (uint32_t i = options->shape_rule_count; i > 0; --i)
		if (cook_pattern_matches(options->shape_rules[i - 1].pattern, node->name))
			return options->shape_rules[i - 1].shape;
	return options->shape;
}

void cook_shape_rules_judge(const cook_job *job)
{
	for (uint32_t i = 0; i < job->options.shape_rule_count; ++i)
	{
		const kilncook_shape_rule *rule = &job->options.shape_rules[i];
		bool matched = false;
		for (uint32_t k = 0; k < job->scene->node_count && !matched; ++k)
			matched = job->scene->nodes[k].mesh_count && cook_pattern_matches(rule->pattern, job->scene->nodes[k].name);
		if (!matched)
			cook_message(&job->context, KILNCOOK_WARNING, "", "shape-unmatched",
				"no node with meshes has a name like '%s'", rule->pattern);
	}
}

void cook_pattern_text(const char *pattern, cook_text *text)
{
	for (const char *c = pattern; *c; ++c)
	{
		unsigned char byte = (unsigned char)*c;
		if (byte <= ' ' || byte == '%' || byte == '=' || byte >= 0x7f)
			cook_text_print(text, "%%%02X", byte);
		else
			cook_text_add(text, c, 1);
	}
}

void cook_shape_rules_text(const kilncook_options *options, cook_text *text)
{
	cook_text_print(text, "shape=%s", kilncook_shape_name(options->shape));
	for (uint32_t i = 0; i < options->shape_rule_count; ++i)
	{
		cook_text_print(text, " shape=");
		cook_pattern_text(options->shape_rules[i].pattern, text);
		cook_text_print(text, "=%s", kilncook_shape_name(options->shape_rules[i].shape));
	}
}
