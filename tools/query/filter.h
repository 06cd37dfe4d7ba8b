// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_FILTER_H
#define KILN_QUERY_FILTER_H

#include "answer.h"

/// The filter that a line has set. `{0}`: none.
typedef struct query_filter
{
	kiln_filter filters[2]; ///< of both assets
	kiln_pair_filter pairs;
	char nodes[4096]; ///< names of nodes that are left out, each with its end
	size_t nodes_size;
} query_filter;

/// Gives the assets the filter that the words of a line describe. `filter` must stay as long as the assets are asked. False, with
/// a sentence in `error` and the old filter in place, for words that are not a filter, and for layers and nodes that no asset has.
bool filter_take(query_filter *filter, answer_assets *assets, const query_line *line, char error[QUERY_ERROR_SIZE]);

#endif
