// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_DESCEND_H
#define KILN_COOKER_HULL_SIMPLIFY_DESCEND_H

#include "internal.h"
#include "system.h"

/// What the descent of all vertices of an outer polytope at once (descend.c) keeps.

#define DESCENT_CUTS 6
#define DESCENT_LEVELS 8

/// Constraints have the product of their slack and their multiplier; a new one has -1. Their derivatives and the step
/// are floats: they only lead the search, whose places and slacks are double.

/// A vertex of the body that must stay behind a face.
typedef struct descent_cut
{
	float by[3 * SYSTEM_ROW]; ///< the slack's derivatives by the face's corners, as shares of the slack
	uint32_t support;
	double room;  ///< the slack: six times the volume of the tetrahedron of the face and the support
	double after; ///< the slack where a step leads
	double product;
	double change; ///< how much the whole step changes the slack, as a share of it, in the first order; 0 for a new cut
} descent_cut;

typedef struct descent_face
{
	descent_cut cuts[DESCENT_CUTS];
	uint32_t count;
	uint32_t next;		 ///< the cut that is replaced when all are in use
	uint32_t corners[3]; ///< the face's corners at the last step
	uint32_t order[3];	 ///< numbers of the corners, by increasing places of the system
	uint32_t blocks[3];	 ///< in `later`: the second and the third corner after the first, the third after the second
} descent_face;

/// The distance of a vertex is at least its height above a plane that supports the body.
typedef struct descent_level
{
	double plane[4];		  ///< unit normal and its offset
	float normal[SYSTEM_ROW]; ///< the same, and 0
	double room;			  ///< the slack
	double product;
	double change; ///< as a cut's
} descent_level;

typedef struct descent_vertex
{
	descent_level levels[DESCENT_LEVELS];
	uint32_t count;
	uint32_t next;
	uint32_t last;	 ///< the level that was seen last
	double to[3];	 ///< where a step leads
	double distance; ///< from there
} descent_vertex;

typedef struct descent
{
	uint32_t capacity; ///< vertices; 0: there is no room
	descent_face *faces;
	descent_vertex *vertices;
	simplify_system system;
	simplify_sides
		*sides; ///< per place: the right side without and with the level; then the step, and the answer with the level
	float (*column)[SYSTEM_ROW]; ///< per place: the column of the system for the level
} descent;

bool descent_create(const kilncook_context *context, uint32_t vertices, descent *d);
void descent_free(const kilncook_context *context, descent *d);

#endif
