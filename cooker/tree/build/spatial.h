// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_SPATIAL_H
#define KILN_COOKER_TREE_BUILD_SPATIAL_H

#include "rules.h"

/// Builds with spatial splits; all zeros in `options` have been replaced by defaults. The input needs no scaling.
kilncook_status build_by_space(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree);

#endif
