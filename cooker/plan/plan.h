// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLAN_H
#define KILN_COOKER_PLAN_H

#include "job/names.h"
#include "kiln_format.h"
#include "scene.h"

/// What each node of the art becomes, and who decided it. One order holds for every key, from the weakest:
/// the defaults; what the options say of all nodes; the conventions of names; the rules, in their order; what the scene
/// says of the node itself.

/// Who decided a setting: the kind, and a number in the lower bits.
typedef enum plan_source
{
	PLAN_DEFAULT, ///< nobody
	PLAN_ASSET,	  ///< the options
	PLAN_NAME,	  ///< a convention: its row in plan.names
	PLAN_PARTNER, ///< the node that collides for this one
	PLAN_ABOVE,	  ///< the node, this one or above it, whose name leaves out all below
	PLAN_LOD,	  ///< the node whose level of detail is taken instead
	PLAN_RULE,	  ///< the rule
	PLAN_OWN,	  ///< the scene
} plan_source;

#define PLAN_SHIFT 28
#define PLAN_BY(source, index) ((uint32_t)(source) << PLAN_SHIFT | (uint32_t)(index))
#define PLAN_SOURCE(by) ((plan_source)((by) >> PLAN_SHIFT))
#define PLAN_INDEX(by) ((by) & ((1u << PLAN_SHIFT) - 1))

/// Kinds of marks that are of nodes.
#define PLAN_MARKS KILNCOOK_MARK_MATERIAL_LAYER

/// What some nodes have in common.
typedef struct plan_decision
{
	uint32_t settings; ///< in plan.settings
	uint32_t tag;
	uint32_t by[KILNCOOK_KEY_END];
	uint32_t marks[PLAN_MARKS]; ///< by kind: number of the mark that decides, from 1 on; 0: none
} plan_decision;

typedef struct node_plan
{
	uint32_t *decision_of; ///< per art node: in `decisions`; KILN_NONE for one without meshes and primitive
	uint32_t node_count;
	plan_decision *decisions;
	uint32_t decision_count;
	uint32_t decision_capacity;
	/// Options with all that single nodes can have, defaults in and settings without effect alike, but tags; those of
	/// different effect differ. The first are those of nodes that nothing is said about.
	kilncook_options *settings;
	uint32_t settings_count;
	uint32_t settings_capacity;
	struct name_row *names; ///< conventions (names.h)
	uint32_t name_count;
	uint32_t left_out;
	uint32_t by_name;
} node_plan;

/// Decides about every node. `given` are checked options as the caller gave them. Warns of rules that match nothing,
/// settings without effect and names that look like a convention. `node_tags` are the scene's own, or NULL.
kilncook_status plan_build(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const uint32_t *node_tags, node_plan *out);

void plan_free(const kilncook_context *context, node_plan *p);

/// The settings of a node that has meshes or a primitive.
static inline const kilncook_options *plan_settings(const node_plan *p, uint32_t node)
{
	return &p->settings[p->decisions[p->decision_of[node]].settings];
}

static inline uint32_t plan_tag(const node_plan *p, uint32_t node)
{
	return p->decisions[p->decision_of[node]].tag;
}

/// Whether a convention of names decided the node's shape.
static inline bool plan_named(const node_plan *p, uint32_t node)
{
	plan_source source = PLAN_SOURCE(p->decisions[p->decision_of[node]].by[KILNCOOK_KEY_SHAPE]);
	return source >= PLAN_NAME && source <= PLAN_LOD;
}

/// Puts rows and decisions of all nodes into the report.
kilncook_status plan_report(const kilncook_context *context, const node_plan *p, const art_scene *scene,
	const kilncook_options *given, kilncook_report *report);

/// Tags of materials by rules; `tags` has the scene's own, which beat them.
void plan_material_tags(const kilncook_options *given, const char *name, uint32_t *tag);

/// Checks templates, patterns and keys of the rules; returns what is wrong, or NULL.
const char *plan_rule_fault(const kilncook_rule *rule);

#endif
