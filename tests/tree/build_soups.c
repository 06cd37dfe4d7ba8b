// SPDX-License-Identifier: MIT
#include "build_soups.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

float soup_uniform(uint32_t *state)
{
	return (float)next_random(state) / 16777216.0f;
}

static soup soup_make(uint32_t count)
{
	soup made = {.count = count};
	made.boxes = calloc(count, sizeof *made.boxes);
	made.corners = calloc(count, sizeof *made.corners);
	assert_non_null(made.boxes);
	assert_non_null(made.corners);
	return made;
}

void soup_free(soup *s)
{
	free(s->boxes);
	free(s->corners);
}

static void soup_measure(soup *s)
{
	for (uint32_t i = 0; i < s->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			float low = s->corners[i][0][axis], high = low;
			for (int corner = 1; corner < 3; ++corner)
			{
				float value = s->corners[i][corner][axis];
				low = value < low ? value : low;
				high = value > high ? value : high;
			}
			s->boxes[i].min[axis] = low;
			s->boxes[i].max[axis] = high;
		}
}

soup soup_random(uint32_t count, float size, float scale, float offset)
{
	soup s = soup_make(count);
	uint32_t state = 7;
	for (uint32_t i = 0; i < count; ++i)
	{
		float origin[3] = {soup_uniform(&state), soup_uniform(&state), soup_uniform(&state)};
		for (int corner = 0; corner < 3; ++corner)
			for (int axis = 0; axis < 3; ++axis)
				s.corners[i][corner][axis] = (origin[axis] + size * soup_uniform(&state)) * scale + offset;
	}
	soup_measure(&s);
	return s;
}

soup soup_identical(uint32_t count)
{
	soup s = soup_make(count);
	for (uint32_t i = 0; i < count; ++i)
		for (int corner = 0; corner < 3; ++corner)
			s.corners[i][corner][corner] = 1.0f;
	soup_measure(&s);
	return s;
}

/// Triangles of all sizes whose boxes share their centre.
static soup soup_concentric(uint32_t count)
{
	soup s = soup_make(count);
	for (uint32_t i = 0; i < count; ++i)
	{
		float size = (float)(i + 1);
		for (int axis = 0; axis < 3; ++axis)
		{
			s.corners[i][0][axis] = -size;
			s.corners[i][1][axis] = size;
			s.corners[i][2][axis] = axis == 1 ? size : -size;
		}
	}
	soup_measure(&s);
	return s;
}

/// Points on a line, with every coordinate twice.
static soup soup_collinear(uint32_t count)
{
	soup s = soup_make(count);
	for (uint32_t i = 0; i < count; ++i)
		for (int corner = 0; corner < 3; ++corner)
			s.corners[i][corner][0] = (float)(i / 2) - 3.0f;
	soup_measure(&s);
	return s;
}

soup soup_exponential(uint32_t count, float start, float ratio)
{
	soup s = soup_make(count);
	float at = start;
	for (uint32_t i = 0; i < count; ++i)
	{
		for (int corner = 0; corner < 3; ++corner)
			for (int axis = 0; axis < 3; ++axis)
				s.corners[i][corner][axis] = at * (corner == axis ? 1.125f : 1.0f);
		if (at * ratio < 1e37f)
			at *= ratio;
	}
	soup_measure(&s);
	return s;
}

soup soup_needles(uint32_t count)
{
	soup s = soup_random(count, 0.01f, 1.0f, 0.0f);
	for (uint32_t i = 0; i < count; i += 4)
	{
		int axis = (int)(i / 4 % 3);
		s.corners[i][1][axis] += 1.0f;
		s.corners[i][2][(axis + 1) % 3] += 0.5f;
	}
	soup_measure(&s);
	return s;
}

soup soup_number(int number)
{
	switch (number)
	{
	case 0:
		return soup_random(700, 0.1f, 1.0f, 0.0f);
	case 1:
		return soup_random(1, 0.1f, 1.0f, 0.0f);
	case 2:
		return soup_random(2, 0.1f, 1.0f, 0.0f);
	case 3:
		return soup_random(300, 0.1f, 1e37f, -5e36f);
	case 4:
		return soup_random(300, 0.1f, 1e-37f, 0.0f);
	case 5:
		return soup_random(300, 0.1f, 1.0f, 1e6f);
	case 6:
		return soup_random(300, 0.0f, 1.0f, -1e7f);
	case 7:
		return soup_identical(300);
	case 8:
		return soup_concentric(300);
	case 9:
		return soup_collinear(300);
	case 10:
		return soup_exponential(240, 1e-35f, 2.0f);
	case 11:
		return soup_exponential(300, 1e-3f, 1.25f);
	default:
		return soup_needles(400);
	}
}
