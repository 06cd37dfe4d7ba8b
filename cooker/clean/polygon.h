// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_POLYGON_H
#define KILN_COOKER_POLYGON_H

#include "exact/exact.h"
#include "reflex_index.h"
#include "triangulate.h"

/// A corner of the polygon to be triangulated, projected so that the outer contour runs counter-clockwise.
typedef struct polygon_node
{
	double p[2];
	uint32_t vertex;
	uint32_t prev;
	uint32_t next;
	uint32_t stamp; ///< entries of the heap with another stamp are out of date
	bool reflex;	///< its angle is 180 degrees or more
	bool listed;	///< is in the index's list; possibly out of date
} polygon_node;

/// A candidate for the next cut.
typedef struct polygon_ear
{
	double rank; ///< higher is cut first
	uint32_t node;
	uint32_t stamp;
} polygon_ear;

/// The memory of a triangulation.
typedef struct clean_polygon
{
	const float (*positions)[3];
	polygon_node *nodes;
	uint32_t node_count;
	reflex_index reflex;
	polygon_ear *heap;
	uint32_t heap_count;
	uint64_t work;	///< boxes and corners visited so far
	uint64_t limit; ///< limit of `work`; after it, ears are cut unproved
	bool limited;	///< ears were cut unproved
} clean_polygon;

/// Returns the sign of the area of the triangle of three nodes.
static inline int polygon_orient(const clean_polygon *polygon, uint32_t a, uint32_t b, uint32_t c)
{
	return exact_orient2d(polygon->nodes[a].p, polygon->nodes[b].p, polygon->nodes[c].p);
}

static inline bool polygon_coincident(const clean_polygon *polygon, uint32_t a, uint32_t b)
{
	const double *p = polygon->nodes[a].p, *q = polygon->nodes[b].p;
	return p[0] == q[0] && p[1] == q[1];
}

/// Returns whether the direction from `node` to `target` leads strictly into the polygon (J. O'Rourke, Computational
/// Geometry in C, 1.6).
static inline bool polygon_in_cone(const clean_polygon *polygon, uint32_t node, uint32_t target)
{
	uint32_t prev = polygon->nodes[node].prev, next = polygon->nodes[node].next;
	if (polygon_orient(polygon, prev, node, next) > 0)
		return polygon_orient(polygon, node, target, prev) > 0 && polygon_orient(polygon, target, node, next) > 0;
	return !(polygon_orient(polygon, node, target, next) >= 0 && polygon_orient(polygon, target, node, prev) >= 0);
}

/// Joins `contour_count` rings into the first one. `firsts` holds a node of each ring (KILN_NONE: no ring); each of the
/// `node_count` nodes belongs to a ring. Two nodes are added per hole. Changes `firsts` from the second on. Beyond the
/// limit of work, bridges may cross edges.
void clean_bridge_holes(clean_polygon *polygon, uint32_t *firsts, uint32_t contour_count);

/// Cuts the ring that holds `node`, of `count` nodes, into triangles of vertices; returns how many cuts were forced.
uint32_t clean_cut_ears(clean_polygon *polygon, uint32_t node, uint32_t count, uint32_t (*triangles)[3]);

#endif
