// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_UNIT_H
#define KILN_COOKER_IMPORT_UNIT_H

#include "kilncook.h"
#include "math/ieee.h"

/// Units and axes that files define but assimp does not report: the `unit` of the first element of 3MF (3MF Core
/// Specification 1.3, 3.4) and AMF (ISO/ASTM 52915), in a ZIP archive or not; the metrics of OpenGEX (Open Game Engine
/// Exchange 2.0, 3.1); the variable $INSUNITS of DXF (AutoCAD 2012 DXF Reference, "HEADER Section").

typedef struct import_unit
{
	double metres; ///< metres per unit; 0 when the format can name a unit but the file does not
	uint32_t up;   ///< 0 x, 1 y, 2 z; KILN_NONE when the file does not define it
} import_unit;

/// Reads what a file defines; missing values get the format's defaults.
import_unit import_unit_of_file(const kilncook_context *context, const char *path);

#endif
