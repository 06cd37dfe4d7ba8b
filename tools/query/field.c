// SPDX-License-Identifier: MIT
#include "field.h"

#include "answer_json.h"

#include <stdlib.h>

/// Writes the triangle, its cell, and the number of its material.
static void write_triangle(json_writer *json, const kiln_heightfield *field, uint32_t triangle)
{
	json_key(json, "triangle");
	json_uint(json, triangle);
	json_key(json, "source");
	json_uint(json, triangle / 2);
	json_key(json, "material");
	json_uint(json, kiln_heightfield_material(field, triangle / 2));
}

static void write_hit(json_writer *json, const kiln_heightfield *field, const kiln_hit *hit)
{
	json_object(json);
	json_key(json, "hit");
	json_bool(json, hit->hit);
	if (hit->hit)
	{
		json_key(json, "t");
		json_float(json, hit->t);
		answer_vec3(json, "point", hit->point);
		answer_vec3(json, "normal", hit->normal);
		write_triangle(json, field, hit->triangle);
	}
	json_object_end(json);
}

static void write_closest(json_writer *json, const kiln_heightfield *field, const kiln_closest *closest)
{
	json_object(json);
	json_key(json, "found");
	json_bool(json, closest->found);
	if (closest->found)
	{
		json_key(json, "distance");
		json_float(json, closest->distance);
		answer_vec3(json, "point", closest->point);
		write_triangle(json, field, closest->triangle);
	}
	json_object_end(json);
}

/// Overlaps of a query's shape.
static uint32_t overlap(
	const kiln_heightfield *field, const query_line *query, kiln_overlap *overlaps, uint32_t capacity)
{
	if (query->kind == QUERY_SPHERE)
		return kiln_heightfield_overlap_sphere(field, &query->sphere, overlaps, capacity);
	if (query->kind == QUERY_BOX)
		return kiln_heightfield_overlap_box(field, &query->box, overlaps, capacity);
	return kiln_heightfield_overlap_capsule(field, &query->capsule, overlaps, capacity);
}

static answer_given overlaps(const kiln_heightfield *field, const query_line *query, answer_scratch *scratch)
{
	const uint32_t count = overlap(field, query, scratch->overlaps, scratch->overlap_capacity);
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *more = realloc(scratch->overlaps, (size_t)count * sizeof *more);
		if (more == NULL)
			return (answer_given){.status = ANSWER_NO_MEMORY};
		scratch->overlaps = more;
		scratch->overlap_capacity = count;
		overlap(field, query, scratch->overlaps, count);
	}
	return (answer_given){.status = ANSWER_GIVEN, .count = count};
}

static answer_given all_hits(const kiln_heightfield *field, const kiln_ray *ray, answer_scratch *scratch)
{
	const uint32_t count = kiln_heightfield_ray_all(field, ray, scratch->hits, scratch->hit_capacity);
	if (count > scratch->hit_capacity)
	{
		kiln_hit *more = realloc(scratch->hits, (size_t)count * sizeof *more);
		if (more == NULL)
			return (answer_given){.status = ANSWER_NO_MEMORY};
		scratch->hits = more;
		scratch->hit_capacity = count;
		kiln_heightfield_ray_all(field, ray, scratch->hits, count);
	}
	return (answer_given){.status = ANSWER_GIVEN, .count = count};
}

/// The first hit of a ray or of a moving shape.
static kiln_hit first_hit(const kiln_heightfield *field, const query_line *query)
{
	switch (query->kind)
	{
	case QUERY_CAST_SPHERE:
		return kiln_heightfield_cast_sphere(field, &query->sphere, &query->motion);
	case QUERY_CAST_BOX:
		return kiln_heightfield_cast_box(field, &query->box, &query->motion);
	case QUERY_CAST_CAPSULE:
		return kiln_heightfield_cast_capsule(field, &query->capsule, &query->motion);
	default:
		return kiln_heightfield_ray_closest(field, &query->ray);
	}
}

static bool is_overlap(query_kind kind)
{
	return kind == QUERY_SPHERE || kind == QUERY_BOX || kind == QUERY_CAPSULE;
}

/// Whether a field answers a query: not those about its inside, signed distances or a second asset, filters, and origins.
static bool is_answered(query_kind kind)
{
	return kind != QUERY_INSIDE && !query_asks_nothing(kind) && !query_is_sdf(kind) && !query_is_pair(kind);
}

answer_given field_query(const kiln_heightfield *field, const query_line *query, answer_scratch *scratch)
{
	if (!is_answered(query->kind))
		return (answer_given){.status = ANSWER_NO_FIELD};
	if (is_overlap(query->kind))
		return overlaps(field, query, scratch);
	if (query->kind == QUERY_RAY_ALL)
		return all_hits(field, &query->ray, scratch);
	if (query->kind == QUERY_CLOSEST)
		return (answer_given){
			.status = ANSWER_GIVEN, .closest = kiln_heightfield_closest_point(field, &query->closest)};
	return (answer_given){.status = ANSWER_GIVEN, .hit = first_hit(field, query)};
}

static void write_overlaps(json_writer *json, const kiln_overlap *overlaps, size_t count)
{
	json_object(json);
	json_key(json, "triangles");
	json_array_inline(json);
	for (size_t i = 0; i < count; ++i)
		json_uint(json, overlaps[i].triangle);
	json_array_end(json);
	json_object_end(json);
}

static void write_all_hits(json_writer *json, const kiln_heightfield *field, const kiln_hit *hits, size_t count)
{
	json_object(json);
	json_key(json, "hits");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
		write_hit(json, field, &hits[i]);
	json_array_end(json);
	json_object_end(json);
}

static void write_answer(json_writer *json, const kiln_heightfield *field, query_kind kind, const answer_given *given,
	const answer_scratch *scratch)
{
	if (is_overlap(kind))
		write_overlaps(json, scratch->overlaps, given->count);
	else if (kind == QUERY_RAY_ALL)
		write_all_hits(json, field, scratch->hits, given->count);
	else if (kind == QUERY_CLOSEST)
		write_closest(json, field, &given->closest);
	else
		write_hit(json, field, &given->hit);
}

bool field_answer(const kiln_heightfield *field, query_session *session, FILE *out, const char *line, size_t size)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE] = "the line is too long";
	++session->lines;
	const bool parsed = line != NULL && query_parse(line, size, &query, error);
	if (parsed && query.kind == QUERY_NOTHING)
		return true;
	++session->queries;
	const answer_given given =
		parsed ? field_query(field, &query, &session->scratch) : (answer_given){.status = ANSWER_NO_FIELD};
	if (given.status == ANSWER_NO_MEMORY)
		return false;
	if (given.status == ANSWER_GIVEN)
	{
		json_writer json = json_begin(out, false);
		write_answer(&json, field, query.kind, &given, &session->scratch);
		json_end(&json);
		return true;
	}
	if (parsed)
		snprintf(error, sizeof error,
			"a height field has no inside, no signed distance, no filter, no origin and no second asset");
	answer_error(out, error, session->lines);
	++session->errors;
	return true;
}
