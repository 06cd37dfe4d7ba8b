// SPDX-License-Identifier: MIT
#include "cook.h"

#include "memory.h"
#include "plan/keys.h"

#include <string.h>

void cook_pattern_text(const char *word, cook_text *text)
{
	for (const char *c = word; *c; ++c)
	{
		unsigned char byte = (unsigned char)*c;
		if (byte <= ' ' || strchr("%=,:", byte) || byte >= 0x7f)
			cook_text_print(text, "%%%02X", byte);
		else
			cook_text_add(text, c, 1);
	}
}

static void add_setting(cook_text *text, const kilncook_options *values, kilncook_key key)
{
	cook_text_print(text, "%s=", kilncook_key_name(key));
	if (key == KILNCOOK_KEY_MATERIAL)
		cook_pattern_text(values->material ? values->material : "", text);
	else
		key_text(values, key, text);
}

static void add_rule(cook_text *text, const kilncook_rule *rule)
{
	static const char *const kinds[KILNCOOK_RULE_KIND_END] = {"node", "name", "material"};
	const char *separator = ":";
	cook_text_print(text, " %s:", kinds[rule->kind]);
	cook_pattern_text(rule->pattern, text);
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		if (rule->keys >> key & 1)
		{
			cook_text_print(text, "%s", separator);
			add_setting(text, rule->values, key);
			separator = ",";
		}
}

void cook_rules_text(const kilncook_options *options, cook_text *text)
{
	static const char *const families[] = {"unreal", "godot", "lod", "custom", "none"};
	const char *separator = "";
	cook_text_print(text, " names=%s", options->names == KILNCOOK_NAMES_AUTO ? "auto" : "");
	for (uint32_t i = 0; i < sizeof families / sizeof families[0]; ++i)
		if (options->names >> i & 1)
		{
			cook_text_print(text, "%s%s", separator, families[i]);
			separator = ",";
		}
	if (options->names_win)
		cook_text_print(text, " names-win=1");
	if (options->colliders)
		cook_text_print(text, " colliders=%s", options->colliders == KILNCOOK_COLLIDERS_ALSO ? "also" : "none");
	if (options->lod >= KILNCOOK_LOD_LAST)
		cook_text_print(text, " lod=%s", options->lod == KILNCOOK_LOD_LAST ? "last" : "all");
	else if (options->lod)
		cook_text_print(text, " lod=%u", options->lod);
	for (kilncook_key key = KILNCOOK_KEY_TAG; key < KILNCOOK_KEY_END; ++key)
		if (key_bits(options, key))
		{
			cook_text_print(text, " ");
			add_setting(text, options, key);
		}
	for (uint32_t i = 0; i < options->rule_count; ++i)
		add_rule(text, &options->rules[i]);
}

/// Where a rule decides what a node with a collider becomes, its own meshes take the collider's place.
static void choose_geometry(cook_job *job)
{
	uint32_t bare = 0;
	for (uint32_t i = 0; i < job->scene->node_count; ++i)
	{
		art_node *node = &job->scene->nodes[i];
		art_physics *physics = node->physics;
		if (!physics || job->plan.decision_of[i] == KILN_NONE)
			continue;
		bare += physics->shape == KILNCOOK_SHAPE_NONE && plan_authored(&job->plan, i);
		if (plan_authored(&job->plan, i) || !physics->render_count)
			continue;
		uint32_t *meshes = node->meshes, count = node->mesh_count;
		node->meshes = physics->render;
		node->mesh_count = physics->render_count;
		node->primitive = NULL;
		physics->render = meshes;
		physics->render_count = count;
	}
	if (bare)
		cook_message(&job->context, KILNCOOK_NOTE, "", "collider-only",
			"%u nodes with meshes have no collider in a file that has colliders: they are left out (--colliders also)",
			bare);
}

kilncook_status cook_plan(cook_job *job)
{
	kilncook_status status = plan_build(&job->context, job->scene, &job->requested, job->node_tags, &job->plan);
	if (status == KILNCOOK_OK)
		choose_geometry(job);
	if (status == KILNCOOK_OK && job->collect)
		status = plan_report(&job->context, &job->plan, job->scene, &job->requested, &job->report);
	if (job->options.art_up && !job->options.up)
		cook_message(
			&job->context, KILNCOOK_WARNING, "", "option-unused", "art-up has no effect without up: nothing is turned");
	return status;
}

uint32_t cook_set_material(const cook_job *job, const cook_set *set)
{
	const char *name = cook_set_options(job, set)->material;
	if (!name && set->surface != KILN_NONE)
		return job->surface_first + set->surface;
	for (uint32_t i = 0; name && i < job->material_count; ++i)
		if (strcmp(cook_names_get(&job->names, job->materials[i].name), name) == 0)
			return i;
	return KILN_NONE;
}
