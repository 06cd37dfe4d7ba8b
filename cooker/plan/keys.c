// SPDX-License-Identifier: MIT
#include "keys.h"

#include "job/job.h"
#include "kiln_format.h"

#include <string.h>
#include <xxhash.h>

typedef enum key_type
{
	KEY_NUMBER, ///< uint32_t
	KEY_REAL,	///< double
	KEY_FLAG,	///< bool
	KEY_STRING, ///< const char *
	KEY_LEVELS, ///< double[KILNCOOK_LEVELS_MAX]
	KEY_POINTS, ///< kilncook_points
} key_type;

typedef struct key_entry
{
	const char *name;
	size_t offset; ///< in kilncook_options
	key_type type;
} key_entry;

#define FIELD(field) offsetof(kilncook_options, field)

static const key_entry entries[KILNCOOK_KEY_END] = {
	[KILNCOOK_KEY_SHAPE] = {"shape", FIELD(shape), KEY_NUMBER},
	[KILNCOOK_KEY_HULL_VERTICES] = {"hull-vertices", FIELD(hull_vertices), KEY_NUMBER},
	[KILNCOOK_KEY_HULL_FACES] = {"hull-faces", FIELD(hull_faces), KEY_NUMBER},
	[KILNCOOK_KEY_HULL_ERROR] = {"hull-error", FIELD(hull_error), KEY_REAL},
	[KILNCOOK_KEY_HULL_INNER] = {"hull-inner", FIELD(hull_inner), KEY_FLAG},
	[KILNCOOK_KEY_TREE] = {"tree", FIELD(trees), KEY_NUMBER},
	[KILNCOOK_KEY_TREE_WIDTH] = {"tree-width", FIELD(tree_width), KEY_NUMBER},
	[KILNCOOK_KEY_BUILD] = {"build", FIELD(method), KEY_NUMBER},
	[KILNCOOK_KEY_SPLIT] = {"split", FIELD(split), KEY_NUMBER},
	[KILNCOOK_KEY_AXIS] = {"axis", FIELD(split_axis), KEY_NUMBER},
	[KILNCOOK_KEY_LEAF] = {"leaf", FIELD(leaf_size), KEY_NUMBER},
	[KILNCOOK_KEY_ROTATE] = {"rotate", FIELD(rotate), KEY_NUMBER},
	[KILNCOOK_KEY_OPTIMIZE] = {"optimize", FIELD(optimize), KEY_NUMBER},
	[KILNCOOK_KEY_DEFORMABLE] = {"deformable", FIELD(deformable), KEY_FLAG},
	[KILNCOOK_KEY_WELD] = {"weld", FIELD(weld), KEY_REAL},
	[KILNCOOK_KEY_FLIP] = {"flip", FIELD(flip), KEY_FLAG},
	[KILNCOOK_KEY_TAG] = {"tag", FIELD(tag), KEY_NUMBER},
	[KILNCOOK_KEY_MATERIAL] = {"material", FIELD(material), KEY_STRING},
	[KILNCOOK_KEY_DROP_SLIVERS] = {"drop-slivers", FIELD(drop_slivers), KEY_REAL},
	[KILNCOOK_KEY_BOUNDS] = {"bounds", FIELD(bounds), KEY_NUMBER},
	[KILNCOOK_KEY_MERGE] = {"merge", FIELD(merge), KEY_REAL},
	[KILNCOOK_KEY_REPAIR] = {"repair", FIELD(repair), KEY_NUMBER},
	[KILNCOOK_KEY_WRAP] = {"wrap", FIELD(wrap), KEY_REAL},
	[KILNCOOK_KEY_WRAP_OFFSET] = {"wrap-offset", FIELD(wrap_offset), KEY_REAL},
	[KILNCOOK_KEY_SIMPLIFY] = {"simplify", FIELD(simplify), KEY_REAL},
	[KILNCOOK_KEY_SIMPLIFY_SIDE] = {"simplify-side", FIELD(simplify_side), KEY_NUMBER},
	[KILNCOOK_KEY_SIMPLIFY_BORDERS] = {"simplify-borders", FIELD(simplify_borders), KEY_FLAG},
	[KILNCOOK_KEY_PARTS_MAX] = {"parts-max", FIELD(parts_max), KEY_NUMBER},
	[KILNCOOK_KEY_PARTS_ERROR] = {"parts-error", FIELD(parts_error), KEY_REAL},
	[KILNCOOK_KEY_PARTS_QUALITY] = {"parts-quality", FIELD(parts_quality), KEY_NUMBER},
	[KILNCOOK_KEY_LEVELS] = {"levels", FIELD(levels), KEY_LEVELS},
	[KILNCOOK_KEY_PARTS_CLEAR] = {"parts-clear", FIELD(parts_clear), KEY_REAL},
	[KILNCOOK_KEY_SDF] = {"sdf", FIELD(sdf), KEY_REAL},
	[KILNCOOK_KEY_SDF_BLOCKS] = {"sdf-blocks", FIELD(sdf_blocks), KEY_NUMBER},
	[KILNCOOK_KEY_PARTS_CLEAR_FROM] = {"parts-clear-from", FIELD(parts_clear_from), KEY_POINTS},
	[KILNCOOK_KEY_LAYOUT] = {"layout", FIELD(layout), KEY_REAL},
	[KILNCOOK_KEY_EXACT_IF_POSSIBLE] = {"exact-if-possible", FIELD(exact_if_possible), KEY_FLAG},
};

const char *kilncook_key_name(kilncook_key key)
{
	return key < KILNCOOK_KEY_END ? entries[key].name : "";
}

const char *key_method_name(kilncook_method method)
{
	static const char *const words[KILNCOOK_METHOD_END] = {"top-down", "agglomerative", "ploc", "insertion"};
	return method < KILNCOOK_METHOD_END ? words[method] : "";
}

const char *key_split_name(kilncook_split split)
{
	static const char *const words[KILNCOOK_SPLIT_END] = {
		"sah", "mean", "median", "object-median", "midpoint", "spatial"};
	return split < KILNCOOK_SPLIT_END ? words[split] : "";
}

static const char *bounds_name(kilncook_bounds bounds)
{
	static const char *const words[KILNCOOK_BOUNDS_END] = {"best", "fast"};
	return bounds < KILNCOOK_BOUNDS_END ? words[bounds] : "";
}

const char *key_axis_name(kilncook_split_axis axis)
{
	static const char *const words[KILNCOOK_SPLIT_AXIS_END] = {"longest", "variance", "covariance"};
	return axis < KILNCOOK_SPLIT_AXIS_END ? words[axis] : "";
}

static size_t size_of(key_type type)
{
	static const size_t sizes[] = {sizeof(uint32_t), sizeof(double), sizeof(bool), sizeof(const char *),
		sizeof(double[KILNCOOK_LEVELS_MAX]), sizeof(kilncook_points)};
	return sizes[type];
}

void key_copy(kilncook_options *to, const kilncook_options *from, kilncook_key key)
{
	const key_entry *entry = &entries[key];
	memcpy((char *)to + entry->offset, (const char *)from + entry->offset, size_of(entry->type));
}

uint32_t key_level_count(const kilncook_options *options)
{
	uint32_t count = 0;
	while (count < KILNCOOK_LEVELS_MAX && options->levels[count] > 0)
		++count;
	return count;
}

uint64_t key_bits(const kilncook_options *options, kilncook_key key)
{
	const char *field = (const char *)options + entries[key].offset;
	uint32_t number;
	double real;
	const char *string;
	uint64_t bits = 0;
	switch (entries[key].type)
	{
	case KEY_NUMBER:
		memcpy(&number, field, sizeof number);
		return number;
	case KEY_REAL:
		memcpy(&real, field, sizeof real);
		real += 0.0; // no negative zero
		memcpy(&bits, &real, sizeof bits);
		return bits;
	case KEY_FLAG:
		return *(const bool *)field;
	case KEY_STRING:
		memcpy(&string, field, sizeof string);
		return (uintptr_t)string;
	case KEY_LEVELS:
		return key_level_count(options) ? XXH3_64bits(field, key_level_count(options) * sizeof(double)) : 0;
	case KEY_POINTS:
	{
		const kilncook_points *points = (const kilncook_points *)(const void *)field;
		return points->count ? XXH3_64bits(points->at, points->count * sizeof *points->at) : 0;
	}
	}
	return bits;
}

static void trees_text(uint32_t trees, cook_text *text)
{
	const char *separator = "";
	for (uint32_t kind = 0; kind <= KILNCOOK_TREE_END; ++kind)
		if (trees & (kind < KILNCOOK_TREE_END ? 1u << kind : KILNCOOK_TREES_AUTO))
		{
			cook_text_print(text, "%s%s", separator, cook_tree_name(kind));
			separator = ",";
		}
}

static void repair_text(uint32_t repair, cook_text *text)
{
	const char *separator = "";
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		if (repair >> step & 1)
		{
			cook_text_print(text, "%s%s", separator, kilncook_repair_name(step));
			separator = ",";
		}
	if (repair == 0)
		cook_text_print(text, "none");
}

static void levels_text(const kilncook_options *options, cook_text *text)
{
	const uint32_t count = key_level_count(options);
	for (uint32_t i = 0; i < count; ++i)
		cook_text_print(text, "%s%.9g", i ? "," : "", options->levels[i]);
	if (count == 0)
		cook_text_print(text, "no");
}

static void points_text(const kilncook_points *points, cook_text *text)
{
	for (uint32_t i = 0; i < points->count; ++i)
		cook_text_print(text, "%s%.9g,%.9g,%.9g", i ? ";" : "", points->at[i][0], points->at[i][1], points->at[i][2]);
	if (points->count == 0)
		cook_text_print(text, "outside");
}

/// A share, or a length of the asset's unit.
static void length_text(double length, const char *none, cook_text *text)
{
	if (length > 0)
		cook_text_print(text, "%.9g", length);
	else if (length < 0)
		cook_text_print(text, "%.9gm", -length);
	else
		cook_text_print(text, "%s", none);
}

void key_text(const kilncook_options *options, kilncook_key key, cook_text *text)
{
	uint64_t bits = key_bits(options, key);
	double real;
	switch (key)
	{
	case KILNCOOK_KEY_SHAPE:
		cook_text_print(text, "%s", kilncook_shape_name(options->shape));
		return;
	case KILNCOOK_KEY_TREE:
		trees_text(options->trees, text);
		return;
	case KILNCOOK_KEY_BUILD:
		cook_text_print(text, "%s", key_method_name(options->method));
		return;
	case KILNCOOK_KEY_SPLIT:
		cook_text_print(text, "%s", key_split_name(options->split));
		return;
	case KILNCOOK_KEY_AXIS:
		cook_text_print(text, "%s", key_axis_name(options->split_axis));
		return;
	case KILNCOOK_KEY_BOUNDS:
		cook_text_print(text, "%s", bounds_name(options->bounds));
		return;
	case KILNCOOK_KEY_REPAIR:
		repair_text(options->repair, text);
		return;
	case KILNCOOK_KEY_MATERIAL:
		cook_text_print(text, "%s", options->material ? options->material : "");
		return;
	case KILNCOOK_KEY_MERGE:
		if (options->merge > 0)
			break;
		cook_text_print(text, "%s", options->merge < 0 ? "exact" : "no");
		return;
	case KILNCOOK_KEY_WRAP:
		length_text(options->wrap, "no", text);
		return;
	case KILNCOOK_KEY_SDF:
		length_text(options->sdf, "no", text);
		return;
	case KILNCOOK_KEY_LAYOUT:
		cook_text_print(text, options->layout > 0 || options->layout < 0 ? "compact=" : "");
		length_text(options->layout, "exact", text);
		return;
	case KILNCOOK_KEY_WRAP_OFFSET:
		length_text(options->wrap_offset, "auto", text);
		return;
	case KILNCOOK_KEY_SIMPLIFY_SIDE:
		cook_text_print(text, "%s", kilncook_simplify_side_name(options->simplify_side));
		return;
	case KILNCOOK_KEY_PARTS_ERROR:
		length_text(options->parts_error, "auto", text);
		return;
	case KILNCOOK_KEY_PARTS_CLEAR:
		length_text(options->parts_clear, "no", text);
		return;
	case KILNCOOK_KEY_PARTS_CLEAR_FROM:
		points_text(&options->parts_clear_from, text);
		return;
	case KILNCOOK_KEY_PARTS_QUALITY:
		cook_text_print(text, "%s", kilncook_parts_quality_name(options->parts_quality));
		return;
	case KILNCOOK_KEY_LEVELS:
		levels_text(options, text);
		return;
	case KILNCOOK_KEY_SIMPLIFY:
		if (options->simplify > 0)
			break;
		cook_text_print(text, "no");
		return;
	default:
		break;
	}
	if (entries[key].type == KEY_REAL)
	{
		memcpy(&real, &bits, sizeof real);
		cook_text_print(text, "%.9g", real);
	}
	else if (entries[key].type == KEY_FLAG)
		cook_text_print(text, "%s", bits ? "yes" : "no");
	else
		cook_text_print(text, "%llu", (unsigned long long)bits);
}

static bool has_budget(const kilncook_options *options)
{
	return options->hull_vertices || options->hull_faces || options->hull_error > 0;
}

bool key_matters(const kilncook_options *options, kilncook_key key)
{
	bool automatic = options->shape == KILNCOOK_SHAPE_AUTO;
	bool mesh = options->shape == KILNCOOK_SHAPE_MESH || options->shape == KILNCOOK_SHAPE_DEFAULT || automatic;
	bool parts = options->shape == KILNCOOK_SHAPE_PARTS || automatic;
	bool hull = options->shape == KILNCOOK_SHAPE_HULL || parts;
	bool top_down = options->method == KILNCOOK_METHOD_TOP_DOWN;
	switch (key)
	{
	case KILNCOOK_KEY_SHAPE:
		return true;
	case KILNCOOK_KEY_HULL_VERTICES:
	case KILNCOOK_KEY_HULL_FACES:
	case KILNCOOK_KEY_HULL_ERROR:
		return hull;
	case KILNCOOK_KEY_PARTS_MAX:
	case KILNCOOK_KEY_PARTS_ERROR:
	case KILNCOOK_KEY_PARTS_QUALITY:
	case KILNCOOK_KEY_PARTS_CLEAR:
		return parts;
	case KILNCOOK_KEY_PARTS_CLEAR_FROM:
		return parts && (options->parts_clear < 0 || options->parts_clear > 0);
	case KILNCOOK_KEY_HULL_INNER:
		return options->shape == KILNCOOK_SHAPE_HULL && has_budget(options);
	case KILNCOOK_KEY_SIMPLIFY_SIDE:
	case KILNCOOK_KEY_SIMPLIFY_BORDERS:
		return mesh && (options->simplify > 0 || key_level_count(options));
	case KILNCOOK_KEY_BOUNDS:
		return mesh || hull;
	case KILNCOOK_KEY_TREE_WIDTH:
		return mesh && (options->trees & ~(1u << KILNCOOK_TREE_AABB));
	case KILNCOOK_KEY_SPLIT:
		return mesh && top_down;
	case KILNCOOK_KEY_AXIS:
		return mesh && top_down && options->split != KILNCOOK_SPLIT_SAH;
	case KILNCOOK_KEY_WRAP_OFFSET:
		return (mesh || parts) && (options->wrap > 0 || options->wrap < 0);
	case KILNCOOK_KEY_WRAP:
		return mesh || parts;
	case KILNCOOK_KEY_EXACT_IF_POSSIBLE:
		return mesh && (options->layout > 0 || options->layout < 0);
	case KILNCOOK_KEY_SDF:
		return mesh || hull;
	case KILNCOOK_KEY_SDF_BLOCKS:
		return (mesh || hull) && (options->sdf > 0 || options->sdf < 0);
	case KILNCOOK_KEY_LAYOUT:
	case KILNCOOK_KEY_MERGE:
	case KILNCOOK_KEY_SIMPLIFY:
	case KILNCOOK_KEY_LEVELS:
	case KILNCOOK_KEY_TREE:
	case KILNCOOK_KEY_BUILD:
	case KILNCOOK_KEY_LEAF:
	case KILNCOOK_KEY_ROTATE:
	case KILNCOOK_KEY_OPTIMIZE:
	case KILNCOOK_KEY_DEFORMABLE:
		return mesh;
	default:
		return options->shape != KILNCOOK_SHAPE_NONE;
	}
}

void key_fill(kilncook_options *options)
{
	options->weld += 0.0; // no negative zero
	options->hull_error += 0.0;
	options->drop_slivers += 0.0;
	options->merge += 0.0;
	options->wrap += 0.0;
	options->wrap_offset += 0.0;
	options->sdf += 0.0;
	options->layout += 0.0;
	options->parts_error += 0.0;
	options->parts_clear += 0.0;
	for (uint32_t i = 0; i < options->parts_clear_from.count; ++i)
		for (int k = 0; k < 3; ++k)
			options->parts_clear_from.at[i][k] += 0.0;
	options->simplify += 0.0;
	if (options->shape == KILNCOOK_SHAPE_DEFAULT)
		options->shape = KILNCOOK_SHAPE_MESH;
	if (options->trees == KILNCOOK_TREES_AUTO)
		options->trees |= (1u << KILNCOOK_TREE_END) - 1;
	if (options->trees == 0)
		options->trees = 1u << KILNCOOK_TREE_AABB;
	if (options->tree_width == 0)
		options->tree_width = KILN_TREE_WIDTH;
	// `split` only affects top-down building, and SAH tries every axis: other values have no effect.
	if (options->method != KILNCOOK_METHOD_TOP_DOWN)
		options->split = KILNCOOK_SPLIT_SAH;
	if (options->split == KILNCOOK_SPLIT_SAH)
		options->split_axis = KILNCOOK_SPLIT_AXIS_LONGEST;
}
