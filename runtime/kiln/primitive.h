// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_H
#define KILN_PRIMITIVE_H

/// Primitive tests: closest points, overlap, lines, points and planes, motion, batches and implicit solids. The tests
/// need no asset. runtime/primitive/README.md lists all pairs.

#include "primitive/batch.h"
#include "primitive/closest.h"
#include "primitive/convex.h"
#include "primitive/deforming.h"
#include "primitive/implicit.h"
#include "primitive/intersect.h"
#include "primitive/moving.h"
#include "primitive/overlaps.h"
#include "primitive/point.h"

#endif
