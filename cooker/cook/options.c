// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "messages/codes.h"
#include "platform/platform.h"

#include <assert.h>
#include <stdio.h>

static_assert((int)KILNCOOK_SPLIT_SAH == (int)BUILD_SPLIT_SAH, "split rules are passed through");
static_assert((int)KILNCOOK_SPLIT_MEAN == (int)BUILD_SPLIT_MEAN, "split rules are passed through");
static_assert((int)KILNCOOK_SPLIT_MEDIAN == (int)BUILD_SPLIT_MEDIAN, "split rules are passed through");
static_assert((int)KILNCOOK_SPLIT_OBJECT_MEDIAN == (int)BUILD_SPLIT_OBJECT_MEDIAN, "split rules are passed through");
static_assert((int)KILNCOOK_SPLIT_MIDPOINT == (int)BUILD_SPLIT_MIDPOINT, "split rules are passed through");
static_assert((int)KILNCOOK_METHOD_TOP_DOWN == (int)BUILD_METHOD_TOP_DOWN, "methods are passed through");
static_assert((int)KILNCOOK_METHOD_AGGLOMERATIVE == (int)BUILD_METHOD_AGGLOMERATIVE, "methods are passed through");
static_assert((int)KILNCOOK_METHOD_PLOC == (int)BUILD_METHOD_PLOC, "methods are passed through");
static_assert((int)KILNCOOK_METHOD_INSERTION == (int)BUILD_METHOD_INSERTION, "methods are passed through");
static_assert((int)KILNCOOK_TREE_RSS == (int)KILN_TREE_RSS, "tree kinds are passed through");
static_assert((int)KILNCOOK_TREE_END == (int)KILN_TREE_KIND_END, "tree kinds are passed through");
static_assert((int)KILNCOOK_SPLIT_AXIS_LONGEST == (int)BUILD_AXIS_LONGEST, "axis rules are passed through");
static_assert((int)KILNCOOK_SPLIT_AXIS_VARIANCE == (int)BUILD_AXIS_VARIANCE, "axis rules are passed through");
static_assert((int)KILNCOOK_SPLIT_AXIS_COVARIANCE == (int)BUILD_AXIS_COVARIANCE, "axis rules are passed through");

static kilncook_status usage(const kilncook_context *context, const char *reason)
{
	cook_message(context, KILNCOOK_ERROR, "", "usage", "%s", reason);
	return KILNCOOK_USAGE;
}

static bool factor_is_sound(double factor)
{
	return factor == 0 || (factor >= KILNCOOK_FACTOR_MIN && factor <= KILNCOOK_FACTOR_MAX);
}

/// Whether an enum read from outside is below its end.
static bool in_range(int value, int end)
{
	return value >= 0 && value < end;
}

static kilncook_status check_numbers(const kilncook_context *context, const kilncook_options *given)
{
	if (given->weld != 0 && !(given->weld >= KILNCOOK_WELD_MIN && given->weld <= KILNCOOK_WELD_MAX))
		return usage(context, "the weld tolerance is not 0 and outside 1e-12 .. 0.1 of the diagonal");
	if (!factor_is_sound(given->unit))
		return usage(context, "the unit is outside 1e-12 .. 1e12 metres");
	if (!factor_is_sound(given->scale))
		return usage(context, "the scale is outside 1e-12 .. 1e12");
	if (given->leaf_size > KILNCOOK_LEAF_SIZE_MAX)
		return usage(context, "a leaf holds at most 8 triangles");
	if (given->optimize > KILNCOOK_OPTIMIZE_MAX || given->rotate > KILNCOOK_OPTIMIZE_MAX)
		return usage(context, "more than 64 passes over the tree");
	if (given->tree_width == 1 || given->tree_width > KILN_TREE_WIDTH)
		return usage(context, "a tree node has 2 to 8 children");
	bool exact = given->flat_edge >= KILNCOOK_FLAT_EDGE_EXACT && given->flat_edge <= KILNCOOK_FLAT_EDGE_EXACT;
	if (!exact && !(given->flat_edge >= 0 && given->flat_edge <= KILNCOOK_FLAT_EDGE_MAX))
		return usage(context, "the sine of a flat edge is outside 0 .. 0.5");
	if (given->threads > KILNCOOK_THREADS_MAX)
		return usage(context, "more than 256 threads");
	return KILNCOOK_OK;
}

static kilncook_status check_shapes(const kilncook_context *context, const kilncook_options *given)
{
	if (!in_range((int)given->shape, KILNCOOK_SHAPE_END))
		return usage(context, "unknown shape");
	bool parts = given->shape == KILNCOOK_SHAPE_PARTS;
	if (given->shape_rule_count && !given->shape_rules)
		return usage(context, "shape rules are missing");
	for (uint32_t i = 0; i < given->shape_rule_count; ++i)
	{
		const kilncook_shape_rule *rule = &given->shape_rules[i];
		if (!rule->pattern || rule->shape == KILNCOOK_SHAPE_DEFAULT || !in_range((int)rule->shape, KILNCOOK_SHAPE_END))
			return usage(context, "a shape rule without a pattern or with an unknown shape");
		parts = parts || rule->shape == KILNCOOK_SHAPE_PARTS;
	}
	if (given->mark_count && !given->marks)
		return usage(context, "marks are missing");
	for (uint32_t i = 0; i < given->mark_count; ++i)
	{
		const char *fault = cook_mark_fault(&given->marks[i]);
		if (fault)
			return usage(context, fault);
	}
	if (parts)
		return usage(context, "convex parts are not in this version");
	if ((given->hull_vertices && given->hull_vertices < 4) || (given->hull_faces && given->hull_faces < 4))
		return usage(context, "a hull has at least 4 vertices and 4 faces");
	if (!(given->hull_error >= 0 && given->hull_error <= KILNCOOK_HULL_ERROR_MAX))
		return usage(context, "the hull error is outside 0 .. 1 of the diagonal");
	return KILNCOOK_OK;
}

kilncook_status cook_options_check(
	const kilncook_context *context, const kilncook_options *given, kilncook_options *effective)
{
	const kilncook_options none = {0};
	if (!given)
		given = &none;
	if (!in_range((int)given->up, KILNCOOK_AXIS_END) || !in_range((int)given->art_up, KILNCOOK_AXIS_END))
		return usage(context, "an up axis is none of x, y, z");
	kilncook_status status = check_shapes(context, given);
	if (status != KILNCOOK_OK)
		return status;
	if ((given->trees & ~KILNCOOK_TREES_AUTO) >= 1u << KILNCOOK_TREE_END)
		return usage(context, "unknown tree");
	if (!in_range((int)given->method, KILNCOOK_METHOD_END))
		return usage(context, "unknown build method");
	if (!in_range((int)given->split, KILNCOOK_SPLIT_END))
		return usage(context, "unknown split rule");
	if (!in_range((int)given->split_axis, KILNCOOK_SPLIT_AXIS_END))
		return usage(context, "unknown axis rule");
	status = check_numbers(context, given);
	if (status != KILNCOOK_OK)
		return status;
	for (uint32_t i = 0; i < given->allow_outside_count; ++i)
		if (!given->allow_outside || !given->allow_outside[i])
			return usage(context, "allowed folders are missing");
	if (!(given->import_seconds >= 0))
		return usage(context, "the time limit of the import is below zero");
	status = code_options_check(context, given);
	if (status != KILNCOOK_OK)
		return status;
	*effective = *given;
	effective->weld += 0.0; // no negative zero
	effective->hull_error += 0.0;
	if (effective->flat_edge == 0)
		effective->flat_edge = KILNCOOK_FLAT_EDGE_DEFAULT;
	else if (effective->flat_edge < 0)
		effective->flat_edge = 0;
	if (effective->shape == KILNCOOK_SHAPE_DEFAULT)
		effective->shape = KILNCOOK_SHAPE_MESH;
	if (effective->scale == 0)
		effective->scale = 1;
	if (effective->trees == KILNCOOK_TREES_AUTO)
		effective->trees |= (1u << KILNCOOK_TREE_END) - 1;
	if (effective->trees == 0)
		effective->trees = 1u << KILNCOOK_TREE_AABB;
	if (effective->tree_width == 0)
		effective->tree_width = KILN_TREE_WIDTH;
	if (!(effective->import_seconds > 0))
		effective->import_seconds = KILNCOOK_IMPORT_SECONDS;
	if (effective->threads == 0)
		effective->threads = platform_processors();
	// Only one way to build divides, and SAH tries every axis: rules that have no effect.
	if (effective->method != KILNCOOK_METHOD_TOP_DOWN)
		effective->split = KILNCOOK_SPLIT_SAH;
	if (effective->split == KILNCOOK_SPLIT_SAH)
		effective->split_axis = KILNCOOK_SPLIT_AXIS_LONGEST;
	return KILNCOOK_OK;
}

static const char *method_name(kilncook_method method)
{
	static const char *const names[KILNCOOK_METHOD_END] = {"top-down", "agglomerative", "ploc", "insertion"};
	return names[method];
}

static const char *split_name(kilncook_split split)
{
	static const char *const names[KILNCOOK_SPLIT_END] = {
		"sah", "mean", "median", "object-median", "midpoint", "spatial"};
	return names[split];
}

const char *cook_rule_name(const kilncook_options *options)
{
	return options->method == KILNCOOK_METHOD_TOP_DOWN ? split_name(options->split) : method_name(options->method);
}

void cook_rule_text(const kilncook_options *options, cook_text *text)
{
	static const char *const split_axes[] = {"longest", "variance", "covariance"};
	cook_text_print(text, "build=%s split=%s axis=%s rotate=%u optimize=%u", method_name(options->method),
		split_name(options->split), split_axes[options->split_axis], options->rotate, options->optimize);
}

build_options cook_build_options(const kilncook_options *options)
{
	return (build_options){
		.method = (build_method)options->method,
		.split = (build_split)options->split,
		.axis = (build_axis)options->split_axis,
		.leaf_size = options->leaf_size,
		.rotation_passes = options->rotate,
		.optimize_passes = options->optimize,
		.threads = options->threads,
	};
}

void cook_options_text(const kilncook_options *options, cook_text *text)
{
	static const char *const axes[] = {"file", "x", "y", "z"};
	char unit[32] = "file";
	if (options->unit > 0)
		snprintf(unit, sizeof unit, "%.17g", options->unit);
	cook_shape_rules_text(options, text);
	cook_text_print(text, " hull-vertices=%u hull-faces=%u hull-error=%.17g hull-inner=%d", options->hull_vertices,
		options->hull_faces, options->hull_error, options->hull_inner ? 1 : 0);
	cook_text_print(text, " tree=");
	const char *separator = "";
	for (uint32_t kind = 0; kind <= KILNCOOK_TREE_END; ++kind)
	{
		if (options->trees & (kind < KILNCOOK_TREE_END ? 1u << kind : KILNCOOK_TREES_AUTO))
		{
			cook_text_print(text, "%s%s", separator, cook_tree_name(kind));
			separator = ",";
		}
	}
	cook_text_print(text, " weld=%.17g unit=%s scale=%.17g up=%s art-up=%s flip=%d ", options->weld, unit,
		options->scale, options->up ? axes[options->up] : "keep", axes[options->art_up], options->flip ? 1 : 0);
	cook_rule_text(options, text);
	cook_text_print(text, " leaf=%u width=%u deformable=%d flat-edge=%.17g", options->leaf_size, options->tree_width,
		options->deformable ? 1 : 0, options->flat_edge);
	cook_marks_text(options, text);
}
