// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLAN_H
#define KILN_COOKER_PLAN_H

#include "job/names.h"
#include "kiln_format.h"
#include "scene.h"

/// Decides what each node of the art becomes, and records who decided. Every key has the same order, from weakest to
/// strongest: the defaults; the options for all nodes; the naming conventions; the rules, in their order; what the
/// scene sets for the node itself. An extension that defines collision comes directly after names.

/// Who decided a setting: the kind, and a number in the lower bits.
typedef enum plan_source
{
	PLAN_DEFAULT, ///< the default
	PLAN_ASSET,	  ///< the options
	PLAN_NAME,	  ///< a naming convention: its row in plan.names
	PLAN_PARTNER, ///< the node that is the collider of this one
	PLAN_ABOVE,	  ///< the node, this one or an ancestor, whose name leaves out all nodes below
	PLAN_LOD,	  ///< the node of another level of detail, which is used instead
	PLAN_PHYSICS, ///< an extension of the file
	PLAN_RULE,	  ///< the rule
	PLAN_OWN,	  ///< the scene
} plan_source;

#define PLAN_SHIFT 28
#define PLAN_BY(source, index) ((uint32_t)(source) << PLAN_SHIFT | (uint32_t)(index))
#define PLAN_SOURCE(by) ((plan_source)((by) >> PLAN_SHIFT))
#define PLAN_INDEX(by) ((by) & ((1u << PLAN_SHIFT) - 1))

/// Used with PLAN_PHYSICS: the node has no collider, but the file has others. The lower bits are the extension.
#define PLAN_BARE 0x100u

/// Number of kinds of marks that apply to nodes.
#define PLAN_MARKS KILNCOOK_MARK_MATERIAL_LAYER

/// A decision shared by several nodes.
typedef struct plan_decision
{
	uint32_t settings; ///< in plan.settings
	uint32_t tag;
	uint32_t by[KILNCOOK_KEY_END];
	uint32_t marks[PLAN_MARKS]; ///< per kind: number of the mark that decides, from 1; 0: none
} plan_decision;

typedef struct node_plan
{
	uint32_t *decision_of; ///< per art node: index in `decisions`; KILN_NONE for a node without meshes and primitive
	uint32_t node_count;
	plan_decision *decisions;
	uint32_t decision_count;
	uint32_t decision_capacity;
	/// Options for single nodes, without tags: defaults are filled in, and settings without effect are equal. Any two
	/// have different effects. The first are those of nodes without any rule or name.
	kilncook_options *settings;
	uint32_t settings_count;
	uint32_t settings_capacity;
	struct name_row *names; ///< naming conventions (names.h)
	uint32_t name_count;
	uint32_t left_out;
	uint32_t by_name;
	uint32_t by_physics;
} node_plan;

/// Decides about every node. `given` are the caller's options, already checked. Warns of rules that match nothing,
/// settings without effect and names that resemble a convention. `node_tags` are the scene's own tags, or NULL.
kilncook_status plan_build(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const uint32_t *node_tags, node_plan *out);

void plan_free(const kilncook_context *context, node_plan *p);

/// Returns the settings of a node that has meshes or a primitive.
static inline const kilncook_options *plan_settings(const node_plan *p, uint32_t node)
{
	return &p->settings[p->decisions[p->decision_of[node]].settings];
}

static inline uint32_t plan_tag(const node_plan *p, uint32_t node)
{
	return p->decisions[p->decision_of[node]].tag;
}

/// Returns whether a naming convention decided the node's shape.
static inline bool plan_named(const node_plan *p, uint32_t node)
{
	plan_source source = PLAN_SOURCE(p->decisions[p->decision_of[node]].by[KILNCOOK_KEY_SHAPE]);
	return source >= PLAN_NAME && source <= PLAN_LOD;
}

/// Returns whether an extension defines the node's shape.
static inline bool plan_authored(const node_plan *p, uint32_t node)
{
	return PLAN_SOURCE(p->decisions[p->decision_of[node]].by[KILNCOOK_KEY_SHAPE]) == PLAN_PHYSICS;
}

/// Writes the rows and decisions of all nodes to the report.
kilncook_status plan_report(const kilncook_context *context, const node_plan *p, const art_scene *scene,
	const kilncook_options *given, kilncook_report *report);

/// Sets tags of materials by rules. `tags` already has the scene's own tags, which override rules.
void plan_material_tags(const kilncook_options *given, const char *name, uint32_t *tag);

/// Checks templates, patterns and keys of the rules; returns what is wrong, or NULL.
const char *plan_rule_fault(const kilncook_rule *rule);

#endif
