// SPDX-License-Identifier: MIT
#ifndef KILN_H
#define KILN_H

/// Kiln runtime: collision queries on a cooked, read-only blob. The runtime has no dependency, allocates nothing and
/// has no globals. Any number of threads may call any function. No query takes more than 192 KiB of stack, whatever the
/// blob holds (optimised builds; tests/scene/test_stack.c measures the stack).

#include "kiln/asset.h"
#include "kiln/base.h"
#include "kiln/bounds.h"
#include "kiln/broadphase.h"
#include "kiln/budget.h"
#include "kiln/cast.h"
#include "kiln/closest.h"
#include "kiln/convex.h"
#include "kiln/deform.h"
#include "kiln/draw.h"
#include "kiln/filter.h"
#include "kiln/front.h"
#include "kiln/heightfield.h"
#include "kiln/hull.h"
#include "kiln/junction.h"
#include "kiln/large.h"
#include "kiln/level.h"
#include "kiln/log.h"
#include "kiln/metadata.h"
#include "kiln/mover.h"
#include "kiln/overlap.h"
#include "kiln/pack.h"
#include "kiln/pair.h"
#include "kiln/planes.h"
#include "kiln/primitive.h"
#include "kiln/ray.h"
#include "kiln/sdf.h"
#include "kiln/shape.h"
#include "kiln/surface.h"
#include "kiln/survey.h"
#include "kiln/walk.h"
#include "kiln/world.h"

#endif
