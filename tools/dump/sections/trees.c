// SPDX-License-Identifier: MIT
#include "trees.h"

#include "../../common/message.h"
#include "../blob/stats.h"
#include "../lines/json_keys.h"
#include "../lines/text_parts.h"

/// A stable word for a kind, such as `obb`.
static const char *kind_name(uint32_t kind)
{
	static const char *const names[KILN_TREE_KIND_END] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss"};
	return kind < KILN_TREE_KIND_END ? names[kind] : "";
}

static uint32_t pair_tree_of(const kiln_asset *asset, uint32_t owner)
{
	return owner == KILN_NONE ? asset->scene->pair_tree : asset->meshes[owner].pair_tree;
}

static uint32_t pair_kind_of(const kiln_asset *asset, uint32_t owner)
{
	uint32_t tree = pair_tree_of(asset, owner);
	return tree == KILN_NONE ? KILN_TREE_AABB : asset->volume_trees[tree].kind;
}

static void tree_text(FILE *out, const kiln_asset *asset, const kiln_format_volume_tree *tree)
{
	volume_stats stats = stats_of_volumes(asset, tree);
	char label[16];
	snprintf(label, sizeof label, "%s tree", kind_name(tree->kind));
	write_label(out, label);
	fprintf(out, "%lu node%s, %lu %s, depth %lu, %llu bytes\n", (unsigned long)tree->node_count,
		plural(tree->node_count), (unsigned long)stats.leaves, stats.leaves == 1 ? "leaf" : "leaves",
		(unsigned long)tree->depth, (unsigned long long)stats_volume_node_bytes(tree));
	write_label(out, "built by");
	tool_text(out, kiln_name(asset, tree->rule));
	putc('\n', out);
	write_label(out, "quality");
	fprintf(out, "SAH cost %.6g, volume %.6g, overlap %.6g\n", (double)tree->sah_cost, (double)tree->volume,
		(double)tree->overlap);
	write_histogram(out, "children a node", stats.children, KILN_TREE_WIDTH + 1);
	write_histogram(out, "nodes at level", stats.nodes_at, KILN_TREE_DEPTH_MAX + 1);
	write_histogram(out, "leaves at level", stats.leaves_at, KILN_TREE_DEPTH_MAX + 1);
}

void trees_text(FILE *out, const kiln_asset *asset, uint32_t owner)
{
	bool any = false;
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		if (asset->volume_trees[i].mesh == owner)
		{
			tree_text(out, asset, &asset->volume_trees[i]);
			any = true;
		}
	}
	const char *choice = owner == KILN_NONE ? "" : kiln_name(asset, asset->meshes[owner].choice);
	if (any || choice[0])
	{
		write_label(out, "pair queries");
		fprintf(out, "take the %s tree%s", kind_name(pair_kind_of(asset, owner)), choice[0] ? ", chosen from " : "");
		tool_text(out, choice);
		putc('\n', out);
	}
}

static void tree_json(json_writer *json, const kiln_asset *asset, const kiln_format_volume_tree *tree)
{
	volume_stats stats = stats_of_volumes(asset, tree);
	json_object(json);
	key_text(json, "kind", kind_name(tree->kind));
	key_text(json, "rule", kiln_name(asset, tree->rule));
	key_uint(json, "nodes", tree->node_count);
	key_uint(json, "leaves", stats.leaves);
	key_uint(json, "depth", tree->depth);
	key_uint(json, "width", tree->width);
	key_uint(json, "bytes", stats_volume_node_bytes(tree));
	key_float(json, "sah_cost", tree->sah_cost);
	key_float(json, "volume", tree->volume);
	key_float(json, "overlap", tree->overlap);
	key_counts(json, "nodes_at_level", stats.nodes_at + 1, tree->depth);
	key_counts(json, "leaves_at_level", stats.leaves_at + 1, tree->depth);
	key_counts(json, "nodes_with_children", stats.children + 1, KILN_TREE_WIDTH);
	json_object_end(json);
}

void trees_json(json_writer *json, const kiln_asset *asset, uint32_t owner)
{
	key_text(json, "pair_tree", kind_name(pair_kind_of(asset, owner)));
	if (owner != KILN_NONE)
	{
		key_text(json, "choice", kiln_name(asset, asset->meshes[owner].choice));
		key_bool(json, "deformable", asset->meshes[owner].vertex_first != KILN_NONE);
	}
	json_key(json, "volume_trees");
	json_array(json);
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
		if (asset->volume_trees[i].mesh == owner)
			tree_json(json, asset, &asset->volume_trees[i]);
	json_array_end(json);
}
