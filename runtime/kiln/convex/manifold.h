// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_H
#define KILN_CONVEX_MANIFOLD_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contact manifolds: the points that keep two touching objects apart.
///
/// One plane is laid through the contact, across its normal: that of the shortest way out where the cores overlap (the
/// shapes without their margins and round radii), else that between their closest points. What of either core faces the
/// plane, to a tolerance angle, is its contact area: a face, several faces of a smooth hull, an edge, a vertex; a cap or
/// a line on the side of a cylinder or cone; always a point of an ellipsoid. The corners of what both areas have in
/// common, seen along the normal, are the contacts (van den Bergen 2003; Migdalskiy 2010; Gregorius 2015). Where a point
/// inside is deeper than all of them, as on a curved area, it is one more.
///
/// A face decides the normal where it may: a normal that is not a face's, but within the angle of one, gives way to it,
/// unless objects that touch would have to go 1/64 farther to part along it, or be closer by as much (the preference of
/// Box2D and of Gregorius 2015, here relative, with 2^-20 of the smaller area's size for rounding). A box that lies on another
/// thus keeps its four points while it trembles between that and two crossed edges.
///
/// The other way round the contacts are the same, with the sides' points and names exchanged and the normal turned back,
/// to rounding. But where two descriptions are equally good to rounding, either order may take either: of ways out that are
/// as short, and of features at the very edge of the angle or of the skin. Of cylinders, cones and ellipsoids, whose normal
/// is only known to the square root of what is known of their depth, that is some 1e-4 at that edge.

/// Points of a manifold (enough to hold a body in balance).
#define KILN_MANIFOLD_POINTS_MAX 4

/// Most contacts before they are reduced to KILN_MANIFOLD_POINTS_MAX.
#define KILN_CONTACTS_MAX 129

/// Where two objects touch, or nearly.
typedef struct kiln_contact
{
	/// On the surfaces, to rounding: on_b = on_a + depth normal. On a rounded shape (a margin, a capsule) whose face is
	/// aslant to the normal by the angle t, up to 1 - cos t of the margin below the surface; where several faces of a hull
	/// make an area whose outline isn't convex, the gaps in it are bridged, up to 1/100 of its size below the surface.
	kiln_vec3 on_a, on_b;
	float depth; ///< along the manifold's normal; negative: a gap
	/// What met: the same from frame to frame as long as the same features meet, whatever the objects' order of points. A
	/// corner of one area is told by its vertex, and what it meets by the face, edge or vertex; where two edges cross, by
	/// both. Vertices that are nearly over a vertex or edge of the other, to 2^-10 of the smaller area (where that is but a
	/// point, 2^-16 of the larger), don't change their names by slipping over it. What has no number of its own is of kind
	/// KILN_FEATURE_NONE with a number that is as lasting: curved surfaces, sums, the inside of an area that several faces
	/// of a hull make, and the lines between two of its corners that no edge joins. Where two contacts would have the same
	/// names, one of them is numbered by its place instead.
	/// No two contacts of a manifold have the same pair.
	kiln_feature feature_a, feature_b;
} kiln_contact;

typedef struct kiln_manifold
{
	kiln_vec3 normal;								 ///< unit, from b to a; zero without contacts
	uint32_t count;									 ///< 0: they are farther apart than the skin
	kiln_contact contacts[KILN_MANIFOLD_POINTS_MAX]; ///< deepest first
} kiln_manifold;

typedef struct kiln_manifold_options
{
	/// >= 0: contacts with a gap up to this count, too, and those whose gap may be rounding (2^-22 of the smaller area's
	/// size). Of objects within the skin the deepest one always does, however a preferred face measures it.
	float skin;
	/// Features whose normals are within this angle of the contact's belong to the contact area: the tangent of the angle,
	/// 0 .. 0.5; 0: 2 degrees.
	float tolerance;
} kiln_manifold_options;

/// The manifold of two objects at once, from where they stand: all their contacts, reduced as kiln_contacts_reduce does.
/// Touching is contact. NULL options: no skin; NULL cache: none. The deepest contact's depth is that of
/// kiln_convex_penetration, or the negative of kiln_convex_distance's distance, to rounding and to what a face's preference
/// may add. KILN_E_ARGUMENT, with `manifold` zero, for objects and options that are not usable (NaN).
KILN_API kiln_status kiln_convex_manifold(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_manifold *manifold);

/// The same, not reduced, deepest first. `count` gets how many there are, at most KILN_CONTACTS_MAX; `contacts` holds the first
/// `capacity` of them.
KILN_API kiln_status kiln_convex_contacts(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_contact *contacts, uint32_t capacity,
	uint32_t *count, kiln_vec3 *normal);

/// The same along a normal that the caller knows, from b to a and of any length above zero: depths are measured along it,
/// and what lies beside the other along it is no contact. For normals that neighbours in a mesh correct.
KILN_API kiln_status kiln_convex_contacts_along(const kiln_convex_object *a, const kiln_convex_object *b,
	kiln_vec3 normal, const kiln_manifold_options *options, kiln_contact *contacts, uint32_t capacity, uint32_t *count);

/// Picks up to KILN_MANIFOLD_POINTS_MAX of up to KILN_CONTACTS_MAX contacts, deepest first: the deepest one, and of all
/// quadrilaterals with it as a corner the one of the largest area, to 2^-9 of it. Where contacts are the corners of a convex
/// polygon no four contacts with the deepest one span more; where it lies inside those of the others, no four of them span
/// more than 1.5 times as much. Of contacts on one line the ends are kept. Equals are decided by depth, then by names, so
/// that neither their order nor the objects' matters. Returns how many; `reduced` may be `contacts`.
KILN_API uint32_t kiln_contacts_reduce(
	const kiln_contact *contacts, uint32_t count, kiln_vec3 normal, kiln_contact reduced[KILN_MANIFOLD_POINTS_MAX]);

/// A contact that is carried from one update to the next.
typedef struct kiln_lasting_contact
{
	kiln_contact contact;	///< in the world, as of the last update
	kiln_vec3 own_a, own_b; ///< its points in the shapes' own coordinates
	uint32_t age;			///< updates since it was made
	float user[4];			///< the caller's, such as impulses to start from: zero in a new contact, else carried
} kiln_lasting_contact;

/// What is carried of a pair from frame to frame, in the caller's memory. {0} knows nothing.
typedef struct kiln_lasting_manifold
{
	kiln_vec3 normal; ///< unit, from b to a; zero without contacts
	uint32_t count;
	kiln_lasting_contact contacts[KILN_MANIFOLD_POINTS_MAX]; ///< deepest first
	kiln_convex_cache cache;
} kiln_lasting_manifold;

/// Adds one contact to a manifold: the closest points while the cores are apart, though their skins overlap, the deepest
/// ones where the cores do (van den Bergen 2010). GJK ends early, and the manifold is empty, where the objects are
/// farther apart than the skin.
///
/// Old contacts are seen along the new normal. One stays while its points, carried along by the objects, are opposite each
/// other to 1/64 of the smaller object's width across the normal, no farther apart than the skin, and no deeper than
/// objects that touch can be; both then are moved half the drift towards each other. Numbers that no contact has (NaN)
/// are dropped. A new contact that is as near to an old one, or has its names, takes its place, age and user data. Of
/// five, four stay as kiln_contacts_reduce picks them.
///
/// Cheaper than the whole manifold, but it takes some frames to hold a body, which is why contacts should be made before
/// the cores touch: a skin as wide as a body falls in a frame (gravity x time^2) does. `tolerance` is for the names only.
/// KILN_E_ARGUMENT, with the manifold zero, for what is not usable.
KILN_API kiln_status kiln_convex_manifold_update(kiln_lasting_manifold *manifold, const kiln_convex_object *a,
	const kiln_convex_object *b, const kiln_manifold_options *options);

#ifdef __cplusplus
}
#endif

#endif
