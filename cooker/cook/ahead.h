// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_AHEAD_H
#define KILN_COOKER_AHEAD_H

#include "cook.h"
#include "tasks.h"

/// Sets that are cleaned, surveyed, packed and bounded on several threads before their turn. A window of the next sets is made at a
/// time. Their messages, names, numbers and places in the blob come in their turn, so that the blob and the log are those of one
/// thread. A set that something besides cleaning changes is only cleaned ahead.

typedef struct cook_ahead cook_ahead;

/// Makes a window of the sets from `number` on and below `count`, unless the set had a place in the last window. Without several threads or sets, with tables or
/// with a host's allocator, no set is made ahead.
kilncook_status cook_ahead_turn(cook_job *job, uint32_t number, uint32_t count);

/// Takes the cleaned mesh of a set and passes on the messages of the cleaning. Returns false where the set has none.
bool cook_ahead_clean(cook_job *job, const cook_set *set, clean_mesh *mesh, kilncook_status *status);

/// Takes the facts of a set, as cook_mesh_facts_make or cook_solid_facts_make return them. Returns false where the set has none.
bool cook_ahead_mesh(cook_job *job, const cook_set *set, cook_mesh_facts *facts, kilncook_status *status);
bool cook_ahead_solid(cook_job *job, const cook_set *set, cook_solid_facts *facts, kilncook_status *status);

/// Takes the survey of a set. Returns false where there is none.
bool cook_ahead_survey(cook_job *job, const cook_set *set, survey *s);

/// Frees all, with what nobody took. NULL is allowed.
void cook_ahead_free(const kilncook_context *context, cook_ahead *ahead);

#endif
