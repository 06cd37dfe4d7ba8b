// SPDX-License-Identifier: MIT
#include "bounds/core.h"
#include "placed.h"
#include "reduce.h"
#include "rounded.h"
#include "search.h"

#include <math.h>
#include <string.h>

/// The depth that a face's normal may cost, as a share of the objects' depth, and for rounding as a share of the
/// smaller area's size.
#define FACE_PREFERENCE 0x1p-6
#define FACE_ROUNDING 0x1p-20

/// A point inside the areas is a contact, too, if it is deeper than their corners by this share of the size and depth.
/// Also bounds the error of coordinates.
#define DEEPER 0x1p-22
#define ROUNDING 0x1p-40

/// Two normals are the same if the cosine between them is above this.
#define SAME_NORMAL (1 - 0x1p-40)

/// The contacts of a pair before they are rounded.
typedef struct contact_list
{
	uint32_t count;
	kiln_clip_point points[KILN_CONTACTS_MAX];
} contact_list;

static double size_of(const kiln_contact_search *search)
{
	return kiln_double_min(search->area_a.size, search->area_b.size);
}

/// The depth of the cores along a normal.
static double depth_along(const kiln_contact_search *search, kiln_d3 normal)
{
	uint32_t seed_a = KILN_NONE, seed_b = KILN_NONE;
	kiln_d3 low = kilni_convex_support(&search->a.terms[0], kiln_d3_scale(normal, -1), &seed_a);
	kiln_d3 high = kilni_convex_support(&search->b.terms[0], normal, &seed_b);
	return kiln_d3_dot(normal, kiln_d3_sub(high, low));
}

/// The normal of the better of both areas' faces, if it can replace the search's normal; returns false if no face can,
/// or if it is the same normal.
static bool prefer_face(const kiln_contact_search *search, kiln_d3 *normal, double *most)
{
	// Cores of rounded objects that only touch are as far apart as the sum of the margins.
	double depth_of_both = kiln_double_abs(search->depth + search->margin_a + search->margin_b);
	double slack = FACE_PREFERENCE * depth_of_both + FACE_ROUNDING * size_of(search);
	const kiln_d3 faces[2] = {kiln_d3_scale(search->area_a.face_normal, -1), search->area_b.face_normal};
	double best = *most = search->depth + slack;
	bool found = false;
	for (int i = 0; i < 2; ++i)
	{
		if (kiln_d3_largest(faces[i]) == 0)
			continue;
		if (kiln_d3_dot(faces[i], search->normal) > SAME_NORMAL)
			return false;
		double depth = depth_along(search, faces[i]);
		if (depth < best || (!found && depth <= best))
		{
			best = depth;
			*normal = faces[i];
			found = true;
		}
	}
	return found;
}

static double deepest_of(const contact_list *list)
{
	double deepest = -HUGE_VAL;
	for (uint32_t i = 0; i < list->count; ++i)
		deepest = kiln_double_max(deepest, list->points[i].height_b - list->points[i].height_a);
	return deepest;
}

static void clip(const kiln_contact_search *search, contact_list *list)
{
	list->count = kilni_area_clip(&search->area_a, &search->area_b, &search->frame, list->points);
}

/// The place of the contact with a point's names, or the place behind the last contact.
static uint32_t place_in(const contact_list *list, const kiln_clip_point *point)
{
	uint32_t i = 0;
	for (; i < list->count; ++i)
	{
		const kiln_clip_point *other = &list->points[i];
		if (other->feature_a.kind == point->feature_a.kind && other->feature_a.index == point->feature_a.index &&
			other->feature_b.kind == point->feature_b.kind && other->feature_b.index == point->feature_b.index)
			break;
	}
	return i;
}

/// Adds the closest or deepest points, which are already known.
static void add_deepest(kiln_contact_search *search, contact_list *list)
{
	kilni_contact_search_point(search);
	kiln_clip_point point = {.x = kiln_d3_dot(search->frame.u, search->on_a),
		.y = kiln_d3_dot(search->frame.v, search->on_a),
		.height_a = kiln_d3_dot(search->normal, search->on_a)};
	point.height_b = point.height_a + search->depth;
	double near = kiln_clip_near(&search->area_a, &search->area_b);
	point.feature_a = kilni_area_feature_at(&search->area_a, point.x, point.y, near);
	point.feature_b = kilni_area_feature_at(&search->area_b, point.x, point.y, near);
	// A vertex that rounding makes less deep on a face is not a second contact.
	uint32_t place = place_in(list, &point);
	list->count += place == list->count;
	list->points[place] = point;
}

/// The greatest error of contact heights.
static double rounding_of(const kiln_contact_search *search)
{
	return DEEPER * (size_of(search) + kiln_double_abs(search->depth)) + ROUNDING * kiln_d3_largest(search->on_a);
}

/// Adds the corners of the common part of both areas, along a face's normal where possible.
static void meet(kiln_contact_search *search, contact_list *list)
{
	kiln_d3 face;
	double most;
	kilni_contact_search_look(search, search->normal);
	if (prefer_face(search, &face, &most))
	{
		// Along that normal, too, the deepest point must be over the other's area.
		double least = search->depth - (most - search->depth);
		kilni_contact_search_look(search, face);
		clip(search, list);
		if (list->count > 0 && deepest_of(list) >= least)
			return;
		kilni_contact_search_look(search, search->normal);
	}
	clip(search, list);
	if (list->count == 0 || deepest_of(list) < search->depth - rounding_of(search))
		add_deepest(search, list);
}

double kilni_contact_search_skin(const kiln_contact_search *search, double deepest)
{
	double gap = -(deepest + search->margin_a + search->margin_b);
	double least = kiln_double_max(gap * (1 + 0x1p-22), 0) + 0x1p-149;
	return kiln_double_max(search->skin, kiln_double_max(least, rounding_of(search)));
}

/// Finds all contacts of objects whose normal is known, and which are therefore within the skin.
static void find_contacts(kiln_contact_search *search, contact_list *list)
{
	meet(search, list);
	search->skin = kilni_contact_search_skin(search, deepest_of(list));
}

/// Writes the contacts within the skin, in order.
static uint32_t sort_contacts(const kiln_contact_search *search, const contact_list *list, kiln_pick_point *points)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < list->count; ++i)
	{
		const kiln_clip_point *p = &list->points[i];
		const float depth = kilni_contact_search_depth(search, p);
		if ((double)depth >= -search->skin)
			points[count++] = (kiln_pick_point){p->x, p->y, depth, i, p->feature_a, p->feature_b};
	}
	kilni_pick_sort(points, count);
	return count;
}

static void write_contacts(const kiln_contact_search *search, const contact_list *list, kiln_contact *contacts,
	uint32_t capacity, uint32_t *count)
{
	kiln_pick_point points[KILN_CONTACTS_MAX];
	*count = sort_contacts(search, list, points);
	for (uint32_t i = 0; i < *count && i < capacity; ++i)
		contacts[i] = kilni_contact_search_finish(search, &list->points[points[i].number]);
}

void kilni_contact_search_manifold(kiln_contact_search *search, kiln_manifold *manifold)
{
	contact_list list;
	kiln_contact contacts[KILN_CONTACTS_MAX];
	uint32_t count;
	find_contacts(search, &list);
	write_contacts(search, &list, contacts, KILN_CONTACTS_MAX, &count);
	manifold->count = 0;
	if (count == 0)
		return;
	manifold->normal = kiln_d3_to(search->frame.normal);
	if (count <= KILN_MANIFOLD_POINTS_MAX)
	{
		// They are in order.
		manifold->count = count;
		memcpy(manifold->contacts, contacts, count * sizeof *contacts);
		return;
	}
	// Reduces the rounded contacts, so that a caller who reduces those of kiln_convex_contacts gets the same.
	manifold->count = kiln_contacts_reduce(contacts, count, manifold->normal, manifold->contacts);
}

kiln_status kiln_convex_manifold(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_manifold *manifold)
{
	kiln_contact_search search;
	if (!manifold)
		return KILN_E_ARGUMENT;
	if (kilni_contact_rounded(a, b, options, manifold))
		return KILN_OK;
	memset(manifold, 0, sizeof *manifold);
	if (!kilni_contact_search_begin(a, b, options, &search))
		return KILN_E_ARGUMENT;
	if (kilni_contact_search_normal_roughly(&search, cache, manifold) && manifold->count == 0)
		kilni_contact_search_manifold(&search, manifold);
	return KILN_OK;
}

/// The manifold of one contact, as kiln_convex_contacts returns it.
static void write_only(
	const kiln_manifold *only, kiln_contact *contacts, uint32_t capacity, uint32_t *count, kiln_vec3 *normal)
{
	*count = only->count;
	if (only->count == 0)
		return;
	*normal = only->normal;
	if (capacity > 0)
		contacts[0] = only->contacts[0];
}

kiln_status kiln_convex_contacts(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_convex_cache *cache, kiln_contact *contacts, uint32_t capacity,
	uint32_t *count, kiln_vec3 *normal)
{
	kiln_contact_search search;
	contact_list list;
	kiln_manifold only;
	if (!count || !normal || (!contacts && capacity > 0))
		return KILN_E_ARGUMENT;
	*count = 0;
	*normal = (kiln_vec3){0, 0, 0};
	if (kilni_contact_rounded(a, b, options, &only))
	{
		write_only(&only, contacts, capacity, count, normal);
		return KILN_OK;
	}
	if (!kilni_contact_search_begin(a, b, options, &search))
		return KILN_E_ARGUMENT;
	if (!kilni_contact_search_normal_roughly(&search, cache, &only))
		return KILN_OK;
	write_only(&only, contacts, capacity, count, normal);
	if (only.count > 0)
		return KILN_OK;
	find_contacts(&search, &list);
	write_contacts(&search, &list, contacts, capacity, count);
	if (*count > 0)
		*normal = kiln_d3_to(search.frame.normal);
	return KILN_OK;
}

uint32_t kilni_contact_search_triangle(kiln_contact_search *search, const kiln_manifold_options *options,
	const kiln_vec3 corners[3], kiln_contact contacts[KILN_CONTACTS_MAX], kiln_vec3 *normal)
{
	contact_list list;
	kiln_simplex simplex;
	kiln_gap gap;
	uint32_t count;
	kiln_d3 seen[3];
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_sub(kiln_d3_from(corners[i]), search->eye);
	search->a.seed = KILN_NONE;
	search->b.terms[0] = kilni_convex_of_triangle(seen);
	kilni_contact_search_set(search, options);
	// Most triangles near an object are not within the skin, and need no more.
	if (!kilni_contact_search_near(search, NULL, &simplex, &gap))
		return 0;
	kilni_contact_body_of_triangle(seen, &search->b);
	kilni_contact_search_settle(search, &simplex, &gap);
	find_contacts(search, &list);
	write_contacts(search, &list, contacts, KILN_CONTACTS_MAX, &count);
	*normal = kiln_d3_to(search->frame.normal);
	return count;
}

/// Finds the contacts along a unit normal.
static void find_along(
	kiln_contact_search *search, kiln_d3 along, kiln_contact *contacts, uint32_t capacity, uint32_t *count)
{
	contact_list list;
	kilni_contact_search_look(search, along);
	clip(search, &list);
	if (list.count == 0)
		return;
	search->depth = deepest_of(&list);
	search->on_a = (kiln_d3){list.points[0].x, list.points[0].y, list.points[0].height_a};
	search->skin = kiln_double_max(search->skin, rounding_of(search));
	write_contacts(search, &list, contacts, capacity, count);
}

uint32_t kilni_contact_search_triangle_along(kiln_contact_search *search, const kiln_manifold_options *options,
	kiln_vec3 normal, kiln_contact contacts[KILN_CONTACTS_MAX])
{
	uint32_t count = 0;
	kiln_d3 along = kilni_d3_unit(kiln_d3_from(normal));
	double length2 = kiln_d3_length2(along);
	if (!(length2 > 0.5 && length2 < 2))
		return 0;
	search->a.seed = search->b.seed = KILN_NONE;
	kilni_contact_search_set(search, options);
	find_along(search, along, contacts, KILN_CONTACTS_MAX, &count);
	return count;
}

kiln_status kiln_convex_contacts_along(const kiln_convex_object *a, const kiln_convex_object *b, kiln_vec3 normal,
	const kiln_manifold_options *options, kiln_contact *contacts, uint32_t capacity, uint32_t *count)
{
	kiln_contact_search search;
	if (!count || (!contacts && capacity > 0))
		return KILN_E_ARGUMENT;
	*count = 0;
	kiln_d3 along = kilni_d3_unit(kiln_d3_from(normal));
	double length2 = kiln_d3_length2(along);
	if (!(length2 > 0.5 && length2 < 2) || !kilni_contact_search_begin(a, b, options, &search))
		return KILN_E_ARGUMENT;
	find_along(&search, along, contacts, capacity, count);
	return KILN_OK;
}
