// SPDX-License-Identifier: MIT
#include "page.h"
#include "message.h"

#include "kiln/base.h"
#include "kiln_format.h"
#include "messages/nearest.h"

#include <stdio.h>

command_words tool_words(int argc, char **argv)
{
	return (command_words){.words = argv + 1, .count = argc > 1 ? (size_t)argc - 1 : 0};
}

int tool_usage_error(const command_about *about, const char *text, const char *word)
{
	tool_message(about->name, "error", "usage", "%s%s; see %s --help", text, word, about->name);
	return TOOL_USAGE;
}

int tool_unknown(const command_about *about, const char *option, const char *word, size_t size,
	const char *const *names, size_t count)
{
	char shown[NEAREST_BYTES], list[256] = "";
	size_t used = 0;
	snprintf(shown, sizeof shown, "%.*s", (int)(size < sizeof shown ? size : sizeof shown - 1), word);
	for (size_t i = 0; i < count && used < sizeof list; ++i)
	{
		const char *between = i == 0 ? "" : i + 1 == count ? " and " : ", ";
		used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", between, names[i]);
	}
	tool_message(about->name, "error", "usage",
		"%s does not know '%s': the nearest is '%s'; the words are %s; see %s --help", option, shown,
		nearest_name(shown, names, count), list, about->name);
	return TOOL_USAGE;
}

int tool_page(const command_about *about, const command_word *word)
{
	if (word->kind == COMMAND_HELP)
	{
		command_help(about, kiln_version(), word->value, stdout);
	}
	else if (word->kind == COMMAND_VERSION)
	{
		printf(word->json ? "{\"program\": \"%s\", \"version\": \"%s\", \"format\": \"%d.%d\"}\n"
						  : "%s %s (format %d.%d)\n",
			about->name, kiln_version(), KILN_FORMAT_MAJOR, KILN_FORMAT_MINOR);
	}
	else
	{
		return tool_usage_error(about, word->value, "");
	}
	return TOOL_DONE;
}
