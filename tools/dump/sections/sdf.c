// SPDX-License-Identifier: MIT
#include "sdf.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"
#include "../verify/verify.h"
#include "math/ieee.h"

#include <math.h>

// Points of a block that are compared.
#define POINTS 8

static bool open_field(const kiln_asset *asset, uint32_t shape, kiln_sdf *sdf, kiln_result *result)
{
	*result = kiln_sdf_open(sdf, asset, shape);
	return result->status == KILN_OK;
}

void sdf_text(FILE *out, const kiln_asset *asset, uint32_t shape)
{
	kiln_sdf sdf;
	kiln_result result;
	if (!open_field(asset, shape, &sdf, &result))
	{
		if (result.status != KILN_E_ARGUMENT)
		{
			write_label(out, "field");
			fprintf(out, "broken at byte %llu: %s\n", (unsigned long long)result.offset, result.reason);
		}
		return;
	}
	const kiln_format_sdf *head = sdf.head;
	write_label(out, "field");
	fprintf(out, "signed distance, %lu block%s in %lu x %lu x %lu cells of %.9g, %lu level%s, error %.6g\n",
		(unsigned long)head->block_count, plural(head->block_count), (unsigned long)head->roots[0],
		(unsigned long)head->roots[1], (unsigned long)head->roots[2], (double)head->edge,
		(unsigned long)head->depth + 1, plural(head->depth + 1), (double)head->error);
}

void sdf_json(json_writer *json, const kiln_asset *asset, uint32_t shape)
{
	kiln_sdf sdf;
	kiln_result result;
	if (!open_field(asset, shape, &sdf, &result))
	{
		return;
	}
	const kiln_format_sdf *head = sdf.head;
	key_inline(json, "sdf");
	key_uint(json, "blocks", head->block_count);
	key_uint(json, "cells", head->cell_count);
	key_uint(json, "levels", head->depth + 1);
	json_key(json, "roots");
	json_array_inline(json);
	for (int k = 0; k < 3; ++k)
	{
		json_uint(json, head->roots[k]);
	}
	json_array_end(json);
	key_float(json, "edge", head->edge);
	key_float(json, "error", head->error);
	json_object_end(json);
}

void sdf_diff(diff_lines *lines, const kiln_asset *const asset[2], diff_thing thing, const uint32_t shape[2])
{
	uint32_t blocks[2] = {0, 0};
	double error[2] = {0, 0};
	for (int i = 0; i < 2; ++i)
	{
		kiln_sdf sdf;
		kiln_result result;
		if (open_field(asset[i], shape[i], &sdf, &result))
		{
			blocks[i] = sdf.head->block_count;
			error[i] = (double)sdf.head->error;
		}
	}
	diff_counts(lines, thing, "blocks of the signed distance field", blocks[0], blocks[1]);
	diff_numbers(lines, thing, "error of the signed distance field", error[0], error[1]);
}

// A walk through the cells of a field.
typedef struct field_walk
{
	const kiln_asset *asset;
	const kiln_sdf *sdf;
	uint64_t random;
	kiln_result result;
} field_walk;

static double random_share(field_walk *walk)
{
	walk->random ^= walk->random << 13;
	walk->random ^= walk->random >> 7;
	walk->random ^= walk->random << 17;
	return (double)(walk->random >> 11) * 0x1p-53;
}

static bool point_holds(const field_walk *walk, kiln_vec3 p)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(walk->sdf, p);
	// No error is as small as this, so that the shape itself answers.
	const kiln_sdf_sample exact = kiln_sdf_distance_exact(walk->sdf, walk->asset, p, -1);
	return fabs((double)sample.distance - (double)exact.distance) <= (double)sample.error + (double)exact.error;
}

static bool block_keeps_error(const kiln_format_sdf *head, const kiln_format_sdf_block *block)
{
	double least = (double)INFINITY;
	for (size_t i = 0; i < sizeof block->samples / sizeof *block->samples; ++i)
	{
		const double size = fabs((double)block->base + (double)block->step * block->samples[i]);
		least = size < least ? size : least;
	}
	return block->error <= head->error || (double)block->error <= (double)KILN_SDF_FAR * least;
}

// Looks at a cell from `low` on. Cells have at most KILN_SDF_DEPTH_MAX levels.
static void walk_cell(field_walk *walk, uint32_t cell, const double low[3], double edge)
{
	const uint32_t entry = walk->sdf->cells[cell];
	for (uint32_t k = 0; (entry & KILN_SDF_INNER) != 0 && k < 8 && walk->result.status == KILN_OK; ++k)
	{
		const double from[3] = {
			low[0] + (k & 1) * edge / 2, low[1] + (k >> 1 & 1) * edge / 2, low[2] + (k >> 2) * edge / 2};
		walk_cell(walk, (entry & ~KILN_SDF_INNER) + k, from, edge / 2);
	}
	if ((entry & KILN_SDF_INNER) != 0)
	{
		return;
	}
	const kiln_format_sdf_block *block = &walk->sdf->blocks[entry];
	if (!block_keeps_error(walk->sdf->head, block))
	{
		walk->result = verify_refused(walk->asset, KILN_E_NUMBER, &block->error,
			"a block of a signed distance field has a larger error than the field says");
	}
	for (int i = 0; i < POINTS && walk->result.status == KILN_OK; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
		{
			p[k] = low[k] + edge * random_share(walk);
		}
		if (!point_holds(walk, (kiln_vec3){(float)p[0], (float)p[1], (float)p[2]}))
		{
			walk->result = verify_refused(walk->asset, KILN_E_NUMBER, &block->error,
				"a block of a signed distance field is farther from the distance than its error says");
		}
	}
}

static kiln_result verify_field(const kiln_asset *asset, const kiln_sdf *sdf)
{
	const kiln_format_sdf *head = sdf->head;
	field_walk walk = {asset, sdf, 0x9e3779b97f4a7c15, verify_passed()};
	const uint32_t roots = head->roots[0] * head->roots[1] * head->roots[2];
	for (uint32_t i = 0; i < roots && walk.result.status == KILN_OK; ++i)
	{
		const uint32_t at[3] = {
			i % head->roots[0], i / head->roots[0] % head->roots[1], i / head->roots[0] / head->roots[1]};
		double low[3];
		for (int k = 0; k < 3; ++k)
		{
			low[k] = (double)head->origin[k] + (double)head->edge * at[k];
		}
		walk_cell(&walk, i, low, (double)head->edge);
	}
	return walk.result;
}

kiln_result verify_sdfs(const kiln_asset *asset)
{
	kiln_result result = verify_passed();
	for (uint32_t i = 0; i < asset->mesh_count + asset->hull_count && result.status == KILN_OK; ++i)
	{
		kiln_sdf sdf;
		const kiln_result opened = kiln_sdf_open(&sdf, asset, i);
		if (opened.status == KILN_OK)
		{
			result = verify_field(asset, &sdf);
		}
		else if (opened.status != KILN_E_ARGUMENT)
		{
			result = opened;
		}
	}
	return result;
}
