// SPDX-License-Identifier: MIT
#include "search.h"

#include "bounds/core.h"
#include "convex/depth/boxes.h"
#include "convex/depth/epa.h"
#include "convex/depth/sat.h"
#include "math/budget.h"
#include "shape/near.h"

#include <math.h>

/// tan(2 degrees)
#define USUAL_TOLERANCE 0.034920769491747731

/// If the distance is below this many roundings, its direction is mostly rounding.
#define SURE_DIRECTION 0x1p12

bool kilni_contact_options_usable(const kiln_manifold_options *options)
{
	return !options || (options->skin >= 0 && options->skin <= KILN_COORDINATE_MAX && options->tolerance >= 0 &&
						   options->tolerance <= 0.5F);
}

double kilni_contact_options_tangent(const kiln_manifold_options *options)
{
	return options && options->tolerance > 0 ? (double)options->tolerance : USUAL_TOLERANCE;
}

void kilni_contact_search_set(kiln_contact_search *search, const kiln_manifold_options *options)
{
	search->budget = NULL;
	search->rough = false;
	search->margin_a = search->a.terms[0].margin;
	search->margin_b = search->b.terms[0].margin;
	search->skin = options ? (double)options->skin : 0;
	search->tangent = kilni_contact_options_tangent(options);
}

bool kilni_contact_search_begin(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_contact_search *search)
{
	if (!kilni_convex_object_usable(a) || !kilni_convex_object_usable(b) || !kilni_contact_options_usable(options))
		return false;
	search->eye = kilni_contact_body_at_anchor(a, &search->a);
	kilni_contact_body_of(b, search->eye, &search->b);
	kilni_contact_search_set(search, options);
	return true;
}

bool kilni_contact_search_begin_triangles(
	const kiln_convex_object *object, const kiln_manifold_options *options, kiln_contact_search *search)
{
	if (!kilni_convex_object_usable(object) || !kilni_contact_options_usable(options))
		return false;
	search->eye = kilni_contact_body_at_anchor(object, &search->a);
	return true;
}

/// Takes the simplex of the last call, where both cores have its vertices. The axis in the cache is not used.
static void take_vertices(
	const kiln_convex_cache *cache, const kiln_convex *a, const kiln_convex *b, kiln_simplex *simplex)
{
	simplex->count = 0;
	simplex->seeded = cache != NULL;
	simplex->first = (kiln_d3){0, 0, 0};
	if (!cache)
		return;
	simplex->seed_a = cache->seed_a - 1;
	simplex->seed_b = cache->seed_b - 1;
	uint32_t count = cache->count <= 4 ? cache->count : 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (!kilni_convex_vertex(a, cache->vertex_a[i], &simplex->a[i]) ||
			!kilni_convex_vertex(b, cache->vertex_b[i], &simplex->b[i]))
			return;
		simplex->number_a[i] = cache->vertex_a[i];
		simplex->number_b[i] = cache->vertex_b[i];
	}
	simplex->count = count;
}

static void leave_vertices(const kiln_simplex *simplex, kiln_convex_cache *cache)
{
	if (!cache)
		return;
	cache->count = simplex->count;
	cache->seed_a = simplex->seed_a + 1;
	cache->seed_b = simplex->seed_b + 1;
	for (uint32_t i = 0; i < simplex->count; ++i)
	{
		cache->vertex_a[i] = simplex->number_a[i];
		cache->vertex_b[i] = simplex->number_b[i];
	}
}

/// Sets normal and depth of cores that overlap.
static void by_depth(kiln_contact_search *search, const kiln_simplex *simplex)
{
	kiln_epa_answer answer;
	kilni_epa(&search->a.terms[0], &search->b.terms[0], simplex, &answer);
	search->normal = answer.normal;
	search->depth = answer.upper;
	search->on_a = answer.on_a;
	if (!kiln_budget_take(search->budget, answer.steps))
		return;
	if (answer.settled || search->a.count > 1 || search->b.count > 1 || !search->a.has_faces[0] ||
		!search->b.has_faces[0])
		return;
	// Polytopes with so many faces about equally near that the room was too small.
	kiln_sat_result result;
	kilni_contact_body_complete(&search->a);
	kilni_contact_body_complete(&search->b);
	kilni_sat_within(&search->a.polytopes[0], &search->b.polytopes[0], search->budget, &result);
	if (!result.apart && result.depth < answer.upper)
	{
		search->normal = result.normal;
		search->depth = result.depth;
		search->on_a = result.on_a;
	}
}

bool kilni_contact_search_near(
	kiln_contact_search *search, kiln_convex_cache *cache, kiln_simplex *simplex, kiln_gap *gap)
{
	const kiln_convex *a = &search->a.terms[0], *b = &search->b.terms[0];
	double reach = (search->margin_a + search->margin_b + search->skin) * (1 + 0x1p-50);
	take_vertices(cache, a, b, simplex);
	kilni_gjk(a, (kiln_d3){0, 0, 0}, b, (kiln_enough){0, reach, 0, 0}, simplex, gap);
	leave_vertices(simplex, cache);
	return !(gap->lower > reach);
}

void kilni_contact_search_settle(kiln_contact_search *search, const kiln_simplex *simplex, const kiln_gap *gap)
{
	if (gap->upper > SURE_DIRECTION * gap->rounding && gap->lower > 0)
	{
		const bool across = kiln_gap_leads_across(gap);
		search->normal = kilni_d3_unit(kiln_d3_scale(across ? gap->between : gap->axis, -1));
		search->depth = across ? -gap->upper : -gap->lower;
		search->on_a = gap->on_a;
		return;
	}
	by_depth(search, simplex);
}

bool kilni_contact_search_normal(kiln_contact_search *search, kiln_convex_cache *cache)
{
	kiln_simplex simplex;
	kiln_gap gap;
	if (!kilni_contact_search_near(search, cache, &simplex, &gap))
		return false;
	kilni_contact_search_settle(search, &simplex, &gap);
	return true;
}

static bool is_box(const kiln_contact_body *body)
{
	return body->count == 1 && body->has_faces[0] && kilni_is_box(&body->polytopes[0]);
}

/// What the closed form says of two boxes.
typedef enum boxes_answer
{
	BOXES_APART, ///< by more than the skin
	BOXES_FOUND,
	BOXES_OTHER ///< a vertex or an edge is closest to a vertex or an edge
} boxes_answer;

static boxes_answer ask_boxes(kiln_contact_search *search)
{
	const kiln_polytope *a = &search->a.polytopes[0], *b = &search->b.polytopes[0];
	const double reach = search->margin_a + search->margin_b + search->skin;
	kiln_boxes_way way;
	kilni_boxes_find_way(a, b, &way);
	search->normal = way.normal;
	search->depth = way.depth;
	// Any point near both: only the deepest contact needs it, and mostly the areas have that.
	search->on_a = b->origin;
	search->rough = way.depth >= 0;
	if (search->rough)
		return BOXES_FOUND;
	const double size = kiln_d3_largest(b->origin) + reach;
	if (-way.depth > reach * (1 + 0x1p-40) + 0x1p-40 * size)
		return BOXES_APART;
	return kilni_boxes_face_each_other(a, b, &way, &search->on_a) ? BOXES_FOUND : BOXES_OTHER;
}

bool kilni_contact_search_normal_roughly(kiln_contact_search *search, kiln_convex_cache *cache, kiln_manifold *only)
{
	kiln_simplex simplex;
	kiln_gap gap;
	only->count = 0;
	if (is_box(&search->a) && is_box(&search->b))
	{
		const boxes_answer answer = ask_boxes(search);
		if (answer != BOXES_OTHER)
			return answer == BOXES_FOUND;
	}
	if (kilni_contact_search_point_on_box(search, &only->contacts[0]))
	{
		only->normal = kiln_d3_to(search->normal);
		only->count = 1;
		return true;
	}
	if (!kilni_contact_search_near(search, cache, &simplex, &gap))
		return false;
	kilni_contact_search_settle(search, &simplex, &gap);
	if (kiln_gap_leads_across(&gap) && kilni_contact_search_point_on_face(search, &simplex, &only->contacts[0]))
	{
		only->normal = kiln_d3_to(search->normal);
		only->count = 1;
	}
	return true;
}

void kilni_contact_search_point(kiln_contact_search *search)
{
	const kiln_d3 normal = search->normal;
	const double depth = search->depth;
	if (!search->rough)
		return;
	kilni_contact_search_normal(search, NULL);
	search->normal = normal;
	search->depth = depth;
	search->rough = false;
}

void kilni_contact_search_look(kiln_contact_search *search, kiln_d3 normal)
{
	search->frame = kilni_contact_frame_of(normal, search->tangent);
	kilni_area_of(&search->a, &search->frame, -1, &search->area_a);
	kilni_area_of(&search->b, &search->frame, 1, &search->area_b);
}

float kilni_contact_search_depth(const kiln_contact_search *search, const kiln_clip_point *point)
{
	return kiln_near_float((point->height_b + search->margin_b) - (point->height_a - search->margin_a));
}

kiln_contact kilni_contact_search_finish(const kiln_contact_search *search, const kiln_clip_point *point)
{
	const kiln_contact_frame *frame = &search->frame;
	kiln_d3 place = kiln_d3_along(kiln_d3_along(search->eye, point->x, frame->u), point->y, frame->v);
	double height_a = point->height_a - search->margin_a, height_b = point->height_b + search->margin_b;
	return (kiln_contact){
		.on_a = kiln_near_vec3(kiln_d3_along(place, height_a, frame->normal)),
		.on_b = kiln_near_vec3(kiln_d3_along(place, height_b, frame->normal)),
		.depth = kilni_contact_search_depth(search, point),
		.feature_a = point->feature_a,
		.feature_b = point->feature_b,
	};
}
