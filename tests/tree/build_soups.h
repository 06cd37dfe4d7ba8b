// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BUILD_SOUPS_H
#define KILN_TESTS_BUILD_SOUPS_H

#include "tree/build/build.h"

/// Ordinary and difficult input for the builders of binary trees.

/// Triangles and their boxes.
typedef struct soup
{
	build_box *boxes;
	float (*corners)[3][3];
	uint32_t count;
} soup;

/// The number of soups in soup_number.
enum
{
	SOUPS = 13,
};

/// From 0 to 1.
float soup_uniform(uint32_t *state);
void soup_free(soup *s);
/// Triangles of `size` in a cube of 1, scaled and then moved.
soup soup_random(uint32_t count, float size, float scale, float offset);
/// The same triangle `count` times.
soup soup_identical(uint32_t count);
/// Makes primitives, each `ratio` times as far out as the previous one: splits at middles and means separate one at a
/// time.
soup soup_exponential(uint32_t count, float start, float ratio);
/// Makes long thin triangles across a heap of small ones, which object splits can't separate.
soup soup_needles(uint32_t count);
/// Makes one soup of all kinds, also tiny, huge and distant ones.
soup soup_number(int number);

#endif
