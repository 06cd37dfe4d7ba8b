// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_H
#define KILN_CONVEX_MANIFOLD_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Contact manifolds: the points that keep two touching objects apart.
///
/// A plane through the contact, perpendicular to the contact's normal, defines the manifold. The cores are the shapes
/// without their margins and round radii. Where the cores overlap the normal is the shortest way out; elsewhere it is
/// the direction between their closest points. The part of a core that faces the plane, within a tolerance angle, is
/// the core's contact area: a face, several faces of a smooth hull, an edge, a vertex; a cap or a line on the side of a
/// cylinder or cone; always a point of an ellipsoid. The contacts are the corners of the area that both contact areas
/// share, seen along the normal (van den Bergen 2003; Migdalskiy 2010; Gregorius 2015). Where a point inside is deeper
/// than all corners, as on a curved area, that point is one more contact.
///
/// A face decides the normal where possible: a normal within the tolerance angle of a face normal becomes that face
/// normal. The exception: touching objects would have to move 1/64 farther apart along the face normal, or would be
/// closer by as much (the preference of Box2D and of Gregorius 2015, here relative, with 2^-20 of the smaller area's
/// size for rounding). So a box that rests on another box keeps its four points while it trembles between its face and
/// two crossed edges.
///
/// With a and b exchanged the contacts are the same, to rounding, with points and features exchanged and the normal
/// reversed. Where two descriptions are equally good to rounding, either order may take either: ways out of the same
/// length, and features at the very edge of the angle or of the skin. For cylinders, cones and ellipsoids this edge is
/// some 1e-4 wide, because their normal is only known to the square root of the error of their depth.

/// Most points of a manifold (enough to hold a body in balance).
#define KILN_MANIFOLD_POINTS_MAX 4

/// Most contacts before kiln_contacts_reduce reduces them to KILN_MANIFOLD_POINTS_MAX.
#define KILN_CONTACTS_MAX 129

/// A contact: a place where two objects touch, or nearly touch.
typedef struct kiln_contact
{
	/// Points of the surfaces, to rounding: on_b = on_a + depth normal. There are two exceptions. On a rounded shape (a
	/// margin, a capsule) whose face is inclined to the normal by the angle t, points lie up to 1 - cos t of the margin
	/// below the surface. Where several faces of a hull make an area whose outline is not convex, points in the gaps of
	/// the outline lie up to 1/100 of the area's size below the surface.
	kiln_vec3 on_a, on_b;
	float depth; ///< along the manifold's normal; negative: a gap
	/// Features that meet. The features are the same from frame to frame as long as the same features meet, whatever
	/// the order of points in the objects. The vertex names a corner of one area; the face, edge or vertex that it
	/// meets names the other side. Where two edges cross, both edges do. Vertices that are nearly over a vertex or edge
	/// of the other object, to 2^-10 of the smaller area (2^-16 of the larger area where the smaller one is a point),
	/// keep their features when they slip over it.
	///
	/// A part without a number has kind KILN_FEATURE_NONE, with a number that is as lasting: curved surfaces, sums, the
	/// inside of an area of several faces of a hull, and lines between two corners of the area that no edge joins.
	/// Where two contacts would have the same pair of features, the place of one of them numbers it instead. No two
	/// contacts of a manifold have the same pair.
	kiln_feature feature_a, feature_b;
} kiln_contact;

/// Contacts of two objects, and their common normal.
typedef struct kiln_manifold
{
	kiln_vec3 normal;								 ///< unit, from b to a; zero without contacts
	uint32_t count;									 ///< 0: the objects are farther apart than the skin
	kiln_contact contacts[KILN_MANIFOLD_POINTS_MAX]; ///< deepest first
} kiln_manifold;

/// Options of a manifold. `{0}` is the default.
typedef struct kiln_manifold_options
{
	/// >= 0: includes contacts with a gap up to this length, and contacts whose gap may be rounding (2^-22 of the
	/// smaller area's size). The deepest contact of objects within the skin is always included, whatever its gap along
	/// the normal of a preferred face.
	float skin;
	/// Features whose normals are within this angle of the contact's normal belong to the contact area. The number is
	/// the tangent of the angle, 0 .. 0.5; 0: 2 degrees.
	float tolerance;
} kiln_manifold_options;

/// Computes the manifold of two objects from their current poses: all contacts, reduced by kiln_contacts_reduce.
/// Touching is contact. NULL options: no skin. NULL cache: no cache. The depth of the deepest contact is that of
/// kiln_convex_penetration, or the negative distance of kiln_convex_distance, to rounding and to the amount that the
/// preference for a face may add. KILN_E_ARGUMENT, with `manifold` zero, for objects and options that are not usable
/// (NaN).
KILN_API kiln_status kiln_convex_manifold(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_manifold *manifold);

/// Computes all contacts, not reduced, deepest first. `count` gets the number of contacts, at most KILN_CONTACTS_MAX;
/// `contacts` holds the first `capacity` of them.
KILN_API kiln_status kiln_convex_contacts(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_contact *contacts, uint32_t capacity,
	uint32_t *count, kiln_vec3 *normal);

/// Computes all contacts along a given normal, from b to a, of any length above zero. Depths are measured along this
/// normal. Parts of a and b that do not meet along this normal have no contact. For normals that neighbours in a mesh
/// correct.
KILN_API kiln_status kiln_convex_contacts_along(const kiln_convex_object *a, const kiln_convex_object *b,
	kiln_vec3 normal, const kiln_manifold_options *options, kiln_contact *contacts, uint32_t capacity, uint32_t *count);

/// Selects up to KILN_MANIFOLD_POINTS_MAX of up to KILN_CONTACTS_MAX contacts, deepest first: the deepest contact, and,
/// of all quadrilaterals with it as a corner, the one of the largest area, to 2^-9 of that area. Where contacts are the
/// corners of a convex polygon, no four contacts with the deepest one span a larger area. Where the deepest lies inside
/// the polygon of the others, no four of them span more than 1.5 times the area. Of contacts on one line the ends
/// remain. Equals are decided by depth, then by features, so that neither the order of contacts nor that of objects
/// matters. Returns the number of selected contacts; `reduced` may be `contacts`.
KILN_API uint32_t kiln_contacts_reduce(
	const kiln_contact *contacts, uint32_t count, kiln_vec3 normal, kiln_contact reduced[KILN_MANIFOLD_POINTS_MAX]);

/// A contact that is kept from one update to the next.
typedef struct kiln_lasting_contact
{
	kiln_contact contact;	///< in the world, at the last update
	kiln_vec3 own_a, own_b; ///< its points in the shapes' own coordinates
	uint32_t age;			///< updates since the contact was made
	float user[4];			///< the caller's, such as impulses to start from; zero in a new contact, then kept
} kiln_lasting_contact;

/// State that a pair keeps from frame to frame, in the caller's memory. {0} is an empty state.
typedef struct kiln_lasting_manifold
{
	kiln_vec3 normal; ///< unit, from b to a; zero without contacts
	uint32_t count;
	kiln_lasting_contact contacts[KILN_MANIFOLD_POINTS_MAX]; ///< deepest first
	kiln_convex_cache cache;
} kiln_lasting_manifold;

/// Adds one contact to a manifold (van den Bergen 2010): the closest points while the cores are apart and only their
/// skins overlap, and the deepest points where the cores overlap. Where the objects are farther apart than the skin,
/// GJK ends early and the manifold is empty.
///
/// Old contacts are measured along the new normal. The points of an old contact move with the objects. The contact
/// stays while its points are opposite each other, to 1/64 of the smaller object's width perpendicular to the normal,
/// no farther apart than the skin, and no deeper than touching objects can be. Then both points move half of their
/// drift towards each other. Contacts with NaN are dropped. A new contact as near to an old one, or with its features,
/// replaces the old one and takes its age and user data. kiln_contacts_reduce selects four of five contacts.
///
/// An update costs less than a whole manifold, but takes some frames until it holds a body. So contacts should be made
/// before the cores touch: a skin as wide as the way that a body falls in a frame (gravity x time^2) achieves this.
/// `tolerance` affects only the features. KILN_E_ARGUMENT, with the manifold zero, for objects and options that are not
/// usable.
KILN_API kiln_status kiln_convex_manifold_update(kiln_lasting_manifold *manifold, const kiln_convex_object *a,
	const kiln_convex_object *b, const kiln_manifold_options *options);

#ifdef __cplusplus
}
#endif

#endif
