// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DEPFILE_H
#define KILN_COOKER_DEPFILE_H

#include "arguments.h"
#include "write/text.h"

/// Writes one Make rule: the output depends on the art file, on the other files that were read with it, and on the
/// recipes. Blanks, '#', ':' and '$' are escaped as Make and Ninja read them; a side file whose path has a line break
/// can't be named and is left out.
void cli_depfile(const cli_settings *settings, const kilncook_report *report, cook_text *text);

#endif
