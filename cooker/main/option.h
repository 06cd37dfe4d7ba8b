// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_OPTION_H
#define KILN_COOKER_OPTION_H

#include "arguments.h"
#include "command/command.h"

/// The options of kiln-cook: tables of rows and of functions that put their values into the settings (option.c).

/// Where a word came from, to complain about it.
typedef struct option_source
{
	const char *recipe; ///< NULL: the command line
	uint32_t line;
} option_source;

/// An option: its row of the command's description, and what it does.
typedef struct option
{
	command_row row;
	/// Puts the value down, NULL for one that is not given; KILNCOOK_USAGE after having said why not.
	kilncook_status (*set)(cli_settings *settings, const option_source *from, const char *name, const char *value);
} option;

#define CLI_TOOL "kiln-cook"

/// --- Values: option_values.c. All return KILNCOOK_USAGE after a complaint.

/// Says what is wrong with a word; returns KILNCOOK_USAGE.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
kilncook_status
option_complain(const option_source *from, const char *format, ...);

/// A finite number in a range.
kilncook_status option_number(
	const option_source *from, const char *name, const char *value, double least, double most, double *number);

/// A whole number up to `most`.
kilncook_status option_whole(
	const option_source *from, const char *name, const char *value, uint32_t most, uint32_t *to);

/// One word of a list; those whose bit in `usable` is not set are not in this version.
kilncook_status option_word(const option_source *from, const char *name, const char *value, const char *const *words,
	int count, uint32_t usable, int *chosen);

#endif
