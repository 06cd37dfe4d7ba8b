// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "platform.h"

#include <stdlib.h>
#include <string.h>

void platform_color_choose(const char *word)
{
#if defined(_WIN32)
	(void)_putenv_s(PLATFORM_COLOR, word);
#else
	(void)setenv(PLATFORM_COLOR, word, 1);
#endif
}

/// Whether messages are coloured. `auto` colours them on a terminal, unless the variable NO_COLOR holds something or TERM is
/// `dumb`.
static bool is_colored(void)
{
	const char *chosen = getenv(PLATFORM_COLOR), *none = getenv("NO_COLOR"), *kind = getenv("TERM");
	if (chosen && strcmp(chosen, "always") == 0)
		return true;
	if ((chosen && strcmp(chosen, "never") == 0) || (none && *none))
		return false;
#if defined(_WIN32)
	// The console of older systems prints the codes.
	(void)kind;
	return false;
#else
	return platform_terminal() && kind && strcmp(kind, "dumb") != 0;
#endif
}

void platform_severity_print(const char *severity)
{
	if (!is_colored())
		fprintf(stderr, " %s: ", severity);
	else
		fprintf(stderr, "\033[1;%dm %s: \033[0m",
			strcmp(severity, "error") == 0	   ? 31
			: strcmp(severity, "warning") == 0 ? 35
											   : 36,
			severity);
}
