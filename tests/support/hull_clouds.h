// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HULL_CLOUDS_H
#define KILN_TESTS_HULL_CLOUDS_H

#include <stdint.h>

/// Point clouds that are difficult for a hull builder.

typedef enum hull_cloud_kind
{
	CLOUD_BALL,
	CLOUD_CUBE,
	CLOUD_SPHERE,		 ///< cospherical except for rounding
	CLOUD_NEARLY_SPHERE, ///< the same, moved by some ulps
	CLOUD_LATTICE,
	CLOUD_NEARLY_LATTICE, ///< some moved by an ulp
	CLOUD_OCTAHEDRON,	  ///< lattice points on an octahedron
	CLOUD_TILTED,		  ///< points of a plane, rounded
	CLOUD_PLANE,		  ///< exactly coplanar, in a plane that is not parallel to an axis
	CLOUD_LINE,			  ///< exactly collinear
	CLOUD_NEARLY_LINE,	  ///< the same, some moved by an ulp
	CLOUD_POINT,		  ///< coincident
	CLOUD_SLAB,			  ///< as thin as 1e-30
	CLOUD_NEEDLE,
	CLOUD_CLUSTERS, ///< a few, tiny and far apart
	CLOUD_FAR,		///< ten million away, a few ulps wide
	CLOUD_MAGNITUDES,
	CLOUD_DENORMAL,
	CLOUD_HUGE, ///< up to FLT_MAX
	CLOUD_BITS, ///< any finite float
	CLOUD_REPEATED,
	CLOUD_KIND_COUNT,
} hull_cloud_kind;

/// Writes `count` points. The same arguments give the same points.
void hull_cloud_fill(hull_cloud_kind kind, uint64_t seed, float (*points)[3], uint32_t count);

/// The float `steps` ulps further on, through zero; stays finite.
float hull_cloud_nudge(float value, int steps);

/// Maps small integers, at most 5 in magnitude, to points near one plane: an affine map that keeps volumes and is
/// exact.
void hull_cloud_flatten(const int from[3], float point[3]);

#endif
