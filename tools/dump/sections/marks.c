// SPDX-License-Identifier: MIT
#include "marks.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"

static void write_layer(FILE *out, const kiln_asset *asset, uint32_t layer)
{
	const char *name = kiln_layer_name(asset, layer);
	if (*name)
		write_name(out, name);
	else
		fprintf(out, "%lu", (unsigned long)layer);
}

static void write_mask(FILE *out, const kiln_asset *asset, const char *label, uint64_t mask)
{
	uint32_t count = 0;
	for (uint64_t rest = mask; rest; rest &= rest - 1)
		++count;
	// Of many layers, those that are not in the mask are shorter to name.
	bool most = count > KILN_LAYERS_MAX / 2;
	fprintf(out, "%s", label);
	if (most)
		fputs(count < KILN_LAYERS_MAX ? " all but" : " all", out);
	if (mask == 0)
		fputs(" none", out);
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		if ((mask >> i & 1) != most)
		{
			putc(' ', out);
			write_layer(out, asset, i);
		}
}

void layers_text(FILE *out, const kiln_asset *asset)
{
	if (asset->layer_count < 2)
		return;
	fputs("\nlayers\n", out);
	for (uint32_t i = 0; i < asset->layer_count; ++i)
	{
		fprintf(out, "  %lu ", (unsigned long)i);
		write_layer(out, asset, i);
		putc('\n', out);
	}
}

void node_marks_text(FILE *out, const kiln_asset *asset, uint32_t node)
{
	const kiln_format_node *n = &asset->nodes[node];
	if (n->layers != KILN_LAYER_DEFAULT || n->collides != ~(uint64_t)0)
	{
		write_label(out, "layers");
		write_mask(out, asset, "in", n->layers);
		write_mask(out, asset, ", collides with", n->collides);
		putc('\n', out);
	}
	if (n->user)
	{
		write_label(out, "user data");
		fprintf(out, "0x%llx\n", (unsigned long long)n->user);
	}
}

void material_marks_text(FILE *out, const kiln_asset *asset, uint32_t material)
{
	const kiln_format_material *m = &asset->materials[material];
	if (m->layers)
		write_mask(out, asset, ", in", m->layers);
	if (m->collides)
		write_mask(out, asset, ", collides with", m->collides);
	if (m->flags & KILN_MATERIAL_FRICTION)
		fprintf(out, ", friction %.9g", (double)m->friction);
	if (m->flags & KILN_MATERIAL_RESTITUTION)
		fprintf(out, ", restitution %.9g", (double)m->restitution);
	if (m->user)
		fprintf(out, ", user data 0x%llx", (unsigned long long)m->user);
}

static void layer_json(json_writer *json, const kiln_asset *asset, uint32_t layer)
{
	const char *name = kiln_layer_name(asset, layer);
	if (*name)
		json_text(json, name);
	else
		json_uint(json, layer);
}

static void key_mask(json_writer *json, const kiln_asset *asset, const char *key, uint64_t mask)
{
	if (mask == ~(uint64_t)0)
	{
		key_text(json, key, "*");
		return;
	}
	json_key(json, key);
	json_array_inline(json);
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		if (mask >> i & 1)
			layer_json(json, asset, i);
	json_array_end(json);
}

/// Writes a mask; a material may leave it to the node.
static void key_own_mask(json_writer *json, const kiln_asset *asset, const char *key, uint64_t mask)
{
	if (mask)
	{
		key_mask(json, asset, key, mask);
		return;
	}
	json_key(json, key);
	json_null(json);
}

static void key_given(json_writer *json, const char *key, bool given, float value)
{
	json_key(json, key);
	if (given)
		json_float(json, value);
	else
		json_null(json);
}

void layers_json(json_writer *json, const kiln_asset *asset)
{
	json_key(json, "layers");
	json_array_inline(json);
	for (uint32_t i = 0; i < asset->layer_count; ++i)
		layer_json(json, asset, i);
	json_array_end(json);
}

void node_marks_json(json_writer *json, const kiln_asset *asset, uint32_t node)
{
	const kiln_format_node *n = &asset->nodes[node];
	key_mask(json, asset, "layers", n->layers);
	key_mask(json, asset, "collides", n->collides);
	key_uint(json, "user", n->user);
	key_bool(json, "trigger", (n->flags & KILN_NODE_TRIGGER) != 0);
}

void material_marks_json(json_writer *json, const kiln_asset *asset, uint32_t material)
{
	const kiln_format_material *m = &asset->materials[material];
	key_own_mask(json, asset, "layers", m->layers);
	key_own_mask(json, asset, "collides", m->collides);
	key_uint(json, "user", m->user);
	key_given(json, "friction", (m->flags & KILN_MATERIAL_FRICTION) != 0, m->friction);
	key_given(json, "restitution", (m->flags & KILN_MATERIAL_RESTITUTION) != 0, m->restitution);
}
