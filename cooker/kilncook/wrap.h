// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_WRAP_H
#define KILNCOOK_WRAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Wraps triangles of any kind into a closed surface at a distance from them (C. Portaneri, M. Rouxel-Labbé, M. Hemmer, D.
/// Cohen-Steiner, P. Alliez, Alpha Wrapping with an Offset, 2022).

/// Most cells of the tetrahedral mesh, 96 bytes each.
#define KILNCOOK_WRAP_CELLS_MAX 4194304u
#define KILNCOOK_WRAP_TRIANGLES_MAX 1073741823u

/// Triangles of any kind: open, crossing, doubled, also segments and points.
typedef struct kilncook_wrap_art
{
	const float (*vertices)[3]; ///< finite, at most 2^40 in magnitude
	uint32_t vertex_count;
	const uint32_t (*triangles)[3]; ///< vertex numbers, below vertex_count
	uint32_t triangle_count;		///< 1 .. KILNCOOK_WRAP_TRIANGLES_MAX
} kilncook_wrap_art;

typedef struct kilncook_wrap_options
{
	double detail;	  ///< above 0, in the unit of the vertices: openings that are narrower are closed
	double offset;	  ///< above 0, in the same unit: largest distance of the wrap's vertices from the art
	uint32_t cells;	  ///< most cells; 0: KILNCOOK_WRAP_CELLS_MAX, which is also the maximum
	uint32_t threads; ///< that build the tree of the art, of no effect on the result; 0 means 1
} kilncook_wrap_options;

/// Figures of a wrap.
typedef struct kilncook_wrap_counts
{
	double detail, offset; ///< as in the options
	double stated;		   ///< offset + detail / 2: no point of the wrap is farther from the art
	double certain;		   ///< an upper bound of the same distance, computed on the finished wrap; at most `stated`
	double volume;		   ///< inside the wrap
	uint32_t triangles;	   ///< of the wrap
	uint32_t cells;		   ///< of the tetrahedral mesh, in the last round
	uint32_t filled;	   ///< cells that were filled because the surface was not manifold there
	uint32_t rounds;	   ///< 1, and 1 for each time that the wrap was made again, finer, to keep the stated distance
} kilncook_wrap_counts;

/// A wrap. All vertices are used and have distinct positions; they are numbered by first use.
typedef struct kilncook_wrap_surface
{
	float (*vertices)[3];
	uint32_t vertex_count;
	uint32_t (*triangles)[3]; ///< counterclockwise seen from outside
	uint32_t *nearest;		  ///< per triangle: the triangle of the art that is nearest to its centroid
	uint32_t triangle_count;
	kilncook_wrap_counts counts;
} kilncook_wrap_surface;

/// Builds the wrap of `art`. The surface is closed, manifold and wound outwards, and nowhere touches itself but at shared edges
/// and vertices. No triangle of the surface touches the art, and all of the art is inside. Each point of the surface is within
/// `offset + detail / 2` of the art. Every point that the centre of a ball of the radius `offset + detail / 2` can reach from
/// far away without touching the art is outside. Smaller balls do not enter, as a rule. The surface is verified, in exact
/// arithmetic but for the distance, which is rounded up. The result does not depend on the order of the triangles, the
/// vertices and the corners, but for `nearest`.
///
/// KILNCOOK_USAGE when a number is out of its range. KILNCOOK_REFUSED with one of these codes: `wrap-limit`, when the wrap would
/// need more cells than allowed, by a lower bound before any cell is made, else when the cells, or six rounds, run out;
/// `wrap-range`, when float32 can't represent the wrap, because detail or offset are below 2^-18 of the wrap's largest
/// coordinate, or this coordinate is above 2^40. KILNCOOK_INTERNAL when out of memory. Only KILNCOOK_OK leaves something to
/// free.
KILNCOOK_API kilncook_status kilncook_wrap_build(const kilncook_context *context, const kilncook_wrap_art *art,
	const kilncook_wrap_options *options, kilncook_wrap_surface *out);

KILNCOOK_API void kilncook_wrap_free(const kilncook_context *context, kilncook_wrap_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
