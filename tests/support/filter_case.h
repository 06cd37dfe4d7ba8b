// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_FILTER_CASE_H
#define KILN_TESTS_FILTER_CASE_H

#include "kiln.h"
#include "kilncook.h"

/// Scenes and filters for the tests of filters, with a rule of their own for what a filter leaves.

/// A cooked scene of meshes of several materials, hulls and primitives, with masks at random.
typedef struct filter_case
{
	kilncook_blob blob;
	kiln_asset asset;
} filter_case;

void filter_case_begin(filter_case *c, uint64_t seed);
void filter_case_end(filter_case *c);

/// A mask of some of the first eight layers, or of none.
uint64_t filter_case_mask(uint64_t *random);

/// A filter of any kind; `salt` stays until the filter is not used any more.
kiln_filter filter_case_filter(uint64_t *random, uint32_t *salt);

/// The rule of kiln/filter.h, a second time, for a triangle or, for KILN_NONE, the solid of a node.
bool filter_case_left(const kiln_asset *asset, const kiln_filter *filter, uint32_t node, uint32_t triangle);

/// The masks of a piece, layers first, by the same rule.
void filter_case_masks(const kiln_asset *asset, uint32_t node, uint32_t triangle, uint64_t masks[2]);

#endif
