// SPDX-License-Identifier: MIT
#include "primitive_batch.h"

#include "support/asset_fixture.h"

#include <float.h>
#include <math.h>

batch_kind batch_any_kind(uint64_t *random)
{
	return (batch_kind)(fixture_random(random) % BATCH_KINDS);
}

float batch_special(uint32_t i)
{
	static const float special[BATCH_SPECIALS] = {NAN, INFINITY, -INFINITY, -1, 0, -0.0f, FLT_MAX, -FLT_MAX, 0x1p-149f,
		-0x1p-149f, 0x1p64f, KILN_COORDINATE_MAX, 0x1p-126f};
	return special[i % BATCH_SPECIALS];
}

static float signed_unit(uint64_t *random)
{
	return (float)(2 * (double)fixture_random_unit(random) - 1);
}

static float scaled(uint64_t *random, int from, int to)
{
	int exponent = from + (int)(fixture_random(random) % (uint64_t)(to - from));
	return ldexpf(signed_unit(random), exponent);
}

float batch_number(uint64_t *random, batch_kind kind)
{
	switch (kind)
	{
	case BATCH_WHOLE:
		return (float)((int)(fixture_random(random) % 5) - 2);
	case BATCH_FAR:
		return 8192 + signed_unit(random);
	case BATCH_SCALED:
		return scaled(random, -149, 128);
	case BATCH_TINY:
		return scaled(random, -80, -70);
	case BATCH_HUGE:
		return scaled(random, 62, 70);
	case BATCH_BROKEN:
		if (fixture_random(random) % 6 == 0)
			return batch_special((uint32_t)(fixture_random(random) % BATCH_SPECIALS));
		return signed_unit(random);
	default:
		return signed_unit(random);
	}
}

kiln_vec3 batch_point(uint64_t *random, batch_kind kind)
{
	float x = batch_number(random, kind), y = batch_number(random, kind), z = batch_number(random, kind);
	return (kiln_vec3){x, y, z};
}

/// Sizes are not far from the origin.
static float size_of(uint64_t *random, batch_kind kind)
{
	float size = kind == BATCH_FAR ? signed_unit(random) : batch_number(random, kind);
	return kind == BATCH_BROKEN ? size : fabsf(size);
}

kiln_sphere batch_sphere(uint64_t *random, batch_kind kind)
{
	kiln_vec3 center = batch_point(random, kind);
	return (kiln_sphere){center, size_of(random, kind)};
}

static void order(float *low, float *high)
{
	float other = *low;
	if (*low > *high)
	{
		*low = *high;
		*high = other;
	}
}

kiln_aabb batch_aabb(uint64_t *random, batch_kind kind)
{
	kiln_vec3 min = batch_point(random, kind), max = batch_point(random, kind);
	if (kind != BATCH_BROKEN || fixture_random(random) % 2)
	{
		order(&min.x, &max.x);
		order(&min.y, &max.y);
		order(&min.z, &max.z);
	}
	return (kiln_aabb){min, max};
}

kiln_triangle batch_triangle(uint64_t *random, batch_kind kind)
{
	kiln_vec3 a = batch_point(random, kind), b = batch_point(random, kind), c = batch_point(random, kind);
	return (kiln_triangle){{a, b, c}};
}

kiln_ray batch_ray(uint64_t *random, batch_kind kind, kiln_vec3 at)
{
	kiln_vec3 from = batch_point(random, kind);
	kiln_ray ray = {from, {at.x - from.x, at.y - from.y, at.z - from.z}, 0, 0};
	float *direction[3] = {&ray.direction.x, &ray.direction.y, &ray.direction.z};
	for (int i = 0; i < 3; ++i)
		if (fixture_random(random) % 6 == 0)
			*direction[i] = 0;
	switch (fixture_random(random) % 6)
	{
	case 0:
		ray.t_max = 1;
		break;
	case 1:
		ray.t_max = size_of(random, kind);
		break;
	case 2:
		ray.t_max = INFINITY;
		break;
	case 3:
		ray.direction = batch_point(random, kind);
		break;
	default:
		break;
	}
	return ray;
}

float batch_beside(uint64_t *random, float x)
{
	int steps = (int)(fixture_random(random) % 9) - 4;
	for (; steps > 0; --steps)
		x = nextafterf(x, INFINITY);
	for (; steps < 0; ++steps)
		x = nextafterf(x, -INFINITY);
	return x;
}
