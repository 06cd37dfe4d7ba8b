// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CUT_POINTS_H
#define KILN_COOKER_REPAIR_CUT_POINTS_H

#include "kilncook.h"

#include <stdbool.h>
#include <stdint.h>

/// Points at which triangles meet, without rounding: vertices of the mesh, and fractions of whole numbers of any length.

typedef struct cut_point
{
	double at[3];	   ///< a vertex: exact. Else within CUT_ERROR of the point
	float snapped[3];  ///< where the point's vertex is
	uint32_t vertex;   ///< of the mesh, or KILN_NONE
	uint32_t first;	   ///< of the point's limbs
	uint16_t count[4]; ///< limbs of the numerators of x, y and z, and of the denominator
	int8_t sign[4];	   ///< of the numerators; the denominator is positive
	uint32_t node;	   ///< its number in the plane that is divided
} cut_point;

typedef struct cut_points
{
	const kilncook_context *context;
	cut_point *items;
	uint32_t count, capacity;
	uint32_t *limbs;
	uint32_t limb_count, limb_capacity;
	int unit;	   ///< coordinates are whole multiples of 2^unit
	double grid;   ///< coordinates of made points that are no floats are snapped to multiples of this power of two
	uint64_t work; ///< units that are left; each sign takes some
	bool failed;   ///< out of memory
} cut_points;

/// A bound on the error of a coordinate, as a share of it.
#define CUT_ERROR 0x1p-48
/// The error that numbers below the least normal double may have besides.
#define CUT_LEAST 0x1p-1060

/// Longest coordinate in units. Signs of the points of crossings, of degree 44, then fit into `integer`.
#define CUT_BITS 220

/// Makes a point of a vertex. Returns KILN_NONE when out of memory.
uint32_t cut_points_vertex(cut_points *p, const float at[3], uint32_t vertex);

/// Makes the point at which the line through two points pierces the plane of three. The points are finite floats on different sides.
uint32_t cut_points_pierce(cut_points *p, const double from[3], const double to[3], const double plane[3][3]);

/// Makes the point at which the segments ab and cd of one plane cross, seen along the third axis besides u and v.
uint32_t cut_points_cross(cut_points *p, const uint32_t ab[2], const uint32_t cd[2], int u, int v);

/// Returns the sign of the area of three points, seen along the third axis besides u and v.
int cut_points_orient(cut_points *p, uint32_t a, uint32_t b, uint32_t c, int u, int v);

/// Orders points by a coordinate: -1, 0 or 1.
int cut_points_compare(cut_points *p, uint32_t a, uint32_t b, int axis);

bool cut_points_equal(cut_points *p, uint32_t a, uint32_t b);

/// A bound on the distance from the point to where it is snapped.
double cut_points_moved(const cut_points *p, uint32_t a);

void cut_points_free(cut_points *p);

#endif
