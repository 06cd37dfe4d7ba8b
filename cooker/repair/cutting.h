// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_REPAIR_CUTTING_H
#define KILN_COOKER_REPAIR_CUTTING_H

#include "cut_contacts.h"
#include "cut_plane.h"

/// A segment, or a point where both ends are the same, that a triangle is to be cut at.
typedef struct cut_item
{
	uint32_t group; ///< the root of the triangles that are cut together
	uint32_t triangle;
	cut_segment segment;
} cut_item;

/// Cuts triangles at the segments that they have in common. (M. Campen, L. Kobbelt, Exact and Robust (Self-)Intersections for Polygonal
/// Meshes, 2010, and CGAL's autorefine cut in the same way; what does not survive snapping is left out here.)
typedef struct cutting
{
	repair_work *w;
	kilncook_repair_row *row;
	cut_points points;
	cut_contact *contacts;
	uint32_t contact_count, contact_room;
	uint32_t *vertex_points; ///< per vertex
	uint32_t *edges;		 ///< per side: its edge
	uint8_t *spared;  ///< per triangle: no triangle cuts it, but its sides may be cut where their other triangles are
	uint8_t *whole;	  ///< per triangle: it stays as it is
	uint8_t *frozen;  ///< per edge: a triangle at it stays as it is
	uint32_t *groups; ///< per triangle: sets of triangles that are cut together
	cut_item *items;
	uint32_t item_count, item_room;
	cut_pieces pieces; ///< by triangle sets
	uint8_t *cut;	   ///< per triangle: pieces take its place
	double *moved;	   ///< per triangle that is cut: how far its points are snapped
	bool again;		   ///< triangles were added to `spared` or `whole`
	bool last;		   ///< triangles that can't be cut are added to `whole` at once
} cutting;

/// Divides the triangles at the contacts, as far as these can be cut. A triangle that can't be cut is added to `spared`, then to `whole`, and
/// `again` is set: the pieces are of no use then. False when out of memory.
bool cutting_divide(cutting *c);

/// Puts the pieces in the place of the triangles, with one vertex for each place that a point is snapped to. False when out of memory.
bool cutting_write(cutting *c);

#endif
