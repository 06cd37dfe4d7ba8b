// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PLAN_NAMES_H
#define KILN_COOKER_PLAN_NAMES_H

#include "match.h"
#include "plan.h"

/// Conventions of names, as rows of one table: those of the rules, the last first, then the built-in ones.

/// A convention. Of several rows that a name follows, the first counts whose {mesh} is a node's name, else the first.
typedef struct name_row
{
	match_template shape;
	const char *text;				///< the template
	uint64_t keys;					///< what it sets
	const kilncook_options *values; ///< to what
	const char *where;				///< where it stands, or NULL
	const char *const *lines;
	bool replaces;	///< the node called {mesh} is left out
	bool needs;		///< warns where there is no such node
	bool below;		///< it counts for all nodes below too
	bool of_meshes; ///< a name of the node's meshes will do
} name_row;

/// Makes the table.
kilncook_status names_table(
	const kilncook_context *context, const kilncook_options *given, name_row **rows, uint32_t *count);

/// Decides by names: `by_name` gets, per art node, a PLAN_BY number or 0. Warns of names that have no partner, and of those
/// that look like a convention and follow none.
kilncook_status names_decide(const kilncook_context *context, const art_scene *scene, const kilncook_options *given,
	const name_row *rows, uint32_t count, uint32_t *by_name);

/// The families of conventions that the options choose, KILNCOOK_NAMES_ bits; with AUTO all, and `*careful`.
uint32_t names_families(const kilncook_options *given, bool *careful);

/// --- partners.c

typedef struct name_entry
{
	uint64_t hash;
	uint32_t node;
	uint32_t number; ///< level of detail
} name_entry;

/// Names of nodes by their hash.
typedef struct name_index
{
	name_entry *entries;
	uint32_t count;
	uint32_t capacity;
} name_index;

/// Indexes the nodes with meshes or a primitive for which `by_name` has nothing, by their names, and by their names without
/// a level of detail.
kilncook_status names_index(
	const kilncook_context *context, const art_scene *scene, const uint32_t *by_name, name_index *index);

/// How many nodes `node` collides for: those of a name, or of several levels of detail. Its parent comes before its
/// siblings, and they before others. KILN_NONE where several nodes have one name. `by_name`, unless NULL, gets them.
uint32_t names_partners(
	const name_index *index, const art_scene *scene, uint32_t node, const char *name, size_t size, uint32_t *by_name);

/// Decides between levels of detail of nodes for which `by_name` has nothing.
kilncook_status names_levels(const kilncook_context *context, const art_scene *scene, uint32_t lod, uint32_t *by_name);

#endif
