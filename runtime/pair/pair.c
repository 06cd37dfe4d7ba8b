// SPDX-License-Identifier: MIT
#include "kiln/pair.h"

#include "apart.h"
#include "deform/deform.h"
#include "link_of.h"
#include "math/budget.h"
#include "math/near_key.h"
#include "math/rounding.h"
#include "mesh_pair.h"
#include "mesh_solid.h"
#include "pair/kernel/kernels.h"
#include "pair/kernel/query.h"
#include "pair/kernel/record.h"
#include "primitive/triangle/pair.h"
#include "scene_pair.h"

#include <float.h>
#include <string.h>

typedef enum pair_question
{
	PAIR_COLLIDE,
	PAIR_CONTACTS,
	PAIR_PIECES,
	PAIR_DISTANCE,
	PAIR_WITHIN,
} pair_question;

/// The state of a query.
typedef struct pair_query
{
	pair_question question;
	const kiln_pair_side *side[2];
	bool together; ///< both sides have the same pose
	kiln_pair_options options;
	kiln_pair_counters counters;
	kiln_scene_best best; ///< its greatest key is the nearest pair's, or the query's limit; 0: touching
	const kiln_pair_part *a, *b;
	kiln_pair_sift sift;
	bool sifted; ///< `sift` excludes some pairs of the parts
	kiln_visit_pair *visit;
	kiln_visit_pieces *visit_pieces;
	void *user;
	uint64_t room;	///< contacts: this many are stored, the rest only counted
	uint64_t count; ///< number of results
	kiln_pair pair; ///< distance and collide: the nearest so far; `ends` are the closest points, a's first
} pair_query;

/// Two triangles or solids of the current parts.
static kiln_pair pair_of(const pair_query *query, uint32_t triangle_a, uint32_t triangle_b)
{
	const kiln_pair_part *a = query->a, *b = query->b;
	kiln_pair pair = {.node_a = a->node, .node_b = b->node, .triangle_a = KILN_NONE, .triangle_b = KILN_NONE};
	if (a->mesh != KILN_NONE)
		pair.triangle_a = kiln_pair_part_number(a, triangle_a);
	if (b->mesh != KILN_NONE)
		pair.triangle_b = kiln_pair_part_number(b, triangle_b);
	return pair;
}

/// Stores a pair that touches. Returns false when this ends the query.
static bool take_touch(pair_query *query, const kiln_pair *pair)
{
	bool wanted = query->count++ < query->room;
	if (query->question == PAIR_CONTACTS)
		return !wanted || query->visit(query->user, pair);
	query->pair = *pair;
	return false;
}

static void set_limit(pair_query *query, float most)
{
	query->best.most = most;
	query->best.limit = (double)kiln_float_up((double)most);
}

/// Stores the vector between two points, from a's to b's, if it is the shortest so far.
static void take_way(pair_query *query, double distance, kiln_d3 way)
{
	kiln_scene_best *best = &query->best;
	if (!(distance > 0) || (best->bearing && distance >= best->distance))
		return;
	best->distance = distance;
	best->way = way;
	++best->bearing;
}

/// Stores a pair that is at most the limit apart. Among equally near pairs, those of the first nodes count, and among
/// their triangles the first, so that the order of discovery does not matter.
static bool take_near(pair_query *query, const kiln_pair *pair, double distance)
{
	const kiln_pair *old = &query->pair;
	float key = kiln_near_key(distance);
	if (key > query->best.most)
		return true;
	if (query->count && key == query->best.most)
	{
		bool before = pair->node_a != old->node_a			? pair->node_a < old->node_a
					  : pair->node_b != old->node_b			? pair->node_b < old->node_b
					  : pair->triangle_a != old->triangle_a ? pair->triangle_a < old->triangle_a
															: pair->triangle_b < old->triangle_b;
		if (!before)
			return true;
	}
	++query->count;
	query->pair = *pair;
	query->best.found = true;
	query->best.node[0] = pair->node_a;
	query->best.node[1] = pair->node_b;
	if (query->question == PAIR_WITHIN)
		return false;
	set_limit(query, key);
	return key > query->options.lower;
}

// --- Mesh against mesh ------------------------------------------------------------------------------------------------

/// Whether a place keeps angles, to the float32 rounding of a rotation. Then its greatest and least stretch differ by
/// 2^-23, and `scale` lies between them.
static bool is_similar(const kiln_place *place, double *scale)
{
	*scale = 1;
	if (!place->moved)
		return true;
	const kiln_d3 *c = place->column;
	double xx = kiln_d3_length2(c[0]), yy = kiln_d3_length2(c[1]), zz = kiln_d3_length2(c[2]);
	double mean = (xx + yy + zz) / 3, slack = 0x1p-24 * mean;
	*scale = sqrt(mean);
	return kiln_double_abs(xx - mean) <= slack && kiln_double_abs(yy - mean) <= slack &&
		   kiln_double_abs(zz - mean) <= slack && kiln_double_abs(kiln_d3_dot(c[0], c[1])) <= slack &&
		   kiln_double_abs(kiln_d3_dot(c[0], c[2])) <= slack && kiln_double_abs(kiln_d3_dot(c[1], c[2])) <= slack;
}

/// Measures lengths in the query's coordinates relative to the middle of a's mesh, so that numbers are as large as the
/// shapes, and not as their distance from the origin.
static kiln_pair_metric metric_of(const kiln_pair_part *part)
{
	kiln_pair_metric metric;
	metric.similar = is_similar(&part->place, &metric.scale);
	metric.to_query = kiln_affine_of_place(&part->place);
	const float *m = part->tree.middle;
	kiln_d3 middle = {(double)m[0], (double)m[1], (double)m[2]};
	metric.to_query.origin = kiln_d3_scale(kiln_affine_vector(&metric.to_query, middle), -1);
	return metric;
}

/// The number of nodes of the tree of a part's mesh.
static uint32_t tree_nodes(const kiln_pair_part *part)
{
	const kiln_asset *asset = part->asset;
	for (uint32_t i = 0; part->tree.kind != KILN_TREE_AABB && i < asset->volume_tree_count; ++i)
		if (asset->volume_trees[i].mesh == part->mesh && asset->volume_trees[i].kind == (uint32_t)part->tree.kind)
			return asset->volume_trees[i].node_count;
	return asset->meshes[part->mesh].tree_count;
}

static kiln_mesh_boxes boxes_of(const kiln_object *object, const kiln_pair_part *part)
{
	kiln_mesh_boxes boxes = {.tree = part->tree, .triangles = part->asset->meshes[part->mesh].triangle_count};
	if (part->tree.kind == KILN_TREE_AABB)
		return boxes;
	if (object->deformed)
		kilni_deformed_pair_tree(object->deformed, KILN_TREE_AABB, &boxes.tree);
	else
		boxes.tree = kilni_pair_tree_of_mesh(part->asset, part->mesh, 1u << KILN_TREE_AABB);
	return boxes;
}

/// Only two meshes use a front.
static void set_front(const pair_query *query, kiln_mesh_pair *pair)
{
	const kiln_pair_part *part[2] = {query->a, query->b};
	const bool lasting = query->side[0]->single && query->side[1]->single && !part[0]->numbers && !part[1]->numbers;
	pair->front = lasting ? query->options.front : NULL;
	for (int i = 0; pair->front && i < 2; ++i)
	{
		pair->identity[i] = kilni_mesh_identity(part[i]->asset, part[i]->mesh, part[i]->node);
		pair->node_count[i] = tree_nodes(part[i]);
		pair->deformed[i] = query->side[i]->object->deformed || kiln_asset_deforms(part[i]->asset);
	}
}

static bool visit_touch(void *user, const kiln_mesh_touch *touch)
{
	pair_query *query = user;
	kiln_pair pair = pair_of(query, touch->triangle[0], touch->triangle[1]);
	if (query->count >= query->room)
		return take_touch(query, &pair);
	kiln_d3 ends[2] = {touch->corner[0][0], touch->corner[0][0]};
	kilni_triangles_contact(touch->corner[0], touch->corner[1], ends, &pair.coplanar);
	for (int i = 0; i < 2; ++i)
		pair.ends[i] = kiln_d3_to(kiln_place_point(&query->a->place, ends[i]));
	return take_touch(query, &pair);
}

/// Passes on corners in a's coordinates, where lengths are measured.
static bool visit_touch_pieces(void *user, const kiln_mesh_touch *touch)
{
	const pair_query *query = user;
	const kiln_pair pair = pair_of(query, touch->triangle[0], touch->triangle[1]);
	const kiln_place *place = &query->a->place;
	kiln_d3 from = touch->corner[0][0];
	kiln_pair_pieces pieces = {.a = query->a, .b = query->b, .eye = kiln_place_point(place, from)};
	for (int k = 0; k < 3; ++k)
	{
		pieces.corner_a[k] = kiln_place_vector(place, kiln_d3_sub(touch->corner[0][k], from));
		pieces.corner_b[k] = kiln_place_vector(place, kiln_d3_sub(touch->corner[1][k], from));
	}
	query->visit_pieces(query->user, &pair, &pieces);
	return !kiln_budget_ended(query->options.budget);
}

static void take_mesh_way(pair_query *query, const kiln_mesh_nearest *nearest)
{
	kiln_d3 way = kiln_d3_sub(nearest->point[1], nearest->point[0]);
	take_way(query, nearest->distance, kiln_place_vector(&query->a->place, way));
}

/// The greatest key below a key above 0.
static float key_below(float key)
{
	uint32_t bits;
	memcpy(&bits, &key, sizeof bits);
	--bits;
	memcpy(&key, &bits, sizeof bits);
	return key;
}

static bool nearest_of_meshes(pair_query *query, const kiln_mesh_pair *pair)
{
	kiln_mesh_nearest nearest;
	const kiln_scene_best *best = &query->best;
	float upper = best->nearer && best->found ? key_below(best->most) : best->most;
	if (!kilni_mesh_pair_distance(pair, query->options.lower, upper, &nearest))
		return !kiln_budget_ended(pair->budget);
	kiln_pair found = pair_of(query, nearest.triangle[0], nearest.triangle[1]);
	for (int i = 0; i < 2; ++i)
		found.ends[i] = kiln_d3_to(kiln_place_point(&query->a->place, nearest.point[i]));
	take_mesh_way(query, &nearest);
	return take_near(query, &found, nearest.distance) && !kiln_budget_ended(pair->budget);
}

/// Whether two meshes are as near as the query requires. The search that settles ties needs the vector between the
/// nearest points, however far apart they are.
static bool meshes_within(pair_query *query, const kiln_mesh_pair *pair)
{
	const kiln_scene_best *best = &query->best;
	kiln_mesh_nearest nearest;
	if (!best->nearer)
		return kilni_mesh_pair_within(pair, best->most);
	float upper = best->bearing ? kiln_float_up(kiln_double_max(best->distance, (double)best->most)) : HUGE_VALF;
	if (!kilni_mesh_pair_distance(pair, best->most, upper, &nearest))
		return false;
	take_mesh_way(query, &nearest);
	return kiln_near_key(nearest.distance) <= best->most;
}

static bool visit_meshes(pair_query *query)
{
	const kiln_pair_part *a = query->a, *b = query->b;
	const kiln_place b_to_a =
		query->together ? kiln_place_between(&a->own, &b->own) : kiln_place_between(&a->place, &b->place);
	kiln_mesh_pair pair = {.a = a->tree, .b = b->tree};
	kiln_pair_link_between(pair.links, &a->tree, &b->tree, &b_to_a, &a->place);
	pair.b_to_a = kiln_affine_of_place(&b_to_a);
	pair.metric = metric_of(a);
	pair.isa = a->asset->isa;
	pair.descent = query->options.descent;
	pair.counters = &query->counters;
	pair.sift = query->sifted ? &query->sift : NULL;
	pair.budget = query->options.budget;
	pair.boxes[0] = boxes_of(query->side[0]->object, a);
	pair.boxes[1] = boxes_of(query->side[1]->object, b);
	set_front(query, &pair);
	kiln_mesh_touch touch;
	switch (query->question)
	{
	case PAIR_COLLIDE:
		if (kilni_mesh_pair_collide(&pair, &touch))
			return visit_touch(query, &touch);
		return !kiln_budget_ended(pair.budget);
	case PAIR_CONTACTS:
		return kilni_mesh_pair_contacts(&pair, visit_touch, query);
	case PAIR_PIECES:
		return kilni_mesh_pair_contacts(&pair, visit_touch_pieces, query);
	case PAIR_DISTANCE:
		return nearest_of_meshes(query, &pair);
	default:
		if (!meshes_within(query, &pair))
			return !kiln_budget_ended(pair.budget);
		++query->count;
		return false;
	}
}

// --- Solids -----------------------------------------------------------------------------------------------------------

/// `turned`: the gap's first side is b.
static bool take_gap(pair_query *query, kiln_pair *pair, const kiln_solid_gap *gap, bool turned)
{
	pair->ends[0] = kiln_d3_to(turned ? gap->on_b : gap->on_a);
	pair->ends[1] = kiln_d3_to(turned ? gap->on_a : gap->on_b);
	if (query->question == PAIR_COLLIDE || query->question == PAIR_CONTACTS)
		return take_touch(query, pair);
	kiln_d3 way = kiln_d3_sub(gap->on_b, gap->on_a);
	take_way(query, gap->distance, turned ? kiln_d3_scale(way, -1) : way);
	return take_near(query, pair, gap->distance);
}

static bool visit_solid_gap(void *user, uint32_t triangle, const kiln_d3 corner[3], const kiln_solid_gap *gap)
{
	pair_query *query = user;
	kiln_pair pair = pair_of(query, triangle, triangle);
	bool turned = query->a->mesh == KILN_NONE;
	if (query->question != PAIR_PIECES)
		return take_gap(query, &pair, gap, turned);
	kiln_pair_pieces pieces = {.a = query->a, .b = query->b};
	pieces.eye = turned ? query->a->box.origin : query->b->box.origin;
	memcpy(turned ? pieces.corner_b : pieces.corner_a, corner, sizeof pieces.corner_a);
	query->visit_pieces(query->user, &pair, &pieces);
	return !kiln_budget_ended(query->options.budget);
}

static bool visit_solids(pair_query *query)
{
	kiln_solid_gap gap;
	kiln_pair pair = pair_of(query, 0, 0);
	bool near = kilni_solid_solid(query->a, query->b, query->best.limit, &gap);
	if (!kiln_budget_take(query->options.budget, gap.steps))
		return false;
	if (!near)
		return true;
	if (query->question != PAIR_PIECES)
		return take_gap(query, &pair, &gap, false);
	const kiln_pair_pieces pieces = {.a = query->a, .b = query->b, .eye = query->a->box.origin};
	query->visit_pieces(query->user, &pair, &pieces);
	return !kiln_budget_ended(query->options.budget);
}

static bool visit_kinds(pair_query *query);

/// A patch of a surface, in its place.
typedef struct pair_patched
{
	pair_query *query;
	uint32_t side;
} pair_patched;

static bool visit_patch(void *user, const kiln_pair_part *patch)
{
	const pair_patched *patched = user;
	pair_query *query = patched->query;
	const kiln_pair_part **at = patched->side ? &query->b : &query->a, *whole = *at;
	*at = query->sift.part[patched->side] = patch;
	const bool more = visit_kinds(query);
	*at = query->sift.part[patched->side] = whole;
	return more;
}

/// Compares the current parts. A surface becomes meshes first, one after another.
static bool visit_kinds(pair_query *query)
{
	const kiln_pair_part *a = query->a, *b = query->b;
	if (a->surface || b->surface)
	{
		pair_patched patched = {query, !a->surface};
		const kiln_pair_part *surface = patched.side ? b : a, *other = patched.side ? a : b;
		// A triangle that the filter excludes bounds no distance.
		const bool nearest = query->question == PAIR_DISTANCE && !query->sifted;
		return surface->surface->operations->pair_patches(
			surface, other, &query->best.limit, nearest, query->options.budget, visit_patch, &patched);
	}
	KILN_RECORD_PARTS(query->options.budget, a, b);
	if (a->mesh != KILN_NONE && b->mesh != KILN_NONE)
		return visit_meshes(query);
	if (a->mesh != KILN_NONE || b->mesh != KILN_NONE)
	{
		bool first = a->mesh != KILN_NONE;
		return kilni_mesh_solid_walk(first ? a : b, first ? b : a, query->sifted ? &query->sift : NULL,
			&query->best.limit, &query->counters, query->options.budget, visit_solid_gap, query);
	}
	return visit_solids(query);
}

static bool visit_parts(void *user, const kiln_pair_part *a, const kiln_pair_part *b)
{
	pair_query *query = user;
	query->a = a;
	query->b = b;
	query->sift = (kiln_pair_sift){{a, b}, query->options.filter};
	const kiln_filter_rest rest = kilni_pair_sift_parts(&query->sift);
	query->sifted = rest == KILN_FILTER_SOME;
	if (rest == KILN_FILTER_NONE)
		return true;
	++query->counters.shape_pairs;
	return visit_kinds(query);
}

// --- Queries ----------------------------------------------------------------------------------------------------------

bool kilni_pair_options_of(kiln_pair_options *made, const kiln_pair_options *options)
{
	*made = options ? *options : (kiln_pair_options){.descent = NULL};
	return made->lower >= 0 && made->upper >= 0;
}

kiln_pair kilni_pair_none(void)
{
	return (kiln_pair){.node_a = KILN_NONE, .node_b = KILN_NONE, .triangle_a = KILN_NONE, .triangle_b = KILN_NONE};
}

kiln_pair_separation kilni_separation_none(void)
{
	return (kiln_pair_separation){
		.node_a = KILN_NONE, .node_b = KILN_NONE, .triangle_a = KILN_NONE, .triangle_b = KILN_NONE};
}

/// Whether all numbers are equal; false for NaN, which no valid pose has.
static bool same_pose(const kiln_pose *a, const kiln_pose *b)
{
	return a->rotation.x == b->rotation.x && a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z &&
		   a->rotation.w == b->rotation.w && a->translation.x == b->translation.x &&
		   a->translation.y == b->translation.y && a->translation.z == b->translation.z && a->scale == b->scale;
}

/// The sides and the options must stay in place until the query is over.
static pair_query query_of(
	pair_question question, const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options)
{
	return (pair_query){.question = question,
		.side = {a, b},
		.together = same_pose(&a->object->pose, &b->object->pose),
		.options = *options,
		.room = 1};
}

static void run(pair_query *query)
{
	kiln_scene_best *best = query->question == PAIR_DISTANCE || query->best.most > 0 ? &query->best : NULL;
	kilni_scene_pair_walk(
		query->side[0], query->side[1], best, &query->counters, query->options.budget, visit_parts, query);
	kiln_pair_counters *sum = query->options.counters;
	const kiln_pair_counters *work = &query->counters;
	if (!sum)
		return;
	sum->volume_tests += work->volume_tests;
	sum->volume_overlaps += work->volume_overlaps;
	sum->leaf_pairs += work->leaf_pairs;
	sum->leaf_hits += work->leaf_hits;
	sum->triangle_tests += work->triangle_tests;
	sum->exact_tests += work->exact_tests;
	sum->updates += work->updates;
	sum->children += work->children;
	sum->front_pairs += work->front_pairs;
	sum->shape_pairs += work->shape_pairs;
}

bool kilni_sides_collide(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options, kiln_pair *first)
{
	pair_query query = query_of(PAIR_COLLIDE, a, b, options);
	query.room = first != NULL;
	run(&query);
	if (first)
		*first = query.count ? query.pair : kilni_pair_none();
	return query.count > 0;
}

uint64_t kilni_sides_contacts(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint64_t room)
{
	pair_query query = query_of(PAIR_CONTACTS, a, b, options);
	query.visit = visit;
	query.user = user;
	query.room = room;
	run(&query);
	return query.count;
}

void kilni_sides_pieces(const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options,
	kiln_visit_pieces *visit, void *user)
{
	pair_query query = query_of(PAIR_PIECES, a, b, options);
	query.visit_pieces = visit;
	query.user = user;
	run(&query);
}

kiln_pair_separation kilni_sides_distance(
	const kiln_pair_side *a, const kiln_pair_side *b, const kiln_pair_options *options)
{
	pair_query query = query_of(PAIR_DISTANCE, a, b, options);
	set_limit(&query, options->upper > 0 ? options->upper : HUGE_VALF);
	run(&query);
	if (!query.count)
		return kilni_separation_none();
	const kiln_pair *pair = &query.pair;
	return (kiln_pair_separation){.found = true,
		.distance = query.best.most,
		.on_a = pair->ends[0],
		.on_b = pair->ends[1],
		.node_a = pair->node_a,
		.node_b = pair->node_b,
		.triangle_a = pair->triangle_a,
		.triangle_b = pair->triangle_b};
}

// --- Two objects ------------------------------------------------------------------------------------------------------

/// The prepared objects of a query.
typedef struct pair_sides
{
	kiln_pair_side side[2];
	kiln_pair_options options;
} pair_sides;

static bool begin(pair_sides *sides, const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	if (!kilni_pair_options_of(&sides->options, options) || !kilni_pair_side_of(&sides->side[0], a) ||
		!kilni_pair_side_of(&sides->side[1], b))
		return false;
	kilni_budget_begin(sides->options.budget);
	return true;
}

kiln_status kiln_pair_collide(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, bool *touching, kiln_pair *first)
{
	pair_sides sides;
	if (touching)
		*touching = false;
	if (first)
		*first = kilni_pair_none();
	if (touching && kilni_pair_apart(a, b, options, 0))
		return KILN_OK;
	if (!touching || !begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	*touching = kilni_sides_collide(&sides.side[0], &sides.side[1], &sides.options, first);
	return kiln_budget_status(sides.options.budget);
}

/// `visit` gets the first `room` contacts.
static kiln_status contacts(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint64_t room, uint32_t *count)
{
	pair_sides sides;
	if (kilni_pair_apart(a, b, options, 0))
		return KILN_OK;
	if (!begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	*count = kiln_pair_count(kilni_sides_contacts(&sides.side[0], &sides.side[1], &sides.options, visit, user, room));
	return kiln_budget_status(sides.options.budget);
}

kiln_status kiln_pair_contacts_visit(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	kiln_visit_pair *visit, void *user, uint32_t *count)
{
	uint32_t calls = 0;
	kiln_status status = visit ? contacts(a, b, options, visit, user, UINT64_MAX, &calls) : KILN_E_ARGUMENT;
	if (count)
		*count = calls;
	return status;
}

static bool store_pair(void *user, const kiln_pair *pair)
{
	kiln_pair **next = user;
	*(*next)++ = *pair;
	return true;
}

kiln_status kiln_pair_contacts(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options,
	kiln_pair *pairs, uint32_t capacity, uint32_t *count)
{
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	if (!pairs && capacity)
		return KILN_E_ARGUMENT;
	return contacts(a, b, options, store_pair, &pairs, capacity, count);
}

kiln_status kiln_pair_distance(
	const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, kiln_pair_separation *separation)
{
	pair_sides sides;
	if (separation)
		*separation = kilni_separation_none();
	if (!separation || !begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	*separation = kilni_sides_distance(&sides.side[0], &sides.side[1], &sides.options);
	return kiln_budget_status(sides.options.budget);
}

kiln_status kiln_pair_within(
	const kiln_object *a, const kiln_object *b, float distance, const kiln_pair_options *options, bool *within)
{
	pair_sides sides;
	if (within)
		*within = false;
	if (!within || !(distance >= 0))
		return KILN_E_ARGUMENT;
	if (kilni_pair_apart(a, b, options, (double)distance))
		return KILN_OK;
	if (!begin(&sides, a, b, options))
		return KILN_E_ARGUMENT;
	pair_query query = query_of(PAIR_WITHIN, &sides.side[0], &sides.side[1], &sides.options);
	if (distance > 0)
		set_limit(&query, distance);
	run(&query);
	*within = query.count > 0;
	return kiln_budget_status(sides.options.budget);
}
