// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PAGE_H
#define KILN_TOOLS_PAGE_H

#include "command/command.h"

/// Returns the words of main(), without the program's name.
command_words tool_words(int argc, char **argv);

/// Reports a wrong command line, with the words `text` and `word`; returns TOOL_USAGE.
int tool_usage_error(const command_about *about, const char *text, const char *word);

/// Prints --help and --version; reports every other word as wrong. Returns a tool_exit.
int tool_page(const command_about *about, const command_word *word);

#endif
