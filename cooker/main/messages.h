// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_MESSAGES_H
#define KILN_COOKER_MESSAGES_H

#include "kilncook.h"
#include "messages/codes.h"

/// The most pairs of code and severity whose repetitions are counted.
#define CLI_CODES_MAX (CODE_COUNT_MAX + 16)
#define CLI_CODE_BYTES 32
/// The number of messages of one code that are printed; further messages are only counted.
#define CLI_REPEAT_MAX 10

typedef struct cli_repeat
{
	char code[CLI_CODE_BYTES];
	kilncook_severity severity;
	uint64_t count;
	uint32_t printed;			   ///< number of printed messages
	uint64_t said[CLI_REPEAT_MAX]; ///< hashes of the printed messages
} cli_repeat;

/// Prints messages on stderr as `path:node: severity: text [code]`.
typedef struct cli_messages
{
	const char *path;
	int verbosity; ///< below 1, notes are dropped
	cli_repeat repeats[CLI_CODES_MAX];
	uint32_t repeat_count;
} cli_messages;

/// Prints a message on its own line; utf8_show escapes its parts.
void cli_print(const char *path, kilncook_severity severity, const char *where, const char *code, const char *text);

/// Does the same for a format.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void cli_say(const char *path, kilncook_severity severity, const char *code, const char *format, ...);

/// Prints `path: text`.
void cli_say_plain(const char *path, const char *text);

/// Prints a part of a line.
void cli_say_part(const char *text);

/// Prints a line.
void cli_say_line(const char *text);

/// Prints a message of the cook, unless an equal message was printed before or too many of its code were.
void cli_messages_take(
	cli_messages *messages, kilncook_severity severity, const char *where, const char *code, const char *text);

/// Prints how many messages were not printed.
void cli_messages_end(cli_messages *messages);

#endif
