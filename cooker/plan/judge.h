// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JUDGE_H
#define KILN_COOKER_JUDGE_H

#include "kilncook.h"
#include "math/ieee.h"
#include "scene.h"

/// Records which settings had an effect on any node, and warns of the others.

typedef struct plan_judge
{
	const kilncook_context *context;
	const kilncook_options *given;
	bool *matched;		  ///< per rule: it matches a node
	uint64_t *used;		  ///< per rule: the keys that had an effect
	uint64_t used_by_all; ///< keys of the options for all nodes that had an effect
	uint32_t nodes;		  ///< nodes with meshes or a primitive that are not left out
} plan_judge;

/// Returns false when out of memory.
bool plan_judge_begin(plan_judge *j, const kilncook_context *context, const kilncook_options *given);

/// Records a node's settings before defaults are filled in, and who decided them.
void plan_judge_take(plan_judge *j, const kilncook_options *merged, const uint32_t by[KILNCOOK_KEY_END]);

/// Reports the warnings `rule-unmatched` and `option-unused`.
void plan_judge_end(const plan_judge *j, const art_scene *scene);

void plan_judge_free(plan_judge *j);

#endif
