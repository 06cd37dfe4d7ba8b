// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BOUND_CLOUDS_H
#define KILN_TESTS_BOUND_CLOUDS_H

#include <stdint.h>

/// Point clouds for the tests of bounding volumes, with fixed seeds.

typedef enum bound_cloud_kind
{
	CLOUD_CUBE,
	CLOUD_BALL,
	CLOUD_SHELL,	///< on a sphere, except for rounding
	CLOUD_CLUSTERS, ///< two far apart
	CLOUD_NEEDLE,
	CLOUD_FLAT,		  ///< exactly flat, perpendicular to z
	CLOUD_TILTED,	  ///< flat except for rounding
	CLOUD_LINE,		  ///< exactly collinear
	CLOUD_POINT,	  ///< one point, many times
	CLOUD_FAR,		  ///< 1e7 from the origin, where float32 has steps of 1
	CLOUD_FAR_DETAIL, ///< 1e7 away along x only, with details of 1e-3 in y and z
	CLOUD_TINY,		  ///< 1e-30
	CLOUD_HUGE,		  ///< 2^39
	CLOUD_DENORMAL,
	CLOUD_LATTICE,
	CLOUD_KIND_COUNT,
} bound_cloud_kind;

/// A number in -1 .. 1.
double cloud_random(uint64_t *state);

void make_cloud(bound_cloud_kind kind, uint64_t seed, uint32_t count, float (*points)[3]);

const char *cloud_name(bound_cloud_kind kind);

#endif
