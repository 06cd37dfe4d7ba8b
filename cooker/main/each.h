// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_EACH_H
#define KILN_COOKER_EACH_H

#include "arguments.h"

/// Cooks the assets of the list that --each names, one behind the other, each as a command of its own: the words of this one
/// without --each, then `-o ASSET --report REPORT -- ART`. Behind the output of each, a line with SOH (0x01), the name and the exit
/// code is printed to standard error and to standard output. Returns the worst status; KILNCOOK_IO for a list that cannot be
/// read, KILNCOOK_USAGE for one with a text too few, after a message.
kilncook_status cli_each(int count, char **words, const cli_settings *settings);

#endif
