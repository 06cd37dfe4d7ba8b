// SPDX-License-Identifier: MIT
#include "plan.h"

#include "judge.h"
#include "keys.h"
#include "match.h"
#include "memory.h"
#include "names.h"

#include <string.h>
#include <xxhash.h>

/// State while rules and names are turned into a plan.
typedef struct planner
{
	const kilncook_context *context;
	const art_scene *scene;
	const kilncook_options *given;
	const uint32_t *node_tags;
	node_plan *out;
	plan_judge judge;
	uint32_t *by_name;
	uint32_t *decision_slots; ///< open addressing: decision + 1
	uint32_t *settings_slots;
	uint32_t slot_count; ///< slots in each of the two tables
} planner;

static kilncook_status no_memory(const planner *p)
{
	cook_message(p->context, KILNCOOK_ERROR, "", "out-of-memory", "out of memory");
	return KILNCOOK_INTERNAL;
}

/// Makes room for one more element.
static bool reserve(const planner *p, void **block, uint32_t count, uint32_t *capacity, size_t size)
{
	if (count < *capacity)
		return true;
	uint32_t larger = count + count / 2 + 4;
	void *grown = cook_resize(p->context, *block, *capacity, larger, size);
	if (!grown)
		return false;
	*block = grown;
	*capacity = larger;
	return true;
}

/// Computes all values that distinguish settings with different effects, except tags, which belong to nodes.
static void settings_bits(const kilncook_options *options, uint64_t bits[KILNCOOK_KEY_END])
{
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		bits[key] = key == KILNCOOK_KEY_TAG ? 0 : key_bits(options, key);
}

/// Returns the number of these settings, and adds them if they are new; KILN_NONE when out of memory.
static uint32_t find_settings(planner *p, const kilncook_options *options)
{
	node_plan *out = p->out;
	uint64_t bits[KILNCOOK_KEY_END], other[KILNCOOK_KEY_END];
	settings_bits(options, bits);
	uint32_t slot = (uint32_t)XXH3_64bits(bits, sizeof bits) & (p->slot_count - 1);
	for (; p->settings_slots[slot]; slot = (slot + 1) & (p->slot_count - 1))
	{
		settings_bits(&out->settings[p->settings_slots[slot] - 1], other);
		if (memcmp(bits, other, sizeof bits) == 0)
			return p->settings_slots[slot] - 1;
	}
	if (!reserve(p, (void **)&out->settings, out->settings_count, &out->settings_capacity, sizeof *out->settings))
		return KILN_NONE;
	out->settings[out->settings_count] = *options;
	p->settings_slots[slot] = ++out->settings_count;
	return out->settings_count - 1;
}

static uint32_t find_decision(planner *p, const plan_decision *decision)
{
	node_plan *out = p->out;
	uint32_t slot = (uint32_t)XXH3_64bits(decision, sizeof *decision) & (p->slot_count - 1);
	for (; p->decision_slots[slot]; slot = (slot + 1) & (p->slot_count - 1))
		if (memcmp(&out->decisions[p->decision_slots[slot] - 1], decision, sizeof *decision) == 0)
			return p->decision_slots[slot] - 1;
	if (!reserve(p, (void **)&out->decisions, out->decision_count, &out->decision_capacity, sizeof *decision))
		return KILN_NONE;
	out->decisions[out->decision_count] = *decision;
	p->decision_slots[slot] = ++out->decision_count;
	return out->decision_count - 1;
}

/// Gives equal material names the same address, because settings are compared by address.
static void unify_material(const planner *p, kilncook_options *options)
{
	for (uint32_t i = 0; options->material && i < p->out->settings_count; ++i)
	{
		const char *other = p->out->settings[i].material;
		if (other && strcmp(other, options->material) == 0)
			options->material = other;
	}
}

/// Overrides settings by those that are given.
static void overlay(kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END], const kilncook_options *values,
	uint64_t keys, uint32_t source)
{
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		if (keys >> key & 1)
		{
			key_copy(merged, values, key);
			by[key] = source;
		}
}

static void overlay_name(const planner *p, uint32_t node, kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END])
{
	static const kilncook_options none = {.shape = KILNCOOK_SHAPE_NONE};
	uint32_t source = p->by_name[node];
	if (PLAN_SOURCE(source) == PLAN_NAME)
	{
		const name_row *row = &p->out->names[PLAN_INDEX(source)];
		overlay(merged, by, row->values, row->keys, source);
	}
	else if (source)
		overlay(merged, by, &none, 1u << KILNCOOK_KEY_SHAPE, source);
}

/// Overrides settings by those of an extension; returns whether there were any.
static bool overlay_physics(const planner *p, uint32_t node, kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END])
{
	const art_physics *physics = p->scene->nodes[node].physics;
	kilncook_options said = {.shape = KILNCOOK_SHAPE_NONE};
	if (!physics)
		return false;
	bool bare = physics->shape == KILNCOOK_SHAPE_NONE;
	if (p->given->colliders == KILNCOOK_COLLIDERS_ONLY || (p->given->colliders == KILNCOOK_COLLIDERS_ALSO && !bare))
		said.shape = physics->shape;
	else if (bare || physics->render_count)
		return false;
	overlay(merged, by, &said, 1u << KILNCOOK_KEY_SHAPE,
		PLAN_BY(PLAN_PHYSICS, (bare ? PLAN_BARE : 0) | (uint32_t)physics->extension));
	return true;
}

/// Overrides settings by those of names and of an extension.
static void overlay_author(const planner *p, uint32_t node, kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END])
{
	if (!overlay_physics(p, node, merged, by))
		overlay_name(p, node, merged, by);
}

/// A collider given by numbers on a node that shows nothing keeps its shape or is left out.
static void keep_primitive(const art_node *art, kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END])
{
	if (!art->physics || !art->primitive || art->physics->render_count || merged->shape == KILNCOOK_SHAPE_NONE ||
		merged->shape == art->physics->shape)
		return;
	merged->shape = art->physics->shape;
	by[KILNCOOK_KEY_SHAPE] = PLAN_BY(PLAN_PHYSICS, art->physics->extension);
}

/// Overrides settings by the rules that match the node; returns false when none does.
static bool overlay_rules(planner *p, uint32_t node, kilncook_options *merged, uint32_t by[KILNCOOK_KEY_END])
{
	bool any = false;
	for (uint32_t i = 0; i < p->given->rule_count; ++i)
	{
		const kilncook_rule *rule = &p->given->rules[i];
		if (rule->kind != KILNCOOK_RULE_NODE || !match_node(rule->pattern, p->scene, node))
			continue;
		any = true;
		p->judge.matched[i] = true;
		overlay(merged, by, rule->values, rule->keys, PLAN_BY(PLAN_RULE, i));
	}
	return any;
}

/// Settings without effect get the values of `base`, so that options with equal effect are equal.
static void settle(const kilncook_options *given, kilncook_options *merged)
{
	key_fill(merged);
	kilncook_options base = *given;
	base.shape = merged->shape;
	key_fill(&base);
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		if (!key_matters(merged, key))
			key_copy(merged, &base, key);
}

/// Finds the last matching mark of each kind. A scene in memory has its own settings, which override marks.
static void find_marks(const planner *p, uint32_t node, uint32_t marks[PLAN_MARKS])
{
	for (uint32_t i = 0; !p->node_tags && i < p->given->mark_count; ++i)
	{
		const kilncook_mark *mark = &p->given->marks[i];
		if (mark->kind < PLAN_MARKS && match_node(mark->pattern, p->scene, node))
			marks[mark->kind] = i + 1;
	}
}

/// Decides about a node, and stores the number of its decision.
static kilncook_status decide(planner *p, uint32_t node)
{
	const art_node *art = &p->scene->nodes[node];
	kilncook_options merged = *p->given;
	plan_decision decision;
	memset(&decision, 0, sizeof decision);
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		if (p->given->origins && p->given->origins[key])
			decision.by[key] = PLAN_BY(PLAN_ASSET, 0);
	if (!p->given->names_win)
		overlay_author(p, node, &merged, decision.by);
	(void)overlay_rules(p, node, &merged, decision.by);
	if (p->given->names_win)
		overlay_author(p, node, &merged, decision.by);
	keep_primitive(art, &merged, decision.by);
	if (art->shape != KILNCOOK_SHAPE_DEFAULT)
	{
		merged.shape = art->shape;
		decision.by[KILNCOOK_KEY_SHAPE] = PLAN_BY(PLAN_OWN, 0);
	}
	if (p->node_tags && p->node_tags[node])
	{
		merged.tag = p->node_tags[node];
		decision.by[KILNCOOK_KEY_TAG] = PLAN_BY(PLAN_OWN, 0);
	}
	plan_judge_take(&p->judge, &merged, decision.by);
	settle(p->given, &merged);
	unify_material(p, &merged);
	decision.tag = merged.tag;
	if (merged.shape != KILNCOOK_SHAPE_NONE)
		find_marks(p, node, decision.marks);
	decision.settings = find_settings(p, &merged);
	p->out->decision_of[node] = decision.settings == KILN_NONE ? KILN_NONE : find_decision(p, &decision);
	if (p->out->decision_of[node] == KILN_NONE)
		return no_memory(p);
	bool named = false;
	for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
		named = named || (PLAN_SOURCE(decision.by[key]) >= PLAN_NAME && PLAN_SOURCE(decision.by[key]) <= PLAN_LOD);
	p->out->by_name += named;
	p->out->by_physics += PLAN_SOURCE(decision.by[KILNCOOK_KEY_SHAPE]) == PLAN_PHYSICS;
	p->out->left_out += merged.shape == KILNCOOK_SHAPE_NONE;
	return KILNCOOK_OK;
}

static kilncook_status prepare(planner *p)
{
	node_plan *out = p->out;
	uint32_t shaped = 0;
	for (uint32_t i = 0; i < p->scene->node_count; ++i)
		shaped += p->scene->nodes[i].mesh_count || p->scene->nodes[i].primitive;
	for (p->slot_count = 4; p->slot_count < 2ull * shaped + 2;)
		p->slot_count *= 2;
	out->node_count = p->scene->node_count;
	out->decision_of = cook_alloc(p->context, out->node_count, sizeof *out->decision_of);
	p->by_name = cook_alloc_zero(p->context, out->node_count, sizeof *p->by_name);
	p->decision_slots = cook_alloc_zero(p->context, p->slot_count, sizeof *p->decision_slots);
	p->settings_slots = cook_alloc_zero(p->context, p->slot_count, sizeof *p->settings_slots);
	if (!out->decision_of || !p->by_name || !p->decision_slots || !p->settings_slots ||
		!plan_judge_begin(&p->judge, p->context, p->given))
		return no_memory(p);
	for (uint32_t i = 0; i < out->node_count; ++i)
		out->decision_of[i] = KILN_NONE;
	return names_table(p->context, p->given, &out->names, &out->name_count);
}

kilncook_status plan_build(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const uint32_t *node_tags, node_plan *out)
{
	planner p = {.context = context,
		.scene = scene,
		.given = given,
		.node_tags = node_tags,
		.out = out,
		.judge = {.context = context, .given = given}};
	*out = (node_plan){0};
	kilncook_status status = prepare(&p);
	if (status == KILNCOOK_OK)
		status = names_decide(context, scene, given, out->names, out->name_count, p.by_name);
	for (uint32_t i = 0; i < scene->node_count && status == KILNCOOK_OK; ++i)
		if (scene->nodes[i].mesh_count || scene->nodes[i].primitive)
			status = decide(&p, i);
	if (status == KILNCOOK_OK)
		plan_judge_end(&p.judge, scene);
	plan_judge_free(&p.judge);
	cook_free(context, p.by_name, scene->node_count, sizeof *p.by_name);
	cook_free(context, p.decision_slots, p.slot_count, sizeof *p.decision_slots);
	cook_free(context, p.settings_slots, p.slot_count, sizeof *p.settings_slots);
	return status;
}

void plan_free(const kilncook_context *context, node_plan *p)
{
	cook_free(context, p->decision_of, p->node_count, sizeof *p->decision_of);
	cook_free(context, p->decisions, p->decision_capacity, sizeof *p->decisions);
	cook_free(context, p->settings, p->settings_capacity, sizeof *p->settings);
	cook_free(context, p->names, p->name_count, sizeof *p->names);
	*p = (node_plan){0};
}

void plan_material_tags(const kilncook_options *given, const char *name, uint32_t *tag)
{
	for (uint32_t i = given->rule_count; i > 0 && *tag == 0; --i)
	{
		const kilncook_rule *rule = &given->rules[i - 1];
		if (rule->kind == KILNCOOK_RULE_MATERIAL && match_glob(rule->pattern, strlen(rule->pattern), name))
		{
			*tag = rule->values->tag;
			return;
		}
	}
}

const char *plan_rule_fault(const kilncook_rule *rule)
{
	match_template shape;
	if (rule->kind >= KILNCOOK_RULE_KIND_END)
		return "a rule of an unknown kind";
	if (!rule->pattern || !*rule->pattern)
		return "a rule without a pattern";
	if (rule->keys >> KILNCOOK_KEY_END)
		return "a rule with an unknown key";
	if (rule->keys && !rule->values)
		return "a rule without values";
	if (rule->kind == KILNCOOK_RULE_MATERIAL && rule->keys & ~(1ull << KILNCOOK_KEY_TAG))
		return "a rule for materials with another key than a tag";
	if (rule->kind == KILNCOOK_RULE_NAME && !rule->values)
		return "a convention that sets nothing";
	return rule->kind == KILNCOOK_RULE_NAME ? match_template_read(rule->pattern, &shape) : NULL;
}
