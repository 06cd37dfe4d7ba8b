// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_AREA_H
#define KILN_CONVEX_MANIFOLD_AREA_H

#include "convex/shape/polytope.h"
#include "convex/shape/shape.h"

/// Contact areas: what of a convex core faces another along a contact's normal, as a polygon of the plane across it.

/// Most corners and inner points of an area. Hulls that have more of them near the normal are sampled.
#define KILN_AREA_MOST 64

/// The plane that contacts are seen in.
typedef struct kiln_contact_frame
{
	kiln_d3 normal, u, v; ///< right-handed: u x v = normal
	double cosine, sine;  ///< of the angle up to which features belong to the area
	double tangent;
} kiln_contact_frame;

/// `normal` of length one; `tangent` of the tolerance's angle, > 0.
kiln_contact_frame kilni_contact_frame_of(kiln_d3 normal, double tangent);

/// A point of an area: its place in the frame's plane, and its height along the normal.
typedef struct kiln_spot
{
	double x, y, height;
	kiln_feature corner; ///< what it is
	kiln_feature edge;	 ///< what leads to the next corner
} kiln_spot;

typedef struct kiln_area
{
	double side;		 ///< 1: the surface that faces along the normal; -1: against it
	uint32_t count;		 ///< corners, counterclockwise: a point, a segment or a polygon
	uint32_t spot_count; ///< and behind them points inside the polygon that may be farther out
	kiln_feature inside; ///< what is met inside a polygon or between the ends of a segment
	bool flat;			 ///< the surface is a plane: height = x slope_x + y slope_y + level
	double slope_x, slope_y, level;
	double size; ///< of the polygon: its widest extent along x or y
	/// Of a segment: how round the surface is across it, as a radius. Contacts may lie beside it by a part of that.
	double round;
	kiln_d3 face_normal; ///< outward, unit: of the face that faces the normal best; zero: none within the tolerance
	kiln_feature face;
	kiln_spot spots[KILN_AREA_MOST];
} kiln_area;

/// An object as contact areas need it: its terms, and those that are polytopes once more as that.
typedef struct kiln_contact_body
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX]; ///< of kilni_convex_of_object
	/// Of sums each term by itself; the first seen from the eye, the others from the pose's translation.
	kiln_convex own[KILN_CONVEX_TERMS_MAX];
	uint32_t count;
	uint32_t seed; ///< where the first term's support was last found
	bool has_faces[KILN_CONVEX_TERMS_MAX];
	kiln_polytope polytopes[KILN_CONVEX_TERMS_MAX]; ///< where it has, seen likewise
	kiln_polytope_room rooms[KILN_CONVEX_TERMS_MAX];
	kiln_convex_shape alone[KILN_CONVEX_TERMS_MAX]; ///< the terms' shapes, without what they add
	kiln_convex_object parts[KILN_CONVEX_TERMS_MAX];
} kiln_contact_body;

/// A usable object, seen from `eye`. `body` must stay where it is, and the object's shape too.
void kilni_contact_body_of(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body);

/// What of the body's core belongs to the contact: features whose normals are within the frame's angle of the normal
/// (`side` 1) or its opposite (-1).
///
/// Of polytopes the exact set (Migdalskiy 2010): those vertices that are a support for some direction within the angle, by
/// a flood over the half-edges whose arcs on the Gauss map come that near. Where there are more than fit, supports are
/// sampled around the normal. Of points those that are lower than none of the others by more than the angle allows. Caps and
/// bases are sampled on the rim, sides of cylinders and cones are segments, ellipsoids a point. Sums: the sum of their
/// terms' areas.
void kilni_area_of(kiln_contact_body *body, const kiln_contact_frame *frame, double side, kiln_area *area);

/// Height of the surface at a place inside the polygon; of one beside it, of the nearest part, to rounding.
double kilni_area_height(const kiln_area *area, double x, double y);

/// What a place of the area is: the nearest of its corners and inner points within `near`, or its inside.
kiln_feature kilni_area_feature_at(const kiln_area *area, double x, double y, double near);

// --- For the parts of the above ---

/// Adds a point of the core; false where there is no room.
bool kilni_area_add(kiln_area *area, const kiln_contact_frame *frame, kiln_d3 point, kiln_feature corner);

/// Brings the points in order: corners of the polygon around all of them first, the others behind. Of equal places the
/// one that is farthest out is kept.
void kilni_area_close(kiln_area *area);

/// Names the edges of the polygon by the vertices at their ends, as what lies between two vertices that no edge joins, and
/// its inside as what has no number, a segment's as its edge.
void kilni_area_name(kiln_area *area);

/// The points are a polygon's corners in their order already. False where that is too narrow, or one of its edges too
/// short, for rounding to tell which way it leads.
bool kilni_area_keep(kiln_area *area);

/// The plane of the corners, which are in one to rounding, becomes the area's surface.
void kilni_area_set_flat(kiln_area *area);

/// The area of a polytope whose support `vertex` is. False, with nothing added, where it has more points than there is
/// room for.
bool kilni_area_flood(const kiln_polytope *p, const kiln_contact_frame *frame, uint32_t vertex, kiln_area *area);

/// The area of a convex set that is no polytope, without what `plus` leads to.
void kilni_area_of_round(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area);

/// Cosines of sixteenths of a turn; kilni_sixteenth(i + 12) is the sine of i.
double kilni_sixteenth(uint32_t i);

/// The sum of two areas of the same side becomes the first.
void kilni_area_sum(kiln_area *area, const kiln_area *other);

#endif
