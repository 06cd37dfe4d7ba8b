// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_FLOOD_H
#define KILN_CONVEX_MANIFOLD_FLOOD_H

#include "area.h"

/// The area of a polytope: the vertices whose regions of the Gauss map come within an angle of a direction.
///
/// A similarity changes no angle and no ratio of lengths. Under a similarity all vectors are therefore the hull's own, which
/// need no map; the direction is mapped back once.

/// An edge is steep if it is inclined to the plane of contact by more than this many times the tolerance's sine, and by an
/// angle that rounded normals cannot hide. A face is perpendicular to its normal, so a face with a steep edge is not within
/// the angle.
#define KILN_FLOOD_STEEP (1 + 0x1p-8)
#define KILN_FLOOD_STEEP_LEAST 0x1p-20

typedef struct kiln_flood
{
	const kiln_polytope *p;
	const kiln_hull *hull;
	bool own;	 ///< vectors are in the hull's coordinates, else placed
	bool exact;	 ///< faces are perpendicular to their normals, to the rounding of stored normals
	kiln_d3 out; ///< unit
	double turn; ///< -1 where faces are clockwise from outside
	double cosine2, sine2, steep;
	/// Vertices so high that they may be in the area, as bits; for hulls of up to 64 vertices. All others are beyond steep
	/// edges.
	bool has_tops;
	uint64_t tops;
	bool climbs; ///< an edge that leads out ends the search
	uint32_t up; ///< the half-edge that leads out; KILN_NONE if none does
	uint32_t count;
	uint32_t half[KILN_AREA_MOST]; ///< a half-edge that begins at each vertex that was reached
	uint32_t face;				   ///< the best of those within the angle, or KILN_NONE
	double face_height;			   ///< square of the cosine of its normal
	bool faces;					   ///< more than one face is within the angle
} kiln_flood;

/// Sets all but what a search finds.
void kilni_flood_begin(kiln_flood *f, const kiln_polytope *p, const kiln_contact_frame *frame, double side);

/// The vector between two vertices.
static inline kiln_d3 kiln_flood_between(const kiln_flood *f, uint32_t from, uint32_t to)
{
	const kiln_d3 way = kiln_d3_sub(kiln_hull_point(f->hull, to), kiln_hull_point(f->hull, from));
	return f->own ? way : kiln_polytope_vector(f->p, way);
}

static inline kiln_d3 kiln_flood_normal(const kiln_flood *f, uint32_t face)
{
	const kiln_d3 stored = kiln_d3_from(kiln_hull_normal(f->hull, face));
	return f->own ? stored : kiln_polytope_normal_of(f->p, stored);
}

/// Whether the arc of an edge between two faces, neither of which is within the angle, is within the angle of the
/// direction. `slope` is the edge's component along the direction.
bool kilni_flood_is_near(const kiln_flood *f, const kiln_d3 *along, double slope, uint32_t left, uint32_t right);

/// Whether a face's normal is within the angle. Keeps the best face.
bool kilni_flood_see_face(kiln_flood *f, uint32_t face);

/// Makes the area of the vertices that were reached.
void kilni_flood_gather(const kiln_contact_frame *frame, const kiln_flood *f, kiln_area *area);

/// Makes the area of the only face within the angle. Returns false, and adds nothing, if the face is too narrow.
bool kilni_flood_gather_face(const kiln_contact_frame *frame, const kiln_flood *f, kiln_area *area);

/// The area of a single vertex.
void kilni_flood_gather_point(
	const kiln_contact_frame *frame, const kiln_polytope *p, uint32_t vertex, kiln_area *area);

/// Finds the vertices that may be in the area, and the highest of them, to rounding. Returns false if they are not found
/// so quickly.
bool kilni_flood_find_tops(kiln_flood *f, uint32_t *highest);

/// The area of a point, segment or single face of few vertices. Returns false, and adds nothing, for other areas.
bool kilni_flood_few(const kiln_contact_frame *frame, kiln_flood *f, uint32_t highest, kiln_area *area);

#endif
