// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_CHECK_H
#define KILN_COOKER_IMPORT_CHECK_H

#include "scene.h"

/// Says what a reader seems to have lost, whichever it was: `import-unused` where no face uses more than one vertex in a
/// hundred of a mesh, `import-incomplete` where faces have no corners. KILNCOOK_INTERNAL when out of memory.
kilncook_status import_check(const kilncook_context *context, const art_scene *scene);

#endif
