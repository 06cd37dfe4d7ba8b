// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MEMORY_METADATA_H
#define KILN_COOKER_MEMORY_METADATA_H

#include "job/job.h"

#include <xxhash.h>

/// Metadata of a scene in memory.

/// Returns a message about invalid metadata; NULL when all is valid.
const char *cook_memory_metadata_fault(const kilncook_scene *scene);

/// Copies the metadata, if the options keep any. Call after nodes and meshes are copied.
kilncook_status cook_memory_metadata(cook_job *job, const kilncook_scene *from, art_scene *to);

/// Hashes the metadata of the copy.
void cook_memory_metadata_hash(const art_scene *scene, XXH3_state_t *state);

#endif
