// SPDX-License-Identifier: MIT
#include "answer_json.h"

static void write_number(json_writer *json, uint32_t number)
{
	if (number == KILN_NONE)
		json_null(json);
	else
		json_uint(json, number);
}

void answer_two(json_writer *json, uint32_t a, uint32_t b)
{
	json_array_inline(json);
	write_number(json, a);
	write_number(json, b);
	json_array_end(json);
}

void answer_vec3(json_writer *json, const char *key, kiln_vec3 v)
{
	const float values[3] = {v.x, v.y, v.z};
	json_key(json, key);
	json_floats(json, values, 3);
}

bool answer_has_nodes(const answer_assets *assets)
{
	return assets->first.node_count > 1 || assets->second.node_count > 1;
}

void answer_pieces(json_writer *json, const answer_assets *assets, const uint32_t pieces[4])
{
	json_key(json, "pair");
	answer_two(json, pieces[0], pieces[1]);
	if (answer_has_nodes(assets))
	{
		json_key(json, "nodes");
		answer_two(json, pieces[2], pieces[3]);
	}
}
