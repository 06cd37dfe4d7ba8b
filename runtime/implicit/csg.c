// SPDX-License-Identifier: MIT
#include "csg.h"

#include "shape/usable.h"

static kiln_result refuse(kiln_status status, uint32_t node, const char *reason)
{
	return (kiln_result){status, node, reason};
}

kiln_result kiln_csg_check(const kiln_csg *tree)
{
	if (!tree || (!tree->nodes && tree->node_count) || (!tree->leaves && tree->leaf_count))
		return refuse(KILN_E_ARGUMENT, 0, "the tree, its nodes or its leaves are NULL");
	if (tree->node_count > KILN_CSG_NODES_MAX)
		return refuse(KILN_E_ARGUMENT, KILN_CSG_NODES_MAX, "there are too many nodes");
	uint32_t waiting = 0;
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const kiln_csg_node *node = tree->nodes + i;
		switch (node->kind)
		{
		case KILN_CSG_LEAF:
			if (node->leaf >= tree->leaf_count)
				return refuse(KILN_E_RANGE, i, "there is no such leaf");
			if (!kiln_implicit_is_usable(tree->leaves + node->leaf))
				return refuse(KILN_E_NUMBER, i, "the leaf is not usable");
			if (++waiting > KILN_CSG_DEPTH_MAX)
				return refuse(KILN_E_TREE, i, "too many trees wait for their operation");
			break;
		case KILN_CSG_UNION:
		case KILN_CSG_INTERSECTION:
		case KILN_CSG_DIFFERENCE:
			if (waiting < 2)
				return refuse(KILN_E_TREE, i, "an operation lacks operands");
			--waiting;
			break;
		default:
			return refuse(KILN_E_VALUE, i, "the node is of no known kind");
		}
	}
	if (waiting != 1)
		return refuse(KILN_E_TREE, tree->node_count, waiting ? "operands are left over" : "there is no node");
	return (kiln_result){KILN_OK, 0, "the tree can be asked"};
}

uint32_t kilni_csg_parts_max(const kiln_csg *tree)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < tree->node_count; ++i)
		if (tree->nodes[i].kind == KILN_CSG_LEAF)
			count += tree->leaves[tree->nodes[i].leaf].kind == KILN_IMPLICIT_TORUS ? KILN_IMPLICIT_SPANS_MAX : 1;
	return count;
}

/// The sign function of a solid's complement.
static kiln_sign turned(kiln_sign sign)
{
	sign.value = -sign.value;
	sign.where = (kiln_where)-sign.where;
	sign.normal = kiln_d3_scale(sign.normal, -1);
	return sign;
}

/// The lesser function, and the lesser place. The places may belong to different functions where the values are equal
/// within rounding.
static kiln_sign least(kiln_sign a, kiln_sign b)
{
	kiln_sign sign = a.value <= b.value ? a : b;
	sign.where = a.where <= b.where ? a.where : b.where;
	return sign;
}

/// a and b = not (not a or not b)
static kiln_sign greatest(kiln_sign a, kiln_sign b)
{
	return turned(least(turned(a), turned(b)));
}

kiln_sign kilni_csg_sign(const kiln_csg *tree, kiln_d3 point)
{
	kiln_sign stack[KILN_CSG_DEPTH_MAX];
	uint32_t count = 0;
	for (uint32_t i = 0; i < tree->node_count; ++i)
	{
		const kiln_csg_node *node = tree->nodes + i;
		if (node->kind == KILN_CSG_LEAF)
		{
			stack[count++] = kilni_implicit_sign(tree->leaves + node->leaf, point, node->leaf);
			continue;
		}
		kiln_sign *a = stack + count - 2, b = stack[count - 1];
		--count;
		if (node->kind == KILN_CSG_UNION)
			*a = least(*a, b);
		else
			*a = greatest(*a, node->kind == KILN_CSG_DIFFERENCE ? turned(b) : b);
	}
	return stack[0];
}

kiln_implicit_sample kiln_sample_point_csg(const kiln_vec3 *a, const kiln_csg *b)
{
	if (!kilni_usable_point(a) || kiln_csg_check(b).status != KILN_OK)
		return (kiln_implicit_sample){.where = KILN_WHERE_OUTSIDE};
	kiln_sign sign = kilni_csg_sign(b, kiln_d3_from(*a));
	return kilni_sign_as_sample(&sign);
}

kiln_where kiln_where_point_csg(const kiln_vec3 *a, const kiln_csg *b)
{
	return kiln_sample_point_csg(a, b).where;
}
