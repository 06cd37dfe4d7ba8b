// SPDX-License-Identifier: MIT
#include "job.h"
#include "memory.h"

void kilncook_blob_free(const kilncook_context *context, kilncook_blob *blob)
{
	cook_free(context, blob->block, blob->block_size, 1);
	*blob = (kilncook_blob){0};
}

kilncook_status cook_no_memory(cook_job *job)
{
	cook_message(&job->context, KILNCOOK_ERROR, "", "out-of-memory", "out of memory");
	return KILNCOOK_INTERNAL;
}

kilncook_status cook_step(cook_job *job, kilncook_stage stage, uint64_t done, uint64_t total)
{
	const kilncook_progress *progress = &job->outer->progress;
	if (!progress->step || progress->step(progress->user, kilncook_stage_name(stage), done, total))
		return KILNCOOK_OK;
	cook_message(&job->context, KILNCOOK_ERROR, "", "cancelled", "cancelled");
	return KILNCOOK_CANCELLED;
}

uint32_t cook_shape_number(const cook_job *job, const cook_set *set)
{
	if (set->shape == KILNCOOK_SHAPE_MESH)
		return set->cooked;
	const cook_solid *solid = &job->solids[set->cooked];
	uint32_t primitives_from = job->mesh_count + job->hull_count;
	return solid->ordinal + (solid->shape.kind == KILN_SHAPE_HULL ? job->mesh_count : primitives_from);
}

void cook_hex(const uint8_t hash[16], char text[33])
{
	static const char digits[] = "0123456789abcdef";
	for (uint32_t i = 0; i < 16; ++i)
	{
		text[2 * i] = digits[hash[i] >> 4];
		text[2 * i + 1] = digits[hash[i] & 15];
	}
	text[32] = 0;
}
