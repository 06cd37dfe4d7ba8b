// SPDX-License-Identifier: MIT
#include "field.h"

#include "kiln/primitive/intersect.h"

#include <math.h>
#include <stdlib.h>

static void write_vec3(json_writer *json, const char *key, kiln_vec3 v)
{
	const float values[3] = {v.x, v.y, v.z};
	json_key(json, key);
	json_floats(json, values, 3);
}

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
		write_vec3(json, "point", hit->point);
		write_vec3(json, "normal", hit->normal);
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
		write_vec3(json, "point", closest->point);
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

static bool write_overlaps(
	json_writer *json, const kiln_heightfield *field, const query_line *query, answer_scratch *scratch)
{
	const uint32_t count = overlap(field, query, scratch->overlaps, scratch->overlap_capacity);
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *more = realloc(scratch->overlaps, (size_t)count * sizeof *more);
		if (more == NULL)
			return false;
		scratch->overlaps = more;
		scratch->overlap_capacity = count;
		overlap(field, query, scratch->overlaps, count);
	}
	json_object(json);
	json_key(json, "triangles");
	json_array_inline(json);
	for (uint32_t i = 0; i < count; ++i)
		json_uint(json, scratch->overlaps[i].triangle);
	json_array_end(json);
	json_object_end(json);
	return true;
}

/// The hits of a ray, as they are found.
typedef struct field_hits
{
	const kiln_ray *ray;
	answer_scratch *scratch;
	uint32_t count;
	bool full; ///< no memory
} field_hits;

static bool take_triangle(void *user, const kiln_heightfield_face *face)
{
	field_hits *hits = user;
	const kiln_triangle triangle = {{face->corners[0], face->corners[1], face->corners[2]}};
	const kiln_intersection at = kiln_intersect_ray_triangle(hits->ray, &triangle);
	if (!at.hit)
		return true;
	if (hits->count == hits->scratch->hit_capacity)
	{
		const uint32_t capacity = 2 * hits->count + 16;
		kiln_hit *more = realloc(hits->scratch->hits, (size_t)capacity * sizeof *more);
		hits->full = more == NULL;
		if (more == NULL)
			return false;
		hits->scratch->hits = more;
		hits->scratch->hit_capacity = capacity;
	}
	hits->scratch->hits[hits->count++] =
		(kiln_hit){.hit = true, .t = at.t, .point = at.point, .normal = at.normal, .triangle = face->triangle};
	return true;
}

static int compare_hits(const void *left, const void *right)
{
	const kiln_hit *a = left, *b = right;
	if (a->t != b->t)
		return a->t < b->t ? -1 : 1;
	return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/// The box around the part of a ray within the box of the field; all of it for a ray along its sides.
static kiln_aabb box_of(const kiln_heightfield *field, const kiln_ray *ray)
{
	const float low[3] = {field->min.x, field->min.y, field->min.z},
				high[3] = {field->max.x, field->max.y, field->max.z};
	const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
	const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
	double first = 0, last = ray->t_max > 0 ? (double)ray->t_max : HUGE_VAL, box[2][3];
	for (int k = 0; k < 3; ++k)
	{
		const double a = ((double)low[k] - (double)o[k]) / (double)d[k],
					 b = ((double)high[k] - (double)o[k]) / (double)d[k];
		if (d[k] != 0)
		{
			first = fmax(first, fmin(a, b));
			last = fmin(last, fmax(a, b));
		}
	}
	for (int k = 0; k < 3; ++k)
	{
		const double p = (double)o[k] + first * (double)d[k], q = (double)o[k] + last * (double)d[k];
		const double room = 1e-5 * (fabs(p) + fabs(q) + (double)high[k] - (double)low[k]);
		box[0][k] = fmin(p, q) - room;
		box[1][k] = fmax(p, q) + room;
	}
	return (kiln_aabb){
		{(float)box[0][0], (float)box[0][1], (float)box[0][2]}, {(float)box[1][0], (float)box[1][1], (float)box[1][2]}};
}

static bool write_all_hits(
	json_writer *json, const kiln_heightfield *field, const kiln_ray *ray, answer_scratch *scratch)
{
	field_hits hits = {.ray = ray, .scratch = scratch};
	const kiln_aabb box = box_of(field, ray);
	kiln_heightfield_triangles_visit(field, &box, take_triangle, &hits);
	if (hits.full)
		return false;
	if (hits.count > 0)
		qsort(scratch->hits, hits.count, sizeof *scratch->hits, compare_hits);
	json_object(json);
	json_key(json, "hits");
	json_array(json);
	for (uint32_t i = 0; i < hits.count; ++i)
		write_hit(json, field, &scratch->hits[i]);
	json_array_end(json);
	json_object_end(json);
	return true;
}

static bool write_answer(
	json_writer *json, const kiln_heightfield *field, const query_line *query, answer_scratch *scratch)
{
	if (query->kind == QUERY_RAY)
	{
		const kiln_hit hit = kiln_heightfield_ray_closest(field, &query->ray);
		write_hit(json, field, &hit);
		return true;
	}
	if (query->kind == QUERY_RAY_ALL)
		return write_all_hits(json, field, &query->ray, scratch);
	if (query->kind == QUERY_CLOSEST)
	{
		const kiln_closest closest = kiln_heightfield_closest_point(field, &query->closest);
		write_closest(json, field, &closest);
		return true;
	}
	return write_overlaps(json, field, query, scratch);
}

static bool is_answered(query_kind kind)
{
	return kind == QUERY_RAY || kind == QUERY_RAY_ALL || kind == QUERY_CLOSEST || kind == QUERY_SPHERE ||
		   kind == QUERY_BOX || kind == QUERY_CAPSULE;
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
	if (parsed && is_answered(query.kind))
	{
		json_writer json = json_begin(out, false);
		const bool good = write_answer(&json, field, &query, &session->scratch);
		if (good)
			json_end(&json);
		return good;
	}
	if (parsed)
		snprintf(error, sizeof error, "a height field answers ray, rayall, closest, sphere, box and capsule only");
	answer_error(out, error, session->lines);
	++session->errors;
	return true;
}
