// SPDX-License-Identifier: MIT
#include "import_assimp_log.h"

#include "memory.h"
#include "platform/platform.h"
#include "utf8.h"

#include <assimp/cimport.h>
#include <stdio.h>
#include <string.h>

static void listen(const char *message, char *user)
{
	import_assimp_log_take((assimp_log *)(void *)user, message);
}

/// The values by which assimp finds a stream again.
static struct aiLogStream stream_of(assimp_log *log)
{
	return (struct aiLogStream){.callback = listen, .user = (char *)(void *)log};
}

void import_assimp_log_begin(assimp_log *log)
{
	log->count = 0;
	log->last = ASSIMP_LOG_LINES;
	log->more = 0;
	platform_library_lock();
	struct aiLogStream stream = stream_of(log);
	aiAttachLogStream(&stream);
}

void import_assimp_log_end(assimp_log *log)
{
	struct aiLogStream stream = stream_of(log);
	aiDetachLogStream(&stream);
	platform_library_unlock();
}

/// Writes a line's text in printable form, without the newline at its end.
static void show(const char *text, char shown[ASSIMP_LOG_BYTES])
{
	size_t left = strlen(text), used = 0;
	while (left > 0 && (text[left - 1] == '\n' || text[left - 1] == '\r' || text[left - 1] == ' '))
		--left;
	while (left > 0)
	{
		char one[UTF8_SHOWN];
		size_t taken = utf8_show(text, left, one), size = strlen(one);
		if (used + size >= ASSIMP_LOG_BYTES)
			break;
		memcpy(shown + used, one, size);
		used += size;
		text += taken;
		left -= taken;
	}
	shown[used] = 0;
}

static bool begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

/// Returns whether the line says that assimp leaves something out: a modifier of a Blender file.
static bool leaves_out(const char *line)
{
	return begins(line, "Info,") && strstr(line, " is not supported");
}

void import_assimp_log_take(assimp_log *log, const char *line)
{
	bool error = begins(line, "Error,");
	if (begins(line, "Skipping one or more lines"))
	{
		if (log->last < ASSIMP_LOG_LINES)
			log->lines[log->last].and_more = true;
		return;
	}
	// A repeat message that follows belongs to this line, even if this line is dropped.
	log->last = ASSIMP_LOG_LINES;
	const char *colon = strstr(line, ": ");
	if (!colon || (!error && !begins(line, "Warn,") && !leaves_out(line)))
		return;
	char shown[ASSIMP_LOG_BYTES];
	show(colon + 2, shown);
	for (uint32_t i = 0; i < log->count; ++i)
		if (log->lines[i].error == error && strcmp(log->lines[i].text, shown) == 0)
		{
			++log->lines[i].count;
			log->last = i;
			return;
		}
	if (log->count == ASSIMP_LOG_LINES)
	{
		++log->more;
		return;
	}
	log->last = log->count;
	assimp_line *made = &log->lines[log->count++];
	made->error = error;
	made->and_more = false;
	made->count = 1;
	memcpy(made->text, shown, sizeof shown);
}

const char *import_assimp_line(const char *text, char line[IMPORT_LINE])
{
	static const char word[] = "line";
	line[0] = 0;
	for (const char *at = text; (at = strpbrk(at, "lL")) != NULL; ++at)
	{
		const bool starts = at == text || !((at[-1] | 0x20) >= 'a' && (at[-1] | 0x20) <= 'z');
		if (!starts || strncmp(at + 1, word + 1, sizeof word - 2) != 0)
			continue;
		const char *number = at + sizeof word - 1;
		number += strspn(number, " :#");
		const size_t digits = strspn(number, "0123456789");
		if (number > at + sizeof word - 1 && digits > 0 && digits < 10 && *number != '0')
		{
			snprintf(line, IMPORT_LINE, "%.*s", (int)digits, number);
			break;
		}
	}
	return line;
}

void import_assimp_log_report(const kilncook_context *context, const assimp_log *log, const char *reason)
{
	char said[ASSIMP_LOG_BYTES] = "";
	if (reason)
		show(reason, said);
	for (uint32_t i = 0; i < log->count; ++i)
	{
		const assimp_line *line = &log->lines[i];
		if (reason && strcmp(line->text, said) == 0)
			continue;
		char times[48] = "";
		if (line->count > 1 || line->and_more)
			(void)snprintf(times, sizeof times, " (%llu times%s)",
				(unsigned long long)line->count + (line->and_more ? 1 : 0), line->and_more ? " or more" : "");
		char place[IMPORT_LINE];
		import_assimp_line(line->text, place);
		if (line->error)
			cook_message(context, KILNCOOK_WARNING, place, "assimp-error", "%s%s", line->text, times);
		else
			cook_message(context, KILNCOOK_WARNING, place, "assimp-warning", "%s%s", line->text, times);
	}
	if (log->more)
		cook_message(context, KILNCOOK_WARNING, "", "assimp-warning", "%llu more lines", (unsigned long long)log->more);
}
