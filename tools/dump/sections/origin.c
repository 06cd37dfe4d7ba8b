// SPDX-License-Identifier: MIT
#include "origin.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"
#include "../verify/verify.h"
#include "math/ieee.h"
#include "open/section.h"

/// The stored origin; zero for an asset without one, or with one that is refused.
static kiln_format_origin stored_origin(const kiln_asset *asset, kiln_result *result)
{
	kiln_origin origin;
	*result = kiln_asset_origin(asset, &origin);
	const kiln_section section = kiln_section_of(asset, KILN_SECTION_ORIGIN);
	if (result->status != KILN_OK || section.count == 0)
		return (kiln_format_origin){{0, 0, 0}, 0};
	return *(const kiln_format_origin *)section.data;
}

static bool has_origin(const kiln_asset *asset)
{
	return kiln_section_of(asset, KILN_SECTION_ORIGIN).count > 0;
}

void origin_text(FILE *out, const kiln_asset *asset)
{
	kiln_result result;
	const kiln_format_origin origin = stored_origin(asset, &result);
	if (!has_origin(asset))
		return;
	write_label(out, "origin");
	if (result.status != KILN_OK)
	{
		fprintf(out, "refused: %s\n", result.reason);
		return;
	}
	char text[JSON_DOUBLE_SIZE];
	for (int i = 0; i < 3; ++i)
	{
		json_double_text(origin.position[i], text);
		fprintf(out, "%s%s", i > 0 ? " " : "", text);
	}
	json_double_text(origin.step, text);
	if (origin.step > 0)
		fprintf(out, ", on a grid of %s", text);
	fputs("\n", out);
}

void origin_json(json_writer *json, const kiln_asset *asset)
{
	kiln_result result;
	const kiln_format_origin origin = stored_origin(asset, &result);
	if (!has_origin(asset))
		return;
	json_key(json, "origin");
	if (result.status != KILN_OK)
	{
		json_null(json);
		return;
	}
	json_array_inline(json);
	for (int i = 0; i < 3; ++i)
		json_double(json, origin.position[i]);
	json_array_end(json);
	key_double(json, "origin_step", origin.step);
}

void origin_diff(diff_lines *lines, const kiln_asset *const asset[2])
{
	static const char *const names[4] = {"origin x", "origin y", "origin z", "step of the grid"};
	kiln_result result;
	kiln_format_origin both[2];
	for (int i = 0; i < 2; ++i)
		both[i] = stored_origin(asset[i], &result);
	for (int k = 0; k < 4; ++k)
	{
		char text[2][JSON_DOUBLE_SIZE];
		for (int i = 0; i < 2; ++i)
			json_double_text(k < 3 ? both[i].position[k] : both[i].step, text[i]);
		diff_texts(lines, (diff_thing){"file", ""}, names[k], text[0], text[1]);
	}
}

kiln_result verify_origin(const kiln_asset *asset)
{
	kiln_result result;
	(void)stored_origin(asset, &result);
	return result.status == KILN_OK ? verify_passed() : result;
}
