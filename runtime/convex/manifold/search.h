// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_MANIFOLD_SEARCH_H
#define KILN_CONVEX_MANIFOLD_SEARCH_H

#include "clip.h"
#include "convex/distance/gjk.h"
#include "kiln/budget.h"
#include "kiln/convex/manifold.h"

/// A query for contacts, prepared, and the normal with which answers begin.
typedef struct kiln_contact_search
{
	kiln_d3 eye; ///< the origin of both objects' coordinates
	kiln_contact_body a, b;
	double margin_a, margin_b; ///< of the balls around both cores
	double skin, tangent;
	kiln_budget *budget; ///< of depths; NULL at first. When it ends, normal, depth and on_a are not valid
	kiln_d3 normal;		 ///< unit, from b to a
	double depth;		 ///< of the cores along it; negative: a gap
	kiln_d3 on_a;		 ///< on a's core; on_a + depth normal is on b's
	bool rough;			 ///< on_a is only somewhere near
	kiln_contact_frame frame;
	kiln_area area_a, area_b;
} kiln_contact_search;

/// Whether options (NULL: none) are usable.
bool kilni_contact_options_usable(const kiln_manifold_options *options);

/// The tangent of the tolerance's angle of usable options.
double kilni_contact_options_tangent(const kiln_manifold_options *options);

/// Sets the fields that follow from usable options and both bodies. The bodies and the eye are already set.
void kilni_contact_search_set(kiln_contact_search *search, const kiln_manifold_options *options);

/// Returns false for objects or options that are not usable. `options` may be NULL.
bool kilni_contact_search_begin(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_contact_search *search);

/// Begins the search for contacts of an object with triangles, one after another. Returns false for an object or options
/// that are not usable.
bool kilni_contact_search_begin_triangles(
	const kiln_convex_object *object, const kiln_manifold_options *options, kiln_contact_search *search);

/// Finds the contacts with a usable triangle, to the bit as kiln_convex_contacts does. Returns how many of
/// KILN_CONTACTS_MAX there are.
uint32_t kilni_contact_search_triangle(kiln_contact_search *search, const kiln_manifold_options *options,
	const kiln_vec3 corners[3], kiln_contact contacts[KILN_CONTACTS_MAX], kiln_vec3 *normal);

/// Finds the contacts with the last triangle that had contacts along a normal, to the bit as kiln_convex_contacts_along
/// does.
uint32_t kilni_contact_search_triangle_along(kiln_contact_search *search, const kiln_manifold_options *options,
	kiln_vec3 normal, kiln_contact contacts[KILN_CONTACTS_MAX]);

/// Sets normal, depth and on_a; returns false where the objects are proved to be farther apart than the skin. `cache`
/// may be NULL.
bool kilni_contact_search_normal(kiln_contact_search *search, kiln_convex_cache *cache);

/// The two halves of kilni_contact_search_normal: whether the cores are within the skin, which needs the terms of both
/// bodies only; and then normal, depth and on_a.
bool kilni_contact_search_near(
	kiln_contact_search *search, kiln_convex_cache *cache, kiln_simplex *simplex, kiln_gap *gap);
void kilni_contact_search_settle(kiln_contact_search *search, const kiln_simplex *simplex, const kiln_gap *gap);

/// kilni_contact_search_normal for callers that look at areas. They need on_a only where the areas do not have the deepest
/// contact, and call kilni_contact_search_point first. `only->count` is 1 if `only` already is the whole manifold, else 0.
bool kilni_contact_search_normal_roughly(kiln_contact_search *search, kiln_convex_cache *cache, kiln_manifold *only);

/// Finds the contact of cores that are apart, where a single vertex is above the inside of a face. Needs normal, depth and
/// on_a, and the simplex of their distance. Returns false, and perhaps sets some of `contact`, for other cores.
bool kilni_contact_search_point_on_face(
	const kiln_contact_search *search, const kiln_simplex *simplex, kiln_contact *contact);

/// The same for a box and a point or segment, without their distance: sets normal, depth and on_a, too.
bool kilni_contact_search_point_on_box(kiln_contact_search *search, kiln_contact *contact);

/// Makes on_a exact.
void kilni_contact_search_point(kiln_contact_search *search);

/// Computes both areas along a normal.
void kilni_contact_search_look(kiln_contact_search *search, kiln_d3 normal);

/// The points on the surfaces of both objects, margins included, below and above a point of contact along the search's
/// normal: in the world, rounded once.
kiln_contact kilni_contact_search_finish(const kiln_contact_search *search, const kiln_clip_point *point);

/// The depth of that contact.
float kilni_contact_search_depth(const kiln_contact_search *search, const kiln_clip_point *point);

/// The skin of objects that are known to be within theirs, after their areas were computed. It includes the contact
/// with the `deepest` cores, however this was rounded or measured, and others that are apart only by rounding.
double kilni_contact_search_skin(const kiln_contact_search *search, double deepest);

/// The whole manifold, reduced, of a search that has its normal, as kiln_convex_manifold returns it. It has a contact.
void kilni_contact_search_manifold(kiln_contact_search *search, kiln_manifold *manifold);

#endif
