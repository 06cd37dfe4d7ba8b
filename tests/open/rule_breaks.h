// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_RULE_BREAKS_H
#define KILN_TESTS_RULE_BREAKS_H

#include "open_case.h"

#include "open/rules.h"

/// One damage for each rule of the proof, for test_open_rules.c.

/// Valid blobs to damage.
typedef enum rule_sample
{
	SMALL,		  ///< two meshes without volume trees, four nodes; the second node is moved
	GROUND,		  ///< one mesh of 98 triangles
	MIXED,		  ///< two meshes, two hulls and primitives
	LEVELS,		  ///< a hull with a hierarchy
	TREES,		  ///< deformable meshes, with volume trees of every kind
	DEEP_VOLUMES, ///< a mesh with volume trees of the greatest depth
	BODIES,		  ///< the small one with bodies, surfaces and metadata
	RULE_SAMPLES,
} rule_sample;

/// Copies a sample.
void rule_use(open_case *c, rule_sample sample);

/// Breaks a rule: copies a sample, damages it, and returns the address that the refusal must name.
typedef struct rule_break
{
	kiln_rule rule;
	const char *name;
	kiln_status status;
	const char *reason;
	const void *(*apply)(open_case *c);
} rule_break;

/// A row of a table of breaks: RULE needs a function break_RULE.
#define RULE_BREAK(rule, status, where, reason) {KILN_RULE_##rule, #rule, KILN_E_##status, reason, break_##rule},

/// A group of tables, one for each file.
typedef struct rule_breaks
{
	const rule_break *breaks;
	size_t count;
} rule_breaks;

rule_breaks rule_breaks_of_table(void);
rule_breaks rule_breaks_of_bodies(void);
rule_breaks rule_breaks_of_metadata(void);
rule_breaks rule_breaks_of_meshes(void);
rule_breaks rule_breaks_of_shapes(void);
rule_breaks rule_breaks_of_hulls(void);
rule_breaks rule_breaks_of_trees(void);
rule_breaks rule_breaks_of_volume_trees(void);

/// Defines break_RULE: in a sample, sets a field of the structure that `get` returns to `value`; the refusal must name
/// `place`.
#define BREAK_FIELD(rule, sample, type, get, field, value, place)                                                      \
	static const void *break_##rule(open_case *c)                                                                      \
	{                                                                                                                  \
		rule_use(c, sample);                                                                                           \
		type *at = (get);                                                                                              \
		at->field = (value);                                                                                           \
		return &at->place;                                                                                             \
	}

#define NO_NAME (KILN_NONE - 1)

static inline kiln_format_node *case_node(const open_case *c, uint32_t i)
{
	return (kiln_format_node *)case_section(c, KILN_SECTION_NODES) + i;
}

static inline kiln_format_part *case_part(const open_case *c, uint32_t i)
{
	return (kiln_format_part *)case_section(c, KILN_SECTION_PARTS) + i;
}

static inline kiln_format_scene *case_scene(const open_case *c)
{
	return case_section(c, KILN_SECTION_SCENE);
}

/// Changes the number of a section's elements by `more`.
static inline void case_add(open_case *c, uint32_t kind, int64_t more)
{
	const kiln_format_section *entry = case_entry(c, kind);
	uint64_t element = entry->size / entry->count;
	case_resize(c, kind, entry->size + element * (uint64_t)more, entry->count + (uint64_t)more);
}

#endif
