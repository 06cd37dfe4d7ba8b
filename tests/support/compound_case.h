// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_COMPOUND_CASE_H
#define KILN_TESTS_COMPOUND_CASE_H

#include "convex_case.h"
#include "cook_bench.h"

/// Cooked compounds of primitives, hulls and meshes, and what is known of each of their solids.

#define COMPOUND_SHAPES 16
#define COMPOUND_NODES 32

typedef struct compound_plan
{
	uint32_t spheres, capsules, boxes, cylinders;
	uint32_t hulls;
	uint32_t grounds; ///< meshes that are not closed
	uint32_t copies;  ///< nodes that place each; 0 means 1
	double spread;	  ///< how far from the origin nodes are moved on each axis
	bool plain;		  ///< nodes are only moved
	uint32_t trees;	  ///< kilncook_options.trees
} compound_plan;

typedef struct compound
{
	cooked cooked;
	kiln_asset scalar;					///< the same by another instruction set
	convex_case bodies[COMPOUND_NODES]; ///< by node; of those that place meshes nothing but the node
	uint32_t body_count;				///< nodes that place solids
} compound;

/// Random shapes of about unit size.
void compound_make(compound *c, uint64_t *random, const compound_plan *plan);
/// One primitive, placed by a matrix (NULL: as it is).
void compound_of_primitive(compound *c, const kilncook_primitive *primitive, const double *to_asset);
/// A closed convex mesh of random points, as its hull or (`shape`) its triangles, placed by a matrix twice, the second
/// time far away.
void compound_of_points(
	compound *c, uint64_t seed, uint32_t count, kilncook_shape shape, const double *to_asset, double size);
void compound_free(compound *c);

/// Where a line is in a node's solid, by the depth along it, which has one top. False when it misses, or hardly meets.
bool compound_line(const convex_case *body, kiln_d3 origin, kiln_d3 direction, double from, double to, double span[2]);

#endif
