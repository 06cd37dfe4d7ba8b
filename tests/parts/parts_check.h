// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_PARTS_CHECK_H
#define KILN_TESTS_PARTS_CHECK_H

#include "parts_surface.h"

/// Checks of convex parts by other means than the cooker's: recursion over exact points, winding numbers, samples.

/// Whether a hull of the set contains a point.
bool parts_check_has(const parts_set *set, const double p[3]);
/// Fails the test unless the union contains every triangle, by recursion to this depth.
void parts_check_covered(const parts_surface *s, const parts_set *set, uint32_t depth);
/// Fails the test unless the union contains points in the solid, drawn at random in a box.
void parts_check_filled(const parts_surface *s, const parts_set *set, const double low[3], const double high[3]);
/// Samples the faces of all parts: fails the test where a point outside of the solid is farther from the art than said.
void parts_check_near(const parts_surface *s, const parts_set *set, bool closed);
/// Allocations that fail in parts_check_ends.
typedef struct parts_check_failures
{
	size_t spread; ///< at least so many, evenly over all; SIZE_MAX: each one
	size_t last;   ///< and each of the last ones
} parts_check_failures;

/// Builds the parts with an allocation that fails, one after the other, and cancelled at one progress call after the other. Fails the
/// test unless each build ends with the right status and frees all memory. Returns the number of progress calls.
uint32_t parts_check_ends(const parts_art *art, const parts_options *options, const parts_check_failures *failures);

#endif
