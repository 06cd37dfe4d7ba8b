// SPDX-License-Identifier: MIT
#include "fold.h"

#include "codes.h"
#include "memory.h"

#include <string.h>

/// Finds the row in which a message is counted; NULL if it needs a new row. `*like_it` gets the number of rows with its
/// code and severity.
static kilncook_message_row *find_row(const kilncook_report *report, kilncook_severity severity, const char *where,
	const char *code, const char *text, uint32_t *like_it)
{
	*like_it = 0;
	for (uint64_t i = 0; i < report->message_count; ++i)
	{
		kilncook_message_row *row = &report->messages[i];
		if (row->severity != severity || strcmp(row->code, code) != 0)
			continue;
		// When a code has all its rows, the last row counts all messages that match no earlier row.
		if (++*like_it > FOLD_TEXTS_MAX || (strcmp(row->text, text) == 0 && strcmp(row->where, where) == 0))
			return row;
	}
	return NULL;
}

static bool make_room(const kilncook_context *context, kilncook_report *report)
{
	if (report->message_count < report->message_capacity)
		return true;
	size_t capacity = (size_t)report->message_capacity * 2 + 8;
	kilncook_message_row *rows =
		cook_resize(context, report->messages, (size_t)report->message_capacity, capacity, sizeof *report->messages);
	if (!rows)
		return false;
	report->messages = rows;
	report->message_capacity = capacity;
	return true;
}

bool message_fold(const kilncook_context *context, kilncook_report *report, kilncook_severity severity,
	const char *where, const char *code, const char *text)
{
	uint32_t like_it;
	kilncook_message_row *row = find_row(report, severity, where, code, text, &like_it);
	if (row)
	{
		++row->count;
		return true;
	}
	if (like_it == FOLD_TEXTS_MAX)
	{
		where = "";
		text = KILNCOOK_MORE_LIKE_THESE;
	}
	// The message's text for the code may not live long enough.
	const code_entry *entry = code_find(code);
	if (!entry)
		return true;
	size_t where_size = strlen(where) + 1, text_size = strlen(text) + 1;
	char *block = make_room(context, report) ? cook_alloc(context, where_size + text_size, 1) : NULL;
	if (!block)
		return false;
	memcpy(block, where, where_size);
	memcpy(block + where_size, text, text_size);
	report->messages[report->message_count++] = (kilncook_message_row){
		.severity = severity,
		.code = entry->name,
		.where = block,
		.text = block + where_size,
		.count = 1,
		.block = block,
		.block_size = where_size + text_size,
	};
	return true;
}

void message_fold_free(const kilncook_context *context, kilncook_report *report)
{
	for (uint64_t i = 0; i < report->message_count; ++i)
		cook_free(context, report->messages[i].block, report->messages[i].block_size, 1);
	cook_free(context, report->messages, (size_t)report->message_capacity, sizeof *report->messages);
}
