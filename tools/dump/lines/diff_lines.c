// SPDX-License-Identifier: MIT
#include "diff_lines.h"

#include "../../common/message.h"
#include "text_parts.h"

#include <inttypes.h>
#include <string.h>

static void begin(diff_lines *lines, diff_thing thing, const char *what)
{
	++lines->count;
	if (lines->json != NULL)
	{
		json_object_inline(lines->json);
		json_key(lines->json, "kind");
		json_text(lines->json, thing.kind);
		json_key(lines->json, "name");
		json_text(lines->json, thing.name);
		json_key(lines->json, "difference");
		json_text(lines->json, what);
		return;
	}
	fputs(thing.kind, lines->out);
	if (thing.name[0] != '\0')
	{
		putc(' ', lines->out);
		write_name(lines->out, thing.name);
	}
	fprintf(lines->out, ": %s", what);
}

static void end(diff_lines *lines)
{
	if (lines->json != NULL)
		json_object_end(lines->json);
	else
		putc('\n', lines->out);
}

diff_lines diff_begin(FILE *out, json_writer *json, const char *const path[2])
{
	if (json != NULL)
	{
		json_object(json);
		json_key(json, "a");
		json_text(json, path[0]);
		json_key(json, "b");
		json_text(json, path[1]);
		json_key(json, "differences");
		json_array(json);
	}
	return (diff_lines){out, json, 0};
}

void diff_end(diff_lines *lines)
{
	if (lines->json != NULL)
	{
		json_array_end(lines->json);
		json_object_end(lines->json);
		json_end(lines->json);
	}
	else if (lines->count == 0)
	{
		fputs("the same bytes\n", lines->out);
	}
}

void diff_fact(diff_lines *lines, diff_thing thing, const char *what)
{
	begin(lines, thing, what);
	end(lines);
}

void diff_counts(diff_lines *lines, diff_thing thing, const char *what, uint64_t a, uint64_t b)
{
	if (a == b)
		return;
	begin(lines, thing, what);
	if (lines->json != NULL)
	{
		json_key(lines->json, "a");
		json_uint(lines->json, a);
		json_key(lines->json, "b");
		json_uint(lines->json, b);
	}
	else
	{
		fprintf(lines->out, " %" PRIu64 " -> %" PRIu64, a, b);
	}
	end(lines);
}

void diff_masks(diff_lines *lines, diff_thing thing, const char *what, uint64_t a, uint64_t b)
{
	char words[2][20];
	(void)snprintf(words[0], sizeof words[0], "0x%" PRIx64, a);
	(void)snprintf(words[1], sizeof words[1], "0x%" PRIx64, b);
	diff_texts(lines, thing, what, words[0], words[1]);
}

void diff_numbers(diff_lines *lines, diff_thing thing, const char *what, double a, double b)
{
	if (!(a < b || a > b))
		return;
	begin(lines, thing, what);
	if (lines->json != NULL)
	{
		json_key(lines->json, "a");
		json_double(lines->json, a);
		json_key(lines->json, "b");
		json_double(lines->json, b);
	}
	else
	{
		fprintf(lines->out, " %.9g -> %.9g", a, b);
	}
	end(lines);
}

void diff_texts(diff_lines *lines, diff_thing thing, const char *what, const char *a, const char *b)
{
	if (strcmp(a, b) == 0)
		return;
	begin(lines, thing, what);
	if (lines->json != NULL)
	{
		json_key(lines->json, "a");
		json_text(lines->json, a);
		json_key(lines->json, "b");
		json_text(lines->json, b);
	}
	else
	{
		putc(' ', lines->out);
		tool_text(lines->out, a[0] != '\0' ? a : "none");
		fputs(" -> ", lines->out);
		tool_text(lines->out, b[0] != '\0' ? b : "none");
	}
	end(lines);
}

void diff_length(diff_lines *lines, diff_thing thing, const char *what, double length)
{
	if (!(length > 0))
		return;
	begin(lines, thing, what);
	if (lines->json != NULL)
	{
		json_key(lines->json, "length");
		json_double(lines->json, length);
	}
	else
	{
		fprintf(lines->out, " %.9g", length);
	}
	end(lines);
}
