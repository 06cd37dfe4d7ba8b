// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_DESCEND_H
#define KILN_COOKER_HULL_SIMPLIFY_DESCEND_H

#include "internal.h"
#include "system.h"

/// What the descent of all vertices of an outer polytope at once (descend.c) keeps.

/// The most cuts of a face and levels of a vertex, and the room for them: whole quads.
#define DESCENT_CUTS 6
#define DESCENT_LEVELS 8
#define DESCENT_ROOM 8

/// What all constraints of a face or of a vertex have: a slack, and its product with the multiplier. The search leads
/// by floats: products, derivatives and steps. Its places and slacks are double.
typedef struct descent_slacks
{
	double room[DESCENT_ROOM];	 ///< the slack
	double after[DESCENT_ROOM];	 ///< the slack where a step leads
	float product[DESCENT_ROOM]; ///< 0: the constraint is new
	float change[DESCENT_ROOM]; ///< how much the whole step changes the slack, as a share of it, in the first order; 0:
								///< the constraint is new
	uint32_t count;
	uint32_t next; ///< the constraint that is replaced when all are in use
} descent_slacks;

/// A face's cuts: vertices of the body that must stay behind it. The slack is six times the volume of the tetrahedron
/// of the face and the vertex.
typedef struct descent_face
{
	descent_slacks slacks;
	float by[DESCENT_ROOM][3][SYSTEM_ROW]; ///< the slack's derivatives by the face's corners, as shares of the slack; 0
										   ///< without a cut
	uint32_t support[DESCENT_ROOM];		   ///< the vertex; UINT32_MAX: none
	uint32_t corners[3];				   ///< the face's corners at the last step
	uint32_t order[3];					   ///< numbers of the corners, by increasing places of the system
	uint32_t blocks[3]; ///< the first corner's with the second and the third, the second's with the third
} descent_face;

/// A vertex's levels: its distance is at least its height above a plane that supports the body, which must stay below
/// the level of the search.
typedef struct descent_vertex
{
	descent_slacks slacks;
	double plane[DESCENT_LEVELS][4];		  ///< unit normal and its offset
	float normal[DESCENT_LEVELS][SYSTEM_ROW]; ///< the same, and 0; 0 without a level
	uint32_t last;							  ///< the level that was seen last
	double to[3];							  ///< where a step leads
	double distance;						  ///< from there
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
