// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_COMPOUND_CASE_H
#define KILN_TESTS_COMPOUND_CASE_H

#include "convex_case.h"
#include "cook_bench.h"

/// Cooked compounds of primitives, hulls and meshes, and the known properties of each of their solids.

#define COMPOUND_SHAPES 16
#define COMPOUND_NODES 32

typedef struct compound_plan
{
	uint32_t spheres, capsules, boxes, cylinders;
	uint32_t hulls;
	uint32_t grounds; ///< meshes that are not closed
	uint32_t copies;  ///< nodes that place each of them; 0 means 1
	double spread;	  ///< how far from the origin nodes are moved on each axis
	bool plain;		  ///< nodes are only moved
	uint32_t trees;	  ///< kilncook_options.trees
} compound_plan;

typedef struct compound
{
	cooked cooked;
	kiln_asset scalar;					///< the same opened with another instruction set
	convex_case bodies[COMPOUND_NODES]; ///< by node; for nodes that place meshes, only `node` is set
	uint32_t body_count;				///< nodes that place solids
} compound;

/// Random shapes of about unit size.
void compound_make(compound *c, uint64_t *random, const compound_plan *plan);
/// Makes one primitive, placed by a matrix (NULL: the identity).
void compound_of_primitive(compound *c, const kilncook_primitive *primitive, const double *to_asset);
/// Makes a closed convex mesh of random points, as its hull or (`shape`) its triangles, placed by a matrix twice, the
/// second time far away.
void compound_of_points(
	compound *c, uint64_t seed, uint32_t count, kilncook_shape shape, const double *to_asset, double size);
void compound_free(compound *c);

/// Finds where a line passes through a node's solid, by the depth along the line, which has one maximum. False when the
/// line misses, or hardly touches.
bool compound_line(const convex_case *body, kiln_d3 origin, kiln_d3 direction, double from, double to, double span[2]);

#endif
