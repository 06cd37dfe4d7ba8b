// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "messages/codes.h"
#include "plan/keys.h"
#include "platform/platform.h"
#include "utf8.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

/// Whether an enum value from outside is below its end.
static bool in_range(int value, int end)
{
	return value >= 0 && value < end;
}

/// Whether a number is 0, or a share or minus a length in range.
static bool length_is_sound(double length)
{
	double size = fabs(length);
	return size <= 0 || (size >= KILNCOOK_WRAP_MIN && size <= KILNCOOK_WRAP_MAX);
}

/// Whether a number is 0, a number of bits, or a length.
static bool layout_is_sound(double layout)
{
	if (layout < 1)
		return length_is_sound(layout);
	return layout >= KILNCOOK_LAYOUT_BITS_MIN && layout <= KILNCOOK_LAYOUT_BITS_MAX && layout <= floor(layout);
}

/// Whether a number is 0, an error, or a number of triangles.
static bool simplify_is_sound(double simplify)
{
	bool as_error = simplify >= KILNCOOK_SIMPLIFY_ERROR_MIN && simplify <= KILNCOOK_SIMPLIFY_ERROR_MAX;
	bool as_count = simplify >= 1 && simplify <= KILNCOOK_SIMPLIFY_TRIANGLES_MAX && floor(simplify) >= simplify;
	return as_error || as_count || !(simplify < 0 || simplify > 0 || isnan(simplify));
}

static bool points_are_sound(const kilncook_points *points)
{
	if (points->count > KILNCOOK_POINTS_MAX)
		return false;
	for (uint32_t i = 0; i < points->count; ++i)
		for (int k = 0; k < 3; ++k)
			if (!(fabs(points->at[i][k]) <= KILNCOOK_WRAP_MAX))
				return false;
	return true;
}

static kilncook_status check_numbers(const kilncook_context *context, const kilncook_options *given)
{
	if (given->weld != 0 && !(given->weld >= KILNCOOK_WELD_MIN && given->weld <= KILNCOOK_WELD_MAX))
		return usage(context, "the weld tolerance is not 0 and outside 1e-12 .. 0.1 of the diagonal");
	if (!(given->drop_slivers >= 0 && given->drop_slivers <= KILNCOOK_SLIVERS_MAX))
		return usage(context, "the share of slivers to drop is outside 0 .. 0.1");
	bool exactly = given->merge >= KILNCOOK_MERGE_EXACT && given->merge <= KILNCOOK_MERGE_EXACT;
	if (given->merge != 0 && !exactly && !(given->merge >= KILNCOOK_MERGE_MIN && given->merge <= KILNCOOK_MERGE_MAX))
		return usage(context, "the tolerance of merging is not exact, not 0 and outside 1e-12 .. 0.1 of the diagonal");
	if (!length_is_sound(given->wrap) || !length_is_sound(given->wrap_offset))
		return usage(context, "the detail or offset of a wrap is not 0 and outside 1e-9 .. 1e9");
	if (!layout_is_sound(given->layout))
		return usage(context, "the layout is neither 0, nor 16 to 21 bits, nor an error of 1e-9 .. 1e9");
	if (!length_is_sound(given->sdf))
		return usage(context, "the error of a signed distance field is not 0 and outside 1e-9 .. 1e9");
	if (given->sdf_blocks &&
		(given->sdf_blocks < KILNCOOK_SDF_BLOCKS_MIN || given->sdf_blocks > KILNCOOK_SDF_BLOCKS_MAX))
		return usage(context, "the blocks of a signed distance field are not 0 and outside 64 .. 16777216");
	if (!length_is_sound(given->parts_error))
		return usage(context, "the error of convex parts is not 0 and outside 1e-9 .. 1e9");
	if (!length_is_sound(given->parts_clear))
		return usage(context, "the radius that convex parts leave clear is not 0 and outside 1e-9 .. 1e9");
	if (!points_are_sound(&given->parts_clear_from))
		return usage(context, "more than 8 points, or a coordinate outside -1e9 .. 1e9");
	if (!simplify_is_sound(given->simplify))
		return usage(context,
			"simplifying is neither 0, nor an error of 1e-12 .. 0.5 of the diagonal, nor a number of triangles");
	for (uint32_t i = 0; i < KILNCOOK_LEVELS_MAX; ++i)
		if (!simplify_is_sound(given->levels[i]))
			return usage(context,
				"a level is neither 0, nor an error of 1e-12 .. 0.5 of the diagonal, nor a number of triangles");
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
	if (!(given->tolerance >= 0 && given->tolerance <= KILNCOOK_TOLERANCE_MAX))
		return usage(context, "the tolerance is outside 0 .. 0.1 of the diagonal");
	if (!(given->hole_size >= 0 && given->hole_size <= 1))
		return usage(context, "the size of holes to close is outside 0 .. 1 of the diagonal");
	if (given->listed > KILNCOOK_LISTED_MAX)
		return usage(context, "more than 1000000000 faults to be listed");
	if (given->threads > KILNCOOK_THREADS_MAX)
		return usage(context, "more than 256 threads");
	return KILNCOOK_OK;
}

/// Checks the settings that single nodes can have, in the options or in a rule.
static kilncook_status check_node_settings(const kilncook_context *context, const kilncook_options *given)
{
	if (!in_range((int)given->shape, KILNCOOK_SHAPE_END))
		return usage(context, "unknown shape");
	if (!in_range((int)given->parts_quality, KILNCOOK_PARTS_QUALITY_END))
		return usage(context, "unknown quality of convex parts");
	if (given->parts_max > KILNCOOK_PARTS_MAX)
		return usage(context, "more than 4096 convex parts");
	if ((given->hull_vertices && given->hull_vertices < 4) || (given->hull_faces && given->hull_faces < 4))
		return usage(context, "a hull has at least 4 vertices and 4 faces");
	if (!(given->hull_error >= 0 && given->hull_error <= KILNCOOK_HULL_ERROR_MAX))
		return usage(context, "the hull error is outside 0 .. 1 of the diagonal");
	if ((given->trees & ~KILNCOOK_TREES_AUTO) >= 1u << KILNCOOK_TREE_END)
		return usage(context, "unknown tree");
	if (!in_range((int)given->bounds, KILNCOOK_BOUNDS_END))
		return usage(context, "unknown way to fit bounding volumes");
	if (!in_range((int)given->simplify_side, KILNCOOK_SIMPLIFY_SIDE_END))
		return usage(context, "unknown side of simplified meshes");
	if (given->repair >> KILNCOOK_REPAIR_END)
		return usage(context, "unknown step of a repair");
	if (!in_range((int)given->method, KILNCOOK_METHOD_END))
		return usage(context, "unknown build method");
	if (!in_range((int)given->split, KILNCOOK_SPLIT_END))
		return usage(context, "unknown split rule");
	if (!in_range((int)given->split_axis, KILNCOOK_SPLIT_AXIS_END))
		return usage(context, "unknown axis rule");
	for (size_t taken, left = given->material ? strlen(given->material) : 0; left > 0; left -= taken)
	{
		const char *at = given->material + strlen(given->material) - left;
		taken = utf8_sequence(at, left);
		if (taken == 0 || utf8_is_control(utf8_character(at, taken)))
			return usage(context, "a material's name with a control character, or that is not UTF-8");
	}
	if (given->material && !*given->material)
		return usage(context, "a material without a name");
	return check_numbers(context, given);
}

/// Checks names and rules, each rule as if its settings were the options' own.
static kilncook_status check_rules(const kilncook_context *context, const kilncook_options *given)
{
	kilncook_status status = KILNCOOK_OK;
	if (given->rule_count && !given->rules)
		return usage(context, "rules are missing");
	for (uint32_t i = 0; i < given->rule_count && status == KILNCOOK_OK; ++i)
	{
		const kilncook_rule *rule = &given->rules[i];
		const char *fault = plan_rule_fault(rule);
		if (fault)
			return usage(context, fault);
		kilncook_options alone = {0};
		for (kilncook_key key = 0; key < KILNCOOK_KEY_END; ++key)
			if (rule->keys >> key & 1)
				key_copy(&alone, rule->values, key);
		status = check_node_settings(context, &alone);
	}
	if (status == KILNCOOK_OK && given->mark_count && !given->marks)
		return usage(context, "marks are missing");
	for (uint32_t i = 0; i < given->mark_count && status == KILNCOOK_OK; ++i)
	{
		const char *fault = cook_mark_fault(&given->marks[i]);
		if (fault)
			return usage(context, fault);
	}
	if (status == KILNCOOK_OK && (given->names > KILNCOOK_NAMES_NONE || given->rule_count >= 1u << PLAN_SHIFT))
		return usage(context, "an unknown convention of names, or too many rules");
	if (status == KILNCOOK_OK && given->colliders >= KILNCOOK_COLLIDERS_END)
		status = usage(context, "an unknown word for colliders");
	if (status == KILNCOOK_OK && given->lod > KILNCOOK_LOD_MAX && given->lod < KILNCOOK_LOD_LAST)
		return usage(context, "a level of detail above 999");
	return status;
}

static kilncook_status check_origin(const kilncook_context *context, const kilncook_options *given)
{
	if (!in_range((int)given->origin, KILNCOOK_ORIGIN_END))
		return usage(context, "unknown way to choose the origin");
	for (int k = 0; k < 3 && given->origin == KILNCOOK_ORIGIN_GIVEN; ++k)
		if (!(fabs(given->origin_at[k]) <= KILNCOOK_ORIGIN_MAX))
			return usage(context, "the origin is not finite, or beyond 2^53");
	if (given->snap != 0 && !(given->snap >= KILNCOOK_SNAP_MIN && given->snap <= KILNCOOK_SNAP_MAX))
		return usage(context, "the step of a grid is not 0 and outside 1e-30 .. 1e9");
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
	kilncook_status status = check_origin(context, given);
	if (status == KILNCOOK_OK)
		status = check_node_settings(context, given);
	if (status == KILNCOOK_OK)
		status = check_rules(context, given);
	if (status != KILNCOOK_OK)
		return status;
	for (uint32_t i = 0; i < given->allow_outside_count; ++i)
		if (!given->allow_outside || !given->allow_outside[i])
			return usage(context, "allowed folders are missing");
	if (!(given->import_seconds >= 0) || !(given->import_processor_seconds >= 0))
		return usage(context, "a time limit of the import is below zero");
	status = code_options_check(context, given);
	if (status != KILNCOOK_OK)
		return status;
	*effective = *given;
	key_fill(effective);
	if (effective->flat_edge == 0)
		effective->flat_edge = KILNCOOK_FLAT_EDGE_DEFAULT;
	else if (effective->flat_edge < 0)
		effective->flat_edge = 0;
	if (effective->tolerance <= 0)
		effective->tolerance = KILNCOOK_TOLERANCE_DEFAULT;
	if (effective->hole_size <= 0)
		effective->hole_size = KILNCOOK_HOLE_SIZE_DEFAULT;
	if (effective->listed == 0)
		effective->listed = KILNCOOK_LISTED_DEFAULT;
	if (effective->scale == 0)
		effective->scale = 1;
	if (!(effective->import_seconds > 0))
		effective->import_seconds = KILNCOOK_IMPORT_SECONDS;
	if (!(effective->import_processor_seconds > 0))
		effective->import_processor_seconds = KILNCOOK_IMPORT_SECONDS;
	if (effective->threads == 0)
		effective->threads = platform_processors();
	return KILNCOOK_OK;
}

const char *cook_rule_name(const kilncook_options *options)
{
	return options->method == KILNCOOK_METHOD_TOP_DOWN ? key_split_name(options->split)
													   : key_method_name(options->method);
}

void cook_rule_text(const kilncook_options *options, cook_text *text)
{
	cook_text_print(text, "build=%s split=%s axis=%s rotate=%u optimize=%u", key_method_name(options->method),
		key_split_name(options->split), key_axis_name(options->split_axis), options->rotate, options->optimize);
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

/// Appends the tolerances, which have an effect on the blob only where something is repaired, or a survey or adjacency
/// is kept.
static void tolerance_text(const kilncook_options *options, cook_text *text)
{
	bool repairs = options->repair != 0;
	for (uint32_t i = 0; i < options->rule_count; ++i)
		repairs |= options->rules[i].keys >> KILNCOOK_KEY_REPAIR & 1;
	if (repairs || options->keep_survey || options->adjacency)
		cook_text_print(text, " tolerance=%.17g", options->tolerance);
	if (repairs)
		cook_text_print(text, " hole-size=%.17g", options->hole_size);
}

void cook_options_text(const kilncook_options *options, cook_text *text)
{
	static const char *const axes[] = {"file", "x", "y", "z"};
	char unit[32] = "file";
	if (options->unit > 0)
		snprintf(unit, sizeof unit, "%.17g", options->unit);
	cook_text_print(text, "shape=%s", kilncook_shape_name(options->shape));
	cook_text_print(text, " hull-vertices=%u hull-faces=%u hull-error=%.17g hull-inner=%d", options->hull_vertices,
		options->hull_faces, options->hull_error, options->hull_inner ? 1 : 0);
	cook_text_print(text, " tree=");
	key_text(options, KILNCOOK_KEY_TREE, text);
	cook_text_print(text, " weld=%.17g unit=%s scale=%.17g up=%s art-up=%s flip=%d ", options->weld, unit,
		options->scale, options->up ? axes[options->up] : "keep", axes[options->art_up], options->flip ? 1 : 0);
	cook_rule_text(options, text);
	if (options->origin == KILNCOOK_ORIGIN_AUTO)
		cook_text_print(text, " origin=auto");
	else if (options->origin)
		cook_text_print(
			text, " origin=%.17g,%.17g,%.17g", options->origin_at[0], options->origin_at[1], options->origin_at[2]);
	if (options->snap > 0)
		cook_text_print(text, " snap=%.17g", options->snap);
	cook_text_print(text, " leaf=%u width=%u deformable=%d flat-edge=%.17g", options->leaf_size, options->tree_width,
		options->deformable ? 1 : 0, options->flat_edge);
	if (options->metadata)
		cook_text_print(text, " metadata=1");
	if (options->adjacency)
		cook_text_print(text, " adjacency=1");
	if (options->keep_survey)
		cook_text_print(
			text, " keep-survey=1 listed=%u survey-pairs=%d", options->listed, options->survey_pairs ? 1 : 0);
	tolerance_text(options, text);
	cook_rules_text(options, text);
	cook_marks_text(options, text);
}
