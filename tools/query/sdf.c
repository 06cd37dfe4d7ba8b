// SPDX-License-Identifier: MIT
#include "sdf.h"

#include "math/ieee.h"

bool sdf_is_query(const char *line, size_t size)
{
	query_word word;
	size_t at = 0;
	return query_next_word(line, size, &at, &word) && word.size >= 3 && memcmp(word.text, "sdf", 3) == 0;
}

static void open_first(sdf_first *first, const kiln_asset *asset)
{
	if (first->tried)
		return;
	first->tried = true;
	first->refusal = "no mesh or hull has a signed distance field: cook it with --sdf";
	for (uint32_t i = 0; i < asset->mesh_count + asset->hull_count; ++i)
	{
		const kiln_result opened = kiln_sdf_open(&first->field, asset, i);
		if (opened.status == KILN_E_ARGUMENT)
			continue;
		first->refusal = opened.status == KILN_OK ? NULL : opened.reason;
		return;
	}
}

static void write_sample(json_writer *json, float distance, float error, kiln_vec3 gradient)
{
	const float slope[3] = {gradient.x, gradient.y, gradient.z};
	json_key(json, "distance");
	json_float(json, distance);
	json_key(json, "error");
	json_float(json, error);
	json_key(json, "gradient");
	json_floats(json, slope, 3);
}

static void write_distance(json_writer *json, const sdf_first *first, const kiln_asset *asset, const query_line *query)
{
	const float most = query->closest.max_distance;
	kiln_vec3 gradient;
	kiln_sdf_sample sample = kiln_sdf_gradient(&first->field, query->closest.point, &gradient);
	if (most >= 0)
		sample = kiln_sdf_distance_exact(&first->field, asset, query->closest.point, most);
	json_object(json);
	write_sample(json, sample.distance, sample.error, gradient);
	json_object_end(json);
}

static void write_cast(json_writer *json, const sdf_first *first, const query_line *query)
{
	const kiln_sdf_hit hit = query->kind == QUERY_SDF_SPHERE
								 ? kiln_sdf_cast_sphere(&first->field, &query->sphere, &query->motion)
								 : kiln_sdf_cast_capsule(&first->field, &query->capsule, &query->motion);
	json_object(json);
	json_key(json, "hit");
	json_bool(json, hit.hit);
	if (hit.hit)
	{
		json_key(json, "t");
		json_float(json, hit.t);
		write_sample(json, hit.distance, hit.error, hit.gradient);
	}
	json_object_end(json);
}

bool sdf_answer(sdf_first *first, query_session *session, FILE *out, const char *line, size_t size)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE];
	const bool parsed = query_parse(line, size, &query, error);
	++session->lines;
	++session->queries;
	open_first(first, &session->assets.first);
	if (!parsed || first->refusal != NULL)
	{
		answer_error(out, parsed ? first->refusal : error, session->lines);
		++session->errors;
		return true;
	}
	json_writer json = json_begin(out, false);
	if (query.kind == QUERY_SDF)
		write_distance(&json, first, &session->assets.first, &query);
	else
		write_cast(&json, first, &query);
	json_end(&json);
	return true;
}
