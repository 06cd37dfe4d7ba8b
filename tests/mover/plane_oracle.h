// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_MOVER_PLANE_ORACLE_H
#define KILN_TESTS_MOVER_PLANE_ORACLE_H

#include "kiln/planes.h"

/// The nearest displacement under planes by brute force: every set of up to three planes, in extended precision.

/// Most planes.
#define PLANE_ORACLE_MAX 8

/// How much a displacement lacks to satisfy the plane that it violates most; <= 0: all are satisfied.
double plane_oracle_lack(const kiln_slide_plane *planes, uint32_t count, const double x[3]);
/// Finds the displacement nearest to `wanted` with all bounds lowered. Returns its distance from `wanted`; a negative
/// number where no displacement satisfies the planes, to `epsilon`.
double plane_oracle_nearest(
	const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted, double lowered, double epsilon, double x[3]);
/// Finds the least amount by which all bounds must be lowered, by all sets of up to four planes; 0 where they can be
/// satisfied.
double plane_oracle_slack(const kiln_slide_plane *planes, uint32_t count, kiln_vec3 wanted);

#endif
