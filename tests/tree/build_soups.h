// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_BUILD_SOUPS_H
#define KILN_TESTS_BUILD_SOUPS_H

#include "tree/build/build.h"

/// Kind and hostile input for the builders of binary trees.

/// Triangles and their boxes.
typedef struct soup
{
	build_box *boxes;
	float (*corners)[3][3];
	uint32_t count;
} soup;

/// How many numbers soup_number knows.
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
/// Every primitive as far out as all before it together, by `ratio`: splits at middles and means peel off one at a
/// time.
soup soup_exponential(uint32_t count, float start, float ratio);
/// Long thin triangles across a heap of small ones, which object splits can't part.
soup soup_needles(uint32_t count);
/// One of all kinds, tiny, huge and far away ones too.
soup soup_number(int number);

#endif
