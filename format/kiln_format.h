// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_H
#define KILN_FORMAT_H

/// The on-disk structures of a Kiln blob. FORMAT.md describes the same structures, with the rules that a reader checks.
///
/// A blob is little-endian, position independent and never written to. Offsets are bytes from the first byte of the
/// blob unless a field names another start. Every reserved byte is zero.

#include "kiln_format/blob.h"
#include "kiln_format/hull.h"
#include "kiln_format/mesh.h"
#include "kiln_format/scene.h"
#include "kiln_format/sdf.h"
#include "kiln_format/source.h"
#include "kiln_format/survey.h"
#include "kiln_format/tree.h"
#include "kiln_format/volume.h"

#endif
