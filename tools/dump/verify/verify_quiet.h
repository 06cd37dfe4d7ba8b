// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_QUIET_H
#define KILN_DUMP_VERIFY_QUIET_H

#include "kilncook.h"

/// Context for the cooker's checks: allocates with malloc and drops messages, because the result says everything.
extern const kilncook_context verify_quiet;

#endif
