// SPDX-License-Identifier: MIT
#include "codes.h"

#include "memory.h"
#include "nearest.h"

#include <assert.h>
#include <string.h>

static const code_entry codes[] = {
	{"assimp-error", CODE_WARNING},
	{"assimp-warning", CODE_WARNING},
	{"blob-proof", CODE_ERROR},
	{"bound-proof", CODE_ERROR},
	{"bound-range", CODE_ERROR},
	{"bounds-size", CODE_WARNING},
	{"cache-damaged", CODE_WARNING},
	{"cache-missing", CODE_ERROR},
	{"cache-unusable", CODE_WARNING},
	{"cancelled", CODE_ERROR},
	{"clean-crossed", CODE_WARNING},
	{"clean-dropped", CODE_WARNING},
	{"clean-hole", CODE_WARNING},
	{"clean-invalid", CODE_WARNING},
	{"clean-nonplanar", CODE_WARNING},
	{"clean-opened", CODE_WARNING},
	{"clean-options", CODE_ERROR},
	{"clean-too-big", CODE_ERROR},
	{"clean-unproved", CODE_WARNING},
	{"collider-hull", CODE_NOTE},
	{"collider-only", CODE_NOTE},
	{"collider-plane", CODE_WARNING},
	{"collider-scale", CODE_WARNING},
	{"cook-empty", CODE_ERROR},
	{"depfile-name", CODE_WARNING},
	{"heightfield-empty", CODE_ERROR},
	{"heightfield-grid", CODE_ERROR},
	{"heightfield-material", CODE_WARNING},
	{"heightfield-proof", CODE_ERROR},
	{"heightfield-sample", CODE_ERROR},
	{"heightfield-steps", CODE_ERROR},
	{"hull-budget", CODE_ERROR},
	{"hull-effort", CODE_NOTE},
	{"hull-empty", CODE_ERROR},
	{"hull-large", CODE_WARNING},
	{"hull-not-finite", CODE_ERROR},
	{"hull-proof", CODE_ERROR},
	{"hull-range", CODE_ERROR},
	{"image-kind", CODE_ERROR},
	{"image-lossy", CODE_WARNING},
	{"image-size", CODE_ERROR},
	{"import-allow", CODE_ERROR},
	{"import-crashed", CODE_ERROR},
	{"import-curves", CODE_WARNING},
	{"import-damaged", CODE_ERROR},
	{"import-empty", CODE_ERROR},
	{"import-extension", CODE_ERROR},
	{"import-failed", CODE_ERROR},
	{"import-forbidden", CODE_ERROR},
	{"import-format", CODE_ERROR},
	{"import-graph", CODE_WARNING},
	{"import-hidden", CODE_WARNING},
	{"import-incomplete", CODE_WARNING},
	{"import-lost", CODE_ERROR | CODE_WARNING},
	{"import-material", CODE_WARNING},
	{"import-morph", CODE_NOTE | CODE_WARNING},
	{"import-outside", CODE_ERROR},
	{"import-physics", CODE_WARNING},
	{"import-positions", CODE_WARNING},
	{"import-reference", CODE_WARNING},
	{"import-skin", CODE_NOTE | CODE_WARNING},
	{"import-syntax", CODE_WARNING},
	{"import-too-big", CODE_ERROR},
	{"import-trailing", CODE_WARNING},
	{"import-unreadable", CODE_ERROR},
	{"import-unused", CODE_WARNING},
	{"import-weight", CODE_WARNING},
	{"internal", CODE_ERROR},
	{"interrupted", CODE_ERROR},
	{"layout-dropped", CODE_WARNING},
	{"layout-error", CODE_ERROR},
	{"layout-exact", CODE_WARNING},
	{"levels-dropped", CODE_WARNING},
	{"mark-unmatched", CODE_WARNING},
	{"material-range", CODE_WARNING},
	{"memory-limit", CODE_ERROR},
	{"merge-deformable", CODE_WARNING},
	{"mesh-empty", CODE_WARNING},
	{"mesh-inside-out", CODE_WARNING},
	{"mesh-shared", CODE_NOTE},
	{"mesh-unused", CODE_NOTE},
	{"metadata-lost", CODE_NOTE | CODE_WARNING},
	{"name-fit", CODE_WARNING},
	{"name-partner", CODE_WARNING},
	{"name-unmatched", CODE_WARNING},
	{"option-unused", CODE_WARNING},
	{"origin-float", CODE_WARNING},
	{"origin-grid", CODE_ERROR},
	{"origin-range", CODE_ERROR},
	{"out-of-memory", CODE_ERROR},
	{"output", CODE_ERROR},
	{"parts-clear", CODE_WARNING},
	{"parts-clear-work", CODE_ERROR},
	{"parts-error", CODE_WARNING},
	{"parts-proof", CODE_ERROR},
	{"parts-undecided", CODE_WARNING},
	{"physics-left", CODE_NOTE},
	{"polygon-crossed", CODE_ERROR},
	{"recipe", CODE_ERROR},
	{"recipe-asset", CODE_WARNING},
	{"repair-left", CODE_WARNING},
	{"repair-undone", CODE_WARNING},
	{"rule-unmatched", CODE_WARNING},
	{"sdf-limit", CODE_WARNING},
	{"sdf-open", CODE_ERROR},
	{"shape-shared", CODE_NOTE},
	{"simplify-deformable", CODE_WARNING},
	{"simplify-short", CODE_WARNING},
	{"simplify-side", CODE_WARNING},
	{"time-limit", CODE_ERROR},
	{"too-large", CODE_ERROR},
	{"transform-baked", CODE_NOTE},
	{"transform-not-finite", CODE_WARNING},
	{"transform-overflow", CODE_WARNING},
	{"transform-singular", CODE_WARNING},
	{"tree-proof", CODE_ERROR},
	{"unit-odd", CODE_WARNING},
	{"unit-override", CODE_WARNING},
	{"up-unknown", CODE_WARNING},
	{"usage", CODE_ERROR},
	{"volume-proof", CODE_ERROR},
	{"wrap-deformable", CODE_WARNING},
	{"wrap-limit", CODE_ERROR},
	{"wrap-range", CODE_ERROR},
};

#define CODE_COUNT (sizeof codes / sizeof *codes)

static_assert(CODE_COUNT <= CODE_COUNT_MAX, "there is room for a list of codes");

const char *kilncook_code(uint32_t i, unsigned *severities)
{
	if (i >= CODE_COUNT)
		return NULL;
	if (severities)
		*severities = codes[i].severities;
	return codes[i].name;
}

const code_entry *code_find(const char *name)
{
	for (size_t i = 0; i < CODE_COUNT; ++i)
		if (strcmp(codes[i].name, name) == 0)
			return &codes[i];
	return NULL;
}

const char *code_nearest(const char *word)
{
	const char *names[CODE_COUNT];
	for (size_t i = 0; i < CODE_COUNT; ++i)
		names[i] = codes[i].name;
	return nearest_name(word, names, CODE_COUNT);
}

static bool is_listed(const char *const *list, uint32_t count, const char *code)
{
	for (uint32_t i = 0; i < count; ++i)
		if (strcmp(list[i], code) == 0)
			return true;
	return false;
}

static kilncook_status check_list(const kilncook_context *context, const char *const *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const char *name = list && list[i] ? list[i] : "";
		const code_entry *entry = code_find(name);
		if (entry && entry->severities & CODE_WARNING)
			continue;
		if (entry)
			cook_message(context, KILNCOOK_ERROR, "", "usage", "'%s' is not the code of a warning", name);
		else
			cook_message(context, KILNCOOK_ERROR, "", "usage",
				"no message has the code '%.64s': the nearest code is '%s'", name, code_nearest(name));
		return KILNCOOK_USAGE;
	}
	return KILNCOOK_OK;
}

kilncook_status code_options_check(const kilncook_context *context, const kilncook_options *options)
{
	kilncook_status status = check_list(context, options->error_codes, options->error_code_count);
	if (status == KILNCOOK_OK)
		status = check_list(context, options->silent_codes, options->silent_code_count);
	for (uint32_t i = 0; status == KILNCOOK_OK && i < options->silent_code_count; ++i)
		if (is_listed(options->error_codes, options->error_code_count, options->silent_codes[i]))
		{
			cook_message(context, KILNCOOK_ERROR, "", "usage", "the warning '%s' can't be both silent and an error",
				options->silent_codes[i]);
			status = KILNCOOK_USAGE;
		}
	return status;
}

bool code_judge(const kilncook_options *options, const char *code, kilncook_severity *severity)
{
	if (*severity != KILNCOOK_WARNING)
		return true;
	if (is_listed(options->silent_codes, options->silent_code_count, code))
		return false;
	if (options->warnings_are_errors || is_listed(options->error_codes, options->error_code_count, code))
		*severity = KILNCOOK_ERROR;
	return true;
}
