// SPDX-License-Identifier: MIT
#include "bounds/core.h"
#include "bounds/posing.h"
#include "reduce.h"
#include "search.h"
#include "shape/near.h"
#include "shape/usable.h"

#include <math.h>
#include <string.h>

/// The greatest drift, as a share of the smaller width, of points that were opposite each other. A new contact within
/// this distance of an old one is the same contact.
#define DRIFT 0x1p-6

/// Drops contacts that are deeper than the objects by more than this share of the width.
#define TOO_DEEP 0x1p-10

/// A contact under work, relative to the eye.
typedef struct lasting
{
	kiln_d3 on_a, on_b;
	double depth;
	kiln_lasting_contact kept;
} lasting;

typedef struct update
{
	kiln_contact_search search;
	kiln_posing pose_a, pose_b;
	double width; ///< width of the smaller object, perpendicular to the normal
	uint32_t count;
	lasting contacts[KILN_MANIFOLD_POINTS_MAX + 1];
} update;

static double extent(const kiln_convex *core, kiln_d3 along)
{
	uint32_t seed = KILN_NONE, other = KILN_NONE;
	kiln_d3 high = kilni_convex_support(core, along, &seed);
	kiln_d3 low = kilni_convex_support(core, kiln_d3_scale(along, -1), &other);
	return kiln_d3_dot(along, kiln_d3_sub(high, low)) + 2 * core->margin;
}

static double width_of(const kiln_convex *core, const kiln_contact_frame *frame)
{
	return kiln_double_max(extent(core, frame->u), extent(core, frame->v));
}

static kiln_d3 placed(const kiln_posing *pose, kiln_vec3 own, kiln_d3 eye)
{
	kiln_d3 away = kiln_d3_sub(pose->translation, eye);
	return kiln_d3_add(kiln_posing_turn(pose, kiln_d3_from(own)), away);
}

static kiln_vec3 placed_back(const kiln_posing *pose, kiln_d3 point, kiln_d3 eye)
{
	kiln_d3 away = kiln_d3_sub(point, kiln_d3_sub(pose->translation, eye));
	return kiln_near_vec3(kiln_d3_scale(kiln_posing_rotate_back(pose, away), 1 / pose->scale));
}

static double total_margin(const kiln_contact_search *search)
{
	return search->margin_a + search->margin_b;
}

/// Moves an old contact to the objects' current poses; returns false when the contact has ended.
static bool carry(const update *u, const kiln_lasting_contact *old, lasting *now)
{
	const kiln_contact_search *search = &u->search;
	if (!kilni_usable_point(&old->own_a) || !kilni_usable_point(&old->own_b))
		return false;
	kiln_d3 a = placed(&u->pose_a, old->own_a, search->eye), b = placed(&u->pose_b, old->own_b, search->eye);
	kiln_d3 between = kiln_d3_sub(b, a);
	double depth = kiln_d3_dot(between, search->normal), most = DRIFT * u->width;
	kiln_d3 drift = kiln_d3_along(between, -depth, search->normal);
	if (!(depth >= -search->skin && depth <= search->depth + total_margin(search) + TOO_DEEP * u->width &&
			kiln_d3_length2(drift) <= most * most))
		return false;
	*now = (lasting){kiln_d3_along(a, 0.5, drift), kiln_d3_along(b, -0.5, drift), depth, *old};
	++now->kept.age;
	return true;
}

static lasting newest(const update *u)
{
	const kiln_contact_search *s = &u->search;
	lasting now = {.depth = s->depth + total_margin(s)};
	now.on_a = kiln_d3_along(s->on_a, -s->margin_a, s->normal);
	now.on_b = kiln_d3_along(now.on_a, now.depth, s->normal);
	double x = kiln_d3_dot(s->frame.u, s->on_a), y = kiln_d3_dot(s->frame.v, s->on_a);
	double near = kiln_clip_near(&s->area_a, &s->area_b);
	now.kept.contact.feature_a = kilni_area_feature_at(&s->area_a, x, y, near);
	now.kept.contact.feature_b = kilni_area_feature_at(&s->area_b, x, y, near);
	now.kept.own_a = placed_back(&u->pose_a, now.on_a, s->eye);
	now.kept.own_b = placed_back(&u->pose_b, now.on_b, s->eye);
	return now;
}

/// Whether both have the same names, and one of these is a vertex or both are edges: a face may have several points on
/// a face.
static bool same_names(const kiln_contact *p, const kiln_contact *q)
{
	return (p->feature_a.kind != KILN_FEATURE_FACE || p->feature_b.kind != KILN_FEATURE_FACE) &&
		   p->feature_a.kind == q->feature_a.kind && p->feature_a.index == q->feature_a.index &&
		   p->feature_b.kind == q->feature_b.kind && p->feature_b.index == q->feature_b.index;
}

/// Replaces the contacts that are within the drift of the new contact, or have its names. The new contact keeps the
/// data that the nearest of them carries.
static void add(update *u, lasting now)
{
	double nearest = HUGE_VAL, most = DRIFT * u->width;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < u->count; ++i)
	{
		const lasting *old = &u->contacts[i];
		double away2 = kiln_d3_length2(kiln_d3_sub(old->on_a, now.on_a));
		bool same = away2 <= most * most || same_names(&old->kept.contact, &now.kept.contact);
		if (same && away2 < nearest)
		{
			nearest = away2;
			now.kept.age = old->kept.age;
			memcpy(now.kept.user, old->kept.user, sizeof now.kept.user);
		}
		if (!same)
			u->contacts[kept++] = *old;
	}
	u->contacts[kept] = now;
	u->count = kept + 1;
}

/// Writes the contacts that stay, deepest first.
static void finish(const update *u, kiln_lasting_manifold *manifold)
{
	const kiln_contact_search *s = &u->search;
	kiln_pick_point points[KILN_MANIFOLD_POINTS_MAX + 1];
	uint32_t picked[KILN_MANIFOLD_POINTS_MAX];
	for (uint32_t i = 0; i < u->count; ++i)
	{
		const lasting *c = &u->contacts[i];
		points[i] = (kiln_pick_point){kiln_d3_dot(s->frame.u, c->on_a), kiln_d3_dot(s->frame.v, c->on_a),
			kiln_near_float(c->depth), i, c->kept.contact.feature_a, c->kept.contact.feature_b};
	}
	kilni_pick_sort(points, u->count);
	manifold->count = kilni_pick(points, u->count, picked);
	for (uint32_t i = 0; i < manifold->count; ++i)
	{
		const lasting *c = &u->contacts[points[picked[i]].number];
		kiln_lasting_contact *to = &manifold->contacts[i];
		*to = c->kept;
		to->contact.on_a = kiln_near_vec3(kiln_d3_add(s->eye, c->on_a));
		to->contact.on_b = kiln_near_vec3(kiln_d3_add(s->eye, c->on_b));
		to->contact.depth = kiln_near_float(c->depth);
	}
	manifold->normal = kiln_d3_to(s->normal);
}

/// Drops the contacts, but keeps the data that makes the next query short.
static void empty(kiln_lasting_manifold *manifold)
{
	kiln_convex_cache cache = manifold->cache;
	memset(manifold, 0, sizeof *manifold);
	manifold->cache = cache;
}

kiln_status kiln_convex_manifold_update(kiln_lasting_manifold *manifold, const kiln_convex_object *a,
	const kiln_convex_object *b, const kiln_manifold_options *options)
{
	update u;
	if (!manifold)
		return KILN_E_ARGUMENT;
	if (!kilni_contact_search_begin(a, b, options, &u.search))
	{
		memset(manifold, 0, sizeof *manifold);
		return KILN_E_ARGUMENT;
	}
	if (!kilni_contact_search_normal(&u.search, &manifold->cache))
	{
		empty(manifold);
		return KILN_OK;
	}
	u.pose_a = kiln_posing_of(&a->pose);
	u.pose_b = kiln_posing_of(&b->pose);
	kilni_contact_search_look(&u.search, u.search.normal);
	u.search.skin = kilni_contact_search_skin(&u.search, u.search.depth);
	u.width = kiln_double_min(
		width_of(&u.search.a.terms[0], &u.search.frame), width_of(&u.search.b.terms[0], &u.search.frame));
	u.count = 0;
	for (uint32_t i = 0; i < manifold->count && i < KILN_MANIFOLD_POINTS_MAX; ++i)
		u.count += carry(&u, &manifold->contacts[i], &u.contacts[u.count]);
	add(&u, newest(&u));
	empty(manifold);
	finish(&u, manifold);
	return KILN_OK;
}
