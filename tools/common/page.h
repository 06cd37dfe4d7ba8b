// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_PAGE_H
#define KILN_TOOLS_PAGE_H

#include "command/command.h"

/// Returns the words of main(), without the program's name.
command_words tool_words(int argc, char **argv);

/// Runs a command with the words of main() and returns its exit code. A word @FILE in front of a -- stands for the words of a
/// response file: words between blanks, quotes as in a shell, and # comments. Words of such a file stand for themselves.
int tool_run(const char *program, int argc, char **argv, int (*run)(int argc, char **argv));

/// Reports a wrong command line, with the words `text` and `word`; returns TOOL_USAGE.
int tool_usage_error(const command_about *about, const char *text, const char *word);

/// Reports an invalid value of an option, the first `size` bytes of `word`, with the nearest of the valid names and a list of
/// them; returns TOOL_USAGE.
int tool_unknown(const command_about *about, const char *option, const char *word, size_t size,
	const char *const *names, size_t count);

/// Prints --help and --version; reports every other word as wrong. Returns a tool_exit.
int tool_page(const command_about *about, const command_word *word);

#endif
