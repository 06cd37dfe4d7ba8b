// SPDX-License-Identifier: MIT
#include "judge.h"

#include <math.h>

/// Number of times before the answered impact at which two moving assets must be apart.
#define TIMES 32
/// Allowed error of answers that GJK or EPA refined, in roundings.
#define SLACK 4
/// A manifold's normal may be that of a face up to 1/64 deeper (kiln/convex/manifold.h); the factor allows twice this.
#define PREFERENCE (1.0 + 1.0 / 32)

/// Two pieces at their poses.
typedef struct couple
{
	kiln_convex_object a, b;
	double gap;
} couple;

/// Finds the pieces of an answer; returns false when a piece does not exist.
static bool find_couple(const judge *it, const kiln_pose *pose_a, const kiln_pose *pose_b, const uint32_t nodes[2],
	const uint32_t triangles[2], couple *found)
{
	const brute_piece *a = brute_find(&it->first, nodes[0], triangles[0]);
	const brute_piece *b = brute_find(&it->second, nodes[1], triangles[1]);
	if (!a || !b || !brute_pairs(it->assets->filter, a, b))
		return false;
	found->a = (kiln_convex_object){.shape = &a->convex, .pose = *pose_a};
	found->b = (kiln_convex_object){.shape = &b->convex, .pose = *pose_b};
	found->gap = brute_gap(&found->a, &found->b);
	return true;
}

/// Finds the pieces of any struct with node_a, node_b, triangle_a and triangle_b, at the query's first poses.
#define COUPLE_OF(it, pair, of, found)                                                                                 \
	find_couple((it), &(pair)->a.from, &(pair)->b.from, (const uint32_t[2]){(of)->node_a, (of)->node_b},               \
		(const uint32_t[2]){(of)->triangle_a, (of)->triangle_b}, (found))

static brute_verdict same_if(bool same, bool doubtful)
{
	return same ? BRUTE_SAME : doubtful ? BRUTE_DOUBTFUL : BRUTE_DIFFERENT;
}

/// Returns whether `count` is the number of pairs that touch; every pair must touch and occur once.
static brute_verdict judge_count(uint64_t count, const brute_meeting *met)
{
	return same_if(count == met->touching,
		(count > met->touching ? count - met->touching : met->touching - count) <= met->doubtful);
}

static int compare_names(const uint32_t left[4], const uint32_t right[4])
{
	int i = 0;
	while (i < 3 && left[i] == right[i])
		++i;
	return (left[i] > right[i]) - (left[i] < right[i]);
}

static brute_verdict judge_contacts(
	const judge *it, const query_pair *pair, const kiln_pair *pairs, size_t count, const brute_meeting *met)
{
	double near = SLACK * met->rounding;
	uint32_t last[4];
	for (size_t i = 0; i < count; ++i)
	{
		const kiln_pair *of = &pairs[i];
		const uint32_t names[4] = {of->node_a, of->triangle_a, of->node_b, of->triangle_b};
		couple at;
		if ((i > 0 && compare_names(last, names) >= 0) || !COUPLE_OF(it, pair, of, &at) || !(at.gap <= met->rounding))
			return BRUTE_DIFFERENT;
		for (int end = 0; end < 2; ++end)
			if (!brute_near(&at.a, of->ends[end], near) || !brute_near(&at.b, of->ends[end], near))
				return BRUTE_DIFFERENT;
		memcpy(last, names, sizeof last);
	}
	return judge_count(count, met);
}

/// Returns whether moving by normal and depth separates the pieces, the depth is at most the smallest one, and every
/// contact is on both pieces.
static bool manifold_holds(const couple *at, const kiln_manifold *manifold, double rounding)
{
	double near = SLACK * rounding;
	if (manifold->count < 1 || manifold->count > KILN_MANIFOLD_POINTS_MAX || !(at->gap <= rounding))
		return false;
	double deepest = (double)manifold->contacts[0].depth;
	if (deepest > PREFERENCE * fmax(-at->gap, 0) + near ||
		!brute_parts(&at->a, &at->b, manifold->normal, deepest, near))
		return false;
	for (uint32_t i = 0; i < manifold->count; ++i)
		if (manifold->contacts[i].depth > manifold->contacts[0].depth ||
			!brute_joins(&at->a, &at->b, &manifold->contacts[i], manifold->normal, near))
			return false;
	return true;
}

static brute_verdict judge_manifolds(const judge *it, const query_pair *pair, const kiln_pair_manifold *manifolds,
	size_t count, const brute_meeting *met)
{
	uint32_t last[4];
	for (size_t i = 0; i < count; ++i)
	{
		const kiln_pair_manifold *of = &manifolds[i];
		const uint32_t names[4] = {of->node_a, of->triangle_a, of->node_b, of->triangle_b};
		couple at;
		if ((i > 0 && compare_names(last, names) >= 0) || !COUPLE_OF(it, pair, of, &at) ||
			!manifold_holds(&at, &of->manifold, met->rounding))
			return BRUTE_DIFFERENT;
		memcpy(last, names, sizeof last);
	}
	return judge_count(count, met);
}

static brute_verdict judge_depth(
	const judge *it, const query_pair *pair, const kiln_pair_depth *deepest, const brute_meeting *met)
{
	bool doubtful = met->distance <= met->rounding && met->depth <= met->rounding;
	double depth = (double)deepest->depth, near = SLACK * met->rounding;
	const kiln_contact ends = {.on_a = deepest->on_a, .on_b = deepest->on_b, .depth = deepest->depth};
	couple at;
	if (deepest->touching && (!COUPLE_OF(it, pair, deepest, &at) || !(at.gap <= met->rounding) ||
								 !brute_parts(&at.a, &at.b, deepest->normal, depth, near) ||
								 !brute_joins(&at.a, &at.b, &ends, deepest->normal, near)))
		return BRUTE_DIFFERENT;
	return same_if(deepest->touching == (met->touching > 0) && fabs(depth - met->depth) <= met->rounding, doubtful);
}

static double distance_of(kiln_vec3 a, kiln_vec3 b)
{
	double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
	return sqrt(x * x + y * y + z * z);
}

/// Checks that the pieces and points in the answer are at its distance, and that no pair is nearer, unless the query
/// accepted a larger distance.
static brute_verdict judge_separation(
	const judge *it, const query_pair *pair, const kiln_pair_separation *apart, const brute_meeting *met)
{
	double distance = (double)apart->distance, upper = pair->upper > 0 ? (double)pair->upper : HUGE_VAL;
	double near = SLACK * met->rounding;
	couple at;
	if (!apart->found)
		return same_if(met->distance > upper || met->distance == HUGE_VAL, met->distance >= upper - met->rounding);
	if (!COUPLE_OF(it, pair, apart, &at) || !(fabs(fmax(at.gap, 0) - distance) <= near) || distance > upper ||
		!brute_near(&at.a, apart->on_a, near) || !brute_near(&at.b, apart->on_b, near) ||
		fabs(distance_of(apart->on_a, apart->on_b) - distance) > near)
		return BRUTE_DIFFERENT;
	return same_if(fabs(distance - met->distance) <= met->rounding ||
					   (distance <= (double)pair->lower && distance >= met->distance),
		false);
}

static float largest_of(kiln_vec3 v)
{
	return fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z)));
}

/// Uses the coordinates of the whole motion, even if it ends early.
static float largest_on(const kiln_sweep *sweep)
{
	return fmaxf(
		largest_of(sweep->center), fmaxf(largest_of(sweep->from.translation), largest_of(sweep->to.translation)));
}

/// Checks that the two assets are apart at times before the impact, and near each other at the impact.
static brute_verdict judge_impact(judge *it, const query_pair *pair, const kiln_pair_impact *impact)
{
	bool rests = query_pair_rests(pair);
	brute_meeting met;
	couple at;
	float end = impact->hit ? impact->t : 1;
	if (!(end >= 0 && end <= 1))
		return BRUTE_DIFFERENT;
	float way = fmaxf(rests ? 0 : largest_on(&pair->a), largest_on(&pair->b));
	double rounding = (double)brute_rounding(&it->first, way);
	for (int i = impact->hit && end == 0 ? TIMES : 0; i <= TIMES; ++i)
	{
		float t = i == TIMES ? end : end * (float)i / TIMES;
		kiln_pose first = rests ? pair->a.from : kiln_sweep_at(&pair->a, t), second = kiln_sweep_at(&pair->b, t);
		if (!brute_meet(&it->first, &first, &it->second, &second, it->assets->filter, true, &met))
			return BRUTE_NOT_ASKED;
		rounding = fmax(rounding, met.rounding);
		if (i < TIMES || !impact->hit)
		{
			if (met.depth > rounding)
				return BRUTE_DIFFERENT;
			continue;
		}
		double most = (double)impact->gap + rounding;
		const uint32_t nodes[2] = {impact->node_a, impact->node_b};
		const uint32_t triangles[2] = {impact->triangle_a, impact->triangle_b};
		if (met.distance > most || !find_couple(it, &first, &second, nodes, triangles, &at) || !(at.gap <= most))
			return BRUTE_DIFFERENT;
	}
	return BRUTE_SAME;
}

brute_verdict judge_pair(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch)
{
	const query_pair *pair = &query->pair;
	brute_meeting met;
	if (query->kind == QUERY_TOI)
		return judge_impact(it, pair, &given->impact);
	bool with_depth = query->kind != QUERY_DISTANCE && query->kind != QUERY_WITHIN;
	if (!brute_meet(&it->first, &pair->a.from, &it->second, &pair->b.from, it->assets->filter, with_depth, &met))
		return BRUTE_NOT_ASKED;
	switch (query->kind)
	{
	case QUERY_COLLIDE:
		return same_if(given->yes == (met.touching > 0), met.distance <= met.rounding && met.depth <= met.rounding);
	case QUERY_DISTANCE:
		return judge_separation(it, pair, &given->separation, &met);
	case QUERY_WITHIN:
		return same_if(given->yes == (met.distance <= (double)pair->distance),
			fabs(met.distance - (double)pair->distance) <= met.rounding);
	case QUERY_DEPTH:
		return judge_depth(it, pair, &given->depth, &met);
	case QUERY_MANIFOLD:
		return judge_manifolds(it, pair, scratch->manifolds, given->count, &met);
	default:
		return judge_contacts(it, pair, scratch->pairs, given->count, &met);
	}
}
