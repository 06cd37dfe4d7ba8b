// SPDX-License-Identifier: MIT
#include "bound_clouds.h"

#include <math.h>

double cloud_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-52 - 1;
}

static void in_ball(uint64_t *state, double p[3])
{
	double square;
	do
	{
		square = 0;
		for (int k = 0; k < 3; ++k)
		{
			p[k] = cloud_random(state);
			square += p[k] * p[k];
		}
	} while (square > 1 || square < 0.01);
}

/// Turns a random point into a point of the kind, about the origin and of size 1.
static void shape(bound_cloud_kind kind, uint64_t *state, double p[3])
{
	double side = cloud_random(state) > 0 ? 1 : -1, length;
	switch (kind)
	{
	case CLOUD_BALL:
		in_ball(state, p);
		break;
	case CLOUD_SHELL:
		in_ball(state, p);
		length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		for (int k = 0; k < 3; ++k)
			p[k] /= length;
		break;
	case CLOUD_CLUSTERS:
		for (int k = 0; k < 3; ++k)
			p[k] = side * (0.3 + 0.2 * k) + 0.02 * p[k];
		break;
	case CLOUD_NEEDLE:
		p[0] = p[0] + 0.01 * p[1];
		p[1] = p[0] * 0.5 + 0.01 * p[1];
		p[2] *= 0.02;
		break;
	case CLOUD_FLAT:
		p[2] = 0.25;
		break;
	case CLOUD_TILTED:
		p[2] = 0.3 * p[0] - 0.7 * p[1];
		break;
	case CLOUD_LINE:
		p[0] = floor(p[0] * 1000);
		p[1] = -2 * p[0];
		p[2] = 0.5 * p[0] + 3;
		break;
	case CLOUD_POINT:
		p[0] = 0.1;
		p[1] = -0.7;
		p[2] = 3.3;
		break;
	case CLOUD_LATTICE:
		for (int k = 0; k < 3; ++k)
			p[k] = floor(p[k] * 3);
		break;
	default:
		break;
	}
}

void make_cloud(bound_cloud_kind kind, uint64_t seed, uint32_t count, float (*points)[3])
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 88172645463325252u;
	double scale = kind == CLOUD_TINY		  ? 1e-30
				   : kind == CLOUD_HUGE		  ? 0x1p39
				   : kind == CLOUD_DENORMAL	  ? 0x1p-142
				   : kind == CLOUD_FAR		  ? 1000
				   : kind == CLOUD_FAR_DETAIL ? 1e-3
											  : 1;
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = cloud_random(&state);
		shape(kind, &state, p);
		for (int k = 0; k < 3; ++k)
		{
			double away = kind == CLOUD_FAR ? 1e7 : kind == CLOUD_FAR_DETAIL && k == 0 ? 1e7 : 0;
			points[i][k] = (float)(away + scale * p[k]);
		}
	}
}

const char *cloud_name(bound_cloud_kind kind)
{
	static const char *const names[CLOUD_KIND_COUNT] = {"cube", "ball", "shell", "clusters", "needle", "flat", "tilted",
		"line", "point", "far", "far-detail", "tiny", "huge", "denormal", "lattice"};
	return names[kind];
}
