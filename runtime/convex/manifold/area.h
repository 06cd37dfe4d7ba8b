// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_AREA_H
#define KILN_CONVEX_MANIFOLD_AREA_H

#include "convex/shape/polytope.h"
#include "convex/shape/shape.h"

/// Contact areas: the part of a convex core that faces another core along a contact's normal, as a polygon in the plane
/// perpendicular to the normal.

/// The most corners and inner points of an area. Hulls with more of them near the normal are sampled.
#define KILN_AREA_MOST 64

/// The plane of contact.
typedef struct kiln_contact_frame
{
	kiln_d3 normal, u, v; ///< right-handed: u x v = normal
	double cosine, sine;  ///< of the greatest angle between the normal and the features of the area
	double tangent;
} kiln_contact_frame;

/// `normal` has length one; `tangent` is that of the tolerance's angle, > 0.
kiln_contact_frame kilni_contact_frame_of(kiln_d3 normal, double tangent);

/// A point of an area: its place in the frame's plane, and its height along the normal.
typedef struct kiln_spot
{
	double x, y, height;
	kiln_feature corner; ///< the feature at the point
	kiln_feature edge;	 ///< the feature that leads to the next corner
} kiln_spot;

typedef struct kiln_area
{
	double side;		 ///< 1: the surface facing along the normal; -1: against it
	uint32_t count;		 ///< corners, counterclockwise: a point, a segment or a polygon
	uint32_t spot_count; ///< corners, and behind them points inside the polygon that may be farther out
	kiln_feature inside; ///< the feature inside a polygon or between the ends of a segment
	bool flat;			 ///< the surface is a plane: height = x slope_x + y slope_y + level
	double slope_x, slope_y, level;
	double size; ///< of the polygon: its widest extent along x or y
	/// Of a segment: the roundness of the surface perpendicular to it, as a radius. Contacts may lie beside the segment
	/// by a share of this.
	double round;
	kiln_d3 face_normal; ///< outward, unit: of the face best aligned with the normal; zero: none within the tolerance
	kiln_feature face;
	kiln_spot spots[KILN_AREA_MOST];
} kiln_area;

/// An object prepared for contact areas: its terms, and additionally as polytopes where possible.
typedef struct kiln_contact_body
{
	kiln_convex terms[KILN_CONVEX_TERMS_MAX]; ///< of kilni_convex_of_object
	/// The terms of sums, each alone: the first relative to the eye, the others to the pose's translation.
	kiln_convex own[KILN_CONVEX_TERMS_MAX];
	uint32_t count;
	uint32_t seed; ///< the last support of the first term
	bool has_faces[KILN_CONVEX_TERMS_MAX];
	/// Of the terms that are polytopes, relative to the same points. Segments have only what areas need.
	kiln_polytope polytopes[KILN_CONVEX_TERMS_MAX];
	kiln_polytope_room rooms[KILN_CONVEX_TERMS_MAX];
	kiln_convex_shape alone[KILN_CONVEX_TERMS_MAX]; ///< the terms' shapes, without the shapes that are added
	kiln_convex_object parts[KILN_CONVEX_TERMS_MAX];
} kiln_contact_body;

/// Sets a usable object, relative to `eye`. `body` and the object's shape must stay in place.
void kilni_contact_body_of(const kiln_convex_object *object, kiln_d3 eye, kiln_contact_body *body);

/// Sets a usable object relative to its anchor, which it returns.
kiln_d3 kilni_contact_body_at_anchor(const kiln_convex_object *object, kiln_contact_body *body);

/// Completes the polytope of a body of one term.
void kilni_contact_body_complete(kiln_contact_body *body);

/// The part of the body's core that belongs to the contact: features whose normals are within the frame's angle of the
/// normal (`side` 1) or of its opposite (-1).
///
/// A polytope gives the exact set (Migdalskiy 2010): the vertices that are a support for some direction within the
/// angle, found by a flood over the half-edges whose arcs on the Gauss map are within the angle. If there are more than
/// fit, supports around the normal are sampled. A set of points gives those that are not lower than another by more
/// than the angle allows. Caps and bases are sampled on the rim. The sides of cylinders and cones are segments; an
/// ellipsoid is a point. A sum gives the sum of its terms' areas.
void kilni_area_of(kiln_contact_body *body, const kiln_contact_frame *frame, double side, kiln_area *area);

/// The height of the surface at a place inside the polygon; for a place beside it by rounding, of the nearest part.
double kilni_area_height(const kiln_area *area, double x, double y);

/// The feature of the area at a place: the nearest of its corners and inner points within `near`, or its inside.
kiln_feature kilni_area_feature_at(const kiln_area *area, double x, double y, double near);

// --- For the parts of the functions above ---

/// Adds a point of the core; returns false if there is no room.
bool kilni_area_add(kiln_area *area, const kiln_contact_frame *frame, kiln_d3 point, kiln_feature corner);

/// Sorts the points: first the corners of the polygon around all of them, then the others. At equal places, the point
/// that is farthest out is kept.
void kilni_area_close(kiln_area *area);

/// Names the edges of the polygon by the vertices at their ends: the feature between two vertices that no edge joins.
/// The inside gets a name without a number; a segment's inside is its edge.
void kilni_area_name(kiln_area *area);

/// Keeps the points as a polygon's corners in their order. Returns false if the polygon is too narrow, or one of its
/// edges too short, for its direction to be more than rounding.
bool kilni_area_keep(kiln_area *area);

/// Makes the plane of the corners, which are coplanar within rounding, the area's surface.
void kilni_area_set_flat(kiln_area *area);

/// The area of a polytope. The search for the support starts at `vertex`, which gets the support. Returns false, and adds
/// nothing, if the area has more points than there is room for.
bool kilni_area_flood(const kiln_polytope *p, const kiln_contact_frame *frame, uint32_t *vertex, kiln_area *area);

/// The area of a convex set that is not a polytope, without the sets that `plus` adds.
void kilni_area_of_round(const kiln_convex *core, const kiln_contact_frame *frame, kiln_area *area);

/// Cosines of sixteenths of a turn; kilni_sixteenth(i + 12) is the sine of i.
double kilni_sixteenth(uint32_t i);

/// Sets the first area to the sum of two areas of the same side.
void kilni_area_sum(kiln_area *area, const kiln_area *other);

#endif
