// SPDX-License-Identifier: MIT
#include "proof_nodes.h"

#include "math/double3.h"

#include <float.h>
#include <string.h>

#define SCALE_MIN 0x1p-60f
#define SCALE_MAX 0x1p60f
#define TRANSLATION_MAX 0x1p63f
#define TRANSLATION_BACK_MAX 0x1p126f
#define CONDITION_MAX 0x1p20
/// The greatest error of an entry of the product, relative to the sum of its terms' magnitudes.
#define INVERSE_ERROR 0x1p-23

/// Whether both transforms leave every point unchanged, to the bit.
static bool is_identity(const kiln_format_node *node)
{
	for (int i = 0; i < 12; ++i)
	{
		float expected = i % 5 == 0 ? 1.0f : 0.0f;
		if (memcmp(&node->to_asset[i], &expected, sizeof expected) != 0 ||
			memcmp(&node->to_mesh[i], &expected, sizeof expected) != 0)
			return false;
	}
	return true;
}

/// The square of the Frobenius norm of a matrix without its translation.
static double norm2(const float m[12])
{
	double sum = 0;
	for (int i = 0; i < 12; ++i)
		if (i % 4 != 3)
			sum += (double)m[i] * (double)m[i];
	return sum;
}

/// Whether all numbers are finite, and the translation is at most `limit`.
static bool is_finite(const float m[12], float limit)
{
	const float translation[3] = {m[3], m[7], m[11]};
	return kilni_floats_within(m, 12, FLT_MAX) && kilni_floats_within(translation, 3, limit);
}

static bool scale_in_range(const float m[12])
{
	float largest = 0;
	for (int i = 0; i < 12; ++i)
	{
		float size = m[i] < 0 ? -m[i] : m[i];
		largest = i % 4 != 3 && size > largest ? size : largest;
	}
	return largest >= SCALE_MIN && largest <= SCALE_MAX;
}

/// Whether entry (i, j) of to_mesh times to_asset, both with 0, 0, 0, 1 as fourth row, equals that of the identity
/// within the error.
static bool is_inverse_at(const kiln_format_node *node, int i, int j)
{
	const float *row = node->to_mesh + 4 * i, *column = node->to_asset + j;
	double sum = j == 3 ? (double)row[3] : 0, size = j == 3 ? kiln_double_abs(sum) + (double)FLT_MIN : 0;
	for (int k = 0; k < 3; ++k)
	{
		double m = (double)row[k], t = (double)column[4 * k];
		sum += m * t;
		size += (kiln_double_abs(m) + (double)FLT_MIN) * kiln_double_abs(t);
	}
	return kiln_double_abs(sum - (i == j ? 1.0 : 0.0)) <= INVERSE_ERROR * size;
}

kiln_rule kilni_node_matrices(const kiln_format_node *node)
{
	if (!is_finite(node->to_asset, TRANSLATION_MAX))
		return KILN_RULE_NODE_TO_ASSET;
	if (!is_finite(node->to_mesh, TRANSLATION_BACK_MAX))
		return KILN_RULE_NODE_TO_MESH;
	if (!scale_in_range(node->to_asset))
		return KILN_RULE_NODE_SCALE;
	if (!(norm2(node->to_asset) * norm2(node->to_mesh) <= CONDITION_MAX * CONDITION_MAX))
		return KILN_RULE_NODE_CONDITION;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 4; ++j)
			if (!is_inverse_at(node, i, j))
				return KILN_RULE_NODE_INVERSE;
	return KILN_RULE_COUNT;
}

bool kilni_node_mirrors(const kiln_format_node *node)
{
	const float *m = node->to_asset;
	const kiln_d3 x = {(double)m[0], (double)m[1], (double)m[2]}, y = {(double)m[4], (double)m[5], (double)m[6]};
	const kiln_d3 z = {(double)m[8], (double)m[9], (double)m[10]};
	// Products of two floats are exact, and their differences are correctly rounded. So the error of the sum is 2^-50
	// of its terms' magnitudes, which are at most 2^21 times the determinant.
	return kiln_d3_dot(x, kiln_d3_cross(y, z)) < 0;
}

/// The matrices and flags of a node.
static kiln_result prove_transform(const kiln_blob *blob, const kiln_format_node *node)
{
	if (node->flags & ~(uint32_t)KILN_NODE_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_RULE_NODE_FLAGS, &node->flags);
	bool mirrored = (node->flags & KILN_NODE_MIRRORED) != 0;
	if (node->flags & KILN_NODE_IDENTITY)
		return mirrored || !is_identity(node) ? kiln_refuse_field(blob, KILN_RULE_NODE_IDENTITY, &node->flags)
											  : kiln_proved();
	kiln_rule rule = kilni_node_matrices(node);
	if (rule != KILN_RULE_COUNT)
	{
		bool inverse = rule == KILN_RULE_NODE_TO_MESH || rule == KILN_RULE_NODE_INVERSE;
		return kiln_refuse_field(blob, rule, inverse ? node->to_mesh : node->to_asset);
	}
	if (mirrored != kilni_node_mirrors(node))
		return kiln_refuse_field(blob, KILN_RULE_NODE_MIRRORED, &node->flags);
	return kiln_proved();
}

static kiln_result prove_node(const kiln_blob *blob, const kiln_format_node *node)
{
	if (!kiln_intervals_within(node->bounds_min, node->bounds_max, 3, 4 * KILN_COORDINATE_MAX))
		return kiln_refuse_field(blob, KILN_RULE_NODE_BOX, node->bounds_min);
	if (node->mesh >= kiln_blob_count(blob, KILN_SECTION_MESHES) && node->mesh != KILN_NONE)
		return kiln_refuse_field(blob, KILN_RULE_NODE_MESH_RANGE, &node->mesh);
	if (!kiln_blob_has_name(blob, node->name))
		return kiln_refuse_field(blob, KILN_RULE_NODE_NAME, &node->name);
	if (!node->layers)
		return kiln_refuse_field(blob, KILN_RULE_NODE_LAYERS, &node->layers);
	if (!kilni_bytes_zero(node->reserved, sizeof node->reserved))
		return kiln_refuse_field(blob, KILN_RULE_NODE_RESERVED, node->reserved);
	return prove_transform(blob, node);
}

kiln_result kilni_prove_nodes(const kiln_blob *blob)
{
	const kiln_format_node *nodes = kiln_blob_section(blob, KILN_SECTION_NODES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_NODES);
	kiln_result result = kiln_proved();
	for (uint64_t i = 0; i < count && result.status == KILN_OK; ++i)
		result = prove_node(blob, &nodes[i]);
	return result;
}
