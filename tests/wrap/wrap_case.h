// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_WRAP_CASE_H
#define KILN_TESTS_WRAP_CASE_H

#include "clean/clean_shapes.h"
#include "survey/survey_case.h"
#include "survey/triangles.h"

/// Triangles of survey_case as they are, not cleaned, and their wrap.
typedef struct wrap_case
{
	survey_case art;
	kilncook_wrap_options options;
	double reached; ///< share of the certain distance that points of the wrap must reach: 0.75, 0 for art of any kind
	kilncook_wrap_surface wrap;
} wrap_case;

void wrap_case_begin(wrap_case *c, double detail, double offset);
void wrap_case_end(wrap_case *c);

kilncook_wrap_art wrap_case_art(const wrap_case *c);

/// Wraps the art. Fails the test unless that succeeds.
void wrap_case_run(wrap_case *c);

/// Fails the test unless the wrap is what kilncook_wrap_build promises, by methods of its own:
/// - each side of a triangle has one partner that runs the other way, and the triangles at each vertex are one fan;
/// - no two triangles touch but at shared edges and vertices, and none touches the art, each pair by the exact test;
/// - the winding number of random points of the art is 1, by solid angles;
/// - random points of the wrap are within the certain distance of the art, by brute force, and the farthest of them is not much
///   nearer;
/// - volume and nearest triangles are those of a sum and a search over all.
void wrap_case_check(const wrap_case *c, shape_random *random);

/// Whether a point is inside the wrap: its winding number, by solid angles.
bool wrap_case_inside(const wrap_case *c, double x, double y, double z);

/// Puts triangles, corners and vertices of the art in another order.
void wrap_case_shuffle(survey_case *art, shape_random *random);

/// Adds a box of the unit cube whose top has a square hole of this width in its middle.
void wrap_case_holed_box(survey_case *art, double width);

/// Adds triangles with corners near random points of a cube of the size 2.
void wrap_case_soup(survey_case *art, uint32_t count, double size, shape_random *random);

#endif
