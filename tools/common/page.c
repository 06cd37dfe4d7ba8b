// SPDX-License-Identifier: MIT
#include "page.h"
#include "message.h"

#include "kiln/base.h"
#include "kiln_format.h"

command_words tool_words(int argc, char **argv)
{
	return (command_words){.words = argv + 1, .count = argc > 1 ? (size_t)argc - 1 : 0};
}

int tool_usage_error(const command_about *about, const char *text, const char *word)
{
	tool_message(about->name, "error", "usage", "%s%s; see %s --help", text, word, about->name);
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
