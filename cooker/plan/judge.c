// SPDX-License-Identifier: MIT
#include "judge.h"

#include "keys.h"
#include "match.h"
#include "memory.h"
#include "plan.h"

#include <string.h>

bool plan_judge_begin(plan_judge *j, const kilncook_context *context, const kilncook_options *given)
{
	*j = (plan_judge){.context = context, .given = given};
	j->matched = cook_alloc_zero(context, given->rule_count, sizeof *j->matched);
	j->used = cook_alloc_zero(context, given->rule_count, sizeof *j->used);
	return j->matched && j->used;
}

void plan_judge_take(plan_judge *j, const kilncook_options *merged, const uint32_t by[KILNCOOK_KEY_END])
{
	j->nodes += merged->shape != KILNCOOK_SHAPE_NONE;
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
	{
		plan_source source = PLAN_SOURCE(by[key]);
		if ((source != PLAN_RULE && source != PLAN_ASSET) || !key_matters(merged, key))
			continue;
		*(source == PLAN_RULE ? &j->used[PLAN_INDEX(by[key])] : &j->used_by_all) |= 1ull << key;
	}
}

/// Returns where a setting was written, as text for people; "" when unknown.
static const char *where_of(const kilncook_rule *rule, kilncook_key key)
{
	if (rule->lines && rule->lines[key])
		return rule->lines[key];
	return rule->where ? rule->where : "";
}

static void warn_unused(const plan_judge *j, const char *where, kilncook_key key)
{
	cook_message(j->context, KILNCOOK_WARNING, "", "option-unused",
		"%s%s%s has no effect: no node that becomes something of it takes it", where, *where ? ": " : "",
		kilncook_key_name(key));
}

/// Returns whether a rule matches a material of the art, or one that is assigned to nodes.
static bool any_material(const plan_judge *j, const kilncook_rule *rule, const art_scene *scene)
{
	size_t size = strlen(rule->pattern);
	if (j->given->material && match_glob(rule->pattern, size, j->given->material))
		return true;
	for (uint32_t i = 0; i < j->given->rule_count; ++i)
		if (j->given->rules[i].keys >> KILNCOOK_KEY_MATERIAL & 1 && j->given->rules[i].values->material &&
			match_glob(rule->pattern, size, j->given->rules[i].values->material))
			return true;
	for (uint32_t i = 0; i < scene->material_count; ++i)
		if (match_glob(rule->pattern, size, scene->materials[i]))
			return true;
	return false;
}

static void judge_rule(const plan_judge *j, uint32_t i, const art_scene *scene)
{
	const kilncook_rule *rule = &j->given->rules[i];
	const char *where = rule->where ? rule->where : "";
	if (rule->kind == KILNCOOK_RULE_NAME)
		return;
	bool matched = rule->kind == KILNCOOK_RULE_NODE ? j->matched[i] : any_material(j, rule, scene);
	if (!matched)
		cook_message(j->context, KILNCOOK_WARNING, "", "rule-unmatched", "%s%sno %s has a name like '%s'", where,
			*where ? ": " : "", rule->kind == KILNCOOK_RULE_NODE ? "node with meshes" : "material", rule->pattern);
	for (kilncook_key key = 0; matched && rule->kind == KILNCOOK_RULE_NODE && key < KILNCOOK_KEY_END; ++key)
		if (rule->keys >> key & 1 && !(j->used[i] >> key & 1))
			warn_unused(j, where_of(rule, key), key);
}

void plan_judge_end(const plan_judge *j, const art_scene *scene)
{
	// The tree over several nodes is built by the options for the whole scene.
	const uint64_t of_scene = 1u << KILNCOOK_KEY_TREE | 1u << KILNCOOK_KEY_TREE_WIDTH | 1u << KILNCOOK_KEY_BUILD |
							  1u << KILNCOOK_KEY_SPLIT | 1u << KILNCOOK_KEY_AXIS | 1u << KILNCOOK_KEY_ROTATE |
							  1u << KILNCOOK_KEY_OPTIMIZE | 1u << KILNCOOK_KEY_LEAF;
	uint32_t kinds = j->given->trees;
	bool scene_tree = j->nodes > 1 && !(kinds & KILNCOOK_TREES_AUTO) && kinds & ~(1u << KILNCOOK_TREE_AABB);
	uint64_t used = j->used_by_all | (scene_tree ? of_scene : 0);
	for (kilncook_key key = 0; j->given->origins && key < KILNCOOK_KEY_END; ++key)
		if (j->given->origins[key] && !(used >> key & 1))
			warn_unused(j, j->given->origins[key], key);
	for (uint32_t i = 0; i < j->given->rule_count; ++i)
		judge_rule(j, i, scene);
}

void plan_judge_free(plan_judge *j)
{
	cook_free(j->context, j->matched, j->given->rule_count, sizeof *j->matched);
	cook_free(j->context, j->used, j->given->rule_count, sizeof *j->used);
}
