// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JOB_H
#define KILN_COOKER_JOB_H

#include "arguments.h"

/// Cooks as the command line says: in a process of its own, within its limits, and with files that appear together or
/// not at all. Has said on stderr what went wrong. Dies of a signal that came meanwhile, after having cleaned up.
kilncook_status cli_cook(const cli_settings *settings);

#endif
