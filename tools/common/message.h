// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_MESSAGE_H
#define KILN_TOOLS_MESSAGE_H

#include <stdarg.h>
#include <stdio.h>

/// Exit codes of every command; scripts rely on them.
typedef enum tool_exit
{
	TOOL_DONE = 0,
	TOOL_REFUSED = 1,
	TOOL_USAGE = 2,
	TOOL_IO = 3,
	TOOL_INTERNAL = 4,
} tool_exit;

/// Writes untrusted text: invalid UTF-8, and controls, also bidirectional ones, as \xNN or \uNNNN.
void tool_text(FILE *out, const char *text);

/// Writes one line `path: severity: text [code]` to standard error. `severity` is `note`, `warning` or `error`. Path
/// and text go through tool_text, so that untrusted text cannot add lines or change the order of characters.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tool_message(const char *path, const char *severity, const char *code, const char *format, ...);

/// Makes the three standard streams safe to use: replaces a closed stream by one that refuses access, and turns the
/// signal of a closed pipe into a write error. Call this first.
void tool_start(void);

/// Flushes standard output. Returns TOOL_IO with a message when any output was lost, else `code`.
int tool_finish(const char *program, int code);

#endif
