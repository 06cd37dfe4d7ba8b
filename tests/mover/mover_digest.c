// SPDX-License-Identifier: MIT
// Prints a digest of the moves of characters through random levels, one line a level: the same from every build, instruction set
// and compiler (tests/answers.sh).

#include "mover_level.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LEVELS 60
#define MOVES 30

/// FNV-1a.
static uint64_t add(uint64_t digest, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	for (size_t i = 0; i < size; i++)
		digest = (digest ^ bytes[i]) * 0x100000001b3u;
	return digest;
}

static uint64_t digest_of(mover_level *level, uint64_t *random, uint32_t kind)
{
	kiln_vec3 points[LEVEL_POINTS];
	kiln_convex_shape shape;
	level_body(kind, points, &shape);
	kiln_convex_object body = {.shape = &shape, .pose = {.translation = level_place(random, 3)}};
	const kiln_mover_options options = {.step_up = kind % 2 ? 0.3f : 0, .step_down = kind % 3 ? 0.3f : 0};
	uint64_t digest = 0xcbf29ce484222325u;
	for (int i = 0; i < MOVES; i++)
	{
		kiln_mover_result result;
		const kiln_vec3 wanted = level_place(random, i % 10 == 9 ? 1000 : i % 2 ? 0.1f : 1);
		const kiln_status status = kiln_world_mover_move(level->world, &body, wanted, NULL, &options, &result);
		digest = add(digest, &status, sizeof status);
		digest = add(digest, &result.position, sizeof result.position);
		digest = add(digest, &result.gap, sizeof result.gap);
		digest = add(digest, &result.ground, sizeof result.ground);
		digest = add(digest, &result.count, sizeof result.count);
		body.pose.translation = result.position;
	}
	return digest;
}

int main(void)
{
	static mover_level level;
	for (uint32_t i = 0; i < LEVELS; i++)
	{
		uint64_t random = 1000 + i;
		level_random(&level, &random);
		level_finish(&level);
		printf("%u %016" PRIx64 "\n", (unsigned)i, digest_of(&level, &random, i % LEVEL_BODIES));
		level_free(&level);
	}
	return 0;
}
