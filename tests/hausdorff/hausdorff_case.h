// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HAUSDORFF_CASE_H
#define KILN_TESTS_HAUSDORFF_CASE_H

#include "hausdorff/hausdorff.h"

#define HAUSDORFF_SOUP_MOST 64

/// Few triangles, each with vertices of its own.
typedef struct hausdorff_soup
{
	float vertices[3 * HAUSDORFF_SOUP_MOST][3];
	uint32_t triangles[HAUSDORFF_SOUP_MOST][3];
	uint32_t count;
} hausdorff_soup;

hausdorff_surface hausdorff_case_surface(const hausdorff_soup *s);

void hausdorff_case_add(hausdorff_soup *s, const double corners[3][3]);

/// Compares both directions with bounds by brute force, from samples of n steps along each side of each triangle: both intervals must
/// have a number in common, and the one under test must be `narrow`, where that is asked for.
void hausdorff_case_check(const hausdorff_soup *a, const hausdorff_soup *b, int n, bool narrow);

#endif
