// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_DEPFILE_H
#define KILN_COOKER_DEPFILE_H

#include "arguments.h"
#include "job/text.h"

/// Writes one Make rule: the output depends on the art file, on the other `files` that were read with it, and on the
/// recipes. An empty rule for each file except the art lets a build continue when that file is missing. Art chooses the
/// names of side files. So a name is listed only if GNU make 4.3 reads it as this name, with and without
/// .SECONDEXPANSION, and has no rule of its own to make the file; blanks, '#', ':' and wildcards are escaped. All other
/// names are left out, with the warning `depfile-name`. (The built-in rules that `make -r` turns off remain possible
/// for all names: Make checks out `x` from a file `x,v`.) Ninja reads fewer names: a name that only Make can read is
/// another file for Ninja, which then cooks again each time; a warning says so.
void cli_depfile(const cli_settings *settings, char *const *files, uint32_t count, cook_text *text);

/// Returns a message why Make can't read an output's name in a rule; NULL when it can.
const char *cli_depfile_fault(const char *output);

#endif
