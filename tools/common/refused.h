// SPDX-License-Identifier: MIT
#ifndef KILN_TOOLS_REFUSED_H
#define KILN_TOOLS_REFUSED_H

#include "kiln.h"

/// Reports why the runtime refuses a file: the place and the rule or, of a file that cannot be read, what the system says about its
/// path. Returns TOOL_REFUSED or TOOL_IO.
int tool_refused(const char *path, kiln_result result);

#endif
