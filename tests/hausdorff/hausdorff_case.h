// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_HAUSDORFF_CASE_H
#define KILN_TESTS_HAUSDORFF_CASE_H

#include "clean/clean_shapes.h"
#include "hausdorff/hausdorff.h"

#define HAUSDORFF_SOUP_MOST 64

/// Few triangles, each with vertices of its own.
typedef struct hausdorff_soup
{
	float vertices[3 * HAUSDORFF_SOUP_MOST][3];
	uint32_t triangles[HAUSDORFF_SOUP_MOST][3];
	uint32_t count;
} hausdorff_soup;

typedef enum hausdorff_soup_kind
{
	HAUSDORFF_SOUP_GENERAL,
	HAUSDORFF_SOUP_LATTICE, ///< small whole numbers: coplanar, touching, degenerate
	HAUSDORFF_SOUP_NEEDLE,
	HAUSDORFF_SOUP_FLAT, ///< all in one plane
	HAUSDORFF_SOUP_FAR,
	HAUSDORFF_SOUP_HUGE,
	HAUSDORFF_SOUP_TINY,
	HAUSDORFF_SOUP_KINDS,
} hausdorff_soup_kind;

hausdorff_surface hausdorff_case_surface(const hausdorff_soup *s);

/// Makes a soup of a kind, of random triangles.
void hausdorff_case_make(hausdorff_soup *s, hausdorff_soup_kind kind, uint32_t count, shape_random *random);

void hausdorff_case_add(hausdorff_soup *s, const double corners[3][3]);

/// Compares both directions with bounds by brute force, from samples of n steps along each side of each triangle: both intervals must
/// have a number in common, and the one under test must be `narrow`, where that is asked for.
void hausdorff_case_check(const hausdorff_soup *a, const hausdorff_soup *b, int n, bool narrow);

#endif
