// SPDX-License-Identifier: MIT
#include "volume_cloud.h"

#include "support/asset_fixture.h"

#include <math.h>
#include <stdlib.h>

enum
{
	POINTS = 6, ///< most of a leaf
};

static float between(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

/// One point of leaf `leaf` of a kind of cloud.
static void place_point(int kind, uint32_t leaf, uint32_t count, uint64_t *random, const float base[3][3], float p[3])
{
	float s = between(random, -1, 1), t = between(random, -1, 1), size = ldexpf(1, (int)(leaf % 100) - 60);
	for (int k = 0; k < 3; ++k)
	{
		float own = between(random, -0.1f, 0.1f), plane = base[0][k] + 0.1f * (s * base[1][k] + t * base[2][k]);
		switch (kind)
		{
		case 0: // in any plane
			p[k] = plane;
			break;
		case 1: // one point for all
			p[k] = 0.3f;
			break;
		case 2: // a line
			p[k] = (float)(k + 1) * (float)leaf + s;
			break;
		case 3: // as large as may be
			p[k] = s < 0 ? -KILN_COORDINATE_MAX * (base[0][k] > 0 ? 1 : t) : KILN_COORDINATE_MAX * base[1][k];
			break;
		case 4:
			p[k] = 1e-30f * (base[0][k] + own);
			break;
		case 5: // far away
			p[k] = 3e6f + base[0][k] + own;
			break;
		case 6: // denormal
			p[k] = 0x1p-149f * (float)(int)(20 * base[0][k] + 40 * own);
			break;
		case 7: // on a lattice
			p[k] = (float)(int)(8 * base[0][k] + 20 * own);
			break;
		case 8: // needles
			p[k] = base[0][k] + s * base[1][k] + 1e-6f * own;
			break;
		case 9: // each leaf at another scale
			p[k] = size * (1 + 0.1f * base[0][k] + own);
			break;
		case 10: // the ground
			p[k] = k == 2 ? 0.25f : base[0][k] + own;
			break;
		case 11: // leaves about one centre
			p[k] = (float)(leaf + 1) * (base[1][k] * s + base[2][k] * t) / (float)count;
			break;
		default: // a room's walls
			p[k] = k == (int)(leaf % 3) ? (leaf & 4 ? 2.0f : -2.0f) : 2 * base[0][k] + own;
			break;
		}
	}
}

volume_cloud volume_cloud_make(int kind, uint32_t count, uint64_t seed)
{
	uint64_t random = seed;
	volume_cloud c = {.leaves.count = count};
	c.items = calloc(count, sizeof *c.items);
	c.boxes = calloc(count, sizeof *c.boxes);
	c.points = calloc((size_t)count * POINTS, sizeof *c.points);
	c.point_first = calloc(count + 1, sizeof *c.point_first);
	if (!c.items || !c.boxes || !c.points || !c.point_first)
		abort();
	for (uint32_t i = 0; i < count; ++i)
	{
		float base[3][3];
		for (int k = 0; k < 9; ++k)
			base[k / 3][k % 3] = between(&random, -1, 1);
		// Some leaves have fewer points.
		uint32_t points = 1 + (i + (uint32_t)seed) % POINTS;
		c.items[i] = 3 * i + i % 2;
		c.point_first[i + 1] = c.point_first[i] + points;
		for (uint32_t j = 0; j < points; ++j)
		{
			float *p = c.points[c.point_first[i] + j];
			place_point(kind, i, count, &random, (const float(*)[3])base, p);
			for (int k = 0; k < 3; ++k)
			{
				c.boxes[i].min[k] = j == 0 || p[k] < c.boxes[i].min[k] ? p[k] : c.boxes[i].min[k];
				c.boxes[i].max[k] = j == 0 || p[k] > c.boxes[i].max[k] ? p[k] : c.boxes[i].max[k];
			}
		}
	}
	c.leaves.items = c.items;
	c.leaves.boxes = c.boxes;
	c.leaves.points = (const float(*)[3])c.points;
	c.leaves.point_first = c.point_first;
	return c;
}

void volume_cloud_free(volume_cloud *c)
{
	free(c->items);
	free(c->boxes);
	free(c->points);
	free(c->point_first);
}
