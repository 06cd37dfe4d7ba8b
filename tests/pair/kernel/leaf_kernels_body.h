// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_LEAF_KERNELS_BODY_H
#define KILN_TESTS_LEAF_KERNELS_BODY_H

#include "leaf_kernels.h"
#include "pair/kernel/leaf_pack.h"

/// The body of leaf_kernels, for one translation unit an instruction set.

static void leaf_compare_body(const leaf_pair *pair, leaf_answer *answer)
{
	kiln_leaf_pack pack[2];
	if (pair->link)
		kiln_leaf_pack_move(&pack[0], &pair->one, pair->one_middle, pair->link);
	else
		kiln_leaf_pack_make(&pack[0], &pair->one, pair->one_middle);
	kiln_leaf_pack_make(&pack[1], &pair->many, pair->many_middle);
	const kiln_leaf_pack *rows = &pack[pair->swapped], *lanes = &pack[!pair->swapped];
	kiln_leaf_span rows_span, lanes_span;
	kiln_leaf_span_of(&rows_span, rows, pair->way);
	kiln_leaf_span_of(&lanes_span, lanes, pair->way);
	const float length1 = fabsf(pair->way[0]) + fabsf(pair->way[1]) + fabsf(pair->way[2]);
	memset(answer, 0, sizeof *answer);
	for (uint32_t i = 0; i < rows->count; ++i)
	{
		float lower[8];
		answer->touch[i] = kiln_leaf_pack_touch(rows, i, lanes, pair->slack);
		answer->near[i] = kiln_leaf_pack_near(rows, i, lanes, pair->limit, pair->slack, lower);
		memcpy(answer->lower[i], lower, lanes->count * sizeof *lower);
		f8 blur = kiln_leaf_pack_blur(rows, i, lanes, pair->slack);
		f8_store(lower, kiln_leaf_span_bound(&rows_span, i, &lanes_span, blur, length1));
		memcpy(answer->along[i], lower, lanes->count * sizeof *lower);
	}
}

#endif
