// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_QUIET_H
#define KILN_DUMP_VERIFY_QUIET_H

#include "kilncook.h"

/// What the cooker's checks allocate from and report to: the C library, and nobody, as their answer says it all.
extern const kilncook_context verify_quiet;

#endif
