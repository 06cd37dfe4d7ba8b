// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_H
#define KILN_CONVEX_H

/// Queries of convex objects, in memory and cooked, against each other and against cooked scenes: distance,
/// penetration, contact manifolds and motion.

#include "convex/border.h"
#include "convex/cast.h"
#include "convex/distance.h"
#include "convex/manifold.h"
#include "convex/mesh.h"
#include "convex/motion.h"
#include "convex/penetration.h"
#include "convex/shape.h"

#endif
