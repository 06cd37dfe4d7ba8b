// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JOB_H
#define KILN_COOKER_JOB_H

#include "arguments.h"

/// Cooks as the command line says: in a process of its own, within its limits. Either all output files appear or none.
/// Prints errors on stderr. If a signal arrives meanwhile, cleans up and then ends by that signal.
kilncook_status cli_cook(const cli_settings *settings);

#endif
