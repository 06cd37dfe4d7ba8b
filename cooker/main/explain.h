// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EXPLAIN_H
#define KILN_COOKER_EXPLAIN_H

#include "job/text.h"
#include "kilncook.h"
#include "math/ieee.h"

/// Writes the plan of each node: a line for the node, and a line for each of its settings, `key value (by)`.
void cli_explain(const kilncook_report *report, cook_text *text);

#endif
