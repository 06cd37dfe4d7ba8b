// SPDX-License-Identifier: MIT
#include "judge.h"

void judge_free(judge *it)
{
	if (it->made)
	{
		brute_free(&it->first);
		brute_free(&it->second);
	}
	it->made = false;
}

/// Makes the pieces for a query; they are reused while queries are about the same shape. False when out of memory.
static bool make_pieces(judge *it, const query_line *query)
{
	bool pair = query_is_pair(query->kind);
	uint32_t a = pair ? query->pair.shape_a : query->one_mesh ? query->mesh : KILN_NONE;
	uint32_t b = pair ? query->pair.shape_b : KILN_NONE;
	if (it->made && it->shape_a == a && it->shape_b == b)
		return true;
	judge_free(it);
	it->made = brute_make(&it->first, &it->assets->first, a);
	if (!it->made)
		return false;
	if (it->assets->second.data && !brute_make(&it->second, &it->assets->second, b))
	{
		brute_free(&it->first);
		it->made = false;
	}
	it->shape_a = a;
	it->shape_b = b;
	return it->made;
}

static brute_verdict judge_one(
	judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch)
{
	const brute_pieces *pieces = &it->first;
	kiln_convex_shape shape;
	kiln_convex_object object;
	switch (query->kind)
	{
	case QUERY_RAY:
		return brute_ray(pieces, &query->ray, &given->hit);
	case QUERY_RAY_ANY:
		return brute_ray_any(pieces, &query->ray, given->yes);
	case QUERY_RAY_ALL:
		return brute_ray_all(pieces, &query->ray, scratch->hits, (uint32_t)given->count);
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
	case QUERY_CAST_CONVEX:
		object = answer_object(query, &shape);
		return brute_cast(pieces, &object, &query->motion, &given->hit);
	case QUERY_CLOSEST:
		return brute_closest(pieces, &query->closest, &given->closest);
	case QUERY_INSIDE:
		return brute_inside(pieces, &it->assets->first, query->point, given->inside);
	default:
		object = answer_object(query, &shape);
		return brute_overlap(pieces, &object, scratch->overlaps, (uint32_t)given->count);
	}
}

bool judge_answer(judge *it, const query_line *query, const answer_given *given, const answer_scratch *scratch,
	brute_verdict *verdict)
{
	if (!make_pieces(it, query))
		return false;
	*verdict =
		query_is_pair(query->kind) ? judge_pair(it, query, given, scratch) : judge_one(it, query, given, scratch);
	return true;
}
