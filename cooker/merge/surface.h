// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MERGE_SURFACE_H
#define KILN_COOKER_MERGE_SURFACE_H

#include "edge_set.h"
#include "kiln_format.h"
#include "kilncook.h"
#include "math/ieee.h"

/// A mesh whose triangles can be replaced, with the links between their sides.
///
/// A side is 3 * triangle + corner: it leads from this corner to the triangle's next corner. An inner edge has two
/// sides of one region; each links to the other. The sides of any other edge, a border, link to each other in a ring,
/// with MERGE_BORDER added.

#define MERGE_BORDER 0x80000000u

/// Triangles of one plane.
typedef struct merge_region
{
	uint32_t first;	 ///< its lowest triangle
	uint8_t axes[3]; ///< u, v, w: the triangles run counter-clockwise in the coordinates u and v
	bool reduced;	 ///< a vertex was removed
	bool kept;		 ///< a vertex could not be removed
	uint32_t origin; ///< a vertex
	/// Of the plane, with tolerance only: w = offset + slope[0] u + slope[1] v, relative to the origin. At most 2 in
	/// magnitude.
	double slope[2];
	double offset;
	double low; ///< deviations of its vertices from the plane along w, rounded outwards
	double high;
} merge_region;

typedef enum merge_vertex_kind
{
	MERGE_INNER,	///< one closed fan of one region, once around
	MERGE_STRAIGHT, ///< two border edges: may be removed if they are on one line
	MERGE_FIXED,
} merge_vertex_kind;

typedef struct merge_surface
{
	const kilncook_context *context;
	const float (*vertices)[3];
	uint32_t vertex_count;
	uint32_t (*triangles)[3]; ///< a free slot has KILN_NONE and the next free slot
	uint32_t *links;		  ///< three per triangle
	uint32_t *region_of;	  ///< per triangle
	uint32_t slot_count;
	uint32_t slot_capacity;
	uint32_t free_first;
	uint32_t free_count;
	merge_region *regions; ///< by lowest triangle
	uint32_t region_count;
	uint32_t *at;	  ///< per vertex: a side that begins there
	uint32_t *degree; ///< per vertex: triangles
	uint8_t *kinds;	  ///< per vertex: merge_vertex_kind
	edge_set edges;	  ///< all edges between vertices that are not MERGE_INNER
	double tolerance;
	uint64_t flips;
	double border_moved; ///< largest distance of a removed vertex from its edge, rounded up
	bool limited;
} merge_surface;

static inline uint32_t merge_next(uint32_t side)
{
	return side % 3 == 2 ? side - 2 : side + 1;
}

static inline uint32_t merge_prev(uint32_t side)
{
	return side % 3 == 0 ? side + 2 : side - 1;
}

/// The vertex at which a side begins.
static inline uint32_t merge_from(const merge_surface *surface, uint32_t side)
{
	return surface->triangles[side / 3][side % 3];
}

static inline bool merge_is_border(const merge_surface *surface, uint32_t side)
{
	return (surface->links[side] & MERGE_BORDER) != 0;
}

/// Numbers the regions of exactly coplanar triangles. `parts` has the part of each triangle. False when out of memory.
bool merge_find_regions(merge_surface *surface, const uint32_t *parts);

/// Numbers the regions of triangles that are coplanar within the tolerance.
bool merge_grow_regions(merge_surface *surface, const uint32_t *parts);

/// Sets the axes of a region from a triangle: w is the axis of its normal's largest component.
void merge_choose_axes(const merge_surface *surface, uint32_t triangle, merge_region *region);

/// Returns the exact sign of the area of a, b, c in the region's coordinates u and v.
int merge_orient(const merge_surface *surface, const merge_region *region, uint32_t a, uint32_t b, uint32_t c);

/// Whether d lies inside the circle through a, b, c, which run counter-clockwise, in the plane of the region: 1 inside,
/// -1 outside, 0 on the circle. Exact if the region is exactly flat; else the sign is that of a quadratic form that
/// measures lengths in the region's plane, rounded once for the region.
int merge_in_circle(
	const merge_surface *surface, const merge_region *region, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Links the sides of all triangles and classifies the vertices. False when out of memory.
bool merge_link(merge_surface *surface);

void merge_surface_free(merge_surface *surface);

/// Makes sure that `count` slots are free. False when out of memory.
bool merge_reserve(merge_surface *surface, uint32_t count);

/// Takes a free slot for a triangle; there must be one. Its sides have no links yet.
uint32_t merge_add_triangle(merge_surface *surface, uint32_t region, uint32_t a, uint32_t b, uint32_t c);

void merge_free_triangle(merge_surface *surface, uint32_t triangle);

/// Puts the side `to` in the place of the side `from` of the same edge.
void merge_replace_side(merge_surface *surface, uint32_t from, uint32_t to);

/// Removes all vertices that no region needs, and flips the edges of the regions that lost some. False when out of memory.
bool merge_reduce(merge_surface *surface);

/// Replaces the inner edge of a side by the other diagonal of its two triangles, unless a triangle would lose its area or
/// winding, or the diagonal is an edge already. Returns whether it did; *failed: out of memory.
bool merge_flip_edge(merge_surface *surface, uint32_t side, bool *failed);

/// Flips the inner edges of reduced regions to the constrained Delaunay triangulation. False when out of memory.
bool merge_flip_edges(merge_surface *surface);

#endif
