// SPDX-License-Identifier: MIT
#include "explain.h"

void cli_explain(const kilncook_report *report, cook_text *text)
{
	for (uint64_t i = 0; i < report->node_row_count; ++i)
	{
		const kilncook_node_row *row = &report->node_rows[i];
		cook_text_print(text, "node %u \"", row->source_node);
		cook_text_show(text, row->name);
		cook_text_print(
			text, "\": %s\n", row->shape == KILNCOOK_SHAPE_NONE ? "left out" : kilncook_shape_name(row->shape));
		for (uint32_t k = 0; k < row->decision_count; ++k)
		{
			const kilncook_decision *decision = &report->decisions[row->decision_first + k];
			cook_text_print(text, "  %-13s ", decision->key);
			cook_text_show(text, decision->value);
			cook_text_print(text, " (");
			cook_text_show(text, decision->by);
			cook_text_print(text, ")\n");
		}
	}
}
