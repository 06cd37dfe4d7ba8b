// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JUDGE_H
#define KILN_COOKER_JUDGE_H

#include "kilncook.h"
#include "math/ieee.h"
#include "scene.h"

/// Which settings had an effect on any node; the others are warned about.

typedef struct plan_judge
{
	const kilncook_context *context;
	const kilncook_options *given;
	bool *matched;		  ///< per rule: a node matches
	uint64_t *used;		  ///< per rule: keys that had an effect
	uint64_t used_by_all; ///< the same of what the options say of all nodes
	uint32_t nodes;		  ///< with meshes or a primitive, not left out
} plan_judge;

/// False without memory.
bool plan_judge_begin(plan_judge *j, const kilncook_context *context, const kilncook_options *given);

/// Takes a node's settings, as they were given, and who decided them.
void plan_judge_take(plan_judge *j, const kilncook_options *merged, const uint32_t by[KILNCOOK_KEY_END]);

/// Warns: `rule-unmatched`, `option-unused`.
void plan_judge_end(const plan_judge *j, const art_scene *scene);

void plan_judge_free(plan_judge *j);

#endif
