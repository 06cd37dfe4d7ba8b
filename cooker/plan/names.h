// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLAN_NAMES_H
#define KILN_COOKER_PLAN_NAMES_H

#include "match.h"
#include "plan.h"

/// Naming conventions as rows of one table: those of the rules, the last first, then the built-in ones.

/// A convention. If a name matches several rows, the first row whose {mesh} is the name of a node is used, otherwise
/// the first row.
typedef struct name_row
{
	match_template shape;
	const char *text;				///< the template
	uint64_t keys;					///< the keys that it sets
	const kilncook_options *values; ///< the values that it sets
	const char *where;				///< where it was written, or NULL
	const char *const *lines;
	bool replaces;	///< the node called {mesh} is left out
	bool needs;		///< warns if there is no such node
	bool below;		///< applies to all nodes below as well
	bool of_meshes; ///< the names of the node's meshes also match
} name_row;

/// Makes the table.
kilncook_status names_table(
	const kilncook_context *context, const kilncook_options *given, name_row **rows, uint32_t *count);

/// Decides by names: `by_name` gets, per art node, a PLAN_BY number or 0. Warns of names without their partner, and of
/// names that resemble a convention but follow none.
kilncook_status names_decide(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const name_row *rows, uint32_t count, uint32_t *by_name);

/// --- partners.c

typedef struct name_entry
{
	uint64_t hash;
	uint32_t node;
	uint32_t number; ///< its level of detail
} name_entry;

/// An index of node names by their hash.
typedef struct name_index
{
	name_entry *entries;
	uint32_t count;
	uint32_t capacity;
} name_index;

/// Indexes nodes with meshes or a primitive for which `by_name` is 0: by their names, and by their names without a
/// level of detail.
kilncook_status names_index(
	const kilncook_context *context, const art_scene *scene, const uint32_t *by_name, name_index *index);

/// Returns the number of nodes for which `node` is the collider: nodes of one name, or its levels of detail. The parent
/// of `node` is tried first, then its siblings, then other nodes. KILN_NONE if several nodes have the name. `by_name`,
/// unless NULL, is set for these nodes.
uint32_t names_partners(
	const name_index *index, const art_scene *scene, uint32_t node, const char *name, size_t size, uint32_t *by_name);

/// Chooses between levels of detail of nodes for which `by_name` is 0.
kilncook_status names_levels(const kilncook_context *context, const art_scene *scene, uint32_t lod, uint32_t *by_name);

#endif
