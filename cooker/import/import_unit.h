// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_UNIT_H
#define KILN_COOKER_IMPORT_UNIT_H

#include "kilncook.h"
#include "math/ieee.h"

/// Units that files state and assimp does not tell: the `unit` of the first element of 3MF (3MF Core Specification 1.3, 3.4) and
/// AMF (ISO/ASTM 52915), in a ZIP archive or not.

/// Bytes of an XML text that are looked at.
#define IMPORT_UNIT_HEAD 16384

/// The unit that an XML text states in its element `name`, in metres: 0.001, which both formats assume, where the element
/// states none; 0 where there is no such element, or a unit that neither format has.
double import_unit_of_xml(const char *text, size_t size, const char *name);

/// The unit that a 3MF or AMF file states, in metres; 0 for other files, and where none can be found.
double import_unit_of_file(const kilncook_context *context, const char *path);

#endif
