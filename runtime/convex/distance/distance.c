// SPDX-License-Identifier: MIT
#include "kiln/convex/distance.h"

#include "bounds/outward.h"
#include "convex/method.h"
#include "convex/shape/points.h"
#include "distance_cache.h"
#include "penetration_feature.h"
#include "shape/near.h"
#include "tree/layout.h"

/// Whether the lower bound is more than the margins, whose sum rounds.
static bool are_apart(const kiln_convex_pair *pair, double lower)
{
	return lower > pair->margin * (1 + 0x1p-50);
}

/// Whether an edge or a face of the hull has these vertices.
static bool has_all(const kiln_hull *hull, kiln_feature feature, const uint32_t *numbers, uint32_t count)
{
	uint32_t corners[3];
	if (feature.kind == KILN_FEATURE_EDGE && feature.index < hull->edge_count)
	{
		uint32_t half = kiln_hull_edge(hull, feature.index);
		corners[0] = kiln_hull_origin(hull, half);
		corners[1] = corners[2] = kiln_hull_origin(hull, kiln_hull_twin(hull, half));
	}
	else if (feature.kind == KILN_FEATURE_FACE && feature.index < hull->face_count)
	{
		uint32_t corner_count, first = kiln_hull_face(hull, feature.index, &corner_count);
		if (corner_count != 3)
			return false;
		for (uint32_t i = 0; i < 3; ++i)
			corners[i] = kiln_hull_origin(hull, first + i);
	}
	else
		return false;
	bool all = true;
	for (uint32_t i = 0; i < count; ++i)
		all = all && (numbers[i] == corners[0] || numbers[i] == corners[1] || numbers[i] == corners[2]);
	return all;
}

/// Removes repeated vertices of one to four. Returns how many are left. Without a loop, whose end would be guessed wrong.
static inline uint32_t distinct(const uint32_t *numbers, uint32_t count, uint32_t kept[4])
{
	// Repeats numbers in the place of missing ones.
	const uint32_t last = count - 1, a = numbers[0], b = numbers[(last | last >> 1) & 1], c = numbers[last & 2];
	const uint32_t d = numbers[last];
	uint32_t left = 1;
	kept[0] = a;
	kept[left] = b;
	left += b != a;
	kept[left] = c;
	left += (c != a) & (c != b);
	kept[left] = d;
	return left + (uint32_t)((d != a) & (d != b) & (d != c));
}

/// The feature of these vertices. Tests `guess` first: the last answer, or any feature.
static kiln_feature hull_feature(const kiln_hull *hull, const uint32_t *numbers, uint32_t count, kiln_feature guess)
{
	uint32_t kept[4], left = distinct(numbers, count, kept);
	if (left == 1)
		return (kiln_feature){KILN_FEATURE_VERTEX, kept[0]};
	if ((left == 2 && guess.kind == KILN_FEATURE_EDGE) || (left == 3 && guess.kind == KILN_FEATURE_FACE))
		if (has_all(hull, guess, kept, left))
			return guess;
	return kilni_polytope_feature_of(hull, kept, left);
}

/// `corners` and `numbers` are the simplex's points of the object; `last` is the last answer, or any feature.
static kiln_feature feature_of(const kiln_convex_object *object, const kiln_convex_pair *pair, const kiln_convex *core,
	const kiln_d3 corners[4], const uint32_t numbers[4], uint32_t count, kiln_feature last)
{
	// Bare points have the core of a hull, but no edges.
	if (core->hull && core->form == KILN_FORM_SUM && !core->plus)
		return hull_feature(core->hull, numbers, count, last);
	return kilni_penetration_feature(object, core, pair, corners, numbers, count);
}

/// Sets the features of cores that are apart.
static void set_features(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_convex_pair *pair,
	const kiln_simplex *simplex, kiln_convex_cache *cache, kiln_convex_separation *separation)
{
	const kiln_feature none = {KILN_FEATURE_NONE, 0};
	const uint32_t count = simplex->count;
	kiln_feature last_a = cache ? cache->axis_a : none, last_b = cache ? cache->axis_b : none;
	separation->feature_a = feature_of(a, pair, pair->a, simplex->a, simplex->number_a, count, last_a);
	separation->feature_b = feature_of(b, pair, pair->b, simplex->b, simplex->number_b, count, last_b);
	if (cache)
	{
		cache->axis_a = separation->feature_a;
		cache->axis_b = separation->feature_b;
	}
}

/// The proven lower bound of the distance of objects with margins, which round; at least zero.
static float lower_of(const kiln_gap *gap, double margin)
{
	float lower = kiln_float_down(gap->lower - margin * (1 + 0x1p-50));
	return lower > 0 ? lower : 0;
}

/// Transforms a point from the pair's coordinates to the world. Usable objects are far from the largest float.
static inline kiln_vec3 in_world(const kiln_convex_pair *pair, kiln_d3 point)
{
	return kiln_d3_to(kiln_d3_add(pair->eye, kiln_convex_pair_out(pair, point)));
}

/// Computes the answers from the gap of the cores, without features.
static void answer(const kiln_convex_pair *pair, const kiln_gap *gap, kiln_convex_separation *separation)
{
	double margin_a = pair->a[0].margin, margin_b = pair->b[0].margin;
	separation->found = true;
	separation->lower = lower_of(gap, pair->margin);
	separation->distance = 0;
	if (are_apart(pair, gap->lower))
	{
		separation->distance = kiln_near_float_distance(gap->upper - pair->margin);
		separation->on_a = in_world(pair, kiln_d3_along(gap->on_a, margin_a / gap->upper, gap->between));
		separation->on_b = in_world(pair, kiln_d3_along(gap->on_b, -margin_b / gap->upper, gap->between));
	}
	else
	{
		double share = pair->margin > 0 ? margin_a / pair->margin : 0;
		separation->on_a = separation->on_b = in_world(pair, kiln_d3_along(gap->on_a, share, gap->between));
	}
	separation->feature_a = separation->feature_b = (kiln_feature){KILN_FEATURE_NONE, 0};
	separation->normal = (kiln_vec3){0, 0, 0};
	if (!(gap->lower > 0))
		return;
	kiln_d3 normal =
		kiln_gap_leads_across(gap) ? kiln_d3_scale(gap->between, -1 / gap->upper) : kiln_d3_scale(gap->axis, -1);
	separation->normal = kiln_d3_to(kiln_convex_pair_out(pair, normal));
}

/// The stopping conditions that the options request.
static kiln_enough enough_of(const kiln_distance_options *options, double margin)
{
	double far = options->limit > 0 ? ((double)options->limit + margin) * (1 + 0x1p-50) : HUGE_VAL;
	double part = options->tolerance > 0 ? 1 - (double)options->tolerance : 0;
	return (kiln_enough){.near = 0, .far = far, .part = part, .floor = margin};
}

/// Whether the cores are farther apart than the limit. Then the answer is complete.
static bool beyond(const kiln_enough *enough, const kiln_gap *gap, kiln_convex_separation *separation)
{
	if (!(gap->lower - gap->rounding > enough->far))
		return false;
	*separation = (kiln_convex_separation){.lower = lower_of(gap, enough->floor), .steps = separation->steps};
	return true;
}

/// The query of a pair by GJK.
KILN_NEVER_INLINE static void search(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, const kiln_convex_pair *pair, kiln_convex_cache *cache,
	kiln_convex_separation *separation)
{
	const kiln_d3 origin = {0, 0, 0};
	const kiln_enough enough = enough_of(options, pair->margin);
	kiln_simplex simplex;
	kiln_gap gap;
	kilni_simplex_from_cache(cache, pair, &simplex);
	kilni_gjk_by(options->solver ? options->solver->solve : NULL, pair->a, &origin, pair->b, &enough, &simplex, &gap);
	kilni_simplex_to_cache(&simplex, &gap, cache);
	separation->steps = gap.steps;
	if (beyond(&enough, &gap, separation))
		return;
	answer(pair, &gap, separation);
	if (gap.lower > 0)
		set_features(a, b, pair, &simplex, cache, separation);
}

/// The same, with room for bare points, which other pairs need not carry.
KILN_NEVER_INLINE static void search_points(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache, kiln_convex_separation *separation)
{
	kiln_convex_pair pair;
	kiln_points_room room[2];
	kilni_points_pair_of(a, b, room, &pair);
	search(a, b, options, &pair, cache, separation);
}

static void by_gjk(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_distance_options *options,
	kiln_convex_cache *cache, kiln_convex_separation *separation)
{
	if (kiln_points_are(a) || kiln_points_are(b))
	{
		search_points(a, b, options, cache, separation);
		return;
	}
	kiln_convex_pair pair;
	kilni_convex_pair_of(a, b, &pair);
	search(a, b, options, &pair, cache, separation);
}

/// Both objects with their faces, along the axes of the world.
typedef struct faces
{
	kiln_convex_pair pair;
	kiln_polytope_room room_a, room_b;
	kiln_polytope a, b;
} faces;

/// Returns false, and sets nothing, if either object has no faces.
static bool see_faces(const kiln_convex_object *a, const kiln_convex_object *b, faces *of)
{
	kiln_d3 eye = kilni_convex_object_anchor(a);
	if (!kilni_polytope_of_object(a, eye, &of->room_a, &of->a) ||
		!kilni_polytope_of_object(b, eye, &of->room_b, &of->b))
		return false;
	of->pair.eye = eye;
	of->pair.axis[0] = (kiln_d3){1, 0, 0};
	of->pair.axis[1] = (kiln_d3){0, 1, 0};
	of->pair.axis[2] = (kiln_d3){0, 0, 1};
	of->pair.a[0].margin = of->a.margin;
	of->pair.b[0].margin = of->b.margin;
	of->pair.margin = of->a.margin + of->b.margin;
	return true;
}

/// Returns false, and sets nothing, if the method cannot decide.
static bool by_method(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_distance_options *options,
	kiln_convex_cache *cache, kiln_convex_separation *separation)
{
	faces of;
	kiln_distance_found found;
	if (!see_faces(a, b, &of) || !options->method->find(&of.a, &of.b, cache, &found))
		return false;
	const kiln_enough enough = enough_of(options, of.pair.margin);
	separation->steps = found.steps;
	if (beyond(&enough, &found.gap, separation))
		return true;
	answer(&of.pair, &found.gap, separation);
	if (found.gap.lower > 0)
	{
		separation->feature_a = found.feature_a;
		separation->feature_b = found.feature_b;
	}
	return true;
}

static bool usable_options(const kiln_distance_options *options)
{
	return options->limit >= 0 && options->tolerance >= 0 && options->tolerance < 1;
}

kiln_status kiln_convex_distance(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache, kiln_convex_separation *separation)
{
	static const kiln_distance_options usual = {.limit = 0};
	if (!options)
		options = &usual;
	if (!separation)
		return KILN_E_ARGUMENT;
	if (!kilni_convex_object_usable(a) || !kilni_convex_object_usable(b) || !usable_options(options))
	{
		*separation = (kiln_convex_separation){0};
		return KILN_E_ARGUMENT;
	}
	if (!options->method || !by_method(a, b, options, cache, separation))
		by_gjk(a, b, options, cache, separation);
	return KILN_OK;
}
