// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_CONVEX_CASE_H
#define KILN_TESTS_CONVEX_CASE_H

#include "convex/convex.h"
#include "hull_case.h"

/// Random placed hulls and primitives, with membership and samples by their definitions, independent of the code under
/// test. The cooker makes the hulls.

/// The transform of a body.
typedef enum convex_map
{
	CONVEX_IDENTITY,
	CONVEX_SIMILAR, ///< turned, scaled uniformly, moved
	CONVEX_SCALED,	///< scaled non-uniformly along turned axes
	CONVEX_SHEARED,
	CONVEX_MIRRORED, ///< sheared, with a negative determinant
	CONVEX_MAPS
} convex_map;

/// Most vertices of a random hull.
#define CONVEX_VERTICES 64

typedef struct convex_case
{
	kiln_format_shape shape; ///< kind and parameters; of a hull only the kind
	kiln_format_node node;	 ///< to_asset and flags
	kiln_body body;
	kiln_place place;
	kiln_convex convex;	 ///< relative to the origin of the asset
	double size;		 ///< no point is farther from the origin
	double inverse[9];	 ///< inverse of to_asset
	double scale;		 ///< of a similar map
	hull_case cooked;	 ///< a random hull's arrays
	double (*planes)[4]; ///< of the hull
} convex_case;

/// Parameters of a primitive of about `size`.
void convex_case_parameters(uint64_t *random, kiln_shape_kind kind, double size, float parameters[12]);
/// A transform of a kind, of about unit scale and offset.
void convex_case_matrix(uint64_t *random, convex_map map, double to_asset[12]);

/// A random body of about `size`, placed. Hulls have 4 to 64 vertices.
void convex_case_make(convex_case *c, uint64_t *random, kiln_shape_kind kind, convex_map map, double size);
/// The body that a node of an asset places.
void convex_case_of_node(convex_case *c, const kiln_asset *asset, uint32_t node);
void convex_case_free(convex_case *c);

/// Returns how deep a point lies below the nearest surface, in the body's own coordinates; negative outside.
double convex_case_depth(const convex_case *c, kiln_d3 point);
/// Returns a random point of the placed body.
kiln_d3 convex_case_point(const convex_case *c, uint64_t *random);
/// Returns the distance of a point from a primitive under a similar map.
double convex_case_away(const convex_case *c, kiln_d3 point);

#endif
