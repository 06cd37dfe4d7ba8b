// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DEPFILE_H
#define KILN_COOKER_DEPFILE_H

#include "arguments.h"
#include "job/text.h"

/// Writes one Make rule: the output depends on the art file, on the other files that were read with it, and on the
/// recipes. An empty rule for each file but the art lets a build go on when that file is gone.
/// Art chooses the names of side files, so a name is listed only where GNU make 4.3 reads nothing else in it, with and
/// without .SECONDEXPANSION, and has no rule of its own to make it; blanks, '#', ':' and wildcards are escaped. Every
/// other name is left out, with the warning `depfile-name`. (What `make -r` turns off stays for all names: a file `x,v`
/// from which Make checks out `x`.) Ninja reads less: it sees another file in a name that Make can read and Ninja can't, and cooks again
/// each time; a warning says so.
void cli_depfile(const cli_settings *settings, const kilncook_report *report, cook_text *text);

/// Why Make can't read an output's name in a rule; NULL when it can.
const char *cli_depfile_fault(const char *output);

#endif
