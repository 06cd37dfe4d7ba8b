// SPDX-License-Identifier: MIT
#include "messages.h"
#include "math/ieee.h"

#include "platform/platform.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Prints text on one line, with any bytes escaped.
static void put_line(const char *text)
{
	char shown[UTF8_SHOWN];
	for (size_t left = strlen(text), taken = 0; left > 0; left -= taken, text += taken)
	{
		taken = utf8_show(text, left, shown);
		fputs(shown, stderr);
	}
}

void cli_print(const char *path, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	static const char *const words[] = {"note", "warning", "error"};
	put_line(path);
	if (*where)
	{
		fputc(':', stderr);
		put_line(where);
	}
	fputc(':', stderr);
	platform_severity_print(words[severity]);
	put_line(text);
	fprintf(stderr, " [%s]\n", code);
}

void cli_say(const char *path, kilncook_severity severity, const char *code, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	cli_print(path, severity, "", code, text);
}

void cli_say_plain(const char *path, const char *text)
{
	put_line(path);
	fputs(": ", stderr);
	cli_say_line(text);
}

void cli_say_part(const char *text)
{
	put_line(text);
}

void cli_say_line(const char *text)
{
	put_line(text);
	fputc('\n', stderr);
}

/// Returns the counter of a code; NULL when there are too many codes.
static cli_repeat *find_repeat(cli_messages *messages, kilncook_severity severity, const char *code)
{
	for (uint32_t i = 0; i < messages->repeat_count; ++i)
		if (messages->repeats[i].severity == severity && strcmp(messages->repeats[i].code, code) == 0)
			return &messages->repeats[i];
	if (messages->repeat_count == CLI_CODES_MAX)
		return NULL;
	cli_repeat *repeat = &messages->repeats[messages->repeat_count++];
	snprintf(repeat->code, sizeof repeat->code, "%s", code);
	repeat->severity = severity;
	return repeat;
}

/// FNV-1a (Fowler, Noll, Vo 1991).
static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; *text; ++text)
		hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
	return (hash ^ 0xff) * 0x100000001b3u;
}

/// Whether an equal message was printed before; remembers the message.
static bool is_said(cli_repeat *repeat, const char *where, const char *text)
{
	uint64_t hash = hash_text(hash_text(0xcbf29ce484222325u, where), text);
	for (uint32_t i = 0; i < repeat->printed; ++i)
		if (repeat->said[i] == hash)
			return true;
	if (repeat->printed == CLI_REPEAT_MAX)
		return true;
	repeat->said[repeat->printed++] = hash;
	return false;
}

void cli_messages_take(
	cli_messages *messages, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	if (severity == KILNCOOK_NOTE && messages->verbosity < 1)
		return;
	cli_repeat *repeat = find_repeat(messages, severity, code);
	if (repeat)
	{
		++repeat->count;
		if (is_said(repeat, where, text))
			return;
	}
	cli_print(messages->path, severity, where, code, text);
}

void cli_messages_end(cli_messages *messages)
{
	for (uint32_t i = 0; i < messages->repeat_count; ++i)
	{
		const cli_repeat *repeat = &messages->repeats[i];
		if (repeat->count > repeat->printed)
			cli_say(messages->path, repeat->severity, repeat->code, "%llu more like this",
				(unsigned long long)(repeat->count - repeat->printed));
	}
	messages->repeat_count = 0;
}
