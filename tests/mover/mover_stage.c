// SPDX-License-Identifier: MIT
#include "mover_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void stage_begin(mover_stage *stage, uint32_t kind)
{
	static const float feet[LEVEL_BODIES] = {0.6f, 0.5f, 0.5f, 0, 0.3f, 0.5f};
	static const float halves[LEVEL_BODIES] = {0.6f, 0.5f, 0.5f, 0.5f, 0.3f, 0.5f};
	memset(stage, 0, sizeof *stage);
	level_body(kind, stage->points, &stage->shape);
	stage->body.shape = &stage->shape;
	stage->foot = feet[kind % LEVEL_BODIES];
	stage->wide = 0.3f;
	stage->padding = 0x1p-6f * halves[kind % LEVEL_BODIES];
}

void stage_move(mover_stage *stage, float x, float y, float z)
{
	const kiln_vec3 wanted = {x, y, z};
	assert_int_equal(
		kiln_world_mover_move(stage->level.world, &stage->body, wanted, NULL, &stage->options, &stage->result),
		KILN_OK);
	stage->body.pose.translation = stage->result.position;
	assert_int_equal(kiln_world_overlap_convex(stage->level.world, &stage->body, NULL, NULL, 0), 0);
}

void stage_move_times(mover_stage *stage, int times, float x, float y, float z)
{
	for (int i = 0; i < times; i++)
		stage_move(stage, x, y, z);
}

void stage_put(mover_stage *stage, float x, float y, float z)
{
	stage->body.pose.translation = (kiln_vec3){x, y, z};
}
